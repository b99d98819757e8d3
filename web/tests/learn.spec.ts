// The lessons: by mouse and by keyboard, what is remembered, and where they lead.
import { words } from "../src/words";
import text from "../src/words/en/learn";
import { expect, expectAccessibleInBothSchemes, test } from "./fixtures";
import { square } from "./person";

const { turning, corners, end } = text.lessons;

test("the first lesson, from page one to the next lesson", { tag: "@fast" }, async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/");
  await page.getByRole("link", { name: words.home.links.learn }).last().click();
  await page.getByRole("link", { name: text.begin, exact: true }).click();
  const status = page.getByRole("main").getByRole("status");
  for (const [at, move] of ["d3", "a4", "d3", "c2"].entries()) {
    const board = turning.boards[at];
    if (!board) throw new Error(`no board ${at}`);
    await expect(page.getByText(board.ask)).toBeVisible();
    await square(page, "a8").click();
    await expect(status).toHaveText(text.illegal("a8"));
    await square(page, move).click();
    await expect(status).toHaveText(board.right);
    await expect(square(page, move)).toHaveAccessibleName(/black/);
    if (at < 3) await page.getByRole("button", { name: text.on }).click();
  }
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("link", { name: text.next(end.title) }).click();
  await expect(page.getByRole("heading", { level: 1, name: end.title })).toBeVisible();
  await page.goto("/learn");
  await expect(page.getByText(text.done(4, 4), { exact: true })).toHaveCount(1);
  await expect(page.getByRole("link", { name: text.goOn, exact: true })).toHaveAttribute(
    "href",
    "/learn/end",
  );
  await expectAccessibleInBothSchemes(page);
});

test("a mistake is punished on the board, and the answer is shown, by keyboard alone", async ({
  visitor,
}) => {
  const page = await visitor();
  await page.goto("/learn/corners");
  const status = page.getByRole("main").getByRole("status");
  await square(page, "b2").focus();
  await page.keyboard.press("Enter");
  await expect(status).toHaveText(text.gives("b2", "a1"));
  await expect(square(page, "a1")).toHaveAccessibleName(/white/);
  await page.getByRole("button", { name: text.again }).focus();
  await page.keyboard.press("Enter");
  await expect(square(page, "a1")).toHaveAccessibleName(/empty/);
  await page.getByRole("button", { name: text.show }).focus();
  await page.keyboard.press("Enter");
  await expect(status).toHaveText(text.shown(["h1"]));
  await square(page, "h1").focus();
  await page.keyboard.press("Enter");
  await expect(status).toHaveText(corners.boards[0]?.right ?? "");
});

test("a lesson that does not exist is the list of those that do", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/learn/no-such-lesson");
  await expect(page.getByRole("heading", { level: 1, name: text.title })).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(12);
});
