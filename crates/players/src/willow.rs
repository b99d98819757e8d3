//! Our engine as a player.

mod book_play;
mod weak_play;
mod weights_files;

use std::path::Path;
use std::time::{Duration, Instant};

use crate::protocols::SearchEffort;
use willow_board::{Board, Color, Game, Move, Outcome, Position, Square};
use willow_engine::{
    Accuracy, Engine, EngineOptions, Level, MoveScore, OutOfMemoryError, ScoredMoves,
    SearchControl, SearchLimits, SearchResult, Weakening,
};
use willow_eval::patterns::PatternEvaluator;

use crate::judgment::{self, MoveJudgment};
use crate::pondering::Ponder;
use crate::search_info::{Details, SearchInfo, ThoughtValue, WillowDetails};
use crate::seeds::{PlayerSeed, SeededRng};
use crate::spec::error::SpecError;
use crate::spec::key::PlayerKey;
use crate::spec::options::{Options, invalid};
use crate::spec::quantity::{HASH_SIZE_TEXT, parse_hash_size};
use crate::{BuildContext, Decision, GameSetup, MoveRequest, Player, PlayerError};
use book_play::BookPlay;

/// Maximum number of search threads in a SPEC.
const MAX_THREADS: u64 = 1024;

/// Plays the moves that our engine finds.
pub struct WillowPlayer {
    name: String,
    effort: SearchEffort,
    /// The engine, or the thread that ponders with it. Absent only within a call.
    engine: Ponder<Engine<'static>>,
    ponders: bool,
    /// The colour of the player in this game.
    color: Option<Color>,
    /// The options of the engine, to make a new one if the pondering thread panicked.
    options: EngineOptions,
    evaluation: EvaluationKind,
    /// How it is weakened.
    weakening: Option<Weakening>,
    book: Option<BookPlay>,
    /// The seed of its errors, or of its choices from the book.
    seed: PlayerSeed,
}

/// The evaluation of the engine.
#[derive(Clone, Copy)]
enum EvaluationKind {
    Learned(&'static PatternEvaluator),
    HandMade,
}

impl EvaluationKind {
    fn engine(self, options: EngineOptions) -> Result<Engine<'static>, OutOfMemoryError> {
        match self {
            EvaluationKind::Learned(evaluator) => Engine::new(evaluator, options),
            EvaluationKind::HandMade => Engine::hand_made(options),
        }
    }
}

impl WillowPlayer {
    /// The keys of the SPEC.
    pub(crate) const KEYS: &'static [PlayerKey] = &[
        PlayerKey::new(
            "level",
            "1..60",
            "a level of `willow help levels`; excludes depth, nodes and time",
            "plans with the game's clock; without one level 5",
        ),
        PlayerKey {
            meaning: "the most plies to search, and the empties from which the game is solved",
            ..PlayerKey::DEPTH
        },
        PlayerKey::NODES,
        PlayerKey::TIME,
        PlayerKey::new("threads", "1..1024", "search threads", "1"),
        PlayerKey::new("hash", "SIZE such as 64M or 1G", "the size of the hash table", "64M"),
        PlayerKey::new("eval", "learned, hand-made", "the evaluation", "learned"),
        PlayerKey::new(
            "weights",
            "FILE",
            "the weights of the learned evaluation, as `willow lab train` writes them; excludes eval",
            "the embedded weights",
        ),
        PlayerKey::new(
            "weaken",
            "0.1..6.5",
            "plays deliberately weaker: loses this many discs per move on average, against its own search; excludes nodes, time and think-ahead",
            "plays the best move",
        ),
        PlayerKey {
            meaning: "the seed of its errors, with weaken, or of its choices, with book",
            ..PlayerKey::SEED
        },
        BookPlay::KEYS[0],
        BookPlay::KEYS[1],
        BookPlay::KEYS[2],
        PlayerKey::switch(
            "think-ahead",
            "thinking on the opponent's time, on threads of its own",
            "off",
        ),
    ];

    /// Returns the player that the SPEC describes.
    pub(crate) fn from_options(
        options: Options<'_>,
        context: &BuildContext,
    ) -> Result<WillowPlayer, SpecError> {
        for limit in ["depth", "nodes", "time"] {
            options.at_most_one(&["level", limit])?;
        }
        let weakening = weak_play::weakening(options)?;
        let book = BookPlay::from_options(options)?;
        let seed = PlayerSeed::from_options(options, context)?;
        let name = if weakening.is_none() && book.is_none() {
            options.refuse("seed", "weaken or book")?;
            options.0.to_string()
        } else {
            seed.name(options)
        };
        let (engine_options, evaluation) = (engine_options(options)?, evaluation(options)?);
        let engine =
            evaluation.engine(engine_options).map_err(|error| out_of_memory(options, error))?;
        Ok(WillowPlayer {
            name,
            effort: effort(options)?,
            engine: Ponder::Here(engine),
            ponders: options.switch("think-ahead")?.unwrap_or(false),
            color: None,
            options: engine_options,
            evaluation,
            weakening,
            book,
            seed,
        })
    }

    /// Stops pondering and takes the engine. If a panic of the pondering thread has lost it, makes a
    /// new one.
    fn take_engine(&mut self) -> Result<Engine<'static>, PlayerError> {
        let engine = self.engine.take().map_or_else(|| self.evaluation.engine(self.options), Ok);
        engine.map_err(|error| PlayerError::failed(&self.name, &error))
    }
}

