//! The printed games of PAIP, sections 18.4 to 18.8 (X1).

use anyhow::Result;
use willow_board::{Color, Game, Move, Position, Square};

use super::finding::{Claim, Measured, Rule, Theirs};
use super::game_curves::{disc_differences, line_figure};
use super::series::{Score, Series, SeriesGame};
use super::{Report, Run};

const COUNT: &str = "eval=count-difference";
const WEIGHTED: &str = "eval=weighted-squares";
const MODIFIED: &str = "eval=modified-weighted-squares";

/// A game that the book prints: its players and Black's discs less White's.
struct PrintedGame {
    what: &'static str,
    black: [&'static str; 2],
    white: [&'static str; 2],
    score: i32,
    because: &'static str,
}

const fn game(
    what: &'static str,
    black: [&'static str; 2],
    white: [&'static str; 2],
    score: i32,
) -> PrintedGame {
    PrintedGame { what, black, white, score, because: "" }
}

/// The games of sections 18.4, 18.6, exercise 18.2 with its answer, and 18.8, in the order of the book.
const GAMES: [PrintedGame; 7] = [
    game(
        "18.4: minimax of 3 plies, maximizer",
        ["minimax:depth=3", COUNT],
        ["maximizer", COUNT],
        53,
    ),
    game(
        "18.6: count-difference 4 plies, weighted-squares 4",
        ["alpha-beta:depth=4", COUNT],
        ["alpha-beta:depth=4", WEIGHTED],
        -16,
    ),
    PrintedGame {
        because: SECOND_GAME_DIFFERS,
        ..game(
            "18.6: count-difference 6 plies, weighted-squares 4",
            ["alpha-beta:depth=6", COUNT],
            ["alpha-beta:depth=4", WEIGHTED],
            -16,
        )
    },
    game(
        "exercise 18.2: maximizers, weighted-squares and count-difference",
        ["maximizer", WEIGHTED],
        ["maximizer", COUNT],
        20,
    ),
    game(
        "exercise 18.2: maximizers, count-difference (\"all by the fifth move\") and weighted-squares",
        ["maximizer", COUNT],
        ["maximizer", WEIGHTED],
        13,
    ),
    game(
        "18.8: modified-weighted-squares 2 plies, weighted-squares 2",
        ["alpha-beta:depth=2", MODIFIED],
        ["alpha-beta:depth=2", WEIGHTED],
        -28,
    ),
    game(
        "18.8: weighted-squares 2 plies, modified-weighted-squares 2",
        ["alpha-beta:depth=2", WEIGHTED],
        ["alpha-beta:depth=2", MODIFIED],
        -40,
    ),
];

/// Found by trying all endings of our game.
const SECOND_GAME_DIFFERS: &str = "the book's code, as printed, ends the game otherwise: after 56 moves it plays e7 c8 \
     g8 f8, and the printed result needs g8 e7 f8 c8 or g8 c8 e7 f8";

/// A position that the book prints of one of its games: the index of the game, the moves before it, and
/// the board.
type PrintedPosition = (usize, usize, &'static str);

/// All boards of section 18.6.
const POSITIONS: [PrintedPosition; 12] = [
    (1, 17, "O@....../.@...@@./@@@@@@../.@.@@.../@@@@@@../..@...../......../........"),
    (1, 17, "O@....../.@...@@./@@@@@@../.@.@@.../@@@@@@../.@....../......../........"),
    (1, 43, "OOOO@@OO/@@O@@@@@/@@OO@O@@/OO@@@@@@/@O@@@@../@@O@@O../@..@@.../........"),
    (1, 49, "OOOO@@OO/@@O@@@@@/@@OO@O@@/O@O@@@@@/O@O@@@@./O@O@@@../O@@@@.../O@O....."),
    (1, 57, "OOOO@@OO/@@OO@@@O/@@OOO@@O/O@OOO@@O/O@O@O@@O/O@O@@@@O/O@@@@@OO/O@@@...O"),
    (1, 58, "OOOO@@OO/@@OO@@@O/@@OOO@@O/O@OOO@@O/O@O@O@@O/O@O@O@OO/O@@OOOOO/OOOOO..O"),
    (1, 59, "OOOO@@OO/@@OO@@@O/@@OOO@@O/O@OOO@@O/O@O@O@@O/O@O@O@OO/O@@O@@OO/OOOOO@.O"),
    (1, 60, "OOOO@@OO/@@OO@@@O/@@OOO@@O/O@OOO@@O/O@O@O@@O/O@O@O@OO/O@@O@OOO/OOOOOOOO"),
    (2, 25, "..@@@@@./.@.@O@../O@@O@OO./.@.@O@O./.@@@@@../.@.@.O../......../........"),
    (2, 41, "O.@@@@@./.OO@@@../O@OO@@@@/@@@@O@@./@@@@@O@./@@@@@@OO/@..@..@O/........"),
    (2, 46, "OOOOOOOO/@@O@@@../O@OO@@@@/O@O@O@@./O@O@@O@./OOO@@@OO/O.O@..@O/O......."),
    (2, 60, "OOOOOOOO/@@O@OO@@/O@OO@@@@/O@OO@@@O/OO@@O@OO/OOO@O@@O/OOOO@@OO/OOOOO@@O"),
];

/// Why the boards differ that do.
const POSITION_DIFFERS: [(usize, usize, &str); 2] = [
    (1, 17, "the book swaps b6 and c6, and prints it right a few pages later"),
    (2, 60, SECOND_GAME_DIFFERS),
];

/// The scores of the series from the start of section 18.8, from the modified weighted squares' view, which the
/// book prints with 0 wins.
const FIXED_SERIES: [i32; 10] = [-28, 40, -28, 40, -28, 40, -28, 40, -28, 40];

/// The scores of the random series, from the weighted squares' view.
const RANDOM_SERIES: [i32; 10] = [-8, -40, 22, -30, 10, -10, 12, -18, 4, -18];

pub(super) fn run(run: &Run<'_>) -> Result<Report> {
    let mut report = Report::default();
    let mut games: Vec<Game> = Vec::new();
    for PrintedGame { what, black, white, score, because } in GAMES {
        run.begin(what);
        let [black, white] = [black, white].map(|[name, eval]| {
            format!("{name}{}{eval}", if name.contains(':') { "," } else { ":" })
        });
        let series = Series { players: [&black, &white], games: 1, plies: 0, seed: 1 };
        let played = series.play()?.remove(0);
        let claim =
            Claim { what, theirs: Theirs::Figure(score.into()), rule: Rule::Equal, because };
        let mut finding = claim.judged(&Measured::exact(played.difference().into()));
        finding.ours += &format!(" ({}-{})", played.discs[0], played.discs[1]);
        report.findings.push(finding);
        games.push(played.replay()?);
    }
    for (index, moves, board) in POSITIONS {
        let differs = POSITION_DIFFERS.iter().find(|(game, at, _)| (*game, *at) == (index, moves));
        let claim = Claim {
            what: &format!("{}: squares of the board after {moves} moves", GAMES[index].what),
            theirs: Theirs::Figure(64.0),
            rule: Rule::Equal,
            because: differs.map_or("", |(_, _, because)| because),
        };
        let agreeing = n_agreeing(&after_moves(&games[index], moves), board);
        report.findings.push(claim.judged(&Measured::exact(agreeing as f64)));
    }
    let lines = [1, 2]
        .map(|index| (GAMES[index].what.to_owned(), disc_differences(&games[index], Color::Black)));
    let title = "The greedy side's lead in discs (PAIP 18.6)";
    report.figures.push(line_figure("x1-discs", title, "Black's discs less White's", lines));
    Ok(report.and(series(run)?))
}

/// Returns the position after a number of moves, passes not counted.
fn after_moves(game: &Game, moves: usize) -> Position {
    let before = game.moves().scan(0, |placed, mv| {
        let before = *placed;
        *placed += usize::from(mv != Move::Pass);
        Some((before, mv))
    });
    let ply = before.enumerate().find(|(_, (placed, mv))| *placed == moves && *mv != Move::Pass);
    let position = ply.and_then(|(ply, _)| game.position_at(ply));
    *position.unwrap_or(game.position())
}

/// Counts the squares that agree with a board in the letters of the book.
fn n_agreeing(position: &Position, board: &str) -> usize {
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
    let [modified, plain] = [MODIFIED, WEIGHTED].map(|eval| format!("alpha-beta:depth=2,{eval}"));
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
        report.findings.push(Claim { what, theirs, rule, because }.judged(&measured));
    }
    let differences = |games: &[SeriesGame]| scores(games.iter().map(SeriesGame::difference));
    report.findings[0].ours += &format!(": {}", differences(&fixed));
    report.findings[2].ours += &format!(": {}", differences(&ten));
    Ok(report)
}

fn scores(scores: impl IntoIterator<Item = i32>) -> String {
    scores.into_iter().map(|score| score.to_string()).collect::<Vec<_>>().join(" ")
}
