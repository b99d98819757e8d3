//! The printed games of PAIP, sections 18.4 to 18.8 (experiment x1).

use anyhow::Result;
use willow_board::{Color, Game, Square};
use willow_lab::figure::{Drawing, Figure, FigureLine};
use willow_matches::OpeningSource;

use super::game_curves::disc_differences;
use super::match_series::{SeriesGame, SeriesScore, play_series};
use super::measurements::Measurements;
use super::report::{ExperimentReport, ReportTable};

const COUNT: &str = "eval=count-difference";
const WEIGHTED: &str = "eval=weighted-squares";
const MODIFIED: &str = "eval=modified-weighted-squares";

/// A game that the book prints.
struct PrintedGame {
    description: &'static str,
    black: (&'static str, &'static str),
    white: (&'static str, &'static str),
    /// Black's discs less White's, as printed.
    score: &'static str,
    agrees: fn(i32) -> bool,
}

/// The games of sections 18.4, 18.6, exercise 18.2 with its answer, and 18.8, in the order of the
/// book.
const GAMES: [PrintedGame; 7] = [
    PrintedGame {
        description: "18.4: minimax 3 count-difference, maximizer count-difference",
        black: ("minimax:depth=3", COUNT),
        white: ("maximizer", COUNT),
        score: "+53",
        agrees: |score| score == 53,
    },
    PrintedGame {
        description: "18.6: alpha-beta 4 count-difference, alpha-beta 4 weighted-squares",
        black: ("alpha-beta:depth=4", COUNT),
        white: ("alpha-beta:depth=4", WEIGHTED),
        score: "-16",
        agrees: |score| score == -16,
    },
    PrintedGame {
        description: "18.6: alpha-beta 6 count-difference, alpha-beta 4 weighted-squares",
        black: ("alpha-beta:depth=6", COUNT),
        white: ("alpha-beta:depth=4", WEIGHTED),
        score: "-16",
        agrees: |score| score == -16,
    },
    PrintedGame {
        description: "exercise 18.2: maximizers, weighted-squares and count-difference",
        black: ("maximizer", WEIGHTED),
        white: ("maximizer", COUNT),
        score: "+20",
        agrees: |score| score == 20,
    },
    PrintedGame {
        description: "exercise 18.2: maximizers, count-difference and weighted-squares",
        black: ("maximizer", COUNT),
        white: ("maximizer", WEIGHTED),
        score: "all by the fifth move",
        agrees: |score| score == 13,
    },
    PrintedGame {
        description: "18.8: alpha-beta 2 modified-weighted-squares, weighted-squares",
        black: ("alpha-beta:depth=2", MODIFIED),
        white: ("alpha-beta:depth=2", WEIGHTED),
        score: "-28",
        agrees: |score| score == -28,
    },
    PrintedGame {
        description: "18.8: alpha-beta 2 weighted-squares, modified-weighted-squares",
        black: ("alpha-beta:depth=2", WEIGHTED),
        white: ("alpha-beta:depth=2", MODIFIED),
        score: "-40",
        agrees: |score| score == -40,
    },
];

