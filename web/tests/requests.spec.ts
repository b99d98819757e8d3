// What players ask of each other, of bots, and of the server.
import { words } from "../src/words";
import { expect, newName, register, test } from "./fixtures";
import {
  action,
  legalSquares,
  moverAndWaiter,
  pair,
  playBot,
  playFirstLegal,
  playOut,
  square,
} from "./person";

test("corners given to the person: one is Black with them, and the program begins", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/bots");
  await page.getByText(words.games.bots.cornersOf(3), { exact: true }).click();
  await page.getByRole("button", { name: words.games.bots.playName("first-game"), exact: true }).click();
  await page.waitForURL(/\/game\/\d+$/);
  for (const corner of ["a1", "h8", "a8"])
    await expect(square(page, corner)).toHaveAccessibleName(new RegExp(`^${corner}, black`));
  await expect(square(page, "h1")).toHaveAccessibleName(/^h1, empty/);
  // White has moved, and Black is to move.
  await expect(page.getByRole("grid").getByRole("button", { name: /, white, last move/ })).toBeVisible();
  await playFirstLegal(page);
});

test("a bot plays a whole game, gives a takeback and a rematch", async ({ visitor }) => {
  test.setTimeout(90_000);
  const page = await visitor();
  await playBot(page, "random-bot");
  const played = await playFirstLegal(page);
  await expect(legalSquares(page).first()).toBeVisible();
  await action(page, words.game.actions.takeback).click();
  await expect(square(page, played)).toHaveAccessibleName(/empty/);
  await playOut(page);
  const before = page.url();
  await action(page, words.game.actions.rematch).click();
  await page.waitForURL((url) => /\/game\/\d+$/.test(url.pathname) && url.href !== before);
});

test(
  "a takeback is asked for, refused, asked for again and accepted",
  { tag: "@fast" },
  async ({ visitor }) => {
    const [one, other] = [await visitor(), await visitor()];
    await pair(one, other);
    const [mover, waiter] = await moverAndWaiter(one, other);
    const played = await playFirstLegal(mover);
    await action(mover, words.game.actions.takeback).click();
    await waiter.getByRole("button", { name: words.game.status.refuse }).click();
    await expect(square(mover, played)).toHaveAccessibleName(/black/);
    await action(mover, words.game.actions.takeback).click();
    await waiter.getByRole("button", { name: words.game.status.accept }).click();
    await expect(square(mover, played)).toHaveAccessibleName(/empty/);
    await expect(square(waiter, played)).toHaveAccessibleName(/empty/);
  },
);

test("resigning takes a second press in the same place, and a rematch begins", async ({ visitor }) => {
  const [one, other] = [await visitor(), await visitor()];
  const number = await pair(one, other);
  const [black, white] = await moverAndWaiter(one, other);
  await playFirstLegal(black);
  await playFirstLegal(white);
  const resign = action(one, words.game.actions.resign);
  const place = await resign.boundingBox();
  await resign.click();
  await expect(action(other, words.game.actions.rematch)).toHaveCount(0);
  const again = action(one, words.game.actions.resignAgain);
  expect(await again.boundingBox()).toEqual(place);
  await again.click();
  await action(other, words.game.actions.rematch).click();
  await one.getByRole("button", { name: words.game.status.accept }).click();
  for (const page of [one, other]) {
    await page.waitForURL((url) => /\/game\/\d+$/.test(url.pathname) && !url.href.endsWith(`/${number}`));
  }
});

test("a friend accepts a link and plays at once", { tag: "@fast" }, async ({ visitor }) => {
  const [host, friend] = [await visitor(), await visitor()];
  await host.goto("/");
  // One press makes the link, and the terms below it make another one in its place.
  await host.getByRole("link", { name: words.home.links.friend }).click();
  const address = host.getByRole("textbox", { name: words.games.link.address });
  const first = await address.inputValue();
  await expect(host.getByRole("img", { name: words.games.link.code })).toBeVisible();
  await host.getByRole("radio", { name: words.games.form.clocks.none }).check({ force: true });
  await host.getByRole("button", { name: words.games.form.submit.link }).click();
  // For a moment both are there.
  const links = () =>
    address.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  await expect
    .poll(async () => [(await links()).length, (await links()).includes(first)])
    .toEqual([1, false]);
  const link = await address.inputValue();
  await friend.goto(new URL(link).pathname);
  await friend.getByRole("button", { name: words.games.join.accept }).click();
  await Promise.all([host, friend].map((page) => page.waitForURL(/\/game\/\d+$/)));
  await expect(friend.getByRole("grid")).toBeVisible();
});

test("a link that was used says so", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/join/999999999");
  await expect(page.getByRole("heading", { name: words.games.join.gone })).toBeVisible();
});

test("a correspondence game waits on the first page, and counts in the title", async ({ visitor }) => {
  const [one, other] = [await visitor(), await visitor()];
  const [first, second] = [newName("ann"), newName("ben")];
  await register(one, first);
  await register(other, second);
  await one.goto("/games/new");
  await one.getByRole("radio", { name: words.games.form.audiences.user }).check({ force: true });
  await one.getByLabel(words.games.form.opponent).fill(second);
  await one.getByRole("radio", { name: words.games.form.clocks.days }).check({ force: true });
  await one.getByRole("radio", { name: words.terms.colors.white }).check({ force: true });
  await one.getByRole("button", { name: words.games.form.submit.user }).click();
  await other.goto("/");
  await other.getByRole("button", { name: words.home.accept }).click();
  await other.waitForURL(/\/game\/\d+$/);
  await other.goto("/");
  await expect(other.getByRole("heading", { name: words.home.myTurn })).toBeVisible();
  await expect(other).toHaveTitle(/^\(1\)/);
});

test("three games at once: the tabs say where it is one's turn", async ({ visitor }) => {
  const page = await visitor();
  for (let game = 0; game < 3; game++) await playBot(page, "random-bot");
  const tabs = page.getByRole("navigation", { name: words.game.tabs });
  await expect(tabs.getByRole("link")).toHaveCount(3);
  await expect(tabs.getByText(words.game.tabTurn)).toHaveCount(3);
  const before = page.url();
  await page.keyboard.press("1");
  await expect(page).not.toHaveURL(before);
  await playFirstLegal(page);
  await expect(legalSquares(page).first()).toBeVisible();
});
