//! Ratings by Glickman's Glicko-2, one for each user and speed class.
//!
//! Glicko-2 treats every game as new evidence. A player with sock puppets can produce any amount of it, so five rules
//! limit how much a game counts; docs/protocol.md has them for players.
//!
//! - The more two players have met lately, the less their next game counts ([`Opponents`]).
//! - A game against somebody whose rating is provisional moves a rating less.
//! - A win over a player who is rated far lower moves no rating: it was expected. So puppets lift nobody
//!   far above their own rating.
//! - In a small group ratings stay near the first one ([`taper`]). Results do not distinguish a farm from a club
//!   that plays among itself, so both are held to what such a club shows.
//! - The deviation that is shown does not fall below what the number of different opponents allows.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use willow_protocol::{
    LARGEST_KNOWN_DEVIATION, PlayerRating, RatingSummary, SpeedClass, is_provisional,
};

use crate::domain::{Millis, Opponents, UserId};

/// A user's rating in a speed class.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::struct_field_names, reason = "the field's own words: a rating has a rating")]
pub(crate) struct Rating {
    /// The rating; the first is 1500.
    pub(crate) rating: f64,
    /// The deviation as it is shown, which only games against different opponents lower.
    pub(crate) deviation: f64,
    /// The deviation of Glicko-2. If the one that is shown were used instead, somebody who always meets
    /// the same opponent could gain much by each game.
    pub(crate) glicko_deviation: f64,
    /// The volatility of Glicko-2: how much the strength itself varies.
    pub(crate) volatility: f64,
    pub(crate) games: u32,
    /// The games of these that were won.
    pub(crate) wins: u32,
    pub(crate) draws: u32,
    /// The games that were lost.
    pub(crate) losses: u32,
}

impl Default for Rating {
    fn default() -> Rating {
        let Glicko2Rating { rating, deviation, volatility } = Glicko2Rating::new();
        Rating {
            rating,
            deviation,
            glicko_deviation: deviation,
            volatility,
            games: 0,
            wins: 0,
            draws: 0,
            losses: 0,
        }
    }
}

/// The deviation of a rating that games elsewhere have measured. About the 95% intervals of the
/// project's ladder. It is small enough not to be provisional, so a person's first games against a bot
/// move the person's rating and not the bot's.
const MEASURED_DEVIATION: f64 = 80.0;

impl Rating {
    /// Returns the first rating of a player whose strength was measured elsewhere.
    pub(crate) fn measured(rating: i32) -> Rating {
        Rating {
            rating: f64::from(rating),
            deviation: MEASURED_DEVIATION,
            glicko_deviation: MEASURED_DEVIATION,
            ..Rating::default()
        }
    }

    /// Returns the rating after a rated game that its player left early once too often: it is lost to
    /// an opponent of the same strength, whoever the opponent was.
    pub(crate) fn after_leaving(self, n_opponents: usize) -> Rating {
        let own = self.glicko();
        let (new, _) = glicko2(&own, &own, &Outcomes::LOSS, &Glicko2Config::new());
        let evidence = Evidence { of_rating: 1.0, of_deviation: 1.0, n_opponents };
        self.with(new, evidence, GamePoints::Loss)
    }

    pub(crate) fn summary(&self, class: SpeedClass) -> RatingSummary {
        let rounded = |value: f64| value.round() as i32;
        RatingSummary::new(class, rounded(self.rating), rounded(self.deviation), self.games)
    }

    /// Returns the rating as lists of users, offers and games show it.
    pub(crate) fn shown(&self) -> PlayerRating {
        let deviation = self.deviation.round() as i32;
        let provisional = is_provisional(deviation);
        PlayerRating { rating: self.rating.round() as i32, deviation, provisional }
    }

    /// Returns how much a game against a player with this rating moves another one: 1 if it is not
    /// provisional.
    fn reliability(self) -> f64 {
        (f64::from(LARGEST_KNOWN_DEVIATION) / self.deviation).min(1.0)
    }

    fn glicko(self) -> Glicko2Rating {
        let Rating { rating, glicko_deviation: deviation, volatility, .. } = self;
        Glicko2Rating { rating, deviation, volatility }
    }

