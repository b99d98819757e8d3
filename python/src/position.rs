//! Positions: the rules.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use willow_board::{Bitboard, Board, Color, Square, Symmetry, perft};
use willow_records::{PrintedBoard, board_text, openings};

use crate::convert::{color, color_name, mv, value_error};

/// A board and its side to move. A position does not change: `play` returns another one.
///
/// Sets of squares are integers with a bit for each square, that of a1 the lowest, that of b1 the next, that of h8
/// the highest. `ValueError` says what is wrong with a text.
///
/// >>> position = Position("---------------------------OX------XO--------------------------- X")
/// >>> position == Position()
/// True
/// >>> position.legal_moves()
/// ['d3', 'c4', 'f5', 'e6']
/// >>> position.play("f5").side_to_move
/// 'white'
#[pyclass(frozen, eq, hash, module = "willow_othello")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Position(pub(crate) willow_board::Position);

#[pymethods]
impl Position {
    /// Returns the position of a text with 64 cells and the side to move (`X` or `B` black, `O` or `W` white, `-` or
    /// `.` empty), or the start of the game.
    #[new]
    #[pyo3(signature = (text=None))]
    fn new(text: Option<&str>) -> PyResult<Position> {
        let Some(text) = text else { return Ok(Position(willow_board::Position::START)) };
        board_text::parse(text).map(Position).map_err(value_error)
    }

    /// Returns the position of two sets of discs, those of the side to move and those of its opponent.
    #[staticmethod]
    #[pyo3(signature = (player, opponent, side_to_move="black"))]
    fn from_bits(player: u64, opponent: u64, side_to_move: &str) -> PyResult<Position> {
        let [player, opponent] = [player, opponent].map(Bitboard::from_bits);
        let board = Board::new(player, opponent).map_err(value_error)?;
        Ok(Position(willow_board::Position::new(board, color(side_to_move)?)))
    }

    /// The discs of the side to move.
    #[getter]
    fn player(&self) -> u64 {
        self.board().player().bits()
    }

    /// The discs of the side that is not to move.
    #[getter]
    fn opponent(&self) -> u64 {
        self.board().opponent().bits()
    }

    /// Black's discs.
    #[getter]
    fn black(&self) -> u64 {
        self.0.discs(Color::Black).bits()
    }

    /// White's discs.
    #[getter]
    fn white(&self) -> u64 {
        self.0.discs(Color::White).bits()
    }

    /// `'black'` or `'white'`.
    #[getter]
    fn side_to_move(&self) -> &'static str {
        color_name(self.0.side_to_move())
    }

    /// The number of squares without a disc.
    #[getter]
    fn empties(&self) -> u32 {
        self.board().n_empties()
    }

    /// Whether the side to move must pass.
    #[getter]
    fn must_pass(&self) -> bool {
        self.0.must_pass()
    }

    /// Whether neither side can move.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_game_over()
    }

    /// The result if the game ended here: discs of the side to move minus those of the opponent, the empties given
    /// to the winner.
    #[getter]
    fn final_score(&self) -> i32 {
        self.board().final_score().value()
    }

    /// The empties that touch a disc of the opponent.
    #[getter]
    fn potential_moves(&self) -> u64 {
        self.board().potential_moves().bits()
    }

    /// The discs of the side to move that touch an empty square.
    #[getter]
    fn frontier(&self) -> u64 {
        self.board().frontier().bits()
    }

    /// Discs of both sides that can never be flipped, as far as edges and full lines show.
    #[getter]
    fn stable_discs(&self) -> u64 {
        self.board().stable_discs().bits()
    }

    /// The name of the opening whose position this is, turned or mirrored; `None` without a name.
    #[getter]
    fn opening(&self) -> Option<&'static str> {
        openings::opening_at(&self.0).map(openings::Opening::name)
    }

    /// Returns the squares on which the side to move may place a disc, from a1 to h8. A side that must pass has none.
    fn legal_moves(&self) -> Vec<String> {
        square_names(self.0.legal_moves())
    }

    /// Returns the same set as bits.
    fn legal_moves_bits(&self) -> u64 {
        self.0.legal_moves().bits()
    }

    /// Returns the position after a move: a square, by its name or its index from 0 to 63, or `'pass'`.
    /// `ValueError` if the rules do not allow it.
    fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Position> {
        self.0.play(mv(r#move)?).map(Position).map_err(value_error)
    }

    /// Returns the positions after each legal move, in the order of `legal_moves`.
    fn children(&self) -> Vec<Position> {
        let (board, next) = (self.board(), !self.0.side_to_move());
        let after = |square: Square| board.after(square, board.flips(square));
        let child = |square| Position(willow_board::Position::new(after(square), next));
        self.0.legal_moves().squares().map(child).collect()
    }

    /// Returns the discs that a disc of the side to move on an empty square flips.
    fn flips(&self, square: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let square = crate::convert::square(square)?;
        let is_empty = !self.board().occupied().contains(square);
        let flips = if is_empty { self.board().flips(square) } else { Bitboard::EMPTY };
        Ok(square_names(flips))
    }

    /// Returns `'black'`, `'white'` or `None`.
    fn disc_at(&self, square: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
        Ok(self.0.disc_at(crate::convert::square(square)?).map(color_name))
    }

    /// Returns the number of lines of so many plies. A pass is a ply.
    fn perft(&self, py: Python<'_>, depth: u32) -> u64 {
        py.detach(|| perft(self.board(), depth))
    }

    /// Returns the eight images of the position, itself first.
    fn symmetries(&self) -> Vec<Position> {
        Symmetry::ALL.map(|symmetry| Position(self.0.transformed(symmetry))).into()
    }

    /// Returns the position as a drawing with coordinates.
    fn draw(&self) -> String {
        PrintedBoard::from(self.0).to_string()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.0)
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}

impl Position {
    pub(crate) fn board(&self) -> &Board {
        self.0.board()
    }
}

fn square_names(set: Bitboard) -> Vec<String> {
    set.squares().map(|square: Square| square.to_string()).collect()
}

/// A game or a position as an argument.
#[derive(FromPyObject)]
pub(crate) enum GameOrPosition<'py> {
    #[pyo3(annotation = "Game")]
    Game(PyRef<'py, crate::game::Game>),
    #[pyo3(annotation = "Position")]
    Position(Bound<'py, Position>),
}

impl GameOrPosition<'_> {
    /// Returns the game, or one that begins in the position.
    pub(crate) fn game(&self) -> willow_board::Game {
        match self {
            GameOrPosition::Game(game) => game.0.game.clone(),
            GameOrPosition::Position(position) => {
                willow_board::Game::from_position(position.get().0)
            }
        }
    }

    /// Returns the game, if the side to move has a legal move.
    pub(crate) fn game_with_moves(&self) -> PyResult<willow_board::Game> {
        let game = self.game();
        if game.is_over() {
            return Err(PyValueError::new_err("the game is over"));
        }
        if game.position().must_pass() {
            return Err(PyValueError::new_err("the side to move must pass"));
        }
        Ok(game)
    }
}
