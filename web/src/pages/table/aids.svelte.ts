// What helps the players at the table. It is kept for the next game on this device.
import { keep, readKept } from "../../state/storage";

const KEY = "willow-table-aids";

/** The aids, each on or off. */
class Aids {
  /** Legal moves are marked, with the number of discs that each turns. */
  teaching = $state(true);
  /** The board is turned to the side to move. */
  turn = $state(false);

  constructor() {
    const kept = readKept(KEY);
    if (typeof kept !== "object" || kept === null) return;
    if ("teaching" in kept) this.teaching = kept.teaching === true;
    if ("turn" in kept) this.turn = kept.turn === true;
  }

  /** Switches an aid on or off. */
  choose(aid: "teaching" | "turn", isOn: boolean): void {
    this[aid] = isOn;
    keep(KEY, { teaching: this.teaching, turn: this.turn });
  }
}

export const aids = new Aids();
