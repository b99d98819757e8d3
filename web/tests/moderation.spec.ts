// The moderators' place: a report with its chat is read, acted on and closed; the log tells it.
import type { Page } from "@playwright/test";
import { words } from "../src/words";
import { CUT, expect, expectAccessible, newName, register, test } from "./fixtures";
import { LineClient } from "./line-client";

const text = words.moderation;

// The server is stopped while it gets its administrator.
test.use({ expected: CUT });

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole("radio", { name, exact: true }).check({ force: true });
}

test("a moderator reads a report, silences the user, and closes it", async ({ visitor, server }) => {
  test.setTimeout(90_000);
  const page = await visitor();
  const moderator = newName("mod");
  await register(page, moderator);
  await page.goto("/moderation");
  await expect(page.getByText(text.notForYou)).toBeVisible();
  await server.kill();
  server.makeAdmin(moderator);
  await server.start();

  const [rude, victim] = [newName("rude"), newName("vic")];
  const one = await LineClient.guest(server.lines, rude);
  const other = await LineClient.guest(server.lines, victim);
  await one.ask({ do: "say", text: "an insult of the worst kind" });
  await other.ask({ do: "report", name: rude, reason: "insults" });

  await page.goto("/moderation");
  await expect(page.getByRole("link", { name: words.frame.moderation, exact: true })).toBeVisible();
  await page.getByRole("button", { name: text.about(victim, rude) }).click();
  await expect(page.getByText("an insult of the worst kind")).toBeVisible();
  await expectAccessible(page);

  const act = page.getByRole("form", { name: text.actions });
  await act.getByRole("button", { name: text.kinds.silence, exact: true }).click();
  await expect(act.getByText(text.noReason)).toBeVisible();
  await act.getByRole("textbox", { name: text.reason }).fill("be polite");
  await act.getByRole("button", { name: text.kinds.silence, exact: true }).click();
  await act.getByRole("button", { name: text.again(text.kinds.silence, rude) }).click();
  await expect(act.getByText(text.done(text.acts.silence(rude)))).toBeVisible();
  await expect(one.ask({ do: "say", text: "again" })).rejects.toThrow();

  const closing = page.getByRole("form", { name: text.close });
  await closing.getByText(text.outcomes.silenced).click();
  await closing.getByRole("button", { name: text.close }).click();
  await expect(page.getByText(text.none.open)).toBeVisible();
  await choose(page, text.states.closed);
  await expect(page.getByText(text.closed(moderator, text.outcomes.silenced))).toBeVisible();

  await choose(page, text.views.log);
  await expect(page.getByText(text.entry(moderator, text.acts.silence(rude)))).toBeVisible();
  await expectAccessible(page);
  await choose(page, text.views.act);
  await page.getByRole("textbox", { name: text.name }).fill(rude);
  await choose(page, text.kinds.kick);
  await page.getByRole("textbox", { name: text.reason }).fill("that is enough");
  await page.getByRole("button", { name: text.kinds.kick, exact: true }).click();
  await page.getByRole("button", { name: text.again(text.kinds.kick, rude) }).click();
  await expect(page.getByText(text.done(text.acts.kick(rude)))).toBeVisible();
  await expectAccessible(page);
  one.close();
  other.close();
});
