// Private messages on a device that was not there when they were written.
import { words } from "../src/words";
import { expect, newName, register, test } from "./fixtures";
import { LineClient } from "./line-client";

const config = `[quotas]
private-messages-per-minute = 1000
stranger-messages-per-hour = 1000
`;
test.use({ config });

test("a conversation goes back further than what the server sends at a login", async ({
  visitor,
  server,
}) => {
  test.setTimeout(90_000);
  const [reader, writer] = [newName("reader"), newName("writer")];
  const page = await visitor();
  await register(page, reader);
  const one = await LineClient.guest(server.lines, writer);
  for (let number = 1; number <= 120; number++)
    await one.ask({ do: "tell", to: reader, text: `letter ${number}.` });
  await page.goto(`/messages/${writer}`);
  const chat = page.getByRole("log");
  await expect(chat.getByText("letter 120.")).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(chat.getByText("letter 120.")).toBeVisible();
  const earlier = page.getByRole("button", { name: words.lobby.earlier });
  const first = chat.getByText("letter 1.", { exact: true });
  await expect(async () => {
    await chat.evaluate((scroller) => (scroller.scrollTop = 0));
    await expect(first).toBeAttached({ timeout: 500 });
  }).toPass();
  await expect(earlier).toHaveCount(0);
  one.close();
});
