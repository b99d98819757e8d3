//! Descriptions of commands, apart from the types of their arguments.

use crate::{ArchiveFilter, Name, Role, TokenScope, VisitorAccess, WatchTarget};

/// The description of a command, from which help and access checks follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandDescription {
    /// The name, the same in text and in JSON.
    pub name: &'static str,
    /// Other names for the text encoding.
    pub aliases: &'static [&'static str],
    /// The arguments as help names them, such as `GAME` or `[PLY]`.
    pub placeholders: &'static [&'static str],
    /// The names of the arguments here. JSON has other names for some, and several fields for others: see
    /// [`CommandDescription::has_field`].
    pub(super) arguments: &'static [&'static str],
    /// What the command does, in one line.
    pub summary: &'static str,
    /// A line that uses the command, as a person types it.
    pub example: Option<&'static str>,
    /// Further lines of help.
    pub details: &'static [&'static str],
    /// Who may use the command.
    pub access: Access,
    /// Subject, for the list of commands.
    pub about: Subject,
    /// Whether the command changes what the server stores.
    pub changes: bool,
    /// Which part of the server executes the command.
    pub handler: Handler,
    /// The scope that a token needs for the command. A login needs none, nor what everybody may read.
    pub scope: Option<TokenScope>,
    /// When the server confirms the command with `ok`.
    pub acknowledged: Acknowledged,
}

/// The fields of the terms of a game.
const TERMS: &[&str] =
    &["clock", "rated", "color", "start", "private", "synchro", "lockstep", "komi"];

/// Who may use a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// Every connection, before a login as well.
    Anyone,
    /// Users, and visitors of a server that shows them its games.
    GameReader,
    /// Users, and visitors of a server that shows them all that is public.
    Reader,
    /// Users who are logged in, guests included.
    User,
    /// Bridges alone: users whom an administrator has given this role.
    Bridge,
    /// Moderators and administrators.
    Moderator,
    /// Administrators.
    Admin,
}

/// Subject of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// One connection: what it is sent, and how.
    Connection,
    /// Logins, passwords and tokens.
    Account,
    /// Offers, chat, and who is there.
    Lobby,
    /// One game.
    Game,
    /// Users and what they are to each other.
    People,
    /// Games of the past.
    Archive,
    /// Tournaments.
    Tournaments,
    /// Reports and what moderators do.
    Moderation,
}

/// The part of the server that executes a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handler {
    /// The domain, in the function of the command's [`Subject`].
    Domain,
    /// The session of a connection: it checks secrets, or the command is about the connection alone.
    Session,
}

/// An argument that may name a user.
pub(super) trait NamesUser {
    fn user(&self) -> Option<&Name>;
}

impl NamesUser for Name {
    fn user(&self) -> Option<&Name> {
        Some(self)
    }
}

impl NamesUser for Option<Name> {
    fn user(&self) -> Option<&Name> {
        self.as_ref()
    }
}

impl NamesUser for WatchTarget {
    fn user(&self) -> Option<&Name> {
        match self {
            WatchTarget::Player(name) => Some(name),
            WatchTarget::Game(_) => None,
        }
    }
}

/// When the server confirms a command with `ok`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Acknowledged {
    /// If the command has an id.
    WithId,
    /// Always: its sender sees no other effect.
    Always,
}

impl CommandDescription {
    /// Returns the command as it is typed: `move [GAME] SQUARE [PLY]`.
    pub fn usage(&self) -> String {
        let words = [self.name].into_iter().chain(self.placeholders.iter().copied());
        words.collect::<Vec<&str>>().join(" ")
    }

    /// Returns whether a JSON object of the command may have a field of this name, besides `id` and `do`.
    pub fn has_field(&self, field: &str) -> bool {
        self.arguments.iter().any(|argument| match (*argument, self.name) {
            ("mv", _) => field == "move",
            ("target", _) => matches!(field, "game" | "name"),
            ("terms", _) => TERMS.contains(&field),
            ("seek", _) => field == "range" || TERMS.contains(&field),
            ("filter", "history") => matches!(field, "name" | "after" | "limit"),
            ("filter", "log") => matches!(field, "name" | "by" | "after" | "limit"),
            ("filter", _) => ArchiveFilter::FIELDS.contains(&field),
            (argument, _) => field == argument,
        })
    }

    /// Returns whether the command makes a visitor a user.
    pub const fn logs_in(&self) -> bool {
        matches!((self.about, self.access), (Subject::Account, Access::Anyone))
    }

    /// Returns whether people may type this name for the command.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}

impl Access {
    /// Returns what a server shows its visitors at least if they may use the command; `None` if it needs a login.
    pub const fn visitors(self) -> Option<VisitorAccess> {
        match self {
            Access::Anyone => Some(VisitorAccess::Nothing),
            Access::GameReader => Some(VisitorAccess::Games),
            Access::Reader => Some(VisitorAccess::All),
            Access::User | Access::Bridge | Access::Moderator | Access::Admin => None,
        }
    }

    /// Returns the least role that may use the command; `None` if visitors may, too.
    pub const fn min_role(self) -> Option<Role> {
        match self {
            Access::Anyone | Access::GameReader | Access::Reader => None,
            Access::User => Some(Role::Guest),
            Access::Bridge => Some(Role::Bridge),
            Access::Moderator => Some(Role::Moderator),
            Access::Admin => Some(Role::Admin),
        }
    }
}
