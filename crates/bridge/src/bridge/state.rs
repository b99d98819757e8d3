//! The state of a bridge.

use std::collections::BTreeMap;

use willow_protocol::{GameId, Name};

use super::carried_match::{MatchPhase, Pairing, PairingRecord};
use super::millis::Millis;
use super::settings::BridgeSettings;
use super::shared_state::Context;
use crate::ggs::MatchId;

/// A bridge without IO.
#[derive(Debug)]
pub struct BridgeState {
    pub(super) ctx: Context,
    pub(super) pairings: BTreeMap<u64, Pairing>,
    /// The matches that are adjourned on both sides.
    pub(super) adjourned: BTreeMap<u64, PairingRecord>,
    pub(super) last_pairing: u64,
    /// The login over which each proxy was last played, by the keys of their names.
    pub(super) last_logins: BTreeMap<String, String>,
    /// To whom a player on GGS speaks over a shared login: by login and player.
    pub(super) addressees: BTreeMap<(String, String), Name>,
}

impl BridgeState {
    /// Begins with what the journal of an earlier run remembers.
    pub fn new(settings: BridgeSettings, records: &[PairingRecord], now: Millis) -> BridgeState {
        let (adjourned, others): (Vec<&PairingRecord>, Vec<&PairingRecord>) =
            records.iter().partition(|record| record.phase == MatchPhase::Adjourned);
        let open = others.into_iter().filter(|record| record.phase != MatchPhase::Over);
        let logins = records.iter().map(|record| (record.proxy.key(), record.login.clone()));
        BridgeState {
            ctx: Context::new(settings, now),
            pairings: open
                .filter_map(|record| Some((record.pairing, Pairing::restore(record, now)?)))
                .collect(),
            adjourned: adjourned.into_iter().map(|it| (it.pairing, it.clone())).collect(),
            last_pairing: records.iter().map(|record| record.pairing).max().unwrap_or(0),
            last_logins: logins.collect(),
            addressees: BTreeMap::new(),
        }
    }

    /// Runs `act` on the first pairing that matches `is_it`. Returns whether there is one.
    pub(super) fn with_pairing(
        &mut self,
        is_it: impl Fn(&Pairing) -> bool,
        act: impl FnOnce(&mut Pairing, &mut Context),
    ) -> bool {
        let Some(pairing) = self.pairings.values_mut().find(|pairing| is_it(pairing)) else {
            return false;
        };
        act(pairing, &mut self.ctx);
        if pairing.is_closed() {
            if pairing.phase == MatchPhase::Adjourned {
                self.adjourned.insert(pairing.id, pairing.record());
            }
            let id = pairing.id;
            self.pairings.remove(&id);
        }
        true
    }

    /// Runs `act` on a pairing.
    pub(super) fn in_pairing(&mut self, id: u64, act: impl FnOnce(&mut Pairing, &mut Context)) {
        self.with_pairing(|pairing| pairing.id == id, act);
    }

    /// Runs `act` on the pairing of a match on GGS.
    pub(super) fn in_match(
        &mut self,
        login: &str,
        id: MatchId,
        act: impl FnOnce(&mut Pairing, &mut Context),
    ) {
        let is_it = |entry: &Pairing| entry.login == login && entry.ggs_match == Some(id.number);
        self.with_pairing(is_it, act);
    }

    /// Runs `act` on the pairing of a proxy's game here. Returns whether there is one.
    pub(super) fn in_game(
        &mut self,
        proxy: &Name,
        game: GameId,
        act: impl FnOnce(&mut Pairing, &mut Context),
    ) -> bool {
        let is_it = |entry: &Pairing| {
            entry.proxy == *proxy && entry.willow_games.iter().any(|own| own.id() == game)
        };
        self.with_pairing(is_it, act)
    }

    /// Returns the open pairing of a login.
    pub(super) fn pairing_of_login(&self, login: &str) -> Option<&Pairing> {
        self.pairings.values().find(|pairing| pairing.login == login)
    }
}
