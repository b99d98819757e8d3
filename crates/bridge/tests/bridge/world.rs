//! A bridge between a GGS and a Willow server, in virtual time.
//!
//! GGS is [`FakeGgs`], Willow is [`FakeWillow`]; the back-ends between are the real ones.
//! Everything that crosses a line takes the time of that line, and lines can be broken, mute, slow, or carry garbage.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use willow_bridge::bridge::{
    Backend as _, BridgeInput, BridgeOutput, BridgeSettings, BridgeState, Effect, GgsBackend,
    LoginSettings, Millis, PairingRecord, WillowBackend,
};
use willow_bridge::ggs::SessionConfig;
use willow_protocol::{Name, Request};

use crate::fake_ggs::FakeGgs;
use crate::fake_willow::{Delivery, FakeWillow};

/// What may happen on a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LinkFault {
    /// How long everything takes in each direction.
    pub(crate) delay: Millis,
    /// Whether nothing arrives.
    pub(crate) is_mute: bool,
    /// Whether connections are refused.
    pub(crate) is_closed: bool,
}

/// Something on its way.
enum Parcel {
    ToGgs(String, String),
    FromGgs(String, String),
    ToWillow(Request),
    /// What is no request of the bridge: its login and its keep-alive.
    WillowLine(String),
    FromWillow(Box<Delivery>),
}

/// A login of the bridge on GGS.
struct Login {
    conn: u64,
    backend: GgsBackend,
}

pub(crate) struct World {
    pub(crate) now: Millis,
    pub(crate) ggs: FakeGgs,
    pub(crate) willow: FakeWillow,
    pub(crate) bridge: BridgeState,
    pub(crate) settings: BridgeSettings,
    pub(crate) ggs_line: LinkFault,
    pub(crate) willow_line: LinkFault,
    pub(crate) journal: Vec<PairingRecord>,
    pub(crate) log: Vec<String>,
    pub(crate) is_frozen: bool,
    /// What people here bid for the first move.
    pub(crate) person_bids: String,
    logins: BTreeMap<String, Option<Login>>,
    willow_is_up: bool,
    willow_backend: WillowBackend,
    /// Whether the server has not been told that the bridge has gone.
    willow_is_stale: bool,
    parcels: BTreeMap<(Millis, u64), Parcel>,
    n_parcels: u64,
    next_conn: u64,
    /// The connections of raw players on GGS.
    players: BTreeMap<String, u64>,
    /// What they saw.
    pub(crate) screens: BTreeMap<String, String>,
}

pub(crate) fn settings(logins: &[(&str, Option<&str>)]) -> BridgeSettings {
    let login = |&(login, person): &(&str, Option<&str>)| LoginSettings {
        login: login.parse().unwrap(),
        person: person.map(|person| person.parse::<Name>().unwrap()),
    };
    BridgeSettings::new("ggs".parse().unwrap(), logins.iter().map(login).collect())
}

impl World {
    /// A bridge with a login `bob` on GGS for bob, and a player alice on GGS.
    pub(crate) fn new() -> World {
        World::with(settings(&[("bob", Some("bob"))]))
    }

    pub(crate) fn with(settings: BridgeSettings) -> World {
        World::build(settings, 0).begin()
    }

    /// The usual world, in which GGS draws from a seed.
    pub(crate) fn with_seed(seed: u64) -> World {
        World::build(settings(&[("bob", Some("bob"))]), seed).begin()
    }

    fn begin(mut self) -> World {
        self.connect_player("alice");
        self.run(2_000);
        self
    }

    fn build(settings: BridgeSettings, seed: u64) -> World {
        let logins = settings.logins.iter().map(|login| (login.login.to_string(), None));
        World {
            now: 1_000_000,
            ggs: FakeGgs::new(seed),
            willow: FakeWillow::new(settings.bridge.as_str()),
            bridge: BridgeState::new(settings.clone(), &[], 1_000_000),
            logins: logins.collect(),
            settings,
            ggs_line: LinkFault { delay: 20, ..LinkFault::default() },
            willow_line: LinkFault { delay: 5, ..LinkFault::default() },
            journal: Vec::new(),
            log: Vec::new(),
            is_frozen: false,
            person_bids: "0.5".to_owned(),
            willow_is_up: false,
            willow_backend: WillowBackend::new(
                "ggs".parse().unwrap(),
                "secret".to_owned(),
                "run".to_owned(),
                Instant::now(),
            ),
            willow_is_stale: false,
            parcels: BTreeMap::new(),
            n_parcels: 0,
            next_conn: 0,
            players: BTreeMap::new(),
            screens: BTreeMap::new(),
        }
    }

