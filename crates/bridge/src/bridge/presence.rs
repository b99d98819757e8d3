//! Who is connected: the logins on GGS, the bridge itself, the proxies.

use std::collections::VecDeque;

use willow_protocol::{Command, ErrorDetail, Event, GameId, Name, Role, UserSummary};

use super::millis::Millis;
use super::pairing::{BridgeSide, Pairing, Phase};
use super::state::{BridgeState, Proxy, Purpose, keep};

/// How long a proxy stays away so that the server adjourns its games.
const AWAY: Millis = 6_000;

/// How long a proxy waits to be brought when the server has had too many commands.
const BRING_LATER: Millis = 1_000;

/// How long an engine waits to be brought when the server does not let it in.
const BRING_ENGINE_LATER: Millis = 60_000;

/// How long words wait of which the server has had too many.
const WORDS_LATER: Millis = 30_000;

impl BridgeState {
    /// A login is in on GGS. Matches of an earlier connection are over there.
    pub(super) fn ggs_up(&mut self, login: &str) {
        if let Some(is_in) = self.logins.get_mut(login) {
            *is_in = true;
        }
        match self.settings.engine_of(login) {
            Some(engine) => self.log(format!("the engine {engine} is ready")),
            None => self.log(format!("{login} is in on GGS")),
        }
        let (own, others): (VecDeque<_>, VecDeque<_>) = std::mem::take(&mut self.words_there)
            .into_iter()
            .partition(|(speaker, _, _)| speaker == login);
        self.words_there = others;
        for (login, remote, text) in own {
            self.tell_remote(&login, &remote, &text);
        }
        let restored: Vec<u64> = self
            .pairings
            .values()
            .filter(|pairing| pairing.login == login && pairing.is_restored)
            .map(|pairing| pairing.id)
            .collect();
        for id in restored {
            self.recover_there(id);
        }
        self.ask_for_stored(login);
    }

    /// The bridge was started again, and a match of before was found: on GGS it ended with the
    /// connection.
    fn recover_there(&mut self, id: u64) {
        let Some(entry) = self.pairings.get_mut(&id) else { return };
        entry.leave_there();
        let Pairing { login, person, remote, .. } = entry.clone();
        let result = result_in_words(entry.result_there(), self.settings.place_of(&login));
        let text = format!(
            "The bridge was started again: your match with {person} of Willow is over {result}."
        );
        self.tell_remote(&login, &remote, &text);
        self.settle(id);
    }

    /// The connection of a login ended. Its match is over on GGS: unrated ones vanish, rated ones are
    /// stored there.
    pub(super) fn ggs_down(&mut self, login: &str) {
        if let Some(is_in) = self.logins.get_mut(login) {
            *is_in = false;
        }
        match self.settings.engine_of(login) {
            Some(engine) => self.log(format!("the engine {engine} is away")),
            None => self.log(format!("{login} is not on GGS")),
        }
        let Some(pairing) = self.pairing_of_login(login) else { return };
        let id = pairing.id;
        let Some(entry) = self.pairings.get_mut(&id) else { return };
        entry.request = None;
        entry.leave_there();
        let why = format!("the connection to {} broke", self.settings.place_of(login));
        if matches!(entry.phase, Phase::Asked) && entry.ggs_match.is_none() {
            self.call_off(id, &why);
        } else {
            self.give_up(id, &why);
        }
    }

    /// The bridge is logged in on the Willow server.
    pub(super) fn willow_up(&mut self) {
        self.willow_is_up = true;
        self.log("the bridge is in on Willow".to_owned());
        self.own(Command::Who);
        for (person, text) in std::mem::take(&mut self.words_here) {
            self.notify(&person, &text);
        }
        let pairings: Vec<Pairing> = self.pairings.values().cloned().collect();
        for pairing in pairings {
            self.recover_here(&pairing);
        }
    }

