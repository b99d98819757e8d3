//! What a reason claims, without the words.

use std::fmt;

use willow_board::{Move, Square};

use super::reason::{Seen, Term};

/// Moves of a line: those up to the position that a claim is about, or all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Moves(pub(super) Vec<Move>);

impl fmt::Display for Moves {
    /// Writes up to three moves, or the first and the last one with their number: `b2 g3 c1`,
    /// `b2 … a8 (9 moves)`, `b2 … a8 (8 moves and a pass)`. The lines are shown beside the sentences. The
    /// alternate form (`{:#}`) is Japanese.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, .., last] = &*self.0 else { return write_listed(f, &self.0) };
        if self.0.len() <= MAX_LISTED {
            return write_listed(f, &self.0);
        }
        let n_passes = self.0.iter().filter(|mv| mv.square().is_none()).count();
        let n_moves = self.0.len() - n_passes;
        match (f.alternate(), n_passes) {
            (true, 0) => write!(f, "{first} … {last}（{n_moves}手）"),
            (true, _) => write!(f, "{first} … {last}（{n_moves}手とパス{n_passes}回）"),
            (false, 0) => write!(f, "{first} … {last} ({n_moves} moves)"),
            (false, 1) => write!(f, "{first} … {last} ({n_moves} moves and a pass)"),
            (false, _) => write!(f, "{first} … {last} ({n_moves} moves and {n_passes} passes)"),
        }
    }
}

/// Maximum moves of a line listed in a sentence.
const MAX_LISTED: usize = 3;

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

/// The claim of a reason. "The side" is the side of the reason, "the other side" its opponent. `moves` leads
/// to what is claimed, and `other` is the whole line in which it does not happen.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Claim {
    Corner(CornerClaim),
    Tempo(TempoClaim),
    Edge(EdgeClaim),
    Ending(EndingClaim),
    Rest(RestClaim),
    Reply(ReplyClaim),
}

/// Who takes a corner.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum CornerClaim {
    /// The other side's move lets the side take a corner at once and turn so many discs.
    AtOnce {
        mv: Move,
        best: Move,
        corner: Square,
        neighbour: Option<CornerNeighbour>,
        n_turned: u32,
    },
    /// The side takes a corner after these moves of the line after its opponent's move, and turns so many discs.
    Later {
        mv: Move,
        moves: Moves,
        corner: Square,
        neighbour: Option<CornerNeighbour>,
        n_turned: u32,
        other: Moves,
    },
    /// The best move takes a corner that the side can take later, too.
    Taken { best: Move },
    /// The best move takes a corner.
    MissedAtOnce { best: Move, other: Moves },
    /// The side takes a corner after these moves of the best line.
    MissedLater { moves: Moves, corner: Square, other: Moves },
}

/// Which square beside a corner a move is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CornerNeighbour {
    X,
    C,
}

/// Who runs out of moves.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TempoClaim {
    /// After these moves the side must pass, and never in the other line.
    Pass { moves: Moves, other: Moves },
    /// After the first moves each of the side's legal moves lets the other side take a corner; after
    /// the second ones so many do not.
    NoSafeMove { moves: Moves, legal: SquareList, best_moves: Moves, n_safe: u32 },
    /// After the first moves the side to move has no safe move and no corner to take; whoever was to move
    /// before had a safe move.
    /// After the second ones it is the other way round.
    OutOfSafeMoves { moves: Moves, best_moves: Moves },
}

/// What happens on an edge.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum EdgeClaim {
    /// After these moves the side has a weak edge. Later in the line the other side takes a corner of it and
    /// turns a disc of the formation. In the other line neither happens.
    Weak { formation: WeakFormation, moves: Moves, corner: Square, other: Moves },
    /// After these moves the side plays an X-square, later the C-square beside it on an edge of the
    /// other side, and then takes a corner of this edge.
    StonerTrap { moves: Moves, x_square: Square, c_square: Square, corner: Square, other: Moves },
    /// After these moves the side plays between two discs of the other side on an edge.
    Wedge { moves: Moves, square: Square, neighbours: [Square; 2], other: Moves },
    /// After the first moves an edge with its X-squares is worth less to the side than after the second
    /// ones, and has this feature, which it does not have after the second ones.
    Value { moves: Moves, ends: [Square; 2], best_moves: Moves, feature: EdgeFeature },
}

/// A formation on an edge that often gives the opponent a corner.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum WeakFormation {
    /// Five discs in a row, with a C-square and both corners empty.
    UnbalancedEdge(SquareList),
    /// A disc on a C-square, with nothing beside it on the edge.
    LoneCSquare { disc: Square, empty: [Square; 2] },
}

