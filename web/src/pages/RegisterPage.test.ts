// An invitation that the server does not take, where accounts need one and where they do not.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import { Refusal } from "../protocol/refusal";
import { inApp, testApp } from "../tests/app";
import { words } from "../words";
import RegisterPage from "./RegisterPage.svelte";

const text = words.account;

afterEach(() => {
  cleanup();
  location.hash = "";
});

test.each(["open", "invitation"] as const)("a void invitation with registration %s", async (registration) => {
  location.hash = "#abcde-fghij-kmnpq-rstuv";
  const app = testApp();
  vi.stubGlobal("isSecureContext", true);
  app.admission.registration = registration;
  vi.spyOn(app.session, "link", "get").mockReturnValue("open");
  vi.spyOn(app, "ask").mockRejectedValue(new Refusal("denied", "no-such-invitation", "void"));
  const enter = vi.spyOn(app.account, "enter").mockRejectedValue(new Error("not now"));
  render(inApp(app, RegisterPage), {});
  const note = await screen.findByText(registration === "open" ? text.invitationVoid : /invitation/, {
    selector: "p",
  });
  expect(note.className).toBe(registration === "open" ? "quiet" : "problem");
  await fireEvent.input(screen.getByLabelText(text.name), { target: { value: "newcomer" } });
  await fireEvent.input(screen.getByLabelText(text.password), { target: { value: "correct horse" } });
  await fireEvent.click(screen.getByRole("button", { name: text.register }));
  const code = registration === "open" ? null : "abcde-fghij-kmnpq-rstuv";
  expect(enter).toHaveBeenCalledWith(expect.objectContaining({ name: "newcomer", invitation: code }));
});
