//! The generator of opening books (section 3.3.1.2): use counts control how the tree grows.

use std::collections::{HashMap, HashSet};

use willow_board::{Color, Move, Position, Square};

use super::book::{Book, BookError, BookNode, FIRST_MOVE, roots};
use super::player::{Bill, Options};
use crate::bill::constants::Constants;
use crate::{Limits, MoveValue};

/// By how much the best of the opponent's moves lowers the use count.
const FIRST_PENALTY: f64 = 10.0;

/// By how much each further move lowers the use count besides its value, so that equal moves do not all
/// stay. Ours.
const NEXT_PENALTY: f64 = 2.0;

/// How a book is to be grown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookPlan {
    /// The plies of BILL's searches.
    pub depth: u32,
    /// The positions to come close to, for Black and for White, without going beyond.
    pub positions: [usize; 2],
    /// The plies of the longest lines, for Black and for White.
    pub plies: [u32; 2],
}

impl Default for BookPlan {
    /// The report's sizes; the depth is ours.
    fn default() -> BookPlan {
        BookPlan { depth: 7, positions: [8_000, 6_400], plies: [22, 26] }
    }
}

/// The lines of a colour's book.
#[derive(Clone, Debug)]
pub struct BookLines {
    tree: BookNode,
    positions: usize,
    black_is_better: usize,
}

impl BookLines {
    /// Grows the lines of a colour. `progress` is called with a line of text for each tree.
    pub fn grow(color: Color, plan: &BookPlan, progress: &dyn Fn(&str)) -> BookLines {
        BookBuilder::new(color, plan, progress).fit(plan.positions[color.index()])
    }

    /// Returns how many lines end in favour of Black: the report conjectures from such numbers that
    /// Black wins.
    pub const fn in_favour_of_black(&self) -> usize {
        self.black_is_better
    }
}

impl Book {
    /// Makes a book of Black's and White's lines.
    ///
    /// # Errors
    /// The lines must be those of the two colours, in this order.
    pub fn of_lines(black: BookLines, white: BookLines) -> Result<Book, BookError> {
        Book::new([black.tree, white.tree])
    }
}

struct BookBuilder<'a> {
    color: Color,
    depth: u32,
    plies: u32,
    bill: Bill,
    /// Searches that were made: trees of several sizes share most of their positions.
    own_moves: HashMap<Position, Square>,
    opposing_moves: HashMap<Position, Vec<ValuedMove>>,
    progress: &'a dyn Fn(&str),
}

/// A move of the opponent and its value for the opponent.
type ValuedMove = (Square, i32);

/// A tree while it grows.
struct TreeGrowth {
    /// How many units of the evaluation less take one off the use count.
    units: f64,
    /// Beyond this number of positions it does not matter how large the tree becomes.
    most: usize,
    /// Own positions that have their place in the tree already.
    seen: HashSet<Position>,
    positions: usize,
    black_is_better: usize,
}

