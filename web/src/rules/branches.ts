// Remarks and variations of a game of a file: one text in the list of games, objects when the game is opened.
import type { RecordBranch, RecordBranches } from "./types";

/** What stands between the parts of the text. */
const SEPARATOR = "\u001f";

/** Reads the text of an entry of a file. `branches.rs` of the WebAssembly module describes it. */
export function branchesOf(text: string): RecordBranches {
  const [leftOut, ...parts] = text.split(SEPARATOR);
  const branches: RecordBranch[] = [];
  /** The indices of the branches that have a move. */
  const moves: number[] = [];
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [position = "", move = "", comment = ""] = parts.slice(at, at + 3);
    const number = Number(position.replace("v", ""));
    const after = position.startsWith("v") ? { branch: moves[number] ?? -1 } : { ply: number };
    if (move !== "") moves.push(branches.length);
    branches.push({ after, move: move === "" ? null : move, comment });
  }
  return { branches, leftOut: Number(leftOut ?? "") };
}
