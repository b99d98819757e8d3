//! IAGO's choice of a move: the book, iterative deepening within a time estimate, and the endgame.

use willow_board::{Bitboard, Move, Position, Square};

use super::book;
use super::endgame::{
    EXACT_BEYOND, EndgamePosition, OUTCOME, OUTCOME_BEYOND, SHARE_OF_END, exact_window, solve,
};
use super::evaluation::{Evaluation, Weights};
use super::kept_tree::KeptNode;
use super::killers::ResponseKillers;
use super::search::{FULL, NODES_BETWEEN_STOPS, NodeContext, SCALE, TreeSearch};
use super::timing::{MoveTime, another_level_fits};
use crate::iago::edge_table;
use crate::node_counter::NodeCounter;
use crate::paip::Value;
use crate::paip::leaf_features::leaf_features;
use crate::principal_variation::PrincipalVariation;
use crate::{
    AskedMove, Choice, Control, DepthReport, EvaluationTerm, Limits, MoveSource, MoveValue,
    Program, RootPosition,
};

/// The program, with all that it keeps from move to move of a game.
#[derive(Clone, Debug)]
pub struct Iago1982 {
    options: Options,
    killers: ResponseKillers,
    tree: Option<KeptNode>,
    /// The plies that the last normal search completed.
    last_level: u32,
}

/// The parts of IAGO that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether it plays from its opening book.
    pub has_book: bool,
    /// Whether it solves the end of the game.
    pub solves: bool,
    /// The coefficients of its evaluation.
    pub weights: Weights,
}

impl Default for Options {
    fn default() -> Options {
        Options { has_book: true, solves: true, weights: Weights::Published }
    }
}

/// What only IAGO knows about its choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Details {
    /// Never one of a choice among corners.
    pub phase: MoveSource,
    /// The parts of the static value at the end of the line, for the mover: they add up to the move's
    /// value. There are none unless that is the value of a normal search.
    pub features: Vec<EvaluationTerm>,
}

impl Choice<Details> {
    fn by(square: Square, phase: MoveSource) -> Choice<Details> {
        Choice::unsearched(square, Details { phase, features: Vec::new() })
    }
}

/// The plies if there is no limit: those of its tournament games in the report on BILL (6.3, table I-1).
const DEFAULT_DEPTH: u32 = 6;

impl Iago1982 {
    /// Returns the program before its first game.
    pub fn new(options: Options) -> Iago1982 {
        Iago1982 { options, killers: ResponseKillers::new(), tree: None, last_level: 0 }
    }

    /// Searches to the end of the game if it is near enough and time suffices.
    fn solve(&mut self, request: &mut MoveSearch<'_>) -> Option<Choice<Details>> {
        let root = request.end();
        let plies = request.depth.map_or(self.last_level, |depth| depth.max(self.last_level));
        let n_empties = root.board.n_empties();
        if plies + OUTCOME_BEYOND < n_empties {
            return None;
        }
        let mut search = request.search(&mut self.killers, SHARE_OF_END);
        let solved = solve(&mut search, root, OUTCOME).map(|outcome| {
            let winner = outcome.discs.signum();
            let exact = if n_empties <= plies + EXACT_BEYOND && request.solves(MoveSource::Exact) {
                solve(&mut search, root, exact_window(winner)).ok()
            } else {
                None
            };
            let (phase, square, value) = match exact {
                Some(exact) => (MoveSource::Exact, exact.square, MoveValue::Discs(exact.discs)),
                None => (MoveSource::Outcome, outcome.square, MoveValue::Outcome(winner)),
            };
            Choice {
                value: Some(value),
                is_exact: phase == MoveSource::Exact,
                depth: n_empties,
                nodes: search.counter.nodes,
                ..Choice::by(square, phase)
            }
        });
        request.nodes = search.counter.nodes;
        solved.ok()
    }

    /// Searches deeper and deeper, as long as another level is expected to fit.
    fn deepen(&mut self, request: &mut MoveSearch<'_>) -> Choice<Details> {
        let board = request.position.board();
        let mut tree = self.take_tree(request);
        let mut search = request.search(&mut self.killers, 1.0);
        let mut found = Choice::by(tree.moves[0].square, MoveSource::Normal);
        // No game has more plies than a move for every empty square and a pass for every move.
        let deepest = request.depth.unwrap_or(u32::MAX).min(2 * board.n_empties());
        for depth in 1..=deepest {
            let before = request.used(&search);
            search.saw_horizon = false;
            let color = request.position.side_to_move();
            let context = NodeContext { color, last: request.last, ply: 0, depth };
            search.trace.begin(SCALE, Some(FULL));
            let Ok(units) = search.kept(&mut tree, context, FULL) else { break };
            let (best, value) = (tree.moves[0].square, MoveValue::whole_units(units));
            search.trace.end(units, Some(best), None);
            let line = search.line.line().to_vec();
            found = Choice { best, value: Some(value), depth, line, ..found };
            let nodes = search.counter.nodes;
            (request.control.on_depth)(&DepthReport { best, value, depth, nodes });
            let used = request.used(&search);
            let took = [used[0] - before[0], used[1] - before[1]];
            if !search.saw_horizon || !request.another_level_fits(used, took) {
                break;
            }
        }
        (found.nodes, found.evaluations) = (search.counter.nodes, search.evaluations);
        if let Some(value) = found.value {
            found.details.features = request.features(&found.line, value);
        }
        self.last_level = found.depth;
        self.tree = Some(tree);
        found
    }

