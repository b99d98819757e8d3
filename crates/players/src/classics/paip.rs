//! The programs of PAIP, 18.4 to 18.12.

use std::ops::RangeInclusive;

use willow_classics::paip::{Dialect, Method, OthelloEvaluation, SquareOrder, Strategy};
use willow_classics::{EvaluationChoice, Limits};

use crate::classics::player::ClassicPlayer;
use crate::spec::error::SpecError;
use crate::spec::key::PlayerKey;
use crate::spec::options::Options;

/// The depths that a SPEC may ask for, in plies.
const DEPTHS: RangeInclusive<u64> = 1..=60;

const DEPTH: PlayerKey = PlayerKey::new("depth", "1..60", "the plies to search", "4");

const IAGO_DEPTH: PlayerKey = PlayerKey { default: "3", ..DEPTH };

const EVAL: PlayerKey = PlayerKey {
    name: "eval",
    values: "NAME or FILE",
    meaning: "the evaluation: count-difference, weighted-squares, modified-weighted-squares, \
              mobility, iago, or with tuned weights weighted-squares-tuned, \
              modified-weighted-squares-tuned or iago-tuned, or that of a file of `willow lab \
              tune`",
    default: "modified-weighted-squares",
};

const GREEDY_EVAL: PlayerKey = PlayerKey { default: "count-difference", ..EVAL };

const BOARD_ORDER: PlayerKey = PlayerKey::new(
    "order",
    "board|static",
    "the order of squares, by which equal moves are chosen: by rows or by their weights",
    "board",
);

const STATIC_ORDER: PlayerKey = PlayerKey { default: "static", ..BOARD_ORDER };

const DIALECT: PlayerKey = PlayerKey::new(
    "dialect",
    "lisp|clojure",
    "the version: the book's, or the rewriting with other ties and win values",
    "lisp",
);

const FINAL: PlayerKey = PlayerKey::new(
    "final",
    "result|margin",
    "the value of games that end within the search: by the winner alone, or also by the margin",
    "result",
);

pub(crate) const MAXIMIZER_KEYS: &[PlayerKey] = &[GREEDY_EVAL, BOARD_ORDER, DIALECT];
/// The keys of `minimax` and `alpha-beta`.
pub(crate) const SEARCHER_KEYS: &[PlayerKey] = &[DEPTH, EVAL, BOARD_ORDER, FINAL, DIALECT];
/// The keys of `alpha-beta-sorted`.
pub(crate) const ORDERED_KEYS: &[PlayerKey] = &[DEPTH, EVAL, STATIC_ORDER, FINAL];
/// The keys of `alpha-beta-killer`.
pub(crate) const KILLER_KEYS: &[PlayerKey] = &[
    DEPTH,
    EVAL,
    STATIC_ORDER,
    FINAL,
    PlayerKey::new("killers", "1..8", "how many replies to try first", "1"),
];
pub(crate) const IAGO_KEYS: &[PlayerKey] = &[IAGO_DEPTH, STATIC_ORDER, FINAL];

/// Returns the player of PAIP that a SPEC describes.
///
/// # Panics
/// If the name is not that of one of them.
pub(crate) fn player(options: Options<'_>) -> Result<ClassicPlayer<Strategy>, SpecError> {
    let strategy = strategy(options)?.expect("the table of players lists the names of PAIP");
    let limits = Limits::depth(strategy.method().depth());
    Ok(ClassicPlayer::new(options.0.to_string(), limits, move || strategy.clone()))
}

/// Returns the search of this name with its default depth; `None` for other names.
pub(crate) fn method(name: &str) -> Option<Method> {
    Some(match name {
        "maximizer" => Method::Maximizer,
        "minimax" => Method::Minimax { depth: 4 },
        "alpha-beta" => Method::AlphaBeta { depth: 4 },
        "alpha-beta-sorted" => Method::AlphaBetaSorted { depth: 4 },
        "alpha-beta-killer" => Method::killer(4),
        "iago" => Method::killer(3),
        _ => return None,
    })
}

/// Returns the strategy that the SPEC describes, or `None` if its name is not one of PAIP's.
pub(crate) fn strategy(options: Options<'_>) -> Result<Option<Strategy>, SpecError> {
    let name = options.0.name();
    let Some(method) = method(name) else { return Ok(None) };
    let depth = options.number("depth", DEPTHS)?;
    let method = depth.map_or(method, |depth| method.with_depth(depth as u32));
    let killers = options.number("killers", 1..=Method::MAX_KILLERS as u64)?;
    let method = killers.map_or(method, |killers| Method::AlphaBetaKiller {
        depth: method.depth(),
        killers: killers as usize,
    });
    let evaluation = options.evaluation(&OthelloEvaluation::NAMES)?;
    let evaluation = evaluation.unwrap_or(EvaluationChoice::Named(match name {
        "iago" => OthelloEvaluation::IAGO,
        "maximizer" => OthelloEvaluation::COUNT_DIFFERENCE,
        _ => OthelloEvaluation::MODIFIED_WEIGHTED_SQUARES,
    }));
    with_options(options, method, evaluation).map(Some)
}

fn with_options(
    options: Options<'_>,
    method: Method,
    evaluation: EvaluationChoice,
) -> Result<Strategy, SpecError> {
    let orders = [("board", SquareOrder::Board), ("static", SquareOrder::Static)];
    let order = options.choice("order", &orders)?.unwrap_or(method.order());
    let dialects = [("lisp", Dialect::Lisp), ("clojure", Dialect::Clojure)];
    let dialect = options.choice("dialect", &dialects)?.unwrap_or_default();
    let finals = [("result", false), ("margin", true)];
    let counts_margin = options.choice("final", &finals)?.unwrap_or(false);
    let strategy = Strategy::new(method, evaluation).with_order(order).with_dialect(dialect);
    Ok(if counts_margin { strategy.with_margin() } else { strategy })
}
