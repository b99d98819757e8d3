// Which service workers are told to keep the engine.
import { afterEach, expect, test, vi } from "vitest";
import { keepForOffline } from "./register";

afterEach(() => {
  vi.unstubAllEnvs();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

test("the worker of a new release keeps the engine before it forgets what the old one kept", async () => {
  vi.stubEnv("PROD", true);
  const workerOf = () => ({ postMessage: vi.fn() });
  const [old, next, later] = [workerOf(), workerOf(), workerOf()];
  const registered = Object.assign(new EventTarget(), {
    installing: null as unknown,
    waiting: next,
    active: old,
  });
  const register = () => Promise.resolve(registered);
  const serviceWorker = { register, ready: Promise.resolve(registered) };
  Object.defineProperty(navigator, "serviceWorker", { value: serviceWorker, configurable: true });
  const told = () => [old, next, later].map(({ postMessage }) => postMessage.mock.calls.length > 0);
  await keepForOffline("en");
  expect(told()).toEqual([true, true, false]);
  registered.installing = later;
  registered.dispatchEvent(new Event("updatefound"));
  expect(told()).toEqual([true, true, true]);
});