fn engine_options(options: Options<'_>) -> Result<EngineOptions, SpecError> {
    let defaults = EngineOptions::default();
    let threads = options.number("threads", 1..=MAX_THREADS)?;
    let hash_bytes = options.read("hash", HASH_SIZE_TEXT, parse_hash_size)?;
    Ok(EngineOptions {
        threads: threads.map_or(defaults.threads, |threads| threads as usize),
        hash_bytes: hash_bytes.unwrap_or(defaults.hash_bytes),
    })
}

/// Returns the error of a SPEC whose engine needs more memory than there is.
fn out_of_memory(options: Options<'_>, error: OutOfMemoryError) -> SpecError {
    match options.0.option("hash") {
        Some(option) => invalid(option, "a size that fits in memory"),
        None => SpecError::OutOfMemory(error),
    }
}

fn effort(options: Options<'_>) -> Result<SearchEffort, SpecError> {
    if let Some(level) = options.number("level", 1..=60)? {
        return Ok(SearchEffort::Limits(level_limits(level as u32)));
    }
    let depth = options.number("depth", 1..=SearchLimits::MAX_DEPTH.into())?;
    let nodes = options.count("nodes")?;
    let time = options.move_time("time")?;
    let limits = SearchLimits {
        nodes,
        ..SearchLimits::depth(depth.map_or(SearchLimits::MAX_DEPTH, |depth| depth as u32))
    };
    Ok(match time {
        Some(time) => SearchEffort::MoveTime(limits, time),
        None if depth.is_none() && nodes.is_none() => SearchEffort::Clock,
        None => SearchEffort::Limits(limits),
    })
}

fn evaluation(options: Options<'_>) -> Result<EvaluationKind, SpecError> {
    options.at_most_one(&["eval", "weights"])?;
    if let Some(option) = options.0.option("weights") {
        let evaluator = weights_files::evaluator(Path::new(option.value()))
            .map_err(|error| invalid(option, &format!("a file of weights ({error})")))?;
        return Ok(EvaluationKind::Learned(evaluator));
    }
    let kinds = [("learned", false), ("hand-made", true)];
    Ok(match options.choice("eval", &kinds)? {
        Some(true) => EvaluationKind::HandMade,
        _ => EvaluationKind::Learned(willow_eval::weights::evaluator()),
    })
}

fn level_limits(number: u32) -> SearchLimits {
    SearchLimits::level(Level::new(number).expect("the number was checked to be a level"))
}

