//! Aspiration windows: the narrow windows of an iteration around the expected score.
//!
//! Experiment numbers in this file are those of docs/engine-log.md. "Not measured" means that no
//! experiment chose the value.

use willow_eval::Score;

use crate::node::SearchKind;
use crate::window::Window;

/// The distance of the first window's ends from the expected score in the midgame: three
/// discs (others: experiment 156).
const ASPIRATION_DELTA: Score = Score::from_units(3 * Score::PER_DISC);
/// The same distance in a solve, whose scores are even numbers of discs: a disc. Not measured.
const SOLVE_ASPIRATION_DELTA: Score = Score::DISC;
/// The number of failed windows up to which the far bound of the next window is narrowed. The limit
/// ends searches that went on for ever (experiment 36); the number is not measured.
const MAX_NARROWED_WINDOWS: u32 = 4;
/// The least depth in plies at which aspiration windows are used. Not measured.
const MIN_ASPIRATION_DEPTH: u32 = 5;

/// The window of one search of the root, and how it grows after a failure.
pub(crate) struct AspirationWindow {
    window: Window,
    /// The distance of a failed bound's successor from the score.
    delta: Score,
    n_failures: u32,
}

impl AspirationWindow {
    /// Returns the first window of an iteration. `expected` is the score of the iteration before,
    /// for the side to move.
    pub(crate) fn new(expected: Score, depth: u32, kind: SearchKind) -> AspirationWindow {
        let (delta, centre) = match kind {
            SearchKind::Midgame => (ASPIRATION_DELTA, expected),
            SearchKind::Solve => (SOLVE_ASPIRATION_DELTA, nearest_even(expected)),
        };
        let mut window = Window::FULL;
        if MIN_ASPIRATION_DEPTH <= depth {
            window = Window {
                alpha: (centre - delta).max(Score::NEGATIVE_INFINITY),
                beta: (centre + delta).min(Score::INFINITY),
            };
        }
        AspirationWindow { window, delta, n_failures: 0 }
    }

    /// Returns the window to search.
    pub(crate) fn window(&self) -> Window {
        self.window
    }

    /// Returns whether the score of the search is only an upper bound.
    pub(crate) fn fails_low(&self, score: Score) -> bool {
        score <= self.window.alpha && Score::NEGATIVE_INFINITY < self.window.alpha
    }

    /// Returns whether the score of the search is only a lower bound.
    pub(crate) fn fails_high(&self, score: Score) -> bool {
        self.window.beta <= score && self.window.beta < Score::INFINITY
    }

    /// Sets the next window after the search failed low with this score.
    pub(crate) fn widen_below(&mut self, score: Score) {
        let narrows_far_bound = self.count_failure();
        let above = score + Score::DISC;
        self.window.alpha = (score - self.delta).max(Score::NEGATIVE_INFINITY);
        self.window.beta =
            if narrows_far_bound { above.min(self.window.beta) } else { Score::INFINITY };
    }

    /// Sets the next window after the search failed high with this score.
    pub(crate) fn widen_above(&mut self, score: Score) {
        let narrows_far_bound = self.count_failure();
        let below = score - Score::DISC;
        self.window.beta = (score + self.delta).min(Score::INFINITY);
        self.window.alpha =
            if narrows_far_bound { below.max(self.window.alpha) } else { Score::NEGATIVE_INFINITY };
    }

    /// Counts a failure, and returns whether the next window narrows its far bound to the failed
    /// score. After several failures it does not: a selective search can contradict itself, and
    /// then the windows must grow until they hold every score.
    fn count_failure(&mut self) -> bool {
        self.n_failures += 1;
        self.delta = self.delta * 2;
        self.n_failures <= MAX_NARROWED_WINDOWS
    }
}

/// Returns the nearest score of an even number of discs.
fn nearest_even(score: Score) -> Score {
    /// The distance of two possible results in units of [`Score`]: of a game without empties at its end.
    const TWO_DISCS: i32 = 2 * Score::PER_DISC;
    Score::from_units((score + Score::DISC).units().div_euclid(TWO_DISCS) * TWO_DISCS)
}
