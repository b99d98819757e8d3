//! Pairing: which two players of a ladder play next.

use willow_players::matches::RatingFit;

/// The greatest distance of neighbours, in ranks. With 1 each player would be compared with two
/// others only, and the errors of all these comparisons would add up between the ends of the
/// ladder.
const MAX_RANK_DISTANCE: usize = 4;

/// Returns the two neighbours whose next game gives the most information, the stronger one first.
///
/// # Panics
/// There must be two players.
pub fn next_pair(fit: &RatingFit) -> (usize, usize) {
    let order = by_strength(fit);
    let neighbours = (0..order.len()).flat_map(|place| {
        let below = (place + 1..order.len()).take(MAX_RANK_DISTANCE);
        below.map(move |other| (place, other)).collect::<Vec<_>>()
    });
    let pairs = neighbours.map(|(place, other)| (order[place], order[other]));
    // The first of equal pairs, so that the same games give the same pairing.
    let mut best: Option<(f64, (usize, usize))> = None;
    for pair in pairs {
        let information = fit.information(pair.0, pair.1);
        if best.is_none_or(|(most, _)| most < information) {
            best = Some((information, pair));
        }
    }
    best.expect("there are two players").1
}

/// Returns the indices of the players, the strongest first.
pub(super) fn by_strength(fit: &RatingFit) -> Vec<usize> {
    let mut order: Vec<usize> = (0..fit.n_players()).collect();
    order.sort_by(|&a, &b| fit.difference(b, a).value.total_cmp(&0.0));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All prior ratings are equal, and every result is the one expected of the true strengths.
    #[test]
    fn informative_games_are_played_and_sort_the_ladder() {
        let truth = [0.0, 100.0, 200.0, 300.0, 400.0, 500.0, 600.0, 700.0];
        let n = truth.len();
        let mut points = vec![vec![0.0; n]; n];
        let mut games = vec![0; n];
        let prior_elos = [350.0; 8];
        for _ in 0..400 {
            let (one, other) = next_pair(&RatingFit::new(&points, &prior_elos));
            let expected: f64 = willow_players::matches::score_of_elo(truth[one] - truth[other]);
            points[one][other] += 2.0 * expected;
            points[other][one] += 2.0 * (1.0 - expected);
            games[one] += 2;
            games[other] += 2;
        }
        let fit = RatingFit::new(&points, &prior_elos);
        assert_eq!(by_strength(&fit), [7, 6, 5, 4, 3, 2, 1, 0]);
        assert!((fit.difference(7, 0).value - 700.0).abs() < 30.0);
        assert!(games.iter().all(|&games| 60 < games), "{games:?}");
    }
}