    fn new_conn(&mut self) -> u64 {
        self.next_conn += 1;
        self.next_conn
    }

    /// A player comes to GGS with a raw client.
    pub(crate) fn connect_player(&mut self, name: &str) {
        let conn = self.new_conn();
        self.players.insert(name.to_owned(), conn);
        self.ggs.connect(conn);
        for line in [name, "secret", "tell /os open 1"] {
            self.ggs.line(conn, line, self.now);
        }
        self.hear_ggs();
    }

    /// A raw player types a line.
    pub(crate) fn types(&mut self, name: &str, line: &str) {
        self.ggs.line(self.players[name], line, self.now);
        self.hear_ggs();
    }

    /// A person on Willow sends a command.
    pub(crate) fn person(&mut self, name: &str, command: &str) {
        let deliveries = self.willow.person(name, command, self.now);
        self.deliver_willow(deliveries);
    }

    /// What GGS has said goes on its way.
    pub(crate) fn hear_ggs(&mut self) {
        for (conn, text) in self.ggs.take_heard() {
            match text {
                Some(text) => self.sent_by_ggs(conn, text),
                None => self.closed_by_ggs(conn),
            }
        }
    }

    fn sent_by_ggs(&mut self, conn: u64, text: String) {
        if let Some((name, _)) = self.players.iter().find(|(_, own)| **own == conn) {
            self.screens.entry(name.clone()).or_default().push_str(&text);
        } else if let Some(login) = self.login_of(conn)
            && !self.ggs_line.is_mute
        {
            self.post(self.ggs_line.delay, Parcel::FromGgs(login, text));
        }
    }

    fn login_of(&self, conn: u64) -> Option<String> {
        let is_it = |login: &Option<Login>| login.as_ref().is_some_and(|login| login.conn == conn);
        self.logins.iter().find(|(_, login)| is_it(login)).map(|(name, _)| name.clone())
    }

    fn closed_by_ggs(&mut self, conn: u64) {
        if let Some(login) = self.login_of(conn) {
            self.logins.insert(login.clone(), None);
            self.input(BridgeInput::GgsDown { login });
        }
    }

    fn post(&mut self, delay: Millis, parcel: Parcel) {
        self.n_parcels += 1;
        self.parcels.insert((self.now + delay, self.n_parcels), parcel);
    }

    fn deliver_willow(&mut self, deliveries: Vec<Delivery>) {
        for delivery in deliveries {
            if self.willow_is_up && !self.willow_line.is_mute {
                self.post(self.willow_line.delay, Parcel::FromWillow(delivery.into()));
            }
        }
    }

    /// Something happens to the bridge.
    pub(crate) fn input(&mut self, input: BridgeInput) {
        if self.is_frozen {
            return;
        }
        for output in self.bridge.handle(input, self.now) {
            match output {
                BridgeOutput::Ggs { ref login, .. } => {
                    let (name, now) = (login.clone(), Duration::from_millis(self.now));
                    let Some(Some(login)) = self.logins.get_mut(&name) else { continue };
                    let effects = login.backend.execute(&output, now);
                    self.ggs_effects(&name, effects);
                }
                BridgeOutput::LeaveGgs { login } => self.cut_login(&login),
                BridgeOutput::Willow(ref request) => {
                    let now = Duration::from_millis(self.now);
                    let sent = self.willow_backend.execute(&output, now);
                    if !sent.is_empty() && !self.willow_line.is_mute {
                        self.post(self.willow_line.delay, Parcel::ToWillow(request.clone()));
                    }
                }
                BridgeOutput::Remember(record) => {
                    self.journal.retain(|old| old.pairing != record.pairing);
                    self.journal.push(record);
                }
                BridgeOutput::Log(line) => self.log.push(format!("{} {line}", self.now)),
            }
        }
    }

    /// The connection of a login breaks.
    pub(crate) fn drop_login(&mut self, login: &str) {
        if self.logins[login].is_some() {
            self.cut_login(login);
            self.input(BridgeInput::GgsDown { login: login.to_owned() });
        }
    }

