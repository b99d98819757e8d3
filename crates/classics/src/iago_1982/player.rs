//! IAGO at the board: the book, iterative deepening within an estimate, and the endgame.

use std::time::Duration;

use willow_board::{Position, Square};

use super::book;
use super::endgame::{EXACT_BEYOND, OUTCOME, OUTCOME_BEYOND, SHARE_OF_END, exact_window, solve};
use super::kept_tree::KeptNode;
use super::killers::ResponseKillers;
use super::search::{INFINITY, Place, Walk};
use super::timing::another_level_fits;
use super::{Iago1982Evaluation, Iago1982Time, Iago1982Weights};

/// The program, with all that it keeps from move to move of a game.
#[derive(Clone, Debug)]
pub struct Iago1982 {
    options: Iago1982Options,
    killers: ResponseKillers,
    tree: Option<KeptNode>,
    /// The plies that the last normal search completed.
    last_level: u32,
}

/// The parts of IAGO that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iago1982Options {
    /// Whether it plays from its opening book.
    pub has_book: bool,
    /// Whether it solves the end of the game.
    pub solves: bool,
    /// The coefficients of its evaluation.
    pub weights: Iago1982Weights,
}

impl Default for Iago1982Options {
    fn default() -> Iago1982Options {
        Iago1982Options { has_book: true, solves: true, weights: Iago1982Weights::Published }
    }
}

/// How much IAGO may think about a move. Without any limit it searches as deep as it did in tournaments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Iago1982Limits {
    /// The most plies of the normal search.
    pub depth: Option<u32>,
    /// The most positions to visit.
    pub nodes: Option<u64>,
    /// The time.
    pub time: Option<Iago1982Time>,
}

/// What connects a thinking IAGO to the world outside.
#[derive(Clone, Copy)]
pub struct Iago1982Control<'a> {
    /// Tells whether to answer at once.
    pub stop: &'a dyn Fn() -> bool,
    /// Tells the time since the turn began.
    pub now: &'a dyn Fn() -> Duration,
}

/// What IAGO did to find a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Iago1982Phase {
    /// It is in the book.
    Book,
    /// It is the only legal one.
    OnlyMove,
    /// A search of some plies.
    Normal,
    /// A search for the winner.
    Outcome,
    /// A search for the final score.
    Exact,
}

/// A move of IAGO's and what it thought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iago1982Move {
    /// The move.
    pub square: Square,
    /// How it was found.
    pub phase: Iago1982Phase,
    /// Its value for the mover: discs of an exact search, -1 to 1 of one for the outcome, units of the
    /// evaluation otherwise.
    pub value: i32,
    /// The plies that were searched completely; in the endgame the number of empty squares.
    pub level: u32,
    /// The positions that the search entered after a move or a pass.
    pub nodes: u64,
}

/// The plies without any limit: what the report on BILL gives for tournaments (6.3, table I-1).
const DEFAULT_DEPTH: u32 = 6;

impl Iago1982 {
    /// Returns the program before its first game.
    #[must_use]
    pub fn new(options: Iago1982Options) -> Iago1982 {
        Iago1982 { options, killers: ResponseKillers::new(), tree: None, last_level: 0 }
    }

    /// Forgets everything about earlier games.
    pub fn start_game(&mut self) {
        *self = Iago1982::new(self.options);
    }

    /// Chooses a move in a position; `last` is the opponent's last move, if it placed a disc. Returns `None`
    /// if there is no move.
    pub fn choose(
        &mut self,
        position: &Position,
        last: Option<Square>,
        limits: &Iago1982Limits,
        control: Iago1982Control<'_>,
    ) -> Option<Iago1982Move> {
        let board = position.board();
        let first = board.legal_moves().first()?;
        let at_once = |square, phase| Iago1982Move { square, phase, value: 0, level: 0, nodes: 0 };
        if self.options.has_book
            && let Some(square) = book::reply(board)
        {
            return Some(at_once(square, Iago1982Phase::Book));
        }
        if board.legal_moves().count() == 1 {
            return Some(at_once(first, Iago1982Phase::OnlyMove));
        }
        let mut turn =
            Turn { position, last, limits, control, weights: self.options.weights, nodes: 0 };
        let solved = if self.options.solves { self.solve(&mut turn) } else { None };
        match solved {
            // When every move loses, the normal search finds the one that is hardest to answer.
            Some(solved) if 0 <= solved.value || solved.phase == Iago1982Phase::Exact => {
                Some(solved)
            }
            _ => Some(self.deepen(&mut turn)),
        }
    }

