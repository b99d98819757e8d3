//! How the players of a tournament stand.

use willow_board::{Color, DiscDiff};

use crate::rating::ratings;
use crate::{Estimate, GameRecord, MatchScore, Tournament};

/// The table of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// The players, in the order in which they were named.
    pub players: Vec<Standing>,
    /// How likely it is that the player of the row is stronger than that of the column, by their own
    /// games; `None` on the diagonal and before they have met.
    pub superiority: Vec<Vec<Option<f64>>>,
}

/// One player's line of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The name.
    pub name: String,
    /// The number of games.
    pub games: u32,
    /// The points: one for a win, half for a draw.
    pub points: f64,
    /// The points against each player; `None` against itself.
    pub against: Vec<Option<f64>>,
    /// The results with Black.
    pub black: ColorScore,
    /// The results with White.
    pub white: ColorScore,
    /// The sum of all games' disc differences.
    pub discs: i32,
    /// The rating, about a mean of 0, with its 95% interval.
    pub elo: Estimate,
    /// The mean time for a move that the player chose, in seconds.
    pub seconds_per_move: Option<f64>,
}

/// Results with one colour.
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

/// What is added up of a player's games.
#[derive(Clone, Debug, Default)]
struct Sums {
    colors: [ColorScore; 2],
    discs: i32,
    seconds: f64,
    moves: u32,
}

impl Standings {
    /// Returns the table after these games.
    #[must_use]
    pub fn new(names: &[String], tournament: Tournament, games: &[GameRecord]) -> Standings {
        let n = names.len();
        let mut sums = vec![Sums::default(); n];
        let mut points = vec![vec![0.0; n]; n];
        let mut scores = vec![vec![MatchScore::new(); n]; n];
        for record in games {
            let Some((first, second, number)) = tournament.players(record.game) else { continue };
            let chosen = record.n_chosen();
            let result = record.result_of_first();
            let sides =
                [(first, second, record.first, result), (second, first, !record.first, -result)];
            for (player, other, color, result) in sides {
                sums[player].add(record, color, result, chosen);
                points[player][other] += f64::from(1 + result.sign()) / 2.0;
                scores[player][other].add(number, result);
            }
        }
        let elo = ratings(&points);
        let players = (0..n)
            .map(|index| {
                sums[index].standing(names[index].clone(), index, &points[index], elo[index])
            })
            .collect();
        let likelihood = |score: &MatchScore| score.sample().likelihood_of_superiority();
        let superiority = scores.iter().map(|row| row.iter().map(likelihood).collect()).collect();
        Standings { players, superiority }
    }
}

impl Sums {
    fn add(&mut self, record: &GameRecord, color: Color, result: DiscDiff, chosen: [u32; 2]) {
        self.colors[color.index()].add(result);
        self.discs += result.value();
        self.seconds += [record.black_seconds, record.white_seconds][color.index()];
        self.moves += chosen[color.index()];
    }

    fn standing(&self, name: String, index: usize, points: &[f64], elo: Estimate) -> Standing {
        let [black, white] = self.colors;
        let against = points.iter().enumerate();
        Standing {
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
