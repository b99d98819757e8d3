//! Normally distributed random numbers.

use rand::{Rng, RngExt};

/// Draws a number of the standard normal distribution (Box and Muller 1958).
pub(crate) fn standard_normal(random: &mut impl Rng) -> f64 {
    let uniform: f64 = 1.0 - random.random::<f64>();
    let angle = std::f64::consts::TAU * random.random::<f64>();
    (-2.0 * uniform.ln()).sqrt() * angle.cos()
}
