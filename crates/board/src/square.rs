//! The 64 squares.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Declares [`Square`] and its conversion from an index, so that the two cannot disagree.
macro_rules! squares {
    ($($name:ident)*) => {
        /// A square of the board, `A1` (top left, index 0) to `H8` (bottom right, index 63), row by row.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "a square's name is its meaning")]
        pub enum Square { $($name),* }

        impl Square {
            /// All squares in index order.
            pub const ALL: [Square; 64] = [$(Square::$name),*];

            /// Returns the square with this index, or `None` from 64 on.
            #[inline]
            pub const fn from_index(index: u32) -> Option<Square> {
                // The optimiser turns this match into a comparison: indices and discriminants agree.
                $(const $name: u32 = Square::$name as u32;)*
                match index {
                    $($name => Some(Square::$name),)*
                    _ => None,
                }
            }
        }
    };
}

squares! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

impl Square {
    /// Returns the square in this column and row, both 0 to 7 (column 0 is `a`, row 0 is `1`).
    pub const fn from_coords(column: u32, row: u32) -> Option<Square> {
        if column < 8 && row < 8 { Square::from_index(8 * row + column) } else { None }
    }

    /// Returns the square so many columns to the right and rows down, if there is one.
    pub fn offset(self, columns: i32, rows: i32) -> Option<Square> {
        let column = self.column().checked_add_signed(columns)?;
        Square::from_coords(column, self.row().checked_add_signed(rows)?)
    }

    /// Returns 8 times the row plus the column, 0 to 63.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the column, 0 (`a`) to 7 (`h`).
    pub const fn column(self) -> u32 {
        self as u32 % 8
    }

    /// Returns the row, 0 (`1`, at the top) to 7 (`8`).
    pub const fn row(self) -> u32 {
        self as u32 / 8
    }
}

impl fmt::Display for Square {
    /// Writes the lower-case name, `a1` to `h8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [b'a' + self.column() as u8, b'1' + self.row() as u8];
        f.pad(std::str::from_utf8(&name).expect("a letter and a digit are UTF-8"))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not the name of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a square (expected a1 to h8)")]
pub struct ParseSquareError;

impl FromStr for Square {
    type Err = ParseSquareError;

    /// Reads a letter `a` to `h` in either case and a digit `1` to `8`.
    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let &[letter, digit] = text.as_bytes() else { return Err(ParseSquareError) };
        let column = u32::from(letter.to_ascii_lowercase()).wrapping_sub(u32::from(b'a'));
        let row = u32::from(digit).wrapping_sub(u32::from(b'1'));
        Square::from_coords(column, row).ok_or(ParseSquareError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_names_and_coordinates_agree() {
        for (index, square) in Square::ALL.into_iter().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(Square::from_index(index as u32), Some(square));
            assert_eq!(Square::from_coords(square.column(), square.row()), Some(square));
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
        }
        assert_eq!(Square::from_index(64), None);
        assert_eq!(Square::D3.to_string(), "d3");
    }

    #[test]
    fn invalid_squares_are_rejected() {
        for text in ["", "a", "a9", "i1", "a0", "a11", "é1", "1a", " a1"] {
            assert_eq!(text.parse::<Square>(), Err(ParseSquareError), "{text:?}");
        }
    }

    #[test]
    fn an_option_of_a_square_is_one_byte() {
        assert_eq!(size_of::<Option<Square>>(), 1);
    }
}
