//! The boards of chapters 2 and 3 in the games that their captions name.

use anyhow::{Context as _, Result};
use willow_board::{Color, Game, Position, Square, Symmetry};

use super::facts::{Edge, Fact, FoundBoard, giving_up_corners, mobility};
use crate::reproduce::bill_games::{BillGame, bill_games};
use crate::reproduce::game_curves::{after_moves, placed_squares};
use crate::reproduce::report::ExperimentReport;
use crate::reproduce::report_table::ReportTable;
use crate::reproduce::verdict::{ClaimTest, ComparedFigure, PaperClaim, Sample, Tolerance};

/// Two games of figure 2-6 that are not in the report's appendix, from the files of 1980 and 1985 of the
/// same database: players, score, moves.
const OTHER_GAMES: [(&str, &str); 2] = [
    (
        "Aldaron (heath) 30-34 Iago (rosenbloom) (1980)",
        "f5f6e6f4c3d6f3e3d3c6g4f2g5g3h3h6f1c4c7d7b4e2c5d2h5g6d8a4a3a2\
         c1b3c2h4e7e8f8h2f7c8b8b6a5a6b5g7h8d1e1g2h1g1b2g8b7a1b1a8h7a7",
    ),
    (
        "Iago (rosenbloom) 23-41 Bill (mahajan) (1985)",
        "f5d6c3d3c4f4c5b3e2c6b4a3a4a5b5e6c2f3e3d2f7a6g3b6d1h3f2c1d7e8\
         b1e7d8c8f8f6c7g8g6g5h6g4h5b8g7h4b7h8h7f1g1e1g2a1b2a2h2h1a8a7",
    ),
];

/// A board of the report.
struct PrintedBoard {
    figure: &'static str,
    /// What the caption says.
    words: &'static str,
    /// The beginning of the game's title.
    game: &'static str,
    fact: Fact,
}

const BOARDS: [PrintedBoard; 7] = [
    PrintedBoard {
        figure: "2-2",
        words: "BILL (Black) has 1 disc, IAGO 35; Black to move",
        game: "Bill (mahajan) 53-11 Iago",
        fact: Fact::Discs { to_move: Color::Black, black: 1, white: 35 },
    },
    PrintedBoard {
        figure: "2-6 (a)",
        words: "7 of IAGO's (White's) 11 moves give up a corner",
        game: "Aldaron (heath) 30-34 Iago",
        fact: Fact::GivingUpCorners { color: Color::White, moves: 11, giving_up: 7 },
    },
    PrintedBoard {
        figure: "2-6 (b)",
        words: "IAGO (Black) has 7 moves, of which 5 give up a corner immediately",
        game: "Iago (rosenbloom) 23-41 Bill",
        fact: Fact::GivingUpCorners { color: Color::Black, moves: 7, giving_up: 5 },
    },
    PrintedBoard {
        figure: "2-7 (b)",
        words: "Black has 2 moves, BILL (White, to move) 15",
        game: "??? 5-59 Bill",
        fact: Fact::Mobility { to_move: Color::White, black: 2, white: 15 },
    },
    PrintedBoard {
        figure: "3-5 (a)",
        words: "BILL (Black) plays b2, gives up the northwestern corner and the northern edge, and has the \
                eastern and the western edge 8 moves later",
        game: "Bill (mahajan) 44-20 Aldaron",
        fact: Fact::Sacrifice {
            square: "b2",
            corner: "a1",
            lost: Edge::North,
            won: [Edge::East, Edge::West],
        },
    },
    PrintedBoard {
        figure: "3-5 (b)",
        words: "BILL (Black) plays b7; White has a6, a7 and b8 only, which all turn b7 over again",
        game: "Bill (mahajan) 57-6 ???",
        fact: TURNED_BACK,
    },
    PrintedBoard {
        figure: "3-7",
        words: "Black has c8, d8 and f8; White could play into the hole e8. Looked for is more than the caption \
                tells: Black has b8 as well, a8 is empty, and White has no disc on the edge",
        game: "??? 5-59 Bill",
        fact: SOUTHERN_EDGE,
    },
];

/// What figure 3-5 (b) shows.
pub(super) const TURNED_BACK: Fact = Fact::TurnedBack { square: "b7", answers: "a6 a7 b8" };

/// What figure 3-7 shows.
pub(super) const SOUTHERN_EDGE: Fact =
    Fact::Edge { edge: Edge::South, black: "b8 c8 d8 f8", hole: "a8 e8" };

/// A board with the game it was looked for in.
pub(super) struct SearchedBoard {
    printed: &'static PrintedBoard,
    title: String,
    game: Game,
    /// The positions of which the fact is true.
    found: Vec<FoundBoard>,
}

/// Looks for all boards.
pub(super) fn find() -> Result<Vec<SearchedBoard>> {
    let look = |printed: &'static PrintedBoard| {
        let (title, game) = game_with_title(printed.game)?;
        let found = printed.fact.find(&game);
        Ok(SearchedBoard { printed, title, game, found })
    };
    BOARDS.iter().map(look).collect()
}

fn game_with_title(beginning: &str) -> Result<(String, Game)> {
    let is_it = |game: &&BillGame| game.title().starts_with(beginning);
    if let Some(game) = bill_games().iter().find(is_it) {
        return Ok((game.title(), game.game.clone()));
    }
    let mut others = OTHER_GAMES.iter();
    let other = others.find(|(title, _)| title.starts_with(beginning));
    let (title, moves) = other.with_context(|| format!("there is no game {beginning}"))?;
    Ok(((*title).to_owned(), willow_records::transcript::parse(moves)?))
}