    /// Asks for the games of a match after the connection was made again.
    fn recover_here(&mut self, pairing: &Pairing) {
        let proxy = &pairing.proxy;
        if pairing.willow_games.is_empty() {
            return self.call_off_lost(pairing);
        }
        for game in &pairing.willow_games {
            self.act(proxy, Command::Board { game: Some(game.id) }, Purpose::Other);
        }
        if pairing.is_restored {
            let person = &pairing.person;
            let place = self.settings.place_of(&pairing.login);
            let result = result_in_words(pairing.result_there().map(|result| -result), place);
            let text = format!(
                "The bridge was started again: your match with {} is over {result}.",
                pairing.remote
            );
            self.notify(person, &text);
            self.enter(pairing.id, Phase::Ending);
            if let Some(entry) = self.pairings.get_mut(&pairing.id) {
                entry.reason.get_or_insert_with(|| "the bridge was started again".to_owned());
            }
        }
    }

    /// A match that was only asked for when a connection broke is called off.
    fn call_off_lost(&mut self, pairing: &Pairing) {
        let is_lost = pairing.is_restored || pairing.asked_by == BridgeSide::Willow;
        if is_lost || pairing.offer.is_some() {
            self.call_off(pairing.id, "the bridge lost its connection");
        }
    }

    /// The connection to the Willow server ended. Matches go on when it is there again.
    pub(super) fn willow_down(&mut self) {
        self.willow_is_up = false;
        self.log("the bridge is not on Willow".to_owned());
        let mut lost: Vec<Purpose> = std::mem::take(&mut self.asked).into_values().collect();
        for proxy in self.proxies.values_mut() {
            (proxy.is_online, proxy.is_asked, proxy.is_leaving) = (false, false, false);
            lost.extend(proxy.waiting.drain(..).map(|(_, purpose)| purpose));
        }
        for purpose in lost {
            self.say_again(purpose);
        }
        for pairing in self.pairings.values_mut() {
            for game in &mut pairing.willow_games {
                game.sent = None;
            }
        }
    }

    /// Words that were not acknowledged when the connection broke are said again when it is back; a player
    /// on GGS is told that theirs may be lost.
    fn say_again(&mut self, purpose: Purpose) {
        match purpose {
            Purpose::Say { person, text } => self.notify(&person, &text),
            Purpose::Speak { .. } => self.failed(purpose, "the connection broke"),
            _ => {}
        }
    }

    /// A proxy is here: what waited for it is done.
    pub(super) fn proxy_entered(&mut self, name: &Name) {
        let Some(proxy) = self.proxies.get_mut(&name.key()) else { return };
        (proxy.is_online, proxy.is_asked) = (true, false);
        let waiting = std::mem::take(&mut proxy.waiting);
        for (command, purpose) in waiting {
            self.act(name, command, purpose);
        }
        self.look_for_adjourned(name);
    }

    /// A proxy is no longer here. If it has a match, it comes again.
    pub(super) fn proxy_left(&mut self, name: &Name) {
        let Some(proxy) = self.proxies.get_mut(&name.key()) else { return };
        let was_let_go = std::mem::take(&mut proxy.is_leaving);
        (proxy.is_online, proxy.is_asked) = (false, false);
        match proxy.waiting.is_empty() {
            true if was_let_go && proxy.away_until <= self.now => {
                self.proxies.remove(&name.key());
                return;
            }
            true => {}
            false => self.bring(name),
        }
        let has_match = |pairing: &&Pairing| pairing.proxy == *name;
        let games = self.pairings.values().find(has_match).map(|pairing| {
            let ids = pairing.willow_games.iter().map(|game| game.id);
            ids.collect::<Vec<GameId>>()
        });
        for game in games.unwrap_or_default() {
            self.act(name, Command::Board { game: Some(game) }, Purpose::Other);
        }
    }

    /// A proxy could not be brought: what waited for it fails.
    pub(super) fn proxy_refused(&mut self, name: &Name, why: &str) {
        let Some(proxy) = self.proxies.remove(&name.key()) else { return };
        self.log(format!("{name} cannot be brought: {why}"));
        if self.engine_proxies().contains(name) {
            let away_until = self.now + BRING_ENGINE_LATER;
            let later = Proxy { away_until, ..Proxy::new(self.now) };
            self.proxies.insert(name.key(), later);
        }
        for (_, purpose) in proxy.waiting {
            self.failed(purpose, why);
        }
    }

