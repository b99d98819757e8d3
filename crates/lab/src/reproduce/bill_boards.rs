//! BILL's games and edges as its report speaks of them (chapters 2 and 3).

use anyhow::{Result, bail};
use willow_board::{Bitboard, Board, Color, Move, Position, Square};
use willow_classics::bill::{Constants, combine_moves, view_edge};

use super::bill_games::{BillGame, bill_games};
use super::finding::{Claim, Finding, Measured, Rule, Theirs};
use super::game_curves::{Curve, disc_differences, line_figure, mobility_differences};
use super::{Report, Run, rows};

const BOARDS: &str = include_str!("bill_boards.txt");

/// Edges of figure 3-6: the discs from a1 to h1, the squares that the text speaks of, and their type.
const STABILITIES: [(&str, &str, &str); 8] = [
    ("-XO--XO-", "b1 c1 f1 g1", "unstable"),
    ("XXXX-O--", "a1 b1 c1 d1", "stable-3"),
    ("OXXOXOXO", "a1 b1 c1 d1 e1 f1 g1 h1", "stable-3"),
    ("OOXXO---", "c1 d1", "stable-1"),
    ("OXXOX---", "b1 c1", "stable-2"),
    ("--XOOX--", "d1 e1", "unanchored stable"),
    ("--X-----", "c1", "alone"),
    ("-XXXXXX-", "b1 c1 d1 e1 f1 g1", "semi-stable"),
];

/// Figure 3-7, an edge of Black's, and figure 2-5 (c) beside a balanced edge: the edge, its discs, and the
/// difference that the report names, for Black with White to move, of 1000.
const HOLE: &str = "b8 c8 d8 f8";
const UNBALANCED: &str = "c1 d1 e1 f1 g1";
const BALANCED: &str = "b1 c1 d1 e1 f1 g1";

const UPPER: usize = 0;
const LOWER: usize = 1;

pub(super) fn run(_: &Run<'_>) -> Result<Report> {
    let mut findings = Vec::new();
    for [what, game, moves, counted, theirs] in rows(BOARDS) {
        let [one, other] = counts(&position_of(game, moves.parse()?)?, counted)?;
        let ours = format!("{one} and {other}");
        let what = format!("figure {what}, after move {moves}");
        let is_equal = f64::from(u8::from(ours == theirs));
        let finding =
            Claim::new(&what, theirs, Rule::AtLeast(1.0), "").judged(&Measured::exact(is_equal));
        findings.push(Finding { ours, ..finding });
    }
    findings.extend(leads());
    findings.extend(edges());
    let figure = |name, title, curve: fn(&BillGame) -> Curve| {
        let lines = figure_games().map(|game| (game.title(), curve(game)));
        line_figure(name, title, "BILL's less the opponent's", lines)
    };
    let figures = vec![
        figure("x6-discs", "BILL's lead in discs (figure 2-3)", |game| {
            disc_differences(&game.game, game.color)
        }),
        figure("x6-moves", "BILL's lead in moves (figure 2-4)", |game| {
            mobility_differences(&game.game, game.color)
        }),
    ];
    Ok(Report { findings, figures })
}

/// Returns the position of a game of BILL or of these moves; both sides move in turn there.
fn position_of(game: &str, moves: usize) -> Result<Position> {
    let known = bill_games().iter().find(|known| known.title().starts_with(game));
    let game = match known {
        Some(known) => known.game.clone(),
        None => willow_records::transcript::parse(game)?,
    };
    let placed = |ply: &usize| game.moves().take(*ply).filter(|mv| *mv != Move::Pass).count();
    let ply = (0..game.n_plies()).rfind(|ply| placed(ply) == moves).unwrap_or(0);
    Ok(*game.position_at(ply).unwrap_or(game.position()))
}

/// Counts discs or moves of Black and White, or the moves of the side to move and those of them after which the
/// opponent can take a corner that it could not take before.
fn counts(position: &Position, counted: &str) -> Result<[u32; 2]> {
    let board = position.board();
    let [own, other] = [board.legal_moves().count(), board.pass().legal_moves().count()];
    Ok(match counted {
        "discs" => Color::ALL.map(|color| position.discs(color).count()),
        "moves" if position.side_to_move() == Color::Black => [own, other],
        "moves" => [other, own],
        "corners given up" => {
            let before = board.pass().legal_moves() & Bitboard::CORNERS;
            let gives_up = |square: &Square| {
                let after = board.play(*square).expect("the move is legal").legal_moves();
                !((after & Bitboard::CORNERS) - before).is_empty()
            };
            [own, board.legal_moves().squares().filter(gives_up).count() as u32]
        }
        _ => bail!("`{counted}` cannot be counted"),
    })
}

/// Returns the games of figures 2-3 and 2-4: those taken for Waterloo's and two against Iago.
fn figure_games() -> impl Iterator<Item = &'static BillGame> {
    bill_games().iter().filter(|game| game.opponent() == "???" || game.year == "1989")
}

