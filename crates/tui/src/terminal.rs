//! The terminal while a full-screen program has it.

use std::io::{self, stdout};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::layout::{Position, Rect};

/// A terminal in raw mode, on the alternate screen, with mouse events.
///
/// Dropping it restores the terminal, also after an error or a panic.
pub(crate) struct TerminalGuard {
    /// The terminal backend.
    pub(crate) inner: DefaultTerminal,
}

impl TerminalGuard {
    /// Switches the terminal to full-screen mode.
    ///
    /// # Errors
    /// The terminal must support raw mode.
    pub(crate) fn new() -> io::Result<TerminalGuard> {
        let guard = TerminalGuard { inner: ratatui::try_init()? };
        execute!(stdout(), EnableMouseCapture)?;
        Ok(guard)
    }

    /// Returns the area of the whole screen.
    pub(crate) fn area(&self) -> io::Result<Rect> {
        Ok(Rect::from((Position::ORIGIN, self.inner.size()?)))
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal: its screen, its mode, and no mouse events.
pub(crate) fn restore() {
    // The terminal may be gone already.
    let _ = execute!(stdout(), DisableMouseCapture);
    let _ = ratatui::try_restore();
}
