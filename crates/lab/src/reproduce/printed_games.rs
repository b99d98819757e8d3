//! The printed games of PAIP, sections 18.4 to 18.8 (experiment x1).

mod games;
mod positions;

use crate::figure::{Drawing, Figure, FigureLine};
use anyhow::Result;
use serde_json::json;
use willow_board::Color;
use willow_players::matches::OpeningSource;

use super::game_curves::disc_differences;
use super::match_series::{SeriesGame, SeriesScore, play_series};
use super::measurements::{MeasurementKey, Measurements};
use super::report::ExperimentReport;
use super::report_table::ReportTable;
use super::verdict::{ClaimTest, ComparedFigure, PaperClaim, Sample, Tolerance};

pub(super) use self::games::book_games;
use self::games::{GAMES, MODIFIED, WEIGHTED};
use self::positions::{
    FIRST_PRINTING, OtherEnding, POSITIONS, PrintedPosition, SECOND_GAME, compared_positions,
    positions_table, printings_text,
};

/// The scores of the series from the start of section 18.8, from the modified weighted squares'
/// view, which the book prints with 0 wins.
const BOOKS_FIXED_SERIES: [i32; 10] = [-28, 40, -28, 40, -28, 40, -28, 40, -28, 40];
const BOOKS_FIXED_WINS: f64 = 0.0;

/// The scores of the random series of section 18.8, from the weighted squares' view.
const BOOKS_SERIES: [i32; 10] = [-8, -40, 22, -30, 10, -10, 12, -18, 4, -18];

/// Takes the measurements and writes the report.
pub(super) fn run(measurements: &mut Measurements<'_>) -> Result<ExperimentReport> {
    let mut report = ExperimentReport::new(
        "x1",
        "the printed games",
        "PAIP (Norvig 1992), sections 18.3 to 18.8. Scores are Black's discs less White's",
    );
    let played = printed_games(measurements)?;
    let series = Series::measure(measurements)?;
    let positions = compared_positions(&played)?;
    report.add_table(games_table(&played));
    report.add_table(positions_table(&positions));
    report.add_text(printings_text(&positions));
    let ending = OtherEnding::of(&played[SECOND_GAME].replay()?);
    report.add_text(ending.text());
    report.add_figure(discs_figure(&played)?);
    report.add_table(series_table(&series));
    report.add_verdict(&claims(&played, &positions, &ending, &series));
    report.add_comment(
        "2026-11-23",
        "The book's code, as printed, plays the end of the game of 6 plies against 4 as ours does. The book's 0 wins for the series from the start contradict its \
         own ten scores, of which five are positive. The random series of the book come from the random \
         numbers of a Lisp that we do not have.",
    );
    Ok(report)
}

/// Plays the printed games.
fn printed_games(measurements: &mut Measurements<'_>) -> Result<Vec<SeriesGame>> {
    let mut played = Vec::new();
    for printed in &GAMES {
        let [black, white] = printed.specs();
        let parameters = json!({ "black": black, "white": white, "seed": 1 });
        let key = MeasurementKey::new(printed.description, parameters);
        let game = measurements
            .get_or_measure(&key, || play_series(&black, &white, 1, &OpeningSource::Start, 1))?;
        played.extend(game);
    }
    Ok(played)
}

