// The program of this device at a table.
import { opponentOf } from "../../board/squares";
import type { Practice } from "../analysis/practice.svelte";
import type { Table, TableSetUp } from "./table.svelte";

interface LoadedProgram {
  readonly practice: Practice;
  /** Gives the memory of its engine back. */
  close(): void;
}

/** Loads it. `play` plays its moves. */
export async function loadProgram(
  table: Table,
  { side, level, temperature = 0 }: NonNullable<TableSetUp["program"]>,
  play: (square: string) => void,
): Promise<LoadedProgram> {
  const [{ makeAnalyst }, { Practice }] = await Promise.all([
    import("../../study/analyst"),
    import("../analysis/practice.svelte"),
  ]);
  const analyst = makeAnalyst();
  const board = {
    get isOver() {
      return table.isOver;
    },
    get node() {
      return table.last;
    },
    play,
  };
  return {
    practice: new Practice(board, analyst, opponentOf(side), { level, temperature }),
    close: () => analyst.close(),
  };
}
