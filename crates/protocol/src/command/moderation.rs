//! Commands of moderators and administrators.

/// Adds these commands to those before them, and hands all of them to the next list.
macro_rules! moderation_commands {
    ($next:ident $(, $later:ident)* => $($before:tt)*) => {
        $next! {
            $($later),* =>
            $($before)*
            /// Stops a user from sending messages for a while.
            Silence = "silence" {
                access: Moderator, about: Moderation, user: name, changes: true,
                scope: Moderate,
                acknowledged: Always,
                summary: "stop a user from sending messages for a while",
                example: "silence bob 30 insults",
                arguments: {
                    /// A user with a lower role than the sender's.
                    name: Name = Word("NAME"),
                    /// The duration; 0 ends a silence.
                    minutes: u32 = Number("MINUTES"),
                    /// For the log; the user reads it, too.
                    reason: Message = Rest("REASON"),
                },
            }
            /// Disconnects a user.
            Kick = "kick" {
                access: Moderator, about: Moderation, user: name, changes: true,
                scope: Moderate,
                acknowledged: Always,
                summary: "disconnect a user",
                example: "kick bob insults",
                arguments: {
                    /// A user with a lower role than the sender's.
                    name: Name = Word("NAME"),
                    /// For the log; the user reads it, too.
                    reason: Message = Rest("REASON"),
                },
            }
            /// Disconnects a user and refuses further logins.
            Ban = "ban" {
                access: Moderator, about: Moderation, user: name, changes: true,
                scope: Moderate,
                acknowledged: Always,
                summary: "disconnect a user and refuse further logins",
                example: "ban bob insults after a warning",
                arguments: {
                    /// A user with a lower role than the sender's.
                    name: Name = Word("NAME"),
                    /// For the log; the user reads it, too.
                    reason: Message = Rest("REASON"),
                },
            }
            /// Ends a ban.
            Unban = "unban" {
                access: Moderator, about: Moderation, user: name, changes: true,
                scope: Moderate,
                acknowledged: Always,
                summary: "end a ban",
                example: "unban bob",
                arguments: {
                    /// A user with a lower role than the sender's.
                    name: Name = Word("NAME"),
                },
            }
            /// Makes a code with which a user can set a new password once.
            Recover = "recover" {
                access: Moderator, about: Moderation, user: none, changes: true,
                scope: Moderate,
                summary: "get a code with which a user who forgot the password sets a new one",
                example: "recover bob forgot the password",
                details: &["give the code to the user; it works once, within a day: reset-password NAME CODE PASSWORD"],
                arguments: {
                    /// A user with a lower role than the sender's.
                    name: Name = Word("NAME"),
                    /// For the log; the user does not read it.
                    reason: Message = Rest("REASON"),
                },
            }
            /// Asks for the moderation log.
            Log = "log" {
                access: Moderator, about: Moderation, user: none, changes: false,
                scope: Moderate,
                summary: "show the moderation log",
                example: "log bob limit 5",
                details: &[
                    "NAME: actions against this user; by NAME: actions of this moderator",
                    "the newest come first, with times in UTC; limit N: up to 100, 20 by default",
                    "after NUMBER: the next ones, as the answer says",
                ],
                arguments: {
                    /// Which entries are wanted.
                    #[serde(flatten)]
                    filter: LogFilter = Rest("[NAME] [by NAME] [after NUMBER] [limit N]"),
                },
            }
            /// Asks for reports of users.
            Reports = "reports" {
                access: Moderator, about: Moderation, user: none, changes: false,
                scope: Moderate,
                summary: "list reports of users: the open ones, or those that are closed",
                example: "reports open",
                arguments: {
                    /// Which reports are wanted; the open ones if nothing is said.
                    state: Option<ReportState> = OptionalWord("[open|closed]") else default,
                    /// Only reports after this one.
                    after: Option<u64> = OptionalNumber("[AFTER]") else default,
                },
            }
            /// Asks for a report with the chat that it is about.
            ReadReport = "read-report" {
                access: Moderator, about: Moderation, user: none, changes: false,
                scope: Moderate,
                summary: "show a report and the messages that it is about",
                example: "read-report 3",
                arguments: {
                    /// As `reports` lists it.
                    report: u64 = Number("REPORT"),
                },
            }
            /// Closes a report and tells the reporter the outcome.
            CloseReport = "close-report" {
                access: Moderator, about: Moderation, user: none, changes: true,
                scope: Moderate,
                acknowledged: Always,
                summary: "close a report, and tell the reporter what was done",
                example: "close-report 3 warned",
                details: &["the remark is for moderators; the reporter sees the outcome only"],
                arguments: {
                    /// As `reports` lists it.
                    report: u64 = Number("REPORT"),
                    /// What was done about it, which the reporter is told.
                    outcome: ReportOutcome = Word("no-action|warned|silenced|banned"),
                    /// For other moderators; the reporter does not read it.
                    remark: Option<Message> = OptionalRest("[REMARK]") else default,
                },
            }
            /// Gives an account a role.
            Role = "role" {
                access: Admin, about: Moderation, user: name, changes: true,
                scope: Moderate,
                acknowledged: Always,
                summary: "give an account the role player, bot, bridge, moderator or admin",
                example: "role bob moderator",
                details: &["your own account before its first rated game: `role NAME bot`, for ever"],
                arguments: {
                    /// An account; the roles of guests and proxies are fixed.
                    name: Name = Word("NAME"),
                    /// What the user may do from now on.
                    role: Role = Word("ROLE"),
                },
            }
        }
    };
}
pub(super) use moderation_commands;