/// Weakness of an edge for a side.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum EdgeFeature {
    /// The other side has a corner.
    CornerLost(Square),
    /// The side does not have a corner.
    CornerMissing(Square),
    /// The side has a disc on an X-square beside an empty corner.
    XSquare { disc: Square, corner: Square },
    /// A weak formation.
    Weak(WeakFormation),
    /// A disc of the other side stands between two discs of the side.
    Wedge { disc: Square, neighbours: [Square; 2] },
}

impl EdgeFeature {
    /// Returns the term that has the same meaning, and its squares: a corner or a disc first.
    pub(super) fn cause(&self) -> (Term, Vec<Square>) {
        match self {
            EdgeFeature::CornerLost(corner) => (Term::CornerGiven, vec![*corner]),
            EdgeFeature::CornerMissing(corner) => (Term::CornerMissed, vec![*corner]),
            EdgeFeature::XSquare { disc, corner } => (Term::XSquare, vec![*corner, *disc]),
            EdgeFeature::Weak(WeakFormation::UnbalancedEdge(SquareList(discs))) => {
                (Term::UnbalancedEdge, discs.clone())
            }
            EdgeFeature::Weak(WeakFormation::LoneCSquare { disc, empty: [one, two] }) => {
                (Term::LoneCSquare, vec![*disc, *one, *two])
            }
            EdgeFeature::Wedge { disc, neighbours: [one, two] } => {
                (Term::Wedge, vec![*disc, *one, *two])
            }
        }
    }
}

/// How the game ends.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum EndingClaim {
    /// The other side has the last move in a region, or in the game, and the side in the best line, as is seen there.
    LastMove { moves: Moves, best_moves: Moves, region: Option<SquareList>, instead: Seen },
    /// After the first moves the side has no disc, after the second ones so many.
    WipeOut { moves: Moves, best_moves: Moves, n_left: u32 },
    /// After these moves the other side threatens to take the last discs of the side with one move.
    WipeOutThreat { moves: Moves, square: Square, n_discs: u32, other: Moves },
}

/// The board where both lines are at rest.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum RestClaim {
    /// After the first moves the side has a row of discs that face empties, onto so many of which
    /// the other side can move when it is its turn. After the second ones it has none.
    Wall { moves: Moves, discs: SquareList, onto: SquareList, best_moves: Moves },
    /// The stable discs of the side after the first moves and after the second ones.
    StableDiscs { moves: Moves, best_moves: Moves, number: Number, best_number: Number },
    /// A count of the side after the first moves and after the second ones.
    Count { counted: Counted, moves: Moves, best_moves: Moves, number: u32, best_number: u32 },
    /// The discs that a move turns, and those that the best one turns.
    Flips { mv: Move, best: Move, number: u32, best_number: u32 },
}

/// What the reply to the move does.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ReplyClaim {
    /// It is on the square of the best move, where the other side could not play before: the move has turned these discs
    /// beside it, or none if the reply turns the move's own disc. The reply turns so many.
    TakesBest { mv: Move, best: Move, turned: SquareList, n_turned: u32 },
    /// It could not be played after the best move, nor, if the move opens its square, before the move. It turns so many
    /// discs.
    Gets { mv: Move, reply: Move, best: Move, is_opened: bool, n_turned: u32 },
    /// The move itself turns these discs beside the best move's square, and after the reply the side cannot play there either.
    Closes { mv: Move, best: Move, turned: SquareList },
    /// It turns these discs, of which the best move needs one after the move.
    Prevents { mv: Move, reply: Move, best: Move, needed: SquareList },
    /// The side plays the best move only after it.
    Delays { mv: Move, reply: Move, best: Move },
    /// It may be on these squares, where the other side could not play before; the best move opens so many.
    Opens { mv: Move, squares: SquareList, best: Move, n_by_best: u32 },
}

/// A number, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Exactly(u32),
    AtLeast(u32),
    AtMost(u32),
}

/// The quantity of [`RestClaim::Count`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counted {
    /// The legal moves of the side that is to move.
    LegalMoves,
    /// The moves that would be legal if the side were to move.
    LegalMovesIfToMove,
    /// The legal moves of the side to move after which its opponent can take no corner.
    SafeMoves,
    /// The empties beside discs of the other side.
    PotentialMoves,
    /// The discs beside empties.
    FrontierDiscs,
}
