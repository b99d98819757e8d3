//! Time allocation: how much of the time left a move may take.

use std::time::Duration;

/// The weight of a move in the allocation, by how many moves its side has made: low in the opening, high
/// in the midgame, and lower in the endgame.
const WEIGHTS: [(u32, u32); 3] = [(6, 1), (20, 3), (u32::MAX, 2)];

/// The moves that one side makes in a game.
const MOVES: u32 = 30;

/// The part of the time that is never allocated, for passes of the other side and slow answers.
const RESERVE: u32 = 20;

/// Returns the time for the next move of a side that has made this number of moves and has this time
/// left for the rest.
pub fn allocated_time(left: Duration, moves_made: u32) -> Duration {
    let weight = |number: u32| {
        WEIGHTS.iter().find(|(until, _)| number < *until).map_or(1, |&(_, weight)| weight)
    };
    // After more moves than a game has, the next one counts as the last.
    let all: u32 = (moves_made..MOVES.max(moves_made + 1)).map(weight).sum();
    left.saturating_sub(left / RESERVE) * weight(moves_made) / all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_uses_its_time_and_no_more() {
        let all = Duration::from_mins(30);
        let mut left = all;
        let mut longest = Duration::ZERO;
        for number in 0..40 {
            let time = allocated_time(left, number);
            longest = longest.max(time);
            left -= time;
        }
        assert!(left < all / 10, "{left:?} are unused");
        assert!(longest < all / 15);
    }

    /// 6 moves of weight 1, 14 of 3 and 10 of 2 make 68.
    #[test]
    fn the_middle_of_the_game_gets_most() {
        let left = Duration::from_secs(680);
        assert_eq!(allocated_time(left, 0), Duration::from_millis(9_500));
        // 14 of 3 and 10 of 2 make 62.
        assert_eq!(allocated_time(Duration::from_secs(620), 6), Duration::from_millis(28_500));
        assert_eq!(allocated_time(Duration::from_secs(20), 29), Duration::from_secs(19));
    }
}
