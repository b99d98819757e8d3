//! BILL, after Lee and Mahajan, "BILL: a table-based, knowledge-intensive Othello program" (Carnegie
//! Mellon University, 1986), called "the report" in this module.

mod edge_line;
mod edge_moves;
mod edge_statics;
mod edge_table;
mod evaluation;
mod hash_table;
mod judge;
mod killers;
mod line_mobility;
mod line_occupation;
mod lines;
mod pruning;
mod search;
mod square_kind;
mod tables;

pub use evaluation::{BillEntry, BillJudgement, BillLine, bill_judgement};
pub use search::BillCounts;
