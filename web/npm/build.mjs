// Makes the package for npm of its sources: node npm/build.mjs FOLDER
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "rolldown";

const [folder] = process.argv.slice(2);
rmSync(folder, { recursive: true, force: true });

await build({
  input: Object.fromEntries(["rules", "engine", "worker", "board"].map((name) => [name, `npm/${name}.ts`])),
  // They find their WebAssembly beside them, so they stay what they are.
  external: /\/wasm\/willow_\w+\.js$/,
  platform: "neutral",
  output: { dir: folder, entryFileNames: "[name].js", chunkFileNames: "shared-[hash].js" },
});
for (const module of ["rules", "engine", "reasons"])
  cpSync(`src/${module}/wasm`, join(folder, "wasm"), { recursive: true });

const types = join(folder, "types");
execFileSync("npx", ["--no-install", "tsc", "-p", "npm/tsconfig.json", "--outDir", types], {
  stdio: "inherit",
});
for (const file of readdirSync(types, { recursive: true }).filter((file) => file.endsWith(".d.ts"))) {
  // Node's resolution wants the endings of files, which the sources leave out.
  const path = join(types, file);
  const text = readFileSync(path, "utf8").replace(/(from "\.{1,2}\/[^"]+)(?=")/g, "$1.js");
  writeFileSync(path, text);
}

const { version, license } = JSON.parse(readFileSync("package.json", "utf8"));
const entry = (name) => ({ types: `./types/web/npm/${name}.d.ts`, default: `./${name}.js` });
const manifest = {
  name: "willow-othello",
  version,
  description:
    "Othello: rules, formats of games, a strong engine and why a move was wrong, as WebAssembly; a board",
  license,
  keywords: ["othello", "reversi", "engine", "solver", "wasm"],
  type: "module",
  engines: { node: ">=20" },
  sideEffects: ["./board.js", "./worker.js"],
  exports: {
    "./rules": entry("rules"),
    "./engine": entry("engine"),
    "./board": entry("board"),
    "./worker": "./worker.js",
    "./wasm/*": "./wasm/*",
  },
};
writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
copyFileSync("npm/README.md", join(folder, "README.md"));
for (const licence of ["LICENSE-APACHE", "LICENSE-MIT"])
  copyFileSync(join("..", licence), join(folder, licence));
