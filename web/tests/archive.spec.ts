// The archive: one field for names, dates, openings, moves and boards; the games, and what was played in a position.
import type { Page } from "@playwright/test";
import { words } from "../src/words";
import ja from "../src/words/ja";
import { ggf, type ArchivedGame } from "./archived-games";
import { expectNoEnglish } from "./english";
import { expect, expectAccessible, expectAccessibleInBothSchemes, test as base } from "./fixtures";
import { square } from "./person";
import { WillowServer } from "./server";

const text = words.archive;

/** Games of a small archive. */
const GAMES = [
  ["Tamenori Hideshi", "Murakami Takeshi", "Japan Open", "1998", "+12.000", "f5d6c3d3c4f4c5b3c2"],
  ["Murakami Takeshi", "Tamenori Hideshi", "Japan Open", "1998", "-4.000", "f5d6c3d3c4f4f6f3e6e7d7"],
  ["Tastet Marc", "Tamenori Hideshi", "Paris Open", "2001", "+0.000", "f5f6e6f4g5"],
  ["Ito Jun", "Goto Hiroshi", "Nagoya Cup", "2003", "+30.000", "f5d6c5f4d3"],
] as const satisfies readonly ArchivedGame[];

/** A server of its own for these tests, prepared before it starts. */
function testsWith(prepare: (server: WillowServer) => void) {
  return base.extend<object, { server: WillowServer }>({
    server: [
      async ({}, use) => {
        const server = new WillowServer();
        prepare(server);
        await server.start();
        await use(server);
        await server.stop();
      },
      { scope: "worker" },
    ],
  });
}

/** A server with an archive of a few games. */
const test = testsWith((server) => {
  server.importText(GAMES.map(ggf).join(""));
});

/** A server without games: those of other tests are in the archive of the common one. */
const testOfNoGames = testsWith(() => {});

async function search(page: Page, wanted: string): Promise<void> {
  await page.getByRole("searchbox", { name: text.field }).fill(wanted);
  await page.keyboard.press("Enter");
}

function games(page: Page) {
  return page.getByRole("region", { name: text.games, exact: true }).getByRole("group").getByRole("button");
}

test("a name, a year, an opening, a result, moves and a board are understood in one field", async ({
  visitor,
}) => {
  const page = await visitor();
  await page.goto("/archive");
  await expect(games(page)).toHaveCount(4);
  for (const [wanted, count] of [
    ["tamenori", 3],
    ["hideshi tamenori 1998", 2],
    ["tamenori beat murakami", 2],
    ["japan open", 2],
    ["tiger", 2],
    ["32-32", 1],
    ["F5 F6 E6", 1],
    ["black won since 2000", 1],
    ["---------------------------OX------XXX--------------------------/O", 4],
  ] as const) {
    await search(page, wanted);
    await expect(games(page), wanted).toHaveCount(count);
  }
  await expectAccessible(page);
});

test("a pasted game is found by its moves", { tag: "@fast" }, async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/archive");
  await expect(square(page, "f5")).toBeVisible();
  const field = page.getByRole("searchbox", { name: text.field });
  await field.evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", pasted);
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, ggf(GAMES[2]));
  await expect(field).toHaveValue("f5f6e6f4g5");
  await field.press("Enter");
  await expect(games(page)).toHaveCount(1);
});

test("what is not understood is said, and another meaning is one press away", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/archive?text=xyzzy");
  await expect(page.getByRole("alert")).toHaveText(
    text.notUnderstood("xyzzy", text.problems["unknown-name"]),
  );
  await search(page, "1998 1999");
  await expect(page.getByRole("alert")).toHaveText(text.notUnderstood("1999", text.problems.twice));
  await search(page, "tamenori");
  await page.getByRole("button", { name: text.meant(text.kinds.opening) }).click();
  await expect(page.getByRole("searchbox")).toHaveValue("opening:tamenori");
  await expect(games(page)).toHaveCount(0);
});

test("a game is replayed by the keyboard, and its address leads back to it", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/archive?text=tastet");
  await games(page).first().click();
  await expect(page.getByRole("heading", { name: /Tastet Marc – Tamenori Hideshi/ })).toBeVisible();
  await page.keyboard.press("End");
  await expect(square(page, "g5")).toHaveAccessibleName(/^g5, black/);
  await expect(page).toHaveURL(/game=\d+&ply=5/);
  await page.reload();
  await expect(square(page, "g5")).toHaveAccessibleName(/^g5, black/);
  await page.keyboard.press("[");
  await expect(square(page, "g5")).toHaveAccessibleName(/^g5, empty/);
});

