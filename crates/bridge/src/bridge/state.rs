//! The state of a bridge, and how it speaks to both sides.

use std::collections::{BTreeMap, VecDeque};

use willow_protocol::{Command, Message, Name, Request, Role};

use super::input::BridgeOutput;
use super::millis::Millis;
use super::pairing::{Pairing, PairingRecord, Phase};
use super::proxy_names::ProxyNames;
use super::settings::BridgeSettings;
use crate::ggs::{GgsName, quoted_lines};

/// The most commands that wait for a proxy to come.
const MAX_WAITING: usize = 32;

/// The most words that wait for a server to come back.
const MAX_WORDS: usize = 256;

/// The longest piece of a message that is carried to Willow, in characters.
const LONGEST_PIECE: usize = 400;

/// What a command to the Willow server was for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To bring a proxy.
    Bring(Name),
    /// To let a proxy go.
    LetGo(Name),
    /// To challenge the person of a pairing.
    Challenge(u64),
    /// To accept the person's offer.
    Join(u64),
    /// To play a move.
    Play(u64),
    /// To say whose main time is over.
    Overtime(u64),
    /// To speak to a person; the text came from the remote player at this login.
    Speak { login: String, remote: String },
    /// To tell a person something that must not be lost.
    Say { person: Name, text: String },
    /// Something whose failure changes nothing.
    Other,
}

/// A player of GGS here.
#[derive(Clone, Debug)]
pub(super) struct Proxy {
    pub(super) is_online: bool,
    pub(super) is_asked: bool,
    /// Whether it was let go, and the server has not said that it is gone: it cannot come before that.
    pub(super) is_leaving: bool,
    /// It does not come before this time: the server adjourns the games of a player who stays away.
    pub(super) away_until: Millis,
    pub(super) last_used: Millis,
    pub(super) waiting: VecDeque<(Command, Purpose)>,
}

impl Proxy {
    /// Returns a proxy who is not here.
    pub(super) const fn new(now: Millis) -> Proxy {
        Proxy {
            is_online: false,
            is_asked: false,
            is_leaving: false,
            away_until: 0,
            last_used: now,
            waiting: VecDeque::new(),
        }
    }
}

/// How many lines of somebody were carried lately.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bucket {
    pub(super) since: Millis,
    pub(super) lines: u32,
}

/// A bridge without IO.
#[derive(Debug)]
pub struct BridgeState {
    pub(super) settings: BridgeSettings,
    pub(super) names: ProxyNames,
    pub(super) now: Millis,
    pub(super) willow_is_up: bool,
    /// The logins on GGS, and whether they are in.
    pub(super) logins: BTreeMap<String, bool>,
    /// The proxies, by the keys of their names.
    pub(super) proxies: BTreeMap<String, Proxy>,
    pub(super) pairings: BTreeMap<u64, Pairing>,
    /// The matches that are adjourned on both sides.
    pub(super) adjourned: BTreeMap<u64, PairingRecord>,
    pub(super) last_pairing: u64,
    /// The login over which each proxy was last played, by the keys of their names.
    pub(super) last_logins: BTreeMap<String, String>,
    /// What the commands were for that the Willow server has not answered.
    pub(super) asked: BTreeMap<u64, Purpose>,
    pub(super) last_request: u64,
    /// The roles of the users here, by the keys of their names.
    pub(super) roles: BTreeMap<String, Role>,
    /// To whom a player on GGS speaks over a shared login: by login and player.
    pub(super) addressees: BTreeMap<(String, String), Name>,
    pub(super) buckets: BTreeMap<String, Bucket>,
    /// What a player on GGS is told when a login is in again: login, player, text.
    pub(super) words_there: VecDeque<(String, String, String)>,
    /// What a person here is told when the server is there again.
    pub(super) words_here: VecDeque<(Name, String)>,
    /// What a person here is told at a time, because the server wanted no more words before.
    pub(super) words_later: VecDeque<(Millis, Name, String)>,
    pub(super) outputs: Vec<BridgeOutput>,
}

