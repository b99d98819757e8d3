//! Players by SPEC: the old programs, the engine, other programs.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use willow_board::{Action, Clock, TimeControl};
use willow_players::{
    BuildContext, GameSetup, MoveRequest, PlayerError, PlayerSpec, SearchInfo, SpecError, StopFlag,
    build_player, player_kinds,
};

use crate::convert::{sentence, value_error};
use crate::interrupt::interruptible;
use crate::position::GameOrPosition;

/// The kind of player that only a user interface has.
const PERSON: &str = "human";

/// A player of a SPEC such as `'iago'`, `'bill:depth=6'`, `'willow:level=12'` or `'random'`; `players` lists them, and
/// docs/programs.md describes them. `seed` is for random choices. `ValueError` if there is no such player or key.
///
/// >>> Player("iago:depth=3").choose(Position()).move
/// 'd3'
#[pyclass(frozen, module = "willow_othello")]
pub(crate) struct Player {
    inner: Mutex<Box<dyn willow_players::Player>>,
    name: String,
    seed: u64,
}

/// What a player does.
#[pyclass(frozen, module = "willow_othello")]
pub(crate) struct Decision {
    /// The move, `'pass'`, or `None` if the player resigns.
    #[pyo3(get)]
    r#move: Option<String>,
    info: Option<SearchInfo>,
}

#[pymethods]
impl Decision {
    /// What the player's search found: a dictionary with `value`, `unit`, `exact`, `depth`, `nodes`, `evaluations`
    /// and `line`, as docs/json.md describes it; `None` if the player does not tell.
    #[getter]
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.info.as_ref().map(|info| dictionary(py, info)).transpose()
    }

    fn __repr__(&self) -> String {
        format!("<Decision {}>", self.r#move.as_deref().unwrap_or("resigns"))
    }
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (spec, *, seed=0))]
    fn new(spec: &str, seed: u64) -> PyResult<Player> {
        let spec: PlayerSpec = spec.parse().map_err(|error| with_hint(&error))?;
        let player =
            build_player(&spec, &BuildContext::new(seed)).map_err(|error| with_hint(&error))?;
        let name = player.name().to_owned();
        Ok(Player { inner: Mutex::new(player), name, seed })
    }

    /// The SPEC, with the seed of a player that needs one.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Returns what the player does in a game or a position. `clock` is a time control such as `'1s'` (for this
    /// move) or `'5:00'`; without one the player has its own limits. `ValueError` if there is no move to choose,
    /// `RuntimeError` if the player fails.
    #[pyo3(signature = (game, *, clock="none"))]
    fn choose(&self, py: Python<'_>, game: GameOrPosition<'_>, clock: &str) -> PyResult<Decision> {
        let decision = self.ask(py, &game, clock, |player, request| player.choose(request))?;
        let chosen = match decision.action {
            Action::Play(mv) => Some(mv.to_string()),
            Action::Resign => None,
        };
        Ok(Decision { r#move: chosen, info: decision.report })
    }

    /// Returns what the player thinks of each legal move, the best first: pairs of a move and a dictionary as in
    /// `Decision.info`. `RuntimeError` if the player does not tell.
    #[pyo3(signature = (game, *, clock="none"))]
    fn judge_moves<'py>(
        &self,
        py: Python<'py>,
        game: GameOrPosition<'_>,
        clock: &str,
    ) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
        let judgments =
            self.ask(py, &game, clock, |player, request| player.judge_moves(request))?;
        let pair = |(mv, info): (String, SearchInfo)| Ok((mv, dictionary(py, &info)?));
        judgments.into_iter().map(|it| (it.mv.to_string(), it.info)).map(pair).collect()
    }

    fn __repr__(&self) -> String {
        format!("Player({:?})", self.name)
    }
}

impl Player {
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        game: &GameOrPosition<'_>,
        clock: &str,
        question: impl FnOnce(
            &mut dyn willow_players::Player,
            &MoveRequest<'_>,
        ) -> Result<T, PlayerError>
        + Send,
    ) -> PyResult<T> {
        let game = game.game_with_moves()?;
        let mut clock = Clock::new(clock.parse::<TimeControl>().map_err(value_error)?);
        let setup = GameSetup {
            start: *game.start(),
            color: game.position().side_to_move(),
            seed: self.seed,
        };
        let stop = StopFlag::new();
        let answer = interruptible(py, &stop, || {
            let mut player = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            let begin = Instant::now();
            clock.start(setup.color, begin.elapsed());
            player.start_game(&setup)?;
            let request = MoveRequest::new(&game, &clock, begin.elapsed(), &stop);
            question(player.as_mut(), &request)
        })?;
        answer.map_err(|error| PyRuntimeError::new_err(sentence(&error)))
    }
}

/// Returns the names of all players and what they are, in one line each.
#[pyfunction]
pub(crate) fn players() -> Vec<(&'static str, &'static str)> {
    let programs = player_kinds().iter().filter(|kind| kind.name != PERSON);
    programs.map(|kind| (kind.name, kind.summary)).collect()
}

/// Returns a value as the dictionary of its JSON.
pub(crate) fn dictionary<'py>(
    py: Python<'py>,
    value: &impl serde::Serialize,
) -> PyResult<Bound<'py, PyAny>> {
    let text =
        serde_json::to_string(value).map_err(|error| PyValueError::new_err(error.to_string()))?;
    py.import("json")?.call_method1("loads", (text,))
}

fn with_hint(error: &SpecError) -> PyErr {
    let hint = error.hint().map(|hint| format!("; {hint}")).unwrap_or_default();
    PyValueError::new_err(format!("{error}{hint}"))
}
