//! Any old program as a player: threads, clocks and thinking ahead.

use std::time::{Duration, Instant};

use willow_board::{Clock, Color, Move, Outcome, Position, TimeControl};
use willow_classics::{Control, GameClock, Limits, Phase, Program, RootPosition, Tracer};

use crate::judgment::{self, MoveJudgment};
use crate::pondering::Ponder;
use crate::search_tree::{NoTree, PlayerTree, TreeLimits};
use crate::seeds::derive_seed;
use crate::thought::{Details, SearchInfo};
use crate::{Decision, GameSetup, MoveRequest, Player, PlayerError};

/// The plies without a clock and without a limit in the SPEC.
const DEFAULT_DEPTH: u32 = 6;

/// Why a search of one ply has no values of moves.
const ONE_PLY: &str = ": it looks only one ply ahead, and the values of `willow eval --static` are all \
                       that it sees";

/// When a program thinks in the opponent's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ThinkAhead {
    Never,
    /// In games with a clock, unless the SPEC limits the searches: then a move is the same each time.
    WithClock,
    Always,
}

/// Plays what an old program chooses.
pub struct ClassicPlayer<P> {
    name: String,
    /// The limits of the SPEC.
    limits: Limits,
    think_ahead: ThinkAhead,
    color: Color,
    /// The clock of the last request that had one.
    clock: Option<GameClock>,
    make: Box<dyn Fn() -> P + Send>,
    /// The program. It is made when it is first needed: one that is only described needs no memory.
    program: Ponder<P>,
}

impl<P: Program + 'static> ClassicPlayer<P> {
    /// Returns the player that asks the program which `make` makes, under the limits of a SPEC.
    pub(crate) fn new(
        name: String,
        limits: Limits,
        make: impl Fn() -> P + Send + 'static,
    ) -> ClassicPlayer<P> {
        ClassicPlayer {
            name,
            limits,
            think_ahead: ThinkAhead::Never,
            color: Color::Black,
            clock: None,
            make: Box::new(make),
            program: Ponder::Absent,
        }
    }

    /// Returns the same player, thinking in the opponent's time or not.
    pub(crate) fn thinking_ahead(mut self, when: ThinkAhead) -> ClassicPlayer<P> {
        self.think_ahead = when;
        self
    }

    /// Returns whether it thinks in the opponent's time in this game.
    fn thinks_ahead(&self) -> bool {
        match self.think_ahead {
            ThinkAhead::Never => false,
            ThinkAhead::WithClock => self.clock.is_some() && self.limits.is_unlimited(),
            ThinkAhead::Always => true,
        }
    }

    /// Stops thinking ahead and returns the program: a new one if a panic has lost it.
    fn recall(&mut self) -> P {
        self.program.take().unwrap_or_else(&self.make)
    }

    /// Returns the program, which does not think meanwhile.
    pub(crate) fn program(&mut self) -> &mut P {
        let program = self.recall();
        self.program.put(program)
    }

    /// Lets the program think about the opponent's move until it is recalled.
    fn ponder(&mut self, position: &Position, mv: Move) {
        let root = RootPosition::from(*position).reached_by(mv.square());
        let limits = Limits { clock: self.clock, ..self.limits };
        let program = self.recall();
        self.program.lend(program, move |program, stop| {
            let began = Instant::now();
            let (stop, now) = (|_| stop.is_raised(), |_| began.elapsed());
            program.ponder(&root, &limits, Control { stop: &stop, now: &now, ..Control::UNTIMED });
        });
    }

    /// Returns the limits for a move.
    pub(crate) fn limits_with(&self, clock: Option<GameClock>) -> Limits {
        Self::limited(Limits { clock, ..self.limits })
    }

    /// Returns the limits with a depth if there is none.
    fn limited(limits: Limits) -> Limits {
        if limits.is_unlimited() { Limits::depth(DEFAULT_DEPTH) } else { limits }
    }
}

/// Returns the clock of the side to move, if it has one.
fn game_clock(request: &MoveRequest<'_>) -> Option<GameClock> {
    let left = request.time_left()?;
    Some(GameClock { left, whole: main_time(request.clock.control(request.color())) })
}

/// Returns the main time that a player begins a game with.
fn main_time(control: TimeControl) -> Duration {
    let clock = Clock::new(control);
    clock.time_left(Color::Black, Duration::ZERO).map_or(Duration::MAX, |left| left.main)
}

