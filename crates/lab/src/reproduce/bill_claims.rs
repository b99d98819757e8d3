//! What BILL's report says of its games, of positions and of evaluations (chapters 2, 3 and 4).

use anyhow::Result;
use willow_board::{Bitboard, Board, Color, Move, Position, Square};
use willow_classics::bill::{self, CoefficientPercent, Constants, Version};
use willow_engine::{Engine, EngineOptions, Goal, SearchLimits};
use willow_eval::weights;
use willow_records::PrintedBoard;

use super::bill_games::{BillGame, bill_games, game_of};
use super::finding::{Claim, Finding, Measured, Rule, Theirs};
use super::{Report, Run, position_after};
use crate::statistics::mean_and_error;
use crate::untimed::untimed;

/// The moves of figure 2-1 (b), for Black.
const SAMPLE_MOVES: [Square; 5] = [Square::D2, Square::G2, Square::C6, Square::D6, Square::E6];

/// The games of Waterloo, and of the championship.
const WATERLOO: std::ops::Range<usize> = 0..4;
const CHAMPIONSHIP: std::ops::Range<usize> = 4..12;

/// The exact claims of the report, and those that are counted in its games.
pub(super) fn run(run: &Run<'_>) -> Result<Report> {
    let parts = [scores(), results(), figure_boards(), iagos_losses(run)?, mobility(), numbers()?];
    let title = "3.2.3: 13-50, and Black's d4 wins".to_owned();
    let boards = vec![(title, PrintedBoard::from(before_the_last_move()?))];
    Ok(Report { findings: parts.concat(), boards, ..Report::default() })
}

/// Returns the positions of games before each move, passes left out, with the move.
fn moves_of(games: &[BillGame]) -> impl Iterator<Item = (&BillGame, Position, Square)> {
    games.iter().flat_map(|known| {
        known.game.moves().enumerate().filter_map(move |(ply, mv)| {
            let position = *known.game.position_at(ply)?;
            mv.square().map(|square| (known, position, square))
        })
    })
}

/// Appendix II: the scores.
fn scores() -> Vec<Finding> {
    let finding = |known: &BillGame| {
        let what = format!("appendix II, {}: {}", known.id, known.title());
        let of_score = |sign: char| sign.is_ascii_digit() || sign == '-';
        let mut words = known.printed.split(|sign| !of_score(sign));
        let is_equal = words.any(|word| word == known.score());
        let because = "the database has other scores for Waterloo's games, and no opponents' names";
        let claim = Claim::new(&what, known.printed, Rule::AtLeast(1.0), because);
        let finding = claim.judged(&Measured::exact(f64::from(u8::from(is_equal))));
        Finding { ours: known.score(), ..finding }
    };
    bill_games().iter().map(finding).collect()
}

/// Chapter 4: the results of the tournaments.
fn results() -> Vec<Finding> {
    let wins = |games: &[BillGame]| {
        let is_won = |game: &&BillGame| {
            let discs = |color| game.game.position().discs(color).count();
            discs(!game.color) < discs(game.color)
        };
        games.iter().filter(is_won).count() as f64
    };
    [("Waterloo, of four games", 4.0, WATERLOO), ("the championship, of eight", 7.0, CHAMPIONSHIP)]
        .map(|(what, theirs, games)| {
            let what = format!("chapter 4: games won at {what}");
            let ours = Measured::exact(wins(&bill_games()[games]));
            Claim::new(&what, theirs, Rule::Equal, "").judged(&ours)
        })
        .to_vec()
}

/// Figures 2-1 (b) and 2-7 (a), looked for in the games.
fn figure_boards() -> Vec<Finding> {
    let sample: Bitboard = SAMPLE_MOVES.into_iter().collect();
    let images = |board: &Board| willow_board::Symmetry::ALL.map(|image| board.transformed(image));
    let is_sample = |position: &Position| {
        images(position.board()).iter().any(|board| board.legal_moves() == sample)
    };
    let has_wall = |position: &Position| {
        let [white, black] = [*position.board(), position.board().pass()];
        let counts = [black, white].map(|board| board.legal_moves().count());
        position.side_to_move() == Color::White && counts == [1, 12]
    };
    let count = |games: &[BillGame], is: &dyn Fn(&Position) -> bool| {
        Measured::exact(moves_of(games).filter(|(_, position, _)| is(position)).count() as f64)
    };
    let sample = Claim::new(
        "figure 2-1 (b): positions of the games with the moves c6 d6 d2 e6 g2, however the board is turned",
        1.0,
        Rule::AtLeast(1.0),
        "the figure is a sample of the rules and need not be of a game",
    );
    let wall = Claim::new(
        "figure 2-7 (a): positions of Waterloo with one move for Black and twelve for White, who is to move",
        1.0,
        Rule::AtLeast(1.0),
        "game II-1 is taken to be the one that is left over, 11-53, and its caption says 10-54",
    );
    vec![
        sample.judged(&count(bill_games(), &is_sample)),
        wall.judged(&count(&bill_games()[WATERLOO], &has_wall)),
    ]
}

