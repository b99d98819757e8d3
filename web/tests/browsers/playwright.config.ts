// The smoke tests in the browsers that Playwright does not drive: its runner, with drivers of our own.
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: ".",
  testMatch: "*.smoke.ts",
  timeout: 240_000,
  expect: { timeout: 20_000 },
  workers: 1,
  forbidOnly: process.env["CI"] !== undefined,
  reporter: [["list"]],
});
