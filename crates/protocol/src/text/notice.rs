//! Writes what the server says, for people.

use std::fmt::Write;

use super::listing::{self, clocks, lower};
use super::{archive, moderation, words};
use crate::state::{Profile, RatingLine, RatingPoint, RoomSnapshot, Standing, UserLine};
use crate::{ArchiveDate, Event, Name, Notice, strip_controls};

/// Writes a notice. Lines are separated by line feeds; there is none at the end.
#[must_use]
pub fn write_notice(notice: &Notice) -> String {
    let mut text = String::new();
    if let Some(id) = &notice.id {
        let _ = write!(text, "#{id} ");
    }
    if let Some(room) = notice.room {
        text.push_str(&room.to_string());
        if let Some(number) = notice.number {
            let _ = write!(text, ":{number}");
        }
        text.push(' ');
    }
    text.push_str(first_word(&notice.event));
    let lines = body(&notice.event, notice.time);
    let lines = lines.iter().flat_map(|line| line.lines());
    for (index, line) in lines.filter(|line| !line.is_empty()).enumerate() {
        text.push_str(if index == 0 { " " } else { "\n  " });
        // A client writes what any server sent it: it may say anything in an error, for example.
        text.push_str(&strip_controls(line));
    }
    text
}

/// Returns the word that says what an event is. Each kind of event has its own.
#[must_use]
pub const fn first_word(event: &Event) -> &'static str {
    match event {
        Event::Welcome { .. } => "welcome",
        Event::Ok => "ok",
        Event::Error { .. } => "error",
        Event::Pong => "pong",
        Event::Bye { .. } => "bye",
        Event::Entered { .. } => "entered",
        Event::Token { .. } => "token",
        Event::Help { .. } => "help",
        Event::Announced { .. } => "announced",
        Event::Online { .. } => "online",
        Event::Offline { .. } => "offline",
        Event::Said { .. } => "said",
        Event::Told { .. } => "told",
        Event::Offered(_) => "offered",
        Event::Withdrawn { .. } => "withdrawn",
        Event::Playing(_) => "playing",
        Event::Over(_) => "over",
        Event::Started(_) => "started",
        Event::Moved { .. } => "moved",
        Event::TakebackAsked { .. } => "takeback-asked",
        Event::TakebackRefused => "takeback-refused",
        Event::TakenBack { .. } => "taken-back",
        Event::Gone { .. } => "gone",
        Event::Back { .. } => "back",
        Event::Paired(_) => "paired",
        Event::Resumed { .. } => "resumed",
        Event::Ended(_) => "ended",
        Event::Rated { .. } => "rated",
        Event::Users { .. } => "users",
        Event::Games { .. } => "games",
        Event::State(_) => "state",
        Event::Profile(_) => "profile",
        Event::Muted { .. } => "muted",
        Event::Top { .. } => "top",
        Event::History { .. } => "history",
        Event::Ratings { .. } => "ratings",
        Event::Record { .. } => "record",
        Event::Archive(_) => "archive",
        Event::Explored(_) => "explored",
        Event::Synced { .. } => "synced",
        Event::Snapshot(_) => "snapshot",
        Event::Log(_) => "log",
        Event::Moderated { .. } => "moderated",
    }
}

/// Writes what follows the first word: one line, or several. `now` is when the event happened.
fn body(event: &Event, now: u64) -> Vec<String> {
    match event {
        Event::Ok | Event::Pong | Event::TakebackRefused => vec![],
        Event::Welcome { server, protocol } => vec![format!(
            "to {server}, protocol {protocol}. Type `guest`, `login NAME`, `register NAME` or `help`."
        )],
        Event::Error { command, code, message } => vec![format!("{command} {code}: {message}")],
        Event::Bye { reason } => vec![format!("{reason}")],
        Event::Entered { name, role, token, lobby, private } => {
            let token = token.as_ref().map(|token| format!(", token {token}"));
            let token = token.unwrap_or_default();
            vec![format!("as {name}, {role}{token}, after lobby:{lobby} private:{private}")]
        }
        Event::Token { token } => vec![token.clone()],
        Event::Help { lines } => lines.clone(),
        Event::Announced { text } => vec![text.clone()],
        Event::Online { name, role } => vec![format!("{name} {role}")],
        Event::Offline { name } => vec![name.to_string()],
        Event::Said { from, text } => vec![format!("{from}: {text}")],
        Event::Told { from, to, text } => vec![format!("{from} to {to}: {text}")],
        Event::Offered(offer) => vec![listing::offer(offer)],
        Event::Withdrawn { game, declined } => {
            vec![format!("{game}{}", if *declined { " declined" } else { "" })]
        }
        Event::Playing(summary) | Event::Over(summary) => vec![listing::game(summary)],
        Event::Rated { name, class, before, after } => {
            vec![format!("{name} {class} {before} to {after}")]
        }
        Event::Synced { of, last } => vec![format!("{of} {last}")],
        Event::Moderated { by, name, action, reason } => {
            vec![format!("{action} {name} by {by}: {reason}")]
        }
        _ => game_body(event, now),
    }
}