/// Section 2.2.4: the positions of figure 2-6, which IAGO "should have lost", and its mobility there.
fn iagos_losses(run: &Run<'_>) -> Result<Vec<Finding>> {
    let evaluator = weights::evaluator();
    let mut engine = Engine::new(evaluator, EngineOptions { threads: 1, hash_bytes: 64 << 20 })?;
    let mut findings = Vec::new();
    let figures = [
        ("2-6 (b)", "2-6b", 50, ""),
        ("2-6 (a)", "2-6a", 41, "an exact search finds White's e1, which wins by 20"),
    ];
    // The solve of the second takes longest of all here.
    let n = run.full_or_quick(2, 1) as usize;
    for (figure, game, moves, because) in figures.into_iter().take(n) {
        let game = &game_of(game).game;
        let position = position_after(game, moves);
        let board = position.board();
        let limits = SearchLimits::solve(Goal::Exact);
        let exact = untimed(|control| engine.search(board, &limits, control)).score.discs();
        let what = format!("figure {figure}: IAGO's score with best play, solved");
        let claim = Claim::new(&what, "\"should have lost\"", Rule::Below(0.0), because);
        findings.push(claim.judged(&Measured::exact(exact)));
        let what = format!("figure {figure}: IAGO's lead in BILL's weighted mobility");
        let because = "the weights of the internal tables are not published; ours lead less than counted moves";
        let claim = Claim::new(&what, "\"actually behind\"", Rule::Below(0.0), because);
        let [own, others] = [*board, board.pass()].map(|board| board.legal_moves().count());
        let remark = format!(" (moves {own} and {others})");
        findings.push(claim.judged(&Measured::exact(terms(board)[1])).with_remark(&remark));
    }
    Ok(findings)
}

/// Returns the edge, the mobility and the occupied squares of a board by BILL's historical constants.
fn terms(board: &Board) -> [f64; 3] {
    let (percent, constants) = (CoefficientPercent::REPORT, &Constants::HISTORICAL);
    let explained = bill::explain(Version::Bill, percent, constants, board);
    std::array::from_fn(|term| explained.terms.get(term).map_or(0.0, |term| term.value))
}

/// Sections 2.2.4 and 3.1.6.1: directions turned over, quiet moves, and the moves of a position.
fn mobility() -> Vec<Finding> {
    let of_move = |number: usize| -> Vec<f64> {
        let games = bill_games().iter().map(std::slice::from_ref);
        let moves = games.filter_map(|game| moves_of(game).nth(number - 1));
        moves.map(|(_, position, square)| f64::from(n_directions(&position, square))).collect()
    };
    let sampled = |values: &[f64]| {
        let (mean, error) = mean_and_error(values);
        Measured::sampled(mean, error, values.len() as f64)
    };
    let few = "fifteen games are few";
    let mut findings: Vec<Finding> = [(10, 1.1), (50, 1.5)]
        .into_iter()
        .map(|(number, theirs)| {
            let what = format!("2.2.4: directions turned over by move {number} of BILL's games");
            let rule = Rule::ChanceOf(f64::INFINITY);
            Claim::new(&what, theirs, rule, few).judged(&sampled(&of_move(number)))
        })
        .collect();
    let all: Vec<_> = moves_of(bill_games()).collect();
    let quiet = all.iter().filter(|(_, position, square)| is_quiet(position, *square)).count();
    let what =
        "2.2.4: perfectly quiet moves, which flip one internal disc, in percent of BILL's games";
    let percent = Measured::exact(100.0 * quiet as f64 / all.len() as f64);
    findings.push(Claim::new(what, "", Rule::Shown, "").judged(&percent));
    let counts = all.iter().map(|(_, position, _)| f64::from(position.legal_moves().count()));
    let counts: Vec<f64> = counts.collect();
    let what = "3.1.6.1: legal moves of a position, in BILL's games";
    let because = "the report assumes ten moves (note 12) and does not count them";
    findings.push(Claim::new(what, 10.0, Rule::Within(1.0), because).judged(&sampled(&counts)));
    findings
}

