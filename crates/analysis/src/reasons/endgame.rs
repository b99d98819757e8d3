//! Reasons that need lines to the end of the game: wipe-outs and last moves.

use willow_board::{Bitboard, Color, Square};

use super::claim::{Claim, EndingClaim, SquareList};
use super::line::{Line, Lines, board_of};
use super::reason::{Reason, Seen, Term};

/// Larger regions are not regions to a player.
const LARGEST_REGION: u32 = 9;

/// Returns that the side ends without a disc after its move, but not after the best one.
pub(super) fn wipe_out(lines: &Lines) -> Option<Reason> {
    let mover = lines.mover;
    let last = lines.played.final_position()?;
    let n_left = lines.best.positions.last().map(|last| last.discs(mover).count())?;
    if !last.discs(mover).is_empty() || n_left == 0 {
        return None;
    }
    Some(Reason {
        term: Term::WipeOut,
        side: mover,
        before: n_left as i32,
        after: 0,
        squares: Vec::new(),
        seen: Seen::in_played(lines, lines.played.moves.len()),
        amount: 1,
        claim: Claim::Ending(EndingClaim::WipeOut {
            moves: lines.played.all_moves(),
            best_moves: lines.best.all_moves(),
            n_left,
        }),
    })
}

/// Returns that the opponent threatens to take the last discs of the side after its move, and never in
/// the best line: if the side passed, it would have no disc after one more move.
pub(super) fn wipe_out_threat(lines: &Lines) -> Option<Reason> {
    let mover = lines.mover;
    let threat = |line: &Line, n_plies: usize| {
        let positions = line.positions[..=n_plies].iter().enumerate();
        let own_turn = positions.filter(|(_, at)| at.side_to_move() == mover);
        own_turn.into_iter().find_map(|(n, at)| {
            let board = board_of(at, !mover);
            let n_discs = board.opponent().count();
            let takes_all = |&square: &Square| board.flips(square).count() == n_discs;
            Some((n, board.legal_moves().squares().find(takes_all)?, n_discs))
        })
    };
    let is_wiped_out = lines.played.positions.last()?.discs(mover).is_empty();
    let (n, square, n_discs) = threat(&lines.played, lines.n_plies)?;
    if is_wiped_out || threat(&lines.best, lines.best.moves.len()).is_some() {
        return None;
    }
    let (moves, other) = (lines.played.prefix(n), lines.best.all_moves());
    let claim = Claim::Ending(EndingClaim::WipeOutThreat { moves, square, n_discs, other });
    let seen = Seen::in_played(lines, n);
    Some(Reason::happens(Term::WipeOutThreat, mover, vec![square], seen, claim))
}

/// Returns the regions of empties in which the opponent has the last move in the line after the
/// move, and the side itself in the best line.
pub(super) fn parity(lines: &Lines) -> Vec<Reason> {
    let go_to_the_end = [&lines.played, &lines.best].iter().all(|of| of.final_position().is_some());
    if !go_to_the_end {
        return Vec::new();
    }
    let empties = lines.played.positions[0].board().empties();
    let regions = regions(empties).into_iter();
    let lost = |region: Bitboard| {
        let is_small = (2..=LARGEST_REGION).contains(&region.count());
        let ply = last_move(&lines.played, region, !lines.mover).filter(|_| is_small)?;
        let best_ply = last_move(&lines.best, region, lines.mover)?;
        let squares: Vec<Square> = region.squares().collect();
        let claim = EndingClaim::LastMove {
            moves: lines.played.all_moves(),
            best_moves: lines.best.all_moves(),
            region: (region != empties).then(|| SquareList(squares.clone())),
            instead: Seen::in_best(lines, best_ply + 1),
        };
        let seen = Seen::in_played(lines, ply + 1);
        Some(Reason::fails(Term::Parity, lines.mover, squares, seen, Claim::Ending(claim)))
    };
    regions.filter_map(lost).collect()
}

/// Returns the ply, counted from 0, at which a side plays the last square of a region in a line; `None` if it
/// is the other side's or if the line leaves squares of the region empty.
fn last_move(line: &Line, region: Bitboard, side: Color) -> Option<usize> {
    let last = line.positions.last()?;
    if last.board().empties().intersects(region) {
        return None;
    }
    let in_region = |ply: &usize| line.moves[*ply].square().is_some_and(|sq| region.contains(sq));
    let ply = (0..line.moves.len()).rev().find(in_region)?;
    (line.positions[ply].side_to_move() == side).then_some(ply)
}

/// Returns the regions of empties. Squares that touch, diagonally too, are in one region.
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
