//! Adjourned matches that go on: stored on GGS, adjourned here, and remembered in the journal as a pair.
//!
//! GGS stores rated matches alone. Whoever wants to go on asks on the own side, `ask .ID` there or
//! `continue GAME` here; the bridge asks the other player, and goes on when both want to.

use willow_protocol::{Command, GameId, GameState, GameSummary, Name};

use super::carried_match::{BridgeSide, MatchPhase, Pairing, PairingRecord, WillowGame};
use super::input::BridgeOutput;
use super::refusal::Refusal;
use super::shared_state::{Context, Purpose};
use super::state::BridgeState;
use super::terms::UncarriedTerms;
use crate::ggs::{ArchiveId, MatchEnd, Request, RequestTail};

impl BridgeState {
    /// A login is in: what GGS has stored of its matches is asked for.
    pub(super) fn ask_for_stored(&mut self, login: &str) {
        if self.adjourned.values().any(|record| record.login == login) {
            self.ctx.os(login, "stored");
        }
    }

    /// GGS lists the stored matches of a login, a row for each. The games of others end here, too.
    pub(super) fn stored_listed(&mut self, login: &str, rows: &[String]) {
        let mut known: Vec<u32> = self.adjourned.values().filter_map(|it| it.stored).collect();
        let of_login = self.adjourned.values_mut().filter(|record| record.login == login);
        let mut forgotten = Vec::new();
        for record in of_login {
            let mut numbers = rows.iter().filter_map(|row| stored_number(row, record));
            if let Some(stored) = record.stored {
                if !numbers.any(|number| number == stored) {
                    forgotten.push(record.clone());
                }
                continue;
            }
            record.stored = numbers.filter(|number| !known.contains(number)).max();
            match record.stored {
                Some(number) => {
                    known.push(number);
                    self.ctx.outputs.push(BridgeOutput::Remember(record.clone()));
                }
                None => forgotten.push(record.clone()),
            }
        }
        for record in forgotten {
            self.adjourned.remove(&record.pairing);
            if let Some(&game) = record.games.first() {
                self.end_forgotten(&record.proxy, &record.person, game);
            }
            let record = PairingRecord { phase: MatchPhase::Over, ..record };
            self.ctx.outputs.push(BridgeOutput::Remember(record));
        }
    }

    /// Ends an adjourned game without a result, because its match cannot go on.
    fn end_forgotten(&mut self, proxy: &Name, person: &Name, game: GameId) {
        self.ctx.act(proxy, Command::Abort { game: Some(game) }, Purpose::Other);
        let text = "GGS has not kept our adjourned match, so its game ends without a result.";
        self.ctx.say_as(proxy, person, text);
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

    /// Returns the match that is set aside and has a proxy's game.
    fn adjourned_with(&self, proxy: &Name, game: GameId) -> Option<PairingRecord> {
        let is_it =
            |record: &&PairingRecord| record.proxy == *proxy && record.games.contains(&game);
        self.adjourned.values().find(is_it).cloned()
    }

    /// The person here wants to go on with a game whose match is set aside.
    pub(super) fn resume_asked_here(&mut self, proxy: &Name, game: GameId) {
        let Some(record) = self.adjourned_with(proxy, game) else {
            return self.ctx.act(proxy, Command::Adjourned, Purpose::Other);
        };
        let free = self.check_free(&record.login, &record.person, &record.proxy);
        let result = match record.stored {
            _ if !self.ctx.is_in(&record.login) => Err("the bridge is not on GGS".into()),
            None => Err("GGS does not say that it has stored the match".into()),
            Some(stored) => free.map(|()| stored),
        };
        match result {
            Ok(stored) => {
                self.reopen(&record, BridgeSide::Willow, None);
                self.ctx.os(&record.login, &format!("ask .{stored}"));
            }
            Err(why) => {
                self.ctx.act(proxy, Command::Refuse { game: Some(game) }, Purpose::Other);
                let text = format!("The match cannot go on now: {why}.");
                self.ctx.say_as(proxy, &record.person, &text);
            }
        }
    }

    /// Takes a match that was set aside up again.
    fn reopen(&mut self, record: &PairingRecord, asked_by: BridgeSide, request: Option<u32>) {
        self.adjourned.remove(&record.pairing);
        let Some(restored) = Pairing::restore(record, self.ctx.now) else { return };
        let id = restored.id;
        self.open(Pairing { asked_by, request, is_restored: false, ggs_match: None, ..restored });
        for &game in &record.games {
            let board = Command::Board { game: Some(game) };
            self.ctx.act(&record.proxy, board, Purpose::Play(id));
        }
    }

    /// Looks for games that may go on when a proxy comes.
    pub(super) fn look_for_adjourned(&mut self, proxy: &Name) {
        let own = self.adjourned.values().filter(|record| record.proxy == *proxy);
        for game in own.filter_map(|record| record.games.first().copied()) {
            self.ctx.ask_board(proxy, game);
        }
        self.ctx.act(proxy, Command::Adjourned, Purpose::Other);
    }

    /// The adjourned games of a proxy. Those of which the journal knows nothing end.
    pub(super) fn adjourned_listed(&mut self, proxy: &Name, games: &[GameSummary]) {
        for game in games {
            let is_open = self.pairings.values().any(|it| it.game_ids().contains(&game.game));
            if !is_open && self.adjourned_with(proxy, game.game).is_none() {
                let person = if game.black == *proxy { &game.white } else { &game.black };
                self.end_forgotten(proxy, person, game.game);
            }
        }
    }

    /// The board of a game came whose match is set aside.
    pub(super) fn adjourned_seen(&mut self, proxy: &Name, state: &GameState) {
        let game = state.summary.game;
        let Some(record) = self.adjourned_with(proxy, game) else { return };
        if state.summary.end.is_some() {
            self.adjourned.remove(&record.pairing);
            let record = PairingRecord { phase: MatchPhase::Over, ..record };
            return self.ctx.outputs.push(BridgeOutput::Remember(record));
        }
        let asker = state.details.adjourn_asked.map(|side| state.player(side.0));
        if asker.is_some_and(|asker| asker != proxy) {
            self.resume_asked_here(proxy, game);
        }
    }
}

impl Pairing {
    /// Returns whether a match that is over for now may go on later.
    pub(super) fn can_go_on(&self) -> bool {
        let is_stored = match (&self.ggs_end, self.ggs_match) {
            (Some(end), _) => matches!(end.end, MatchEnd::Left(_)),
            (None, Some(_)) => false,
            (None, None) => self.stored.is_some(),
        };
        let mut games = self.willow_games.iter();
        let is_open = games.all(|game| game.end().is_none() && game.is_adjourned());
        self.rated && is_stored && self.willow_games.len() == self.n_games() && is_open
    }

