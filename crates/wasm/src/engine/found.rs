//! The result of a search, as JavaScript gets it.

use wasm_bindgen::prelude::wasm_bindgen;
use willow_engine::{Accuracy, SearchResult};

/// The result of a search, during the search and at its end.
#[derive(Clone, Debug, PartialEq)]
#[wasm_bindgen(getter_with_clone)]
pub struct Found {
    /// The best move, or `pass`. Nothing if the game is over.
    #[wasm_bindgen(readonly)]
    pub best: Option<String>,
    /// The value in discs for the side to move of the searched position. Of a proven value only the sign
    /// counts.
    #[wasm_bindgen(readonly)]
    pub value: f64,
    /// What kind of value it is: `exact`, `proven` (win, loss or draw), or `estimate`.
    #[wasm_bindgen(readonly)]
    pub certainty: String,
    /// The depth of the search in plies.
    #[wasm_bindgen(readonly)]
    pub depth: u32,
    /// The selectivity in percent: 100 if nothing was left out.
    #[wasm_bindgen(readonly)]
    pub selectivity: u32,
    /// The principal variation, the best move first, passes as `pass`.
    #[wasm_bindgen(readonly)]
    pub line: Vec<String>,
    /// The number of nodes.
    #[wasm_bindgen(readonly)]
    pub nodes: f64,
    /// Terminal nodes among the nodes: filled boards.
    #[wasm_bindgen(readonly, js_name = filledBoards)]
    pub terminal_nodes: f64,
    /// The time since the search began, in milliseconds.
    #[wasm_bindgen(readonly)]
    pub milliseconds: f64,
}

impl From<&SearchResult> for Found {
    fn from(result: &SearchResult) -> Found {
        let certainty = match result.accuracy {
            Accuracy::Exact => "exact",
            Accuracy::WinLossDraw => "proven",
            Accuracy::Estimated => "estimate",
        };
        Found {
            best: result.best.map(|mv| mv.to_string()),
            value: result.score.discs(),
            certainty: certainty.to_owned(),
            depth: result.depth,
            selectivity: result.selectivity.percent(),
            line: result.pv.iter().map(ToString::to_string).collect(),
            nodes: result.nodes as f64,
            terminal_nodes: result.terminal_nodes as f64,
            milliseconds: result.elapsed.as_secs_f64() * 1000.0,
        }
    }
}
