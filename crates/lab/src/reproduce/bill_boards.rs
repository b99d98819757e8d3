//! BILL's games and edges as its report speaks of them (chapters 2 and 3).

use anyhow::{Context as _, Result};
use willow_board::{Bitboard, Board, Color, Game, Position, Square};
use willow_classics::bill::{Constants, Version, combine_moves, time_fractions};
use willow_classics::{EdgeDisc, EdgeDiscs, EdgeView};
use willow_records::PrintedBoard;

use super::bill_games::{BillGame, bill_games, game_of};
use super::finding::{Claim, Finding, Measured, Rule, Theirs};
use super::game_curves::{Curve, disc_differences, line_figure, mobility_differences};
use super::{Report, Run, ply_after, position_after, rows};
use crate::figure::{Drawing, Figure, FigureLine};

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

/// Figure 3-7, an edge of Black's with White to move, and figure 2-5 (c) beside a balanced edge.
const HOLE: &str = "--OOO-O---";
const UNBALANCED: &str = "---OOOOO--";
const BALANCED: &str = "--OOOOOO--";

/// The index of the upper edge.
const UPPER: usize = 0;
/// The index of the lower edge.
const LOWER: usize = 1;

pub(super) fn run(_: &Run<'_>) -> Result<Report> {
    let mut findings = Vec::new();
    let mut boards = Vec::new();
    for [what, game, moves, looked_at, theirs] in rows(BOARDS) {
        let (figure, _) = what.split_once(':').unwrap_or((what, ""));
        let spot = Spot::of(&game_of(game).game, moves.parse()?);
        let ours = spot.look(looked_at)?;
        let rule = if theirs.is_empty() { Rule::Shown } else { Rule::AtLeast(1.0) };
        let what = format!("figure {what}, {game} after move {moves}");
        let is_equal = Measured::exact(f64::from(u8::from(ours == theirs)));
        let finding = Claim::new(&what, theirs, rule, "").judged(&is_equal);
        findings.push(Finding { ours, ..finding });
        let title = format!("Figure {figure}: {game} after move {moves}");
        if boards.iter().all(|(known, _)| *known != title) {
            boards.push((title, PrintedBoard::from(spot.position)));
        }
    }
    findings.extend(leads());
    findings.extend(edges()?);
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
    Ok(Report { findings, figures: figures.into_iter().chain([time_figure()]).collect(), boards })
}

/// Figure 3-1, which is lost: the parts are ours.
fn time_figure() -> Figure {
    let points = (1..).map(f64::from).zip(time_fractions()).collect();
    let line = FigureLine { name: "time".to_owned(), points };
    Figure {
        name: "figures-time",
        title: "Time allocation fraction for BILL (figure 3-1), ours",
        x: "own move",
        y: "part of the time that remains",
        drawing: Drawing::Lines(vec![line]),
    }
}

/// A position in a game.
struct Spot<'a> {
    game: &'a Game,
    ply: usize,
    position: Position,
}

impl<'a> Spot<'a> {
    /// Finds the position after so many moves, behind a pass.
    fn of(game: &'a Game, moves: usize) -> Spot<'a> {
        Spot { game, ply: ply_after(game, moves), position: *position_after(game, moves) }
    }

    /// Returns what a row of the table looks at.
    fn look(&self, at: &str) -> Result<String> {
        let (position, board) = (&self.position, self.position.board());
        let (own, others) = (board.legal_moves(), board.pass().legal_moves());
        let [own_count, others_count] = [own, others].map(Bitboard::count);
        Ok(match at {
            "discs" => both(Color::ALL.map(|color| position.discs(color).count())),
            "moves" if position.side_to_move() == Color::Black => both([own_count, others_count]),
            "moves" => both([others_count, own_count]),
            "corners given up" => both([own_count, self.n_giving_up_corners()]),
            "move" => self.game.moves().nth(self.ply).map_or_else(String::new, |mv| mv.to_string()),
            "legal" => names(own),
            "next moves of the opponent" => self.next_mobilities(),
            "lower edge" => {
                let [black, white] = Color::ALL.map(|color| position.discs(color));
                EdgeDiscs::of_board(&Board::new(black, white)?, LOWER).to_string()
            }
            _ => {
                let flipped: Square = at.strip_prefix("legal that flip ").unwrap_or(at).parse()?;
                names(own.squares().filter(|&mv| board.flips(mv).contains(flipped)).collect())
            }
        })
    }

    /// Counts the moves after which the opponent can take a corner that it could not take before.
    fn n_giving_up_corners(&self) -> u32 {
        let board = self.position.board();
        let before = board.pass().legal_moves() & Bitboard::CORNERS;
        let gives_up = |square: &Square| {
            let after = board.after(*square, board.flips(*square)).legal_moves();
            !((after & Bitboard::CORNERS) - before).is_empty()
        };
        board.legal_moves().squares().filter(gives_up).count() as u32
    }

    /// Returns the numbers of legal moves at this turn and the next two of the same side.
    fn next_mobilities(&self) -> String {
        let turns = [0, 2, 4].map(|more| self.game.position_at(self.ply + more));
        let counts = turns.into_iter().flatten().map(|turn| turn.legal_moves().count().to_string());
        counts.collect::<Vec<_>>().join(" ")
    }
}

fn both([one, other]: [u32; 2]) -> String {
    format!("{one} and {other}")
}

fn names(squares: Bitboard) -> String {
    squares.squares().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

/// Returns the games of figures 2-3 and 2-4: those taken for Waterloo's and two against Iago.
fn figure_games() -> impl Iterator<Item = &'static BillGame> {
    bill_games().iter().filter(|game| game.opponent() == "???" || game.year == "1989")
}

/// BILL's mean leads from turn 20 to 40 (sections 2.2.1 and 2.2.3).
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
            let what = format!("BILL's lead in {unit} from turn 20 to 40, {}", game.title());
            let claim = Claim::new(&what, theirs, rule, because);
            findings.push(claim.judged(&Measured::exact(value)));
        }
    }
    findings
}

