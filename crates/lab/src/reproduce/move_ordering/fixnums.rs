//! What the book's extreme fixnums change: counts of boards at the end of a game.
//!
//! A Lisp's `most-negative-fixnum` is not the negative of its `most-positive-fixnum`. The book takes
//! them for a loss and a win, so that a search that has found a win does not always cut off. Our values
//! are symmetric; here the whole game is searched with both.

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use willow_board::{Board, Game, Square};
use willow_classics::paip::{Dialect, FinalValues, Othello, OthelloEvaluation, Problem, search};
use willow_players::matches::OpeningSource;

use super::orders::{ORDERS, method_of};
use crate::reproduce::game_curves::{after_moves, placed_squares};
use crate::reproduce::match_series::play_series;
use crate::reproduce::measurements::{MeasurementKey, Measurements};
use crate::reproduce::printed_games::book_games;
use crate::reproduce::report_table::ReportTable;

/// A search whose counts differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct DifferingRow {
    game: String,
    /// The number of the move that is searched, from 1.
    number: usize,
    order: String,
    /// The boards with symmetric values and with fixnums.
    boards: [u64; 2],
    /// Whether both choose the same move.
    same_move: bool,
}

/// All searches of the games, and those that differ.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct FixnumRows {
    rows: usize,
    differing: Vec<DifferingRow>,
}

/// Searches all positions of the book's printed games in each order of moves with both kinds of final values.
pub(super) fn measure(measurements: &mut Measurements<'_>, depth: u32) -> Result<FixnumRows> {
    let key = MeasurementKey::new("fixnums in the book's games", json!({ "depth": depth }));
    measurements.get_or_measure(&key, || {
        let mut found = FixnumRows::default();
        for (name, [black, white]) in book_games() {
            let played = play_series(&black, &white, 1, &OpeningSource::Start, 1)?;
            add_game(name, &played[0].replay()?, depth, &mut found)?;
        }
        Ok(found)
    })
}

fn add_game(name: &str, game: &Game, depth: u32, found: &mut FixnumRows) -> Result<()> {
    let symmetric = Dialect::Lisp.final_values();
    for number in 1..=placed_squares(game).len() {
        let board = *after_moves(game, number - 1).board();
        for order in &ORDERS[..4] {
            let (one, boards) = counted(order, depth, &board, symmetric)?;
            let (other, more) = counted(order, depth, &board, symmetric.with_fixnums())?;
            found.rows += 1;
            if boards != more {
                found.differing.push(DifferingRow {
                    game: name.to_owned(),
                    number,
                    order: (*order).to_owned(),
                    boards: [boards, more],
                    same_move: one == other,
                });
            }
        }
    }
    Ok(())
}

/// Returns the move and the number of boards.
fn counted(
    order: &str,
    depth: u32,
    board: &Board,
    final_values: FinalValues,
) -> Result<(Option<Square>, u64)> {
    let modified = OthelloEvaluation::MODIFIED_WEIGHTED_SQUARES;
    let evaluation = OthelloEvaluation::named(modified, board).context("the name is known")?;
    let (method, order) = method_of(order, depth);
    let problem = Problem {
        game: &Othello { order },
        evaluation: &evaluation,
        final_values,
        dialect: Dialect::Lisp,
        stop: &|_| false,
    };
    let found = search(method, &problem, board);
    Ok((found.best, found.counts.boards))
}

/// Returns the table of the rows that differ.
pub(super) fn table(found: &FixnumRows) -> ReportTable {
    let mut table = ReportTable::new(
        "The searches that make another number of boards with fixnums",
        &["game", "move", "order", "boards, symmetric", "boards, fixnums", "same move"],
    );
    for DifferingRow { game, number, order, boards, same_move } in &found.differing {
        table.add_row([
            game.clone(),
            number.to_string(),
            order.clone(),
            boards[0].to_string(),
            boards[1].to_string(),
            if *same_move { "yes" } else { "no" }.to_owned(),
        ]);
    }
    table
}

/// Says what the final values change.
pub(super) fn text(found: &FixnumRows) -> String {
    let moves = if found.differing.iter().all(|row| row.same_move) {
        "the moves are the same"
    } else {
        "some moves differ"
    };
    format!(
        "Boards at the end of a game: the book's win and loss are the extreme fixnums of its Lisp, of which the loss is \
         one further from zero; ours are symmetric, so that minimax and alpha-beta agree. With fixnums a win is no \
         cut-off where the window ends one beyond it. In the games that the book prints, {} of {} searches of their \
         positions make another number of boards with fixnums ({moves}). `FinalValues::with_fixnums` counts as \
         the book's code does.",
        found.differing.len(),
        found.rows
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In the maximizers' game of exercise 18.2 moves 56 and 58 are searched further with fixnums.
    #[test]
    fn only_the_end_of_a_game_differs() {
        let mut found = FixnumRows::default();
        let (name, [black, white]) =
            book_games().find(|(name, _)| name.contains("weighted-squares and count")).unwrap();
        let played = play_series(&black, &white, 1, &OpeningSource::Start, 1).unwrap();
        add_game(name, &played[0].replay().unwrap(), 6, &mut found).unwrap();
        assert_eq!(found.rows, 240);
        let mut numbers: Vec<usize> = found.differing.iter().map(|row| row.number).collect();
        numbers.dedup();
        assert_eq!(numbers, [56, 58], "{found:?}");
        assert!(found.differing.iter().all(|row| row.boards[0] < row.boards[1] && row.same_move));
        assert!(text(&found).contains("8 of 240 searches"), "{}", text(&found));
        assert_eq!((table(&found).rows.len(), table(&found).rows[0][1].as_str()), (8, "56"));
    }
}
