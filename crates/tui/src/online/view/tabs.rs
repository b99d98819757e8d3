//! The tab bar: the lobby and the open games.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as ScreenPoint, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::online::online_game::OnlineGame;
use crate::online::state::OnlineState;
use crate::view::theme::{BOLD, DIM};

/// Draws the tab bar.
pub(super) fn draw(state: &OnlineState, area: Rect, buffer: &mut Buffer) {
    let (_, spans): (Vec<usize>, Vec<Span>) = shown_tabs(state, area.width).into_iter().unzip();
    Line::from(spans).render(area, buffer);
}

/// Returns the number of the tab at a point on the screen.
pub(super) fn tab_at(state: &OnlineState, area: Rect, at: ScreenPoint) -> Option<usize> {
    let mut left = usize::from(at.x.checked_sub(area.x)?);
    if !area.contains(at) {
        return None;
    }
    for (tab, span) in shown_tabs(state, area.width) {
        match left.checked_sub(span.width()) {
            Some(rest) => left = rest,
            None => return Some(tab),
        }
    }
    None
}

/// Returns the tabs with their numbers. If not all fit, the shown one is kept visible.
fn shown_tabs(state: &OnlineState, width: u16) -> Vec<(usize, Span<'static>)> {
    let mut tabs = vec![(0, tab("Lobby", state.tab == 0, state.lobby.unseen))];
    for (number, online_game) in (1..).zip(&state.open_games) {
        let is_shown = state.tab == number;
        tabs.push((number, tab(&title(online_game), is_shown, online_game.unseen)));
    }
    // Tabs are dropped from the left; the lobby is dropped last.
    let columns = |tabs: &[(usize, Span)]| tabs.iter().map(|(_, span)| span.width()).sum::<usize>();
    while tabs.len() > 2 && usize::from(width) < columns(&tabs) {
        let hidden = if state.tab <= 1 { tabs.len() - 1 } else { 1 };
        tabs.remove(hidden);
    }
    tabs
}

fn title(online_game: &OnlineGame) -> String {
    let turn = if online_game.is_my_turn() { " your turn" } else { "" };
    match online_game.opponent() {
        Some(opponent) => format!("{} {opponent}{turn}", online_game.id()),
        None => format!(
            "{} {} - {}",
            online_game.id(),
            online_game.summary.black,
            online_game.summary.white
        ),
    }
}

fn tab(title: &str, shown: bool, unseen: bool) -> Span<'static> {
    let mark = if unseen { "*" } else { " " };
    let text = format!(" {title}{mark}");
    match (shown, unseen) {
        (true, _) => Span::styled(text, Style::new().add_modifier(Modifier::REVERSED)),
        (false, true) => Span::styled(text, BOLD),
        (false, false) => Span::styled(text, DIM),
    }
}
