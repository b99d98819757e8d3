//! The characters and colours of the full screen.

use ratatui::style::{Color as Paint, Modifier, Style};
use ratatui::symbols::border;
use willow_board::Color;

use crate::options::{Colors, Glyphs};

/// The characters and colours of the full screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Theme {
    glyphs: Glyphs,
    colors: Colors,
}

/// The corners and crossings of the board's lines, and the lines themselves.
pub(crate) struct Grid {
    /// The left end, crossing and right end of the line at the top.
    pub(crate) top: [&'static str; 3],
    /// Those of the lines between rows.
    pub(crate) middle: [&'static str; 3],
    /// Those of the line at the bottom.
    pub(crate) bottom: [&'static str; 3],
    /// A piece of a line from left to right.
    pub(crate) horizontal: &'static str,
    /// A piece of a line from top to bottom.
    pub(crate) vertical: &'static str,
}

const UNICODE_GRID: Grid = Grid {
    top: ["┌", "┬", "┐"],
    middle: ["├", "┼", "┤"],
    bottom: ["└", "┴", "┘"],
    horizontal: "─",
    vertical: "│",
};

const ASCII_GRID: Grid = Grid {
    top: ["+", "+", "+"],
    middle: ["+", "+", "+"],
    bottom: ["+", "+", "+"],
    horizontal: "-",
    vertical: "|",
};

const ASCII_BORDER: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// Colours of the 256-colour palette: the board and its lines. On this green the contrast of black is
/// 4.6:1 and that of white 4.5:1.
const BOARD_GREEN: Paint = Paint::Indexed(29);
const LINES: Paint = Paint::Indexed(22);
const CURSOR: Paint = Paint::Indexed(64);
const BLACK: Paint = Paint::Indexed(16);
const WHITE: Paint = Paint::Indexed(231);
const MARKS: Paint = Paint::Indexed(221);

/// The style of important text.
pub(crate) const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
/// The style of secondary text.
pub(crate) const DIM: Style = Style::new().add_modifier(Modifier::DIM);

impl Theme {
    /// Returns the theme of these characters and colours.
    pub(crate) const fn new(glyphs: Glyphs, colors: Colors) -> Theme {
        Theme { glyphs, colors }
    }

    /// Returns the lines of the board.
    pub(crate) const fn grid(self) -> &'static Grid {
        match self.glyphs {
            Glyphs::Unicode => &UNICODE_GRID,
            Glyphs::Ascii => &ASCII_GRID,
        }
    }

    /// Returns the lines around panels.
    pub(crate) const fn border(self) -> border::Set<'static> {
        match self.glyphs {
            Glyphs::Unicode => border::PLAIN,
            Glyphs::Ascii => ASCII_BORDER,
        }
    }

    /// Returns the character of a disc. The two discs differ in their form, too, for people who do
    /// not tell the colours apart.
    pub(crate) const fn disc(self, color: Color) -> &'static str {
        match (self.glyphs, color) {
            (Glyphs::Unicode, Color::Black) => "●",
            (Glyphs::Unicode, Color::White) => "○",
            (Glyphs::Ascii, Color::Black) => "@",
            (Glyphs::Ascii, Color::White) => "O",
        }
    }

    /// Returns the three rows of a large disc, five columns wide.
    pub(crate) const fn large_disc(self, color: Color) -> [&'static str; 3] {
        match (self.glyphs, color) {
            (Glyphs::Unicode, Color::Black) => ["▄███▄", "█████", "▀███▀"],
            (Glyphs::Unicode, Color::White) => ["╭───╮", "│   │", "╰───╯"],
            (Glyphs::Ascii, Color::Black) => [" @@@ ", "@@@@@", " @@@ "],
            (Glyphs::Ascii, Color::White) => [" OOO ", "O   O", " OOO "],
        }
    }

    /// Returns the mark of a legal move.
    pub(crate) const fn legal(self) -> &'static str {
        match self.glyphs {
            Glyphs::Unicode => "·",
            Glyphs::Ascii => ".",
        }
    }

    /// Returns the mark of a move that is suggested.
    pub(crate) const fn hint(self) -> &'static str {
        match self.glyphs {
            Glyphs::Unicode => "◆",
            Glyphs::Ascii => "*",
        }
    }

    /// Returns the mark of the side to move.
    pub(crate) const fn turn(self) -> &'static str {
        match self.glyphs {
            Glyphs::Unicode => "▶",
            Glyphs::Ascii => ">",
        }
    }

    /// Returns the mark of an empty square on a board without lines.
    pub(crate) const fn empty(self) -> &'static str {
        self.legal()
    }

    /// Returns a text with the characters of this theme.
    pub(crate) fn text(self, text: &str) -> String {
        match self.glyphs {
            Glyphs::Unicode => text.to_owned(),
            Glyphs::Ascii => text.replace('±', "+-").replace('…', "..."),
        }
    }

    /// Returns the style of the board's lines.
    pub(crate) fn board(self) -> Style {
        self.painted(Style::new().fg(LINES).bg(BOARD_GREEN), Modifier::empty())
    }

    /// Returns the style of a disc, on the board or beside it.
    pub(crate) fn disc_style(self, color: Color) -> Style {
        let paint = match color {
            Color::Black => BLACK,
            Color::White => WHITE,
        };
        self.painted(Style::new().fg(paint).bg(BOARD_GREEN), Modifier::BOLD)
    }

    /// Returns the style of what marks a square: a legal move, the last one, a hint.
    pub(crate) fn mark(self) -> Style {
        self.painted(Style::new().fg(MARKS).bg(BOARD_GREEN), Modifier::BOLD)
    }

    /// Returns the style of the brackets around the cursor and the last move.
    pub(crate) fn bracket(self) -> Style {
        self.painted(Style::new().fg(MARKS), Modifier::BOLD)
    }

    /// Returns what the cursor adds to a square's style.
    pub(crate) fn cursor(self) -> Style {
        self.painted(Style::new().bg(CURSOR), Modifier::REVERSED)
    }

    /// Returns the style of a value on the board that is `certain` or only an estimate.
    pub(crate) fn value(self, certain: bool) -> Style {
        let weight = if certain { Modifier::BOLD } else { Modifier::empty() };
        self.painted(Style::new().fg(MARKS).bg(BOARD_GREEN), Modifier::empty()).add_modifier(weight)
    }

    /// Returns a style in colours, or what stands for it without.
    fn painted(self, style: Style, otherwise: Modifier) -> Style {
        match self.colors {
            Colors::On => style,
            Colors::Off => Style::new().add_modifier(otherwise),
        }
    }
}
