//! X1: the printed games of PAIP, sections 18.4 to 18.8.

use anyhow::Result;
use willow_board::{Color, Game, Square};
use willow_matches::OpeningSource;

use super::report::{Report, Table};
use super::series::{Played, Score, series};
use super::workbench::Workbench;
use crate::figure::{Drawing, Figure, Line};

const COUNT: &str = "eval=count-difference";
const WEIGHTED: &str = "eval=weighted-squares";
const MODIFIED: &str = "eval=modified-weighted-squares";

/// A game that the book prints.
struct Printed {
    what: &'static str,
    black: (&'static str, &'static str),
    white: (&'static str, &'static str),
    /// Black's discs less White's, as printed.
    score: &'static str,
    agrees: fn(i32) -> bool,
}

/// Sections 18.4, 18.6, 18.2 (exercise and answer) and 18.8, in the book's order.
const GAMES: [Printed; 7] = [
    Printed {
        what: "18.4: minimax 3 count-difference, maximizer count-difference",
        black: ("minimax:depth=3", COUNT),
        white: ("maximizer", COUNT),
        score: "+53",
        agrees: |score| score == 53,
    },
    Printed {
        what: "18.6: alpha-beta 4 count-difference, alpha-beta 4 weighted-squares",
        black: ("alpha-beta:depth=4", COUNT),
        white: ("alpha-beta:depth=4", WEIGHTED),
        score: "-16",
        agrees: |score| score == -16,
    },
    Printed {
        what: "18.6: alpha-beta 6 count-difference, alpha-beta 4 weighted-squares",
        black: ("alpha-beta:depth=6", COUNT),
        white: ("alpha-beta:depth=4", WEIGHTED),
        score: "-16",
        agrees: |score| score == -16,
    },
    Printed {
        what: "exercise 18.2: maximizers, weighted-squares and count-difference",
        black: ("maximizer", WEIGHTED),
        white: ("maximizer", COUNT),
        score: "+20",
        agrees: |score| score == 20,
    },
    Printed {
        what: "exercise 18.2: maximizers, count-difference and weighted-squares",
        black: ("maximizer", COUNT),
        white: ("maximizer", WEIGHTED),
        score: "all by the fifth move",
        agrees: |score| score == 13,
    },
    Printed {
        what: "18.8: alpha-beta 2 modified-weighted-squares, weighted-squares",
        black: ("alpha-beta:depth=2", MODIFIED),
        white: ("alpha-beta:depth=2", WEIGHTED),
        score: "-28",
        agrees: |score| score == -28,
    },
    Printed {
        what: "18.8: alpha-beta 2 weighted-squares, modified-weighted-squares",
        black: ("alpha-beta:depth=2", WEIGHTED),
        white: ("alpha-beta:depth=2", MODIFIED),
        score: "-40",
        agrees: |score| score == -40,
    },
];

