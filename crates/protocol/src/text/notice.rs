//! Writes notices for people.

use std::fmt::{self, Write};

use willow_board::Color;

use super::listing::{self, counted_rows, lower, titled};
use super::moderation::related;
use super::wrap::{SCREEN_WIDTH, wrap};
use super::{account, archive, moderation, people, reports, tables, tournaments};
use crate::{
    ArchiveDate, ClockState, ErrorCode, Event, FollowedUser, GameId, GameProgress, GameThoughts,
    HistoryCursor, HistoryEntry, Komi, KomiBid, LeaderboardEntry, Name, Notice, OfferState,
    PoolSummary, RatingPoint, RoomSnapshot, SpeedClass, Thought, strip_controls,
};

const FOLLOWING_NOBODY: &str =
    "you follow nobody yet: `follow NAME` notifies you when somebody plays";

const NONE_FOUND: &str = "no name begins like this";

const NO_FRIENDS: &str = "nobody yet: friends are users who follow each other";

/// Writes a notice. Lines are separated by line feeds, without one at the end.
pub fn write_notice(notice: &Notice) -> String {
    let mut text = String::new();
    if let Some(id) = &notice.id {
        let _ = write!(text, "#{id} ");
    }
    if let Some(proxy) = &notice.proxy {
        let _ = write!(text, "@{proxy} ");
    }
    if let Some(room) = notice.room {
        text.push_str(&room.to_string());
        if let Some(number) = notice.number {
            let _ = write!(text, ":{number}");
        }
        text.push(' ');
    }
    text.push_str(notice.event.name());
    // A record is copied into a file, and what people wrote stays as they wrote it.
    let is_verbatim =
        matches!(notice.event, Event::Record { .. } | Event::Said { .. } | Event::Told { .. });
    let width = if is_verbatim { usize::MAX } else { SCREEN_WIDTH };
    let lines = body(&notice.event, notice.time);
    let lines = lines.iter().flat_map(|line| line.lines()).filter(|line| !line.is_empty());
    // A client writes what a foreign server sent: an error, for example, may contain anything.
    let mut lines = lines.map(strip_controls);
    let Some(first) = lines.next() else { return text };
    let mut rows = wrap(&first, width, &format!("{text} "), "  ");
    rows.extend(lines.flat_map(|line| wrap(&line, width, "  ", "    ")));
    rows.join("\n")
}

