//! What is known about a command apart from its arguments' types.

use crate::Role;

/// The description of a command, from which help and access checks follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandDescription {
    /// The name, the same in text and in JSON.
    pub name: &'static str,
    /// Other names for the text encoding.
    pub aliases: &'static [&'static str],
    /// The arguments as help names them, such as `GAME` or `[PLY]`.
    pub placeholders: &'static [&'static str],
    /// What the command does, in one line.
    pub summary: &'static str,
    /// A line that uses the command, as a person types it.
    pub example: Option<&'static str>,
    /// Further lines of help.
    pub details: &'static [&'static str],
    /// Who may use the command.
    pub access: Access,
    /// When the server confirms the command with `ok`.
    pub acknowledged: Acknowledged,
}

/// Who may use a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// Every connection, before a login as well.
    Anyone,
    /// Users who are logged in, guests included.
    User,
    /// Bridges alone: users whom an administrator has given this role.
    Bridge,
    /// Moderators and administrators.
    Moderator,
    /// Administrators.
    Admin,
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
    #[must_use]
    pub fn usage(&self) -> String {
        let words = [self.name].into_iter().chain(self.placeholders.iter().copied());
        words.collect::<Vec<&str>>().join(" ")
    }

    /// Returns whether people may type this name for the command.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}

impl Access {
    /// Returns the least role that may use the command; `None` if no login is needed.
    #[must_use]
    pub const fn least_role(self) -> Option<Role> {
        match self {
            Access::Anyone => None,
            Access::User => Some(Role::Guest),
            Access::Bridge => Some(Role::Bridge),
            Access::Moderator => Some(Role::Moderator),
            Access::Admin => Some(Role::Admin),
        }
    }
}
