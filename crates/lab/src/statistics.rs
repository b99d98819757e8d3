//! Means, deviations and intervals of what was measured, and Student's paired test, by which the BILL
//! report compares its tables.

use statrs::distribution::{ContinuousCDF, StudentsT};
use willow_players::matches::Z_95;

/// Returns the mean of independent values and half of its 95% interval, 0 if there is one value.
pub(crate) fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let n = values.len().max(1) as f64;
    let (mean, deviation) = mean_and_deviation(values);
    (mean, Z_95 * deviation / n.sqrt())
}

/// Returns the mean and the standard deviation of values that are a sample.
pub(crate) fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let n = values.len();
    let mean = values.iter().sum::<f64>() / n.max(1) as f64;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / n.saturating_sub(1).max(1) as f64).sqrt())
}

/// Returns the p-value of Student's one-sided test of paired differences: the probability of such a
/// mean, or a larger one, if the true mean is 0. The result for fewer than two differences is 1.
pub(crate) fn paired_t_test(differences: &[f64]) -> f64 {
    let (mean, deviation) = mean_and_deviation(differences);
    if differences.len() < 2 {
        return 1.0;
    }
    if deviation == 0.0 {
        return if 0.0 < mean { 0.0 } else { 1.0 };
    }
    let n = differences.len() as f64;
    student_tail(mean / (deviation / n.sqrt()), n - 1.0)
}

/// Returns the probability of a value above `t` in Student's distribution.
fn student_tail(t: f64, freedom: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom).expect("there are at least two differences").sf(t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_agree_with_printed_tables() {
        // From printed tables: the points of 5% and 0.1% for 10 and 35 degrees of freedom.
        for (t, freedom, p) in
            [(1.812, 10.0, 0.05), (4.144, 10.0, 0.001), (1.690, 35.0, 0.05), (3.340, 35.0, 0.001)]
        {
            let tail = student_tail(t, freedom);
            assert!((tail / p - 1.0).abs() < 2e-3, "{t} {freedom}: {tail}");
            assert!((student_tail(-t, freedom) - (1.0 - tail)).abs() < 1e-12);
        }
        // One degree of freedom is Cauchy's distribution: above 1 lies a quarter.
        assert!((student_tail(1.0, 1.0) - 0.25).abs() < 1e-9);
    }

    #[test]
    fn p_values_are_those_of_the_paired_test() {
        // Mean 2, deviation 1, n 4: t = 4 with 3 degrees of freedom, p = 0.01400.
        let root = 1.5_f64.sqrt() / 2.0_f64.sqrt();
        let differences = [2.0 - root, 2.0 + root, 2.0 - root, 2.0 + root];
        assert!(
            (paired_t_test(&differences) - 0.0140).abs() < 1e-4,
            "{}",
            paired_t_test(&differences)
        );
        let never = [paired_t_test(&[1.0, 1.0])];
        let always = [paired_t_test(&[1.0]), paired_t_test(&[0.0, 0.0])];
        assert!(never.iter().all(|&p| p <= 0.0) && always.iter().all(|&p| 1.0 <= p));
    }
}
