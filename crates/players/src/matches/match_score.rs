//! The score of a match: counts, pairs, mean disc difference and summary.

use std::collections::BTreeMap;

use serde::Serialize;
use willow_board::DiscDiff;

use crate::matches::pentanomial::Pentanomial;
use crate::matches::sprt::Sprt;

/// The score of a match so far, from one player's view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchScore {
    counts: ResultCounts,
    /// The sum of the disc differences of all games.
    discs: i64,
    pairs: Pentanomial,
    /// The sums over all pairs of their disc differences and of the squares of these.
    pair_discs: i64,
    pair_discs_squared: i64,
    /// The results of games whose pair is not complete, by the number of the pair.
    unpaired: BTreeMap<u32, DiscDiff>,
}

impl MatchScore {
    /// Returns the score before the first game.
    pub fn new() -> MatchScore {
        MatchScore::default()
    }

    /// Adds the disc difference of a game from the player's view. Games are numbered from 1; 1 and
    /// 2 are the first pair, 3 and 4 the second.
    pub fn add(&mut self, game: u32, result: DiscDiff) {
        self.counts.add(result);
        self.discs += i64::from(result.value());
        let pair = game.saturating_sub(1) / 2;
        match self.unpaired.remove(&pair) {
            None => _ = self.unpaired.insert(pair, result),
            Some(other) => self.add_pair(result, other),
        }
    }

    fn add_pair(&mut self, one: DiscDiff, other: DiscDiff) {
        self.pairs.0[(2 + one.sign() + other.sign()) as usize] += 1;
        let discs = i64::from(one.value() + other.value());
        self.pair_discs += discs;
        self.pair_discs_squared += discs * discs;
    }

    /// Returns the number of games.
    pub const fn games(&self) -> u32 {
        self.counts.games()
    }

    /// Returns the results of the complete pairs.
    pub const fn pairs(&self) -> Pentanomial {
        self.pairs
    }

    /// Returns the mean disc difference of all games, in discs; `None` without games.
    pub fn mean_diff(&self) -> Option<f64> {
        (self.games() != 0).then(|| self.discs as f64 / f64::from(self.games()))
    }

    /// Returns the standard error of the mean disc difference, in discs, computed from pairs;
    /// `None` with fewer than two pairs.
    pub fn mean_diff_error(&self) -> Option<f64> {
        let n = self.pairs.n_pairs() as f64;
        if n < 2.0 {
            return None;
        }
        let (sum, squares) = (self.pair_discs as f64, self.pair_discs_squared as f64);
        let variance = (squares - sum * sum / n) / (n - 1.0);
        // A pair's mean is half of its sum.
        Some((variance / n).sqrt() / 2.0)
    }

    /// Returns the counts that Elo is computed from: the complete pairs, or without pairs the
    /// single game, whose points count double.
    pub fn sample(&self) -> Pentanomial {
        if self.pairs.n_pairs() == 0 {
            let ResultCounts { wins, draws, losses } = self.counts;
            Pentanomial([losses.into(), 0, draws.into(), 0, wins.into()])
        } else {
            self.pairs
        }
    }

    /// Returns the summary of the match, with the log-likelihood ratio of `sprt` if there is one.
    pub fn summary(&self, sprt: Option<&Sprt>) -> MatchSummary {
        let finite = |x: f64| x.is_finite().then_some(x);
        let elo = self.sample().elo();
        MatchSummary {
            games: self.games(),
            counts: self.counts,
            mean_diff: self.mean_diff(),
            mean_diff_error: self.mean_diff_error(),
            elo: elo.and_then(|elo| finite(elo.value)),
            elo_low: elo.and_then(|elo| finite(elo.low)),
            elo_high: elo.and_then(|elo| finite(elo.high)),
            pairs: self.pairs.0,
            llr: sprt.map(|sprt| sprt.llr(&self.pairs)),
        }
    }
}

/// The results of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ResultCounts {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl ResultCounts {
    /// Returns the number of games.
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Returns the points: one for a win, half for a draw.
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    pub(crate) const fn add(&mut self, result: DiscDiff) {
        match result.sign() {
            1 => self.wins += 1,
            0 => self.draws += 1,
            _ => self.losses += 1,
        }
    }
}

/// The summary of a match, from the view of its first player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchSummary {
    /// The number of games.
    pub games: u32,
    /// The number of wins, draws and losses.
    #[serde(flatten)]
    pub counts: ResultCounts,
    /// The mean disc difference, in discs.
    pub mean_diff: Option<f64>,
    /// The standard error of `mean_diff`, in discs, computed from pairs.
    pub mean_diff_error: Option<f64>,
    /// The difference in logistic Elo. `None` without games, and if the difference is infinite
    /// because one side won all games.
    pub elo: Option<f64>,
    /// The lower end of the 95% interval of `elo`; `None` if it is infinite.
    pub elo_low: Option<f64>,
    /// The upper end of the 95% interval of `elo`; `None` if it is infinite.
    pub elo_high: Option<f64>,
    /// The numbers of pairs with 0, 0.5, 1, 1.5 and 2 points.
    pub pairs: [u64; 5],
    /// The log-likelihood ratio of the sequential test, if there is one.
    pub llr: Option<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::test_support::close;

    fn diff(value: i32) -> DiscDiff {
        DiscDiff::new(value).unwrap()
    }

    #[test]
    fn games_come_together_in_pairs_in_any_order() {
        let mut score = MatchScore::new();
        for (game, result) in [(4, 10), (1, 2), (2, -6), (3, 0), (5, 64)] {
            score.add(game, diff(result));
        }
        assert_eq!(score.counts, ResultCounts { wins: 3, draws: 1, losses: 1 });
        assert_eq!(score.pairs(), Pentanomial([0, 0, 1, 1, 0]));
        assert_eq!(score.mean_diff(), Some(14.0));
        // Pair means -2 and 5: variance 24.5, error sqrt(24.5 / 2).
        assert!(close(score.mean_diff_error().unwrap(), 3.5));
    }

    #[test]
    fn a_single_game_and_no_game_have_a_summary() {
        let mut score = MatchScore::new();
        let empty = score.summary(None);
        assert_eq!((empty.games, empty.mean_diff, empty.elo, empty.llr), (0, None, None, None));
        score.add(1, diff(4));
        let summary = score.summary(Some(&Sprt::new(0.0, 5.0).unwrap()));
        assert_eq!((summary.counts.wins, summary.elo), (1, None));
        assert!(summary.elo_low.unwrap() < 0.0);
        assert_eq!(summary.llr, Some(0.0));
        let json = serde_json::to_value(&summary).unwrap();
        assert!(json["elo"].is_null() && json["games"] == 1);
    }
}
