//! The hidden units of the network.

/// The number of hidden units.
pub const N_HIDDEN: usize = 16;

/// The largest activation of a hidden unit. The output layer's sum stays within 32 bits: `N_HIDDEN`
/// activations, each times any 16-bit weight.
pub const MAX_ACTIVATION: i16 = 4095;

/// One number for each hidden unit: the weights of one weight index, or a bias. Half a cache line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(32))]
pub struct HiddenVector(pub [i16; N_HIDDEN]);
