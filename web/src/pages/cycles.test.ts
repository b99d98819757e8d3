// Folders of pages import each other in one direction, so that a page is loaded with what it needs and no more.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

/** The folder of a file: a page's folder, `study` or `parts`. */
const folderOf = (file: string): string | undefined =>
  /^src\/(pages\/[a-z-]+(?=\/)|study|parts)/.exec(file)?.[1];

test("no two folders of pages import each other", () => {
  const imports = new Map<string, Set<string>>();
  for (const path of readdirSync("src", { recursive: true, encoding: "utf8" })) {
    const file = join("src", path);
    const from = folderOf(file);
    if (!from || !/\.(ts|svelte)$/.test(file) || file.endsWith(".test.ts")) continue;
    const wanted = imports.get(from) ?? new Set();
    imports.set(from, wanted);
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(/(?:from |import\()"(\.[^"]+)"/g)) {
      const to = folderOf(join(dirname(file), path));
      if (to && to !== from) wanted.add(to);
    }
  }
  /** Everything that a folder imports, itself or through others. */
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of imports.get(from) ?? []) if (!seen.has(to)) reached(to, seen.add(to));
    return seen;
  };
  expect(imports.get("pages/analysis")).toContain("study");
  expect([...imports.keys()].filter((folder) => reached(folder).has(folder))).toEqual([]);
});
