//! The interface of all old programs: [`Program::choose`] and what goes in and out.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use willow_board::{Bitboard, Board, Color, Game, Move, Position, Square, TimeLeft};

use crate::search_tree::{Trace, Tracer};

/// A historical program that chooses moves.
///
/// The caller owns threads and clocks: time comes in by [`Control::now`], and thinking ahead is a call that
/// [`Control::stop`] ends.
pub trait Program: Send {
    /// What only this program knows about its choice.
    type Details: Clone + fmt::Debug;

    /// Forgets everything about earlier games.
    fn start_game(&mut self);

    /// Sets the seed from which everything follows that the program leaves to chance, before a game. Most
    /// programs leave nothing to chance.
    fn set_seed(&mut self, seed: u64) {
        let _ = seed;
    }

    /// Chooses a move for the side to move. Returns `None` if it has no legal move.
    ///
    /// A search that reaches a limit or is stopped answers with the best move found before.
    fn choose(
        &mut self,
        root: &RootPosition,
        limits: &Limits,
        control: Control<'_>,
    ) -> Option<Choice<Self::Details>>;

    /// Ponders on the opponent's time until nothing is left to search or [`Control::stop`] ends it. The next choice
    /// makes use of what it finds.
    ///
    /// In `root` the opponent is to move and has a move; `limits` are those of the program's next
    /// move. Programs that do not ponder return at once.
    fn ponder(&mut self, root: &RootPosition, limits: &Limits, control: Control<'_>) {
        let _ = (root, limits, control);
    }
}

/// The position in which a program is to choose a move: the root of its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootPosition {
    /// The position itself.
    pub position: Position,
    /// The move before it, if that placed a disc.
    pub last: Option<Square>,
    /// The moves that the side to move has made before, passes not counted.
    pub own_moves: u32,
    /// The move that the program is asked about, if it is not to choose: it searches this one as it would search
    /// it among all, whatever its book or another rule says, and chooses it unless its search leaves it out.
    pub asked: Option<AskedMove>,
}

/// A move that a program is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskedMove<M = Square> {
    /// The only move to search.
    pub mv: M,
    /// How the program found its own move here: it searches this one in the same way.
    pub phase: MoveSource,
}

impl AskedMove {
    /// Returns whether a search to the end of the game of this kind is one that found the program's own move.
    pub(crate) fn is_solved_by(self, kind: MoveSource) -> bool {
        match self.phase {
            MoveSource::Normal => false,
            MoveSource::Outcome => kind == MoveSource::Outcome,
            _ => true,
        }
    }
}

impl RootPosition {
    /// Returns the root of a game's position.
    pub fn of_game(game: &Game) -> RootPosition {
        RootPosition {
            position: *game.position(),
            last: game.last_move().and_then(Move::square),
            own_moves: own_moves(game, game.position().side_to_move()),
            asked: None,
        }
    }

    /// Returns the same root, reached by this move if it placed a disc.
    #[must_use]
    pub const fn reached_by(self, last: Option<Square>) -> RootPosition {
        RootPosition { last, ..self }
    }

    /// Returns the same root, of which the program is asked about one move.
    #[must_use]
    pub const fn asking(self, asked: AskedMove) -> RootPosition {
        RootPosition { asked: Some(asked), ..self }
    }

    /// Returns the moves to search.
    pub(crate) fn moves(&self) -> Bitboard {
        let legal = self.board().legal_moves();
        self.asked.map_or(legal, |asked| legal & Bitboard::from(asked.mv))
    }

    /// Returns the board, seen by the side to move.
    pub fn board(&self) -> &Board {
        self.position.board()
    }
}

impl From<Position> for RootPosition {
    /// A position of whose game nothing else is known.
    fn from(position: Position) -> RootPosition {
        let own_moves = moves_before(position.board());
        RootPosition { position, last: None, own_moves, asked: None }
    }
}

