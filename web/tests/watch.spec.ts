// Watching: the best game large, others as small live boards, channels, spectators' chat; and what that costs.
import type { Browser } from "@playwright/test";
import { words } from "../src/words";
import { Club, GAMES, movesOf } from "./club";
import { becomeGuest, expect, expectAccessible, expectAtRest, newName, test } from "./fixtures";
import { LineClient } from "./line-client";
import { chat, say, square } from "./person";

const text = words.games.watch;
let club: Club;

// A server of its own: games of other tests would stand on its wall.
test.use({ config: "# only the games of the club\n" });
test.beforeAll(async ({ server }) => void (club = await Club.meet(server.lines)));
test.afterAll(() => club.leave());

test("one game is large, others are small and change places with it, and spectators talk", async ({
  visitor,
}) => {
  test.setTimeout(90_000);
  const [page, other] = [await visitor(), await visitor()];
  const [one, two] = [newName("eye"), newName("eye")];
  await becomeGuest(page, one);
  await becomeGuest(other, two);
  await page.goto("/watch");
  const large = (names: string) => page.getByRole("region", { name: names });
  await expect(large(words.game.title("Sven", "Tina"))).toBeVisible();
  const others = page.getByRole("region", { name: text.others(2) });
  await expect(others.getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page);

  await others.getByRole("link", { name: /Paul/ }).click();
  await expect(large(words.game.title("Paul", "Rosa"))).toBeVisible();
  await expect(page).toHaveURL(/\/watch$/);
  await page.keyboard.press("1");
  await expect(large(words.game.title("Sven", "Tina"))).toBeVisible();

  // The board moves with the game.
  const next = movesOf(GAMES[2])[12] ?? "";
  await expect(square(page, next)).toHaveAccessibleName(/empty/);
  const list = await club.of("Sven").ask({ do: "games" });
  if (list.event !== "games") throw new Error("no list of games");
  const game = list.games.find(({ black }) => black === "Sven")?.game ?? 0;
  await club.of("Sven").ask({ do: "move", game, move: next });
  await expect(square(page, next)).toHaveAccessibleName(/black/);

  await other.goto(`/game/${game}`);
  await say(page, "What a corner");
  await expect(chat(other, "spectators").getByText("What a corner")).toBeVisible();

  await page.getByRole("radio", { name: new RegExp(words.terms.classes.blitz) }).check({ force: true });
  await expect(page).toHaveURL(/channel=blitz/);
  await expect(large(words.game.title("Paul", "Rosa"))).toBeVisible();
  // A class without games is offered to nobody, but its address still works.
  const empty = page.getByRole("radio", { name: new RegExp(words.terms.classes.bullet) });
  await expect(empty).toHaveCount(0);
  await page.goto("/watch?channel=bullet");
  await expect(empty).toBeChecked();
  await expect(page.getByText(text.none)).toBeVisible();

  // The result stands for a while; then another game comes.
  await page.goto("/watch?channel=classical");
  await page.clock.install();
  await page.goto("/watch");
  await expect(large(words.game.title("Sven", "Tina"))).toBeVisible();
  await club.of("Tina").ask({ do: "resign", game });
  await expect(page.getByText(/Sven wins/).first()).toBeVisible();
  await page.clock.runFor(5_000);
  await expect(large(words.game.title("Sven", "Tina"))).toBeVisible();
  await page.clock.runFor(6_000);
  await expect(large(words.game.title("Sven", "Tina"))).toBeHidden();
});

test("phones have the large board, the small ones, and nothing beside the screen", async ({ visitor }) => {
  const page = await visitor({ viewport: { width: 360, height: 740 }, hasTouch: true });
  await page.goto("/watch");
  await expect(page.getByRole("grid")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const heights = await page
    .getByRole("grid")
    .locator("xpath=ancestor::section[1]")
    .evaluate((game) => [game.scrollHeight, game.clientHeight]);
  expect(heights[0], "chat and spectators do not lie over the small boards").toBeLessThanOrEqual(
    heights[1] ?? 0,
  );
  await expectAccessible(page);
});

/** The processor time of all processes of a browser, in seconds. */
async function processorTime(browser: Browser): Promise<Record<string, number>> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const times: Record<string, number> = {};
  for (const { type, cpuTime } of processInfo) times[type] = (times[type] ?? 0) + cpuTime;
  return times;
}

/** Six games that move every two and a half seconds, as fast games of people do. */
async function sixGames(address: string): Promise<LineClient[]> {
  const players: LineClient[] = [];
  for (let game = 0; game < 6; game++) {
    const pair = [
      await LineClient.guest(address, newName("p")),
      await LineClient.guest(address, newName("q")),
    ];
    pair.forEach((player) => player.playOn(2500));
    players.push(...pair);
    const offer = await pair[0]?.ask({ do: "new", clock: "30:00" });
    await pair[1]?.ask({ do: "join", game: offer?.done?.game ?? null });
  }
  return players;
}

if (process.env["WILLOW_MEASURE"] !== undefined) {
  test.describe("the cost of live boards", () => {
    for (const [name, path] of [
      ["six small boards", "/"],
      ["one large board and six small ones", "/watch"],
    ] as const) {
      test(name, async ({ server, visitor, browser }) => {
        test.setTimeout(180_000);
        const players = await sixGames(server.lines);
        const page = await visitor();
        await page.goto(path);
        // The games of the club are there, too.
        await expect(page.locator("svg.mini")).toHaveCount(6);
        await expectAtRest(page);
        const before = await processorTime(browser);
        const start = Date.now();
        await page.waitForTimeout(60_000);
        const seconds = (Date.now() - start) / 1000;
        const after = await processorTime(browser);
        const share = (type: string) => (100 * ((after[type] ?? 0) - (before[type] ?? 0))) / seconds;
        const all = Object.keys(after).map((type) => `${type} ${share(type).toFixed(2)} %`);
        console.log(`${name}: ${all.join(", ")} of a core over ${seconds.toFixed(0)} s`);
        expect(share("renderer")).toBeLessThan(5);
        players.forEach((player) => player.close());
      });
    }
  });
}