fn n_directions(position: &Position, square: Square) -> u32 {
    let flips = position.board().flips(square);
    (square.bitboard().dilated() & flips).count()
}

fn is_quiet(position: &Position, square: Square) -> bool {
    let board = position.board();
    let flips = board.flips(square);
    let around = flips.dilated() - board.occupied() - square.bitboard();
    flips.count() == 1 && around.is_empty()
}

/// The numbers that the report gives without an experiment.
fn numbers() -> Result<Vec<Finding>> {
    let most = |index: fn([f64; 3]) -> f64| {
        let boards = moves_of(bill_games()).map(|(_, position, _)| index(terms(position.board())));
        Measured::exact(boards.map(f64::abs).fold(0.0, f64::max))
    };
    let unpublished = "the constants are ours";
    let range = "\"always lie in [-1000, 1000]\"";
    // An alpha-beta tree of 8 plies with 10 moves everywhere, ordered perfectly (Knuth and Moore 1975).
    let leaves = 2.0 * 10_f64.powi(4) - 1.0;
    let max_flips = Square::ALL.into_iter().map(n_flips_at_most).max().unwrap_or_default();
    let rows = [
        ("3.2: the greatest edge advantage in BILL's games", range, most(|terms| terms[0])),
        ("3.2: the greatest mobility advantage", range, most(|terms| terms[1])),
        ("3.2: the greatest occupied-square advantage", range, most(|terms| terms[2])),
    ];
    let mut findings: Vec<Finding> = rows
        .into_iter()
        .map(|(what, theirs, measured)| {
            Claim::new(what, theirs, Rule::AtMost(1000.0), unpublished).judged(&measured)
        })
        .collect();
    for (what, theirs, rule, value) in [
        (
            "3.1.6.1: the optimal branching factor at 8 plies, (2 x 10^4 - 1)^(1/8)",
            3.45,
            Rule::Within(0.01),
            leaves.powf(1.0 / 8.0),
        ),
        ("3.2.3: discs that a move turns over at most", 19.0, Rule::Equal, f64::from(max_flips)),
        (
            "3.2.3: Black's lead after the last move of a game that stood 13-50 (drawn below)",
            0.0,
            Rule::Above(0.0),
            last_move_lead()?,
        ),
    ] {
        findings.push(
            Claim::new(what, Theirs::Figure(theirs), rule, "").judged(&Measured::exact(value)),
        );
    }
    Ok(findings)
}

/// Returns the most discs that a move to a square can turn over: in each direction all but the last.
fn n_flips_at_most(square: Square) -> u32 {
    let (column, row) = (square.column() as i32, square.row() as i32);
    let directions = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y)));
    let squares = |(x, y): (i32, i32)| {
        let on_board = |steps: &i32| {
            (0..8).contains(&(column + steps * x)) && (0..8).contains(&(row + steps * y))
        };
        (1..8).take_while(on_board).count() as u32
    };
    directions.filter(|way| *way != (0, 0)).map(|way| squares(way).saturating_sub(1)).sum()
}

/// A full board but for d4 with 13 discs of Black's: at the eight ends of its lines, and five more.
const BEFORE_THE_LAST_MOVE: &str = "a1 a4 a7 d1 g1 h4 h8 d8 b1 c1 e1 f1 h1";

fn before_the_last_move() -> Result<Position> {
    let squares = BEFORE_THE_LAST_MOVE.split(' ').map(str::parse::<Square>);
    let black: Bitboard = squares.collect::<Result<_, _>>()?;
    let white = Bitboard::ALL - black - Square::D4.bitboard();
    Ok(Position::new(Board::new(black, white)?, Color::Black))
}

/// Returns Black's discs less White's after Black's move to d4.
fn last_move_lead() -> Result<f64> {
    let after = before_the_last_move()?.play(Move::Place(Square::D4))?;
    let count = |color| f64::from(after.discs(color).count());
    Ok(count(Color::Black) - count(Color::White))
}
