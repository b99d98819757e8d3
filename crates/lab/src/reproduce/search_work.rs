//! The work of PAIP's searches: orders of moves (X3), another board (exercise 18.5), techniques (Z5).

use std::cell::Cell;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use willow_board::{Board, Clock, Color, Game, Move, Square, TimeControl};
use willow_classics::paip::{
    Evaluation, GameRules, Method, Othello, OthelloEvaluation, Problem, SearchResult, SquareOrder,
    move_number, search,
};
use willow_players::matches::OpeningSource;
use willow_players::{BuildContext, MoveRequest, StopFlag, build_player};

use super::array_board::{ArrayBoard, ArrayIago, ArrayOthello, FreeBoards, StoredOthello};
use super::bill_games::lost_to_aldaron;
use super::finding::{Claim, Finding, Measured, Rule, Theirs, Verdict};
use super::{Report, Run};

const MODIFIED: &str = OthelloEvaluation::MODIFIED_WEIGHTED_SQUARES;
const IAGO: &str = OthelloEvaluation::IAGO;

/// Makes a method that searches so many plies.
type MethodOfDepth = fn(u32) -> Method;

/// An order of moves by its name in the book, with its search and the order of squares.
#[derive(Clone, Copy)]
struct Order {
    name: &'static str,
    method: MethodOfDepth,
    squares: SquareOrder,
}

const fn order(name: &'static str, method: MethodOfDepth, squares: SquareOrder) -> Order {
    Order { name, method, squares }
}

const RANDOM: Order =
    order("random order", |depth| Method::AlphaBeta { depth }, SquareOrder::Board);
const STATIC: Order =
    order("static order", |depth| Method::AlphaBeta { depth }, SquareOrder::Static);
const KILLER: Order = order("static order and killer moves", Method::killer, SquareOrder::Static);
const MINIMAX: Order =
    order("full minimax", |depth| Method::Minimax { depth }, SquareOrder::Static);

const ORDERS: [Order; 5] = [
    RANDOM,
    order("sorted order", |depth| Method::AlphaBetaSorted { depth }, SquareOrder::Board),
    STATIC,
    KILLER,
    MINIMAX,
];

/// The book's means of 15 moves at 6 plies (sections 18.9 and 18.11): boards, evaluations and seconds. For killer
/// moves it says "about 20%" less than static order, for minimax nine times that, an estimate.
const BOOK: [[f64; 3]; 5] = [
    [24_743.0, 18_777.0, 105.0],
    [20_003.0, 20_004.0, 65.0],
    [15_627.0, 11_737.0, 66.0],
    [12_502.0, f64::NAN, 52.0],
    [112_518.0, f64::NAN, f64::NAN],
];

/// The book's "small experiment" at 7 plies: boards with static order and killer moves, of full minimax, and how
/// many times longer that would take. The last two are estimates.
const SEVEN_PLIES: [f64; 3] = [28_000.0, 10_000_000.0, 350.0];

/// The number of moves of the book's table, which are Black's from the fourth on here.
const MOVES: usize = 15;

/// How often each search is timed. The shortest time counts: the load of the machine makes the others longer.
const REPEATS: usize = 3;

const OTHER_GAME: &str =
    "the book does not name its game; how much an order saves differs from game to game";

/// The work of a search, or its mean over several: boards, evaluations and seconds.
type Work = [f64; 3];

/// Searches a few times, and returns the shortest time.
fn searched<G: GameRules, E: Evaluation<G>>(
    method: Method,
    game: &G,
    evaluation: &E,
    state: &G::State,
) -> Result<(SearchResult<G::Move>, Work)> {
    let problem = Problem::new(game, evaluation);
    let mut found = None;
    let mut seconds = f64::INFINITY;
    for _ in 0..REPEATS {
        let began = Instant::now();
        found = Some(search(method, &problem, state));
        seconds = seconds.min(began.elapsed().as_secs_f64());
    }
    let found = found.context("it was searched")?;
    let work = [found.counts.boards as f64, found.counts.evaluations as f64, seconds];
    Ok((found, work))
}

/// Searches a board on bitboards.
fn searched_board(
    order: Order,
    evaluation: &str,
    depth: u32,
    board: &Board,
) -> Result<(SearchResult<Square>, Work)> {
    let evaluation = OthelloEvaluation::named(evaluation, board).context("a known name")?;
    searched((order.method)(depth), &Othello::new(order.squares), &evaluation, board)
}

