//! The open offers, indexed: a command does not scan all, as there may be thousands.

use std::collections::{BTreeMap, BTreeSet, HashMap};
#[cfg(test)]
use std::sync::atomic::{AtomicUsize, Ordering};

use willow_protocol::{ColorChoice, GameId, Offer, Terms};

use crate::domain::{UserId, is_private};

/// An offer that may be accepted.
#[derive(Clone, Debug)]
pub(crate) struct OpenOffer {
    pub(crate) offer: Offer,
    /// The user who made it.
    pub(crate) from: UserId,
    /// The user who may accept; `None` means everybody.
    pub(crate) to: Option<UserId>,
}

impl OpenOffer {
    /// Returns whether the offer is listed for everybody.
    pub(crate) fn is_public(&self) -> bool {
        self.to.is_none() && !is_private(self.offer.game)
    }
}

/// The open offers, each list by number: those of public offers ascend.
#[derive(Debug, Default)]
pub(crate) struct OpenOffers {
    by_game: BTreeMap<GameId, OpenOffer>,
    by_maker: HashMap<UserId, BTreeSet<GameId>>,
    by_recipient: HashMap<UserId, BTreeSet<GameId>>,
    public: BTreeSet<GameId>,
    /// The public offers, by their terms without the colours.
    by_terms: HashMap<String, BTreeSet<GameId>>,
    /// How many offers were looked at, one by one.
    #[cfg(test)]
    pub(crate) looked_at: AtomicUsize,
}

impl OpenOffers {
    pub(crate) fn insert(&mut self, open: OpenOffer) {
        let game = open.offer.game;
        self.by_maker.entry(open.from).or_default().insert(game);
        if let Some(to) = open.to {
            self.by_recipient.entry(to).or_default().insert(game);
        }
        if open.is_public() {
            self.public.insert(game);
            self.by_terms.entry(key(&open.offer.terms)).or_default().insert(game);
        }
        self.by_game.insert(game, open);
    }

    pub(crate) fn remove(&mut self, game: GameId) -> Option<OpenOffer> {
        let open = self.by_game.remove(&game)?;
        remove_from(&mut self.by_maker, &open.from, game);
        if let Some(to) = open.to {
            remove_from(&mut self.by_recipient, &to, game);
        }
        if self.public.remove(&game) {
            remove_from(&mut self.by_terms, &key(&open.offer.terms), game);
        }
        Some(open)
    }

    pub(crate) fn get(&self, game: GameId) -> Option<&OpenOffer> {
        self.by_game.get(&game)
    }

    pub(crate) fn len(&self) -> usize {
        self.by_game.len()
    }

    /// Returns all offers: for a start, and for tests.
    pub(crate) fn all(&self) -> impl Iterator<Item = &OpenOffer> {
        self.by_game.values().inspect(|_| self.count())
    }

    /// Returns the offers that a user has made.
    pub(crate) fn by(&self, user: UserId) -> impl Iterator<Item = &OpenOffer> {
        self.among(self.by_maker.get(&user))
    }

    /// Returns the offers that a user alone may accept.
    pub(crate) fn to(&self, user: UserId) -> impl Iterator<Item = &OpenOffer> {
        self.among(self.by_recipient.get(&user))
    }

    /// Returns whether a user has made an offer, or alone may accept one.
    pub(crate) fn concerns(&self, user: UserId) -> bool {
        self.by_maker.contains_key(&user) || self.by_recipient.contains_key(&user)
    }

    pub(crate) fn public(&self) -> impl Iterator<Item = &OpenOffer> {
        self.among(Some(&self.public))
    }

    /// Returns the offers to everybody with these terms, whatever the colours.
    pub(crate) fn public_with(&self, terms: &Terms) -> impl Iterator<Item = &OpenOffer> {
        self.among(self.by_terms.get(&key(terms)))
    }

    fn among<'a>(
        &'a self,
        games: Option<&'a BTreeSet<GameId>>,
    ) -> impl Iterator<Item = &'a OpenOffer> {
        let found = games.into_iter().flatten().filter_map(|game| self.by_game.get(game));
        found.inspect(|_| self.count())
    }

    /// Counts visits of offers, in tests.
    #[cfg_attr(not(test), expect(clippy::unused_self, reason = "only tests count"))]
    fn count(&self) {
        #[cfg(test)]
        self.looked_at.fetch_add(1, Ordering::Relaxed);
    }
}

/// Removes a number from one of the sets, and the set when it is empty.
fn remove_from<K: Eq + std::hash::Hash>(
    sets: &mut HashMap<K, BTreeSet<GameId>>,
    key: &K,
    game: GameId,
) {
    if let Some(set) = sets.get_mut(key) {
        set.remove(&game);
        if set.is_empty() {
            sets.remove(key);
        }
    }
}

/// Returns terms without their colours, as text.
fn key(terms: &Terms) -> String {
    Terms { color: ColorChoice::Random, ..terms.clone() }.to_string()
}

#[cfg(test)]
impl OpenOffers {
    /// Returns whether the indexes have just what the offers say.
    pub(crate) fn is_consistent(&self) -> bool {
        let mut fresh = OpenOffers::default();
        self.by_game.values().cloned().for_each(|open| fresh.insert(open));
        (&self.by_maker, &self.by_recipient, &self.public, &self.by_terms)
            == (&fresh.by_maker, &fresh.by_recipient, &fresh.public, &fresh.by_terms)
    }
}
