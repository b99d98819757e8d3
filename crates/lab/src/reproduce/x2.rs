//! X2: the round robins of PAIP, section 18.8, in the layout of the book.

use anyhow::Result;
use serde::{Deserialize, Serialize};
use willow_matches::OpeningSource;

use super::report::{Report, Table};
use super::series::{Score, series};
use super::workbench::Workbench;

/// A round robin of the book, with what it prints of it: a name, a SPEC and the points against each.
struct RoundRobin {
    title: &'static str,
    players: &'static [(&'static str, &'static str, &'static [f64])],
}

/// Itself.
const NONE: f64 = f64::NAN;

/// Section 18.8, the two tables; ten games between any two.
const ROUND_ROBINS: [RoundRobin; 2] = [
    RoundRobin {
        title: "Five strategies that search 1 ply",
        players: &[
            ("COUNT-DIFFERENCE", "maximizer:eval=count-difference", &[NONE, 3.0, 2.5, 0.0, 7.0]),
            ("MOBILITY", "maximizer:eval=mobility", &[7.0, NONE, 1.5, 5.0, 7.0]),
            ("WEIGHTED", "maximizer:eval=weighted-squares", &[7.5, 8.5, NONE, 3.0, 9.0]),
            (
                "MODIFIED-WEIGHTED",
                "maximizer:eval=modified-weighted-squares",
                &[10.0, 5.0, 7.0, NONE, 9.5],
            ),
            ("RANDOM", "random", &[3.0, 3.0, 1.0, 0.5, NONE]),
        ],
    },
    RoundRobin {
        title: "Three strategies that search 4 plies, and one that does not",
        players: &[
            (
                "COUNT-DIFFERENCE",
                "alpha-beta:depth=4,eval=count-difference",
                &[NONE, 2.0, 0.0, 10.0],
            ),
            ("WEIGHTED", "alpha-beta:depth=4,eval=weighted-squares", &[8.0, NONE, 5.5, 10.0]),
            (
                "MODIFIED-WEIGHTED",
                "alpha-beta:depth=4,eval=modified-weighted-squares",
                &[10.0, 4.5, NONE, 10.0],
            ),
            ("RANDOM", "random", &[0.0, 0.0, 0.0, NONE]),
        ],
    },
];

/// A match between two of the players.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Pairing {
    first: usize,
    second: usize,
    score: Score,
}

/// Runs the experiment.
pub(super) fn run(bench: &mut Workbench<'_>) -> Result<Report> {
    let mut report = Report::new(
        "x2",
        "round robins",
        "PAIP (Norvig 1992), section 18.8. Every game begins with ten random moves, which are played \
         twice with the colours changed, as `switch-strategies` and the second `othello-series` do. \
         The first number is all points, then come those against each",
    );
    let many = bench.amount(400, 4);
    for robin in &ROUND_ROBINS {
        let ten = pairings(bench, robin, 10)?;
        let more = pairings(bench, robin, many)?;
        let books: Vec<Vec<f64>> = robin.players.iter().map(|(_, _, row)| row.to_vec()).collect();
        report.table(table(&format!("{}: the book", robin.title), robin, &books));
        report.table(table(&format!("{}: ours", robin.title), robin, &points(robin, &ten, 1.0)));
        let title = format!("{}: ours, {many} games between any two, points of 10", robin.title);
        let scale = 10.0 / f64::from(many);
        report.table(table(&title, robin, &points(robin, &more, scale)));
        report.table(details(robin, &more));
    }
    report.text(white_wins(&pairings(bench, &ROUND_ROBINS[1], many)?));
    report.verdict(
        "the order of the strategies, with other random numbers: modified weighted squares, weighted \
         squares, then mobility, counting discs and chance. Ten games are few: in more of them mobility is not \
         better than counting discs at 1 ply, modified weighted squares are better than plain ones at both \
         depths, and White has no such advantage as in the book's 30 games.",
    );
    Ok(report)
}

fn pairings(bench: &mut Workbench<'_>, robin: &RoundRobin, games: u32) -> Result<Vec<Pairing>> {
    let mut pairings = Vec::new();
    let n = robin.players.len();
    for (first, second) in (0..n).flat_map(|first| (first + 1..n).map(move |next| (first, next))) {
        let specs = [robin.players[first].1, robin.players[second].1];
        let key = format!("{} - {}, {games} games", specs[0], specs[1]);
        let score = bench.row(&key, || {
            let openings = OpeningSource::Random { plies: 10 };
            Ok(Score::of(&series(specs[0], specs[1], games, &openings, games.into())?))
        })?;
        pairings.push(Pairing { first, second, score });
    }
    Ok(pairings)
}

/// Returns the points of each against each.
fn points(robin: &RoundRobin, pairings: &[Pairing], scale: f64) -> Vec<Vec<f64>> {
    let n = robin.players.len();
    let mut points = vec![vec![NONE; n]; n];
    for Pairing { first, second, score } in pairings {
        points[*first][*second] = scale * score.points;
        points[*second][*first] = scale * (f64::from(score.games) - score.points);
    }
    points
}

fn table(title: &str, robin: &RoundRobin, points: &[Vec<f64>]) -> Table {
    let names: Vec<&str> = robin.players.iter().map(|(name, ..)| *name).collect();
    let head: Vec<&str> = ["strategy", "all"].into_iter().chain(names.iter().copied()).collect();
    let mut table = Table::new(title, &head);
    for (name, row) in names.iter().zip(points) {
        let all: f64 = row.iter().filter(|points| !points.is_nan()).sum();
        let cell =
            |&points: &f64| if points.is_nan() { "---".into() } else { format!("{points:.1}") };
        let cells = [(*name).to_owned(), format!("{all:.1}")];
        table.row(cells.into_iter().chain(row.iter().map(cell)));
    }
    table
}

/// What the book leaves out: differences in discs and intervals.
fn details(robin: &RoundRobin, pairings: &[Pairing]) -> Table {
    let mut table = Table::new(
        &format!("{}: match by match, with 95% intervals", robin.title),
        &["first", "second", "points of the first", "discs a game", "points of White"],
    );
    for Pairing { first, second, score } in pairings {
        let name = |index: usize| robin.players[index].0.to_owned();
        let white = 100.0 * score.white / f64::from(score.games);
        let cells = [score.percent(), score.mean_discs(), format!("{white:.1}%")];
        table.row([name(*first), name(*second)].into_iter().chain(cells));
    }
    table
}

fn white_wins(pairings: &[Pairing]) -> String {
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
