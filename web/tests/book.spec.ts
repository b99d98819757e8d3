// The opening book: walked through on the board, with what is proven; changed by the operator alone.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { devices, type Locator, type Page } from "@playwright/test";
import { words } from "../src/words";
import { openStudy } from "./analysis-page";
import { CUT, expect, expectAccessible, newName, register, test as base } from "./fixtures";
import { square } from "./person";
import { makeBook, WillowServer } from "./server";

const text = words.book;
const { userAgent, deviceScaleFactor, isMobile, hasTouch } = devices["Pixel 7"];
const PHONE = { userAgent, deviceScaleFactor, isMobile, hasTouch, viewport: { width: 360, height: 740 } };

/** A server that has a book of its own. */
const test = base.extend<object, { server: WillowServer }>({
  server: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "willow-book-"));
      const file = join(folder, "club.book");
      makeBook(file);
      const server = new WillowServer(`[book]\nfile = ${JSON.stringify(file)}\n`);
      await server.start();
      await use(server);
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
});

// The server is stopped while it gets its administrator, and says what cannot be undone.
test.use({ expected: new RegExp(`${CUT.source}|responded with a status of 409`) });

function here(page: Page): Locator {
  return page.getByRole("region", { name: text.here, exact: true });
}

function row(page: Page, move: string): Locator {
  return page
    .getByRole("row")
    .filter({ has: page.getByRole("button", { name: text.play(move), exact: true }) });
}

test("a walk through the book: values on board and list, openings, and the browser's way back", async ({
  visitor,
}) => {
  const page = await visitor();
  await page.goto("/book");
  await expect(here(page)).toContainText(text.provenHere("black", "draw"));
  await square(page, "f5").click();
  await expect(page).toHaveURL(/\/book\?moves=f5&ply=1$/);
  await expect(row(page, "d6")).toContainText(text.kinds.book);
  await expect(row(page, "d6")).toContainText(text.proven.draw);
  await expect(square(page, "d6")).toHaveAccessibleName(/value .*estimate/);
  await row(page, "d6").getByRole("button").click();
  await expect(page).toHaveURL(/moves=f5d6&ply=2$/);
  await expect(row(page, "c3")).toBeVisible();
  await page.goBack();
  await expect(row(page, "d6")).toBeVisible();
  await page.goForward();
  await expect(row(page, "c3")).toBeVisible();
  await page.reload();
  await expect(row(page, "c3")).toBeVisible();
  await page.goto("/book?moves=f5d6c3d3c4");
  await expect(here(page)).toContainText(text.opening("Tiger"));
  await expectAccessible(page);
  await page.goto("/book?moves=f9");
  await expect(page.getByRole("alert")).toHaveText(text.badMoves);
});

test("what is proven: the parallel opening is no proven draw, and after ten plies nothing is said", async ({
  visitor,
}) => {
  const page = await visitor();
  await page.goto("/book?moves=f5");
  await expect(row(page, "d6")).toContainText(text.proven.draw);
  await expect(row(page, "f4")).not.toContainText(text.proven.draw);
  await page.goto("/book?moves=f5d6c3d3c4f4f6f3e6e7");
  await expect(here(page)).toContainText(text.provenHere("black", "draw"));
  await page.keyboard.press("/");
  const line = page.getByRole("textbox", { name: words.board.commands.label });
  await line.fill("v");
  await page.keyboard.press("Enter");
  await expect(page.getByText(text.provenHere("black", "draw")).nth(1)).toBeVisible();
  await line.fill("d7");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/e7d7&ply=11$/);
  await expect(here(page)).toBeVisible();
  await expect(page.getByText(/Takizawa/)).toHaveCount(0);
});

