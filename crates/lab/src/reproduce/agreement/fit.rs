//! The fit of the open constants to BILL's moves, by coordinate descent over a grid.
//!
//! Every set of constants that is tried is a measurement of its own, so that an interrupted fit goes
//! on where it was, and the fits without one game share most of theirs.

use std::collections::BTreeMap;

use anyhow::Result;
use serde_json::json;
use willow_classics::bill::{Constant, Constants};

use super::moves::{agreement, parts};
use crate::reproduce::bill_games::bill_games;
use crate::reproduce::measurements::{MeasurementKey, Measurements};

/// The constants that are fitted: few, because there are few moves. Each is the weight of a whole part of
/// the internal tables; of the edge table the report's figures say enough.
const CONSTANTS: [Constant; 6] = [
    Constant::Move,
    Constant::PotentialMove,
    Constant::Sequence,
    Constant::Between,
    Constant::Idle,
    Constant::CentralDisc,
];

/// The parts that are tried of each, in hundredths.
const PARTS: [u16; 5] = [35, 50, 70, 100, 140];

/// How often the constants are gone through: more would fit chance.
const ROUNDS: u32 = 1;

/// The depths of the searches in plies.
pub(super) const DEPTHS: [u32; 2] = [5, 6];

/// What a fit without one game chooses in that game.
pub(super) struct FoldResult {
    pub(super) game: String,
    /// The number of moves, each counted once for every depth.
    pub(super) moves: u32,
    /// How many of them the first guesses choose, the tuned constants, and those of this fit.
    pub(super) first: u32,
    pub(super) tuned: u32,
    pub(super) fitted: u32,
    pub(super) constants: Constants,
}

/// The fits.
pub(super) struct Fit {
    pub(super) depths: Vec<u32>,
    pub(super) folds: Vec<FoldResult>,
    /// The constants fitted to all games.
    pub(super) all: Constants,
    /// How many moves those choose.
    pub(super) all_agree: u32,
    /// The number of sets of constants in the log, and of those that were tried here.
    pub(super) sets: [usize; 2],
}

/// The name of the measurement of a set of constants.
const SET: &str = "a set of constants";

/// Returns the constants whose part is at an end of the grid, as a SPEC has them.
pub(super) fn at_the_edge(constants: &Constants) -> impl Iterator<Item = String> {
    let parts = CONSTANTS.map(|constant| (constant.name(), constants.part(constant)));
    let is_at_end = |part| part == PARTS[0] || part == PARTS[PARTS.len() - 1];
    parts
        .into_iter()
        .filter(move |(_, part)| is_at_end(*part))
        .map(|(name, part)| format!("{name}={part}"))
}

/// What was tried: for each set of constants the moves of each game, and those that agree.
struct Tried<'a, 'b> {
    measurements: &'a mut Measurements<'b>,
    depths: Vec<u32>,
    known: BTreeMap<Constants, Vec<(u32, u32)>>,
}

impl Tried<'_, '_> {
    /// Returns the moves of each game and how many of them agree, over all depths.
    fn games(&mut self, constants: Constants) -> Result<&[(u32, u32)]> {
        if !self.known.contains_key(&constants) {
            let parameters = json!({ "depths": self.depths, "parts": parts(&constants) });
            let key = MeasurementKey::new(SET, parameters);
            let depths = &self.depths;
            let games = self.measurements.get_or_measure(&key, || {
                let of_game = |game| {
                    let all = depths.iter().map(|&depth| agreement(constants, depth, game));
                    all.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
                };
                Ok(bill_games().iter().map(of_game).collect())
            })?;
            self.known.insert(constants, games);
        }
        Ok(&self.known[&constants])
    }

    /// Returns how many moves agree, without those of one game.
    fn score(&mut self, constants: Constants, without: Option<usize>) -> Result<u32> {
        let games = self.games(constants)?.iter().enumerate();
        Ok(games.filter(|(number, _)| Some(*number) != without).map(|(_, game)| game.1).sum())
    }