/// Writes the text after the first word: no line, one line or several. `now` is the time of the
/// event.
fn body(event: &Event, now: u64) -> Vec<String> {
    match event {
        Event::Ok
        | Event::Ping
        | Event::Pong
        | Event::TakebackRefused
        | Event::RequestRefused
        | Event::Unrated => vec![],
        Event::Error { command, code, message, .. } => vec![error(command, *code, message)],
        Event::Welcome { server, protocol, guests, .. } => welcome(server, *protocol, *guests),
        Event::Bye { reason } => vec![reason.to_string()],
        Event::Entered { .. }
        | Event::Token { .. }
        | Event::Tokens { .. }
        | Event::RecoveryCodes { .. }
        | Event::ExportData { .. }
        | Event::Recovery { .. }
        | Event::Invited { .. }
        | Event::Invitation { .. } => account::body(event),
        Event::Invitations { invitations } => moderation::invitations(invitations),
        Event::Help { lines } => lines.clone(),
        Event::Announced { text } => vec![text.clone()],
        Event::Announcement { text, closes_at, reason } => {
            moderation::announcement(text.as_ref(), *closes_at, reason.as_ref(), now)
        }
        Event::Online { name, role, .. } => vec![format!("{name} {role}")],
        Event::Offline { name } => vec![name.to_string()],
        Event::Said { from, text } => vec![format!("{from}: {text}")],
        Event::Removed { from, message } => moderation::removed(from, *message),
        Event::Chat { messages, next } => chat(messages, *next),
        Event::Told { from, to, text } => vec![format!("{from} to {to}: {text}")],
        Event::Offered(offer) => vec![listing::offer(offer)],
        Event::Withdrawn { game, declined } => vec![withdrawn(*game, *declined)],
        Event::Playing(summary) | Event::Over(summary) => vec![listing::game(summary)],
        Event::Rated { name, class, before, after, provisional: is_new } => {
            vec![format!("{name} {class} {before} to {after}{}", if *is_new { "?" } else { "" })]
        }
        Event::Synced { of, last } => vec![format!("{of} {last}")],
        Event::Moderated { by, name, action, reason, until } => {
            vec![moderation::moderated(by, name, action, *until) + ": " + reason]
        }
        Event::Sanctions { sanctions } => moderation::sanctions(sanctions),
        Event::Related { name, addresses: n, hours, users } => related(name, *n, *hours, users),
        Event::Started(state) | Event::State(state) => listing::state(state, now),
        Event::Moves(list) => listing::moves(list),
        Event::Moved { color, mv, ply, clocks, .. } => vec![moved(*color, mv, *ply, clocks)],
        Event::TakebackAsked { color }
        | Event::AdjournAsked { color }
        | Event::ContinueAsked { color }
        | Event::Back { color } => vec![lower(*color).to_owned()],
        Event::Held { color, clocks } => vec![held(*color, clocks)],
        Event::Bid { name, clocks } => vec![format!("{name}, {}", listing::clocks(clocks))],
        Event::Komi { komi, black, white, bids, .. } => drawn_sides(*komi, [black, white], bids),
        Event::ResultOffered { color, result } => vec![listing::offered_result(*color, *result)],
        Event::TakenBack { plies, clocks, .. } => vec![taken_back(*plies, clocks)],
        Event::TimeGiven { color, given, clocks } => vec![time_given(*color, *given, clocks)],
        Event::Gone { color, claim_at } => vec![gone(*color, *claim_at, now)],
        Event::Spectators { count, came, left } => vec![spectators(*count, came, left)],
        Event::Progress { games } => counted_rows(games.iter().map(progress), "no game"),
        Event::Paired(pair) => vec![listing::pair(pair)],
        Event::Adjourned { clocks } | Event::Resumed { clocks, .. } => both_clocks(clocks),
        Event::Ended(end) => vec![listing::end(end)],
        Event::Users { users } => counted_rows(tables::users(users), "nobody is online"),
        Event::Games { offers, games } => counted_rows(tables::games(offers, games), "none now"),
        Event::Offer(state) => vec![offer_state(state)],
        Event::Pools { pools } => counted_rows(pools.iter().map(pool), "no pools"),
        Event::Profile(user) => people::profile(user),
        Event::Found { users } => counted_rows(users.iter().map(people::found_user), NONE_FOUND),
        Event::Following { users } => followed(users, FOLLOWING_NOBODY),
        Event::Friends { users } => followed(users, NO_FRIENDS),
        Event::Presence(user) => vec![people::followed_user(user)],
        Event::Muted { muted, blocked } => vec![people::muted(muted, blocked)],
        Event::Top { class, standings } => top(*class, standings),
        Event::History { name, games, next } => history(name, games, *next),
        Event::Ratings { name, points, next } => ratings(name, points, *next),
        Event::Record { game, text } => vec![game.to_string(), text.clone()],
        Event::Thoughts(found) => thoughts(found),
        Event::Archive(page) => archive::page(page),
        Event::Archived(game) => archive::game(game),
        Event::Explored(explored) => archive::explored(explored),
        Event::Searched(searched) => archive::searched(searched),
        Event::Results(results) => archive::results(results),
        Event::Tournament(summary) => vec![tournaments::summary(summary)],
        Event::Tournaments { tournaments: found, next } => tournaments::page(found, *next),
        Event::TournamentState(state) => tournaments::state(state),
        Event::PairCosts(costs) => tournaments::pair_costs(costs),
        Event::TournamentChanged { by, change } => vec![tournaments::changed(by.as_ref(), change)],
        Event::Snapshot(snapshot) => room(snapshot, now),
        Event::Reported { report, name } => vec![format!("{report} about {name}")],
        Event::Reports(page) => reports::page(page),
        Event::Report(report) => reports::details(report, write_notice),
        Event::ReportClosed { report, name, outcome } => reports::closed(*report, name, *outcome),
        Event::Log(page) => moderation::page(page),
    }
}