test("what is searched stands in the address: a reload keeps it, and the way back leads to it", async ({
  visitor,
}) => {
  const page = await visitor();
  await page.goto("/archive");
  await search(page, "japan open");
  await expect(page).toHaveURL(/text=japan\+open/);
  await expect(games(page)).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole("searchbox")).toHaveValue("japan open");
  await expect(games(page)).toHaveCount(2);
  await games(page).first().click();
  await page.getByRole("link", { name: text.event.open }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Japan Open 1998" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("searchbox")).toHaveValue("japan open");
  await expect(games(page)).toHaveCount(2);
  await expect(page).toHaveURL(/text=japan\+open/);
});

test("a position has its moves with results, which unfold and can be played", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/archive");
  const statistics = page.getByRole("region", { name: text.statistics.title });
  await expect(statistics.getByText(text.statistics.games(4))).toBeVisible();
  const play = (move: string) =>
    statistics.getByRole("button", { name: text.statistics.play(move), exact: true });
  await expect(play("f5")).toBeVisible();
  await statistics.getByRole("button", { name: text.statistics.unfold("f5") }).click();
  await expect(statistics.getByText("Perpendicular Opening").first()).toBeVisible();
  await statistics.getByRole("button", { name: text.statistics.unfold("d6") }).click();
  await play("c3").click();
  await expect(square(page, "c3")).toHaveAccessibleName(/^c3, black/);
  await expect(page).toHaveURL(/moves=f5d6c3/);
  await expectAccessible(page);
});

test("the games of a player have their results, by opening and opponent", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/archive?text=tamenori");
  await expect(page.getByRole("heading", { name: text.results.title("Tamenori Hideshi") })).toBeVisible();
  const opponents = page.getByRole("table", { name: text.results.opponents });
  await expect(opponents.getByRole("row")).toHaveCount(3);
  await opponents.getByRole("link", { name: "Murakami Takeshi" }).click();
  await expect(games(page)).toHaveCount(2);
  await expectAccessible(page);
});

test("several people with one name are not added together; one of them is chosen by a press", async ({
  visitor,
}) => {
  const page = await visitor();
  await page.goto("/archive?text=goto");
  await expect(page.getByRole("heading", { name: text.results.title("Goto Hiroshi") })).toBeVisible();
  await search(page, "t");
  const person = page.getByRole("button", { name: "Tastet Marc", exact: true });
  await expect(person).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Results of/ })).toHaveCount(0);
  await expect(page.getByText(text.ofPeople(5))).toBeVisible();
  await expect(page.getByText(`${text.of}: ${text.counted.all}`)).toBeVisible();
  await expect(page.getByRole("radio", { name: text.counted.found })).toHaveCount(0);
  await person.click();
  await expect(page.getByRole("radio", { name: text.counted.found })).toBeChecked();
  await expect(page.getByRole("heading", { name: text.results.title("Tastet Marc") })).toBeVisible();
  await expect(games(page)).toHaveCount(1);
});

test("the list follows the board on request", async ({ visitor }) => {
  const page = await visitor({ viewport: { width: 1280, height: 800 } });
  await page.goto("/archive?text=hideshi");
  await page
    .getByRole("region", { name: text.statistics.title })
    .getByRole("button", { name: text.statistics.play("f5"), exact: true })
    .click();
  await square(page, "f6").click();
  await page.getByRole("button", { name: text.findPosition }).click();
  await expect(page.getByRole("searchbox")).toHaveValue("hideshi f5f6");
  await expect(games(page)).toHaveCount(1);
  await expect(page.getByRole("button", { name: text.findPosition })).toHaveCount(0);
});

test("no column of the tables by opening and opponent is cut, at any width", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/archive?text=tamenori");
  const tables = [text.results.openings, text.results.opponents].map((name) =>
    page.getByRole("table", { name }),
  );
  for (const table of tables) {
    for (const width of [320, 390, 720, 820, 1024, 1200, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(table.getByRole("row")).not.toHaveCount(0);
      // How far the rightmost cell stands out of what is seen around it.
      const cut = await table.evaluate((shown) => {
        const right = Math.max(
          ...Array.from(shown.querySelectorAll("th, td"), (cell) => cell.getBoundingClientRect().right),
        );
        let seen = innerWidth;
        for (let around = shown.parentElement; around; around = around.parentElement)
          seen = Math.min(seen, around.getBoundingClientRect().right);
        return right - seen;
      });
      expect.soft(cut, `${width}`).toBeLessThanOrEqual(0.5);
      // A word that has room on a line of its own is not broken.
      const broken = await table.evaluate((shown) =>
        Array.from(shown.querySelectorAll("th a"), (link) => {
          const text = link.firstChild as Text;
          return [...text.data.matchAll(/\S+/g)].filter(({ 0: word, index }) => {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            return range.getClientRects().length > 1;
          });
        }).flat(2),
      );
      if (width > 320) expect.soft(broken, `${width}`).toEqual([]);
    }
  }
});

