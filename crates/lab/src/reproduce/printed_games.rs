//! The printed games of PAIP, sections 18.4 to 18.8 (X1).

use std::fmt::Write as _;

use anyhow::Result;
use willow_board::{Color, Game, Square};

use super::finding::{Claim, Measured, Rule, Theirs};
use super::game_curves::{disc_differences, line_figure};
use super::series::{Score, Series, SeriesGame};
use super::{Report, Run, position_after, rows};

const GAMES: &str = include_str!("printed_games.txt");
const BOARDS: &str = include_str!("printed_boards.txt");
const READINGS: &str = include_str!("printed_readings.txt");

/// The scores of the series from the start of section 18.8, from the modified weighted squares' view, which the
/// book prints with 0 wins.
const FIXED_SERIES: [i32; 10] = [-28, 40, -28, 40, -28, 40, -28, 40, -28, 40];

/// The scores of the random series, from the weighted squares' view.
const RANDOM_SERIES: [i32; 10] = [-8, -40, 22, -30, 10, -10, 12, -18, 4, -18];

/// Returns the printed games: their names, Black and White, and the printed scores.
pub(super) fn games() -> impl Iterator<Item = (&'static str, [&'static str; 2], &'static str)> {
    rows(GAMES).map(|[what, black, white, score, _]| (what, [black, white], score))
}

pub(super) fn run(run: &Run<'_>) -> Result<Report> {
    let mut report = Report::default();
    let mut games = Vec::new();
    for [what, black, white, score, because] in rows(GAMES) {
        run.begin(what);
        let series = Series { players: [black, white], games: 1, plies: 0, seed: 1 };
        let played = series.play()?.remove(0);
        let claim = Claim::new(what, score.parse::<f64>()?, Rule::Equal, because);
        let finding = claim.judged(&Measured::exact(played.difference().into()));
        let [own, other] = played.discs;
        report.findings.push(finding.with_remark(&format!(" ({own}-{other})")));
        games.push((what, played.replay()?, because));
    }
    for [index, moves, board, own_reason] in rows(BOARDS) {
        let (name, game, because) = &games[index.parse::<usize>()?];
        let what = format!("{name}: squares of the board after {moves} moves");
        let because = if own_reason.is_empty() { because } else { own_reason };
        let agreeing = n_agreeing(game, moves.parse()?, board);
        let claim = Claim::new(&what, 64.0, Rule::Equal, because);
        report.findings.push(claim.judged(&Measured::exact(agreeing as f64)));
    }
    let lines = games[1..=2]
        .iter()
        .map(|(name, game, _)| ((*name).to_owned(), disc_differences(game, Color::Black)));
    let title = "The greedy side's lead in discs (PAIP 18.6)";
    report.figures.push(line_figure("x1-discs", title, "Black's discs less White's", lines));
    Ok(report.and(readings(run)?).and(series(run)?))
}

/// The second game of section 18.6 under other readings of the book: its end, and how much of each printed board it
/// has.
fn readings(run: &Run<'_>) -> Result<Report> {
    let mut report = Report::default();
    let boards: Vec<_> = rows(BOARDS)
        .filter(|row: &[&str; 4]| row[0] == "2")
        .map(|[_, moves, board, _]| (moves, board))
        .collect();
    for [reading, black, white] in rows(READINGS) {
        if run.quick && black.contains("minimax") {
            continue;
        }
        run.begin(reading);
        let series = Series { players: [black, white], games: 1, plies: 0, seed: 1 };
        let played = series.play()?.remove(0);
        let game = played.replay()?;
        let mut squares = Vec::new();
        for (moves, board) in &boards {
            squares.push(n_agreeing(&game, moves.parse()?, board).to_string());
        }
        let what = format!("18.6, second game if {reading}, with the squares of its boards");
        let claim = Claim::new(&what, -16.0, Rule::Shown, "");
        let finding = claim.judged(&Measured::exact(played.difference().into()));
        report.findings.push(finding.with_remark(&format!(" ({} of 64)", squares.join(", "))));
    }
    Ok(report)
}

/// Counts the squares after so many moves that agree with a board in the letters of the book.
fn n_agreeing(game: &Game, moves: usize, board: &str) -> usize {
    let position = position_after(game, moves);
    let letters = board.chars().filter(|letter| *letter != '/');
    let agrees = |(square, letter): &(Square, char)| match position.disc_at(*square) {
        Some(Color::Black) => *letter == '@',
        Some(Color::White) => *letter == 'O',
        None => *letter == '.',
    };
    Square::ALL.into_iter().zip(letters).filter(agrees).count()
}

/// The series of section 18.8.
fn series(run: &Run<'_>) -> Result<Report> {
    run.begin("series");
    let [modified, plain] = ["modified-weighted-squares", "weighted-squares"]
        .map(|eval| format!("alpha-beta:depth=2,eval={eval}"));
    let fixed = Series { players: [&modified, &plain], games: 10, plies: 0, seed: 1 }.play()?;
    let wins = fixed.iter().filter(|game| 0 < game.difference()).count();
    let equal = FIXED_SERIES.iter().zip(&fixed).filter(|(book, ours)| **book == ours.difference());
    let random = Series { players: [&plain, &modified], games: 10, plies: 10, seed: 1 };
    let ten = random.play()?;
    let games = run.full_or_quick(1000, 20);
    let many = Series { games, seed: 2, ..random }.score()?;
    let mean = f64::from(RANDOM_SERIES.iter().sum::<i32>()) / 10.0;
    let random_numbers = "the random numbers of the book's Lisp are not ours";
    let fixed_scores = format!("10: {}", scores(FIXED_SERIES));
    let random_scores = format!("4 of 10, -76 discs: {}", scores(RANDOM_SERIES));
    let rows = [
        (
            "18.8: equal scores of ten games from the start, modified against weighted",
            Theirs::Words(&fixed_scores),
            Rule::AtLeast(10.0),
            "",
            Measured::exact(equal.count() as f64),
        ),
        (
            "18.8: wins in this series",
            Theirs::Figure(0.0),
            Rule::Equal,
            "the book contradicts its own ten scores, of which five are positive",
            Measured::exact(wins as f64),
        ),
        (
            "18.8: points of ten games after ten random moves, weighted against modified",
            Theirs::Words(&random_scores),
            Rule::Shown,
            "",
            Measured::exact(Score::of(&ten).points),
        ),
        (
            "18.8: points in percent of many such games",
            Theirs::Figure(40.0),
            Rule::ChanceOf(10.0),
            random_numbers,
            many.percent(),
        ),
        (
            "18.8: discs a game in them",
            Theirs::Figure(mean),
            Rule::ChanceOf(10.0),
            random_numbers,
            many.mean_discs(),
        ),
    ];
    let mut report = Report::default();
    for (what, theirs, rule, because, measured) in rows {
        report.findings.push(Claim::new(what, theirs, rule, because).judged(&measured));
    }
    for (row, games) in [(0, fixed), (2, ten)] {
        let differences = scores(games.iter().map(SeriesGame::difference));
        // Writing to a string cannot fail.
        let _ = write!(report.findings[row].ours, ": {differences}");
    }
    Ok(report)
}

fn scores(scores: impl IntoIterator<Item = i32>) -> String {
    scores.into_iter().map(|score| score.to_string()).collect::<Vec<_>>().join(" ")
}
