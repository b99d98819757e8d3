//! The linked-move killer table (section 3.1.5.2): for each colour and each last move of the other, all
//! empties from the best reply to the worst.

use std::cmp::Reverse;
use std::sync::LazyLock;

use willow_board::{Bitboard, Board, Color, Square};

use crate::bill::square_kind::{SquareKind, corner_beside};

/// The node before the first square of a list and after the last.
const END: usize = 64;

/// The list of replies when there is no last move: at the root of a set-up board and after a pass.
const NO_MOVE: usize = 64;

/// A doubly linked list of squares. The node of a square has the square's number, so that the two
/// arrays are also the report's array of pointers, by which a square is found in constant time.
#[derive(Clone, Copy, Debug)]
struct MoveList {
    next: [u8; 65],
    previous: [u8; 65],
}

impl MoveList {
    fn new(squares: &[Square]) -> MoveList {
        let mut list = MoveList { next: [END as u8; 65], previous: [END as u8; 65] };
        for &square in squares {
            list.link(list.previous[END] as usize, square.index());
            list.link(square.index(), END);
        }
        list
    }

    fn link(&mut self, first: usize, second: usize) {
        self.next[first] = second as u8;
        self.previous[second] = first as u8;
    }

    /// Removes a square, in constant time.
    fn remove(&mut self, square: Square) {
        let node = square.index();
        self.link(self.previous[node] as usize, self.next[node] as usize);
    }

    /// Exchanges a square with the one before it, in constant time. Returns whether there is one.
    fn promote(&mut self, square: Square) -> bool {
        let node = square.index();
        let before = self.previous[node] as usize;
        if before != END {
            let (first, last) = (self.previous[before] as usize, self.next[node] as usize);
            self.link(first, node);
            self.link(node, before);
            self.link(before, last);
        }
        before != END
    }
}

/// The lists by the colour that replies, then by the last move.
type KillerLists = [Box<[MoveList; NO_MOVE + 1]>; 2];

/// What happens to the order of the replies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KillerOrder {
    /// Good replies move forward.
    Dynamic,
    /// The heuristic order stays.
    Fixed,
}

/// The killer table of a game.
#[derive(Clone, Debug)]
pub(crate) struct KillerTable {
    lists: KillerLists,
    /// The squares that the lists hold.
    listed: Bitboard,
    order: KillerOrder,
}

impl KillerTable {
    /// Makes the table for these empties, in heuristic order.
    pub(crate) fn new(empties: Bitboard, order: KillerOrder) -> KillerTable {
        static AT_START: LazyLock<KillerLists> =
            LazyLock::new(|| initial_lists(Board::START.empties()));
        let is_start = empties == Board::START.empties();
        let lists = if is_start { AT_START.clone() } else { initial_lists(empties) };
        KillerTable { lists, listed: empties, order }
    }

    /// Makes the lists hold exactly the empties: squares that were played to are deleted from
    /// all of them. If squares are empty again, moves were taken back, and the table starts anew.
    pub(crate) fn keep(&mut self, empties: Bitboard) {
        if !(empties - self.listed).is_empty() {
            *self = KillerTable::new(empties, self.order);
        }
        for square in (self.listed - empties).squares() {
            for list in self.lists.iter_mut().flat_map(|lists| lists.iter_mut()) {
                list.remove(square);
            }
        }
        self.listed = empties;
    }

    /// Moves a good reply of a colour one place forward. Returns whether the order changed.
    #[inline]
    pub(crate) fn promote(&mut self, color: Color, last: Option<Square>, reply: Square) -> bool {
        self.order == KillerOrder::Dynamic
            && self.lists[color.index()][list_number(last)].promote(reply)
    }

    /// Returns the next of some squares, which must be among the listed ones and not be none, and
    /// takes it out of them.
    ///
    /// The list may change between two calls. So a cursor that comes to the end begins again: the
    /// squares that are left have not been tried, wherever they stand now.
    #[inline]
    pub(crate) fn next(&self, cursor: &mut KillerCursor, among: &mut Bitboard) -> Square {
        let list = &self.lists[cursor.color.index()][cursor.list];
        loop {
            cursor.node = list.next[usize::from(cursor.node)];
            if let Some(square) = Square::from_index(cursor.node.into())
                && among.contains(square)
            {
                *among = among.without(square);
                return square;
            }
        }
    }

    /// Returns the replies of a colour to a move, from the best on.
    pub(crate) fn replies(&self, color: Color, last: Option<Square>) -> Vec<Square> {
        let (mut cursor, mut left) = (KillerCursor::new(color, last), self.listed);
        std::iter::repeat_with(|| (!left.is_empty()).then(|| self.next(&mut cursor, &mut left)))
            .map_while(|square| square)
            .collect()
    }
}

/// A position in a list of replies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KillerCursor {
    color: Color,
    list: usize,
    node: u8,
}

impl KillerCursor {
    /// Begins before the first reply of a colour to a move.
    #[inline]
    pub(crate) const fn new(color: Color, last: Option<Square>) -> KillerCursor {
        KillerCursor { color, list: list_number(last), node: END as u8 }
    }
}

const fn list_number(last: Option<Square>) -> usize {
    match last {
        Some(square) => square.index(),
        None => NO_MOVE,
    }
}

