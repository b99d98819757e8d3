// The switch of the notifications, as it stands in a browser.
import { beforeEach, expect, test, vi } from "vitest";
import { forgetSubscription } from "../../offline/subscription";
import { readSwitch } from "./push";

/** A key of the server, as it writes it: bytes in base64url. */
const KEY = "BPv-_w";
const BYTES = new Uint8Array([0x04, 0xfb, 0xfe, 0xff]);

const unsubscribe = vi.fn(() => Promise.resolve(true));

/** A browser that has subscribed for a key. */
function subscribedFor(key: Uint8Array<ArrayBuffer> | null): void {
  const subscription = { options: { applicationServerKey: key?.buffer ?? null }, unsubscribe };
  const pushManager = { getSubscription: () => Promise.resolve(key && subscription) };
  const getRegistration = () => Promise.resolve({ pushManager });
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("PushManager", {});
  vi.stubGlobal("Notification", { permission: "granted" });
  Object.defineProperty(navigator, "serviceWorker", { value: { getRegistration }, configurable: true });
}

beforeEach(() => {
  unsubscribe.mockClear();
  const answer = () => new Response(JSON.stringify({ key: KEY, on: true }), { status: 200 });
  vi.stubGlobal("fetch", () => Promise.resolve(answer()));
});

test("the switch is on with a subscription for the key of the server, and off with one for an older key", async () => {
  subscribedFor(BYTES);
  expect(await readSwitch()).toEqual({ kind: "switch", on: true, key: KEY });
  subscribedFor(new Uint8Array([0x04, 1, 2, 3]));
  expect(await readSwitch()).toEqual({ kind: "switch", on: false, key: KEY });
  subscribedFor(null);
  expect(await readSwitch()).toEqual({ kind: "switch", on: false, key: KEY });
});

test("the subscription is given up with the session", async () => {
  subscribedFor(BYTES);
  await forgetSubscription();
  expect(unsubscribe).toHaveBeenCalledTimes(1);
  subscribedFor(null);
  await forgetSubscription();
  // A browser without service workers.
  Object.defineProperty(navigator, "serviceWorker", { value: undefined, configurable: true });
  await forgetSubscription();
  expect(unsubscribe).toHaveBeenCalledTimes(1);
});