/// Greets in one line: clients that speak JSON skip it.
fn welcome(server: &str, protocol: u32, guests: Option<bool>) -> Vec<String> {
    let first = if guests == Some(false) { "login NAME" } else { "guest NAME" };
    vec![format!("to {server}, protocol {protocol}. Type `{first}` or `help`.")]
}

fn drawn_sides(komi: Komi, [black, white]: [&Name; 2], bids: &[KomiBid]) -> Vec<String> {
    vec![format!("{komi}, {black} (black) {white} (white), bids {}", written_bids(bids))]
}

fn error(command: &str, code: ErrorCode, message: &str) -> String {
    format!("{message} ({command}: {code})")
}

fn gone(color: Color, claim_at: u64, now: u64) -> String {
    listing::gone(color, claim_at.saturating_sub(now))
}

fn followed(users: &[FollowedUser], none: &str) -> Vec<String> {
    counted_rows(users.iter().map(people::followed_user), none)
}

/// Writes that an offer is gone.
fn withdrawn(game: GameId, is_declined: bool) -> String {
    if is_declined { format!("{game}: the challenge was declined") } else { game.to_string() }
}

fn both_clocks(clocks: &ClockState) -> Vec<String> {
    vec![listing::clocks(clocks)]
}

/// Writes who has moved, and both clocks.
fn held(color: Color, clocks: &ClockState) -> String {
    format!("{}, {}", lower(color), listing::clocks(clocks))
}

/// Writes a move and the clocks after it.
fn moved(
    color: Color,
    mv: &impl fmt::Display,
    ply: impl fmt::Display,
    clocks: &ClockState,
) -> String {
    format!("{} {mv} ply {ply}, {}", lower(color), listing::clocks(clocks))
}

/// Writes how many plies are left after a takeback, and the clocks.
fn taken_back(plies: impl fmt::Display, clocks: &ClockState) -> String {
    format!("to ply {plies}, {}", listing::clocks(clocks))
}

/// Writes how many milliseconds a colour was given, and both clocks.
fn time_given(color: Color, given: u64, clocks: &ClockState) -> String {
    let given = listing::counted(given / 1000, "second");
    format!("{} {given}, {}", lower(color), listing::clocks(clocks))
}

/// Writes how many spectators there are, and who came and went.
fn spectators(count: usize, came: &[Name], left: &[Name]) -> String {
    let mut changes = Vec::new();
    for (who, verb) in [(came, "came"), (left, "went")] {
        if !who.is_empty() {
            changes.push(format!("{} {verb}", listing::names(who)));
        }
    }
    [count.to_string()].into_iter().chain(changes).collect::<Vec<String>>().join(", ")
}

fn written_bids(bids: &[KomiBid]) -> String {
    let written = |KomiBid { name, square, value }: &KomiBid| format!("{name} {square} {value}");
    bids.iter().map(written).collect::<Vec<String>>().join(", ")
}

fn progress(game: &GameProgress) -> String {
    let GameProgress { game, plies, black_discs, white_discs, spectators } = game;
    let spectators = listing::counted(*spectators as u64, "spectator");
    format!("{game} ply {plies}, discs {black_discs}-{white_discs}, {spectators}")
}

fn thoughts(found: &GameThoughts) -> Vec<String> {
    titled(found.game.to_string(), found.thoughts.iter().map(thought), "no bot has thought here")
}

fn thought(thought: &Thought) -> String {
    let summary = thought.summary();
    let comma = if summary.is_empty() || summary.starts_with(':') { "" } else { ", " };
    format!("ply {} {}{comma}{summary}", thought.ply, thought.mv)
}

/// Writes messages of the lobby, and the number before which the earlier ones are.
fn chat(messages: &[Notice], next: Option<u64>) -> Vec<String> {
    let more = next.map(|next| format!("more before {next}"));
    let messages_and_more = reports::messages(messages, write_notice).chain(more);
    titled(messages.len().to_string(), messages_and_more, "nobody has said anything yet")
}

