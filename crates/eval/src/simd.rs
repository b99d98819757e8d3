//! The two inner loops of the pattern evaluation: keeping the feature values along a move, and adding
//! up the weights.
//!
//! The first is written for AVX2 (LLVM keeps the values in registers only when told so) and in plain
//! Rust; both give the same values. The second needs no instruction set but leaves out the checks of
//! its indices, which its table makes superfluous.

use willow_board::{Bitboard, Square};

use crate::patterns::{FEATURE_OFFSETS, N_FEATURES, N_SLOTS};

/// The values of all features of a board. On a cache line of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Slots(pub(crate) [u16; N_SLOTS]);

/// What discs add to the values of features.
pub(crate) struct Additions {
    /// What a disc of the player adds in place of an empty square, by square.
    pub(crate) placed: Box<[Slots; 64]>,
    /// The largest values: what a value and that of the other side's view add up to.
    pub(crate) largest: Slots,
}

impl Additions {
    /// Returns the values after the side to move placed a disc and turned over others, seen from the
    /// other side.
    #[inline]
    pub(crate) fn after(&self, slots: &Slots, square: Square, flips: Bitboard) -> Slots {
        #[cfg(all(target_feature = "avx2", not(feature = "kernel-portable")))]
        // SAFETY: compiled only where AVX2 is a target feature of the whole build.
        unsafe {
            self.after_avx2(slots, square, flips)
        }
        #[cfg(not(all(target_feature = "avx2", not(feature = "kernel-portable"))))]
        self.after_portable(slots, square, flips)
    }

    #[cfg_attr(not(test), allow(dead_code, reason = "the oracle of the other kernel"))]
    #[inline]
    pub(crate) fn after_portable(&self, slots: &Slots, square: Square, flips: Bitboard) -> Slots {
        let mut turned = [0u16; N_SLOTS];
        for flipped in flips.squares() {
            let placed = &self.placed[flipped.index()].0;
            for (sum, value) in turned.iter_mut().zip(placed) {
                *sum = sum.wrapping_add(*value);
            }
        }
        let placed = &self.placed[square.index()].0;
        Slots(std::array::from_fn(|slot| {
            let mover =
                slots.0[slot].wrapping_add(placed[slot]).wrapping_add(turned[slot].wrapping_mul(2));
            self.largest.0[slot].wrapping_sub(mover)
        }))
    }

    #[cfg(target_feature = "avx2")]
    #[cfg_attr(feature = "kernel-portable", allow(dead_code, reason = "the other kernel is used"))]
    #[target_feature(enable = "avx2")]
    #[inline]
    fn after_avx2(&self, slots: &Slots, square: Square, flips: Bitboard) -> Slots {
        use std::arch::x86_64::{_mm256_add_epi16, _mm256_setzero_si256, _mm256_sub_epi16};
        let mut turned = [_mm256_setzero_si256(); 4];
        for flipped in flips.squares() {
            let placed = lanes(&self.placed[flipped.index()]);
            for (sum, value) in turned.iter_mut().zip(placed) {
                *sum = _mm256_add_epi16(*sum, value);
            }
        }
        let (own, placed, largest) =
            (lanes(slots), lanes(&self.placed[square.index()]), lanes(&self.largest));
        let after = std::array::from_fn(|i| {
            let mover = _mm256_add_epi16(
                _mm256_add_epi16(own[i], placed[i]),
                _mm256_add_epi16(turned[i], turned[i]),
            );
            _mm256_sub_epi16(largest[i], mover)
        });
        slots_of(after)
    }
}

#[cfg(target_feature = "avx2")]
#[target_feature(enable = "avx2")]
#[inline]
fn lanes(slots: &Slots) -> [std::arch::x86_64::__m256i; 4] {
    // SAFETY: both are 128 bytes without padding, and every bit pattern is a value of both.
    unsafe { std::mem::transmute_copy(slots) }
}

#[cfg(target_feature = "avx2")]
#[target_feature(enable = "avx2")]
#[inline]
fn slots_of(lanes: [std::arch::x86_64::__m256i; 4]) -> Slots {
    // SAFETY: as in `lanes`.
    unsafe { std::mem::transmute(lanes) }
}

/// The weights of all phases in one piece. After the last one there are so many zeroes that any offset
/// of a feature plus any 16-bit value is a place in it.
pub(crate) struct WeightTable {
    weights: Box<[i16]>,
    n_weights: usize,
}

impl WeightTable {
    /// Returns the table of so many weights a phase.
    pub(crate) fn new(weights: &[i16], n_weights: usize) -> WeightTable {
        assert!(weights.len().is_multiple_of(n_weights), "every phase has all weights");
        assert!(FEATURE_OFFSETS.iter().all(|&offset| (offset as usize) < n_weights));
        let padding = std::iter::repeat_n(0, 1 << 16);
        WeightTable { weights: weights.iter().copied().chain(padding).collect(), n_weights }
    }

    /// Returns the sum of the weights of the features.
    #[inline]
    pub(crate) fn sum(&self, phase: usize, slots: &Slots) -> i32 {
        let phase = &self.weights[phase * self.n_weights..];
        assert!((1 << 16) + self.n_weights <= phase.len(), "a phase that exists");
        sum_of_eight::<0>(phase, slots)
            + sum_of_eight::<8>(phase, slots)
            + sum_of_eight::<16>(phase, slots)
            + sum_of_eight::<24>(phase, slots)
            + sum_of_eight::<32>(phase, slots)
            + sum_of_eight::<40>(phase, slots)
            + sum_of_eight::<48>(phase, slots)
            + sum_of_eight::<56>(phase, slots)
    }
}

/// Adds up the weights of eight features, as far as there are so many. That the first is known at
/// compile time makes the offsets constants.
#[inline]
fn sum_of_eight<const FIRST: usize>(phase: &[i16], slots: &Slots) -> i32 {
    let mut sum = 0;
    for feature in FIRST..FIRST + 8 {
        if feature < N_FEATURES {
            let place = FEATURE_OFFSETS[feature] as usize + usize::from(slots.0[feature]);
            // SAFETY: offsets are smaller than the number of weights of a phase (checked in `new`), a
            // slot is below 2^16, and `sum` checked that the slice is longer than both together.
            sum += i32::from(unsafe { *phase.get_unchecked(place) });
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_agree() {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state ^ state >> 29
        };
        let mut slots = || Slots(std::array::from_fn(|_| random() as u16));
        let placed = Box::new(std::array::from_fn(|_| slots()));
        let additions = Additions { placed, largest: slots() };
        for square in Square::ALL {
            let own = slots();
            let flips = Bitboard::from_bits(
                slots().0[..4].iter().fold(0, |bits, &word| bits << 16 | u64::from(word)),
            );
            let expected = additions.after_portable(&own, square, flips);
            assert_eq!(additions.after(&own, square, flips), expected);
        }
    }

    #[test]
    fn every_slot_value_is_a_place() {
        let n_weights = *FEATURE_OFFSETS.last().expect("there are features") as usize + 1;
        let table = WeightTable::new(&vec![1; 3 * n_weights], n_weights);
        assert_eq!(table.sum(0, &Slots([0; N_SLOTS])), N_FEATURES as i32);
        assert_eq!(table.sum(2, &Slots([u16::MAX; N_SLOTS])), 0, "beyond the last weight");
    }
}
