//! What lies over the board: help, questions, names of files.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

use super::theme::Theme;
use crate::app::{Dialog, Purpose, Question};

/// All keys.
const HELP: &str = "\
a1 to h8       type a square to place a disc there
arrows, Enter  move the cursor and place a disc
mouse          click on a square to place a disc

u  ctrl-z      take back the moves since your last turn
r  ctrl-y      play again what was taken back
Home, End      go to the first or last position
i  h Enter     hint: a good move
v  e Enter     value in discs for the side to move, and the
               line of play expected
space          pause: the clock stops, programs wait, and you
               may play for both sides

s              switch sides
n              new game
x              resign
w  ctrl-s      write the game to a file (.ggf .sgf .txt)
l  ctrl-o      load a game from a file
q  ctrl-c      quit; an unfinished game is kept

Passes happen by themselves. Any key closes this.";

/// Draws a dialog in the middle of `area`.
pub(crate) fn draw(dialog: &Dialog, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let (title, text) = match dialog {
        Dialog::Help => (" Keys ", HELP.to_owned()),
        Dialog::Confirm(question) => (" Question ", ask(question)),
        Dialog::File(purpose, name) => (" File ", ask_for_file(*purpose, name)),
    };
    let lines: Vec<Line> = text.lines().map(Line::raw).collect();
    let width = lines.iter().map(Line::width).max().unwrap_or_default() as u16 + 4;
    let height = lines.len() as u16 + 2;
    let place = area.centered(Constraint::Length(width), Constraint::Length(height));
    Clear.render(place, buffer);
    let block = Block::bordered().border_set(theme.border()).title(title);
    let inner = block.inner(place);
    block.render(place, buffer);
    let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(1), ..inner };
    Paragraph::new(lines).render(inner, buffer);
}

fn ask(question: &Question) -> String {
    let question = match question {
        Question::Resume(title) => {
            format!("There is an unfinished game:\n{title}.\nGo on with it?")
        }
        Question::NewGame => "Give this game up and begin a new one?".to_owned(),
        Question::Resign => "Resign?".to_owned(),
        Question::Replace(path) => format!("{} exists already.\nReplace it?", path.display()),
    };
    format!("{question}\n\ny yes   n no")
}

fn ask_for_file(purpose: Purpose, name: &str) -> String {
    let question = match purpose {
        Purpose::Save => "Write the game to (.ggf, .sgf or .txt):",
        Purpose::Load => "Read a game from:",
    };
    format!("{question:<48}\n\n{name}_\n\nEnter goes on, Esc cancels, Del clears")
}
