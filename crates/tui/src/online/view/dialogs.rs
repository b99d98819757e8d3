//! Dialogs over the lobby or a game: help and questions.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::online::state::OnlineDialog;
use crate::view::Theme;
use crate::view::dialogs::{YES_NO, draw_text};

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
    let question = match dialog {
        OnlineDialog::Help => return draw_text(" Keys ", HELP, theme, screen, buffer),
        OnlineDialog::Resign(game) => {
            format!("Resign game {game}?\nIn its first moves, o aborts it.")
        }
        OnlineDialog::Quit => {
            "Your games continue, and\nyour clocks keep running.\nQuit anyway?".to_owned()
        }
    };
    draw_text(" Question ", &format!("{question}\n\n{YES_NO}"), theme, screen, buffer);
}