    /// Goes through the constants and takes each time the part with which more moves agree.
    fn descend(&mut self, without: Option<usize>, rounds: u32) -> Result<Constants> {
        let mut best = Constants::OF_FIGURES;
        let mut most = self.score(best, without)?;
        for _ in 0..rounds {
            let before = best;
            for constant in CONSTANTS {
                let from = best;
                for part in PARTS {
                    let candidate = from.with(constant, part).expect("the parts are in range");
                    let score = self.score(candidate, without)?;
                    if most < score {
                        (best, most) = (candidate, score);
                    }
                }
            }
            if best == before {
                break;
            }
        }
        Ok(best)
    }

    fn fold(&mut self, number: usize, rounds: u32) -> Result<FoldResult> {
        let constants = self.descend(Some(number), rounds)?;
        let mut agree = |constants| Ok::<_, anyhow::Error>(self.games(constants)?[number].1);
        let (first, tuned, fitted) =
            (agree(Constants::FIRST)?, agree(Constants::TUNED)?, agree(constants)?);
        let moves = self.games(constants)?[number].0;
        let game = bill_games()[number].title();
        Ok(FoldResult { game, moves, first, tuned, fitted, constants })
    }
}

impl Fit {
    /// Fits the constants to all games, and to all but one.
    pub(super) fn run(measurements: &mut Measurements<'_>) -> Result<Fit> {
        let quick = measurements.settings().quick;
        let (depths, rounds) = if quick { (vec![1], 0) } else { (DEPTHS.to_vec(), ROUNDS) };
        let mut tried = Tried { measurements, depths, known: BTreeMap::new() };
        let all = tried.descend(None, rounds)?;
        let all_agree = tried.score(all, None)?;
        let folds = (0..bill_games().len()).map(|number| tried.fold(number, rounds));
        let folds = folds.collect::<Result<_>>()?;
        let sets = tried.measurements.known_and_used(SET);
        Ok(Fit { folds, depths: tried.depths, all, all_agree, sets })
    }

    pub(super) fn depths_text(&self) -> String {
        self.depths.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ")
    }

    /// Returns what a fit changed of the figures' constants, as a SPEC has it.
    pub(super) fn changes(constants: &Constants) -> String {
        let changed = CONSTANTS
            .into_iter()
            .filter(|&constant| constants.part(constant) != Constants::OF_FIGURES.part(constant));
        let change =
            |constant: Constant| format!("{}={}", constant.name(), constants.part(constant));
        changed.map(change).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::measurements::ExperimentSettings;

    /// A fit takes the part with which more moves agree, and never looks at the game left out.
    #[test]
    fn the_game_left_out_decides_nothing() {
        let mut ignore = |_: &str| ();
        let mut measurements = Measurements::in_memory(ExperimentSettings::default(), &mut ignore);
        let mut known = BTreeMap::new();
        // With more of the sequences the first game agrees better, with less the second.
        for constant in CONSTANTS {
            for part in PARTS {
                let constants = Constants::OF_FIGURES.with(constant, part).unwrap();
                known.insert(constants, vec![(19, 10), (19, 10), (19, 10)]);
            }
        }
        let sequence = |part| Constants::OF_FIGURES.with(Constant::Sequence, part).unwrap();
        known.insert(sequence(140), vec![(19, 15), (19, 10), (19, 10)]);
        known.insert(sequence(50), vec![(19, 9), (19, 12), (19, 10)]);
        let mut tried = Tried { measurements: &mut measurements, depths: vec![1], known };
        for constant in CONSTANTS.into_iter().skip(3) {
            for part in PARTS {
                for of_sequence in [50, 140] {
                    let constants = sequence(of_sequence).with(constant, part).unwrap();
                    let games = tried.known[&sequence(of_sequence)].clone();
                    tried.known.insert(constants, games);
                }
            }
        }
        assert_eq!(tried.descend(None, 1).unwrap(), sequence(140));
        assert_eq!(tried.descend(Some(0), 1).unwrap(), sequence(50));
        assert_eq!(tried.descend(Some(1), 1).unwrap(), sequence(140));
        assert_eq!(Fit::changes(&sequence(50)), "sequence=50");
    }
}
