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
    let distribution = StudentsT::new(0.0, 1.0, n - 1.0);
    let t = mean / (deviation / n.sqrt());
    distribution.expect("there are at least two differences").sf(t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_values_are_those_of_the_paired_test() {
        // Mean 2, deviation 1, n 4: t = 4 with 3 degrees of freedom, p = 0.01400.
        let root = 1.5_f64.sqrt() / 2.0_f64.sqrt();
        let differences = [2.0 - root, 2.0 + root, 2.0 - root, 2.0 + root];
        let p = paired_t_test(&differences);
        assert!((p - 0.0140).abs() < 1e-4, "{p}");
        let never = [paired_t_test(&[1.0, 1.0])];
        let always = [paired_t_test(&[1.0]), paired_t_test(&[0.0, 0.0])];
        assert!(never.iter().all(|&p| p <= 0.0) && always.iter().all(|&p| 1.0 <= p));
    }
}
