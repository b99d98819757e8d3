// What is said of an answer.
import { opponentOf } from "../../board/squares";
import type { MoveReport } from "../../engine";
import type { Rules } from "../../rules";
import { sideToMove } from "../../state/game-record";
import { joined, words, type ExerciseWords } from "../../words";
import { verdictText } from "../../study/figures";
import { lessonsOf } from "../../study/lessons";
import { kindOf, type Exercise } from "./exercise";
import type { Answer } from "./series.svelte";

/** Says what is asked. */
export function askOf(text: ExerciseWords, exercise: Exercise): string {
  const side = words.analysis.sides[sideToMove(exercise.position) ?? "black"];
  return text.ask[kindOf(exercise)](side);
}

/** Says what became of a question; `finding` is what the solver has found about the move since. */
export function remarkOf(
  text: ExerciseWords,
  exercise: Exercise,
  answer: Answer,
  finding: MoveReport | null,
): string {
  const { right, score, next, isProven } = exercise;
  switch (answer.kind) {
    case "asked":
      return "";
    case "illegal":
      return text.illegal(answer.move);
    case "shown":
      return joined(text.shown(right), isProven ? text.nextBest(next) : "");
    case "right":
      return joined(text.right(answer.move, score, isProven), isProven ? text.nextBest(next) : "");
    case "wrong":
      return finding ? lossOf(text, finding) : text.notRight(answer.move);
  }
}

/** Says what a move lost: discs, an outcome, or both. */
export function lossOf(text: ExerciseWords, finding: MoveReport): string {
  const { move, loss, certainty, outcome, best_outcome: best } = finding;
  if (certainty === "estimate")
    return words.analysis.finding.lost(move, words.analysis.discs(Math.round(loss)));
  const discs = certainty === "exact" ? Math.round(loss) : 0;
  if (outcome !== null && best !== null && outcome !== best)
    return text.turns(move, text.outcome[best], text.outcome[outcome], discs);
  return certainty === "exact" ? text.loses(move, discs) : `${verdictText(finding)}.`;
}

const SENTENCE_END = /(?<=[.。])\s*/u;

/**
 * Says why a move was wrong, and how it is answered. `spoils`: what names the better move may be said, too.
 */
export function whyOf(
  text: ExerciseWords,
  rules: Rules,
  position: string,
  finding: MoveReport,
  right: readonly string[],
  spoils: "all" | "nothing",
): string {
  const [lesson] = finding.class === "best" ? [] : lessonsOf(rules, position, finding);
  const [, reply] = finding.played_pv;
  const answers =
    reply === undefined || reply === "pass"
      ? ""
      : text.answers(words.analysis.sides[opponentOf(finding.side)], reply);
  if (!lesson) return answers;
  const said = [lesson.head, ...lesson.body.split(SENTENCE_END)];
  const names = (sentence: string) => [...right, finding.best].some((move) => sentence.includes(move));
  return joined(answers, ...said.filter((sentence) => spoils === "all" || !names(sentence)));
}
