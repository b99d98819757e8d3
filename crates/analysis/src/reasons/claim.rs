//! What a reason claims, without the words.

use std::fmt;

use willow_board::{Move, Square};

/// The moves of a line up to the position that a claim is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Moves(pub(super) Vec<Move>);

impl fmt::Display for Moves {
    /// Writes up to three moves, or the first and the last one with their number: `b2 g3 c1`,
    /// `b2 … a8 (9 moves)`. The lines are shown beside the sentences. The alternate form (`{:#}`) is
    /// Japanese.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            [first, .., last] if MOST_LISTED < self.0.len() => {
                let n_moves = self.0.len();
                if f.alternate() {
                    write!(f, "{first} … {last}（{n_moves}手）")
                } else {
                    write!(f, "{first} … {last} ({n_moves} moves)")
                }
            }
            moves => write_listed(f, moves),
        }
    }
}

/// So many moves of a line are listed in a sentence.
const MOST_LISTED: usize = 3;

/// Squares that a sentence lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SquareList(pub(super) Vec<Square>);

impl fmt::Display for SquareList {
    /// Writes the squares with blanks between them: `g7 h7 h8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_listed(f, &self.0)
    }
}

fn write_listed<T: fmt::Display>(f: &mut fmt::Formatter<'_>, items: &[T]) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        let blank = if index == 0 { "" } else { " " };
        write!(f, "{blank}{item}")?;
    }
    Ok(())
}

/// The beginning of a line: its first move, and how many moves of it follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Beginning {
    pub(super) first: Move,
    pub(super) n_more: usize,
}

/// Which squares beside a corner a move is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CornerNeighbour {
    X,
    C,
}

/// Which trap on an edge it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weakness {
    /// Five discs in a row, with a C-square and both corners empty.
    UnbalancedEdge,
    /// A disc on a C-square, with nothing beside it on the edge.
    LoneCSquare,
}

/// The claim of a reason. "The side" is the side of the reason, "the other side" its opponent.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Claim {
    /// The other side's move lets the side take a corner at once.
    CornerAtOnce { mv: Move, best: Move, corner: Square, neighbour: Option<CornerNeighbour> },
    /// The side takes a corner after these moves, and not in the other line.
    CornerLater {
        mv: Move,
        moves: Moves,
        corner: Square,
        neighbour: Option<CornerNeighbour>,
        other: Beginning,
    },
    /// The best move takes a corner, and the side does not take it in the line after its move.
    CornerMissedAtOnce { best: Move, other: Beginning },
    /// After these moves the side takes a corner, but not in the line after its move.
    CornerMissedLater { moves: Moves, corner: Square, other: Beginning },
    /// After these moves the side must pass, and not in the other line.
    Pass { moves: Moves, other: Beginning },
    /// After the first moves each of the side's legal moves lets the other side take a corner; after
    /// the second ones so many do not.
    NoSafeMove { moves: Moves, legal: SquareList, best_moves: Moves, n_safe: u32 },
    /// After the first moves the side has no safe move, and the other side always had one until then.
    /// After the second ones it is the other way round.
    OutOfSafeMoves { moves: Moves, best_moves: Moves },
    /// After these moves the side has a weak edge, of which the other side takes a corner in the line.
    WeakEdge {
        weakness: Weakness,
        moves: Moves,
        discs: SquareList,
        corner: Square,
        other: Beginning,
    },
    /// After these moves the side plays an X-square, later the C-square beside it on an edge of the
    /// other side, and then takes a corner of this edge.
    StonerTrap {
        moves: Moves,
        x_square: Square,
        c_square: Square,
        corner: Square,
        other: Beginning,
    },
    /// After these moves the side plays between two discs of the other side on an edge.
    Wedge { moves: Moves, square: Square, neighbours: [Square; 2], other: Beginning },
    /// After the first moves an edge is worth so much to the side by Iago's table.
    EdgeValue { moves: Moves, ends: [Square; 2], best_moves: Moves, value: i32, best_value: i32 },
    /// After the first moves the side has a row of discs that face empty squares, onto so many of which
    /// the other side can move. After the second ones it has none.
    Wall { moves: Moves, discs: SquareList, onto: SquareList, best_moves: Moves },
    /// The other side has the last move in a region (or the game), and the side in the best line.
    LastMove { mv: Move, best: Move, region: Option<SquareList> },
    /// After the first moves the side has no disc, after the second ones so many.
    WipeOut { moves: Moves, best_moves: Moves, n_left: u32 },
    /// After these moves the other side threatens to take the last discs of the side with one move.
    WipeOutThreat { moves: Moves, square: Square, n_discs: u32, other: Beginning },
    /// A count of the side after the first moves and after the second ones.
    Count { moves: Moves, best_moves: Moves },
}