impl BridgeState {
    /// Begins with what the journal of an earlier run remembers.
    pub fn new(settings: BridgeSettings, records: &[PairingRecord], now: Millis) -> BridgeState {
        let logins = settings.logins.iter().map(|login| (login.login.to_string(), false));
        let pairings: BTreeMap<u64, Pairing> = records
            .iter()
            .filter(|record| !matches!(record.phase, Phase::Over | Phase::Adjourned))
            .filter_map(|record| Some((record.pairing, Pairing::restore(record, now)?)))
            .collect();
        let adjourned = records.iter().filter(|record| record.phase == Phase::Adjourned);
        BridgeState {
            adjourned: adjourned.map(|record| (record.pairing, record.clone())).collect(),
            names: ProxyNames::new(&settings.bridge),
            now,
            willow_is_up: false,
            logins: logins.collect(),
            proxies: BTreeMap::new(),
            last_pairing: records.iter().map(|record| record.pairing).max().unwrap_or(0),
            pairings,
            last_logins: records
                .iter()
                .map(|record| (record.proxy.key(), record.login.clone()))
                .collect(),
            asked: BTreeMap::new(),
            last_request: 0,
            roles: BTreeMap::new(),
            addressees: BTreeMap::new(),
            buckets: BTreeMap::new(),
            words_there: VecDeque::new(),
            words_here: VecDeque::new(),
            words_later: VecDeque::new(),
            outputs: Vec::new(),
            settings,
        }
    }

    /// Says a command of the Othello service on GGS.
    pub(super) fn os(&mut self, login: &str, command: &str) {
        self.ggs_line(login, format!("tell /os {command}"));
    }

    fn ggs_line(&mut self, login: &str, line: String) {
        if self.is_in(login) {
            self.outputs.push(BridgeOutput::Ggs { login: login.to_owned(), line });
        }
    }

    /// Returns whether a login is in on GGS.
    pub(super) fn is_in(&self, login: &str) -> bool {
        self.logins.get(login).copied().unwrap_or(false)
    }

    /// Tells a player on GGS something. A name there is one word without commas, so the line has one
    /// recipient; the text is quoted.
    pub(super) fn tell_remote(&mut self, login: &str, remote: &str, text: &str) {
        if !self.is_in(login) {
            let words = (login.to_owned(), remote.to_owned(), text.to_owned());
            return keep(&mut self.words_there, words);
        }
        if remote.parse::<GgsName>().is_ok() {
            for line in quoted_lines(text) {
                self.ggs_line(login, format!("tell {remote} {line}"));
            }
        }
    }

    /// Says a command of the Othello service over the login of a match.
    pub(super) fn os_in(&mut self, pairing: u64, command: &str) {
        if let Some(entry) = self.pairings.get(&pairing) {
            let login = entry.login.clone();
            self.os(&login, command);
        }
    }

    /// Tells the remote player of a match something.
    pub(super) fn tell_remote_in(&mut self, pairing: u64, text: &str) {
        if let Some(entry) = self.pairings.get(&pairing) {
            let (login, remote) = (entry.login.clone(), entry.remote.clone());
            self.tell_remote(&login, &remote, text);
        }
    }

    /// Tells the person of a match something in the name of the proxy.
    pub(super) fn say_in(&mut self, pairing: u64, text: &str) {
        if let Some(entry) = self.pairings.get(&pairing) {
            let (proxy, person) = (entry.proxy.clone(), entry.person.clone());
            self.say_as(&proxy, &person, text);
        }
    }

    /// Tells both players of a match something.
    pub(super) fn tell_both(&mut self, pairing: u64, text: &str) {
        self.tell_remote_in(pairing, text);
        self.say_in(pairing, text);
    }

    /// Executes a command for the proxy of a match.
    pub(super) fn act_in(&mut self, pairing: u64, command: Command, purpose: Purpose) {
        if let Some(entry) = self.pairings.get(&pairing) {
            let proxy = entry.proxy.clone();
            self.act(&proxy, command, purpose);
        }
    }

    /// Executes a command for the bridge itself.
    pub(super) fn own(&mut self, command: Command) {
        self.request(command, Purpose::Other);
    }

    /// Tells a person here something, in the bridge's own name.
    pub(super) fn notify(&mut self, person: &Name, text: &str) {
        if self.is_bot(person) {
            return;
        }
        if !self.willow_is_up {
            return keep(&mut self.words_here, (person.clone(), text.to_owned()));
        }
        for text in messages(text) {
            let purpose = Purpose::Say { person: person.clone(), text: text.to_string() };
            let command = Command::Tell { to: person.clone(), text };
            self.request(command, purpose);
        }
    }

    /// Tells a person here something in the name of a proxy.
    pub(super) fn say_as(&mut self, proxy: &Name, person: &Name, text: &str) {
        if self.is_bot(person) {
            return;
        }
        self.tell_as(proxy, person, text, |text| Purpose::Say {
            person: person.clone(),
            text: format!("{proxy}: {text}"),
        });
    }

