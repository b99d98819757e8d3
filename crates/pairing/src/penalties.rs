//! What a pair costs: the penalties of a Swiss, term by term.
//!
//! The terms and [`PAPP`] are those of the manual of PAPP 1.37, "Description des pénalités". Scores are half-points.

use std::fmt::{self, Display, Formatter};

use serde::{Deserialize, Serialize};

use crate::Color;
use crate::swiss::{Entrant, Float, Meeting};

/// A table of penalties.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Penalties {
    /// For a player whose games with Black and with White will differ by 1, 2 and so on; the last for more, too.
    pub color_difference: Vec<i64>,
    /// For the colour of the last round again.
    pub same_color: i64,
    /// For the colour of the last two rounds again.
    pub third_color: i64,
    /// For opponents whose scores differ by 1, 2 and so on half-points; the last for more, too.
    pub float: Vec<i64>,
    /// For a float in the direction of the last round.
    pub float_again: i64,
    /// For a float against the direction of the last round; negative.
    pub float_back: i64,
    /// For each game that the two have played with the other colours; `None` forbids the pair.
    pub rematch_other_colors: Option<i64>,
    /// For each game that the two have played with these colours; `None` forbids the pair.
    pub rematch_same_colors: Option<i64>,
    /// For each bye that the player has had; `None` forbids the bye.
    pub second_bye: Option<i64>,
    /// For a pair or bye of the last round.
    pub last_round: i64,
    /// For two players of a country.
    pub country: i64,
    /// From a round on: the factor of elitism, which moves floats to the lower places.
    pub elitism: Vec<(u32, i64)>,
    /// For each place between the two.
    pub rank: i64,
    /// For the squared distance from the order of FIDE's Dutch system: in a group of equal scores the best of the upper
    /// half meets the best of the lower half, and the last one floats to the best of the next group.
    pub halves: i64,
}

/// The tables that presets use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PenaltyTable {
    /// PAPP's defaults.
    Papp,
    /// The aims of FIDE's Dutch system.
    Dutch,
    /// The nearest places, nobody twice.
    ByRank,
}

/// A reason for a penalty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum PenaltyTerm {
    /// More games with one colour than with the other.
    ColorDifference,
    /// The colour of the last round again.
    SameColor,
    /// The colour of the last two rounds again.
    ThirdColor,
    /// Different scores.
    Float,
    /// A float in the direction of the last round.
    FloatAgain,
    /// A float against the direction of the last round.
    FloatBack,
    /// The two have met with the other colours.
    RematchOtherColors,
    /// The two have met with these colours.
    RematchSameColors,
    /// The player has had a bye.
    SecondBye,
    /// The same pair or bye in the last round.
    LastRound,
    /// The same country.
    Country,
    /// Different scores near the top.
    Elitism,
    /// Places apart.
    Rank,
    /// The distance from upper half against lower half.
    Halves,
}

/// A penalty and its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct TermCost {
    /// The rule that the pair violates.
    pub term: PenaltyTerm,
    /// The penalty; `None` forbids the pair.
    pub penalty: Option<i64>,
}

/// What a pair costs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct PairCost {
    /// The penalties that are not 0.
    pub terms: Vec<TermCost>,
}

/// PAPP's penalty for a float of 1 to 24 and more half-points.
pub const PAPP: [i64; 24] = [
    20_000, 40_588, 62_785, 87_119, 114_041, 143_998, 177_453, 214_908, 256_910, 304_062, 357_037,
    416_582, 483_534, 558_828, 643_514, 738_767, 845_906, 966_413, 1_101_949, 1_254_381, 1_425_805,
    1_618_578, 1_835_345, 2_079_081,
];

/// PAPP's penalty for a difference of 1 to 5 and more games between a player's colours.
const PAPP_COLOR_DIFFERENCE: [i64; 5] = [20, 105, 225, 530, 1075];

/// The triangular numbers: all below [`BY_RANK`], so that colours decide only between pairs of the same ranks, and
/// one large difference costs more than two small ones.
const TIE_BREAKING_COLOR_DIFFERENCE: [i64; 5] = [1, 3, 6, 10, 15];

/// The penalty for each place between opponents where the nearest rank counts.
pub const BY_RANK: i64 = 1000;

/// A penalty above all sums of those that are allowed.
const NEARLY_FORBIDDEN: i64 = 1 << 48;
/// The Dutch system of FIDE ranks its criteria: each factor is above all sums of those below. A float is the square of
/// its half-points times this.
const DUTCH_FLOAT: i64 = 1 << 34;
/// A colour against a difference of two games.
const DUTCH_STRONG_PREFERENCE: i64 = 1 << 24;
/// The colour of the last game again.
const DUTCH_PREFERENCE: i64 = 1 << 22;
/// The float of the last round again.
const DUTCH_REPEATED_FLOAT: i64 = 1 << 20;
/// The square of a distance in places from upper half against lower half, times this.
const DUTCH_HALVES: i64 = 16;
/// Maximum penalty in a table, in either direction.
const MAX_PENALTY: i64 = NEARLY_FORBIDDEN;
/// Maximum factor of scores, places or their squares.
const MAX_FACTOR: i64 = 1 << 20;
/// The number of games or byes from which on a penalty no longer grows.
const MAX_REPEATS: usize = 64;

