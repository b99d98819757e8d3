//! Typed access to the options of a SPEC while a player is built.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use willow_board::TimeControl;
use willow_classics::Limits;

use super::error::SpecError;
use super::quantity::parse_count;
use crate::{BuildContext, Player, PlayerSpec, SpecOption, build_player};

/// The options of a SPEC, read and checked for the player that is built from them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options<'a>(pub(crate) &'a PlayerSpec);

impl<'a> Options<'a> {
    /// Returns an error if more than one of `keys` is given.
    pub(crate) fn at_most_one(self, keys: &[&str]) -> Result<(), SpecError> {
        let mut given = self.0.options().iter().filter(|option| keys.contains(&option.key()));
        match (given.next(), given.next()) {
            (Some(first), Some(second)) => Err(SpecError::Conflict {
                first: first.key().to_owned(),
                second: second.key().to_owned(),
            }),
            _ => Ok(()),
        }
    }

    /// Returns the value of a key as a whole number in a range.
    pub(crate) fn number(
        self,
        key: &str,
        range: RangeInclusive<u64>,
    ) -> Result<Option<u64>, SpecError> {
        let expected = format!("a whole number from {} to {}", range.start(), range.end());
        self.read(key, &expected, |text| text.parse().ok().filter(|number| range.contains(number)))
    }

    /// Returns the value of a key as a count, at least 1.
    pub(crate) fn count(self, key: &str) -> Result<Option<u64>, SpecError> {
        self.read(key, "a count such as 5000, 200k or 1M", |text| {
            parse_count(text).filter(|&count| 0 < count)
        })
    }

    /// Returns the value of a key as a time for each move.
    pub(crate) fn move_time(self, key: &str) -> Result<Option<Duration>, SpecError> {
        self.read(key, "a time for each move such as 100ms or 1s", |text| match text.parse() {
            Ok(TimeControl::PerMove(time)) => Some(time),
            _ => None,
        })
    }

    /// Returns the value of a key as one of the named choices.
    pub(crate) fn choice<T: Copy>(
        self,
        key: &str,
        choices: &[(&'static str, T)],
    ) -> Result<Option<T>, SpecError> {
        let Some(option) = self.0.option(key) else { return Ok(None) };
        match choices.iter().find(|(name, _)| *name == option.value()) {
            Some(&(_, value)) => Ok(Some(value)),
            None => Err(SpecError::UnknownValue {
                key: option.key().to_owned(),
                value: option.value().to_owned(),
                known: choices.iter().map(|&(name, _)| name).collect(),
            }),
        }
    }

    /// Returns whether a key is `on` or `off`.
    pub(crate) fn switch(self, key: &str) -> Result<Option<bool>, SpecError> {
        self.choice(key, &[("on", true), ("off", false)])
    }

    /// Returns the limits of an old program's search: depth, time and positions (by the key `nodes` or another).
    pub(crate) fn limits(self, nodes: &str) -> Result<Limits, SpecError> {
        Ok(Limits {
            depth: self.number("depth", 1..=60)?.map(|depth| depth as u32),
            nodes: self.count(nodes)?,
            move_time: self.move_time("time")?,
            clock: None,
        })
    }

    /// Returns an error if a key is given that has a meaning only with the option `needs`.
    pub(crate) fn refuse(self, key: &str, needs: &'static str) -> Result<(), SpecError> {
        match self.0.option(key) {
            Some(_) => Err(SpecError::Needs { key: key.to_owned(), needs }),
            None => Ok(()),
        }
    }

    /// Builds the player whose SPEC is the value of a key.
    pub(crate) fn player(
        self,
        key: &str,
        context: &BuildContext,
    ) -> Result<Option<Box<dyn Player>>, SpecError> {
        let Some(option) = self.0.option(key) else { return Ok(None) };
        build_player(&option.nested()?, context).map(Some)
    }

    /// Returns the value of a key as an existing folder.
    pub(crate) fn folder(self, key: &str) -> Result<Option<PathBuf>, SpecError> {
        self.read(key, "an existing folder", |text| {
            Some(PathBuf::from(text)).filter(|path| path.is_dir())
        })
    }

    /// Returns the error that the value of a given key is not `expected`.
    ///
    /// # Panics
    /// If the key is not given.
    pub(crate) fn invalid(self, key: &str, expected: &str) -> SpecError {
        let option = self.0.option(key).expect("only a key that is given has an invalid value");
        invalid(option, expected)
    }

    /// Returns the value of a key as `parse` reads it; `expected` describes the valid values.
    pub(crate) fn read<T>(
        self,
        key: &str,
        expected: &str,
        parse: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<Option<T>, SpecError> {
        let Some(option) = self.0.option(key) else { return Ok(None) };
        match parse(option.value()) {
            Some(value) => Ok(Some(value)),
            None => Err(invalid(option, expected)),
        }
    }
}

/// Returns the error that a value is not `expected`.
pub(crate) fn invalid(option: &SpecOption, expected: &str) -> SpecError {
    SpecError::InvalidValue {
        key: option.key().to_owned(),
        value: option.value().to_owned(),
        expected: expected.to_owned(),
    }
}
