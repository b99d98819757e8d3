//! The evaluation: a linear combination of table look-ups, with coefficients that change slowly
//! (section 3.2).

use willow_board::Board;

use crate::bill::tables::lines::{LineIndices, N_EDGES};
use crate::bill::tables::{EntryHalves, Tables};

/// The value of a wipe-out, and beyond all other values: the report's infinity.
pub(crate) const INFINITY: i32 = 100_000_000;

/// The application coefficients of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Coefficients {
    /// Of the four edges' mean: EC.
    pub(crate) edge: i32,
    /// Of mobility and potential mobility: MC.
    pub(crate) mobility: i32,
    /// Of occupied squares: SC.
    pub(crate) occupied: i32,
}

impl Coefficients {
    /// Returns the coefficients by the number of discs on the board.
    #[inline]
    pub(crate) const fn of(discs: u32) -> Coefficients {
        let discs = discs as i32;
        let occupied = match discs {
            ..10 => 200 - discs,
            10..20 => 190 - 2 * (discs - 10),
            20..40 => 170 - 5 * (discs - 20),
            40..50 => 70 - 7 * (discs - 40),
            _ => 0,
        };
        Coefficients { edge: 500, mobility: 350 - 2 * discs, occupied }
    }

    /// Returns the coefficients, each multiplied by a part in hundredths.
    #[inline]
    pub(crate) const fn scaled(self, percent: CoefficientPercent) -> Coefficients {
        Coefficients {
            // A multiple of the four edges, whose mean it multiplies.
            edge: self.edge * percent.edge / 100 / N_EDGES as i32 * N_EDGES as i32,
            mobility: self.mobility * percent.mobility / 100,
            occupied: self.occupied * percent.occupied / 100,
        }
    }

    /// Returns the value of a position with this sum of its four edges and these internal sums.
    ///
    /// The edge advantage is the mean of the four edges, so that it lies within -1000 and 1000. Four
    /// divides the coefficient, and nothing is rounded.
    #[inline]
    pub(crate) const fn value(self, edges: i32, internal: EntryHalves) -> i32 {
        self.edge / N_EDGES as i32 * edges
            + self.mobility * internal.mobility
            + self.occupied * internal.occupied
    }
}

/// Parts of the application coefficients, in hundredths of the report's: for matches between sets of
/// them, by which its authors found theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoefficientPercent {
    /// Of EC, up to 1000.
    pub edge: i32,
    /// Of MC, up to 1000.
    pub mobility: i32,
    /// Of SC, up to 1000.
    pub occupied: i32,
}

impl CoefficientPercent {
    /// The report's coefficients.
    pub const REPORT: CoefficientPercent =
        CoefficientPercent { edge: 100, mobility: 100, occupied: 100 };
}

/// Returns the value of a board without discs of one side: the worst for that side.
#[inline]
pub(crate) fn wipe_out(board: &Board) -> Option<i32> {
    match (board.player().is_empty(), board.opponent().is_empty()) {
        (true, false) => Some(-INFINITY),
        (false, true) => Some(INFINITY),
        _ => None,
    }
}

/// Returns the static value of a board, whose lines are `indices`, for its player. `counted` is mobility beyond that
/// of the tables.
#[inline]
pub(crate) fn evaluate(
    tables: &Tables,
    percent: CoefficientPercent,
    board: &Board,
    indices: &LineIndices,
    counted: impl FnOnce() -> i32,
) -> i32 {
    wipe_out(board).unwrap_or_else(|| {
        let coefficients = Coefficients::of(board.occupied().count()).scaled(percent);
        let EntryHalves { mobility, occupied } = tables.internal(indices);
        let internal = EntryHalves { mobility: mobility + counted(), occupied };
        coefficients.value(tables.edges(indices), internal)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coefficients_are_the_reports() {
        let of = |discs| {
            let Coefficients { edge, mobility, occupied } = Coefficients::of(discs);
            (edge, mobility, occupied)
        };
        assert_eq!(of(4), (500, 342, 196));
        assert_eq!(of(9), (500, 332, 191));
        assert_eq!(of(10), (500, 330, 190));
        assert_eq!(of(19), (500, 312, 172));
        assert_eq!(of(20), (500, 310, 170));
        assert_eq!(of(39), (500, 272, 75));
        assert_eq!(of(40), (500, 270, 70));
        assert_eq!(of(49), (500, 252, 7));
        assert_eq!(of(50), (500, 250, 0));
    }
}
