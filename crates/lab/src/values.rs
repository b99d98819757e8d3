//! Parsers of option values.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use clap::builder::TypedValueParser;
use willow_board::Position;
use willow_engine::{Level, Selectivity};

/// The most threads that can be asked for.
const MAX_THREADS: i64 = 1024;

/// Returns a parser of a number of threads.
pub(crate) fn threads() -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u16).range(1..=MAX_THREADS).map(usize::from)
}

/// Returns a parser of a number from `least` to `most`.
pub(crate) fn count(min: i64, max: i64) -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u32).range(min..=max).map(|number| number as usize)
}

/// Reads a level of play.
pub(crate) fn level(text: &str) -> Result<Level> {
    Ok(Level::new(text.parse().context("not a whole number from 1 to 60")?)?)
}

/// Reads a selectivity in percent.
pub(crate) fn selectivity(text: &str) -> Result<Selectivity> {
    let percent = text.parse().ok().and_then(Selectivity::from_percent);
    percent.context("not 73, 87, 95, 98, 99 or 100")
}

/// Reads a time for long work: `45s`, `90m`, `2h`.
pub(crate) fn budget(text: &str) -> Result<Duration> {
    willow_players::parse_budget(text).context("not a time such as 45s, 90m or 2h")
}

/// Reads a size of a hash table in bytes: `64M`, `1G`; the units are binary.
pub(crate) fn size(text: &str) -> Result<usize> {
    willow_players::parse_hash_size(text)
        .with_context(|| format!("not {}", willow_players::HASH_SIZE_TEXT))
}

/// Reads an even number of games.
pub(crate) fn even(text: &str) -> Result<u32> {
    let number = text.parse().ok().filter(|number| (2..=1_000_000).contains(number));
    number
        .filter(|number| number % 2 == 0)
        .context("not an even number of games: every opening is played twice")
}

/// Reads a position or a list of moves that leads to one.
pub(crate) fn position(text: &str) -> Result<Position> {
    let all = willow_records::read(text.as_bytes())?;
    ensure!(all.len() == 1, "more than one position");
    Ok(*all[0].item.position())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked() {
        assert_eq!(level("999").unwrap_err().to_string(), "level 999 is not between 1 and 60");
        assert!(even("3").is_err() && even("4").is_ok() && selectivity("90").is_err());
        assert_eq!(position("f5d6").unwrap().board().occupied().count(), 6);
        assert!(position("f5f5").is_err());
    }
}
