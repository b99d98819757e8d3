//! What BILL reports about a move that it has chosen.

use std::time::Duration;

/// What BILL did to find a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It is in the book.
    Book,
    /// It is the only legal one.
    OnlyMove,
    /// A search of some levels.
    Normal,
    /// A search for the winner.
    Outcome,
    /// A search for the final score.
    Exact,
}

/// What only BILL knows about its choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Details {
    /// How the move was found.
    pub phase: Phase,
    /// Whether the value is the move's own. A single move that is better than the first keeps the
    /// value that it is known to exceed: at least this.
    pub is_own_value: bool,
    /// The level: complete plies, and of the next one the part of the moves that was compared before
    /// the alarm, as in section 7.4 of the report. In the endgame it is the number of empty squares.
    pub level: f64,
    /// Whether the alarm ended the search.
    pub alarm: bool,
    /// The place of the move among the legal ones of its list in the killer table, from 1, before the
    /// search.
    pub killer_rank: usize,
    /// How long this move was searched before it was BILL's turn, if its guess was right.
    pub saved: Duration,
}
