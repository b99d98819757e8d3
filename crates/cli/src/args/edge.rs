//! The arguments of `willow edge`.

use anyhow::Result;
use clap::Args;
use willow_board::Position;
use willow_classics::EdgeDiscs;

use super::values;
use crate::argv;

/// Show how an old program values the edges of the board
///
/// EDGE is eight cells from corner to corner, or ten with the X-squares at both ends: X for the side to
/// move, O, and - or . for an empty square. Its number is what the cells write in base 3 (-, X, O: 0, 1,
/// 2). What is printed are the static value with the stability of each
/// disc, the moves with their probabilities and the edges that they lead to, the step that combines the
/// moves, and the value after each pass.
///
/// Of a POSITION, the four edges are printed. Without an argument, the names of the squares are drawn, the
/// static values of discs are listed, and what each pass changes in the table.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow edge
  willow edge --by bill
  willow edge -XO-----
  willow edge --by bill -O-OXO----
  willow edge --by bill:constants=tuned f5d6c3d3c4")]
pub(crate) struct EdgeArgs {
    /// Cells of an edge, a position, or moves from the start of the game
    #[arg(value_name = "EDGE|POSITION", value_parser = edge, allow_hyphen_values = true)]
    pub(crate) edge: Option<EdgeInput>,
    /// The program: iago, or bill with its versions and constants (see `willow help players bill`)
    #[arg(long, value_name = "SPEC", default_value = "iago")]
    pub(crate) by: String,
}

/// The edges to print.
#[derive(Clone, Copy, Debug)]
pub(crate) enum EdgeInput {
    Edge(EdgeDiscs),
    Position(Position),
}

fn edge(text: &str) -> Result<EdgeInput> {
    let text = argv::message_without_guards(text);
    let is_edge = text.len() < 64 && text.chars().all(|cell| "XxOo-.".contains(cell));
    if is_edge {
        return Ok(EdgeInput::Edge(text.parse()?));
    }
    values::position(&text).map(EdgeInput::Position)
}
