//! The board on naive rules, and what sentences speak of, counted square by square.

use willow_board::{Bitboard, Board, Color, Move, Position, Square};
use willow_testkit::Discs;

use crate::test_support::discs_of;

/// A board on naive rules, with the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Naive {
    pub(super) discs: Discs,
    pub(super) side: Color,
}

impl Naive {
    pub(super) fn of(position: &Position) -> Naive {
        Naive { discs: discs_of(position.board()), side: position.side_to_move() }
    }

    /// Plays moves, which must be legal.
    pub(super) fn after(mut self, moves: &[Move]) -> Naive {
        for mv in moves {
            self.discs = match mv {
                Move::Place(square) => {
                    assert!(self.can_take(*square), "{mv} is legal");
                    self.discs.after(square.index() as u32)
                }
                Move::Pass => {
                    assert!(self.discs.must_pass(), "a pass is forced");
                    self.discs.passed()
                }
            };
            self.side = !self.side;
        }
        self
    }

    /// Returns the discs as a side sees them.
    pub(super) fn seen_by(&self, side: Color) -> Discs {
        if side == self.side { self.discs } else { self.discs.passed() }
    }

    pub(super) fn can_take(&self, square: Square) -> bool {
        self.discs.legal_squares().contains(&(square.index() as u32))
    }

    pub(super) fn empty(&self, square: Square) -> bool {
        (self.discs.player | self.discs.opponent) >> square.index() & 1 == 0
    }

    pub(super) fn has(&self, side: Color, square: Square) -> bool {
        self.seen_by(side).player >> square.index() & 1 == 1
    }

    /// Returns the board on which some discs are a side's.
    pub(super) fn given(mut self, squares: &[Square], side: Color) -> Naive {
        for square in squares {
            let disc = 1 << square.index();
            let (to, from) = if side == self.side {
                (&mut self.discs.player, &mut self.discs.opponent)
            } else {
                (&mut self.discs.opponent, &mut self.discs.player)
            };
            *to |= disc;
            *from &= !disc;
        }
        self
    }

    /// Returns the squares of a side's discs.
    pub(super) fn discs_of(&self, side: Color) -> impl Iterator<Item = Square> {
        Square::ALL.into_iter().filter(move |&square| self.has(side, square))
    }

    /// Returns the number of legal moves after which the opponent can take no corner.
    pub(super) fn n_safe(&self) -> usize {
        let squares = Square::ALL.into_iter().filter(|&square| self.can_take(square));
        squares.filter(|&square| self.is_safe(square)).count()
    }

    /// Returns whether the opponent can take no corner after a legal move.
    pub(super) fn is_safe(&self, square: Square) -> bool {
        let after = self.after(&[square.into()]);
        ![Square::A1, Square::H1, Square::A8, Square::H8].into_iter().any(|of| after.can_take(of))
    }

    /// Returns the values of an edge for the side to move by the tables of Iago and BILL.
    ///
    /// The tables are tested where they are. Which squares of the board are looked up is found here: in
    /// Iago's table by digits, in BILL's by a copy of the edge on the upper edge of another board.
    pub(super) fn edge_values(&self, edge: [Square; 8]) -> [i32; 2] {
        let x_square = |corner: Square| {
            let inner = |line: u32| line.clamp(1, 6);
            Square::from_coords(inner(corner.column()), inner(corner.row())).unwrap()
        };
        let ten: Vec<Square> =
            [x_square(edge[0])].into_iter().chain(edge).chain([x_square(edge[7])]).collect();
        let digit = |&square: &Square| match () {
            () if self.has(self.side, square) => 1,
            () if self.empty(square) => 0,
            () => 2,
        };
        let index = ten.iter().fold(0, |index, square| 3 * index + digit(square));
        let upper = ["b2", "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "g2"];
        let copied = |digit_of: usize| {
            let of_side = ten.iter().zip(upper).filter(|(square, _)| digit(square) == digit_of);
            of_side.map(|(_, name)| name.parse::<Square>().unwrap()).collect::<Bitboard>()
        };
        let copy = Board::new(copied(1), copied(2)).unwrap();
        [willow_classics::iago::edge_table()[index], willow_classics::bill::edge_values(&copy)[0]]
    }

    /// Returns the empties on each side of discs in a row that all face empties there; none
    /// unless the discs are beside each other and the side's, and not on an edge.
    pub(super) fn facing_wall(&self, side: Color, discs: &[Square]) -> Vec<Vec<Square>> {
        let is_row = discs.iter().all(|square| square.row() == discs[0].row());
        let place = |square: &Square| if is_row { square.column() } else { square.row() };
        let line = |square: &Square| if is_row { square.row() } else { square.column() };
        let follow = discs.windows(2).all(|two| place(&two[0]) + 1 == place(&two[1]));
        let own = discs.iter().all(|&square| self.has(side, square));
        let is_inside = discs.iter().all(|square| (1..7).contains(&line(square)));
        if !(follow && own && is_inside && discs.iter().all(|of| line(of) == line(&discs[0]))) {
            return Vec::new();
        }
        let facing = |line: u32| {
            let at = |square: &Square| {
                let (column, row) =
                    if is_row { (place(square), line) } else { (line, place(square)) };
                Square::from_coords(column, row).unwrap()
            };
            discs.iter().map(at).collect::<Vec<_>>()
        };
        let both = [facing(line(&discs[0]) - 1), facing(line(&discs[0]) + 1)];
        both.into_iter().filter(|all| all.iter().all(|&square| self.empty(square))).collect()
    }

    /// Returns whether a square touches one that satisfies a condition.
    pub(super) fn touches(square: Square, condition: impl Fn(Square) -> bool) -> bool {
        Square::ALL.into_iter().any(|other| {
            let columns = square.column().abs_diff(other.column());
            columns.max(square.row().abs_diff(other.row())) == 1 && condition(other)
        })
    }

    /// Returns the number of empties beside discs of the opponent of a side.
    pub(super) fn n_potential_moves(&self, side: Color) -> usize {
        let empty = Square::ALL.into_iter().filter(|&square| self.empty(square));
        empty.filter(|&square| Naive::touches(square, |other| self.has(!side, other))).count()
    }

    /// Returns the number of discs of a side beside empties.
    pub(super) fn n_frontier_discs(&self, side: Color) -> usize {
        self.discs_of(side)
            .filter(|&square| Naive::touches(square, |other| self.empty(other)))
            .count()
    }

    /// Returns whether another side's next move would take all discs of a side, if that side passed.
    pub(super) fn is_wiped_out_by(&self, square: Square, side: Color) -> bool {
        let threat = Naive { discs: self.seen_by(!side), side: !side };
        threat.can_take(square) && threat.after(&[square.into()]).discs_of(side).next().is_none()
    }
}

/// Returns the rows and the columns of the board.
pub(super) fn naive_lines() -> Vec<[Square; 8]> {
    let row = |row: u32| std::array::from_fn(|i| Square::from_coords(i as u32, row).unwrap());
    let column =
        |column: u32| std::array::from_fn(|i| Square::from_coords(column, i as u32).unwrap());
    (0..8).map(row).chain((0..8).map(column)).collect()
}

/// Returns the edges of the board.
pub(super) fn naive_edges() -> Vec<[Square; 8]> {
    let lines = naive_lines();
    [0, 7, 8, 15].map(|line| lines[line]).to_vec()
}
