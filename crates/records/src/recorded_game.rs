//! A game and its players, event, result and notes.

use std::time::Duration;

use willow_board::{Color, EndReason, Game, Outcome, Position};

use crate::property_tree::{self, PropertySyntaxError};
use crate::{Branch, Variations};

/// A game with its players, event, result and notes, as all formats of games have them.
///
/// An empty text means that the source does not say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordedGame {
    /// The start, the moves and the end.
    pub game: Game,
    /// The players, by [`Color::index`].
    pub players: [RecordedPlayer; 2],
    /// The tournament or match.
    pub event: String,
    /// The city, or the server.
    pub place: String,
    /// When the game was played, as the source spells it.
    pub date: String,
    /// The type of the match in the terms of the Generic Game Server: `8`, `s8r20`.
    pub match_type: String,
    /// The komi in discs, if the players bid for the sides: it is taken from what Black has more, and the
    /// result is without it.
    pub komi: Option<f64>,
    /// As recorded, which may differ from the board.
    pub result: Option<RecordedResult>,
    /// Which game of a synchro pair it is, if it is one.
    pub synchro: Option<Synchro>,
    /// A remark about the game.
    pub comment: String,
    /// The variations, which of all formats only SGF has.
    pub variations: Variations,
    /// Remarks about moves, by ply. The last one is not empty.
    notes: Vec<MoveNote>,
}

/// A player of a recorded game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordedPlayer {
    /// As the source spells it.
    pub name: String,
    /// The rating at that time, on the scale of the source.
    pub rating: Option<f64>,
    /// The time control, as the source spells it.
    pub clock: String,
    /// The bid for the sides: a first move with its value, as the source spells it.
    pub bid: String,
}

/// The result that a record gives.
///
/// It may differ from what the board shows: games are resigned, stop in the middle of a move list,
/// or are scored by their tournament.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordedResult {
    /// Black's discs minus White's. Server records may hold fractions.
    pub score: f64,
    /// What ended the game.
    pub ending: RecordedEnding,
}

/// What ended a game, in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordedEnding {
    /// The end of the game on the board, or the source does not say.
    Board,
    /// A resignation.
    Resigned,
    /// A loss on time.
    TimedOut,
    /// A forfeit for another reason.
    Forfeited,
    /// Both players' consent to a score.
    Agreed,
}

/// Which of two games that were played at once, from one start with the colours swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Synchro {
    /// The first; the record of the second comes next.
    First,
    /// Its partner comes before.
    Second,
}

/// What the source says about one move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveNote {
    /// The mover's evaluation, in discs from the mover's view.
    pub eval: Option<f64>,
    /// The time that the move took.
    pub time: Option<Duration>,
    /// A remark.
    pub comment: String,
}

impl RecordedGame {
    /// Returns the record of a game about which nothing else is known. It has the game's result.
    pub fn new(game: Game) -> RecordedGame {
        let result = game.outcome().map(RecordedResult::from);
        RecordedGame { game, result, ..RecordedGame::default() }
    }

    /// Returns a record without moves that starts in a position.
    pub fn from_position(position: Position) -> RecordedGame {
        RecordedGame::new(Game::from_position(position))
    }

    /// Returns the player of a colour.
    pub const fn player(&self, color: Color) -> &RecordedPlayer {
        &self.players[color.index()]
    }

    /// Returns the player of a colour, to be changed.
    pub const fn player_mut(&mut self, color: Color) -> &mut RecordedPlayer {
        &mut self.players[color.index()]
    }

    /// Returns the note of a ply, counted from 0.
    pub fn note(&self, ply: usize) -> Option<&MoveNote> {
        self.notes.get(ply).filter(|note| **note != MoveNote::default())
    }

    /// Replaces the note of a ply of the game, counted from 0. An empty note is removed.
    pub fn set_note(&mut self, ply: usize, note: MoveNote) {
        if note == MoveNote::default() && self.notes.len() <= ply {
            return;
        }
        *self.note_mut(ply) = note;
        let last = self.notes.iter().rposition(|note| *note != MoveNote::default());
        self.notes.truncate(last.map_or(0, |last| last + 1));
    }

    /// Returns the note of a ply, to be changed.
    fn note_mut(&mut self, ply: usize) -> &mut MoveNote {
        if self.notes.len() <= ply {
            self.notes.resize_with(ply + 1, MoveNote::default);
        }
        &mut self.notes[ply]
    }

    /// Adds a remark to a position of the game or of its variations.
    pub(crate) fn add_comment_at(
        &mut self,
        branch: Branch,
        text: &str,
    ) -> Result<(), PropertySyntaxError> {
        if text.is_empty() {
            return Ok(());
        }
        let comment = match branch {
            Branch::Game(0) => &mut self.comment,
            Branch::Game(plies) => &mut self.note_mut(plies - 1).comment,
            Branch::Variation(index) => match self.variations.comment_mut(index) {
                Some(comment) => comment,
                None => return Ok(()),
            },
        };
        property_tree::append(comment, text)
    }

