//! Which matches both sides have, and how the terms of one side are said on the other.
//!
//! The clocks of both sides run, so each player is given the budget for lag on the side where a proxy
//! plays for them: a player's own clock decides, not the way between the servers.

use std::time::Duration;

use thiserror::Error;
use willow_board::{Color, TimeControl};
use willow_protocol::{ColorChoice, MAX_RATED_DISCS, Start, Terms};

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
    #[error("a rated random start over this bridge has at most {MAX_RATED_DISCS} discs")]
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
const MIN_MAIN: Duration = Duration::from_mins(1);

/// The moves of one player, for which the increments of a pair are counted.
const MOVES: u32 = 30;

/// The request on GGS.
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

/// Which matches an operator lets the bridge carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CarriedMatches {
    /// Whether rated ones are carried.
    pub rated: bool,
    /// The time that the way between the servers may cost a player.
    pub lag_budget: Millis,
}

/// Returns the terms here of a request on GGS, from the view of the proxy who offers.
///
/// # Errors
/// The match must be one that both sides have.
pub fn willow_terms(request: &Request, carried: CarriedMatches) -> Result<Terms, UncarriedTerms> {
    if !request.kind.is_othello() {
        return Err(UncarriedTerms::OtherGame);
    }
    match (request.flag, request.tail) {
        (RatedFlag::Stored, _) | (_, Some(RequestTail::Stored(_))) => {
            return Err(UncarriedTerms::Stored);
        }
        (RatedFlag::Tournament, _) => return Err(UncarriedTerms::Tournament),
        (RatedFlag::Rated, _) if !carried.rated => return Err(UncarriedTerms::Rated),
        (RatedFlag::Rated, _) if request.kind.random > Some(MAX_RATED_DISCS.into()) => {
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
    let clock = checked_clock(request.clock)?;
    let budget = Duration::from_millis(carried.lag_budget);
    let clock = if synchro { pair_clock(clock, budget) } else { lone_clock(clock, budget) };
    let rated = request.flag == RatedFlag::Rated;
    Ok(Terms { clock, rated, color, start, synchro, lockstep: synchro, komi, ..Terms::default() })
}

/// Returns a colour as a choice.
pub(super) const fn choice(color: Color) -> ColorChoice {
    match color {
        Color::Black => ColorChoice::Black,
        Color::White => ColorChoice::White,
    }
}

/// The three times of a clock on GGS.
#[derive(Clone, Copy, Debug)]
struct Times {
    main: Duration,
    increment: Duration,
    extension: Duration,
}

/// Returns the times of a clock that has nothing else, and enough of them.
fn checked_clock(clock: ClockTerms) -> Result<Times, UncarriedTerms> {
    let [main, increment, extension] =
        [clock.main, clock.increment, clock.extension].map(|slot| slot.time.duration());
    match () {
        () if !clock.is_plain() => Err(UncarriedTerms::ClockFlags),
        () if main < MIN_MAIN => Err(UncarriedTerms::TooFast),
        () => Ok(Times { main, increment, extension }),
    }
}

/// Returns the clock here of a game that is played alone.
const fn lone_clock(Times { main, increment, extension }: Times, budget: Duration) -> TimeControl {
    let main = main.saturating_add(budget);
    match (increment.is_zero(), extension.is_zero()) {
        (true, true) => TimeControl::Game(main),
        (false, true) => TimeControl::Increment { main, increment },
        _ => TimeControl::Ggs { main, increment, extension },
    }
}

/// Returns the clock here of the games of a pair. The bridge learns the remote player's move when the person has moved
/// in the other game, too, and the proxy's clock runs until then: so each clock has the time of both players.
fn pair_clock(Times { main, increment, extension }: Times, budget: Duration) -> TimeControl {
    TimeControl::Game(2 * (main + MOVES * increment + extension) + budget)
}

/// Returns what is asked for on GGS when a person here offers a game to a proxy.
///
/// # Errors
/// The match must be one that both sides have.
pub fn ggs_terms(terms: &Terms, carried: CarriedMatches) -> Result<GgsTerms, UncarriedTerms> {
    let random = match terms.start {
        Start::Standard => None,
        Start::Random(discs) => Some(u16::from(discs)),
        _ => return Err(UncarriedTerms::OtherStart),
    };
    let is_fair = terms.lockstep || terms.komi;
    match () {
        () if terms.rated && !carried.rated => return Err(UncarriedTerms::Rated),
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
    let times = whole_seconds(terms.clock)?;
    let budget = i64::try_from(carried.lag_budget / 1000).unwrap_or(0);
    let [own_clock, other_clock] = if terms.synchro {
        [pair_clock_there(times, budget)?; 2]
    } else {
        lone_clocks_there(times, budget)
    };
    let (synchro, komi) = (terms.synchro, terms.komi);
    let kind = MatchType { synchro, komi, random, color, ..MatchType::STANDARD };
    Ok(GgsTerms { kind, own_clock, other_clock, rated: terms.rated })
}

/// Returns main time, increment and extension in seconds, if GGS has such a clock.
fn whole_seconds(clock: TimeControl) -> Result<[i64; 3], UncarriedTerms> {
    let times = match clock {
        TimeControl::Game(main) => [main, Duration::ZERO, Duration::ZERO],
        TimeControl::Increment { main, increment } => [main, increment, Duration::ZERO],
        TimeControl::Ggs { main, increment, extension } => [main, increment, extension],
        _ => return Err(UncarriedTerms::OtherClock),
    };
    match times {
        _ if times.iter().any(|time| time.subsec_nanos() != 0) => Err(UncarriedTerms::Fractions),
        [main, ..] if main < MIN_MAIN => Err(UncarriedTerms::TooFast),
        _ => Ok(times.map(|time| i64::try_from(time.as_secs()).unwrap_or(i64::MAX / 4))),
    }
}

/// Returns the clocks of the login and of its opponent. The login's clock has the budget in addition,
/// because the person's clock is the one here; the opponent has the budget less, because the
/// opponent's clock is the one on GGS.
fn lone_clocks_there([main, increment, extension]: [i64; 3], budget: i64) -> [ClockTerms; 2] {
    [main + budget, main - budget].map(|main| ClockTerms::of_seconds(main, increment, extension))
}

/// Returns the clock of both in a pair. That here has the time of both players, so that it does not run out first.
fn pair_clock_there(
    [main, increment, _]: [i64; 3],
    budget: i64,
) -> Result<ClockTerms, UncarriedTerms> {
    let main = (main - budget) / 2;
    if main < MIN_MAIN.as_secs() as i64 {
        return Err(UncarriedTerms::TooFast);
    }
    Ok(ClockTerms::of_seconds(main, increment / 2, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: CarriedMatches = CarriedMatches { rated: true, lag_budget: 15_000 };
    const UNRATED: CarriedMatches = CarriedMatches { rated: false, ..ALL };

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
            let terms = willow_terms(&request, ALL).unwrap();
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
            assert_eq!(willow_terms(&request, UNRATED), Err(wanted), "{rest}");
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
            let ask = ggs_terms(&words.parse().unwrap(), UNRATED).unwrap();
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
            assert_eq!(ggs_terms(&words.parse().unwrap(), UNRATED), Err(wanted), "{words}");
        }
    }

    #[test]
    fn random_starts_are_rated_up_to_twenty_discs() {
        let rated: Terms = "5+3 rated lockstep start=random:20".parse().unwrap();
        let asked = ggs_terms(&rated, ALL).unwrap();
        assert_eq!((asked.kind.to_string().as_str(), asked.rated), ("s8r20", true));
        let terms = |discs: u16| {
            let there = format!(".8 1720.0 alice 05:00//00:00 s8r{discs} R 1720.0 bob");
            willow_terms(&request(&there), ALL)
        };
        assert!(terms(20).unwrap().rated);
        assert_eq!(terms(21), Err(UncarriedTerms::TooManyRatedDiscs));
    }
}
