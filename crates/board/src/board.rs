//! A board: the discs of the side to move and the discs of the opponent.

use std::fmt;

use thiserror::Error;

use crate::{Bitboard, DiscDiff, Square, Symmetry, flip, legal_moves};

/// The discs on a board, seen from the side to move: `player` is to move, `opponent` is not.
/// A board has no colours; [`Position`](crate::Position) adds them.
///
/// Invariant: the two sets share no square. Every function keeps this invariant for all arguments.
///
/// ```
/// use willow_board::{Board, Square};
///
/// let board = Board::START;
/// assert_eq!(board.legal_moves().squares().map(|s| s.to_string()).collect::<String>(), "d3c4f5e6");
/// let board = board.play(Square::F5).expect("f5 is legal");
/// assert_eq!((board.player().count(), board.opponent().count()), (1, 4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    player: Bitboard,
    opponent: Bitboard,
}

/// Two sets of discs share squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{} squares belong to both sides", .0.count())]
pub struct OverlapError(pub Bitboard);

impl Board {
    /// The start of the game, Black to move: Black has e4 and d5, White has d4 and e5.
    pub const START: Board = Board {
        player: Bitboard::from_bits(0x0000_0008_1000_0000),
        opponent: Bitboard::from_bits(0x0000_0010_0800_0000),
    };

    /// Returns the board with these discs.
    ///
    /// # Errors
    /// The sets must not share a square.
    pub const fn new(player: Bitboard, opponent: Bitboard) -> Result<Board, OverlapError> {
        let shared = player.bits() & opponent.bits();
        if shared == 0 {
            Ok(Board { player, opponent })
        } else {
            Err(OverlapError(Bitboard::from_bits(shared)))
        }
    }

    /// Returns the discs of the side to move.
    #[inline]
    pub const fn player(&self) -> Bitboard {
        self.player
    }

    /// Returns the discs of the side that is not to move.
    #[inline]
    pub const fn opponent(&self) -> Bitboard {
        self.opponent
    }

