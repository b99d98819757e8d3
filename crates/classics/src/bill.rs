//! BILL, after Lee and Mahajan, "BILL: a table-based, knowledge-intensive Othello program" (Carnegie
//! Mellon University, 1986), called "the report" in this module.
//!
//! [`Bill`] is the whole player of chapter 3. [`explain`] explains its evaluations, and
//! [`BookLines`] grow into its opening book.
//!
//! | part | section | where |
//! | --- | --- | --- |
//! | forward pruning | 3.1.1 | `search/pruning` |
//! | iterative deepening | 3.1.2 | `play/deepening` |
//! | timing | 3.1.3 | `play/timing` |
//! | zero-window search at the root, alpha-beta below | 3.1.4.1-2 | `search/root`, `search/alpha_beta` |
//! | two-phase endgame and its control | 3.1.4.3 | `search/endgame`, `play/deepening` |
//! | hash table | 3.1.5.1 | `search/hash_table` |
//! | linked-move killer table | 3.1.5.2 | `search/killers` |
//! | coefficients, wipe-out avoidance | 3.2, 3.2.4 | `evaluation/coefficients`, `constants` |
//! | edge table | 3.2.1 | `tables/edge_line`, `edge_statics`, `edge_moves`, `edge_table` |
//! | internal tables | 3.2.2 | `tables`, `tables/lines`, `line_mobility`, `line_occupation` |
//! | opening book and its generator | 3.3.1 | `play/book`, `play/book_builder` |
//! | think ahead | 3.3.2 | `play/pondering` |
//! | simple strategies, the first BILL, counted mobility | 2.2, 4, 5 | `evaluation/leaf_evaluation` |
//! | non-linear evaluation | 5 | `evaluation/bayes` |
//!
//! # What is ours
//!
//! The report prints table 3-3 and the formulas of EC, MC and SC, and they are as printed. It describes
//! the rest in words. Numbers that it leaves open are named constants here, called ours where they
//! stand: those of the internal tables and the windows in `constants`, in a historical set, fitted to BILL's
//! printed games, and one tuned by matches, parts of them as a key of the SPEC; the edge's probabilities,
//! after Norvig's and figure 3-8; the time fractions (figure 3-1 is lost), set by the time that is left; the estimate
//! of endgame costs, fitted to searches; the drop function and the depth of thinking ahead.
//! `docs/benchmarks/classics.md` has the matches.
//!
//! Readings: a passing answer to a pass takes the static value in the edge table; the remaining
//! probability is multiplied by the complement of a move's, as the report's example does and its text
//! does not; a pass costs no depth; when pruning leaves no move, the position is searched unpruned;
//! final scores give the empties to the winner. The table of diagonals of three squares has 27
//! entries, not the printed 9, and that of four 81.

mod constants;
mod evaluation;
mod play;
mod search;
mod square_kind;
mod tables;

pub use constants::{Constant, Constants};
pub use evaluation::{
    BayesClass, BayesClassifier, BayesError, BayesFit, CoefficientPercent, Explanation,
    LineExplanation, TableEntry, Version, explain,
};
pub use play::{
    Bill, Book, BookError, BookLines, BookPlan, Details, LevelReport, Options, PonderCounts,
    SearchEnd, SearchReport, TimeReport, time_fractions,
};
pub use tables::{EdgeTable, combine_moves, edge_table_in_base_3, edge_values};
