//! The book's programs as players.

use std::ops::RangeInclusive;

use willow_board::{Move, Square};
use willow_classics::{
    Dialect, FinalValues, Found, Method, Othello, OthelloEvaluation, Problem, SquareOrder,
    edge_table, search,
};

use crate::options::Options;
use crate::player_key::PlayerKey;
use crate::spec_error::SpecError;
use crate::{Decision, GameSetup, MoveReport, MoveRequest, Player, PlayerError};

/// Plays what a search of the book finds by one of its evaluations.
#[derive(Clone, Debug)]
pub struct ClassicPlayer {
    name: String,
    method: Method,
    evaluation: &'static str,
    order: SquareOrder,
    dialect: Dialect,
    final_values: FinalValues,
}

/// The depths that a SPEC may ask for, in plies.
const DEPTHS: RangeInclusive<u64> = 1..=60;

const DEPTH: PlayerKey =
    PlayerKey { name: "depth", values: "1..60", meaning: "the plies to search", default: "4" };

const IAGO_DEPTH: PlayerKey = PlayerKey { default: "3", ..DEPTH };

const EVAL: PlayerKey = PlayerKey {
    name: "eval",
    values: "NAME",
    meaning: "the evaluation: count-difference, weighted-squares, modified-weighted-squares, \
              mobility, iago, or with tuned weights weighted-squares-tuned, \
              modified-weighted-squares-tuned or iago-tuned",
    default: "modified-weighted-squares",
};

const GREEDY_EVAL: PlayerKey = PlayerKey { default: "count-difference", ..EVAL };

const BOARD_ORDER: PlayerKey = PlayerKey {
    name: "order",
    values: "board|static",
    meaning: "the order of squares, by which equal moves are chosen: by rows or by their weights",
    default: "board",
};

const STATIC_ORDER: PlayerKey = PlayerKey { default: "static", ..BOARD_ORDER };

const DIALECT: PlayerKey = PlayerKey {
    name: "dialect",
    values: "lisp|clojure",
    meaning: "whose version: the book's, or the rewriting with other ties and win values",
    default: "lisp",
};

const FINAL: PlayerKey = PlayerKey {
    name: "final",
    values: "result|margin",
    meaning: "what counts in games that end within the search: only who wins, or also by how much",
    default: "result",
};

impl ClassicPlayer {
    /// The keys of `maximizer`.
    pub(crate) const MAXIMIZER_KEYS: &'static [PlayerKey] = &[GREEDY_EVAL, BOARD_ORDER, DIALECT];
    /// The keys of `minimax` and `alpha-beta`.
    pub(crate) const SEARCHER_KEYS: &'static [PlayerKey] =
        &[DEPTH, EVAL, BOARD_ORDER, FINAL, DIALECT];
    /// The keys of `alpha-beta-sorted` and `alpha-beta-killer`.
    pub(crate) const ORDERED_KEYS: &'static [PlayerKey] = &[DEPTH, EVAL, STATIC_ORDER, FINAL];
    /// The keys of `iago`.
    pub(crate) const IAGO_KEYS: &'static [PlayerKey] = &[IAGO_DEPTH, STATIC_ORDER, FINAL];

    /// Returns the `maximizer` that the SPEC describes.
    pub(crate) fn maximizer(options: Options<'_>) -> Result<ClassicPlayer, SpecError> {
        let default = OthelloEvaluation::COUNT_DIFFERENCE;
        ClassicPlayer::new(options, Method::Maximizer, evaluation(options, default)?)
    }

    /// Returns the player with a search of this kind that the SPEC describes.
    pub(crate) fn searcher(
        options: Options<'_>,
        method: impl Fn(u32) -> Method,
    ) -> Result<ClassicPlayer, SpecError> {
        let depth = options.number("depth", DEPTHS)?.unwrap_or(4);
        let evaluation = evaluation(options, OthelloEvaluation::MODIFIED_WEIGHTED_SQUARES)?;
        ClassicPlayer::new(options, method(depth as u32), evaluation)
    }

    /// Returns the `iago` that the SPEC describes.
    pub(crate) fn iago(options: Options<'_>) -> Result<ClassicPlayer, SpecError> {
        let depth = options.number("depth", DEPTHS)?.unwrap_or(3) as u32;
        let method = Method::AlphaBetaKiller { depth };
        ClassicPlayer::new(options, method, OthelloEvaluation::IAGO)
    }

    fn new(
        options: Options<'_>,
        method: Method,
        evaluation: &'static str,
    ) -> Result<ClassicPlayer, SpecError> {
        let orders = [("board", SquareOrder::Board), ("static", SquareOrder::Static)];
        let dialects = [("lisp", Dialect::Lisp), ("clojure", Dialect::Clojure)];
        let dialect = options.choice("dialect", &dialects)?.unwrap_or_default();
        let only_result = dialect.final_values();
        let finals = [("result", only_result), ("margin", only_result.with_margin())];
        Ok(ClassicPlayer {
            name: options.0.to_string(),
            method,
            evaluation,
            order: options.choice("order", &orders)?.unwrap_or(default_order(method)),
            dialect,
            final_values: options.choice("final", &finals)?.unwrap_or(only_result),
        })
    }

    fn report(&self, found: &Found<Square>, best: Square) -> MoveReport {
        let is_in_discs = self.evaluation == OthelloEvaluation::COUNT_DIFFERENCE;
        let units = found.value.map(|value| f64::from(value.units()));
        MoveReport {
            // A won game has a value beyond all discs; other evaluations do not count discs.
            value: units.filter(|units| is_in_discs && units.abs() <= 64.0),
            depth: self.method.depth(),
            exact: false,
            nodes: found.counts.boards,
            pv: vec![Move::Place(best)],
        }
    }
}

/// Reads which evaluation is wanted.
fn evaluation(options: Options<'_>, default: &'static str) -> Result<&'static str, SpecError> {
    let names = OthelloEvaluation::NAMES.map(|name| (name, name));
    Ok(options.choice("eval", &names)?.unwrap_or(default))
}

/// From its section 18.9 on the book has its squares in static order.
const fn default_order(method: Method) -> SquareOrder {
    match method {
        Method::Maximizer | Method::Minimax { .. } | Method::AlphaBeta { .. } => SquareOrder::Board,
        Method::AlphaBetaSorted { .. } | Method::AlphaBetaKiller { .. } => SquareOrder::Static,
    }
}

impl Player for ClassicPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn start_game(&mut self, _setup: &GameSetup) -> Result<(), PlayerError> {
        if self.evaluation.starts_with(OthelloEvaluation::IAGO) {
            // The first player who needs the table has it computed before the clock runs.
            let _ = edge_table();
        }
        Ok(())
    }

    fn choose(&mut self, turn: &MoveRequest<'_>) -> Result<Decision, PlayerError> {
        let board = turn.game.position().board();
        let evaluation = OthelloEvaluation::named(self.evaluation, board)
            .expect("the name is one of the evaluations");
        let problem = Problem {
            game: &Othello { order: self.order },
            evaluation: &evaluation,
            final_values: self.final_values,
            ties: self.dialect.ties(),
            stop: &|| turn.stop.is_raised(),
        };
        let found = search(self.method, &problem, board);
        let Some(best) = found.best else {
            return Err(PlayerError::no_move(&self.name));
        };
        let report = self.report(&found, best);
        Ok(Decision { report: Some(report), ..Decision::from(Move::Place(best)) })
    }
}
