//! The players of the ladder, with their prior ratings.

use anyhow::{Context as _, Result};
use willow_players::{PlayerSpec, check_player};

/// A player of the ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderPlayer {
    /// How it is built.
    pub spec: PlayerSpec,
    /// The rating before the first game: how many Elo stronger than `random` the player is believed
    /// to be.
    pub prior_elo: i32,
}

/// The players, a SPEC and a prior rating each.
const PLAYERS: &str = include_str!("players.txt");

/// The prior rating of level 1.
const LEVEL_1_ELO: f64 = 1300.0;
/// How many Elo a level twice as high is believed to be worth before any game.
const ELO_PER_DOUBLED_LEVEL: f64 = 300.0 * std::f64::consts::LN_2;

/// The prior rating of players of which nothing is known.
const DEFAULT_PRIOR_ELO: i32 = 800;

/// Returns all players: the strategies of PAIP and its Iago at 1 to 6 plies, IAGO of 1982, BILL
/// and MLia at three budgets of nodes each, some also with tuned weights, every version of BILL, the general
/// searcher, the modern engine at its levels from 1 to 20 and at those for people.
///
/// # Panics
/// Never: a test reads the list.
pub fn players() -> Vec<LadderPlayer> {
    let lines = PLAYERS.lines().filter(|line| !line.starts_with('#'));
    let player = |line: &str| {
        let (spec, prior_elo) = line.split_once(' ')?;
        let (spec, prior_elo) = (spec.parse().ok()?, prior_elo.trim().parse().ok()?);
        Some(LadderPlayer { spec, prior_elo })
    };
    lines.map(|line| player(line).expect("a test reads it")).collect()
}

/// Returns the prior rating of a level of the engine. High levels differ less.
fn prior_of_level(level: u32) -> i32 {
    (LEVEL_1_ELO + ELO_PER_DOUBLED_LEVEL * f64::from(level).log2()) as i32
}

/// Returns the prior rating of a player that is not in the list.
fn prior_of_other(spec: &PlayerSpec) -> i32 {
    let is_full_level = spec.name() == "willow" && spec.value("weaken").is_none();
    let level = spec.value("level").filter(|_| is_full_level);
    level.and_then(|level| level.parse().ok()).map_or(DEFAULT_PRIOR_ELO, prior_of_level)
}

/// Returns the players with these SPECs, with the prior ratings of those that [`players`] has.
///
/// # Errors
/// There must be two different ones, and the SPECs must describe programs.
pub fn with_specs(specs: &[String]) -> Result<Vec<LadderPlayer>> {
    let known = players();
    let mut chosen: Vec<LadderPlayer> = Vec::new();
    for text in specs {
        let spec: PlayerSpec = text.parse()?;
        check_player(&spec)?;
        anyhow::ensure!(!spec.is_human(), "`{text}` is a person, and people are not rated here");
        if chosen.iter().all(|player| player.spec != spec) {
            let prior_elo = known.iter().find(|player| player.spec == spec);
            let prior_elo =
                prior_elo.map_or_else(|| prior_of_other(&spec), |player| player.prior_elo);
            chosen.push(LadderPlayer { spec, prior_elo });
        }
    }
    (2 <= chosen.len()).then_some(chosen).context("a ladder needs two different players")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use willow_players::{BuildContext, build_player, is_timed};

    use super::*;

    #[test]
    fn all_players_can_be_built_and_none_is_timed() {
        let all = players();
        assert_eq!(all.len(), 1 + 4 * 6 + 3 * 3 + 6 + 6 * 3 + 6 + 3 + 1 + 20 + 7);
        let names: HashSet<String> = all.iter().map(|player| player.spec.to_string()).collect();
        assert_eq!(names.len(), all.len());
        for player in &all {
            let built = build_player(&player.spec, &BuildContext::default()).unwrap();
            // What plays at random has its seed in its name, too; of `switch` the players inside it.
            let (name, spec) = (built.name(), player.spec.to_string());
            assert!(name.starts_with(&spec) || player.spec.name() == "switch", "{name} {spec}");
            assert!(!is_timed(&player.spec));
        }
    }

    #[test]
    fn other_players_can_be_rated_too() {
        let specs = [
            "random:seed=1",
            "bill:nodes=1k",
            "bill:nodes=1k",
            "bill:depth=2",
            "willow:level=1,weaken=4.3",
        ];
        let chosen = with_specs(&specs.map(str::to_owned)).unwrap();
        let prior_elos: Vec<i32> = chosen.iter().map(|player| player.prior_elo).collect();
        assert_eq!(prior_elos, [0, 1380, 800, 590]);
        // Levels that the list leaves out lie between those that it has.
        let levels = ["willow:level=8", "willow:level=9", "willow:level=10", "willow:level=28"];
        let chosen = with_specs(&levels.map(str::to_owned)).unwrap();
        assert!(chosen.is_sorted_by(|a, b| a.prior_elo < b.prior_elo), "{chosen:?}");
        for wrong in [&["random"][..], &["random", "human"], &["random", "nobody"]] {
            let specs: Vec<String> = wrong.iter().map(|&spec| spec.to_owned()).collect();
            assert!(with_specs(&specs).is_err(), "{wrong:?}");
        }
    }
}
