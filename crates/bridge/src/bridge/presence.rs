//! Who is connected: the logins on GGS, the bridge itself, the proxies.

use std::collections::VecDeque;

use willow_protocol::{Command, ErrorDetail, Event, GameId, Name};

use super::carried_match::{BridgeSide, MatchPhase, Pairing};
use super::millis::Millis;
use super::shared_state::{Context, Proxy, Purpose, keep};
use super::state::BridgeState;

/// Delay before a proxy logs in again after the server had too many commands.
const BRING_LATER: Millis = 1_000;

/// Delay before messages are sent again of which the server had too many.
const WORDS_LATER: Millis = 30_000;

impl BridgeState {
    /// A login is in on GGS. Matches of an earlier connection are over there.
    pub(super) fn ggs_up(&mut self, login: &str) {
        let ctx = &mut self.ctx;
        if let Some(is_in) = ctx.logins.get_mut(login) {
            *is_in = true;
        }
        ctx.log(format!("{login} is in on GGS"));
        let (own, others): (VecDeque<_>, VecDeque<_>) = std::mem::take(&mut ctx.words_there)
            .into_iter()
            .partition(|(speaker, _, _)| speaker == login);
        ctx.words_there = others;
        for (login, remote, text) in own {
            ctx.tell_remote(&login, &remote, &text);
        }
        let restored = self.pairings.values().filter(|it| it.login == login && it.is_restored);
        for id in restored.map(|it| it.id).collect::<Vec<u64>>() {
            self.in_pairing(id, Pairing::recover_there);
        }
        self.ask_for_stored(login);
    }

    /// The connection of a login ended. Its match is over on GGS: unrated ones vanish, rated ones are
    /// stored there.
    pub(super) fn ggs_down(&mut self, login: &str) {
        self.ctx.login_left(login);
        self.with_pairing(|pairing| pairing.login == login, Pairing::login_left);
    }

    /// The bridge leaves GGS for good.
    pub(super) fn stop(&mut self) {
        let logins = self.ctx.logins.iter().filter(|(_, is_in)| **is_in);
        for login in logins.map(|(login, _)| login.clone()).collect::<Vec<String>>() {
            self.ggs_down(&login);
        }
    }

    /// The bridge is logged in on the Willow server.
    pub(super) fn willow_up(&mut self) {
        let ctx = &mut self.ctx;
        ctx.willow_is_up = true;
        ctx.log("the bridge is in on Willow".to_owned());
        ctx.request(Command::Who, Purpose::Other);
        for (person, text) in std::mem::take(&mut ctx.words_here) {
            ctx.notify(&person, &text);
        }
        // They answer whoever wants to go on.
        for record in self.adjourned.values() {
            ctx.proxies.entry(record.proxy.key()).or_insert_with(|| Proxy::new(ctx.now));
            ctx.bring(&record.proxy);
        }
        let ids: Vec<u64> = self.pairings.keys().copied().collect();
        for id in ids {
            self.in_pairing(id, Pairing::recover_here);
        }
    }

    /// The connection to the Willow server ended. Matches go on when it is there again.
    pub(super) fn willow_down(&mut self) {
        let ctx = &mut self.ctx;
        ctx.willow_is_up = false;
        ctx.log("the bridge is not on Willow".to_owned());
        let mut lost: Vec<Purpose> = std::mem::take(&mut ctx.asked).into_values().collect();
        for proxy in ctx.proxies.values_mut() {
            (proxy.is_online, proxy.is_asked, proxy.is_leaving) = (false, false, false);
            lost.extend(proxy.waiting.drain(..).map(|(_, purpose)| purpose));
        }
        for purpose in lost {
            match purpose {
                // Words that were not acknowledged are said again.
                Purpose::Say { person, text } => ctx.notify(&person, &text),
                Purpose::Speak { login, remote } => {
                    ctx.tell_lost(&login, &remote, "the connection broke");
                }
                _ => {}
            }
        }
        for game in self.pairings.values_mut().flat_map(|pairing| &mut pairing.willow_games) {
            game.sent = None;
        }
    }

