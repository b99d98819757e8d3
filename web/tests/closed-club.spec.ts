// A club's own server: members come by invitation, others read nothing, and its pages say who runs it.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { words } from "../src/words";
import { CUT, expect, expectAccessible, newName, test } from "./fixtures";
import { LineClient } from "./line-client";

const pages = mkdtempSync(join(tmpdir(), "willow-pages-"));
writeFileSync(
  join(pages, "privacy.txt"),
  "# What is stored\nWrite to op@club.example.\n\n- moves\n- names\n",
);
writeFileSync(join(pages, "privacy.ja.txt"), "# 保存するもの\n");

const text = words.moderation;
const account = words.account;

const config = `registration = "invitation"
visitors-read = "nothing"
pages-folder = ${JSON.stringify(pages)}
`;

// The server is stopped while it gets its administrator. Nothing else is refused that a page asks for.
test.use({ config, expected: CUT });

test("a moderator invites somebody, who sees nothing before and everything after", async ({
  visitor,
  server,
}) => {
  test.setTimeout(120_000);
  const [mona, guest] = [newName("mod"), newName("new")];
  await server.kill();
  const password = server.createAdmin(mona);
  await server.start();
  const page = await visitor();
  await page.goto("/sign-in");
  await page.getByRole("textbox", { name: account.name, exact: true }).fill(mona);
  await page.getByRole("textbox", { name: account.password }).fill(password);
  await page.getByRole("button", { name: account.signIn }).click();
  await expect(page.getByRole("link", { name: mona })).toBeVisible();
  await page.goto("/moderation");
  await page.getByRole("radio", { name: text.views.invitations, exact: true }).check({ force: true });
  const form = page.getByRole("form", { name: text.invitations.title });
  await form.getByRole("textbox", { name: text.invitations.uses }).fill("0");
  await form.getByRole("button", { name: text.invitations.make }).click();
  await expect(form.getByText(text.invitations.upTo(1000))).toBeVisible();
  await form.getByRole("textbox", { name: text.invitations.uses }).fill("2");
  await form.getByRole("button", { name: text.invitations.make }).click();
  const link = await form.getByRole("textbox", { name: text.invitations.link }).inputValue();
  expect(link).toContain("/invitation#");
  await expect(page.getByText(text.invitations.used(0, 2))).toBeVisible();
  await expectAccessible(page);

  // The lobby is for members.
  const other = await visitor();
  await other.goto("/lobby");
  await expect(other.getByText(account.membersOnly.nothing)).toBeVisible();
  await expect(other.getByText(account.registration.invitation)).toBeVisible();
  await expect(other.getByRole("button", { name: account.guestGo })).toHaveCount(0);
  await expect(other.getByRole("link", { name: account.register })).toHaveCount(0);
  await other.getByRole("link", { name: account.haveInvitation }).click();
  await expect(other.getByRole("textbox", { name: account.invitation })).toBeVisible();
  await expect(other.getByText(account.registration.invitation)).toBeVisible();
  await expectAccessible(other);
  // No page promises what the server refuses.
  for (const path of ["/", "/account", "/people", "/games/new"]) {
    await other.goto(path);
    await expect(other.getByText(account.registration.invitation).first()).toBeVisible();
    await expect(other.getByText(words.home.intro)).toHaveCount(0);
    await expect(other.getByText(words.home.guestsUnrated)).toHaveCount(0);
  }
  await other.goto("/");
  await expect(other.getByRole("heading", { name: words.home.watch })).toHaveCount(0);
  await other.goto("/account");
  await expect(other.getByRole("link", { name: account.register })).toHaveCount(0);
  await other.getByRole("link", { name: words.frame.documents.privacy }).click();
  await expect(other.getByRole("heading", { name: "What is stored" })).toBeVisible();
  await expect(other.getByRole("link", { name: "op@club.example" })).toHaveAttribute(
    "href",
    "mailto:op@club.example",
  );
  await expect(other.getByRole("listitem").filter({ hasText: "moves" })).toBeVisible();
  await expectAccessible(other);

  await other.goto(link);
  await expect(other.getByText(new RegExp(`^${mona} `))).toBeVisible();
  await other.getByRole("textbox", { name: account.name, exact: true }).fill(guest);
  await other.getByRole("textbox", { name: account.password }).fill("a good password");
  await expectAccessible(other);
  await other.getByRole("button", { name: account.register }).click();
  await other.getByRole("checkbox", { name: account.codes.kept }).check();
  await other.getByRole("button", { name: account.codes.go }).click();
  await other.goto("/lobby");
  await expect(other.getByRole("heading", { name: words.frame.lobby, level: 1 })).toBeVisible();
  await expect(other.getByText(account.membersOnly.nothing)).toHaveCount(0);

  await page.reload();
  await page.getByRole("radio", { name: text.views.log, exact: true }).check({ force: true });
  await expect(page.getByText(text.entry(mona, text.acts.invite(guest)))).toBeVisible();

  // A forgotten password: a link for one use.
  await page.getByRole("radio", { name: text.views.act, exact: true }).check({ force: true });
  const act = page.getByRole("form", { name: text.actions });
  await act.getByRole("textbox", { name: text.name }).fill(guest);
  await act.getByText(text.kinds.recover, { exact: true }).click();
  await act.getByRole("textbox", { name: text.reason }).fill("forgot it");
  await act.getByRole("button", { name: text.kinds.recover, exact: true }).click();
  const way = await act.getByRole("textbox", { name: text.recoverLink }).inputValue();
  const third = await visitor();
  await third.goto(way);
  await expect(third.getByText(account.recoverByLink(guest))).toBeVisible();
  await expect(third.getByText(account.recoverIntro)).toHaveCount(0);
  await expect(third.getByRole("textbox", { name: account.code })).toHaveCount(0);
  await third.getByRole("textbox", { name: account.newPassword }).fill("another password");
  await third.getByRole("button", { name: account.recover }).click();
  await expect(third.getByRole("link", { name: guest })).toBeVisible();

  // The end of an account, at the member's request.
  await act.getByText(text.kinds["delete-user"], { exact: true }).click();
  await act.getByRole("textbox", { name: text.reason }).fill("asked for it");
  await act.getByRole("button", { name: text.kinds["delete-user"], exact: true }).click();
  await act.getByRole("button", { name: text.again(text.kinds["delete-user"], guest) }).click();
  await expect(act.getByText(text.done(text.acts["delete-user"](guest)))).toBeVisible();
  await expect(LineClient.guest(server.lines, newName("eve"))).rejects.toThrow();
});

test("the moderators' page leads a visitor to the login", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/moderation");
  await page.getByRole("main").getByRole("link", { name: words.lobby.person.signIn }).click();
  await expect(page).toHaveURL(/\/sign-in/);
});