impl Player for WillowPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn start_game(&mut self, setup: &GameSetup) -> Result<(), PlayerError> {
        self.seed.start_game(setup);
        let engine = self.take_engine()?;
        self.engine.put(engine).clear();
        self.color = Some(setup.color);
        Ok(())
    }

    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<Decision, PlayerError> {
        let began = Instant::now();
        let mut control = SearchControl {
            stop: request.stop,
            now: &|| began.elapsed(),
            on_progress: &mut |result| request.report_progress(&thought_of(result)),
        };
        let board = request.game.position().board();
        let random = self.seed.at(request.game.n_plies());
        if let Some(book) = &self.book {
            let chosen = book.choose(board, random);
            let chosen = chosen.map_err(|error| PlayerError::failed(&self.name, &error))?;
            if let Some(decision) = chosen {
                return Ok(decision);
            }
        }
        let limits = self.effort.limits(request.time_left());
        let engine = self.take_engine()?;
        let engine = self.engine.put(engine);
        if let Some(weakening) = self.weakening.filter(|_| !board.legal_moves().is_empty()) {
            let limits = weak_play::limits(limits);
            let ScoredMoves { moves, nodes, .. } =
                engine.score_all_moves(board, &limits, &mut control);
            let random = SeededRng::new(random).unit();
            let chosen = weak_play::choose(weakening, &moves, board, random);
            let chosen = chosen.ok_or_else(|| PlayerError::no_move(&self.name))?;
            let thought = weakened_thought(chosen, &moves, nodes, &limits, board);
            return Ok(Decision {
                report: Some(thought),
                ..Decision::from(Move::from(chosen.square))
            });
        }
        let result = engine.search(board, &limits, &mut control);
        let mv = result.best.ok_or_else(|| PlayerError::no_move(&self.name))?;
        Ok(Decision { report: Some(thought_of(&result)), ..Decision::from(mv) })
    }

    /// Searches each move by itself. A weakened engine reports its true values, without its errors.
    fn judge_moves(&mut self, request: &MoveRequest<'_>) -> Result<Vec<MoveJudgment>, PlayerError> {
        let began = Instant::now();
        let mut control = SearchControl {
            stop: request.stop,
            now: &|| began.elapsed(),
            on_progress: &mut |_| (),
        };
        let limits = self.effort.limits(request.time_left());
        let engine = self.take_engine()?;
        let engine = self.engine.put(engine);
        let game = request.game;
        let moves = game.position().legal_moves().squares();
        let mut judgments: Vec<MoveJudgment> =
            moves.map(|mv| judge(engine, game, mv, &limits, &mut control)).collect();
        judgment::sort(&mut judgments);
        Ok(judgments)
    }

    /// Ponders while the opponent is to move: searches the opponent's position without a limit.
    /// After any reply the hash table has entries for the position that follows.
    fn observe(&mut self, _mv: Move, position: &Position) {
        let is_opponent_to_move = self.color.is_some_and(|color| color != position.side_to_move());
        if !self.ponders || !is_opponent_to_move || position.legal_moves().is_empty() {
            return;
        }
        // Without memory for a new engine the next move fails, and says why.
        let (Ok(engine), board) = (self.take_engine(), *position.board()) else { return };
        self.engine.lend(engine, move |engine, stop| {
            let deepest = SearchLimits::depth(SearchLimits::MAX_DEPTH);
            let now = || Duration::ZERO;
            let mut control = SearchControl { stop, now: &now, on_progress: &mut |_| () };
            engine.search(&board, &deepest, &mut control);
        });
    }

    fn end_game(&mut self, _outcome: &Outcome) {
        if let Some(engine) = self.engine.take() {
            self.engine.put(engine);
        }
    }
}

/// Searches a move to the depth of a search of its position, with an empty hash table.
fn judge(
    engine: &mut Engine<'_>,
    game: &Game,
    mv: Square,
    limits: &SearchLimits,
    control: &mut SearchControl<'_>,
) -> MoveJudgment {
    let board = game.position().board();
    let after = board.after(mv, board.flips(mv));
    engine.clear();
    let result = engine.search(&after, &limits.after_each_of(1), control);
    let thought = thought_of(&result);
    let line = [Move::from(mv)].into_iter().chain(thought.line).collect();
    // Subtracted, because a negated 0 would be -0.
    let value = Some(ThoughtValue::Discs(0.0 - result.score.discs()));
    MoveJudgment {
        mv,
        info: SearchInfo { value, depth: Some(result.depth + 1), line, ..thought },
        is_played: false,
    }
}

fn thought_of(result: &SearchResult) -> SearchInfo {
    SearchInfo {
        value: Some(ThoughtValue::Discs(result.score.discs())),
        is_exact: result.accuracy == Accuracy::Exact,
        depth: Some(result.depth),
        nodes: Some(result.nodes),
        evaluations: None,
        line: result.pv.clone(),
        details: Some(Details::Willow(WillowDetails {
            selectivity: result.selectivity.percent(),
            gives_away: None,
        })),
    }
}

