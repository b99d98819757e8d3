//! BILL's tables: the edge table and the internal tables, built once.

mod edge_line;
mod edge_moves;
mod edge_probabilities;
mod edge_statics;
mod edge_table;
mod estimated_edges;
mod line_mobility;
mod line_occupation;
pub(crate) mod lines;

use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

use willow_board::{Board, Square};

use super::constants::Constants;
use crate::EdgeDiscs;
use edge_probabilities::EdgeProbabilities;
use edge_table::{N_EDGE_ENTRIES, edge_table, entry, static_edge_table};
use line_mobility::{mobility, potential};
use line_occupation::occupation;
use lines::{
    INTERNAL_KINDS, LINES, LineIndices, LineKind, MAX_SQUARES, N_EDGES, N_INTERNAL_ENTRIES,
    N_LINES, all_lines, middle,
};

pub use edge_table::{EdgeTable, combine_moves};

pub(crate) struct Tables {
    edges: Box<[i16; N_EDGE_ENTRIES]>,
    internal: Box<[InternalEntry; N_INTERNAL_ENTRIES]>,
}

/// An entry of an internal table: occupied squares in the high half, mobility and potential mobility
/// in the low half, each for one side less the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InternalEntry(i32);

impl InternalEntry {
    fn new(mobility: i16, occupied: i16) -> InternalEntry {
        InternalEntry((i32::from(occupied) << 16).wrapping_add(i32::from(mobility)))
    }

    /// Returns the mobility and the occupied squares that an entry, or a sum of entries, holds.
    ///
    /// The low half has a sign of its own. A negative one has borrowed from the high half.
    pub(crate) const fn halves(self) -> EntryHalves {
        let mobility = self.0 as i16 as i32;
        EntryHalves { mobility, occupied: self.0.wrapping_sub(mobility) >> 16 }
    }
}

/// The two halves of an entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct EntryHalves {
    pub(crate) mobility: i32,
    pub(crate) occupied: i32,
}

/// Returns the values of all edges for the side to move by the edge table that BILL plays with, in the order of
/// [`iago::edge_table`](crate::iago::edge_table): by a number of ten digits in base 3, the X-square first, each
/// 0 if empty, 1 if the player's and 2 if the opponent's.
pub fn edge_table_in_base_3() -> Vec<i16> {
    let tables = Tables::by(&Constants::HISTORICAL);
    (0..N_EDGE_ENTRIES).map(|index| tables.edge_of(&EdgeDiscs::of_index(index))).collect()
}

/// Returns the values of a board's upper, lower, left and right edge for its player by the tuned BILL's edge
/// table (section 3.2.1), each about -1000 to 1000.
///
/// The table is computed at the first call.
pub fn edge_values(board: &Board) -> [i32; N_EDGES] {
    static TUNED: LazyLock<Arc<Tables>> = LazyLock::new(|| Tables::by(&Constants::TUNED));
    std::array::from_fn(|edge| TUNED.edge_of(&EdgeDiscs::of_board(board, edge)).into())
}

/// For each line where the middle of its table is.
const MIDDLES: [isize; N_LINES] = {
    let mut middles = [middle(MAX_SQUARES) as isize; N_LINES];
    let mut kind = 0;
    while kind < INTERNAL_KINDS.len() {
        let LineKind { len, lines, offset } = &INTERNAL_KINDS[kind];
        let mut line = lines.start;
        while line < lines.end {
            middles[line] = (*offset + middle(*len)) as isize;
            line += 1;
        }
        kind += 1;
    }
    middles
};

