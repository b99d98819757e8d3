//! Commands about the lobby: chat, offers and everything that leads to a game.

/// Help on the terms of a game.
pub(super) const TERMS_HELP: &[&str] = &[
    "CLOCK: 5+3 (minutes, seconds a move), 10 or 10:00, 5:00/10 (byoyomi),",
    "15:00//2:00, none, 1s, or 3d (days a move; `help clocks` says more)",
    "start=standard, start=random:N (N discs, 4 to 48), start=position:CELLS/SIDE",
    "balanced (or start=balanced): eight moves after which neither side is ahead",
    "KIND: synchro, lockstep or komi",
    "synchro: two games at once from the same start, one with each colour",
    "lockstep: the same, but a move is shown when the other game has one, too",
    "komi: both bid for the first move (`help bid`), which decides the colours",
    "defaults: 5+3 unrated random start=standard",
];

/// Help on seeks.
pub(super) const SEEK_HELP: &[&str] = &[
    "RANGE: the opponent's rating, 1400-1600, 1400- or -1600; terms as in `new`",
    "`seek` again replaces your seek; `unseek` ends it; a game that starts ends it, too",
];

/// Adds these commands to those before them, and hands all of them to the next list.
macro_rules! lobby_commands {
    ($next:ident $(, $later:ident)* => $($before:tt)*) => {
        $next! {
            $($later),* =>
            $($before)*
            /// Asks who is online.
            Who = "who" {
                access: Reader, about: Lobby, user: none, changes: false,
                summary: "list who is online, people before bots",
            }
            /// Says something in the lobby.
            Say = "say" {
                aliases: ["shout"],
                access: User, about: Lobby, user: none, changes: true,
                scope: Chat,
                summary: "say something to everybody in the lobby",
                example: "say good evening",
                arguments: {
                    /// At most 1000 characters.
                    text: Message = Rest("TEXT"),
                },
            }
            /// Asks for the latest messages of the lobby.
            Chat = "chat" {
                access: Reader, about: Lobby, user: none, changes: false,
                summary: "show what was said in the lobby lately",
                example: "chat 431",
                details: &[
                    "at most the last 50 messages, oldest first, without those of muted users",
                    "BEFORE: those before this number; an answer with more names the next one",
                ],
                arguments: {
                    /// Only messages before this number; an answer with more names the next one.
                    before: Option<u64> = OptionalNumber("[BEFORE]") else default,
                },
            }
            /// Sends a private message.
            Tell = "tell" {
                aliases: ["t"],
                access: User, about: People, user: to, changes: true,
                scope: Chat,
                summary: "send a message that only this user can read",
                example: "tell bob shall we play?",
                arguments: {
                    /// A user who has not blocked the sender; also one who is offline.
                    to: Name = Word("NAME"),
                    /// At most 1000 characters.
                    text: Message = Rest("TEXT"),
                },
            }
            /// Asks for the private messages of the sender and another user.
            Messages = "messages" {
                access: User, about: People, user: none, changes: false,
                summary: "show what you and a user have told each other",
                example: "messages bob 431",
                details: &[
                    "at most the last 50 messages, oldest first",
                    "BEFORE: those before this number; an answer with more names the next one",
                ],
                arguments: {
                    /// The other user.
                    name: Name = Word("NAME"),
                    /// Only messages before this number; an answer with more names the next one.
                    before: Option<u64> = OptionalNumber("[BEFORE]") else default,
                },
            }
            /// Subscribes to the lobby, or unsubscribes.
            Lobby = "lobby" {
                access: Reader, about: Connection, user: none, changes: false,
                acknowledged: Always,
                summary: "receive the lobby's chat, offers and results, or stop that",
                example: "lobby off",
                arguments: {
                    /// Whether events of the lobby are sent from now on.
                    follow: bool = OnOff("on|off"),
                },
            }
            /// Asks for the open offers and the games in progress.
            Games = "games" {
                access: GameReader, about: Lobby, user: none, changes: false,
                summary: "list open offers and games in progress",
            }
            /// Offers a game to everybody.
            New = "new" {
                access: User, about: Lobby, user: none, changes: true,
                scope: Play,
                summary: "offer a game to everybody",
                example: "new 5+3 rated",
                details: TERMS_HELP,
                arguments: {
                    /// Clock, colour, start and rating, as the words of the text protocol say them.
                    #[serde(flatten)]
                    terms: Terms =
                        Rest("[CLOCK] [rated] [black|white|random] [start=...] [KIND] [private]"),
                },
            }
            /// Offers a game to one user.
            Challenge = "challenge" {
                aliases: ["match"],
                access: User, about: Lobby, user: name, changes: true,
                scope: Play,
                summary: "offer a game to one player, with terms as in `new`",
                example: "challenge bob 10:00 black",
                details: TERMS_HELP,
                arguments: {
                    /// A user other than the sender; bots of the server are always there.
                    name: Name = Word("NAME"),
                    /// Clock, colour, start and rating, as the words of the text protocol say them.
                    #[serde(flatten)]
                    terms: Terms = Rest("[TERMS]"),
                },
            }
            /// Lets the server find an opponent, or offers the game to those whose rating is in a range.
            Seek = "seek" {
                access: User, about: Lobby, user: none, changes: true,
                scope: Play,
                summary: "play somebody who seeks or offers the same, or wait for such a player",
                example: "seek 10:00 rated 1400-1600",
                details: SEEK_HELP,
                arguments: {
                    /// The terms of the game, and the ratings of opponents.
                    #[serde(flatten)]
                    seek: SeekTerms =
                        Rest("[CLOCK] [rated] [RANGE] [black|white|random] [start=...] [KIND]"),
                },
            }
            /// Ends one's own seek, and leaves the pool.
            Unseek = "unseek" {
                access: User, about: Lobby, user: none, changes: true,
                scope: Play,
                acknowledged: Always,
                summary: "end your seek, or leave the pool in which you wait",
            }
            /// Asks for the pools that the operator has set up, and who waits.
            Pools = "pools" {
                access: Reader, about: Lobby, user: none, changes: false,
                summary: "list the pools in which players wait for a game",
            }
            /// Waits in a pool for an opponent.
            Pool = "pool" {
                access: User, about: Lobby, user: none, changes: true,
                scope: Play,
                acknowledged: Always,
                summary: "play now: wait in a pool for an opponent of about your strength",
                example: "pool blitz",
                details: &[
                    "bullet 1:00, blitz 5:00, rapid 15:00, classical 30:00; rated, for guests unrated",
                    "at first opponents within 100 points of your rating, after a minute anybody",
                    "`unseek` leaves the pool",
                ],
                arguments: {
                    /// The speed that one wants to play.
                    pool: Pool = Word("bullet|blitz|rapid|classical"),
                },
            }
            /// Makes a private offer whose number is given on as a link.
            Link = "link" {
                access: User, about: Lobby, user: none, changes: true,
                scope: Play,
                summary: "make an offer that anybody with its number may accept, with terms as in `new`",
                example: "link 5+3",
                details: &[
                    "the number cannot be guessed; the first who accepts plays you, a guest too",
                    "the offer ends after a day; the game is private",
                ],
                arguments: {
                    /// Clock, colour, start and rating, as the words of the text protocol say them.
                    #[serde(flatten)]
                    terms: Terms = Rest("[TERMS]"),
                },
            }
            /// Asks for an offer by its number, as a link to it does.
            Offer = "offer" {
                access: GameReader, about: Lobby, user: none, changes: false,
                summary: "show an open offer",
                example: "offer 12",
                arguments: {
                    /// The number that the game will have.
                    game: GameId = Number("GAME"),
                },
            }
            /// Accepts an offer.
            Join = "join" {
                aliases: ["accept", "play"],
                access: User, about: Lobby, user: none, changes: true,
                scope: Play,
                summary: "accept an offer or a challenge: its game starts",
                example: "join 12",
                details: &[
                    "without GAME: the only challenge to you, or else the only open offer",
                ],
                arguments: {
                    /// The number of the offer.
                    game: Option<GameId> = LastGame("[GAME]") else default,
                },
            }
            /// Declines a challenge, which cannot be repeated for a minute.
            Decline = "decline" {
                access: User, about: Lobby, user: none, changes: true,
                scope: Play,
                summary: "say no to a challenge",
                example: "decline 12",
                details: &[
                    "without GAME: the only challenge to you",
                ],
                arguments: {
                    /// The challenge; the only one to the sender if left out.
                    game: Option<GameId> = LastGame("[GAME]") else default,
                },
            }
            /// Withdraws one's own offer.
            Cancel = "cancel" {
                aliases: ["withdraw"],
                access: User, about: Lobby, user: none, changes: true,
                scope: Play,
                summary: "withdraw your offer or your challenge",
                example: "cancel 12",
                details: &[
                    "without GAME: your only offer",
                ],
                arguments: {
                    /// The offer; the only one of the sender's if left out.
                    game: Option<GameId> = LastGame("[GAME]") else default,
                },
            }
        }
    };
}
pub(super) use lobby_commands;
