//! Tests of the formats as their users see them.

mod archives;
mod cases;
mod hostile;
mod laws;
mod round_trips;
mod seeds;
