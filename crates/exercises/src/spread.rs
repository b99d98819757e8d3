//! A selection spread evenly over kinds, ratings and themes.

use std::collections::BTreeMap;

use crate::Exercise;

/// The width of a band of ratings. Not measured.
const BAND: u32 = 150;

/// Selects `count` exercises, or all if there are fewer: one of each kind, band of ratings and theme in turn, those
/// with the closest result first. Returns them in this order, so the first ones differ most.
pub fn spread(exercises: &[Exercise], count: usize) -> Vec<Exercise> {
    let mut cells: BTreeMap<_, Vec<&Exercise>> = BTreeMap::new();
    for exercise in exercises {
        let cell = (exercise.kind(), exercise.rating / BAND, exercise.theme);
        cells.entry(cell).or_default().push(exercise);
    }
    for cell in cells.values_mut() {
        cell.sort_by_key(|exercise| exercise.solution.score.value().abs());
    }
    let longest = cells.values().map(Vec::len).max().unwrap_or(0);
    let rounds = (0..longest).flat_map(|round| cells.values().filter_map(move |it| it.get(round)));
    rounds.take(count).map(|&exercise| exercise.clone()).collect()
}

#[cfg(test)]
mod tests {
    use willow_analysis::Term;
    use willow_board::DiscDiff;

    use super::*;
    use crate::test_support::exercise;

    #[test]
    fn rare_cells_and_close_results_come_first() {
        let of = |rating, theme| Exercise { theme, rating, ..exercise() };
        let mut all = vec![of(1500, Some(Term::Parity)); 50];
        all[49].solution.score = DiscDiff::clamped(2);
        all.insert(20, of(2800, None));
        all.push(of(1500, None));
        let [close, rare, other] = [50, 20, 51].map(|index: usize| all[index].clone());
        let some = spread(&all, 4);
        assert_eq!(some, [other, close, rare, all[0].clone()]);
        assert_eq!(spread(&all, 99).len(), all.len());
        assert_eq!(spread(&[], 1), []);
    }
}
