//! What all matches share: the settings, who is connected, and what is to be sent.

use std::collections::{BTreeMap, VecDeque};

use willow_protocol::{Command, GameId, Message, Name, Request, Role};

use super::input::BridgeOutput;
use super::millis::Millis;
use super::pairing::{Pairing, Phase};
use super::proxy_names::ProxyNames;
use super::settings::BridgeSettings;
use crate::ggs::{GgsName, quoted_lines};

/// The most commands that wait for a proxy to come.
const MAX_WAITING: usize = 32;

/// The most words that wait for a server to come back.
const MAX_WORDS: usize = 256;

/// The longest piece of a message that is carried to Willow, in characters.
const LONGEST_PIECE: usize = 400;

/// How long a proxy stays away so that the server adjourns its games.
const AWAY: Millis = 6_000;

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
    lines: u32,
}

/// Whether something is carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Allowance {
    Carried,
    /// It is dropped, and its sender is told.
    Warned,
    Dropped,
}

/// What all matches share.
#[derive(Debug)]
pub(super) struct Context {
    pub(super) settings: BridgeSettings,
    pub(super) names: ProxyNames,
    pub(super) now: Millis,
    pub(super) willow_is_up: bool,
    /// The logins on GGS, and whether they are in.
    pub(super) logins: BTreeMap<String, bool>,
    /// The proxies, by the keys of their names.
    pub(super) proxies: BTreeMap<String, Proxy>,
    /// What the commands were for that the Willow server has not answered.
    pub(super) asked: BTreeMap<u64, Purpose>,
    pub(super) last_request: u64,
    /// The roles of the users here, by the keys of their names.
    pub(super) roles: BTreeMap<String, Role>,
    pub(super) buckets: BTreeMap<String, Bucket>,
    /// What a player on GGS is told when a login is in again: login, player, text.
    pub(super) words_there: VecDeque<(String, String, String)>,
    /// What a person here is told when the server is there again.
    pub(super) words_here: VecDeque<(Name, String)>,
    /// What a person here is told at a time, because the server wanted no more words before.
    pub(super) words_later: VecDeque<(Millis, Name, String)>,
    pub(super) outputs: Vec<BridgeOutput>,
}

impl Context {
    /// Begins with nobody connected.
    pub(super) fn new(settings: BridgeSettings, now: Millis) -> Context {
        let logins = settings.logins.iter().map(|login| (login.login.to_string(), false));
        Context {
            logins: logins.collect(),
            names: ProxyNames::new(&settings.bridge),
            now,
            willow_is_up: false,
            proxies: BTreeMap::new(),
            asked: BTreeMap::new(),
            last_request: 0,
            roles: BTreeMap::new(),
            buckets: BTreeMap::new(),
            words_there: VecDeque::new(),
            words_here: VecDeque::new(),
            words_later: VecDeque::new(),
            outputs: Vec::new(),
            settings,
        }
    }

