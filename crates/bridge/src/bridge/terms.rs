//! Which matches both sides have, and how the terms of one side are said on the other.
//!
//! The clocks of both sides run, so each player is given the budget for lag on the side where a proxy
//! plays for them: a player's own clock decides, not the way between the servers.

use std::time::Duration;

use thiserror::Error;
use willow_board::{Color, TimeControl};
use willow_protocol::{ColorChoice, MOST_RATED_DISCS, Start, Terms};

use super::millis::Millis;
use crate::ggs::{ClockTerms, MatchType, RatedFlag, Request, RequestTail};

/// A match that cannot be carried. The messages are for the one who asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UncarriedTerms {
    /// Another board, or the fewer discs win.
    #[error("only Othello on 8x8 is carried over this bridge, such as 8, 8b, s8, 8k or s8r20")]
    OtherGame,
    /// A random start that favours a side.
    #[error("a random start favours a side: please add `lockstep` or `komi`")]
    LoneRandomStart,
    /// A rated random start with more discs than are rated here.
    #[error("a rated random start over this bridge has at most {MOST_RATED_DISCS} discs")]
    TooManyRatedDiscs,
    /// A pair whose moves are shown at once.
    #[error("GGS plays pairs in lock-step: please offer `lockstep` instead of `synchro`")]
    PlainPair,
    /// The operator carries unrated matches only.
    #[error("only unrated matches are carried over this bridge")]
    Rated,
    /// The match was adjourned.
    #[error("this bridge does not know the adjourned match; please ask for a new one")]
    Stored,
    /// A match of a tournament.
    #[error("matches of tournaments are not carried over this bridge")]
    Tournament,
    /// The players have different clocks.
    #[error("both players must have the same clock")]
    TwoClocks,
    /// A clock with moves or flags.
    #[error("this clock is not carried: please ask for main time, increment and extension alone")]
    ClockFlags,
    /// A clock that GGS does not have.
    #[error("GGS has no such clock: please offer minutes with or without an increment, as in 5+3")]
    OtherClock,
    /// A clock with fractions of a second.
    #[error("GGS counts whole seconds: please offer a clock without fractions of a second")]
    Fractions,
    /// So little time that the way between the servers could decide.
    #[error(
        "the clock is too fast for a match over a bridge: a game needs a minute, a pair two and a quarter"
    )]
    TooFast,
    /// A start other than the standard one.
    #[error("the standard start and random ones are carried over this bridge, no others")]
    OtherStart,
}

/// The least main time of a match.
const LEAST_MAIN: Duration = Duration::from_mins(1);

/// The moves of one player, for which the increments of a pair are counted.
const MOVES: u32 = 30;

/// What is asked for on GGS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GgsTerms {
    /// The type, from the view of the login that asks.
    pub kind: MatchType,
    /// The clock of the login, behind which a person of the other side sits.
    pub own_clock: ClockTerms,
    /// The clock of the player who is asked.
    pub other_clock: ClockTerms,
    /// Whether the ratings on GGS change.
    pub rated: bool,
}

/// Returns the terms here of a request on GGS, from the view of the proxy who offers.
///
/// # Errors
/// The match must be one that both sides have.
pub fn willow_terms(
    request: &Request,
    rated_allowed: bool,
    budget: Millis,
) -> Result<Terms, UncarriedTerms> {
    check_kind(request.kind)?;
    match (request.flag, request.tail) {
        (RatedFlag::Stored, _) | (_, Some(RequestTail::Stored(_))) => {
            return Err(UncarriedTerms::Stored);
        }
        (RatedFlag::Tournament, _) => return Err(UncarriedTerms::Tournament),
        (RatedFlag::Rated, _) if !rated_allowed => return Err(UncarriedTerms::Rated),
        (RatedFlag::Rated, _) if request.kind.random > Some(MOST_RATED_DISCS.into()) => {
            return Err(UncarriedTerms::TooManyRatedDiscs);
        }
        (_, Some(RequestTail::Clock(clock))) if clock != request.clock => {
            return Err(UncarriedTerms::TwoClocks);
        }
        _ => {}
    }
    let MatchType { synchro, komi, random, color, .. } = request.kind;
    let color = color.filter(|_| !synchro && !komi).map_or(ColorChoice::Random, choice);
    let start = match random.map(u8::try_from) {
        None => Start::Standard,
        Some(Ok(discs)) => Start::Random(discs),
        Some(Err(_)) => return Err(UncarriedTerms::OtherStart),
    };
    let clock = willow_clock(request.clock, synchro, budget)?;
    let rated = request.flag == RatedFlag::Rated;
    Ok(Terms { clock, rated, color, start, synchro, lockstep: synchro, komi, ..Terms::default() })
}

