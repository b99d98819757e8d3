// What the smoke tests need of a browser: Chromium, and those that Playwright does not drive.
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { spawn, type ChildProcess } from "node:child_process";
import puppeteer from "puppeteer-core";

/** A browser with one page. */
export interface Driver {
  open(address: string): Promise<void>;
  /** Presses the first element that a selector finds, as a finger or a mouse does. */
  press(selector: string): Promise<void>;
  /** Types a text into the field that a selector finds, after what it has. */
  type(selector: string, text: string): Promise<void>;
  /** Returns the value of an expression in the page. */
  read<T>(expression: string): Promise<T>;
  /** Makes the window so wide and high, or as narrow as the browser allows. */
  resize(width: number, height: number): Promise<void>;
  close(): Promise<void>;
}

/** The browsers, by their names. */
export const BROWSERS: Readonly<Record<string, () => Promise<Driver>>> = {
  Chromium: () => driven("chrome", process.env["WILLOW_BROWSER"] ?? "chromium", ["--no-sandbox"]),
  // Debian's Firefox ESR, by WebDriver BiDi.
  Firefox: () => driven("firefox", "firefox-esr"),
  WebKit: webkit,
};

/** Starts a browser that puppeteer drives. */
async function driven(
  browserName: "chrome" | "firefox",
  program: string,
  args: string[] = [],
): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: browserName,
    executablePath: programOf(program),
    headless: true,
    args,
  });
  const page = await browser.newPage();
  return {
    open: async (address) => void (await page.goto(address)),
    press: (selector) => page.click(selector),
    type: (selector, text) => page.type(selector, text),
    read: (expression) => page.evaluate(expression) as Promise<never>,
    resize: (width, height) => page.setViewport({ width, height }),
    close: () => browser.close(),
  };
}

/** Finds a program in the folders of PATH. */
function programOf(name: string): string {
  const paths = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, name));
  const found = paths.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${name} is missing`);
  return found;
}

/** Where Debian's packages have the browser of WebKitGTK. */
const MINI_BROWSERS = ["4.1", "6.0", "4.0"].map((version) => `webkit2gtk-${version}/MiniBrowser`);
const LIBRARIES = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib"];

/** The key under which WebDriver names an element. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** Starts WebKitGTK's browser on a screen of its own, and asks it by WebDriver. */
async function webkit(): Promise<Driver> {
  const paths = LIBRARIES.flatMap((folder) => MINI_BROWSERS.map((name) => `${folder}/${name}`));
  const binary = paths.find((path) => existsSync(path));
  if (binary === undefined) throw new Error("WebKitGTK's MiniBrowser is missing");
  const port = await freePort();
  const screen = ["-a", "-s", "-screen 0 1600x1200x24"];
  const command = [...screen, "WebKitWebDriver", `--port=${port}`];
  // The screen, the driver and the browser are one group, which ends together.
  const group = spawn("xvfb-run", command, { stdio: "ignore", detached: true });
  try {
    const root = `http://127.0.0.1:${port}`;
    await answering(`${root}/status`, group);
    const options = { binary, args: ["--automation"] };
    const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options } };
    const { sessionId } = await ask<{ sessionId: string }>(`${root}/session`, { capabilities });
    const session = `${root}/session/${sessionId}`;
    const read = <T>(expression: string): Promise<T> =>
      ask(`${session}/execute/sync`, { script: `return ${expression}`, args: [] });
    const element = async (value: string): Promise<string> => {
      const found = await ask<Record<string, string>>(`${session}/element`, { using: "css selector", value });
      return `${session}/element/${found[ELEMENT] ?? ""}`;
    };
    return {
      open: (url) => ask(`${session}/url`, { url }),
      press: async (selector) => {
        // The driver does not scroll lists within the page.
        await read(
          `document.querySelector(${JSON.stringify(selector)})?.scrollIntoView({ block: "center" })`,
        );
        await ask(`${await element(selector)}/click`, {});
      },
      type: async (selector, text) => ask(`${await element(selector)}/value`, { text }),
      read,
      resize: (width, height) => ask(`${session}/window/rect`, { width, height }),
      close: async () => {
        await fetch(session, { method: "DELETE" });
        await end(group);
      },
    };
  } catch (error) {
    await end(group);
    throw error;
  }
}

/** Sends a command of WebDriver and returns its answer. */
async function ask<T>(address: string, body: object): Promise<T> {
  const answer = await fetch(address, { method: "POST", body: JSON.stringify(body) });
  const { value } = (await answer.json()) as { value: T & { message?: string } };
  if (!answer.ok) throw new Error(value.message ?? `status ${answer.status}`);
  return value;
}

async function answering(address: string, group: ChildProcess): Promise<void> {
  for (const start = Date.now(); Date.now() - start < 20_000;) {
    if (group.exitCode !== null) break;
    if (
      await fetch(address).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("WebKit's driver did not start");
}

async function end(group: ChildProcess): Promise<void> {
  if (group.exitCode !== null || group.pid === undefined) return;
  const ended = once(group, "exit");
  process.kill(-group.pid, "SIGTERM");
  await ended;
}

/** A port of this machine that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
