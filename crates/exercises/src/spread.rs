//! A selection spread evenly over kinds, ratings and themes.

use std::collections::BTreeMap;

use crate::Exercise;

/// The width of a band of ratings.
const BAND: u32 = 150;

/// Selects `count` exercises, or all if there are fewer: one of each kind, band of ratings and theme in turn, the first
/// of them first. Returns them in their order.
pub fn spread(exercises: &[Exercise], count: usize) -> Vec<Exercise> {
    let mut cells: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (index, exercise) in exercises.iter().enumerate() {
        cells
            .entry((exercise.kind(), exercise.rating / BAND, exercise.theme))
            .or_default()
            .push(index);
    }
    let longest = cells.values().map(Vec::len).max().unwrap_or(0);
    let rounds = (0..longest).flat_map(|round| cells.values().filter_map(move |it| it.get(round)));
    let mut selected: Vec<usize> = rounds.copied().take(count).collect();
    selected.sort_unstable();
    selected.into_iter().map(|index| exercises[index].clone()).collect()
}

#[cfg(test)]
mod tests {
    use willow_analysis::Term;

    use super::*;
    use crate::test_support::exercise;

    #[test]
    fn rare_cells_are_taken_whole() {
        let of = |rating, theme| Exercise { rating, theme, ..exercise() };
        let mut all = vec![of(1500, Some(Term::Parity)); 50];
        all.insert(20, of(2800, None));
        all.push(of(1500, None));
        let some = spread(&all, 4);
        assert_eq!(some.len(), 4);
        let counted = |wanted: &Exercise| some.iter().filter(|it| *it == wanted).count();
        assert_eq!([&all[0], &all[20], &all[51]].map(counted), [2, 1, 1]);
        assert_eq!(spread(&all, 99), all);
        assert_eq!(spread(&[], 1), []);
    }
}
