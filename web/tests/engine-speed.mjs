// Measures the engine in node: `node tests/engine-speed.mjs` in web/, after `cargo xtask web`. Processor time in
// milliseconds, the least of several runs, so that other programs disturb little.
import { readFileSync } from "node:fs";
import { Analysis, Engine, initSync } from "../src/engine/wasm/willow_engine.js";

const FFORUM_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";
/** A game of the championship of 1977, as `willow analyze` reads it. */
const GAME =
  "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6e2d1c1a3a6a5e1f2g7c2a4h8a2b7f1b3b1b2h7a7a8a1g1g2h2h1";
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
/** Analyzes the game as `willow analyze --level LEVEL --threads 1 --hash 64M` does. */
const analyze = (level) => {
  engine.clear();
  const analysis = new Analysis(undefined, GAME.match(/../g), "level", level);
  while (!analysis.isDone) analysis.step(engine);
  analysis.free();
};
console.log(`FForum #40, exact: ${least(12, solve)} ms`);
console.log(`bench: ${least(6, () => engine.bench())} ms`);
console.log(`analysis of a game at level 10: ${least(3, () => analyze(10))} ms`);
console.log(`analysis of a game at level 20: ${least(1, () => analyze(20))} ms`);