/// Returns the mean work of searches on bitboards.
fn work(order: Order, evaluation: &str, depth: u32, boards: &[Board]) -> Result<Work> {
    mean(boards, |board| Ok(searched_board(order, evaluation, depth, board)?.1))
}

/// Returns the mean of the work on each board.
fn mean(boards: &[Board], work: impl Fn(&Board) -> Result<Work>) -> Result<Work> {
    let mut sums = Work::default();
    for board in boards {
        sums.iter_mut().zip(work(board)?).for_each(|(sum, part)| *sum += part);
    }
    Ok(sums.map(|sum| sum / boards.len() as f64))
}

/// Times decide nothing in a build with assertions.
fn time(seconds: f64) -> Measured {
    let too_little = cfg!(debug_assertions).then(|| "times need a release build".to_owned());
    Measured { too_little, ..Measured::exact(seconds) }
}

/// X3: boards, evaluations and time by the order of moves.
pub(super) fn orders(run: &Run<'_>) -> Result<Report> {
    let depth = run.full_or_quick(6, 3);
    let boards = positions(&Game::new(), depth)?;
    let mut report = Report::default();
    let mut add = |what: &str, theirs: f64, rule: Rule, measured: Measured| {
        let theirs = if theirs.is_nan() { Theirs::Words("") } else { Theirs::Figure(theirs) };
        let claim = Claim::new(what, theirs, rule, OTHER_GAME);
        report.findings.push(claim.judged(&measured.unless_quick(run)));
    };
    let mut random = [f64::NAN; 3];
    for (order, book) in ORDERS.into_iter().zip(BOOK) {
        let name = order.name;
        run.begin(name);
        let ours = work(order, MODIFIED, depth, &boards)?;
        if name == RANDOM.name {
            random = ours;
        }
        for (unit, part) in [("boards", 0), ("evaluations", 1)] {
            let rule = if book[part].is_nan() { Rule::Shown } else { Rule::WithinPart(0.25) };
            add(&format!("{unit} a move, {name}"), book[part], rule, Measured::exact(ours[part]));
        }
        for (unit, part) in [("boards", 0), ("evaluations", 1), ("time", 2)] {
            let theirs = book[part] / BOOK[0][part];
            let rule = if theirs.is_nan() { Rule::Shown } else { Rule::Within(0.1) };
            let ours = ours[part] / random[part];
            let ours = if unit == "time" { time(ours) } else { Measured::exact(ours) };
            add(&format!("{unit} as a part of random order, {name}"), theirs, rule, ours);
        }
        let iagos_depth = depth.min(5);
        let [iagos_boards, ..] = work(order, IAGO, iagos_depth, &boards)?;
        let what = format!("boards a move with Iago's evaluation, {iagos_depth} plies, {name}");
        add(&what, f64::NAN, Rule::Shown, Measured::exact(iagos_boards));
    }
    run.begin("7 plies");
    let [killers_boards, _, killers_seconds] = work(KILLER, MODIFIED, depth + 1, &boards)?;
    let [all_boards, _, all_seconds] = work(MINIMAX, MODIFIED, depth + 1, &boards)?;
    let multiple = time(all_seconds / killers_seconds);
    let rows = [
        ("boards with static order and killers", Measured::exact(killers_boards)),
        ("boards of full minimax", Measured::exact(all_boards)),
        ("time of minimax as a multiple", multiple),
    ];
    for ((what, ours), theirs) in rows.into_iter().zip(SEVEN_PLIES) {
        add(&format!("7 plies: {what}"), theirs, Rule::WithinPart(0.5), ours);
    }
    run.begin("other games");
    report.findings.extend(other_games(run, depth)?);
    Ok(report)
}

