//! What the Othello service shows to whoever asks.

use super::match_play::missing;
use super::state::ServerState;
use super::stored_match::StoredMatch;
use crate::ggs::{Event, MatchId};
use crate::refusal::Refusal;

/// The most rows of a list.
const MAX_ROWS: usize = 200;

impl ServerState {
    /// Shows the whole state of a match. A move that the opponent has not seen is shown to its mover only.
    pub(super) fn show_moves(&mut self, name: &str, words: &[&str]) -> Result<(), Refusal> {
        let [text] = words else { return Err("ERR moves <match>.".into()) };
        let id: MatchId = text.parse().map_err(|_| missing(text))?;
        if !self.matches.contains_key(&id.number) {
            return Err(missing(text));
        }
        self.show_games_to(id.number, name);
        Ok(())
    }

    /// Lists the stored matches of whoever asks.
    pub(super) fn list_stored(&mut self, name: &str) {
        let own = self.stored.values().filter(|stored| stored.live.player(name).is_some());
        let rows: Vec<String> = own.take(MAX_ROWS).map(StoredMatch::row).collect();
        let head = format!("{} {name}", rows.len());
        self.tell(name, &Event::Stored { head, rows });
    }
}