const fn check_kind(kind: MatchType) -> Result<(), UncarriedTerms> {
    if kind.is_othello() { Ok(()) } else { Err(UncarriedTerms::OtherGame) }
}

/// Returns a colour as a choice.
#[must_use]
pub(super) const fn choice(color: Color) -> ColorChoice {
    match color {
        Color::Black => ColorChoice::Black,
        Color::White => ColorChoice::White,
    }
}

/// Returns the clock here. In a pair the bridge learns the remote player's move when the person has moved
/// in the other game, too, and the proxy's clock runs until then: so each clock has the time of both
/// players.
fn willow_clock(
    clock: ClockTerms,
    is_pair: bool,
    budget: Millis,
) -> Result<TimeControl, UncarriedTerms> {
    if !clock.is_plain() {
        return Err(UncarriedTerms::ClockFlags);
    }
    let main = clock.main.time.duration();
    let increment = clock.increment.time.duration();
    let extension = clock.extension.time.duration();
    if main < LEAST_MAIN {
        return Err(UncarriedTerms::TooFast);
    }
    let budget = Duration::from_millis(budget);
    if is_pair {
        let main = 2 * (main + MOVES * increment + extension) + budget;
        return Ok(TimeControl::Game(main));
    }
    let main = main + budget;
    Ok(match (increment.is_zero(), extension.is_zero()) {
        (true, true) => TimeControl::Game(main),
        (false, true) => TimeControl::Increment { main, increment },
        _ => TimeControl::Ggs { main, increment, extension },
    })
}

/// Returns what is asked for on GGS when a person here offers a game to a proxy.
///
/// # Errors
/// The match must be one that both sides have.
pub fn ggs_terms(
    terms: &Terms,
    rated_allowed: bool,
    budget: Millis,
) -> Result<GgsTerms, UncarriedTerms> {
    let random = match terms.start {
        Start::Standard => None,
        Start::Random(discs) => Some(u16::from(discs)),
        _ => return Err(UncarriedTerms::OtherStart),
    };
    let is_fair = terms.lockstep || terms.komi;
    match () {
        () if terms.rated && !rated_allowed => return Err(UncarriedTerms::Rated),
        () if terms.synchro && !terms.lockstep => return Err(UncarriedTerms::PlainPair),
        () if random.is_some() && !is_fair => return Err(UncarriedTerms::LoneRandomStart),
        () => {}
    }
    let color = match terms.color {
        ColorChoice::Black => Some(Color::Black),
        ColorChoice::White => Some(Color::White),
        ColorChoice::Random => None,
    };
    let color = color.filter(|_| !is_fair);
    let (own_clock, other_clock) = ggs_clocks(terms.clock, terms.synchro, budget)?;
    let (synchro, komi) = (terms.synchro, terms.komi);
    let kind = MatchType { synchro, komi, random, color, ..MatchType::STANDARD };
    Ok(GgsTerms { kind, own_clock, other_clock, rated: terms.rated })
}

