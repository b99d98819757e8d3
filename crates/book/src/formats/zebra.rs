//! Zebra's books: its nodes become positions by a walk from the start of the game.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fs::File;
use std::io::{BufWriter, Read, Write as _};
use std::num::NonZeroU8;

use willow_board::{Color, DiscDiff, Move, Position, Square, Symmetry};
use willow_eval::Score;

use super::foreign::{ExportError, ForeignRecord, ImportError, Sink};
use super::zebra_hash::{ZebraKey, key_of};
use super::zebra_nodes::{
    self, BLACK_TO_MOVE, DEPTH_SHIFT, EXHAUSTED, FULL_SOLVED, NO_ALTERNATIVE, NO_SCORE, Node,
    WHITE_TO_MOVE, WLD_SOLVED,
};
use crate::book::{Book, Lookup};
use crate::entry::{
    BookLookup, BookPosition, BookValue, Bounds, Entry, Leaf, Origin, Program, Results,
};
use crate::graph::moves::{links_in, search_depth};

/// A score of a solved win is this and the discs.
const WIN: u16 = 30_000;

/// The score of a draw that is not wanted.
const UNWANTED_DRAW: u16 = WIN - 1;

/// Reads a book: takes the nodes that lines from the start of the game reach.
pub(super) fn import(reader: impl Read, sink: &mut Sink<'_>) -> Result<(), ImportError> {
    let nodes = zebra_nodes::read(reader)?;
    let n_nodes = nodes.len() as u64;
    let by_key: HashMap<ZebraKey, Node> = nodes.into_iter().map(|node| (node.key, node)).collect();
    let mut n_found = 0;
    walk(|position, key, _| -> Result<bool, ImportError> {
        let Some(node) = by_key.get(&key) else { return Ok(false) };
        n_found += 1;
        match record_of(position, node) {
            Some(record) => sink.take(&record).map_err(|error| error.at(0))?,
            None => sink.imported.without_value += 1,
        }
        Ok(true)
    })?;
    sink.imported.unreached = n_nodes.saturating_sub(n_found);
    Ok(())
}

/// Walks through the positions that lines from the start of the game reach, each of them once, breadth first.
/// `visit` gets a position with its key and its turn, and returns whether the book has it: else no line goes on
/// there.
fn walk<E>(
    mut visit: impl FnMut(&Position, ZebraKey, Symmetry) -> Result<bool, E>,
) -> Result<(), E> {
    let mut seen = HashSet::new();
    let mut meet = |position: Position| -> Result<Option<Position>, E> {
        let position = position.play(Move::Pass).unwrap_or(position);
        let (key, symmetry) = key_of(&position);
        let is_new = !position.is_game_over() && !seen.contains(&key);
        let is_known = is_new && visit(&position, key, symmetry)? && seen.insert(key);
        Ok(is_known.then_some(position))
    };
    let mut open: VecDeque<Position> = meet(Position::START)?.into_iter().collect();
    while let Some(position) = open.pop_front() {
        for square in position.legal_moves().squares() {
            let after = position.play(Move::Place(square)).expect("one of the legal moves");
            open.extend(meet(after)?);
        }
    }
    Ok(())
}

/// Returns the record of a node; `None` if it has no value.
fn record_of(position: &Position, node: &Node) -> Option<ForeignRecord> {
    let side = position.side_to_move();
    let (own_flag, other_flag) = match side {
        Color::Black => (BLACK_TO_MOVE, WHITE_TO_MOVE),
        Color::White => (WHITE_TO_MOVE, BLACK_TO_MOVE),
    };
    // The node is of another position with the same key.
    if node.flags & other_flag != 0 && node.flags & own_flag == 0 {
        return None;
    }
    let depth = (node.flags >> DEPTH_SHIFT).min(60) as u8;
    let is_solved = node.flags & FULL_SOLVED != 0;
    let own = node.scores[side.index()];
    let leaf = leaf_of(position, node, depth);
    let score = score_of(own, side).or(leaf.map(|leaf| leaf.score))?;
    // In a solved position no move is better than its value.
    let leaf = leaf.map(|leaf| Leaf { is_exact: is_solved && leaf.score == score, ..leaf });
    let value = if is_solved {
        BookValue { level: NonZeroU8::new(depth), ..BookValue::exact(score.rounded(), depth) }
    } else {
        let is_proven = node.flags & WLD_SOLVED != 0;
        let bounds = if is_proven { bounds_of(score) } else { Bounds::OPEN };
        BookValue { score: bounds.clamp(score), bounds, level: NonZeroU8::new(depth), depth }
    };
    let (board, origin) = (*position.board(), Origin::of(Program::Zebra));
    Some(ForeignRecord { board, value, leaf, origin, lines: 0, results: Results::default() })
}

