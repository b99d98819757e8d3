//! The two inner loops of the pattern evaluation: updating the pattern indices after a move, and
//! adding up the weights of the features.
//!
//! Each loop is written for AVX2 and NEON (the compiler does not keep the sums in registers by itself)
//! and in portable Rust, the second one for AVX-512 as well, with the same results. The second loop leaves
//! out bounds checks, because its table is padded.

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
#[cfg_attr(feature = "kernel-portable", allow(dead_code, reason = "the other kernel is used"))]
mod neon;

use willow_board::{Bitboard, Square};

use super::hidden::{HiddenSums, HiddenWeights, MAX_SUM, N_HIDDEN};
use super::mobility::N_MOBILITY_FEATURES;
use super::shapes::{FEATURE_OFFSETS, N_PADDED_PATTERNS, N_PATTERN_FEATURES};

/// The pattern indices of a board, padded with zeroes. Aligned to a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct PatternIndices(pub(crate) [u16; N_PADDED_PATTERNS]);

/// How discs change the pattern indices.
pub(crate) struct IndexDeltas {
    /// By square, what a disc of the player adds to each index in place of an empty square. Zeroes
    /// follow, at the number of trailing zeroes of an empty set.
    pub(crate) placed: Box<[PatternIndices; 65]>,
    /// The largest indices: the sum of an index and the same index for the other side.
    pub(crate) max: PatternIndices,
}

impl IndexDeltas {
    /// Returns the pattern indices after the side to move placed a disc on `square` and flipped
    /// `flips`, for the other side.
    #[inline]
    pub(crate) fn after(
        &self,
        indices: &PatternIndices,
        square: Square,
        flips: Bitboard,
    ) -> PatternIndices {
        cfg_select! {
            feature = "kernel-portable" => self.after_portable(indices, square, flips),
            target_feature = "avx2" => {
                // SAFETY: `after_avx2` needs AVX2. The `cfg_select` above compiles this call only where
                // `target_feature = "avx2"` holds for the whole build.
                unsafe { self.after_avx2(indices, square, flips) }
            }
            all(target_arch = "aarch64", target_feature = "neon") => {
                // SAFETY: `after_neon` needs NEON. The `cfg_select` above compiles this call only where
                // `target_feature = "neon"` holds for the whole build.
                unsafe { self.after_neon(indices, square, flips) }
            }
            _ => self.after_portable(indices, square, flips),
        }
    }

    #[cfg_attr(not(test), allow(dead_code, reason = "the oracle of the other kernel"))]
    #[inline]
    pub(crate) fn after_portable(
        &self,
        indices: &PatternIndices,
        square: Square,
        flips: Bitboard,
    ) -> PatternIndices {
        let mut flipped_sum = [0u16; N_PADDED_PATTERNS];
        for flipped in flips.squares() {
            let placed = &self.placed[flipped.index()].0;
            for (sum, delta) in flipped_sum.iter_mut().zip(placed) {
                *sum = sum.wrapping_add(*delta);
            }
        }
        let placed = &self.placed[square.index()].0;
        PatternIndices(std::array::from_fn(|feature| {
            let mover = indices.0[feature]
                .wrapping_add(placed[feature])
                .wrapping_add(flipped_sum[feature].wrapping_mul(2));
            self.max.0[feature].wrapping_sub(mover)
        }))
    }

    #[cfg(target_feature = "avx2")]
    #[cfg_attr(feature = "kernel-portable", allow(dead_code, reason = "the other kernel is used"))]
    #[target_feature(enable = "avx2")]
    #[inline]
    fn after_avx2(
        &self,
        indices: &PatternIndices,
        square: Square,
        flips: Bitboard,
    ) -> PatternIndices {
        use std::arch::x86_64::{_mm256_add_epi16, _mm256_setzero_si256, _mm256_sub_epi16};
        let mut flipped_sum = [_mm256_setzero_si256(); 4];
        self.for_flips(flips, |placed| {
            for (sum, delta) in flipped_sum.iter_mut().zip(registers_of(placed)) {
                *sum = _mm256_add_epi16(*sum, delta);
            }
        });
        let (before, placed, max) = (
            registers_of(indices),
            registers_of(&self.placed[square.index()]),
            registers_of(&self.max),
        );
        let after = std::array::from_fn(|i| {
            let mover = _mm256_add_epi16(
                _mm256_add_epi16(before[i], placed[i]),
                _mm256_add_epi16(flipped_sum[i], flipped_sum[i]),
            );
            _mm256_sub_epi16(max[i], mover)
        });
        indices_of(after)
    }