    /// The bridge ends the connection of a login.
    fn cut_login(&mut self, login: &str) {
        if let Some(Some(old)) = self.logins.insert(login.to_owned(), None) {
            self.parcels.retain(|_, parcel| {
                !matches!(parcel, Parcel::ToGgs(name, _) | Parcel::FromGgs(name, _) if name == login)
            });
            self.ggs.disconnect(old.conn, self.now);
            self.hear_ggs();
        }
    }

    /// The bridge gives a connection up of which the other end knows nothing.
    fn lose_login(&mut self, login: &str) {
        self.logins.insert(login.to_owned(), None);
        self.input(BridgeInput::GgsDown { login: login.to_owned() });
    }

    /// The connection to the Willow server breaks.
    pub(crate) fn drop_willow(&mut self) {
        if self.willow_is_up {
            self.lose_willow();
            self.willow_is_stale = false;
            self.willow.bridge_gone(self.now);
        }
    }

    /// The bridge gives its connection up; the server does not know yet.
    fn lose_willow(&mut self) {
        (self.willow_is_up, self.willow_is_stale) = (false, true);
        self.parcels.retain(|_, parcel| {
            let of_willow = matches!(
                parcel,
                Parcel::ToWillow(_) | Parcel::FromWillow(_) | Parcel::WillowLine(_)
            );
            !of_willow
        });
        for effect in self.willow_backend.closed() {
            if let Effect::Input(input) = effect {
                self.input(*input);
            }
        }
    }

    /// GGS is killed and started again: everybody is thrown out.
    pub(crate) fn restart_ggs(&mut self) {
        let names: Vec<String> = self.logins.keys().cloned().collect();
        for name in names {
            self.drop_login(&name);
        }
        self.ggs = FakeGgs::new(0);
        let players: Vec<String> = self.players.keys().cloned().collect();
        for player in players {
            self.connect_player(&player);
        }
    }

    /// Notices arrive that make no sense.
    pub(crate) fn garbage_from_willow(&mut self) {
        let proxy: Option<Name> = "ggs-alice".parse().ok();
        for text in [
            r#"{"id":"999999","time":0,"event":"ok"}"#,
            r#"{"id":"x","time":0,"event":"error","command":"x","code":"internal","message":"x"}"#,
            r#"{"time":0,"room":"game/1","event":"moved","color":"black","move":"a1","ply":77,"clocks":{}}"#,
            r#"{"time":0,"room":"game/1","event":"adjourned","clocks":{}}"#,
            r#"{"time":0,"event":"withdrawn","game":1}"#,
        ] {
            let notice: willow_protocol::Notice = serde_json::from_str(text).unwrap();
            for proxy in [None, proxy.clone()] {
                self.input(BridgeInput::Willow { proxy, notice: notice.clone().into() });
            }
        }
    }

    /// The bridge is killed and started again: it has its journal only.
    pub(crate) fn restart_bridge(&mut self) {
        let names: Vec<String> = self.logins.keys().cloned().collect();
        self.is_frozen = true;
        for name in names {
            self.cut_login(&name);
        }
        self.drop_willow();
        self.is_frozen = false;
        self.bridge = BridgeState::new(self.settings.clone(), &self.journal, self.now);
    }

    fn connect(&mut self) {
        let names: Vec<String> = self.logins.keys().cloned().collect();
        for name in names {
            if self.logins[&name].is_none() && !self.ggs_line.is_closed && !self.ggs_line.is_mute {
                self.connect_login(&name);
            }
        }
        if !self.willow_is_up && !self.willow_line.is_closed && !self.willow_line.is_mute {
            self.willow_is_up = true;
            if std::mem::take(&mut self.willow_is_stale) {
                self.willow.bridge_gone(self.now);
            }
            let effects = self.willow_backend.connected(Duration::from_millis(self.now));
            self.willow_effects(effects);
        }
    }

