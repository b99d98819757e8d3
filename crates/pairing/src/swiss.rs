//! The pairing of a round: the perfect matching with the least sum of penalties.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::matching::{Matching, WeightedGraph, max_weight_matching};
use crate::{Color, ForbiddenPairs, PairCost, Penalties, PlayerId};

/// The direction of a float.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Float {
    /// Against somebody with more points.
    Up,
    /// Against somebody with fewer points, or a bye.
    Down,
}

/// A game of an earlier round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The round, from 1.
    pub round: u32,
    /// Against whom.
    pub opponent: PlayerId,
    /// The own colour, of several games the first one's.
    pub color: Color,
}

/// A player who is to be paired, with what pairings depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Registered for the tournament, and not withdrawn.
    pub id: PlayerId,
    /// The score, in half-points.
    pub half_points: u32,
    /// Games with Black minus games with White.
    pub color_balance: i32,
    /// The colours of the rounds so far, the last one first.
    pub last_colors: Vec<Color>,
    /// The float of the last round.
    pub last_float: Option<Float>,
    /// Two of a country are kept apart, if the rules say so.
    pub country: Option<String>,
    /// The place among all who are to be paired, from 0.
    pub rank: usize,
    /// The place among those with the same score, from 0.
    pub group_place: usize,
    /// The number of those with the same score.
    pub group_size: usize,
    /// The games so far.
    pub meetings: Vec<Meeting>,
    /// The rounds with a bye that was not asked for.
    pub byes: Vec<u32>,
}

/// Everything that the pairing of a round depends on.
#[derive(Clone, Debug)]
pub struct PairingProblem<'a> {
    /// The round to be paired, from 1.
    pub round: u32,
    /// What a pair costs.
    pub penalties: &'a Penalties,
    /// Whether forbidden pairs may be made if no others are left.
    pub forbidden_pairs: ForbiddenPairs,
    /// Who is to be paired, in the order of their ranks.
    pub entrants: Vec<Entrant>,
    /// Seeds the tie-break between pairings that cost the same.
    pub seed: u64,
}

/// A pair, or a bye, and what it costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ChosenPair {
    /// Who has Black, or the bye.
    pub black: PlayerId,
    /// Who has White; `None` for a bye.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<PlayerId>,
    /// What it costs, term by term.
    pub cost: PairCost,
}

/// A pairing of all entrants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The pairs, those with the highest scores first, a bye last.
    pub pairs: Vec<ChosenPair>,
}

/// The best pairing without one pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The best of those that are left.
    pub pairing: Pairing,
    /// How much more it costs than the pairing that has the pair; negative if that one is not the cheapest.
    pub extra_cost: i64,
}

/// Why a round cannot be paired.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "round {round} has no pairing without a forbidden pair (pair it by hand, or allow such pairs if needed)"
)]
pub struct NoPairing {
    /// The round, from 1.
    pub round: u32,
}

/// Maximum reasons to forbid a pair that count.
const MAX_FORBIDDEN: usize = 8;

/// Cost of a forbidden pair where it is allowed if needed: more than all other pairs together.
const FORBIDDEN: i128 = 1 << 62;
/// Scale of the penalties: a random tie-break is added below it.
const TIE_BREAK_SCALE: i128 = 1 << 32;
/// Exclusive maximum of one pair's tie-break: the sum over 4,096 pairs stays below [`TIE_BREAK_SCALE`].
const MAX_TIE_BREAK: u64 = 1 << 20;

