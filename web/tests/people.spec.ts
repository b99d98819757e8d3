// Players: leader boards, friends, names; and a profile with its chart, openings and opponents.
import type { Command } from "../src/protocol/wire";
import { words } from "../src/words";
import { expect, expectAccessible, newName, register, test } from "./fixtures";
import { LineClient } from "./line-client";
import { action, playBot, playFirstLegal } from "./person";

const text = words.people;

test("friends who are online, and names that begin with a text, are found", async ({ visitor }) => {
  const [ann, bea] = [await visitor(), await visitor()];
  const [nameOfAnn, nameOfBea] = [newName("ann"), newName("bea")];
  await register(ann, nameOfAnn);
  await register(bea, nameOfBea);
  for (const [page, other] of [
    [ann, nameOfBea],
    [bea, nameOfAnn],
  ] as const) {
    await page.goto(`/user/${other}`);
    await page.getByRole("button", { name: words.lobby.person.follow, exact: true }).click();
    await expect(page.getByRole("button", { name: words.lobby.person.unfollow })).toBeVisible();
  }
  await ann.goto("/people");
  const friends = ann.getByRole("region", { name: text.friends });
  await expect(friends.getByRole("link", { name: nameOfBea })).toBeVisible();
  await ann.getByRole("searchbox", { name: text.find }).fill("random");
  await expect(ann.getByRole("link", { name: words.games.bots.name("random-bot") })).toBeVisible();
  await ann.getByRole("searchbox", { name: text.find }).fill("nobodyatall");
  await expect(ann.getByText(text.noneFound)).toBeVisible();
  await expect(ann.getByText(text.noLeaders)).toBeVisible();
  await expectAccessible(ann);
});

test("visitors are told what friends need", { tag: "@fast" }, async ({ visitor }) => {
  const page = await visitor({ viewport: { width: 360, height: 740 } });
  await page.goto("/people");
  await expect(page.getByText(text.friendsNeedAccount)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page);
});

test("a profile says how games against this player, and in which openings, have ended", async ({
  visitor,
}) => {
  const [page, name] = [await visitor(), newName("uma")];
  await register(page, name);
  await playBot(page, "random-bot");
  for (let move = 0; move < 3; move++) await playFirstLegal(page);
  await action(page, words.game.actions.resign).click();
  await action(page, words.game.actions.resignAgain).click();
  await expect(action(page, words.game.actions.rematch)).toBeVisible();
  // The server adds games to its archive a little after their end.
  await expect(async () => {
    await page.goto("/user/random-bot");
    await expect(page.getByText(text.versus.line(0, 0, 1))).toBeVisible({ timeout: 2_000 });
  }).toPass();
  // Other tests play against the program too, with either colour.
  const { colors, opponents } = words.archive.results;
  await expect(page.getByRole("table", { name: colors }).getByRole("rowheader").first()).toBeVisible();
  const opponent = page.getByRole("table", { name: opponents }).getByRole("row").filter({ hasText: name });
  await expect(opponent.getByRole("cell").first()).toHaveText("1");
  await expectAccessible(page);
  await page.getByRole("link", { name: text.versus.games }).click();
  await expect(
    page
      .getByRole("region", { name: words.archive.games, exact: true })
      .getByRole("group")
      .getByRole("button"),
  ).toHaveCount(1);
});

/** Lets two accounts play rated games with random moves, one after the other. */
async function playRated(lines: string, names: readonly [string, string], games: number): Promise<void> {
  const [one, other] = [await LineClient.account(lines, names[0]), await LineClient.account(lines, names[1])];
  one.playOn();
  other.playOn();
  for (let game = 0; game < games; game++) {
    const challenge = { do: "challenge", name: names[1], clock: "5+3", rated: true } as const;
    const { done } = await one.ask({ ...challenge, color: "black", start: "standard", private: false });
    const number = done?.game ?? 0;
    await other.ask({ do: "join", game: number });
    await one.event("ended", ({ room }) => room === `game/${number}`);
  }
  one.close();
  other.close();
}

test("the chart of ratings is walked along by keys, and is a table, too", async ({ visitor, server }) => {
  test.setTimeout(90_000);
  const names = [newName("ann"), newName("bea")] as const;
  await playRated(server.lines, names, 3);
  const page = await visitor();
  await page.goto(`/user/${names[0]}`);
  const chart = page.getByRole("slider", { name: text.chart.slider });
  await expect(chart).toHaveAttribute("aria-valuenow", "2");
  await chart.press("Home");
  await expect(chart).toHaveAttribute("aria-valuenow", "0");
  const first = await chart.getAttribute("aria-valuetext");
  await chart.press("ArrowRight");
  await expect(chart).not.toHaveAttribute("aria-valuetext", first ?? "");
  await page.locator("summary", { hasText: text.chart.tableOf(3, false) }).click();
  await expect(page.getByRole("group", { name: text.chart.title }).getByRole("row")).toHaveCount(4);
  await expectAccessible(page);
});

/** Lets one account resign a game against another. */
async function resignTo(one: LineClient, other: LineClient, name: string): Promise<void> {
  const { done } = await one.ask({ do: "challenge", name, clock: "5+3" } as Command);
  const game = done?.game ?? 0;
  await other.ask({ do: "join", game });
  await one.ask({ do: "resign", game });
}

test("the last games and the friends who play have their names in any script", async ({
  visitor,
  server,
}) => {
  const page = await visitor();
  const [own, plain, shown] = [newName("cleo"), newName("yuki"), "由紀"];
  await register(page, own);
  const [user, friend] = [
    await LineClient.logIn(server.lines, own),
    await LineClient.account(server.lines, plain),
  ];
  await friend.ask({ do: "set", key: "display-name", value: shown });
  await resignTo(friend, user, own);
  await page.goto(`/user/${own}`);
  await expect(page.getByRole("link", { name: words.lobby.user.against(shown) }).first()).toBeVisible();
  await user.ask({ do: "follow", name: plain });
  const { done } = await friend.ask({ do: "challenge", name: own, clock: "5+3", rated: true } as Command);
  await user.ask({ do: "join", game: done?.game ?? 0 });
  await page.goto("/people");
  await expect(page.getByRole("link", { name: /^plays: .*由紀/ })).toBeVisible();
  user.close();
  friend.close();
});
