//! Commands about what is over: results, records, the archive, missed events.

/// Adds these commands to those before them, and hands all of them to the next list.
macro_rules! record_commands {
    ($next:ident $(, $later:ident)* => $($before:tt)*) => {
        $next! {
            $($later),* =>
            $($before)*
            /// Asks for the best players of a speed class.
            Top = "top" {
                access: Reader, about: People, user: none, changes: false,
                summary: "list the best players of bullet, blitz, rapid, classical or correspondence",
                example: "top blitz",
                arguments: {
                    /// Each class has a list of its own.
                    class: SpeedClass = Word("bullet|blitz|rapid|classical|correspondence"),
                },
            }
            /// Asks for a user's latest games.
            History = "history" {
                access: GameReader, about: Archive, user: none, changes: false,
                summary: "list a user's latest games",
                example: "history bob",
                details: &["after CURSOR: the next games; limit N: up to 100 at a time"],
                arguments: {
                    /// Which games are wanted.
                    #[serde(flatten)]
                    filter: HistoryFilter = Rest("[NAME] [after CURSOR] [limit N]"),
                },
            }
            /// Asks for the history of a user's ratings.
            Ratings = "ratings" {
                access: Reader, about: People, user: none, changes: false,
                summary: "show how a user's ratings have changed",
                example: "ratings bob blitz",
                arguments: {
                    /// The user; the sender if there is no name.
                    name: Option<Name> = OptionalWord("[NAME]") else default,
                    /// Only ratings of this speed class.
                    class: Option<SpeedClass> = OptionalWord("[CLASS]") else default,
                    /// Only ratings before this time; an answer with more names the next one.
                    before: Option<u64> = OptionalNumber("[BEFORE]") else default,
                },
            }
            /// Asks for the record of a game.
            Record = "record" {
                access: GameReader, about: Archive, user: none, changes: false,
                summary: "print a game in a file format, for other programs",
                example: "record 12 ggf",
                arguments: {
                    /// Its number, here or in the archive.
                    game: GameId = Number("GAME"),
                    /// What another program reads.
                    format: RecordFormat = Word("transcript|ggf|wthor"),
                },
            }
            /// Asks what the server's bots thought in a game.
            Thoughts = "thoughts" {
                access: GameReader, about: Game, user: none, changes: false,
                summary: "show what the server's bots thought about their moves in a game that is over",
                example: "thoughts 12",
                arguments: {
                    /// A game that is over.
                    game: GameId = Number("GAME"),
                },
            }
            /// Searches the archive for games.
            Archive = "archive" {
                access: GameReader, about: Archive, user: none, changes: false,
                summary: "search the archive for games",
                example: "archive player bob result draw limit 5",
                details: &[
                    "player NAME, opponent NAME, event NAME: a part of the name, `_` for a blank; =NAME: all of it",
                    "result black|white|draw, or player|opponent; score N: Black's result in discs",
                    "from DATE, to DATE: 1995, 1995-06 or 1995-06-30",
                    "opening MOVES or position CELLS/SIDE: in any orientation",
                    "with moves: the moves of each game as well",
                    "limit N, up to 100; after CURSOR: the next games",
                ],
                arguments: {
                    /// Which games are wanted.
                    #[serde(flatten)]
                    filter: Box<ArchiveFilter> = BoxedRest("[WORD VALUE ...]"),
                },
            }
            /// Asks which moves were played in a position.
            Explore = "explore" {
                access: GameReader, about: Archive, user: none, changes: false,
                summary: "show which moves were played in a position",
                example: "explore f5d6c3",
                details: &[
                    "POSITION: moves such as f5d6c3, or CELLS/SIDE; default: the standard start",
                    "then words of `archive`, such as player NAME from 1990: only these games",
                ],
                arguments: {
                    /// The position, the standard start if none is given, and the games.
                    #[serde(flatten)]
                    filter: Box<ExploreFilter> = BoxedRest("[POSITION] [WORD VALUE ...]"),
                },
            }
            /// Searches the archive by one text.
            Search = "search" {
                access: GameReader, about: Archive, user: none, changes: false,
                summary: "search the archive by names, dates, results, openings and moves in one line",
                example: "search tamenori vs murakami 1998",
                details: &[
                    "search tamenori vs murakami 1998; search tiger 40-24; search ito won since 1990",
                    "names of players, events and openings; \"Ito Jun\": the whole name; event:NAME, opening:NAME",
                    "1998, 1998-06-30, 1990-1995, 1990s, since 1990, before 1990; black won, draw, 40-24",
                    "f5d6c3 or the cells of a board: games in which this position occurred",
                ],
                arguments: {
                    /// The text; all games if it is empty.
                    #[serde(default)]
                    text: SearchText = Rest("[TEXT]"),
                },
            }
            /// Asks how the games of a player ended.
            Results = "results" {
                access: GameReader, about: Archive, user: none, changes: false,
                summary: "show how a player's games ended, by opening and opponent",
                example: "results player bob",
                details: &["words of `archive`: player NAME, which is needed, opponent NAME, from DATE, to DATE ..."],
                arguments: {
                    /// Which games are counted.
                    #[serde(flatten)]
                    filter: Box<ArchiveFilter> = BoxedRest("player NAME [WORD VALUE ...]"),
                },
            }
            /// Asks for the events of a room after a number.
            Sync = "sync" {
                access: GameReader, about: Game, user: none, changes: false,
                summary: "get the events of a room after a number",
                example: "sync game/12 7",
                details: &["rooms: lobby, private, game/N, players/N, watchers/N, tournament/N"],
                arguments: {
                    /// One that the sender may read.
                    room: Room = Word("ROOM"),
                    /// The number of the last event that the client has received.
                    after: u64 = Number("NUMBER"),
                },
            }
        }
    };
}
pub(super) use record_commands;
