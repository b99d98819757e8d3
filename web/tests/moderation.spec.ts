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
  await one.ask({ do: "tell", to: victim, text: "an insult in private" });
  await other.ask({ do: "report", name: rude, reason: "insults" });

  await page.goto("/moderation");
  await expect(page.getByRole("link", { name: words.frame.moderation, exact: true })).toBeVisible();
  await page.getByRole("button", { name: text.about(victim, rude) }).click();
  await expect(page.getByText("an insult of the worst kind")).toBeVisible();
  await expectAccessible(page);

  const told = page.getByRole("listitem").filter({ hasText: "an insult in private" }).last();
  await told.getByRole("button", { name: words.lobby.remove.title }).click();
  await expect(page.getByText(text.done(text.acts["remove-message"](rude)))).toBeVisible();

  const act = page.getByRole("form", { name: text.actions });
  // The form that closes the report is filled, the one that acts on somebody warns.
  const fills = await page
    .locator("form button:default")
    .evaluateAll((buttons) => buttons.map((button) => getComputedStyle(button).backgroundColor));
  expect([fills.length, new Set(fills).size]).toEqual([2, 2]);
  await expect(act.locator("button:default")).toHaveClass(/danger/);
  await choose(page, text.reaches.addresses);
  await act.getByRole("button", { name: text.kinds.silence, exact: true }).click();
  await expect(act.getByText(text.noReason)).toBeVisible();
  await act.getByRole("textbox", { name: text.reason }).fill("be polite");
  await act.getByRole("button", { name: text.kinds.silence, exact: true }).click();
  await expect(act.getByText(text.related.silentNewcomers(0, 24))).toBeVisible();
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

test("an administrator announces, closes, bans for a day and removes a message", async ({
  visitor,
  server,
}) => {
  test.setTimeout(90_000);
  const page = await visitor();
  const administrator = newName("adm");
  await register(page, administrator);
  await server.kill();
  server.makeAdmin(administrator);
  await server.start();
  const rude = newName("rude");
  const one = await LineClient.guest(server.lines, rude);
  const insult = `an insult by ${rude}`;
  await one.ask({ do: "say", text: insult });

  await page.goto("/lobby");
  const chat = page.getByRole("log");
  await chat.getByRole("button", { name: rude }).first().click();
  await page.getByRole("button", { name: words.lobby.remove.title, exact: true }).click();
  const removal = page.getByRole("form", { name: words.lobby.remove.title });
  await removal.getByRole("textbox").fill("insults");
  await removal.getByRole("button").click();
  await expect(chat.getByText(words.lobby.removed)).toBeVisible();
  await page.reload();
  await expect(chat.getByText(words.lobby.removed)).toBeVisible();
  await expect(page.getByText(insult)).toHaveCount(0);

  await page.goto("/moderation");
  await choose(page, text.views.act);
  await page.getByRole("textbox", { name: text.name }).fill(rude);
  await choose(page, text.kinds.ban);
  await expect(page.getByRole("textbox", { name: text.minutes })).toHaveValue("1440");
  await page.getByRole("textbox", { name: text.reason }).fill("a day off");
  await page.getByRole("button", { name: text.kinds.ban, exact: true }).click();
  // Before it is confirmed the page says whom else it keeps out.
  await expect(page.getByText(text.related.warning)).toBeVisible();
  await page.getByRole("button", { name: text.again(text.kinds.ban, rude) }).click();
  await expect(page.getByText(text.done(text.acts.ban(rude)))).toBeVisible();
  await choose(page, text.views.sanctions);
  await expect(page.getByText(text.entry(administrator, text.acts.ban(rude)))).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: text.sanctions.end(rude) }).click();
  await expect(page.getByText(text.entry(administrator, text.acts.ban(rude)))).toHaveCount(0);

  await choose(page, text.views.announce);
  await page.getByRole("textbox", { name: text.announce.text }).fill("Club evening on Friday");
  await page.getByRole("button", { name: text.announce.set, exact: true }).click();
  await expect(page.getByText(text.announce.said)).toBeVisible();
  await page.getByRole("textbox", { name: text.announce.minutes }).fill("15");
  await page.getByRole("textbox", { name: text.reason }).fill("an update");
  await page.getByRole("button", { name: text.announce.close, exact: true }).click();
  const banner = page.getByRole("timer");
  await expect(banner).toContainText(/14:\d\d/);
  await expectAccessible(page);
  const stranger = await visitor();
  await stranger.goto("/");
  await expect(stranger.getByText("Club evening on Friday")).toBeVisible();
  await expect(stranger.getByRole("timer")).toContainText(/14:\d\d/);
  await expect(stranger.getByText("an update")).toBeVisible();
  await page.getByRole("button", { name: text.announce.withdraw }).click();
  await expect(stranger.getByRole("timer")).toHaveCount(0);
  one.close();
});
