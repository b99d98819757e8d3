//! What a caption says of a board, as a test of a game's positions.

use willow_board::{Bitboard, Board, Color, Game, Move, Position, Square, Symmetry};

use crate::reproduce::game_curves::{after_moves, placed_squares};

/// A fact that a caption states of a position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fact {
    /// A side is to move, and Black and White have so many discs.
    Discs { to_move: Color, black: u32, white: u32 },
    /// A side is to move, and Black and White have so many legal moves.
    Mobility { to_move: Color, black: u32, white: u32 },
    /// This side is to move and has so many moves, of which so many give up a corner at once.
    GivingUpCorners { color: Color, moves: u32, giving_up: u32 },
    /// Black plays here, and White's only answers are these, which all turn the disc over again.
    TurnedBack { square: &'static str, answers: &'static str },
    /// Black plays here. White then takes the corner `corner` and in the end the edge of `lost`; eight own
    /// moves later Black has most of the edges of `won`.
    Sacrifice { square: &'static str, corner: &'static str, lost: Edge, won: [Edge; 2] },
    /// White is to move, and the squares of an edge are so: Black has `black`, `hole` is empty, and White
    /// has no disc on it.
    Edge { edge: Edge, black: &'static str, hole: &'static str },
}

/// An edge of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    North,
    South,
    West,
    East,
}

impl Edge {
    /// Returns the squares from corner to corner.
    pub(super) fn squares(self) -> Bitboard {
        let on_it = |square: &Square| match self {
            Edge::North => square.row() == 0,
            Edge::South => square.row() == 7,
            Edge::West => square.column() == 0,
            Edge::East => square.column() == 7,
        };
        Square::ALL.iter().filter(|square| on_it(square)).copied().collect()
    }
}

/// Most of the eight squares of an edge.
const MOST: u32 = 6;

/// BILL's moves between a sacrifice and its reward, in own moves.
const REWARD_AFTER: usize = 8;

/// A position of which a fact is true: the number of moves before it, and how the board has to be turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FoundBoard {
    pub(super) moves: usize,
    pub(super) symmetry: Symmetry,
}

/// Returns the squares with these names.
fn set(names: &str) -> Bitboard {
    names.split(' ').map(|name| name.parse::<Square>().expect("the squares exist")).collect()
}

/// Returns whether all squares of a set are in another one.
fn all_in(part: Bitboard, whole: Bitboard) -> bool {
    (part - whole).is_empty()
}

/// Returns the moves of a board's player after which the opponent can take a corner that it could not
/// take before.
pub(super) fn giving_up_corners(board: &Board) -> Bitboard {
    let before = board.pass().legal_moves() & Bitboard::CORNERS;
    let gives_up = |&square: &Square| {
        let after = board.play(square).expect("the move is legal");
        !((after.legal_moves() & Bitboard::CORNERS) - before).is_empty()
    };
    board.legal_moves().squares().filter(gives_up).collect()
}

impl Fact {
    /// Looks for the fact in a game. Facts that name squares may hold in a turned board only.
    pub(super) fn find(self, game: &Game) -> Vec<FoundBoard> {
        let n = placed_squares(game).len();
        let symmetries: &[Symmetry] =
            if self.names_squares() { &Symmetry::ALL } else { &Symmetry::ALL[..1] };
        let found = (0..n).filter_map(|moves| {
            let is_so = |symmetry: &&Symmetry| self.holds(game, moves, **symmetry);
            symmetries.iter().find(is_so).map(|&symmetry| FoundBoard { moves, symmetry })
        });
        found.collect()
    }

    const fn names_squares(self) -> bool {
        matches!(self, Fact::TurnedBack { .. } | Fact::Sacrifice { .. } | Fact::Edge { .. })
    }

