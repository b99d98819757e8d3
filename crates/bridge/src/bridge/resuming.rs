//! Adjourned matches that go on: stored on GGS, adjourned here, and remembered in the journal as a pair.
//!
//! GGS stores rated matches alone. Whoever wants to go on asks on the own side, `ask .ID` there or
//! `continue GAME` here; the bridge asks the other player, and goes on when both want to.

use willow_board::Color;
use willow_protocol::{Command, GameId, GameState, Name};

use super::input::BridgeOutput;
use super::pairing::{BridgeSide, Pairing, PairingRecord, Phase};
use super::state::{BridgeState, Purpose};
use super::terms::UncarriedTerms;
use crate::ggs::{ArchiveId, MatchEnd, Request, RequestTail};
use crate::refusal::Refusal;

impl BridgeState {
    /// Returns whether a match that is over for now may go on later.
    pub(super) fn can_go_on(&self, pairing: u64) -> bool {
        self.pairings.get(&pairing).is_some_and(|entry| {
            let is_stored = match (&entry.ggs_end, entry.ggs_match) {
                (Some(end), _) => matches!(end.end, MatchEnd::Left(_)),
                (None, Some(_)) => false,
                (None, None) => entry.stored.is_some(),
            };
            let has_games = entry.willow_games.len() == entry.n_games();
            let mut games = entry.willow_games.iter();
            let is_open = games.all(|game| game.end.is_none() && game.is_adjourned);
            entry.rated && is_stored && has_games && is_open
        })
    }

    /// Keeps a match for later. The proxy stays, so that the person can say `continue`.
    pub(super) fn set_aside(&mut self, pairing: u64) {
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        if let Some(end) = &entry.ggs_end {
            entry.stored = end.archive;
        }
        (entry.ggs_match, entry.reason) = (None, None);
        let (login, proxy, is_unknown) =
            (entry.login.clone(), entry.proxy.clone(), entry.stored.is_none());
        let game = entry.willow_games.first().map(|game| game.id);
        self.enter(pairing, Phase::Adjourned);
        let Some(entry) = self.pairings.remove(&pairing) else { return };
        self.adjourned.insert(pairing, entry.record());
        if is_unknown {
            self.os(&login, "stored");
        }
        self.act(&proxy, Command::Board { game }, Purpose::Other);
    }

    /// A login is in: the numbers of matches that were stored meanwhile are asked for.
    pub(super) fn ask_for_stored(&mut self, login: &str) {
        let is_unknown = |record: &&PairingRecord| record.login == login && record.stored.is_none();
        if self.adjourned.values().any(|record| is_unknown(&record)) {
            self.os(login, "stored");
        }
    }

    /// GGS lists the stored matches of a login, a row for each.
    pub(super) fn stored_listed(&mut self, login: &str, rows: &[String]) {
        let mut known: Vec<u32> = self.adjourned.values().filter_map(|it| it.stored).collect();
        let of_login = self.adjourned.values_mut().filter(|record| record.login == login);
        for record in of_login.filter(|record| record.stored.is_none()) {
            let numbers = rows.iter().filter_map(|row| stored_number(row, record));
            record.stored = numbers.filter(|number| !known.contains(number)).max();
            if let Some(number) = record.stored {
                known.push(number);
                self.outputs.push(BridgeOutput::Remember(record.clone()));
            }
        }
    }

    /// A player on GGS wants to go on with a stored match.
    pub(super) fn resume_asked_there(
        &mut self,
        login: &str,
        request: &Request,
    ) -> Result<(), Refusal> {
        let stored = match request.tail {
            Some(RequestTail::Stored(ArchiveId(number))) => Some(number),
            _ => None,
        };
        let is_it = |record: &&PairingRecord| {
            record.login == login && record.stored == stored && stored.is_some()
        };
        let record = self.adjourned.values().find(is_it).cloned();
        let record = record.ok_or_else(|| UncarriedTerms::Stored.to_string())?;
        self.check_free(&record.login, &record.person, &record.proxy)?;
        self.reopen(&record, BridgeSide::Ggs, Some(request.id.0));
        Ok(())
    }

    /// The person here wants to go on with a game whose match is set aside.
    pub(super) fn resume_asked_here(&mut self, proxy: &Name, game: GameId) {
        let is_it =
            |record: &&PairingRecord| record.proxy == *proxy && record.games.contains(&game);
        let Some(record) = self.adjourned.values().find(is_it).cloned() else { return };
        let free = self.check_free(&record.login, &record.person, &record.proxy);
        let result = match record.stored {
            _ if !self.is_in(&record.login) => Err("the bridge is not on GGS".into()),
            None => Err("GGS does not say that it has stored the match".into()),
            Some(stored) => free.map(|()| stored),
        };
        match result {
            Ok(stored) => {
                self.reopen(&record, BridgeSide::Willow, None);
                self.os(&record.login, &format!("ask .{stored}"));
            }
            Err(why) => {
                self.act(proxy, Command::Refuse { game: Some(game) }, Purpose::Other);
                let text = format!("The match cannot go on now: {why}.");
                self.say_as(proxy, &record.person, &text);
            }
        }
    }

