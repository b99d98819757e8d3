//! An engine in the place of GGS: it sits as the only player on a GGS of its own, to which the bridge logs in.
//!
//! | file | contents |
//! | --- | --- |
//! | `server.rs` | that GGS, without IO: the bridge's lines and the engine's moves go in, texts come out |
//! | `opponent.rs` | the engine as a player there: what it accepts, when it moves, when it gives up |
//! | `seat.rs` | the task that keeps that GGS, in the place of a connection |
//!
//! So the bridge needs to know nothing of engines: matches begin, go on and end as on GGS. An engine that
//! fails leaves its GGS as a player whose connection breaks: nobody loses, and it comes again.

mod opponent;
mod seat;
mod server;

pub use opponent::{BuildEngine, EngineTerms, OnEngineFound};
pub use seat::EngineSetup;
pub(super) use seat::sit;
pub use server::{EngineOutput, EngineServer};

pub use crate::player_thread::Found as EngineFound;
