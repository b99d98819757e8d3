//! What kind of BILL plays, and how long it may think.

use super::bayes::BillBayes;
use super::constants::BillConstants;
use super::evaluation::BillPercent;
use super::hash_table::{BILLS_ENTRIES, HashTable};
use super::judge::Judge;
use super::tables::Tables;
use super::timing::BillTime;

/// The parts of BILL. The default is the program of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a part that can be left out")]
pub struct BillOptions {
    /// Whose evaluation it is.
    pub version: BillVersion,
    /// Parts of the coefficients that the tables are multiplied by; not every version has them.
    pub percent: BillPercent,
    /// The numbers that the report leaves open; those of the tables are for [`BillVersion::Bill`] alone.
    pub constants: BillConstants,
    /// The size of the hash table in bytes, rounded down to a power of two; 0 is no table.
    pub hash_bytes: usize,
    /// Whether good replies move forward in the killer table; its first order stays without.
    pub has_killers: bool,
    /// Whether all moves at the top but the first are searched with a zero window.
    pub has_zero_window: bool,
    /// Whether moves to X- and C-squares are pruned forward.
    pub prunes: bool,
    /// Whether the end of the game is searched in two phases.
    pub solves: bool,
    /// Whether it plays from its opening book.
    pub has_book: bool,
}

impl BillOptions {
    /// The number of bytes of the report's hash table, with 2^15 entries.
    pub const REPORTS_HASH_BYTES: usize = BILLS_ENTRIES * HashTable::ENTRY_BYTES;
}

impl Default for BillOptions {
    fn default() -> BillOptions {
        BillOptions {
            version: BillVersion::Bill,
            percent: BillPercent::REPORT,
            constants: BillConstants::OURS,
            hash_bytes: BillOptions::REPORTS_HASH_BYTES,
            has_killers: true,
            has_zero_window: true,
            prunes: true,
            solves: true,
            has_book: true,
        }
    }
}

/// The evaluations that BILL can play by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BillVersion {
    /// The tables of the report.
    #[default]
    Bill,
    /// The tables, with moves counted instead of looked up: the wish of the report's chapter 5.
    CountedMobility,
    /// The tables, with edges whose moves are as likely as in many random games: another wish of
    /// chapter 5.
    EstimatedEdges,
    /// The three parts of the evaluation, joined by pattern classification instead of coefficients: the
    /// non-linear evaluation that chapter 5 hopes for.
    Bayesian,
    /// The first BILL, of six high school students: moves counted, simple edge and corner tables.
    Schoolchildren,
    /// As few discs as possible (section 2.2.1).
    MinimumDisc,
    /// Every edge square, and nothing that leads the opponent to one (section 2.2.2).
    EdgeGreedy,
}

impl BillVersion {
    /// All of them with their names.
    pub const NAMED: [(&'static str, BillVersion); 7] = [
        ("bill", BillVersion::Bill),
        ("counted-mobility", BillVersion::CountedMobility),
        ("estimated-edges", BillVersion::EstimatedEdges),
        ("bayesian", BillVersion::Bayesian),
        ("schoolchildren", BillVersion::Schoolchildren),
        ("minimum-disc", BillVersion::MinimumDisc),
        ("edge-greedy", BillVersion::EdgeGreedy),
    ];

    /// Returns whether it is one of the simple strategies, which the report does not search for by
    /// BILL's own means.
    #[must_use]
    pub const fn is_simple(self) -> bool {
        matches!(
            self,
            BillVersion::Schoolchildren | BillVersion::MinimumDisc | BillVersion::EdgeGreedy
        )
    }

    /// Returns whether it has the report's coefficients, of which there may be parts.
    #[must_use]
    pub const fn has_coefficients(self) -> bool {
        !self.is_simple() && !matches!(self, BillVersion::Bayesian)
    }

    pub(super) fn judge(self, percent: BillPercent, constants: &BillConstants) -> Judge {
        match self {
            BillVersion::Bill => Judge::by_constants(constants, percent),
            BillVersion::CountedMobility => Judge::counted_mobility(percent),
            BillVersion::EstimatedEdges => Judge::estimated_edges(percent),
            BillVersion::Bayesian => {
                Judge::Bayesian(Tables::by(&BillConstants::FIRST), BillBayes::shipped())
            }
            BillVersion::Schoolchildren => Judge::schoolchildren(),
            BillVersion::MinimumDisc => Judge::MinimumDisc,
            BillVersion::EdgeGreedy => Judge::EdgeGreedy,
        }
    }
}

/// How much BILL may think about a move. Without any limit it would never answer: then one level is
/// searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BillLimits {
    /// The most plies of the normal search. The end of the game is solved from a few more empty squares
    /// on.
    pub depth: Option<u32>,
    /// The most positions to visit.
    pub nodes: Option<u64>,
    /// The time.
    pub time: Option<BillTime>,
}
