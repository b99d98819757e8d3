//! The clocks of a game, as clients see them.

use std::time::Duration;

use willow_board::{Clock, Color, TimeControl, TimeLeft};
use willow_protocol::{ClockParts, ClockPartsOfBoth, ClockPhase, ClockState, Side};

pub(crate) fn clock_state(clock: &Clock, now: Duration) -> ClockState {
    let left = Color::ALL.map(|color| clock.time_left(color, now));
    let total = |color: Color| {
        let left = left[color.index()]?;
        Some(millis(left.main + left.byoyomi + left.extension))
    };
    let [black, white] =
        Color::ALL.map(|color| Some(parts(clock, color, left[color.index()]?, now)));
    ClockState {
        black: total(Color::Black),
        white: total(Color::White),
        deadline: clock.deadline().map(millis),
        running: clock.running().map(Side),
        parts: black.zip(white).map(|(black, white)| ClockPartsOfBoth { black, white }),
    }
}

/// Splits the time that a player has left.
fn parts(clock: &Clock, color: Color, left: TimeLeft, now: Duration) -> ClockParts {
    let TimeLeft { main, increment, byoyomi, extension } = left;
    let (has_increment, has_byoyomi, has_extension) = match clock.control(color) {
        TimeControl::Unlimited | TimeControl::Game(_) => (false, false, false),
        TimeControl::Increment { .. } => (true, false, false),
        TimeControl::PerMove(_) | TimeControl::Byoyomi { .. } => (false, true, false),
        TimeControl::Ggs { .. } => (true, false, true),
    };
    let in_extension = clock.in_overtime(color, now);
    // An extension that has begun is the clock's main time.
    let (main, extension) = if in_extension { (Duration::ZERO, main) } else { (main, extension) };
    let phase = if in_extension {
        ClockPhase::Extension
    } else if has_byoyomi && main.is_zero() {
        ClockPhase::Byoyomi
    } else {
        ClockPhase::Main
    };
    ClockParts {
        phase,
        main: millis(main),
        increment: has_increment.then(|| millis(increment)),
        byoyomi: has_byoyomi.then(|| millis(byoyomi)),
        extension: has_extension.then(|| millis(extension)),
    }
}

const fn millis(time: Duration) -> u64 {
    time.as_millis() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(control: &str, seconds: u64) -> ClockState {
        let mut clock = Clock::new(control.parse().unwrap());
        clock.start(Color::Black, Duration::ZERO);
        clock_state(&clock, Duration::from_secs(seconds))
    }

    #[test]
    fn the_parts_add_up_to_the_time_left_and_the_phase_names_the_running_one() {
        use ClockPhase::{Byoyomi, Extension, Main};
        let cases = [
            ("5:00+3", 10, Main, [290_000, 0, 0]),
            ("5:00", 10, Main, [290_000, 0, 0]),
            ("0:10/0:05", 4, Main, [6_000, 5_000, 0]),
            ("0:10/0:05", 12, Byoyomi, [0, 3_000, 0]),
            ("3d", 60, Byoyomi, [0, 3 * 86_400_000 - 60_000, 0]),
            ("0:10//0:20", 4, Main, [6_000, 0, 20_000]),
            ("0:10//0:20", 14, Extension, [0, 0, 16_000]),
        ];
        for (control, seconds, phase, expected) in cases {
            let clocks = after(control, seconds);
            let parts = clocks.parts.unwrap().black;
            let found = [parts.main, parts.byoyomi.unwrap_or(0), parts.extension.unwrap_or(0)];
            assert_eq!((parts.phase, found), (phase, expected), "{control} after {seconds}");
            assert_eq!(clocks.black, Some(expected.iter().sum()), "{control}");
            assert_eq!(clocks.running, Some(Side(Color::Black)));
        }
        let with_increment = after("5:00+3", 0).parts.unwrap().white;
        assert_eq!(with_increment.increment, Some(3000));
    }
}
