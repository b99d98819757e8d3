//! The lists of the Othello service.

use super::account::Account;
use super::dates;
use super::live_match::LiveMatch;
use super::rating::Rating;
use super::saved::FinishedMatch;
use super::settings::Settings;
use super::state::ServerState;
use crate::ggs::{ArchiveId, MatchId, MatchType, Seconds};

/// The pool that lists are about, if none is named.
const USUAL_POOL: &str = "8";

/// The rows of `top`, if nothing else is said.
const USUAL_ROWS: usize = 10;

/// The most rows of a list.
const MOST_ROWS: usize = 200;

/// The smallest results, in discs: what a win, a draw and a loss change.
const RESULTS: [f64; 3] = [2.0, 0.0, -2.0];

impl ServerState {
    /// Answers a command that asks for a list.
    pub(super) fn run_list(
        &mut self,
        name: &str,
        word: &str,
        words: &[&str],
    ) -> Result<(), String> {
        let whose = words.first().copied().unwrap_or(name);
        match word {
            "match" => self.list_matches(name),
            "request" => self.list_requests(name),
            "moves" => self.list_moves(name, words)?,
            "look" => self.list_record(name, words)?,
            "stored" => self.list_stored(name, whose),
            "history" => self.list_history(name, whose),
            "who" => self.list_who(name, words.first().copied().unwrap_or(USUAL_POOL)),
            "top" => self.list_top(name, words),
            "rank" => self.list_rank(name, words)?,
            "finger" => self.list_finger(name, whose)?,
            // A switch without a sign says nothing, as on GGS; `finger` shows them all.
            "trust" | "client" | "hear" | "bell" | "vt100" => {}
            "open" | "rated" | "notify" | "ignore" | "track" => {
                let value = shown_setting(&self.settings_of(name), word);
                self.list(name, word, value, Vec::new());
            }
            _ => return Err(format!("ERR command '{word}' not recognized.")),
        }
        Ok(())
    }

    fn list_matches(&mut self, name: &str) {
        let rows: Vec<String> = self.matches.values().take(MOST_ROWS).map(match_row).collect();
        let head = format!("{}/{}", rows.len(), self.matches.len());
        self.list(name, "match", head, rows);
    }

    fn list_requests(&mut self, name: &str) {
        let rows: Vec<String> = self
            .requests
            .values()
            .take(MOST_ROWS)
            .map(|request| {
                let opponent = request.opponent.as_deref().unwrap_or_default();
                let rating = |name| self.rating_of(name, request.kind).value;
                request.shown(rating(&request.asker), rating(opponent)).to_string()
            })
            .collect();
        self.list(name, "request", format!("{}/{}", rows.len(), self.requests.len()), rows);
    }

    /// Lists the moves of a game. A move that the opponent has not seen is shown to its mover only.
    fn list_moves(&mut self, name: &str, words: &[&str]) -> Result<(), String> {
        let text = words.first().copied().unwrap_or_default();
        let not_found = || super::playing::missing(text);
        let id: MatchId = text.parse().map_err(|_| not_found())?;
        let live = self.matches.get(&id.number).ok_or_else(not_found)?;
        let index = usize::from(id.game.unwrap_or(0));
        if index >= live.games.len() {
            return Err(not_found());
        }
        let moves = live.joined(index, live.player(name)).moves;
        let rows = (1..).zip(moves).map(|(number, played)| format!("{number:3}: {played}"));
        let rows = rows.collect();
        self.list(name, "moves", id.to_string(), rows);
        Ok(())
    }

    /// Shows the record of a finished or stored match.
    fn list_record(&mut self, name: &str, words: &[&str]) -> Result<(), String> {
        let text = words.first().copied().unwrap_or_default();
        let not_found = || format!("look ERR not found: {text}");
        let id: ArchiveId = text.parse().map_err(|_| not_found())?;
        let record = self.finished.iter().find(|record| record.id == id.0);
        let row = record.map(|record| record.ggf.clone()).ok_or_else(not_found)?;
        self.list(name, "look", id.to_string(), vec![row]);
        Ok(())
    }

    fn list_stored(&mut self, name: &str, whose: &str) {
        let own = self.stored.values().filter(|stored| stored.names.iter().any(|n| n == whose));
        let rows: Vec<String> = own
            .take(MOST_ROWS)
            .map(|stored| {
                let [first, second] = &stored.names;
                let (id, date) = (ArchiveId(stored.id), dates::listed(stored.unix));
                format!("{id:>7}   {date} {first} {second} {}:l", stored.kind)
            })
            .collect();
        self.list(name, "stored", format!("{} {whose}", rows.len()), rows);
    }

    fn list_history(&mut self, name: &str, whose: &str) {
        let own = self.finished.iter().rev();
        let own = own.filter(|record| record.names.iter().any(|other| other == whose));
        let rows: Vec<String> = own.take(MOST_ROWS).map(history_row).collect();
        self.list(name, "history", format!("{} {whose}", rows.len()), rows);
    }

