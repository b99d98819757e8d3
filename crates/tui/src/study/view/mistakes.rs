//! The list beside the board: the mistakes of the game.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{List, ListState, StatefulWidget, Widget};
use willow_analysis::{MoveAnalysis, MoveClass, describe};

use crate::study::Study;
use crate::view::Theme;
use crate::view::theme::{BOLD, DIM};

/// Returns the index of the last mistake before the shown position, or the one that is shown.
fn selected_mistake(study: &Study, mistakes: &[MoveAnalysis]) -> usize {
    let before = mistakes.iter().filter(|found| found.ply <= study.game_ply()).count();
    before.saturating_sub(1)
}

/// Draws the mistakes. The one whose position is shown is marked.
pub(super) fn draw(study: &Study, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let mistakes = study.mistakes();
    let is_shown =
        |found: &MoveAnalysis| study.tree.left_game_at().is_none() && found.ply == study.ply();
    let row = |found: &MoveAnalysis| {
        let (turn, style) = match (is_shown(found), found.class()) {
            (true, _) => (theme.symbols.turn, BOLD),
            (false, MoveClass::Inaccuracy) => (" ", Style::new()),
            (false, _) => (" ", BOLD),
        };
        let (disc, mark) = (theme.disc(found.side()), describe::mark(found.class()));
        let cost = cost(found);
        let number = study.tree.n_placed_in_game(found.ply) + 1;
        let text = format!("{turn}{number:>2} {disc} {}{mark:<2} {cost}", found.mv);
        let better = format!("  better: {}", found.best);
        Line::from(vec![Span::styled(text, style), Span::styled(better, DIM)])
    };
    let rows: Vec<Line<'_>> = mistakes.iter().map(row).collect();
    let [head, below] = Layout::vertical([Constraint::Length(1), Constraint::Min(0)]).areas(area);
    Line::styled("Mistakes", BOLD).render(head, buffer);
    if rows.is_empty() {
        Line::styled("No mistakes found so far.", DIM).render(below, buffer);
    }
    let selected = selected_mistake(study, &mistakes);
    let mut list_state = ListState::default().with_selected(Some(selected));
    StatefulWidget::render(List::new(rows), below, buffer, &mut list_state);
}

/// Returns what a mistake cost: `win>loss`, or discs.
fn cost(found: &MoveAnalysis) -> String {
    match found.outcomes.filter(|change| change.played < change.best) {
        Some(change) => format!("{}>{}", change.best.name(), change.played.name()),
        None => format!("-{}", describe::loss(found)),
    }
}
