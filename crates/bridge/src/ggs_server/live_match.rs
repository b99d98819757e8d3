//! A running match: one game, or the two of a synchro pair.

use std::time::Duration;

use super::live_game::LiveGame;
use super::settings::RATING;
use crate::ggs::{
    ArchiveId, ClockTerms, JoinedGame, Komi, MatchId, MatchLine, MatchType, RatedFlag, UpdatedGame,
};

/// A running match.
#[derive(Clone, Debug)]
pub(crate) struct LiveMatch {
    pub(crate) number: u32,
    pub(crate) kind: MatchType,
    pub(crate) flag: RatedFlag,
    /// The players in the order of the request.
    pub(crate) names: [String; 2],
    pub(crate) terms: [ClockTerms; 2],
    pub(crate) games: Vec<LiveGame>,
    /// The player who asks to end it without a result.
    pub(crate) abort_asked_by: Option<usize>,
    /// Its number among the stored matches, once it was one.
    pub(crate) archive: Option<ArchiveId>,
}

impl LiveMatch {
    /// Returns which player has a name.
    pub(crate) fn player(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|other| other == name)
    }

    /// Returns the number of one of its games.
    pub(crate) fn game_id(&self, index: usize) -> MatchId {
        if self.kind.synchro {
            MatchId::of_game(self.number, index as u8)
        } else {
            MatchId::of_match(self.number)
        }
    }

    /// Returns the match in one line.
    pub(crate) fn line(&self) -> MatchLine {
        MatchLine {
            id: MatchId::of_match(self.number),
            ratings: [RATING as i64; 2],
            names: self.names.clone(),
            kind: self.kind,
            flag: self.flag,
        }
    }

    /// Returns the type as lists show it: with the komi, once it is known.
    pub(crate) fn kind_with_komi(&self) -> String {
        match self.games[0].komi {
            Komi::Discs(discs) if self.kind.komi => self.kind.with_komi(discs),
            _ => self.kind.to_string(),
        }
    }

    /// Returns the whole state of a game. Whoever may not see the other's move of a pair yet gets the
    /// state before it.
    pub(crate) fn joined(&self, index: usize, viewer: Option<usize>) -> JoinedGame {
        let live = &self.games[index];
        let mut shown = live.clone();
        if let Some(withheld) = &live.withheld
            && viewer != Some(live.player_of(!live.to_move()))
        {
            debug_assert_eq!(withheld.number as usize, live.moves.len());
            shown.take_back();
        }
        let start = (!shown.moves.is_empty()).then(|| shown.start_block(&self.names));
        JoinedGame {
            id: self.game_id(index),
            kind: self.kind,
            komi: live.komi,
            start,
            moves: shown.moves.clone(),
            now: shown.block(&self.names),
        }
    }

    /// Returns the last move of a game and how the game stands.
    pub(crate) fn updated(&self, index: usize) -> Option<UpdatedGame> {
        let live = &self.games[index];
        Some(UpdatedGame {
            id: self.game_id(index),
            kind: self.kind,
            komi: live.komi,
            number: live.moves.len() as u32,
            played: *live.moves.last()?,
            now: live.block(&self.names),
        })
    }

    /// Returns the result from the point of view of the player who is named first, if all games are over.
    pub(crate) fn result(&self) -> Option<f64> {
        let results: Option<Vec<f64>> = self.games.iter().map(|game| game.result_of(0)).collect();
        results.map(|results| results.iter().sum::<f64>() / results.len() as f64)
    }

    /// Returns whether the match is stored when a player leaves: it is rated, with a move, and with known sides.
    pub(crate) fn is_storable(&self) -> bool {
        self.flag == RatedFlag::Rated
            && self.games.iter().any(|game| !game.moves.is_empty())
            && self.games.iter().all(|game| game.bids.is_none())
    }

    /// Stops all games as they stand.
    pub(crate) fn freeze(&mut self, now: Duration) {
        self.games.iter_mut().for_each(|game| game.freeze(now));
    }
}
