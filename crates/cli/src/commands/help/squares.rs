//! `willow help squares`: the names, numbers and weights of the squares as boards.

use willow_board::{Bitboard, Board, Square};
use willow_classics::paip::OthelloEvaluation;
use willow_records::paip_text::square_number;

/// Returns the text.
pub(super) fn text() -> String {
    let names = board(|square| square.to_string());
    let edges = edge_names();
    let numbers = board(|square| square_number(square).to_string());
    let indices = board(|square| square.index().to_string());
    let weights = board(|square| weight(square).to_string());
    format!(
        "\
A square is a column, a to h, and a row, 1 to 8 from the top.

{names}
The squares of the edge beside a corner are C, then A, then B; X is diagonally
beside the corner. Who takes a C or X often gives the corner away.

{edges}
PAIP (18.2) first numbers the squares 0 to 63. The steps to the neighbours are
then 1, 7, 8 and 9, forwards and backwards, and the end of a row must be tested.

{indices}
Its programs have a vector of 100 instead, with a border: a square is 10 times
the row plus the column, the steps are 1, 9, 10 and 11. `willow play --plain`
takes these numbers, and `willow convert --to vector` writes the vector.

{numbers}
The weights of PAIP's weighted-squares (18.3):

{weights}"
    )
}

/// Draws the names of the squares at the edge: C, A, B and X.
pub(in crate::commands) fn edge_names() -> String {
    board(|square| edge_name(square).to_owned())
}

/// Draws a board with a word for each square.
fn board(word: impl Fn(Square) -> String) -> String {
    let row = |row| {
        let squares = Square::ALL.into_iter().filter(move |square| square.row() == row);
        squares.map(|square| format!("{:>5}", word(square))).collect::<Vec<_>>().concat() + "\n"
    };
    (0..8).map(row).collect()
}

/// Returns the letter of a square of the edge or of an X-square.
fn edge_name(square: Square) -> &'static str {
    let [column, row] = [square.column(), square.row()].map(|line| line.min(7 - line));
    if Bitboard::X_SQUARES.contains(square) {
        "X"
    } else if column.min(row) == 0 {
        [".", "C", "A", "B"][column.max(row) as usize]
    } else {
        "."
    }
}

/// Returns the weight of a square: what a single disc there is worth.
fn weight(square: Square) -> i32 {
    let board = Board::new(square.bitboard(), Bitboard::EMPTY).expect("a single disc");
    OthelloEvaluation::WeightedSquares.value(&board).units()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_boards_are_the_books() {
        let text = text();
        for row in [
            "    .    C    A    B    B    A    C    .\n",
            "    C    X    .    .    .    .    X    C\n",
            "   11   12   13   14   15   16   17   18\n",
            "   56   57   58   59   60   61   62   63\n",
            "  120  -20   20    5    5   20  -20  120\n",
            "  -20  -40   -5   -5   -5   -5  -40  -20\n",
        ] {
            assert!(text.contains(row), "{row}{text}");
        }
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    }
}