    /// Returns the kept plies below the position on the board.
    fn take_tree(&mut self, request: &MoveSearch<'_>) -> KeptNode {
        let (board, color) = (request.position.board(), request.position.side_to_move());
        let kept = self.tree.take().and_then(|tree| tree.below(board));
        let fresh = || KeptNode::new(board, color, request.last, &self.killers);
        let mut tree = kept.unwrap_or_else(fresh);
        tree.moves.retain(|mv| request.moves.contains(mv.square));
        tree
    }
}

impl Program for Iago1982 {
    type Details = Details;

    /// Also computes the edge table at the first call, before any clock runs.
    fn start_game(&mut self) {
        let _ = edge_table();
        *self = Iago1982::new(self.options);
    }

    fn choose(
        &mut self,
        root: &RootPosition,
        limits: &Limits,
        control: Control<'_>,
    ) -> Option<Choice<Details>> {
        let board = root.board();
        let first = root.moves().first()?;
        if root.asked.is_none() {
            if self.options.has_book
                && let Some(square) = book::reply(board)
            {
                return Some(Choice::by(square, MoveSource::Book));
            }
            if board.legal_moves().count() == 1 {
                return Some(Choice::by(first, MoveSource::OnlyMove));
            }
        }
        let mut request = MoveSearch::new(root, limits, control, self.options.weights);
        let solves = self.options.solves && request.solves(MoveSource::Outcome);
        let solved = if solves { self.solve(&mut request) } else { None };
        // When every move loses, the normal search finds the one that is hardest to answer.
        let all_lose = |solved: &Choice<Details>| {
            root.asked.is_none() && solved.value == Some(MoveValue::Outcome(-1))
        };
        Some(solved.filter(|found| !all_lose(found)).unwrap_or_else(|| self.deepen(&mut request)))
    }
}

/// A move to be found.
struct MoveSearch<'a> {
    position: &'a Position,
    last: Option<Square>,
    asked: Option<AskedMove>,
    /// The moves to search.
    moves: Bitboard,
    /// The most plies of the normal search.
    depth: Option<u32>,
    /// The most positions to visit.
    max_nodes: Option<u64>,
    time: Option<MoveTime>,
    control: Control<'a>,
    weights: Weights,
    /// The nodes that were used before.
    nodes: u64,
}

impl<'a> MoveSearch<'a> {
    fn new(
        root: &'a RootPosition,
        limits: &Limits,
        control: Control<'a>,
        weights: Weights,
    ) -> MoveSearch<'a> {
        let depth = if limits.is_unlimited() { Some(DEFAULT_DEPTH) } else { limits.depth };
        MoveSearch {
            position: &root.position,
            last: root.last,
            asked: root.asked,
            moves: root.moves(),
            depth,
            max_nodes: limits.nodes,
            time: MoveTime::of_limits(limits, root.board().n_empties()),
            control,
            weights,
            nodes: 0,
        }
    }

    /// Returns whether a search to the end of the game of this kind may find the move.
    fn solves(&self, kind: MoveSource) -> bool {
        self.asked.is_none_or(|asked| asked.is_solved_by(kind))
    }

    fn end(&self) -> EndgamePosition {
        let (board, color) = (*self.position.board(), self.position.side_to_move());
        EndgamePosition { board, color, last: self.last, moves: self.moves }
    }

    /// Returns a search that may use this part of the nodes and of the time.
    fn search<'b>(&self, killers: &'b mut ResponseKillers, part: f64) -> TreeSearch<'b>
    where
        'a: 'b,
    {
        let nodes = self.max_nodes.map_or(u64::MAX, |nodes| (nodes as f64 * part) as u64);
        let control = self.control;
        let last_moment = self.time.map(|time| time.last_moment.mul_f64(part));
        TreeSearch {
            evaluation: Evaluation {
                weights: self.weights,
                ..Evaluation::of_root(self.position.board())
            },
            killers,
            counter: NodeCounter {
                nodes: self.nodes,
                max_nodes: nodes,
                interval: NODES_BETWEEN_STOPS,
                stop: Box::new(move |nodes| {
                    last_moment.is_some_and(|moment| moment <= (control.now)(nodes))
                        || (control.stop)(nodes)
                }),
            },
            evaluations: 0,
            saw_horizon: false,
            line: PrincipalVariation::new(),
            trace: self.control.trace(),
        }
    }

    /// Returns the parts of the value that a normal search has found.
    fn features(&self, line: &[Move], value: MoveValue) -> Vec<EvaluationTerm> {
        let root = self.position.board();
        let evaluation = Evaluation::weighed(root, self.weights);
        leaf_features(
            root,
            line,
            Value::from_units(value.number()),
            |board| Value::from_units(evaluation.value(board)),
            |board| evaluation.explain(board),
        )
    }

    /// Returns the seconds and nodes that are used.
    fn used(&self, search: &TreeSearch<'_>) -> [f64; 2] {
        let nodes = search.counter.nodes;
        [(self.control.now)(nodes).as_secs_f64(), nodes as f64]
    }

    fn another_level_fits(&self, used: [f64; 2], last_level: [f64; 2]) -> bool {
        let seconds = self.time.map(|time| time.share.as_secs_f64());
        let nodes = self.max_nodes.map(|nodes| nodes as f64);
        let fits = |index: usize, share: Option<f64>| {
            share.is_none_or(|share| another_level_fits(used[index], last_level[index], share))
        };
        fits(0, seconds) && fits(1, nodes)
    }
}
