//! The macro that makes everything about commands from one list.

/// Defines all commands.
///
/// Each entry describes one command: its name, who may use it, what it is about, the argument with
/// the user whom its execution needs (or `none`), whether it changes what the server stores, its handler if
/// that is a session, the scope that a token needs for it, if any, what help says about it, and its arguments
/// in the order of the text encoding.
/// An argument has a type, an [`Argument`](crate::text::argument::Argument) that reads and writes it as text, and its
/// name in help; `else default` says that JSON may leave it out. From the list follow
/// - `Command`, with the names of the JSON encoding,
/// - `CommandKind`, one variant for each command, and its `CommandDescription`,
/// - `read_arguments` and `write_arguments`, the two halves of the text encoding.
///
/// A new command is one new entry. A test of the server's router then fails until its handler executes it.
macro_rules! define_commands {
    (@acknowledged) => { Acknowledged::WithId };
    (@acknowledged $acknowledged:ident) => { Acknowledged::$acknowledged };
    (@handler) => { Handler::Domain };
    (@handler $handler:ident) => { Handler::$handler };
    (@scope) => { None };
    (@scope $scope:ident) => { Some(TokenScope::$scope) };
    (@example) => { None };
    (@example $example:literal) => { Some($example) };
    (@naming $variant:ident none) => { Command::$variant { .. } };
    (@naming $variant:ident $user:ident) => { Command::$variant { $user, .. } };
    (@user none) => { None };
    (@user $user:ident) => { NamesUser::user($user) };
    (@details) => { &[] };
    (@details $details:expr) => { $details };
    (=> $(
        $(#[$variant_attribute:meta])*
        $variant:ident = $name:literal {
            $(aliases: [$($alias:literal),+],)?
            access: $access:ident, about: $about:ident, user: $user:ident, changes: $changes:literal,
            $(handler: $handler:ident,)?
            $(scope: $scope:ident,)?
            $(acknowledged: $acknowledged:ident,)?
            summary: $summary:literal,
            $(example: $example:literal,)?
            $(details: $details:expr,)?
            $(arguments: {$(
                $(#[$field_attribute:meta])*
                $field:ident: $type:ty = $argument:ident($placeholder:expr) $(else $default:ident)?,
            )+},)?
        }
    )+) => {
        /// A command of a client.
        ///
        /// A game that is left out is the current game: the one that the connection last joined,
        /// moved in or watched.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "do")]
        #[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
        pub enum Command {$(
            $(#[$variant_attribute])*
            #[serde(rename = $name)]
            $variant $({$(
                $(#[$field_attribute])*
                $(#[serde($default, skip_serializing_if = "Option::is_none")])?
                $field: $type,
            )+})?,
        )+}

        /// A command without its arguments.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum CommandKind {$(
            $(#[$variant_attribute])*
            $variant,
        )+}

        impl CommandKind {
            /// All commands, in the order of help.
            pub const ALL: &'static [CommandKind] = &[$(CommandKind::$variant),+];

            /// Returns the command of a name, which has no alias in JSON.
            pub(crate) fn named(name: &str) -> Option<CommandKind> {
                CommandKind::ALL.iter().copied().find(|kind| kind.description().name == name)
            }

            /// Returns what is known about the command.
            pub const fn description(self) -> &'static CommandDescription {
                match self {$(
                    CommandKind::$variant => &CommandDescription {
                        name: $name,
                        aliases: &[$($($alias),+)?],
                        placeholders: &[$($($placeholder),+)?],
                        arguments: &[$($(stringify!($field)),+)?],
                        summary: $summary,
                        example: define_commands!(@example $($example)?),
                        details: define_commands!(@details $($details)?),
                        access: Access::$access,
                        about: Subject::$about,
                        changes: $changes,
                        handler: define_commands!(@handler $($handler)?),
                        scope: define_commands!(@scope $($scope)?),
                        acknowledged: define_commands!(@acknowledged $($acknowledged)?),
                    },
                )+}
            }
        }

        impl Command {
            /// Returns which command this is.
            pub const fn kind(&self) -> CommandKind {
                match self {$(
                    Command::$variant { .. } => CommandKind::$variant,
                )+}
            }

            /// Returns the user whom the command names and whose execution needs more than the name.
            pub fn user(&self) -> Option<&Name> {
                match self {$(
                    define_commands!(@naming $variant $user) => define_commands!(@user $user),
                )+}
            }
        }

        /// Reads the arguments of a command, in the order in which people type them.
        pub(crate) fn read_arguments(
            kind: CommandKind,
            tokens: &mut Tokens<'_>,
        ) -> Result<Command, ReadError> {
            Ok(match kind {$(
                CommandKind::$variant => Command::$variant $({$(
                    $field: <$argument as Argument<$type>>::read(tokens, $placeholder)?,
                )+})?,
            )+})
        }

        /// Writes the arguments of a command, in the order in which people type them.
        pub(crate) fn write_arguments(command: &Command) -> Vec<String> {
            let arguments: Vec<Option<String>> = match command {$(
                Command::$variant $({$($field),+})? => vec![
                    $($(<$argument as Argument<$type>>::write($field)),+)?
                ],
            )+};
            arguments.into_iter().flatten().collect()
        }
    };
}
pub(crate) use define_commands;
