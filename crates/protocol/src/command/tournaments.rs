//! Commands about tournaments.

/// Adds these commands to those before them, and hands all of them to the next list.
macro_rules! tournament_commands {
    ($next:ident $(, $later:ident)* => $($before:tt)*) => {
        $next! {
            $($later),* =>
            $($before)*
            /// Asks for the tournaments.
            Tournaments = "tournaments" {
                access: GameReader, about: Tournaments, user: none, changes: false,
                summary: "list the tournaments that are played, to come and over",
                example: "tournaments",
                arguments: {
                    /// Only tournaments that are over, with numbers below this one.
                    before: Option<TournamentId> = OptionalNumber("[BEFORE]") else default,
                },
            }
            /// Asks how a tournament stands, and perhaps for its events from now on.
            Tournament = "tournament" {
                access: GameReader, about: Tournaments, user: none, changes: false,
                summary: "show a tournament: players, rounds, standings; with `on` its events from now on, too",
                example: "tournament 5",
                arguments: {
                    /// Its number.
                    tournament: TournamentId = Number("TOURNAMENT"),
                    /// Whether its events are sent from now on, or no more.
                    follow: Option<bool> = OptionalOnOff("[on|off]") else default,
                },
            }
            /// Asks what a pair of a Swiss round costs.
            PairCosts = "pair-costs" {
                access: User, about: Tournaments, user: none, changes: false,
                summary: "show the penalties of a pair of a Swiss round, and the best pairing without it",
                example: "pair-costs 5 2 3",
                details: &["for organisers; a bye is the pair of one player"],
                arguments: {
                    /// Its number.
                    tournament: TournamentId = Number("TOURNAMENT"),
                    /// The round, from 1.
                    round: u32 = Number("ROUND"),
                    /// One of the two.
                    player: PlayerId = Number("PLAYER"),
                },
            }
            /// Plans a tournament, whose owner the sender is.
            NewTournament = "new-tournament" {
                access: User, about: Tournaments, user: none, changes: true,
                scope: Play,
                summary: "plan a tournament, which you direct",
                example: r#"new-tournament {"name":"Club","format":{"swiss":{"rounds":5}}}"#,
                details: &["docs/tournaments.md of Willow describes the plan, a JSON object"],
                arguments: {
                    /// A JSON object on one line.
                    plan: Box<TournamentPlan> = BoxedRest("PLAN"),
                },
            }
            /// Enters a tournament, or returns to it.
            Enter = "enter" {
                access: User, about: Tournaments, user: none, changes: true,
                scope: Play,
                summary: "enter a tournament, or return to it after you have left",
                example: "enter 5",
                details: &["with `tables` you play at a table, if it is played there, too"],
                arguments: {
                    /// Its number.
                    tournament: TournamentId = Number("TOURNAMENT"),
                    /// Where the sender plays; on the server if left out, unless all play at tables.
                    place: Option<Place> = OptionalWord("[online|tables]") else default,
                },
            }
            /// Does something in a tournament.
            Direct = "direct" {
                access: User, about: Tournaments, user: none, changes: true,
                scope: Play,
                summary: "do something in a tournament: pair a round, tell a result, withdraw ...",
                example: r#"direct 5 {"pair":{"round":1}}"#,
                details: &["docs/tournaments.md of Willow lists the orders, which are JSON"],
                arguments: {
                    /// Its number.
                    tournament: TournamentId = Number("TOURNAMENT"),
                    /// What is to be done.
                    order: Box<TournamentOrder> = BoxedRest("ORDER"),
                },
            }
        }
    };
}
pub(super) use tournament_commands;
