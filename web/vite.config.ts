import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// The server to which `npm run dev` passes the API and the WebSocket on.
const SERVER = process.env["WILLOW_SERVER"] ?? "http://127.0.0.1:7711";

// The compiled modules have a digest of their sources in their names: other compilers make other bytes of them, and the
// scripts that name them shall be the same. `cargo xtask web` sets the digest.
const MODULES_DIGEST = process.env["WILLOW_MODULES_DIGEST"];

/** Names a file after its content, but the compiled modules after their sources. */
function assetName(file: { names: string[] }): string {
  const isModule = file.names.some((name) => name.endsWith(".wasm"));
  return `assets/[name]-${(isModule && MODULES_DIGEST) || "[hash]"}[extname]`;
}

/** The languages of the page: each has a folder of words. */
const LANGUAGES = readdirSync("src/words", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** What can be used without a connection. */
const OFFLINE = [
  "/index.html",
  "/src/client.ts",
  "/src/pages/OverTheBoardPage.svelte",
  "/src/pages/table/TableGame.svelte",
  "/src/pages/table/table.svelte.ts",
  "/src/pages/LearnPage.svelte",
  "/src/pages/ExercisesPage.svelte",
  "/src/pages/game/coaching.ts",
  "/src/pages/exercises/KeepExercises.svelte",
  "/src/pages/exercises/keeping.ts",
  "/src/pages/exercises/left-lines.ts",
  "/src/pages/exercises/OpeningsView.svelte",
  "/src/pages/exercises/RepertoirePanel.svelte",
  "/crates/exercises/exercises.tsv",
  "/src/pages/RulesPage.svelte",
  "/src/pages/ByEarPage.svelte",
  "/src/pages/SettingsPage.svelte",
  "/src/pages/AnalysisPage.svelte",
  "/src/pages/analysis/ExportPanel.svelte",
  "/src/pages/analysis/LibraryPanel.svelte",
  "/src/study/analyst.ts",
  "/src/pages/analysis/animation.ts",
  "/src/pages/analysis/practice.svelte.ts",
  "/src/study/study.svelte.ts",
  "/src/rules/wasm/willow_wasm.js",
];

/** Writes into the service worker which files it keeps: see `src/offline/service-worker.ts`. */
function listOfflineFiles(): Plugin {
  return {
    name: "willow-offline-files",
    // The style sheet comes last.
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const files = Object.values(bundle);
        const chunks = files.filter((file) => file.type === "chunk");
        /** The scripts of files, with all that they import. */
        const scriptsOf = (isWanted: (file: string) => boolean): Set<string> => {
          const found = chunks.filter(({ facadeModuleId }) => isWanted(facadeModuleId?.split("?")[0] ?? ""));
          const kept = new Set(found.map(({ fileName }) => fileName));
          for (const script of kept)
            chunks.find(({ fileName }) => fileName === script)?.imports.forEach((file) => kept.add(file));
          return kept;
        };
        const others = files
          .map(({ fileName }) => fileName)
          .filter((file) => /^assets\/(style-.*\.css|willow_wasm_bg-.*\.wasm)$/.test(file));
        const lists = {
          engine: files
            .map(({ fileName }) => fileName)
            .filter((file) =>
              /^assets\/(worker-.*\.js|willow_(engine|reasons)_bg-.*\.wasm|.*\.weights)$/.test(file),
            ),
          all: [...scriptsOf((file) => OFFLINE.some((end) => file.endsWith(end))), ...others],
          ...Object.fromEntries(
            LANGUAGES.map((language) => {
              const folder = `/src/words/${language}/`;
              const ends = ["index", "guides", "learn", "exercises"].map((script) => `${folder}${script}.ts`);
              return [language, [...scriptsOf((file) => ends.some((end) => file.endsWith(end)))]];
            }),
          ),
        };
        const worker = chunks.find(({ name }) => name === "service-worker");
        if (!worker) return;
        const paths = Object.entries(lists).map(([key, list]) => [
          key,
          list.map((file) => `/${file}`).sort(),
        ]);
        worker.code = worker.code.replaceAll("WILLOW_FILES", JSON.stringify(Object.fromEntries(paths)));
      },
    },
  };
}

