//! The mean errors of a network by phase.

use std::fmt::Write as _;
use std::ops::Range;

use willow_eval::patterns::{N_PHASES, phase_of};

/// The sums of errors, by phase.
#[derive(Default)]
pub(super) struct MeanErrors([Sums; N_PHASES]);

/// The errors of some samples, in discs.
#[derive(Clone, Copy, Default)]
struct Sums {
    absolute: f64,
    count: f64,
}

impl MeanErrors {
    /// Adds the error of a sample: the evaluation less the label.
    pub(super) fn add(&mut self, n_empties: usize, error: f32) {
        let sums = &mut self.0[phase_of(n_empties as u32)];
        sums.absolute += f64::from(error.abs());
        sums.count += 1.0;
    }

    /// Returns the mean absolute error of the samples of some phases, or `None` without any.
    fn mean(&self, phases: Range<usize>) -> Option<f64> {
        let sums = &self.0[phases];
        let count: f64 = sums.iter().map(|sums| sums.count).sum();
        (0.0 < count).then(|| sums.iter().map(|sums| sums.absolute).sum::<f64>() / count)
    }

    /// Returns the mean over all samples, in discs.
    pub(super) fn of_all(&self) -> f64 {
        self.mean(0..N_PHASES).unwrap_or_default()
    }
}

/// Returns the mean errors of all samples and by phase, for the provenance of the weights.
pub(super) fn by_phase(trained: &MeanErrors, held_out: &MeanErrors) -> String {
    let mut text = String::new();
    let mut line = |name: &str, phases: Range<usize>| {
        let [trained, held_out] = [trained, held_out].map(|errors| {
            let mean = errors.mean(phases.clone());
            mean.map_or_else(|| "no".to_owned(), |mean| format!("{mean:.3}"))
        });
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name}: {trained} discs trained, {held_out} held out");
    };
    line("mean error", 0..N_PHASES);
    for phase in 0..N_PHASES {
        line(&format!("phase {phase:2}"), phase..phase + 1);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_averaged_by_phase() {
        let (mut trained, mut held_out) = (MeanErrors::default(), MeanErrors::default());
        trained.add(60, 1.0);
        trained.add(60, -3.0);
        trained.add(57, 5.0);
        held_out.add(57, 8.0);
        assert!((trained.of_all() - 3.0).abs() < 1e-9);
        let text = by_phase(&trained, &held_out);
        assert!(
            text.starts_with("mean error: 3.000 discs trained, 8.000 held out\nphase  0: 3.000")
        );
        assert!(text.ends_with("phase 14: no discs trained, no held out\n"), "{text}");
    }
}
