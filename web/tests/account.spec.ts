// Accounts by the forms alone: sign up, sign out and in, a forgotten password, a guest who keeps the name, the end.
import type { Page } from "@playwright/test";
import { words } from "../src/words";
import { becomeGuest, expect, newName, REFUSED, test } from "./fixtures";
import { ownName } from "./person";

const text = words.account;
const PASSWORD = "correct horse battery";

// A wrong password and a session that was ended elsewhere are refused; a page that is left may still be connecting.
const LEFT = /WebSocket is closed before the connection is established/;
test.use({ expected: new RegExp(`${REFUSED.source}|${LEFT.source}`) });

/** A field of a form, the first of this label. Fields for passwords have no role. */
function field(page: Page, label: string) {
  return page.getByLabel(label, { exact: true }).first();
}

/** Presses a button of the page's content. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name, exact: true }).first().click();
}

/** Makes an account by its form, and returns the recovery codes that the page shows. */
async function signUp(page: Page, name: string): Promise<string[]> {
  await page.goto("/register");
  await field(page, text.name).fill(name);
  await field(page, text.password).fill(PASSWORD);
  await press(page, text.register);
  return keepCodes(page);
}

/** Reads the recovery codes, says that they are kept, and goes on. */
async function keepCodes(page: Page): Promise<string[]> {
  const codes = page.getByRole("list", { name: text.codes.title }).getByRole("listitem");
  await expect(codes.first()).toBeVisible();
  const shown = await codes.allTextContents();
  await expect(page.getByRole("button", { name: text.codes.go })).toBeDisabled();
  await page.getByRole("checkbox", { name: text.codes.kept }).check();
  await press(page, text.codes.go);
  return shown;
}

/** Signs in by the form. */
async function signIn(page: Page, name: string, password: string): Promise<void> {
  await page.goto("/sign-in");
  await field(page, text.name).fill(name);
  await field(page, text.password).fill(password);
  await press(page, text.signIn);
}

/** Waits until the head of the page shows this user. */
async function expectUser(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("banner").locator(`a[href="/user/${name}"]`)).toBeVisible();
}

test(
  "an account is made, left, and entered again; a wrong password says so",
  { tag: "@fast" },
  async ({ visitor }) => {
    const page = await visitor();
    const name = newName("ann");
    expect(await signUp(page, name)).not.toEqual([]);
    await expectUser(page, name);
    await page.goto("/account");
    await press(page, text.signOut);
    await expect(page.getByRole("link", { name: words.frame.signIn }).first()).toBeVisible();
    await signIn(page, name, "not the password");
    await expect(page.getByText(words.errors["wrong-password"]).first()).toBeVisible();
    await signIn(page, name, PASSWORD);
    await expectUser(page, name);
  },
);

test("a form says what is wrong beside the field, and keeps what was typed", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/register");
  await field(page, text.name).fill("1");
  await field(page, text.password).fill("short");
  await press(page, text.register);
  await expect(field(page, text.name)).toHaveAccessibleDescription(new RegExp(text.badName.slice(0, 20)));
  await expect(field(page, text.password)).toHaveAccessibleDescription(new RegExp(text.shortPassword));
  await expect(field(page, text.name)).toHaveValue("1");
  await expect(field(page, text.name)).toBeFocused();
});

test("a recovery code sets a new password, once, and ends the sessions elsewhere", async ({ visitor }) => {
  const [page, elsewhere] = [await visitor(), await visitor()];
  const name = newName("bea");
  const [code = ""] = await signUp(page, name);
  const recover = async (password: string) => {
    await elsewhere.goto("/recover");
    await field(elsewhere, text.name).fill(name);
    await field(elsewhere, text.code).fill(code);
    await field(elsewhere, text.newPassword).fill(password);
    await press(elsewhere, text.recover);
  };
  await recover("a quite new password");
  await expectUser(elsewhere, name);
  await page.goto("/account");
  await expect(page.getByText(text.visitor)).toBeVisible();
  await elsewhere.context().clearCookies();
  await recover("a password after that");
  await expect(elsewhere.getByRole("alert").first()).not.toBeEmpty();
  await signIn(page, name, "a quite new password");
  await expectUser(page, name);
});

