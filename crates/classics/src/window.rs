//! The alpha-beta window of a search.

use std::ops::Neg;

/// The alpha-beta window of a search, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window<V = i32> {
    pub(crate) alpha: V,
    pub(crate) beta: V,
}

impl<V: Neg<Output = V>> Neg for Window<V> {
    type Output = Window<V>;

    /// Returns the same window for the other side.
    #[inline]
    fn neg(self) -> Window<V> {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}
