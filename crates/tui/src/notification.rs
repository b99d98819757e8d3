//! Notifications to the user, and their texts.

use std::fmt;
use std::path::PathBuf;

use willow_board::{Color, EndReason, GameEvent, IllegalMove, Move, Outcome, Rejection, Square};
use willow_players::{PlayerError, SearchInfo};

/// A message to the user about the game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Notification {
    /// An event of the game.
    Game(GameEvent),
    /// The search information of the program of this colour about its move.
    Thought(Color, Square, Box<SearchInfo>),
    /// The user's move is illegal.
    IllegalMove(IllegalMove),
    /// The program of this colour chose an illegal move.
    ProgramMoveRejected(Color, Rejection),
    /// The user tried to move, but it is the turn of this colour's program.
    NotYourTurn(Color),
    /// Only programs play.
    NobodyToResign,
    /// The command is not possible after the end of the game.
    GameIsOver,
    /// Moves were taken back; so many discs are placed now.
    Undone(usize),
    /// Moves were redone; so many discs are placed now.
    Redone(usize),
    /// There is no move to take back.
    NothingToUndo,
    /// There is no move to redo.
    NothingToRedo,
    /// The players have switched sides.
    SidesSwitched,
    /// A new game has started.
    NewGame,
    /// An unfinished game was resumed.
    Resumed,
    /// The game was saved to this file.
    Saved(PathBuf),
    /// A game was loaded from this file.
    Loaded(PathBuf),
    /// The number of games of a file that could not be read.
    GamesLeftOut(usize),
    /// The names that belong to a file of games could not be read, for this reason.
    NamesUnread(String),
    /// The game that another one has replaced is kept in this file.
    GameKept(PathBuf),
    /// The game was paused.
    Paused,
    /// The game continues after a pause.
    Unpaused,
    /// A hint or a value.
    Advice(Advice),
    /// The adviser found no hint or value.
    NoAdvice,
    /// A program failed. The game is paused.
    ProgramFailed(PlayerError),
    /// The unfinished game could not be saved, for this reason.
    AutosaveFailed(String),
}

/// A question of the user to the adviser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AdviceKind {
    /// A good move.
    Hint,
    /// The value of the position in discs, and the expected line.
    Value,
}

/// The adviser's answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Advice {
    /// What is asked about the position.
    pub(crate) kind: AdviceKind,
    /// The side to move. The value is from its point of view.
    pub(crate) color: Color,
    /// The best move.
    pub(crate) best: Move,
    /// The search behind it, if the adviser reports one.
    pub(crate) report: Option<SearchInfo>,
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.kind, &self.report) {
            (AdviceKind::Value, Some(report)) if report.discs().is_some() => {
                let kind = if report.is_exact { "exact" } else { "estimated" };
                let discs = report.discs().unwrap_or_default();
                write!(f, "Value for {}: {discs:+.2} discs ({kind}", self.color)?;
                let line = report.line.iter().take(SHOWN_MOVES).map(Move::to_string);
                let line: Vec<String> = line.collect();
                if let Some(depth) = report.depth {
                    write!(f, ", depth {depth}")?;
                }
                write!(f, "). Line: {}.", line.join(" "))
            }
            _ => write!(f, "Hint for {}: {}.", self.color, self.best),
        }
    }
}

/// Number of moves of an expected line that are shown.
const SHOWN_MOVES: usize = 8;

/// Returns the result of a game, and what ended it early, as the end of a sentence.
pub(crate) fn result_text(outcome: &Outcome) -> String {
    let Outcome { black_discs, white_discs, reason, .. } = *outcome;
    let early = match reason {
        EndReason::Finished => String::new(),
        other => format!("{other}. "),
    };
    let Some(winner) = outcome.winner() else { return early + "draw." };
    let [more, fewer] = [black_discs.max(white_discs), black_discs.min(white_discs)];
    let by = match reason {
        EndReason::Finished if more + fewer == 64 => format!(", {more} to {fewer}"),
        // Empties count for the winner.
        EndReason::Finished | EndReason::Overtime(_) => {
            let by = outcome.result.value().abs();
            format!(" by {by}, with {more} to {fewer} on the board")
        }
        _ => ", 64 to 0".to_owned(),
    };
    format!("{early}{winner} wins{by}.")
}

impl fmt::Display for Notification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notification::Game(GameEvent::Moved { color, square, .. }) => {
                write!(f, "{color} moves to {square}.")
            }
            Notification::Game(GameEvent::Passed { color, .. }) => {
                write!(f, "{color} has no move and passes.")
            }
            Notification::Game(GameEvent::Ended(outcome)) => {
                write!(f, "Game over: {}", result_text(outcome))
            }
            Notification::Thought(color, mv, thought) => {
                write!(f, "{color} thought about {mv}: {thought}.")
            }
            Notification::IllegalMove(reason) => write!(f, "Illegal move: {reason}."),
            Notification::ProgramMoveRejected(color, rejection) => {
                write!(f, "{color}'s program made an illegal move: {rejection}.")
            }
            Notification::NotYourTurn(color) => {
                write!(f, "It is {color}'s turn. Wait for the move.")
            }
            Notification::NobodyToResign => f.write_str("Only people can resign here."),
            Notification::GameIsOver => f.write_str("The game is over."),
            Notification::Undone(0) => f.write_str("Back at the start."),
            Notification::Undone(number) => write!(f, "Back at move {number}."),
            Notification::Redone(number) => write!(f, "Redone to move {number}."),
            Notification::NothingToUndo => f.write_str("Nothing to undo."),
            Notification::NothingToRedo => f.write_str("Nothing to redo."),
            Notification::SidesSwitched => f.write_str("The players switched sides."),
            Notification::NewGame => f.write_str("New game."),
            Notification::Saved(path) => write!(f, "Saved to {}.", path.display()),
            Notification::Loaded(path) => write!(f, "Loaded {}.", path.display()),
            Notification::GamesLeftOut(1) => {
                f.write_str("One game could not be read, and is left out.")
            }
            Notification::GamesLeftOut(n) => {
                write!(f, "{n} games could not be read, and are left out.")
            }
            Notification::NamesUnread(reason) => {
                write!(f, "Numbers stand for names: {reason}.")
            }
            Notification::GameKept(path) => {
                write!(f, "The game before it is kept in {}.", path.display())
            }
            Notification::Resumed => f.write_str("Resumed the unfinished game."),
            Notification::Paused => f.write_str("Paused."),
            Notification::Unpaused => f.write_str("The game continues."),
            Notification::Advice(advice) => write!(f, "{advice}"),
            Notification::NoAdvice => f.write_str("No hint available."),
            Notification::ProgramFailed(error) => write!(f, "{error}. The game is paused."),
            Notification::AutosaveFailed(reason) => {
                write!(f, "The game could not be saved: {reason}.")
            }
        }
    }
}
