//! The record of a match game, as `willow match --json` writes it.

use crate::MoveThought;
use serde::{Deserialize, Serialize};
use willow_board::{Color, DiscDiff, EndReason, Game, Outcome, Position};
use willow_records::transcript;

use crate::matches::{GameEnding, GameReport};

/// A finished game of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The number of the game in the match, from 1.
    pub game: u32,
    /// The colour of the match's first player.
    #[serde(with = "color_word")]
    pub first: Color,
    /// Black's name.
    pub black: String,
    /// White's name.
    pub white: String,
    /// The moves of the opening, as [`opening_text`] writes them.
    pub opening: String,
    /// All moves, the opening included: lower-case squares. Passes are omitted, except at the end
    /// of an unfinished game.
    pub moves: String,
    /// Black's discs on the board at the end.
    pub black_discs: u32,
    /// White's discs on the board at the end.
    pub white_discs: u32,
    /// Black's disc difference, empties to the winner. A game that was resigned, lost on time
    /// or forfeited counts 64, one that was lost by overtime 2.
    #[serde(with = "disc_diff_number")]
    pub result: DiscDiff,
    /// Why the game ended.
    pub reason: String,
    /// The time that Black used, in seconds.
    pub black_seconds: f64,
    /// The time that White used, in seconds.
    pub white_seconds: f64,
    /// The time of each move after the opening, in seconds.
    #[serde(default)]
    pub move_seconds: Vec<f64>,
    /// What the players thought about their moves, if the match keeps that and they tell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub thoughts: Vec<MoveThought>,
}

impl GameRecord {
    /// Returns the record of a game that is over, without what only the match knows: number, names, opening
    /// and what was told about the moves. Returns `None` for an unfinished game.
    pub(crate) fn of_report(report: &GameReport) -> Option<GameRecord> {
        let game = report.referee.game();
        let outcome = game.outcome()?;
        let [black_seconds, white_seconds] = report.time_used.map(|time| time.as_secs_f64());
        Some(GameRecord {
            game: 1,
            first: Color::Black,
            black: String::new(),
            white: String::new(),
            opening: String::new(),
            moves: transcript::write(game),
            black_discs: outcome.black_discs,
            white_discs: outcome.white_discs,
            result: outcome.result,
            reason: reason(&outcome, &report.ending),
            black_seconds,
            white_seconds,
            move_seconds: Vec::new(),
            thoughts: Vec::new(),
        })
    }

    /// Returns whether a program's failure or illegal move decided the game.
    pub fn is_forfeited(&self) -> bool {
        Color::ALL
            .iter()
            .any(|&color| self.reason.starts_with(&EndReason::Forfeited(color).to_string()))
    }

    /// Returns the disc difference from the view of the match's first player.
    pub fn result_of_first(&self) -> DiscDiff {
        match self.first {
            Color::Black => self.result,
            Color::White => -self.result,
        }
    }
}

fn reason(outcome: &Outcome, ending: &GameEnding) -> String {
    match ending {
        GameEnding::Over { forfeit: Some(cause), .. } => format!("{}: {cause}", outcome.reason),
        GameEnding::Left(color) => format!("{}: {color} left the game", outcome.reason),
        GameEnding::Over { forfeit: None, .. } | GameEnding::Stopped => outcome.reason.to_string(),
    }
}

/// Returns an opening as text: a transcript of its moves.
///
/// An opening from another position than the start begins with that position and a blank.
pub fn opening_text(opening: &Game) -> String {
    let moves = transcript::write(opening);
    if *opening.start() == Position::START {
        moves
    } else {
        format!("{} {moves}", opening.start()).trim_end().to_owned()
    }
}

/// Colours as the words `black` and `white`.
mod color_word {
    use serde::{Deserialize, Deserializer, Serializer, de};
    use willow_board::Color;

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
    pub(super) fn serialize<S: Serializer>(
        color: &Color,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match color {
            Color::Black => "black",
            Color::White => "white",
        })
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Color, D::Error> {
        String::deserialize(input)?.parse().map_err(de::Error::custom)
    }
}

/// Disc differences as numbers.
mod disc_diff_number {
    use serde::{Deserialize, Deserializer, Serializer, de};
    use willow_board::DiscDiff;

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
    pub(super) fn serialize<S: Serializer>(
        diff: &DiscDiff,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_i32(diff.value())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<DiscDiff, D::Error> {
        DiscDiff::new(i32::deserialize(input)?).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use crate::RandomPlayer;
    use willow_board::{Board, Clock, Referee, Square, TimeControl};

    use super::*;
    use crate::matches::Monitor;

    fn record() -> GameRecord {
        let mut opening = Game::new();
        opening.place(Square::F5).unwrap();
        let referee = Referee::new(opening.clone(), Clock::new(TimeControl::Unlimited));
        let report = Monitor::new(&mut RandomPlayer::new(1), &mut RandomPlayer::new(2))
            .run(referee, &mut |_, _| ());
        GameRecord {
            game: 2,
            first: Color::White,
            black: "random:seed=1".to_owned(),
            white: "random:seed=2".to_owned(),
            opening: opening_text(&opening),
            ..GameRecord::of_report(&report).unwrap()
        }
    }

    #[test]
    fn a_record_has_the_fields_of_the_contract_and_can_be_read_back() {
        let record = record();
        let json = serde_json::to_value(&record).unwrap();
        assert_eq!((&json["game"], &json["first"]), (&2.into(), &"white".into()));
        assert_eq!((&json["black"], &json["opening"]), (&"random:seed=1".into(), &"f5".into()));
        assert!(json["moves"].as_str().unwrap().starts_with("f5"));
        assert_eq!(json["reason"], "neither side can move");
        assert_eq!(json["result"], record.result.value());
        assert_eq!(json["black_discs"], record.black_discs);
        let text = serde_json::to_string(&record).unwrap();
        assert_eq!(serde_json::from_str::<GameRecord>(&text).unwrap(), record);
        assert_eq!(record.result_of_first(), -record.result);
    }

    #[test]
    fn invalid_values_are_rejected() {
        let text = serde_json::to_string(&record()).unwrap();
        assert!(serde_json::from_str::<GameRecord>(&text.replace("white\"", "green\"")).is_err());
        let json = serde_json::to_value(record()).unwrap();
        for (field, value) in [("result", 65), ("game", -1)] {
            let mut wrong = json.clone();
            wrong[field] = value.into();
            assert!(serde_json::from_value::<GameRecord>(wrong).is_err(), "{field}");
        }
    }

    #[test]
    fn openings_name_their_start_if_it_is_not_the_usual_one() {
        assert_eq!(opening_text(&Game::new()), "");
        let turned = Position::new(Board::START.pass(), Color::Black);
        let mut game = Game::from_position(turned);
        let text = format!("{turned}");
        assert_eq!(opening_text(&game), text);
        game.place(Square::E3).unwrap();
        assert_eq!(opening_text(&game), format!("{text} e3"));
    }
}
