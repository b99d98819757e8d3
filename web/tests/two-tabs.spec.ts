// Two windows of one browser, side by side: what is done in one is seen in the other, and nothing is done twice.
import { words } from "../src/words";
import { becomeGuest, CUT, expect, newName, REFUSED, test } from "./fixtures";
import { chat, legalSquares, moverAndWaiter, pair, playButton, playFirstLegal, say, square } from "./person";

test("a game comes on the screen of the window that asked for it, and is a tab in the other", async ({
  visitor,
}) => {
  const [asking, opponent] = [await visitor(), await visitor()];
  await asking.goto("/");
  const beside = await asking.context().newPage();
  await beside.goto("/lobby");
  await expect(beside.getByRole("log")).toBeVisible();
  await pair(asking, opponent);
  await expect(asking.getByRole("grid")).toBeVisible();
  // The other window has heard of it, too.
  await expect(beside.getByText(new RegExp(words.lobby.playing(1))).first()).toBeVisible();
  await expect(beside).toHaveURL(/\/lobby$/);
});

test("a choice of the settings holds at once in the other window", async ({ visitor }) => {
  const one = await visitor();
  await one.goto("/settings");
  const other = await one.context().newPage();
  await other.goto("/");
  await one.getByRole("radio", { name: words.settings.options.look.maple }).check({ force: true });
  await expect(other.locator("html")).toHaveAttribute("data-look", "maple");
});

test("a message that was read in one window is read in the other", async ({ visitor }) => {
  const [one, friend] = [await visitor(), await visitor()];
  const [name, friendName] = [newName("ann"), newName("fay")];
  await becomeGuest(one, name);
  await becomeGuest(friend, friendName);
  const other = await one.context().newPage();
  await other.goto("/lobby");
  await friend.goto(`/messages/${name}`);
  const field = friend.getByRole("textbox", { name: words.lobby.messages.to(name) });
  await field.fill("hello");
  await field.press("Enter");
  const unread = words.plural(1, words.frame.unread);
  // On a phone the number stands at another link.
  for (const page of [one, other]) await expect(page.getByText(unread, { exact: true })).not.toHaveCount(0);
  await one.goto(`/messages/${friendName}`);
  await expect(one.getByText("hello").first()).toBeVisible();
  await expect(other.getByText(unread, { exact: true })).toHaveCount(0);
});

test("moves and lines from two windows arrive once each", { tag: "@fast" }, async ({ visitor }) => {
  const [left, right] = [await visitor(), await visitor()];
  await pair(left, right);
  const [one, opponent] = await moverAndWaiter(left, right);
  const other = await one.context().newPage();
  await other.goto(new URL(one.url()).pathname);
  const first = await playFirstLegal(one);
  await expect(square(other, first)).toHaveAccessibleName(/black/);
  await playFirstLegal(opponent);
  await expect(legalSquares(other).first()).toBeVisible();
  const second = await playFirstLegal(other);
  await expect(square(one, second)).toHaveAccessibleName(/black/);
  await say(one, "from one");
  await say(other, "from the other");
  for (const page of [one, other]) {
    await expect(chat(page, "players").getByText("from one")).toHaveCount(1);
    await expect(chat(page, "players").getByText("from the other")).toHaveCount(1);
  }
});

test.describe(() => {
  // The connections end in the middle of what they do.
  test.use({ expected: new RegExp(`${CUT.source}|${REFUSED.source}`) });
  test("signing out in one window signs out the other", async ({ visitor }) => {
    const one = await visitor();
    await becomeGuest(one, newName("ann"));
    const other = await one.context().newPage();
    await other.goto("/lobby");
    await one.goto("/account");
    await one.getByRole("button", { name: words.account.signOut, exact: true }).click();
    await expect(playButton(one)).toBeVisible();
    for (const page of [one, other]) {
      await expect(page.getByRole("link", { name: words.frame.signIn, exact: true }).first()).toBeVisible();
    }
  });
});
