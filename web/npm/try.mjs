// Tries the package in Node.js and, if a browser is named, in a page: node npm/try.mjs FOLDER [BROWSER]
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";

const [folder, browser] = process.argv.slice(2);

/** FForum 40: Black wins by 38 with a2. */
const POSITION = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";

const PAGE = `<!doctype html><meta charset="utf-8"><title>A page</title>
<othello-board moves="f5d6" playable></othello-board>
<script type="module">
  import "/board.js";
  import { makeEngine } from "/engine.js";
  const engine = makeEngine({ hash: 16, explains: true });
  window.search = async () => (await engine.search("${POSITION}", { kind: "exact" }).done).result;
  window.analyze = async () =>
    (await engine.analyze({ start: null, moves: ["f5", "d6", "c7"] }, { kind: "level", amount: 4 }).done).result;
  document.querySelector("othello-board").addEventListener("move", ({ detail }) => (window.moves = detail.moves));
</script>`;

const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm" };

async function tryInNode() {
  const load = (name) => import(pathToFileURL(join(resolve(folder), `${name}.js`)).href);
  const { loadRules, RulesError } = await load("rules");
  const rules = await loadRules();
  assert.equal(rules.replay(["f5", "d6"]).legal.length, 5);
  assert.throws(() => rules.replay(["a1"]), RulesError);
  const { loadSearcher, loadExplainer } = await load("engine");
  const searcher = await loadSearcher({ hash: 16 });
  const { best, value } = searcher.search(POSITION, { kind: "exact" });
  assert.deepEqual([best, value], ["a2", 38]);
  const [move] = rules.legalMoves(POSITION).filter((move) => move !== best);
  const finding = searcher.compare(POSITION, move, { kind: "level", amount: 4 });
  const explanation = (await loadExplainer()).explain(POSITION, finding);
  assert.ok(Array.isArray(explanation.reasons));
  explanation.free();
}

/** Checks the types as a program outside sees them. */
function tryTypes() {
  const options = "--ignoreConfig --noEmit --strict --target es2022 --lib es2022,dom";
  for (const resolution of ["bundler", "nodenext"]) {
    const module = resolution === "bundler" ? "esnext" : "nodenext";
    const modules = ["--module", module, "--moduleResolution", resolution];
    const entries = ["rules", "engine", "board"].map((name) => join(folder, `types/web/npm/${name}.d.ts`));
    execFileSync("npx", ["--no-install", "tsc", ...options.split(" "), ...modules, ...entries], {
      stdio: "inherit",
    });
  }
}

async function tryInPage() {
  const server = createServer(({ url }, answer) => {
    if (url === "/") return answer.setHeader("Content-Type", "text/html").end(PAGE);
    try {
      const bytes = readFileSync(join(folder, url));
      answer.setHeader("Content-Type", TYPES[extname(url)] ?? "application/octet-stream").end(bytes);
    } catch {
      answer.writeHead(404).end();
    }
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const path = execFileSync("which", [browser], { encoding: "utf8" }).trim();
  const driven = await chromium.launch({ executablePath: path, args: ["--no-sandbox"] });
  try {
    const page = await driven.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.getByRole("button", { name: "c3", exact: true }).click();
    await page.waitForFunction(() => window.moves?.length === 3);
    assert.equal(await page.locator("button[data-disc]").count(), 7);
    const { best, value } = await page.evaluate(() => window.search());
    assert.deepEqual([best, value], ["a2", 38]);
    const { findings, hasReasons } = await page.evaluate(() => window.analyze());
    assert.deepEqual([findings.length, hasReasons], [3, true]);
  } finally {
    await driven.close();
    server.close();
  }
}

tryTypes();
await tryInNode();
if (browser) await tryInPage();
console.log(`the package works in Node.js${browser ? " and in a browser" : ""}`);