impl BookBuilder<'_> {
    fn new<'a>(color: Color, plan: &BookPlan, progress: &'a dyn Fn(&str)) -> BookBuilder<'a> {
        // The shipped book was grown with the tuned constants, and can be grown again.
        let constants = Constants::TUNED;
        let options = Options { has_book: false, solves: false, constants, ..Options::default() };
        BookBuilder {
            color,
            depth: plan.depth,
            plies: plan.plies[color.index()],
            bill: Bill::new(options),
            own_moves: HashMap::new(),
            opposing_moves: HashMap::new(),
            progress,
        }
    }

    /// Grows the largest tree with at most `most` positions. The more units of the evaluation one use is
    /// worth, the more moves stay. The scale rises until the tree is too large, so that each tree
    /// has most of its searches from the one before, and then the last step is halved.
    fn fit(&mut self, most: usize) -> BookLines {
        /// The scale of the first tree, in units of the evaluation for one use: a start near the usual result.
        const FIRST: f64 = 250.0;
        /// Below this scale there is little more than the best line.
        const LOWEST: f64 = 1.0;
        /// Beyond this scale only the numbers of moves count, and no tree becomes larger.
        const HIGHEST: f64 = 1e6;
        /// The factor between the scales of two trees.
        const STEP: f64 = 1.4;
        /// What the last step is halved down to.
        const PRECISION: f64 = 1.01;
        let (mut low, mut high) = (FIRST, FIRST);
        let mut best = self.grow(low, usize::MAX);
        while most < best.positions && LOWEST < low {
            low /= STEP;
            best = self.grow(low, usize::MAX);
        }
        while high < HIGHEST {
            high = STEP * low;
            match self.try_scale(high, most) {
                Some(grown) => (low, best) = (high, grown),
                None => break,
            }
        }
        while PRECISION * low < high {
            let units = f64::sqrt(low * high);
            match self.try_scale(units, most) {
                Some(grown) => (low, best) = (units, grown),
                None => high = units,
            }
        }
        best
    }

    /// Grows a tree and returns it if it is small enough.
    fn try_scale(&mut self, units: f64, most: usize) -> Option<BookLines> {
        let grown = self.grow(units, most);
        (self.progress)(&format!(
            "{:?}: {units:.0} units a use, {} positions, {} searched",
            self.color,
            grown.positions,
            self.own_moves.len() + self.opposing_moves.len()
        ));
        Some(grown).filter(|grown| grown.positions <= most)
    }

    /// Grows a tree, but not much beyond `most` positions.
    fn grow(&mut self, units: f64, most: usize) -> BookLines {
        let seen = HashSet::new();
        let mut growth = TreeGrowth { units, most, seen, positions: 0, black_is_better: 0 };
        let [start, after] = roots();
        let (root, ply) = match self.color {
            Color::Black => (start, 0),
            Color::White => (after, 1),
        };
        // Enough for the best line to be as long as it may be.
        let use_count = FIRST_PENALTY * f64::from(self.plies) / 2.0;
        let tree = self.own(&mut growth, &root, use_count, ply, 0);
        let TreeGrowth { positions, black_is_better, .. } = growth;
        BookLines { tree, positions, black_is_better }
    }

    /// Grows the tree from a position in which BILL is to move; `value` is its value for BILL.
    fn own(
        &mut self,
        growth: &mut TreeGrowth,
        position: &Position,
        use_count: f64,
        ply: u32,
        value: i32,
    ) -> BookNode {
        growth.positions += 1;
        let is_known = !growth.seen.insert(*position);
        if self.plies <= ply || is_known || position.must_pass() || growth.most < growth.positions {
            growth.end_line(self.color, value);
            return BookNode { reply: None };
        }
        let reply = self.own_move(position);
        let after = position.play(Move::Place(reply)).expect("BILL chooses among the legal moves");
        growth.positions += 1;
        let mut answers = Vec::new();
        if ply + 1 < self.plies && !after.legal_moves().is_empty() {
            for (answer, worth, use_count) in self.answers(growth.units, &after, use_count) {
                let next = after
                    .play(Move::Place(answer))
                    .expect("the answers are chosen among the legal moves");
                let node = self.own(growth, &next, use_count, ply + 2, -worth);
                answers.push((answer, node));
            }
        }
        if answers.is_empty() {
            growth.end_line(self.color, value);
        }
        BookNode { reply: Some((reply, answers)) }
    }

    fn own_move(&mut self, position: &Position) -> Square {
        if *position == roots()[0] {
            return FIRST_MOVE;
        }
        if let Some(&known) = self.own_moves.get(position) {
            return known;
        }
        let best = self.search(position, self.depth).0;
        self.own_moves.insert(*position, best);
        best
    }

    /// Returns the opponent's moves that stay, with their values for it and their use counts: the
    /// first has the position's less a penalty, each other that of the one before it less a penalty
    /// for how much worse it is.
    fn answers(&mut self, units: f64, position: &Position, count: f64) -> Vec<(Square, i32, f64)> {
        let mut count = count - FIRST_PENALTY;
        let mut last = None;
        let mut kept = Vec::new();
        for (answer, value) in self.options(position) {
            if let Some(better) = last {
                count -= drop(f64::from(better) - f64::from(value), units);
            }
            last = Some(value);
            if count < 0.0 {
                break;
            }
            kept.push((answer, value, count));
        }
        kept
    }

    /// Returns all moves of the opponent, none of them pruned, with their values for it, the best
    /// first.
    fn options(&mut self, position: &Position) -> Vec<ValuedMove> {
        if let Some(known) = self.opposing_moves.get(position) {
            return known.clone();
        }
        let moves = position.legal_moves().squares();
        let mut options: Vec<ValuedMove> = moves
            .map(|square| {
                let after = position.play(Move::Place(square)).expect("one of the legal moves");
                (square, self.value_after(&after))
            })
            .collect();
        options.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
        self.opposing_moves.insert(*position, options.clone());
        options
    }

    /// Returns the value of the opponent's move that led to a position.
    fn value_after(&mut self, after: &Position) -> i32 {
        if after.must_pass() {
            let passed = after.play(Move::Pass).expect("the side must pass");
            self.search(&passed, self.depth - 1).1
        } else if after.is_game_over() {
            0
        } else {
            -self.search(after, self.depth - 1).1
        }
    }

    /// Searches a position as in a game of its own, so that nothing depends on what was searched
    /// before. Returns the best move and its value.
    fn search(&mut self, position: &Position, depth: u32) -> (Square, i32) {
        self.bill.forget_game();
        let limits = Limits::depth(depth.max(1));
        let choice = self.bill.value_by_search(position, &limits).expect("the position has a move");
        (choice.best, choice.value.map_or(0, MoveValue::number))
    }
}