impl PenaltyTable {
    /// Returns the penalty of each term.
    pub fn penalties(self) -> Penalties {
        let papp = Penalties {
            color_difference: PAPP_COLOR_DIFFERENCE.to_vec(),
            same_color: 15,
            third_color: 0,
            float: PAPP.to_vec(),
            float_again: 25,
            float_back: -10,
            rematch_other_colors: Some(5_000_000),
            rematch_same_colors: None,
            second_bye: None,
            last_round: 1,
            country: 2,
            elitism: vec![(1, 100), (4, 200), (6, 300), (10, 400)],
            rank: 0,
            halves: 0,
        };
        let none = Penalties {
            rematch_other_colors: None,
            elitism: Vec::new(),
            country: 0,
            float_back: 0,
            ..papp.clone()
        };
        match self {
            PenaltyTable::Papp => papp,
            PenaltyTable::ByRank => Penalties {
                color_difference: TIE_BREAKING_COLOR_DIFFERENCE.to_vec(),
                same_color: 0,
                float: Vec::new(),
                float_again: 0,
                rank: BY_RANK,
                ..none
            },
            PenaltyTable::Dutch => Penalties {
                color_difference: vec![0, DUTCH_STRONG_PREFERENCE, NEARLY_FORBIDDEN],
                same_color: DUTCH_PREFERENCE,
                third_color: NEARLY_FORBIDDEN,
                float: (1..=24).map(|float| float * float * DUTCH_FLOAT).collect(),
                float_again: DUTCH_REPEATED_FLOAT,
                halves: DUTCH_HALVES,
                ..none
            },
        }
    }
}

/// Returns the entry for 1, 2 and so on; the last for more, 0 for 0.
fn entry(table: &[i64], number: u32) -> i64 {
    match number {
        0 => 0,
        _ => table.get(number as usize - 1).or(table.last()).copied().unwrap_or(0),
    }
}

impl PairCost {
    fn add(&mut self, term: PenaltyTerm, penalty: i64) {
        if penalty != 0 {
            self.terms.push(TermCost { term, penalty: Some(penalty) });
        }
    }

    fn add_times(&mut self, term: PenaltyTerm, penalty: Option<i64>, times: usize) {
        match penalty {
            _ if times == 0 => (),
            Some(penalty) => self.add(term, penalty * times.min(MAX_REPEATS) as i64),
            None => self.terms.push(TermCost { term, penalty: None }),
        }
    }

    /// Returns the sum of the penalties.
    pub fn total(&self) -> i64 {
        self.terms.iter().filter_map(|cost| cost.penalty).sum()
    }

    /// Returns how many reasons forbid the pair.
    pub fn n_forbidden(&self) -> usize {
        self.terms.iter().filter(|cost| cost.penalty.is_none()).count()
    }
}

impl Penalties {
    /// Returns whether no sum of the penalties can overflow.
    pub(crate) fn is_in_range(&self) -> bool {
        let repeats = [self.rematch_other_colors, self.rematch_same_colors, self.second_bye];
        let repeats = repeats.into_iter().flatten();
        let others = [self.same_color, self.third_color, self.float_again, self.float_back];
        let others = others.into_iter().chain([self.last_round, self.country]);
        let tables = self.color_difference.iter().chain(&self.float).copied();
        let factors =
            self.elitism.iter().map(|(_, factor)| *factor).chain([self.rank, self.halves]);
        tables
            .chain(repeats)
            .chain(others)
            .all(|penalty| (-MAX_PENALTY..=MAX_PENALTY).contains(&penalty))
            && factors.into_iter().all(|factor| (-MAX_FACTOR..=MAX_FACTOR).contains(&factor))
    }

    /// Returns what it costs that `black` plays `white`.
    pub fn of_pair(&self, round: u32, black: &Entrant, white: &Entrant) -> PairCost {
        let mut cost = PairCost::default();
        self.add_color(&mut cost, black, Color::Black);
        self.add_color(&mut cost, white, Color::White);
        let scores = [black, white].map(|entrant| i64::from(entrant.half_points));
        self.add_float(&mut cost, scores, &[black, white]);
        let met = |color| {
            let meetings = black.meetings.iter();
            meetings.filter(move |met| met.opponent == white.id && met.color == color).count()
        };
        let term = PenaltyTerm::RematchOtherColors;
        cost.add_times(term, self.rematch_other_colors, met(Color::White));
        cost.add_times(PenaltyTerm::RematchSameColors, self.rematch_same_colors, met(Color::Black));
        let is_last = |met: &Meeting| met.opponent == white.id && met.round + 1 == round;
        if black.meetings.iter().any(is_last) {
            cost.add(PenaltyTerm::LastRound, self.last_round);
        }
        if black.country.is_some() && black.country == white.country {
            cost.add(PenaltyTerm::Country, self.country);
        }
        cost.add(PenaltyTerm::Elitism, self.elitism(round, scores));
        let distance = black.rank.abs_diff(white.rank) as i64;
        cost.add(PenaltyTerm::Rank, self.rank * (distance - 1).max(0));
        cost.add(PenaltyTerm::Halves, self.halves * halves(black, white));
        cost
    }