    /// Lists who is here, with what a win, a draw and a loss would change for whoever asks.
    fn list_who(&mut self, name: &str, pool: &str) {
        let own = self.rating_in(name, pool);
        let mut players: Vec<(String, Rating)> = self
            .names_here()
            .into_iter()
            .map(|name| (self.rating_in(&name, pool), name))
            .map(|(r, n)| (n, r))
            .collect();
        players.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
        let rows: Vec<String> = players
            .iter()
            .take(MOST_ROWS)
            .map(|(other, rating)| {
                let sign = if self.has_room(other) { '+' } else { '-' };
                let [win, draw, loss] = RESULTS.map(|discs| own.change(rating.value, discs));
                format!(
                    "{other:<8} {sign} {:6.1}@{:5.1} -> {win:+6.1} {draw:+6.1} {loss:+6.1} @{:5.1}",
                    rating.value,
                    rating.deviation,
                    own.next_deviation()
                )
            })
            .collect();
        let head = format!("{} change: win draw loss match(es)", rows.len());
        self.list(name, "who", head, rows);
    }

    fn rating_in(&self, name: &str, pool: &str) -> Rating {
        self.accounts.get(name).map(|account| account.rating(pool)).unwrap_or_default()
    }

    /// Returns the rated players of a pool, the best first.
    fn ranking(&self, pool: &str) -> Vec<(&Account, Rating)> {
        let rated = self.accounts.values().map(|account| (account, account.rating(pool)));
        let mut rated: Vec<_> = rated.filter(|(_, rating)| rating.is_played()).collect();
        rated.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
        rated
    }

    fn list_top(&mut self, name: &str, words: &[&str]) {
        let pool = words.first().copied().unwrap_or(USUAL_POOL);
        let n_rows = words.get(1).and_then(|word| word.parse().ok()).unwrap_or(USUAL_ROWS);
        let rows = self.rank_rows(pool, |rank, _| rank <= n_rows.min(MOST_ROWS));
        self.list(name, "top", format!("{pool} {}", rows.len()), rows);
    }

    fn list_rank(&mut self, name: &str, words: &[&str]) -> Result<(), String> {
        let pool = words.first().copied().unwrap_or(USUAL_POOL);
        let whose = words.get(1).copied().unwrap_or(name);
        let rows = self.rank_rows(pool, |_, other| other == whose);
        if rows.is_empty() {
            return Err(format!("rank ERR not found: {whose}"));
        }
        self.list(name, "rank", format!("{pool} {whose}"), rows);
        Ok(())
    }

    fn rank_rows(&self, pool: &str, is_wanted: impl Fn(usize, &str) -> bool) -> Vec<String> {
        let ranked = (1..).zip(self.ranking(pool));
        ranked
            .filter(|(rank, (account, _))| is_wanted(*rank, &account.name))
            .map(|(rank, (account, rating))| {
                let idle = Seconds(self.now.unix.saturating_sub(rating.last) as i64);
                let Rating { value, deviation, wins, draws, losses, .. } = rating;
                let name = &account.name;
                format!("{rank:5} {name:<8} {value:6.1}@{deviation:5.1} {idle:>13} {wins:5} {draws:4} {losses:5}")
            })
            .collect()
    }

    fn list_finger(&mut self, name: &str, whose: &str) -> Result<(), String> {
        if self.session_of(whose).is_none() && !self.accounts.contains_key(whose) {
            return Err(format!("finger ERR not found: {whose}"));
        }
        let settings = self.settings_of(whose);
        let keys = ["open", "rated", "trust", "client", "aform", "dform"];
        let mut rows = vec![format!("login    : {whose}")];
        rows.extend(keys.iter().map(|key| format!("{key:<8} : {}", shown_setting(&settings, key))));
        rows.push(format!("playing  : {}", self.n_matches_of(whose)));
        if let Some(account) = self.accounts.get(whose) {
            rows.extend(account.ratings.iter().map(|(pool, rating)| {
                let Rating { value, deviation, wins, draws, losses, .. } = rating;
                format!("{pool:<8} : {value:6.1} @ {deviation:5.1} {wins} {draws} {losses}")
            }));
        }
        self.list(name, "finger", whose.to_owned(), rows);
        Ok(())
    }
}

/// Returns the value of a setting as it is shown.
fn shown_setting(settings: &Settings, word: &str) -> String {
    let switch = |is_on| if is_on { "+" } else { "-" }.to_owned();
    let names = |names: &std::collections::BTreeSet<String>| {
        names.iter().cloned().collect::<Vec<_>>().join(" ")
    };
    match word {
        "open" => settings.open.to_string(),
        "rated" => switch(settings.rated),
        "trust" => switch(settings.trust),
        "client" => switch(settings.client),
        "notify" => switch(settings.notify),
        "aform" => settings.aform.clone(),
        "dform" => settings.dform.clone(),
        "ignore" => names(&settings.ignore),
        _ => names(&settings.track),
    }
}

fn match_row(live: &LiveMatch) -> String {
    let [first, second] = &live.names;
    let [a, b] = live.ratings.map(|rating| rating.round() as i64);
    let id = MatchId::of_match(live.number);
    let (kind, flag, seers): (MatchType, char, usize) =
        (live.kind, live.flag.letter(), live.watchers.len());
    format!("{id:>4} {a:4} {first:<8} {b:4} {second:<8} {kind:>8}  {flag} {seers}")
}

fn history_row(record: &FinishedMatch) -> String {
    let FinishedMatch { id, unix, names: [first, second], ratings, result, kind, .. } = record;
    let [a, b] = ratings.map(|rating| rating.round() as i64);
    let (id, date) = (ArchiveId(*id), dates::listed(*unix));
    format!("{id:>7}   {date} {a:4} {first} {b:4} {second} {result:+.1} {kind}")
}
