//! Commands about other users: whom one hides, follows, finds and reports.

/// Adds these commands to those before them, and hands all of them to the next list.
macro_rules! people_commands {
    ($next:ident $(, $later:ident)* => $($before:tt)*) => {
        $next! {
            $($later),* =>
            $($before)*
            /// Hides a user's messages and offers.
            Mute = "mute" {
                access: User, about: People, user: name, changes: true,
                scope: Account,
                acknowledged: Always,
                summary: "hide a user's messages and offers",
                example: "mute bob",
                arguments: {
                    /// Anybody but the sender.
                    name: Name = Word("NAME"),
                },
            }
            /// Ends a mute.
            Unmute = "unmute" {
                access: User, about: People, user: name, changes: true,
                scope: Account,
                acknowledged: Always,
                summary: "show a muted user's messages and offers again",
                example: "unmute bob",
                arguments: {
                    /// Somebody whom the sender has muted.
                    name: Name = Word("NAME"),
                },
            }
            /// Hides a user, and refuses the user's messages and challenges.
            Block = "block" {
                access: User, about: People, user: name, changes: true,
                scope: Account,
                acknowledged: Always,
                summary: "hide a user, and refuse their messages and challenges",
                example: "block bob",
                arguments: {
                    /// Anybody but the sender.
                    name: Name = Word("NAME"),
                },
            }
            /// Ends a block.
            Unblock = "unblock" {
                access: User, about: People, user: name, changes: true,
                scope: Account,
                acknowledged: Always,
                summary: "let a blocked user write to you and challenge you again",
                example: "unblock bob",
                arguments: {
                    /// Somebody whom the sender has blocked.
                    name: Name = Word("NAME"),
                },
            }
            /// Asks for the users who are muted or blocked.
            Muted = "muted" {
                access: User, about: People, user: none, changes: false,
                summary: "list the users you have muted or blocked",
            }
            /// Asks for a user's profile.
            User = "user" {
                aliases: ["finger", "f"],
                access: Reader, about: People, user: name, changes: false,
                summary: "show a user's profile and ratings",
                example: "user bob",
                arguments: {
                    /// The user; the sender if there is no name.
                    name: Option<Name> = OptionalWord("[NAME]") else default,
                },
            }
            /// Changes one's own profile.
            Set = "set" {
                access: User, about: People, user: none, changes: true,
                scope: Account,
                acknowledged: Always,
                summary: "change your profile",
                example: "set country jp",
                details: &[
                    "set country DE: your country, as two letters of ISO 3166",
                    "set display-name NAME: a name in any script, shown beside your plain name",
                    "set about TEXT: words about yourself, up to 400 characters",
                    "set followers off: nobody may follow you, and followers do not see you; on: they may",
                    "without a value, all but `followers` are removed",
                ],
                arguments: {
                    /// The part of the profile.
                    key: ProfileKey = Word("about|country|display-name|followers"),
                    /// The new value; the part is removed if it is left out.
                    value: Option<Message> = OptionalRest("[VALUE]") else default,
                },
            }
            /// Follows a user: the server sends a notice when the user comes online or plays.
            Follow = "follow" {
                access: User, about: People, user: name, changes: true,
                scope: Account,
                acknowledged: Always,
                summary: "be told when a user comes online or plays",
                example: "follow bob",
                arguments: {
                    /// An account that lets others follow it; no guest and no bot of the server.
                    name: Name = Word("NAME"),
                },
            }
            /// Stops following a user.
            Unfollow = "unfollow" {
                access: User, about: People, user: name, changes: true,
                scope: Account,
                acknowledged: Always,
                summary: "stop following a user",
                example: "unfollow bob",
                arguments: {
                    /// Somebody whom the sender has followed.
                    name: Name = Word("NAME"),
                },
            }
            /// Asks for the users whom one follows.
            Following = "following" {
                access: User, about: People, user: none, changes: false,
                summary: "list the users you follow, and what they play",
            }
            /// Asks for one's friends: users who follow each other.
            Friends = "friends" {
                access: User, about: People, user: none, changes: false,
                summary: "list your friends: users whom you follow and who follow you",
            }
            /// Asks for users whose names begin with a text.
            Find = "find" {
                access: Reader, about: People, user: none, changes: false,
                summary: "find users by the beginning of their names",
                example: "find al",
                arguments: {
                    /// The first letters of a name, in any case.
                    prefix: NamePrefix = Word("PREFIX"),
                },
            }
            /// Reports a user to the moderators.
            Report = "report" {
                access: User, about: Moderation, user: name, changes: true,
                scope: Account,
                acknowledged: Always,
                summary: "report a user to the moderators",
                example: "report bob lobby:17..21 insults",
                details: &[
                    "report bob lobby:17..21 insults: with these lines of the lobby and those around them",
                    "rooms: lobby, private, players/N, watchers/N; the number stands at each message",
                    "without lines: with the latest messages of the user that you could read",
                ],
                arguments: {
                    /// Anybody but the sender.
                    name: Name = Word("NAME"),
                    /// The lines that the report is about.
                    lines: Option<RoomLines> = FirstLines("[ROOM:FIRST[..LAST]]") else default,
                    /// The complaint; shown to moderators only.
                    reason: Message = Rest("REASON"),
                },
            }
        }
    };
}
pub(super) use people_commands;
