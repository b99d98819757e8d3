//! The lobby: games and users above, talk below.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Widget;
use willow_protocol::{GameSummary, Name, Offer, Role};

use super::{draw_log, panel};
use crate::online::lobby::{List, Row};
use crate::online::state::State;
use crate::view::Theme;
use crate::view::theme::{FAINT, STRONG};

/// The width of the list of users.
const USERS_WIDTH: u16 = 26;

/// Draws the lobby.
pub(super) fn draw(state: &State, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let lists = area.height / 2;
    let games = Rect { width: area.width - USERS_WIDTH, height: lists, ..area };
    let users = Rect { x: games.right(), width: USERS_WIDTH, height: lists, ..area };
    let talk = Rect { y: area.y + lists, height: area.height - lists, ..area };
    draw_games(state, theme, games, buffer);
    draw_users(state, theme, users, buffer);
    let inner = panel(" Lobby ", FAINT, theme, talk, buffer);
    draw_log(&state.lobby.log, inner, buffer);
}

fn draw_games(state: &State, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let chosen = state.lobby.list == List::Games;
    let inner = panel(" Offers and games ", border(chosen), theme, area, buffer);
    let rows = state.lobby.rows();
    if rows.is_empty() {
        Line::styled("Nobody plays. n offers a game.", FAINT).render(inner, buffer);
        return;
    }
    let lines: Vec<String> = rows.into_iter().map(|row| words(row, state.name.as_ref())).collect();
    draw_list(&lines, state.lobby.selected_row(), chosen, inner, buffer);
}

fn draw_users(state: &State, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let chosen = state.lobby.list == List::Users;
    let title = format!(" {} here ", state.lobby.users().len());
    let inner = panel(&title, border(chosen), theme, area, buffer);
    let lines: Vec<String> = state.lobby.users().map(|(name, role)| user(name, *role)).collect();
    draw_list(&lines, state.lobby.selected_user(), chosen, inner, buffer);
}

const fn border(chosen: bool) -> Style {
    if chosen { STRONG } else { FAINT }
}

/// Draws as much of a list as there is room for, the selected line among it.
fn draw_list(lines: &[String], selected: usize, chosen: bool, area: Rect, buffer: &mut Buffer) {
    let height = usize::from(area.height.max(1));
    let first = (selected + 1).saturating_sub(height);
    for (y, (place, line)) in (area.y..area.bottom()).zip(lines.iter().enumerate().skip(first)) {
        let style = if place == selected && chosen {
            Style::new().add_modifier(Modifier::REVERSED)
        } else {
            Style::new()
        };
        let row = Rect { y, height: 1, ..area };
        Line::styled(line.as_str(), style).render(row, buffer);
    }
}

fn user(name: &Name, role: Role) -> String {
    match role {
        Role::Guest | Role::Player => name.to_string(),
        role => format!("{name} ({role})"),
    }
}

fn words(row: Row<'_>, reader: Option<&Name>) -> String {
    match row {
        Row::Offer(offer) => offer_words(offer, reader),
        Row::Game(GameSummary { game, black, white, terms, .. }) => {
            format!("{game:>5}  {black} - {white}  {terms}")
        }
    }
}

fn offer_words(offer: &Offer, reader: Option<&Name>) -> String {
    let Offer { game, from, to, terms } = offer;
    match to {
        Some(to) if Some(to) == reader => format!("{game:>5}  {from} challenges you: {terms}"),
        Some(to) => format!("{game:>5}  you challenge {to}: {terms}"),
        None if Some(from) == reader => format!("{game:>5}  your offer: {terms}"),
        None => format!("{game:>5}  {from} offers {terms}"),
    }
}