    /// Calls `add` with the deltas of every flipped disc, and with zeroes after the last one.
    ///
    /// Most moves flip one to three discs, and which number cannot be predicted. With several discs for each
    /// turn of the loop, its end is predicted more often (experiment 165 of docs/engine-log.md).
    #[cfg(any(target_feature = "avx2", target_feature = "neon"))]
    #[inline]
    fn for_flips(&self, flips: Bitboard, mut add: impl FnMut(&PatternIndices)) {
        /// Discs for each turn of the loop.
        const FLIPS_PER_TURN: usize = 3;
        let mut left = flips.bits();
        loop {
            for _ in 0..FLIPS_PER_TURN {
                add(&self.placed[left.trailing_zeros() as usize]);
                left &= left.wrapping_sub(1);
            }
            if left == 0 {
                return;
            }
        }
    }
}

#[cfg(target_feature = "avx2")]
#[target_feature(enable = "avx2")]
#[inline]
fn registers_of(indices: &PatternIndices) -> [std::arch::x86_64::__m256i; 4] {
    const { assert!(size_of::<PatternIndices>() == size_of::<[std::arch::x86_64::__m256i; 4]>()) };
    // SAFETY: the assertion above checks that both types have the same size (128 bytes), so the copy
    // reads no byte outside `indices`. Neither type has padding, and every bit pattern is a value of
    // the registers.
    unsafe { std::mem::transmute_copy(indices) }
}

#[cfg(target_feature = "avx2")]
#[target_feature(enable = "avx2")]
#[inline]
fn indices_of(registers: [std::arch::x86_64::__m256i; 4]) -> PatternIndices {
    // SAFETY: `transmute` compiles only because both types have the same size (128 bytes). Neither has
    // padding, and every bit pattern is a value of 64 integers of 16 bits.
    unsafe { std::mem::transmute(registers) }
}

/// The number of registers that take turns in adding up the weights.
#[cfg(any(target_feature = "avx2", target_feature = "neon"))]
const N_SUM_REGISTERS: usize = 4;

/// The weights of the hidden units by weight index. Zero vectors follow the last one, so that the
/// offset of any feature plus any 16-bit index is within the table.
pub(crate) struct HiddenWeightTable(Box<[HiddenWeights]>);

impl HiddenWeightTable {
    /// Returns the table of these weights, padded.
    pub(crate) fn new(hidden_weights: &[HiddenWeights]) -> HiddenWeightTable {
        assert!(FEATURE_OFFSETS.iter().all(|&offset| (offset as usize) < hidden_weights.len()));
        let padding = std::iter::repeat_n(HiddenWeights::default(), 1 << 16);
        HiddenWeightTable(hidden_weights.iter().copied().chain(padding).collect())
    }

    /// Returns the weights of a weight index.
    pub(crate) fn at(&self, weight_index: u32) -> &HiddenWeights {
        &self.0[weight_index as usize]
    }

    #[inline]
    fn weights(&self, feature: usize, index: u16) -> &HiddenWeights {
        let weight_index = FEATURE_OFFSETS[feature] as usize + usize::from(index);
        // SAFETY: the assertion in `new`, the only constructor, checks that every offset is smaller
        // than the number of weights without the padding. The padding of 2^16 vectors is longer than
        // any 16-bit index. So the sum of an offset and an index is below the length of the table.
        unsafe { self.0.get_unchecked(weight_index) }
    }

