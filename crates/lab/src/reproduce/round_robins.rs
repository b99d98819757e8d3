//! The round robins of PAIP, section 18.8 (X2).

use anyhow::Result;
use willow_players::matches::Z_95;

use super::finding::{Claim, Measured, Rule, Theirs};
use super::series::Series;
use super::{Report, Run};

/// A round robin of the book. A player has a name, a SPEC and the printed points against each opponent.
type RoundRobin = (&'static str, &'static [(&'static str, &'static str, &'static [f64])]);

/// Stands for the points of a player against itself.
const SELF: f64 = f64::NAN;

/// The two tables, with ten games between any two players.
const ROUND_ROBINS: [RoundRobin; 2] = [
    (
        "1 ply",
        &[
            ("COUNT-DIFFERENCE", "maximizer:eval=count-difference", &[SELF, 3.0, 2.5, 0.0, 7.0]),
            ("MOBILITY", "maximizer:eval=mobility", &[7.0, SELF, 1.5, 5.0, 7.0]),
            ("WEIGHTED", "maximizer:eval=weighted-squares", &[7.5, 8.5, SELF, 3.0, 9.0]),
            (
                "MODIFIED-WEIGHTED",
                "maximizer:eval=modified-weighted-squares",
                &[10.0, 5.0, 7.0, SELF, 9.5],
            ),
            ("RANDOM", "random", &[3.0, 3.0, 1.0, 0.5, SELF]),
        ],
    ),
    (
        "4 plies",
        &[
            (
                "COUNT-DIFFERENCE",
                "alpha-beta:depth=4,eval=count-difference",
                &[SELF, 2.0, 0.0, 10.0],
            ),
            ("WEIGHTED", "alpha-beta:depth=4,eval=weighted-squares", &[8.0, SELF, 5.5, 10.0]),
            (
                "MODIFIED-WEIGHTED",
                "alpha-beta:depth=4,eval=modified-weighted-squares",
                &[10.0, 4.5, SELF, 10.0],
            ),
            ("RANDOM", "random", &[0.0, 0.0, 0.0, SELF]),
        ],
    ),
];

/// The number of games between any two players in the book.
const BOOKS_GAMES: f64 = 10.0;

/// White's points between the strategies that search 4 plies, 23 wins and a draw, in the book's 40 games and in
/// the 30 that its table has.
const WHITE_POINTS: f64 = 23.5;
const WHITE_GAMES: [f64; 2] = [40.0, 30.0];

const RANDOM_NUMBERS: &str = "the book's ten games follow from random numbers that we do not have";

pub(super) fn run(run: &Run<'_>) -> Result<Report> {
    let games = run.full_or_quick(400, 4);
    let mut findings = Vec::new();
    let mut white = (0.0, 0.0);
    for (title, players) in ROUND_ROBINS {
        // The sum of each player's points, as of ten games, and of the squares of its intervals.
        let mut sums = vec![(0.0, 0.0); players.len()];
        for (one, (name, first, books)) in players.iter().enumerate() {
            for (other, (opponent, second, _)) in players.iter().enumerate().skip(one + 1) {
                run.begin(&format!("{name} - {opponent}, {title}"));
                let series =
                    Series { players: [first, second], games, plies: 10, seed: games.into() };
                let score = series.score()?;
                let Measured { value, error, n, too_little } = score.percent();
                let points = Measured { value: value / 10.0, error: error / 10.0, n, too_little };
                for (place, points_of) in [(one, points.value), (other, 10.0 - points.value)] {
                    sums[place].0 += points_of;
                    sums[place].1 += points.error.powi(2);
                }
                if title != ROUND_ROBINS[0].0 && *second != "random" {
                    white = (white.0 + score.white, white.1 + f64::from(score.games));
                }
                let claim = Claim {
                    what: &format!("{title}: points of 10, {name} against {opponent}"),
                    theirs: Theirs::Figure(books[other]),
                    rule: Rule::ChanceOf(BOOKS_GAMES),
                    because: RANDOM_NUMBERS,
                };
                findings.push(claim.judged(&points));
            }
        }
        for ((name, _, books), (points, squares)) in players.iter().zip(sums) {
            let claim = Claim {
                what: &format!("{title}: all points, {name}"),
                theirs: Theirs::Figure(books.iter().filter(|points| !points.is_nan()).sum()),
                rule: Rule::ChanceOf(BOOKS_GAMES),
                because: RANDOM_NUMBERS,
            };
            let (error, n) = (squares.sqrt(), games.into());
            let measured = Measured { value: points, error, n, too_little: None };
            findings.push(claim.judged(&measured.of_at_least(100.0, "games between any two")));
        }
    }
    for books_games in WHITE_GAMES {
        let (points, n) = white;
        let part = points / n;
        let claim = Claim {
            what: &format!("White's points in percent at 4 plies, if of {books_games} games"),
            theirs: Theirs::Figure(100.0 * WHITE_POINTS / books_games),
            rule: Rule::ChanceOf(books_games),
            because: RANDOM_NUMBERS,
        };
        let error = 100.0 * Z_95 * (part * (1.0 - part) / n).sqrt();
        let measured = Measured { value: 100.0 * part, error, n, too_little: None };
        findings.push(claim.judged(&measured.of_at_least(300.0, "games")));
    }
    Ok(Report::of(findings))
}
