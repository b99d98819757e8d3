//! BILL, after Lee and Mahajan, "BILL: a table-based, knowledge-intensive Othello program" (Carnegie
//! Mellon University, 1986), called "the report" in this module.
//!
//! [`Bill`] is the whole player of chapter 3. [`bill_judgement`] explains its evaluations, and
//! [`BillLines`] grow into its opening book. Time comes in as a function, and thinking ahead is a call
//! that somebody stops: the player's threads are the caller's.
//!
//! | part | section | where |
//! | --- | --- | --- |
//! | forward pruning | 3.1.1 | `pruning` |
//! | iterative deepening | 3.1.2 | `deepening` |
//! | timing | 3.1.3 | `timing` |
//! | zero-window search at the top, alpha-beta below | 3.1.4.1-2 | `top`, `search` |
//! | two-phase endgame and its control | 3.1.4.3 | `endgame`, `solving` |
//! | hash table | 3.1.5.1 | `hash_table` |
//! | linked-move killer table | 3.1.5.2 | `killers` |
//! | coefficients, wipe-out avoidance | 3.2, 3.2.4 | `evaluation`, `constants` |
//! | edge table | 3.2.1 | `edge_line`, `edge_statics`, `edge_moves`, `edge_table` |
//! | internal tables | 3.2.2 | `lines`, `line_mobility`, `line_occupation`, `tables` |
//! | opening book and its generator | 3.3.1 | `book`, `book_builder` |
//! | think ahead | 3.3.2 | `think_ahead` |
//! | simple strategies, the first BILL, counted mobility | 2.2, 4, 5 | `judge` |
//!
//! # What is ours
//!
//! The report prints table 3-3 and the formulas of EC, MC and SC, and they are as printed. It describes
//! the rest in words. Numbers that it leaves open are named constants here, called ours where they
//! stand: those of the internal tables and the windows in `constants`, tuned by matches, parts of them as a
//! key of the SPEC; the edge's probabilities, after Norvig's and figure 3-8; the time fractions (figure 3-1
//! is lost), set by the time that is left; the estimate of endgame costs, fitted to searches; the drop
//! function and the depth of thinking ahead. `docs/benchmarks/classics.md` has the matches.
//!
//! Readings: a passing answer to a pass takes the static value in the edge table; the remaining
//! probability is multiplied by the complement of a move's, as the report's example does and its text
//! does not; a pass costs no depth; when pruning leaves no move, the position is searched unpruned;
//! final scores give the empty squares to the winner. The table of diagonals of three squares has 27
//! entries, not the printed 9, and that of four 81.

mod bayes;
mod book;
mod book_builder;
mod constants;
mod deepening;
mod edge_line;
mod edge_moves;
mod edge_probabilities;
mod edge_statics;
mod edge_table;
mod endgame;
mod estimated_edges;
mod evaluation;
mod goals;
mod hash_table;
mod judge;
mod judgement;
mod killers;
mod line_mobility;
mod line_occupation;
mod lines;
mod options;
mod player;
mod pruning;
mod search;
mod solving;
mod square_kind;
mod tables;
mod think_ahead;
mod timing;
mod top;

#[cfg(test)]
mod player_tests;

pub use bayes::{BillBayes, BillBayesError, BillBayesFit};
pub use book::{BillBook, BillBookError, BillBookSize};
pub use book_builder::{BillBookPlan, BillLines};
pub use constants::{BillConstant, BillConstants};
pub use edge_probabilities::{BillEdgeCounts, BillEdgeProbabilities};
pub use evaluation::BillPercent;
pub use judgement::{BillEntry, BillJudgement, BillLine, bill_judgement};
pub use options::{BillLimits, BillOptions, BillVersion};
pub use player::{Bill, BillControl, BillMove, BillPhase};
pub use search::BillCounts;
pub use think_ahead::{AheadCounts, AheadSetup};
pub use timing::BillTime;
