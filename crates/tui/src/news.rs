//! What the players are told, in words.

use std::fmt;

use willow_board::{Action, Color, EndReason, GameEvent, IllegalMove, Move, Outcome, Rejection};
use willow_players::{Decision, MoveReport, PlayerError};

/// Something that the people at the table should know.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum News {
    /// Something happened in the game.
    Game(GameEvent),
    /// A move was refused.
    Refused(IllegalMove),
    /// A program of this colour made an illegal move.
    IllegalMove(Color, Rejection),
    /// It is the turn of a program of this colour.
    NotYourTurn(Color),
    /// The game has come to its end, so that this makes no sense any more.
    GameIsOver,
    /// Moves were taken back; now this many moves and passes are played.
    TakenBack(usize),
    /// Moves were played again; now this many moves and passes are played.
    PlayedAgain(usize),
    /// There is no move that could be taken back.
    NothingToTakeBack,
    /// There is no move that could be played again.
    NothingToPlayAgain,
    /// The players changed their colours.
    SidesSwitched,
    /// A new game begins.
    NewGame,
    /// A game was taken up.
    TakenUp,
    /// Time stands still and programs wait.
    Paused,
    /// The game goes on.
    Continued,
    /// What was asked of the adviser, and what it said.
    Advice(Advice),
    /// The adviser has nothing to say.
    NoAdvice,
    /// A program that plays cannot go on.
    Failed(PlayerError),
    /// The game could not be kept on disk, for this reason.
    NotKept(String),
}

impl News {
    /// Returns why a program cannot go on, if that is the news.
    pub(crate) fn into_failure(self) -> Option<PlayerError> {
        match self {
            News::Failed(error) => Some(error),
            _ => None,
        }
    }
}

/// What the adviser is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// A good move.
    Hint,
    /// What the position is worth, and how play may go on.
    Value,
}

/// The adviser's answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Advice {
    /// What was asked.
    pub(crate) wish: Wish,
    /// The side to move, whose value it is.
    pub(crate) color: Color,
    /// The best move.
    pub(crate) best: Move,
    /// What it thought.
    pub(crate) report: Option<MoveReport>,
}

impl Advice {
    /// Returns the advice that lies in a decision; somebody who resigns has none.
    pub(crate) fn from_decision(wish: Wish, color: Color, decision: Decision) -> Option<Advice> {
        match decision.action {
            Action::Play(best) => Some(Advice { wish, color, best, report: decision.report }),
            Action::Resign => None,
        }
    }
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.wish, &self.report) {
            (Wish::Value, Some(report @ MoveReport { value: Some(value), .. })) => {
                let kind = if report.exact { "exact" } else { "expected" };
                write!(f, "{} stands at {value:+.2} discs ({kind}", self.color)?;
                write!(f, ", depth {}): {}.", report.depth, Line(&report.pv))
            }
            _ => write!(f, "Hint for {}: {}.", self.color, self.best),
        }
    }
}

/// The first moves of a line of play.
struct Line<'a>(&'a [Move]);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 8;
        for (ply, mv) in self.0.iter().take(SHOWN).enumerate() {
            let blank = if ply == 0 { "" } else { " " };
            write!(f, "{blank}{mv}")?;
        }
        Ok(())
    }
}

/// The result of a game in a sentence.
struct Result<'a>(&'a Outcome);

impl fmt::Display for Result<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Outcome { black_discs, white_discs, reason, .. } = *self.0;
        let [most, least] = [black_discs.max(white_discs), black_discs.min(white_discs)];
        match reason {
            EndReason::Finished => f.write_str("The game is over")?,
            by_default => write!(f, "The game is over, {by_default}")?,
        }
        let Some(winner) = self.0.winner() else { return f.write_str(": a draw.") };
        write!(f, ": {winner} wins")?;
        match reason {
            EndReason::Finished if most + least == 64 => write!(f, ", {most} to {least}."),
            // The winner is given the squares that stay empty.
            EndReason::Finished => {
                let by = self.0.result.value().abs();
                write!(f, " by {by}, with {most} to {least} on the board.")
            }
            _ => f.write_str("."),
        }
    }
}

/// An event in a sentence.
struct Sentence<'a>(&'a GameEvent);

impl fmt::Display for Sentence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            GameEvent::Moved { color, square, .. } => write!(f, "{color} moves to {square}."),
            GameEvent::Passed { color, .. } => write!(f, "{color} has no move and passes."),
            GameEvent::Ended(outcome) => write!(f, "{}", Result(outcome)),
        }
    }
}

impl fmt::Display for News {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            News::Game(event) => write!(f, "{}", Sentence(event)),
            News::Refused(reason) => write!(f, "Not possible: {reason}."),
            News::IllegalMove(color, rejection) => {
                write!(f, "{color}'s move is illegal, {rejection}.")
            }
            News::NotYourTurn(color) => write!(f, "It is {color}'s turn; wait for its move."),
            News::GameIsOver => f.write_str("The game is over."),
            News::TakenBack(0) => f.write_str("Taken back to the start."),
            News::TakenBack(n_plies) => write!(f, "Taken back to move {n_plies}."),
            News::PlayedAgain(n_plies) => write!(f, "Played again up to move {n_plies}."),
            News::NothingToTakeBack => f.write_str("There is nothing to take back."),
            News::NothingToPlayAgain => f.write_str("There is nothing to play again."),
            News::SidesSwitched => f.write_str("The players changed their colours."),
            News::NewGame => f.write_str("A new game."),
            News::TakenUp => f.write_str("The unfinished game goes on."),
            News::Paused => f.write_str("Paused."),
            News::Continued => f.write_str("The game goes on."),
            News::Advice(advice) => write!(f, "{advice}"),
            News::NoAdvice => f.write_str("The adviser has nothing to say."),
            News::Failed(error) => write!(f, "{error}; the game is paused."),
            News::NotKept(reason) => write!(f, "The unfinished game could not be kept: {reason}."),
        }
    }
}
