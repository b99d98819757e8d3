// What the tests of the engine in the browser have in common: where its script is, and a position that takes a while.
import { readdirSync } from "node:fs";
import { resolve } from "node:path";

/** The files of the client that is served. */
const ASSETS = resolve(process.env["WILLOW_WEB"] ?? "../crates/server/bundle", "assets");

/** Problem 40 of FForum: 20 empty squares, Black wins by 38 with a2. */
export const FFORUM_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";

/** The address of the engine's script: pages import it; the tests do so by hand. */
export function engineAddress(): string {
  const name = readdirSync(ASSETS).find((file) => /^engine-entry-.*\.js(\.br)?$/.test(file));
  if (name === undefined) throw new Error(`there is no engine in ${ASSETS}`);
  return `/assets/${name.replace(/\.br$/, "")}`;
}
