//! Rows of offers and games.

use std::time::Duration;

use willow_board::{ClockFace, Color, DiscDiff};

use crate::{
    AbsentPlayer, ArchiveDate, ClockState, ColorChoice, Discs, DisplayName, EndKind, GameEnd,
    GameState, GameSummary, HistoryEntry, Komi, MoveList, Name, Offer, OfferedResult, OwnMove,
    PairResult, Side, StateDetails, SummaryDetails,
};

/// Writes a number of things: `1 game`, `2 games`.
pub fn counted(n: u64, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}

/// Writes rows under a title, or a sentence if there are none.
pub(super) fn titled(title: String, rows: impl Iterator<Item = String>, none: &str) -> Vec<String> {
    let mut lines: Vec<String> = [title].into_iter().chain(rows).collect();
    if lines.len() == 1 {
        lines.push(none.to_owned());
    }
    lines
}

/// Writes rows under their number, or a sentence if there are none.
pub(super) fn counted_rows(rows: impl IntoIterator<Item = String>, none: &str) -> Vec<String> {
    let rows: Vec<String> = rows.into_iter().collect();
    titled(rows.len().to_string(), rows.into_iter(), none)
}

/// Writes a display name in brackets.
pub(super) fn called(display_name: Option<&DisplayName>) -> String {
    display_name.map(|name| format!(" ({name})")).unwrap_or_default()
}

/// Writes an offer.
pub(super) fn offer(offer: &Offer) -> String {
    let to = offer.to.as_ref().map(|to| format!(" to {to}")).unwrap_or_default();
    let range = offer.range.map(|range| format!(", for ratings {range}")).unwrap_or_default();
    let maker = called(offer.from_display_name.as_ref());
    format!("{} {}{maker}{to} {}{range}", offer.game, offer.from, terms(offer))
}

/// Writes the terms of an offer. The colour is its maker's, and goes without saying if it is left to
/// chance.
pub fn terms(offer: &Offer) -> String {
    let terms = offer.terms.in_words(None);
    match offer.terms.color {
        ColorChoice::Random => terms,
        color => format!("{terms}, {} has {color}", offer.from),
    }
}

/// Writes the players, terms and progress of a game.
pub(super) fn game(summary: &GameSummary) -> String {
    let GameSummary { game, black, white, terms, twin, plies, end: how, details } = summary;
    let state = how.as_ref().map_or_else(|| progress(*plies, details), end);
    let twin = twin.map(|twin| format!(" with game {twin}")).unwrap_or_default();
    let names = [&details.black_display_name, &details.white_display_name];
    let [black_called, white_called] = names.map(|name| called(name.as_ref()));
    let terms = terms.in_progress();
    format!(
        "{game} {black}{black_called} (black) {white}{white_called} (white) {terms}{twin}: {state}"
    )
}

/// Writes how far a game in progress is.
pub(super) fn progress(plies: usize, details: &SummaryDetails) -> String {
    if details.bidding {
        return "bidding".to_owned();
    }
    let komi = details.komi_discs.map(|komi| format!(", komi {komi}")).unwrap_or_default();
    let adjourned = if details.adjourned_since.is_some() { ", adjourned" } else { "" };
    format!("ply {plies}{komi}{adjourned}")
}

/// Writes the result that a colour offers.
pub(super) fn offered_result(color: Color, offered: DiscDiff) -> String {
    format!("{} {}", lower(color), result(offered))
}

/// Writes a disc difference of Black's.
fn result(result: DiscDiff) -> String {
    winner(Komi::default().corrected(result))
}

/// Writes who wins by how much, of a result from Black's view.
fn winner(Discs(black): Discs<3>) -> String {
    let by = Discs::<3>(black.abs());
    match black {
        1.. => format!("black wins by {by}"),
        0 => "draw".to_owned(),
        ..0 => format!("white wins by {by}"),
    }
}

/// Writes a game of the past with its date.
pub(super) fn past_game(entry: &HistoryEntry) -> String {
    let date = entry.started_at.and_then(ArchiveDate::of_millis);
    let date = date.map(|date| format!("{date} ")).unwrap_or_default();
    format!("{date}{}", game(&entry.game))
}