    /// A proxy is here: what waited for it is done.
    pub(super) fn proxy_entered(&mut self, name: &Name) {
        let Some(proxy) = self.ctx.proxies.get_mut(&name.key()) else { return };
        (proxy.is_online, proxy.is_asked) = (true, false);
        let waiting = std::mem::take(&mut proxy.waiting);
        for (command, purpose) in waiting {
            self.ctx.act(name, command, purpose);
        }
        self.look_for_adjourned(name);
    }

    /// A proxy is no longer here. If it has a match, it comes again.
    pub(super) fn proxy_left(&mut self, name: &Name) {
        let ctx = &mut self.ctx;
        let Some(proxy) = ctx.proxies.get_mut(&name.key()) else { return };
        let was_let_go = std::mem::take(&mut proxy.is_leaving);
        (proxy.is_online, proxy.is_asked) = (false, false);
        if !proxy.waiting.is_empty() {
            ctx.bring(name);
        } else if was_let_go && proxy.away_until <= ctx.now {
            ctx.proxies.remove(&name.key());
            return;
        }
        self.with_pairing(|pairing| pairing.proxy == *name, |pairing, ctx| pairing.ask_boards(ctx));
    }

    /// A proxy could not be brought: what waited for it fails.
    fn proxy_refused(&mut self, name: &Name, why: &str) {
        let ctx = &mut self.ctx;
        let Some(proxy) = ctx.proxies.remove(&name.key()) else { return };
        ctx.log(format!("{name} cannot be brought: {why}"));
        for (_, purpose) in proxy.waiting {
            self.failed(purpose, why);
        }
    }

    /// Logs out proxies that have been idle for long.
    pub(super) fn let_idle_proxies_go(&mut self) {
        let (ctx, pairings) = (&mut self.ctx, &self.pairings);
        let kept = self.adjourned.values().map(|record| record.proxy.clone());
        let playing = pairings.values().map(|pairing| pairing.proxy.clone());
        let busy: Vec<Name> = playing.chain(kept).collect();
        let is_idle =
            |proxy: &Proxy| ctx.now.saturating_sub(proxy.last_used) > ctx.settings.proxy_idle;
        let idle = ctx.proxies.iter().filter(|(_, proxy)| is_idle(proxy));
        let names: Vec<Name> = idle.filter_map(|(key, _)| key.parse().ok()).collect();
        for name in names.iter().filter(|name| !busy.contains(name)) {
            ctx.let_go(name);
        }
    }

    /// Says what is due, and brings proxies who have stayed away for long enough.
    pub(super) fn catch_up(&mut self) {
        let ctx = &mut self.ctx;
        let now = ctx.now;
        while let Some((_, person, text)) = ctx.words_later.pop_front_if(|(due, _, _)| *due <= now)
        {
            ctx.notify(&person, &text);
        }
        let waits = |proxy: &Proxy| !proxy.waiting.is_empty() && proxy.away_until <= now;
        let waiting = ctx.proxies.iter().filter(|(_, proxy)| waits(proxy));
        let names: Vec<Name> = waiting.filter_map(|(key, _)| key.parse().ok()).collect();
        for name in names {
            ctx.bring(&name);
        }
    }

    /// A command of the bridge failed.
    fn failed(&mut self, purpose: Purpose, why: &str) {
        match purpose {
            Purpose::Bring(name) => self.proxy_refused(&name, why),
            Purpose::Challenge(id) => self.in_pairing(id, |it, ctx| it.call_off(ctx, why)),
            Purpose::Join(id) => self.in_pairing(id, |it, ctx| it.give_up(ctx, why)),
            Purpose::Play(id) => {
                // The state of the game tells more.
                self.ctx.log(format!("match {id}: Willow refuses: {why}"));
                self.in_pairing(id, |it, ctx| it.ask_boards(ctx));
            }
            Purpose::Speak { login, remote } => self.ctx.tell_lost(&login, &remote, why),
            Purpose::LetGo(name) => self.proxy_left(&name),
            Purpose::Say { .. } | Purpose::Overtime(_) | Purpose::Other => {
                self.ctx.log(format!("Willow refuses: {why}"));
            }
        }
    }

