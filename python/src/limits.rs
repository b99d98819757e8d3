//! The limits of searches.

use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use willow_board::TimeLeft;
use willow_engine::{Level, SearchLimits, Selectivity};
use willow_eval::Score;

use crate::convert::value_error;

/// The level of a search without other limits.
const DEFAULT_LEVEL: u32 = 10;

/// The limits of a search as Python gives them.
#[derive(Default)]
pub(crate) struct LimitArguments {
    pub(crate) level: Option<u32>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    /// In seconds.
    pub(crate) time: Option<f64>,
    /// In percent.
    pub(crate) selectivity: Option<u32>,
}

impl LimitArguments {
    pub(crate) fn limits(&self) -> PyResult<SearchLimits> {
        let mut limits = match (self.level, self.depth) {
            (Some(_), Some(_)) => return Err(error("a search has a level or a depth, not both")),
            (Some(level), None) => level_limits(level)?,
            (None, Some(depth)) => {
                if !(1..=SearchLimits::MAX_DEPTH).contains(&depth) {
                    return Err(error(format!("depth {depth} is not between 1 and 60")));
                }
                SearchLimits::depth(depth)
            }
            (None, None) if self.nodes.is_none() && self.time.is_none() => {
                level_limits(DEFAULT_LEVEL)?
            }
            (None, None) => SearchLimits::depth(SearchLimits::MAX_DEPTH),
        };
        limits.nodes = self.nodes;
        if let Some(seconds) = self.time {
            limits.time = Some(TimeLeft { byoyomi: duration(seconds)?, ..NO_TIME });
        }
        if let Some(percent) = self.selectivity {
            limits.selectivity = selectivity(percent)?;
        }
        Ok(limits)
    }
}

const NO_TIME: TimeLeft = TimeLeft {
    main: Duration::ZERO,
    increment: Duration::ZERO,
    byoyomi: Duration::ZERO,
    extension: Duration::ZERO,
};

fn level_limits(level: u32) -> PyResult<SearchLimits> {
    Level::new(level).map(SearchLimits::level).map_err(value_error)
}

/// The longest time, about three years.
const MAX_SECONDS: f64 = 1e8;

/// Reads a number of seconds.
pub(crate) fn duration(seconds: f64) -> PyResult<Duration> {
    if !(0.0..=MAX_SECONDS).contains(&seconds) {
        return Err(error(format!("{seconds} is not a number of seconds from 0 to {MAX_SECONDS}")));
    }
    Ok(Duration::from_secs_f64(seconds))
}

/// Reads a selectivity in percent.
pub(crate) fn selectivity(percent: u32) -> PyResult<Selectivity> {
    Selectivity::from_percent(percent).ok_or_else(|| {
        error(format!("a selectivity is 73, 87, 95, 98, 99 or 100 percent, not {percent}"))
    })
}

fn error(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}

/// Reads a number of discs, 0 to 128.
pub(crate) fn discs(discs: f64) -> PyResult<Score> {
    if !(0.0..=128.0).contains(&discs) {
        return Err(error(format!("{discs} is not a number of discs from 0 to 128")));
    }
    Ok(Score::UNIT * (discs * f64::from(Score::PER_DISC)).round() as i32)
}
