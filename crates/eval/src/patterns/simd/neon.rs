//! The inner loops with the vector instructions of 64-bit ARM, NEON.

use std::arch::aarch64::{
    int8x16_t, int16x8_t, uint16x8_t, vaddq_s16, vaddq_u16, vaddvq_s32, vaddw_high_s8, vaddw_s8,
    vdupq_n_s16, vdupq_n_s32, vdupq_n_u16, vget_low_s8, vget_low_s16, vmaxq_s16, vminq_s16,
    vmlal_high_s16, vmlal_s16, vmulq_s16, vsubq_u16,
};

use willow_board::{Bitboard, Square};

use super::{
    HiddenSums, HiddenWeightTable, HiddenWeights, IndexDeltas, MAX_SUM, N_HIDDEN,
    N_MOBILITY_FEATURES, N_SUM_REGISTERS, PatternIndices, for_features,
};

/// The number of registers of the pattern indices.
const N_INDEX_REGISTERS: usize = 8;

/// The number of registers of a vector of sums.
const N_QUARTERS: usize = 4;

impl IndexDeltas {
    #[target_feature(enable = "neon")]
    #[inline]
    pub(super) fn after_neon(
        &self,
        indices: &PatternIndices,
        square: Square,
        flips: Bitboard,
    ) -> PatternIndices {
        let mut flipped_sum = [vdupq_n_u16(0); N_INDEX_REGISTERS];
        self.for_flips(flips, |placed| {
            for (sum, delta) in flipped_sum.iter_mut().zip(registers_of(placed)) {
                *sum = vaddq_u16(*sum, delta);
            }
        });
        let (before, placed, max) = (
            registers_of(indices),
            registers_of(&self.placed[square.index()]),
            registers_of(&self.max),
        );
        indices_of(std::array::from_fn(|i| {
            let flipped = vaddq_u16(flipped_sum[i], flipped_sum[i]);
            vsubq_u16(max[i], vaddq_u16(vaddq_u16(before[i], placed[i]), flipped))
        }))
    }
}

impl HiddenWeightTable {
    #[target_feature(enable = "neon")]
    #[inline]
    pub(super) fn output_sum_neon(
        &self,
        indices: &PatternIndices,
        mobility: &[u16; N_MOBILITY_FEATURES],
        bias: &HiddenSums,
        weights: &[i16; N_HIDDEN],
    ) -> i32 {
        let mut sums = [[vdupq_n_s16(0); N_QUARTERS]; N_SUM_REGISTERS];
        sums[0] = registers_of_sums(&bias.0);
        for_features(indices, mobility, |turn, feature, index| {
            let [first, second] = registers_of_weights(self.weights(feature, index));
            let sum: &mut [int16x8_t; N_QUARTERS] = &mut sums[turn];
            sum[0] = vaddw_s8(sum[0], vget_low_s8(first));
            sum[1] = vaddw_high_s8(sum[1], first);
            sum[2] = vaddw_s8(sum[2], vget_low_s8(second));
            sum[3] = vaddw_high_s8(sum[3], second);
        });
        let output_weights = registers_of_sums(weights);
        let mut products = vdupq_n_s32(0);
        for quarter in 0..N_QUARTERS {
            let accumulators = vaddq_s16(
                vaddq_s16(sums[0][quarter], sums[1][quarter]),
                vaddq_s16(sums[2][quarter], sums[3][quarter]),
            );
            let clipped = vminq_s16(vmaxq_s16(accumulators, vdupq_n_s16(0)), vdupq_n_s16(MAX_SUM));
            let activations = vmulq_s16(clipped, clipped);
            let of_quarter = output_weights[quarter];
            products = vmlal_s16(products, vget_low_s16(activations), vget_low_s16(of_quarter));
            products = vmlal_high_s16(products, activations, of_quarter);
        }
        vaddvq_s32(products)
    }
}

#[target_feature(enable = "neon")]
#[inline]
fn registers_of(indices: &PatternIndices) -> [uint16x8_t; N_INDEX_REGISTERS] {
    const { assert!(size_of::<PatternIndices>() == size_of::<[uint16x8_t; N_INDEX_REGISTERS]>()) };
    // SAFETY: the assertion above checks that both types have the same size (128 bytes), so the copy
    // reads no byte outside `indices`. Neither type has padding, and every bit pattern is a value of
    // the registers.
    unsafe { std::mem::transmute_copy(indices) }
}

#[target_feature(enable = "neon")]
#[inline]
fn indices_of(registers: [uint16x8_t; N_INDEX_REGISTERS]) -> PatternIndices {
    // SAFETY: `transmute` compiles only because both types have the same size (128 bytes). Neither has
    // padding, and every bit pattern is a value of 64 integers of 16 bits.
    unsafe { std::mem::transmute(registers) }
}

#[target_feature(enable = "neon")]
#[inline]
fn registers_of_weights(weights: &HiddenWeights) -> [int8x16_t; 2] {
    const { assert!(size_of::<HiddenWeights>() == size_of::<[int8x16_t; 2]>()) };
    // SAFETY: the assertion above checks that both types have the same size (32 bytes), so the copy
    // reads no byte outside `weights`. Neither type has padding, and every bit pattern is a value of
    // the registers.
    unsafe { std::mem::transmute_copy(weights) }
}

#[target_feature(enable = "neon")]
#[inline]
fn registers_of_sums(values: &[i16; N_HIDDEN]) -> [int16x8_t; N_QUARTERS] {
    const { assert!(size_of::<[i16; N_HIDDEN]>() == size_of::<[int16x8_t; N_QUARTERS]>()) };
    // SAFETY: the assertion above checks that both types have the same size (64 bytes), so the copy
    // reads no byte outside `values`. Neither type has padding, and every bit pattern is a value of
    // the registers.
    unsafe { std::mem::transmute_copy(values) }
}
