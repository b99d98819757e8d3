//! The tab bar: the lobby and the open games.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::online::online_game::OnlineGame;
use crate::online::state::OnlineState;
use crate::view::theme::{BOLD, DIM, REVERSED};

/// Draws the tab bar.
pub(super) fn draw(state: &OnlineState, area: Rect, buffer: &mut Buffer) {
    Line::from(shown_tabs(state, area.width)).render(area, buffer);
}

/// Returns the tabs with their numbers. If not all fit, the shown one is kept visible.
fn shown_tabs(state: &OnlineState, width: u16) -> Vec<Span<'static>> {
    let mut tabs: Vec<_> = (0..=state.open_games.len()).map(|number| tab(state, number)).collect();
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
            online_game.state.summary.black,
            online_game.state.summary.white
        ),
    }
}

fn tab(state: &OnlineState, number: usize) -> Span<'static> {
    let online_game = number.checked_sub(1).and_then(|index| state.open_games.get(index));
    let (title, is_unseen) = match online_game {
        Some(online_game) => (title(online_game), online_game.unseen),
        None => ("Lobby".to_owned(), state.lobby.unseen),
    };
    let mark = if is_unseen { "*" } else { " " };
    let style = match (state.tab == number, is_unseen) {
        (true, _) => REVERSED,
        (false, true) => BOLD,
        (false, false) => DIM,
    };
    Span::styled(format!(" {title}{mark}"), style)
}
