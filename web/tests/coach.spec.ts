// Help in games against programs: hints in three steps, what each move missed, and the mark of a game with help.
import { words } from "../src/words";
import text from "../src/words/en/exercises";
import { expect, expectAccessibleInBothSchemes, test } from "./fixtures";
import { legalSquares, playBot, playFirstLegal, square } from "./person";

const { hint, hintWhy, hintMove, hinted, atOnce, assisted, resign, resignAgain } = words.game.actions;
const ENGINE = { timeout: 60_000 };

test("a hint says where to look, then why, then the move; the game is marked", async ({ visitor }) => {
  const page = await visitor();
  await playBot(page, "random-bot");
  for (let move = 0; move < 3; move++) await playFirstLegal(page);
  await expect(legalSquares(page).first()).toBeVisible();
  const actions = page.getByRole("group", { name: words.game.actions.title });
  const said = actions.getByRole("status");
  await actions.getByRole("button", { name: hint, exact: true }).click();
  await expect(said).toHaveText(/^Look at the /, ENGINE);
  await actions.getByRole("button", { name: hintWhy, exact: true }).click();
  await expect(said).toHaveText(new RegExp(`^(Not [a-h][1-8]\\. |${text.coach.even})`));
  await actions.getByRole("button", { name: hintMove, exact: true }).click();
  await expect(said).toHaveText(/^A good move: [a-h][1-8]\.$/);
  await expectAccessibleInBothSchemes(page);
  const best = /[a-h][1-8]/.exec(await said.innerText())?.[0] ?? "";
  await expect(said).toHaveText(hinted(best));
  await square(page, best).click();
  await expect(actions.getByRole("button", { name: hint, exact: true })).toBeEnabled();
  await actions.getByRole("button", { name: resign, exact: true }).click();
  await actions.getByRole("button", { name: resignAgain, exact: true }).click();
  await expect(page.getByText(assisted(1))).toBeVisible();
});

test("against the device: what a move missed is said at once, and it can be taken back", async ({
  visitor,
}) => {
  test.setTimeout(120_000);
  const page = await visitor();
  await page.goto("/over-the-board");
  await page.getByText(words.table.opponents.white, { exact: true }).click();
  await page.getByRole("button", { name: words.table.begin }).click();
  await page.getByRole("checkbox", { name: atOnce }).check();
  const said = page
    .getByRole("main")
    .getByRole("status")
    .filter({ hasText: /loses|turns/ });
  // The last legal move is bad before long.
  for (let move = 0; move < 25 && !(await said.isVisible()); move++) {
    const last = legalSquares(page).last();
    await expect(last).toBeVisible(ENGINE);
    const name = (await last.getAttribute("data-square")) ?? "";
    await square(page, name).click();
    await expect(square(page, name)).toHaveAccessibleName(/black|white/);
    // The device has moved, and the move was looked at.
    await expect(legalSquares(page).last()).toBeVisible(ENGINE);
    await expect(page.locator("[role=status][aria-busy=true]")).toHaveCount(0, ENGINE);
  }
  await expect(said).toHaveText(/ loses \d.* discs\. Better was [a-h][1-8]\./);
  await page.getByRole("button", { name: words.table.takeBack }).click();
  await expect(said).toBeHidden();
});
