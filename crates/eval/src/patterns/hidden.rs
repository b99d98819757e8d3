//! The hidden units of the network.

/// The number of hidden units.
pub const N_HIDDEN: usize = 32;

/// The largest sum of a hidden unit that counts: the largest number with a square of 16 bits.
pub const MAX_SUM: i16 = 181;

/// The weights of one weight index, one for each hidden unit: half a cache line.
///
/// They are bytes, because an evaluation waits for the memory that it reads: 32 bytes are as fast as 16
/// numbers of two bytes, and twice as many hidden units perform better (docs/engine-log.md, experiment 148).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(32))]
pub struct HiddenWeights(pub [i8; N_HIDDEN]);

/// One number for each hidden unit, with the range of the sums of weights: a bias, or the sums themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(64))]
pub struct HiddenSums(pub [i16; N_HIDDEN]);
