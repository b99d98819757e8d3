//! The lists of the Othello service.

use std::collections::BTreeSet;

use super::asking::not_archived;
use super::dates;
use super::live_match::LiveMatch;
use super::pending_request::PendingRequest;
use super::playing::missing;
use super::saved::FinishedMatch;
use super::settings::Settings;
use super::state::ServerState;
use crate::ggs::{ArchiveId, MatchId, RequestId};

/// The most rows of a list.
const MOST_ROWS: usize = 200;

impl ServerState {
    /// Answers a command that asks for a list.
    pub(super) fn run_list(
        &mut self,
        name: &str,
        word: &str,
        words: &[&str],
    ) -> Result<(), String> {
        match word {
            "match" => self.list_matches(name, words),
            "request" => self.list_requests(name, words),
            "moves" => self.show_moves(name, words)?,
            "look" => self.list_record(name, words)?,
            "stored" | "history" | "finger" => self.list_for_each(name, word, words)?,
            "who" => self.list_who(name, words)?,
            "top" => self.list_top(name, words)?,
            "rank" => self.list_rank(name, words)?,
            "watch" => self.list_watched(name),
            "notify" | "ignore" | "track" => {
                let settings = self.settings_of(name);
                let names = match word {
                    "ignore" => settings.ignore,
                    "track" => settings.track,
                    _ => BTreeSet::new(),
                };
                let head = format!("{} : {}", names.len(), joined(&names));
                self.list(name, word, head.trim_end().to_owned(), Vec::new());
            }
            _ => return Err(format!("ERR command '{word}' not recognized.")),
        }
        Ok(())
    }

    /// Lists all matches, or those that words name by number or player.
    fn list_matches(&mut self, name: &str, words: &[&str]) {
        let is_wanted = |live: &&LiveMatch| {
            let id = MatchId::of_match(live.number).to_string();
            words.is_empty() || words.iter().any(|&word| word == id || live.player(word).is_some())
        };
        let found = self.matches.values().filter(is_wanted).take(MOST_ROWS);
        let mut rows: Vec<String> = found.map(match_row).collect();
        let head = format!("{}/{}", rows.len(), self.matches.len());
        let is_known = |word: &str| match word.parse::<MatchId>() {
            Ok(id) => self.matches.contains_key(&id.number),
            Err(_) => self.session_of(word).is_some(),
        };
        rows.extend(missing_row(words, is_known));
        self.list(name, "match", head, rows);
    }

    /// Lists the requests to everybody that somebody may accept, those to them and those of theirs.
    fn list_requests(&mut self, name: &str, words: &[&str]) {
        let is_wanted = |request: &PendingRequest| {
            let id = request.id.to_string();
            words.is_empty() || words.iter().any(|&word| word == id || word == request.asker)
        };
        let all: Vec<PendingRequest> = self.requests.values().cloned().collect();
        let open = all.iter().filter(|request| request.opponent.is_none());
        let open: Vec<&PendingRequest> = open.collect();
        let is_for = |request: &&PendingRequest| request.opponent.as_deref() == Some(name);
        let received: Vec<&PendingRequest> = all.iter().filter(is_for).collect();
        let sent: Vec<&PendingRequest> = all.iter().filter(|it| it.asker == name).collect();
        let suiting = open.iter().filter(|request| self.suits(request, name)).copied();
        let suiting: Vec<&PendingRequest> = suiting.collect();
        let sections = [
            ("glob", "glob", &suiting, open.len()),
            ("recv", "recv", &received, received.len()),
            ("send", "sent", &sent, sent.len()),
        ];
        let (mut heads, mut rows) = (Vec::new(), Vec::new());
        for (title, front, requests, total) in sections {
            let requests = requests.iter().filter(|it| is_wanted(it)).take(MOST_ROWS);
            let requests: Vec<String> = requests.map(|it| self.request_row(it)).collect();
            heads.push(format!("{title}({}/{total})", requests.len()));
            if !requests.is_empty() {
                rows.push(format!("{front} {}", requests.len()));
                rows.extend(requests);
            }
        }
        let is_known = |word: &str| match word.parse::<RequestId>() {
            Ok(id) => self.requests.contains_key(&id.0),
            Err(_) => self.session_of(word).is_some(),
        };
        rows.extend(missing_row(words, is_known));
        self.list(name, "request", heads.join(" "), rows);
    }

