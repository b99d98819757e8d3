//! Moves, from the side where they were played to the other one.

use willow_board::{Color, Move};
use willow_protocol::{ClockState, Command, GameId, GameState, Name};

use super::millis::Millis;
use super::pairing::{Pairing, Phase, Step, WillowGame, left_here, next_step};
use super::seating::left_of;
use super::state::{BridgeState, Purpose};
use crate::ggs::{MatchId, PlayedMove, UpdatedGame};

/// A move that was played here.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveHere {
    pub(super) game: GameId,
    pub(super) mv: Move,
    pub(super) ply: usize,
    pub(super) clocks: ClockState,
    /// The milliseconds that it took.
    pub(super) used: Option<u64>,
}

impl BridgeState {
    /// A move was played on GGS.
    pub(super) fn updated(&mut self, login: &str, updated: &UpdatedGame) {
        let now = self.now;
        let Some(pairing) = self.pairing_of_match(login, updated.id) else { return };
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        let Some(game) = entry.ggs_game_mut(updated.id) else { return };
        (game.left, game.seen) = (left_of(&updated.now), now);
        if updated.number as usize <= game.game.n_plies() {
            return;
        }
        let follows = updated.number as usize == game.game.n_plies() + 1;
        if !follows || game.game.play(updated.played.mv).is_err() {
            return self.give_up(pairing, "the moves from GGS make no game");
        }
        game.sent = None;
        // A move ends what was asked for before it.
        self.play_on(pairing);
    }

    /// Returns the pairing of a match on GGS.
    pub(super) fn pairing_of_match(&self, login: &str, id: MatchId) -> Option<u64> {
        let is_it = |entry: &&Pairing| entry.login == login && entry.ggs_match == Some(id.number);
        self.pairings.values().find(is_it).map(|entry| entry.id)
    }

    /// Returns the pairing of a proxy's game here.
    pub(super) fn pairing_of_game(&self, proxy: &Name, game: GameId) -> Option<u64> {
        let has = |entry: &&Pairing| {
            entry.proxy == *proxy && entry.willow_games.iter().any(|own| own.id == game)
        };
        self.pairings.values().find(has).map(|entry| entry.id)
    }

    /// A move was played here.
    pub(super) fn moved(&mut self, proxy: &Name, moved: MoveHere) {
        let now = self.now;
        let Some(pairing) = self.pairing_of_game(proxy, moved.game) else { return };
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        let Some(game) = entry.willow_game_mut(moved.game) else { return };
        (game.left, game.seen) = (left_here(&moved.clocks), now);
        if moved.ply <= game.game.n_plies() {
            return;
        }
        let mover = game.game.position().side_to_move();
        if moved.ply != game.game.n_plies() + 1 || game.game.play(moved.mv).is_err() {
            let board = Command::Board { game: Some(moved.game) };
            return self.act(proxy, board, Purpose::Other);
        }
        game.sent = None;
        if mover != game.remote {
            (game.used, game.held) = (moved.used.unwrap_or(0), None);
        }
        self.play_on(pairing);
    }

    /// The clocks of a game here have changed.
    pub(super) fn clocks_seen(&mut self, proxy: &Name, game: GameId, clocks: &ClockState) {
        let now = self.now;
        let Some(pairing) = self.pairing_of_game(proxy, game) else { return };
        let entry = self.pairings.get_mut(&pairing);
        if let Some(own) = entry.and_then(|entry| entry.willow_game_mut(game)) {
            (own.left, own.seen) = (left_here(clocks), now);
        }
    }

    /// GGS could not do what a login asked for in a match.
    pub(super) fn error_there(&mut self, login: &str, id: MatchId, text: &str) {
        let Some(pairing) = self.pairing_of_match(login, id) else { return };
        if text.contains("illegal") || text.contains("corrupt") {
            self.give_up(pairing, "GGS does not accept a move that was legal on Willow");
        }
    }

    /// The whole state of a game here came: what was missed is in it.
    pub(super) fn state_seen(&mut self, proxy: &Name, state: &GameState) {
        let now = self.now;
        let id = state.summary.game;
        let Some(pairing) = self.pairing_of_game(proxy, id) else {
            return self.adjourned_seen(proxy, state);
        };
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        let Some(game) = entry.willow_game_mut(id) else { return };
        let ended_before = game.end.is_some();
        let used = game.used;
        *game = WillowGame { used, ..WillowGame::seen(proxy, state, now) };
        match state.summary.end {
            _ if entry.stored.is_some() && entry.phase == Phase::Asked => {
                self.resumable_seen(pairing, id);
            }
            Some(end) if !ended_before => self.ended_here(proxy, id, end),
            _ if entry.is_restored || entry.reason.is_some() => {
                self.end_game_here(pairing, id);
                self.settle(pairing);
            }
            None if state.summary.details.adjourned_since.is_some() => self.go_on_here(proxy, id),
            _ if entry.ggs_end.is_some() => self.after_end_there(pairing),
            _ => self.play_on(pairing),
        }
    }

