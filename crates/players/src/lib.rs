//! Players of every kind, named by SPECs.
//!
//! A [`PlayerSpec`] such as `willow:level=5` names a player and [`build_player`] makes it: a program of the
//! literature, our engine, another program behind a protocol. A [`Player`] is asked for a move with a
//! [`MoveRequest`] and answers with a [`Decision`].
//!
//! Invariant: nothing here prints. Random numbers come from seeds that the caller gives.

#![forbid(unsafe_code)]

mod bill;
mod classic;
mod command_line;
mod gtp_player;
mod iago_1982;
mod mlia;
mod nboard_player;
mod options;
mod outside_program;
mod player;
mod program;
mod quantity;
mod random;
mod registry;
mod searcher;
mod seeds;
mod spec;
mod spec_error;
mod spec_parser;
mod switch;
mod think_ahead;
mod whole_file;
mod willow;

#[cfg(test)]
mod spec_tests;

pub use bill::BillPlayer;
pub use classic::ClassicPlayer;
pub use gtp_player::GtpPlayer;
pub use iago_1982::Iago1982Player;
pub use mlia::MliaPlayer;
pub use nboard_player::NBoardPlayer;
pub use player::{Decision, GameSetup, MoveReport, MoveRequest, Player, PlayerError};
pub use quantity::{ParseCountError, ParseSizeError, parse_count, parse_size};
pub use random::RandomPlayer;
pub use registry::{
    BuildContext, PlayerKey, PlayerKind, build_player, check_player, is_timed, player_kinds,
};
pub use searcher::SearcherPlayer;
pub use seeds::{SeededRng, derive_seed};
pub use spec::{PlayerSpec, SpecOption};
pub use spec_error::{SpecError, SpecErrorKind};
pub use switch::SwitchPlayer;
pub use whole_file::{Overwrite, write_whole};
pub use willow::WillowPlayer;

/// The flag that tells a player to answer at once.
pub use willow_engine::StopFlag;