    fn holds(self, game: &Game, moves: usize, symmetry: Symmetry) -> bool {
        let position = after_moves(game, moves).transformed(symmetry);
        let next = || placed_squares(game)[moves].transformed(symmetry);
        match self {
            Fact::Discs { to_move, black, white } => {
                position.side_to_move() == to_move
                    && [black, white]
                        == [Color::Black, Color::White].map(|color| position.discs(color).count())
            }
            Fact::Mobility { to_move, black, white } => {
                position.side_to_move() == to_move && [black, white] == mobility(&position)
            }
            Fact::GivingUpCorners { color, moves, giving_up } => {
                let board = position.board();
                position.side_to_move() == color
                    && board.legal_moves().count() == moves
                    && giving_up_corners(board).count() == giving_up
            }
            Fact::TurnedBack { square, answers } => {
                position.side_to_move() == Color::Black
                    && set(square) == next().bitboard()
                    && is_turned_back(&position, next(), set(answers))
            }
            Fact::Sacrifice { square, corner, lost, won } => {
                position.side_to_move() == Color::Black
                    && set(square) == next().bitboard()
                    && is_rewarded(game, moves, symmetry, (set(corner), lost, won))
            }
            Fact::Edge { edge, black, hole } => {
                let on_edge = |color| position.discs(color) & edge.squares();
                position.side_to_move() == Color::White
                    && all_in(set(black), on_edge(Color::Black))
                    && on_edge(Color::White).is_empty()
                    && all_in(set(hole), position.board().empties())
            }
        }
    }
}

/// Returns the numbers of legal moves, Black's first.
pub(super) fn mobility(position: &Position) -> [u32; 2] {
    let board = position.board();
    let (own, other) = (board.legal_moves().count(), board.pass().legal_moves().count());
    if position.side_to_move() == Color::Black { [own, other] } else { [other, own] }
}

fn is_turned_back(position: &Position, square: Square, answers: Bitboard) -> bool {
    let Ok(after) = position.play(Move::Place(square)) else { return false };
    let board = after.board();
    board.legal_moves() == answers
        && answers.squares().all(|answer| board.flips(answer).contains(square))
}

/// Returns whether the corner and an edge are lost by the end, and two others won a few moves later.
fn is_rewarded(
    game: &Game,
    moves: usize,
    symmetry: Symmetry,
    (corner, lost, won): (Bitboard, Edge, [Edge; 2]),
) -> bool {
    let at = |moves: usize| after_moves(game, moves).transformed(symmetry);
    let has = |position: &Position, color, edge: Edge| {
        MOST <= (position.discs(color) & edge.squares()).count()
    };
    // Both sides move in turn: an own move is two moves.
    let (later, end) = (at(moves + 1 + 2 * REWARD_AFTER), at(usize::MAX));
    all_in(corner, end.discs(Color::White))
        && has(&end, Color::White, lost)
        && won.into_iter().all(|edge| has(&later, Color::Black, edge))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &str) -> Game {
        willow_records::transcript::parse(moves).unwrap()
    }

    #[test]
    fn facts_are_found_where_they_are_true() {
        let short = game("f5d6c3d3c4");
        let numbers = |fact: Fact| -> Vec<usize> {
            fact.find(&short).iter().map(|found| found.moves).collect()
        };
        assert_eq!(numbers(Fact::Discs { to_move: Color::White, black: 4, white: 1 }), [1]);
        assert!(numbers(Fact::Discs { to_move: Color::Black, black: 4, white: 1 }).is_empty());
        assert_eq!(numbers(Fact::Mobility { to_move: Color::Black, black: 4, white: 4 }), [0]);
        let none = Fact::GivingUpCorners { color: Color::White, moves: 3, giving_up: 0 };
        assert_eq!(numbers(none), [1]);
    }

    #[test]
    fn a_move_gives_up_a_corner_that_was_safe() {
        // b2 turns c3 over; e5 then takes a1 over the whole diagonal.
        let board = Board::new(set("d4"), set("c3 e5")).unwrap();
        assert_eq!(giving_up_corners(&board), set("b2"));
        let board = Board::new(set("d4"), set("c3")).unwrap();
        assert_eq!(giving_up_corners(&board), Bitboard::EMPTY);
        // With e1 the other side has a1 anyway.
        let board = Board::new(set("d4 b1"), set("c3 e5 c1")).unwrap();
        assert_eq!(giving_up_corners(&board), Bitboard::EMPTY);
    }

    #[test]
    fn edges_have_eight_squares() {
        for edge in [Edge::North, Edge::South, Edge::West, Edge::East] {
            assert_eq!(edge.squares().count(), 8);
        }
        assert!(all_in(set("a8 h8"), Edge::South.squares()));
    }
}
