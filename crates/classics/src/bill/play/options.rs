//! The parts of BILL that can be changed or left out.

use crate::bill::constants::Constants;
use crate::bill::evaluation::{CoefficientPercent, Version};
use crate::bill::search::hash_table::{BILLS_ENTRIES, HashTable};

/// The parts of BILL. The default is the program of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a part that can be left out")]
pub struct Options {
    /// Whose evaluation it is.
    pub version: Version,
    /// Parts of the coefficients that the tables are multiplied by; not every version has them.
    pub percent: CoefficientPercent,
    /// The numbers that the report leaves open; those of the tables are for [`Version::Bill`] alone.
    pub constants: Constants,
    /// The size of the hash table in bytes, rounded down to a power of two; 0 is no table.
    pub hash_bytes: usize,
    /// Whether good replies move forward in the killer table; its first order stays without.
    pub has_killers: bool,
    /// Whether all moves at the root but the first are searched with a zero window.
    pub has_zero_window: bool,
    /// Whether moves to X- and C-squares are pruned forward.
    pub prunes: bool,
    /// Whether the end of the game is searched in two phases.
    pub solves: bool,
    /// Whether it plays from its opening book.
    pub has_book: bool,
}

impl Options {
    /// The number of bytes of the report's hash table, with 2^15 entries.
    pub const REPORTS_HASH_BYTES: usize = BILLS_ENTRIES * HashTable::ENTRY_BYTES;
}

impl Default for Options {
    fn default() -> Options {
        Options {
            version: Version::Bill,
            percent: CoefficientPercent::REPORT,
            constants: Constants::HISTORICAL,
            hash_bytes: Options::REPORTS_HASH_BYTES,
            has_killers: true,
            has_zero_window: true,
            prunes: true,
            solves: true,
            has_book: true,
        }
    }
}
