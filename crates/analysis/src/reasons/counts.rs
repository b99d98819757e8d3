//! Counts in the two positions at rest: moves, open squares, frontier, stable discs.

use willow_board::{Board, Color, Position};

use super::line::Lines;
use super::reason::{Reason, Term, count};

/// How one count is compared.
struct Comparison {
    term: Term,
    /// What is counted, in the singular, with `%` for the other side.
    noun: &'static str,
    count: fn(&Board) -> u32,
    /// Whether a larger count is better for its side.
    more_is_better: bool,
    /// The least difference worth mentioning.
    least: i32,
    /// The weight of a difference of one, in discs. Not measured.
    weight: f64,
}

/// With fewer empty squares at rest only stable discs are compared: the others say little about the
/// last moves.
const LEAST_EMPTIES: u32 = 10;

const COMPARISONS: [Comparison; 4] = [
    Comparison {
        term: Term::StableDiscs,
        noun: "stable disc",
        count: |board| board.stable_discs().count(),
        more_is_better: true,
        least: 3,
        weight: 0.9,
    },
    Comparison {
        term: Term::Mobility,
        noun: "legal move",
        count: |board| board.legal_moves().count(),
        more_is_better: true,
        least: 3,
        weight: 0.8,
    },
    Comparison {
        term: Term::PotentialMobility,
        noun: "empty square beside %'s discs",
        count: |board| board.potential_moves().count(),
        more_is_better: true,
        least: 4,
        weight: 0.4,
    },
    Comparison {
        term: Term::Frontier,
        noun: "frontier disc",
        count: |board| board.frontier().count(),
        more_is_better: false,
        least: 4,
        weight: 0.35,
    },
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
    let of = |position: &Position, side| (comparison.count)(&board_of(position, side));
    let (mover, opponent) = (lines.mover, !lines.mover);
    let own = [of(best, mover), of(played, mover)];
    let other = [of(best, opponent), of(played, opponent)];
    let sign = if comparison.more_is_better { 1 } else { -1 };
    let own_loss = sign * (own[0] as i32 - own[1] as i32);
    let other_gain = sign * (other[1] as i32 - other[0] as i32);
    if own_loss + other_gain < comparison.least {
        return None;
    }
    // The side whose count changed more for the worse is the one to look at.
    let (side, [before, after]) =
        if other_gain <= own_loss { (mover, own) } else { (opponent, other) };
    let noun = comparison.noun.replace('%', &(!side).to_string());
    Some(Reason {
        term: comparison.term,
        side,
        before,
        after,
        squares: Vec::new(),
        text: format!(
            "After {} {side} has {}; after {} it is {before}.",
            lines.played.prefix(lines.rest?),
            counted(after, &noun),
            lines.best.prefix(lines.rest?),
        ),
        weight: f64::from(own_loss + other_gain) * comparison.weight,
    })
}

/// Returns a count of a noun whose plural may stand in its middle: `2 empty squares beside ...`.
fn counted(number: u32, noun: &str) -> String {
    match noun.split_once(" beside ") {
        Some((noun, rest)) => format!("{} beside {rest}", count(number, noun)),
        None => count(number, noun),
    }
}

/// Returns the board as a side would see it if it were to move.
fn board_of(position: &Position, side: Color) -> Board {
    if position.side_to_move() == side { *position.board() } else { position.board().pass() }
}
