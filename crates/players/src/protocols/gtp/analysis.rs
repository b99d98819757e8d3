//! What GoGui shows on request: values and lines, as its analyze commands want them.

use std::fmt;

use willow_board::{Board, Color, Square};
use willow_engine::SearchResult;
use willow_eval::Score;

use super::display;

/// The analyze commands of GoGui's menu: type, label and command. `plist` marks points, `pspairs` writes a
/// text on each point, `varc` shows a line of moves from the side to move on, `string` a text.
pub(crate) const COMMANDS: &str = "\
plist/Legal moves/gogui-rules_legal_moves
pspairs/Value of every move/willow-move_values
varc/Best line/willow-line
string/Value of the position/willow-evaluate";

/// Returns the value of a position: `+3.20 discs for Black, depth 12, best F5`.
pub(crate) fn value(side: Color, found: &SearchResult) -> String {
    let SearchResult { score, depth, .. } = found;
    let best = found.best.map_or_else(String::new, |mv| format!(", best {}", display::vertex(mv)));
    format!("{score} discs for {side}, depth {depth}{best}")
}

/// Returns the best line: its moves, from the side to move on.
pub(crate) fn line(found: &SearchResult) -> String {
    let moves: Vec<String> = found.pv.iter().map(|&mv| display::vertex(mv)).collect();
    moves.join(" ")
}

/// The values of all legal moves, for the side that plays them.
#[derive(Clone, Debug)]
pub(crate) struct MoveValues {
    /// The moves with the boards after them, and with their values as far as they are known.
    moves: Vec<(Square, Board, Option<Score>)>,
}

impl MoveValues {
    /// Returns the moves of a board. Those that end the game have their values already.
    pub(crate) fn of(board: &Board) -> MoveValues {
        let after = |square| {
            let after = board.play(square)?;
            let end = after.is_game_over().then(|| -Score::from_disc_diff(after.final_score()));
            Some((square, after, end))
        };
        MoveValues { moves: board.legal_moves().squares().filter_map(after).collect() }
    }

    /// Returns the board after the first move without a value.
    pub(crate) fn next_board(&self) -> Option<Board> {
        self.moves.iter().find(|(.., value)| value.is_none()).map(|&(_, board, _)| board)
    }

    /// Takes the value of that move from a search of its board.
    pub(crate) fn add(&mut self, found: &SearchResult) {
        if let Some((.., value)) = self.moves.iter_mut().find(|(.., value)| value.is_none()) {
            *value = Some(-found.score);
        }
    }
}

impl fmt::Display for MoveValues {
    /// Writes the moves with their values in whole discs: `F5 +2 D6 -1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = self.moves.iter().filter_map(|&(square, _, value)| {
            Some(format!("{} {}", display::vertex(square.into()), value?.rounded()))
        });
        f.write_str(&known.collect::<Vec<_>>().join(" "))
    }
}