/// Writes the end of a game.
pub(super) fn end(end: &GameEnd) -> String {
    let GameEnd { reason, black_discs, white_discs, loser, komi, .. } = end;
    let by = loser.map(|Side(color)| format!(" by {}", lower(color))).unwrap_or_default();
    let Some(corrected) = end.corrected() else { return format!("{reason}{by}, no result") };
    let who = winner(corrected);
    let komi = komi.map(|komi| format!(", komi {komi}")).unwrap_or_default();
    let how = if *reason == EndKind::Finished { String::new() } else { format!(", {reason}{by}") };
    format!("{who}, discs {black_discs}-{white_discs}{komi}{how}")
}

/// Writes the result of a synchro pair.
pub(super) fn pair(end: &PairResult) -> String {
    let PairResult { games: [one, other], first, second, total } = end;
    let result = match total {
        None => "no result".to_owned(),
        Some(0) => "draw".to_owned(),
        Some(total) => {
            let winner = if *total > 0 { first } else { second };
            format!(
                "{winner} wins by {} together, {} a game",
                total.abs(),
                f64::from(total.abs()) / 2.0
            )
        }
    };
    format!("games {one} and {other}, {first} and {second}: {result}")
}

/// Writes both clocks.
pub(super) fn clocks(clock: &ClockState) -> String {
    format!("black {} white {}", face(clock.black), face(clock.white))
}

/// Writes a clock.
pub(super) fn face(left: Option<u64>) -> String {
    left.map_or_else(|| "-".to_owned(), |ms| ClockFace(Duration::from_millis(ms)).to_string())
}

/// Writes that a player has disconnected; the opponent may claim the win in `wait` milliseconds.
pub(super) fn gone(color: Color, wait: u64) -> String {
    let when = match wait.div_ceil(1000) {
        0 => "now".to_owned(),
        seconds => format!("after {}", counted(seconds, "second")),
    };
    format!("{}, the win may be claimed {when}", lower(color))
}

/// Writes the state of a game at a time, with its board.
pub(super) fn state(state: &GameState, now: u64) -> Vec<String> {
    let mut lines = vec![game(&state.summary)];
    let is_over = state.summary.end.is_some();
    let to_move = (!is_over).then(|| state.position.side_to_move());
    lines.extend(super::board::draw(&state.position, to_move));
    lines.push(format!("  clocks {}", clocks(&state.clocks)));
    if let Some(Side(color)) = state.takeback {
        lines.push(format!("  {} requests a takeback", lower(color)));
    }
    lines.extend(waiting(&state.details));
    for AbsentPlayer { color: Side(color), claim_at, .. } in &state.details.gone {
        lines.push(format!("  gone: {}", gone(*color, claim_at.saturating_sub(now))));
    }
    lines
}

/// Writes names, separated by spaces.
pub(super) fn names(names: &[Name]) -> String {
    let names: Vec<&str> = names.iter().map(Name::as_str).collect();
    if names.is_empty() { "nobody".to_owned() } else { names.join(" ") }
}

/// Writes what a game waits for.
fn waiting(details: &StateDetails) -> Vec<String> {
    let StateDetails { waiting, own_move, opponent_move, opponent_bid, .. } = details;
    let StateDetails { offered_result, adjourn_asked, .. } = details;
    let mut lines = Vec::new();
    if !waiting.is_empty() {
        lines.push(format!("  waiting for the opponent: {}", names(waiting)));
    }
    lines.extend(own_move.map(|mv| format!("  your move {mv} is not shown yet")));
    let hidden = |mv: OwnMove| format!("  your opponent's move {mv} is not shown yet");
    lines.extend(opponent_move.map(hidden));
    lines.extend(opponent_bid.map(|bid| format!("  your opponent's bid {bid} is not shown yet")));
    lines.extend(offered_result.map(|OfferedResult { color: Side(color), result: offered }| {
        format!("  {} offers: {}", lower(color), result(offered))
    }));
    lines
        .extend(adjourn_asked.map(|Side(color)| {
            format!("  {} asks to adjourn the game, or to go on", lower(color))
        }));
    lines
}

/// How many moves stand in one line of a list: they fit 80 characters.
const MOVES_A_LINE: usize = 10;

/// Writes the moves of a game, each with its number.
pub(super) fn moves(list: &MoveList) -> Vec<String> {
    let numbered: Vec<String> = list
        .moves
        .iter()
        .enumerate()
        .map(|(index, mv)| format!("{:>2} {:<4}", index + 1, mv.to_string()))
        .collect();
    let rows = numbered.chunks(MOVES_A_LINE).map(|row| row.concat().trim_end().to_owned());
    titled(game(&list.summary), rows, "no moves yet")
}

/// Writes a colour in lower case.
pub(super) const fn lower(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}
