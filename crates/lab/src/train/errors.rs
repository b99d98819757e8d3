//! The mean errors of a network by ply and phase.

use std::fmt::Write as _;

use willow_eval::patterns::{N_EMPTIES, N_PHASES, phase_of};

/// The sums of errors, by the number of empty squares.
pub(super) struct MeanErrors([Sums; N_EMPTIES]);

/// The errors of some samples, in discs.
#[derive(Clone, Copy, Default)]
struct Sums {
    absolute: f64,
    signed: f64,
    count: f64,
}

impl Default for MeanErrors {
    fn default() -> MeanErrors {
        MeanErrors([Sums::default(); N_EMPTIES])
    }
}

impl MeanErrors {
    /// Adds the error of a sample: the evaluation less the label.
    pub(super) fn add(&mut self, n_empties: usize, error: f32) {
        let sums = &mut self.0[n_empties];
        sums.absolute += f64::from(error.abs());
        sums.signed += f64::from(error);
        sums.count += 1.0;
    }

    /// Returns the mean absolute error of the samples whose number of empty squares is wanted, or `None`
    /// without any.
    fn mean(&self, wanted: impl Fn(usize) -> bool) -> Option<f64> {
        self.mean_of(|sums| sums.absolute, wanted)
    }

    fn mean_of(&self, of: impl Fn(&Sums) -> f64, wanted: impl Fn(usize) -> bool) -> Option<f64> {
        let of_wanted = || (0..N_EMPTIES).filter(|&n| wanted(n)).map(|n| &self.0[n]);
        let (sum, count): (f64, f64) =
            (of_wanted().map(of).sum(), of_wanted().map(|sums| sums.count).sum());
        (0.0 < count).then(|| sum / count)
    }

    /// Returns the mean over all samples, in discs.
    pub(super) fn of_all(&self) -> f64 {
        self.mean(|_| true).unwrap_or_default()
    }

    /// Returns the means by ply, the number of discs placed since the start.
    fn by_ply(&self) -> Vec<(usize, f64)> {
        let of_ply = |ply| Some((ply, self.mean(|n_empties| n_empties == N_EMPTIES - 1 - ply)?));
        (0..N_EMPTIES).filter_map(of_ply).collect()
    }
}

/// Returns the mean errors of all samples and by phase, for the provenance of the weights.
pub(super) fn by_phase(trained: &MeanErrors, held_out: &MeanErrors) -> String {
    let mut text = String::new();
    let mut line = |name: &str, wanted: &dyn Fn(usize) -> bool| {
        let write = |mean: Option<f64>| mean.map_or("no".to_owned(), |mean| format!("{mean:.3}"));
        let (trained, held_out) = (write(trained.mean(wanted)), write(held_out.mean(wanted)));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name}: {trained} discs trained, {held_out} held out");
    };
    line("mean error", &|_| true);
    for phase in 0..N_PHASES {
        line(&format!("phase {phase:2}"), &|n| phase_of(n as u32) == phase);
    }
    text
}

/// Returns a table of the mean errors by ply, and of the bias: how much too high the evaluation of the samples
/// that were held out is on average.
pub(super) fn by_ply(trained: &MeanErrors, held_out: &MeanErrors) -> String {
    let mut text = String::from("ply  trained  held out    bias\n");
    for (ply, mean) in trained.by_ply() {
        let is_wanted = |n_empties| n_empties == N_EMPTIES - 1 - ply;
        let write = |mean: Option<f64>| mean.map_or(String::new(), |mean| format!("{mean:.3}"));
        let of_held_out = write(held_out.mean(is_wanted));
        let bias = write(held_out.mean_of(|sums| sums.signed, is_wanted));
        let _ = writeln!(text, "{ply:3}  {mean:7.3}  {of_held_out:>8}  {bias:>6}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_averaged_by_ply_and_phase() {
        let (mut trained, mut held_out) = (MeanErrors::default(), MeanErrors::default());
        trained.add(60, 1.0);
        trained.add(60, -3.0);
        trained.add(57, 5.0);
        held_out.add(57, 8.0);
        assert!((trained.of_all() - 3.0).abs() < 1e-9);
        assert_eq!(trained.by_ply(), [(0, 2.0), (3, 5.0)]);
        let text = by_phase(&trained, &held_out);
        assert!(
            text.starts_with("mean error: 3.000 discs trained, 8.000 held out\nphase  0: 3.000")
        );
        assert!(text.ends_with("phase 14: no discs trained, no held out\n"), "{text}");
        let table = by_ply(&trained, &held_out);
        assert_eq!(table.lines().nth(2), Some("  3    5.000     8.000   8.000"));
    }
}