impl SearchedBoard {
    /// Returns the position to draw: the first that was found.
    fn shown(&self) -> Option<FoundBoard> {
        self.found.first().copied()
    }

    /// Returns what the game has nearest to a fact that it has nowhere.
    fn nearest(&self) -> String {
        let Fact::GivingUpCorners { color, moves, giving_up } = self.printed.fact else {
            return "not found".to_owned();
        };
        let positions =
            (0..placed_squares(&self.game).len()).map(|n| (n, after_moves(&self.game, n)));
        let counts = positions.filter_map(|(n, position)| {
            let board = position.board();
            let is_it = position.side_to_move() == color && board.legal_moves().count() == moves;
            is_it.then(|| (n, giving_up_corners(board).count()))
        });
        counts.min_by_key(|(_, given)| given.abs_diff(giving_up)).map_or_else(
            || "not found".to_owned(),
            |(n, given)| format!("not found; the nearest is after move {n}: {given} of {moves}"),
        )
    }

    fn found_text(&self) -> String {
        let places = self.found.iter().map(|found| found.moves.to_string());
        let places: Vec<String> = places.collect();
        if places.is_empty() { self.nearest() } else { format!("after move {}", places.join(", ")) }
    }
}

/// Adds the table of the boards and their drawings.
pub(super) fn add(boards: &[SearchedBoard], report: &mut ExperimentReport) {
    let mut table = ReportTable::new(
        "Boards of chapters 2 and 3, and where the game that the caption names has them",
        &["figure", "what the report says", "game", "found"],
    );
    for board in boards {
        table.add_row([
            board.printed.figure.to_owned(),
            board.printed.words.to_owned(),
            board.title.clone(),
            board.found_text(),
        ]);
    }
    report.add_table(table);
    for board in boards {
        let Some(shown) = board.shown() else { continue };
        let position = after_moves(&board.game, shown.moves).transformed(shown.symmetry);
        let turned = if shown.symmetry == Symmetry::Identity {
            String::new()
        } else {
            ", turned as the report's squares are".to_owned()
        };
        let next = placed_squares(&board.game).get(shown.moves).copied();
        let next = next.map(|square| square.transformed(shown.symmetry));
        let title = format!(
            "Figure {}: {}, after move {}{turned}",
            board.printed.figure, board.title, shown.moves
        );
        report.add_diagram(title, drawn(&position, next));
    }
}

/// Draws a board: `X` Black, `O` White, `*` the next move, `.` the other legal moves of the side to move.
fn drawn(position: &Position, next: Option<Square>) -> Vec<String> {
    let legal = position.legal_moves();
    let mark = |square: Square| match position.disc_at(square) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None if next == Some(square) => '*',
        None if legal.contains(square) => '.',
        None => '-',
    };
    let mut lines = vec!["  a b c d e f g h".to_owned()];
    for (row, squares) in (1..).zip(Square::ALL.chunks(8)) {
        let marks: Vec<String> = squares.iter().map(|&square| mark(square).to_string()).collect();
        lines.push(format!("{row} {}", marks.join(" ")));
    }
    let [black, white] = [Color::Black, Color::White].map(|color| position.discs(color).count());
    let [black_moves, white_moves] = mobility(position);
    let side = if position.side_to_move() == Color::Black { "Black (X)" } else { "White (O)" };
    let next = next.map_or_else(String::new, |square| format!(" and plays {square} (*)"));
    lines.push(format!("{side} is to move{next}."));
    lines.push(format!(
        "Discs: X {black}, O {white}. Moves: X {black_moves}, O {white_moves}; corners given up by {}.",
        giving_up_corners(position.board()).count()
    ));
    lines
}

/// Returns the captions as claims: each board is in the game that it names.
pub(super) fn claims(boards: &[SearchedBoard]) -> Vec<PaperClaim> {
    let claim = |board: &SearchedBoard| PaperClaim {
        claim: format!(
            "figure {}: positions of the game of which its caption is true, 1 or more",
            board.printed.figure
        ),
        test: ClaimTest::Figures(
            Tolerance::AtLeast(1.0),
            vec![ComparedFigure::new(f64::NAN, board.found.len() as f64)],
        ),
        sample: Sample::Sufficient,
    };
    boards.iter().map(claim).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_boards_are_where_they_were_read() {
        let boards = find().unwrap();
        let found = |figure: &str| -> Vec<usize> {
            let board = boards.iter().find(|board| board.printed.figure == figure).unwrap();
            board.found.iter().map(|found| found.moves).collect()
        };
        assert_eq!(found("2-2"), [32]);
        assert_eq!(found("2-6 (a)"), [41]);
        assert_eq!(found("2-6 (b)"), [50]);
        assert_eq!(found("2-7 (b)"), [31]);
        assert_eq!(found("3-5 (a)"), [38, 42]);
        assert_eq!(found("3-5 (b)"), [44]);
        assert_eq!(found("3-7"), [37]);
    }

    #[test]
    fn boards_are_drawn_with_their_next_move() {
        let lines = drawn(&Position::START, Some(Square::F5));
        assert_eq!(lines[4], "4 - - . O X - - -");
        assert!(lines[5].ends_with("X O * - -"), "{}", lines[5]);
        assert_eq!(lines[9], "Black (X) is to move and plays f5 (*).");
    }
}
