// The pictures of the documentation: PICTURES=../docs/images npx playwright test pictures
import { writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { words } from "../src/words";
import { Club, GAMES, movesOf } from "./club";
import { expect, expectAtRest, register, test } from "./fixtures";
import { legalSquares, say, square } from "./person";

const PICTURES = process.env["PICTURES"];
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const USER = "Emma";

/** Writes what is on the screen as a picture, smaller by a factor. */
async function photograph(page: Page, name: string, scale: number): Promise<void> {
  const size = page.viewportSize() ?? DESK;
  const session = await page.context().newCDPSession(page);
  const clip = { x: 0, y: 0, ...size, scale };
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 62, clip });
  await writeFile(`${PICTURES}/${name}.webp`, Buffer.from(data, "base64"));
  await session.detach();
}

/** Photographs a place in light, in dark and on a phone. */
async function photographPlace(page: Page, path: string, name: string): Promise<void> {
  const kinds = [
    ["light", DESK, "light", 0.5],
    ["dark", DESK, "dark", 0.5],
    ["phone", PHONE, "light", 0.6],
  ] as const;
  for (const [kind, viewport, colorScheme, scale] of kinds) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    // Boards of lists come one after the other.
    await expectAtRest(page);
    await photograph(page, `${name}-${kind}`, scale);
  }
  await page.setViewportSize(DESK);
  await page.emulateMedia({ colorScheme: "light" });
}

/** Plays a game of the user, who has Black, against one of the club. Returns its address. */
async function playWith(page: Page, club: Club, opponent: string): Promise<string> {
  const person = club.of(opponent);
  const offer = await person.ask({ do: "challenge", name: USER, clock: "10:00+5", color: "white" });
  await page.goto("/");
  await page.getByRole("button", { name: words.home.accept }).click();
  await page.waitForURL(/\/game\/\d+$/);
  for (const [ply, move] of movesOf(GAMES[1]).slice(0, 26).entries()) {
    if (ply % 2 === 1) await person.ask({ do: "move", game: offer.done?.game ?? null, move });
    else {
      await expect(square(page, move)).toHaveAccessibleName(/legal/);
      await square(page, move).click();
    }
    await expect(square(page, move)).toHaveAccessibleName(/black|white/);
  }
  await expect(legalSquares(page).first()).toBeVisible();
  await person.ask({ do: "gsay", game: offer.done?.game ?? null, text: "Good luck!" });
  await say(page, "Have fun.");
  return new URL(page.url()).pathname;
}

if (PICTURES !== undefined) {
  test("pictures of all places", async ({ server, visitor }) => {
    test.setTimeout(240_000);
    const club = await Club.meet(server.lines);
    const page = await visitor({ viewport: DESK });
    await register(page, USER);
    await club.of("Nora").ask({ do: "tell", to: USER, text: "Do you come on Thursday?" });
    await club.of("Paul").ask({ do: "tell", to: USER, text: "Thank you for the game. Once more tomorrow?" });
    await page.goto("/messages/Paul");
    const answer = page.getByRole("textbox", { name: words.lobby.messages.to("Paul") });
    await answer.fill("With pleasure. At eight?");
    await answer.press("Enter");
    const game = await playWith(page, club, "Hugo");
    await expectAtRest(page);
    await photograph(page, "game", 0.8);
    const places = {
      home: "/",
      game,
      games: "/games",
      bots: "/bots",
      lobby: "/lobby",
      messages: "/messages/Paul",
      profile: `/user/${USER}`,
      "new-game": "/games/new",
      settings: "/settings",
    };
    for (const [name, path] of Object.entries(places)) await photographPlace(page, path, name);
    club.leave();
  });
}