/// Returns how far apart the parts of the boards are in games that begin with four random moves.
fn other_games(run: &Run<'_>, depth: u32) -> Result<Vec<Finding>> {
    let n_games = run.full_or_quick(20, 2) as usize;
    let openings = OpeningSource::Random { plies: 4 }.openings(n_games, 3)?;
    let games = openings.iter().map(|opening| positions(opening, depth));
    let games: Vec<Vec<Board>> = games.collect::<Result<_>>()?;
    let boards_of = |order: Order| -> Result<Vec<f64>> {
        games.iter().map(|boards| Ok(work(order, MODIFIED, depth, boards)?[0])).collect()
    };
    let [random, sorted, fixed, killer] = [ORDERS[0], ORDERS[1], STATIC, KILLER].map(boards_of);
    let (random, fixed) = (random?, fixed?);
    let mut findings = Vec::new();
    for (name, theirs, [ours, all]) in [
        (
            "boards as a part of random order, sorted order",
            Some(BOOK[1][0] / BOOK[0][0]),
            [&sorted?, &random],
        ),
        // The game above has the book's part.
        ("boards as a part of random order, static order", None, [&fixed, &random]),
        (
            "boards as a part of static order, killer moves",
            Some(BOOK[3][0] / BOOK[2][0]),
            [&killer?, &fixed],
        ),
    ] {
        let mut parts: Vec<f64> = ours.iter().zip(all).map(|(one, all)| one / all).collect();
        parts.sort_by(f64::total_cmp);
        let [first, .., last] = parts[..] else { continue };
        findings.push(Finding {
            what: format!("{n_games} other games, smallest and largest: {name}"),
            theirs: theirs.map_or_else(String::new, |theirs| format!("{theirs:.2}")),
            ours: format!("{first:.2} to {last:.2}"),
            verdict: match theirs {
                None => Verdict::Shown,
                Some(_) if run.quick => Verdict::Undecided("a shortened run".to_owned()),
                Some(theirs) if (first..=last).contains(&theirs) => Verdict::Holds,
                Some(_) => Verdict::Differs(OTHER_GAME.to_owned()),
            },
        });
    }
    Ok(findings)
}

/// Returns the positions of 15 moves of Black, the first with ten discs or more, of alpha-beta against itself from
/// the end of an opening on.
fn positions(opening: &Game, depth: u32) -> Result<Vec<Board>> {
    let mut game = opening.clone();
    let mut boards = Vec::new();
    while !game.is_over() && boards.len() < MOVES {
        if game.position().must_pass() {
            game.play(Move::Pass)?;
            continue;
        }
        let board = *game.position().board();
        if game.position().side_to_move() == Color::Black && 10 <= board.occupied().count() {
            boards.push(board);
        }
        let (found, _) = searched_board(RANDOM, MODIFIED, depth, &board)?;
        game.place(found.best.context("there is a move")?)?;
    }
    Ok(boards)
}

/// Exercise 18.5 asks for declarations of types, which Rust has everywhere. What makes Iago faster today is the
/// board: here the book's array of 100 squares against bitboards, under the same search and evaluation.
pub(super) fn other_board(run: &Run<'_>) -> Result<Report> {
    let depth = run.full_or_quick(4, 2);
    let game = &lost_to_aldaron().game;
    let positions = (8..=40).step_by(4).filter_map(|ply| game.position_at(ply));
    let boards: Vec<Board> = positions.map(|position| *position.board()).collect();
    let mut report = Report::default();
    for order in [MINIMAX, STATIC, KILLER] {
        run.begin(order.name);
        let [array_boards, _, array_seconds] = mean(&boards, |board| {
            let (method, iago) = ((order.method)(depth), ArrayIago(move_number(board)));
            Ok(searched(method, &ArrayOthello, &iago, &ArrayBoard::of(board))?.1)
        })?;
        let [bitboard_boards, _, seconds] = work(order, IAGO, depth, &boards)?;
        // "About 20 seconds per move", on an Explorer II of about 1990.
        let milliseconds = time(1000.0 * array_seconds);
        for (what, theirs, rule, ours) in [
            (
                "boards a move, those of bitboards",
                bitboard_boards.into(),
                Rule::Equal,
                Measured::exact(array_boards),
            ),
            ("milliseconds a move", Theirs::Figure(20_000.0), Rule::Shown, milliseconds),
            (
                "times as fast on bitboards",
                "".into(),
                Rule::AtLeast(1.0),
                time(array_seconds / seconds),
            ),
        ] {
            let what = format!("{}, {depth} plies on an array: {what}", order.name);
            report.findings.push(Claim::new(&what, theirs, rule, "").judged(&ours));
        }
    }
    Ok(report)
}

