//! The lists of the Othello service.

use super::asking::not_archived;
use super::dates;
use super::live_match::LiveMatch;
use super::playing::missing;
use super::saved::FinishedMatch;
use super::settings::Settings;
use super::state::ServerState;
use crate::ggs::{ArchiveId, MatchId};
use crate::refusal::Refusal;

/// The most rows of a list.
const MOST_ROWS: usize = 200;

impl ServerState {
    /// Answers a command that asks for a list.
    pub(super) fn run_list(
        &mut self,
        name: &str,
        word: &str,
        words: &[&str],
    ) -> Result<(), Refusal> {
        match word {
            "match" => self.list_matches(name),
            "moves" => self.show_moves(name, words)?,
            "look" => self.list_record(name, words)?,
            "stored" | "history" | "finger" => self.list_for_each(name, word, words)?,
            _ => return Err(format!("ERR command '{word}' not recognized.").into()),
        }
        Ok(())
    }

    fn list_matches(&mut self, name: &str) {
        let rows: Vec<String> = self.matches.values().take(MOST_ROWS).map(match_row).collect();
        let head = format!("{}/{}", rows.len(), self.matches.len());
        self.list(name, "match", head, rows);
    }

    /// Shows the whole state of a match. A move that the opponent has not seen is shown to its mover only.
    fn show_moves(&mut self, name: &str, words: &[&str]) -> Result<(), Refusal> {
        let text = match words {
            [] => self.only_match_of(name).ok_or("ERR moves <match>.")?,
            [text] => (*text).to_owned(),
            _ => return Err("ERR moves <match>.".into()),
        };
        let id: MatchId = text.parse().map_err(|_| missing(&text))?;
        if !self.matches.contains_key(&id.number) {
            return Err(missing(&text));
        }
        self.show_games_to(id.number, name);
        Ok(())
    }

    /// Shows the record of a finished match.
    fn list_record(&mut self, name: &str, words: &[&str]) -> Result<(), Refusal> {
        let text = words.first().copied().unwrap_or_default();
        let id: ArchiveId = text.parse().map_err(|_| not_archived(text))?;
        let record = self.finished.iter().find(|record| record.id == id.0);
        let row = record.ok_or_else(|| not_archived(text))?.ggf.clone();
        self.list(name, "look", String::new(), vec![row]);
        Ok(())
    }

    /// Answers a command about each of several players; without names, about whoever asks.
    fn list_for_each(&mut self, name: &str, word: &str, words: &[&str]) -> Result<(), Refusal> {
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
        Err(format!("{word} ERR not found: {}", unknown.join(" ")).into())
    }

    fn list_stored(&mut self, name: &str, whose: &str) {
        let own = self.stored.values().filter(|stored| stored.names.iter().any(|n| n == whose));
        let rows: Vec<String> = own
            .take(MOST_ROWS)
            .map(|stored| {
                let [first, second] = &stored.names;
                let (id, date) = (ArchiveId(stored.id).to_string(), dates::recorded(stored.unix));
                let kind = stored.kind_with_komi();
                format!("{id:<8} {date} {first:<8} {second:<8} {kind}:l")
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

    fn list_finger(&mut self, name: &str, whose: &str) {
        let Settings { open, trust, rated, request, notify } = self.settings_of(whose);
        let account = self.accounts.get(whose);
        let mut rows = vec![
            format!("login  : {whose}"),
            format!("level  : {}", u8::from(account.is_some())),
            format!("open   : {open}"),
            format!("trust  : {}", sign(trust)),
            format!("rated  : {}", sign(rated)),
            format!("notify : {}", sign(notify)),
            format!("request: {}", sign(request)),
            "Type  Rating@StDev      Inactive       AScore    Win   Draw   Loss".to_owned(),
        ];
        let ratings = account.iter().flat_map(|account| &account.ratings);
        rows.extend(
            ratings.map(|(pool, rating)| format!("{pool:<5} {}", rating.columns(self.now.unix))),
        );
        self.list(name, "finger", whose.to_owned(), rows);
    }
}

const fn sign(is_on: bool) -> char {
    if is_on { '+' } else { '-' }
}

fn match_row(live: &LiveMatch) -> String {
    let [first, second] = &live.names;
    let [a, b] = live.ratings.map(|rating| rating.round() as i64);
    let id = MatchId::of_match(live.number);
    let (kind, flag) = (live.kind, live.flag.letter());
    format!("{id:>4} {a:4} {first:<8} {b:4} {second:<8} {kind:>8}  {flag} 0")
}

fn history_row(record: &FinishedMatch) -> String {
    let FinishedMatch { id, unix, names: [first, second], ratings, result, kind, .. } = record;
    let [a, b] = ratings.map(|rating| rating.round() as i64);
    let (id, date) = (ArchiveId(*id).to_string(), dates::recorded(*unix));
    format!("{id:<8} {date} {a:4} {first:<8} {b:4} {second:<8} {result:+6.1} {kind}")
}