/// Returns what a solved win, loss or draw proves.
fn bounds_of(score: Score) -> Bounds {
    let win = DiscDiff::clamped(2);
    match score.units().signum() {
        1 => Bounds { lower: win, ..Bounds::OPEN },
        -1 => Bounds { upper: -win, ..Bounds::OPEN },
        _ => Bounds::exact(DiscDiff::DRAW),
    }
}

/// Returns the alternative of a node. One that is not a legal move is none: two positions may share a key.
fn leaf_of(position: &Position, node: &Node, depth: u8) -> Option<Leaf> {
    let score = score_of(node.alternative_score, position.side_to_move())?;
    let (row, column) = (node.alternative / 10 - 1, node.alternative % 10 - 1);
    let coords = |number: i16| u32::try_from(number).ok();
    let square = Square::from_coords(coords(column)?, coords(row)?)?;
    let (_, symmetry) = key_of(position);
    let square = square.transformed(symmetry.inverse());
    let leaf = Leaf { square, score, level: NonZeroU8::new(depth), is_exact: false };
    position.board().is_legal(square).then_some(leaf)
}

/// Returns a score for a side; `None` if there is none.
fn score_of(number: i16, side: Color) -> Option<Score> {
    let black = match number.unsigned_abs() {
        UNWANTED_DRAW => Score::DRAW,
        _ if number == NO_SCORE => return None,
        solved if WIN <= solved => {
            let discs = i32::from(solved - WIN).clamp(2, 64);
            Score::from_disc_diff(DiscDiff::clamped(discs * i32::from(number.signum())))
        }
        _ => Score::from_units(number.into()),
    };
    Some(if side == Color::Black { black } else { -black })
}

/// Writes the positions of a book that lines from the start of the game reach. Returns their number.
pub(super) fn export(book: &Book, file: &mut File) -> Result<u64, ExportError> {
    let mut nodes = Vec::new();
    walk(|position, key, symmetry| -> Result<bool, ExportError> {
        let BookLookup::Position(known, _) = BookPosition::seen(position.board()) else {
            return Ok(false);
        };
        let Some(entry) = book.entry(known)? else { return Ok(false) };
        let links = links_in(&entry.board, book)?;
        nodes.push(node_of(position, &entry, key, symmetry, links.len() as u32));
        Ok(true)
    })?;
    let count = nodes.len() as u64;
    i32::try_from(count).map_err(|_| ExportError::TooMany(count))?;
    let mut out = BufWriter::with_capacity(1 << 18, file);
    zebra_nodes::write(&nodes, &mut out)?;
    out.flush()?;
    Ok(count)
}

fn node_of(
    position: &Position,
    entry: &Entry,
    key: ZebraKey,
    symmetry: Symmetry,
    n_links: u32,
) -> Node {
    let side = position.side_to_move();
    let value = entry.value;
    let is_exact = value.bounds.is_exact();
    let score = of_black(value.score, side);
    let score = if is_exact { solved(score) } else { score.compact() };
    let mut flags = if side == Color::Black { BLACK_TO_MOVE } else { WHITE_TO_MOVE };
    flags |= if is_exact { FULL_SOLVED | WLD_SOLVED } else { 0 };
    // Zebra's depth is that of the search, without the plies in the book.
    let depth = if is_exact { position.board().n_empties() } else { search_depth(value.level) };
    flags |= (depth.min(63) as u16) << DEPTH_SHIFT;
    let leaf = entry.leaf.map(|leaf| {
        let (_, to_canonical) = crate::entry::canonical(position.board());
        let square = leaf.square.transformed(to_canonical.inverse()).transformed(symmetry);
        let number = 10 * (square.row() as i16 + 1) + square.column() as i16 + 1;
        let score = of_black(leaf.score, side);
        (number, if leaf.is_exact { solved(score) } else { score.compact() })
    });
    let none = if n_links == position.legal_moves().count() { EXHAUSTED } else { NO_ALTERNATIVE };
    let (alternative, alternative_score) = leaf.unwrap_or((none, NO_SCORE));
    Node { key, scores: [score; 2], alternative, alternative_score, flags }
}

fn of_black(score: Score, side: Color) -> Score {
    if side == Color::Black { score } else { -score }
}

/// Returns a solved score as Zebra's number.
fn solved(black: Score) -> i16 {
    let discs = black.rounded().value() as i16;
    discs + WIN as i16 * discs.signum()
}