test("a game that a new search does not find leaves the board", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/archive?text=tastet");
  await games(page).first().click();
  const heading = page.getByRole("heading", { name: /Tastet Marc – Tamenori Hideshi/ });
  await search(page, "tamenori");
  await expect(games(page)).toHaveCount(3);
  await expect(heading).toBeVisible();
  await search(page, "japan open");
  await expect(games(page)).toHaveCount(2);
  await expect(heading).toHaveCount(0);
});

test("the games that were found are exported", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/archive?text=1998");
  await page.locator("summary", { hasText: text.export.title }).click();
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: text.export.formats.transcript }).click();
  const stream = await (await waiting).createReadStream();
  let content = "";
  for await (const chunk of stream) content += String(chunk);
  expect(content.trim().split("\n")).toEqual(["f5d6c3d3c4f4f6f3e6e7d7", "f5d6c3d3c4f4c5b3c2"]);
});

test("a player of 1998 is found by the name in Japanese, and a game is replayed by thumb", async ({
  visitor,
}) => {
  const page = await visitor({ locale: "ja-JP", viewport: { width: 360, height: 740 }, hasTouch: true });
  await page.goto("/archive");
  await page.getByRole("searchbox", { name: ja.archive.field }).fill("為則 1998年");
  await page.getByRole("button", { name: ja.archive.search }).tap();
  await expect(page.getByText("Tamenori Hideshi", { exact: true }).first()).toBeVisible();
  const found = page.getByRole("region", { name: ja.archive.games, exact: true }).getByRole("group");
  await expect(found.getByRole("button")).toHaveCount(2);
  await expect(page.getByRole("button", { name: ja.archive.meant(ja.archive.kinds.opening) })).toBeVisible();
  await found
    .getByRole("button", { name: /村上|Murakami/ })
    .first()
    .tap();
  await expect(page.getByRole("grid")).toBeInViewport();
  const next = page.getByRole("button", { name: ja.game.moves.next });
  for (let ply = 0; ply < 11; ply++) await next.tap();
  await expect(next).toBeDisabled();
  await expect(page.getByText(ja.game.moves.at(11, 11))).toBeVisible();
  await expect(page.getByRole("grid").getByRole("button", { name: /^d7、黒/ })).toBeVisible();
  await expectAccessible(page);
});

test("where nothing is found, a part of the text is left out by one press", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/archive?text=tamenori+2009");
  await expect(page.getByText(text.nothing)).toBeVisible();
  await page.getByRole("button", { name: text.without("2009") }).click();
  await expect(page.getByRole("searchbox")).toHaveValue("tamenori");
  await expect(games(page)).toHaveCount(3);
});

for (const [size, viewport, locale] of [
  ["phone", { width: 360, height: 740 }, "en-GB"],
  ["phone", { width: 360, height: 740 }, "ja-JP"],
  ["tablet", { width: 820, height: 1180 }, "ja-JP"],
] as const) {
  test(`the archive on a ${size}, ${locale}`, async ({ visitor }) => {
    const page = await visitor({ viewport, locale });
    await page.goto("/archive?text=tamenori");
    await page
      .getByRole("button", { name: /Tastet/ })
      .first()
      .click();
    await expect(page.getByRole("grid")).toBeInViewport();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, "nothing stands out at the side").toBeLessThanOrEqual(viewport.width);
    await expectAccessibleInBothSchemes(page);
  });
}

test("games, one of them on the board, and an event in Japanese have nothing left in English", async ({
  visitor,
}) => {
  const names = GAMES.flatMap(([black, white, event]) => [black, white, event]);
  const page = await visitor({ locale: "ja-JP" });
  await page.goto("/archive");
  const listed = page.getByRole("region", { name: ja.archive.games, exact: true }).getByRole("button");
  await expect(listed.first()).toBeVisible();
  await expectNoEnglish(page, names);
  await listed.first().click();
  await expect(page.getByRole("link", { name: ja.archive.page })).toBeVisible();
  await expectNoEnglish(page, names);
  await page.goto("/event?name=Japan+Open&year=1998");
  await expect(page.getByRole("heading", { name: ja.archive.event.standings })).toBeVisible();
  await expectNoEnglish(page, names);
});

testOfNoGames("an archive without games says how they come", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/archive");
  await expect(page.getByText(text.empty)).toBeVisible();
  await expect(page.getByText("willow import")).toBeVisible();
  await expectAccessible(page);
});

test("all games of an event are on one page, with its standings", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/archive?text=japan+open");
  await games(page).first().click();
  await page.getByRole("link", { name: text.event.open }).click();
  await expect(page).toHaveURL(/\/event\?name=Japan\+Open&year=1998/);
  await expect(page.getByRole("heading", { level: 1, name: "Japan Open 1998" })).toBeVisible();
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(3);
  const boards = page.getByRole("region", { name: text.games, exact: true }).getByRole("listitem");
  await expect(boards).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Tamenori Hideshi" }).click();
  await expect(page.getByRole("heading", { name: text.event.gamesOf("Tamenori Hideshi") })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
