//! The lobby screen: games and users above, chat below.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Widget;
use willow_protocol::{GameSummary, Name, Offer, PlayerRating, PoolSummary, Role, UserSummary};

use super::widgets::{draw_log_panel, panel, rating_text};
use crate::online::lobby::{GameListEntry, LobbyList, bot_rating};
use crate::online::state::OnlineState;
use crate::view::Theme;
use crate::view::theme::{BOLD, DIM};

/// The height of the pools, with their border.
const POOLS_HEIGHT: u16 = 3;

/// The width of the list of users.
const USERS_WIDTH: u16 = 26;

/// Draws the lobby.
pub(super) fn draw(state: &OnlineState, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let lists = (area.height - POOLS_HEIGHT) / 2;
    let games = Rect { width: area.width - USERS_WIDTH, height: lists, ..area };
    let users = Rect { x: games.right(), width: USERS_WIDTH, height: lists, ..area };
    let pools = Rect { y: area.y + lists, height: POOLS_HEIGHT, ..area };
    let chat = Rect { y: pools.bottom(), height: area.height - lists - POOLS_HEIGHT, ..area };
    draw_games(state, theme, games, buffer);
    draw_users(state, theme, users, buffer);
    draw_pools(state, theme, pools, buffer);
    draw_log_panel("Lobby chat", &state.lobby.log, theme, chat, buffer);
}

fn draw_games(state: &OnlineState, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let focused = state.lobby.list == LobbyList::Games;
    let inner = panel(" Offers and games ", border(focused), theme, area, buffer);
    let entries = state.lobby.entries();
    if entries.is_empty() {
        Line::styled("No offers or games. Press n to offer a game.", DIM).render(inner, buffer);
        return;
    }
    let lines: Vec<String> =
        entries.into_iter().map(|entry| entry_text(entry, state.name.as_ref())).collect();
    draw_list(&lines, state.lobby.selected_entry_index(), focused, inner, buffer);
}

fn draw_users(state: &OnlineState, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let focused = state.lobby.list == LobbyList::Users;
    let title = format!(" {} online ", state.lobby.users().len());
    let inner = panel(&title, border(focused), theme, area, buffer);
    let lines: Vec<String> =
        state.lobby.users().map(|online| user(online, inner.width.into())).collect();
    draw_list(&lines, state.lobby.selected_user_index(), focused, inner, buffer);
}

/// Draws the pools in a row, as far apart as there is room.
fn draw_pools(state: &OnlineState, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let title = " Play now: 1 to 4 joins a pool, and leaves it ";
    let inner = panel(title, DIM, theme, area, buffer);
    let pools: Vec<String> = (1..).zip(&state.lobby.pools).map(pool_text).collect();
    let rows = ["   ", "  ", " "].map(|gap| pools.join(gap));
    let fits = |row: &&String| Line::raw(row.as_str()).width() <= inner.width.into();
    let row = rows.iter().find(fits).unwrap_or(&rows[2]);
    Line::raw(row.as_str()).render(inner, buffer);
}

/// Writes a pool: its number, name and clock, and who waits.
fn pool_text((number, summary): (usize, &PoolSummary)) -> String {
    let PoolSummary { pool, clock, waiting, joined } = summary;
    let waits = match waiting {
        _ if *joined => " you".to_owned(),
        0 => String::new(),
        waiting => format!(" ({waiting})"),
    };
    format!("{number} {pool} {clock}{waits}")
}

const fn border(focused: bool) -> Style {
    if focused { BOLD } else { DIM }
}

/// Draws as much of a list as fits, scrolled so that the selected line is visible.
fn draw_list(lines: &[String], selected: usize, focused: bool, area: Rect, buffer: &mut Buffer) {
    let height = usize::from(area.height.max(1));
    let first = (selected + 1).saturating_sub(height);
    for (y, (index, line)) in (area.y..area.bottom()).zip(lines.iter().enumerate().skip(first)) {
        let style = if index == selected && focused {
            Style::new().add_modifier(Modifier::REVERSED)
        } else {
            Style::new()
        };
        let entry = Rect { y, height: 1, ..area };
        Line::styled(line.as_str(), style).render(entry, buffer);
    }
}

/// Writes a user: the name, and at the right the best known rating or the role. A bot that has played no
/// rated game has the rating with which it begins.
fn user(user: &UserSummary, width: usize) -> String {
    let ratings = user.details.ratings.values();
    let rating = ratings.min_by_key(|rating| rating.deviation).map(rating_text);
    let right = match user.role {
        Role::Guest | Role::Player => rating.unwrap_or_default(),
        Role::Bot => {
            let first = || bot_rating(user).map(|rating| rating.to_string());
            let rating = rating.or_else(first).map(|rating| format!(" {rating}"));
            format!("bot{}", rating.unwrap_or_default())
        }
        role => format!("({role})"),
    };
    let gap = width.saturating_sub(Line::raw(user.name.as_str()).width());
    format!("{}{right:>gap$}", user.name)
}

fn entry_text(entry: GameListEntry<'_>, own_name: Option<&Name>) -> String {
    match entry {
        GameListEntry::Offer(offer) => offer_text(offer, own_name),
        GameListEntry::Game(summary) => game_text(summary),
    }
}

fn game_text(summary: &GameSummary) -> String {
    let GameSummary { game, black, white, terms, plies, details, .. } = summary;
    let rated = |name: &Name, rating: Option<PlayerRating>| match rating {
        Some(rating) => format!("{name} {}", rating_text(&rating)),
        None => name.to_string(),
    };
    let (black, white) = (
        rated(black, details.ratings.map(|ratings| ratings.black)),
        rated(white, details.ratings.map(|ratings| ratings.white)),
    );
    let watched = details.spectators.filter(|&count| count > 0);
    let watched = watched.map(|count| format!(", {count} watching")).unwrap_or_default();
    format!("{game:>5}  {black} - {white}  move {plies}{watched}  {}", terms.in_progress())
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
