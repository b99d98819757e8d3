//! Players of every kind, named by SPECs.
//!
//! A [`PlayerSpec`] such as `willow:level=5` names a player, and [`build_player`] builds it. A
//! [`Player`] gets a [`MoveRequest`] and answers with a [`Decision`].
//!
//! | file | contents |
//! | --- | --- |
//! | `player.rs` | the interface: `Player`, requests, decisions, reports |
//! | `spec.rs`, `spec_option.rs` | a SPEC and its options |
//! | `spec_parser.rs`, `spec_syntax.rs` | parsing a SPEC; quotes and brackets |
//! | `spec_error.rs` | errors of a SPEC and hints |
//! | `registry.rs` | the table of all players; `build_player` |
//! | `options.rs`, `player_key.rs`, `build_context.rs` | what players are built from |
//! | `willow.rs`, `weak_play.rs`, `book_play.rs` | our engine; its errors on purpose; its moves from a book |
//! | `classic_player.rs`, `classics/` | any old program as a player; the SPECs of the old programs |
//! | `pondering.rs` | the thread that ponders |
//! | `gtp_player.rs`, `nboard_player.rs` | external engines behind a protocol |
//! | `engine_process.rs`, `engine_keys.rs`, `command_line.rs` | their process, SPEC keys and words |
//! | `random.rs`, `switch.rs` | random moves; one player after another |
//! | `house_bots.rs` | the opponents that game servers offer, with their authors |
//! | `level_strength.rs` | how strong the engine's levels are, as measured |
//! | `thought.rs`, `thought/` | what a player's search found about a move: its types, its JSON and its text |
//! | `draughts.rs` | players of English draughts |
//! | `programs.rs` | the old programs and their people: years, ideas, strengths, positions |
//! | `judgment.rs` | what a player thinks of every legal move |
//! | `search_tree.rs` | the tree that a player's search visits |
//! | `seeds.rs`, `quantity.rs` | random numbers from seeds; counts and sizes as text |
//!
//! Invariants: nothing here prints. Random numbers come from seeds that the caller gives.

#![forbid(unsafe_code)]

// What a player is.
mod player;

// SPECs.
mod quantity;
mod spec;
mod spec_error;
mod spec_option;
mod spec_parser;
mod spec_syntax;

// The opponents of game servers.
mod house_bots;
mod strengths;

// The old programs and their people.
mod programs;

// Building players.
mod build_context;
mod options;
mod player_key;
mod registry;

// The players: our engine, the old programs, external engines, and others.
mod book_play;
mod classic_player;
mod classics;
mod gtp_player;
mod nboard_player;
mod random;
mod switch;
mod weak_play;
mod weights_files;
mod willow;

// Games between players, and the protocols by which others start ours.
pub mod engine_protocols;
pub mod matches;

// Draughts.
pub mod draughts;

// What players share.
mod command_line;
mod engine_player;
mod engine_process;
mod engine_wait;
mod judgment;
mod pondering;
mod search_tree;
mod seeds;
mod thought;

#[cfg(test)]
mod spec_tests;

pub use build_context::BuildContext;
pub use classic_player::ClassicPlayer;
pub use engine_wait::{EngineWait, OnEngineWait};
pub use house_bots::{HOUSE_BOTS, HouseBot, HouseBotGroup, ProgramOrigin};
pub use judgment::MoveJudgment;
pub use player::{Decision, GameSetup, MoveRequest, Player, PlayerError};
pub use player_key::PlayerKey;
pub use programs::{PROGRAMS, ProgramFacts, ProgramPicture, program_of};
pub use quantity::{ParseCountError, ParseSizeError, parse_count, parse_size};
pub use random::RandomPlayer;
pub use registry::{
    BookSearch, PlayerKind, book_search, build_player, check_player, is_timed, player_kinds,
};
pub use search_tree::{NoTree, PlayerTree, TreeLimits};
pub use seeds::{SeededRng, derive_seed};
pub use spec::PlayerSpec;
pub use spec_error::{SpecError, SpecErrorKind};
pub use spec_option::SpecOption;
pub use strengths::{LEVEL_STRENGTHS, LevelStrength, MeasuredElo, ProgramStrength};
pub use switch::SwitchPlayer;
pub use thought::{
    BillDetails, Bound, Details, Fact, Feature, FeatureDetails, MliaDetails, MoveThought, Thought,
    ThoughtValue, WillowDetails,
};
pub use willow::WillowPlayer;

/// How a program found its move.
pub use willow_classics::Phase;

/// The flag that tells a player to answer at once.
pub use willow_engine::StopFlag;
