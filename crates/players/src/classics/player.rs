//! Any old program as a player: threads, clocks and thinking ahead.

use std::time::{Duration, Instant};

use willow_board::{Clock, Color, Move, Outcome, Position, TimeControl};
use willow_classics::{Control, GameClock, Limits, MoveSource, Program, RootPosition, Tracer};

use crate::judgment::{self, MoveJudgment};
use crate::pondering::Ponder;
use crate::search_info::{Details, SearchInfo};
use crate::search_tree::{NoTree, PlayerTree, TreeLimits};
use crate::seeds::derive_seed;
use crate::{Decision, GameSetup, MoveRequest, Player, PlayerError};

/// The plies without a clock and without a limit in the SPEC.
const DEFAULT_DEPTH: u32 = 6;

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

    /// Returns the program alone.
    pub(crate) fn into_program(mut self) -> P {
        self.recall()
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

    /// Ponders on the opponent's move until the program is recalled.
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

    /// Returns the limits, with a default depth if they have none.
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
        let (limits, root) = (self.limits_with(None), RootPosition::of_game(request.game));
        let stop = |_| request.stop.is_raised();
        Ok(judgment::judge(self.program(), &root, &limits, &stop))
    }

    /// The search is the one for a move, under the limits of the SPEC. It ends early when its tree is too large.
    fn search_tree(
        &mut self,
        request: &MoveRequest<'_>,
        limits: TreeLimits,
    ) -> Result<PlayerTree, PlayerError> {
        let began = Instant::now();
        let tracer = Tracer::new(limits.max_nodes);
        let depth = limits.depth.or(self.limits.depth);
        let limits = Self::limited(Limits { depth, ..self.limits });
        let stop = |_| tracer.is_full() || request.stop.is_raised();
        let now = |_| began.elapsed();
        let control = Control { stop: &stop, now: &now, tracer: Some(&tracer), ..Control::UNTIMED };
        let root = RootPosition::of_game(request.game);
        let thought = self.program().choose(&root, &limits, control).map(SearchInfo::from);
        let tree = match (tracer.into_tree(), thought) {
            (Err(too_large), _) => Err(NoTree::TooLarge(too_large)),
            (Ok(_), None) => Err(NoTree::NoMove),
            (Ok(Some(tree)), Some(thought)) => Ok(PlayerTree { tree, thought }),
            (Ok(None), Some(thought)) => Err(match thought.phase() {
                Some(MoveSource::Book) => NoTree::Book,
                Some(MoveSource::OnlyMove | MoveSource::Corner) => NoTree::OneMove,
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
    use willow_classics::{Step, TreeUnit, TreeValue, ValueBound};

    use super::*;
    use crate::StopFlag;
    use crate::search_info::ThoughtValue;
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

    /// The programs, and those that differ from them in what they skip or leave out.
    const SPECS: [&str; 15] = [
        "maximizer:eval=weighted-squares",
        "minimax:depth=2,eval=iago",
        "minimax:depth=3,eval=weighted-squares,dialect=clojure",
        "alpha-beta:depth=3,eval=modified-weighted-squares",
        "alpha-beta-sorted:depth=3,eval=iago",
        "iago:depth=3",
        "iago-1982:depth=3",
        "iago-1982:depth=3,book=off,endgame=off",
        "searcher:depth=3,eval=iago,hash=on,aspiration=50,zero-window=on",
        "searcher:depth=3,eval=weighted-squares,plausible=4,endgame=6",
        "searcher:metareasoning=variance,endgame=8",
        "bill:depth=3",
        "bill:depth=2,book=off,zero-window=off",
        "mlia:depth=3",
        "mlia:depth=2,book=on",
    ];

    /// More of them, which only `--full` compares.
    const MORE_SPECS: [&str; 12] = [
        "maximizer:dialect=clojure",
        "alpha-beta-killer:depth=4,eval=mobility",
        "alpha-beta:depth=2,eval=count-difference,final=margin",
        "alpha-beta-sorted:depth=2,eval=iago-tuned",
        "iago-1982:nodes=500",
        "searcher:depth=3,book=bill,eval=mlia",
        "searcher:depth=3,metareasoning=variance,endgame=8",
        "bill:nodes=500",
        "bill:depth=3,version=bayesian,killers=off",
        "bill:depth=2,version=schoolchildren",
        "mlia:depth=3,corner=off,ordering=off",
        "mlia:nodes=300,hash=off",
    ];

    /// Metareasoning ends the search of six plies here, with eight empties.
    const SETTLED: &str = "XXXXXXXX-XOOOOXXOOXXXOOXXOOXXOOXXXXOXXXXXXXOOOXXXXXX-O-XO-XXXO-- X";

    /// Positions of random games, with books, forced moves, corners, passes and few empties among them.
    fn games() -> impl Iterator<Item = Game> {
        let n_games = if willow_testkit::is_full() { 250 } else { 12 };
        let settled = Game::from_position(willow_records::board_text::parse(SETTLED).unwrap());
        let random = (0..n_games).map(|number| {
            let mut random = build("random").unwrap();
            let (start, color) = (Position::START, Color::Black);
            random.start_game(&GameSetup { start, color, seed: number }).unwrap();
            let mut game = Game::new();
            while !game.is_over() && game.n_plies() < 7 * number as usize % 59 + 1 {
                let mv = crate::test_support::chosen_move(&mut *random, &game);
                game.play(mv).unwrap();
                if !game.is_over() && game.position().must_pass() {
                    game.play(Move::Pass).unwrap();
                }
            }
            game
        });
        std::iter::once(settled).chain(random)
    }

    /// The first row is the move that is played, with what the program found about it; what it says of the others
    /// agrees with the tree of its search.
    #[test]
    fn what_is_thought_of_a_move_is_what_the_program_computes() {
        let (mut n_unsearched, mut n_left_out, mut n_compared) = (0, 0, 0);
        let more = if willow_testkit::is_full() { &MORE_SPECS[..] } else { &[] };
        let specs = SPECS.into_iter().chain(more.iter().copied());
        for (game, spec) in games()
            .filter(|game| !game.is_over())
            .flat_map(|game| specs.clone().map(move |spec| (game.clone(), spec)))
        {
            let judgments = judge(spec, &game);
            let place = format!("{spec} at {}", game.position());
            let found = thought(spec, &game);
            let [first, others @ ..] = &judgments[..] else { panic!("{place}") };
            assert_eq!(Move::Place(first.mv), found.line[0], "{place}");
            assert!(first.is_played && others.iter().all(|other| !other.is_played), "{place}");
            assert_eq!(judgments.len() as u32, game.position().legal_moves().count(), "{place}");
            assert_eq!(first.info.details, found.details, "{place}");
            assert!(
                !spec.starts_with("mlia") || others.iter().all(|mv| mv.info.value.is_some()),
                "{place}: MLia values what it does not play"
            );
            n_left_out += judgments.iter().filter(|other| other.info.value.is_none()).count();
            if found.value.is_none() {
                n_unsearched += 1;
                continue;
            }
            assert_eq!(first.info, found, "{place}");
            n_compared += compare_with_tree(spec, &game, &judgments);
        }
        assert!(
            0 < n_unsearched && 0 < n_left_out && 300 < n_compared,
            "{n_unsearched} {n_left_out} {n_compared}"
        );
    }

    /// Compares judgments with the values below the root of the tree, and returns how many there are.
    fn compare_with_tree(spec: &str, game: &Game, judgments: &[MoveJudgment]) -> usize {
        let (clock, stop) = (Clock::new(TimeControl::Unlimited), StopFlag::new());
        let request = MoveRequest::new(game, &clock, Duration::ZERO, &stop);
        let limits = TreeLimits { depth: None, max_nodes: 200_000 };
        let Ok(found) = build(spec).unwrap().search_tree(&request, limits) else { return 0 };
        let (tree, phase) = (found.tree, found.thought.phase());
        let mut n_compared = 0;
        for node in &tree.root.children {
            let Step::Move(square) = node.step else { continue };
            let judgment = judgments.iter().find(|judgment| judgment.mv == square).unwrap();
            // Of a search for the winner, the tree counts discs within a narrow window.
            let Some(value) = judgment.info.value else { panic!("{spec}: {square}") };
            if phase == Some(MoveSource::Outcome) {
                continue;
            }
            let value = match (value, tree.scale.read(-node.value)) {
                (ThoughtValue::Outcome(sign), TreeValue::Win(_)) if sign > 0.0 => continue,
                (ThoughtValue::Outcome(sign), TreeValue::Loss(_)) if sign < 0.0 => continue,
                // MLia reports discs where it has seen the end of the game.
                (ThoughtValue::Discs(_), _)
                    if tree.scale.unit == TreeUnit::Units && judgment.info.is_exact =>
                {
                    continue;
                }
                (value, _) => (value.number() * f64::from(tree.scale.per_unit)).round() as i32,
            };
            n_compared += 1;
            let place = format!("{spec}: {square} at {}", game.position());
            match node.bound {
                ValueBound::Exact => assert_eq!(value, -node.value, "{place}"),
                ValueBound::AtLeast => assert!(value <= -node.value, "{place}"),
                ValueBound::AtMost => assert!(-node.value <= value, "{place}"),
            }
        }
        n_compared
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
