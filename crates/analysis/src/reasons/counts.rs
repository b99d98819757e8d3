//! Counts in the two positions at rest: moves, open squares, frontier, stable discs.

use willow_board::{Bitboard, Board, Position};

use super::claim::{Claim, Counted, Number, RestClaim};
use super::line::{Lines, board_of};
use super::reason::{Reason, Seen, Term};
use super::stability::Stability;

/// How one count is compared.
struct Comparison {
    term: Term,
    /// The squares of a board's player to count.
    counted: fn(&Board) -> Bitboard,
    /// Whether a larger count is better for its side.
    more_is_better: bool,
    /// Minimum difference worth mentioning.
    min: i32,
}

/// With fewer empties at rest only stable discs are compared: the others say little about the
/// last moves.
const MIN_EMPTIES: u32 = 10;

/// Minimum difference of numbers of moves that a player would see as one. Not measured.
pub(super) const MIN_MOVES: i32 = 3;
/// Minimum difference of numbers of squares that a player would see as one. Not measured.
pub(super) const MIN_SQUARES: i32 = 4;

const COMPARISONS: [Comparison; 3] = [
    Comparison {
        term: Term::Mobility,
        counted: Board::legal_moves,
        more_is_better: true,
        min: MIN_MOVES,
    },
    Comparison {
        term: Term::PotentialMobility,
        counted: Board::potential_moves,
        more_is_better: true,
        min: MIN_SQUARES,
    },
    Comparison {
        term: Term::Frontier,
        counted: Board::frontier,
        more_is_better: false,
        min: MIN_SQUARES,
    },
];

/// Returns the counts that are worse for the side in the line after its move.
pub(super) fn all(lines: &Lines) -> Vec<Reason> {
    let Some((played, best)) = lines.at_rest() else { return Vec::new() };
    let is_last_phase = played.board().n_empties() < MIN_EMPTIES;
    let compared = COMPARISONS.iter().filter(|_| !is_last_phase);
    let counts = compared.filter_map(|comparison| compare(lines, comparison, played, best));
    stable_discs(lines, played, best).into_iter().chain(counts).collect()
}

fn compare(
    lines: &Lines,
    comparison: &Comparison,
    played: &Position,
    best: &Position,
) -> Option<Reason> {
    let number =
        |position: &Position, side| (comparison.counted)(&board_of(position, side)).count();
    let (mover, opponent, rest) = (lines.mover, !lines.mover, lines.rest?);
    let own = [number(best, mover), number(played, mover)];
    let other = [number(best, opponent), number(played, opponent)];
    let sign = if comparison.more_is_better { 1 } else { -1 };
    let own_loss = sign * (own[0] as i32 - own[1] as i32);
    let other_gain = sign * (other[1] as i32 - other[0] as i32);
    if own_loss + other_gain < comparison.min {
        return None;
    }
    // Name the side whose count changed more for the worse.
    let (side, [best_number, number]) =
        if other_gain <= own_loss { (mover, own) } else { (opponent, other) };
    let counted = match comparison.term {
        Term::PotentialMobility => Counted::PotentialMoves,
        Term::Frontier => Counted::FrontierDiscs,
        _ if side == played.side_to_move() => Counted::LegalMoves,
        _ => Counted::LegalMovesIfToMove,
    };
    Some(Reason {
        term: comparison.term,
        side,
        before: best_number as i32,
        after: number as i32,
        squares: Vec::new(),
        seen: Seen::in_played(lines, rest),
        amount: (own_loss + other_gain).unsigned_abs(),
        claim: Claim::Rest(RestClaim::Count {
            counted,
            moves: lines.played.prefix(rest),
            best_moves: lines.best.prefix(rest),
            number,
            best_number,
        }),
    })
}

/// Minimum difference of stable discs worth mentioning.
const MIN_STABLE: i32 = 3;

/// Returns that the balance of stable discs is worse for the side in the line after its move, by so many
/// discs at least: where the numbers are not known, the difference is taken that is certain.
fn stable_discs(lines: &Lines, played: &Position, best: &Position) -> Option<Reason> {
    let (mover, opponent, rest) = (lines.mover, !lines.mover, lines.rest?);
    let (stable, best_stable) = (Stability::of(played), Stability::of(best));
    // The discs that are more: those that are certain on one side, and those that are possible on the other.
    let own = [best_stable.certain(best, mover), stable.possible(played, mover)];
    let other = [stable.certain(played, opponent), best_stable.possible(best, opponent)];
    let difference = |[more, less]: [Bitboard; 2]| more.count() as i32 - less.count() as i32;
    let lost = difference(own) + difference(other);
    if lost < MIN_STABLE {
        return None;
    }
    let bounds = |stability: &Stability, position, side| {
        [stability.certain(position, side).count(), stability.possible(position, side).count()]
    };
    let (number, best_number, side, [more, less]) = if difference(other) <= difference(own) {
        let [number, best_number] =
            [bounds(&stable, played, mover), bounds(&best_stable, best, mover)];
        (Number::at_most(number), Number::at_least(best_number), mover, own)
    } else {
        let [number, best_number] =
            [bounds(&stable, played, opponent), bounds(&best_stable, best, opponent)];
        (Number::at_least(number), Number::at_most(best_number), opponent, other)
    };
    Some(Reason {
        term: Term::StableDiscs,
        side,
        before: best_number.value() as i32,
        after: number.value() as i32,
        squares: (more & !less).squares().collect(),
        seen: Seen::in_played(lines, rest),
        amount: lost.unsigned_abs(),
        claim: Claim::Rest(RestClaim::StableDiscs {
            moves: lines.played.prefix(rest),
            best_moves: lines.best.prefix(rest),
            number,
            best_number,
        }),
    })
}

impl Number {
    /// Returns a number between two bounds by the lower one.
    const fn at_least([min, max]: [u32; 2]) -> Number {
        if min == max { Number::Exactly(min) } else { Number::AtLeast(min) }
    }

    /// Returns a number between two bounds by the upper one.
    const fn at_most([min, max]: [u32; 2]) -> Number {
        if min == max { Number::Exactly(max) } else { Number::AtMost(max) }
    }

    /// Returns the number or its bound.
    const fn value(self) -> u32 {
        match self {
            Number::Exactly(number) | Number::AtLeast(number) | Number::AtMost(number) => number,
        }
    }
}