/// A position that the book prints of one of its games.
struct PrintedPosition {
    /// The index of the game in [`GAMES`].
    game: usize,
    moves: usize,
    rows: [&'static str; 8],
}

/// The positions of section 18.6. The first is printed twice; this is the second version.
const POSITIONS: [PrintedPosition; 5] = [
    PrintedPosition {
        game: 1,
        moves: 17,
        rows: [
            "O@......", ".@...@@.", "@@@@@@..", ".@.@@...", "@@@@@@..", ".@......", "........",
            "........",
        ],
    },
    PrintedPosition {
        game: 1,
        moves: 57,
        rows: [
            "OOOO@@OO", "@@OO@@@O", "@@OOO@@O", "O@OOO@@O", "O@O@O@@O", "O@O@@@@O", "O@@@@@OO",
            "O@@@...O",
        ],
    },
    PrintedPosition {
        game: 2,
        moves: 25,
        rows: [
            "..@@@@@.", ".@.@O@..", "O@@O@OO.", ".@.@O@O.", ".@@@@@..", ".@.@.O..", "........",
            "........",
        ],
    },
    PrintedPosition {
        game: 2,
        moves: 41,
        rows: [
            "O.@@@@@.", ".OO@@@..", "O@OO@@@@", "@@@@O@@.", "@@@@@O@.", "@@@@@@OO", "@..@..@O",
            "........",
        ],
    },
    PrintedPosition {
        game: 2,
        moves: 46,
        rows: [
            "OOOOOOOO", "@@O@@@..", "O@OO@@@@", "O@O@O@@.", "O@O@@O@.", "OOO@@@OO", "O.O@..@O",
            "O.......",
        ],
    },
];

/// The scores of the random series of section 18.8, from the weighted squares' view.
const BOOKS_SERIES: &str = "4 of 10, -76 discs: -8 -40 22 -30 10 -10 12 -18 4 -18";

/// Takes the measurements and writes the report.
pub(super) fn run(measurements: &mut Measurements<'_>) -> Result<ExperimentReport> {
    let mut report = ExperimentReport::new(
        "x1",
        "the printed games",
        "PAIP (Norvig 1992), sections 18.3 to 18.8. Scores are Black's discs less White's",
    );
    let mut played = Vec::new();
    for printed in &GAMES {
        let spec = |(name, eval): (&str, &str)| {
            format!("{name}{}{eval}", if name.contains(':') { "," } else { ":" })
        };
        let (black, white) = (spec(printed.black), spec(printed.white));
        let game = measurements.get_or_measure(printed.description, || {
            play_series(&black, &white, 1, &OpeningSource::Start, 1)
        })?;
        played.extend(game);
    }
    report.add_table(games_table(&played));
    report.add_table(positions_table(&played)?);
    report.add_figure(discs_figure(&played)?);
    report.add_table(series_table(measurements)?);
    report.add_verdict(
        "every printed score and position but one: the game of 6 plies against 4 comes through the \
         positions that are printed after 25, 41 and 46 moves and then to another score, because \
         the printed code plays so. The book prints 0 wins for the first series of 18.8, whose \
         scores are 5 wins. Random series have other random numbers than the book's Lisp.",
    );
    Ok(report)
}

fn games_table(played: &[SeriesGame]) -> ReportTable {
    let mut table = ReportTable::new("Games from the start", &["game", "book", "ours", "agree"]);
    for (printed, played) in GAMES.iter().zip(played) {
        let score = played.difference();
        let agree = if (printed.agrees)(score) { "yes" } else { "no" };
        let ours = format!("{score:+} ({}-{})", played.own, played.other);
        table.add_row([
            printed.description.to_owned(),
            printed.score.to_owned(),
            ours,
            agree.to_owned(),
        ]);
    }
    table
}

fn positions_table(played: &[SeriesGame]) -> Result<ReportTable> {
    let mut table = ReportTable::new(
        "Positions that the book prints",
        &["game", "after moves", "agree in all squares"],
    );
    for PrintedPosition { game, moves, rows } in &POSITIONS {
        let agrees = board_text(&played[*game].replay()?, *moves) == rows.concat();
        let agrees = if agrees { "yes" } else { "no" }.to_owned();
        table.add_row([GAMES[*game].description.to_owned(), moves.to_string(), agrees]);
    }
    Ok(table)
}

/// Returns the board after a number of moves, in the letters of the book.
fn board_text(game: &Game, moves: usize) -> String {
    let plies = game.moves().enumerate().filter(|(_, mv)| *mv != willow_board::Move::Pass);
    let last = plies.map(|(ply, _)| ply + 1).nth(moves - 1);
    let position = last.and_then(|ply| game.position_at(ply)).unwrap_or_else(|| game.position());
    let letter = |square| match position.disc_at(square) {
        Some(Color::Black) => '@',
        Some(Color::White) => 'O',
        None => '.',
    };
    Square::ALL.into_iter().map(letter).collect()
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

fn series_table(measurements: &mut Measurements<'_>) -> Result<ReportTable> {
    let (modified, plain) =
        (format!("alpha-beta:depth=2,{MODIFIED}"), format!("alpha-beta:depth=2,{WEIGHTED}"));
    let mut table = ReportTable::new("Series of 18.8", &["series", "book", "ours"]);
    let fixed = measurements.get_or_measure("series from the start", || {
        play_series(&modified, &plain, 10, &OpeningSource::Start, 1)
    })?;
    let book = "0 wins, +60 discs: -28 40, five times";
    table.add_row([
        "modified against weighted, 10 games from the start".to_owned(),
        book.to_owned(),
        score_text(&fixed),
    ]);
    let random = OpeningSource::Random { plies: 10 };
    let ten = measurements
        .get_or_measure("series of 10", || play_series(&plain, &modified, 10, &random, 1))?;
    table.add_row([
        "weighted against modified, 10 games after 10 random moves".to_owned(),
        BOOKS_SERIES.to_owned(),
        score_text(&ten),
    ]);
    let games = measurements.full_or_quick(1000, 20);
    let many = measurements.get_or_measure("series of many", || {
        Ok(SeriesScore::of(&play_series(&plain, &modified, games, &random, 2)?))
    })?;
    table.add_row([
        format!("the same, {games} games"),
        String::new(),
        format!("{}, {} discs a game", many.percent(), many.mean_discs()),
    ]);
    Ok(table)
}

fn score_text(played: &[SeriesGame]) -> String {
    let scores: Vec<String> = played.iter().map(|game| game.difference().to_string()).collect();
    let score = SeriesScore::of(played);
    let sum: i32 = played.iter().map(SeriesGame::difference).sum();
    format!("{} of {}, {sum:+} discs: {}", score.points, score.games, scores.join(" "))
}
