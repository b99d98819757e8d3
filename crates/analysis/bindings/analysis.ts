// What an analysis finds: the objects of `willow analyze --json`, which docs/json.md describes.
// This file is made from crates/analysis. Write it anew with
// UPDATE_BINDINGS=1 cargo test -p willow-analysis --features ts --test files

/**
 * A legal move where another one was an error.
 */
export type AlternativeReport = {
/**
 * `a1` to `h8`.
 */
move: string,
/**
 * The best reply, `pass` among them; null if the move ends the game.
 */
reply: string | null,
/**
 * The value after the move, in discs for the side that makes it: comparable with each other, not with those of a
 * deeper search.
 */
value: number, };

/**
 * The weakness of an edge for its side.
 */
export type CauseReport = {
/**
 * Kind: `corner-given` if the opponent has the corner, `corner-missed` if the side does not.
 */
term: Term,
/**
 * The corner and a disc beside it, or the disc and its neighbours.
 */
squares: Array<string>, };

/**
 * How certain the values of a finding are. The three kinds are never mixed: a finding is as
 * certain as the less certain one of its two values.
 */
export type Certainty = "estimate" | "proven" | "exact";

/**
 * A change of one square that would make a move the best one.
 */
export type CounterfactualReport = {
/**
 * The square, which has a disc.
 */
square: string,
/**
 * New content of the square: nothing, or a disc of this side.
 */
disc: Side | null,
/**
 * The depth in plies of the search that confirms it.
 */
depth: number,
/**
 * The sentence in English; absent in the browser, which has its own.
 */
text?: string,
/**
 * The sentence in Japanese; absent like `text`.
 */
text_ja?: string, };

/**
 * Both sides' moves of a game, added up.
 */
export type GameSummary = {
/**
 * Black's moves.
 */
black: SummaryReport,
/**
 * White's moves.
 */
white: SummaryReport, };

/**
 * One of the two lines that are compared.
 */
export type LineName = "played" | "best";

/**
 * How good a move was, compared with the best one. A later class is worse.
 */
export type MoveClass = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/**
 * Findings about a move. Values are in discs for the side that made the move.
 */
export type MoveReport = {
/**
 * The number of the move in the game, passes included, from 1; 1 for all moves of a position.
 */
ply: number,
/**
 * Who made the move.
 */
side: Side,
/**
 * The number of empties before the move.
 */
empties: number,
/**
 * `a1` to `h8`, or `pass`.
 */
move: string,
/**
 * The value after the move, in discs for `side`.
 */
value: number,
/**
 * The value after the best move, in discs for `side`.
 */
best_value: number,
/**
 * The best move: the move itself if no other is better.
 */
best: string,
/**
 * `best_value` less `value`, in discs: 0 or more.
 */
loss: number,
/**
 * How certain the values are.
 */
certainty: Certainty,
/**
 * The standard deviation of the values' error in discs; null if they are exact.
 */
error: number | null,
/**
 * The standard deviation of the loss's error in discs, which decides whether the loss counts; null if it is
 * exact.
 */
loss_error: number | null,
/**
 * The outcome after the move; null for an estimate.
 */
outcome: Outcome | null,
/**
 * The outcome after the best move; null for an estimate.
 */
best_outcome: Outcome | null,
/**
 * How good the move was.
 */
class: MoveClass,
/**
 * The English name of the opening whose position the move leads to; null if that has none.
 */
opening: string | null,
/**
 * The depth of the searches in plies, from the position before the move.
 */
depth: number,
/**
 * The best line, passes as `pass`.
 */
pv: Array<string>,
/**
 * The line after the move, which comes first.
 */
played_pv: Array<string>,
/**
 * Why the move was worse than the best one, in the order in which the reasons are told; empty unless the class is
 * an inaccuracy or worse.
 */
reasons: Array<ReasonReport>,
/**
 * A change of one square that would make the move the best one; absent if none exists or none was searched for.
 */
counterfactual?: CounterfactualReport,
/**
 * All legal moves of the position, this one among them, as far as they were searched to choose the reasons; absent
 * if they were not.
 */
alternatives?: Array<AlternativeReport>, };

/**
 * The outcome of a game for one side, with best play by both sides. A later one is better.
 */
export type Outcome = "loss" | "draw" | "win";

/**
 * A reason why a move was worse than the best one.
 */
export type ReasonReport = {
/**
 * What it is about.
 */
term: Term,
/**
 * Whose number is given.
 */
side: Side,
/**
 * The number in the best line, of what the term counts.
 */
before: number,
/**
 * The number in the line after the move, of what the term counts.
 */
after: number,
/**
 * The squares that it is about.
 */
squares: Array<string>,
/**
 * The position of the other line that shows what happens there instead; only for `parity`.
 */
instead?: SeenReport,
/**
 * The weakness of an edge there; only for `edge-value`.
 */
cause?: CauseReport,
/**
 * The line that leads to it.
 */
line: LineName,
/**
 * The number of plies of the line, passes included, after which it is seen on the board.
 */
plies: number,
/**
 * Whose turn it is there.
 */
turn: Side,
/**
 * The sentence in English; absent in the browser, which has its own.
 */
text?: string,
/**
 * The sentence in Japanese; absent like `text`.
 */
text_ja?: string, };

/**
 * A position of one of the two lines.
 */
export type SeenReport = {
/**
 * The line that leads to it.
 */
line: LineName,
/**
 * The number of plies of the line, passes included, after which it is seen on the board.
 */
plies: number,
/**
 * Whose turn it is there.
 */
turn: Side, };

/**
 * A colour, in lower case.
 */
export type Side = "black" | "white";

/**
 * A player's moves, added up. Moves without an alternative do not count.
 */
export type SummaryReport = {
/**
 * The number of moves with an alternative.
 */
moves: number,
/**
 * The mean loss of a move in discs; null without moves.
 */
mean_loss: number | null,
/**
 * Of 100 players in single games of the archive that the scale is fitted to, so many lost more discs a
 * move; null without moves, and if an estimate is too shallow for the scale.
 */
accuracy: number | null,
/**
 * The rating that the loss suggests, in Elo above the mean of this archive's players; null like
 * `accuracy`.
 */
rating: number | null,
/**
 * The standard deviation of its error, in Elo; null like `accuracy`.
 */
rating_error: number | null,
/**
 * The number of best moves.
 */
best: number,
/**
 * The number of good moves.
 */
good: number,
/**
 * The number of inaccuracies.
 */
inaccuracies: number,
/**
 * The number of mistakes.
 */
mistakes: number,
/**
 * The number of blunders.
 */
blunders: number, };

/**
 * Subject of a reason, in the words of players.
 */
export type Term = "wipe-out" | "wipe-out-threat" | "x-square" | "c-square" | "corner-given" | "corner-missed" | "pass" | "safe-moves" | "tempo" | "unbalanced-edge" | "lone-c-square" | "stoner-trap" | "wedge" | "edge-value" | "wall" | "parity" | "stable-discs" | "mobility" | "potential-mobility" | "frontier" | "flips" | "reply";
