//! Trees that are given by the values of their leaves, as in textbooks.

use thiserror::Error;

use super::evaluation::{Evaluation, Side};
use super::game_rules::{GameRules, TurnOptions};
use super::value::Value;

/// A game tree that somebody has written down: nested brackets with the values of the leaves, such as
/// `((10 15) (9 23))`. All leaves are equally deep.
///
/// The values are for the side that moves first. It is a game and its own evaluation, so that every
/// [`Method`](super::Method) can search it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeafTree {
    nodes: Vec<Node>,
    depth: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Node {
    Inner(Vec<usize>),
    Leaf(i32),
}

/// A place in a [`LeafTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TreePlace {
    node: usize,
    ply: u32,
}

/// The text is not a tree of leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LeafTreeError {
    /// Neither a bracket nor a value; the position is counted in characters from 1.
    #[error("character {0} is neither a bracket nor part of a value")]
    Unexpected(usize),
    /// The greatest value is a million.
    #[error("the value at character {0} is too large: the limit is 1000000")]
    TooLarge(usize),
    /// The brackets do not match.
    #[error("the brackets do not match")]
    Unbalanced,
    /// A pair of brackets is empty.
    #[error("the brackets that close at character {0} are empty")]
    Empty(usize),
    /// A leaf is less deep than another one.
    #[error("all leaves must be equally deep: there are some at {0} and some at {1} plies")]
    Uneven(u32, u32),
}

/// The greatest absolute value of a leaf: below the value of a won game.
const GREATEST_LEAF: i32 = 1_000_000;

impl LeafTree {
    /// The place where a search begins.
    pub const ROOT: TreePlace = TreePlace { node: 0, ply: 0 };

    /// Reads nested brackets with values, separated by blanks or commas.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn parse(text: &str) -> Result<LeafTree, LeafTreeError> {
        let mut reader = Reader::default();
        let mut rest = text.char_indices().peekable();
        while let Some((start, first)) = rest.next() {
            let at = text[..start].chars().count() + 1;
            match first {
                '(' => reader.open()?,
                ')' => reader.close(at)?,
                ',' => (),
                blank if blank.is_whitespace() => (),
                _ => {
                    let mut end = start + first.len_utf8();
                    while let Some((next, _)) = rest.next_if(|(_, c)| c.is_ascii_digit()) {
                        end = next + 1;
                    }
                    reader.leaf(&text[start..end], at)?;
                }
            }
        }
        reader.finish()
    }

    /// Returns the number of plies from the root to the leaves.
    pub const fn depth(&self) -> u32 {
        self.depth
    }
}

/// The tree so far, while its text is read.
#[derive(Default)]
struct Reader {
    nodes: Vec<Node>,
    /// The open brackets.
    path: Vec<usize>,
    depth: Option<u32>,
}

impl Reader {
    fn open(&mut self) -> Result<(), LeafTreeError> {
        let node = self.add(Node::Inner(Vec::new()))?;
        self.path.push(node);
        Ok(())
    }

    fn close(&mut self, at: usize) -> Result<(), LeafTreeError> {
        let node = self.path.pop().ok_or(LeafTreeError::Unbalanced)?;
        match &self.nodes[node] {
            Node::Inner(children) if children.is_empty() => Err(LeafTreeError::Empty(at)),
            _ => Ok(()),
        }
    }

    fn leaf(&mut self, digits: &str, at: usize) -> Result<(), LeafTreeError> {
        if !digits.trim_start_matches(['-', '+']).chars().any(|c| c.is_ascii_digit()) {
            return Err(LeafTreeError::Unexpected(at));
        }
        let value = digits.parse().ok().filter(|value: &i32| value.abs() <= GREATEST_LEAF);
        self.add(Node::Leaf(value.ok_or(LeafTreeError::TooLarge(at))?))?;
        let depth = self.path.len() as u32;
        match self.depth.replace(depth) {
            Some(other) if other != depth => Err(LeafTreeError::Uneven(other, depth)),
            _ => Ok(()),
        }
    }

    /// Adds a node below the innermost open bracket. Only the root stands outside of all.
    fn add(&mut self, node: Node) -> Result<usize, LeafTreeError> {
        let index = self.nodes.len();
        match self.path.last().map(|&parent| &mut self.nodes[parent]) {
            Some(Node::Inner(children)) => children.push(index),
            _ if index == 0 && matches!(node, Node::Inner(_)) => (),
            _ => return Err(LeafTreeError::Unbalanced),
        }
        self.nodes.push(node);
        Ok(index)
    }

    fn finish(self) -> Result<LeafTree, LeafTreeError> {
        match self.depth {
            Some(depth) if self.path.is_empty() => Ok(LeafTree { nodes: self.nodes, depth }),
            _ => Err(LeafTreeError::Unbalanced),
        }
    }
}

impl GameRules for LeafTree {
    type State = TreePlace;
    /// The branch, counted from 0.
    type Move = usize;
    type Moves = Vec<usize>;

    fn options(&self, place: &TreePlace) -> TurnOptions<Vec<usize>, TreePlace> {
        match &self.nodes[place.node] {
            Node::Inner(children) => TurnOptions::Moves((0..children.len()).collect()),
            // A search goes no deeper than the leaves.
            Node::Leaf(_) => TurnOptions::Over(0),
        }
    }

