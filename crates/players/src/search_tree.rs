//! The tree that a player's search for a move visits.

use willow_board::Square;
use willow_classics::{SearchTree, TreeTooLarge};

use crate::search_info::SearchInfo;

/// Which tree of a player's search is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeLimits {
    /// The plies of the search; `None` for those of the SPEC.
    pub depth: Option<u32>,
    /// Maximum number of positions that the tree may have.
    pub max_nodes: usize,
}

/// The tree of a player's search for a move, and what the search found.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerTree {
    /// That of the last depth, or of a search to the end of the game.
    pub tree: SearchTree<Square>,
    /// What the player found about the move that it chose.
    pub thought: SearchInfo,
}

/// Why there is no tree, as the end of a sentence that begins with the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoTree {
    /// Its kind does not tell.
    #[error("does not tell which positions it searches")]
    Untold,
    /// The side to move has no legal move.
    #[error("has no legal move here")]
    NoMove,
    /// The move is in its book.
    #[error("has its move from its book here, without a search")]
    Book,
    /// It knows its move without a search.
    #[error("needs no search here: there is only one move, or a corner to take")]
    OneMove,
    /// It was stopped before it had searched any depth to the end.
    #[error("had not searched one depth to its end when its time was up")]
    Stopped,
    /// There are too many positions.
    #[error("searches too much: {0}")]
    TooLarge(TreeTooLarge),
}
