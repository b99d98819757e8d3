//! The lists beside the board: the mistakes of the game, and the variations.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{List, ListState, Paragraph, StatefulWidget, Widget, Wrap};
use willow_analysis::{MoveAnalysis, MoveClass, describe};

use crate::study::Study;
use crate::study::tree::{NodeId, Variation};
use crate::view::Theme;
use crate::view::theme::{BOLD, DIM};

/// Returns the index of the last mistake before the shown position, or the one that is shown.
fn selected_mistake(study: &Study, mistakes: &[MoveAnalysis]) -> usize {
    let before = mistakes.iter().filter(|found| found.ply <= study.game_ply()).count();
    before.saturating_sub(1)
}

/// Returns the index of the variation with the shown position.
fn selected_variation(study: &Study, variations: &[Variation]) -> usize {
    let shown = study.tree.shown();
    variations.iter().position(|variation| variation.nodes.contains(&shown)).unwrap_or(0)
}

/// Draws the mistakes. The one whose position is shown is marked.
pub(super) fn draw_mistakes(study: &Study, theme: Theme, area: Rect, buffer: &mut Buffer) {
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
    let none = "No mistakes found so far.";
    draw_list("Mistakes", rows, selected_mistake(study, &mistakes), none, area, buffer);
}

/// Returns what a mistake cost: `win>loss`, or discs.
fn cost(found: &MoveAnalysis) -> String {
    match found.outcomes.filter(|change| change.played < change.best) {
        Some(change) => format!("{}>{}", change.best.name(), change.played.name()),
        None => format!("-{:.1}", found.loss()),
    }
}

/// Draws the game and the variations, each on a line, indented below the one it branches off from.
pub(super) fn draw_variations(study: &Study, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let variations = study.tree.variations();
    let selected = selected_variation(study, &variations);
    let is_alone = variations.len() == 1;
    let rows = variations.iter().enumerate().map(|(index, variation)| {
        let mark = if index == selected { theme.symbols.turn } else { " " };
        variation_row(study, variation, mark, area.width.into())
    });
    let rows = if is_alone { Vec::new() } else { rows.collect() };
    let none = "None yet. Type a square such as f5 to try a move, or press Enter for the best one.";
    draw_list("Variations", rows, selected, none, area, buffer);
}

/// Returns the row of a variation: the number of its first move, and as many moves as fit around the
/// shown one, which stands in brackets.
fn variation_row(study: &Study, variation: &Variation, mark: &str, width: usize) -> Line<'static> {
    let indent = "  ".repeat(variation.depth);
    let shown = study.tree.shown();
    let at = variation.nodes.iter().position(|&node| node == shown);
    let room = width.saturating_sub(mark.len() + indent.len() + 4) / 5;
    let first = at.map_or(0, |at| (at + 2).saturating_sub(room.max(2)));
    let nodes = variation.nodes.get(first..).unwrap_or_default();
    let nodes = &nodes[..nodes.len().min(room)];
    let number = nodes.first().map_or(0, |&node| study.tree.n_placed(node));
    let mut spans = vec![Span::raw(format!("{mark}{indent}{number:>2}."))];
    let cell = |node: NodeId| match study.tree.mv(node) {
        Some(mv) if node == shown => {
            Span::styled(format!("[{mv}]"), BOLD.add_modifier(Modifier::REVERSED))
        }
        Some(mv) => Span::raw(format!(" {mv} ")),
        None => Span::raw(""),
    };
    spans.extend(nodes.iter().map(|&node| cell(node)));
    Line::from(spans)
}

/// Draws a title and as many rows as fit, so that the selected one is among them; without rows a
/// sentence.
fn draw_list(
    title: &str,
    rows: Vec<Line<'_>>,
    selected: usize,
    none: &str,
    area: Rect,
    buffer: &mut Buffer,
) {
    let [head, area] = Layout::vertical([Constraint::Length(1), Constraint::Min(0)]).areas(area);
    Line::styled(title, BOLD).render(head, buffer);
    if rows.is_empty() {
        Paragraph::new(none).style(DIM).wrap(Wrap { trim: true }).render(area, buffer);
    } else {
        let mut list_state = ListState::default().with_selected(Some(selected));
        StatefulWidget::render(List::new(rows), area, buffer, &mut list_state);
    }
}
