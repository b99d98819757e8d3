//! The lobby screen: games and users above, chat below.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{List, ListState, StatefulWidget, Widget};
use willow_protocol::{GameSummary, Name, Offer, PlayerRating, PoolSummary, Role, UserSummary};

use super::widgets::{draw_log_panel, rating_text};
use crate::online::lobby::{GameListEntry, LobbyList, bot_rating};
use crate::online::state::OnlineState;
use crate::view::Theme;
use crate::view::panels::draw_box;
use crate::view::theme::{BOLD, DIM, REVERSED};

/// The height of the pools, with their border.
const POOLS_HEIGHT: u16 = 3;

/// The width of the list of users: a name of 12 characters, `bot 2341 ±130` and the border.
const USERS_WIDTH: u16 = 28;

/// Draws the lobby.
pub(super) fn draw(state: &OnlineState, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let lists = Constraint::Length((area.height - POOLS_HEIGHT) / 2);
    let parts = [lists, Constraint::Length(POOLS_HEIGHT), Constraint::Min(0)];
    let [lists, pools, chat] = Layout::vertical(parts).areas(area);
    let [games, users] =
        Layout::horizontal([Constraint::Min(0), Constraint::Length(USERS_WIDTH)]).areas(lists);
    draw_games(state, theme, games, buffer);
    draw_users(state, theme, users, buffer);
    let title = " Play now: 1 to 4 joins a pool, and leaves it ";
    let row = draw_box(title, DIM, theme, pools, buffer);
    let texts: Vec<String> =
        (1..).zip(&state.lobby.pools).map(|(number, pool)| pool_text(number, pool)).collect();
    Line::raw(texts.join("  ")).render(row, buffer);
    draw_log_panel("Lobby chat", &state.lobby.log, theme, chat, buffer);
}

/// Draws the offers and games.
fn draw_games(state: &OnlineState, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let style = border(state, LobbyList::Games);
    let inner = draw_box(" Offers and games ", style, theme, area, buffer);
    let entries = state.lobby.entries();
    if entries.is_empty() {
        let none = "No offers or games. Press n to offer a game.";
        return Line::styled(none, DIM).render(inner, buffer);
    }
    let own_name = state.name.as_ref();
    let lines = entries.into_iter().map(|entry| entry_text(entry, own_name)).collect();
    draw_list(state, LobbyList::Games, lines, inner, buffer);
}

/// Draws the users who are online.
fn draw_users(state: &OnlineState, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let title = format!(" {} online ", state.lobby.users().len());
    let inner = draw_box(&title, border(state, LobbyList::Users), theme, area, buffer);
    let lines = state.lobby.users().map(|online| user(online, inner.width.into())).collect();
    draw_list(state, LobbyList::Users, lines, inner, buffer);
}

/// Returns a pool in words, with who waits there.
fn pool_text(number: usize, summary: &PoolSummary) -> String {
    let PoolSummary { pool, clock, waiting, joined } = summary;
    let waits = match waiting {
        _ if *joined => " you".to_owned(),
        0 => String::new(),
        waiting => format!(" ({waiting})"),
    };
    format!("{number} {pool} {clock}{waits}")
}

/// Returns the style of the border of a list: the one with the selection is bold.
fn border(state: &OnlineState, list: LobbyList) -> Style {
    if state.lobby.list == list { BOLD } else { DIM }
}

/// Draws the lines of a list around its selected one.
fn draw_list(
    state: &OnlineState,
    list: LobbyList,
    lines: Vec<String>,
    area: Rect,
    buffer: &mut Buffer,
) {
    let selected = match list {
        LobbyList::Games => state.lobby.selected_entry_index(),
        LobbyList::Users => state.lobby.selected_user_index(),
    };
    let style = if state.lobby.list == list { REVERSED } else { Style::new() };
    let mut list_state = ListState::default().with_selected(Some(selected));
    let widget = List::new(lines).highlight_style(style);
    StatefulWidget::render(widget, area, buffer, &mut list_state);
}

/// Writes a user: the name, and at the right the best known rating or the role. A bot that has played no
/// rated game has the rating with which it begins.
fn user(user: &UserSummary, width: usize) -> String {
    let ratings = user.ratings.values();
    let rating = ratings.min_by_key(|rating| rating.deviation).map(rating_text);
    let right = match user.role {
        Role::Guest | Role::Player => rating.unwrap_or_default(),
        Role::Bot => {
            let rating = rating.or_else(|| ladder_elo(user)).map(|rating| format!(" {rating}"));
            format!("bot{}", rating.unwrap_or_default())
        }
        role => format!("({role})"),
    };
    let gap = width.saturating_sub(Line::raw(user.name.as_str()).width());
    format!("{}{right:>gap$}", user.name)
}

/// Returns the rating with which one of the server's bots begins, with its 95% interval.
fn ladder_elo(user: &UserSummary) -> Option<String> {
    let error = user.bot.as_ref()?.ladder_error.map(|error| format!(" ±{error}"));
    Some(format!("{}{}", bot_rating(user)?, error.unwrap_or_default()))
}

fn entry_text(entry: GameListEntry<'_>, own_name: Option<&Name>) -> String {
    match entry {
        GameListEntry::Offer(offer) => offer_text(offer, own_name),
        GameListEntry::Game(summary) => game_text(summary),
    }
}

fn game_text(summary: &GameSummary) -> String {
    let GameSummary { game, black, white, terms, details, .. } = summary;
    let rated = |name: &Name, rating: Option<PlayerRating>| match rating {
        Some(rating) => format!("{name} {}", rating_text(&rating)),
        None => name.to_string(),
    };
    let (black, white) = (
        rated(black, details.ratings.map(|ratings| ratings.black)),
        rated(white, details.ratings.map(|ratings| ratings.white)),
    );
    let discs = details.black_discs.zip(details.white_discs);
    let discs = discs.map(|(black, white)| format!("  {black}-{white}")).unwrap_or_default();
    let watched = details.spectators.filter(|&count| count > 0);
    let watched = watched.map(|count| format!(", {count} watching")).unwrap_or_default();
    format!("{game:>5}  {black} - {white}{discs}{watched}  {}", terms.in_progress())
}

fn offer_text(offer: &Offer, own_name: Option<&Name>) -> String {
    let Offer { game, from, to, terms, rating, range, seek, .. } = offer;
    let range = range.map(|range| format!(", rating {range}")).unwrap_or_default();
    let from_rated = match rating {
        Some(rating) => format!("{from} {}", rating_text(rating)),
        None => from.to_string(),
    };
    match to {
        Some(to) if Some(to) == own_name => {
            format!("{game:>5}  {from_rated} challenges you: {terms}")
        }
        Some(to) => format!("{game:>5}  you challenge {to}: {terms}"),
        None if Some(from) == own_name => {
            let what = if *seek { "you seek" } else { "your offer:" };
            format!("{game:>5}  {what} {terms}{range}")
        }
        None => {
            let verb = if *seek { "seeks" } else { "offers" };
            format!("{game:>5}  {from_rated} {verb} {terms}{range}")
        }
    }
}
