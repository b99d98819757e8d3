// The large board of the page on which one watches.
import { cleanup, render } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { Rules } from "../../rules";
import { inApp, testApp } from "../../state/test-app";
import LargeGame from "./LargeGame.svelte";

const rules = vi.hoisted(() => ({}) as Rules);
vi.mock("../../rules", () => ({ loadRules: () => Promise.resolve(rules) }));

afterEach(cleanup);

test("has the rules, also if no game was opened before: its command line needs them", async () => {
  const app = testApp();
  render(inApp(app, LargeGame), { number: 17, onHeld: () => undefined, onPlace: () => undefined });
  await vi.waitFor(() => expect(app.tabs.rules).toBe(rules));
});
