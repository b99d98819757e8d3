//! A game: its start position, its moves, and how it ended.

use std::fmt;

use thiserror::Error;

use crate::{Color, DiscDiff, IllegalMove, Move, Position, Square};

/// A game from a start position to the current one, with every move and pass between.
///
/// Invariant: every move was legal where it was played, and nothing was played after the end.
///
/// ```
/// use willow_board::{Game, Square};
///
/// let mut game = Game::new();
/// game.place(Square::F5)?;
/// assert_eq!(game.position().legal_moves().count(), 3);
/// # Ok::<(), willow_board::PlayError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: Position,
    /// Each move with the position after it.
    plies: Vec<(Move, Position)>,
    /// Why the game is over, if not only because neither side can move.
    end_reason: Option<EndReason>,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// Neither side could move.
    Finished,
    /// This colour resigned.
    Resigned(Color),
    /// This colour's time ran out.
    TimedOut(Color),
    /// This colour forfeited by an illegal move, a crash or a protocol error.
    Forfeited(Color),
    /// Neither side could move, and this colour did not lose on the board. But it was the first to need
    /// the extension of its clock ([`TimeControl::Ggs`](crate::TimeControl::Ggs)), so it loses by two
    /// discs.
    Overtime(Color),
}

impl EndReason {
    /// Returns the colour that lost by resignation, time or forfeit; `None` if the game was played
    /// to its end.
    pub const fn loser_by_default(self) -> Option<Color> {
        match self {
            EndReason::Finished | EndReason::Overtime(_) => None,
            EndReason::Resigned(color)
            | EndReason::TimedOut(color)
            | EndReason::Forfeited(color) => Some(color),
        }
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndReason::Finished => f.write_str("neither side can move"),
            EndReason::Resigned(color) => write!(f, "{color} resigned"),
            EndReason::TimedOut(color) => write!(f, "{color} ran out of time"),
            EndReason::Forfeited(color) => write!(f, "{color} forfeited"),
            EndReason::Overtime(color) => write!(f, "{color} needed the extension of the clock"),
        }
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Black's result in discs: the final score, plus or minus 64 after a resignation, a forfeit or a
    /// loss on time, or plus or minus 2 after overtime.
    pub result: DiscDiff,
    /// Black's discs on the board.
    pub black_discs: u32,
    /// White's discs on the board.
    pub white_discs: u32,
    /// Why the game is over.
    pub reason: EndReason,
}

impl Outcome {
    /// Returns the colour that won, or `None` after a draw.
    pub const fn winner(&self) -> Option<Color> {
        match self.result.sign() {
            1 => Some(Color::Black),
            -1 => Some(Color::White),
            _ => None,
        }
    }

    /// Returns Black's result by the discs on the board, in discs.
    pub const fn on_board(&self) -> DiscDiff {
        DiscDiff::of_final_counts(self.black_discs, self.white_discs)
    }
}

/// A move could not be played. The game is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("move {move_number}, {mv}: {reason}")]
pub struct PlayError {
    /// The number of the move, counted from 1, passes included.
    pub move_number: usize,
    /// The rejected move, for the side to move.
    pub mv: Move,
    /// The rule that the move breaks.
    pub reason: IllegalMove,
}

impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}

impl Game {
    /// Returns a game at the standard start position.
    pub const fn new() -> Game {
        Game::from_position(Position::START)
    }

    /// Returns a game that starts at `start`.
    pub const fn from_position(start: Position) -> Game {
        Game { start, plies: Vec::new(), end_reason: None }
    }

    /// Returns the position at the start.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        self.plies.last().map_or(&self.start, |(_, position)| position)
    }

    /// Returns the position after `ply` moves and passes, if the game is that long.
    pub fn position_at(&self, ply: usize) -> Option<&Position> {
        match ply.checked_sub(1) {
            None => Some(&self.start),
            Some(last) => self.plies.get(last).map(|(_, position)| position),
        }
    }

    /// Returns the number of moves and passes played.
    pub fn n_plies(&self) -> usize {
        self.plies.len()
    }

    /// Returns the moves and passes in order.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + '_ {
        self.plies.iter().map(|&(mv, _)| mv)
    }

    /// Returns the last move or pass.
    pub fn last_move(&self) -> Option<Move> {
        self.plies.last().map(|&(mv, _)| mv)
    }

    /// Plays a move or a pass.
    ///
    /// # Errors
    /// The move must be legal and the game not over.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        let error = |reason| PlayError { move_number: self.plies.len() + 1, mv, reason };
        if self.end_reason.is_some() {
            return Err(error(IllegalMove::GameOver));
        }
        let position = self.position().play(mv).map_err(error)?;
        self.plies.push((mv, position));
        Ok(())
    }

    /// Places a disc. If the side to move must pass, the pass is played first, because game records
    /// leave passes out.
    ///
    /// # Errors
    /// The move must be legal and the game not over. After an error no pass has been played.
    pub fn place(&mut self, square: Square) -> Result<(), PlayError> {
        let passes = self.position().must_pass();
        if passes {
            self.play(Move::Pass)?;
        }
        let played = self.play(Move::Place(square));
        if passes && played.is_err() {
            self.plies.pop();
        }
        played
    }

    /// Takes the last move or pass back and returns it. A game that ended early continues.
    pub fn undo(&mut self) -> Option<Move> {
        let (mv, _) = self.plies.pop()?;
        self.end_reason = None;
        Some(mv)
    }

    /// Returns the game as the moves alone make it: without a resignation, loss on time or forfeit.
    #[must_use]
    pub fn reopened(&self) -> Game {
        self.first_plies(self.n_plies())
    }

    /// Returns the game as it was after `n` plies, or after its last one if there are fewer.
    #[must_use]
    pub fn first_plies(&self, n: usize) -> Game {
        let plies = self.plies.iter().take(n).copied().collect();
        Game { start: self.start, plies, end_reason: None }
    }

    /// Ends the game by resignation, loss on time or forfeit. [`EndReason::Overtime`] changes the result
    /// of a game that was played to its end, unless that colour lost on the board. Otherwise a game that
    /// is over is not changed.
    pub fn end(&mut self, reason: EndReason) {
        let changes_result = match reason {
            EndReason::Finished => false,
            EndReason::Overtime(late) => self.outcome().is_some_and(|outcome| {
                outcome.reason == EndReason::Finished && outcome.winner() != Some(!late)
            }),
            EndReason::Resigned(_) | EndReason::TimedOut(_) | EndReason::Forfeited(_) => {
                !self.is_over()
            }
        };
        if changes_result {
            self.end_reason = Some(reason);
        }
    }

    /// Returns whether neither side can move, or something else has ended the game.
    pub fn is_over(&self) -> bool {
        self.end_reason.is_some() || self.position().is_game_over()
    }

    /// Returns the result, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        let reason = match self.end_reason {
            Some(reason) => reason,
            None if self.position().is_game_over() => EndReason::Finished,
            None => return None,
        };
        let black_discs = self.position().discs(Color::Black).count();
        let white_discs = self.position().discs(Color::White).count();
        let loss_of = |color, by: DiscDiff| if color == Color::Black { -by } else { by };
        let result = match reason {
            EndReason::Finished => DiscDiff::of_final_counts(black_discs, white_discs),
            EndReason::Overtime(color) => loss_of(color, DiscDiff::SMALLEST_WIN),
            EndReason::Resigned(color)
            | EndReason::TimedOut(color)
            | EndReason::Forfeited(color) => loss_of(color, DiscDiff::MAX),
        };
        Some(Outcome { result, black_discs, white_discs, reason })
    }
}
