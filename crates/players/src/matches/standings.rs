//! The standings of a tournament: points, colours, Elo, times.

use serde::Serialize;
use willow_board::{Color, DiscDiff};

use crate::matches::rating_fit::ratings;
use crate::matches::{EloEstimate, GameRecord, ResultCounts, Tournament};

/// The standings of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standings {
    /// The players, in the order of the tournament.
    pub players: Vec<PlayerStanding>,
}

/// A player's results in a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
    pub black: ResultCounts,
    /// The results with White.
    pub white: ResultCounts,
    /// The mean disc difference of a game, in discs, from the player's view.
    pub mean_diff: f64,
    /// The rating in Elo with its 95% interval; the mean of all players is 0.
    #[serde(flatten)]
    pub elo: EloEstimate,
    /// The mean time for a move in seconds, without the moves of the opening; `None` if the player
    /// made no other moves.
    pub seconds_per_move: Option<f64>,
}

/// Sums over a player's games.
#[derive(Clone, Debug, Default)]
struct PlayerTotals {
    colors: [ResultCounts; 2],
    discs: i32,
    seconds: f64,
    moves: u32,
}

impl Standings {
    /// Returns the standings after these games. Games of other tournaments are ignored.
    pub fn new(names: &[String], tournament: Tournament, games: &[GameRecord]) -> Standings {
        let n = names.len();
        let mut totals = vec![PlayerTotals::default(); n];
        let mut points = vec![vec![0.0; n]; n];
        for record in games {
            let Some((first, second, _)) = tournament.players(record.game) else { continue };
            let n_chosen = record.n_chosen_moves();
            let result = record.result_of_first();
            let sides =
                [(first, second, record.first, result), (second, first, !record.first, -result)];
            for (player, other, color, result) in sides {
                totals[player].add(record, color, result, n_chosen);
                points[player][other] += f64::from(1 + result.sign()) / 2.0;
            }
        }
        let elo = ratings(&points);
        let players = (0..n)
            .map(|index| {
                totals[index].standing(names[index].clone(), index, &points[index], elo[index])
            })
            .collect();
        Standings { players }
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
        let games = black.games() + white.games();
        PlayerStanding {
            name,
            games,
            points: black.points() + white.points(),
            against: against.map(|(other, &points)| (other != index).then_some(points)).collect(),
            black,
            white,
            mean_diff: f64::from(self.discs) / f64::from(games.max(1)),
            elo,
            seconds_per_move: (self.moves != 0).then(|| self.seconds / f64::from(self.moves)),
        }
    }
}
