//! The probabilities of moves on edges that 20,000 random games had: see
//! [`EdgeProbabilities::ESTIMATED`](crate::bill::tables::edge_probabilities::EdgeProbabilities::ESTIMATED).

/// One for each situation, in thousandths.
#[rustfmt::skip]
pub(crate) const VALUES: [f64; 52] = [
    0.283, 0.012, 0.757, 0.048, 0.075, 0.226, 0.283, 0.316,
    0.349, 0.379, 0.5, 0.5, 0.5, 0.502, 0.554, 0.561,
    0.58, 0.595, 0.608, 0.5, 0.5, 0.5, 0.686, 0.712,
    0.752, 0.757, 0.767, 0.77, 0.5, 0.149, 0.254, 0.313,
    0.353, 0.379, 0.404, 0.5, 0.5, 0.5, 0.464, 0.526,
    0.565, 0.585, 0.6, 0.614, 0.5, 0.5, 0.17, 0.273,
    0.334, 0.391, 0.412, 0.418,
];
