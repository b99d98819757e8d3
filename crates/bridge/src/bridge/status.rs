//! What the operator reads: who is where.

use std::fmt::Write as _;

use super::carried_match::Pairing;
use super::state::BridgeState;

impl BridgeState {
    /// Returns the state in words.
    pub fn status(&self) -> String {
        let up = |is_up: bool| if is_up { "connected" } else { "not connected" };
        let mut text = format!("Willow: {}\n", up(self.ctx.willow_is_up));
        for (login, &is_in) in &self.ctx.logins {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "GGS {login}: {}", up(is_in));
        }
        let online = self.ctx.proxies.values().filter(|proxy| proxy.is_online).count();
        let _ = writeln!(text, "proxies: {online} of {}", self.ctx.proxies.len());
        if self.pairings.is_empty() {
            text.push_str("no matches\n");
            return text;
        }
        for pairing in self.pairings.values() {
            let Pairing { id, person, login, remote, phase, .. } = pairing;
            let _ = write!(text, "match {id}: {person} ({login}) and {remote}, {phase:?}");
            if let Some(id) = pairing.ggs_match {
                let _ = write!(text, ", .{id} on GGS");
            }
            for game in &pairing.willow_games {
                let _ = write!(text, ", {} moves in game {}", game.n_plies(), game.id());
            }
            text.push('\n');
        }
        text
    }
}
