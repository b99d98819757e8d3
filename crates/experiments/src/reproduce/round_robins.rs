//! The round robins of PAIP, section 18.8, in the layout of the book (experiment x2).

use anyhow::Result;
use serde::{Deserialize, Serialize};
use willow_matches::OpeningSource;

use super::match_series::{SeriesScore, play_series};
use super::measurements::Measurements;
use super::report::{ExperimentReport, ReportTable};

/// A round robin of the book. A player has a name, a SPEC and the printed points against each
/// opponent.
struct RoundRobin {
    title: &'static str,
    players: &'static [(&'static str, &'static str, &'static [f64])],
}

/// Stands for the points of a player against itself.
const NOT_PLAYED: f64 = f64::NAN;

/// The two tables of section 18.8, with ten games between any two players.
const ROUND_ROBINS: [RoundRobin; 2] = [
    RoundRobin {
        title: "Five strategies that search 1 ply",
        players: &[
            (
                "COUNT-DIFFERENCE",
                "maximizer:eval=count-difference",
                &[NOT_PLAYED, 3.0, 2.5, 0.0, 7.0],
            ),
            ("MOBILITY", "maximizer:eval=mobility", &[7.0, NOT_PLAYED, 1.5, 5.0, 7.0]),
            ("WEIGHTED", "maximizer:eval=weighted-squares", &[7.5, 8.5, NOT_PLAYED, 3.0, 9.0]),
            (
                "MODIFIED-WEIGHTED",
                "maximizer:eval=modified-weighted-squares",
                &[10.0, 5.0, 7.0, NOT_PLAYED, 9.5],
            ),
            ("RANDOM", "random", &[3.0, 3.0, 1.0, 0.5, NOT_PLAYED]),
        ],
    },
    RoundRobin {
        title: "Three strategies that search 4 plies, and one that does not",
        players: &[
            (
                "COUNT-DIFFERENCE",
                "alpha-beta:depth=4,eval=count-difference",
                &[NOT_PLAYED, 2.0, 0.0, 10.0],
            ),
            ("WEIGHTED", "alpha-beta:depth=4,eval=weighted-squares", &[8.0, NOT_PLAYED, 5.5, 10.0]),
            (
                "MODIFIED-WEIGHTED",
                "alpha-beta:depth=4,eval=modified-weighted-squares",
                &[10.0, 4.5, NOT_PLAYED, 10.0],
            ),
            ("RANDOM", "random", &[0.0, 0.0, 0.0, NOT_PLAYED]),
        ],
    },
];

/// A match between two of the players.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Pairing {
    first: usize,
    second: usize,
    score: SeriesScore,
}

/// Takes the measurements and writes the report.
pub(super) fn run(measurements: &mut Measurements<'_>) -> Result<ExperimentReport> {
    let mut report = ExperimentReport::new(
        "x2",
        "round robins",
        "PAIP (Norvig 1992), section 18.8. Every game begins with ten random moves, which are played \
         twice with the colours changed, as `switch-strategies` and the second `othello-series` do. \
         The first number is all points, then come those against each",
    );
    let many = measurements.full_or_quick(400, 4);
    for robin in &ROUND_ROBINS {
        let ten = pairings(measurements, robin, 10)?;
        let more = pairings(measurements, robin, many)?;
        let books: Vec<Vec<f64>> = robin.players.iter().map(|(_, _, row)| row.to_vec()).collect();
        report.add_table(points_table(&format!("{}: the book", robin.title), robin, &books));
        report.add_table(points_table(
            &format!("{}: ours", robin.title),
            robin,
            &points(robin, &ten, 1.0),
        ));
        let title = format!("{}: ours, {many} games between any two, points of 10", robin.title);
        let scale = 10.0 / f64::from(many);
        report.add_table(points_table(&title, robin, &points(robin, &more, scale)));
        report.add_table(match_table(robin, &more));
    }
    report.add_text(white_points_text(&pairings(measurements, &ROUND_ROBINS[1], many)?));
    report.add_verdict(
        "the order of the strategies, with other random numbers: modified weighted squares, weighted \
         squares, then mobility, counting discs and chance. Ten games are few: in more of them mobility is not \
         better than counting discs at 1 ply, modified weighted squares are better than plain ones at both \
         depths, and White has no such advantage as in the book's 30 games.",
    );
    Ok(report)
}

fn pairings(
    measurements: &mut Measurements<'_>,
    robin: &RoundRobin,
    games: u32,
) -> Result<Vec<Pairing>> {
    let mut pairings = Vec::new();
    let n = robin.players.len();
    for (first, second) in (0..n).flat_map(|first| (first + 1..n).map(move |next| (first, next))) {
        let specs = [robin.players[first].1, robin.players[second].1];
        let key = format!("{} - {}, {games} games", specs[0], specs[1]);
        let score = measurements.get_or_measure(&key, || {
            let openings = OpeningSource::Random { plies: 10 };
            Ok(SeriesScore::of(&play_series(specs[0], specs[1], games, &openings, games.into())?))
        })?;
        pairings.push(Pairing { first, second, score });
    }
    Ok(pairings)
}

/// Returns the points of each player against each opponent.
fn points(robin: &RoundRobin, pairings: &[Pairing], scale: f64) -> Vec<Vec<f64>> {
    let n = robin.players.len();
    let mut points = vec![vec![NOT_PLAYED; n]; n];
    for Pairing { first, second, score } in pairings {
        points[*first][*second] = scale * score.points;
        points[*second][*first] = scale * (f64::from(score.games) - score.points);
    }
    points
}

fn points_table(title: &str, robin: &RoundRobin, points: &[Vec<f64>]) -> ReportTable {
    let names: Vec<&str> = robin.players.iter().map(|(name, ..)| *name).collect();
    let head: Vec<&str> = ["strategy", "all"].into_iter().chain(names.iter().copied()).collect();
    let mut table = ReportTable::new(title, &head);
    for (name, row) in names.iter().zip(points) {
        let all: f64 = row.iter().filter(|points| !points.is_nan()).sum();
        let cell =
            |&points: &f64| if points.is_nan() { "---".into() } else { format!("{points:.1}") };
        let cells = [(*name).to_owned(), format!("{all:.1}")];
        table.add_row(cells.into_iter().chain(row.iter().map(cell)));
    }
    table
}

/// Returns the numbers that the book does not give: differences in discs and intervals.
fn match_table(robin: &RoundRobin, pairings: &[Pairing]) -> ReportTable {
    let mut table = ReportTable::new(
        &format!("{}: match by match, with 95% intervals", robin.title),
        &["first", "second", "points of the first", "discs a game", "points of White"],
    );
    for Pairing { first, second, score } in pairings {
        let name = |index: usize| robin.players[index].0.to_owned();
        let white = 100.0 * score.white / f64::from(score.games);
        let cells = [score.percent(), score.mean_discs(), format!("{white:.1}%")];
        table.add_row([name(*first), name(*second)].into_iter().chain(cells));
    }
    table
}

fn white_points_text(pairings: &[Pairing]) -> String {
    let random = ROUND_ROBINS[1].players.len() - 1;
    let searching = pairings.iter().filter(|pairing| pairing.second != random);
    let (points, games) = searching.fold((0.0, 0), |(points, games), Pairing { score, .. }| {
        (points + score.white, games + score.games)
    });
    format!(
        "The book: \"white wins 23 (and draws 1) of the 40 games played between 4-ply searching \
         strategies\", which are 30 games (78%). Ours: White has {points:.1} of {games} points \
         ({:.1}%) in the games between those three.",
        100.0 * points / f64::from(games)
    )
}