/// Returns the claims of the book beside what was measured.
fn claims(
    played: &[SeriesGame],
    positions: &[u32],
    ending: &OtherEnding,
    series: &Series,
) -> Vec<PaperClaim> {
    let mut claims = Vec::new();
    let mut add = |claim: &str, tolerance, figures: Vec<ComparedFigure>, sample| {
        let test = ClaimTest::Figures(tolerance, figures);
        claims.push(PaperClaim { claim: claim.to_owned(), test, sample });
    };
    let equal = |book: f64, ours: f64| vec![ComparedFigure::new(book, ours)];
    for (printed, played) in GAMES.iter().zip(played) {
        let figures = equal(printed.score.into(), played.difference().into());
        add(
            &format!("score of {}", printed.description),
            Tolerance::Equal,
            figures,
            Sample::Sufficient,
        );
    }
    let is_compared = |(printed, _): &(&PrintedPosition, &u32)| printed.note != FIRST_PRINTING;
    let squares = POSITIONS.iter().zip(positions).filter(is_compared);
    let squares = squares.map(|(_, &agreeing)| ComparedFigure::new(64.0, agreeing.into()));
    add(
        "squares of the printed positions that agree, without the first printing of one",
        Tolerance::Equal,
        squares.collect(),
        Sample::Sufficient,
    );
    let last_printed = POSITIONS.iter().rev().find(|printed| printed.moves < 60);
    let last_printed = last_printed.map_or(0, |printed| printed.moves);
    add(
        "moves of the second game of 18.6 after which its printed result can still be reached: those of its \
         printed positions, or more",
        Tolerance::AtLeast(last_printed as f64),
        vec![ComparedFigure::new(f64::NAN, ending.moves as f64)],
        Sample::Sufficient,
    );
    let scores = BOOKS_FIXED_SERIES.iter().zip(&series.fixed);
    let scores = scores
        .map(|(&book, ours)| ComparedFigure::new(book.into(), ours.difference().into()))
        .collect();
    add("scores of the series from the start", Tolerance::Equal, scores, Sample::Sufficient);
    let wins = series.fixed.iter().filter(|game| 0 < game.difference()).count();
    let wins = equal(BOOKS_FIXED_WINS, wins as f64);
    add("wins in the series from the start", Tolerance::Equal, wins, Sample::Sufficient);
    let score = SeriesScore::of_differences(&BOOKS_SERIES);
    let games = BOOKS_SERIES.len() as u32;
    let part = series.many.compared_part(score.part(), games);
    add(
        "part of the points in the random series",
        Tolerance::WithinInterval,
        vec![part],
        series.many.sample(),
    );
    let discs = series.many.compared_discs(score.discs, games);
    add(
        "discs a game in the random series",
        Tolerance::WithinInterval,
        vec![discs],
        series.many.sample(),
    );
    claims
}

fn games_table(played: &[SeriesGame]) -> ReportTable {
    let mut table = ReportTable::new("Games from the start", &["game", "book", "ours", "agree"]);
    for (printed, played) in GAMES.iter().zip(played) {
        let score = played.difference();
        let agree = if printed.score == score { "yes" } else { "no" };
        let ours = format!("{score:+} ({}-{})", played.own, played.other);
        table.add_row([
            printed.description.to_owned(),
            printed.printed.to_owned(),
            ours,
            agree.to_owned(),
        ]);
    }
    table
}

/// Returns the figure of the greedy side's lead in the games of section 18.6.
fn discs_figure(played: &[SeriesGame]) -> Result<Figure> {
    let line = |index: usize| -> Result<FigureLine> {
        let points = disc_differences(&played[index].replay()?, Color::Black);
        Ok(FigureLine { name: GAMES[index].description.to_owned(), points })
    };
    Ok(Figure {
        name: "x1-discs".to_owned(),
        title: "The greedy side's lead in discs (PAIP 18.6)".to_owned(),
        x: "discs placed".to_owned(),
        y: "Black's discs less White's".to_owned(),
        drawing: Drawing::Lines(vec![line(1)?, line(2)?]),
    })
}

/// The series of section 18.8.
struct Series {
    /// Ten games from the start, from the modified weighted squares' view.
    fixed: Vec<SeriesGame>,
    /// Ten games after random moves, from the weighted squares' view.
    ten: Vec<SeriesGame>,
    /// Many games of this kind.
    many: SeriesScore,
}

impl Series {
    fn measure(measurements: &mut Measurements<'_>) -> Result<Series> {
        let (modified, plain) =
            (format!("alpha-beta:depth=2,{MODIFIED}"), format!("alpha-beta:depth=2,{WEIGHTED}"));
        let key = |name, first, second, games, plies, seed| {
            let parameters = json!({
                "first": first, "second": second, "games": games, "random_plies": plies, "seed": seed
            });
            MeasurementKey::new(name, parameters)
        };
        let fixed = measurements
            .get_or_measure(&key("series from the start", &modified, &plain, 10, 0, 1), || {
                play_series(&modified, &plain, 10, &OpeningSource::Start, 1)
            })?;
        let random = OpeningSource::Random { plies: 10 };
        let ten = measurements
            .get_or_measure(&key("series of 10", &plain, &modified, 10, 10, 1), || {
                play_series(&plain, &modified, 10, &random, 1)
            })?;
        let games = measurements.full_or_quick(1000, 20);
        let many = measurements
            .get_or_measure(&key("series of many", &plain, &modified, games, 10, 2), || {
                Ok(SeriesScore::of(&play_series(&plain, &modified, games, &random, 2)?))
            })?;
        Ok(Series { fixed, ten, many })
    }
}