    /// Takes a match that was set aside up again.
    fn reopen(&mut self, record: &PairingRecord, asked_by: BridgeSide, request: Option<u32>) {
        self.adjourned.remove(&record.pairing);
        self.last_logins.insert(record.proxy.key(), record.login.clone());
        let Some(restored) = Pairing::restore(record, self.now) else { return };
        let id = restored.id;
        let entry = Pairing { asked_by, request, is_restored: false, ggs_match: None, ..restored };
        self.pairings.insert(id, entry);
        self.enter(id, Phase::Asked);
        for &game in &record.games {
            let board = Command::Board { game: Some(game) };
            self.act(&record.proxy, board, Purpose::Play(id));
        }
    }

    /// The board of a game came whose match is to go on.
    pub(super) fn resumable_seen(&mut self, pairing: u64, game: GameId) {
        let Some(entry) = self.pairings.get(&pairing) else { return };
        let is_first = entry.willow_games.first().is_some_and(|own| own.id == game);
        let is_asked_there = entry.asked_by == BridgeSide::Ggs;
        if entry.willow_games.iter().any(|own| own.end.is_some()) {
            return self.call_off(pairing, "the game on Willow is over");
        }
        if is_asked_there && is_first {
            let text =
                format!("I ask to go on with our adjourned match: `continue {game}` agrees.");
            self.say_in(pairing, &text);
            self.act_in(pairing, Command::Continue { game: Some(game) }, Purpose::Other);
        }
    }

    /// The remote player goes on with a stored match: the proxy agrees here.
    pub(super) fn go_on_here_too(&mut self, pairing: u64) {
        let Some(entry) = self.pairings.get(&pairing) else { return };
        // The games of a pair go on together.
        let game = entry.willow_games.first().map(|game| game.id);
        self.act_in(pairing, Command::Continue { game }, Purpose::Play(pairing));
    }

    /// The games here go on: if the remote player has asked for that, the login agrees on GGS.
    pub(super) fn resumed_with_stored(&mut self, pairing: u64) {
        let Some(entry) = self.pairings.get(&pairing) else { return };
        if entry.stored.is_none() || entry.willow_games.iter().any(|game| game.is_adjourned) {
            return;
        }
        match (entry.phase, entry.asked_by, entry.request) {
            (Phase::Asked, BridgeSide::Ggs, Some(request)) => {
                self.enter(pairing, Phase::Seating);
                self.os_in(pairing, &format!("accept .{request}"));
            }
            (Phase::Seating, ..) => self.try_to_begin(pairing),
            _ => {}
        }
    }

    /// A match does not go on after all. It stays adjourned.
    pub(super) fn call_off_resuming(&mut self, pairing: u64, why: &str) {
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        let (proxy, request) = (entry.proxy.clone(), entry.request);
        let word = if entry.asked_by == BridgeSide::Ggs { "decline" } else { "cancel" };
        let game = entry.willow_games.first().map(|game| game.id);
        let goes_on = entry.willow_games.iter().any(|game| !game.is_adjourned);
        for game in &mut entry.willow_games {
            game.is_adjourned = true;
        }
        if let Some(request) = request {
            self.os_in(pairing, &format!("{word} .{request}"));
        }
        if goes_on {
            // The server adjourns the games of a proxy who goes.
            self.stay_away(&proxy);
        } else {
            self.act(&proxy, Command::Refuse { game }, Purpose::Other);
        }
        self.tell_both(pairing, &format!("The match does not go on now: {why}."));
        self.close(pairing);
    }

    /// Looks for games that may go on when a proxy comes.
    pub(super) fn look_for_adjourned(&mut self, proxy: &Name) {
        let own = self.adjourned.values().filter(|record| record.proxy == *proxy);
        let games: Vec<GameId> = own.filter_map(|record| record.games.first().copied()).collect();
        for game in games {
            self.act(proxy, Command::Board { game: Some(game) }, Purpose::Other);
        }
    }

    /// The board of a game came whose match is set aside.
    pub(super) fn adjourned_seen(&mut self, proxy: &Name, state: &GameState) {
        let game = state.summary.game;
        let is_it =
            |record: &&PairingRecord| record.proxy == *proxy && record.games.contains(&game);
        let Some(record) = self.adjourned.values().find(is_it).cloned() else { return };
        if state.summary.end.is_some() {
            self.adjourned.remove(&record.pairing);
            let record = PairingRecord { phase: Phase::Over, ..record };
            return self.outputs.push(BridgeOutput::Remember(record));
        }
        let own = if state.summary.black == *proxy { Color::Black } else { Color::White };
        if state.details.adjourn_asked.is_some_and(|side| side.0 != own) {
            self.resume_asked_here(proxy, game);
        }
    }
}

/// Returns the number of a stored match in a row of the list, if the row is about a record.
fn stored_number(row: &str, record: &PairingRecord) -> Option<u32> {
    let words: Vec<&str> = row.split_whitespace().collect();
    let has = |name: &str| words.iter().any(|word| word.eq_ignore_ascii_case(name));
    let kind = words.last()?.split([':', 'k']).next().unwrap_or_default();
    let is_it = has(&record.remote) && has(&record.login);
    let of_kind = record.kind.split('k').next().unwrap_or_default() == kind;
    (is_it && of_kind).then(|| words.first()?.strip_prefix('.')?.parse().ok()).flatten()
}