    fn willow_effects(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Send(line) if self.willow_line.is_mute => drop(line),
                Effect::Send(line) => self.post(self.willow_line.delay, Parcel::WillowLine(line)),
                Effect::Input(input) => self.input(*input),
                Effect::Lost(_) => {
                    return self.lose_willow();
                }
                Effect::Refused(why) => panic!("{why}"),
            }
        }
    }

    /// Answers what is no request of the bridge.
    fn willow_line(&mut self, line: &str) {
        let answer = match line {
            _ if line.contains(r#""do":"login""#) => {
                r#"{"time":0,"event":"entered","name":"ggs","role":"bridge"}"#
            }
            _ if line.contains(r#""do":"ping""#) => r#"{"time":0,"event":"pong"}"#,
            _ => return,
        };
        let notice: willow_protocol::Notice = serde_json::from_str(answer).unwrap();
        self.deliver_willow(vec![(None, notice)]);
    }

    fn connect_login(&mut self, name: &str) {
        let conn = self.new_conn();
        let config = SessionConfig {
            login: name.to_owned(),
            password: "secret".to_owned(),
            open: 1,
            trust: true,
            rated: self.settings.carried.rated,
        };
        let mut backend = GgsBackend::new(config, Instant::now());
        backend.connected(Duration::from_millis(self.now));
        self.logins.insert(name.to_owned(), Some(Login { conn, backend }));
        self.ggs.connect(conn);
        self.hear_ggs();
    }

    /// Advances the time.
    pub(crate) fn run(&mut self, time: Millis) {
        let end = self.now + time;
        while self.now < end {
            self.now += 10;
            self.step();
        }
    }

    fn step(&mut self) {
        if self.now.is_multiple_of(1_000) {
            self.connect();
            self.tick_backends();
            self.ggs.tick(self.now);
            self.hear_ggs();
            let deliveries = self.willow.tick(self.now);
            self.deliver_willow(deliveries);
            self.input(BridgeInput::Tick);
        }
        while let Some(entry) = self.parcels.first_entry()
            && entry.key().0 <= self.now
        {
            let parcel = entry.remove();
            self.arrive(parcel);
        }
    }

    fn tick_backends(&mut self) {
        if self.is_frozen {
            return;
        }
        let now = Duration::from_millis(self.now);
        if self.willow_is_up {
            let effects = self.willow_backend.tick(now);
            self.willow_effects(effects);
        }
        let names: Vec<String> = self.logins.keys().cloned().collect();
        for name in names {
            let login = self.logins.get_mut(&name).and_then(Option::as_mut);
            let effects = login.map_or_else(Vec::new, |login| login.backend.tick(now));
            self.ggs_effects(&name, effects);
        }
    }

    fn arrive(&mut self, parcel: Parcel) {
        match parcel {
            Parcel::ToGgs(login, line) => {
                if let Some(Some(login)) = self.logins.get(&login) {
                    self.ggs.line(login.conn, &line, self.now);
                    self.hear_ggs();
                }
            }
            Parcel::FromGgs(login, text) => self.bytes_from_ggs(&login, text.as_bytes()),
            Parcel::ToWillow(request) => {
                let deliveries = self.willow.request(&request, self.now);
                self.deliver_willow(deliveries);
            }
            Parcel::WillowLine(line) => self.willow_line(&line),
            Parcel::FromWillow(delivery) => {
                let (proxy, notice) = *delivery;
                let mut line = serde_json::to_value(&notice).unwrap();
                if let Some(proxy) = proxy {
                    line["as"] = proxy.as_str().into();
                }
                let now = Duration::from_millis(self.now);
                let bytes = format!("{line}\n").into_bytes();
                let effects = self.willow_backend.received(&bytes, now);
                self.willow_effects(effects);
            }
        }
    }

    /// Bytes arrive at the session of a login.
    pub(crate) fn bytes_from_ggs(&mut self, name: &str, bytes: &[u8]) {
        let now = Duration::from_millis(self.now);
        let Some(Some(login)) = self.logins.get_mut(name) else { return };
        let effects = login.backend.received(bytes, now);
        self.ggs_effects(name, effects);
    }

    fn ggs_effects(&mut self, name: &str, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Send(line) if self.ggs_line.is_mute => drop(line),
                Effect::Send(line) => {
                    self.post(self.ggs_line.delay, Parcel::ToGgs(name.to_owned(), line));
                }
                Effect::Input(input) => self.input(*input),
                Effect::Lost(_) => {
                    return self.lose_login(name);
                }
                Effect::Refused(why) => panic!("{why}"),
            }
        }
    }

    /// Returns what a raw player saw, and clears the screen.
    pub(crate) fn screen(&mut self, name: &str) -> String {
        self.screens.remove(name).unwrap_or_default()
    }

    /// Returns what a person here received, as JSON, and empties it.
    pub(crate) fn received(&mut self, name: &str) -> String {
        let notices = self.willow.inbox.remove(name).unwrap_or_default();
        let lines = notices.iter().map(willow_protocol::json::write_notice);
        lines.collect::<Vec<_>>().join("\n")
    }
}
