//! Dialogs over the board: help, questions, file names.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph, Widget};

use super::panels::draw_box;
use super::theme::Theme;
use super::wrap::{width_of, wrap};
use crate::app::{Confirmation, Dialog, FileAction};
use crate::line_editor::LineEditor;

/// The list of all keys.
const HELP: &str = "\
a1 to h8       type a square to place a disc
arrows, Enter  move the cursor and place a disc
mouse          click on a square

u [ ctrl-z     take back the moves since your last turn
r ] ctrl-y     redo the moves that were taken back
Home, End      go to the first position and pause; to the last
left, right    step, when the game is over or was loaded (u r)
i  v           hint; value and expected line
t              what a program thought
y              analysis of the game, which is paused meanwhile;
               when the game is over a, too
space          pause: the clock stops, programs wait, and you
               may move for both sides
n  s  x        new game, switch sides, resign
w              save the game to a file (.ggf .sgf .txt)
l              load a file; of several games there is a list
Esc            the list of the file's games
q  ctrl-c      quit; an unfinished game is saved
Passes are automatic. Press any key to close.";

/// Draws a dialog in the middle of `area`.
pub(crate) fn draw(dialog: &Dialog, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let (title, text) = match dialog {
        Dialog::Help => (" Keys ", HELP.to_owned()),
        Dialog::Confirm(confirmation) => (" Question ", ask(confirmation)),
        Dialog::File(file_action, name) => (" File ", ask_for_file(*file_action, name)),
    };
    draw_text(title, &text, theme, area, buffer);
}

/// The answers to a question, in the last line of its dialog.
pub(crate) const YES_NO: &str = "y yes   n no";

/// Draws a frame with a title around a text, in the middle of `area`.
pub(crate) fn draw_text(title: &str, text: &str, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let text = fitted(text, area);
    let lines: Vec<Line> = text.lines().map(Line::raw).collect();
    let place = place_of(&text, area);
    Clear.render(place, buffer);
    let inner = draw_box(title, Style::new(), theme, place, buffer);
    Paragraph::new(lines).render(inner, buffer);
}

/// Breaks the lines of a text that are too wide for a dialog in `area`, also in the middle of a word: the name
/// of a file may have no blanks.
fn fitted(text: &str, area: Rect) -> String {
    let width = usize::from(area.width.saturating_sub(FRAME_WIDTH)).max(1);
    let broken = |line: &str| {
        if width_of(line) <= width { vec![line.to_owned()] } else { wrap(line, width) }
    };
    text.lines().flat_map(broken).collect::<Vec<String>>().join("\n")
}

/// The columns of a dialog's frame and the blanks inside.
const FRAME_WIDTH: u16 = 4;

/// Returns where a text with its frame is drawn: in the middle of `area`.
fn place_of(text: &str, area: Rect) -> Rect {
    let width = text.lines().map(width_of).max().unwrap_or_default() as u16;
    let height = text.lines().count() as u16;
    area.centered(Constraint::Length(width + FRAME_WIDTH), Constraint::Length(height + 2))
}

fn ask(confirmation: &Confirmation) -> String {
    let confirmation = match confirmation {
        Confirmation::Resume(title) => {
            format!("Resume the unfinished game?\n{title}.")
        }
        Confirmation::Resign => "Resign?".to_owned(),
        Confirmation::Replace(path) => format!("{} already exists.\nReplace it?", path.display()),
    };
    format!("{confirmation}\n\n{YES_NO}")
}

fn ask_for_file(file_action: FileAction, name: &LineEditor) -> String {
    let (before, after) = name.shown();
    let confirmation = match file_action {
        FileAction::Save => "Save the game to (.ggf, .sgf or .txt):",
        FileAction::Load => "Load a game from:",
    };
    let keys = if name.is_suggestion {
        "Enter to confirm, or type another name; Esc to cancel"
    } else {
        "Enter to confirm, Esc to cancel, Ctrl-U to clear"
    };
    format!("{confirmation:<48}\n\n{before}_{after}\n\n{keys}")
}
