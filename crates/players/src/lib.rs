//! Players of every kind, named by SPECs; games and matches between them; engine protocols.
//!
//! A [`PlayerSpec`] such as `willow:level=5` names a player, and [`build_player`] builds it. A
//! [`Player`] gets a [`MoveRequest`] and answers with a [`Decision`]. [`mod@matches`] plays games between players and
//! computes what the results say. [`protocols`] is the engine's side of GTP and NBoard.
//!
//! | module | contents |
//! | --- | --- |
//! | `player`, `judgment`, `search_tree` | the interface: requests, decisions, values of all moves, trees |
//! | `search_info` | what a player's search found about a move: its types, its JSON and its text |
//! | `spec` | SPECs: parsing, errors and hints, keys, counts and sizes |
//! | `registry` | the table of all players; building a player from its SPEC |
//! | `willow` | our engine; its errors on purpose; its moves from a book |
//! | `classics` | the old programs; `draughts`: players of English draughts |
//! | `external` | engines behind a protocol: their processes, GTP, NBoard |
//! | `random`, `switch` | random moves; one player after another |
//! | `pondering`, `seeds` | the thread that ponders; random numbers from seeds |
//! | `catalog` | the opponents of game servers, the old programs and their authors, measured strengths |
//! | `matches` | the monitor of a game, matches, tournaments, Elo, SPRT, ratings |
//! | `protocols` | GTP and NBoard sessions, without IO |
//!
//! Invariants: nothing here prints. Random numbers come from seeds that the caller gives.

#![forbid(unsafe_code)]

mod catalog;
mod classics;
pub mod draughts;
mod external;
mod file_cache;
mod judgment;
pub mod matches;
mod player;
mod pondering;
pub mod protocols;
mod random;
mod registry;
mod search_info;
mod search_tree;
mod seeds;
mod spec;
mod switch;
#[cfg(test)]
mod test_support;
mod willow;

pub use catalog::{
    HOUSE_BOTS, HouseBot, HouseBotGroup, LEVEL_STRENGTHS, LevelStrength, MeasuredElo, PROGRAMS,
    ProgramFacts, ProgramOrigin, ProgramPicture, ProgramStrength, RATING_OF_RANDOM_MOVES,
    program_of,
};
pub use classics::made_files::{MadeBook, MadeFileError};
pub use classics::player::ClassicPlayer;
pub use external::{DialogueLog, moves_from_start};
pub use judgment::MoveJudgment;
pub use player::{Decision, GameSetup, MoveRequest, Player, PlayerError};
pub use random::RandomPlayer;
pub use registry::{
    BookSearch, BuildContext, PlayerKind, bill_program, book_search, build_player, check_player,
    is_external, is_timed, player_kinds,
};
pub use search_info::{
    BillDetails, Bound, Details, FeatureDetails, InfoField, MoveThought, SearchInfo, Signed,
    ThoughtValue, WillowDetails,
};
pub use search_tree::{NoTree, PlayerTree, TreeLimits};
pub use seeds::{SeededRng, derive_seed};
pub use spec::PlayerSpec;
pub use spec::error::SpecError;
pub use spec::key::PlayerKey;
pub use spec::option::SpecOption;
pub use spec::quantity::{HASH_SIZE_TEXT, parse_budget, parse_count, parse_hash_size};
pub use switch::SwitchPlayer;
pub use willow::WillowPlayer;

/// How a program found its move.
pub use willow_classics::MoveSource;

/// The flag that makes a player answer at once.
pub use willow_engine::StopFlag;