    /// A proxy could not be brought at this moment: it is brought later.
    fn bring_later(&mut self, name: &Name) {
        let until = self.now + BRING_LATER;
        if let Some(proxy) = self.proxies.get_mut(&name.key()) {
            (proxy.is_asked, proxy.away_until) = (false, until);
        }
    }

    /// Returns the proxies of the engines.
    fn engine_proxies(&self) -> Vec<Name> {
        let engines = self.settings.logins.iter().filter_map(|login| login.engine.as_ref());
        engines.filter_map(|engine| self.names.proxy_of(engine)).collect()
    }

    /// Brings the engines: whoever looks around sees them.
    pub(super) fn bring_engines(&mut self) {
        let now = self.now;
        for name in self.engine_proxies() {
            self.proxies.entry(name.key()).or_insert_with(|| Proxy::new(now));
            self.bring(&name);
        }
    }

    /// Lets proxies go that have done nothing for long.
    pub(super) fn let_idle_proxies_go(&mut self) {
        let (now, idle) = (self.now, self.settings.proxy_idle);
        let mut busy: Vec<String> =
            self.pairings.values().map(|pairing| pairing.proxy.key()).collect();
        busy.extend(self.engine_proxies().iter().map(Name::key));
        let is_idle = |key: &String, last_used: u64| {
            now.saturating_sub(last_used) > idle && !busy.contains(key)
        };
        let gone: Vec<String> = self
            .proxies
            .iter()
            .filter(|(key, proxy)| is_idle(key, proxy.last_used))
            .map(|(key, _)| key.clone())
            .collect();
        for key in gone {
            if let Ok(name) = key.parse() {
                self.let_go(&name);
            }
        }
    }

    /// Words that were refused because they were said too often are said in another form. Two matches that end alike end
    /// with the same words: a number makes them differ.
    fn made_different(&self, text: &str) -> String {
        // Requests are numbered anew in each run, matches are not.
        format!("{text} ({}.{})", self.last_pairing, self.last_request)
    }

    /// Says what is due, and brings proxies who have stayed away for long enough.
    pub(super) fn catch_up(&mut self) {
        let now = self.now;
        while let Some((_, person, text)) = self.words_later.pop_front_if(|(due, _, _)| *due <= now)
        {
            self.notify(&person, &text);
        }
        let waits = |proxy: &Proxy| !proxy.waiting.is_empty() && proxy.away_until <= now;
        let waiting = self.proxies.iter().filter(|(_, proxy)| waits(proxy));
        let names: Vec<Name> = waiting.filter_map(|(key, _)| key.parse().ok()).collect();
        for name in names {
            self.bring(&name);
        }
    }

    /// Lets a proxy go until the server has adjourned its games. It waits for some seconds, because a
    /// player may come back at once.
    pub(super) fn stay_away(&mut self, name: &Name) {
        let until = self.now + AWAY;
        let (now, key) = (self.now, name.key());
        self.let_go(name);
        let entry = self.proxies.entry(key).or_insert_with(|| Proxy::new(now));
        entry.away_until = until;
    }

    /// Lets a proxy go. The server adjourns its games if it stays away.
    pub(super) fn let_go(&mut self, name: &Name) {
        let Some(proxy) = self.proxies.get_mut(&name.key()) else { return };
        if !std::mem::take(&mut proxy.is_online) {
            if !proxy.is_leaving && proxy.waiting.is_empty() {
                self.proxies.remove(&name.key());
            }
            return;
        }
        proxy.is_leaving = true;
        let what = Command::Proxy { name: name.clone(), online: false };
        self.request(what, Purpose::LetGo(name.clone()));
    }

    /// Notes the roles of users here, so that no program and no proxy plays for a person.
    pub(super) fn role_seen(&mut self, name: &Name, role: Role) {
        self.roles.insert(name.key(), role);
    }