/// Returns the moves that each side has made, estimated from the number of discs.
pub(crate) fn moves_before(board: &Board) -> u32 {
    // A board that was set up may have fewer discs than the game begins with.
    board.occupied().count().saturating_sub(4) / 2
}

/// Returns how many moves a colour has made, those before the game's start included.
fn own_moves(game: &Game, color: Color) -> u32 {
    let own = (0..game.n_plies()).filter(|&ply| {
        game.position_at(ply).is_some_and(|position| position.side_to_move() == color)
    });
    let placed = own.filter(|&ply| game.moves().nth(ply).is_some_and(|mv| mv != Move::Pass));
    moves_before(game.start().board()) + placed.count() as u32
}

/// How much a program may think about a move.
///
/// Several limits hold at the same time. Without any of them a program decides by itself, which may
/// take very long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The most plies to search. Programs that solve the end of the game go deeper there.
    pub depth: Option<u32>,
    /// The most positions to visit, as the program counts them.
    pub nodes: Option<u64>,
    /// The most time for this move.
    pub move_time: Option<Duration>,
    /// The game's clock, which each program shares out in its own way.
    pub clock: Option<GameClock>,
}

impl Limits {
    /// No limit.
    pub const NONE: Limits = Limits { depth: None, nodes: None, move_time: None, clock: None };

    /// Returns the limit of a search to a depth.
    pub const fn depth(plies: u32) -> Limits {
        Limits { depth: Some(plies), ..Limits::NONE }
    }

    /// Returns the limit of a search of some positions.
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::NONE }
    }

    /// Returns the limit of a search that may take this long.
    pub const fn move_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::NONE }
    }

    /// Returns whether nothing is limited.
    pub fn is_unlimited(&self) -> bool {
        *self == Limits::NONE
    }
}

/// A player's clock at the time of the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// At the time of the request.
    pub left: TimeLeft,
    /// The main time that the clock had at the beginning of the game.
    pub whole: Duration,
}

impl GameClock {
    /// Returns the clock of a game that has nothing but a main time.
    pub const fn main_time(left: Duration, whole: Duration) -> GameClock {
        let none = Duration::ZERO;
        let left = TimeLeft { main: left, increment: none, byoyomi: none, extension: none };
        GameClock { left, whole }
    }
}

/// What connects a thinking program to its caller.
///
/// The functions get the number of nodes searched since the call, for clocks that advance with the work.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Returns whether to stop and answer.
    pub stop: &'a dyn Fn(u64) -> bool,
    /// Returns the time since the call.
    pub now: &'a dyn Fn(u64) -> Duration,
    /// Is called after each complete depth by the programs that search by iterative deepening.
    pub on_depth: &'a dyn Fn(&DepthReport),
    /// Records the tree that the search visits, if somebody wants to see it.
    pub tracer: Option<&'a Tracer<Square>>,
}

impl Control<'static> {
    /// Never stops, and its clock stands still.
    pub const UNTIMED: Control<'static> =
        Control { stop: &|_| false, now: &|_| Duration::ZERO, on_depth: &|_| (), tracer: None };
}

impl<'a> Control<'a> {
    /// Returns what a search tells about its tree.
    pub(crate) const fn trace(&self) -> Trace<'a, Square> {
        Trace::new(self.tracer)
    }
}

impl fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control").finish_non_exhaustive()
    }
}

/// What a program has found when a depth is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthReport {
    /// The best move.
    pub best: Square,
    /// Its value for the mover.
    pub value: MoveValue,
    /// Plies of the deepest complete search.
    pub depth: u32,
    /// The positions visited so far.
    pub nodes: u64,
}

/// The value of a move for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveValue {
    /// In units of the program's evaluation, or in parts of such a unit.
    Units {
        /// The number of parts.
        number: i32,
        /// How many parts a unit has.
        per_unit: i32,
    },
    /// The sign of the final score: 1 for a win, 0 for a draw, -1 for a loss.
    Outcome(i32),
    /// The final score in discs, or the difference in discs that an evaluation of that kind expects.
    Discs(i32),
    /// The final score is at least this, in discs.
    AtLeastDiscs(i32),
}

