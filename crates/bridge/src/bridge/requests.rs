//! What one player asks the other during a match: breaks, an end without a result.

use willow_board::Color;
use willow_protocol::{Command, GameId, Name};

use super::pairing::Phase;
use super::state::{BridgeState, Purpose};
use crate::ggs::{MatchId, Offer};

impl BridgeState {
    /// A player on GGS asks for something.
    pub(super) fn asked_there(&mut self, login: &str, offer: Offer, id: MatchId, name: &str) {
        let Some(pairing) = self.pairing_of_match(login, id) else { return };
        let entry = &self.pairings[&pairing];
        // What concerns both games of a pair is told for each.
        if !name.eq_ignore_ascii_case(&entry.remote) || id.game == Some(1) {
            return;
        }
        match offer {
            Offer::Abort => self.abort_asked(pairing),
            Offer::Undo => {
                self.tell_remote_in(pairing, "Moves are not taken back over this bridge.");
            }
            Offer::Break => self.adjourn_here(pairing),
            Offer::Score => {
                let text =
                    "I offer a score on GGS, which does not say what score: it is not carried.";
                self.say_in(pairing, text);
                let text = "GGS does not tell what score you offer, so it is not carried.";
                self.tell_remote_in(pairing, text);
            }
        }
    }

    /// The remote player asks for a break: the proxy asks to adjourn.
    fn adjourn_here(&mut self, pairing: u64) {
        if let Some(game) = self.pairings[&pairing].willow_games.first().map(|game| game.id) {
            self.act_in(pairing, Command::Adjourn { game: Some(game) }, Purpose::Other);
        }
    }

    /// The person asks to adjourn: the login asks for a break on GGS.
    pub(super) fn adjourn_asked(&mut self, proxy: &Name, game: GameId, color: Color) {
        let Some(pairing) = self.pairing_of_game(proxy, game) else { return };
        let entry = &self.pairings[&pairing];
        let is_own = entry.is_of_remote(game, color);
        if let (Some(id), false) = (entry.ggs_match, is_own) {
            self.os_in(pairing, &format!("break .{id}"));
        }
    }

    /// Both agreed here to adjourn, or the server adjourned the game: a break is asked for on GGS.
    pub(super) fn adjourned_here(&mut self, proxy: &Name, game: GameId) {
        let Some(pairing) = self.pairing_of_game(proxy, game) else { return };
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        if let Some(own) = entry.willow_game_mut(game) {
            own.is_adjourned = true;
        }
        if let (Some(id), None) = (entry.ggs_match, &entry.ggs_end) {
            self.os_in(pairing, &format!("break .{id}"));
        }
        self.settle(pairing);
    }

    /// The server adjourned a game while the bridge was away: both have to want to go on.
    pub(super) fn go_on_here(&mut self, proxy: &Name, game: GameId) {
        let Some(pairing) = self.pairing_of_game(proxy, game) else { return };
        let entry = &self.pairings[&pairing];
        let has_last_moves = entry.ggs_games.iter().all(|game| game.game.is_over());
        if entry.ggs_end.is_some() && !has_last_moves {
            return self.after_end_there(pairing);
        }
        let place = self.settings.place_of(&entry.login);
        self.act(proxy, Command::Continue { game: Some(game) }, Purpose::Other);
        let text =
            format!("I am back: `continue {game}` goes on. Your clock on {place} may be running.");
        self.say_in(pairing, &text);
    }

    /// The person wants to go on with an adjourned game: the proxy agrees if the match on GGS lasts.
    pub(super) fn continue_asked(&mut self, proxy: &Name, game: GameId, color: Color) {
        let Some(pairing) = self.pairing_of_game(proxy, game) else {
            return self.resume_asked_here(proxy, game);
        };
        let entry = &self.pairings[&pairing];
        if entry.stored.is_some() && entry.phase == Phase::Asked {
            return;
        }
        let is_own = entry.is_of_remote(game, color);
        let has_last_moves = entry.ggs_games.iter().all(|game| game.game.is_over());
        let lasts = entry.ggs_end.is_none() || has_last_moves;
        if !is_own && entry.reason.is_none() && lasts {
            self.act(proxy, Command::Continue { game: Some(game) }, Purpose::Other);
        }
    }

    /// A game goes on here.
    pub(super) fn resumed_here(&mut self, proxy: &Name, game: GameId) {
        let Some(pairing) = self.pairing_of_game(proxy, game) else { return };
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        if let Some(own) = entry.willow_game_mut(game) {
            own.is_adjourned = false;
        }
        self.resumed_with_stored(pairing);
        self.play_on(pairing);
    }

    /// The person asks for what is not carried: it is refused in words.
    pub(super) fn refuse_in_words(&mut self, proxy: &Name, game: GameId, color: Color, text: &str) {
        let Some(pairing) = self.pairing_of_game(proxy, game) else { return };
        if !self.pairings[&pairing].is_of_remote(game, color) {
            self.act(proxy, Command::Refuse { game: Some(game) }, Purpose::Other);
            self.say_in(pairing, text);
        }
    }

    /// The remote player asks to end the match without a result.
    fn abort_asked(&mut self, pairing: u64) {
        let entry = &self.pairings[&pairing];
        let is_young = entry.willow_games.iter().all(|game| game.game.n_plies() < 2);
        if entry.phase == Phase::Ending || is_young {
            return self.abort_wanted(pairing);
        }
        let text = "I ask to end the match without a result. To agree: tell me `abort`.";
        self.say_in(pairing, text);
    }

    /// Somebody agrees to end the match without a result, or the person asks for it.
    pub(super) fn abort_wanted(&mut self, pairing: u64) {
        if let Some(id) = self.pairings[&pairing].ggs_match {
            self.os_in(pairing, &format!("abort .{id}"));
        }
    }
}