    /// Keeps a match for later. The proxy stays, so that the person can say `continue`.
    pub(super) fn set_aside(&mut self, ctx: &mut Context) {
        if let Some(end) = &self.ggs_end {
            self.stored = end.archive;
        }
        (self.ggs_match, self.reason) = (None, None);
        self.enter(ctx, MatchPhase::Adjourned);
        if self.stored.is_none() {
            self.os(ctx, "stored");
        }
        let game = self.willow_games.first().map(WillowGame::id);
        self.act(ctx, Command::Board { game }, Purpose::Other);
    }

    /// The board of a game came whose match is to go on.
    pub(super) fn resumable_seen(&mut self, ctx: &mut Context, game: GameId) {
        let is_first = self.willow_games.first().is_some_and(|own| own.id() == game);
        if self.willow_games.iter().any(|own| own.end().is_some()) {
            return self.call_off(ctx, "the game on Willow is over");
        }
        if self.asked_by == BridgeSide::Ggs && is_first {
            let text =
                format!("I ask to go on with our adjourned match: `continue {game}` agrees.");
            self.say(ctx, &text);
            self.act(ctx, Command::Continue { game: Some(game) }, Purpose::Other);
        }
    }

    /// The games here go on: if the remote player has asked for that, the login agrees on GGS.
    pub(super) fn resumed_with_stored(&mut self, ctx: &mut Context) {
        if self.stored.is_none() || self.willow_games.iter().any(WillowGame::is_adjourned) {
            return;
        }
        match (self.phase, self.asked_by, self.request) {
            (MatchPhase::Asked, BridgeSide::Ggs, Some(request)) => {
                self.enter(ctx, MatchPhase::Seating);
                self.os(ctx, &format!("accept .{request}"));
            }
            (MatchPhase::Seating, ..) => self.try_to_begin(ctx),
            _ => {}
        }
    }

    /// A match does not go on after all. It stays adjourned.
    pub(super) fn call_off_resuming(&mut self, ctx: &mut Context, why: &str) {
        let word = if self.asked_by == BridgeSide::Ggs { "decline" } else { "cancel" };
        let game = self.willow_games.first().map(WillowGame::id);
        let mut goes_on = false;
        for game in &mut self.willow_games {
            goes_on |= game.adjourn();
        }
        if let Some(request) = self.request {
            self.os(ctx, &format!("{word} .{request}"));
        }
        if goes_on {
            // The server adjourns the games of a proxy who goes.
            ctx.stay_away(&self.proxy);
        } else {
            self.act(ctx, Command::Refuse { game }, Purpose::Other);
        }
        self.tell_both(ctx, &format!("The match does not go on now: {why}."));
        self.close(ctx);
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
