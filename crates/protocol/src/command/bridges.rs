//! Commands of bridges: programs that bring players of another server over one connection.

/// Adds these commands to those before them, and hands all of them to the next list.
macro_rules! bridge_commands {
    ($next:ident $(, $later:ident)* => $($before:tt)*) => {
        $next! {
            $($later),* =>
            $($before)*
            /// Brings a player of another server, or lets the player go.
            Proxy = "proxy" {
                access: Bridge, about: Connection, user: none, changes: true,
                handler: Session,
                scope: Play,
                acknowledged: Always,
                summary: "bring a player of another server, or let the player go",
                example: "proxy ggs-alice on",
                details: &[
                    "NAME begins with your own name and a hyphen: the bridge ggs brings ggs-alice",
                    "the first `on` creates the account; nobody can log in to it",
                    "what is for the player comes over your connection, marked @NAME (JSON: `as`)",
                    "when your connection ends, all your proxies go offline",
                ],
                arguments: {
                    /// The name here: that of the bridge, a hyphen, and the name there.
                    name: Name = Word("NAME"),
                    /// Whether the player comes or goes.
                    online: bool = OnOff("on|off"),
                },
            }
            /// Ends a game over a bridge: a player's time on the other server is over.
            Flag = "flag" {
                access: User, about: Game, user: none, changes: true,
                scope: Play,
                summary: "end a game over a bridge: a player's time on the other server is over",
                example: "flag 12 bob",
                details: &[
                    "for proxies alone, as in `as ggs-alice flag 7 bob`: bob loses game 7 on time",
                    "in a pair, the other game goes on",
                ],
                arguments: {
                    /// The current game if left out.
                    game: Option<GameId> = GameBeforeWord("[GAME]") else default,
                    /// The player who has lost on time.
                    name: Name = Word("NAME"),
                },
            }
            /// Says that a player's main time on the other server is over.
            Overtime = "overtime" {
                access: User, about: Game, user: none, changes: true,
                scope: Play,
                summary: "say of a game over a bridge that a player's main time is over",
                example: "overtime 12 bob",
                details: &[
                    "for proxies alone, as in `as ggs-alice overtime 7 bob`",
                    "if bob wins on the board, he loses by the smallest margin instead",
                    "a restart of the server forgets it: say it again after `board`",
                ],
                arguments: {
                    /// The current game if left out.
                    game: Option<GameId> = GameBeforeWord("[GAME]") else default,
                    /// The player whose main time is over.
                    name: Name = Word("NAME"),
                },
            }
            /// Executes a command for a player whom the bridge has brought.
            As = "as" {
                access: Bridge, about: Connection, user: none, changes: true,
                handler: Session,
                scope: Play,
                summary: "execute a command for a player whom you have brought with `proxy`",
                example: "as ggs-alice move f5",
                details: &[
                    "as ggs-alice move 7 f5; the answer is marked @ggs-alice (JSON: `as`)",
                    "COMMAND: chat, offers, games and lists, but not what concerns a login",
                    "its limits are those of every user, and those of your connection",
                ],
                arguments: {
                    /// A proxy that this connection has brought.
                    name: Name = Word("NAME"),
                    /// The player's command; not another `as`.
                    command: Box<Command> = BoxedRest("COMMAND"),
                },
            }
        }
    };
}
pub(super) use bridge_commands;
