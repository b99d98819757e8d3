//! How much time a move gets.

use std::time::Duration;

use crate::Limits;

/// The part of the time left that a move may take at most, with a game clock. Ours.
const SHARE_OF_CLOCK: u32 = 20;

/// What is kept in reserve of the time for a move, so that the answer is there in time. Ours.
const RESERVE: u32 = 20;

/// Returns for how long to think at most, if time is limited.
pub(crate) fn thinking_time(limits: &Limits) -> Option<Duration> {
    let by_clock = limits.clock.map(|clock| {
        let left = clock.left;
        let at_once = left.increment + left.byoyomi + left.extension;
        (left.main / SHARE_OF_CLOCK + at_once).min(left.main + left.byoyomi + left.extension)
    });
    let time = limits.move_time.into_iter().chain(by_clock).min();
    time.map(|time| time.saturating_sub(time / RESERVE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameClock;

    #[test]
    fn a_move_gets_a_twentieth_of_the_clock_or_its_own_time() {
        assert_eq!(thinking_time(&Limits::NONE), None);
        let left = Duration::from_secs(400);
        let clock = Some(GameClock::main_time(left, left));
        let limits = Limits { clock, ..Limits::NONE };
        assert_eq!(thinking_time(&limits), Some(Duration::from_secs(19)));
        let limits = Limits { move_time: Some(Duration::from_secs(1)), ..limits };
        assert_eq!(thinking_time(&limits), Some(Duration::from_millis(950)));
    }
}
