//! How strong players are: one table of what games measured, `data/strengths.txt`.
//!
//! The sources are `docs/levels.md` and `docs/ladder.md`, which name the commands. Tests compare them.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// The strength of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeasuredElo {
    /// The Elo, where random moves have 0.
    pub elo: i32,
    /// Half of the 95% interval. It is the interval of the distance from random moves, so it grows
    /// with the distance.
    pub error: i32,
}

/// The strength of a version of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramStrength {
    /// The SPEC of the player.
    pub spec: &'static str,
    /// The distance in Elo from random moves, in `docs/ladder.md`.
    pub elo: i32,
}

/// What was measured of a level of the engine, or of several levels with the same figures.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelStrength {
    /// The numbers of the levels.
    pub levels: RangeInclusive<u32>,
    /// How much stronger than level 1 they are, in Elo. `None` if games take too long to measure it.
    pub elo: Option<u32>,
    /// The mean difference between their value of a position and the best score, in discs, with 24 empty
    /// squares.
    pub error: f64,
}

/// What was measured of all levels of the engine, the lowest first.
pub static LEVEL_STRENGTHS: LazyLock<Vec<LevelStrength>> = LazyLock::new(|| {
    let strength = |[levels, elo, error]: [&'static str; 3]| {
        let (first, last) = levels.split_once("..").unwrap_or((levels, levels));
        let number = |text: &str| text.parse().expect("a level is a number");
        LevelStrength {
            levels: number(first)..=number(last),
            elo: elo.parse().ok(),
            error: error.parse().expect("an error is a number"),
        }
    };
    rows("level").map(strength).collect()
});

/// Returns the strength of a house bot, if it was measured.
pub(crate) fn of_bot(name: &str) -> Option<MeasuredElo> {
    let [_, elo, error] = rows("bot").find(|[bot, ..]| *bot == name)?;
    Some(MeasuredElo { elo: elo.parse().ok()?, error: error.parse().ok()? })
}

/// Returns the players of the ladder that the pages about programs name.
pub(crate) fn of_ladder() -> impl Iterator<Item = ProgramStrength> {
    let strength = |[spec, elo, _]: [&'static str; 3]| ProgramStrength {
        spec,
        elo: elo.parse().expect("an Elo is a whole number"),
    };
    rows("ladder").map(strength)
}

/// Returns the player, the Elo and the error of each row of a scale.
fn rows(scale: &'static str) -> impl Iterator<Item = [&'static str; 3]> {
    include_str!("../../data/strengths.txt").lines().filter_map(move |row| {
        let mut cells = row.split('|').map(str::trim);
        (cells.next() == Some(scale)).then(|| std::array::from_fn(|_| cells.next().unwrap_or("")))
    })
}

#[cfg(test)]
mod tests {
    use willow_engine::Level;

    use super::*;

    /// Reads a row such as `| 5 | 623 | 31 ± 62 | 2.96 | ...` or `| 31 to 60 | too slow | | 0.00 | ...`.
    fn measured(row: &str) -> Option<LevelStrength> {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let (first, last) = cells.get(1)?.split_once(" to ").unwrap_or((cells[1], cells[1]));
        let levels = first.parse().ok()?..=last.parse().ok()?;
        Some(LevelStrength {
            levels,
            elo: cells.get(2)?.parse().ok(),
            error: cells.get(4)?.parse().ok()?,
        })
    }

    #[test]
    fn the_levels_are_those_of_the_table() {
        let table = include_str!("../../../../docs/levels.md");
        let (_, section) = table.split_once("## Levels of the engine").unwrap();
        let (section, _) = section.split_once("\n## ").unwrap();
        let rows: Vec<LevelStrength> = section.lines().filter_map(measured).collect();
        assert_eq!(rows, *LEVEL_STRENGTHS);
    }

    #[test]
    fn every_level_was_measured() {
        let measured: Vec<u32> =
            LEVEL_STRENGTHS.iter().flat_map(|strength| strength.levels.clone()).collect();
        let all: Vec<u32> = Level::all().map(Level::number).collect();
        assert_eq!(measured, all);
        let n_rated = LEVEL_STRENGTHS.iter().take_while(|strength| strength.elo.is_some()).count();
        assert!(LEVEL_STRENGTHS[n_rated..].iter().all(|strength| strength.elo.is_none()));
    }

    #[test]
    fn the_ladder_is_that_of_the_table() {
        let ladder = include_str!("../../../../docs/ladder.md");
        for ProgramStrength { spec, elo } in of_ladder() {
            let cell = format!("| `{spec}` |");
            let row = ladder.lines().find(|line| line.contains(&cell));
            let row = row.unwrap_or_else(|| panic!("{spec} is not in the table"));
            let after = row.split_once(&cell).unwrap().1;
            assert!(after.contains(&format!(" {elo} |")), "{spec}: {elo}, but the table has {row}");
        }
    }
}
