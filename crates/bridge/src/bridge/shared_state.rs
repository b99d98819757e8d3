//! State shared by all matches: settings, connections, and the outputs to send.

use std::collections::{BTreeMap, VecDeque};

use willow_protocol::{Command, GameId, Message, Name, Request, Role};

use super::carried_match::{MatchPhase, Pairing};
use super::input::BridgeOutput;
use super::millis::Millis;
use super::proxy_names::ProxyNames;
use super::settings::BridgeSettings;
use crate::ggs::{GgsName, quoted_lines};

/// Maximum number of commands queued for a proxy that is logging in.
const MAX_WAITING: usize = 32;

/// Maximum number of messages queued for a server that is unreachable.
const MAX_WORDS: usize = 256;

/// Maximum length in characters of a message relayed to Willow; longer ones are split.
const LONGEST_PIECE: usize = 400;

/// The time in which the lines of a sender are counted: the setting is `lines-per-minute`.
pub(super) const LINES_WINDOW: Millis = 60_000;

/// Minimum time that a proxy stays offline, so that the server adjourns its games.
const AWAY: Millis = 6_000;

/// The purpose of a command to the Willow server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To log a proxy in.
    Bring(Name),
    /// To log a proxy out.
    LetGo(Name),
    /// To challenge the person of a pairing.
    Challenge(u64),
    /// To accept the person's offer.
    Join(u64),
    /// To play a move.
    Play(u64),
    /// To report whose main time is over.
    Overtime(u64),
    /// To send a message to a person; the text is from the remote player at this login.
    Speak { login: String, remote: String },
    /// To send a person a message that must not be lost.
    Say { person: Name, text: String },
    /// A command whose failure changes nothing.
    Other,
}

/// A player of GGS, logged in here as a proxy.
#[derive(Clone, Debug)]
pub(super) struct Proxy {
    pub(super) is_online: bool,
    pub(super) is_asked: bool,
    /// Whether it is being logged out: it cannot log in before the server has confirmed that.
    pub(super) is_leaving: bool,
    /// It does not log in before this time: the server adjourns the games of a player who stays offline.
    pub(super) away_until: Millis,
    pub(super) last_used: Millis,
    pub(super) waiting: VecDeque<(Command, Purpose)>,
}

impl Proxy {
    /// Returns a proxy that is offline.
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

/// Rate limit of the lines relayed for one sender.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bucket {
    pub(super) since: Millis,
    lines: u32,
}

/// Whether a line is relayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Allowance {
    Carried,
    /// It is dropped, and its sender is notified.
    Warned,
    Dropped,
}

/// State shared by all matches.
#[derive(Debug)]
pub(super) struct Context {
    pub(super) settings: BridgeSettings,
    pub(super) names: ProxyNames,
    pub(super) now: Millis,
    pub(super) willow_is_up: bool,
    /// The logins on GGS, and whether they are logged in.
    pub(super) logins: BTreeMap<String, bool>,
    /// The proxies, by the keys of their names.
    pub(super) proxies: BTreeMap<String, Proxy>,
    /// The purposes of the commands that the Willow server has not answered.
    pub(super) asked: BTreeMap<u64, Purpose>,
    pub(super) last_request: u64,
    /// The roles of the users here, by the keys of their names.
    pub(super) roles: BTreeMap<String, Role>,
    pub(super) buckets: BTreeMap<String, Bucket>,
    /// Messages to players on GGS for when a login is back: login, player, text.
    pub(super) words_there: VecDeque<(String, String, String)>,
    /// Messages to persons here for when the server is back.
    pub(super) words_here: VecDeque<(Name, String)>,
    /// Messages to persons here by when they may be sent: the server limits their rate.
    pub(super) words_later: VecDeque<(Millis, Name, String)>,
    pub(super) outputs: Vec<BridgeOutput>,
}

impl Context {
    /// Starts with nobody connected.
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

    /// Sends a command to the Othello service on GGS.
    pub(super) fn os(&mut self, login: &str, command: &str) {
        self.ggs_line(login, format!("tell /os {command}"));
    }

    fn ggs_line(&mut self, login: &str, line: String) {
        if self.is_in(login) {
            self.outputs.push(BridgeOutput::Ggs { login: login.to_owned(), line });
        }
    }

    /// Returns whether a login is logged in on GGS.
    pub(super) fn is_in(&self, login: &str) -> bool {
        self.logins.get(login).copied().unwrap_or(false)
    }

    /// Records that a login has left GGS.
    pub(super) fn login_left(&mut self, login: &str) {
        if let Some(is_in) = self.logins.get_mut(login) {
            *is_in = false;
        }
        self.log(format!("{login} is not on GGS"));
    }

    /// Sends a message to a player on GGS. A name there is one word without commas, so the line has one recipient;
    /// the text is quoted.
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

