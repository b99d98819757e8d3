//! The moves of a game and the variations beside them, as a tree.

use std::collections::BTreeMap;

use willow_board::{Game, IllegalMove, Move, Position, Square};
use willow_records::{Branch, RecordedGame};

/// A position in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeId(usize);

/// A position, and the move that led to it.
#[derive(Clone, Debug)]
struct Node {
    position: Position,
    mv: Option<Move>,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    /// The child that the next step forward leads to.
    next: Option<NodeId>,
    /// The number of moves and passes before it.
    ply: usize,
    /// What the record of the game says about the move.
    comment: String,
}

/// The moves of a game and the variations beside them. One position is shown; the *shown move* is the
/// one that the next step forward plays.
///
/// Invariant: the nodes of the game come first, in the order of its plies.
#[derive(Clone, Debug)]
pub(crate) struct MoveTree {
    nodes: Vec<Node>,
    n_game_plies: usize,
    shown: NodeId,
}

/// A step through the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TreeStep {
    /// To the start of the game.
    First,
    /// One move back.
    Back,
    /// The shown move.
    Forward,
    /// To the end of the line.
    Last,
    /// Shows the move that was tried before this one in the same position.
    BranchBefore,
    /// Shows the move that was tried after this one in the same position.
    BranchAfter,
}

impl MoveTree {
    /// Returns the tree of a game, with the position after so many plies shown.
    pub(crate) fn new(game: &Game, shown_ply: usize) -> MoveTree {
        let root = Node {
            position: *game.start(),
            mv: None,
            parent: None,
            children: Vec::new(),
            next: None,
            ply: 0,
            comment: String::new(),
        };
        let mut tree = MoveTree { nodes: vec![root], n_game_plies: 0, shown: NodeId(0) };
        for (ply, mv) in game.moves().enumerate() {
            let position = game.position_at(ply + 1).expect("`ply` counts the moves of this game");
            tree.add(NodeId(ply), mv, *position);
        }
        tree.n_game_plies = game.n_plies();
        tree.show_ply(shown_ply);
        tree
    }

    /// Adds the variations and the remarks of a record, as far as its moves are those of the game.
    pub(crate) fn add_record(&mut self, record: &RecordedGame) {
        if record.game.start() != self.position(NodeId(0)) {
            return;
        }
        let same = |&(id, mv): &(usize, Move)| self.mv(NodeId(id)) == Some(mv);
        let n_same = (1..=self.n_game_plies).zip(record.game.moves()).take_while(same).count();
        for ply in 0..n_same {
            if let Some(note) = record.note(ply) {
                self.nodes[ply + 1].comment.clone_from(&note.comment);
            }
        }
        let mut nodes: BTreeMap<Branch, NodeId> =
            (0..=n_same).map(|ply| (Branch::Game(ply), NodeId(ply))).collect();
        for (index, variation) in record.variations.moves().iter().enumerate() {
            let added = nodes.get(&variation.after).and_then(|&after| {
                let position = self.position(after).play(variation.mv).ok()?;
                Some(self.child(after, variation.mv, position))
            });
            if let Some(id) = added {
                self.nodes[id.0].comment.clone_from(&variation.comment);
                nodes.insert(Branch::Variation(index), id);
            }
        }
    }

    /// Returns the shown position's node.
    pub(crate) fn shown(&self) -> NodeId {
        self.shown
    }

    /// Returns the position at a node.
    pub(crate) fn position(&self, id: NodeId) -> &Position {
        &self.nodes[id.0].position
    }

    /// Returns the number of moves and passes before a node.
    pub(crate) fn ply(&self, id: NodeId) -> usize {
        self.nodes[id.0].ply
    }

    /// Returns the move that led to a node; `None` for the start.
    pub(crate) fn mv(&self, id: NodeId) -> Option<Move> {
        self.nodes[id.0].mv
    }

    /// Returns what the record of the game says about the move that led to a node; often empty.
    pub(crate) fn comment(&self, id: NodeId) -> &str {
        &self.nodes[id.0].comment
    }

    /// Returns how many discs were placed before a node: the number of the last move, as players of Othello
    /// count. A pass has no number.
    pub(crate) fn n_placed(&self, id: NodeId) -> u32 {
        let empties = |id| self.position(id).board().n_empties();
        empties(NodeId(0)) - empties(id)
    }

    /// Returns how many discs were placed in the first plies of the game.
    pub(crate) fn n_placed_in_game(&self, plies: usize) -> u32 {
        self.n_placed(NodeId(plies.min(self.n_game_plies)))
    }

