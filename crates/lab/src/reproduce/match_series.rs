//! Series of games between two players, and their scores.

use std::ops::ControlFlow;

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};
use willow_board::{Color, Game, TimeControl};
use willow_players::matches::{Contestant, MatchControl, MatchPlan, OpeningSource, play_match};
use willow_players::{BuildContext, StopFlag};

use super::verdict::{ClaimTest, ComparedFigure, Sample};
use crate::statistics::mean_and_error;

/// The number of games from which a series decides a claim about strength, unless said otherwise.
const GAMES_FOR_A_CLAIM: usize = 60;

/// A game of a series, from the first player's view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SeriesGame {
    /// Whether the first player had Black.
    pub(super) is_black: bool,
    /// The first player's discs at the end.
    pub(super) own: i32,
    /// The other's.
    pub(super) other: i32,
    /// All moves, the opening's included.
    pub(super) moves: String,
    /// The seconds that the first player and the other took.
    pub(super) seconds: [f64; 2],
}

impl SeriesGame {
    /// Returns the first player's discs less the other's. Empty squares count for nobody, as in the
    /// papers.
    #[must_use]
    pub(super) const fn difference(&self) -> i32 {
        self.own - self.other
    }

    /// Replays the moves.
    ///
    /// # Errors
    /// The moves must be legal, which those of a damaged log may not be.
    pub(super) fn replay(&self) -> Result<Game> {
        Ok(willow_records::transcript::parse(&self.moves)?)
    }
}

/// Plays a series of games: every opening twice, with colours changed. All randomness comes from
/// the seed.
///
/// # Errors
/// The players must exist, and no game may be forfeited.
pub(super) fn play_series(
    first: &str,
    second: &str,
    games: u32,
    openings: &OpeningSource,
    seed: u64,
) -> Result<Vec<SeriesGame>> {
    let contestant = |index: u64, spec: &str| -> Result<Contestant<'static>> {
        let context = BuildContext::new(MatchPlan::player_seed(seed, index));
        Ok(Contestant::from_spec(&spec.parse()?, &context)?)
    };
    let (first, second) = (contestant(0, first)?, contestant(1, second)?);
    let plan = MatchPlan::new(games, openings, TimeControl::Unlimited, seed)?;
    let mut played = Vec::new();
    let mut forfeited = None;
    let mut on_game = |record: &willow_players::matches::GameRecord| {
        if record.reason != willow_board::EndReason::Finished.to_string() {
            forfeited = Some(record.reason.clone());
            return ControlFlow::Break(());
        }
        let is_black = record.first == Color::Black;
        let mut discs = [record.black_discs as i32, record.white_discs as i32];
        let mut seconds = [record.black_seconds, record.white_seconds];
        if !is_black {
            discs.reverse();
            seconds.reverse();
        }
        let [own, other] = discs;
        played.push(SeriesGame { is_black, own, other, moves: record.moves.clone(), seconds });
        ControlFlow::Continue(())
    };
    let control = MatchControl { parallel: 1, stop: &StopFlag::new(), on_game: &mut on_game };
    play_match([&first, &second], &plan, &[], control)?;
    if let Some(reason) = forfeited {
        bail!("a game between {} and {} was not played: {reason}", first.name(), second.name());
    }
    Ok(played)
}

/// The first player's score in a series of pairs of games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SeriesScore {
    /// The number of games.
    pub(super) games: u32,
    /// The first player's points: one for a win, half for a draw.
    pub(super) points: f64,
    /// Half of the 95% interval of the first player's part of the points, from the pairs.
    pub(super) error: f64,
    /// The first player's mean difference in discs.
    pub(super) discs: f64,
    /// Half of the 95% interval of the mean difference.
    pub(super) discs_error: f64,
    /// The points of whoever had White.
    pub(super) white: f64,
}

impl SeriesScore {
    /// Returns the score of a series.
    #[must_use]
    pub(super) fn of(played: &[SeriesGame]) -> SeriesScore {
        let points = |game: &SeriesGame| f64::from(1 + game.difference().signum()) / 2.0;
        let pairs = |value: &dyn Fn(&SeriesGame) -> f64| -> Vec<f64> {
            let means =
                |pair: &[SeriesGame]| pair.iter().map(value).sum::<f64>() / pair.len() as f64;
            played.chunks(2).map(means).collect()
        };
        let difference = |game: &SeriesGame| f64::from(game.difference());
        let white =
            |game: &SeriesGame| if game.is_black { 1.0 - points(game) } else { points(game) };
        let discs = mean_and_error(&pairs(&difference));
        SeriesScore {
            games: played.len() as u32,
            points: played.iter().map(points).sum(),
            error: mean_and_error(&pairs(&points)).1,
            discs: discs.0,
            discs_error: discs.1,
            white: played.iter().map(white).sum(),
        }
    }

