//! Whether more search can change the move: the book's section 18.13, after Russell and Wefald (1989).
//!
//! There are two versions, because the book names a variance function and does not give one.

use crate::paip::value::Value;

/// How a search decides that more of it would not change the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metareasoning {
    /// Ours: follows the lead of the best move over each rival from depth to depth. A rival is settled if
    /// the lead is several times what it has varied by, or if it has not varied at all. The best move is
    /// played.
    Leads,
    /// The book's: every move has a value and a variance, which is that of the position that its value
    /// comes from. A rival is settled if it is clearly worse, or if it is as good and both variances are
    /// low. One of the equals is chosen by chance.
    Variance,
}

/// The fewest changes of a lead that its deviation is computed from.
const MIN_CHANGES: usize = 2;

/// A lead is safe if it is this many times its deviation.
const SAFE_LEAD: f64 = 3.0;

/// A deviation is low if it is at most this part of the root's: of what the choice is about.
const LOW_PART: f64 = 0.1;

/// Returns whether all rivals of the best move are settled, by how the leads vary.
///
/// Both have one value for every depth that was searched, the last one last. A rival's value may be an
/// upper bound where it is below the best by at least the [`margin_of_leads`].
pub(crate) fn is_settled(best: &[Value], rivals: &[&[Value]]) -> bool {
    rivals.iter().all(|rival| {
        let last = best.last().zip(rival.last());
        let lead = last.map_or(0.0, |(best, rival)| difference(*best, *rival));
        deviation_of_lead(best, rival)
            .is_some_and(|deviation| deviation == 0.0 || SAFE_LEAD * deviation <= lead)
    })
}

/// Returns by how much a rival must be behind for its value not to matter any more, or `None` while
/// that is unknown.
pub(crate) fn margin_of_leads(best: &[Value], rivals: &[&[Value]]) -> Option<i32> {
    let deviations = rivals.iter().map(|rival| deviation_of_lead(best, rival));
    let largest = deviations.collect::<Option<Vec<f64>>>()?.into_iter().fold(0.0, f64::max);
    Some((SAFE_LEAD * largest).ceil() as i32)
}

/// Returns how much the lead has changed from depth to depth, as the root of the mean square; `None`
/// after too few depths.
fn deviation_of_lead(best: &[Value], rival: &[Value]) -> Option<f64> {
    let leads = best.iter().zip(rival).map(|(best, rival)| difference(*best, *rival));
    let leads: Vec<f64> = leads.collect();
    let changes: Vec<f64> = leads.windows(2).map(|pair| pair[1] - pair[0]).collect();
    (MIN_CHANGES <= changes.len()).then(|| root_mean_square(&changes))
}

/// What is known of a move: its values for every depth, and the deviation of the last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveEstimate<'a> {
    pub(crate) values: &'a [Value],
    pub(crate) deviation: f64,
}

/// How a move stands to the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rivalry {
    /// It is clearly worse.
    Worse,
    /// It is as good, as far as search can tell.
    Equal,
    /// More search can show that it is better.
    Open,
}

/// Compares a rival with the best move, whose value is the greatest. `root` is the deviation of the
/// position in which both are moves.
///
/// Moves that had the same values at all depths are equal whatever their deviations: what is uncertain of
/// one is uncertain of the other in the same way, as with symmetric moves.
pub(crate) fn compared(best: MoveEstimate<'_>, rival: MoveEstimate<'_>, root: f64) -> Rivalry {
    if deviation_of_lead(best.values, rival.values) == Some(0.0)
        && best.values.last() == rival.values.last()
    {
        return Rivalry::Equal;
    }
    let Some((best_value, rival_value)) = best.values.last().zip(rival.values.last()) else {
        return Rivalry::Open;
    };
    let lead = difference(*best_value, *rival_value);
    let both = best.deviation.hypot(rival.deviation);
    let low = LOW_PART * root;
    if both <= low && lead <= low {
        Rivalry::Equal
    } else if SAFE_LEAD * both <= lead {
        Rivalry::Worse
    } else {
        Rivalry::Open
    }
}