/// A position that the book prints of one of its games.
struct Position {
    /// The game's place in [`GAMES`].
    game: usize,
    moves: usize,
    rows: [&'static str; 8],
}

/// The positions of section 18.6; of the two printings of the first, the second.
const POSITIONS: [Position; 5] = [
    Position {
        game: 1,
        moves: 17,
        rows: [
            "O@......", ".@...@@.", "@@@@@@..", ".@.@@...", "@@@@@@..", ".@......", "........",
            "........",
        ],
    },
    Position {
        game: 1,
        moves: 57,
        rows: [
            "OOOO@@OO", "@@OO@@@O", "@@OOO@@O", "O@OOO@@O", "O@O@O@@O", "O@O@@@@O", "O@@@@@OO",
            "O@@@...O",
        ],
    },
    Position {
        game: 2,
        moves: 25,
        rows: [
            "..@@@@@.", ".@.@O@..", "O@@O@OO.", ".@.@O@O.", ".@@@@@..", ".@.@.O..", "........",
            "........",
        ],
    },
    Position {
        game: 2,
        moves: 41,
        rows: [
            "O.@@@@@.", ".OO@@@..", "O@OO@@@@", "@@@@O@@.", "@@@@@O@.", "@@@@@@OO", "@..@..@O",
            "........",
        ],
    },
    Position {
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

/// Runs the experiment.
pub(super) fn run(bench: &mut Workbench<'_>) -> Result<Report> {
    let mut report = Report::new(
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
        let game =
            bench.row(printed.what, || series(&black, &white, 1, &OpeningSource::Start, 1))?;
        played.extend(game);
    }
    report.table(games_table(&played));
    report.table(positions_table(&played)?);
    report.figure(discs_figure(&played)?);
    report.table(series_table(bench)?);
    report.verdict(
        "every printed score and position but one: the game of 6 plies against 4 comes through the \
         positions that are printed after 25, 41 and 46 moves and then to another score, because \
         the printed code plays so. The book prints 0 wins for the first series of 18.8, whose \
         scores are 5 wins. Random series have other random numbers than the book's Lisp.",
    );
    Ok(report)
}

fn games_table(played: &[Played]) -> Table {
    let mut table = Table::new("Games from the start", &["game", "book", "ours", "agree"]);
    for (printed, played) in GAMES.iter().zip(played) {
        let score = played.difference();
        let agree = if (printed.agrees)(score) { "yes" } else { "no" };
        let ours = format!("{score:+} ({}-{})", played.own, played.other);
        table.row([printed.what.to_owned(), printed.score.to_owned(), ours, agree.to_owned()]);
    }
    table
}

fn positions_table(played: &[Played]) -> Result<Table> {
    let mut table = Table::new(
        "Positions that the book prints",
        &["game", "after moves", "agree in all squares"],
    );
    for Position { game, moves, rows } in &POSITIONS {
        let agrees = drawn(&replayed(&played[*game])?, *moves) == rows.concat();
        let agrees = if agrees { "yes" } else { "no" }.to_owned();
        table.row([GAMES[*game].what.to_owned(), moves.to_string(), agrees]);
    }
    Ok(table)
}

pub(super) fn replayed(played: &Played) -> Result<Game> {
    Ok(willow_records::transcript::parse(&played.moves)?)
}

/// Draws the board after so many moves in the book's letters.
fn drawn(game: &Game, moves: usize) -> String {
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

/// Draws how the greedy side of 18.6 leads until it has lost.
fn discs_figure(played: &[Played]) -> Result<Figure> {
    let line = |index: usize| -> Result<Line> {
        let points = disc_differences(&replayed(&played[index])?, Color::Black);
        Ok(Line { name: GAMES[index].what.to_owned(), points })
    };
    Ok(Figure {
        name: "x1-discs".to_owned(),
        title: "The greedy side's lead in discs (PAIP 18.6)".to_owned(),
        x: "discs placed".to_owned(),
        y: "Black's discs less White's".to_owned(),
        drawing: Drawing::Lines(vec![line(1)?, line(2)?]),
    })
}

/// Returns the difference in discs after each move, for a colour.
pub(super) fn disc_differences(game: &Game, color: Color) -> Vec<(f64, f64)> {
    let positions = (0..=game.n_plies()).filter_map(|ply| game.position_at(ply));
    let mut points: Vec<(f64, f64)> = positions
        .map(|position| {
            let discs = |color| f64::from(position.discs(color).count());
            let placed = f64::from(position.board().occupied().count()) - 4.0;
            (placed, discs(color) - discs(!color))
        })
        .collect();
    points.dedup();
    points
}

fn series_table(bench: &mut Workbench<'_>) -> Result<Table> {
    let (modified, plain) =
        (format!("alpha-beta:depth=2,{MODIFIED}"), format!("alpha-beta:depth=2,{WEIGHTED}"));
    let mut table = Table::new("Series of 18.8", &["series", "book", "ours"]);
    let fixed = bench
        .row("series from the start", || series(&modified, &plain, 10, &OpeningSource::Start, 1))?;
    let book = "0 wins, +60 discs: -28 40, five times";
    table.row([
        "modified against weighted, 10 games from the start".to_owned(),
        book.to_owned(),
        in_words(&fixed),
    ]);
    let random = OpeningSource::Random { plies: 10 };
    let ten = bench.row("series of 10", || series(&plain, &modified, 10, &random, 1))?;
    table.row([
        "weighted against modified, 10 games after 10 random moves".to_owned(),
        BOOKS_SERIES.to_owned(),
        in_words(&ten),
    ]);
    let games = bench.amount(1000, 20);
    let many = bench
        .row("series of many", || Ok(Score::of(&series(&plain, &modified, games, &random, 2)?)))?;
    table.row([
        format!("the same, {games} games"),
        String::new(),
        format!("{}, {} discs a game", many.percent(), many.mean_discs()),
    ]);
    Ok(table)
}

fn in_words(played: &[Played]) -> String {
    let scores: Vec<String> = played.iter().map(|game| game.difference().to_string()).collect();
    let score = Score::of(played);
    let sum: i32 = played.iter().map(Played::difference).sum();
    format!("{} of {}, {sum:+} discs: {}", score.points, score.games, scores.join(" "))
}