test("the keyboard walks, and the links lead to the analysis and the archive and back", async ({
  visitor,
}) => {
  const page = await visitor();
  await page.goto("/book?moves=f5d6c3");
  await expect(here(page)).toBeVisible();
  await page.keyboard.press("[");
  await expect(page).toHaveURL(/moves=f5d6c3&ply=2$/);
  await page.keyboard.press("Home");
  await expect(page).toHaveURL(/ply=0$/);
  await page.keyboard.press("End");
  await page.keyboard.press("Escape");
  await page.keyboard.type("d3");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/moves=f5d6c3d3&ply=4$/);
  await page.getByRole("link", { name: words.archive.analyse, exact: true }).click();
  await openStudy(page);
  const table = page.getByRole("region", { name: text.title, exact: true });
  await expect(table).toContainText(text.provenHere("black", "draw"));
  await expect(table.getByRole("button", { name: text.play("c4"), exact: true })).toBeVisible();
  await table.getByRole("link", { name: text.open }).click();
  await expect(page).toHaveURL(/\/book\?moves=f5d6c3d3&ply=4$/);
  await page.getByRole("link", { name: text.archive }).click();
  await expect(page).toHaveURL(/\/archive\?moves=f5d6c3d3&ply=4$/);
  await page.getByRole("link", { name: words.archive.book, exact: true }).click();
  await expect(row(page, "c4")).toBeVisible();
});

test("the operator sets a value, removes a position, and takes both back; nobody else can", async ({
  visitor,
  server,
}) => {
  test.setTimeout(90_000);
  const page = await visitor();
  const operator = newName("op");
  await register(page, operator);
  await page.goto("/book?moves=f5d6&book=server");
  await expect(here(page)).toBeVisible();
  await expect(page.getByRole("form", { name: text.edit.title })).toHaveCount(0);
  await server.kill();
  server.makeAdmin(operator);
  await server.start();
  await page.goto("/book?moves=f5d6&book=server");
  const form = page.getByRole("form", { name: text.edit.title });
  const field = form.getByRole("textbox", { name: text.edit.value("black") });
  await field.fill("many");
  await form.getByRole("button", { name: text.edit.set }).click();
  await expect(page.getByRole("alert")).toHaveText(text.edit.noValue);
  await field.fill("-12.5");
  await form.getByRole("button", { name: text.edit.set }).click();
  await expect(here(page)).toContainText(text.value("black", "−12.5"));
  await expect(page.getByText(`${text.edit.done.set} ${text.edit.left(1)}`)).toBeVisible();
  await form.getByRole("button", { name: text.edit.today }).click();
  await expect(page.getByText(/\(UTC\): \d/)).toBeVisible();
  await expectAccessible(page);
  await page.goto("/book?moves=f5&book=server");
  await expect(row(page, "d6")).toContainText("+12.5");
  await page.getByRole("radio", { name: text.names.shipped }).check({ force: true });
  await expect(row(page, "d6")).not.toContainText("+12.5");
  await expect(page.getByRole("form", { name: text.edit.title })).toHaveCount(0);

  await page.goto("/book?moves=f5f6&book=server");
  await form.getByRole("button", { name: text.edit.remove, exact: true }).click();
  await form.getByRole("button", { name: text.edit.removeAgain }).click();
  await expect(here(page)).toContainText(text.absent);
  for (const left of [1, 0]) {
    await form.getByRole("button", { name: text.edit.undo }).click();
    await expect(page.getByText(`${text.edit.done.undo} ${text.edit.left(left)}`)).toBeVisible();
  }
  await expect(here(page)).not.toContainText(text.absent);
  await form.getByRole("button", { name: text.edit.undo }).click();
  await expect(page.getByRole("alert")).toHaveText(words.errors["nothing-to-undo"]);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the book is accessible on a phone, ${colorScheme}, and nothing scrolls sideways`, async ({
    visitor,
  }) => {
    const page = await visitor({ ...PHONE, colorScheme });
    await page.goto("/book?moves=f5&book=server");
    await row(page, "d6").getByRole("button").tap();
    await expect(row(page, "c3")).toBeVisible();
    await expectAccessible(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
  });
}
