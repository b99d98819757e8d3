//! Search windows.

use willow_eval::Score;

/// A search window, for the side to move of the node.
///
/// A fail-soft search returns an upper bound if its result is at most `alpha`, a lower bound if the
/// result is at least `beta`, and else the exact score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    /// The window that holds every score.
    pub(crate) const FULL: Window =
        Window { alpha: Score::NEGATIVE_INFINITY, beta: Score::INFINITY };

    /// Returns the null window above `alpha`, which only asks whether a score exceeds `alpha`.
    #[inline]
    pub(crate) fn null(alpha: Score) -> Window {
        Window { alpha, beta: alpha + Score::UNIT }
    }

    /// Returns the same window for the other side.
    #[inline]
    pub(crate) fn negated(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}
