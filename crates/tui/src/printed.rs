//! The printed board of the seed, with counts and times.

use std::fmt;
use std::time::Duration;

use willow_board::{ClockFace, Color, Position, Square};

/// A board as the tournament program of Norvig's *Paradigms of Artificial Intelligence Programming*
/// (chapter 18) prints it:
///
/// ```text
///     a b c d e f g h   [@=2  0=2  (+0)]
///   1 . . . . . . . .
///   2 . . . . . . . .
///   3 . . . . . . . .
///   4 . . . 0 @ . . .
///   5 . . . @ 0 . . .
///   6 . . . . . . . .
///   7 . . . . . . . .
///   8 . . . . . . . .   [@=30:00 0=29:13]
/// ```
///
/// The last bracket is there when there are clocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PrintedBoard<'a> {
    /// The position.
    pub(crate) position: &'a Position,
    /// Black's time and White's.
    pub(crate) clocks: Option<[Duration; 2]>,
}

/// Returns the character of a colour.
const fn name(color: Color) -> char {
    match color {
        Color::Black => '@',
        Color::White => '0',
    }
}

impl fmt::Display for PrintedBoard<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = Color::ALL.map(|color| self.position.discs(color).count());
        let diff = i64::from(black) - i64::from(white);
        write!(f, "    a b c d e f g h   [@={black:<2} 0={white:<2} ({diff:+})]")?;
        for square in Square::ALL {
            if square.column() == 0 {
                write!(f, "\n  {} ", square.row() + 1)?;
            }
            write!(f, "{}", self.position.disc_at(square).map_or('.', name))?;
            if square.column() < 7 {
                f.write_str(" ")?;
            }
        }
        if let Some([black, white]) = self.clocks.map(|clocks| clocks.map(ClockFace)) {
            write!(f, "   [@={black:>5} 0={white:>5}]")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_printed_as_in_the_seed() {
        let clocks = Some([Duration::from_secs(1800), Duration::from_secs(65)]);
        let printed = PrintedBoard { position: &Position::START, clocks };
        insta::assert_snapshot!(printed.to_string());
    }
}