    /// Returns the score of games of which only the differences are known: without the points of
    /// White.
    pub(super) fn of_differences(differences: &[i32]) -> SeriesScore {
        let game = |&difference: &i32| SeriesGame {
            is_black: true,
            own: difference,
            other: 0,
            moves: String::new(),
            seconds: [0.0; 2],
        };
        let games: Vec<SeriesGame> = differences.iter().map(game).collect();
        SeriesScore { white: f64::NAN, ..SeriesScore::of(&games) }
    }

    /// Returns the part of the points that the first player won, from 0 to 1.
    #[must_use]
    pub(super) fn part(&self) -> f64 {
        self.points / f64::from(self.games.max(1))
    }

    /// Returns the claim about figures that a paper's part of the points, from 0 to 1, differs from
    /// ours by chance only.
    pub(super) fn compared_part(&self, paper: f64, papers_games: u32) -> ComparedFigure {
        let error = self.error * self.error_ratio(papers_games);
        ComparedFigure { paper, ours: self.part(), error }
    }

    /// Returns the claim about figures that a paper's mean difference in discs differs from ours by
    /// chance only.
    pub(super) fn compared_discs(&self, paper: f64, papers_games: u32) -> ComparedFigure {
        let error = self.discs_error * self.error_ratio(papers_games);
        ComparedFigure { paper, ours: self.discs, error }
    }

    /// Returns how much larger than our interval that of the difference from another mean is, if
    /// the other is of so many games of the same kind.
    fn error_ratio(&self, papers_games: u32) -> f64 {
        (1.0 + f64::from(self.games) / f64::from(papers_games)).sqrt()
    }

    /// Returns the claim about an order that the first player is the stronger one.
    pub(super) fn is_stronger(&self) -> ClaimTest {
        ClaimTest::Above { limit: 50.0, value: 100.0 * self.part(), error: 100.0 * self.error }
    }

    /// Returns the claim about an order that the first player is the weaker one.
    pub(super) fn is_weaker(&self) -> ClaimTest {
        ClaimTest::Below { limit: 50.0, value: 100.0 * self.part(), error: 100.0 * self.error }
    }

    /// Returns whether the series has enough games for a claim.
    pub(super) fn sample(&self) -> Sample {
        Sample::at_least(self.games as usize, GAMES_FOR_A_CLAIM, "games")
    }

    /// Returns the part of the points in percent with its 95% interval.
    #[must_use]
    pub(super) fn percent(&self) -> String {
        format!("{:.1}% +-{:.1}", 100.0 * self.part(), 100.0 * self.error)
    }

    /// Returns the mean difference in discs with its 95% interval.
    #[must_use]
    pub(super) fn mean_discs(&self) -> String {
        format!("{:+.1} +-{:.1}", self.discs, self.discs_error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// PAIP, section 18.8.
    #[test]
    fn the_series_of_the_book_is_reproduced() {
        let modified = "alpha-beta:depth=2,eval=modified-weighted-squares";
        let plain = "alpha-beta:depth=2,eval=weighted-squares";
        let played = play_series(modified, plain, 4, &OpeningSource::Start, 1).unwrap();
        let differences: Vec<i32> = played.iter().map(SeriesGame::difference).collect();
        assert_eq!(differences, [-28, 40, -28, 40]);
        let score = SeriesScore::of(&played);
        assert!((score.points, score.discs, score.white) == (2.0, 6.0, 4.0), "{score:?}");
        assert!(
            score.error == 0.0 && score.discs_error == 0.0,
            "all pairs are the same: {score:?}"
        );
    }

    /// A paper's ten games scatter ten times as far as our thousand.
    #[test]
    fn intervals_count_the_games_of_both() {
        let score = SeriesScore {
            games: 990,
            points: 495.0,
            error: 0.02,
            discs: 3.0,
            discs_error: 1.0,
            white: 0.0,
        };
        let figure = score.compared_part(0.8, 10);
        assert!(
            (figure.error - 0.2).abs() < 1e-9 && (figure.ours - 0.5).abs() < 1e-9,
            "{figure:?}"
        );
        assert!((score.compared_discs(8.0, 10).error - 10.0).abs() < 1e-9);
    }

    #[test]
    fn unknown_players_are_refused() {
        assert!(play_series("random", "nobody", 2, &OpeningSource::Start, 1).is_err());
    }
}
