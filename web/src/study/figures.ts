// Values in figures: three certainties that are never mixed. What a learner sees is whole discs: what a move lost, in its
// heading and in the list of mistakes, and the values on the squares, of which that is the difference. Decimals and
// errors are behind "more" and in the tools of study.
import { opponentOf } from "../board/squares";
import { joined, words } from "../words";
import type { Finding, MoveValue } from "./analyst";

/** A value and how certain it is. */
export type Figure = Pick<MoveValue, "value" | "certainty"> & { readonly error?: number | null };

/** From so many discs on an estimate is written without a decimal: its error is larger. */
const WHOLE_DISCS = 10;

/** Writes a value: exact as whole discs, proven as an outcome, an estimate with one decimal if it is small. */
export function valueText({ value, certainty }: Figure): string {
  if (certainty === "proven") return words.analysis.outcomes[outcomeOf(value)];
  const isWhole = certainty === "exact" || Math.abs(value) >= WHOLE_DISCS;
  return words.numbers.signed(isWhole ? Math.round(value) : Math.round(value * 10) / 10);
}

/** Writes a value as it stands on a square: whole discs, and outcomes in a short word. */
export function roundText({ value, certainty }: Figure): string {
  return certainty === "proven"
    ? words.analysis.shortOutcomes[outcomeOf(value)]
    : words.numbers.signed(Math.round(value));
}

/** Writes the error of an estimate: `±2.3`. Empty if there is none. */
export function errorText({ certainty, error }: Figure): string {
  return certainty === "estimate" && error != null
    ? `±${words.numbers.count(Math.round(error * 10) / 10)}`
    : "";
}

/** Says a value and how certain it is: "+4, exact", "win, proven", "+2.3, estimate ±2.1". */
export function figureText(figure: Figure): string {
  const { certainties } = words.analysis;
  const certainty = [certainties[figure.certainty], errorText(figure)].filter(Boolean).join(" ");
  return `${valueText(figure)}${words.board.comma}${certainty}`;
}

/** The outcome of which a proven value tells the sign. */
function outcomeOf(value: number): NonNullable<Finding["outcome"]> {
  return value > 0 ? "win" : value < 0 ? "loss" : "draw";
}

/** The outcomes of the best move and of the played one, if they differ. */
function thrown({ outcome, best_outcome: best }: Finding) {
  return outcome !== null && best !== null && outcome !== best ? ([best, outcome] as const) : null;
}

/** Says in a sentence what a move lost: "A mistake: d6 loses 5 discs. Best was c4." */
export function lossText(finding: Finding): string {
  const text = words.analysis.finding;
  const name = text.classes[finding.class];
  const { move, best } = finding;
  if (finding.class === "best") return text.best(move);
  const turn = thrown(finding);
  if (finding.certainty === "proven") {
    if (turn) return text.turns(name, move, ...turn, best);
    return text.keeps(name, move, lostText(finding), best);
  }
  const lost = text.loses(name, move, lostText(finding), best);
  return turn ? joined(lost, text.outcomes(...turn)) : lost;
}

/** Says in a clause what a move lost: "d6 loses 5 discs". */
export function verdictText(finding: Finding): string {
  const text = words.analysis.finding;
  if (finding.class === "best") return text.isBest(finding.move);
  const turn = finding.certainty === "proven" && thrown(finding);
  if (turn) return text.throws(finding.move, ...turn);
  return text.lost(finding.move, lostText(finding));
}

/** Writes what a move lost: `−5`. */
export function shortLossText(finding: Finding): string {
  const turn = finding.certainty === "proven" && thrown(finding);
  if (turn) return turn.map((outcome) => words.analysis.shortOutcomes[outcome]).join(" → ");
  return words.numbers.signed(-roundedLoss(finding));
}

/** Says how a game stands after a move of a side: "even", "Black ahead by about 4", "White wins by 2". */
export function standingText({ side, certainty }: Finding, value: number): string {
  const text = words.analysis.standing;
  const discs = Math.round(Math.abs(value));
  if (certainty === "estimate" ? discs < 1 : value === 0)
    return certainty === "estimate" ? text.even : text.draw;
  const leader = words.analysis.sides[value > 0 ? side : opponentOf(side)];
  if (certainty === "proven") return text.wins(leader);
  return certainty === "exact" ? text.winsBy(leader, discs) : text.ahead(leader, discs);
}

/** Writes the discs that a move lost: "5 discs". */
export function lostText(finding: Finding): string {
  const discs = roundedLoss(finding);
  return discs === 0 ? words.analysis.finding.underOne : words.analysis.discs(discs);
}

/** Whole discs, and the difference of the two values as they stand on the squares. Of proven values only the sign counts. */
export function roundedLoss({ certainty, loss, value, best_value }: Finding): number {
  return certainty === "proven" ? Math.round(loss) : Math.round(best_value) - Math.round(value);
}