/// Returns what is known of a move that was chosen among all moves by its score.
fn weakened_thought(
    chosen: MoveScore,
    moves: &[MoveScore],
    nodes: u64,
    limits: &SearchLimits,
    board: &Board,
) -> SearchInfo {
    let is_exact = board.n_empties() <= limits.exact_from;
    let best = moves.iter().map(|mv| mv.score).max().unwrap_or(chosen.score);
    SearchInfo {
        value: Some(ThoughtValue::Discs(chosen.score.discs())),
        is_exact,
        depth: Some(if is_exact { board.n_empties() } else { limits.depth }),
        nodes: Some(nodes),
        evaluations: None,
        line: vec![chosen.square.into()],
        details: Some(Details::Willow(WillowDetails {
            selectivity: if is_exact { 100 } else { limits.selectivity.percent() },
            gives_away: Some(best.discs() - chosen.score.discs()),
        })),
    }
}

#[cfg(test)]
mod tests {
    use willow_board::{Game, TimeControl, TimeLeft};

    use super::*;
    use crate::test_support::{chosen_move, decide, thought};

    fn player(text: &str) -> Result<WillowPlayer, SpecError> {
        WillowPlayer::from_options(Options(&text.parse().unwrap()), &BuildContext::new(3))
    }

    fn limits(text: &str, left: Option<TimeLeft>) -> SearchLimits {
        player(text).unwrap().effort.limits(left)
    }

    fn main_time(seconds: u64) -> TimeLeft {
        let none = Duration::ZERO;
        let main = Duration::from_secs(seconds);
        TimeLeft { main, increment: none, byoyomi: none, extension: none }
    }

    #[test]
    fn keys_become_search_limits() {
        assert_eq!(limits("willow", None), level_limits(5));
        assert_eq!(limits("willow:level=12", None), level_limits(12));
        assert_eq!(limits("willow:depth=8", None), SearchLimits::depth(8));
        assert_eq!(limits("willow:nodes=200k", None), SearchLimits::nodes(200_000));
        let second = SearchLimits::move_time(Duration::from_secs(1));
        assert_eq!(limits("willow:time=1s", None), second);
        let both = SearchLimits { nodes: Some(5000), time: second.time, ..SearchLimits::depth(6) };
        assert_eq!(limits("willow:time=1s,depth=6,nodes=5k", None), both);
    }

    #[test]
    fn no_search_is_longer_than_the_clock_allows() {
        let left = main_time(60);
        assert_eq!(limits("willow", Some(left)), SearchLimits::time(left));
        assert_eq!(limits("willow:level=5", Some(left)).time, Some(left));
        assert_eq!(limits("willow:level=5", Some(left)).depth, level_limits(5).depth);
        let second = SearchLimits::move_time(Duration::from_secs(1)).time;
        assert_eq!(limits("willow:time=1s", Some(left)).time, second);
        assert_eq!(limits("willow:time=1s", Some(main_time(1))).time, Some(main_time(1)));
    }

    #[test]
    fn engine_options_are_read_or_have_defaults() {
        let options_of = |text: &str| player(text).unwrap().take_engine().unwrap().options();
        assert_eq!(options_of("willow"), EngineOptions::default());
        assert_eq!(options_of("willow:eval=hand-made"), EngineOptions::default());
        let options = options_of("willow:threads=3,hash=1M");
        assert_eq!(options, EngineOptions { threads: 3, hash_bytes: 1 << 20 });
    }

    #[test]
    fn missing_memory_is_an_error_of_the_spec() {
        let options = EngineOptions { threads: 2, hash_bytes: 1 << 50 };
        assert!(EvaluationKind::HandMade.engine(options).is_err());
        let error = OutOfMemoryError { options };
        let error_of = |text: &str| out_of_memory(Options(&text.parse().unwrap()), error);
        assert_eq!(
            error_of("willow:threads=2,hash=1024G").to_string(),
            "`hash=1024G`: expected a size that fits in memory"
        );
        assert_eq!(
            error_of("willow:threads=2").to_string(),
            "not enough memory for a hash table of 1073741824 MiB"
        );
        assert!(error_of("willow:threads=2").hint().is_some());
    }

