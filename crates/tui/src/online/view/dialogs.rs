//! Dialogs over the lobby or a game: help and questions.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

use crate::online::state::OnlineDialog;
use crate::view::Theme;

/// The list of all keys.
const HELP: &str = "\
everywhere
  Tab  shift-Tab   next, previous tab     space  next game with your turn
  /                type a command (/help lists them)     q ctrl-c  quit
  /forget          do not remember the login at this server
  PgUp  PgDn       older, newer messages (or the mouse wheel)

lobby
  arrows           select a game, or (right) a user
  Enter            accept the offer, watch the game, challenge the user
  n  new offer     s  seek             1 to 4  play now, in a pool
  c  challenge     d  decline, or withdraw your offer
  t  chat          p  private message  u  show the user's profile
  h  my games      /board NUMBER shows a game again

game
  a1 to h8         play there; or use arrows and Enter, or the mouse
  [  ]  Home  End  a move back or forward, the start, the newest position
  t  chat          u  request or accept a takeback     n  refuse it
  m  rematch       x  resign     o  abort in the first moves
  w  claim the win over an opponent who disconnected
  a  analyze a game that is over         x  close it; stop watching
Press any key to close.";

/// Draws a dialog in the middle of the screen.
pub(super) fn draw(dialog: OnlineDialog, theme: Theme, screen: Rect, buffer: &mut Buffer) {
    let (title, text) = match dialog {
        OnlineDialog::Help => (" Keys ", HELP.to_owned()),
        OnlineDialog::Resign(game) => {
            let question = format!("Resign game {game}?\nIn its first moves, o aborts it instead.");
            (" Question ", question + "\n\ny yes   n no")
        }
        OnlineDialog::Quit => (
            " Question ",
            "Your games continue, and your clocks keep running.\nQuit anyway?\n\ny yes   n no"
                .to_owned(),
        ),
    };
    let lines: Vec<Line<'_>> = text.lines().map(Line::raw).collect();
    let width = lines.iter().map(Line::width).max().unwrap_or_default() as u16 + 4;
    let height = lines.len() as u16 + 2;
    let place = screen.centered(Constraint::Length(width), Constraint::Length(height));
    Clear.render(place, buffer);
    let block = Block::bordered().border_set(theme.border()).title(title);
    let inner = block.inner(place);
    block.render(place, buffer);
    let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(1), ..inner };
    Paragraph::new(lines.clone()).render(inner, buffer);
}
