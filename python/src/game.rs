//! Games with their players and results.

use pyo3::prelude::*;
use willow_board::Color;
use willow_records::{RecordedGame, RecordedPlayer, RecordedResult, openings, transcript};

use crate::convert::{mv, value_error};
use crate::position::Position;

/// A game: its start, its moves, and what a record says about it.
///
/// >>> game = Game("f5d6c3", black="Rose")
/// >>> game.play("d3")
/// >>> game.moves
/// ['f5', 'd6', 'c3', 'd3']
/// >>> game.position.side_to_move
/// 'black'
#[pyclass(module = "willow_othello", eq)]
#[derive(PartialEq)]
pub(crate) struct Game(pub(crate) RecordedGame);

#[pymethods]
impl Game {
    /// Returns the game of a transcript. `ValueError` says which move is wrong.
    #[new]
    #[pyo3(signature = (moves="", start=None, *, black="", white="", event="", place="", date="", comment=""))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        moves: &str,
        start: Option<&Bound<'_, Position>>,
        black: &str,
        white: &str,
        event: &str,
        place: &str,
        date: &str,
        comment: &str,
    ) -> PyResult<Game> {
        let start = start.map_or(willow_board::Position::START, |start| start.get().0);
        let game = match moves.trim() {
            "" => willow_board::Game::from_position(start),
            moves => transcript::parse_from(start, moves).map_err(value_error)?,
        };
        let mut record = RecordedGame::new(game);
        let player =
            |name: &str| RecordedPlayer { name: name.to_owned(), ..RecordedPlayer::default() };
        record.players = [black, white].map(player);
        event.clone_into(&mut record.event);
        place.clone_into(&mut record.place);
        date.clone_into(&mut record.date);
        comment.clone_into(&mut record.comment);
        Ok(Game(record))
    }

    /// Plays a move: a square, by its name or its index from 0 to 63, or `'pass'`. A pass that must come before the
    /// square is added. `ValueError` if the rules do not allow the move.
    fn play(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let game = &mut self.0.game;
        match mv(r#move)? {
            willow_board::Move::Place(square) => game.place(square),
            pass @ willow_board::Move::Pass => game.play(pass),
        }
        .map_err(value_error)?;
        self.update_result();
        Ok(())
    }

    /// Takes the last move or pass back and returns it; `None` at the start.
    fn undo(&mut self) -> Option<String> {
        let undone = self.0.game.undo();
        self.update_result();
        undone.map(|mv| mv.to_string())
    }

    /// The moves and passes.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.0.game.moves().map(|mv| mv.to_string()).collect()
    }

    /// The position in which the game began.
    #[getter]
    fn start(&self) -> Position {
        Position(*self.0.game.start())
    }

    /// The position after the last move.
    #[getter]
    fn position(&self) -> Position {
        Position(*self.0.game.position())
    }

    /// Returns all positions: the start, and that after each move or pass.
    fn positions(&self) -> Vec<Position> {
        let game = &self.0.game;
        (0..=game.n_plies())
            .filter_map(|ply| game.position_at(ply))
            .map(|it| Position(*it))
            .collect()
    }

    /// Whether neither side can move, or the record says that the game was ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.game.is_over()
    }

    /// The result: Black's discs minus White's, the empties given to the winner. That of the record, else that on
    /// the board; `None` if there is none.
    #[getter]
    fn result(&self) -> Option<f64> {
        self.0.result.map(|result| result.score)
    }

    /// The last opening with a name that the game reached; `None` without one.
    #[getter]
    fn opening(&self) -> Option<&'static str> {
        openings::opening_of(&self.0.game).map(|(opening, _)| opening.name())
    }

    /// The name of Black's player, `''` if unknown.
    #[getter]
    fn black(&self) -> &str {
        &self.0.player(Color::Black).name
    }

    /// The name of White's player, `''` if unknown.
    #[getter]
    fn white(&self) -> &str {
        &self.0.player(Color::White).name
    }

    /// The ratings of Black's and White's players, on the scale of the source; `None` if unknown.
    #[getter]
    fn ratings(&self) -> (Option<f64>, Option<f64>) {
        let [black, white] = &self.0.players;
        (black.rating, white.rating)
    }

    /// The tournament or match, `''` if unknown.
    #[getter]
    fn event(&self) -> &str {
        &self.0.event
    }

    /// The city or server, `''` if unknown.
    #[getter]
    fn place(&self) -> &str {
        &self.0.place
    }

    /// The date as the source spells it, `''` if unknown.
    #[getter]
    fn date(&self) -> &str {
        &self.0.date
    }

    /// A remark about the game.
    #[getter]
    fn comment(&self) -> &str {
        &self.0.comment
    }

    /// Returns what the record says about the move of a ply, counted from 0: the mover's evaluation in discs, the
    /// time in seconds and a remark.
    fn note(&self, ply: usize) -> (Option<f64>, Option<f64>, &str) {
        let note = self.0.note(ply);
        note.map_or((None, None, ""), |note| {
            (note.eval, note.time.map(|time| time.as_secs_f64()), &note.comment)
        })
    }

    /// Returns the squares of the moves without separators and without passes, as in `'f5d6c3'`.
    fn transcript(&self) -> String {
        transcript::write(&self.0.game)
    }

    fn __len__(&self) -> usize {
        self.0.game.n_plies()
    }

    fn __str__(&self) -> String {
        self.transcript()
    }

    fn __repr__(&self) -> String {
        format!("<Game {} {}>", self.0.game.n_plies(), self.transcript())
    }
}

impl Game {
    fn update_result(&mut self) {
        self.0.result = self.0.game.outcome().map(RecordedResult::from);
    }
}
