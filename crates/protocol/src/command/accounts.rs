//! Commands about logging in, accounts and the connection itself.

/// Adds these commands to those before them, and hands all of them to the next list.
macro_rules! account_commands {
    ($next:ident $(, $later:ident)* => $($before:tt)*) => {
        $next! {
            $($later),* =>
            $($before)*
            /// Asks for help: the topics, one topic, or the use of a command.
            Help = "help" {
                aliases: ["?"],
                access: Anyone, about: Connection, user: none, changes: false,
                handler: Session,
                summary: "show the topics of help, one topic, or how a command is used",
                example: "help playing",
                arguments: {
                    /// A topic of the overview, or a command or alias.
                    topic: Option<String> = OptionalWord("[TOPIC]") else default,
                },
            }
            /// Logs in without an account.
            Guest = "guest" {
                access: Anyone, about: Account, user: none, changes: true,
                handler: Session,
                summary: "play at once under a name, without an account",
                example: "guest alice",
                arguments: {
                    /// The name; the server picks one if it is left out.
                    name: Option<Name> = OptionalWord("[NAME]") else default,
                },
            }
            /// Creates an account and logs in, or makes the guest who is logged in an account.
            Register = "register" {
                access: Anyone, about: Account, user: none, changes: true,
                handler: Session,
                scope: Account,
                summary: "create an account, which keeps your name, games and ratings",
                example: "register alice",
                details: &["if you leave out the password, you are asked for it, and it is not shown"],
                arguments: {
                    /// 2 to 20 ASCII letters, digits, `-` or `_`, a letter first.
                    name: Name = Word("NAME"),
                    /// The code of an invitation, which a server that is not open wants.
                    invitation: Option<String> = InvitationWord("[invitation:CODE]") else default,
                    /// 8 to 128 bytes.
                    password: Password = PromptedPassword("[PASSWORD]"),
                },
            }
            /// Logs in to an account by its password.
            Login = "login" {
                access: Anyone, about: Account, user: none, changes: true,
                handler: Session,
                summary: "log in",
                example: "login alice",
                details: &["if you leave out the password, you are asked for it, and it is not shown"],
                arguments: {
                    /// In any case of letters.
                    name: Name = Word("NAME"),
                    /// Asked for, without showing it, if it is left out at a prompt.
                    password: Password = PromptedPassword("[PASSWORD]"),
                },
            }
            /// Logs in with a token.
            Resume = "resume" {
                access: Anyone, about: Account, user: none, changes: true,
                handler: Session,
                summary: "log in with a token instead of a password",
                example: "resume 5tgb6yhn7ujm",
                details: &["ROOM NUMBER: the last event that you have of a room, such as lobby 17 game/3 4"],
                arguments: {
                    /// The token that an earlier login was given.
                    token: String = Word("TOKEN"),
                    /// The number of the last event that the client has of each of its rooms.
                    #[serde(default, skip_serializing_if = "RoomNumbers::is_empty")]
                    rooms: RoomNumbers = Rest("[ROOM NUMBER ...]"),
                },
            }
            /// Asks for a token with which a program can log in.
            Token = "token" {
                access: User, about: Account, user: none, changes: true,
                handler: Session,
                scope: Account,
                summary: "get a token, with which a program can log in as you",
                example: "token my-bot play",
                details: &[
                    "SCOPES: what it may do besides reading: play, chat, account, moderate,",
                    "with commas between them; `read` for nothing; `all`, as without SCOPES",
                    "PASSWORD: yours, which a page needs, and who has resumed a session",
                ],
                arguments: {
                    /// What the list calls the token: 1 to 32 letters, digits, `-`, `_` or `.`.
                    name: Option<TokenName> = OptionalWord("[NAME]") else default,
                    /// Permissions beyond reading; all of its maker's if left out.
                    scopes: Option<TokenScopes> = FirstScopes("[SCOPES]") else default,
                    /// The user's password, needed by who is logged in with the token of an earlier login.
                    password: Option<Password> = OptionalPassword("[PASSWORD]") else default,
                },
            }
            /// Asks for the list of the user's tokens.
            Tokens = "tokens" {
                aliases: ["sessions"],
                access: User, about: Account, user: none, changes: false,
                scope: Account,
                summary: "list where you are logged in, and the tokens of your programs",
            }
            /// Revokes a token, and ends its connections.
            Revoke = "revoke" {
                access: User, about: Account, user: none, changes: true,
                scope: Account,
                acknowledged: Always,
                summary: "revoke a token of the list, and end its connections",
                example: "revoke 3",
                arguments: {
                    /// As `tokens` lists it.
                    token: u64 = Number("NUMBER"),
                },
            }
            /// Revokes the token of the connection, or all of the user's, and ends their connections.
            Logout = "logout" {
                access: User, about: Account, user: none, changes: true,
                scope: Account,
                acknowledged: Always,
                summary: "log out here or, with `all`, everywhere: the tokens are revoked",
                example: "logout all",
                arguments: {
                    /// Which tokens; that of this connection if there is no word.
                    scope: Option<LogoutScope> = OptionalWord("[all]") else default,
                },
            }
            /// Asks for new recovery codes; the old ones are revoked.
            RecoveryCodes = "recovery-codes" {
                access: User, about: Account, user: none, changes: true,
                handler: Session,
                scope: Account,
                summary: "get new codes, each of which resets a forgotten password once",
                example: "recovery-codes my-password",
                arguments: {
                    /// Proves that the sender is the owner.
                    password: Password = PasswordRest("PASSWORD"),
                },
            }
            /// Sets a new password with a recovery code, revokes all tokens and logs in.
            ResetPassword = "reset-password" {
                access: Anyone, about: Account, user: none, changes: true,
                handler: Session,
                summary: "set a new password with a recovery code, and log in",
                example: "reset-password alice K7QM-2XFB-9TRD new-secret",
                arguments: {
                    /// The user whose password is lost.
                    name: Name = Word("NAME"),
                    /// A recovery code, or the code that a moderator gave.
                    code: String = Word("CODE"),
                    /// The new password: 8 to 128 bytes.
                    password: Password = PasswordRest("PASSWORD"),
                },
            }
            /// Changes the password; all tokens are revoked.
            Password = "password" {
                access: User, about: Account, user: none, changes: true,
                handler: Session,
                scope: Account,
                acknowledged: Always,
                summary: "change your password; neither may contain a blank",
                example: "password old-secret new-secret",
                details: &["you are logged out everywhere else"],
                arguments: {
                    /// The current password; a wrong one is `wrong-password`.
                    old: Password = PasswordWord("OLD"),
                    /// The new password: 8 to 128 bytes.
                    new: Password = PasswordWord("NEW"),
                },
            }
            /// Asks how users get everything that is stored about them.
            ExportData = "export-data" {
                access: User, about: Account, user: none, changes: false,
                handler: Session,
                scope: Account,
                summary: "say how to get everything that is stored about you",
            }
            /// Deletes the account. Its games stay, under a neutral name.
            DeleteAccount = "delete-account" {
                access: User, about: Account, user: none, changes: true,
                handler: Session,
                scope: Account,
                summary: "delete your account permanently; your games stay",
                example: "delete-account my-password",
                arguments: {
                    /// Proves that the sender is the owner.
                    password: Password = PasswordRest("PASSWORD"),
                },
            }
            /// Ends the connection.
            Quit = "quit" {
                aliases: ["bye", "exit"],
                access: Anyone, about: Connection, user: none, changes: false,
                summary: "say goodbye: the connection ends",
            }
            /// Asks for a reply, to test the connection.
            Ping = "ping" {
                access: Anyone, about: Connection, user: none, changes: false,
                handler: Session,
                summary: "test the connection: the server answers `pong`",
            }
            /// Names the version of the protocol that the client speaks.
            Protocol = "protocol" {
                access: Anyone, about: Connection, user: none, changes: false,
                handler: Session,
                summary: "ask for a version of the protocol",
                example: "protocol 2",
                details: &[
                    "CLIENT: a random id of your program, 8 to 32 letters, digits, `-` or `_`;",
                    "the ids of commands belong to it, so two tabs or programs may use the same ids",
                ],
                arguments: {
                    /// 2 is the only one that servers speak.
                    version: u32 = Number("VERSION"),
                    /// The random id of this client, to which the ids of its commands belong.
                    client: Option<ClientId> = OptionalWord("[CLIENT]") else default,
                },
            }
        }
    };
}
pub(super) use account_commands;