    /// Notifies a player on GGS that their messages were lost.
    pub(super) fn tell_lost(&mut self, login: &str, remote: &str, why: &str) {
        self.tell_remote(login, remote, &format!("your words did not arrive: {why}"));
    }

    /// Sends a message to a person here, in the bridge's own name.
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

    /// Sends a message to a person here in the name of a proxy.
    pub(super) fn say_as(&mut self, proxy: &Name, person: &Name, text: &str) {
        if self.is_bot(person) {
            return;
        }
        self.tell_as(proxy, person, text, |text| Purpose::Say {
            person: person.clone(),
            text: format!("{proxy}: {text}"),
        });
    }

    /// Sends a text to a person here in the name of a proxy, split into messages, each with a purpose.
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

    /// Sends a command to the Willow server, if it is connected.
    pub(super) fn request(&mut self, command: Command, purpose: Purpose) {
        if !self.willow_is_up {
            return;
        }
        self.last_request += 1;
        self.asked.insert(self.last_request, purpose);
        let id = self.last_request.to_string().parse().ok();
        self.outputs.push(BridgeOutput::Willow(Request { id, command }));
    }

    /// Executes a command for a proxy, and logs the proxy in first if it is offline.
    ///
    /// Nothing is kept while the server is unreachable: the state of the games shows afterwards what to do.
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

    /// Logs a proxy in, unless it was requested already.
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

    /// Logs a proxy out, for some seconds at least, until the server has adjourned its games: a player may come back
    /// at once.
    pub(super) fn stay_away(&mut self, name: &Name) {
        let now = self.now;
        self.let_go(name);
        let entry = self.proxies.entry(name.key()).or_insert_with(|| Proxy::new(now));
        entry.away_until = now + AWAY;
    }

    /// Logs a proxy out. The server adjourns its games if it stays offline.
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

    /// Returns whether a user is a program, which reads no messages of the bridge.
    pub(super) fn is_bot(&self, name: &Name) -> bool {
        self.roles.get(&name.key()) == Some(&Role::Bot)
    }

    /// Returns whether a user here is a player of another server, or a bridge.
    pub(super) fn is_proxy(&self, name: &Name) -> bool {
        let is_foreign = matches!(self.roles.get(&name.key()), Some(Role::Proxy | Role::Bridge));
        is_foreign || name.key().starts_with(&format!("{}-", self.settings.bridge.key()))
    }

    /// Counts a line of a sender, and returns whether it may be relayed.
    pub(super) fn allows(&mut self, source: &str) -> Allowance {
        let (now, most) = (self.now, self.settings.lines_per_minute);
        let bucket = self.buckets.entry(source.to_owned()).or_default();
        if now.saturating_sub(bucket.since) >= LINES_WINDOW {
            *bucket = Bucket { since: now, lines: 0 };
        }
        bucket.lines += 1;
        match bucket.lines {
            n if n <= most => Allowance::Carried,
            n if n == most + 1 => Allowance::Warned,
            _ => Allowance::Dropped,
        }
    }

    /// Counts a line of a person here, and returns whether it is relayed.
    pub(super) fn allows_here(&mut self, from: &Name) -> bool {
        let allowance = self.allows(from.as_str());
        if allowance == Allowance::Warned {
            self.notify(from, "please write less often; this was not carried");
        }
        allowance == Allowance::Carried
    }

    /// Records that a move is sent now; returns false if it was sent so recently that its echo may still come.
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
    /// Sends a command to the Othello service over the login.
    pub(super) fn os(&self, ctx: &mut Context, command: &str) {
        ctx.os(&self.login, command);
    }

    /// Sends a message to the remote player.
    pub(super) fn tell_remote(&self, ctx: &mut Context, text: &str) {
        ctx.tell_remote(&self.login, &self.remote, text);
    }

    /// Sends a message to the person in the name of the proxy.
    pub(super) fn say(&self, ctx: &mut Context, text: &str) {
        ctx.say_as(&self.proxy, &self.person, text);
    }

    /// Sends a message to both players.
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

    /// Sets the phase of the pairing.
    pub(super) fn enter(&mut self, ctx: &mut Context, phase: MatchPhase) {
        (self.phase, self.since) = (phase, ctx.now);
        self.remember(ctx);
        let Pairing { id, login, person, remote, .. } = self;
        ctx.log(format!("match {id} of {person} ({login}) and {remote}: {phase:?}"));
    }
}

/// Queues messages until they can be sent, up to a limit.
pub(super) fn keep<T>(words: &mut VecDeque<T>, new: T) {
    if words.len() == MAX_WORDS {
        words.pop_front();
    }
    words.push_back(new);
}

/// Splits a text into messages without control characters.
pub(super) fn messages(text: &str) -> Vec<Message> {
    let letters: Vec<char> = text.chars().collect();
    let pieces = letters.chunks(LONGEST_PIECE).map(|piece| piece.iter().collect::<String>());
    pieces.filter_map(|piece| piece.parse().ok()).collect()
}