impl Tables {
    /// Returns the tables of the first guesses, built at the first call.
    pub(crate) fn first_guess() -> &'static Tables {
        static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::new(&Constants::FIRST));
        &TABLES
    }

    /// Returns the tables by these constants. Players with the same constants share them. The tables of the
    /// named sets stay; the last player with other constants frees its tables.
    pub(crate) fn by(constants: &Constants) -> Arc<Tables> {
        type SharedTables = (Constants, Weak<Tables>, Option<Arc<Tables>>);
        static SHARED: Mutex<Vec<SharedTables>> = Mutex::new(Vec::new());
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        shared.retain(|(_, tables, _)| 0 < tables.strong_count());
        let known = shared.iter().find(|(of, ..)| of == constants);
        known.and_then(|(_, tables, _)| tables.upgrade()).unwrap_or_else(|| {
            let tables = Arc::new(Tables::new(constants));
            let is_named = Constants::NAMED.iter().any(|(_, named)| named == constants);
            let kept = is_named.then(|| Arc::clone(&tables));
            shared.push((*constants, Arc::downgrade(&tables), kept));
            tables
        })
    }

    fn new(constants: &Constants) -> Tables {
        let edges = edge_table(&EdgeProbabilities::fabricated(constants), constants);
        Tables::with_mobility(edges, constants)
    }

    /// Builds the tuned tables without current mobility, which is counted elsewhere.
    pub(crate) fn without_moves() -> Tables {
        let constants = &Constants::TUNED;
        let edges = edge_table(&EdgeProbabilities::FABRICATED, constants);
        let frontier = |squares: &[_], discs: &[_]| -potential(squares, discs, constants);
        Tables::with_edges(edges, frontier, constants)
    }

    /// Builds the tuned tables with estimated probabilities of moves on edges.
    pub(crate) fn with_estimated_edges() -> Tables {
        let edges = edge_table(&EdgeProbabilities::ESTIMATED, &Constants::TUNED);
        Tables::with_mobility(edges, &Constants::TUNED)
    }

    /// Builds tables whose edges have their static values, without a look at the moves on them.
    pub(crate) fn with_static_edges() -> Tables {
        Tables::with_mobility(static_edge_table(&Constants::TUNED), &Constants::TUNED)
    }

    fn with_mobility(edges: Box<[i16]>, constants: &Constants) -> Tables {
        Tables::with_edges(edges, |squares, discs| mobility(squares, discs, constants), constants)
    }

    /// Builds the tables of the lines, with this measure of a side's mobility.
    fn with_edges(
        edges: Box<[i16]>,
        mobility: impl Fn(&[Square], &[i8]) -> f64 + Copy,
        constants: &Constants,
    ) -> Tables {
        let internal: Box<[InternalEntry]> =
            INTERNAL_KINDS.iter().flat_map(|kind| kind_table(kind, mobility, constants)).collect();
        Tables {
            edges: edges.try_into().expect("the edge table has an entry for each edge"),
            internal: internal.try_into().expect("the kinds of lines have so many entries"),
        }
    }

    /// Returns the value of an edge for the side to move, about -1000 to 1000.
    pub(crate) fn edge_of(&self, edge: &EdgeDiscs) -> i16 {
        self.edges[entry(&edge.0)]
    }

    /// Returns the same by the numbers of a board's lines.
    #[inline]
    pub(crate) fn edge(&self, indices: &LineIndices, line: usize) -> i32 {
        self.edges[(MIDDLES[line] + indices.line(line)) as usize].into()
    }

    /// Returns the entry of an internal line, for the side to move less the other.
    #[inline]
    pub(crate) fn entry(&self, indices: &LineIndices, line: usize) -> InternalEntry {
        self.internal[(MIDDLES[line] + indices.line(line)) as usize]
    }

    /// Returns the sum of the four edges.
    #[inline]
    pub(crate) fn edges(&self, indices: &LineIndices) -> i32 {
        (0..N_EDGES).map(|line| self.edge(indices, line)).sum()
    }

    /// Returns the halves of the sum of all internal lines.
    #[inline]
    pub(crate) fn internal(&self, indices: &LineIndices) -> EntryHalves {
        let sum = (N_EDGES..N_LINES)
            .fold(0_i32, |sum, line| sum.wrapping_add(self.entry(indices, line).0));
        InternalEntry(sum).halves()
    }
}