    /// Returns the output layer's sum without its bias: the sum of the hidden units' activations
    /// times `weights`. The accumulators are the sum of `bias` and the weights of all features. The sum
    /// wraps around at 32 bits, which only weights far from those of a trained network can reach.
    #[inline]
    pub(crate) fn output_sum(
        &self,
        indices: &PatternIndices,
        mobility: &[u16; N_MOBILITY_FEATURES],
        bias: &HiddenSums,
        weights: &[i16; N_HIDDEN],
    ) -> i32 {
        cfg_select! {
            all(target_arch = "aarch64", target_feature = "neon", not(feature = "kernel-portable")) => {
                // SAFETY: `output_sum_neon` needs NEON. The `cfg_select` above compiles this call only
                // where `target_feature = "neon"` holds for the whole build.
                unsafe { self.output_sum_neon(indices, mobility, bias, weights) }
            }
            any(feature = "kernel-portable", not(target_feature = "avx2")) => {
                self.output_sum_portable(indices, mobility, bias, weights)
            }
            all(target_feature = "avx512bw", not(feature = "kernel-avx2")) => {
                // SAFETY: `output_sum_avx512` needs AVX-512BW. The `cfg_select` above compiles this
                // call only where `target_feature = "avx512bw"` holds for the whole build.
                unsafe { self.output_sum_avx512(indices, mobility, bias, weights) }
            }
            _ => {
                // SAFETY: `output_sum_avx2` needs AVX2. The `cfg_select` above compiles this call only
                // where `target_feature = "avx2"` holds for the whole build.
                unsafe { self.output_sum_avx2(indices, mobility, bias, weights) }
            }
        }
    }

    #[cfg_attr(not(test), allow(dead_code, reason = "the oracle of the other kernels"))]
    #[inline]
    pub(crate) fn output_sum_portable(
        &self,
        indices: &PatternIndices,
        mobility: &[u16; N_MOBILITY_FEATURES],
        bias: &HiddenSums,
        weights: &[i16; N_HIDDEN],
    ) -> i32 {
        let mut accumulators = bias.0;
        let indices = indices.0[..N_PATTERN_FEATURES].iter().chain(mobility);
        for (feature, &index) in indices.enumerate() {
            for (sum, weight) in accumulators.iter_mut().zip(self.weights(feature, index).0) {
                *sum = sum.wrapping_add(weight.into());
            }
        }
        let product = |(accumulator, weight): (i16, &i16)| {
            let clipped = i32::from(accumulator.clamp(0, MAX_SUM));
            clipped * clipped * i32::from(*weight)
        };
        accumulators.into_iter().zip(weights).map(product).fold(0, i32::wrapping_add)
    }
}

/// Calls `add` for every feature of a board: with the number of the register of sums whose turn it is, the
/// feature and its index. Several sums take turns, so that an addition does not wait for the addition
/// before it.
///
/// The calls are written out instead of a loop: the offset of each feature is then a constant in the
/// address of its weights, and the sums stay in registers (experiment 164 of docs/engine-log.md).
#[cfg(any(target_feature = "avx2", target_feature = "neon"))]
#[allow(clippy::inline_always, reason = "each call is a few instructions of the kernel")]
#[inline(always)]
fn for_features(
    indices: &PatternIndices,
    mobility: &[u16; N_MOBILITY_FEATURES],
    mut add: impl FnMut(usize, usize, u16),
) {
    const { assert!(N_PATTERN_FEATURES == 58 && N_MOBILITY_FEATURES == 10) };
    seq_macro::seq!(FEATURE in 0..58 {
        add(FEATURE % N_SUM_REGISTERS, FEATURE, indices.0[FEATURE]);
    });
    seq_macro::seq!(FEATURE in 58..68 {
        add(FEATURE % N_SUM_REGISTERS, FEATURE, mobility[FEATURE - N_PATTERN_FEATURES]);
    });
}

#[cfg(target_feature = "avx2")]
#[cfg_attr(
    any(
        feature = "kernel-portable",
        all(target_feature = "avx512bw", not(feature = "kernel-avx2"))
    ),
    allow(dead_code, reason = "another kernel is used")
)]
mod avx2 {
    use std::arch::x86_64::{
        __m128i, __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi16,
        _mm256_add_epi32, _mm256_castsi256_si128, _mm256_cvtepi8_epi16, _mm256_extracti128_si256,
        _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16,
        _mm256_set1_epi16, _mm256_setzero_si256,
    };

