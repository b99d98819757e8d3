//! Whether more search can change the move: the book's section 18.13, after Russell and Wefald (1989).
//!
//! What matters is not how uncertain values are but how uncertain it is which of two moves is better.
//! So the lead of the best move over each rival is followed from depth to depth. A rival is settled if
//! the lead is several times what it has varied by, or if it has not varied at all, as between
//! symmetric moves and between moves that both win.

use crate::paip::value::Value;

/// The fewest changes of a lead that its deviation is computed from.
const LEAST_CHANGES: usize = 2;

/// A lead is safe if it is this many times its deviation.
const SAFE_LEAD: f64 = 3.0;

/// Returns whether all rivals of the best move are settled.
///
/// Both have one value for every depth that was searched, the last one last. A rival's value may be an
/// upper bound where it is below the best by at least the [`margin`].
pub(crate) fn is_settled(best: &[Value], rivals: &[&[Value]]) -> bool {
    rivals.iter().all(|rival| {
        let lead = best.last().zip(rival.last()).map_or(0.0, |(best, rival)| lead(*best, *rival));
        deviation(best, rival)
            .is_some_and(|deviation| deviation == 0.0 || SAFE_LEAD * deviation <= lead)
    })
}

/// Returns by how much a rival must be behind for its value not to matter any more, or `None` while
/// that is unknown.
pub(crate) fn margin(best: &[Value], rivals: &[&[Value]]) -> Option<i32> {
    let deviations = rivals.iter().map(|rival| deviation(best, rival));
    let largest = deviations.collect::<Option<Vec<f64>>>()?.into_iter().fold(0.0, f64::max);
    Some((SAFE_LEAD * largest).ceil() as i32)
}

fn lead(best: Value, rival: Value) -> f64 {
    f64::from(best.units()) - f64::from(rival.units())
}

/// Returns how much the lead has changed from depth to depth, as the root of the mean square; `None`
/// after too few depths.
fn deviation(best: &[Value], rival: &[Value]) -> Option<f64> {
    let leads = best.iter().zip(rival).map(|(best, rival)| lead(*best, *rival));
    let leads: Vec<f64> = leads.collect();
    let changes = leads.windows(2).map(|pair| (pair[1] - pair[0]).powi(2));
    let n_changes = changes.len();
    (LEAST_CHANGES <= n_changes).then(|| (changes.sum::<f64>() / n_changes as f64).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(units: &[i32]) -> Vec<Value> {
        units.iter().map(|&units| Value::from_units(units)).collect()
    }

    fn settled(best: &[i32], rival: &[i32]) -> bool {
        is_settled(&values(best), &[&values(rival)])
    }

    #[test]
    fn worked_by_hand() {
        // Leads 30, 36, 33: changes 6 and -3, deviation sqrt((36 + 9) / 2) = 4.74, and 33 is more
        // than three times that.
        assert!(settled(&[10, 20, 15], &[-20, -16, -18]));
        assert_eq!(margin(&values(&[10, 20, 15]), &[&values(&[-20, -16, -18])]), Some(15));
        // Leads 5, 12, 9: the same changes near 5, and 9 is less than 15.
        assert!(!settled(&[10, 20, 15], &[5, 8, 6]));
    }

    #[test]
    fn rivals_that_never_differ_need_no_search() {
        assert!(settled(&[4, -9, 7], &[4, -9, 7]));
        assert!(!settled(&[4, 7], &[4, 7]), "one change proves nothing");
        assert!(is_settled(&values(&[1]), &[]), "there is no rival");
    }

    #[test]
    fn one_open_rival_is_enough_to_go_on() {
        let best = values(&[10, 20, 15]);
        let (far, near) = (values(&[-20, -16, -18]), values(&[5, 8, 6]));
        assert!(!is_settled(&best, &[&far, &near]));
    }
}