    fn with(self, new: Glicko2Rating, evidence: Evidence, points: GamePoints) -> Rating {
        let Evidence { of_rating, of_deviation, n_opponents } = evidence;
        let towards = |old: f64, new: f64, weight: f64| old + weight * (new - old);
        let glicko_deviation = towards(self.glicko_deviation, new.deviation, of_deviation);
        let min = min_deviation(n_opponents).min(self.deviation);
        let count = |counted: GamePoints, before: u32| before + u32::from(points == counted);
        Rating {
            rating: towards(self.rating, new.rating, of_rating),
            deviation: glicko_deviation.max(min),
            glicko_deviation,
            volatility: towards(self.volatility, new.volatility, of_rating),
            games: self.games + 1,
            wins: count(GamePoints::Win, self.wins),
            draws: count(GamePoints::Draw, self.draws),
            losses: count(GamePoints::Loss, self.losses),
        }
    }
}

/// How much a game counts: the parts of Glicko-2's change that are made.
#[derive(Clone, Copy, Debug)]
struct Evidence {
    /// The part of the changes of rating and volatility.
    of_rating: f64,
    /// The part of the change of the deviation.
    of_deviation: f64,
    /// The number of different opponents in the class, the one of this game included.
    n_opponents: usize,
}

/// The deviation of a new player (Glickman's Glicko-2).
const FIRST_DEVIATION: f64 = 350.0;

/// Number of different opponents that halve the minimum deviation: with it five opponents make a rating that is not
/// provisional.
const OPPONENTS_TO_HALVE: f64 = 2.0;

/// Returns the minimum deviation after games against this number of different opponents.
fn min_deviation(n_opponents: usize) -> f64 {
    FIRST_DEVIATION / (1.0 + n_opponents as f64 / OPPONENTS_TO_HALVE)
}

/// By how much the loser's rating may be lower for a win to move ratings. Beyond that three wins in four
/// are expected. Simulated farms and clubs chose it: see the tests.
const LARGEST_TELLING_DIFFERENCE: f64 = 200.0;

/// A player of a rated game, with what is known of them in its class.
#[derive(Clone, Debug)]
pub(crate) struct RatedPlayer {
    pub(crate) user: UserId,
    pub(crate) rating: Rating,
    pub(crate) opponents: Opponents,
    /// Whether games elsewhere have measured the rating, as those of the server's bots.
    pub(crate) is_measured: bool,
}

/// Maximum distance from the first rating, in rating points per square root of the group size. Simulated farms and
/// clubs chose it: see the tests.
const MAX_DRIFT_PER_SQRT_PLAYER: f64 = 100.0;

/// The part of that distance within which gains are not damped. Not measured.
const UNDAMPED_PART: f64 = 0.5;

/// Returns the damping factor, from 0 to 1, of a gain in a group of `n_people` players: it falls linearly to 0 over the
/// outer part of the allowed distance from the first rating. The way back is free.
fn taper(rating: f64, new: f64, n_people: usize) -> f64 {
    let distance = rating - Glicko2Rating::new().rating;
    if (new - rating) * distance <= 0.0 {
        return 1.0;
    }
    let max = MAX_DRIFT_PER_SQRT_PLAYER * (n_people as f64).sqrt();
    ((1.0 - distance.abs() / max) / (1.0 - UNDAMPED_PART)).clamp(0.0, 1.0)
}

/// Returns the number of people in the group of two players and everybody they have met; `None` against a measured
/// rating, which limits nothing.
fn group_size([first, second]: &[RatedPlayer; 2]) -> Option<usize> {
    let is_measured = first.is_measured || second.is_measured;
    (!is_measured).then(|| first.opponents.n_people([first.user, second.user], &second.opponents))
}

/// Rates a game with this result for the first player, and notes that the players have met.
pub(crate) fn rate_game(players: &mut [RatedPlayer; 2], first_points: GamePoints, now: Millis) {
    let group_size = group_size(players);
    let [first, second] = players;
    let weight = first.opponents.weight(second.user, now);
    let ahead = first.rating.rating - second.rating.rating;
    let (outcome, was_expected) = match first_points {
        GamePoints::Win => (Outcomes::WIN, ahead > LARGEST_TELLING_DIFFERENCE),
        GamePoints::Draw => (Outcomes::DRAW, false),
        GamePoints::Loss => (Outcomes::LOSS, -ahead > LARGEST_TELLING_DIFFERENCE),
    };
    let [first_rating, second_rating] = [first.rating, second.rating];
    let [one, other] = [first.rating.glicko(), second.rating.glicko()];
    let (new_first, new_second) = glicko2(&one, &other, &outcome, &Glicko2Config::new());
    let (first_user, second_user) = (first.user, second.user);
    for (player, opponent, rating_of_opponent, new, points) in [
        (first, second_user, second_rating, new_first, first_points),
        (second, first_user, first_rating, new_second, first_points.of_other_side()),
    ] {
        player.opponents.meet(opponent, now);
        let reliability = rating_of_opponent.reliability();
        let taper =
            group_size.map_or(1.0, |n_people| taper(player.rating.rating, new.rating, n_people));
        let of_rating = if was_expected { 0.0 } else { weight * reliability * taper };
        let n_opponents = player.opponents.len();
        let evidence = Evidence { of_rating, of_deviation: weight, n_opponents };
        player.rating = player.rating.with(new, evidence, points);
    }
}

