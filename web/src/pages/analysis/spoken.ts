// The position on the table of the analysis and of the archive, as it is said and as the command line reads it.
import type { CommandView } from "../../board/commands";
import { sayMove, type SpeechLevel, type SpokenMove } from "../../board/speech";
import { sideToMove } from "../../state/gameRecord";
import { words } from "../../words";
import { moverOf } from "./findings";
import { nodeAt } from "./tree";
import type { Workbench } from "./workbench.svelte";

/** The move that led to the position; `null` at the start. */
export function spokenMove({ node, tree, rules, legal, isOver }: Workbench): SpokenMove | null {
  if (node.move === null || node.parent === null) return null;
  const before = nodeAt(tree, node.parent).position;
  const { flipped } = rules.play(before, node.move);
  return { side: moverOf(node), move: node.move, flipped, position: node.position, legal, over: isOver };
}

/** Says where a step along the line has led: the number of the move, and as much of it as the user wants to hear. */
export function sayStep(bench: Workbench, level: SpeechLevel): string {
  const move = spokenMove(bench);
  const { graph } = words.analysis;
  return move ? `${graph.ply(bench.node.ply)} ${sayMove(move, null, level)}` : graph.start;
}

/** The position for the command line. A square that is typed is played for whoever is to move. */
export function commandViewOf(bench: Workbench, value: CommandView["value"]): CommandView {
  const { node, rules, legal, isOver, names } = bench;
  const player = (name: string, fallback: string) => ({ name: name || fallback, rating: null });
  return {
    position: node.position,
    legal,
    lastMove: spokenMove(bench),
    players: {
      black: player(names.black, words.game.black),
      white: player(names.white, words.game.white),
    },
    you: sideToMove(node.position),
    over: isOver,
    isHere: true,
    canTalk: false,
    canResign: false,
    stable: () => rules.stableDiscs(node.position),
    turns: (square) => rules.flips(node.position, square),
    ...(value && { value }),
    timeLeft: () => null,
  };
}
