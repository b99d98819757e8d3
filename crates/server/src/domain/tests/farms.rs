//! Farms of ratings, and honest clubs.
//!
//! A farm is a group of accounts of one person, who has them play each other for a month. A strategy is
//! a row of a table: how many accounts there are, who beats whom, and how often. The figures stand in
//! docs/protocol.md.
//!
//! By its results alone, a farm that plays as a club would is indistinguishable from one. So its gain is bounded by
//! about what the best of such a club may show, and grows with the number of accounts.

use willow_board::RandomSource as _;
use willow_protocol::LARGEST_KNOWN_DEVIATION;

use crate::domain::{DAY, GamePoints, Millis, Opponents, Rating, Rng, UserId};
use crate::domain::{RatedPlayer, rate_game};

/// How long a farm works, in days.
const DAYS: u64 = 30;

/// The honest players of a server who are active: with half of them the smaller of the numbers of
/// people that a leader board wants is 20.
const HONEST: usize = 40;

/// How the accounts of a farm play. The first is the one that is to rise.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    /// All others lose to the first.
    Star,
    /// All others lose to the first, and are new accounts every so many days.
    Rotating(u64),
    /// The others play each other, so that they are known, and lose to the first.
    Ring,
    /// The first loses to all others in the first half of the time, for its volatility.
    Pumped,
    /// The first meets one account alone for its deviation to stay high, and beats all on the last day.
    Uncertain,
    /// A few lieutenants beat the others, and the first beats everybody.
    Ladder,
    /// Everybody beats all who come later.
    Chain,
    /// Everybody beats who comes next.
    Steps,
    /// Everybody beats those who come later while that moves ratings.
    Climb,
}

const SHAPES: [Shape; 10] = [
    Shape::Star,
    Shape::Rotating(1),
    Shape::Rotating(7),
    Shape::Ring,
    Shape::Pumped,
    Shape::Uncertain,
    Shape::Ladder,
    Shape::Chain,
    Shape::Steps,
    Shape::Climb,
];

/// Accounts, and the number of the last one.
struct Group {
    players: Vec<RatedPlayer>,
    last: i64,
}

impl Group {
    fn of(n: usize) -> Group {
        let mut group = Group { players: Vec::new(), last: 0 };
        group.add(n);
        group
    }

    fn add(&mut self, n: usize) {
        for _ in 0..n {
            self.last += 1;
            let (user, rating) = (UserId(self.last), Rating::default());
            let opponents = Opponents::default();
            self.players.push(RatedPlayer { user, rating, opponents, is_measured: false });
        }
    }

    fn rate(&mut self, first: usize, second: usize, points: GamePoints, now: Millis) {
        let mut pair = [self.players[first].clone(), self.players[second].clone()];
        rate_game(&mut pair, points, now);
        [self.players[first], self.players[second]] = pair;
    }

    fn beats(&mut self, winner: usize, loser: usize, now: Millis) {
        self.rate(winner, loser, GamePoints::Win, now);
    }

    fn rating(&self, player: usize) -> f64 {
        self.players[player].rating.rating
    }

    /// Returns whether a player is on the leader board of a server with this number of active people.
    fn is_listed(&self, player: usize, active: usize) -> bool {
        let RatedPlayer { rating, opponents, .. } = &self.players[player];
        rating.games >= 20
            && opponents.len() >= 20.min(active / 2)
            && rating.deviation < f64::from(LARGEST_KNOWN_DEVIATION) + 0.5
    }

