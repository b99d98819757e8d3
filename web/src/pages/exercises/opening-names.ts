// The names of openings, as the analysis tells them.
import table from "../../../../crates/records/src/openings/names.tsv?raw";
import { words } from "../../words";

export interface NamedOpening {
  readonly moves: string;
  readonly name: string;
}

/** All named openings. Names of other languages stand where they are usual. */
export const OPENINGS: readonly NamedOpening[] = table
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [moves = "", names = ""] = line.split("\t");
    return { moves, name: words.archive.openingName(names.split("/")[0] ?? "") };
  });

/** The name of the longest opening that a line goes through; empty if there is none. */
export function nameOf(moves: string): string {
  const through = OPENINGS.filter((opening) => moves.startsWith(opening.moves));
  return through.toSorted((one, other) => other.moves.length - one.moves.length)[0]?.name ?? "";
}
