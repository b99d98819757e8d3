// The browser tests: a real server, a real Chromium.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { defineConfig } from "@playwright/test";

/** The system's browser, by name; `cargo xtask` finds it. Playwright's own download is not needed. */
const BROWSER = process.env["WILLOW_BROWSER"] ?? "chromium";

const isBuildServer = process.env["CI"] !== undefined;

/** Finds a program in the folders of PATH; a path stays as it is. */
function findProgram(name: string): string {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? name;
}

export default defineConfig({
  testDir: "tests",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  timeout: 45_000,
  expect: { timeout: 8_000 },
  // `cargo xtask test` runs those with the tag @fast, `cargo xtask test --full` all: those that measure times, with the tag
  // @alone, one after another, and the others two at once.
  workers: 1,
  forbidOnly: isBuildServer,
  // On the build server single tests failed that passed everywhere else. There a test has a second try; the list names it
  // as flaky then. On a developer's machine none is repeated.
  retries: isBuildServer ? 1 : 0,
  reporter: [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "UTC",
    // The tests cut the network on purpose; `offline.spec.ts` lets the browser keep the page.
    serviceWorkers: "block",
    // Traces of all tests take half a gigabyte until the tests end, and a fifth of the time: `--trace on` writes those of some.
    trace: "on-first-retry",
    launchOptions: {
      executablePath: findProgram(BROWSER),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
