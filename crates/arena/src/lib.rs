//! Players of every kind, and what they meet in: the game monitor, matches and their statistics.
//!
//! A [`PlayerSpec`] names a player, [`build_player`] makes it, a [`Referee`] keeps the rules and
//! the clock of one game without knowing any player.
//!
//! Invariant: nothing here prints. Everything random comes from seeds that the caller gives.

#![forbid(unsafe_code)]

mod fault;
mod monitor;
mod options;
mod player;
mod quantity;
mod random;
mod referee;
mod registry;
mod seat;
mod seeds;
mod spec;
mod spec_error;
mod spec_parser;
mod watchdog;
mod willow;

#[cfg(test)]
mod monitor_tests;
#[cfg(test)]
mod referee_tests;
#[cfg(test)]
mod spec_tests;
#[cfg(test)]
mod test_players;

pub use fault::Fault;
pub use monitor::{Ending, GameReport, Monitor, TOURNAMENT_CLOCK};
pub use player::{Action, Decision, GameSetup, MoveReport, Player, PlayerError, Turn};
pub use quantity::{ParseCountError, ParseSizeError, parse_count, parse_size};
pub use random::RandomPlayer;
pub use referee::{Event, Referee, Rejection, Snapshot};
pub use registry::{
    BuildContext, PlayerKey, PlayerKind, build_player, check_player, is_timed, player_kinds,
};
pub use seeds::derive_seed;
pub use spec::{PlayerSpec, SpecOption};
pub use spec_error::{SpecError, SpecErrorKind};
pub use willow::WillowPlayer;
