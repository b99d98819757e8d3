// The network is cut, the server is killed: no move and no message is lost or doubled.
import { words } from "../src/words";
import { CUT, expect, test } from "./fixtures";
import { chat, moverAndWaiter, pair, playFirstLegal, playOut, say, legalSquares, square } from "./person";
import { Wire } from "./proxy";

test.use({ expected: CUT });

test(
  "a move and a line that are made without a network arrive once, when it is back",
  { tag: "@fast" },
  async ({ server, visitor }) => {
    const wire = new Wire(server.url);
    const near = await wire.open();
    const [one, other] = [await visitor({ baseURL: near }), await visitor()];
    await pair(one, other);
    const [mover] = await moverAndWaiter(one, other);
    if (mover === other) await playFirstLegal(other);
    await expect(legalSquares(one).first()).toBeVisible();

    wire.cut();
    await expect(one.getByRole("status").getByText(words.frame.link.waiting)).toBeVisible();
    const name = ((await legalSquares(one).first().getAttribute("aria-label")) ?? "").slice(0, 2);
    await square(one, name).click();
    await say(one, "are you there");
    await expect(square(other, name)).toHaveAccessibleName(/empty/);

    wire.restore();
    await expect(square(other, name)).toHaveAccessibleName(/black|white/, { timeout: 20_000 });
    await expect(chat(other, "players").getByText("are you there")).toHaveCount(1);
    await expect(chat(one, "players").getByText("are you there")).toHaveCount(1);
    await expect(square(one, name)).toHaveAccessibleName(/black|white/);
    await wire.close();
  },
);

test("a game goes on after the server was killed", async ({ server, visitor }) => {
  test.setTimeout(120_000);
  const [one, other] = [await visitor(), await visitor()];
  await pair(one, other);
  const [first] = await moverAndWaiter(one, other);
  const played = await playFirstLegal(first);
  await server.kill();
  await expect(one.getByText(words.frame.link.waiting)).toBeVisible();
  await server.start();
  await expect(one.getByText(words.frame.link.waiting)).toBeHidden({ timeout: 20_000 });
  await expect(other.getByText(words.frame.link.waiting)).toBeHidden({ timeout: 20_000 });
  for (const page of [one, other]) await expect(square(page, played)).toHaveAccessibleName(/black|white/);
  await playOut(one, other);
});
