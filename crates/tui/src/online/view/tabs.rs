//! The tab bar: the lobby and the open games.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::online::online_game::OnlineGame;
use crate::online::state::OnlineState;
use crate::view::theme::{BOLD, DIM};

/// Draws the tab bar. If not all tabs fit, the shown one is kept visible.
pub(super) fn draw(state: &OnlineState, area: Rect, buffer: &mut Buffer) {
    let mut spans = vec![tab("Lobby", state.tab == 0, state.lobby.unseen)];
    for (index, online_game) in state.open_games.iter().enumerate() {
        spans.push(tab(&title(online_game), state.tab == index + 1, online_game.unseen));
    }
    // Tabs are dropped from the left; the lobby is dropped last.
    while spans.len() > 2 && spans.iter().map(Span::width).sum::<usize>() > area.width.into() {
        let hidden = if state.tab <= 1 { spans.len() - 1 } else { 1 };
        spans.remove(hidden);
    }
    Line::from(spans).render(area, buffer);
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
