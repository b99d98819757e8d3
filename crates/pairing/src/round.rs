//! Rounds, tables and byes.

use serde::{Deserialize, Serialize};

use crate::{Color, GameResult, PlayerId};

/// What a round belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(
    feature = "schema",
    schemars(rename = "TournamentStage"),
    ts(rename = "TournamentStage")
)]
pub enum Stage {
    /// A Swiss system.
    Swiss,
    /// Everybody meets everybody.
    RoundRobin,
    /// A knock-out, or the finals after a Swiss.
    KnockOut,
}

/// Two players and the games between them in a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(
    feature = "schema",
    schemars(rename = "TournamentTable"),
    ts(rename = "TournamentTable")
)]
pub struct Table {
    /// Who has Black in the first game; colours change with every game.
    pub black: PlayerId,
    /// Who has White in the first game.
    pub white: PlayerId,
    /// The results of the games, each from the view of who has Black in it; `None` before it is known.
    pub results: Vec<Option<GameResult>>,
    /// Whether a majority of wins ends the match before all games are played.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub best_of: bool,
}

/// Why a player does not play in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum ByeKind {
    /// There was no opponent: the bye counts as a win.
    Unpaired,
    /// The player asked for it.
    Asked,
}

/// A player who does not play in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Bye {
    /// Registered for the tournament.
    pub player: PlayerId,
    /// Whether the player asked for it.
    pub kind: ByeKind,
}

/// A round of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(
    feature = "schema",
    schemars(rename = "TournamentRound"),
    ts(rename = "TournamentRound")
)]
pub struct Round {
    /// What it belongs to.
    pub stage: Stage,
    /// The tables, the first one first.
    pub tables: Vec<Table>,
    /// Who does not play.
    pub byes: Vec<Bye>,
    /// In a knock-out the places of its bracket; neighbours meet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bracket: Vec<Option<PlayerId>>,
}

impl Table {
    /// Returns a table whose games are not played yet.
    pub fn new([black, white]: [PlayerId; 2], n_games: u8) -> Table {
        Table { black, white, results: vec![None; n_games.into()], best_of: false }
    }

    /// Returns a table at which a majority of wins ends the match.
    pub fn best_of(players: [PlayerId; 2], n_games: u8) -> Table {
        Table { best_of: true, ..Table::new(players, n_games) }
    }

    /// Returns who has Black and who has White in a game of the table, counted from 0.
    pub const fn players(&self, game: usize) -> [PlayerId; 2] {
        if game.is_multiple_of(2) { [self.black, self.white] } else { [self.white, self.black] }
    }

    /// Returns the colour of a player in a game of the table.
    pub fn color(&self, player: PlayerId, game: usize) -> Option<Color> {
        let [black, white] = self.players(game);
        let colors = [(black, Color::Black), (white, Color::White)];
        colors.into_iter().find(|(found, _)| *found == player).map(|(_, color)| color)
    }

    /// Returns the opponent of a player at this table.
    pub fn opponent(&self, player: PlayerId) -> Option<PlayerId> {
        match player {
            _ if player == self.black => Some(self.white),
            _ if player == self.white => Some(self.black),
            _ => None,
        }
    }

    /// Returns a player's results with the colour that the player had.
    pub fn results_of(&self, player: PlayerId) -> impl Iterator<Item = (Color, GameResult)> + '_ {
        let results = self.results.iter().enumerate();
        results.filter_map(move |(game, result)| Some((self.color(player, game)?, (*result)?)))
    }

    /// Returns a player's half-points at this table so far.
    pub fn half_points(&self, player: PlayerId) -> u32 {
        self.results_of(player).map(|(color, result)| result.half_points(color)).sum()
    }

    /// Returns a player's discs at this table so far.
    pub fn discs(&self, player: PlayerId) -> u32 {
        self.results_of(player).map(|(color, result)| result.discs(color)[0]).sum()
    }

    /// Returns whether no further game is needed.
    pub fn is_complete(&self) -> bool {
        let n = self.results.len() as u32;
        let has_majority = |player| n < self.half_points(player);
        self.results.iter().all(Option::is_some)
            || self.best_of && (has_majority(self.black) || has_majority(self.white))
    }

    /// Returns the player with more points, or else with more discs.
    pub fn winner(&self) -> Option<PlayerId> {
        let figures = |player| (self.half_points(player), self.discs(player));
        let [black, white] = [self.black, self.white].map(figures);
        match black.cmp(&white) {
            std::cmp::Ordering::Less => Some(self.white),
            std::cmp::Ordering::Greater => Some(self.black),
            std::cmp::Ordering::Equal => None,
        }
    }
}

impl Round {
    /// Returns the table of a player.
    pub fn table_of(&self, player: PlayerId) -> Option<&Table> {
        self.tables.iter().find(|table| table.opponent(player).is_some())
    }

    /// Returns why a player does not play.
    pub fn bye_of(&self, player: PlayerId) -> Option<ByeKind> {
        self.byes.iter().find(|bye| bye.player == player).map(|bye| bye.kind)
    }

    /// Returns whether all results are known.
    pub fn is_complete(&self) -> bool {
        self.tables.iter().all(Table::is_complete)
    }

    /// Returns the players in the order of the tables, then those with byes.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> + '_ {
        let seated = self.tables.iter().flat_map(|table| [table.black, table.white]);
        seated.chain(self.byes.iter().map(|bye| bye.player))
    }
}
