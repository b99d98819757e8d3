//! The errors of estimates, as they were measured.
//!
//! `willow lab estimate-errors` compared 100 moves of WTHOR's games of 2019 and 2024 for each of ten
//! numbers of empties, at depths 1 to 16. With up to 24 empties the reference was exact.
//! Before, it was a search to depth 20, whose own error must be added. docs/analysis.md has the
//! figures.

/// The standard deviations of the errors of estimates, in discs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Errors {
    /// The error of one value.
    pub of_value: f64,
    /// The error of a loss (the difference of two values of one position). Both errors are correlated, so it is less
    /// than for independent values.
    pub of_loss: f64,
}

/// How the errors of estimates depend on the number of empties and on the depth of the search:
/// the logarithm of the standard deviation is linear in both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorModel {
    /// The logarithm of the standard deviation in discs, without empties and depth.
    pub constant: f64,
    /// What a ply of depth adds to the logarithm.
    pub by_depth: f64,
    /// What an empty square adds to the logarithm.
    pub by_empties: f64,
}

/// Maximum number of empties at which the reference was exact.
const SOLVED_FROM: u32 = 24;
/// The depth of the reference where it was not exact, in plies.
const REFERENCE_DEPTH: u32 = 20;
/// The errors of selective searches to the end of the game, with 20 and 24 empties.
const TO_THE_END: Errors = Errors { of_value: 0.9, of_loss: 0.5 };

/// The models of values and of losses.
#[derive(Clone, Copy)]
struct Models {
    /// Against exact values. They depart from the measured errors by 8 and 10 percent.
    exact: ErrorModel,
    /// Against searches to [`REFERENCE_DEPTH`]. They depart by 10 and 12 percent.
    deeper: ErrorModel,
}

const OF_VALUE: Models = Models {
    exact: ErrorModel { constant: 2.030, by_depth: -0.0665, by_empties: -0.0014 },
    deeper: ErrorModel { constant: 2.842, by_depth: -0.0676, by_empties: -0.0388 },
};
const OF_LOSS: Models = Models {
    exact: ErrorModel { constant: 1.647, by_depth: -0.0525, by_empties: -0.0049 },
    deeper: ErrorModel { constant: 2.664, by_depth: -0.0596, by_empties: -0.0429 },
};

impl ErrorModel {
    /// Returns the standard deviation of this model in discs.
    pub fn deviation(&self, n_empties: u32, depth: u32) -> f64 {
        let (depth, n_empties) = (f64::from(depth), f64::from(n_empties));
        (self.constant + self.by_depth * depth + self.by_empties * n_empties).exp()
    }
}

impl Models {
    /// Returns the error against exact values.
    ///
    /// With more than 24 empties two errors are added as if they were independent: the measured
    /// one against the reference, and the reference's own. The latter was measured with 24 empties.
    /// It is not known how it changes before.
    fn deviation(&self, n_empties: u32, depth: u32) -> f64 {
        if n_empties <= SOLVED_FROM {
            return self.exact.deviation(n_empties, depth);
        }
        let of_reference = self.exact.deviation(SOLVED_FROM, depth.max(REFERENCE_DEPTH));
        self.deeper.deviation(n_empties, depth).hypot(of_reference)
    }
}

impl Errors {
    /// Returns the errors of estimates by searches of this depth in plies, from a position with so many
    /// empties.
    pub fn of(n_empties: u32, depth: u32) -> Errors {
        if n_empties <= depth {
            return TO_THE_END;
        }
        Errors {
            of_value: OF_VALUE.deviation(n_empties, depth).max(TO_THE_END.of_value),
            of_loss: OF_LOSS.deviation(n_empties, depth).max(TO_THE_END.of_loss),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeper_searches_err_no_more() {
        for n_empties in 12..=60 {
            for depth in 1..n_empties {
                let (shallow, deep) =
                    (Errors::of(n_empties, depth), Errors::of(n_empties, depth + 1));
                assert!(deep.of_value <= shallow.of_value, "{n_empties} {depth}");
                assert!(deep.of_loss <= shallow.of_loss, "{n_empties} {depth}");
                assert!(20 < depth || deep != shallow, "{n_empties} {depth}");
                assert!((0.3..9.0).contains(&shallow.of_loss), "{n_empties} {depth} {shallow:?}");
            }
        }
    }

    /// Measured errors against exact values, and against deeper searches as a lower bound.
    #[test]
    fn the_models_are_near_what_was_measured() {
        let exact = [(16, 4, 6.06, 4.23), (20, 8, 4.33, 3.39), (24, 16, 2.75, 2.00)];
        for (n_empties, depth, value, loss) in exact {
            let model = Errors::of(n_empties, depth);
            assert!((model.of_value / value - 1.0).abs() < 0.2, "{n_empties} {depth} {model:?}");
            assert!((model.of_loss / loss - 1.0).abs() < 0.2, "{n_empties} {depth} {model:?}");
        }
        for (n_empties, depth, value, loss) in [(28, 8, 3.34, 2.99), (40, 12, 1.59, 1.33)] {
            let model = Errors::of(n_empties, depth);
            assert!(
                value < model.of_value && loss < model.of_loss,
                "{n_empties} {depth} {model:?}"
            );
        }
    }
}