/// Builds the table of a kind of lines.
fn kind_table(
    kind: &LineKind,
    mobility: impl Fn(&[Square], &[i8]) -> f64,
    constants: &Constants,
) -> impl Iterator<Item = InternalEntry> {
    let squares = LINES[kind.lines.start].squares();
    all_lines(kind.len).map(move |own| {
        let other: Vec<i8> = own.iter().map(|disc| -disc).collect();
        let mobility = mobility(squares, &own) - mobility(squares, &other);
        let occupied =
            occupation(squares, &own, constants) - occupation(squares, &other, constants);
        InternalEntry::new(mobility.round() as i16, occupied.round() as i16)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::set;

    #[test]
    fn the_edges_are_the_first_lines() {
        for (edge, line) in LINES.iter().take(N_EDGES).enumerate() {
            assert_eq!(line.squares(), EdgeDiscs::squares(edge));
        }
    }

    #[test]
    fn halves_come_out_as_they_went_in() {
        for (mobility, occupied) in [(0, 0), (5, -7), (-1, 0), (-32_768, 1), (32_767, -32_768)] {
            let halves = InternalEntry::new(mobility, occupied).halves();
            assert_eq!(halves.mobility, i32::from(mobility));
            assert_eq!(halves.occupied, i32::from(occupied));
        }
    }

    /// The sums of 34 entries stay within their halves whatever is on the board.
    #[test]
    fn no_sum_overflows_its_half() {
        for (name, constants) in Constants::NAMED {
            let tables = Tables::by(&constants);
            let (mut mobility, mut occupied) = (0, 0);
            for kind in INTERNAL_KINDS {
                let entries = &tables.internal[kind.offset..][..3_usize.pow(kind.len as u32)];
                let largest = |of: fn(EntryHalves) -> i32| {
                    entries.iter().map(|entry| of(entry.halves()).abs()).max().unwrap()
                };
                mobility += kind.lines.len() as i32 * largest(|halves| halves.mobility);
                occupied += kind.lines.len() as i32 * largest(|halves| halves.occupied);
            }
            assert!(mobility < 32_768, "{name}: {mobility}");
            assert!(occupied < 32_768, "{name}: {occupied}");
        }
    }

    /// Both programs' tables have one order, so that they can be compared line by line.
    #[test]
    fn edges_in_base_3_are_those_of_the_board() {
        let table = edge_table_in_base_3();
        // The upper edge: b2 empty, a1 the player's, b1 the opponent's, g1 the player's.
        let board = Board::new(set("a1 g1"), set("b1")).unwrap();
        let digits = [0, 1, 2, 0, 0, 0, 0, 1, 0, 0];
        let number = digits.iter().fold(0, |number, digit| 3 * number + digit);
        let edge = EdgeDiscs::of_board(&board, 0);
        assert_eq!(edge.index(), number);
        assert_eq!(table[number], Tables::by(&Constants::HISTORICAL).edge_of(&edge));
        assert_eq!(table.len(), crate::iago::edge_table().len());
    }

    #[test]
    fn what_is_good_for_one_side_is_bad_for_the_other() {
        for (name, constants) in Constants::NAMED {
            let tables = Tables::by(&constants);
            check_exchanged(name, &tables);
        }
    }

    fn check_exchanged(name: &str, tables: &Tables) {
        for kind in INTERNAL_KINDS {
            let n = 3_usize.pow(kind.len as u32);
            let entries = &tables.internal[kind.offset..][..n];
            for (entry, exchanged) in entries.iter().zip(entries.iter().rev()) {
                let (one, other) = (entry.halves(), exchanged.halves());
                let turned = (-other.mobility, -other.occupied);
                assert_eq!((one.mobility, one.occupied), turned, "{name}");
            }
        }
    }

    #[test]
    fn the_values_of_edges_are_those_of_the_tables() {
        let board = Board::new(set("b2 a1 d1 h8 e4"), set("c1 a4 b7 d5 h3")).unwrap();
        let indices = LineIndices::of(&board);
        let tables = Tables::by(&Constants::TUNED);
        assert_eq!(edge_values(&board), std::array::from_fn(|edge| tables.edge(&indices, edge)));
        assert!(0 < edge_values(&board)[1], "h8 is a corner");
    }

    #[test]
    fn tables_of_other_constants_are_shared_and_freed() {
        let constants = Constants::TUNED.with(crate::bill::constants::Constant::Idle, 37).unwrap();
        let tables = Tables::by(&constants);
        assert!(Arc::ptr_eq(&tables, &Tables::by(&constants)), "one set for all players");
        let kept = Arc::downgrade(&tables);
        drop(tables);
        assert_eq!(kept.strong_count(), 0, "nobody plays with it any more");
    }
}
