//! Watchers and the chat of matches.

use super::state::ServerState;
use crate::ggs::{Event, MatchId};
use crate::refusal::Refusal;

impl ServerState {
    /// Begins or ceases to watch: `watch +|- .MATCH`.
    pub(super) fn watch(&mut self, name: &str, words: &[&str]) -> Result<(), Refusal> {
        let (sign, text) = (words[0], words[1]);
        let id: Option<MatchId> = text.parse().ok();
        let found = id.filter(|id| self.matches.contains_key(&id.number));
        let id = found.ok_or_else(|| format!("watch {sign} ERR not found: {text}"))?;
        let Some(live) = self.matches.get_mut(&id.number) else { return Ok(()) };
        let is_over = sign != "+";
        let has_changed = if is_over {
            live.watchers.remove(name)
        } else {
            live.player(name).is_none() && live.watchers.insert(name.to_owned())
        };
        if !has_changed {
            return Ok(());
        }
        let seers = live.audience().into_iter();
        let seers: Vec<String> =
            seers.filter(|other| other != name && self.settings_of(other).watch).collect();
        let id = MatchId::of_match(id.number);
        self.tell_all(&seers, &Event::Watched { name: name.to_owned(), id, is_over });
        if !is_over {
            self.show_games_to(id.number, name);
        }
        Ok(())
    }

    /// Says something to the others in a match: `tell [o|p|a] .MATCH TEXT`.
    pub(super) fn tell_match(&mut self, name: &str, rest: &str) -> Result<(), Refusal> {
        let (first, after) = rest.split_once(' ').unwrap_or((rest, ""));
        let (audience, text) = match first {
            "o" | "p" | "a" => (first, after),
            _ => ("a", rest),
        };
        let (target, text) = text.split_once(' ').unwrap_or((text, ""));
        if target.is_empty() {
            return Err("ERR tell [o] <.id> [mssg].".into());
        }
        let id: Option<MatchId> = target.parse().ok();
        let not_found = || super::playing::missing(target);
        let id = id.ok_or_else(not_found)?;
        let live = self.matches.get(&id.number).ok_or_else(not_found)?;
        let names = live.audience().into_iter().filter(|other| match audience {
            "p" => live.names.contains(other),
            "o" => !live.names.contains(other),
            _ => true,
        });
        let names: Vec<String> = names.filter(|other| other != name).collect();
        let event = Event::MatchChat {
            id,
            audience: audience.to_ascii_uppercase().chars().next().unwrap_or('A'),
            rating: self.rating_of(name, live.kind).value,
            name: name.to_owned(),
            text: text.to_owned(),
        };
        self.tell_all(&names, &event);
        Ok(())
    }
}