    fn round(&mut self, shape: Shape, day: u64, now: Millis) {
        let n = self.players.len();
        let n_lieutenants = (n - 1).isqrt();
        match shape {
            Shape::Star | Shape::Rotating(_) => (1..n).for_each(|i| self.beats(0, i, now)),
            Shape::Pumped if day < DAYS / 2 => (1..n).for_each(|i| self.beats(i, 0, now)),
            Shape::Pumped => (1..n).for_each(|i| self.beats(0, i, now)),
            Shape::Uncertain if day + 1 < DAYS => {
                let (winner, loser) = if day.is_multiple_of(2) { (0, 1) } else { (1, 0) };
                self.beats(winner, loser, now);
            }
            Shape::Uncertain => (1..n).for_each(|i| self.beats(0, i, now)),
            Shape::Ring => {
                for (i, j) in pairs(1, n) {
                    let is_first = (i + j + day as usize).is_multiple_of(2);
                    let (winner, loser) = if is_first { (i, j) } else { (j, i) };
                    self.beats(winner, loser, now);
                }
                (1..n).for_each(|i| self.beats(0, i, now));
            }
            Shape::Ladder => {
                for lieutenant in 1..=n_lieutenants {
                    (n_lieutenants + 1..n).for_each(|i| self.beats(lieutenant, i, now));
                }
                (1..n).for_each(|i| self.beats(0, i, now));
            }
            Shape::Chain => pairs(0, n).for_each(|(i, j)| self.beats(i, j, now)),
            Shape::Steps => (0..n - 1).rev().for_each(|i| self.beats(i, i + 1, now)),
            Shape::Climb => {
                for i in (0..n).rev() {
                    for j in i + 1..n {
                        if self.rating(i) - self.rating(j) <= 200.0 {
                            self.beats(i, j, now);
                        }
                    }
                }
            }
        }
    }
}

/// Returns all pairs of numbers from `first` below `n`, the smaller one first.
fn pairs(first: usize, n: usize) -> impl Iterator<Item = (usize, usize)> {
    (first..n).flat_map(move |i| (i + 1..n).map(move |j| (i, j)))
}

/// Returns the accounts of a farm after a month, and how many people were active in it.
fn farmed(shape: Shape, n_accounts: usize, rounds_a_day: u64) -> (Group, usize) {
    let mut group = Group::of(n_accounts);
    for day in 0..DAYS {
        if let Shape::Rotating(days) = shape
            && day > 0
            && day.is_multiple_of(days)
        {
            group.players.truncate(1);
            group.add(n_accounts - 1);
        }
        for round in 0..rounds_a_day {
            group.round(shape, day, day * DAY + round * DAY / rounds_a_day);
        }
    }
    let n_active = group.last as usize;
    (group, n_active)
}

/// Maximum number of points that an account gains by others that lose to it.
const MAX_BY_PUPPETS: f64 = 250.0;

/// Maximum number of points that an account gains by others that climb over each other: of up to nine, and of 20.
const MAX_BY_CLIMBING: [f64; 2] = [300.0, 410.0];

#[test]
fn a_hundred_farms_gain_little_and_are_on_no_leader_board_or_not_ahead() {
    let mut n_farms = 0;
    for shape in SHAPES {
        let climbs = matches!(shape, Shape::Ladder | Shape::Chain | Shape::Steps | Shape::Climb);
        for (n_accounts, max_by_climbing) in [
            (2, MAX_BY_CLIMBING[0]),
            (5, MAX_BY_CLIMBING[0]),
            (9, MAX_BY_CLIMBING[0]),
            (20, MAX_BY_CLIMBING[1]),
        ] {
            for rounds_a_day in [1, 2, 4] {
                let what = format!("{shape:?} of {n_accounts}, {rounds_a_day} a day");
                let (group, n_active) = farmed(shape, n_accounts, rounds_a_day);
                let max = if climbs { max_by_climbing } else { MAX_BY_PUPPETS };
                let best = (0..group.players.len()).map(|i| group.rating(i)).fold(0.0, f64::max);
                assert!(best - 1500.0 <= max, "{what}: {best}");
                for (i, _) in group.players.iter().enumerate() {
                    let is_ahead = group.rating(i) > leader_of_server();
                    let is_listed = group.is_listed(i, HONEST + n_active);
                    assert!(!(is_listed && is_ahead), "{what}: {:?}", group.players[i].rating);
                }
                n_farms += 1;
            }
        }
    }
    assert!(n_farms >= 100, "{n_farms} farms");
}