    /// Returns the squares that hold a disc.
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard::from_bits(self.player.bits() | self.opponent.bits())
    }

    /// Returns the squares without a disc.
    #[inline]
    pub const fn empties(&self) -> Bitboard {
        Bitboard::from_bits(!self.occupied().bits())
    }

    /// Returns the number of squares without a disc.
    #[inline]
    pub const fn n_empties(&self) -> u32 {
        self.empties().count()
    }

    /// Returns the squares on which the side to move may place a disc.
    ///
    /// The side to move has `X`. Its legal moves are drawn as `*`:
    ///
    /// ```
    /// use willow_board::{Bitboard, Board, Square};
    /// # fn squares(drawing: &str, marks: &str) -> Bitboard {
    /// #     let cells = Square::ALL.into_iter().zip(drawing.split_whitespace());
    /// #     cells.filter(|(_, cell)| marks.contains(cell)).map(|(square, _)| square).collect()
    /// # }
    ///
    /// let drawing = "
    ///     - - - - - - - -
    ///     - - - - - - - -
    ///     - - O * - * - -
    ///     - - - O O * - -
    ///     - - - X O O * -
    ///     - - - X - - - -
    ///     - - - - - - - -
    ///     - - - - - - - -";
    /// let board = Board::new(squares(drawing, "X"), squares(drawing, "O"))?;
    /// assert_eq!(board.legal_moves(), squares(drawing, "*"));
    /// # Ok::<(), willow_board::OverlapError>(())
    /// ```
    #[inline]
    pub fn legal_moves(&self) -> Bitboard {
        Bitboard::from_bits(legal_moves::legal_moves(self.player.bits(), self.opponent.bits()))
    }

    /// Returns whether the side to move may place a disc on `square`.
    pub fn is_legal(&self, square: Square) -> bool {
        !self.occupied().contains(square) && !self.flips(square).is_empty()
    }

    /// Returns the opponent's discs that are flipped when the side to move places a disc on `square`.
    ///
    /// The function assumes that the square is empty; [`is_legal`](Board::is_legal) checks that too.
    ///
    /// The side to move has `X`. A disc on `+` flips the discs that are drawn as `o`:
    ///
    /// ```
    /// use willow_board::{Bitboard, Board, Square};
    /// # fn squares(drawing: &str, marks: &str) -> Bitboard {
    /// #     let cells = Square::ALL.into_iter().zip(drawing.split_whitespace());
    /// #     cells.filter(|(_, cell)| marks.contains(cell)).map(|(square, _)| square).collect()
    /// # }
    ///
    /// let drawing = "
    ///     - - - - - - - -
    ///     - - - - - - - -
    ///     - - X X X - - -
    ///     - - - o O X - -
    ///     - - O O o o - -
    ///     - - X X - + O -
    ///     - - - - - - - -
    ///     - - - - - - - -";
    /// let board = Board::new(squares(drawing, "X"), squares(drawing, "Oo"))?;
    /// assert_eq!(board.flips(Square::F6), squares(drawing, "o"));
    /// # Ok::<(), willow_board::OverlapError>(())
    /// ```
    #[inline]
    pub fn flips(&self, square: Square) -> Bitboard {
        Bitboard::from_bits(flip::flips(self.player.bits(), self.opponent.bits(), square.index()))
    }

    /// Returns the board after the side to move placed a disc on `square`, seen from the opponent;
    /// `None` if that is not legal.
    pub fn play(&self, square: Square) -> Option<Board> {
        self.is_legal(square).then(|| self.after(square, self.flips(square)))
    }

    /// Returns the board after a disc was placed on `square` and `flips` were turned over, seen from
    /// the opponent.
    ///
    /// For callers that have just computed the flips. The function does not check that the move is
    /// legal, but the result is a valid board for all arguments.
    #[inline]
    #[must_use]
    pub const fn after(&self, square: Square, flips: Bitboard) -> Board {
        let mover = self.player.bits() | flips.bits() | 1 << square as u32;
        Board {
            player: Bitboard::from_bits(self.opponent.bits() & !mover),
            opponent: Bitboard::from_bits(mover),
        }
    }

    /// Returns the board after a pass: the same discs, the other side to move.
    #[inline]
    #[must_use]
    pub const fn pass(&self) -> Board {
        Board { player: self.opponent, opponent: self.player }
    }

    /// Returns whether neither side can move.
    pub fn is_game_over(&self) -> bool {
        self.legal_moves().is_empty() && self.pass().legal_moves().is_empty()
    }

    /// Returns the score if the game ended here, in discs for the side to move: the player's discs
    /// minus the opponent's, with the empties given to the winner.
    pub const fn final_score(&self) -> DiscDiff {
        DiscDiff::of_final_counts(self.player.count(), self.opponent.count())
    }

    /// Returns the empties that touch a disc of the opponent, diagonally too: the
    /// player's potential mobility.
    ///
    /// The player has `X`. The potential mobility is drawn as `*`. Only some of these squares are legal moves:
    ///
    /// ```
    /// use willow_board::{Bitboard, Board, Square};
    /// # fn squares(drawing: &str, marks: &str) -> Bitboard {
    /// #     let cells = Square::ALL.into_iter().zip(drawing.split_whitespace());
    /// #     cells.filter(|(_, cell)| marks.contains(cell)).map(|(square, _)| square).collect()
    /// # }
    ///
    /// let drawing = "
    ///     - - - - - - - -
    ///     - * * * - - - -
    ///     - * O * * * - -
    ///     - * * O O * * -
    ///     - - * X O O * -
    ///     - - - X * * * -
    ///     - - - - - - - -
    ///     - - - - - - - -";
    /// let board = Board::new(squares(drawing, "X"), squares(drawing, "O"))?;
    /// assert_eq!(board.potential_moves(), squares(drawing, "*"));
    /// # Ok::<(), willow_board::OverlapError>(())
    /// ```
    #[inline]
    pub fn potential_moves(&self) -> Bitboard {
        self.opponent.dilated() & self.empties()
    }

    /// Returns the player's discs that touch an empty square, diagonally too: the
    /// player's frontier.
    ///
    /// The player has `X` and `F`. The frontier is drawn as `F`: the other discs touch no empty square.
    ///
    /// ```
    /// use willow_board::{Bitboard, Board, Square};
    /// # fn squares(drawing: &str, marks: &str) -> Bitboard {
    /// #     let cells = Square::ALL.into_iter().zip(drawing.split_whitespace());
    /// #     cells.filter(|(_, cell)| marks.contains(cell)).map(|(square, _)| square).collect()
    /// # }
    ///
    /// let drawing = "
    ///     - - - - - - - -
    ///     - - O O O O - -
    ///     - O F X X O - -
    ///     - O X X X O - -
    ///     - O O X O F - -
    ///     - - O O O - - -
    ///     - - - - - - - -
    ///     - - - - - - - -";
    /// let board = Board::new(squares(drawing, "XF"), squares(drawing, "O"))?;
    /// assert_eq!(board.frontier(), squares(drawing, "F"));
    /// # Ok::<(), willow_board::OverlapError>(())
    /// ```
    pub fn frontier(&self) -> Bitboard {
        self.empties().dilated() & self.player
    }

    /// Returns the image of the board under a symmetry.
    #[must_use]
    pub const fn transformed(&self, symmetry: Symmetry) -> Board {
        Board {
            player: self.player.transformed(symmetry),
            opponent: self.opponent.transformed(symmetry),
        }
    }

    /// Returns the smallest of the board's eight images under the symmetries. All eight images have
    /// the same canonical board.
    #[must_use]
    pub fn canonical(&self) -> Board {
        Symmetry::ALL
            .into_iter()
            .map(|symmetry| self.transformed(symmetry))
            .min()
            .expect("there are eight symmetries")
    }
}

impl fmt::Debug for Board {
    /// Draws the board, `X` for the player and `O` for the opponent.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::ALL {
            let mark = match (self.player.contains(square), self.opponent.contains(square)) {
                (true, _) => 'X',
                (_, true) => 'O',
                _ => '-',
            };
            let separator = if square.column() == 7 { "\n" } else { " " };
            write!(f, "{mark}{separator}")?;
        }
        write!(f, "X to move ({:#x}, {:#x})", self.player.bits(), self.opponent.bits())
    }
}
