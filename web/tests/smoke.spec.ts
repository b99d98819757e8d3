// The page opens, says nothing on the console, and is accessible.
import { expect, expectAccessible, test } from "./fixtures";

test("a visitor sees the first page", { tag: "@fast" }, async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessible(page);
});