/// Returns a pseudo-random number that depends only on the arguments: `SplitMix64`.
pub(crate) fn tie_break(seed: u64, words: &[u64]) -> u64 {
    words.iter().fold(seed, |state, word| {
        let sum = (state ^ word).wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (sum ^ (sum >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    })
}

impl PairingProblem<'_> {
    /// Returns the cheapest pairing. With an odd number of entrants one of them has a bye.
    ///
    /// # Errors
    /// Every pairing has a forbidden pair, and none is to be taken.
    pub fn pair(&self) -> Result<Pairing, NoPairing> {
        self.solve(&self.graph())
    }

    /// Returns what each pair of a pairing made otherwise would cost.
    pub fn cost(&self, black: PlayerId, white: Option<PlayerId>) -> Option<PairCost> {
        let find = |id: PlayerId| self.entrants.iter().find(|entrant| entrant.id == id);
        let black = find(black)?;
        Some(match white {
            Some(white) => self.penalties.of_pair(self.round, black, find(white)?),
            None => self.cost_of_bye(black),
        })
    }

    /// Returns the cheapest pairing without a pair of a pairing.
    ///
    /// # Errors
    /// There is no pairing without that pair.
    pub fn without(&self, pair: &ChosenPair, chosen: &Pairing) -> Result<Alternative, NoPairing> {
        let mut graph = self.graph();
        let index = |id: PlayerId| self.entrants.iter().position(|entrant| entrant.id == id);
        let none = NoPairing { round: self.round };
        let (Some(black), white) = (index(pair.black), pair.white.map(index)) else {
            return Err(none);
        };
        let white = white.map_or(Some(self.entrants.len()), |white| white).ok_or(none)?;
        graph.set(black, white, None);
        let pairing = self.solve(&graph)?;
        let extra_cost = pairing.total() - chosen.total();
        Ok(Alternative { pairing, extra_cost })
    }

    /// Returns the entrants, and after them the bye if their number is odd, as a graph.
    fn graph(&self) -> WeightedGraph {
        let n = self.entrants.len();
        let mut graph = WeightedGraph::new(n + n % 2);
        for u in 0..n {
            for v in u + 1..n {
                let cost = self.cheaper(u, v).2;
                graph.set(u, v, self.weight(&cost, [u, v]));
            }
            if n % 2 == 1 {
                let cost = self.cost_of_bye(&self.entrants[u]);
                graph.set(u, n, self.weight(&cost, [u, n]));
            }
        }
        graph
    }

    fn weight(&self, cost: &PairCost, pair: [usize; 2]) -> Option<i128> {
        // A pair that is forbidden for many reasons is no worse than for some.
        let n_forbidden = cost.n_forbidden().min(MAX_FORBIDDEN) as i128;
        if n_forbidden != 0 && self.forbidden_pairs == ForbiddenPairs::Never {
            return None;
        }
        let ids = pair.map(|index| self.entrants.get(index).map_or(0, |it| u64::from(it.id.0)));
        let [low, high] = [ids[0].min(ids[1]), ids[0].max(ids[1])];
        let tie_break =
            i128::from(tie_break(self.seed, &[self.round.into(), low, high]) % MAX_TIE_BREAK);
        Some(-((i128::from(cost.total()) + n_forbidden * FORBIDDEN) * TIE_BREAK_SCALE + tie_break))
    }

    fn cost_of_bye(&self, entrant: &Entrant) -> PairCost {
        let lowest = self.entrants.iter().map(|entrant| entrant.half_points).min().unwrap_or(0);
        self.penalties.of_bye(self.round, entrant, lowest, self.entrants.len() - 1)
    }

    /// Returns two entrants with the colours that cost less. Where both cost the same, the colours of the last round
    /// in which theirs differed are swapped; without such a round the colours are random.
    fn cheaper(&self, u: usize, v: usize) -> (usize, usize, PairCost) {
        let cost = |black: usize, white: usize| {
            let entrants = &self.entrants;
            self.penalties.of_pair(self.round, &entrants[black], &entrants[white])
        };
        let (one, other) = (cost(u, v), cost(v, u));
        let figures = |cost: &PairCost| (cost.n_forbidden(), cost.total());
        let takes_first = match figures(&one).cmp(&figures(&other)) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Greater => false,
            std::cmp::Ordering::Equal => {
                let [first, second] = [u, v].map(|index| &self.entrants[index]);
                let mut colors = first.last_colors.iter().zip(&second.last_colors);
                if let Some((color, _)) = colors.find(|(first, second)| first != second) {
                    *color == Color::White
                } else {
                    let ids = [first, second].map(|entrant| u64::from(entrant.id.0));
                    tie_break(!self.seed, &[self.round.into(), ids[0], ids[1]]).is_multiple_of(2)
                }
            }
        };
        if takes_first { (u, v, one) } else { (v, u, other) }
    }

    fn solve(&self, graph: &WeightedGraph) -> Result<Pairing, NoPairing> {
        let matching = max_weight_matching(graph);
        if !matching.is_perfect() {
            return Err(NoPairing { round: self.round });
        }
        let mut pairs = self.chosen(&matching);
        let score = |id: PlayerId| {
            let entrant = self.entrants.iter().find(|entrant| entrant.id == id);
            entrant.map_or((0, Reverse(usize::MAX)), |it| (it.half_points, Reverse(it.rank)))
        };
        pairs.sort_by_key(|pair| {
            let scores =
                [Some(pair.black), pair.white].map(|id| id.map_or((0, Reverse(usize::MAX)), score));
            let sum = scores[0].0 + scores[1].0;
            (
                pair.white.is_none(),
                Reverse((scores[0].max(scores[1]).0, sum, scores[0].1.max(scores[1].1))),
            )
        });
        Ok(Pairing { pairs })
    }

    fn chosen(&self, matching: &Matching) -> Vec<ChosenPair> {
        let id = |index: usize| self.entrants[index].id;
        let pairs = matching.pairs().map(|(u, v)| {
            if v == self.entrants.len() {
                let cost = self.cost_of_bye(&self.entrants[u]);
                return ChosenPair { black: id(u), white: None, cost };
            }
            let (black, white, cost) = self.cheaper(u, v);
            ChosenPair { black: id(black), white: Some(id(white)), cost }
        });
        pairs.collect()
    }
}

impl Pairing {
    /// Returns the sum of the penalties.
    pub fn total(&self) -> i64 {
        self.pairs.iter().map(|pair| pair.cost.total()).sum()
    }
}
