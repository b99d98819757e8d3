//! How long a search lasts, as JavaScript says it: a word and a number.

use std::time::Duration;

use willow_analysis::Plan;
use willow_engine::{Goal, Level, SearchLimits};

use crate::problem::Problem;

/// The longest time of a search. More is a mistake of the caller.
const MAX_MILLISECONDS: u64 = 24 * 60 * 60 * 1000;

/// The greatest number of nodes: what JavaScript counts exactly.
const MAX_NODES: u64 = (1 << 53) - 1;

/// Reads limits. `amount` means nothing for `exact` and `outcome`, which end with the game.
pub(super) fn read(kind: &str, amount: f64) -> Result<SearchLimits, Problem> {
    let up_to = |most: u64| number(kind, amount, most);
    match kind {
        "level" => Ok(SearchLimits::level(level(amount)?)),
        "depth" => Ok(SearchLimits::depth(up_to(SearchLimits::MAX_DEPTH.into())? as u32)),
        "nodes" => Ok(SearchLimits::nodes(up_to(MAX_NODES)?)),
        "time" => {
            let time = Duration::from_millis(up_to(MAX_MILLISECONDS)?);
            Ok(SearchLimits::move_time(time))
        }
        "exact" => Ok(SearchLimits::solve(Goal::Exact)),
        "outcome" => Ok(SearchLimits::solve(Goal::WinLossDraw)),
        _ => Err(problem(&format!("`{kind}` is not a limit of a search"))),
    }
}

/// Reads the plan of an analysis: `level`, or `rising`, which goes on until it is stopped or all is known.
/// `amount` means nothing for `rising`.
pub(super) fn plan(kind: &str, amount: f64) -> Result<Plan, Problem> {
    match kind {
        "level" => Ok(Plan::level(level(amount)?)),
        "rising" => Ok(Plan::rising()),
        _ => Err(problem(&format!("`{kind}` is not a plan of an analysis"))),
    }
}

/// Reads a level.
fn level(amount: f64) -> Result<Level, Problem> {
    let level = number("level", amount, u64::from(Level::MAX.number()))?;
    Level::new(level as u32).map_err(|error| problem(&error))
}

/// Returns a whole number from 1 on.
fn number(kind: &str, amount: f64, most: u64) -> Result<u64, Problem> {
    if amount.fract() == 0.0 && 1.0 <= amount && amount <= most as f64 {
        return Ok(amount as u64);
    }
    Err(problem(&format!("`{kind}` is a whole number from 1 to {most}, not {amount}")))
}

fn problem(error: &dyn std::fmt::Display) -> Problem {
    Problem::new("bad-limits", error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_those_of_the_engine() {
        let level = SearchLimits::level(Level::new(12).unwrap());
        assert_eq!(read("level", 12.0), Ok(level));
        assert_eq!(read("depth", 8.0), Ok(SearchLimits::depth(8)));
        assert_eq!(read("nodes", 1e6), Ok(SearchLimits::nodes(1_000_000)));
        assert_eq!(read("time", 250.0), Ok(SearchLimits::move_time(Duration::from_millis(250))));
        assert_eq!(read("exact", f64::NAN), Ok(SearchLimits::solve(Goal::Exact)));
        assert_eq!(read("outcome", 0.0), Ok(SearchLimits::solve(Goal::WinLossDraw)));
    }

    #[test]
    fn plans_are_those_of_the_analysis() {
        assert_eq!(plan("level", 12.0), Ok(Plan::level(Level::new(12).unwrap())));
        assert_eq!(plan("rising", f64::NAN), Ok(Plan::rising()));
        for (kind, amount) in [("level", 0.0), ("level", 61.0), ("level", 1.5), ("time", 1.0)] {
            assert_eq!(plan(kind, amount).unwrap_err().problem, "bad-limits", "{kind} {amount}");
        }
    }

    #[test]
    fn other_words_and_numbers_are_refused() {
        let wrong = [
            ("level", 61.0),
            ("level", 0.0),
            ("depth", 61.0),
            ("depth", 1.5),
            ("nodes", -1.0),
            ("nodes", f64::INFINITY),
            ("time", f64::NAN),
            ("time", 1e9),
            ("speed", 1.0),
        ];
        for (kind, amount) in wrong {
            assert_eq!(read(kind, amount).unwrap_err().problem, "bad-limits", "{kind} {amount}");
        }
    }
}
