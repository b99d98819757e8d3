//! The alpha-beta window of a search.

use std::ops::Neg;

/// The alpha-beta window of a search, for the side to move, in the parts of a unit that its values count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window<V = i32> {
    /// What the side to move has already.
    pub alpha: V,
    /// What the opponent allows at most.
    pub beta: V,
}

impl<V: Neg<Output = V>> Neg for Window<V> {
    type Output = Window<V>;

    /// Returns the same window for the other side.
    #[inline]
    fn neg(self) -> Window<V> {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}
