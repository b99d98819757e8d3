//! The characters and colours of the full screen.

use ratatui::style::{Color as Paint, Modifier, Style};
use ratatui::symbols::border;
use willow_board::Color;

use crate::options::{Colors, Glyphs};

/// The characters and colours of the full screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Theme {
    pub(crate) symbols: &'static Symbols,
    /// `None` without colours.
    palette: Option<&'static Palette>,
}

/// The characters of the full screen.
#[derive(Debug)]
pub(crate) struct Symbols {
    /// Black's disc and White's. They differ in their form, too, for people who do not tell the colours
    /// apart.
    discs: [&'static str; 2],
    /// The three rows of large discs, five columns wide.
    large_discs: [[&'static str; 3]; 2],
    /// Marks a legal move, and an empty square on a board without lines.
    pub(crate) legal: &'static str,
    /// Marks a move that is suggested.
    pub(crate) hint: &'static str,
    /// Marks the side to move.
    pub(crate) turn: &'static str,
    /// The left end, crossing and right end of the line above the board, of those between rows, and of
    /// the line below.
    pub(crate) rules: [[&'static str; 3]; 3],
    pub(crate) horizontal: &'static str,
    pub(crate) vertical: &'static str,
    /// The lines around panels.
    pub(crate) border: border::Set<'static>,
    /// What stands for other characters of texts.
    replacements: &'static [(char, &'static str)],
}

const UNICODE: Symbols = Symbols {
    discs: ["●", "○"],
    large_discs: [["▄███▄", "█████", "▀███▀"], ["╭───╮", "│   │", "╰───╯"]],
    legal: "·",
    hint: "◆",
    turn: "▶",
    rules: [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]],
    horizontal: "─",
    vertical: "│",
    border: border::PLAIN,
    replacements: &[],
};

const ASCII: Symbols = Symbols {
    discs: ["@", "O"],
    large_discs: [[" @@@ ", "@@@@@", " @@@ "], [" OOO ", "O   O", " OOO "]],
    legal: ".",
    hint: "*",
    turn: ">",
    rules: [["+"; 3]; 3],
    horizontal: "-",
    vertical: "|",
    border: border::Set {
        top_left: "+",
        top_right: "+",
        bottom_left: "+",
        bottom_right: "+",
        vertical_left: "|",
        vertical_right: "|",
        horizontal_top: "-",
        horizontal_bottom: "-",
    },
    replacements: &[('±', "+-"), ('…', "...")],
};

/// The colours of the board and of what is on it.
#[derive(Debug)]
struct Palette {
    board: Paint,
    lines: Paint,
    cursor: Paint,
    black: Paint,
    white: Paint,
    marks: Paint,
}

/// The palette of 256 colours. On this green the contrast of black is 4.6:1 and that of white 4.5:1.
const MANY: Palette = Palette {
    board: Paint::Indexed(29),
    lines: Paint::Indexed(22),
    cursor: Paint::Indexed(64),
    black: Paint::Indexed(16),
    white: Paint::Indexed(231),
    marks: Paint::Indexed(221),
};

/// The sixteen colours of old terminals. How they look is up to the terminal.
const SIXTEEN: Palette = Palette {
    board: Paint::Green,
    lines: Paint::Black,
    cursor: Paint::Cyan,
    black: Paint::Black,
    white: Paint::White,
    marks: Paint::LightYellow,
};

/// The style of important text.
pub(crate) const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
/// The style of secondary text.
pub(crate) const DIM: Style = Style::new().add_modifier(Modifier::DIM);

/// The style of what is selected.
pub(crate) const REVERSED: Style = Style::new().add_modifier(Modifier::REVERSED);

impl Theme {
    /// Returns the theme of these characters and colours.
    pub(crate) const fn new(glyphs: Glyphs, colors: Colors) -> Theme {
        let symbols = match glyphs {
            Glyphs::Unicode => &UNICODE,
            Glyphs::Ascii => &ASCII,
        };
        let palette = match colors {
            Colors::On => Some(&MANY),
            Colors::Sixteen => Some(&SIXTEEN),
            Colors::Off => None,
        };
        Theme { symbols, palette }
    }

    /// Returns the character of a disc.
    pub(crate) const fn disc(self, color: Color) -> &'static str {
        self.symbols.discs[color.index()]
    }

    /// Returns the rows of a large disc.
    pub(crate) const fn large_disc(self, color: Color) -> [&'static str; 3] {
        self.symbols.large_discs[color.index()]
    }

    /// Returns a text with the characters of this theme.
    pub(crate) fn text(self, text: &str) -> String {
        let replace = |text: String, &(letter, to): &(char, &str)| text.replace(letter, to);
        self.symbols.replacements.iter().fold(text.to_owned(), replace)
    }

    /// Returns the style of the board's lines.
    pub(crate) fn board(self) -> Style {
        self.painted(|palette| Style::new().fg(palette.lines).bg(palette.board), Modifier::empty())
    }

    /// Returns the style of a disc, on the board or beside it.
    pub(crate) fn disc_style(self, color: Color) -> Style {
        let style = |palette: &Palette| {
            let paint = match color {
                Color::Black => palette.black,
                Color::White => palette.white,
            };
            Style::new().fg(paint).bg(palette.board)
        };
        self.painted(style, Modifier::BOLD)
    }

    /// Returns the style of what marks a square: a legal move, a hint, the brackets around the last move.
    pub(crate) fn mark(self) -> Style {
        self.painted(|palette| Style::new().fg(palette.marks).bg(palette.board), Modifier::BOLD)
    }

    /// Returns the style of the brackets around the cursor. Without colours they are reversed, and the disc
    /// between them is not: a black disc in reverse looks like a white one.
    pub(crate) fn cursor_bracket(self) -> Style {
        let otherwise = Modifier::BOLD.union(Modifier::REVERSED);
        self.painted(|palette| Style::new().fg(palette.marks), otherwise)
    }

    /// Returns what the cursor adds to the style of the whole square.
    pub(crate) fn cursor(self) -> Style {
        self.painted(|palette| Style::new().bg(palette.cursor), Modifier::empty())
    }

    /// Returns the style of a value on the board: bold if it is certain.
    pub(crate) fn value(self, weight: Modifier) -> Style {
        let style = |palette: &Palette| Style::new().fg(palette.marks).bg(palette.board);
        self.painted(style, Modifier::empty()).add_modifier(weight)
    }

    /// Returns a style in colours, or what stands for it without.
    fn painted(self, style: impl FnOnce(&Palette) -> Style, otherwise: Modifier) -> Style {
        self.palette.map_or(Style::new().add_modifier(otherwise), style)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the relative luminance of a colour of the 6x6x6 cube in the palette of 256, as WCAG 2 has it.
    fn luminance(paint: Paint) -> f64 {
        let Paint::Indexed(index @ 16..=231) = paint else { panic!("not of the cube: {paint:?}") };
        let level = |digit: u8| if digit == 0 { 0.0 } else { f64::from(55 + 40 * digit) / 255.0 };
        let linear = |digit| match level(digit) {
            value if value <= 0.040_45 => value / 12.92,
            value => ((value + 0.055) / 1.055_f64).powf(2.4),
        };
        let cube = index - 16;
        let [red, green, blue] = [cube / 36, cube / 6 % 6, cube % 6].map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(one: Paint, other: Paint) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn discs_stand_out_from_the_board_and_from_the_cursor() {
        for disc in [MANY.black, MANY.white] {
            assert!(4.5 <= contrast(disc, MANY.board), "{disc:?}: {}", contrast(disc, MANY.board));
            assert!(
                4.0 <= contrast(disc, MANY.cursor),
                "{disc:?}: {}",
                contrast(disc, MANY.cursor)
            );
        }
    }

    #[test]
    fn a_disc_under_the_cursor_is_not_reversed() {
        let theme = Theme::new(Glyphs::Unicode, Colors::Off);
        assert_eq!(theme.cursor(), Style::new());
        assert!(theme.cursor_bracket().add_modifier.contains(Modifier::REVERSED));
    }
}
