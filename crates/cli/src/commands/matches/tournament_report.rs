//! The report of a tournament; its first table has the layout of Norvig's "Paradigms of AI
//! Programming", 18.8.

use std::fmt::Write as _;

use serde::Serialize;
use willow_players::matches::{ColorScore, PlayerStanding, Standings};

/// The column of the totals in the book's table.
const NAME_WIDTH: usize = 20;

/// The last line of JSON.
#[derive(Serialize)]
pub(super) struct TournamentSummaryJson<'a> {
    summary: Summary<'a>,
}

#[derive(Serialize)]
struct Summary<'a> {
    players: Vec<PlayerJson<'a>>,
    /// The likelihood that the player of the row is stronger than the player of the column.
    superiority: &'a [Vec<Option<f64>>],
    seed: u64,
}

#[derive(Serialize)]
struct PlayerJson<'a> {
    name: &'a str,
    games: u32,
    points: f64,
    against: &'a [Option<f64>],
    black: ColorScore,
    white: ColorScore,
    mean_diff: f64,
    elo: f64,
    elo_low: f64,
    elo_high: f64,
    seconds_per_move: Option<f64>,
}

impl<'a> TournamentSummaryJson<'a> {
    /// Returns the line for a table after a tournament with this seed.
    pub(super) fn new(standings: &'a Standings, seed: u64) -> TournamentSummaryJson<'a> {
        let players = standings.players.iter().map(player_json).collect();
        TournamentSummaryJson {
            summary: Summary { players, superiority: &standings.superiority, seed },
        }
    }
}

fn player_json(player: &PlayerStanding) -> PlayerJson<'_> {
    PlayerJson {
        name: &player.name,
        games: player.games,
        points: player.points,
        against: &player.against,
        black: player.black,
        white: player.white,
        mean_diff: mean_diff(player),
        elo: player.elo.value,
        elo_low: player.elo.low,
        elo_high: player.elo.high,
        seconds_per_move: player.seconds_per_move,
    }
}

fn mean_diff(player: &PlayerStanding) -> f64 {
    f64::from(player.discs) / f64::from(player.games.max(1))
}

/// Returns the table of the book, and below it the figures that the book does not have.
pub(super) fn text(standings: &Standings) -> String {
    let names = standings.players.iter().map(|player| player.name.chars().count());
    let width = names.max().unwrap_or(0).max(NAME_WIDTH);
    [points(standings, width), details(standings, width), superiority(standings, width)].join("\n")
}

/// Returns the points of each player against each other player.
fn points(standings: &Standings, width: usize) -> String {
    let mut text = String::new();
    for player in &standings.players {
        // Writing to a string cannot fail.
        let _ = write!(text, "{:width$} {:>4.1}: ", player.name, player.points);
        for points in &player.against {
            let _ = match points {
                Some(points) => write!(text, "{points:>4.1} "),
                None => write!(text, " --- "),
            };
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

/// Returns results by colour, disc differences, ratings and times.
fn details(standings: &Standings, width: usize) -> String {
    let mut text = format!(
        "{:width$} {:>11} {:>11} {:>7} {:>6} {:>16} {:>9}\n",
        "", "black +=-", "white +=-", "discs", "Elo", "95% interval", "s/move",
    );
    for player in &standings.players {
        let color = |score: ColorScore| format!("{}-{}-{}", score.wins, score.draws, score.losses);
        let interval = format!("{:+.0} to {:+.0}", player.elo.low, player.elo.high);
        let time = player.seconds_per_move.map_or(String::new(), |time| format!("{time:.4}"));
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:width$} {:>11} {:>11} {:>+7.2} {:>+6.0} {interval:>16} {time:>9}",
            player.name,
            color(player.black),
            color(player.white),
            mean_diff(player),
            player.elo.value,
        );
    }
    text
}

/// Returns the likelihoods of superiority of the row's player over the column's, in percent.
fn superiority(standings: &Standings, width: usize) -> String {
    let mut text = String::from("likelihood of superiority, in percent\n");
    for (player, row) in standings.players.iter().zip(&standings.superiority) {
        // Writing to a string cannot fail.
        let _ = write!(text, "{:width$} ", player.name);
        for likelihood in row {
            let _ = match likelihood {
                Some(likelihood) => write!(text, "{:>5.1} ", 100.0 * likelihood),
                None => write!(text, "  --- "),
            };
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use willow_players::matches::EloEstimate;

    use super::*;

    #[test]
    fn the_first_lines_are_the_books() {
        let score = ColorScore { wins: 3, draws: 1, losses: 1 };
        let player = |name: &str, against| PlayerStanding {
            name: name.to_owned(),
            games: 10,
            points: 7.0,
            against,
            black: score,
            white: score,
            discs: 25,
            elo: EloEstimate { value: 73.6, low: -40.0, high: 187.0 },
            seconds_per_move: Some(0.0123),
        };
        let standings = Standings {
            players: vec![
                player("COUNT-DIFFERENCE", vec![None, Some(3.0)]),
                player("RANDOM", vec![Some(10.0), None]),
            ],
            superiority: vec![vec![None, Some(0.025)], vec![Some(0.975), None]],
        };
        let text = text(&standings);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "COUNT-DIFFERENCE      7.0:  ---  3.0");
        assert_eq!(lines[1], "RANDOM                7.0: 10.0  ---");
        for part in ["3-1-1", "+2.50", "+74", "-40 to +187", "0.0123"] {
            assert!(lines[4].contains(part), "{part} is missing in {:?}", lines[4]);
        }
        assert!(text.ends_with("RANDOM                97.5   ---\n"), "{text}");
    }
}
