//! Time management: how much of the clock a move may use.
//!
//! Experiment numbers in this file are those of docs/engine-log.md. "Not measured" means that no
//! experiment chose the value.

use std::time::Duration;

use willow_board::{Board, TimeLeft};

use crate::best_move_history::Certainty;

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimePlan {
    /// The time that is planned for the move.
    pub(crate) target: Duration,
    /// The time since the start of the search at which it stops.
    pub(crate) hard_limit: Duration,
    /// Whether time that the move does not use is left for later moves.
    pub(crate) is_saving: bool,
}

impl TimePlan {
    /// Returns the time since the start of the search after which no iteration begins.
    pub(crate) fn soft_limit(&self, certainty: Certainty) -> Duration {
        if !self.is_saving {
            return self.hard_limit;
        }
        let share = match certainty {
            Certainty::Settled => SETTLED_SHARE,
            Certainty::Open => OPEN_SHARE,
            Certainty::Unsettled => UNSETTLED_SHARE,
        };
        self.target.mul_f64(share).min(self.hard_limit)
    }
}

/// The least time held in reserve for the delay between the end of a search and the press of the
/// clock. Not measured.
const MOVE_OVERHEAD: Duration = Duration::from_millis(5);

/// One part in this many of a time per move is held in reserve. A busy processor can delay the move
/// by much more than [`MOVE_OVERHEAD`], and a player who exceeds a time per move loses the game. Not
/// measured.
const RESERVE_DIVISOR: u32 = 10;

/// The largest reserve of a time per move. Not measured.
const MAX_RESERVE: Duration = Duration::from_millis(150);

/// The reserve leaves at least one part in this many of a time per move, however short the time is.
/// Not measured.
const MIN_BYOYOMI_DIVISOR: u32 = 2;

/// With fewer empties a solve takes too little time to plan for. Not measured.
const MIN_PLANNED_EMPTIES: u32 = 14;

/// The largest share of the main time for one move. Not measured.
const MAX_MAIN_SHARE: f64 = 0.35;

/// The share of an increment or of a time per move that is planned for a move with main time left.
/// The rest is for delays. Not measured.
const PER_MOVE_SHARE: f64 = 0.8;

/// A search that has begun an iteration may take this many times the planned time. Not measured.
const MAX_TARGET_FACTOR: u32 = 3;

/// The moves after the last planned one count together as this many moves of the least weight. Not
/// measured.
const UNPLANNED_MOVES: f64 = 2.0;

/// With a clock for the game, no iteration begins after this share of a move's time. The next
/// iteration takes longer than all iterations before it, and time that a move does not use is left
/// for later moves (experiment 140; with a time per move: experiment 61).
const OPEN_SHARE: f64 = 0.5;
/// The same share if the best move is settled (experiment 140).
const SETTLED_SHARE: f64 = 0.35;
/// The same share if the best move is unsettled (experiment 140).
const UNSETTLED_SHARE: f64 = 1.0;

/// The share of a move's time if there is only one legal move: enough for an estimate of its score. Not
/// measured.
const ONLY_MOVE_SHARE: f64 = 0.05;

/// Plans the time for a move on this board.
pub(crate) fn plan(left: &TimeLeft, board: &Board) -> TimePlan {
    let plan = plan_among_moves(left, board.n_empties());
    let has_main_time = !left.main.is_zero();
    if has_main_time && board.legal_moves().count() == 1 {
        return TimePlan { target: plan.target.mul_f64(ONLY_MOVE_SHARE), ..plan };
    }
    plan
}

/// Plans the time for a move with `n_empties` empties, one of several legal moves.
fn plan_among_moves(left: &TimeLeft, n_empties: u32) -> TimePlan {
    if left.main.is_zero() {
        let reserve = (left.byoyomi / RESERVE_DIVISOR).clamp(MOVE_OVERHEAD, MAX_RESERVE);
        let hard_limit =
            left.byoyomi.saturating_sub(reserve).max(left.byoyomi / MIN_BYOYOMI_DIVISOR);
        // Time per move that a move does not use is lost, and an unfinished iteration may still
        // find a better move.
        return TimePlan { target: hard_limit, hard_limit, is_saving: false };
    }
    let per_move = left.increment.mul_f64(PER_MOVE_SHARE) + left.byoyomi.mul_f64(PER_MOVE_SHARE);
    let target = left.main.mul_f64(share_of_main(n_empties)) + per_move;
    let available = left.main.saturating_sub(MOVE_OVERHEAD);
    let max = available.mul_f64(MAX_MAIN_SHARE) + left.byoyomi.mul_f64(PER_MOVE_SHARE);
    let hard_limit = (target * MAX_TARGET_FACTOR).min(max);
    TimePlan { target: target.min(hard_limit), hard_limit, is_saving: true }
}

