//! Who is rated, and how strong everybody is guessed to be before the first game.

use anyhow::{Context as _, Result};
use willow_players::{PlayerSpec, check_player};

/// A player of the ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderPlayer {
    /// Who it is.
    pub spec: PlayerSpec,
    /// How many Elo stronger than `random` it may be.
    pub guess: i32,
}

/// Whoever plays at random, with the seed that is his until the openings' make it another.
const RANDOM: &str = "random:seed=1";

/// The depths, in plies, and how much stronger each is than the one before, in Elo.
const DEPTHS: std::ops::RangeInclusive<i32> = 1..=6;
const A_PLY: i32 = 80;

/// The evaluations of PAIP with the guess for one ply. With equal evaluations minimax, sorted and killer
/// search choose about the same moves, so that alpha-beta stands for all of them.
const EVALUATIONS: [(&str, i32); 4] = [
    ("count-difference", 100),
    ("weighted-squares", 250),
    ("modified-weighted-squares", 350),
    ("mobility", 250),
];

/// The evaluations with tuned weights, with the guess for one ply, and the depths that they are rated at.
const TUNED: [(&str, i32); 3] = [
    ("weighted-squares-tuned", 400),
    ("modified-weighted-squares-tuned", 500),
    ("iago-tuned", 650),
];
const TUNED_DEPTHS: [i32; 3] = [2, 4, 6];

/// The guess for one ply of Iago.
const IAGO: i32 = 600;

/// The programs with budgets of nodes, what stands behind the budget, and the guess for the smallest one.
const BY_NODES: [(&str, &str, i32); 5] = [
    ("iago-1982", "", 1300),
    ("iago-1982", ",weights=tuned", 1350),
    ("bill", "", 1350),
    ("mlia", "", 1000),
    ("mlia", ",weights=tuned", 1000),
];

/// The budgets, in nodes a move, and how much stronger each is than the one before.
const BUDGETS: [&str; 3] = ["1k", "5k", "25k"];
const A_BUDGET: i32 = 180;

/// The levels of the modern engine, and the guess for level 0.
const LEVELS: std::ops::RangeInclusive<i32> = 1..=5;
const ENGINE: i32 = 1200;

/// Who is guessed about when nothing is known.
const UNKNOWN: i32 = 800;

/// Returns everybody: the strategies of PAIP and its Iago at 1 to 6 plies, IAGO of 1982, BILL and MLia at
/// three budgets of nodes each, those of them that have tuned weights with these too, and the modern engine
/// at its lowest levels. Nobody's strength depends on how busy the machine is.
///
/// # Panics
/// Never: a test builds them all.
#[must_use]
pub fn players() -> Vec<LadderPlayer> {
    let by_depth = EVALUATIONS.iter().flat_map(|&(eval, guess)| {
        let spec = move |depth| format!("alpha-beta:depth={depth},eval={eval}");
        DEPTHS.map(move |depth| (spec(depth), guess + A_PLY * (depth - 1)))
    });
    let iago = DEPTHS.map(|depth| (format!("iago:depth={depth}"), IAGO + A_PLY * (depth - 1)));
    let tuned = TUNED.iter().flat_map(|&(eval, guess)| {
        let spec = move |depth| format!("alpha-beta:depth={depth},eval={eval}");
        TUNED_DEPTHS.map(move |depth| (spec(depth), guess + A_PLY * (depth - 1)))
    });
    let by_nodes = BY_NODES.iter().flat_map(|&(name, keys, guess)| {
        let budgets = (0..).zip(BUDGETS);
        budgets.map(move |(number, nodes)| {
            (format!("{name}:nodes={nodes}{keys}"), guess + A_BUDGET * number)
        })
    });
    let engine = LEVELS.map(|level| (format!("willow:level={level}"), ENGINE + A_PLY * level));
    let random = std::iter::once((RANDOM.to_owned(), 0));
    let all = random.chain(by_depth).chain(tuned).chain(iago).chain(by_nodes).chain(engine);
    all.map(|(spec, guess)| LadderPlayer { spec: spec.parse().expect("a test reads it"), guess })
        .collect()
}

/// Returns these players, with the guess about each that [`players`] has, if it is there.
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
            let guess = known.iter().find(|player| player.spec == spec);
            let guess = guess.map_or(UNKNOWN, |player| player.guess);
            chosen.push(LadderPlayer { spec, guess });
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
    fn everybody_can_play_and_nobody_looks_at_a_clock() {
        let all = players();
        assert_eq!(all.len(), 1 + 4 * 6 + 3 * 3 + 6 + 5 * 3 + 5);
        let names: HashSet<String> = all.iter().map(|player| player.spec.to_string()).collect();
        assert_eq!(names.len(), all.len());
        for player in &all {
            let built = build_player(&player.spec, &BuildContext::default()).unwrap();
            assert_eq!(built.name(), player.spec.to_string());
            assert!(!is_timed(&player.spec));
        }
    }

    #[test]
    fn others_can_be_rated_too() {
        let specs = ["random:seed=1", "bill:nodes=1k", "bill:nodes=1k", "bill:depth=2"];
        let chosen = with_specs(&specs.map(str::to_owned)).unwrap();
        let guesses: Vec<i32> = chosen.iter().map(|player| player.guess).collect();
        assert_eq!(guesses, [0, 1350, 800]);
        for wrong in [&["random"][..], &["random", "human"], &["random", "nobody"]] {
            let specs: Vec<String> = wrong.iter().map(|&spec| spec.to_owned()).collect();
            assert!(with_specs(&specs).is_err(), "{wrong:?}");
        }
    }
}