/// Returns all lists in heuristic order, the same for both colours.
fn initial_lists(empties: Bitboard) -> KillerLists {
    let list_after = |last: Option<Square>| MoveList::new(&initial_order(empties, last));
    let after_none = list_after(None);
    let lists = std::array::from_fn(|last| {
        Square::from_index(last as u32).map_or(after_none, |last| list_after(Some(last)))
    });
    [Box::new(lists), Box::new(lists)]
}

/// Returns the squares in the order in which they are likely to be good replies.
///
/// The report gives one example: after a move to an X-square the corner beside it comes first, then
/// the two C-squares there, then the other corners, and the other X-squares last.
fn initial_order(empties: Bitboard, last: Option<Square>) -> Vec<Square> {
    let mut order: Vec<Square> = empties.squares().collect();
    order.sort_by_cached_key(|&reply| Reverse(ordering_score(reply, last)));
    order
}

/// Returns the first ordering score of a reply, by the kind of its square and the last move.
fn ordering_score(reply: Square, last: Option<Square>) -> u32 {
    let kind = match SquareKind::of(reply) {
        SquareKind::Corner => 70,
        SquareKind::ASquare => 60,
        SquareKind::Central => 50,
        SquareKind::BSquare => 40,
        SquareKind::SecondLine => 30,
        SquareKind::CSquare => 20,
        SquareKind::XSquare => 10,
    };
    kind + last.map_or(0, |last| corner_score(reply, last) + nearness_score(reply, last))
}

/// Returns the score for the corner and the C-squares that the last move gives access to.
fn corner_score(reply: Square, last: Square) -> u32 {
    let kind = SquareKind::of(last);
    if !matches!(kind, SquareKind::XSquare | SquareKind::CSquare) {
        return 0;
    }
    let corner = corner_beside(last);
    let is_c_there = SquareKind::of(reply) == SquareKind::CSquare && corner_beside(reply) == corner;
    match kind {
        _ if reply == corner => 100,
        SquareKind::XSquare if is_c_there => 60,
        _ => 0,
    }
}

/// Returns the score for nearness: among squares of a kind the near ones come first.
fn nearness_score(reply: Square, last: Square) -> u32 {
    let columns = reply.column().abs_diff(last.column());
    7 - columns.max(reply.row().abs_diff(last.row()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(squares: &[Square]) -> String {
        squares.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    fn start() -> Bitboard {
        Board::START.empties()
    }

    #[test]
    fn the_reports_example_of_a_first_order() {
        let table = KillerTable::new(start(), KillerOrder::Dynamic);
        let replies = table.replies(Color::White, Some(Square::B2));
        assert_eq!(replies.len(), 60);
        assert_eq!(names(&replies[..3]), "a1 b1 a2");
        let mut others = replies[3..6].to_vec();
        others.sort();
        assert_eq!(names(&others), "h1 a8 h8");
        assert_eq!(names(&replies[57..]), "g2 b7 g7");
    }

    #[test]
    fn good_replies_move_one_place_forward() {
        let mut table = KillerTable::new(start(), KillerOrder::Dynamic);
        let last = Some(Square::D3);
        let before = table.replies(Color::White, last);
        table.promote(Color::White, last, before[4]);
        let mut expected = before.clone();
        expected.swap(3, 4);
        assert_eq!(table.replies(Color::White, last), expected);
        // The first has no square before it, and the last moves like any other.
        table.promote(Color::White, last, before[0]);
        table.promote(Color::White, last, before[59]);
        expected.swap(58, 59);
        assert_eq!(table.replies(Color::White, last), expected);
        assert_eq!(table.replies(Color::Black, last), before);
        let mut fixed = KillerTable::new(start(), KillerOrder::Fixed);
        fixed.promote(Color::White, last, before[4]);
        assert_eq!(fixed.replies(Color::White, last), before);
    }

    #[test]
    fn squares_that_were_played_to_leave_every_list() {
        let mut table = KillerTable::new(start(), KillerOrder::Dynamic);
        let first = table.replies(Color::Black, None)[0];
        table.promote(Color::Black, Some(Square::A1), Square::H8);
        for gone in [first, Square::F5, Square::D6] {
            table.keep(table.listed.without(gone));
        }
        for last in [None, Some(Square::A1), Some(Square::F5)] {
            for color in [Color::Black, Color::White] {
                let replies = table.replies(color, last);
                assert_eq!(replies.len(), 57);
                let all: Bitboard = replies.into_iter().collect();
                assert_eq!(all, table.listed);
            }
        }
        // A move was taken back.
        table.keep(table.listed.with(Square::D6));
        assert_eq!(table.replies(Color::Black, None).len(), 58);
    }

    #[test]
    fn walks_find_every_square_however_the_list_changes() {
        let mut table = KillerTable::new(start(), KillerOrder::Dynamic);
        let mut left = table.listed;
        let mut cursor = KillerCursor::new(Color::Black, None);
        let mut found = Bitboard::EMPTY;
        while !left.is_empty() {
            let square = table.next(&mut cursor, &mut left);
            assert!(!found.contains(square));
            found = found.with(square);
            for reply in table.listed.squares().filter(|s| s.index() % 3 == square.index() % 3) {
                table.promote(Color::Black, None, reply);
            }
        }
        assert_eq!(found, table.listed);
    }
}
