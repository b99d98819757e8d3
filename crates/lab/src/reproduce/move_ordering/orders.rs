//! The orders of moves that are compared, by the names of the book.

use willow_classics::paip::{Method, SquareOrder};

/// The orders that are compared, by the names of the book, and full minimax.
pub(in crate::reproduce) const ORDERS: [&str; 5] =
    ["random", "sorted", "static", "static and killer", "full minimax"];

/// Returns the search and the order of squares that the book means by a name of [`ORDERS`].
pub(in crate::reproduce) fn method_of(order: &str, depth: u32) -> (Method, SquareOrder) {
    match order {
        "random" => (Method::AlphaBeta { depth }, SquareOrder::Board),
        "sorted" => (Method::AlphaBetaSorted { depth }, SquareOrder::Board),
        "static" => (Method::AlphaBeta { depth }, SquareOrder::Static),
        "static and killer" => (Method::AlphaBetaKiller { depth }, SquareOrder::Static),
        _ => (Method::Minimax { depth }, SquareOrder::Static),
    }
}