    /// Returns the node before a node.
    pub(crate) fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.nodes[id.0].parent
    }

    /// Returns whether a node is a position of the game.
    pub(crate) fn is_of_game(&self, id: NodeId) -> bool {
        id.0 <= self.n_game_plies
    }

    /// Returns the number of plies of the game.
    pub(crate) fn n_game_plies(&self) -> usize {
        self.n_game_plies
    }

    /// Returns the position of the game after `ply` plies, and the move that was played there.
    pub(crate) fn game_move(&self, ply: usize) -> Option<(&Position, Move)> {
        let after = self.nodes.get(ply + 1).filter(|_| ply < self.n_game_plies)?;
        Some((&self.nodes[ply].position, after.mv?))
    }

    /// Returns the node behind the shown move.
    pub(crate) fn next(&self) -> Option<NodeId> {
        self.nodes[self.shown.0].next
    }

    /// Returns the shown move.
    pub(crate) fn shown_move(&self) -> Option<Move> {
        self.mv(self.next()?)
    }

    /// Returns the ply at which the shown position left the game; `None` if it is part of it.
    pub(crate) fn left_game_at(&self) -> Option<usize> {
        (!self.is_of_game(self.shown)).then(|| self.ply(self.last_of_game(self.shown)))
    }

    /// Makes a step, if there is something there.
    pub(crate) fn step(&mut self, step: TreeStep) {
        match step {
            TreeStep::First => self.shown = NodeId(0),
            TreeStep::Back => self.shown = self.parent(self.shown).unwrap_or(self.shown),
            TreeStep::Forward => self.shown = self.next().unwrap_or(self.shown),
            TreeStep::Last => {
                while let Some(next) = self.next() {
                    self.shown = next;
                }
            }
            TreeStep::BranchBefore => self.select_branch(|index, n| (index + n - 1) % n),
            TreeStep::BranchAfter => self.select_branch(|index, n| (index + 1) % n),
        }
    }

    /// Shows another one of the moves that were tried in the shown position. `other` gets the index of
    /// the present one and the number of moves.
    fn select_branch(&mut self, other: impl Fn(usize, usize) -> usize) {
        let node = &mut self.nodes[self.shown.0];
        let index = node.children.iter().position(|&child| Some(child) == node.next);
        if let Some(index) = index {
            node.next = node.children.get(other(index, node.children.len())).copied();
        }
    }

    /// Shows the position of the game after `ply` plies, with the move that was played there.
    pub(crate) fn show_ply(&mut self, ply: usize) {
        self.shown = NodeId(ply.min(self.n_game_plies));
        for ply in self.shown.0..self.n_game_plies {
            self.nodes[ply].next = Some(NodeId(ply + 1));
        }
    }

    /// Goes back to where the shown line left the game.
    pub(crate) fn return_to_game(&mut self) {
        self.show_ply(self.ply(self.last_of_game(self.shown)));
    }

    /// Plays a move in the shown position: a new variation, unless the move is there already. A forced
    /// pass after it is played too.
    ///
    /// # Errors
    /// The move is illegal. Nothing has changed then.
    pub(crate) fn play(&mut self, square: Square) -> Result<(), IllegalMove> {
        self.extend(square.into())?;
        if self.position(self.shown).must_pass() {
            self.extend(Move::Pass)?;
        }
        Ok(())
    }

    /// Adds a line to the shown position, so that steps forward follow it as far as it is legal.
    pub(crate) fn add_line(&mut self, moves: &[Move]) {
        let start = self.shown;
        let _ = moves.iter().try_for_each(|&mv| self.extend(mv));
        self.shown = start;
    }

    fn extend(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let position = self.position(self.shown).play(mv)?;
        let child = self.child(self.shown, mv, position);
        self.nodes[self.shown.0].next = Some(child);
        self.shown = child;
        Ok(())
    }

    /// Returns the node behind a move, which is added if it is not there.
    fn child(&mut self, parent: NodeId, mv: Move, position: Position) -> NodeId {
        let children = &self.nodes[parent.0].children;
        let known = children.iter().copied().find(|&child| self.mv(child) == Some(mv));
        known.unwrap_or_else(|| self.add(parent, mv, position))
    }

    fn add(&mut self, parent: NodeId, mv: Move, position: Position) -> NodeId {
        let id = NodeId(self.nodes.len());
        let ply = self.ply(parent) + 1;
        let (mv, parent_id) = (Some(mv), Some(parent));
        self.nodes.push(Node {
            position,
            mv,
            parent: parent_id,
            children: Vec::new(),
            next: None,
            ply,
            comment: String::new(),
        });
        let parent = &mut self.nodes[parent.0];
        parent.children.push(id);
        parent.next.get_or_insert(id);
        id
    }

    fn last_of_game(&self, mut id: NodeId) -> NodeId {
        while !self.is_of_game(id) {
            id = self.parent(id).expect("every line begins in the game");
        }
        id
    }

    /// Returns the moves that were tried in the shown position, that of the game first.
    pub(crate) fn branches(&self) -> impl Iterator<Item = Move> {
        self.nodes[self.shown.0].children.iter().filter_map(|&child| self.mv(child))
    }
}

#[cfg(test)]
mod tests {
    use willow_records::{board_text, transcript};

    use super::*;

