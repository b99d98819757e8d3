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
                details: &[
                    "reach:addresses silences for a while whoever is new at its addresses, too:",
                    "`related NAME` shows who else is there",
                ],
                arguments: {
                    /// A user with a lower role than the sender's.
                    name: Name = Word("NAME"),
                    /// The duration; 0 ends a silence.
                    minutes: u32 = Number("MINUTES"),
                    /// Whom it silences: the account alone, unless it says `addresses`.
                    reach: Option<BanReach> = ReachWord("[reach:addresses]") else default,
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
                example: "ban bob minutes:1440 insults after a warning",
                details: &[
                    "minutes:N ends it after so long; without it, `unban` does",
                    "reach:account keeps out this account alone; otherwise nobody new may come from its",
                    "addresses for a while: `related NAME` shows who else is there",
                ],
                arguments: {
                    /// A user with a lower role than the sender's.
                    name: Name = Word("NAME"),
                    /// The duration; without one the ban has no end.
                    minutes: Option<u32> = MinutesWord("[minutes:N]") else default,
                    /// Whom it keeps out: newcomers from the user's addresses too, unless it says `account`.
                    reach: Option<BanReach> = ReachWord("[reach:account]") else default,
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
            /// Asks for the bans and silences that are in force.
            Sanctions = "sanctions" {
                aliases: ["bans"],
                access: Moderator, about: Moderation, user: none, changes: false,
                scope: Moderate,
                summary: "list the bans and silences in force",
            }
            /// Asks which accounts share an address or a browser with a user.
            Related = "related" {
                access: Moderator, about: Moderation, user: name, changes: false,
                scope: Moderate,
                summary: "list accounts at the addresses or in the browser of a user: a hint, no proof",
                example: "related bob",
                details: &["families, schools, clubs and mobile networks share addresses"],
                arguments: {
                    /// The user whose related accounts are wanted.
                    name: Name = Word("NAME"),
                },
            }
            /// Removes messages from the chat of the lobby or of a game, or private ones that were reported.
            RemoveMessage = "remove-message" {
                access: Moderator, about: Moderation, user: none, changes: true,
                handler: Session,
                scope: Moderate,
                acknowledged: Always,
                summary: "remove messages from the chat of the lobby or of a game, or reported ones",
                example: "remove-message lobby:17 insults",
                details: &[
                    "ROOM: lobby, players/GAME or watchers/GAME; ROOM:17..21 are several messages",
                    "private:17 report:3 is a private message of report 3; both lose it",
                    "everybody sees that something was there; reports keep their copy",
                ],
                arguments: {
                    /// Their room and numbers.
                    lines: RoomLines = Word("ROOM:NUMBER"),
                    /// The report that has them, if they are private: the numbers are those of the report.
                    report: Option<u64> = ReportWord("[report:N]") else default,
                    /// For the log; the author reads it, too.
                    reason: Message = Rest("REASON"),
                },
            }
            /// Removes what a user wrote into the profile.
            ClearProfile = "clear-profile" {
                access: Moderator, about: Moderation, user: name, changes: true,
                scope: Moderate,
                acknowledged: Always,
                summary: "remove a user's display name, or the words about oneself",
                example: "clear-profile bob display-name insulting",
                details: &["the user may choose others; a silence prevents it"],
                arguments: {
                    /// A user with a lower role than the sender's.
                    name: Name = Word("NAME"),
                    /// The part to remove.
                    part: ProfileText = Word("display-name|about"),
                    /// For the log; the user reads it, too.
                    reason: Message = Rest("REASON"),
                },
            }
            /// Makes a code with which a user can set a new password once.
            Recover = "recover" {
                access: Moderator, about: Moderation, user: none, changes: true,
                handler: Session,
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
            /// Makes an invitation, with which people make accounts.
            Invite = "invite" {
                access: Moderator, about: Moderation, user: none, changes: true,
                handler: Session,
                scope: Moderate,
                summary: "get a link with which people make accounts on a server that is not open",
                example: "invite player 40 14 club evening",
                details: &[
                    "ROLE: of the accounts: bot, player or moderator, lower than your own",
                    "USES: how many people may use the link, up to 1000; DAYS: how long, up to 365",
                    "the code is shown once: send people the link, or `register NAME invitation:CODE`",
                ],
                arguments: {
                    /// The role of the accounts: `bot`, `player` or `moderator`, lower than the sender's.
                    role: Role = Word("ROLE"),
                    /// How many accounts can be made with it, from 1 to 1000.
                    uses: u32 = Number("USES"),
                    /// For how many days it is valid, from 1 to 365.
                    days: u32 = Number("DAYS"),
                    /// For other moderators.
                    note: Option<Message> = OptionalRest("[NOTE]") else default,
                },
            }
            /// Asks for the invitations that can be used.
            Invitations = "invitations" {
                access: Moderator, about: Moderation, user: none, changes: false,
                scope: Moderate,
                summary: "list the invitations that can be used",
            }
            /// Withdraws an invitation. The accounts that were made with it stay.
            Uninvite = "uninvite" {
                access: Moderator, about: Moderation, user: none, changes: true,
                scope: Moderate,
                acknowledged: Always,
                summary: "withdraw an invitation",
                example: "uninvite 3",
                arguments: {
                    /// As `invitations` lists it.
                    invitation: u64 = Number("INVITATION"),
                },
            }
            /// Asks whether an invitation can be used.
            Invitation = "invitation" {
                access: Anyone, about: Moderation, user: none, changes: false,
                summary: "show who made an invitation, and until when it can be used",
                example: "invitation abcde-fghij-kmnpq-rstuv",
                arguments: {
                    /// The code of the invitation.
                    code: String = Word("CODE"),
                },
            }
            /// Asks how an administrator gets what is stored about a user, at the user's request.
            ExportUser = "export-user" {
                access: Admin, about: Moderation, user: name, changes: false,
                scope: Moderate,
                summary: "say how to get everything that is stored about a user",
                example: "export-user bob bob asked for it",
                details: &["the log records whether it was delivered or failed, and the user is notified"],
                arguments: {
                    /// A user with a lower role than the sender's.
                    name: Name = Word("NAME"),
                    /// For the log; the user reads it, too.
                    reason: Message = Rest("REASON"),
                },
            }
            /// Deletes the account of a user. Its games stay, under a neutral name.
            DeleteUser = "delete-user" {
                access: Admin, about: Moderation, user: name, changes: true,
                scope: Moderate,
                acknowledged: Always,
                summary: "delete a user's account permanently; the games stay",
                example: "delete-user bob bob asked for it",
                arguments: {
                    /// A user with a lower role than the sender's, and no guest.
                    name: Name = Word("NAME"),
                    /// For the log.
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
            /// Closes a report and notifies the reporter of the outcome.
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
                    /// The outcome, which is sent to the reporter.
                    outcome: ReportOutcome = Word("no-action|warned|silenced|banned"),
                    /// For other moderators; the reporter does not read it.
                    remark: Option<Message> = OptionalRest("[REMARK]") else default,
                },
            }
            /// Asks what the operator announces.
            Announcement = "announcement" {
                access: Anyone, about: Moderation, user: none, changes: false,
                summary: "show what the operator announces",
            }
            /// Sets or removes the announcement that everybody sees who connects.
            Announce = "announce" {
                access: Admin, about: Moderation, user: none, changes: true,
                scope: Moderate,
                acknowledged: Always,
                summary: "set the announcement that everybody sees who connects, or remove it",
                example: "announce club evening on Friday at 20:00",
                details: &["without TEXT it is removed; a restart keeps it"],
                arguments: {
                    /// The announcement; none removes it.
                    text: Option<Message> = OptionalRest("[TEXT]") else default,
                },
            }
            /// Says when the server closes. Until then no new games begin.
            Closing = "closing" {
                access: Admin, about: Moderation, user: none, changes: true,
                scope: Moderate,
                acknowledged: Always,
                summary: "say in how many minutes the server closes; no new games begin",
                example: "closing 15 update of the server",
                details: &[
                    "MINUTES: up to 1440; 0 withdraws it, and so does a restart",
                    "offers, seeks and waits in pools end; games of days and their offers go on",
                ],
                arguments: {
                    /// The minutes until then, at most 1440; 0 withdraws the closing.
                    minutes: u32 = Number("MINUTES"),
                    /// Shown beside the count-down.
                    reason: Option<Message> = OptionalRest("[REASON]") else default,
                },
            }
            /// Gives an account a role.
            Role = "role" {
                access: Admin, about: Moderation, user: name, changes: true,
                scope: Moderate,
                acknowledged: Always,
                summary: "give an account the role player, bot, bridge, moderator or admin",
                example: "role bob moderator",
                details: &["your own account before its first rated game: `role NAME bot`, permanently"],
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