/// Returns the clocks of the login and of its opponent. The login's clock has the budget in addition,
/// because the person's clock is the one here; the opponent has the budget less, because the
/// opponent's clock is the one on GGS.
fn ggs_clocks(
    clock: TimeControl,
    is_pair: bool,
    budget: Millis,
) -> Result<(ClockTerms, ClockTerms), UncarriedTerms> {
    let (main, increment, extension) = match clock {
        TimeControl::Game(main) => (main, Duration::ZERO, Duration::ZERO),
        TimeControl::Increment { main, increment } => (main, increment, Duration::ZERO),
        TimeControl::Ggs { main, increment, extension } => (main, increment, extension),
        _ => return Err(UncarriedTerms::OtherClock),
    };
    if [main, increment, extension].iter().any(|time| time.subsec_nanos() != 0) {
        return Err(UncarriedTerms::Fractions);
    }
    let seconds = |time: Duration| i64::try_from(time.as_secs()).unwrap_or(i64::MAX / 4);
    let budget = i64::try_from(budget / 1000).unwrap_or(0);
    if main < LEAST_MAIN {
        return Err(UncarriedTerms::TooFast);
    }
    if is_pair {
        // The clock here has the time of both players, so that it does not run out first.
        let main = (seconds(main) - budget) / 2;
        if main < seconds(LEAST_MAIN) {
            return Err(UncarriedTerms::TooFast);
        }
        let clock = ClockTerms::of_seconds(main, seconds(increment) / 2, 0);
        return Ok((clock, clock));
    }
    let clock = |main: i64| ClockTerms::of_seconds(main, seconds(increment), seconds(extension));
    Ok((clock(seconds(main) + budget), clock(seconds(main) - budget)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(text: &str) -> Request {
        let line = format!("/os: + {text}\nREADY\n");
        let mut reader = crate::ggs::MessageReader::default();
        reader.feed(line.as_bytes());
        match crate::ggs::Event::parse(reader.next_incoming().unwrap()) {
            crate::ggs::Event::Requested(request) => request,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn requests_become_offers() {
        let cases = [
            ("05:00//00:00       8b U", "5:15 unrated black"),
            ("05:00/00:03/00:00  8w U", "5:15+3 unrated white"),
            ("15:00//02:00        8 R", "15:15//2:00 rated random"),
            ("05:00//00:00       s8 U", "10:15 unrated random lockstep"),
            ("05:00//00:00    s8r20 U", "10:15 unrated random start=random:20 lockstep"),
            ("05:00//00:00       8k U", "5:15 unrated random komi"),
            ("05:00//00:00    8kr14 U", "5:15 unrated random start=random:14 komi"),
        ];
        for (front, wanted) in cases {
            let request = request(&format!(".8 1720.0 alice {front} 1720.0 bob"));
            let terms = willow_terms(&request, true, 15_000).unwrap();
            assert_eq!(terms.to_string(), wanted, "{front}");
        }
    }

    #[test]
    fn other_matches_are_refused_in_words() {
        let cases = [
            ("05:00//02:00 10 U 1720.0 bob", UncarriedTerms::OtherGame),
            ("05:00//02:00 8a U 1720.0 bob", UncarriedTerms::OtherGame),
            ("05:00//02:00 8b R 1720.0 bob", UncarriedTerms::Rated),
            ("05:00//02:00 8b S 1720.0 bob .77", UncarriedTerms::Stored),
            ("05:00//02:00 8b T 1720.0 bob", UncarriedTerms::Tournament),
            ("05:00//02:00 8b U 1720.0 bob 06:00//02:00", UncarriedTerms::TwoClocks),
            ("05:00,N5//02:00 8b U 1720.0 bob", UncarriedTerms::ClockFlags),
            ("00:30//02:00 8b U 1720.0 bob", UncarriedTerms::TooFast),
        ];
        for (rest, wanted) in cases {
            let request = request(&format!(".8 1720.0 alice {rest}"));
            assert_eq!(willow_terms(&request, false, 15_000), Err(wanted), "{rest}");
        }
    }

    #[test]
    fn offers_become_requests() {
        let cases = [
            ("5+3 black", "8b 05:15/00:03/00:00 04:45/00:03/00:00"),
            ("15:00//2:00 white", "8w 15:15//02:00 14:45//02:00"),
            ("10:00", "8 10:15//00:00 09:45//00:00"),
            ("10:15 lockstep", "s8 05:00//00:00 05:00//00:00"),
            ("10:15+4 lockstep start=random:20", "s8r20 05:00/00:02/00:00 05:00/00:02/00:00"),
            ("10:00 komi", "8k 10:15//00:00 09:45//00:00"),
            ("10:00 komi start=random:9", "8kr9 10:15//00:00 09:45//00:00"),
        ];
        for (words, wanted) in cases {
            let ask = ggs_terms(&words.parse().unwrap(), false, 15_000).unwrap();
            let GgsTerms { kind, own_clock, other_clock, .. } = ask;
            assert_eq!(format!("{kind} {own_clock} {other_clock}"), wanted, "{words}");
        }
        let refusals = [
            ("none", UncarriedTerms::OtherClock),
            ("5:00/10", UncarriedTerms::OtherClock),
            ("5:00+0.9", UncarriedTerms::Fractions),
            ("5+3 start=random:12", UncarriedTerms::LoneRandomStart),
            ("5+3 balanced", UncarriedTerms::OtherStart),
            ("5+3 synchro", UncarriedTerms::PlainPair),
            ("5+3 rated", UncarriedTerms::Rated),
            ("0:30", UncarriedTerms::TooFast),
            ("1:58 lockstep", UncarriedTerms::TooFast),
        ];
        for (words, wanted) in refusals {
            assert_eq!(ggs_terms(&words.parse().unwrap(), false, 0), Err(wanted), "{words}");
        }
    }

    #[test]
    fn random_starts_are_rated_up_to_twenty_discs() {
        let rated: Terms = "5+3 rated lockstep start=random:20".parse().unwrap();
        let asked = ggs_terms(&rated, true, 0).unwrap();
        assert_eq!((asked.kind.to_string().as_str(), asked.rated), ("s8r20", true));
        let terms = |discs: u16| {
            let there = format!(".8 1720.0 alice 05:00//00:00 s8r{discs} R 1720.0 bob");
            willow_terms(&request(&there), true, 0)
        };
        assert!(terms(20).unwrap().rated);
        assert_eq!(terms(21), Err(UncarriedTerms::TooManyRatedDiscs));
    }
}