    pub(super) fn users_seen(&mut self, users: &[UserSummary]) {
        for user in users {
            self.role_seen(&user.name, user.role);
        }
    }

    /// Returns whether a user is a program, which reads no words of the bridge.
    pub(super) fn is_bot(&self, name: &Name) -> bool {
        self.roles.get(&name.key()) == Some(&Role::Bot)
    }

    /// Returns whether a user is a bridge or a proxy of another one.
    pub(super) fn is_foreign(&self, name: &Name) -> bool {
        matches!(self.roles.get(&name.key()), Some(Role::Proxy | Role::Bridge))
    }

    /// A command of the bridge failed.
    pub(super) fn failed(&mut self, purpose: Purpose, why: &str) {
        match purpose {
            Purpose::Bring(name) => self.proxy_refused(&name, why),
            Purpose::Challenge(pairing) => self.call_off(pairing, why),
            Purpose::Join(pairing) => self.give_up(pairing, why),
            Purpose::Play(pairing) => self.play_failed(pairing, why),
            Purpose::Speak { login, remote } => {
                self.tell_remote(&login, &remote, &format!("your words did not arrive: {why}"));
            }
            Purpose::LetGo(name) => self.proxy_left(&name),
            Purpose::Say { .. } | Purpose::Overtime(_) | Purpose::Other => {
                self.log(format!("Willow refuses: {why}"));
            }
        }
    }

    /// The Willow server has refused a command. What it refuses for this moment alone is done later.
    fn refused(&mut self, purpose: Purpose, detail: Option<ErrorDetail>, why: &str) {
        match (purpose, detail) {
            (Purpose::Bring(name), Some(ErrorDetail::TooManyCommands)) => self.bring_later(&name),
            (Purpose::Overtime(pairing), Some(ErrorDetail::TooManyCommands)) => {
                let games = self.pairings.get_mut(&pairing).map(|entry| &mut entry.willow_games);
                games.into_iter().flatten().for_each(|game| game.knows_overtime = false);
            }
            (Purpose::Say { person, text }, Some(ErrorDetail::MessageRepeated)) => {
                let text = self.made_different(&text);
                self.say_later(person, text);
            }
            (
                Purpose::Say { person, text },
                Some(
                    ErrorDetail::TooManyCommands
                    | ErrorDetail::TooManyMessages
                    | ErrorDetail::TooManyStrangerMessages,
                ),
            ) => self.say_later(person, text),
            (purpose, _) => self.failed(purpose, why),
        }
    }

    fn say_later(&mut self, person: Name, text: String) {
        keep(&mut self.words_later, (self.now + WORDS_LATER, person, text));
    }

    /// A move was refused: the state of the game tells more.
    fn play_failed(&mut self, pairing: u64, why: &str) {
        self.log(format!("match {pairing}: Willow refuses: {why}"));
        let Some(entry) = self.pairings.get(&pairing) else { return };
        let proxy = entry.proxy.clone();
        let games: Vec<GameId> = entry.willow_games.iter().map(|game| game.id).collect();
        for game in games {
            self.act(&proxy, Command::Board { game: Some(game) }, Purpose::Other);
        }
    }

    /// The Willow server has answered a command.
    pub(super) fn answered(&mut self, id: u64, event: &Event, game: Option<GameId>) {
        match event {
            Event::Error { detail, message, .. } => {
                if let Some(purpose) = self.asked.remove(&id) {
                    self.refused(purpose, *detail, message);
                }
            }
            Event::Ok => match self.asked.remove(&id) {
                Some(Purpose::Challenge(pairing)) => self.offer_made(pairing, game),
                Some(Purpose::Bring(name)) => self.proxy_entered(&name),
                _ => {}
            },
            _ => {}
        }
    }
}

/// Says how a match of before ended on the other side, for one of its players.
fn result_in_words(result: Option<f64>, place: &str) -> String {
    match result {
        Some(result) => format!("with {:+.2} for you on {place}", result + 0.0),
        None => "without a result".to_owned(),
    }
}
