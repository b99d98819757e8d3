//! Search windows.

use willow_eval::Score;

/// A score above every possible score, in units of [`Score`].
pub(crate) const INFINITY: i32 = Score::MAX.units() + 1;

/// A search window, in units of [`Score`] for the side to move of the node.
///
/// A fail-soft search returns an upper bound if its result is at most `alpha`, a lower bound if the
/// result is at least `beta`, and else the exact score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    /// The window that holds every score.
    pub(crate) const FULL: Window = Window { alpha: -INFINITY, beta: INFINITY };

    /// Returns the null window above `alpha`, which only asks whether a score exceeds `alpha`.
    #[inline]
    pub(crate) const fn null(alpha: i32) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// Returns the same window for the other side.
    #[inline]
    pub(crate) const fn negated(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}