/// BILL's mean leads from move 20 to 40 (sections 2.2.1 and 2.2.3).
fn leads() -> Vec<Finding> {
    let middle = |points: &Curve| {
        let middle = points.iter().filter(|point| (20.0..=40.0).contains(&point.0));
        let values: Vec<f64> = middle.map(|point| point.1).collect();
        values.iter().sum::<f64>() / values.len().max(1) as f64
    };
    let mut findings = Vec::new();
    for game in figure_games() {
        let at_waterloo = game.opponent() == "???";
        let (theirs, because) = if at_waterloo {
            (-10.0, "the report says \"often\"")
        } else {
            (5.0, "the report counts \"about 5 discs more\" by a figure that is lost")
        };
        let discs = middle(&disc_differences(&game.game, game.color));
        let moves = middle(&mobility_differences(&game.game, game.color));
        for (unit, theirs, rule, value) in [
            ("discs", Theirs::Figure(theirs), Rule::Within(6.0), discs),
            ("moves", Theirs::Words("more in all of them"), Rule::Above(0.0), moves),
        ] {
            let what = format!("BILL's lead in {unit} from move 20 to 40, {}", game.title());
            let claim = Claim::new(&what, theirs, rule, because);
            findings.push(claim.judged(&Measured::exact(value)));
        }
    }
    findings
}

/// Sections 2.2.2 and 3.2.1, with the historical constants, some of which were chosen by these figures.
fn edges() -> Vec<Finding> {
    let black = |squares: &str| -> Bitboard {
        squares.split(' ').map(|name| name.parse::<Square>().expect("a square")).collect()
    };
    // Of an edge of Black's with White to move, for Black, before the search and after it.
    let value = |squares: &str, edge: usize| {
        let board = Board::new(Bitboard::EMPTY, black(squares)).expect("no square is taken twice");
        let view = view_edge(&board, edge, &Constants::HISTORICAL);
        [-view.static_value, -view.value].map(f64::from)
    };
    let [static_value, searched] = value(HOLE, LOWER);
    let to_move = Board::new(black(HOLE), Bitboard::EMPTY).expect("no square is taken twice");
    let with_move = f64::from(view_edge(&to_move, LOWER, &Constants::HISTORICAL).value);
    let unbalanced = value(UNBALANCED, UPPER)[1] - value(BALANCED, UPPER)[1];
    let possible = [(450.0, 0.92), (400.0, 0.02), (-100.0, 0.80)];
    let mut rows = vec![
        ("figure 3-7: static value".to_owned(), Theirs::Figure(-100.0), Rule::Equal, static_value),
        (
            "figure 3-7: value after the search, of 1000".to_owned(),
            Theirs::Words("extremely low"),
            Rule::Below(-200.0),
            searched,
        ),
        (
            "figure 3-7: how much worse if it is White's move".to_owned(),
            Theirs::Words("certainly worse"),
            Rule::Below(0.0),
            searched - with_move,
        ),
        (
            "figure 2-5 (c): an unbalanced edge less a balanced one, of 1000".to_owned(),
            Theirs::Words("inferior"),
            Rule::Below(0.0),
            unbalanced,
        ),
        (
            "figure 3-8: the combined value of its moves".to_owned(),
            Theirs::Figure(430.30),
            Rule::Within(0.05),
            combine_moves(200.0, &possible),
        ),
    ];
    for (discs, squares, name) in STABILITIES {
        let set = |letter: char| -> Bitboard {
            let taken = Square::ALL.into_iter().zip(discs.chars());
            taken.filter(|(_, disc)| *disc == letter).map(|(square, _)| square).collect()
        };
        let board = Board::new(set('X'), set('O')).expect("no square is taken twice");
        let view = view_edge(&board, UPPER, &Constants::HISTORICAL);
        let is_it = |square: &&&str| {
            view.stabilities.iter().any(|(on, found)| on.to_string() == **square && *found == name)
        };
        let squares: Vec<&str> = squares.split(' ').collect();
        let n = squares.iter().filter(is_it).count() as f64;
        let what = format!("figure 3-6, {discs}: discs that are {name}");
        rows.push((what, Theirs::Figure(squares.len() as f64), Rule::Equal, n));
    }
    rows.into_iter()
        .map(|(what, theirs, rule, value)| {
            Claim::new(&what, theirs, rule, "").judged(&Measured::exact(value))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::finding::Verdict;

    #[test]
    fn the_boards_and_the_edges_are_as_the_report_says() {
        let report = run(&Run::in_tests()).unwrap();
        for finding in &report.findings {
            let is_lead = finding.what.contains("lead in discs");
            assert!(is_lead || finding.verdict == Verdict::Holds, "{finding:?}");
        }
    }
}
