// Two people play a whole game and talk; a third watches; a visitor sees the end of it.
import { words } from "../src/words";
import { expect, test } from "./fixtures";
import { chat, moverAndWaiter, ownName, pair, playFirstLegal, playOut, say } from "./person";

test("two browsers play a whole game with chat and private messages, a third watches", async ({
  visitor,
}) => {
  test.setTimeout(300_000);
  const [black, white, third] = [await visitor(), await visitor(), await visitor()];
  const number = await pair(black, white);

  await third.goto(`/game/${number}`);
  await expect(third.getByRole("grid")).toBeVisible();

  await say(black, "have fun");
  await expect(chat(white, "players")).toContainText("have fun");
  await expect(third.getByText("have fun")).toHaveCount(0);

  const [mover] = await moverAndWaiter(black, white);
  const first = await playFirstLegal(mover);
  await expect(
    third.getByRole("grid").getByRole("button", { name: new RegExp(`^${first}, black`) }),
  ).toBeVisible();

  await playOut(black, white);
  for (const page of [black, white, third]) {
    await expect(page.getByRole("grid").getByRole("button", { name: /legal/ })).toHaveCount(0);
  }

  const whiteName = await ownName(white);
  await black.goto(`/messages/${whiteName}`);
  await black.getByRole("textbox", { name: words.lobby.messages.to(whiteName) }).fill("good game");
  await black.keyboard.press("Enter");
  await white.goto("/messages");
  await expect(white.getByText("good game").first()).toBeVisible();
});
