//! How strong players are: the ratings of `docs/ladder.md`, made by one run of `willow lab ladder`.
//!
//! Every page, list and server shows these numbers. `data/strengths.txt` adds what the ladder does not have.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use crate::PlayerSpec;

/// The rating of random moves, from which all others are measured. With it a new player's 1500 on a server is
/// between PAIP's Iago with two and with three plies.
pub const RATING_OF_RANDOM_MOVES: i32 = 600;

/// The strength of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeasuredElo {
    /// The Elo, where random moves have [`RATING_OF_RANDOM_MOVES`].
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
    /// Measured in the ladder.
    pub elo: MeasuredElo,
}

/// Measured strength of a level of the engine, or of several levels with the same figures.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelStrength {
    /// The numbers of the levels.
    pub levels: RangeInclusive<u32>,
    /// The Elo on the scale of [`MeasuredElo`]. `None` if games take too long to measure it.
    pub elo: Option<i32>,
    /// Half of the 95% interval; `None` if the Elo is that of level 20 and the distance from it in an older run.
    pub interval: Option<i32>,
    /// The mean difference between their value of a position and the best score, in discs, with 24 empties
    ///.
    pub error: f64,
}

/// The slowest level of the ladder.
const SLOWEST_RATED: &str = "willow:level=20";

/// Measured strengths of all levels of the engine, lowest first.
pub static LEVEL_STRENGTHS: LazyLock<Vec<LevelStrength>> = LazyLock::new(|| {
    let number = |text: &str| text.parse().expect("a test reads the table: levels are numbers");
    let strength = |[levels, above, error]: [&'static str; 3]| {
        let (first, last) = levels.split_once("..").unwrap_or((levels, levels));
        let rated = of_player(&format!("willow:level={first}"));
        let older = || Some(of_player(SLOWEST_RATED)?.elo + above.parse::<i32>().ok()?);
        LevelStrength {
            levels: number(first)..=number(last),
            elo: rated.map(|rated| rated.elo).or_else(older),
            interval: rated.map(|rated| rated.error),
            error: error.parse().expect("a test reads the table: errors are numbers"),
        }
    };
    rows("level").map(strength).collect()
});

/// Returns the strength of a house bot by its SPEC, if the ladder has a player that plays like it: PAIP's searches
/// with equal evaluations choose about the same moves, and the size of a hash table hardly matters.
pub(crate) fn of_bot(spec: &str) -> Option<MeasuredElo> {
    let keys = |kind: &str| spec.strip_prefix(kind);
    let search = ["alpha-beta-sorted:", "alpha-beta-killer:", "minimax:"].into_iter();
    let same = search.filter_map(keys).map(|keys| format!("alpha-beta:{keys}")).next();
    let greedy = || keys("maximizer:").map(|keys| format!("alpha-beta:depth=1,{keys}"));
    let random = || (spec == "random").then(|| "random:seed=1".to_owned());
    let player = same.or_else(greedy).or_else(random).unwrap_or_else(|| spec.to_owned());
    let sizes = ["1M", "4M", "16M"].map(|size| format!(",hash={size}"));
    let player = sizes.iter().fold(player, |text, size| text.replace(size, ""));
    of_player(&player.parse::<PlayerSpec>().ok()?.to_string())
}

/// Returns the players of the ladder that the pages about programs name.
pub(crate) fn of_programs() -> impl Iterator<Item = ProgramStrength> {
    rows("program").map(|[spec, ..]| {
        let elo = of_player(spec).unwrap_or_else(|| panic!("{spec} is not on the ladder"));
        ProgramStrength { spec, elo }
    })
}

/// Returns the strength of a player of the ladder by its whole SPEC.
fn of_player(spec: &str) -> Option<MeasuredElo> {
    static LADDER: LazyLock<Vec<(&str, MeasuredElo)>> = LazyLock::new(|| {
        include_str!("../../../../docs/ladder.md").lines().filter_map(rated_player).collect()
    });
    LADDER.iter().find(|(player, _)| *player == spec).map(|&(_, elo)| elo)
}

/// Reads a row such as ``| 7 | `mlia:nodes=25k` | MLia | 2003 | 1931 | 1813 to 2049 | ...``.
fn rated_player(row: &'static str) -> Option<(&'static str, MeasuredElo)> {
    let mut cells = row.split('|').map(str::trim).skip(2);
    let player = cells.next()?.strip_prefix('`')?.strip_suffix('`')?;
    let elo = cells.nth(2)?.parse().ok()?;
    let (low, high) = cells.next()?.split_once(" to ")?;
    let width = high.parse::<i32>().ok()? - low.parse::<i32>().ok()?;
    Some((player, MeasuredElo { elo, error: (width + 1) / 2 }))
}

/// Returns the cells of each row of a kind in `strengths.txt`.
fn rows(kind: &'static str) -> impl Iterator<Item = [&'static str; 3]> {
    include_str!("../../data/strengths.txt").lines().filter_map(move |row| {
        let mut cells = row.split('|').map(str::trim);
        (cells.next() == Some(kind)).then(|| std::array::from_fn(|_| cells.next().unwrap_or("")))
    })
}

#[cfg(test)]
mod tests {
    use willow_engine::Level;

    use super::*;
    use crate::HOUSE_BOTS;

    #[test]
    fn every_level_has_its_strength_and_those_of_the_ladder_an_interval() {
        let levels: Vec<u32> = LEVEL_STRENGTHS.iter().flat_map(|it| it.levels.clone()).collect();
        assert_eq!(levels, Level::all().map(Level::number).collect::<Vec<_>>());
        for strength in LEVEL_STRENGTHS.iter() {
            let first = *strength.levels.start();
            assert_eq!(strength.interval.is_some(), first <= 20, "{strength:?}");
            assert_eq!(strength.elo.is_some(), first <= 30, "{strength:?}");
        }
    }

    /// The figures of the levels' page are these.
    #[test]
    fn the_page_of_levels_has_the_same_figures() {
        let page = include_str!("../../../../docs/levels.md");
        for LevelStrength { levels, elo, interval, error } in LEVEL_STRENGTHS.iter() {
            let name = match (levels.start(), levels.end()) {
                (first, last) if first == last => first.to_string(),
                (first, last) => format!("{first} to {last}"),
            };
            let elo = match (elo, interval) {
                (Some(elo), Some(error)) => format!("{elo} ± {error}"),
                (Some(elo), None) => format!("about {elo}"),
                (None, _) => "too slow".to_owned(),
            };
            let row = format!("\n| {name} | {elo} | {error:.2} |");
            assert!(page.contains(&row), "{row}");
        }
        for bot in HOUSE_BOTS.iter().filter(|bot| bot.group == crate::HouseBotGroup::People) {
            let MeasuredElo { elo, error } = bot.elo.expect("people choose by it");
            let name = format!("| `{}` |", bot.name);
            let row = page.lines().find(|row| row.starts_with(&name)).expect(bot.name);
            assert!(row.contains(&format!("| {elo} ± {error} |")), "{row}");
        }
    }

    #[test]
    fn all_bots_but_the_slowest_are_on_the_ladder() {
        let unmeasured = HOUSE_BOTS.iter().filter(|bot| bot.elo.is_none());
        assert_eq!(unmeasured.map(|bot| bot.name).collect::<Vec<_>>(), ["willow-12"]);
        let random = of_bot("random").unwrap();
        assert_eq!(random, MeasuredElo { elo: RATING_OF_RANDOM_MOVES, error: 0 });
        assert!(of_bot("minimax:depth=2,eval=mobility").is_some());
        assert_eq!(of_bot("iago:depth=9"), None);
    }
}
