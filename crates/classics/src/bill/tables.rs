//! BILL's knowledge: the edge table and the internal tables, made once.

use std::sync::OnceLock;

use super::edge_probabilities::BillEdgeProbabilities;
use super::edge_table::{N_EDGE_ENTRIES, edge_table, static_edge_table};
use super::line_mobility::{MobilityWeights, mobility};
use super::line_occupation::occupation;
use super::lines::{
    INTERNAL_KINDS, LINES, LineIndices, LineKind, MAX_SQUARES, N_EDGES, N_INTERNAL_ENTRIES,
    N_LINES, all_lines, middle,
};

/// All tables.
pub(super) struct Tables {
    edges: Box<[i16; N_EDGE_ENTRIES]>,
    internal: Box<[Entry; N_INTERNAL_ENTRIES]>,
}

/// An entry of an internal table: occupied squares in the high half, mobility and potential mobility
/// in the low half, each for one side less the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry(i32);

impl Entry {
    fn new(mobility: i16, occupied: i16) -> Entry {
        Entry((i32::from(occupied) << 16).wrapping_add(i32::from(mobility)))
    }

    /// Returns the mobility and the occupied squares that an entry, or a sum of entries, holds.
    ///
    /// The low half has a sign of its own. A negative one has borrowed from the high half.
    pub(super) const fn halves(self) -> Halves {
        let mobility = self.0 as i16 as i32;
        Halves { mobility, occupied: self.0.wrapping_sub(mobility) >> 16 }
    }
}

/// The two halves of an entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Halves {
    pub(super) mobility: i32,
    pub(super) occupied: i32,
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
    /// Returns BILL's tables, built at the first call.
    pub(super) fn bill() -> &'static Tables {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        TABLES.get_or_init(|| Tables::new(MobilityWeights::BILL))
    }

    /// Builds the tables with these weights of mobility.
    pub(super) fn new(weights: MobilityWeights) -> Tables {
        Tables::with_edges(edge_table(&BillEdgeProbabilities::FABRICATED), weights)
    }

    /// Builds the tables with estimated probabilities of moves on edges.
    pub(super) fn with_estimated_edges() -> Tables {
        Tables::with_edges(edge_table(&BillEdgeProbabilities::ESTIMATED), MobilityWeights::BILL)
    }

    /// Builds tables whose edges have their static values, without a look at the moves on them.
    pub(super) fn with_static_edges() -> Tables {
        Tables::with_edges(static_edge_table(), MobilityWeights::BILL)
    }

    fn with_edges(edges: Box<[i16]>, weights: MobilityWeights) -> Tables {
        let internal: Box<[Entry]> =
            INTERNAL_KINDS.iter().flat_map(|kind| kind_table(kind, weights)).collect();
        Tables {
            edges: edges.try_into().expect("the edge table has an entry for each edge"),
            internal: internal.try_into().expect("the kinds of lines have so many entries"),
        }
    }

    /// Returns the value of an edge for the side to move, about -1000 to 1000.
    #[inline]
    pub(super) fn edge(&self, indices: &LineIndices, line: usize) -> i32 {
        self.edges[(MIDDLES[line] + indices.line(line)) as usize].into()
    }

    /// Returns the entry of an internal line, for the side to move less the other.
    #[inline]
    pub(super) fn entry(&self, indices: &LineIndices, line: usize) -> Entry {
        self.internal[(MIDDLES[line] + indices.line(line)) as usize]
    }

    /// Returns the sum of the four edges.
    #[inline]
    pub(super) fn edges(&self, indices: &LineIndices) -> i32 {
        (0..N_EDGES).map(|line| self.edge(indices, line)).sum()
    }

    /// Returns the halves of the sum of all internal lines.
    #[inline]
    pub(super) fn internal(&self, indices: &LineIndices) -> Halves {
        let sum = (N_EDGES..N_LINES)
            .fold(0_i32, |sum, line| sum.wrapping_add(self.entry(indices, line).0));
        Entry(sum).halves()
    }
}

/// Builds the table of a kind of lines.
fn kind_table(kind: &LineKind, weights: MobilityWeights) -> impl Iterator<Item = Entry> {
    let squares = LINES[kind.lines.start].squares();
    all_lines(kind.len).map(move |own| {
        let other: Vec<i8> = own.iter().map(|disc| -disc).collect();
        let mobility = mobility(squares, &own, weights) - mobility(squares, &other, weights);
        let occupied = occupation(squares, &own) - occupation(squares, &other);
        Entry::new(mobility.round() as i16, occupied.round() as i16)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_come_out_as_they_went_in() {
        for (mobility, occupied) in [(0, 0), (5, -7), (-1, 0), (-32_768, 1), (32_767, -32_768)] {
            let halves = Entry::new(mobility, occupied).halves();
            assert_eq!(halves.mobility, mobility.into());
            assert_eq!(halves.occupied, occupied.into());
        }
    }

    /// The sums of 34 entries stay within their halves whatever is on the board.
    #[test]
    fn no_sum_overflows_its_half() {
        let tables = Tables::bill();
        let (mut mobility, mut occupied) = (0, 0);
        for kind in INTERNAL_KINDS {
            let entries = &tables.internal[kind.offset..][..3_usize.pow(kind.len as u32)];
            let largest = |of: fn(Halves) -> i32| {
                entries.iter().map(|entry| of(entry.halves()).abs()).max().unwrap()
            };
            mobility += kind.lines.len() as i32 * largest(|halves| halves.mobility);
            occupied += kind.lines.len() as i32 * largest(|halves| halves.occupied);
        }
        assert!(mobility < 32_768, "{mobility}");
        assert!(occupied < 32_768, "{occupied}");
    }

    #[test]
    fn what_is_good_for_one_side_is_bad_for_the_other() {
        let tables = Tables::bill();
        for kind in INTERNAL_KINDS {
            let n = 3_usize.pow(kind.len as u32);
            let entries = &tables.internal[kind.offset..][..n];
            for (entry, exchanged) in entries.iter().zip(entries.iter().rev()) {
                let (one, other) = (entry.halves(), exchanged.halves());
                assert_eq!((one.mobility, one.occupied), (-other.mobility, -other.occupied));
            }
        }
    }
}
