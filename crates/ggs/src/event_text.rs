//! Events as the server writes them: one message, its lines divided by LF, without `READY`.

use std::fmt;

use willow_board::Color;

use crate::event::{
    Event, JoinedGame, MatchEnd, MatchLine, Offer, Prompt, RatedFlag, Request, RequestTail,
    TimeOut, UpdatedGame,
};
use crate::numbers::hundredths;

/// The front of every message of the Othello service.
pub(crate) const SERVICE: &str = "/os:";

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Prompt(prompt) => fmt::Display::fmt(prompt, f),
            Event::Ready => f.write_str("READY"),
            Event::Alert => f.write_str("ALERT"),
            Event::Came(name) => write!(f, ": + {name}"),
            Event::Left(name) => write!(f, ": - {name}"),
            Event::Told { name, text } => write!(f, "{name}: {text}"),
            Event::Other(message) => fmt::Display::fmt(message, f),
            _ => {
                write!(f, "{SERVICE} ")?;
                self.write_service(f)
            }
        }
    }
}

impl Event {
    fn write_service(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Requested(request) => write!(f, "+ {request}"),
            Event::RequestGone(request) => write!(f, "- {request}"),
            Event::MatchBegan(line) => write!(f, "+ match {line}"),
            Event::MatchEnded { line, end, archive } => {
                write!(f, "- match {line} {end}")?;
                let blanks = if matches!(end, MatchEnd::Left(_)) { " " } else { "  " };
                archive.iter().try_for_each(|archive| write!(f, "{blanks}{archive}"))
            }
            Event::Joined(game) => fmt::Display::fmt(game, f),
            Event::Updated(game) => fmt::Display::fmt(game, f),
            Event::GameEnded { id, names: [first, second], end } => {
                let front = if matches!(end, MatchEnd::Left(_)) { "player " } else { "" };
                write!(f, "end {id} ( {first} vs. {second} ) {front}{end}")
            }
            Event::Offered { offer, id, name } => {
                let (word, verb) = offer.words();
                write!(f, "{word} {id} {name} is {verb}")
            }
            Event::TimedOut { id, name, color, time_out } => {
                let word = match time_out {
                    TimeOut::Soft => "timeout",
                    TimeOut::Hard => "fatal-timeout",
                };
                write!(f, "{word} {id} {name} ({})", color.map_or('?', mark))
            }
            Event::TrustViolated { id, text } => write!(f, "trust-violation {id} {text}"),
            Event::RatingsUpdated { id, rows } => {
                write!(f, "rating_update {id}")?;
                write_rows(f, rows)
            }
            Event::MatchChat { id, audience, rating, name, text } => {
                write!(f, "{id} {audience} {rating:.0} {name}: {text}")
            }
            Event::MatchError { id, text } => write!(f, "error {id} {text}"),
            Event::Refused(text) => f.write_str(text),
            Event::Stored { head, rows } => {
                write!(f, "stored {head}")?;
                write_rows(f, rows)
            }
            // All others are written above.
            _ => Ok(()),
        }
    }
}

const fn mark(color: Color) -> char {
    match color {
        Color::Black => '*',
        Color::White => 'O',
    }
}

fn write_rows(f: &mut fmt::Formatter<'_>, rows: &[String]) -> fmt::Result {
    rows.iter().try_for_each(|row| write!(f, "\n|{row}"))
}

impl fmt::Display for Prompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Prompt::Login => ": Enter login (yours, or one you'd like to use).",
            Prompt::Password => ": Enter your password.",
        })
    }
}

impl Offer {
    /// Returns the command, and what somebody is said to be doing who sent it.
    pub(crate) const fn words(self) -> (&'static str, &'static str) {
        match self {
            Offer::Undo => ("undo", "asking"),
            Offer::Abort => ("abort", "asking"),
            Offer::Break => ("break", "asking"),
            Offer::Score => ("score", "offering"),
        }
    }
}

impl RatedFlag {
    /// Returns the letter.
    pub const fn letter(self) -> char {
        match self {
            RatedFlag::Rated => 'R',
            RatedFlag::Unrated => 'U',
            RatedFlag::Tournament => 'T',
            RatedFlag::Stored => 'S',
        }
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Request { id, rating, name, clock, kind, flag, .. } = self;
        let flag = flag.letter();
        write!(f, "{id:>4} {rating:6.1} {name:<8} {clock:<15} {kind:>5} {flag} ")?;
        match (&self.opponent, self.tail) {
            (None, None) => f.write_str("*      *"),
            (None, Some(tail)) => write!(f, "*      {:<8} {tail}", '*'),
            (Some((rating, name)), None) => write!(f, "{rating:6.1} {name}"),
            (Some((rating, name)), Some(tail)) => write!(f, "{rating:6.1} {name:<8} {tail}"),
        }
    }
}

impl fmt::Display for RequestTail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RequestTail::Clock(clock) => fmt::Display::fmt(clock, f),
            RequestTail::Stored(archive) => fmt::Display::fmt(archive, f),
        }
    }
}

impl fmt::Display for MatchLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MatchLine { id, ratings: [a, b], names: [first, second], kind, flag } = self;
        write!(f, "{id} {a} {first} {b} {second} {kind} {}", flag.letter())
    }
}

impl fmt::Display for MatchEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchEnd::Result(discs) => write!(f, "{:+.2}", hundredths(*discs)),
            MatchEnd::Aborted => f.write_str("aborted"),
            MatchEnd::Left(name) => write!(f, "{name} left"),
        }
    }
}

impl fmt::Display for JoinedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let JoinedGame { id, kind, komi, moves, .. } = self;
        write!(f, "join {id} {kind} {komi}\n|{} move(s)", moves.len())?;
        match &self.start {
            None => f.write_str("\n|  0: PASS")?,
            Some(start) => write_rows(f, &start.lines())?,
        }
        for (number, played) in (1..).zip(moves) {
            write!(f, "\n|{number:3}: {played}")?;
        }
        write_rows(f, &self.now.lines())
    }
}

impl fmt::Display for UpdatedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UpdatedGame { id, kind, komi, number, played, now } = self;
        write!(f, "update {id} {kind} {komi}\n|{number:3}: {played}")?;
        write_rows(f, &now.lines())
    }
}