    /// Returns what a bye costs. `lowest` is the least score of all who play: a bye counts as half a point
    /// below; `last` is the last place.
    pub fn of_bye(&self, round: u32, entrant: &Entrant, lowest: u32, last: usize) -> PairCost {
        let mut cost = PairCost::default();
        let difference = entry(&self.color_difference, entrant.color_balance.unsigned_abs());
        cost.add(PenaltyTerm::ColorDifference, difference);
        let scores = [i64::from(entrant.half_points), i64::from(lowest) - 1];
        self.add_float(&mut cost, scores, &[entrant]);
        cost.add_times(PenaltyTerm::SecondBye, self.second_bye, entrant.byes.len());
        if entrant.byes.iter().any(|bye| bye + 1 == round) {
            cost.add(PenaltyTerm::LastRound, self.last_round);
        }
        cost.add(PenaltyTerm::Elitism, self.elitism(round, scores));
        cost.add(PenaltyTerm::Rank, self.rank * (last - entrant.rank.min(last)) as i64);
        let below = entrant.group_size.saturating_sub(entrant.group_place + 1) as i64;
        cost.add(PenaltyTerm::Halves, self.halves * below * below);
        cost
    }

    fn add_color(&self, cost: &mut PairCost, entrant: &Entrant, color: Color) {
        let step = if color == Color::Black { 1 } else { -1 };
        let difference = (entrant.color_balance + step).unsigned_abs();
        cost.add(PenaltyTerm::ColorDifference, entry(&self.color_difference, difference));
        if entrant.last_colors.first() == Some(&color) {
            cost.add(PenaltyTerm::SameColor, self.same_color);
            if entrant.last_colors.get(1) == Some(&color) {
                cost.add(PenaltyTerm::ThirdColor, self.third_color);
            }
        }
    }

    /// Adds the float between two scores. The first score is that of the first player; without a second player it
    /// floats against a bye.
    fn add_float(&self, cost: &mut PairCost, [first, second]: [i64; 2], players: &[&Entrant]) {
        cost.add(PenaltyTerm::Float, entry(&self.float, first.abs_diff(second) as u32));
        let directions = match first.cmp(&second) {
            std::cmp::Ordering::Greater => [Float::Down, Float::Up],
            std::cmp::Ordering::Less => [Float::Up, Float::Down],
            std::cmp::Ordering::Equal => return,
        };
        for (player, direction) in players.iter().zip(directions) {
            match player.last_float {
                Some(last) if last == direction => {
                    cost.add(PenaltyTerm::FloatAgain, self.float_again);
                }
                Some(_) => cost.add(PenaltyTerm::FloatBack, self.float_back),
                None => (),
            }
        }
    }

    fn elitism(&self, round: u32, [first, second]: [i64; 2]) -> i64 {
        let factor = self.elitism.iter().rfind(|(from, _)| *from <= round);
        let factor = factor.map_or(0, |(_, factor)| *factor);
        factor * (first + second) * (first - second).abs() / 2
    }
}

/// Returns the squared distance of a pair from upper half against lower half.
fn halves(one: &Entrant, other: &Entrant) -> i64 {
    let (high, low) = if one.rank <= other.rank { (one, other) } else { (other, one) };
    let [high_place, low_place] = [high, low].map(|entrant| entrant.group_place as i64);
    let distance = if high.half_points == low.half_points {
        low_place - high_place - (high.group_size / 2) as i64
    } else {
        high.group_size as i64 - 1 - high_place + low_place
    };
    distance * distance
}

impl Display for PenaltyTerm {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PenaltyTerm::ColorDifference => "colours uneven",
            PenaltyTerm::SameColor => "same colour again",
            PenaltyTerm::ThirdColor => "same colour three times",
            PenaltyTerm::Float => "scores differ",
            PenaltyTerm::FloatAgain => "floats again",
            PenaltyTerm::FloatBack => "floats back",
            PenaltyTerm::RematchOtherColors => "met with other colours",
            PenaltyTerm::RematchSameColors => "met with these colours",
            PenaltyTerm::SecondBye => "had a bye",
            PenaltyTerm::LastRound => "also in the last round",
            PenaltyTerm::Country => "same country",
            PenaltyTerm::Elitism => "float near the top",
            PenaltyTerm::Rank => "places apart",
            PenaltyTerm::Halves => "not upper against lower half",
        })
    }
}

impl Display for PairCost {
    /// Writes the sum and its parts, such as `20130 = scores differ 20000 + ...`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.n_forbidden() {
            0 => write!(f, "{}", self.total())?,
            _ => f.write_str("forbidden")?,
        }
        for (index, TermCost { term, penalty }) in self.terms.iter().enumerate() {
            f.write_str(if index == 0 { " = " } else { " + " })?;
            match penalty {
                Some(penalty) => write!(f, "{term} {penalty}")?,
                None => write!(f, "{term} (forbidden)")?,
            }
        }
        Ok(())
    }
}