    use super::{
        HiddenSums, HiddenWeightTable, HiddenWeights, MAX_SUM, N_HIDDEN, N_MOBILITY_FEATURES,
        N_SUM_REGISTERS, PatternIndices, for_features,
    };

    /// The number of registers of a vector of sums.
    const HALVES: usize = 2;

    impl HiddenWeightTable {
        #[target_feature(enable = "avx2")]
        #[inline]
        pub(super) fn output_sum_avx2(
            &self,
            indices: &PatternIndices,
            mobility: &[u16; N_MOBILITY_FEATURES],
            bias: &HiddenSums,
            weights: &[i16; N_HIDDEN],
        ) -> i32 {
            let mut sums = [[_mm256_setzero_si256(); HALVES]; N_SUM_REGISTERS];
            sums[0] = registers_of_sums(&bias.0);
            let add = |turn: usize, feature: usize, index: u16| {
                let weights = registers_of_weights(self.weights(feature, index));
                let sum: &mut [__m256i; HALVES] = &mut sums[turn];
                for half in 0..HALVES {
                    sum[half] = _mm256_add_epi16(sum[half], _mm256_cvtepi8_epi16(weights[half]));
                }
            };
            for_features(indices, mobility, add);
            let (zero, max) = (_mm256_setzero_si256(), _mm256_set1_epi16(MAX_SUM));
            let output_weights = registers_of_sums(weights);
            let mut products = zero;
            for half in 0..HALVES {
                let accumulators = _mm256_add_epi16(
                    _mm256_add_epi16(sums[0][half], sums[1][half]),
                    _mm256_add_epi16(sums[2][half], sums[3][half]),
                );
                let clipped = _mm256_min_epi16(_mm256_max_epi16(accumulators, zero), max);
                let activations = _mm256_mullo_epi16(clipped, clipped);
                let of_half = _mm256_madd_epi16(activations, output_weights[half]);
                products = _mm256_add_epi32(products, of_half);
            }
            let four = _mm_add_epi32(
                _mm256_castsi256_si128(products),
                _mm256_extracti128_si256::<1>(products),
            );
            let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b0100_1110>(four));
            _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b1011_0001>(two)))
        }
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn registers_of_weights(weights: &HiddenWeights) -> [__m128i; HALVES] {
        const { assert!(size_of::<HiddenWeights>() == size_of::<[__m128i; HALVES]>()) };
        // SAFETY: the assertion above checks that both types have the same size (32 bytes), so the copy
        // reads no byte outside `weights`. Neither type has padding, and every bit pattern is a value
        // of the registers.
        unsafe { std::mem::transmute_copy(weights) }
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn registers_of_sums(values: &[i16; N_HIDDEN]) -> [__m256i; HALVES] {
        const { assert!(size_of::<[i16; N_HIDDEN]>() == size_of::<[__m256i; HALVES]>()) };
        // SAFETY: the assertion above checks that both types have the same size (64 bytes), so the copy
        // reads no byte outside `values`. Neither type has padding, and every bit pattern is a value of
        // the registers.
        unsafe { std::mem::transmute_copy(values) }
    }
}

#[cfg(target_feature = "avx512bw")]
#[cfg_attr(
    any(feature = "kernel-portable", feature = "kernel-avx2"),
    allow(dead_code, reason = "another kernel is used")
)]
mod avx512 {
    use std::arch::x86_64::{
        __m256i, __m512i, _mm512_add_epi16, _mm512_cvtepi8_epi16, _mm512_madd_epi16,
        _mm512_max_epi16, _mm512_min_epi16, _mm512_mullo_epi16, _mm512_reduce_add_epi32,
        _mm512_set1_epi16, _mm512_setzero_si512,
    };

    use super::{
        HiddenSums, HiddenWeightTable, HiddenWeights, MAX_SUM, N_HIDDEN, N_MOBILITY_FEATURES,
        N_SUM_REGISTERS, PatternIndices, for_features,
    };

