//! Reasons that need lines to the end of the game: wipe-outs and last moves.

use willow_board::{Bitboard, Color};

use super::line::{Line, Lines};
use super::reason::{Reason, Term, count, listed};

/// The weight of a wipe-out, in discs. Not measured.
const WIPE_OUT: f64 = 64.0;
/// The weight of the last move in a region, in discs. Not measured.
const LAST_MOVE: f64 = 3.0;
/// Larger regions are no regions to a player.
const LARGEST_REGION: u32 = 9;

/// Returns that the side ends without a disc after its move, but not after the best one.
pub(super) fn wipe_out(lines: &Lines) -> Option<Reason> {
    let mover = lines.mover;
    let last = lines.played.final_position()?;
    let left_in_best = lines.best.positions.last().map(|last| last.discs(mover).count())?;
    if !last.discs(mover).is_empty() || left_in_best == 0 {
        return None;
    }
    Some(Reason {
        term: Term::WipeOut,
        side: mover,
        before: left_in_best,
        after: 0,
        squares: Vec::new(),
        text: format!(
            "After {} {mover} is left without a disc; after {} {mover} has {}.",
            lines.played.prefix(lines.played.moves.len()),
            lines.best.prefix(lines.best.moves.len()),
            count(left_in_best, "disc"),
        ),
        weight: WIPE_OUT,
    })
}

/// Returns the largest region of empty squares in which the opponent has the last move in the line
/// after the move, and the side itself in the best line.
pub(super) fn parity(lines: &Lines) -> Option<Reason> {
    lines.played.final_position()?;
    lines.best.final_position()?;
    let empties = lines.played.positions[0].board().empties();
    let regions = regions(empties);
    let candidates =
        regions.into_iter().filter(|region| (2..=LARGEST_REGION).contains(&region.count()));
    let lost = candidates.filter(|&region| {
        last_mover(&lines.played, region) == Some(!lines.mover)
            && last_mover(&lines.best, region) == Some(lines.mover)
    });
    let region = lost.max_by_key(|region| region.count())?;
    let (mover, opponent, best) = (lines.mover, !lines.mover, lines.best_move());
    let place = if region == empties {
        "of the game".to_owned()
    } else {
        format!("in the region {}", listed(region.squares()))
    };
    Some(Reason {
        term: Term::Parity,
        side: mover,
        before: 1,
        after: 0,
        squares: region.squares().collect(),
        text: format!(
            "In the line that begins with {} {opponent} has the last move {place}; in the line that \
             begins with {best} {mover} has it.",
            lines.mv()
        ),
        weight: LAST_MOVE,
    })
}

/// Returns who plays the last square of a region in a line; `None` if the line leaves squares of it
/// empty.
fn last_mover(line: &Line, region: Bitboard) -> Option<Color> {
    let last = line.positions.last()?;
    if last.board().empties().intersects(region) {
        return None;
    }
    let in_region = |ply: &usize| line.moves[*ply].square().is_some_and(|sq| region.contains(sq));
    let ply = (0..line.moves.len()).rev().find(in_region)?;
    Some(line.positions[ply].side_to_move())
}

/// Returns the regions of empty squares. Squares that touch, diagonally too, are in one region.
fn regions(empties: Bitboard) -> Vec<Bitboard> {
    let (mut left, mut regions) = (empties, Vec::new());
    while let Some(first) = left.first() {
        let mut region = Bitboard::from(first);
        loop {
            let grown = (region | region.dilated()) & empties;
            if grown == region {
                break;
            }
            region = grown;
        }
        regions.push(region);
        left &= !region;
    }
    regions
}
