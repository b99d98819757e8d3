// An opponent who goes away: the countdown stands in the place of the clock, then the win can be claimed.
import { words } from "../src/words";
import { expect, test } from "./fixtures";
import { moverAndWaiter, pair, playFirstLegal } from "./person";

test.use({ config: "gone-after-seconds = 8\n" });

test("the win can be claimed when the opponent stays away", async ({ visitor }) => {
  const [one, other] = [await visitor(), await visitor()];
  await pair(one, other);
  const [black, white] = await moverAndWaiter(one, other);
  await playFirstLegal(black);
  await playFirstLegal(white);
  await playFirstLegal(black);
  // It is White's turn, who goes.
  await white.goto("about:blank");
  await expect(black.getByText(new RegExp(words.game.away.claimIn("0:0\\d")))).toBeVisible();
  await black.getByRole("button", { name: words.game.away.claim }).click({ timeout: 15_000 });
  await expect(black.getByRole("button", { name: words.game.actions.rematch, exact: true })).toBeVisible();
});