    /// The Willow server has refused a command. What it refuses for this moment alone is done later.
    fn refused(&mut self, purpose: Purpose, detail: Option<ErrorDetail>, why: &str) {
        let later = self.ctx.now + WORDS_LATER;
        match (purpose, detail) {
            (Purpose::Bring(name), Some(ErrorDetail::TooManyCommands)) => {
                let away_until = self.ctx.now + BRING_LATER;
                if let Some(proxy) = self.ctx.proxies.get_mut(&name.key()) {
                    (proxy.is_asked, proxy.away_until) = (false, away_until);
                }
            }
            (Purpose::Overtime(id), Some(ErrorDetail::TooManyCommands)) => {
                self.in_pairing(id, |it, _| {
                    it.willow_games.iter_mut().for_each(|game| game.knows_overtime = false);
                });
            }
            (Purpose::Say { person, text }, Some(ErrorDetail::MessageRepeated)) => {
                // Two matches that end alike end with the same words: a number makes them differ. Requests are
                // numbered anew in each run, matches are not.
                let text = format!("{text} ({}.{})", self.last_pairing, self.ctx.last_request);
                keep(&mut self.ctx.words_later, (later, person, text));
            }
            (
                Purpose::Say { person, text },
                Some(
                    ErrorDetail::TooManyCommands
                    | ErrorDetail::TooManyMessages
                    | ErrorDetail::TooManyStrangerMessages,
                ),
            ) => keep(&mut self.ctx.words_later, (later, person, text)),
            (purpose, _) => self.failed(purpose, why),
        }
    }

    /// The Willow server has answered a command.
    pub(super) fn answered(&mut self, id: u64, event: &Event, game: Option<GameId>) {
        match event {
            Event::Error { detail, message, .. } => {
                if let Some(purpose) = self.ctx.asked.remove(&id) {
                    self.refused(purpose, *detail, message);
                }
            }
            Event::Ok => match self.ctx.asked.remove(&id) {
                Some(Purpose::Challenge(id)) => {
                    self.in_pairing(id, |it, ctx| it.offer_made(ctx, game));
                }
                Some(Purpose::Bring(name)) => self.proxy_entered(&name),
                _ => {}
            },
            _ => {}
        }
    }

    /// A proxy's rating here has changed: the remote player is told.
    pub(super) fn rated_here(&mut self, proxy: &Name, before: i32, after: i32) {
        let Some(login) = self.last_logins.get(&proxy.key()) else { return };
        if let Some(remote) = self.ctx.names.remote_of(proxy) {
            let text = format!("your rating on Willow: {before} -> {after}");
            self.ctx.tell_remote(login, remote.as_str(), &text);
        }
    }
}

impl Pairing {
    /// The bridge was started again, and a match of before was found: on GGS it ended with the
    /// connection.
    fn recover_there(&mut self, ctx: &mut Context) {
        self.leave_there();
        self.settle(ctx);
    }

    /// The login has left GGS.
    pub(super) fn login_left(&mut self, ctx: &mut Context) {
        if self.is_closed() {
            return;
        }
        self.request = None;
        self.leave_there();
        let why = "the connection to GGS broke";
        if self.phase == MatchPhase::Asked && self.ggs_match.is_none() {
            self.call_off(ctx, why);
        } else {
            self.give_up(ctx, why);
        }
    }

    /// Asks for the games of the match after the connection to Willow was made again.
    fn recover_here(&mut self, ctx: &mut Context) {
        if self.willow_games.is_empty() {
            // It was only asked for when the connection broke.
            let is_lost = self.is_restored || self.asked_by == BridgeSide::Willow;
            if is_lost || self.offer.is_some() {
                self.call_off(ctx, "the bridge lost its connection");
            }
            return;
        }
        self.ask_boards(ctx);
        if self.is_restored {
            self.enter(ctx, MatchPhase::Ending);
            self.reason.get_or_insert_with(|| "the bridge was started again".to_owned());
        }
    }

    /// Asks for the boards of the games here.
    fn ask_boards(&self, ctx: &mut Context) {
        for game in self.game_ids() {
            ctx.ask_board(&self.proxy, game);
        }
    }
}
