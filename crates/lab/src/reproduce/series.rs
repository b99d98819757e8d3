//! Series of games between two players, and their scores.

use std::ops::ControlFlow;

use anyhow::{Result, bail};
use willow_board::{Color, EndReason, Game, TimeControl};
use willow_players::matches::{
    Contestant, GameRecord, MatchControl, MatchPlan, OpeningSource, play_match,
};
use willow_players::{BuildContext, StopFlag};

use super::finding::Measured;
use crate::statistics::mean_and_error;

/// The number of games from which a series decides a claim about strength.
const GAMES_FOR_A_CLAIM: f64 = 60.0;

/// A series between two SPECs: every opening twice, with colours changed.
#[derive(Clone, Debug)]
pub(super) struct Series<'a> {
    pub(super) players: [&'a str; 2],
    pub(super) games: u32,
    /// The number of random moves of an opening; 0 for the start.
    pub(super) plies: u32,
    pub(super) seed: u64,
}

/// A game of a series, from the first player's view.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SeriesGame {
    pub(super) is_black: bool,
    /// The discs of the first player and of the other at the end. Empties count for nobody, as in the papers.
    pub(super) discs: [i32; 2],
    moves: String,
}

impl SeriesGame {
    pub(super) const fn difference(&self) -> i32 {
        self.discs[0] - self.discs[1]
    }

    pub(super) fn replay(&self) -> Result<Game> {
        Ok(willow_records::transcript::parse(&self.moves)?)
    }
}

impl Series<'_> {
    /// Plays the games. All randomness comes from the seed.
    ///
    /// # Errors
    /// The players must exist, and no game may be forfeited.
    pub(super) fn play(&self) -> Result<Vec<SeriesGame>> {
        let contestant = |index: u64| -> Result<Contestant<'static>> {
            let context = BuildContext::new(MatchPlan::player_seed(self.seed, index));
            Ok(Contestant::from_spec(&self.players[index as usize].parse()?, &context)?)
        };
        let (first, second) = (contestant(0)?, contestant(1)?);
        let openings = match self.plies {
            0 => OpeningSource::Start,
            plies => OpeningSource::Random { plies },
        };
        let plan = MatchPlan::new(self.games, &openings, TimeControl::Unlimited, self.seed)?;
        let mut played = Vec::new();
        let mut forfeited = None;
        let mut on_game = |record: &GameRecord| {
            if record.reason != EndReason::Finished.to_string() {
                forfeited = Some(record.reason.clone());
                return ControlFlow::Break(());
            }
            let is_black = record.first == Color::Black;
            let mut discs = [record.black_discs as i32, record.white_discs as i32];
            if !is_black {
                discs.reverse();
            }
            played.push(SeriesGame { is_black, discs, moves: record.moves.clone() });
            ControlFlow::Continue(())
        };
        let control = MatchControl { parallel: 1, stop: &StopFlag::new(), on_game: &mut on_game };
        play_match([&first, &second], &plan, &[], control)?;
        if let Some(reason) = forfeited {
            let [first, second] = self.players;
            bail!("a game between {first} and {second} was not played: {reason}");
        }
        Ok(played)
    }

    pub(super) fn score(&self) -> Result<Score> {
        Ok(Score::of(&self.play()?))
    }
}

/// The first player's score in a series of pairs of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Score {
    pub(super) games: u32,
    /// One for a win, half for a draw.
    pub(super) points: f64,
    /// Half of the 95% interval of the part of the points, from the pairs.
    error: f64,
    /// The mean difference in discs, and half of its 95% interval.
    discs: (f64, f64),
    /// The points of whoever had White.
    pub(super) white: f64,
}

impl Score {
    pub(super) fn of(played: &[SeriesGame]) -> Score {
        let points = |game: &SeriesGame| f64::from(1 + game.difference().signum()) / 2.0;
        let of_pairs = |value: &dyn Fn(&SeriesGame) -> f64| {
            let means =
                |pair: &[SeriesGame]| pair.iter().map(value).sum::<f64>() / pair.len() as f64;
            mean_and_error(&played.chunks(2).map(means).collect::<Vec<_>>())
        };
        let white = |game: &SeriesGame| (points(game) - f64::from(u8::from(game.is_black))).abs();
        Score {
            games: played.len() as u32,
            points: played.iter().map(points).sum(),
            error: of_pairs(&points).1,
            discs: of_pairs(&|game| game.difference().into()),
            white: played.iter().map(white).sum(),
        }
    }

    /// Returns the first player's points of 100 games.
    pub(super) fn percent(&self) -> Measured {
        let games = f64::from(self.games);
        self.measured(100.0 * self.points / games.max(1.0), 100.0 * self.error)
    }

    /// Returns the mean difference in discs.
    pub(super) fn mean_discs(&self) -> Measured {
        self.measured(self.discs.0, self.discs.1)
    }

    fn measured(&self, value: f64, error: f64) -> Measured {
        Measured::sampled(value, error, self.games.into()).of_at_least(GAMES_FOR_A_CLAIM, "games")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// PAIP, section 18.8.
    #[test]
    fn the_series_of_the_book_is_reproduced() {
        let players = [
            "alpha-beta:depth=2,eval=modified-weighted-squares",
            "alpha-beta:depth=2,eval=weighted-squares",
        ];
        let series = Series { players, games: 4, plies: 0, seed: 1 };
        let played = series.play().unwrap();
        let differences: Vec<i32> = played.iter().map(SeriesGame::difference).collect();
        assert_eq!(differences, [-28, 40, -28, 40]);
        let score = Score::of(&played);
        assert_eq!((score.points, score.discs, score.white), (2.0, (6.0, 0.0), 4.0));
        assert_eq!(score.percent().too_little.as_deref(), Some("4 games, 60 are needed"));
        assert!(Series { players: ["random", "nobody"], ..series }.play().is_err());
    }
}
