//! The table of ratings, as Markdown and as numbers.

use std::fmt::Write as _;

use serde::Serialize;
use willow_players::matches::EloEstimate;
use willow_players::{RATING_OF_RANDOM_MOVES, program_of};

use super::ladder_log::LadderLog;
use super::pairing::by_strength;
use super::rated_players::LadderPlayer;
use super::ratings::{fit, points};

/// How to read the table. `ANCHOR` stands for the player from which all are measured.
const EXPLANATION: &str = include_str!("explanation.txt");

/// The name of the player from which all are measured, if it takes part.
const ANCHOR: &str = "random";

/// The ratings, the strongest player first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RatingTable {
    /// The player from which all are measured. It has [`RATING_OF_RANDOM_MOVES`].
    pub anchor: String,
    /// The number of games.
    pub games: usize,
    /// The hours that the games took.
    pub hours: f64,
    /// The rating of each player.
    pub rows: Vec<PlayerRating>,
}

/// The rating of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerRating {
    /// The player's SPEC.
    pub player: String,
    /// The name of the program that it is a version of, if it is one of [`PROGRAMS`](willow_players::PROGRAMS).
    pub program: Option<&'static str>,
    /// When the program was written or published.
    pub year: Option<&'static str>,
    /// In Elo.
    pub elo: f64,
    /// The lower end of the 95% interval of the rating, the difference from the anchor.
    pub low: f64,
    /// The upper end of that interval.
    pub high: f64,
    /// The difference from the next lower player in Elo, and the ends of its 95% interval.
    pub above_next: Option<[f64; 3]>,
    /// The number of the player's games.
    pub games: u32,
    /// The part of the points that the player won, from 0 to 1.
    pub score: Option<f64>,
    /// The number of opponents.
    pub opponents: u32,
}

impl RatingTable {
    /// Returns the table by the games so far.
    pub fn new(players: &[LadderPlayer], log: &LadderLog) -> RatingTable {
        let (fit, points) = (fit(players, log), points(players, log));
        let anchor = players.iter().position(|player| player.spec.name() == ANCHOR).unwrap_or(0);
        let order = by_strength(&fit);
        let numbers = |EloEstimate { value, low, high }: EloEstimate| [value, low, high];
        let row = |(place, &player): (usize, &usize)| {
            let met = |&other: &usize| 0.0 < points[player][other] + points[other][player];
            let opponents: Vec<usize> = (0..players.len()).filter(met).collect();
            let won: f64 = points[player].iter().sum();
            let lost: f64 = opponents.iter().map(|&other| points[other][player]).sum();
            let [elo, low, high] = numbers(fit.difference(player, anchor))
                .map(|above| above + f64::from(RATING_OF_RANDOM_MOVES));
            let program = program_of(&players[player].spec);
            PlayerRating {
                player: players[player].spec.to_string(),
                program: program.map(|program| program.name),
                year: program.map(|program| program.year),
                elo,
                low,
                high,
                above_next: order.get(place + 1).map(|&next| numbers(fit.difference(player, next))),
                games: (won + lost).round() as u32,
                score: (0.0 < won + lost).then(|| won / (won + lost)),
                opponents: opponents.len() as u32,
            }
        };
        RatingTable {
            anchor: players[anchor].spec.to_string(),
            games: log.games().len(),
            hours: log.games().last().map_or(0.0, |game| game.seconds / 3600.0),
            rows: order.iter().enumerate().map(row).collect(),
        }
    }

    /// Returns the document. `made` says when and by which command.
    pub fn markdown(&self, made: &str) -> String {
        let RatingTable { anchor, games, hours, rows } = self;
        let mut text = format!(
            "# The ladder\n\n\
             All players together, rated by games between neighbours in strength. {made}\n\
             {games} games in {hours:.1} hours.\n\n\
             | | player | program | year | Elo | 95% | above the next | games | score | opponents |\n\
             | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"
        );
        for (place, row) in (1..).zip(rows) {
            let PlayerRating { player, elo, low, high, games, opponents, .. } = row;
            let (program, year) = (row.program.unwrap_or_default(), row.year.unwrap_or_default());
            let above = row.above_next.map_or(String::new(), |[value, low, high]| {
                format!("{value:.0} ± {:.0}", (high - low) / 2.0)
            });
            let score = row.score.map_or(String::new(), |score| format!("{:.1}%", 100.0 * score));
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "| {place} | `{player}` | {program} | {year} | {elo:.0} | {low:.0} to {high:.0} | \
                 {above} | {games} | {score} | {opponents} |",
            );
        }
        text + "\n" + &EXPLANATION.replace("ANCHOR", anchor)
    }
}
