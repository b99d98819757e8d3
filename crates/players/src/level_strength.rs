//! How strong the levels of the engine are, and how they err: measured, and told by `willow help levels`.
//!
//! The source is the table of `docs/levels.md`, which names the commands. A test compares them.

/// What was measured of a level of the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelStrength {
    /// The number of the level.
    pub level: u32,
    /// How much stronger it is than level 1, in Elo.
    pub elo: u32,
    /// The mean difference between its value of a position and the best score, in discs, with 24 empty
    /// squares. `None` if it was not measured.
    pub error: Option<f64>,
}

/// Declares what was measured of a level.
const fn level(level: u32, elo: u32, error: Option<f64>) -> LevelStrength {
    LevelStrength { level, elo, error }
}

/// The levels that were measured. Higher ones take too long for hundreds of games.
pub const LEVEL_STRENGTHS: &[LevelStrength] = &[
    level(1, 0, Some(4.02)),
    level(2, 217, Some(3.73)),
    level(3, 543, Some(3.21)),
    level(4, 592, Some(2.96)),
    level(5, 623, Some(2.96)),
    level(6, 689, Some(2.95)),
    level(7, 698, Some(2.76)),
    level(8, 740, Some(2.77)),
    level(9, 761, Some(2.77)),
    level(10, 789, Some(2.66)),
    level(12, 811, Some(0.33)),
    level(13, 816, Some(0.33)),
    level(14, 824, Some(0.33)),
    level(15, 835, Some(0.33)),
    level(16, 853, Some(0.33)),
    level(17, 875, None),
    level(18, 869, None),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_levels_are_those_of_the_table() {
        let table = include_str!("../../../docs/levels.md");
        let measured = |row: &str| {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let (level, elo) = (cells.get(1)?.parse().ok()?, cells.get(2)?.parse().ok()?);
            Some(LevelStrength { level, elo, error: cells.get(4)?.parse().ok() })
        };
        let (_, section) = table.split_once("## Levels of the engine").unwrap();
        let (section, _) = section.split_once("\n## ").unwrap();
        let rows: Vec<LevelStrength> = section.lines().filter_map(measured).collect();
        assert_eq!(rows, LEVEL_STRENGTHS);
        assert!(10 < rows.len(), "{rows:?}");
    }
}
