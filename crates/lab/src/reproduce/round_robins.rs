//! The round robins of PAIP, section 18.8 (X2).

use anyhow::Result;
use willow_players::matches::Z_95;

use super::finding::{Claim, Measured, Rule};
use super::series::Series;
use super::{Report, Run, rows};

const ROUND_ROBINS: &str = include_str!("round_robins.txt");

/// A player of a round robin.
struct Entrant {
    name: &'static str,
    spec: &'static str,
    /// The printed points against each player; NaN against itself.
    points: Vec<f64>,
}

/// Returns the players of a table of the book.
fn entrants(title: &str) -> Vec<Entrant> {
    let own = rows(ROUND_ROBINS).filter(|[table, _, _, _]| *table == title);
    own.map(|[_, name, spec, points]| {
        let points = points.split(' ').map(|number| number.parse().unwrap_or(f64::NAN)).collect();
        Entrant { name, spec, points }
    })
    .collect()
}

/// The number of games between any two players in the book.
const BOOKS_GAMES: f64 = 10.0;

/// White's points between the strategies that search 4 plies, 23 wins and a draw, in the book's 40 games and in
/// the 30 that its table has.
const WHITE_POINTS: f64 = 23.5;
const WHITE_GAMES: [f64; 2] = [40.0, 30.0];

const RANDOM_NUMBERS: &str = "the book's ten games follow from random numbers that we do not have";

pub(super) fn run(run: &Run<'_>) -> Result<Report> {
    let games = run.full_or_quick(400, 4);
    let mut report = Report::default();
    let mut add = |what: &str, theirs: f64, of_games: f64, measured: &Measured| {
        let claim = Claim::new(what, theirs, Rule::ChanceOf(of_games), RANDOM_NUMBERS);
        report.findings.push(claim.judged(measured));
    };
    let mut white = (0.0, 0.0);
    for title in ["1 ply", "4 plies"] {
        let players = entrants(title);
        // The sum of each player's points, as of ten games, and of the squares of its intervals.
        let mut sums = vec![(0.0, 0.0); players.len()];
        for (one, first) in players.iter().enumerate() {
            for (other, second) in players.iter().enumerate().skip(one + 1) {
                let (name, opponent) = (first.name, second.name);
                run.begin(&format!("{name} - {opponent}, {title}"));
                let specs = [first.spec, second.spec];
                let score =
                    Series { players: specs, games, plies: 10, seed: games.into() }.score()?;
                let percent = score.percent();
                let (value, error) = (percent.value / 10.0, percent.error / 10.0);
                for (place, points) in [(one, value), (other, 10.0 - value)] {
                    sums[place].0 += points;
                    sums[place].1 += error.powi(2);
                }
                if title == "4 plies" && second.spec != "random" {
                    white = (white.0 + score.white, white.1 + f64::from(score.games));
                }
                let what = format!("{title}: points of 10, {name} against {opponent}");
                let points = Measured { value, error, ..percent };
                add(&what, first.points[other], BOOKS_GAMES, &points);
            }
        }
        for (Entrant { name, points, .. }, (value, squares)) in players.iter().zip(sums) {
            let theirs = points.iter().filter(|points| !points.is_nan()).sum();
            let ours = Measured::sampled(value, squares.sqrt(), games.into())
                .of_at_least(100.0, "games between any two");
            add(&format!("{title}: all points, {name}"), theirs, BOOKS_GAMES, &ours);
        }
    }
    let (points, n) = white;
    let part = points / n;
    let error = 100.0 * Z_95 * (part * (1.0 - part) / n).sqrt();
    let ours = Measured::sampled(100.0 * part, error, n).of_at_least(300.0, "games");
    for of_games in WHITE_GAMES {
        let what = format!("White's points in percent at 4 plies, if of {of_games} games");
        add(&what, 100.0 * WHITE_POINTS / of_games, of_games, &ours);
    }
    Ok(report)
}