impl<P: Program<Details: Into<Details>> + 'static> Player for ClassicPlayer<P> {
    fn name(&self) -> &str {
        &self.name
    }

    /// The program computes its tables before the clock runs.
    fn start_game(&mut self, setup: &GameSetup) -> Result<(), PlayerError> {
        self.color = setup.color;
        // The last game may have had another clock.
        self.clock = None;
        let program = self.program();
        program.set_seed(derive_seed(setup.seed, setup.color.index() as u64));
        program.start_game();
        Ok(())
    }

    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<Decision, PlayerError> {
        let began = Instant::now();
        let clock = game_clock(request);
        self.clock = clock.or(self.clock);
        let limits = self.limits_with(clock);
        let root = RootPosition::of_game(request.game);
        let (stop, now) = (|_| request.stop.is_raised(), |_| began.elapsed());
        let control = Control { stop: &stop, now: &now, ..Control::UNTIMED };
        let Some(choice) = self.program().choose(&root, &limits, control) else {
            return Err(PlayerError::no_move(&self.name));
        };
        let decision = Decision::from(Move::Place(choice.best));
        Ok(Decision { report: Some(SearchInfo::from(choice)), ..decision })
    }

    fn judge_moves(&mut self, request: &MoveRequest<'_>) -> Result<Vec<MoveJudgment>, PlayerError> {
        let Some(limits) = judgment::one_ply_less(self.limits_with(None)) else {
            let (player, reason) = (self.name.clone(), Some(ONE_PLY));
            return Err(PlayerError::NoValues { player, reason });
        };
        let stop = |_| request.stop.is_raised();
        let program = self.program();
        let moves = request.game.position().legal_moves().squares();
        let mut judgments: Vec<MoveJudgment> =
            moves.map(|mv| judgment::judge(program, request.game, mv, &limits, &stop)).collect();
        judgment::sort(&mut judgments);
        Ok(judgments)
    }

    /// The search is the one for a move, under the limits of the SPEC. It ends early when its tree is too large.
    fn search_tree(
        &mut self,
        request: &MoveRequest<'_>,
        limits: TreeLimits,
    ) -> Result<PlayerTree, PlayerError> {
        let began = Instant::now();
        let tracer = Tracer::new(limits.most_nodes);
        let depth = limits.depth.or(self.limits.depth);
        let limits = Self::limited(Limits { depth, ..self.limits });
        let stop = |_| tracer.is_full() || request.stop.is_raised();
        let now = |_| began.elapsed();
        let control = Control { stop: &stop, now: &now, tracer: Some(&tracer), ..Control::UNTIMED };
        let root = RootPosition::of_game(request.game);
        let thought = self.program().choose(&root, &limits, control).map(SearchInfo::from);
        let tree = match (tracer.into_tree(), thought) {
            (Err(too_large), _) => Err(too_large.into()),
            (Ok(_), None) => Err(NoTree::NoMove),
            (Ok(Some(tree)), Some(thought)) => Ok(PlayerTree { tree, thought }),
            (Ok(None), Some(thought)) => Err(match thought.phase() {
                Some(Phase::Book) => NoTree::Book,
                Some(Phase::OnlyMove | Phase::Corner) => NoTree::OneMove,
                _ => NoTree::Stopped,
            }),
        };
        tree.map_err(|reason| PlayerError::no_tree(&self.name, reason))
    }

    fn observe(&mut self, mv: Move, position: &Position) {
        let is_opponents = position.side_to_move() != self.color;
        if self.thinks_ahead() && is_opponents && !position.legal_moves().is_empty() {
            self.ponder(position, mv);
        } else {
            let _ = self.program();
        }
    }

    fn end_game(&mut self, _outcome: &Outcome) {
        let _ = self.program();
    }
}

#[cfg(test)]
mod tests {
    use willow_board::{Game, Square};
    use willow_classics::bill::Bill;

    use super::*;
    use crate::StopFlag;
    use crate::spec::options::Options;
    use crate::test_support::{after, build, decide, thought};

    fn bill(spec: &str) -> ClassicPlayer<Bill> {
        crate::classics::bill::player(Options(&spec.parse().unwrap())).unwrap()
    }

    /// Returns what a player thinks of all moves.
    fn judge(spec: &str, game: &Game) -> Vec<MoveJudgment> {
        let (clock, stop) = (Clock::new(TimeControl::Unlimited), StopFlag::new());
        let request = MoveRequest::new(game, &clock, Duration::ZERO, &stop);
        build(spec).unwrap().judge_moves(&request).unwrap()
    }

    /// The paper's BILL thinks in the opponent's time when a clock runs.
    #[test]
    fn bill_thinks_ahead_by_the_clock() {
        let thinks = |spec: &str, control: TimeControl| {
            let mut player = bill(spec);
            decide(&mut player, &Game::new(), control);
            player.observe(Move::Place(Square::F5), after("f5").position());
            matches!(player.program, Ponder::Away(..))
        };
        let minute = TimeControl::Game(Duration::from_mins(1));
        assert!(thinks("bill", minute));
        assert!(!thinks("bill", TimeControl::Unlimited), "there is no clock");
        assert!(!thinks("bill:depth=2", minute), "its searches are limited");
        assert!(!thinks("bill:think-ahead=off", minute));
        assert!(thinks("bill:depth=2,think-ahead=on", TimeControl::Unlimited));
    }

    /// A game without a clock after one with a clock has none.
    #[test]
    fn a_new_game_does_not_have_the_clock_of_the_last() {
        let mut player = bill("bill");
        decide(&mut player, &Game::new(), TimeControl::Game(Duration::from_mins(1)));
        assert!(player.thinks_ahead());
        let start = Position::START;
        player.start_game(&GameSetup { start, color: Color::Black, seed: 1 }).unwrap();
        assert!(!player.thinks_ahead());
    }

    #[test]
    fn the_best_judgment_of_a_full_search_is_its_root_value() {
        let game = after("f5 d6 c3 d3 c4 f4 f6");
        for spec in [
            "minimax:depth=4,eval=count-difference",
            "alpha-beta:depth=5,eval=count-difference",
            "alpha-beta-killer:depth=5,eval=count-difference",
        ] {
            let judgments = judge(spec, &game);
            assert_eq!(judgments[0].thought.value, thought(spec, &game).value, "{spec}");
            assert_eq!(judgments.len() as u32, game.position().legal_moves().count(), "{spec}");
        }
    }

    #[test]
    fn judgments_do_not_depend_on_the_moves_before() {
        let game = after("f5 d6 c3 d3 c4 f4 f6");
        for spec in ["mlia:depth=4", "bill:depth=5,book=off", "iago-1982:depth=4"] {
            let first = judge(spec, &game);
            assert_eq!(judge(spec, &game), first, "{spec}");
            let squares: Vec<Square> = game.position().legal_moves().squares().collect();
            assert!(squares.iter().all(|&mv| first.iter().any(|found| found.mv == mv)), "{spec}");
        }
    }
}
