//! Messages into events. Every message becomes one: what is not known becomes [`Event::Other`].

use willow_board::Color;

use crate::board_block::{self, BoardBlock};
use crate::event::{
    Event, JoinedGame, MatchEnd, MatchLine, Offer, Prompt, RatedFlag, Request, RequestTail,
    TimeOut, UpdatedGame,
};
use crate::event_text::SERVICE;
use crate::ids::{ArchiveId, MatchId};
use crate::match_type::{MatchType, MatchTypeError};
use crate::message::{Incoming, Message};
use crate::numbers::{Komi, finite};
use crate::played_move::PlayedMove;

impl Event {
    /// Reads what came from the server.
    pub fn parse(incoming: Incoming) -> Event {
        match incoming {
            Incoming::Ready => Event::Ready,
            Incoming::Alert => Event::Alert,
            Incoming::Message(message) => parse(&message).unwrap_or(Event::Other(message)),
        }
    }
}

fn parse(message: &Message) -> Option<Event> {
    let (sender, text) = message.head.split_once(' ')?;
    match sender {
        SERVICE => parse_service(text, &message.rows),
        ":" if message.rows.is_empty() => parse_central(text),
        _ if !message.rows.is_empty() => None,
        name => {
            let name = name.strip_suffix(':')?.to_owned();
            let is_user = !name.is_empty() && !name.contains(':') && !name.starts_with(['.', '/']);
            is_user.then(|| Event::Told { name, text: text.to_owned() })
        }
    }
}

fn parse_central(text: &str) -> Option<Event> {
    if text.starts_with("Enter login") {
        return Some(Event::Prompt(Prompt::Login));
    }
    if text.starts_with("Enter your password") {
        return Some(Event::Prompt(Prompt::Password));
    }
    match text.split_at_checked(2)? {
        ("+ ", name) => presence(name).map(Event::Came),
        ("- ", name) => presence(name).map(Event::Left),
        _ => None,
    }
}

/// Reads a name that came or left; more may follow it.
fn presence(text: &str) -> Option<String> {
    (!text.is_empty() && !text.starts_with(' ')).then(|| text.to_owned())
}

fn parse_service(text: &str, rows: &[String]) -> Option<Event> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match *words.as_slice() {
        ["+", "match", ref rest @ ..] if rest.len() == 7 => {
            Some(Event::MatchBegan(parse_match_line(rest)?))
        }
        ["-", "match", ref rest @ ..] if rest.len() > 7 => parse_match_end(rest),
        ["+", ref rest @ ..] => parse_request(rest).map(Event::Requested),
        ["-", ref rest @ ..] => parse_request(rest).map(Event::RequestGone),
        ["join", id, kind, komi] => parse_joined(&Title::parse(id, kind, komi)?, rows)
            .map(|game| Event::Joined(game.into())),
        ["update", id, kind, komi] => {
            let title = Title::parse(id, kind, komi)?;
            parse_updated(&title, rows).map(|game| Event::Updated(game.into()))
        }
        ["end", id, "(", first, "vs.", second, ")", ref end @ ..] => Some(Event::GameEnded {
            id: id.parse().ok()?,
            names: [first.to_owned(), second.to_owned()],
            end: parse_end(end)?.0,
        }),
        [command, id, name, "is", "asking" | "offering"] => Some(Event::Offered {
            offer: parse_offer(command)?,
            id: id.parse().ok()?,
            name: name.to_owned(),
        }),
        [word @ ("timeout" | "fatal-timeout"), id, name, ref color @ ..] => Some(Event::TimedOut {
            id: id.parse().ok()?,
            name: name.to_owned(),
            color: color.first().and_then(|color| parse_mark(color)),
            time_out: if word == "timeout" { TimeOut::Soft } else { TimeOut::Hard },
        }),
        ["rating_update", id] => {
            Some(Event::RatingsUpdated { id: id.parse().ok()?, rows: rows.to_vec() })
        }
        [..] => parse_text(text, rows),
    }
}

/// Reads a message whose words are text.
fn parse_text(text: &str, rows: &[String]) -> Option<Event> {
    let (command, rest) = text.split_once(' ').unwrap_or((text, ""));
    let with_id = |rest: &str| {
        let (id, text) = rest.split_once(' ')?;
        Some((id.parse::<MatchId>().ok()?, text.to_owned()))
    };
    match command {
        "trust-violation" => with_id(rest).map(|(id, text)| Event::TrustViolated { id, text }),
        "error" => with_id(rest).map(|(id, text)| Event::MatchError { id, text }),
        _ if command.starts_with('.') => parse_chat(command.parse().ok()?, rest),
        _ if rows.is_empty() && is_refusal(text) => Some(Event::Refused(text.to_owned())),
        "stored" => Some(Event::Stored { head: rest.to_owned(), rows: rows.to_vec() }),
        _ => None,
    }
}

/// Returns whether a line refuses a command: refusals of types do not say `ERR`.
fn is_refusal(text: &str) -> bool {
    let types = [
        MatchTypeError::IllegalBoard,
        MatchTypeError::LoneRandom,
        MatchTypeError::RandomDiscs,
        MatchTypeError::SynchroKomi,
    ];
    text.split(' ').any(|word| word == "ERR")
        || text.starts_with("no preferred color in ")
        || types.iter().any(|refusal| refusal.to_string() == text)
}