fn series_table(series: &Series) -> ReportTable {
    let mut table = ReportTable::new("Series of 18.8", &["series", "book", "ours"]);
    let discs: i32 = BOOKS_FIXED_SERIES.iter().sum();
    table.add_row([
        "modified against weighted, 10 games from the start".to_owned(),
        format!("{BOOKS_FIXED_WINS} wins, {discs:+} discs: {}", scores_text(&BOOKS_FIXED_SERIES)),
        score_text(&series.fixed),
    ]);
    let book = SeriesScore::of_differences(&BOOKS_SERIES);
    let discs: i32 = BOOKS_SERIES.iter().sum();
    table.add_row([
        "weighted against modified, 10 games after 10 random moves".to_owned(),
        format!("{} of 10, {discs:+} discs: {}", book.points, scores_text(&BOOKS_SERIES)),
        score_text(&series.ten),
    ]);
    let many = &series.many;
    table.add_row([
        format!("the same, {} games", many.games),
        String::new(),
        format!("{}, {} discs a game", many.percent(), many.mean_discs()),
    ]);
    table
}

fn score_text(played: &[SeriesGame]) -> String {
    let scores: Vec<i32> = played.iter().map(SeriesGame::difference).collect();
    let score = SeriesScore::of(played);
    let sum: i32 = scores.iter().sum();
    format!("{} of {}, {sum:+} discs: {}", score.points, score.games, scores_text(&scores))
}

fn scores_text(scores: &[i32]) -> String {
    scores.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::verdict::{ClaimResult, VerdictReport};

    fn game(difference: i32) -> SeriesGame {
        let (own, other) = (32 + difference / 2, 32 - difference / 2);
        SeriesGame { is_black: true, own, other, moves: String::new(), seconds: [0.0; 2] }
    }

    /// The verdict and the number of refuted claims, if these are the measured scores.
    fn verdict(scores: &[i32], positions: &[u32], wins: usize) -> (String, usize) {
        let played: Vec<SeriesGame> =
            scores.iter().map(|&own| SeriesGame { own, other: 0, ..game(0) }).collect();
        let fixed: Vec<SeriesGame> =
            (0..10).map(|number| game(if number < wins { 40 } else { -28 })).collect();
        let many =
            SeriesScore { games: 1000, error: 0.02, discs_error: 1.0, ..SeriesScore::of(&fixed) };
        let series = Series { ten: fixed.clone(), many, fixed };
        let ending = OtherEnding { moves: 56, ways: Vec::new(), ours: Vec::new() };
        let report = VerdictReport::of(&claims(&played, positions, &ending, &series));
        let refuted = report.claims.iter().filter(|one| one.result == ClaimResult::DoesNotHold);
        (report.verdict.to_string(), refuted.count())
    }

    #[test]
    fn a_score_or_a_square_decides_the_verdict() {
        let book: Vec<i32> = GAMES.iter().map(|game| game.score).collect();
        // Without wins the scores of the series differ, with five the wins.
        let (_, agreeing) = verdict(&book, &[64; 12], 5);
        let mut other = book.clone();
        other[2] += 2;
        assert_eq!(verdict(&other, &[64; 12], 5), ("does not agree".to_owned(), agreeing + 1));
        let mut squares = [64; 12];
        squares[3] = 63;
        assert_eq!(verdict(&book, &squares, 5).1, agreeing + 1);
        // The first printing of a board that is printed twice decides nothing.
        let mut squares = [64; 12];
        squares[0] = 62;
        assert_eq!(verdict(&book, &squares, 5).1, agreeing);
    }
}
