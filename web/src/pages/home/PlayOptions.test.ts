// The ratings of opponents as they are typed on the first page.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Pairing } from "../../state/pairing.svelte";
import { inApp, testApp } from "../../tests/app";
import PlayOptions from "./PlayOptions.svelte";

let pairing: Pairing;

beforeEach(async () => {
  localStorage.clear();
  const app = testApp();
  pairing = app.pairing;
  const { container } = render(inApp(app, PlayOptions));
  const details = container.querySelector("details");
  if (!details) throw new Error("there are no options");
  details.open = true;
  await fireEvent(details, new Event("toggle"));
});
afterEach(cleanup);

async function type(label: "from" | "to", text: string): Promise<HTMLElement> {
  const field = screen.getByLabelText(label);
  await fireEvent.change(field, { target: { value: text } });
  return field;
}

test("figures of a Japanese keyboard are ratings", async () => {
  await type("from", "１４００");
  expect(pairing.terms.range).toBe("1400-");
});

test.each(["abc", "-5", "10000"])("“%s” is no rating, and the field says so", async (text) => {
  await type("to", "1600");
  const field = await type("from", text);
  expect(pairing.terms.range).toBe("-1600");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByLabelText("to").getAttribute("aria-invalid")).toBeNull();
  expect(screen.getByRole("alert").textContent).toBe("A rating is a number from 0 to 9999.");
  await type("from", "1400");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(pairing.terms.range).toBe("1400-1600");
});
