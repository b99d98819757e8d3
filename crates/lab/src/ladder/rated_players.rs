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

/// The random player.
const RANDOM: &str = "random:seed=1";

/// The depths in plies, and how many Elo a ply is believed to be worth.
const DEPTHS: std::ops::RangeInclusive<i32> = 1..=6;
const ELO_PER_PLY: i32 = 80;

/// The evaluations of PAIP, with the prior rating for one ply. With equal evaluations minimax,
/// sorted and killer search choose about the same moves, so that alpha-beta represents all of them.
const EVALUATIONS: [(&str, i32); 4] = [
    ("count-difference", 100),
    ("weighted-squares", 250),
    ("modified-weighted-squares", 350),
    ("mobility", 250),
];

/// The evaluations with tuned weights, with the prior rating for one ply, and the depths that are
/// rated.
const TUNED: [(&str, i32); 3] = [
    ("weighted-squares-tuned", 400),
    ("modified-weighted-squares-tuned", 500),
    ("iago-tuned", 650),
];
const TUNED_DEPTHS: [i32; 3] = [2, 4, 6];

/// The prior rating of Iago at one ply.
const IAGO_ELO: i32 = 600;

/// The programs with a budget of nodes, further options, and the prior rating for the smallest
/// budget.
const BY_NODES: [(&str, &str, i32); 6] = [
    ("iago-1982", "", 1300),
    ("iago-1982", ",weights=tuned", 1350),
    ("bill", "", 1350),
    ("bill", ",constants=tuned", 1350),
    ("mlia", "", 1000),
    ("mlia", ",weights=tuned", 1000),
];

/// The variants of BILL with their prior ratings: those with its search at the largest budget, and the simple
/// strategies, which have a search of their own.
const BILL_VERSIONS: [(&str, i32); 6] = [
    ("bill:version=counted-mobility,nodes=25k", 1600),
    ("bill:version=estimated-edges,nodes=25k", 1680),
    ("bill:version=bayesian,nodes=25k", 1640),
    ("bill:version=schoolchildren", 1000),
    ("bill:version=edge-greedy", 500),
    ("bill:version=minimum-disc", 0),
];

/// The general searcher, by boards a move, with its best evaluation that was not tuned here.
const SEARCHERS: [(&str, i32); 3] = [
    ("searcher:boards=1k,hash=on,eval=mlia", 1050),
    ("searcher:boards=10k,hash=on,eval=mlia", 1300),
    ("searcher:boards=100k,hash=on,eval=mlia", 1500),
];

/// The budgets in nodes a move, and how many Elo a step is believed to be worth.
const BUDGETS: [&str; 3] = ["1k", "5k", "25k"];
const ELO_PER_BUDGET: i32 = 180;

/// The levels of the modern engine.
const LEVELS: [u32; 8] = [1, 2, 3, 4, 5, 8, 10, 12];

/// The prior rating of level 1, and how many Elo a level twice as high is believed to be worth.
const LEVEL_1_ELO: f64 = 1300.0;
const ELO_PER_DOUBLED_LEVEL: f64 = 300.0 * std::f64::consts::LN_2;

/// The prior rating of players of which nothing is known.
const DEFAULT_PRIOR_ELO: i32 = 800;

/// Returns all players: the strategies of PAIP and its Iago at 1 to 6 plies, IAGO of 1982, BILL
/// and MLia at three budgets of nodes each, some also with tuned weights, every version of BILL, the general
/// searcher, and the modern engine at levels from 1 to 12. No player's strength depends on the load of the machine.
///
/// # Panics
/// Never: a test parses all SPECs.
#[must_use]
pub fn players() -> Vec<LadderPlayer> {
    let by_depth = EVALUATIONS.iter().flat_map(|&(eval, prior_elo)| {
        let spec = move |depth| format!("alpha-beta:depth={depth},eval={eval}");
        DEPTHS.map(move |depth| (spec(depth), prior_elo + ELO_PER_PLY * (depth - 1)))
    });
    let iago =
        DEPTHS.map(|depth| (format!("iago:depth={depth}"), IAGO_ELO + ELO_PER_PLY * (depth - 1)));
    let tuned = TUNED.iter().flat_map(|&(eval, prior_elo)| {
        let spec = move |depth| format!("alpha-beta:depth={depth},eval={eval}");
        TUNED_DEPTHS.map(move |depth| (spec(depth), prior_elo + ELO_PER_PLY * (depth - 1)))
    });
    let by_nodes = BY_NODES.iter().flat_map(|&(name, keys, prior_elo)| {
        let budgets = (0..).zip(BUDGETS);
        budgets.map(move |(number, nodes)| {
            (format!("{name}:nodes={nodes}{keys}"), prior_elo + ELO_PER_BUDGET * number)
        })
    });
    let others = BILL_VERSIONS.into_iter().chain(SEARCHERS);
    let others = others.map(|(spec, prior_elo)| (spec.to_owned(), prior_elo));
    let engine =
        LEVELS.into_iter().map(|level| (format!("willow:level={level}"), prior_of_level(level)));
    let random = std::iter::once((RANDOM.to_owned(), 0));
    let all = random.chain(by_depth).chain(tuned).chain(iago).chain(by_nodes);
    let all = all.chain(others).chain(engine);
    all.map(|(spec, prior_elo)| LadderPlayer {
        spec: spec.parse().expect("a test reads it"),
        prior_elo,
    })
    .collect()
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
        assert_eq!(all.len(), 1 + 4 * 6 + 3 * 3 + 6 + 6 * 3 + 6 + 3 + 8);
        let names: HashSet<String> = all.iter().map(|player| player.spec.to_string()).collect();
        assert_eq!(names.len(), all.len());
        for player in &all {
            let built = build_player(&player.spec, &BuildContext::default()).unwrap();
            assert_eq!(built.name(), player.spec.to_string());
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
        assert_eq!(prior_elos, [0, 1350, 800, 800]);
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