    /// Searches to the end of the game if it is near enough and time suffices.
    fn solve(&mut self, turn: &mut Turn<'_>) -> Option<Iago1982Move> {
        let board = turn.position.board();
        let plies = turn.limits.depth().map_or(self.last_level, |depth| depth.max(self.last_level));
        let n_empties = board.n_empties();
        if plies + OUTCOME_BEYOND < n_empties {
            return None;
        }
        let mut walk = turn.walk(&mut self.killers, SHARE_OF_END);
        let color = turn.position.side_to_move();
        let solved = solve(&mut walk, board, color, turn.last, OUTCOME).map(|outcome| {
            let winner = outcome.discs.signum();
            let exact = if n_empties <= plies + EXACT_BEYOND {
                solve(&mut walk, board, color, turn.last, exact_window(winner)).ok()
            } else {
                None
            };
            let (phase, square, value) = match exact {
                Some(exact) => (Iago1982Phase::Exact, exact.square, exact.discs),
                None => (Iago1982Phase::Outcome, outcome.square, winner),
            };
            Iago1982Move { square, phase, value, level: n_empties, nodes: walk.nodes }
        });
        turn.nodes = walk.nodes;
        solved.ok()
    }

    /// Searches deeper and deeper, as long as another level is expected to fit.
    fn deepen(&mut self, turn: &mut Turn<'_>) -> Iago1982Move {
        let board = turn.position.board();
        let mut tree = self.take_tree(turn);
        let mut walk = turn.walk(&mut self.killers, 1.0);
        let mut found = Iago1982Move {
            square: tree.moves[0].square,
            phase: Iago1982Phase::Normal,
            value: 0,
            level: 0,
            nodes: walk.nodes,
        };
        // No game has more plies than a move for every empty square and a pass for every move.
        let deepest = turn.limits.depth().unwrap_or(u32::MAX).min(2 * board.n_empties());
        for depth in 1..=deepest {
            let before = turn.used(&walk);
            walk.saw_horizon = false;
            let color = turn.position.side_to_move();
            let place = Place { color, last: turn.last, ply: 0, depth };
            let Ok(value) = walk.kept(&mut tree, place, -INFINITY, INFINITY) else { break };
            found = Iago1982Move { square: tree.moves[0].square, value, level: depth, ..found };
            let used = turn.used(&walk);
            let took = [used[0] - before[0], used[1] - before[1]];
            if !walk.saw_horizon || !turn.another_level_fits(used, took) {
                break;
            }
        }
        found.nodes = walk.nodes;
        self.last_level = found.level;
        self.tree = Some(tree);
        found
    }

    /// Returns the kept plies below the position on the board.
    fn take_tree(&mut self, turn: &Turn<'_>) -> KeptNode {
        let (board, color) = (turn.position.board(), turn.position.side_to_move());
        let kept = self.tree.take().and_then(|tree| tree.below(board));
        kept.unwrap_or_else(|| KeptNode::new(board, color, turn.last, &self.killers))
    }
}

impl Iago1982Limits {
    /// Returns the most plies to search, if there is such a limit.
    fn depth(&self) -> Option<u32> {
        let is_unlimited = *self == Iago1982Limits::default();
        if is_unlimited { Some(DEFAULT_DEPTH) } else { self.depth }
    }
}

/// A move to be found.
struct Turn<'a> {
    position: &'a Position,
    last: Option<Square>,
    limits: &'a Iago1982Limits,
    control: Iago1982Control<'a>,
    weights: Iago1982Weights,
    /// The nodes that were used before.
    nodes: u64,
}

impl<'a> Turn<'a> {
    /// Returns a search that may use so much of what there is.
    fn walk<'b>(&self, killers: &'b mut ResponseKillers, part: f64) -> Walk<'b>
    where
        'a: 'b,
    {
        let nodes = self.limits.nodes.map_or(u64::MAX, |nodes| (nodes as f64 * part) as u64);
        Walk {
            evaluation: Iago1982Evaluation {
                weights: self.weights,
                ..Iago1982Evaluation::of_root(self.position.board())
            },
            killers,
            control: self.control,
            nodes: self.nodes,
            most_nodes: nodes,
            last_moment: self.limits.time.map(|time| time.last_moment.mul_f64(part)),
            saw_horizon: false,
        }
    }

    /// Returns the seconds and nodes that are used.
    fn used(&self, walk: &Walk<'_>) -> [f64; 2] {
        [(self.control.now)().as_secs_f64(), walk.nodes as f64]
    }

    fn another_level_fits(&self, used: [f64; 2], last_level: [f64; 2]) -> bool {
        let seconds = self.limits.time.map(|time| time.share.as_secs_f64());
        let nodes = self.limits.nodes.map(|nodes| nodes as f64);
        let fits = |index: usize, share: Option<f64>| {
            share.is_none_or(|share| another_level_fits(used[index], last_level[index], share))
        };
        fits(0, seconds) && fits(1, nodes)
    }
}