fn parse_chat(id: MatchId, rest: &str) -> Option<Event> {
    let mut words = rest.splitn(4, ' ');
    let mut audience = words.next()?.chars();
    let audience = (audience.next()?, audience.next());
    let rating = finite(words.next()?)?;
    let name = words.next()?.strip_suffix(':')?.to_owned();
    let text = words.next().unwrap_or_default().to_owned();
    match audience {
        (audience, None) => Some(Event::MatchChat { id, audience, rating, name, text }),
        _ => None,
    }
}

fn parse_offer(command: &str) -> Option<Offer> {
    let offers = [Offer::Undo, Offer::Abort, Offer::Score, Offer::Break];
    offers.into_iter().find(|offer| offer.words().0 == command)
}

fn parse_mark(text: &str) -> Option<Color> {
    match text {
        "(*)" => Some(Color::Black),
        "(O)" => Some(Color::White),
        _ => None,
    }
}

fn parse_flag(text: &str) -> Option<RatedFlag> {
    let flags = [RatedFlag::Rated, RatedFlag::Unrated, RatedFlag::Tournament, RatedFlag::Stored];
    flags.into_iter().find(|flag| text == flag.letter().to_string())
}

fn parse_match_line(words: &[&str]) -> Option<MatchLine> {
    let &[id, a, first, b, second, kind, flag, ..] = words else { return None };
    Some(MatchLine {
        id: id.parse().ok()?,
        ratings: [rounded(a)?, rounded(b)?],
        names: [first.to_owned(), second.to_owned()],
        kind: kind.parse().ok()?,
        flag: parse_flag(flag)?,
    })
}

/// Reads a rating as a whole number.
fn rounded(text: &str) -> Option<i64> {
    finite(text).map(|rating| rating.round() as i64)
}

fn parse_match_end(words: &[&str]) -> Option<Event> {
    let line = parse_match_line(words)?;
    let (end, rest) = parse_end(&words[7..])?;
    let archive = match rest {
        [] => None,
        [id] => Some(id.parse::<ArchiveId>().ok()?),
        _ => return None,
    };
    Some(Event::MatchEnded { line, end, archive })
}

/// Reads how a match ended, and returns what follows.
fn parse_end<'a>(words: &'a [&'a str]) -> Option<(MatchEnd, &'a [&'a str])> {
    match words {
        ["player", name, "left"] => Some((MatchEnd::Left((*name).to_owned()), &[])),
        ["aborted", rest @ ..] => Some((MatchEnd::Aborted, rest)),
        [name, "left", rest @ ..] => Some((MatchEnd::Left((*name).to_owned()), rest)),
        [result, rest @ ..] => Some((MatchEnd::Result(finite(result)?), rest)),
        [] => None,
    }
}

fn parse_request(words: &[&str]) -> Option<Request> {
    let &[id, rating, name, clock, kind, flag, rating2, name2, ref tail @ ..] = words else {
        return None;
    };
    let opponent = match (rating2, name2) {
        ("*", "*") => None,
        (rating, name) => Some((finite(rating)?, name.to_owned())),
    };
    let tail = match tail {
        [] => None,
        [id] if id.starts_with('.') => Some(RequestTail::Stored(id.parse().ok()?)),
        [clock] => Some(RequestTail::Clock(clock.parse().ok()?)),
        _ => return None,
    };
    Some(Request {
        id: id.parse().ok()?,
        rating: finite(rating)?,
        name: name.to_owned(),
        clock: clock.parse().ok()?,
        kind: kind.parse().ok()?,
        flag: parse_flag(flag)?,
        opponent,
        tail,
    })
}

/// The first line of a game's state.
struct Title {
    id: MatchId,
    kind: MatchType,
    komi: Komi,
}

impl Title {
    fn parse(id: &str, kind: &str, komi: &str) -> Option<Title> {
        Some(Title { id: id.parse().ok()?, kind: kind.parse().ok()?, komi: Komi::parse(komi)? })
    }
}

fn parse_joined(&Title { id, kind, komi }: &Title, rows: &[String]) -> Option<JoinedGame> {
    let (count, rows) = rows.split_first()?;
    let n_moves: usize = count.trim().strip_suffix(" move(s)")?.parse().ok()?;
    let (start, rows) = if n_moves == 0 {
        (None, rows.strip_prefix(&["  0: PASS".to_owned()][..]).unwrap_or(rows))
    } else {
        (Some(BoardBlock::parse(rows)?), rows.get(board_block::N_LINES..)?)
    };
    let moves = rows.get(..n_moves)?.iter().map(|row| Some(parse_move(row)?.1));
    let moves = moves.collect::<Option<Vec<PlayedMove>>>()?;
    let now = BoardBlock::parse(&rows[n_moves..])?;
    Some(JoinedGame { id, kind, komi, start, moves, now })
}

fn parse_updated(&Title { id, kind, komi }: &Title, rows: &[String]) -> Option<UpdatedGame> {
    let (played, rows) = rows.split_first()?;
    let (number, played) = parse_move(played)?;
    Some(UpdatedGame { id, kind, komi, number, played, now: BoardBlock::parse(rows)? })
}

fn parse_move(row: &str) -> Option<(u32, PlayedMove)> {
    let (number, played) = row.split_once(':')?;
    Some((number.trim().parse().ok()?, played.trim().parse().ok()?))
}