/// Returns by how much a rival must be behind to be clearly worse, whichever of these deviations the two
/// moves have.
pub(crate) fn margin_of_deviations(deviations: impl Iterator<Item = f64>) -> i32 {
    let largest = deviations.fold(0.0, f64::max);
    (SAFE_LEAD * largest.hypot(largest)).ceil() as i32
}

/// Returns a number below `n` that follows from a seed and the work of the search. `n` is not 0.
pub(crate) fn drawn(seed: u64, boards: u64, n: usize) -> usize {
    // Two rounds of a multiplication by an odd constant and a shift spread neighbouring seeds.
    const ODD: u64 = 0xd6e8_feb8_6659_fd93;
    let mix = |bits: u64| (bits ^ (bits >> 32)).wrapping_mul(ODD);
    let bits = mix(mix(seed.wrapping_mul(ODD) ^ boards.wrapping_add(1)));
    ((u128::from(bits) * n as u128) >> 64) as usize
}

/// Returns by how much one value exceeds another, in units.
pub(crate) fn difference(one: Value, other: Value) -> f64 {
    f64::from(one.units()) - f64::from(other.units())
}

/// Returns the root of the mean square of some numbers.
pub(crate) fn root_mean_square(numbers: &[f64]) -> f64 {
    let squares: f64 = numbers.iter().map(|number| number.powi(2)).sum();
    (squares / numbers.len().max(1) as f64).sqrt()
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
    fn leads_worked_by_hand() {
        // Leads 30, 36, 33: changes 6 and -3, deviation sqrt((36 + 9) / 2) = 4.74, and 33 is more
        // than three times that.
        assert!(settled(&[10, 20, 15], &[-20, -16, -18]));
        assert_eq!(margin_of_leads(&values(&[10, 20, 15]), &[&values(&[-20, -16, -18])]), Some(15));
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

    /// The book's cases: clearly better, similar with low variances, and the only one that is worth
    /// computing.
    #[test]
    fn variances_worked_by_hand() {
        let rivalry = |best: (&[i32], f64), rival: (&[i32], f64)| {
            let (one, other) = (values(best.0), values(rival.0));
            let best = MoveEstimate { values: &one, deviation: best.1 };
            compared(best, MoveEstimate { values: &other, deviation: rival.1 }, 100.0)
        };
        // Three times the root of 6^2 + 8^2 is 30.
        assert_eq!(rivalry((&[50], 6.0), (&[20], 8.0)), Rivalry::Worse);
        assert_eq!(rivalry((&[50], 6.0), (&[21], 8.0)), Rivalry::Open);
        // Low is a tenth of the root's 100.
        assert_eq!(rivalry((&[50], 6.0), (&[42], 8.0)), Rivalry::Equal);
        assert_eq!(rivalry((&[50], 6.0), (&[42], 8.1)), Rivalry::Open);
        assert_eq!(rivalry((&[50], 0.0), (&[39], 0.0)), Rivalry::Worse);
        // Symmetric moves, and moves that happen to have one equal value.
        assert_eq!(rivalry((&[4, -9, 7], 60.0), (&[4, -9, 7], 60.0)), Rivalry::Equal);
        assert_eq!(rivalry((&[4, -9, 7], 60.0), (&[4, -8, 7], 60.0)), Rivalry::Open);
        // A lead that never varied is no equality.
        assert_eq!(rivalry((&[5, -8, 8], 60.0), (&[4, -9, 7], 60.0)), Rivalry::Open);
    }

    #[test]
    fn every_equal_is_drawn_about_as_often() {
        let mut counts = [0; 4];
        for seed in 0..4_000 {
            counts[drawn(seed, 77, 4)] += 1;
        }
        assert!(counts.iter().all(|count| (900..1_100).contains(count)), "{counts:?}");
        assert_eq!(drawn(3, 5, 1), 0);
    }
}
