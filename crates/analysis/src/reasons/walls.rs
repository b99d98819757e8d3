//! Walls: rows of discs that face empties, onto which the opponent can move.

use willow_board::{Bitboard, Color, Position, Square};

use super::claim::{Claim, RestClaim, SquareList};
use super::line::{Lines, board_of};
use super::reason::{Reason, Seen, Term};

/// Minimum number of discs of a wall.
const MIN_DISCS: usize = 4;
/// Minimum number of moves that a wall worth mentioning gives to the opponent.
const MIN_MOVES: u32 = 2;

/// A row of discs of one side beside each other, each with an empty square on the same side of it.
struct Wall {
    discs: Vec<Square>,
    /// The empties beside the wall.
    facing: Bitboard,
}

/// Returns that the side has a wall where the line after its move is at rest, onto which the opponent
/// has moves, and no wall at all where the best line is.
pub(super) fn wall(lines: &Lines) -> Option<Reason> {
    wall_at(lines, lines.rest?)
}

/// Returns the same of the positions after so many plies.
pub(super) fn wall_at(lines: &Lines, plies: usize) -> Option<Reason> {
    let (mover, played, best) =
        (lines.mover, &lines.played.positions[plies], &lines.best.positions[plies]);
    if !walls(best, mover).is_empty() {
        return None;
    }
    let moves = board_of(played, !mover).legal_moves();
    let onto = |wall: &Wall| wall.facing & moves;
    let wall = walls(played, mover)
        .into_iter()
        .max_by_key(|wall| (onto(wall).count(), wall.discs.len()))?;
    let onto = onto(&wall);
    (MIN_MOVES <= onto.count()).then(|| Reason {
        term: Term::Wall,
        side: mover,
        before: 0,
        after: wall.discs.len() as i32,
        squares: wall.discs.clone(),
        seen: Seen::in_played(lines, plies),
        amount: onto.count(),
        claim: Claim::Rest(RestClaim::Wall {
            moves: lines.played.prefix(plies),
            discs: SquareList(wall.discs),
            onto: SquareList(onto.squares().collect()),
            best_moves: lines.best.prefix(plies),
        }),
    })
}

/// Returns the walls of a side. Discs on the edge are excluded: they face the inside of the board.
fn walls(position: &Position, side: Color) -> Vec<Wall> {
    let (own, empties) = (position.discs(side), position.board().empties());
    let mut walls = Vec::new();
    for line in 1..7 {
        let rows = [line - 1, line + 1].map(|facing| (facing, row as Squares));
        let columns = [line - 1, line + 1].map(|facing| (facing, column as Squares));
        for (facing, at) in rows.into_iter().chain(columns) {
            let is_part =
                |place: u32| own.contains(at(line, place)) && empties.contains(at(facing, place));
            walls.extend(runs(is_part).into_iter().map(|places| Wall {
                discs: places.clone().map(|place| at(line, place)).collect(),
                facing: places.map(|place| at(facing, place)).collect(),
            }));
        }
    }
    walls
}

/// Returns the square at a place of a line.
type Squares = fn(u32, u32) -> Square;

fn row(line: u32, place: u32) -> Square {
    Square::from_coords(place, line).expect("lines and places go from 0 to 7")
}

fn column(line: u32, place: u32) -> Square {
    Square::from_coords(line, place).expect("lines and places go from 0 to 7")
}

/// Returns the places from 0 to 7 that follow each other and are part of a wall, if there are enough.
fn runs(is_part: impl Fn(u32) -> bool) -> Vec<std::ops::Range<u32>> {
    let mut runs = Vec::new();
    let mut start = 0;
    for place in 0..=8 {
        if place == 8 || !is_part(place) {
            if MIN_DISCS as u32 <= place - start {
                runs.push(start..place);
            }
            start = place + 1;
        }
    }
    runs
}
