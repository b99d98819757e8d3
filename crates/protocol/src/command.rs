//! The commands: the one list from which everything about them follows.
//!
//! Help, the readers and writers of both encodings, and the checks of who may use a command are
//! made from the entries by the macro in [`define`]. `docs/protocol.md` is held to the list by a test.
//!
//! The enum and every `match` over it are made from all entries at once. So each file of entries is a
//! macro that adds its own to those of the files before it. The types in them are imported here.

mod accounts;
mod bridges;
mod define;
mod description;
mod games;
mod lobby;
mod moderation;
mod people;
mod records;
mod result;
mod tournaments;

use serde::{Deserialize, Serialize};
use willow_board::{Move, Square};

pub use self::description::{Access, Acknowledged, CommandDescription, Handler, Subject};
pub use self::result::CommandResult;

use self::accounts::account_commands;
use self::bridges::bridge_commands;
use self::define::define_commands;
use self::description::NamesUser;
use self::games::game_commands;
use self::lobby::{SEEK_HELP, TERMS_HELP, lobby_commands};
use self::moderation::moderation_commands;
use self::people::people_commands;
use self::records::record_commands;
use self::tournaments::tournament_commands;
use crate::serde_text::as_text;
use crate::text::argument::{
    Argument, BoxedRest, FirstGame, FirstLines, FirstScopes, GameBeforeWord, InvitationWord,
    LastGame, MinutesWord, Number, OnOff, OptionalNumber, OptionalOnOff, OptionalPassword,
    OptionalRest, OptionalWord, PasswordRest, PasswordWord, PromptedPassword, ReachWord, ReadError,
    ReportWord, Rest, Word,
};
use crate::text::tokens::Tokens;
use crate::{
    ArchiveFilter, BanReach, BidValue, ClientId, ExploreFilter, GameId, HistoryFilter, LogFilter,
    LogoutScope, Message, Name, NamePrefix, Password, Place, PlayerId, Pool, ProfileKey,
    ProfileText, RecordFormat, ReportOutcome, ReportState, Role, Room, RoomLines, RoomNumbers,
    SearchText, SeekTerms, SpeedClass, Terms, TextStyle, TokenName, TokenScope, TokenScopes,
    TournamentId, TournamentOrder, TournamentPlan, WatchTarget,
};

// The files in the order of help.
account_commands! {
    lobby_commands, game_commands,
    people_commands, record_commands, tournament_commands, bridge_commands, moderation_commands,
    define_commands =>
}

impl Command {
    /// Returns who may use the command with these arguments: some arguments need more than the command itself.
    pub fn access(&self) -> Access {
        match self {
            // Chat is not game data.
            Command::Sync { room, .. } if !matches!(room, Room::Game(_)) => Access::Reader,
            Command::Lobby { follow: false } => Access::Anyone,
            _ => self.kind().description().access,
        }
    }
}
