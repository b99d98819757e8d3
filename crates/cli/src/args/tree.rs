//! The arguments of `willow tree`.

use clap::Args;

use super::play::GameName;
use super::values::{self, StartPosition};

/// Draw the tree that an old program's search visits: values, windows and cutoffs
///
/// Every line is a node: the move that leads to it, its value, its alpha-beta window, and the best move
/// found there. Values and windows are for the side that is to move at the root. "win" and "loss" are
/// games that end within the tree. A value with <= or >= is only a bound: a move refutes the one before
/// it, so that the others need no search, or no move is good enough.
///
/// Moves that the search left out are listed behind "cut off". Behind "pruned" are those that a rule of
/// the program leaves out, whatever the others are worth. A move that was searched again, as after a zero
/// window, is shown "again". "table" is a value from the program's hash table.
///
/// SPEC is an old program: maximizer, minimax, alpha-beta, alpha-beta-sorted, alpha-beta-killer, iago,
/// iago-1982, bill, searcher or mlia, with the keys that `willow help players` lists. It searches as for
/// its move: the tree is that of the last depth, or of the search to the end of the game.
///
/// With --game draughts the position is one of English draughts, B:W18,K24:B1,2, or its start, and SPEC one of its
/// players.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow tree f5d6 --by minimax:eval=count-difference --depth 2
  willow tree f5d6 --by alpha-beta:eval=count-difference --depth 2
  willow tree f5d6 --by bill:book=off --depth 2
  willow tree f5d6 --by searcher:zero-window=on --depth 2
  willow tree --leaves '(((10 3) (15 20)) ((9 8) (23 7)))' --by alpha-beta
  willow tree --leaves '((3 6) (-2 5))' --by alpha-beta
  willow tree f5d6 --by mlia --depth 2
  willow tree --game draughts --by minimax --depth 2")]
pub(crate) struct TreeArgs {
    /// A position, or a list of moves from the start of the game (default: the start)
    #[arg(value_name = "POSITION", value_parser = values::start_position, conflicts_with = "leaves")]
    pub(crate) position: Option<StartPosition>,
    /// Search a position of othello or draughts (default: othello)
    #[arg(long, value_name = "GAME", default_value = "othello", conflicts_with = "leaves")]
    #[arg(hide_default_value = true, hide_possible_values = true)]
    pub(crate) game: GameName,
    /// Search like this player
    #[arg(long, value_name = "SPEC", default_value = "alpha-beta")]
    pub(crate) by: String,
    /// Search this many plies (default: those of SPEC)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60), conflicts_with = "leaves")]
    pub(crate) depth: Option<u32>,
    /// Search a tree that is given by the values of its leaves, in nested brackets
    #[arg(long, value_name = "TREE")]
    pub(crate) leaves: Option<String>,
}