/**
 * Writes the client into the page. It is not imported by the beginning, which would first have to come; and the page is
 * not loaded before it has run.
 */
function addClient(): Plugin {
  return {
    name: "willow-client",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        if (!bundle) return [];
        const client = Object.values(bundle).find(
          (file) => file.type === "chunk" && file.facadeModuleId?.endsWith("/src/client.ts"),
        );
        if (client?.type !== "chunk") throw new Error("the build has no client");
        const imports = client.imports.filter((file) => !html.includes(file));
        const preloads = imports.map((file) => ({
          tag: "link",
          attrs: { rel: "modulepreload", crossorigin: true, href: `/${file}` },
          injectTo: "head" as const,
        }));
        const attrs = { type: "module", async: true, crossorigin: true, src: `/${client.fileName}` };
        return [...preloads, { tag: "script", attrs, injectTo: "body" }];
      },
    },
  };
}

let ofFirstPage: Set<string> | null = null;

/** Whether a module comes with the first page: the client imports it, itself or by others. */
function isOfFirstPage(
  module: string,
  importsOf: (module: string) => readonly string[] | undefined,
): boolean {
  if (!ofFirstPage) {
    ofFirstPage = new Set([resolve("src/client.ts")]);
    for (const found of ofFirstPage) importsOf(found)?.forEach((imported) => ofFirstPage?.add(imported));
  }
  return ofFirstPage.has(module);
}

export default defineConfig({
  plugins: [svelte(), listOfflineFiles(), addClient()],
  build: {
    // Nothing is inlined: the Content-Security-Policy allows neither inline scripts nor `data:` scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    // Browsers of these versions do not know `light-dark()` yet: for them it is written as variables.
    cssTarget: ["chrome107", "edge107", "firefox104", "safari16"],
    outDir: "dist",
    // One file of styles is smaller than the requests of a dozen.
    cssCodeSplit: false,
    rollupOptions: {
      // The analysis fetches the engine when it is opened. The entry is for the tests, which ask the engine by hand.
      input: {
        index: "index.html",
        client: "src/client.ts",
        "engine-entry": "src/engine/index.ts",
        "service-worker": "src/offline/service-worker.ts",
      },
      preserveEntrySignatures: "exports-only",
      output: {
        // Names carry the digest of their content, so that browsers may keep them for ever.
        // The service worker must stand above all that it serves, and keep its name.
        entryFileNames: ({ name }) => (name === "service-worker" ? "[name].js" : "assets/[name]-[hash].js"),
        assetFileNames: assetName,
        // By default the first page needs 27 scripts: what it shares with others comes in one. The words of a language wait
        // for `language` alone, because whatever else is shared waits for the words.
        codeSplitting: {
          groups: [
            {
              name: "language",
              test: /\/src\/(words\/(?!index|dates)[\w-]+|state\/kept)\.ts$/,
              priority: 2,
            },
            {
              name: (module, graph) =>
                isOfFirstPage(module, (id) => graph.getModuleInfo(id)?.importedIds) ? "shared" : null,
              test: /\/src\/(?!words\/\w+\/)/,
              minShareCount: 2,
              priority: 1,
            },
            // What only later pages share comes with them; many share the rest.
            { name: "pages", test: /\/src\/(?!words\/\w+\/)/, minShareCount: 3 },
          ],
        },
      },
    },
  },
  worker: {
    format: "es",
    rollupOptions: { output: { entryFileNames: "assets/[name]-[hash].js", assetFileNames: assetName } },
  },
  server: {
    // The Japanese words read the names of openings.
    fs: { allow: [".", "../crates/exercises", "../crates/records/src/openings", "../crates/players/data"] },
    proxy: {
      "/api": { target: SERVER },
      "/ws": { target: SERVER, ws: true },
    },
  },
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.ts"],
    restoreMocks: true,
    unstubGlobals: true,
    // One page for all files: to set one up takes longer than the tests of a file.
    isolate: false,
    // A busy machine is no failure.
    testTimeout: 20_000,
  },
});
