//! Parsers of option values: numbers with units, times, positions.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use clap::builder::{OsStringValueParser, TypedValueParser};
use willow_board::{Game, Position, TimeControl};
use willow_bridge::ggs_player::RatedChoice;
use willow_engine::Level;
use willow_eval::Score;
use willow_players::draughts;
use willow_records::GameOrPosition;

use super::GameName;
use crate::argv;
use crate::error::CliError;

/// Maximum number of threads that can be asked for.
const MAX_THREADS: i64 = 1024;

/// Returns a parser of a number of threads.
pub(super) fn threads() -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u16).range(1..=MAX_THREADS).map(usize::from)
}

/// Returns a parser of an INPUT word, whatever it turns out to be.
pub(super) fn input() -> impl TypedValueParser<Value = OsString> {
    OsStringValueParser::new().map(|word| argv::without_guard(&word).to_owned())
}

pub(super) fn path() -> impl TypedValueParser<Value = PathBuf> {
    input().map(PathBuf::from)
}

/// Reads a position or a list of moves that leads to one.
pub(super) fn position(text: &str) -> Result<Position> {
    Ok(*game_or_position(text)?.position())
}

fn game_or_position(text: &str) -> Result<GameOrPosition> {
    let mut all = willow_records::read(argv::message_without_guards(text).as_bytes())?;
    ensure!(all.len() == 1, "more than one position");
    Ok(all.remove(0).item)
}

/// A position of one of the games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum StartPosition {
    /// One of Othello.
    Othello(Position),
    /// One of English draughts.
    Draughts(draughts::Position),
}

impl StartPosition {
    /// Returns where a command for one of the games begins: at a position of it, or at its start.
    pub(crate) fn of_game(
        game: GameName,
        position: Option<StartPosition>,
    ) -> Result<StartPosition, CliError> {
        let (error, hint) = match (game, position) {
            (GameName::Othello, None) => return Ok(StartPosition::Othello(Position::START)),
            (GameName::Draughts, None) => {
                return Ok(StartPosition::Draughts(draughts::Position::START));
            }
            (GameName::Othello, Some(StartPosition::Draughts(_))) => {
                ("this is a position of draughts", "add --game draughts")
            }
            (GameName::Draughts, Some(StartPosition::Othello(_))) => (
                "this is a position of Othello",
                "a position of draughts is such as B:W18,K24:B1,2",
            ),
            (_, Some(position)) => return Ok(position),
        };
        Err(CliError::usage(error).with_hint(hint))
    }
}

/// Reads a position of draughts, which begins with its side to move and a colon, or one of Othello.
pub(super) fn start_position(text: &str) -> Result<StartPosition> {
    if text.starts_with("B:") || text.starts_with("W:") {
        return Ok(StartPosition::Draughts(text.parse()?));
    }
    Ok(StartPosition::Othello(position(text)?))
}

/// Reads the start of a game: a position, or a game whose moves are kept. A resigned game can be continued, too.
pub(super) fn opening(text: &str) -> Result<Game> {
    Ok(game_or_position(text)?.into_record().game.reopened())
}

/// Reads which matches are rated.
pub(super) fn rated(text: &str) -> Result<RatedChoice> {
    match text {
        "as-asked" => Ok(RatedChoice::AsAsked),
        "only" => Ok(RatedChoice::Only),
        "never" => Ok(RatedChoice::Never),
        _ => bail!("not as-asked, only or never"),
    }
}

/// Reads a level of play.
pub(super) fn level(text: &str) -> Result<Level> {
    Ok(Level::new(text.parse().context("not a whole number from 1 to 60")?)?)
}

/// Reads a time for long work: `45s`, `90m`, `2h`.
pub(super) fn budget(text: &str) -> Result<Duration> {
    willow_players::parse_budget(text).context("not a time such as 45s, 90m or 2h")
}

/// Reads a number of discs: `2`, `0.5`.
pub(super) fn discs(text: &str) -> Result<Score> {
    let discs = text.parse::<f64>().ok().filter(|discs| (0.0..=64.0).contains(discs));
    let discs = discs.context("not a number of discs from 0 to 64 (examples: 2, 0.5)")?;
    Ok(Score::from_units((discs * f64::from(Score::PER_DISC)).round() as i32))
}

/// Reads the time for one move: `100ms`, `1s`, `2m`.
pub(super) fn move_time(text: &str) -> Result<Duration> {
    match text.parse() {
        Ok(TimeControl::PerMove(time)) => Ok(time),
        _ => bail!("not a time for one move (examples: 100ms, 1s, 2m)"),
    }
}

/// Reads a count of at least 1: `5000`, `200k`, `3M`, `1G`; the units are decimal.
pub(super) fn count(text: &str) -> Result<u64> {
    let count = count_or_none(text)?;
    ensure!(0 < count, "must be at least 1");
    Ok(count)
}

/// Reads a count that may be 0, as [`count`] does.
pub(super) fn count_or_none(text: &str) -> Result<u64> {
    willow_players::parse_count(text).context("not a count (examples: 5000, 200k, 1M, 2G)")
}

/// Reads a size in bytes: `64M`, `1G`; the units are binary.
pub(super) fn size(text: &str) -> Result<usize> {
    willow_players::parse_hash_size(text)
        .with_context(|| format!("not {}", willow_players::HASH_SIZE_TEXT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_decimal_units_and_sizes_binary_ones() {
        assert_eq!(count("200k").unwrap(), 200_000);
        for text in ["", "k", "0", "-1", "+1", "1.5k", "1T", "99999999999999999999", "1kk"] {
            assert!(count(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn discs_are_rounded_to_units() {
        assert_eq!(discs("0.5").unwrap(), Score::DISC / 2);
        for text in ["", "-1", "65", "nan", "x"] {
            assert!(discs(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn levels_and_times_are_checked() {
        assert_eq!(level("999").unwrap_err().to_string(), "level 999 is not between 1 and 60");
        assert!(level("abc").is_err() && move_time("abc").is_err() && move_time("5:00").is_err());
        assert_eq!(move_time("100ms").unwrap(), Duration::from_millis(100));
    }
}
