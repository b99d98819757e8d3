//! The transposition table of the general searcher.

use std::hash::{Hash, Hasher};

use crate::paip::game_rules::GameRules;
use crate::paip::value::Value;
use crate::search_tree::ValueBound;

/// The number of entries, a power of two.
const N_ENTRIES: usize = 1 << 18;

/// A position that was searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableEntry<S, M> {
    pub(crate) state: S,
    pub(crate) depth: u32,
    pub(crate) value: Value,
    pub(crate) bound: ValueBound,
    pub(crate) best: Option<M>,
    pub(crate) basis: ValueBasis,
}

/// What a value depends on, other than ends of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ValueBasis {
    /// Evaluations.
    pub(crate) horizon: bool,
    /// The assumption that moves which were left out are no better than the others.
    pub(crate) left_out: bool,
}

impl ValueBasis {
    pub(crate) fn add(&mut self, other: ValueBasis) {
        self.horizon |= other.horizon;
        self.left_out |= other.left_out;
    }
}

type TableSlot<G> = Option<TableEntry<<G as GameRules>::State, <G as GameRules>::Move>>;

/// The table. A new position replaces an old one.
#[derive(Clone, Debug)]
pub(crate) struct TranspositionTable<G: GameRules> {
    slots: Vec<TableSlot<G>>,
}

impl<G: GameRules> TranspositionTable<G> {
    pub(crate) const fn new() -> TranspositionTable<G> {
        TranspositionTable { slots: Vec::new() }
    }

    pub(crate) fn clear(&mut self) {
        self.slots.fill_with(|| None);
    }

    /// Makes the slots, so that no search takes the time for it.
    pub(crate) fn prepare(&mut self) {
        if self.slots.is_empty() {
            self.slots.resize_with(N_ENTRIES, || None);
        }
    }

    pub(crate) fn get(&self, state: &G::State) -> Option<&TableEntry<G::State, G::Move>> {
        let entry = self.slots.get(index(state))?.as_ref()?;
        (entry.state == *state).then_some(entry)
    }

    pub(crate) fn put(&mut self, entry: TableEntry<G::State, G::Move>) {
        self.prepare();
        let index = index(&entry.state);
        self.slots[index] = Some(entry);
    }
}

fn index(state: &impl Hash) -> usize {
    let mut hasher = StateHasher(0);
    state.hash(&mut hasher);
    (hasher.0 >> (64 - N_ENTRIES.trailing_zeros())) as usize
}

/// A fast hash function: multiplies by the golden ratio and mixes the upper half into the lower. It is
/// the same on every machine with the same order of bytes.
struct StateHasher(u64);

impl Hasher for StateHasher {
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