    fn request_row(&self, request: &PendingRequest) -> String {
        let opponent = request.opponent.as_deref().unwrap_or_default();
        let rating = |name| self.rating_of(name, request.kind).value;
        request.shown(rating(&request.asker), rating(opponent)).to_string()
    }

    /// Shows the whole state of a match. A move that the opponent has not seen is shown to its mover only.
    fn show_moves(&mut self, name: &str, words: &[&str]) -> Result<(), String> {
        let text = match words {
            [] => self.only_match_of(name).ok_or("ERR moves <match>.")?,
            [text] => (*text).to_owned(),
            _ => return Err("ERR moves <match>.".to_owned()),
        };
        let id: MatchId = text.parse().map_err(|_| missing(&text))?;
        if !self.matches.contains_key(&id.number) {
            return Err(missing(&text));
        }
        self.show_games_to(id.number, name);
        Ok(())
    }

    /// Shows the record of a finished or stored match.
    fn list_record(&mut self, name: &str, words: &[&str]) -> Result<(), String> {
        let text = words.first().copied().unwrap_or_default();
        let id: ArchiveId = text.parse().map_err(|_| not_archived(text))?;
        let record = self.finished.iter().find(|record| record.id == id.0);
        let stored = || self.stored.get(&id.0).map(|stored| stored.ggf(&self.config.place));
        let row = record.map(|record| record.ggf.clone()).or_else(stored);
        let row = row.ok_or_else(|| not_archived(text))?;
        self.list(name, "look", String::new(), vec![row]);
        Ok(())
    }

    /// Answers a command about each of several players; without names, about whoever asks.
    fn list_for_each(&mut self, name: &str, word: &str, words: &[&str]) -> Result<(), String> {
        let own = [name];
        let names = if words.is_empty() { &own[..] } else { words };
        let is_known =
            |name: &&str| self.session_of(name).is_some() || self.accounts.contains_key(*name);
        let (known, unknown): (Vec<&str>, Vec<&str>) = names.iter().copied().partition(is_known);
        for whose in known {
            match word {
                "stored" => self.list_stored(name, whose),
                "history" => self.list_history(name, whose),
                _ => self.list_finger(name, whose),
            }
        }
        if unknown.is_empty() {
            return Ok(());
        }
        Err(format!("{word} ERR not found: {}", unknown.join(" ")))
    }

    fn list_stored(&mut self, name: &str, whose: &str) {
        let own = self.stored.values().filter(|stored| stored.names.iter().any(|n| n == whose));
        let rows: Vec<String> = own
            .take(MOST_ROWS)
            .map(|stored| {
                let [first, second] = &stored.names;
                let (id, date) = (ArchiveId(stored.id).to_string(), dates::listed(stored.unix));
                let kind = stored.kind_with_komi();
                format!("{id:<8} {date:<20} {first:<8} {second:<8} {kind}:l")
            })
            .collect();
        self.list(name, "stored", format!("{} {whose}", rows.len()), rows);
    }

    fn list_history(&mut self, name: &str, whose: &str) {
        let own = self.finished.iter().rev();
        let own = own.filter(|record| record.names.iter().any(|other| other == whose));
        let mut rows: Vec<String> = own.take(MOST_ROWS).map(history_row).collect();
        rows.reverse();
        self.list(name, "history", format!("{} {whose}", rows.len()), rows);
    }

    fn list_watched(&mut self, name: &str) {
        let matches = self
            .matches
            .values()
            .map(|live| format!(" {}({})", MatchId::of_match(live.number), live.watchers.len()));
        let head = format!("{} :{}", self.matches.len(), matches.collect::<String>());
        self.list(name, "watch", head, Vec::new());
    }