    /// Adds a remark to the last move, or to the game while there is none.
    pub(crate) fn add_comment(&mut self, text: &str) -> Result<(), PropertySyntaxError> {
        self.add_comment_at(Branch::Game(self.game.n_plies()), text)
    }

    /// Sets the recorded result, and ends the game if the loser resigned, timed out or forfeited. Without a
    /// recorded result the result on the board is taken.
    pub(crate) fn conclude(&mut self, result: Option<RecordedResult>) {
        if let Some(reason) = result.and_then(|result| self.end_reason(result)) {
            self.game.end(reason);
        }
        self.result = result.or_else(|| self.game.outcome().map(RecordedResult::from));
    }

    /// Returns why the game ends with this result, if not because neither side can move.
    fn end_reason(&self, result: RecordedResult) -> Option<EndReason> {
        match result.reason()? {
            // Records have one word for both kinds of lateness.
            EndReason::TimedOut(late) if self.game.is_over() => {
                let is_by_two = (result.score.abs() - 2.0).abs() < f64::EPSILON;
                (is_by_two && self.komi.is_none()).then_some(EndReason::Overtime(late))
            }
            reason => Some(reason),
        }
    }
}

impl RecordedResult {
    /// Returns how the loser lost, if the game did not end on the board.
    fn reason(self) -> Option<EndReason> {
        let loser = if self.score < 0.0 { Color::Black } else { Color::White };
        match self.ending {
            _ if self.score == 0.0 => None,
            RecordedEnding::Board | RecordedEnding::Agreed => None,
            RecordedEnding::Resigned => Some(EndReason::Resigned(loser)),
            RecordedEnding::TimedOut => Some(EndReason::TimedOut(loser)),
            RecordedEnding::Forfeited => Some(EndReason::Forfeited(loser)),
        }
    }
}

impl From<Outcome> for RecordedResult {
    fn from(outcome: Outcome) -> RecordedResult {
        let ending = match outcome.reason {
            EndReason::Finished => RecordedEnding::Board,
            EndReason::Resigned(_) => RecordedEnding::Resigned,
            EndReason::TimedOut(_) | EndReason::Overtime(_) => RecordedEnding::TimedOut,
            EndReason::Forfeited(_) => RecordedEnding::Forfeited,
        };
        RecordedResult { score: f64::from(outcome.result.value()), ending }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resigned_game_ends_with_the_losers_resignation() {
        let mut record = RecordedGame::new(crate::transcript::parse("f5d6").unwrap());
        assert_eq!(record.result, None);
        record.conclude(Some(RecordedResult { score: -64.0, ending: RecordedEnding::Resigned }));
        let outcome = record.game.outcome().unwrap();
        assert_eq!(outcome.reason, EndReason::Resigned(Color::Black));
        assert_eq!((outcome.black_discs, outcome.white_discs), (3, 3));
    }

    #[test]
    fn overtime_is_read_back_from_a_loss_on_time_by_two() {
        let board = format!("XX{}O X", "-".repeat(61));
        let mut game = crate::board_text::parse(&board).map(Game::from_position).unwrap();
        assert_eq!(game.outcome().unwrap().reason, EndReason::Finished);
        let lost = |score| RecordedResult { score, ending: RecordedEnding::TimedOut };
        for (score, komi) in [(-10.0, None), (-2.5, None), (-2.0, Some(4.5))] {
            let mut other = RecordedGame { komi, ..RecordedGame::new(game.clone()) };
            other.conclude(Some(lost(score)));
            assert_eq!(other.game, game, "{score} {komi:?}");
        }
        game.end(EndReason::Overtime(Color::Black));
        assert_eq!(RecordedGame::new(game.clone()).result, Some(lost(-2.0)));
        let mut read = RecordedGame::from_position(*game.start());
        read.conclude(Some(lost(-2.0)));
        assert_eq!((read.game, read.result), (game, Some(lost(-2.0))));
    }

    #[test]
    fn empty_notes_are_not_kept() {
        let mut record = RecordedGame::default();
        record.set_note(3, MoveNote { eval: Some(1.5), ..MoveNote::default() });
        assert_eq!(record.note(3).unwrap().eval, Some(1.5));
        assert_eq!((record.note(2), record.note(4)), (None, None));
        record.set_note(usize::MAX, MoveNote::default());
        let with_one_note = record.clone();
        record.set_note(5, MoveNote { eval: Some(2.0), ..MoveNote::default() });
        record.set_note(5, MoveNote::default());
        assert_eq!(record, with_one_note);
        record.set_note(3, MoveNote::default());
        assert_eq!(record, RecordedGame::default());
    }
}
