//! The positions that a searcher remembers.

use std::hash::{Hash, Hasher};

use crate::{GameRules, Value};

/// The number of places, a power of two.
const N_PLACES: usize = 1 << 18;

/// What a value is to the value that a full search would find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// A position that was searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<S, M> {
    pub(super) state: S,
    pub(super) depth: u32,
    pub(super) value: Value,
    pub(super) bound: Bound,
    pub(super) best: Option<M>,
    pub(super) basis: Basis,
}

/// What a value rests on beside ends of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Basis {
    /// Evaluations.
    pub(super) horizon: bool,
    /// The belief that moves which were left out are no better than the others.
    pub(super) left_out: bool,
}

impl Basis {
    pub(super) fn add(&mut self, other: Basis) {
        self.horizon |= other.horizon;
        self.left_out |= other.left_out;
    }
}

type Place<G> = Option<Entry<<G as GameRules>::State, <G as GameRules>::Move>>;

/// The table: none without hashing. A new position takes the place of an old one.
#[derive(Clone, Debug)]
pub(super) struct Table<G: GameRules> {
    places: Vec<Place<G>>,
    is_used: bool,
}

impl<G: GameRules> Table<G> {
    pub(super) fn new(is_used: bool) -> Table<G> {
        Table { places: Vec::new(), is_used }
    }

    pub(super) fn clear(&mut self) {
        self.places.clear();
    }

    pub(super) fn get(&self, state: &G::State) -> Option<&Entry<G::State, G::Move>> {
        let place = self.places.get(index(state))?.as_ref()?;
        (place.state == *state).then_some(place)
    }

    pub(super) fn put(&mut self, entry: Entry<G::State, G::Move>) {
        if !self.is_used {
            return;
        }
        if self.places.is_empty() {
            self.places = (0..N_PLACES).map(|_| None).collect();
        }
        let index = index(&entry.state);
        self.places[index] = Some(entry);
    }
}

fn index(state: &impl Hash) -> usize {
    let mut mixer = Mixer(0);
    state.hash(&mut mixer);
    (mixer.0 >> (64 - N_PLACES.trailing_zeros())) as usize
}

/// A fast hash function: multiplies by the golden ratio and mixes the upper half into the lower. It is
/// the same on every machine with the same order of bytes.
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