    fn list_finger(&mut self, name: &str, whose: &str) {
        let Settings { open, trust, rated, request, client, watch, notify, .. } =
            self.settings_of(whose);
        let Settings { aform, dform, ignore, track, .. } = self.settings_of(whose);
        let account = self.accounts.get(whose);
        let is_own = |names: &[String; 2]| names.iter().any(|name| name == whose);
        let n_stored = self.stored.values().filter(|stored| is_own(&stored.names)).count();
        let requests = |is_meant: &dyn Fn(&PendingRequest) -> bool| {
            let meant = self.requests.values().filter(|request| is_meant(request));
            meant.map(|request| request.id.to_string()).collect::<Vec<_>>().join(" ")
        };
        let sent = requests(&|request| request.asker == whose);
        let received = requests(&|request| request.opponent.as_deref() == Some(whose));
        let mut rows = vec![
            format!("login  : {whose}"),
            format!("level  : {}", u8::from(account.is_some())),
            format!("open   : {open}"),
            format!("client : {}", sign(client)),
            format!("trust  : {}", sign(trust)),
            format!("rated  : {}", sign(rated)),
            format!("play   : {}", self.matches_of(whose)),
            format!("stored (-) : {n_stored}"),
            format!("notify (-) : {}", if notify { "*" } else { "" }),
            format!("track  (-) : {}", joined(&track)),
            format!("ignore (-) : {}", joined(&ignore)),
            format!("request({}) : {sent} : {received}", sign(request)),
            format!("watch  ({}) : {}", sign(watch), self.watched_by(whose)),
            format!("accept : {}", aform.text()),
            format!("decline: {}", dform.text()),
            "Type  Rating@StDev      Inactive       AScore    Win   Draw   Loss".to_owned(),
        ];
        let ratings = account.iter().flat_map(|account| &account.ratings);
        rows.extend(
            ratings.map(|(pool, rating)| format!("{pool:<5} {}", rating.columns(self.now.unix))),
        );
        self.list(name, "finger", whose.to_owned(), rows);
    }

    /// Returns the numbers of the matches that somebody watches.
    fn watched_by(&self, name: &str) -> String {
        let watched = self.matches.values().filter(|live| live.watchers.contains(name));
        let ids = watched.map(|live| MatchId::of_match(live.number).to_string());
        ids.collect::<Vec<_>>().join(" ")
    }

    /// Returns the numbers of the matches that somebody plays.
    pub(super) fn matches_of(&self, name: &str) -> String {
        let own = self.matches.values().filter(|live| live.player(name).is_some());
        let ids = own.map(|live| MatchId::of_match(live.number).to_string());
        ids.collect::<Vec<_>>().join(" ")
    }
}

/// Returns the row about the words of a list that name nothing.
fn missing_row(words: &[&str], is_known: impl Fn(&str) -> bool) -> Option<String> {
    let unknown: Vec<&str> = words.iter().copied().filter(|word| !is_known(word)).collect();
    (!unknown.is_empty()).then(|| format!("ERR not found: {}", unknown.join(" ")))
}

/// Returns names in one line.
fn joined(names: &BTreeSet<String>) -> String {
    names.iter().map(String::as_str).collect::<Vec<_>>().join(" ")
}

const fn sign(is_on: bool) -> char {
    if is_on { '+' } else { '-' }
}

fn match_row(live: &LiveMatch) -> String {
    let [first, second] = &live.names;
    let [a, b] = live.ratings.map(|rating| rating.round() as i64);
    let id = MatchId::of_match(live.number);
    let (kind, flag, seers) = (live.kind, live.flag.letter(), live.watchers.len());
    format!("{id:>4} {a:4} {first:<8} {b:4} {second:<8} {kind:>8}  {flag} {seers}")
}

fn history_row(record: &FinishedMatch) -> String {
    let FinishedMatch { id, unix, names: [first, second], ratings, result, kind, .. } = record;
    let [a, b] = ratings.map(|rating| rating.round() as i64);
    let (id, date) = (ArchiveId(*id).to_string(), dates::listed(*unix));
    format!("{id:<8} {date:<20} {a:4} {first:<8} {b:4} {second:<8} {result:+6.1} {kind}")
}