/// Returns the weight of a move with `n_empties` empties in the distribution of the main time.
///
/// Most discs are lost with 48 to 38 empties. Earlier, many moves are about equal; later, the
/// search sees the end of the game. (KUROOBI measured losses of 1.0 to 1.1 discs a move there, and
/// our own games against NTest were lost before 30 squares were empty.) The curve is that of
/// experiment 51. The width and the least weight are ours and not measured.
fn move_weight(n_empties: u32) -> f64 {
    /// The empties at which a move has the most time.
    const PEAK: f64 = 43.0;
    /// The standard deviation of the curve in empties.
    const WIDTH: f64 = 8.0;
    /// The weight of a move far from the peak, which has 1.
    const MIN: f64 = 0.25;
    let distance = (f64::from(n_empties) - PEAK) / WIDTH;
    MIN + (1.0 - MIN) * (-0.5 * distance * distance).exp()
}

/// Returns the share of the main time for the next move.
fn share_of_main(n_empties: u32) -> f64 {
    // Half of the moves to come are the player's own.
    let to_come = (MIN_PLANNED_EMPTIES..=n_empties).rev().step_by(2).map(move_weight);
    move_weight(n_empties)
        / (to_come.sum::<f64>() + UNPLANNED_MOVES * move_weight(0)).max(move_weight(n_empties))
}

#[cfg(test)]
mod tests {
    use willow_board::Square;

    use super::*;

    const fn left(main: u64, increment: u64, byoyomi: u64) -> TimeLeft {
        TimeLeft {
            main: Duration::from_millis(main),
            increment: Duration::from_millis(increment),
            byoyomi: Duration::from_millis(byoyomi),
            extension: Duration::ZERO,
        }
    }

    #[test]
    fn a_plan_never_exceeds_the_time_left() {
        for main in [0, 1, 10, 1000, 60_000] {
            for byoyomi in [1, 100, 10_000] {
                for n_empties in 1..=60 {
                    let plan = plan_among_moves(&left(main, 0, byoyomi), n_empties);
                    assert!(plan.soft_limit(Certainty::Unsettled) <= plan.hard_limit);
                    assert!(plan.target <= plan.hard_limit);
                    assert!(plan.hard_limit < Duration::from_millis(main + byoyomi));
                }
            }
        }
    }

    #[test]
    fn the_only_move_saves_the_clock_but_not_a_time_for_each_move() {
        let only = Board::new(Square::A1.bitboard(), Square::B1.bitboard())
            .expect("no square is taken twice");
        assert_eq!(only.legal_moves().count(), 1);
        let clock = left(60_000, 0, 0);
        assert_eq!(
            plan(&clock, &only).hard_limit,
            plan_among_moves(&clock, only.n_empties()).hard_limit
        );
        assert!(
            plan(&clock, &only).target * 10 < plan_among_moves(&clock, only.n_empties()).target
        );
        assert_eq!(plan(&clock, &Board::START), plan_among_moves(&clock, 60));
        let each = left(0, 0, 1000);
        assert_eq!(plan(&each, &only), plan_among_moves(&each, only.n_empties()));
    }

    #[test]
    fn a_part_of_a_time_per_move_is_held_in_reserve() {
        for (byoyomi, hard) in [(4, 2), (20, 15), (100, 90), (1000, 900), (10_000, 9850)] {
            assert_eq!(
                plan_among_moves(&left(0, 0, byoyomi), 40).hard_limit,
                Duration::from_millis(hard)
            );
        }
    }

    #[test]
    fn the_moves_with_the_largest_losses_get_the_most_time() {
        let soft = |n_empties| plan_among_moves(&left(60_000, 0, 0), n_empties).target;
        // Of the same main time, of which more moves must be made from it at the beginning.
        assert!(soft(58) * 2 < soft(44));
        // A whole game: what is planned at 44 is more than at 60 and at 24.
        let mut main = Duration::from_mins(1);
        let mut used = |n_empties| {
            let share = main.mul_f64(share_of_main(n_empties));
            main -= share;
            share
        };
        let shares: Vec<Duration> = (7..=30).rev().map(|half| used(2 * half)).collect();
        let (at_60, at_44, at_24) = (shares[0], shares[8], shares[18]);
        assert!(3 * at_60 < at_44 && 2 * at_24 < at_44, "{at_60:?} {at_44:?} {at_24:?}");
        assert!(main < Duration::from_secs(6), "{main:?} are left");
    }

    /// A game in which every move uses its hard limit ends with time left on the clock.
    #[test]
    fn a_whole_game_fits_into_its_time() {
        let mut main = Duration::from_mins(1);
        for n_empties in (1..=60).rev().step_by(2) {
            let left = TimeLeft { main, ..left(0, 0, 0) };
            main -= plan_among_moves(&left, n_empties).hard_limit.min(main);
        }
        assert!(Duration::ZERO < main);
    }
}
