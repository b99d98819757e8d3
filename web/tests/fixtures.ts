// What the browser tests have in common: the server, and people who each have a browser of their own.
import { expect, test as base, type Browser, type BrowserContextOptions, type Page } from "@playwright/test";
import axe, { type RunOnly } from "axe-core";
import { WillowServer } from "./server";

/** Opens a browser of its own for a person who is not signed in. */
export type NewVisitor = (options?: BrowserContextOptions) => Promise<Page>;

interface TestFixtures {
  visitor: NewVisitor;
  /** The messages that a browser writes by itself in this test; any other one makes it fail. None, unless a test says so. */
  expected: RegExp | null;
}

interface WorkerFixtures {
  /** Further settings of the server, in the form of its configuration file. */
  config: string;
  server: WillowServer;
}

/** What a browser writes when the network is cut or the server is gone. */
export const CUT =
  /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_SOCKET_NOT_CONNECTED|ERR_EMPTY_RESPONSE|WebSocket connection to/;

/** What a browser writes when the server refuses a request: a page that does not exist, a session that has ended. */
export const REFUSED = /the server responded with a status of 40[14]/;

/** What Playwright writes where a test keeps service workers away. */
const BLOCKED = /^Service Worker registration blocked by Playwright$/;

/** What Chromium writes when a page is left while its connection is being opened, as on a busy machine. It is no fault of the page. */
const LEFT = /WebSocket is closed before the connection is established/;

/** A test with a server. A warning or an error on a page's console makes it fail, unless it is expected. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  config: ["", { scope: "worker", option: true }],
  server: [
    async ({ config }, use) => {
      const server = new WillowServer(config);
      await server.start();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  expected: [null, { option: true }],
  visitor: async ({ browser, server, expected }, use) => {
    const problems: string[] = [];
    const pages: Page[] = [];
    const isKnown = (problem: string) =>
      (expected?.test(problem) ?? false) || BLOCKED.test(problem) || LEFT.test(problem);
    const hear = (problem: string) => void (isKnown(problem) || problems.push(problem));
    await use(async (options) => {
      const page = await openPage(browser, server.url, hear, options);
      pages.push(page);
      return page;
    });
    await Promise.all(pages.map((page) => page.context().close()));
    expect(problems, "messages on the console").toEqual([]);
  },
});

export { expect };

async function openPage(
  browser: Browser,
  url: string,
  hear: (problem: string) => void,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, ...options });
  // Every page of the person, also a second window that the test opens.
  context.on("weberror", (error) => hear(String(error.error())));
  context.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") hear(message.text());
  });
  return context.newPage();
}

let count = 0;

/** A name that no other test has used. */
export function newName(word: string): string {
  count += 1;
  return `${word}${process.pid % 1000}x${count}`;
}

/** Makes an account for a page's browser, and opens the first page. */
export async function register(page: Page, name: string): Promise<void> {
  await logIn(page, { do: "register", name, password: "correct horse battery" });
}

/** Signs in to an account that `register` has made, and opens the first page. */
export async function signIn(page: Page, name: string): Promise<void> {
  await logIn(page, { do: "login", name, password: "correct horse battery" });
}

/** Makes the person of a page a guest, and opens the first page. */
export async function becomeGuest(page: Page, name: string): Promise<void> {
  await logIn(page, { do: "guest", name });
}

async function logIn(page: Page, command: object): Promise<void> {
  await page.goto("/");
  const status = await page.evaluate(async (body) => {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch("/api/session", { method: "POST", headers, body: JSON.stringify(body) });
    return answer.status;
  }, command);
  expect(status).toBe(200);
  await page.reload();
}

/** Waits until a page looks the same twice in a row. */
export async function expectAtRest(page: Page): Promise<void> {
  let last: Buffer = Buffer.alloc(0);
  const isSame = async () => {
    const before = last;
    last = await page.screenshot();
    return last.equals(before);
  };
  await expect.poll(isSame, { intervals: [100] }).toBe(true);
}

/** Checks a page against axe's rules for WCAG 2.2 AA. */
export async function expectAccessible(page: Page): Promise<void> {
  const values = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  await expectRules(page, { type: "tag", values });
  // By its tags axe leaves it out, as an experiment.
  await expectRules(page, { type: "rule", values: ["label-content-name-mismatch"] });
}

/** Checks a page that is light, and once more in dark, which differs by its colours alone. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectRules(page, { type: "rule", values: ["color-contrast", "link-in-text-block"] });
  await page.emulateMedia({ colorScheme: "light" });
}

async function expectRules(page: Page, runOnly: RunOnly): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (runOnly) => {
    const checker = (window as unknown as { axe: typeof axe }).axe;
    const { violations } = await checker.run({ runOnly, resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("\n  ")}`);
  }, runOnly);
  expect(found, page.url()).toEqual([]);
}
