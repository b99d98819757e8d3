//! The historical programs, rebuilt from their descriptions, over one small interface of a game.
//!
//! A game is a [`GameRules`], an evaluation of its positions an [`Evaluation`], and a [`Method`]
//! searches any game with any evaluation: three separable parts. [`Othello`] and [`Draughts`] are the
//! games; [`OthelloEvaluation`] has the evaluations of Norvig's "Paradigms of Artificial Intelligence
//! Programming" (1992), chapter 18, called "the book" in this crate, Iago's among them.
//!
//! [`Bill`] is the whole program BILL of 1986, with a search and an opening book of its own, and
//! [`Iago1982`] the one that inspired it, as far as it is described.
//!
//! Exact means exact: in every position a program from the book chooses the move that the book's
//! code chooses, first-best rules, passes and rounding included. Where an item carries another name
//! there, its documentation says which.
//!
//! Invariant: nothing here prints, reads a clock, draws random numbers or opens files.

#![forbid(unsafe_code)]

mod any_evaluation;
mod bill;
mod dialect;
mod draughts;
mod evaluation;
mod game_rules;
mod iago;
mod iago_1982;
mod mlia;
mod othello;
mod perft;
mod search;
mod value;

pub use any_evaluation::AnyEvaluation;
pub use bill::{
    AheadCounts, AheadSetup, Bill, BillBayes, BillBayesError, BillBayesFit, BillBook,
    BillBookError, BillBookPlan, BillBookSize, BillControl, BillCounts, BillEdgeCounts,
    BillEdgeProbabilities, BillEntry, BillJudgement, BillLimits, BillLine, BillLines, BillMove,
    BillOptions, BillPercent, BillPhase, BillTime, BillVersion, bill_judgement,
};
pub use dialect::{Dialect, FinalValues, Ties};
pub use draughts::{
    Draughts, DraughtsMaterial, DraughtsMove, DraughtsPosition, ParseDraughtsError,
};
pub use evaluation::{Evaluation, Side};
pub use game_rules::{GameRules, Turn};
pub use iago::{EDGE_POSITIONS, edge_table};
pub use iago_1982::{
    Iago1982, Iago1982Control, Iago1982Evaluation, Iago1982Limits, Iago1982Move, Iago1982Options,
    Iago1982Phase, Iago1982Time, Iago1982Weights,
};
pub use mlia::{
    Characteristics, Mlia, MliaBook, MliaBookError, MliaCounts, MliaEvaluation, MliaLimits,
    MliaThought, MliaWeights, ParseMliaWeightsError, opening_positions,
};
pub use othello::{
    EvaluationTerm, Othello, OthelloEvaluation, SquareOrder, TunedEvaluation, move_number,
};
pub use perft::perft;
pub use search::{
    Bounds, Counts, Ending, Found, Method, Problem, Searcher, Tally, Techniques, Thought,
    allocated_time, search,
};
pub use value::Value;