/// Sections 2.2.2 and 3.2.1, with the historical constants, some of which were chosen by these figures.
fn edges() -> Result<Vec<Finding>> {
    let table = Version::Bill.edge_table(&Constants::HISTORICAL).context("it has a table")?;
    // Black's discs are X where Black is to move, and O where White is.
    let view = |edge: &str| -> Result<EdgeView> { Ok(table.view(edge.parse()?)) };
    let for_black = |edge: &str| -> Result<f64> { Ok(-f64::from(view(edge)?.value)) };
    let [searched, with_move] = [for_black(HOLE)?, f64::from(view(&HOLE.replace('O', "X"))?.value)];
    let possible = [(450.0, 0.92), (400.0, 0.02), (-100.0, 0.80)];
    let mut rows = vec![
        (
            "figure 3-7: static value".to_owned(),
            Theirs::Figure(-100.0),
            Rule::Equal,
            -f64::from(view(HOLE)?.static_value),
        ),
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
            for_black(UNBALANCED)? - for_black(BALANCED)?,
        ),
        (
            "figure 3-8: the combined value of its moves".to_owned(),
            Theirs::Figure(430.30),
            Rule::Within(0.05),
            combine_moves(200.0, &possible),
        ),
    ];
    for (discs, squares, name) in STABILITIES {
        let view = view(discs)?;
        let is_it = |square: &&&str| {
            let is_there =
                |disc: &&EdgeDisc| EdgeDiscs::squares(UPPER)[disc.place].to_string() == **square;
            view.discs.iter().find(is_there).is_some_and(|disc| disc.stability == name)
        };
        let squares: Vec<&str> = squares.split(' ').collect();
        let n = squares.iter().filter(is_it).count() as f64;
        let what = format!("figure 3-6, {discs}: discs that are {name}");
        rows.push((what, Theirs::Figure(squares.len() as f64), Rule::Equal, n));
    }
    let judged = |(what, theirs, rule, value): (String, Theirs<'_>, Rule, f64)| {
        Claim::new(&what, theirs, rule, "").judged(&Measured::exact(value))
    };
    Ok(rows.into_iter().map(judged).chain(edge_lines()?).collect())
}

/// Figure 2-5 (b): White's answers to Black's c1 on an edge with White's g1, and Black's reply; figure 2-5 (c):
/// White's b2, Black's corner, and White's b1 and h1.
const LONE_C_SQUARE: [&str; 5] = ["d1 f1", "e1 f1", "f1 e1", "pass e1 d1 f1", "pass e1 f1 pass"];
const FREE_MOVES: &str = "b2 a1 b1 pass h1";

/// Plays the lines of section 2.2.2 on an edge alone, where the rest of the board makes every move legal.
fn edge_lines() -> Result<Vec<Finding>> {
    // A board for the side to move, White.
    let line = |mut board: Board, moves: &str| -> Result<Board> {
        for mv in moves.split(' ') {
            board = match mv {
                "pass" => board.pass(),
                mv => {
                    let square = mv.parse()?;
                    board.after(square, board.flips(square))
                }
            };
        }
        Ok(board)
    };
    let set = |names: &str| -> Result<Bitboard> {
        let squares = names.split(' ').map(str::parse::<Square>);
        Ok(squares.collect::<Result<Bitboard, _>>()?)
    };
    let lone = Board::new(set("g1")?, set("c1")?)?;
    let mut findings = Vec::new();
    for moves in LONE_C_SQUARE {
        let after = line(lone, moves)?.pass();
        let takes = after.is_legal(Square::H1);
        let what =
            format!("figure 2-5 (b): after c1 {moves}, does Black's h1 flip White's edge discs?");
        let claim = Claim::new(&what, "Black wins the corner", Rule::AtLeast(1.0), "");
        let finding = claim.judged(&Measured::exact(f64::from(u8::from(takes))));
        let ours = if takes { "yes" } else { "no" }.to_owned();
        findings.push(Finding { ours, ..finding });
    }
    let unbalanced = Board::new(Bitboard::EMPTY, set("c1 d1 e1 f1 g1")?)?;
    let after = line(unbalanced, FREE_MOVES)?.opponent();
    let edge: Bitboard = EdgeDiscs::squares(UPPER)[1..9].iter().copied().collect();
    let what = format!("figure 2-5 (c): White's discs on the edge after {FREE_MOVES}");
    let claim = Claim::new(&what, 7.0, Rule::Equal, "");
    findings.push(claim.judged(&Measured::exact((after & edge).count().into())));
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::finding::Verdict;

    #[test]
    fn the_boards_and_the_edges_are_as_the_report_says() {
        let report = run(&Run::in_tests()).unwrap();
        for finding in &report.findings {
            let is_lead = finding.what.contains("lead in discs") || finding.theirs.is_empty();
            assert!(is_lead || finding.verdict == Verdict::Holds, "{finding:?}");
        }
        let titles: Vec<&str> = report.boards.iter().map(|(title, _)| &**title).collect();
        assert_eq!((titles.len(), titles[0]), (9, "Figure 2-2: II-8 after move 32"));
    }
}
