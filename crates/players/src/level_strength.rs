//! How strong the levels of the engine are, and how they err: measured, and told by `willow help levels`.
//!
//! The source is the table of `docs/levels.md`, which names the commands. A test compares them.

use std::ops::RangeInclusive;

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

/// Declares what was measured of a level.
const fn level(level: u32, elo: u32, error: f64) -> LevelStrength {
    LevelStrength { levels: level..=level, elo: Some(elo), error }
}

/// What was measured of all levels, the lowest first.
pub const LEVEL_STRENGTHS: &[LevelStrength] = &[
    level(1, 0, 4.06),
    level(2, 135, 3.73),
    level(3, 429, 3.19),
    level(4, 526, 3.00),
    level(5, 507, 3.00),
    level(6, 625, 2.95),
    level(7, 596, 2.75),
    level(8, 642, 2.83),
    level(9, 663, 2.83),
    level(10, 736, 2.72),
    level(11, 707, 0.45),
    level(12, 716, 0.45),
    level(13, 755, 0.45),
    level(14, 789, 0.45),
    level(15, 748, 0.45),
    level(16, 795, 0.45),
    level(17, 786, 0.45),
    level(18, 807, 0.45),
    level(19, 815, 0.45),
    level(20, 830, 0.00),
    level(21, 791, 0.00),
    level(22, 834, 0.00),
    level(23, 845, 0.00),
    level(24, 870, 0.00),
    level(25, 921, 0.00),
    level(26, 885, 0.00),
    level(27, 937, 0.00),
    level(28, 921, 0.00),
    level(29, 953, 0.00),
    level(30, 941, 0.00),
    LevelStrength { levels: 31..=60, elo: None, error: 0.0 },
];

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
        let table = include_str!("../../../docs/levels.md");
        let (_, section) = table.split_once("## Levels of the engine").unwrap();
        let (section, _) = section.split_once("\n## ").unwrap();
        let rows: Vec<LevelStrength> = section.lines().filter_map(measured).collect();
        assert_eq!(rows, LEVEL_STRENGTHS);
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
}
