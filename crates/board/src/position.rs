//! A board with its side to move.

use std::fmt;

use thiserror::Error;

use crate::{Bitboard, Board, Color, Move, Square, Symmetry};

/// A board and the colour of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    board: Board,
    side_to_move: Color,
}

/// A move that the rules do not allow here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The square already holds a disc.
    #[error("{0} is not empty")]
    Occupied(Square),
    /// The square is empty, but a disc there would flip nothing.
    #[error("{0} flips no disc")]
    FlipsNothing(Square),
    /// A side may pass only when it has no move.
    #[error("a pass is not allowed while there is a move")]
    PassWithMoves,
    /// Neither side can move any more.
    #[error("the game is over")]
    GameOver,
}

impl Position {
    /// The start of the game, Black to move.
    pub const START: Position = Position { board: Board::START, side_to_move: Color::Black };

    /// Returns the position in which the player's discs of `board` belong to `side_to_move`.
    pub const fn new(board: Board, side_to_move: Color) -> Position {
        Position { board, side_to_move }
    }

    /// Returns the board, seen from the side to move.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the colour of the side to move.
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Returns the discs of one colour.
    pub fn discs(&self, color: Color) -> Bitboard {
        if color == self.side_to_move { self.board.player() } else { self.board.opponent() }
    }

    /// Returns the colour of the disc on `square`, if there is one.
    pub fn disc_at(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.discs(color).contains(square))
    }

    /// Returns the squares on which the side to move may place a disc.
    pub fn legal_moves(&self) -> Bitboard {
        self.board.legal_moves()
    }

    /// Returns whether the side to move has no move but the other side has one.
    pub fn must_pass(&self) -> bool {
        self.legal_moves().is_empty() && !self.board.pass().legal_moves().is_empty()
    }

    /// Returns whether neither side can move.
    pub fn is_game_over(&self) -> bool {
        self.board.is_game_over()
    }

    /// Checks whether a move is legal.
    ///
    /// Black (`X`) is to move. The legal moves are drawn as `*`:
    ///
    /// ```
    /// use willow_board::{Bitboard, Board, Color, IllegalMove, Move, Position, Square};
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
    /// let position = Position::new(board, Color::Black);
    /// assert_eq!(position.check(Move::Place(Square::D3)), Ok(()));
    /// let occupied = IllegalMove::Occupied(Square::D4);
    /// assert_eq!(position.check(Move::Place(Square::D4)), Err(occupied));
    /// let flips_nothing = IllegalMove::FlipsNothing(Square::E3);
    /// assert_eq!(position.check(Move::Place(Square::E3)), Err(flips_nothing));
    /// assert_eq!(position.check(Move::Pass), Err(IllegalMove::PassWithMoves));
    /// # Ok::<(), willow_board::OverlapError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the rule that the move breaks.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        match mv {
            Move::Place(square) if self.board.is_legal(square) => Ok(()),
            _ if self.is_game_over() => Err(IllegalMove::GameOver),
            Move::Place(square) if self.board.occupied().contains(square) => {
                Err(IllegalMove::Occupied(square))
            }
            Move::Place(square) => Err(IllegalMove::FlipsNothing(square)),
            Move::Pass if self.legal_moves().is_empty() => Ok(()),
            Move::Pass => Err(IllegalMove::PassWithMoves),
        }
    }

    /// Returns the position after a move.
    ///
    /// # Errors
    /// The move must be legal.
    pub fn play(&self, mv: Move) -> Result<Position, IllegalMove> {
        self.check(mv)?;
        let board = match mv {
            Move::Place(square) => self.board.after(square, self.board.flips(square)),
            Move::Pass => self.board.pass(),
        };
        Ok(Position { board, side_to_move: !self.side_to_move })
    }

    /// Returns the image of the position under a symmetry.
    #[must_use]
    pub const fn transformed(&self, symmetry: Symmetry) -> Position {
        Position { board: self.board.transformed(symmetry), side_to_move: self.side_to_move }
    }
}

impl fmt::Display for Position {
    /// Writes the 64 cells from a1 to h8 (`X` Black, `O` White, `-` empty), a blank, and the letter
    /// of the side to move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells: String = Square::ALL
            .into_iter()
            .map(|square| self.disc_at(square).map_or('-', Color::letter))
            .collect();
        write!(f, "{cells} {}", self.side_to_move.letter())
    }
}

impl fmt::Debug for Position {
    /// Draws the board, `X` for Black and `O` for White.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::ALL {
            let mark = self.disc_at(square).map_or('-', Color::letter);
            let separator = if square.column() == 7 { "\n" } else { " " };
            write!(f, "{mark}{separator}")?;
        }
        write!(f, "{} to move", self.side_to_move)
    }
}
