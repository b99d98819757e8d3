//! The tab bar: the lobby and the open games.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::online::online_game::OnlineGame;
use crate::online::state::OnlineState;
use crate::view::theme::{BOLD, DIM};

/// Draws the tab bar.
pub(super) fn draw(state: &OnlineState, area: Rect, buffer: &mut Buffer) {
    Line::from(shown_tabs(state, area.width)).render(area, buffer);
}

/// Returns the tabs with their numbers. If not all fit, the shown one is kept visible.
fn shown_tabs(state: &OnlineState, width: u16) -> Vec<Span<'static>> {
    let mut tabs = vec![tab("Lobby", state.tab == 0, state.lobby.unseen)];
    for (number, online_game) in (1..).zip(&state.open_games) {
        let is_shown = state.tab == number;
        tabs.push(tab(&title(online_game), is_shown, online_game.unseen));
    }
    // Tabs are dropped from the left; the lobby is dropped last.
    let columns = |tabs: &[Span]| tabs.iter().map(Span::width).sum::<usize>();
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