    #[test]
    fn invalid_values_are_rejected() {
        let conflict = SpecError::Conflict { first: "depth".into(), second: "level".into() };
        let error = player("willow:depth=4,level=3").err().unwrap();
        assert_eq!(error, conflict);
        for text in [
            "level=0",
            "level=61",
            "depth=0",
            "depth=61",
            "nodes=0",
            "time=5:00",
            "time=1",
            "threads=0",
            "hash=1K",
            "hash=2000G",
            "eval=guess",
            "level=5,time=1s",
            "level=5,nodes=1k",
            "level=5,weaken=0",
            "level=5,weaken=7",
            "level=5,weaken=a lot",
            "weaken=1,time=1s",
            "weaken=1,nodes=1k",
            "weaken=1,think-ahead=on",
            "level=5,seed=1",
        ] {
            assert!(player(&format!("willow:{text}")).is_err(), "{text}");
        }
    }

    /// Returns the moves of Black against the best ones of White, from a game with this seed.
    fn moves_of_black(spec: &str, seed: u64) -> Vec<Move> {
        let [mut black, mut white] = [spec, "willow:level=1,hash=1M"].map(|it| player(it).unwrap());
        let (mut game, mut moves) = (Game::new(), Vec::new());
        while !game.is_over() {
            let color = game.position().side_to_move();
            let mover = if color == Color::Black { &mut black } else { &mut white };
            // A server builds a player for each move.
            mover.start_game(&GameSetup { start: *game.start(), color, seed }).unwrap();
            let mv = chosen_move(mover, &game);
            game.play(mv).unwrap();
            if color == Color::Black {
                moves.push(mv);
            }
        }
        moves
    }

    #[test]
    fn errors_follow_from_the_seeds_of_the_player_and_of_the_game() {
        let spec = "willow:level=1,hash=1M,weaken=5,seed=7";
        let moves = moves_of_black(spec, 1);
        assert_eq!(moves_of_black(spec, 1), moves);
        assert_ne!(moves_of_black(spec, 2), moves, "another game");
        assert_ne!(moves_of_black(&spec.replace("seed=7", "seed=8"), 1), moves, "another player");
        assert_eq!(player("willow:weaken=2").unwrap().name(), "willow:weaken=2,seed=3");
        assert_eq!(player(spec).unwrap().name(), spec);
    }

    #[test]
    fn even_a_weakened_player_takes_the_last_discs() {
        let game = willow_records::transcript::parse("e6f4e3f6g5d6e7f5").unwrap();
        for seed in 0..40 {
            let mut weak =
                player(&format!("willow:level=1,hash=1M,weaken=6.5,seed={seed}")).unwrap();
            assert_eq!(chosen_move(&mut weak, &game), Move::Place(Square::C5), "{seed}");
        }
    }

    /// Lets a player with Black ponder to the end of the game, from a position with White to move; returns the
    /// nodes of the search after the best reply.
    fn nodes_after_pondering(spec: &str) -> u64 {
        let mut game = Game::new();
        let play_first = |game: &mut Game| {
            let mv = game.position().legal_moves().first().map_or(Move::Pass, Move::Place);
            game.play(mv).unwrap();
        };
        while 14 < game.position().board().n_empties()
            || game.position().side_to_move() == Color::Black
        {
            play_first(&mut game);
        }
        let mut willow = player(spec).unwrap();
        let setup = GameSetup { start: *game.start(), color: Color::Black, seed: 1 };
        willow.start_game(&setup).unwrap();
        willow.observe(Move::Pass, game.position());
        while matches!(&willow.engine, Ponder::Away(thread, _) if !thread.is_finished()) {
            std::thread::yield_now();
        }
        let reply = chosen_move(&mut player("willow:depth=20").unwrap(), &game);
        game.play(reply).unwrap();
        decide(&mut willow, &game, TimeControl::Unlimited).report.unwrap().nodes.unwrap()
    }

    #[test]
    fn pondering_saves_nodes() {
        let without = nodes_after_pondering("willow:depth=12");
        let with = nodes_after_pondering("willow:depth=12,think-ahead=on");
        assert!(with < without / 2, "{with} of {without}");
    }

    #[test]
    fn a_move_is_legal_and_begins_the_pv() {
        let mv = chosen_move(&mut player("willow:depth=2").unwrap(), &Game::new());
        assert_eq!(thought("willow:depth=2", &Game::new()).line[0], mv);
    }
}
