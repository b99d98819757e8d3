//! The ratings by the games of a ladder so far.

use willow_players::matches::RatingFit;

use super::ladder_log::LadderLog;
use super::rated_players::LadderPlayer;

/// Fits the ratings to the games so far, starting from the prior ratings.
pub(super) fn fit(players: &[LadderPlayer], log: &LadderLog) -> RatingFit {
    let prior_elos: Vec<f64> = players.iter().map(|player| player.prior_elo.into()).collect();
    RatingFit::new(&points(players, log), &prior_elos)
}

/// Returns the points that each player won against each other; a draw is half a point.
pub(super) fn points(players: &[LadderPlayer], log: &LadderLog) -> Vec<Vec<f64>> {
    let names: Vec<String> = players.iter().map(|player| player.spec.to_string()).collect();
    let number = |name: &str| names.iter().position(|known| known == name);
    let mut points = vec![vec![0.0; players.len()]; players.len()];
    for game in log.games() {
        if let (Some(first), Some(second)) = (number(&game.first), number(&game.second)) {
            let won = f64::from(1 + game.record.result_of_first().sign()) / 2.0;
            points[first][second] += won;
            points[second][first] += 1.0 - won;
        }
    }
    points
}