    fn tree(moves: &str, ply: usize) -> MoveTree {
        MoveTree::new(&transcript::parse(moves).unwrap(), ply)
    }

    /// Returns the variations as text, one a line, each below the one that it branches off from.
    fn lines(tree: &MoveTree) -> Vec<String> {
        let mut lines = Vec::new();
        let mut open = vec![(NodeId(0), 0)];
        while let Some((mut id, depth)) = open.pop() {
            let mut moves: Vec<Move> = tree.mv(id).into_iter().collect();
            while let Some((&main, others)) = tree.nodes[id.0].children.split_first() {
                open.extend(others.iter().rev().map(|&other| (other, depth + 1)));
                moves.extend(tree.mv(main));
                id = main;
            }
            let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
            lines.push(format!("{}{}", " ".repeat(depth), moves.join(" ")));
        }
        lines
    }

    #[test]
    fn steps_go_along_the_game() {
        let mut tree = tree("f5d6c3", 1);
        assert_eq!((tree.ply(tree.shown()), tree.shown_move()), (1, Some(Square::D6.into())));
        for (step, ply) in [
            (TreeStep::Back, 0),
            (TreeStep::Back, 0),
            (TreeStep::Last, 3),
            (TreeStep::Forward, 3),
            (TreeStep::First, 0),
            (TreeStep::Forward, 1),
            (TreeStep::BranchAfter, 1),
        ] {
            tree.step(step);
            assert_eq!(tree.ply(tree.shown()), ply, "{step:?}");
        }
        assert_eq!(tree.game_move(3), None);
        assert_eq!(tree.game_move(2).map(|(_, mv)| mv), Some(Square::C3.into()));
    }

    #[test]
    fn a_move_beside_the_game_is_a_variation() {
        let mut tree = tree("f5d6c3", 1);
        tree.play(Square::F4).unwrap();
        tree.play(Square::E3).unwrap();
        assert_eq!((tree.left_game_at(), tree.ply(tree.shown())), (Some(1), 3));
        tree.step(TreeStep::Back);
        tree.play(Square::C3).unwrap();
        assert_eq!(lines(&tree), ["f5 d6 c3", " f4 e3", "  c3"]);
        tree.return_to_game();
        assert_eq!((tree.left_game_at(), tree.ply(tree.shown())), (None, 1));
        assert_eq!(tree.shown_move(), Some(Square::D6.into()));
        tree.step(TreeStep::BranchAfter);
        assert_eq!(tree.shown_move(), Some(Square::F4.into()));
        tree.step(TreeStep::BranchAfter);
        assert_eq!(tree.shown_move(), Some(Square::D6.into()));
        tree.step(TreeStep::BranchBefore);
        tree.step(TreeStep::Last);
        assert_eq!(tree.mv(tree.shown()), Some(Square::C3.into()), "the newest branch");
    }

    #[test]
    fn a_record_brings_its_variations_and_remarks() {
        let sgf = "(;GM[2]SZ[8];B[f5];W[d6]C[the usual reply](;B[c3];W[d3])(;B[c5]C[rare](;W[f4])(;W[b4])))";
        let record = willow_records::sgf::parse(sgf).unwrap();
        let mut tree = MoveTree::new(&record.game, 2);
        tree.add_record(&record);
        assert_eq!(lines(&tree), ["f5 d6 c3 d3", " c5 f4", "  b4"]);
        assert_eq!(tree.comment(tree.shown()), "the usual reply");
        tree.step(TreeStep::BranchAfter);
        tree.step(TreeStep::Forward);
        assert_eq!(tree.comment(tree.shown()), "rare");
        // What was played beside the record has no part of it.
        let mut other = self::tree("f5f6e6", 3);
        other.add_record(&record);
        assert_eq!(lines(&other), ["f5 f6 e6"]);
    }

    #[test]
    fn a_known_move_is_no_new_branch_and_an_illegal_one_changes_nothing() {
        let mut tree = tree("f5d6c3", 0);
        tree.play(Square::F5).unwrap();
        assert_eq!((tree.left_game_at(), tree.ply(tree.shown())), (None, 1));
        assert!(tree.play(Square::A1).is_err());
        assert_eq!(lines(&tree), ["f5 d6 c3"]);
    }

    #[test]
    fn forced_passes_are_played() {
        // After a1 White has only b8, and no move; Black still has c8.
        let drawing = format!("-OX-----{}XO------ X", "-".repeat(48));
        let start = board_text::parse(&drawing);
        let mut tree = MoveTree::new(&Game::from_position(start.unwrap()), 0);
        let before = tree.position(tree.shown()).side_to_move();
        tree.play(Square::A1).unwrap();
        assert_eq!(tree.mv(tree.shown()), Some(Move::Pass));
        assert_eq!(tree.n_placed(tree.shown()), 1, "a pass has no number");
        assert_eq!(
            (tree.ply(tree.shown()), tree.position(tree.shown()).side_to_move()),
            (2, before)
        );
    }
}
