//! The report of a tournament; its first table has the layout of Norvig's "Paradigms of AI
//! Programming", 18.8.

use std::fmt::Write as _;

use willow_players::matches::{ResultCounts, Standings};

/// The column of the totals in the book's table.
const NAME_WIDTH: usize = 20;

/// Returns the table of the book, and below it the figures that the book does not have.
pub(super) fn text(standings: &Standings) -> String {
    let names = standings.players.iter().map(|player| player.name.chars().count());
    let width = names.max().unwrap_or(0).max(NAME_WIDTH);
    points(standings, width) + "\n" + &details(standings, width)
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
        let color =
            |score: ResultCounts| format!("{}-{}-{}", score.wins, score.draws, score.losses);
        let interval = format!("{:+.0} to {:+.0}", player.elo.low, player.elo.high);
        let time = player.seconds_per_move.map_or(String::new(), |time| format!("{time:.4}"));
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:width$} {:>11} {:>11} {:>+7.2} {:>+6.0} {interval:>16} {time:>9}",
            player.name,
            color(player.black),
            color(player.white),
            player.mean_diff,
            player.elo.value,
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use willow_players::matches::{EloEstimate, PlayerStanding};

    use super::*;

    #[test]
    fn the_first_lines_are_the_books() {
        let score = ResultCounts { wins: 3, draws: 1, losses: 1 };
        let player = |name: &str, against| PlayerStanding {
            name: name.to_owned(),
            games: 10,
            points: 7.0,
            against,
            black: score,
            white: score,
            mean_diff: 2.5,
            elo: EloEstimate { value: 73.6, low: -40.0, high: 187.0 },
            seconds_per_move: Some(0.0123),
        };
        let standings = Standings {
            players: vec![
                player("COUNT-DIFFERENCE", vec![None, Some(3.0)]),
                player("RANDOM", vec![Some(10.0), None]),
            ],
        };
        let text = text(&standings);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "COUNT-DIFFERENCE      7.0:  ---  3.0");
        assert_eq!(lines[1], "RANDOM                7.0: 10.0  ---");
        for part in ["3-1-1", "+2.50", "+74", "-40 to +187", "0.0123"] {
            assert!(lines[4].contains(part), "{part} is missing in {:?}", lines[4]);
        }
    }
}