test("a token for a program is made with the password, shown once, and revoked", async ({ visitor }) => {
  const page = await visitor();
  await signUp(page, newName("dora"));
  await page.goto("/account");
  const own = page
    .getByRole("main")
    .locator("section", { has: page.getByRole("heading", { name: text.programs }) });
  await expect(own.getByText(text.noPrograms)).toBeVisible();
  await press(page, text.newToken);
  await own.getByLabel(text.tokenName).fill("my bot");
  await own.getByLabel(text.scope.chat).uncheck();
  await own.getByLabel(text.oldPassword, { exact: true }).fill("not the password");
  await press(page, text.makeToken);
  await expect(own.getByText(text.wrongPassword).first()).toBeVisible();
  await own.getByLabel(text.oldPassword, { exact: true }).fill(PASSWORD);
  await press(page, text.makeToken);
  await expect(own.getByRole("status").filter({ has: page.getByRole("code") })).toBeFocused();
  const token = await own.getByRole("code").textContent();
  const ask = () =>
    page.request.post("/api/do", { headers: { authorization: `Bearer ${token}` }, data: { do: "user" } });
  expect((await ask()).status()).toBe(200);
  const say = page.request.post("/api/do", {
    headers: { authorization: `Bearer ${token}` },
    data: { do: "say", text: "hello" },
  });
  expect(await (await say).json()).toMatchObject({ detail: "missing-scope", scope: "chat" });
  await expect(own.getByText(text.may(text.scope.play))).toBeVisible();
  await expect(own.getByText("my-bot")).toBeVisible();
  await press(page, text.keptToken);
  await expect(own.getByRole("code")).toHaveCount(0);
  await expect(own.getByRole("button", { name: text.newToken })).toBeFocused();
  await own.getByRole("button", { name: new RegExp(`^${text.end}: my-bot`) }).click();
  await expect(own.getByText(text.endedOf.program)).toBeVisible();
  expect((await ask()).status()).toBe(401);
});

test("a guest makes an account of the guest's own name", async ({ visitor }) => {
  const page = await visitor();
  await becomeGuest(page, newName("guest"));
  const name = await ownName(page);
  await page.goto("/account");
  await page.getByRole("link", { name: text.keepGuest }).click();
  await expect(field(page, text.name)).toHaveValue(name);
  await field(page, text.password).fill(PASSWORD);
  await press(page, text.register);
  await keepCodes(page);
  await expectUser(page, name);
  await page.goto("/account");
  await expect(page.getByText(text.you(name))).toBeVisible();
});

test("a new password signs out everywhere else, and a deleted account is gone", async ({ visitor }) => {
  const [page, elsewhere] = [await visitor(), await visitor()];
  const name = newName("cleo");
  await signUp(page, name);
  await signIn(elsewhere, name, PASSWORD);
  await expectUser(elsewhere, name);
  await page.goto("/account");
  await field(page, text.oldPassword).fill(PASSWORD);
  await field(page, text.newPassword).fill("another fine password");
  await press(page, text.changePassword);
  await expect(page.getByText(text.passwordChanged)).toBeVisible();
  await elsewhere.goto("/account");
  await expect(elsewhere.getByText(text.visitor)).toBeVisible();
  await press(page, text.removeFirst);
  await page.getByLabel(text.oldPassword, { exact: true }).last().fill("another fine password");
  await press(page, text.removeGo);
  await page.waitForURL("/");
  await expect(page.getByRole("link", { name: words.frame.signIn }).first()).toBeVisible();
  await signIn(page, name, "another fine password");
  await expect(page.getByRole("main").getByText(words.errors["wrong-password"]).first()).toBeVisible();
});

// The server of the tests has no relay: the client's part is tried with what a server with one answers.
test("an e-mail address is given, confirmed and removed, and gets a link", async ({ visitor }) => {
  const page = await visitor();
  const name = newName("eve");
  await signUp(page, name);
  const mail: { enabled: boolean; address?: string; confirmed: boolean } = {
    enabled: true,
    confirmed: false,
  };
  const asked: string[] = [];
  await page.route("**/api/mail**", async (route) => {
    const request = route.request();
    const body = request.postDataJSON() as Record<string, string> | null;
    asked.push(`${request.method()} ${new URL(request.url()).pathname} ${JSON.stringify(body)}`);
    if (request.method() === "POST" && body?.address) mail.address = body.address;
    if (request.method() === "DELETE") delete mail.address;
    await route.fulfill({ json: request.method() === "GET" ? mail : { event: "ok" } });
  });
  await page.goto("/account");
  await field(page, text.email.address).fill("nobody");
  await press(page, text.email.give);
  await expect(page.getByText(text.email.bad)).toBeVisible();
  await field(page, text.email.address).fill("eve@club.example");
  const own = page.locator("section", { has: page.getByRole("heading", { name: text.email.title }) });
  await own.getByLabel(text.oldPassword, { exact: true }).fill(PASSWORD);
  await press(page, text.email.give);
  await expect(page.getByText(text.email.sent("eve@club.example"))).toBeVisible();
  await expect(page.getByText(text.email.unconfirmed("eve@club.example"))).toBeVisible();
  await press(page, text.email.remove);
  await expect(page.getByText(text.email.removed)).toBeVisible();
  await page.goto("/confirm-email#abcde-fghij");
  await press(page, text.email.confirm);
  await expect(page.getByText(text.email.confirmed)).toBeVisible();
  await page.goto("/recover");
  await field(page, text.email.account).fill("eve");
  await press(page, text.email.recoverGo);
  await expect(page.getByText(text.email.onItsWay)).toBeVisible();
  const given = { address: "eve@club.example", language: "en", password: PASSWORD };
  expect(asked.filter((request) => !request.startsWith("GET"))).toEqual([
    `POST /api/mail ${JSON.stringify(given)}`,
    "DELETE /api/mail null",
    'POST /api/mail/confirm {"code":"abcde-fghij"}',
    'POST /api/mail/recover {"account":"eve"}',
  ]);
});