/// Writes the events of games and the answers with many lines.
fn game_body(event: &Event, now: u64) -> Vec<String> {
    match event {
        Event::Started(state) | Event::State(state) => listing::state(state),
        Event::Moved { color, mv, ply, clocks: clock } => {
            vec![format!("{} {mv} ply {ply}, {}", lower(*color), clocks(clock))]
        }
        Event::TakebackAsked { color } | Event::Back { color } => vec![lower(*color).to_owned()],
        Event::TakenBack { plies, clocks: clock } => {
            vec![format!("to ply {plies}, {}", clocks(clock))]
        }
        Event::Gone { color, claim_at } => {
            let seconds = claim_at.saturating_sub(now).div_ceil(1000);
            vec![format!(
                "{}, the win may be claimed after {}",
                lower(*color),
                words::counted(seconds, "second")
            )]
        }
        Event::Paired(pair) => vec![listing::pair(pair)],
        Event::Resumed { clocks: clock, .. } => vec![clocks(clock)],
        Event::Ended(end) => vec![listing::end(end)],
        Event::Users { users } => counted(users.iter().map(user)),
        Event::Games { offers, games } => {
            let offers = offers.iter().map(|offer| format!("offered {}", listing::offer(offer)));
            let games = games.iter().map(|game| format!("playing {}", listing::game(game)));
            counted(offers.chain(games))
        }
        Event::Profile(user) => profile(user),
        Event::Muted { muted, blocked } => {
            vec![format!("muted: {}; blocked: {}", names(muted), names(blocked))]
        }
        Event::Top { class, standings } => {
            let mut lines = vec![class.to_string()];
            lines.extend(standings.iter().enumerate().map(place));
            lines
        }
        Event::History { name, games } => {
            let mut lines = vec![name.to_string()];
            lines.extend(games.iter().map(listing::game));
            lines
        }
        Event::Ratings { name, points } => {
            let mut lines = vec![format!("{name} {}", points.len())];
            lines.extend(points.iter().map(rating_point));
            lines
        }
        Event::Record { game, text } => vec![game.to_string(), text.clone()],
        Event::Archive(page) => archive::page(page),
        Event::Explored(explored) => archive::explored(explored),
        Event::Snapshot(snapshot) => room(snapshot),
        Event::Log(page) => moderation::page(page),
        _ => vec![],
    }
}

/// Puts the number of rows before them.
fn counted(rows: impl Iterator<Item = String>) -> Vec<String> {
    let rows: Vec<String> = rows.collect();
    let mut lines = vec![rows.len().to_string()];
    lines.extend(rows);
    lines
}

fn user(user: &UserLine) -> String {
    let UserLine { name, role, playing } = user;
    format!("{name} {role}, playing {playing}")
}

fn profile(user: &Profile) -> Vec<String> {
    let here = if user.online { "here" } else { "away" };
    let mut lines = vec![format!("{} {}, {here}", user.name, user.role)];
    lines.extend(user.ratings.iter().map(rating));
    lines
}

fn rating(line: &RatingLine) -> String {
    let RatingLine { class, rating, deviation, games } = line;
    format!("{class} {rating} ±{deviation}, {}", words::counted(u64::from(*games), "game"))
}

fn rating_point(point: &RatingPoint) -> String {
    let RatingPoint { class, game, rating, deviation, at } = point;
    let date = ArchiveDate::of_moment(*at).map(|date| format!("{date} ")).unwrap_or_default();
    let game = game.map(|game| format!(", game {game}")).unwrap_or_default();
    format!("{date}{class} {rating} ±{deviation}{game}")
}

fn place((index, standing): (usize, &Standing)) -> String {
    format!("{} {} {}", index + 1, standing.name, rating(&standing.rating))
}

fn names(names: &[Name]) -> String {
    let names: Vec<&str> = names.iter().map(Name::as_str).collect();
    if names.is_empty() { "nobody".to_owned() } else { names.join(" ") }
}

fn room(snapshot: &RoomSnapshot) -> Vec<String> {
    let mut lines = vec![format!("{} after {}", snapshot.of, snapshot.last)];
    lines.extend(snapshot.game.iter().flat_map(|game| listing::state(game)));
    lines.extend(snapshot.recent.iter().map(|notice| write_notice(notice).replace('\n', "\n  ")));
    lines
}
