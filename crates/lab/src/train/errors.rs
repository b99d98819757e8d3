//! The mean errors of a network by ply and phase.

use std::fmt::Write as _;

use willow_eval::patterns::{N_EMPTIES, N_PHASES, phase_of};

use crate::figure::{Drawing, Figure, FigureLine};

/// Sums of absolute errors in discs and numbers of samples, by the number of empty squares.
pub(super) struct MeanErrors([(f64, f64); N_EMPTIES]);

impl Default for MeanErrors {
    fn default() -> MeanErrors {
        MeanErrors([(0.0, 0.0); N_EMPTIES])
    }
}

impl MeanErrors {
    pub(super) fn add(&mut self, n_empties: usize, error: f32) {
        let (sum, count) = &mut self.0[n_empties];
        *sum += f64::from(error.abs());
        *count += 1.0;
    }

    /// Returns the mean over the samples whose number of empty squares is wanted, or `None` without
    /// any.
    fn mean(&self, wanted: impl Fn(usize) -> bool) -> Option<f64> {
        let of_wanted = (0..N_EMPTIES).filter(|&n| wanted(n)).map(|n| self.0[n]);
        let (sums, counts): (Vec<f64>, Vec<f64>) = of_wanted.unzip();
        let (sum, count): (f64, f64) = (sums.iter().sum(), counts.iter().sum());
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

/// Returns a table of the mean errors by ply.
pub(super) fn by_ply(trained: &MeanErrors, held_out: &MeanErrors) -> String {
    let held_out = held_out.by_ply();
    let mut text = String::from("ply  trained  held out\n");
    for (ply, mean) in trained.by_ply() {
        let of_ply = held_out.iter().find(|(other, _)| *other == ply);
        let held_out = of_ply.map_or(String::new(), |(_, mean)| format!("{mean:.3}"));
        let _ = writeln!(text, "{ply:3}  {mean:7.3}  {held_out:>8}");
    }
    text
}

/// Returns a figure of the mean errors by ply.
pub(super) fn figure(trained: &MeanErrors, held_out: &MeanErrors) -> Figure {
    let line = |name: &str, errors: &MeanErrors| FigureLine {
        name: name.to_owned(),
        points: errors.by_ply().into_iter().map(|(ply, mean)| (ply as f64, mean)).collect(),
    };
    Figure {
        name: "errors-by-ply".to_owned(),
        title: "Mean error of the evaluation".to_owned(),
        x: "ply".to_owned(),
        y: "discs".to_owned(),
        drawing: Drawing::Lines(vec![line("trained on", trained), line("held out", held_out)]),
    }
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
        assert_eq!(table.lines().nth(2), Some("  3    5.000     8.000"));
        assert!(figure(&trained, &held_out).svg().unwrap().contains("held out"));
    }
}
