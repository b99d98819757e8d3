// Measures the engine in node: `node tests/engine-speed.mjs` in web/, after `cargo xtask web`. Processor time in
// milliseconds, the least of several runs, so that other programs disturb little.
import { readFileSync } from "node:fs";
import { Engine, initSync } from "../src/engine/wasm/willow_engine.js";

const FFORUM_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";
const FOLDER = "src/engine/wasm";

function least(times, work) {
  const spent = Array.from({ length: times }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.round(Math.min(...spent));
}

initSync({ module: readFileSync(`${FOLDER}/willow_engine_bg.wasm`) });
const host = { now: () => performance.now(), isStopped: () => false, onProgress: (found) => found.free() };
const engine = new Engine(readFileSync(`${FOLDER}/willow.weights`), 64, host);
const solve = () => {
  engine.clear();
  engine.search(FFORUM_40, "exact", 0).free();
};
console.log(`FForum #40, exact: ${least(12, solve)} ms`);
console.log(`bench: ${least(6, () => engine.bench())} ms`);
