//! Which requests are accepted, and what is said to those who made the others.

use super::options::{PlayerOptions, RatedChoice};
use crate::ggs::{RatedFlag, Request};

/// The least seconds of a match: main time, or an increment for each move.
const MIN_SECONDS: i64 = 10;

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// It is not for this player.
    Ignore,
    /// The match is played.
    Accept,
    /// It is refused, with the reason for whoever asked.
    Decline(&'static str),
}

/// Returns what is done with a request. `n_matches` are being played.
pub(super) fn answer(request: &Request, options: &PlayerOptions, n_matches: u32) -> Answer {
    let is_own = request.name == options.login;
    let is_for_me = match &request.opponent {
        Some((_, name)) => *name == options.login,
        None => options.accepts_open,
    };
    if is_own || !is_for_me {
        return Answer::Ignore;
    }
    match refusal(request, options, n_matches) {
        None => Answer::Accept,
        // Nobody else is waiting for the answer to a request to everybody.
        Some(_) if request.opponent.is_none() => Answer::Ignore,
        Some(reason) => Answer::Decline(reason),
    }
}

fn refusal(request: &Request, options: &PlayerOptions, n_matches: u32) -> Option<&'static str> {
    let own_clock = match request.tail {
        Some(crate::ggs::RequestTail::Clock(clock)) => clock,
        _ => request.clock,
    };
    let main = own_clock.main.time.0.max(own_clock.increment.time.0 * MIN_SECONDS);
    if n_matches >= options.open {
        Some("I play as many matches as I may. Please ask again later.")
    } else if !request.kind.is_othello() {
        Some("I play on boards of 8x8 only, and not anti. Types: 8, 8b, 8w, 8k, s8, s8rN, 8krN.")
    } else if request.flag == RatedFlag::Stored && !options.resumes {
        Some("I do not go on with adjourned matches. Please ask for a new one.")
    } else if main < MIN_SECONDS {
        Some("That clock is too short for me: 10 seconds at least.")
    } else if request.flag == RatedFlag::Rated && options.rated == RatedChoice::Never {
        Some("I play unrated matches only.")
    } else if request.flag == RatedFlag::Unrated && options.rated == RatedChoice::Only {
        Some("I play rated matches only.")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ggs::{Event, Incoming, Message};

    fn request(text: &str) -> Request {
        let head = format!("/os: + {text}");
        match Event::parse(Incoming::Message(Message { head, rows: Vec::new() })) {
            Event::Requested(request) => request,
            other => panic!("{other:?}"),
        }
    }

    fn answered(text: &str, change: impl Fn(&mut PlayerOptions)) -> Answer {
        let mut options = PlayerOptions::new("willow", "", "random".parse().unwrap());
        change(&mut options);
        answer(&request(text), &options, 0)
    }

    #[test]
    fn requests_are_answered_as_the_operator_wants() {
        let to_me = ".8 1720.0 alice 01:00//02:00 s8r20 U 1720.0 willow";
        assert_eq!(answered(to_me, |_| ()), Answer::Accept);
        let declined = |text, change: fn(&mut PlayerOptions)| {
            matches!(answered(text, change), Answer::Decline(_))
        };
        assert!(declined(to_me, |options| options.open = 0));
        assert!(declined(to_me, |options| options.rated = RatedChoice::Only));
        assert!(declined(".8 1720.0 alice 01:00//02:00 10 U 1720.0 willow", |_| ()));
        assert!(declined(".8 1720.0 alice 00:01//02:00 8 U 1720.0 willow", |_| ()));
        assert!(declined(".8 1720.0 alice 01:00//02:00 8 S 1720.0 willow .3", |_| ()));
        let to_other = ".8 1720.0 alice 01:00//02:00 8 U 1720.0 bob";
        assert_eq!(answered(to_other, |_| ()), Answer::Ignore);
        let to_all = ".8 1720.0 alice 01:00//02:00 8 U * *";
        assert_eq!(answered(to_all, |_| ()), Answer::Ignore);
        assert_eq!(answered(to_all, |options| options.accepts_open = true), Answer::Accept);
        let own = ".8 1720.0 willow 01:00//02:00 8 U 1720.0 willow";
        assert_eq!(answered(own, |_| ()), Answer::Ignore);
    }
}
