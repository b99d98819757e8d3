//! The standings of a tournament: points, colours, Elo, times.

use willow_board::{Color, DiscDiff};

use crate::matches::rating_fit::ratings;
use crate::matches::{EloEstimate, GameRecord, MatchScore, Tournament};

/// The standings of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// The players, in the order of the tournament.
    pub players: Vec<PlayerStanding>,
    /// The probability, from 0 to 1, that the row's player is stronger than the column's, by the
    /// games between the two. `None` on the diagonal and for players without a game between them.
    pub superiority: Vec<Vec<Option<f64>>>,
}

/// A player's results in a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerStanding {
    /// The player's name.
    pub name: String,
    /// The number of games.
    pub games: u32,
    /// The points: one for a win, half for a draw.
    pub points: f64,
    /// The points against each player of the tournament; `None` against themselves.
    pub against: Vec<Option<f64>>,
    /// The results with Black.
    pub black: ColorScore,
    /// The results with White.
    pub white: ColorScore,
    /// The sum of the disc differences of all games, in discs, from the player's view.
    pub discs: i32,
    /// The rating in Elo with its 95% interval; the mean of all players is 0.
    pub elo: EloEstimate,
    /// The mean time for a move in seconds, without the moves of the opening; `None` if the player
    /// made no other moves.
    pub seconds_per_move: Option<f64>,
}

/// The results of a player with one colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct ColorScore {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl ColorScore {
    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    const fn add(&mut self, result: DiscDiff) {
        match result.sign() {
            1 => self.wins += 1,
            0 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }
}

/// Sums over a player's games.
#[derive(Clone, Debug, Default)]
struct PlayerTotals {
    colors: [ColorScore; 2],
    discs: i32,
    seconds: f64,
    moves: u32,
}

impl Standings {
    /// Returns the standings after these games. Games of other tournaments are ignored.
    #[must_use]
    pub fn new(names: &[String], tournament: Tournament, games: &[GameRecord]) -> Standings {
        let n = names.len();
        let mut totals = vec![PlayerTotals::default(); n];
        let mut points = vec![vec![0.0; n]; n];
        let mut scores = vec![vec![MatchScore::new(); n]; n];
        for record in games {
            let Some((first, second, number)) = tournament.players(record.game) else { continue };
            let n_chosen = record.n_chosen_moves();
            let result = record.result_of_first();
            let sides =
                [(first, second, record.first, result), (second, first, !record.first, -result)];
            for (player, other, color, result) in sides {
                totals[player].add(record, color, result, n_chosen);
                points[player][other] += f64::from(1 + result.sign()) / 2.0;
                scores[player][other].add(number, result);
            }
        }
        let elo = ratings(&points);
        let players = (0..n)
            .map(|index| {
                totals[index].standing(names[index].clone(), index, &points[index], elo[index])
            })
            .collect();
        let likelihood = |score: &MatchScore| score.sample().likelihood_of_superiority();
        let superiority = scores.iter().map(|row| row.iter().map(likelihood).collect()).collect();
        Standings { players, superiority }
    }
}

impl PlayerTotals {
    fn add(&mut self, record: &GameRecord, color: Color, result: DiscDiff, n_chosen: [u32; 2]) {
        self.colors[color.index()].add(result);
        self.discs += result.value();
        self.seconds += [record.black_seconds, record.white_seconds][color.index()];
        self.moves += n_chosen[color.index()];
    }

    fn standing(
        &self,
        name: String,
        index: usize,
        points: &[f64],
        elo: EloEstimate,
    ) -> PlayerStanding {
        let [black, white] = self.colors;
        let against = points.iter().enumerate();
        PlayerStanding {
            name,
            games: black.games() + white.games(),
            points: black.points() + white.points(),
            against: against.map(|(other, &points)| (other != index).then_some(points)).collect(),
            black,
            white,
            discs: self.discs,
            elo,
            seconds_per_move: (self.moves != 0).then(|| self.seconds / f64::from(self.moves)),
        }
    }
}
