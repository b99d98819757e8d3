//! Arenas: whoever is free is paired.

use std::collections::BTreeMap;

use willow_pairing::arena::{self, WaitingPlayer};
use willow_protocol::{CommandResult, PlayerId, TournamentChange, TournamentId, TournamentPhase};

use super::hosted_tournament::HostedTournament;
use crate::domain::{Millis, Refusal, SECOND, ServerState, UserId};

/// The time between two pairings: so long those whose games end at the same time wait for each other.
pub(super) const ARENA_INTERVAL: Millis = 3 * SECOND;

impl ServerState {
    pub(super) fn start_arena(
        &mut self,
        by: Option<UserId>,
        id: TournamentId,
    ) -> Result<CommandResult, Refusal> {
        self.check_may_begin(self.tournaments.find(id)?)?;
        self.set_phase(by, id, TournamentPhase::Running, None)
    }

    /// Pairs those who wait; when the time is over and the last game has ended, the arena is over.
    pub(super) fn pair_arena(&mut self, id: TournamentId) -> Result<(), Refusal> {
        let hosted = self.tournaments.find(id)?;
        if hosted.arena_ends_at().is_some_and(|at| at <= self.shared.context.now) {
            let is_played = hosted.arena_games.iter().any(|it| it.running);
            return if is_played {
                Ok(())
            } else {
                self.set_phase(None, id, TournamentPhase::Over, None).map(drop)
            };
        }
        if self.check_may_begin(hosted).is_err() {
            return Ok(());
        }
        let terms = hosted.plan.terms.clone();
        for [black, white] in arena::pairs(&self.waiting_in(hosted)) {
            let hosted = self.tournaments.find(id)?;
            let users = [black, white].map(|player| self.user_in_memory(hosted, player));
            let [Some(user), Some(opponent)] = users else { continue };
            let handicap = hosted.handicap([black, white]);
            let open = self.open_tournament_game(user, &handicap.terms(&terms));
            let game = open.offer.game;
            self.change_by_server(id, TournamentChange::ArenaPaired { game, black, white });
            self.tournaments.by_game.insert(game, id);
            self.start_games(open, opponent);
            self.give_handicap(game, handicap);
        }
        Ok(())
    }

    /// Returns the players who wait for a game: those who are online and play none.
    fn waiting_in(&self, hosted: &HostedTournament) -> Vec<WaitingPlayer> {
        let mut played: BTreeMap<PlayerId, (Option<PlayerId>, i32)> = BTreeMap::new();
        for game in &hosted.arena_games {
            for (player, opponent, color) in
                [(game.black, game.white, 1), (game.white, game.black, -1)]
            {
                let (last, balance) = played.entry(player).or_default();
                (*last, *balance) = (Some(opponent), *balance + color);
            }
        }
        let standings = hosted.arena_standings();
        let is_free = |player: PlayerId| {
            let user = self.user_in_memory(hosted, player).filter(|_| hosted.is_present(player));
            user.is_some_and(|user| self.is_free_for_arena(user))
        };
        let waiting = standings.iter().filter(|it| is_free(it.player)).map(|it| {
            let (last_opponent, color_balance) =
                played.get(&it.player).copied().unwrap_or_default();
            WaitingPlayer { player: it.player, rank: it.rank, last_opponent, color_balance }
        });
        waiting.collect()
    }

    /// Returns whether a user is there and plays no game that needs attention now. One of the server's bots may play
    /// outside of tournaments.
    fn is_free_for_arena(&self, user: UserId) -> bool {
        let account = &self.shared.accounts[user];
        let is_bot = account.is_server_bot();
        let mut games = account.games().iter().filter_map(|game| self.games.get(game));
        let plays = games.any(|hosted| {
            hosted.end.is_none()
                && !hosted.is_correspondence()
                && hosted.adjourned_since().is_none()
                && (!is_bot || self.tournaments.has_game(hosted.id))
        });
        (account.is_online() || is_bot) && !plays
    }
}
