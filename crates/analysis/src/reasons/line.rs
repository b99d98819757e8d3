//! The two lines of play that are compared, and where they come to rest.

use willow_board::{Bitboard, Board, Color, Move, Position, Square};

use super::claim::Moves;
use crate::MoveAnalysis;

/// Maximum plies of a line that are compared: deeper moves of a principal variation are less reliable. Not measured.
const MAX_PLIES: usize = 10;

/// A line of play: its moves, and the positions before, between and behind them.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) moves: Vec<Move>,
    pub(super) positions: Vec<Position>,
}

impl Line {
    /// Plays moves as far as they are legal.
    fn new(start: Position, moves: &[Move]) -> Line {
        let mut line = Line { moves: Vec::new(), positions: vec![start] };
        let mut position = start;
        for &mv in moves {
            let Ok(next) = position.play(mv) else { break };
            line.moves.push(mv);
            line.positions.push(next);
            position = next;
        }
        line
    }

    /// Returns the position after the first move.
    pub(super) fn after_first(&self) -> &Position {
        &self.positions[1]
    }

    /// Returns the ply, counted from 0, at which a side plays a square within the first `n_plies`.
    pub(super) fn ply_of(&self, side: Color, square: Square, n_plies: usize) -> Option<usize> {
        let is_by = |ply: &usize| {
            self.moves[*ply] == square.into() && self.positions[*ply].side_to_move() == side
        };
        (0..n_plies.min(self.moves.len())).find(is_by)
    }

    /// Returns whether a side plays a square anywhere in the line.
    pub(super) fn has_move(&self, side: Color, square: Square) -> bool {
        self.ply_of(side, square, self.moves.len()).is_some()
    }

    /// Returns the ply, counted from 0, at which a side passes within the first `n_plies`.
    pub(super) fn pass_of(&self, side: Color, n_plies: usize) -> Option<usize> {
        let is_pass = |ply: &usize| {
            self.moves[*ply] == Move::Pass && self.positions[*ply].side_to_move() == side
        };
        (0..n_plies.min(self.moves.len())).find(is_pass)
    }

    /// Returns whether a side ever has the chance to take a corner: in its turns after the first move, or
    /// behind the last move, if it were its turn.
    pub(super) fn could_take(&self, side: Color, corner: Square) -> bool {
        let can = |at: &Position| board_of(at, side).legal_moves().contains(corner);
        let in_turn = |at: &&Position| at.side_to_move() == side;
        let after_first = &self.positions[1..];
        after_first.iter().filter(in_turn).any(can) || self.positions.last().is_some_and(can)
    }

    /// Returns the first `n` moves.
    pub(super) fn prefix(&self, n: usize) -> Moves {
        Moves(self.moves.iter().take(n).copied().collect())
    }

    /// Returns all moves.
    pub(super) fn all_moves(&self) -> Moves {
        Moves(self.moves.clone())
    }

    /// Returns the last position, if the line goes to the end of the game.
    pub(super) fn final_position(&self) -> Option<&Position> {
        self.positions.last().filter(|last| last.is_game_over())
    }

    /// Returns whether the position after so many plies is at rest: no corner is taken next, nobody
    /// passes next, and the game continues.
    fn is_quiet(&self, n_plies: usize) -> bool {
        let is_quiet_move = |mv: &Move| match mv.square() {
            Some(square) => !Bitboard::CORNERS.contains(square),
            None => false,
        };
        let position = &self.positions[n_plies];
        let goes_on = !position.is_game_over() && !position.must_pass();
        goes_on && self.moves.get(n_plies).is_none_or(is_quiet_move)
    }
}

/// Returns the board as a side would see it if it were to move.
pub(super) fn board_of(position: &Position, side: Color) -> Board {
    if position.side_to_move() == side { *position.board() } else { position.board().pass() }
}

/// The line after the move that was played, and the line after the best one.
///
/// What happens in a line happens within the first plies of it, which are compared. What does not happen in
/// the other line does not happen in all of it, however long it is: else a sentence would be true of ten
/// moves and no longer of eleven.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// The side whose move is explained.
    pub(super) mover: Color,
    pub(super) played: Line,
    pub(super) best: Line,
    /// Number of plies of a line that are searched for events.
    pub(super) n_plies: usize,
    /// After so many plies both lines are at rest with the same side to move; `None` if they never
    /// are.
    pub(super) rest: Option<usize>,
}

impl Lines {
    /// Returns the lines of a finding; `None` if one of them is empty.
    pub(super) fn of(found: &MoveAnalysis) -> Option<Lines> {
        let played = Line::new(found.position, &found.played_pv);
        let best = Line::new(found.position, &found.pv);
        let n_plies = played.moves.len().min(best.moves.len()).min(MAX_PLIES);
        if n_plies == 0 {
            return None;
        }
        let is_rest = |&n: &usize| {
            let same_side = played.positions[n].side_to_move() == best.positions[n].side_to_move();
            same_side && played.is_quiet(n) && best.is_quiet(n)
        };
        let rest = (2..=n_plies).rev().find(is_rest);
        Some(Lines { mover: found.side(), played, best, n_plies, rest })
    }

    /// Returns the move that is explained.
    pub(super) fn mv(&self) -> Move {
        self.played.moves[0]
    }

    /// Returns whether the opponent can take a corner at once after the best move.
    pub(super) fn best_gives_a_corner(&self) -> bool {
        let after = self.best.after_first();
        let corners = after.legal_moves() & Bitboard::CORNERS;
        after.side_to_move() != self.mover && !corners.is_empty()
    }

    /// Returns the best move.
    pub(super) fn best_move(&self) -> Move {
        self.best.moves[0]
    }

    /// Returns the positions at rest, after the played and after the best move.
    pub(super) fn at_rest(&self) -> Option<(&Position, &Position)> {
        self.rest.map(|n| (&self.played.positions[n], &self.best.positions[n]))
    }
}