    fn apply(&self, place: &TreePlace, branch: usize) -> TreePlace {
        match &self.nodes[place.node] {
            Node::Inner(children) => TreePlace { node: children[branch], ply: place.ply + 1 },
            Node::Leaf(_) => *place,
        }
    }
}

impl Evaluation<LeafTree> for LeafTree {
    /// Only leaves have values; an inner node is worth 0, as for a search that sorts by it.
    fn evaluate(&self, place: &TreePlace, side: Side) -> Value {
        let first_is_to_move = place.ply.is_multiple_of(2);
        match self.nodes[place.node] {
            Node::Leaf(value) if first_is_to_move == (side == Side::ToMove) => {
                Value::from_units(value)
            }
            Node::Leaf(value) => Value::from_units(-value),
            Node::Inner(_) => Value::from_units(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paip::{Method, Problem, search_with_line};
    use crate::{Step, TracedNode, Tracer, Window};

    fn tree_of(text: &str, method: impl Fn(u32) -> Method) -> TracedNode<usize> {
        let tree = LeafTree::parse(text).unwrap();
        let problem = Problem::new(&tree, &tree);
        let tracer = Tracer::new(100);
        search_with_line(method(tree.depth()), &problem, &LeafTree::ROOT, Some(&tracer));
        tracer.into_tree().unwrap().unwrap().root
    }

    /// The book's tree of 18.4 and 18.5. The text gives the leaves 10, 15 and 9 and the values 20 and
    /// 23 one level up; the leaves 3, 8 and 7 are ours.
    const BOOK: &str = "(((10 3) (15 20)) ((9 8) (23 7)))";

    /// PAIP 18.4: the opponent chooses the positions worth 10 and 9, and avoids 20 and 23; the tree is
    /// worth 10.
    #[test]
    fn minimax_has_the_values_of_the_book() {
        let root = tree_of(BOOK, |depth| Method::Minimax { depth });
        let values = |node: &TracedNode<usize>, sign: i32| -> Vec<i32> {
            node.children.iter().map(|child| sign * child.value).collect()
        };
        assert_eq!((root.value, root.best), (10, Some(0)));
        assert_eq!(values(&root, -1), [10, 9]);
        assert_eq!(values(&root.children[0], 1), [10, 20]);
        assert_eq!(values(&root.children[1], 1), [9, 23]);
    }

    /// PAIP 18.5: `?1`, the leaf behind the 15, is a beta cutoff; `?4`, the position with the leaves
    /// `?2` and `?3`, is an alpha cutoff.
    #[test]
    fn alpha_beta_cuts_off_what_the_book_marks() {
        let root = tree_of(BOOK, |depth| Method::AlphaBeta { depth });
        assert_eq!(root.value, 10);
        let (left, right) = (&root.children[0], &root.children[1]);
        assert_eq!(left.children[1].cut_off, [1], "?1");
        assert_eq!(right.cut_off, [1], "?4 with ?2 and ?3");
        assert_eq!(left.children[1].step, Step::Move(1));
        let window = Window { alpha: -1_000_000_000, beta: 10 };
        assert_eq!(left.children[1].window, Some(window));
        let rest = [&root, left, &left.children[0], &right.children[0]];
        assert!(rest.iter().all(|node| node.cut_off.is_empty()));
    }

    /// MLia's figures 1 and 2. The text says that the 5 of the second tree is not explored: it stands behind a
    /// -2 whose minimizer can only be worth -2 or less, and the maximizer has something greater already. The
    /// leaves 3 and 6 are ours: the figures are lost in our text of the paper.
    const MLIA: &str = "((3 6) (-2 5))";

    #[test]
    fn the_figures_of_mlias_paper_are_drawn() {
        let minimax = tree_of(MLIA, |depth| Method::Minimax { depth });
        assert_eq!((minimax.value, minimax.best), (3, Some(0)));
        let explored = minimax.children.iter().map(|child| child.children.len());
        assert_eq!(explored.collect::<Vec<_>>(), [2, 2], "figure 1");
        let pruned = tree_of(MLIA, |depth| Method::AlphaBeta { depth });
        assert_eq!((pruned.value, pruned.best), (3, Some(0)));
        let second = &pruned.children[1];
        assert_eq!((second.children[0].value, &second.cut_off[..]), (-2, &[1][..]), "figure 2");
        assert!(pruned.children[0].cut_off.is_empty());
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        for (text, error) in [
            ("", LeafTreeError::Unbalanced),
            ("5", LeafTreeError::Unbalanced),
            ("(1 2", LeafTreeError::Unbalanced),
            ("(1)(2)", LeafTreeError::Unbalanced),
            ("(1 2))", LeafTreeError::Unbalanced),
            ("(1 ())", LeafTreeError::Empty(5)),
            ("(1 (2 3))", LeafTreeError::Uneven(1, 2)),
            ("(1 é)", LeafTreeError::Unexpected(4)),
            ("(1 - 2)", LeafTreeError::Unexpected(4)),
            ("(1 99999999)", LeafTreeError::TooLarge(4)),
        ] {
            assert_eq!(LeafTree::parse(text), Err(error), "{text}");
        }
        assert_eq!(LeafTree::parse("(-1, +2)"), LeafTree::parse("( -1 2 )"));
    }
}