/// The result of a game for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GamePoints {
    Win,
    Draw,
    Loss,
}

impl GamePoints {
    /// Returns the result for the side from whose view the disc difference is.
    pub(crate) const fn of(difference: i32) -> GamePoints {
        match difference {
            1.. => GamePoints::Win,
            0 => GamePoints::Draw,
            ..0 => GamePoints::Loss,
        }
    }

    /// Returns the result from the other side's view.
    const fn of_other_side(self) -> GamePoints {
        match self {
            GamePoints::Win => GamePoints::Loss,
            GamePoints::Draw => GamePoints::Draw,
            GamePoints::Loss => GamePoints::Win,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(user: i64, rating: Rating) -> RatedPlayer {
        let (user, opponents, is_measured) = (UserId(user), Opponents::default(), false);
        RatedPlayer { user, rating, opponents, is_measured }
    }

    #[test]
    fn a_measured_rating_moves_less_than_that_of_a_new_opponent() {
        let measured = Rating::measured(1500);
        assert!(!measured.shown().provisional);
        let mut players = [player(1, measured), player(2, Rating::default())];
        rate_game(&mut players, GamePoints::Loss, 0);
        let [loser, winner] = players.map(|player| player.rating);
        assert!(winner.rating - 1500.0 > 150.0 && 1500.0 - loser.rating < 15.0, "{loser:?}");
    }

    #[test]
    fn a_win_that_was_expected_moves_no_rating_and_a_surprise_moves_both() {
        for (difference, points, moves) in [
            (200, GamePoints::Win, true),
            (201, GamePoints::Win, false),
            (201, GamePoints::Draw, true),
            (201, GamePoints::Loss, true),
            (-201, GamePoints::Loss, false),
            (-201, GamePoints::Win, true),
        ] {
            let before = [Rating::measured(1500 + difference), Rating::measured(1500)];
            let mut players = [player(1, before[0]), player(2, before[1])];
            players[1].is_measured = true;
            rate_game(&mut players, points, 0);
            for (player, before) in players.iter().zip(before) {
                let moved = player.rating.rating.to_bits() != before.rating.to_bits();
                assert_eq!(moved, moves, "{difference} {points:?}");
                assert_eq!(player.rating.games, 1);
            }
        }
    }

    #[test]
    fn a_small_group_moves_a_far_rating_back_alone_and_a_measured_opponent_moves_it_anyhow() {
        for (n_met, is_measured, points, moves) in [
            (0, false, GamePoints::Win, false),
            (0, false, GamePoints::Loss, true),
            (14, false, GamePoints::Win, true),
            (0, true, GamePoints::Win, true),
        ] {
            let mut players = [1, 2].map(|user| player(user, Rating::measured(1700)));
            for user in 10..10 + n_met {
                players[1].opponents.meet(UserId(user), 0);
            }
            players[1].is_measured = is_measured;
            rate_game(&mut players, points, 0);
            let moved = players[0].rating.rating.to_bits() != 1700_f64.to_bits();
            assert_eq!(moved, moves, "{n_met} {is_measured} {points:?}");
        }
    }

    #[test]
    fn the_deviation_falls_with_the_number_of_different_opponents() {
        for (n_opponents, is_provisional) in [(1, true), (4, true), (5, false), (20, false)] {
            let mut first = player(0, Rating::default());
            for number in 0..200_u64 {
                let opponent = player(1 + number as i64 % n_opponents, Rating::measured(1500));
                let mut players = [first, opponent];
                let points = if number % 2 == 0 { GamePoints::Win } else { GamePoints::Loss };
                rate_game(&mut players, points, number * 24 * 3_600_000);
                [first, _] = players;
            }
            let deviation = first.rating.deviation;
            assert_eq!(first.rating.shown().provisional, is_provisional, "{n_opponents}");
            assert!(deviation >= min_deviation(n_opponents as usize), "{deviation}");
            // So a game moves the rating of an old player little, however few the opponents are.
            assert!(first.rating.glicko_deviation < 90.0, "{:?}", first.rating);
        }
    }
}