impl MoveValue {
    pub(crate) const fn whole_units(number: i32) -> MoveValue {
        MoveValue::Units { number, per_unit: 1 }
    }

    /// Returns the number in whole units, whatever they are.
    pub fn in_units(self) -> f64 {
        let per_unit = if let MoveValue::Units { per_unit, .. } = self { per_unit } else { 1 };
        f64::from(self.number()) / f64::from(per_unit)
    }

    /// Returns the number, whatever it counts.
    pub const fn number(self) -> i32 {
        match self {
            MoveValue::Units { number, .. }
            | MoveValue::Outcome(number)
            | MoveValue::Discs(number)
            | MoveValue::AtLeastDiscs(number) => number,
        }
    }

    /// Returns the score in discs, if it is one and not only a bound.
    pub const fn discs(self) -> Option<i32> {
        match self {
            MoveValue::Discs(discs) => Some(discs),
            MoveValue::Units { .. } | MoveValue::Outcome(_) | MoveValue::AtLeastDiscs(_) => None,
        }
    }
}

/// How a program found its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveSource {
    /// Looked up, without a search.
    Book,
    /// It is the only legal one.
    OnlyMove,
    /// It is the only corner that can be taken, which needs no search.
    Corner,
    /// A search among the corners that can be taken.
    Corners,
    /// A search of some plies among all moves.
    #[serde(rename = "search")]
    Normal,
    /// A search to the end of the game for the winner.
    Outcome,
    /// A search to the end of the game for the final score.
    Exact,
}

/// A move that a program has chosen, and what it found.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<D> {
    /// The chosen square.
    pub best: Square,
    /// Its value for the mover; `None` if it was not searched, or the search was stopped too early.
    pub value: Option<MoveValue>,
    /// Whether the value is the result of the game: all lines were seen to their ends.
    pub is_exact: bool,
    /// The plies that were searched completely; 0 for a move from a book. In an endgame search it is
    /// the number of empties.
    pub depth: u32,
    /// The positions that the program visited, as it counts them: in PAIP the boards that moves made,
    /// elsewhere the positions entered after a move or a pass.
    pub nodes: u64,
    /// How often a position was evaluated; BILL counts finished games too.
    pub evaluations: u64,
    /// The expected moves, as far as they are known, the chosen one first.
    pub line: Vec<Move>,
    /// What only this program knows.
    pub details: D,
}

impl<D> Choice<D> {
    /// Returns the choice of a move without a search.
    pub(crate) fn unsearched(best: Square, details: D) -> Choice<D> {
        Choice {
            best,
            value: None,
            is_exact: false,
            depth: 0,
            nodes: 0,
            evaluations: 0,
            line: vec![Move::Place(best)],
            details,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_moves_count_discs_before_the_start_and_no_passes() {
        let mut game = Game::new();
        for square in [Square::F5, Square::D6, Square::C3] {
            game.play(Move::Place(square)).unwrap();
        }
        let root = RootPosition::of_game(&game);
        assert_eq!((root.last, root.own_moves), (Some(Square::C3), 1));
        assert_eq!(own_moves(&game, Color::Black), 2);
        let later = Game::from_position(*game.position());
        assert_eq!(RootPosition::of_game(&later).own_moves, 1);
        assert_eq!(RootPosition::from(*game.position()).own_moves, 1);
        assert_eq!(RootPosition::from(*game.position()).last, None);
    }

    #[test]
    fn only_known_scores_are_discs() {
        assert_eq!(MoveValue::Discs(4).discs(), Some(4));
        assert_eq!(MoveValue::AtLeastDiscs(4).discs(), None);
        assert_eq!((MoveValue::whole_units(-7).number(), MoveValue::Outcome(1).number()), (-7, 1));
        assert!(Limits::default().is_unlimited() && !Limits::depth(1).is_unlimited());
    }
}
