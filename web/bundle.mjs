// The bundle of `cargo xtask web`: every file of a build, compressed by brotli.
//   node bundle.mjs pack DIST BUNDLE                       writes a bundle
//   node bundle.mjs compare BUNDLE COMMITTED MODULES       compares two, and unpacks the committed WebAssembly
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

/** Weights are nearly random: the best quality takes twice as long for one percent. */
const qualityOf = (file) => (file.endsWith(".weights") ? 10 : 11);

/** The paths of all files below a folder, sorted. */
function filesBelow(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((file) => join(file.parentPath ?? file.path, file.name).slice(folder.length + 1)).sort();
}

function pack(dist, bundle) {
  rmSync(bundle, { recursive: true, force: true });
  for (const file of filesBelow(dist)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: qualityOf(file) };
    const packed = brotliCompressSync(readFileSync(join(dist, file)), { params });
    const path = join(bundle, `${file}.br`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, packed);
  }
}

/** The files of a bundle by their paths, decompressed. */
function unpack(bundle) {
  const read = (file) => {
    const bytes = readFileSync(join(bundle, file));
    return file.endsWith(".br") ? brotliDecompressSync(bytes) : bytes;
  };
  return new Map(filesBelow(bundle).map((file) => [file, read(file)]));
}

/** Compilers make different WebAssembly of the same sources, and the names have a digest of the sources. */
function compare(fresh, committed, modules) {
  const [one, other] = [unpack(fresh), unpack(committed)];
  const isSame = (path) =>
    one.has(path) && other.has(path) && (path.endsWith(".wasm.br") || one.get(path).equals(other.get(path)));
  const differences = [...new Set([...one.keys(), ...other.keys()])].filter((path) => !isSame(path));
  if (differences.length > 0) {
    console.error(`the committed web client is not what its sources make: ${differences.join(", ")}`);
    process.exit(1);
  }
  mkdirSync(modules, { recursive: true });
  for (const [path, bytes] of other) {
    const name = /^(.+)-[^-]+\.wasm\.br$/.exec(basename(path))?.[1];
    if (name !== undefined) writeFileSync(join(modules, `${name}.wasm`), bytes);
  }
}

const [command, ...folders] = process.argv.slice(2);
if (command === "pack") pack(...folders);
else if (command === "compare") compare(...folders);
else throw new Error("expected `pack` or `compare`");
