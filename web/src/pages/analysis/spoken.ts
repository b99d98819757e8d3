// The position under study in analysis and archive, as it is said and as the command line reads it.
import type { CommandView } from "../../board/commands";
import { sayMove, type SpeechLevel, type SpokenMove } from "../../board/speech";
import { sideToMove } from "../../state/game-record";
import { words } from "../../words";
import { moverOf } from "../../study/findings";
import { nodeAt } from "../../study/tree";
import type { Study } from "../../study/study.svelte";

/** The move that led to the position; `null` at the start. */
function spokenMove({ node, tree, rules, legal, isOver }: Study): SpokenMove | null {
  if (node.move === null || node.parent === null) return null;
  const before = nodeAt(tree, node.parent).position;
  const { flipped } = rules.play(before, node.move);
  return { side: moverOf(node), move: node.move, flipped, position: node.position, legal, over: isOver };
}

/** Says where a step along the line has led: the number of the move, and as much of it as the user wants to hear. */
export function sayStep(study: Study, level: SpeechLevel): string {
  const move = spokenMove(study);
  const { graph } = words.analysis;
  return move ? `${graph.ply(study.node.ply)} ${sayMove(move, null, level)}` : graph.start;
}

/** The position for the command line. A square that is typed is played for whoever is to move. */
export function commandViewOf(study: Study, value: CommandView["value"]): CommandView {
  const { node, rules, legal, isOver, names } = study;
  const player = (name: string, fallback: string) => ({ name: name || fallback, rating: null });
  return {
    position: node.position,
    legal,
    lastMove: spokenMove(study),
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