/// Section 18.10: boards that are used again against boards that are allocated anew, under the killer search.
pub(super) fn precycling(run: &Run<'_>) -> Result<Report> {
    let depth = run.full_or_quick(6, 3);
    let game = &lost_to_aldaron().game;
    let positions = (8..=40).step_by(4).filter_map(|ply| game.position_at(ply));
    let boards: Vec<Board> = positions.map(|position| *position.board()).collect();
    run.begin("boards used again");
    let free = FreeBoards::default();
    let search_all = |free: Option<&FreeBoards>| {
        let allocated = Cell::new(0);
        let othello = StoredOthello { free, allocated: &allocated };
        let [made, _, seconds] = mean(&boards, |board| {
            let iago = ArrayIago(move_number(board));
            let root = othello.store(ArrayBoard::of(board));
            Ok(searched((KILLER.method)(depth), &othello, &iago, &root)?.1)
        })?;
        anyhow::Ok((made, allocated.get() as f64, seconds))
    };
    let (made, anew, slow) = search_all(None)?;
    let n_searches = (boards.len() * REPEATS) as f64;
    let (_, kept, fast) = search_all(Some(&free))?;
    let why = "a Rust allocator reuses what was freed last, and nothing collects garbage";
    let mut report = Report::default();
    for (what, theirs, rule, ours) in [
        (
            "boards made a move",
            Theirs::Words("\"tens of thousands\""),
            Rule::Shown,
            Measured::exact(made),
        ),
        (
            "boards allocated a move, each anew",
            Theirs::Words(""),
            Rule::Shown,
            Measured::exact(anew / n_searches),
        ),
        (
            "boards allocated in all, used again",
            Theirs::Figure(40.0),
            Rule::AtMost(40.0),
            Measured::exact(kept),
        ),
        (
            "time of boards allocated anew, as a multiple",
            Theirs::Words("\"better performance\""),
            Rule::AtLeast(1.05),
            time(slow / fast),
        ),
    ] {
        let what = format!("18.10, {depth} plies: {what}");
        report.findings.push(Claim::new(&what, theirs, rule, why).judged(&ours));
    }
    Ok(report)
}

/// The techniques of section 18.13 as keys of `searcher`.
const TECHNIQUES: [(&str, &str); 9] = [
    ("aspiration", ",aspiration=W"),
    ("zero window", ",zero-window=on"),
    ("hashing", ",hash=on"),
    ("hashing and zero window", ",hash=on,zero-window=on"),
    ("these three", ",hash=on,zero-window=on,aspiration=W"),
    ("5 plausible moves", ",plausible=5"),
    ("3 plausible moves", ",plausible=3"),
    ("metareasoning with the three", ",hash=on,zero-window=on,aspiration=W,metareasoning=on"),
    (
        "metareasoning by variances with the three",
        ",hash=on,zero-window=on,aspiration=W,metareasoning=variance",
    ),
];

/// Z5: the boards that each technique saves at a fixed depth.
pub(super) fn techniques(run: &Run<'_>) -> Result<Report> {
    let depth = run.full_or_quick(7, 3);
    let games = middle_games(run.full_or_quick(60, 4))?;
    let mut report = Report::default();
    for (evaluation, window) in [(MODIFIED, "60"), (IAGO, "40000")] {
        let spec = format!("searcher:eval={evaluation},depth={depth}");
        let none = boards_of(&spec, &games)?;
        for (name, keys) in TECHNIQUES {
            run.begin(name);
            let with = boards_of(&format!("{spec}{}", keys.replace('W', window)), &games)?;
            let what = format!("boards in percent of those without it, {evaluation}: {name}");
            let claim = Claim::new(&what, "", Rule::Shown, "");
            report.findings.push(claim.judged(&Measured::exact(100.0 * with / none)));
        }
    }
    run.begin("non-speculative pruning");
    let spec = format!("searcher:eval=count-difference,depth={depth}");
    let with = boards_of(&format!("{spec},non-speculative=on"), &games)?;
    let what = "boards in percent of those without it, count-difference: non-speculative pruning";
    let because = "it saves boards at this depth";
    let claim = Claim::new(what, "\"not very useful\"", Rule::AtLeast(90.0), because);
    let measured = Measured::exact(100.0 * with / boards_of(&spec, &games)?);
    report.findings.push(claim.judged(&measured.unless_quick(run)));
    Ok(report)
}

/// Returns games after 16 to 35 random moves in which the side to move has more than one move.
fn middle_games(n: u32) -> Result<Vec<Game>> {
    let mut games = Vec::new();
    for number in 0..n {
        let source = OpeningSource::Random { plies: 16 + number % 20 };
        let openings = source.openings(8, number.into())?;
        games.extend(openings.into_iter().find(|game| 1 < game.position().legal_moves().count()));
    }
    Ok(games)
}

/// Returns how many boards a player makes in all positions.
fn boards_of(spec: &str, games: &[Game]) -> Result<f64> {
    let (clock, stop) = (Clock::new(TimeControl::Unlimited), StopFlag::new());
    let mut boards = 0;
    for game in games {
        let mut player = build_player(&spec.parse()?, &BuildContext::new(1))?;
        let decision = player.choose(&MoveRequest::new(game, &clock, Duration::ZERO, &stop))?;
        boards += decision.report.and_then(|report| report.nodes).unwrap_or(0);
    }
    Ok(boards as f64)
}
