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
pub(crate) fn count(least: i64, most: i64) -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u32).range(least..=most).map(|number| number as usize)
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
    let units = [('s', 1), ('m', 60), ('h', 3600)];
    let read = || {
        let (unit, seconds) = units.into_iter().find(|&(unit, _)| text.ends_with(unit))?;
        let number: u64 = text.strip_suffix(unit)?.parse().ok()?;
        number.checked_mul(seconds).filter(|&seconds| 0 < seconds).map(Duration::from_secs)
    };
    read().context("not a time such as 45s, 90m or 2h")
}

/// Reads a size of a hash table in bytes: `64M`, `1G`; the units are binary.
pub(crate) fn size(text: &str) -> Result<usize> {
    let sizes = 1 << 20..=256 << 30;
    let size = willow_players::parse_size(text).filter(|size| sizes.contains(size));
    size.and_then(|size| size.try_into().ok())
        .context("not a size from 1M to 256G (examples: 64M, 1G)")
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
        assert_eq!(budget("90m").unwrap(), Duration::from_mins(90));
        assert_eq!(size("64M").unwrap(), 64 << 20);
        for text in ["", "h", "0h", "2", "-1h", "1d", "99999999999999999999h"] {
            assert!(budget(text).is_err(), "{text:?}");
        }
        assert!(size("1k").is_err() && size("9999999G").is_err());
        assert!(even("3").is_err() && even("4").is_ok() && selectivity("90").is_err());
        assert_eq!(position("f5d6").unwrap().board().occupied().count(), 6);
        assert!(position("f5f5").is_err());
    }
}