/// An honest server: this number of people with strengths that are normal around 1500.
struct Club {
    group: Group,
    strengths: Vec<f64>,
}

impl Club {
    /// Plays a month of games of random pairs, all of about `games` a person.
    fn played(n: usize, spread: f64, games: usize, seed: u8) -> Club {
        let mut rng = Rng::new([seed; 32]);
        let strengths: Vec<f64> = (0..n).map(|_| 1500.0 + spread * normal(&mut rng)).collect();
        let mut group = Group::of(n);
        let n_games = n * games / 2;
        for number in 0..n_games {
            let first = rng.below(n);
            let second = (first + 1 + rng.below(n - 1)) % n;
            let expected =
                1.0 / (1.0 + 10_f64.powf((strengths[second] - strengths[first]) / 400.0));
            let points =
                if uniform(&mut rng) < expected { GamePoints::Win } else { GamePoints::Loss };
            group.rate(first, second, points, number as u64 * DAYS * DAY / n_games as u64);
        }
        Club { group, strengths }
    }

    /// Returns Spearman's correlation of the ranks by rating and by strength.
    fn rank_correlation(&self) -> f64 {
        let n = self.strengths.len();
        let ratings: Vec<f64> = (0..n).map(|i| self.group.rating(i)).collect();
        let rank = |values: &[f64], i: usize| values.iter().filter(|&&v| v > values[i]).count();
        let squares = (0..n).map(|i| {
            let difference = rank(&ratings, i) as f64 - rank(&self.strengths, i) as f64;
            difference * difference
        });
        1.0 - 6.0 * squares.sum::<f64>() / (n * (n * n - 1)) as f64
    }
}

/// Returns the rating of the leader of a server of honest players.
fn leader_of_server() -> f64 {
    static LEADER: std::sync::LazyLock<f64> = std::sync::LazyLock::new(|| {
        let club = Club::played(HONEST, 300.0, 60, 1);
        let listed = (0..HONEST).filter(|&i| club.group.is_listed(i, HONEST));
        listed.map(|i| club.group.rating(i)).fold(0.0, f64::max)
    });
    *LEADER
}

fn uniform(rng: &mut Rng) -> f64 {
    rng.next_u64() as f64 / 2_f64.powi(64)
}

/// Returns a number of the standard normal distribution: twelve uniform ones have a variance of one.
fn normal(rng: &mut Rng) -> f64 {
    (0..12).map(|_| uniform(rng)).sum::<f64>() - 6.0
}

/// Ten clubs, each in eight months of different games. Their ratings rank as the members play, but for
/// chance, which is larger where there are few members or little between them.
#[test]
fn honest_small_clubs_are_ranked_as_they_play_and_have_a_leader_board() {
    for (n, spread, games, min) in [
        (4, 250.0, 40, 0.7),
        (5, 200.0, 40, 0.75),
        (6, 250.0, 40, 0.8),
        (6, 150.0, 60, 0.7),
        (8, 250.0, 40, 0.85),
        (10, 250.0, 40, 0.9),
        (10, 150.0, 60, 0.85),
        (10, 350.0, 60, 0.9),
        (16, 250.0, 60, 0.9),
        (20, 300.0, 60, 0.93),
    ] {
        let clubs: Vec<Club> = (1..=8).map(|seed| Club::played(n, spread, games, seed)).collect();
        let mean = clubs.iter().map(Club::rank_correlation).sum::<f64>() / clubs.len() as f64;
        assert!(mean >= min, "{n} people, {spread} apart: {mean:.2}");
        let listed = (0..n).filter(|&i| clubs[0].group.is_listed(i, n)).count();
        assert!(n < 6 || listed == n, "{n} people: {listed} listed");
        let ratings = (0..n).map(|i| clubs[0].group.rating(i));
        let mean = ratings.sum::<f64>() / n as f64;
        assert!((1450.0..1550.0).contains(&mean), "no points vanish: {mean}");
    }
}