    pub(super) fn log(&mut self, line: String) {
        self.outputs.push(BridgeOutput::Log(line));
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

    /// Notes that a login is not on GGS any more.
    pub(super) fn login_left(&mut self, login: &str) {
        if let Some(is_in) = self.logins.get_mut(login) {
            *is_in = false;
        }
        match self.settings.engine_of(login) {
            Some(engine) => self.log(format!("the engine {engine} is away")),
            None => self.log(format!("{login} is not on GGS")),
        }
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

    /// Tells a player on GGS that their words were lost.
    pub(super) fn tell_lost(&mut self, login: &str, remote: &str, why: &str) {
        self.tell_remote(login, remote, &format!("your words did not arrive: {why}"));
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
            self.request(Command::Tell { to: person.clone(), text }, purpose);
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

    /// Sends a command to the Willow server, if it is there.
    pub(super) fn request(&mut self, command: Command, purpose: Purpose) {
        if !self.willow_is_up {
            return;
        }
        self.last_request += 1;
        self.asked.insert(self.last_request, purpose);
        let id = self.last_request.to_string().parse().ok();
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
            let (name, command) = (proxy.clone(), Box::new(command));
            return self.request(Command::As { name, command }, purpose);
        }
        if entry.waiting.len() < MAX_WAITING {
            entry.waiting.push_back((command, purpose));
        }
        self.bring(proxy);
    }

    /// Asks for the board of a proxy's game.
    pub(super) fn ask_board(&mut self, proxy: &Name, game: GameId) {
        self.act(proxy, Command::Board { game: Some(game) }, Purpose::Other);
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
            let command = Command::Proxy { name: proxy.clone(), online: true };
            self.request(command, Purpose::Bring(proxy.clone()));
        }
    }

    /// Lets a proxy go until the server has adjourned its games. It waits for some seconds, because a
    /// player may come back at once.
    pub(super) fn stay_away(&mut self, name: &Name) {
        let now = self.now;
        self.let_go(name);
        let entry = self.proxies.entry(name.key()).or_insert_with(|| Proxy::new(now));
        entry.away_until = now + AWAY;
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
        let command = Command::Proxy { name: name.clone(), online: false };
        self.request(command, Purpose::LetGo(name.clone()));
    }

    /// Returns the proxies of the engines.
    pub(super) fn engine_proxies(&self) -> Vec<Name> {
        let engines = self.settings.logins.iter().filter_map(|login| login.engine.as_ref());
        engines.filter_map(|engine| self.names.proxy_of(engine)).collect()
    }

    /// Returns whether a user is a program, which reads no words of the bridge.
    pub(super) fn is_bot(&self, name: &Name) -> bool {
        self.roles.get(&name.key()) == Some(&Role::Bot)
    }

    /// Returns whether somebody here is a player of another server, or a bridge.
    pub(super) fn is_proxy(&self, name: &Name) -> bool {
        let is_foreign = matches!(self.roles.get(&name.key()), Some(Role::Proxy | Role::Bridge));
        is_foreign || name.key().starts_with(&format!("{}-", self.settings.bridge.key()))
    }

    /// Counts a line of somebody, and returns whether it may be carried.
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

    /// Counts a line of a person here, and returns whether it is carried.
    pub(super) fn allows_here(&mut self, from: &Name) -> bool {
        let allowance = self.allows(from.as_str());
        if allowance == Allowance::Warned {
            self.notify(from, "please write less often; this was not carried");
        }
        allowance == Allowance::Carried
    }

    /// Notes that a move is sent now; returns false if it was sent so lately that its echo may still come.
    pub(super) fn may_send(&self, sent: &mut Option<(usize, Millis)>, ply: usize) -> bool {
        let is_waiting = sent.is_some_and(|(sent, at)| {
            sent == ply && self.now.saturating_sub(at) < self.settings.patience
        });
        if !is_waiting {
            *sent = Some((ply, self.now));
        }
        !is_waiting
    }
}

impl Pairing {
    /// Says a command of the Othello service over the login.
    pub(super) fn os(&self, ctx: &mut Context, command: &str) {
        ctx.os(&self.login, command);
    }

    /// Tells the remote player something.
    pub(super) fn tell_remote(&self, ctx: &mut Context, text: &str) {
        ctx.tell_remote(&self.login, &self.remote, text);
    }

    /// Tells the person something in the name of the proxy.
    pub(super) fn say(&self, ctx: &mut Context, text: &str) {
        ctx.say_as(&self.proxy, &self.person, text);
    }

    /// Tells both players something.
    pub(super) fn tell_both(&self, ctx: &mut Context, text: &str) {
        self.tell_remote(ctx, text);
        self.say(ctx, text);
    }

    /// Executes a command for the proxy.
    pub(super) fn act(&self, ctx: &mut Context, command: Command, purpose: Purpose) {
        ctx.act(&self.proxy, command, purpose);
    }

    /// Writes the pairing to the journal.
    pub(super) fn remember(&self, ctx: &mut Context) {
        ctx.outputs.push(BridgeOutput::Remember(self.record()));
    }

    /// Brings the pairing to another phase.
    pub(super) fn enter(&mut self, ctx: &mut Context, phase: Phase) {
        (self.phase, self.since) = (phase, ctx.now);
        self.remember(ctx);
        let Pairing { id, login, person, remote, .. } = self;
        ctx.log(format!("match {id} of {person} ({login}) and {remote}: {phase:?}"));
    }
}

/// Keeps words until they can be said, and not without limit.
pub(super) fn keep<T>(words: &mut VecDeque<T>, new: T) {
    if words.len() == MAX_WORDS {
        words.pop_front();
    }
    words.push_back(new);
}

/// Returns a text as messages: without control characters, in pieces.
pub(super) fn messages(text: &str) -> Vec<Message> {
    let letters: Vec<char> = text.chars().collect();
    let pieces = letters.chunks(LONGEST_PIECE).map(|piece| piece.iter().collect::<String>());
    pieces.filter_map(|piece| piece.parse().ok()).collect()
}
