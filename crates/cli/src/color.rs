//! Whether output is coloured, and in how many colours.
//!
//! The order of what decides: `--color`, the configuration, `NO_COLOR`, `CLICOLOR_FORCE`, `CLICOLOR`, then
//! whether the output is a terminal that has colours.

use std::io::{self, IsTerminal};
use std::sync::OnceLock;

use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use clap::builder::Styles;
use willow_tui::Colors;

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorWhen {
    /// On a terminal that has colours
    Auto,
    /// In files and pipes too
    Always,
    /// Plain text only
    Never,
}

impl ColorWhen {
    /// Returns the meaning of a word; `None` for other words.
    pub(crate) fn of_word(word: &str) -> Option<ColorWhen> {
        ColorWhen::from_str(word, false).ok()
    }
}

/// The choice of the user, once it is known.
static CHOICE: OnceLock<ColorWhen> = OnceLock::new();

/// The styles of help and of clap's messages.
pub(crate) const HELP_STYLES: Styles = Styles::styled()
    .header(Style::new().bold())
    .usage(Style::new().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// The styles of the words that begin lines on standard error.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
pub(crate) const HINT: Style = AnsiColor::Cyan.on_default().bold();
pub(crate) const NOTE: Style = AnsiColor::Yellow.on_default().bold();

/// Sets when colours are used. Only the first call counts.
pub(crate) fn choose(when: ColorWhen) {
    let _ = CHOICE.set(when);
}

/// Returns whether text on standard output is coloured.
pub(crate) fn on_stdout() -> bool {
    is_on(&io::stdout())
}

/// Returns whether text on standard error is coloured.
pub(crate) fn on_stderr() -> bool {
    is_on(&io::stderr())
}

fn is_on(stream: &impl IsTerminal) -> bool {
    match CHOICE.get().copied().unwrap_or(ColorWhen::Auto) {
        ColorWhen::Always => true,
        ColorWhen::Never => false,
        ColorWhen::Auto if anstyle_query::no_color() => false,
        ColorWhen::Auto if anstyle_query::clicolor_force() => true,
        ColorWhen::Auto => {
            let is_wanted = anstyle_query::clicolor().unwrap_or(true);
            is_wanted && stream.is_terminal() && Terminal::of_environment().palette() != Colors::Off
        }
    }
}

/// Returns the colours of full-screen programs, which always have a terminal.
pub(crate) fn of_full_screen() -> Colors {
    match (on_stdout(), Terminal::of_environment().palette()) {
        (false, _) => Colors::Off,
        // The user wants colours on a terminal that seems to have none.
        (true, Colors::Off) => Colors::Sixteen,
        (true, colors) => colors,
    }
}

/// Returns whether the terminal can be drawn on: `TERM=dumb` has no cursor to move.
pub(crate) fn can_draw() -> bool {
    Terminal::of_environment().name.as_deref() != Some("dumb")
}

/// What the environment says about the terminal.
struct Terminal {
    /// `TERM`.
    name: Option<String>,
    /// Whether `COLORTERM` is set: terminals set it that have more than sixteen colours.
    has_color_term: bool,
}

impl Terminal {
    fn of_environment() -> Terminal {
        let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        Terminal { name: set("TERM"), has_color_term: set("COLORTERM").is_some() }
    }

    /// Returns the colours that the terminal supports, judged by its name.
    fn palette(&self) -> Colors {
        let Some(name) = self.name.as_deref() else {
            // Only Windows has terminals without `TERM`, and they have all colours.
            return if cfg!(windows) { Colors::On } else { Colors::Off };
        };
        let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
        let is_monochrome = name == "dumb" || name.starts_with("vt") || name.ends_with("-m");
        match is_monochrome {
            true if !self.has_color_term || name == "dumb" => Colors::Off,
            _ if self.has_color_term || has(&MANY_COLORS) => Colors::On,
            _ => Colors::Sixteen,
        }
    }
}

/// Parts of the names of terminals with 256 colours or more.
const MANY_COLORS: [&str; 8] =
    ["256color", "direct", "truecolor", "kitty", "alacritty", "wezterm", "ghostty", "foot"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_the_terminal_tells_its_colours() {
        let palette = |name: &str, has_color_term| {
            Terminal { name: Some(name.to_owned()), has_color_term }.palette()
        };
        for name in ["dumb", "vt100", "vt220", "linux-m", "xterm-m"] {
            assert_eq!(palette(name, false), Colors::Off, "{name}");
        }
        assert_eq!(palette("dumb", true), Colors::Off);
        for name in ["linux", "xterm", "xterm-16color", "screen", "ansi", "rxvt"] {
            assert_eq!(palette(name, false), Colors::Sixteen, "{name}");
            assert_eq!(palette(name, true), Colors::On, "{name}");
        }
        for name in ["xterm-256color", "tmux-256color", "xterm-kitty", "xterm-direct", "foot"] {
            assert_eq!(palette(name, false), Colors::On, "{name}");
        }
    }
}
