//! The two inner loops of the pattern evaluation: keeping the feature values along a move, and adding
//! up the rows of the features.
//!
//! Both are written for AVX2 (LLVM keeps the values in registers only when told so) and in plain Rust,
//! with the same results. The second leaves out the checks of its indices, which its table makes
//! superfluous.

use willow_board::{Bitboard, Square};

use crate::patterns::{
    FEATURE_OFFSETS, LARGEST_UNIT, N_HIDDEN, N_MOBILITY, N_PATTERNS, N_SLOTS, Row,
};

/// The values of all patterns on a board. On a cache line of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Slots(pub(crate) [u16; N_SLOTS]);

/// What discs add to the values of patterns.
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

/// The rows of all patterns. After the last one there are so many of zeroes that any offset of a
/// feature plus any 16-bit value is a place in it.
pub(crate) struct RowTable(Box<[Row]>);

impl RowTable {
    /// Returns the table of these rows.
    pub(crate) fn new(rows: &[Row]) -> RowTable {
        assert!(FEATURE_OFFSETS.iter().all(|&offset| (offset as usize) < rows.len()));
        let padding = std::iter::repeat_n(Row::default(), 1 << 16);
        RowTable(rows.iter().copied().chain(padding).collect())
    }

    /// Returns the row at a place.
    pub(crate) fn row_at(&self, place: u32) -> &Row {
        &self.0[place as usize]
    }

    #[inline]
    fn row(&self, feature: usize, value: u16) -> &Row {
        let place = FEATURE_OFFSETS[feature] as usize + usize::from(value);
        // SAFETY: `new` checked that every offset is smaller than the number of rows without the
        // padding, which is longer than any value.
        unsafe { self.0.get_unchecked(place) }
    }

    /// Returns what a readout makes of the sum of the features' rows and `bias`, without its own bias.
    #[inline]
    pub(crate) fn read_out(
        &self,
        slots: &Slots,
        moves: &[u16; N_MOBILITY],
        bias: &Row,
        factors: &[i16; N_HIDDEN],
    ) -> i32 {
        #[cfg(all(target_feature = "avx2", not(feature = "kernel-portable")))]
        // SAFETY: compiled only where AVX2 is a target feature of the whole build.
        unsafe {
            self.read_out_avx2(slots, moves, bias, factors)
        }
        #[cfg(not(all(target_feature = "avx2", not(feature = "kernel-portable"))))]
        self.read_out_portable(slots, moves, bias, factors)
    }

    #[cfg_attr(not(test), allow(dead_code, reason = "the oracle of the other kernel"))]
    #[inline]
    pub(crate) fn read_out_portable(
        &self,
        slots: &Slots,
        moves: &[u16; N_MOBILITY],
        bias: &Row,
        factors: &[i16; N_HIDDEN],
    ) -> i32 {
        let mut sum = bias.0;
        for (feature, &value) in slots.0[..N_PATTERNS].iter().chain(moves).enumerate() {
            for (unit, value) in sum.iter_mut().zip(self.row(feature, value).0) {
                *unit = unit.wrapping_add(value);
            }
        }
        let product = |(unit, factor): (i16, &i16)| {
            i32::from(unit.clamp(0, LARGEST_UNIT)) * i32::from(*factor)
        };
        sum.into_iter().zip(factors).map(product).sum()
    }

    #[cfg(target_feature = "avx2")]
    #[cfg_attr(feature = "kernel-portable", allow(dead_code, reason = "the other kernel is used"))]
    #[target_feature(enable = "avx2")]
    #[inline]
    fn read_out_avx2(
        &self,
        slots: &Slots,
        moves: &[u16; N_MOBILITY],
        bias: &Row,
        factors: &[i16; N_HIDDEN],
    ) -> i32 {
        use std::arch::x86_64::{
            __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi16,
            _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_madd_epi16, _mm256_max_epi16,
            _mm256_min_epi16, _mm256_set1_epi16, _mm256_setzero_si256,
        };
        // SAFETY: both are 32 bytes without padding, and every bit pattern is a value of both.
        let load = |row: &[i16; N_HIDDEN]| -> __m256i { unsafe { std::mem::transmute_copy(row) } };
        // Several sums side by side, so that an addition need not wait for the one before.
        let mut sums =
            [load(&bias.0), _mm256_setzero_si256(), _mm256_setzero_si256(), _mm256_setzero_si256()];
        for pattern in 0..N_PATTERNS {
            let row = load(&self.row(pattern, slots.0[pattern]).0);
            sums[pattern % 4] = _mm256_add_epi16(sums[pattern % 4], row);
        }
        for (index, &value) in moves.iter().enumerate() {
            let row = load(&self.row(N_PATTERNS + index, value).0);
            sums[index % 4] = _mm256_add_epi16(sums[index % 4], row);
        }
        let sum = _mm256_add_epi16(
            _mm256_add_epi16(sums[0], sums[1]),
            _mm256_add_epi16(sums[2], sums[3]),
        );
        let largest = _mm256_set1_epi16(LARGEST_UNIT);
        let units = _mm256_min_epi16(_mm256_max_epi16(sum, _mm256_setzero_si256()), largest);
        let products = _mm256_madd_epi16(units, load(factors));
        let half = _mm_add_epi32(
            _mm256_castsi256_si128(products),
            _mm256_extracti128_si256::<1>(products),
        );
        let pair = _mm_add_epi32(half, _mm_shuffle_epi32::<0b0100_1110>(half));
        _mm_cvtsi128_si32(_mm_add_epi32(pair, _mm_shuffle_epi32::<0b1011_0001>(pair)))
    }
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
    fn readouts_agree() {
        let mut state = 5u64;
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 40) as i16
        };
        let n_rows = *FEATURE_OFFSETS.last().expect("there are features") as usize + 1;
        let rows: Vec<Row> =
            (0..n_rows).map(|_| Row(std::array::from_fn(|_| random() / 20))).collect();
        let table = RowTable::new(&rows);
        for _ in 0..1000 {
            let slots = Slots(std::array::from_fn(|_| random() as u16 % 6000));
            let moves = std::array::from_fn(|_| random() as u16 % 512);
            let bias = Row(std::array::from_fn(|_| random() / 20));
            let factors = std::array::from_fn(|_| random());
            let expected = table.read_out_portable(&slots, &moves, &bias, &factors);
            assert_eq!(table.read_out(&slots, &moves, &bias, &factors), expected);
        }
    }
}