    impl HiddenWeightTable {
        #[target_feature(enable = "avx2,avx512f,avx512bw")]
        #[inline]
        pub(super) fn output_sum_avx512(
            &self,
            indices: &PatternIndices,
            mobility: &[u16; N_MOBILITY_FEATURES],
            bias: &HiddenSums,
            weights: &[i16; N_HIDDEN],
        ) -> i32 {
            let mut sums = [_mm512_setzero_si512(); N_SUM_REGISTERS];
            sums[0] = register_of_sums(&bias.0);
            let add = |turn: usize, feature: usize, index: u16| {
                let weights = register_of_weights(self.weights(feature, index));
                let sum: &mut __m512i = &mut sums[turn];
                *sum = _mm512_add_epi16(*sum, _mm512_cvtepi8_epi16(weights));
            };
            for_features(indices, mobility, add);
            let accumulators = _mm512_add_epi16(
                _mm512_add_epi16(sums[0], sums[1]),
                _mm512_add_epi16(sums[2], sums[3]),
            );
            let max = _mm512_set1_epi16(MAX_SUM);
            let clipped =
                _mm512_min_epi16(_mm512_max_epi16(accumulators, _mm512_setzero_si512()), max);
            let activations = _mm512_mullo_epi16(clipped, clipped);
            _mm512_reduce_add_epi32(_mm512_madd_epi16(activations, register_of_sums(weights)))
        }
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn register_of_weights(weights: &HiddenWeights) -> __m256i {
        const { assert!(size_of::<HiddenWeights>() == size_of::<__m256i>()) };
        // SAFETY: the assertion above checks that both types have the same size (32 bytes), so the copy
        // reads no byte outside `weights`. Neither type has padding, and every bit pattern is a value
        // of the register.
        unsafe { std::mem::transmute_copy(weights) }
    }

    #[target_feature(enable = "avx512f")]
    #[inline]
    fn register_of_sums(values: &[i16; N_HIDDEN]) -> __m512i {
        const { assert!(size_of::<[i16; N_HIDDEN]>() == size_of::<__m512i>()) };
        // SAFETY: the assertion above checks that both types have the same size (64 bytes), so the copy
        // reads no byte outside `values`. Neither type has padding, and every bit pattern is a value of
        // the register.
        unsafe { std::mem::transmute_copy(values) }
    }
}

#[cfg(test)]
mod tests {
    use willow_testkit::TestRng;

    use super::*;

    #[test]
    fn index_kernels_agree() {
        let mut rng = TestRng::new(1);
        let mut indices = || PatternIndices(std::array::from_fn(|_| rng.next_u64() as u16));
        let mut placed = Box::new(std::array::from_fn(|_| indices()));
        placed[64] = PatternIndices([0; N_PADDED_PATTERNS]);
        let deltas = IndexDeltas { placed, max: indices() };
        for square in Square::ALL {
            let before = indices();
            let flips = Bitboard::from_bits(
                indices().0[..4].iter().fold(0, |bits, &word| bits << 16 | u64::from(word)),
            );
            let expected = deltas.after_portable(&before, square, flips);
            assert_eq!(deltas.after(&before, square, flips), expected);
        }
    }

    #[test]
    fn output_kernels_agree() {
        let mut rng = TestRng::new(5);
        let mut random = || rng.next_u64() as i16;
        let n_weights = *FEATURE_OFFSETS.last().expect("there are features") as usize + 1;
        let hidden_weights: Vec<HiddenWeights> = (0..n_weights)
            .map(|_| HiddenWeights(std::array::from_fn(|_| random() as i8)))
            .collect();
        let table = HiddenWeightTable::new(&hidden_weights);
        for _ in 0..1000 {
            let indices = PatternIndices(std::array::from_fn(|_| random() as u16 % 6000));
            let mobility = std::array::from_fn(|_| random() as u16 % 512);
            let bias = HiddenSums(std::array::from_fn(|_| random() / 20));
            let weights = std::array::from_fn(|_| random());
            let expected = table.output_sum_portable(&indices, &mobility, &bias, &weights);
            assert_eq!(table.output_sum(&indices, &mobility, &bias, &weights), expected);
            #[cfg(target_feature = "avx2")]
            // SAFETY: `output_sum_avx2` needs AVX2, which the `cfg` above says the whole build has.
            let with_avx2 = unsafe { table.output_sum_avx2(&indices, &mobility, &bias, &weights) };
            #[cfg(target_feature = "avx2")]
            assert_eq!(with_avx2, expected);
        }
    }
}