    /// Plays on each side what the other side has more.
    pub(super) fn play_on(&mut self, pairing: u64) {
        let Some(entry) = self.pairings.get(&pairing) else { return };
        if entry.phase != Phase::Playing && entry.phase != Phase::Ending {
            return;
        }
        if entry.reason.is_some() {
            return;
        }
        if entry.is_bidding() && entry.ggs_games.iter().all(|game| game.flagged.is_none()) {
            return self.carry_bids(pairing);
        }
        for remote in Color::ALL {
            self.tell_overtime(pairing, remote);
            self.play_on_in(pairing, remote);
        }
    }

    /// Plays on in the game in which the remote player has a colour.
    fn play_on_in(&mut self, pairing: u64, remote: Color) {
        let Some(entry) = self.pairings.get(&pairing) else { return };
        let there = entry.ggs_games.iter().find(|game| game.remote == remote);
        let (Some(there), Some(here)) = (there, entry.willow_game_of(remote)) else { return };
        let is_lost = there.flagged.is_some();
        match next_step(there, here) {
            Step::Nothing | Step::OnGgs(_) if is_lost => self.flag_here(pairing, remote),
            // The last moves cannot be played any more, and the game is lost all the same.
            Step::OnWillow(_) if is_lost && here.is_adjourned => self.flag_here(pairing, remote),
            Step::Nothing => {}
            Step::OnGgs(_) if there.end.is_some() || entry.ggs_end.is_some() => {}
            Step::OnGgs(mv) => self.send_there(pairing, remote, mv),
            Step::OnWillow(_) if here.end.is_some() || here.is_adjourned => {}
            Step::OnWillow(mv) => self.send_here(pairing, remote, mv),
            Step::Diverged => self.give_up(pairing, "the games on both sides differ"),
        }
    }

    /// Plays a move on GGS, with the time that the person took for it.
    fn send_there(&mut self, pairing: u64, remote: Color, mv: Move) {
        let (now, patience) = (self.now, self.settings.patience);
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        let used = entry.willow_game_of(remote).map_or(0, |game| game.used);
        let login = entry.login.clone();
        let Some(game) = entry.ggs_games.iter_mut().find(|game| game.remote == remote) else {
            return;
        };
        let ply = game.game.n_plies();
        if is_waiting(game.sent, ply, now, patience) {
            return;
        }
        game.sent = Some((ply, now));
        let played = PlayedMove::new(mv).with_seconds(used as f64 / 1000.0);
        let id = game.id;
        self.os(&login, &format!("play {id} {played}"));
    }

    /// Lets the server here know, once, whose main time on GGS is over.
    fn tell_overtime(&mut self, pairing: u64, remote: Color) {
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        let Some(side) = entry.ggs_game_of(remote).and_then(|game| game.overtime) else { return };
        let (proxy, name) = (entry.proxy.clone(), entry.player_of(side).clone());
        let found = entry.willow_games.iter_mut().find(|game| game.remote == remote);
        let is_told = |game: &WillowGame| game.knows_overtime || game.end.is_some();
        let Some(game) = found.filter(|game| !is_told(game)) else { return };
        game.knows_overtime = true;
        let overtime = Command::Overtime { game: Some(game.id), name };
        self.act(&proxy, overtime, Purpose::Overtime(pairing));
    }

    /// Ends a game here in which a flag has fallen on GGS.
    fn flag_here(&mut self, pairing: u64, remote: Color) {
        let (now, patience) = (self.now, self.settings.patience);
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        let proxy = entry.proxy.clone();
        let Some(side) = entry.ggs_game_of(remote).and_then(|game| game.flagged) else { return };
        let loser = entry.player_of(side).clone();
        let found = entry.willow_games.iter_mut().find(|game| game.remote == remote);
        let Some(game) = found.filter(|game| game.end.is_none()) else { return };
        let ply = game.game.n_plies();
        if is_waiting(game.sent, ply, now, patience) {
            return;
        }
        game.sent = Some((ply, now));
        let flag = Command::Flag { game: Some(game.id), name: loser };
        self.act(&proxy, flag, Purpose::Other);
    }

    /// Plays a move here.
    fn send_here(&mut self, pairing: u64, remote: Color, mv: Move) {
        let (now, patience) = (self.now, self.settings.patience);
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        let proxy = entry.proxy.clone();
        let found = entry.willow_games.iter_mut().find(|game| game.remote == remote);
        let Some(game) = found else { return };
        let ply = game.game.n_plies();
        if is_waiting(game.sent, ply, now, patience) {
            return;
        }
        game.sent = Some((ply, now));
        let command = Command::Move { game: Some(game.id), mv, ply: u32::try_from(ply).ok() };
        self.act(&proxy, command, Purpose::Play(pairing));
    }
}

/// Returns whether a move was sent so lately that its echo may still come.
pub(super) const fn is_waiting(
    sent: Option<(usize, Millis)>,
    ply: usize,
    now: Millis,
    patience: Millis,
) -> bool {
    match sent {
        Some((sent, at)) => sent == ply && now.saturating_sub(at) < patience,
        None => false,
    }
}
