//! Handicap times: who has more time on the clock than the plan says.

use willow_board::Color;
use willow_protocol::{GameId, GameNumber, PlayerId, Terms, TournamentId};

use super::hosted_tournament::HostedTournament;
use crate::domain::{Millis, SECOND, ServerState};

/// The time that Black and White of a game have more.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Handicap([Millis; 2]);

impl Handicap {
    /// Returns the terms of the game: with unequal times it is not rated.
    pub(super) fn terms(self, terms: &Terms) -> Terms {
        Terms { rated: terms.rated && self.0[0] == self.0[1], ..terms.clone() }
    }
}

impl HostedTournament {
    /// Returns the handicap of a game between two players, Black first.
    pub(super) fn handicap(&self, players: [PlayerId; 2]) -> Handicap {
        let extra = |player| self.entrant(player)?.entrant.extra_seconds;
        Handicap(players.map(|player| Millis::from(extra(player).unwrap_or(0)) * SECOND))
    }
}

impl ServerState {
    /// Returns the handicap of a game at a table.
    pub(super) fn handicap_of_table(&self, id: TournamentId, of: GameNumber) -> Handicap {
        let hosted = self.tournaments.find(id).ok();
        let players = hosted.and_then(|hosted| {
            Some(hosted.handicap(hosted.table_of(of)?.players(of.game as usize - 1)))
        });
        players.unwrap_or_default()
    }

    /// Gives the players of a game that has just begun the time that they have more.
    pub(super) fn give_handicap(&mut self, game: GameId, Handicap(given): Handicap) {
        for (color, given) in [Color::Black, Color::White].into_iter().zip(given) {
            if given != 0 {
                self.games.give_time_by_server(game, color, given, &mut self.shared);
            }
        }
    }
}