    /// Sends a person here a text in the name of a proxy, in pieces, each for a purpose.
    pub(super) fn tell_as(
        &mut self,
        proxy: &Name,
        person: &Name,
        text: &str,
        purpose: impl Fn(&Message) -> Purpose,
    ) {
        if !self.willow_is_up {
            return self.notify(person, &format!("{proxy}: {text}"));
        }
        for text in messages(text) {
            let purpose = purpose(&text);
            self.act(proxy, Command::Tell { to: person.clone(), text }, purpose);
        }
    }

    /// Sends a request to the Willow server, if it is there.
    pub(super) fn request(&mut self, command: Command, purpose: Purpose) {
        if !self.willow_is_up {
            return;
        }
        self.last_request += 1;
        let id = self.last_request;
        self.asked.insert(id, purpose);
        let id = id.to_string().parse().ok();
        self.outputs.push(BridgeOutput::Willow(Request { id, command }));
    }

    /// Executes a command for a proxy, and brings the proxy first if it is not there.
    ///
    /// While the server is away nothing is kept: the state of the games tells afterwards what is to be done.
    pub(super) fn act(&mut self, proxy: &Name, command: Command, purpose: Purpose) {
        if !self.willow_is_up {
            return;
        }
        let now = self.now;
        let entry = self.proxies.entry(proxy.key()).or_insert_with(|| Proxy::new(now));
        entry.last_used = now;
        if entry.is_online {
            let what = Command::As { name: proxy.clone(), command: Box::new(command) };
            return self.request(what, purpose);
        }
        if entry.waiting.len() < MAX_WAITING {
            entry.waiting.push_back((command, purpose));
        }
        self.bring(proxy);
    }

    /// Brings a proxy, unless it was asked for already.
    pub(super) fn bring(&mut self, proxy: &Name) {
        if !self.willow_is_up {
            return;
        }
        if let Some(entry) = self.proxies.get_mut(&proxy.key())
            && !entry.is_online
            && !entry.is_asked
            && !entry.is_leaving
            && entry.away_until <= self.now
        {
            entry.is_asked = true;
            let what = Command::Proxy { name: proxy.clone(), online: true };
            self.request(what, Purpose::Bring(proxy.clone()));
        }
    }

    /// Writes a pairing to the journal.
    pub(super) fn remember(&mut self, pairing: u64) {
        if let Some(pairing) = self.pairings.get(&pairing) {
            self.outputs.push(BridgeOutput::Remember(pairing.record()));
        }
    }

    /// Brings a pairing to another phase.
    pub(super) fn enter(&mut self, pairing: u64, phase: Phase) {
        let now = self.now;
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        (entry.phase, entry.since) = (phase, now);
        let Pairing { login, person, remote, .. } = entry;
        let line = format!("match {pairing} of {person} ({login}) and {remote}: {phase:?}");
        self.remember(pairing);
        self.log(line);
    }

    pub(super) fn log(&mut self, line: String) {
        self.outputs.push(BridgeOutput::Log(line));
    }

    /// Returns the open pairing of a login.
    pub(super) fn pairing_of_login(&self, login: &str) -> Option<&Pairing> {
        self.pairings.values().find(|pairing| pairing.login == login)
    }

    /// Counts a line of somebody, and returns whether it may be carried. The first that may not is
    /// answered by `Some`.
    pub(super) fn allows(&mut self, source: &str) -> Allowance {
        let (now, most) = (self.now, self.settings.lines_per_minute);
        let bucket = self.buckets.entry(source.to_owned()).or_default();
        if now.saturating_sub(bucket.since) >= 60_000 {
            *bucket = Bucket { since: now, lines: 0 };
        }
        bucket.lines += 1;
        match bucket.lines {
            n if n <= most => Allowance::Carried,
            n if n == most + 1 => Allowance::Warned,
            _ => Allowance::Dropped,
        }
    }
}

/// Keeps words until they can be said, and not without limit.
pub(super) fn keep<T>(words: &mut VecDeque<T>, new: T) {
    if words.len() == MAX_WORDS {
        words.pop_front();
    }
    words.push_back(new);
}

/// Whether something is carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Allowance {
    Carried,
    /// It is dropped, and its sender is told.
    Warned,
    Dropped,
}

/// Returns a text as messages: without control characters, in pieces.
pub(super) fn messages(text: &str) -> Vec<Message> {
    let letters: Vec<char> = text.chars().collect();
    let pieces = letters.chunks(LONGEST_PIECE).map(|piece| piece.iter().collect::<String>());
    pieces.filter_map(|piece| piece.parse().ok()).collect()
}
