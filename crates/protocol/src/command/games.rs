//! Commands about games in progress: those of players and of spectators.

/// Adds these commands to those before them, and hands all of them to the next list.
macro_rules! game_commands {
    ($next:ident $(, $later:ident)* => $($before:tt)*) => {
        $next! {
            $($later),* =>
            $($before)*
            /// Watches a game.
            Watch = "watch" {
                aliases: ["observe"],
                access: GameReader, about: Game, user: target, changes: false,
                summary: "see a game's board and moves as they are played",
                example: "watch 12",
                details: &["with NAME: the game that this player plays now, the latest of several"],
                arguments: {
                    /// The number of a game, or one of its players.
                    #[serde(flatten)]
                    target: WatchTarget = Word("GAME|NAME"),
                },
            }
            /// Stops watching a game.
            Leave = "leave" {
                aliases: ["unobserve"],
                access: Anyone, about: Game, user: none, changes: false,
                acknowledged: Always,
                summary: "stop seeing a game that you watch",
                example: "leave 12",
                details: &["without GAME: the only game that you watch"],
                arguments: {
                    /// The current game if left out.
                    game: Option<GameId> = LastGame("[GAME]") else default,
                },
            }
            /// Asks for the state of a game.
            Board = "board" {
                access: GameReader, about: Game, user: none, changes: false,
                summary: "show the board, the clocks and whose turn it is",
                arguments: {
                    /// The current game if left out.
                    game: Option<GameId> = LastGame("[GAME]") else default,
                },
            }
            /// Plays a move in a game of the sender's; never a pass.
            Move = "move" {
                access: User, about: Game, user: none, changes: true,
                scope: Play,
                summary: "play a move; a square alone is a move in the current game",
                example: "move f5",
                details: &["with PLY, the move is refused if another number of plies has been played"],
                arguments: {
                    /// The current game if left out.
                    game: Option<GameId> = FirstGame("[GAME]") else default,
                    /// The move. The server plays passes itself.
                    #[serde(rename = "move", with = "as_text")]
                    #[cfg_attr(test, schemars(with = "crate::MoveText"), ts(as = "String"))]
                    mv: Move = Word("SQUARE"),
                    /// How many moves and passes were played before it. With a ply, a move that was meant
                    /// for another position is refused.
                    ply: Option<u32> = OptionalNumber("[PLY]") else default,
                },
            }
            /// Bids in a game with komi.
            Bid = "bid" {
                access: User, about: Game, user: none, changes: true,
                scope: Play,
                summary: "bid for the first move of a game with komi",
                example: "bid f5 2.5",
                details: &[
                    "SQUARE: your first move; VALUE: what it is worth to the side to move, in discs",
                    "the komi is the mean of both bids; the higher bidder plays the first move",
                    "bid a square and 2.5: for the right to move you would give 2.5 discs",
                    "MOVER: for bridges alone",
                ],
                arguments: {
                    /// The current game if left out.
                    game: Option<GameId> = FirstGame("[GAME]") else default,
                    /// The first move.
                    #[serde(with = "as_text")]
                    #[cfg_attr(test, schemars(with = "crate::SquareText"), ts(as = "String"))]
                    square: Square = Word("SQUARE"),
                    /// Its value to the side to move, in discs.
                    value: BidValue = Word("VALUE"),
                    /// Who moves first if both bids are the same: the other server of a bridge has drawn
                    /// lots already. For proxies.
                    mover: Option<Name> = OptionalWord("[MOVER]") else default,
                },
            }
            /// Sets what the text encoding shows beside the events. JSON has no styles.
            Style = "style" {
                access: Anyone, about: Connection, user: none, changes: false,
                handler: Session,
                acknowledged: Always,
                summary: "show a board after each move (full), one line (short), or the events alone",
                example: "style short",
                details: &["the style is that of this connection; a new connection begins with full"],
                arguments: {
                    /// What stands beside the events.
                    style: TextStyle = Word("full|short|off"),
                },
            }
            /// Asks for the moves of a game.
            Moves = "moves" {
                access: GameReader, about: Game, user: none, changes: false,
                summary: "list the moves of a game from the start",
                example: "moves 12",
                arguments: {
                    /// The current game if left out.
                    game: Option<GameId> = LastGame("[GAME]") else default,
                },
            }
            /// Says something in a game: to the players as a player, to the spectators as a spectator.
            Gsay = "gsay" {
                aliases: ["kibitz"],
                access: User, about: Game, user: none, changes: true,
                scope: Play,
                summary: "talk with your opponent, or with the other spectators of a game",
                example: "gsay - good game",
                arguments: {
                    /// The current game if left out.
                    game: Option<GameId> = FirstGame("[GAME]") else default,
                    /// At most 1000 characters; players hear spectators only after the game.
                    text: Message = Rest("TEXT"),
                },
            }
            /// Resigns a game: the opponent wins by 64.
            Resign = "resign" {
                access: User, about: Game, user: none, changes: true,
                scope: Play,
                summary: "give up a game: your opponent wins by 64",
                arguments: {
                    /// The current game if left out.
                    game: Option<GameId> = LastGame("[GAME]") else default,
                },
            }
            /// Aborts a game before both players have moved.
            Abort = "abort" {
                access: User, about: Game, user: none, changes: true,
                scope: Play,
                summary: "end a game without a result, before both players have moved",
                arguments: {
                    /// The current game if left out.
                    game: Option<GameId> = LastGame("[GAME]") else default,
                },
            }
            /// Requests a takeback of one's own last move, or accepts the opponent's request.
            Takeback = "takeback" {
                aliases: ["undo"],
                access: User, about: Game, user: none, changes: true,
                scope: Play,
                summary: "ask to take your last move back, or agree when your opponent asks",
                arguments: {
                    /// The current game if left out.
                    game: Option<GameId> = LastGame("[GAME]") else default,
                },
            }
            /// Refuses what the opponent asks for.
            Refuse = "refuse" {
                access: User, about: Game, user: none, changes: true,
                scope: Play,
                summary: "say no to what your opponent asks for",
                arguments: {
                    /// The current game if left out.
                    game: Option<GameId> = LastGame("[GAME]") else default,
                },
            }
            /// Offers a result, or accepts the opponent's.
            Score = "score" {
                access: User, about: Game, user: none, changes: true,
                scope: Play,
                summary: "offer a result; the game ends when both players offer the same",
                example: "score 6",
                details: &[
                    "RESULT: your discs minus your opponent's, from -64 to 64",
                    "`score 6` is your win, and your opponent agrees with `score -6`",
                    "`score 0` is a draw; a move ends the offer",
                ],
                arguments: {
                    /// The current game if left out.
                    game: Option<GameId> = GameBeforeWord("[GAME]") else default,
                    /// The player's own disc difference.
                    result: i32 = Number("RESULT"),
                },
            }
            /// Asks to adjourn a game, or agrees to it.
            Adjourn = "adjourn" {
                aliases: ["break"],
                access: User, about: Game, user: none, changes: true,
                scope: Play,
                summary: "ask to stop a game and its clocks until later, or agree to that",
                details: &["`continue` asks to go on; `adjourned` lists your adjourned games"],
                arguments: {
                    /// The current game if left out.
                    game: Option<GameId> = LastGame("[GAME]") else default,
                },
            }
            /// Asks to continue an adjourned game, or agrees to it.
            Continue = "continue" {
                access: User, about: Game, user: none, changes: true,
                scope: Play,
                summary: "ask to go on with an adjourned game, or agree to that",
                example: "continue 12",
                arguments: {
                    /// The current game if left out.
                    game: Option<GameId> = LastGame("[GAME]") else default,
                },
            }
            /// Asks for one's own adjourned games.
            Adjourned = "adjourned" {
                aliases: ["stored"],
                access: User, about: Game, user: none, changes: false,
                summary: "list your adjourned games",
            }
            /// Gives the opponent time.
            MoreTime = "moretime" {
                access: User, about: Game, user: none, changes: true,
                scope: Play,
                summary: "give your opponent up to 60 seconds",
                example: "moretime 15",
                details: &[
                    "at most 10 minutes in a game; also in rated games: only the giver loses by it",
                    "not without a clock, with a time for each move, or in correspondence games",
                ],
                arguments: {
                    /// The current game if left out.
                    game: Option<GameId> = GameBeforeWord("[GAME]") else default,
                    /// From 1 to 60, and at most 600 in a game.
                    seconds: u32 = Number("SECONDS"),
                },
            }
            /// Offers another game to the same opponent, with the colours exchanged.
            Rematch = "rematch" {
                access: User, about: Game, user: none, changes: true,
                scope: Play,
                summary: "offer your opponent another game, with the colours exchanged",
                arguments: {
                    /// A game of the sender's that is over; the latest if left out.
                    game: Option<GameId> = LastGame("[GAME]") else default,
                },
            }
            /// Claims the win over an opponent who has been disconnected for too long.
            Claim = "claim" {
                access: User, about: Game, user: none, changes: true,
                scope: Play,
                summary: "claim the win over an opponent who has been disconnected for too long",
                arguments: {
                    /// The current game if left out.
                    game: Option<GameId> = LastGame("[GAME]") else default,
                },
            }
        }
    };
}
pub(super) use game_commands;