impl TreeGrowth {
    fn end_line(&mut self, color: Color, value: i32) {
        let for_black = if color == Color::Black { value } else { -value };
        self.black_is_better += usize::from(0 < for_black);
    }
}

/// The drop function: by how much a move lowers the use count if it is `worse_by` units worse than the one
/// before it, when one use is worth `units`.
fn drop(worse_by: f64, units: f64) -> f64 {
    NEXT_PENALTY + worse_by / units
}

#[cfg(test)]
mod tests {
    use super::*;

    fn builder() -> BookBuilder<'static> {
        let plan = BookPlan { depth: 3, positions: [200, 100], plies: [8, 8] };
        BookBuilder::new(Color::White, &plan, &|_| {})
    }

    #[test]
    fn use_counts_fall_as_the_report_says() {
        let mut builder = builder();
        // After e6 and White's f4 Black has some moves.
        let position = roots()[1].play(Move::Place(Square::F4)).unwrap();
        let options = builder.options(&position);
        assert!(options.is_sorted_by_key(|&(_, value)| std::cmp::Reverse(value)));
        assert_eq!(options.len(), position.legal_moves().count() as usize);
        let answers = builder.answers(1000.0, &position, 40.0);
        assert!((answers[0].2 - 30.0).abs() < 1e-9);
        for (one, next) in answers.iter().zip(&answers[1..]) {
            let penalty = 2.0 + f64::from(one.1 - next.1) / 1000.0;
            assert!((one.2 - next.2 - penalty).abs() < 1e-9);
        }
        assert!(answers.iter().all(|answer| 0.0 <= answer.2));
        assert!(builder.answers(1000.0, &position, 9.0).is_empty());
    }

    #[test]
    fn books_have_the_shape_and_size_that_was_asked_for() {
        let plan = BookPlan { depth: 3, positions: [60, 40], plies: [8, 9] };
        let grow = |color| BookLines::grow(color, &plan, &|_| {});
        let [black, white] = [Color::Black, Color::White].map(grow);
        let better = [black.in_favour_of_black(), white.in_favour_of_black()];
        let book = Book::of_lines(black, white).unwrap();
        for color in [Color::Black, Color::White] {
            let size = book.size(color);
            let most = plan.positions[color.index()];
            assert!(most / 2 < size.positions && size.positions <= most, "{size:?}");
            assert!(size.plies <= plan.plies[color.index()] as usize, "{size:?}");
            assert!(better[color.index()] <= size.lines);
        }
        assert_eq!(book.reply(&roots()[0]), Some(FIRST_MOVE));
        assert!(book.reply(&roots()[1]).is_some());
    }
}
