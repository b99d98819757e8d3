//! Match types and clocks of GGS, and the terms of a game here.

use std::time::Duration;

use willow_board::{Color, TimeControl};
use willow_ggs::{ClockTerms, MatchType, RatedFlag};
use willow_protocol::{ColorChoice, Start, Terms};

/// Returns the terms of a match; `None` if its type has no counterpart.
pub(super) fn of_match(kind: MatchType, clock: ClockTerms, flag: RatedFlag) -> Option<Terms> {
    let start = match kind.random {
        None => Start::Standard,
        Some(discs) => Start::Random(u8::try_from(discs).ok()?),
    };
    let color = match kind.color {
        None => ColorChoice::Random,
        Some(Color::Black) => ColorChoice::Black,
        Some(Color::White) => ColorChoice::White,
    };
    kind.is_othello().then(|| Terms {
        clock: clock.time_control(),
        rated: flag == RatedFlag::Rated,
        color,
        start,
        private: false,
        synchro: kind.synchro,
        lockstep: kind.synchro,
        komi: kind.komi,
    })
}

/// Returns the letter after the type of a match with these terms.
pub(super) const fn flag(terms: &Terms) -> RatedFlag {
    if terms.rated { RatedFlag::Rated } else { RatedFlag::Unrated }
}

/// Returns the type of a match with these terms; `None` if GGS has no such type.
pub(super) fn match_type(terms: &Terms) -> Option<MatchType> {
    let random = match terms.start {
        Start::Standard => None,
        Start::Random(discs) => Some(u16::from(discs)),
        Start::Balanced | Start::Position(_) => return None,
    };
    let color = match terms.color {
        _ if terms.komi || random.is_some() => None,
        ColorChoice::Random => None,
        ColorChoice::Black => Some(Color::Black),
        ColorChoice::White => Some(Color::White),
    };
    let synchro = terms.lockstep;
    let kind = MatchType { synchro, komi: terms.komi, random, color, ..MatchType::STANDARD };
    let is_known = terms.synchro == synchro && kind.to_string().parse() == Ok(kind);
    is_known.then_some(kind)
}

/// Returns a clock in the terms of GGS; `None` if GGS has no such clock.
pub(super) fn clock(control: TimeControl) -> Option<ClockTerms> {
    let (main, increment, extension) = match control {
        TimeControl::Game(main) => (main, Duration::ZERO, Duration::ZERO),
        TimeControl::Increment { main, increment } => (main, increment, Duration::ZERO),
        TimeControl::Ggs { main, increment, extension } => (main, increment, extension),
        TimeControl::Unlimited | TimeControl::PerMove(_) | TimeControl::Byoyomi { .. } => {
            return None;
        }
    };
    let seconds = |time: Duration| i64::try_from(time.as_secs()).ok();
    let clock = ClockTerms::of_seconds(seconds(main)?, seconds(increment)?, seconds(extension)?);
    let is_whole = [main, increment, extension].iter().all(|time| time.subsec_nanos() == 0);
    is_whole.then_some(clock)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seven_types_are_terms_and_come_back() {
        for text in ["8", "8w", "8b", "s8", "8k", "s8r20", "8kr20"] {
            let kind: MatchType = text.parse().unwrap();
            let terms = of_match(kind, "5//2".parse().unwrap(), RatedFlag::Rated).unwrap();
            assert_eq!(match_type(&terms), Some(kind), "{text}: {terms}");
            assert_eq!(clock(terms.clock).unwrap().to_string(), "05:00//02:00");
        }
        for text in ["10", "8a", "s4", "88"] {
            let kind = text.parse().unwrap();
            assert_eq!(of_match(kind, ClockTerms::USUAL, RatedFlag::Unrated), None, "{text}");
        }
    }

    #[test]
    fn what_ggs_has_no_words_for_is_none() {
        for words in ["5 synchro", "5 balanced", "5 start=random:12"] {
            assert_eq!(match_type(&words.parse().unwrap()), None, "{words}");
        }
        let control = |words: &str| words.parse::<Terms>().unwrap().clock;
        assert_eq!(clock(control("5+3")).unwrap().to_string(), "05:00/00:03/00:00");
        for words in ["none", "1s", "5:00/10", "3d", "100ms"] {
            assert_eq!(clock(control(words)), None, "{words}");
        }
    }
}
