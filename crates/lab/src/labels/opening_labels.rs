//! Labels of every position of the first plies.
//!
//! The archives and self-plays have few different positions there. So all of them are enumerated:
//! those after the last ply are searched, and the values of all earlier ones follow from them by
//! minimax.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Result, ensure};
use willow_board::Board;
use willow_eval::Score;
use willow_eval::patterns::PatternEvaluator;

use crate::OnLine;
use crate::labels::exclusion::Exclusion;
use crate::labels::label_search::{LabelSearch, labelled};
use crate::labels::samples::{self, Sample};

/// Labels all positions of at most `plies` plies from the start and writes them to the file `out`.
///
/// Of positions that are equal under the symmetries there is one. A label is the value of the best
/// line to a position `plies` plies from the start, whose value is searched. None is held out.
/// Excluded positions take part in the minimax but are not written. The searched values are kept
/// in a log beside `out` until it is complete, so that an interrupted run can be continued. `on_progress`
/// gets lines of text.
///
/// # Errors
/// `out` must be writable and not yet exist. Values that are kept must have been searched with the same
/// options and weights.
pub fn label_openings(
    out: &Path,
    plies: u32,
    exclusion: &Exclusion,
    evaluator: &PatternEvaluator,
    search: LabelSearch,
    on_progress: OnLine<'_>,
) -> Result<()> {
    ensure!(!out.exists(), "{} already exists", out.display());
    let by_ply = positions_by_ply(plies);
    let log = out.with_extension("labels");
    let unlabelled = |&board: &Board| Sample { board, label: Score::DRAW, held_out: false };
    let last: Vec<Sample> = by_ply.last().into_iter().flatten().map(unlabelled).collect();
    let mut labels = labelled(&last, &log, evaluator, search, on_progress)?;
    labels = with_earlier_plies(&by_ply, labels);
    labels.retain(|sample| {
        !sample.board.legal_moves().is_empty() && !exclusion.contains(&sample.board)
    });
    samples::write(out, &labels)?;
    // A log that stays does no harm.
    let _ = std::fs::remove_file(log);
    on_progress(&format!("{} positions", labels.len()));
    Ok(())
}

/// Returns the positions after 0, 1, 2 … `plies` plies, without symmetric ones, in ascending order.
/// A pass is a ply.
fn positions_by_ply(plies: u32) -> Vec<Vec<Board>> {
    let mut by_ply = vec![vec![Board::START.canonical()]];
    for ply in 0..plies as usize {
        let mut next: Vec<Board> = by_ply[ply].iter().flat_map(children).collect();
        next.sort_unstable();
        next.dedup();
        by_ply.push(next);
    }
    by_ply
}

/// Returns the canonical positions after each move; after a pass if there is none.
fn children(board: &Board) -> Vec<Board> {
    let moves = board.legal_moves();
    if moves.is_empty() {
        return vec![board.pass().canonical()];
    }
    moves.squares().filter_map(|square| board.play(square)).map(|child| child.canonical()).collect()
}

/// Returns the labels of the last ply and, by minimax, those of all earlier ones.
fn with_earlier_plies(by_ply: &[Vec<Board>], last: Vec<Sample>) -> Vec<Sample> {
    let mut values: HashMap<Board, Score> =
        last.iter().map(|sample| (sample.board, sample.label)).collect();
    let mut labels = last;
    for boards in by_ply.iter().rev().skip(1) {
        let value = |board: &Board| {
            children(board).iter().map(|child| -values[child]).max().unwrap_or(Score::MIN)
        };
        let of_ply: Vec<(Board, Score)> =
            boards.iter().map(|board| (*board, value(board))).collect();
        labels.extend(of_ply.iter().map(|&(board, label)| Sample {
            board,
            label,
            held_out: false,
        }));
        values = of_ply.into_iter().collect();
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEARCH: LabelSearch =
        LabelSearch { depth: 1, solve_from: 1, selective_from: 1, threads: 1 };

    /// The published numbers of different positions, without symmetric ones.
    #[test]
    fn all_positions_of_a_ply_are_found() {
        let counts: Vec<usize> = positions_by_ply(7).iter().map(Vec::len).collect();
        assert_eq!(counts, [1, 1, 3, 14, 60, 322, 1773, 10649]);
    }

    #[test]
    fn earlier_labels_follow_from_later_ones_by_minimax() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("openings.samples");
        let evaluator = willow_eval::weights::evaluator();
        let none = Exclusion::default();
        label_openings(&out, 4, &none, evaluator, SEARCH, &|_| ()).unwrap();
        let labels = samples::read(&out).unwrap();
        assert_eq!(labels.len(), 1 + 1 + 3 + 14 + 60);
        let value = |board: &Board| {
            labels.iter().find(|sample| sample.board == board.canonical()).unwrap().label
        };
        for sample in labels.iter().filter(|sample| 57 <= sample.board.n_empties()) {
            let moves = sample.board.legal_moves();
            let best = moves.squares().map(|square| -value(&sample.board.play(square).unwrap()));
            assert_eq!(sample.label, best.max().unwrap());
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "only the file is left");
        let again = label_openings(&out, 4, &none, evaluator, SEARCH, &|_| ()).unwrap_err();
        assert!(again.to_string().contains("already exists"));
    }
}
