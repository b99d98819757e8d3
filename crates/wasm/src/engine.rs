//! The search in the browser: the engine with its weights, for one worker without threads. The analysis of games, too.
//!
//! The weights come as bytes, and the clock, the wish to stop and the reports of progress go through a
//! [`Host`]. A search runs to its end in one call. Whoever wants to hear messages in between, asks for
//! one move after the other.

mod analysis;
mod exports;
mod found;
mod host;
mod limits;

pub use analysis::Analysis;
pub use exports::Engine;
pub use found::Found;
pub use host::Host;
