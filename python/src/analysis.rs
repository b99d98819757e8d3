//! What the moves of a game lost, and why.

use pyo3::prelude::*;
use willow_analysis::{Language, explanation};

use crate::convert::{color_name, names};
use crate::position::Position;

/// What an analysis found about a move. Values are in discs, for the side that moved.
#[pyclass(frozen, get_all, module = "willow_othello")]
pub(crate) struct MoveAnalysis {
    /// The ply of the game, counted from 0; a pass is a ply.
    ply: usize,
    /// The position before the move.
    position: Py<Position>,
    /// Who moved, `'black'` or `'white'`.
    side: &'static str,
    /// The move.
    r#move: String,
    /// The best move: the one that was played if no other is better.
    best: String,
    /// The value of the move.
    value: f64,
    /// The value of the best move.
    best_value: f64,
    /// What the move lost against the best one, 0 or more.
    loss: f64,
    /// `'best'`, `'good'`, `'inaccuracy'`, `'mistake'` or `'blunder'`.
    move_class: &'static str,
    /// `'exact'`, `'proven'` (win, draw or loss; the discs are estimates) or `'estimate'`.
    certainty: &'static str,
    /// The standard deviation of the error of each value; `None` if they are exact.
    error: Option<f64>,
    /// The depth of the searches in plies.
    depth: u32,
    /// The expected moves after the best move, itself first.
    pv: Vec<String>,
    /// The expected moves after the move, itself first.
    played_pv: Vec<String>,
    /// Why the move was worse than the best one, in sentences.
    reasons: Vec<String>,
}

impl MoveAnalysis {
    pub(crate) fn new(
        py: Python<'_>,
        found: &willow_analysis::MoveAnalysis,
        language: Language,
    ) -> PyResult<MoveAnalysis> {
        Ok(MoveAnalysis {
            ply: found.ply,
            position: Py::new(py, Position(found.position))?,
            side: color_name(found.side()),
            r#move: found.mv.to_string(),
            best: found.best.to_string(),
            value: found.value.discs(),
            best_value: found.best_value.discs(),
            loss: found.loss(),
            move_class: found.class().name(),
            certainty: found.certainty.name(),
            error: found.error(),
            depth: found.depth,
            pv: names(&found.pv),
            played_pv: names(&found.played_pv),
            reasons: explanation(found, language).collect(),
        })
    }
}

#[pymethods]
impl MoveAnalysis {
    fn __repr__(&self) -> String {
        let MoveAnalysis { r#move, loss, move_class, certainty, .. } = self;
        format!("<MoveAnalysis {} {move} lost {loss:.2} {move_class} {certainty}>", self.ply + 1)
    }
}
