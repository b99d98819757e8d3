//! Panels, message logs and text styles that several screens share.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Widget;

use willow_protocol::PlayerRating;

use crate::online::message_log::{MessageKind, MessageLog};
use crate::view::Theme;
use crate::view::panels::draw_box;
use crate::view::theme::{BOLD, DIM, REVERSED};
use crate::view::wrap::wrap_indented;

/// Writes a rating, with a `?` if it is provisional.
pub(super) fn rating_text(rating: &PlayerRating) -> String {
    format!("{}{}", rating.rating, if rating.provisional { "?" } else { "" })
}

/// Draws a panel with messages. Its title says whether newer messages are below the shown ones.
pub(super) fn draw_log_panel(
    title: &str,
    log: &MessageLog,
    theme: Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    let (title, style) = match log.below() {
        0 => (format!(" {title} "), DIM),
        below => (format!(" {title}: {below} newer below, PgDn "), BOLD),
    };
    let inner = draw_box(&title, style, theme, area, buffer);
    draw_log(log, inner, buffer);
}

/// Draws the newest messages that fit, the last one at the bottom.
fn draw_log(log: &MessageLog, area: Rect, buffer: &mut Buffer) {
    let mut y = area.bottom();
    for entry in log.newest_first() {
        for line in wrap_indented(&entry.text, area.width.into(), "  ").iter().rev() {
            if y == area.y {
                return;
            }
            y -= 1;
            let row = Rect { y, height: 1, ..area };
            Line::styled(line.as_str(), style_of(entry.kind)).render(row, buffer);
        }
    }
}

/// Returns the style of a kind of message. The styles work without colours.
pub(super) fn style_of(kind: MessageKind) -> Style {
    match kind {
        MessageKind::Chat => Style::new(),
        MessageKind::Private => BOLD,
        MessageKind::Info => DIM,
        MessageKind::Error => REVERSED,
    }
}
