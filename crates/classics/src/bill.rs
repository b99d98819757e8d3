//! BILL, after Lee and Mahajan, "BILL: a table-based, knowledge-intensive Othello program" (Carnegie
//! Mellon University, 1986), called "the report" in this module.

mod book;
mod book_builder;
mod edge_line;
mod edge_moves;
mod edge_statics;
mod edge_table;
mod endgame;
mod evaluation;
mod hash_table;
mod judge;
mod killers;
mod line_mobility;
mod line_occupation;
mod lines;
mod options;
mod player;
mod pruning;
mod search;
mod square_kind;
mod tables;
mod think_ahead;
mod timing;
mod top;

pub use book::{BillBook, BillBookError, BillBookSize};
pub use book_builder::{BillBookPlan, BillBookReport, build_bill_book};
pub use evaluation::{BillEntry, BillJudgement, BillLine, BillPercent, bill_judgement};
pub use options::{BillLimits, BillOptions, BillVersion};
pub use player::{Bill, BillControl, BillMove, BillPhase};
pub use search::BillCounts;
pub use think_ahead::{AheadCounts, AheadSetup};
pub use timing::BillTime;