/// Writes the games of a user, and the cursor of the next page.
fn history(name: &Name, games: &[HistoryEntry], next: Option<HistoryCursor>) -> Vec<String> {
    let more = next.map(|next| format!("more after {next}"));
    titled(name.to_string(), games.iter().map(listing::past_game).chain(more), "no games yet")
}

/// Writes the ratings of a user, and the time before which the earlier ones are.
fn ratings(name: &Name, points: &[RatingPoint], next: Option<u64>) -> Vec<String> {
    let more = next.map(|next| format!("more before {next}"));
    let title = format!("{name} {}", points.len());
    titled(title, points.iter().map(rating_point).chain(more), "no rated games yet")
}

/// Writes an offer with its maker's rating and presence.
fn offer_state(state: &OfferState) -> String {
    let OfferState { offer, online } = state;
    let presence = if *online { "online" } else { "offline" };
    let rating = offer.rating.map(|rating| format!(", {rating} ±{}", rating.deviation));
    let rating = rating.unwrap_or_default();
    format!("{}, {} is {presence}{rating}", listing::offer(offer), offer.from)
}

fn pool(pool: &PoolSummary) -> String {
    let PoolSummary { pool, clock, waiting, joined } = pool;
    format!("{pool} {clock}, waiting {waiting}{}", if *joined { ", you too" } else { "" })
}

fn rating_point(point: &RatingPoint) -> String {
    let RatingPoint { class, game, rating, deviation, provisional, at } = point;
    let date = ArchiveDate::of_millis(*at).map(|date| format!("{date} ")).unwrap_or_default();
    let game = game.map(|game| format!(", game {game}")).unwrap_or_default();
    let mark = if *provisional { "?" } else { "" };
    format!("{date}{class} {rating}{mark} ±{deviation}{game}")
}

fn top(class: SpeedClass, standings: &[LeaderboardEntry]) -> Vec<String> {
    let rows = standings.iter().enumerate().map(|(index, entry)| {
        let LeaderboardEntry { name, display_name, rating } = entry;
        let called = listing::called(display_name.as_ref());
        format!("{} {name}{called} {}", index + 1, people::rating(rating))
    });
    titled(class.to_string(), rows, "nobody has played enough rated games yet")
}

fn room(snapshot: &RoomSnapshot, now: u64) -> Vec<String> {
    let mut lines = vec![format!("{} after {}", snapshot.of, snapshot.last)];
    lines.extend(snapshot.game.iter().flat_map(|game| listing::state(game, now)));
    lines.extend(snapshot.recent.iter().map(|notice| write_notice(notice).replace('\n', "\n  ")));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CommandKind, ErrorDetail, Registration};

    fn fits(event: Event) {
        let notice =
            Notice { id: "a-client.with-a-word_of-32-chars".parse().ok(), ..Notice::new(0, event) };
        let text = write_notice(&notice);
        for (index, line) in text.lines().enumerate() {
            assert!(line.chars().count() <= SCREEN_WIDTH, "{line}");
            assert_eq!(line.starts_with("  "), index > 0, "{text}");
            assert_eq!(line.matches('`').count() % 2, 0, "{text}");
        }
    }

    /// The server's sentences are of any length: every error is wrapped.
    #[test]
    fn errors_fit_80_columns_whatever_the_command_and_the_reason() {
        let long = "there is no room for another game now; `resign GAME` ends one, or wait. ";
        for detail in ErrorDetail::ALL {
            for message in [detail.meaning(), long, &long.repeat(5), &"x".repeat(500)] {
                let command = CommandKind::RecoveryCodes.description().name.to_owned();
                fits(Event::error(command, *detail, message.to_owned()));
            }
        }
    }

    #[test]
    fn the_greeting_fits_80_columns_in_one_line() {
        let server = "Willow 10.10.10".to_owned();
        let welcome = Event::Welcome {
            server,
            protocol: 2,
            public_url: None,
            registration: Some(Registration::Closed),
            guests: Some(false),
            visitors: None,
            pages: Vec::new(),
        };
        let text = write_notice(&Notice::new(0, welcome));
        assert!(text.chars().count() <= SCREEN_WIDTH && !text.contains('\n'), "{text}");
    }
}
