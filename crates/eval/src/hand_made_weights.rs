//! Weights of the hand-made evaluation, written by `examples/fit_hand_made.rs`.
//!
//! A least-squares fit to the final disc differences of 137548 WTHOR games
//! (7505366 positions; without the positions held out for measuring).

use crate::hand_made_features::N_FEATURES;

/// The knots of the interpolation: numbers of empties.
pub(crate) const KNOTS: [usize; 7] = [0, 10, 20, 30, 40, 50, 60];

/// The weights of the features in score units, for each of [`KNOTS`]:
/// mobility, mobility-share, potential-mobility, frontier,
/// corners, corner-moves, x-squares-at-empty-corner, c-squares-at-empty-corner,
/// c-squares-stable, a-squares-unstable, b-squares-unstable, edge-stable,
/// inner-stable, discs, parity, tempo,
/// in this order.
pub(crate) const WEIGHTS: [[i32; N_FEATURES]; 7] = [
    [319, -0, -388, -113, -31, 51, -42, 3, 21, -128, -130, 84, 96, 36, 240, 138],
    [150, 29, -183, -156, 385, 518, -98, -130, 30, -40, -26, 74, 120, 24, 146, -198],
    [51, 38, -40, -209, 694, 355, -307, -136, 244, 114, 56, 72, 151, 1, 150, -393],
    [-5, 52, 23, -233, 711, 354, -393, -79, 413, 187, 46, 119, 153, -1, 158, -484],
    [-45, 77, 74, -278, 1458, 53, -678, -118, -13, 319, 29, 331, -142, 30, 130, -523],
    [-139, 84, 126, -79, -227, -1128, -1825, -92, 387, 306, -81, 356, 28, -21, 251, -460],
    [-272, 73, -171, -510, -65, -367, 337, -529, 0, -781, 253, -65, 0, 391, 50, 345],
];
