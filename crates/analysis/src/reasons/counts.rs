//! Counts in the two positions at rest: moves, open squares, frontier, stable discs.

use willow_board::{Bitboard, Board, Position};

use super::claim::Claim;
use super::line::{Lines, board_of};
use super::reason::{Reason, Term};

/// How one count is compared.
struct Comparison {
    term: Term,
    /// What is counted: the squares of a board's player.
    counted: fn(&Board) -> Bitboard,
    /// Whether a larger count is better for its side.
    more_is_better: bool,
    /// The least difference worth mentioning.
    least: i32,
}

/// With fewer empty squares at rest only stable discs are compared: the others say little about the
/// last moves.
const LEAST_EMPTIES: u32 = 10;

const COMPARISONS: [Comparison; 4] = [
    Comparison {
        term: Term::StableDiscs,
        counted: Board::stable_discs,
        more_is_better: true,
        least: 3,
    },
    Comparison {
        term: Term::Mobility,
        counted: Board::legal_moves,
        more_is_better: true,
        least: 3,
    },
    Comparison {
        term: Term::PotentialMobility,
        counted: Board::potential_moves,
        more_is_better: true,
        least: 4,
    },
    Comparison { term: Term::Frontier, counted: Board::frontier, more_is_better: false, least: 4 },
];

/// Returns the counts that are worse for the side in the line after its move.
pub(super) fn all(lines: &Lines) -> Vec<Reason> {
    let Some((played, best)) = lines.at_rest() else { return Vec::new() };
    let is_last_phase = played.board().n_empties() < LEAST_EMPTIES;
    let compared = COMPARISONS.iter().filter(|of| !is_last_phase || of.term == Term::StableDiscs);
    compared.filter_map(|comparison| compare(lines, comparison, played, best)).collect()
}

fn compare(
    lines: &Lines,
    comparison: &Comparison,
    played: &Position,
    best: &Position,
) -> Option<Reason> {
    let of = |position: &Position, side| (comparison.counted)(&board_of(position, side));
    let number = |squares: Bitboard| squares.count() as i32;
    let (mover, opponent, rest) = (lines.mover, !lines.mover, lines.rest?);
    let own = [of(best, mover), of(played, mover)];
    let other = [of(best, opponent), of(played, opponent)];
    let sign = if comparison.more_is_better { 1 } else { -1 };
    let own_loss = sign * (number(own[0]) - number(own[1]));
    let other_gain = sign * (number(other[1]) - number(other[0]));
    if own_loss + other_gain < comparison.least {
        return None;
    }
    // The side whose count changed more for the worse is the one to look at.
    let (side, [before, after]) =
        if other_gain <= own_loss { (mover, own) } else { (opponent, other) };
    let squares = match comparison.term {
        Term::StableDiscs if side == mover => before & !after,
        Term::StableDiscs => after & !before,
        _ => Bitboard::EMPTY,
    };
    Some(Reason {
        term: comparison.term,
        side,
        before: number(before),
        after: number(after),
        squares: squares.squares().collect(),
        amount: (own_loss + other_gain).unsigned_abs(),
        claim: Claim::Count {
            moves: lines.played.prefix(rest),
            best_moves: lines.best.prefix(rest),
        },
    })
}
