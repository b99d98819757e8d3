//! What holds of the general searcher with each of its techniques, in any position and in both games.

use std::cell::Cell;
use std::time::Duration;

use willow_board::Board;
use willow_classics::draughts::{self, Draughts};
use willow_classics::paip::{
    Evaluation, GameRules, GeneralCounts, GeneralLimits, GeneralResult, GeneralSearcher,
    Metareasoning, Method, Othello, OthelloEvaluation, Problem, SearchEnd, SearchWatch,
    SquareOrder, TechniqueCounts, Techniques, TurnOptions, Value, search,
};
use willow_testkit::TestRng;

const OTHELLO: Othello = Othello::new(SquareOrder::Static);

/// Plays random moves from a position and returns where they lead, or `None` if the game ended.
fn walk<G: GameRules>(game: &G, start: G::State, n_moves: u32, seed: u64) -> Option<G::State> {
    let mut rng = TestRng::with_increment(seed, 1_442_695_040_888_963);
    let mut state = start;
    let mut n_made = 0;
    loop {
        match game.options(&state) {
            TurnOptions::Over(_) => return None,
            TurnOptions::Pass(next) => state = next,
            TurnOptions::Moves(_) if n_made == n_moves => return Some(state),
            TurnOptions::Moves(moves) => {
                state = game.apply(&state, moves[rng.below(moves.len())]);
                n_made += 1;
            }
        }
    }
}

fn think<G: GameRules, E: Evaluation<G>>(
    techniques: Techniques,
    problem: &Problem<'_, G, E>,
    state: &G::State,
    limits: GeneralLimits,
) -> GeneralResult<G::Move> {
    let mut searcher = GeneralSearcher::new(techniques);
    searcher.search(problem, state, limits, &SearchWatch::NONE).expect("there is a move")
}

/// Returns every technique that must not change the value, alone, and all of them together.
fn exact_techniques() -> Vec<Techniques> {
    let none = Techniques::default();
    let aspiration = Techniques { aspiration: Some(Value::from_units(40)), ..none };
    let zero_window = Techniques { zero_window: true, ..none };
    let hashing = Techniques { hashing: true, ..none };
    let metareasoning = Techniques { metareasoning: Some(Metareasoning::Leads), ..none };
    let all = Techniques { zero_window: true, hashing: true, ..aspiration };
    vec![none, aspiration, zero_window, hashing, metareasoning, all]
}

/// Checks value and move of every technique against minimax.
fn check<G: GameRules, E: Evaluation<G>>(game: &G, evaluation: &E, state: &G::State, depth: u32) {
    let problem = Problem::new(game, evaluation);
    for techniques in exact_techniques() {
        let result = think(techniques, &problem, state, GeneralLimits::depth(depth));
        let reached = Method::Minimax { depth: result.depth };
        let plain = search(reached, &problem, state);
        assert_eq!(result.value, plain.value, "{techniques:?} {state:?}");
        let after = game.apply(state, result.best);
        let answer = search(Method::Minimax { depth: result.depth - 1 }, &problem, &after);
        let kept = answer.value.map(|value| -value);
        assert_eq!(kept, plain.value, "{techniques:?} {state:?}");
    }
}

#[test]
fn values_are_those_of_minimax_in_othello() {
    for seed in 0..30 {
        let Some(board) = walk(&OTHELLO, Board::START, 2 + 2 * seed as u32 % 50, seed) else {
            continue;
        };
        for name in ["count-difference", "modified-weighted-squares", "iago"] {
            let evaluation = OthelloEvaluation::named(name, &board).unwrap();
            check(&OTHELLO, &evaluation, &board, 4);
        }
    }
}

#[test]
fn values_are_those_of_minimax_in_draughts() {
    for seed in 0..20 {
        if let Some(state) = walk(&Draughts, draughts::Position::START, 3 * seed as u32, seed) {
            check(&Draughts, &draughts::Material, &state, 5);
        }
    }
}

/// Adds up the work of a technique over some positions of the middle game.
fn work(techniques: Techniques, depth: u32) -> GeneralCounts {
    let mut sum = GeneralCounts::default();
    for seed in 0..12 {
        let board = walk(&OTHELLO, Board::START, 20, seed).expect("games of 20 plies go on");
        let evaluation = OthelloEvaluation::ModifiedWeightedSquares;
        let problem = Problem::new(&OTHELLO, &evaluation);
        let GeneralCounts { boards, evaluations, techniques } =
            think(techniques, &problem, &board, GeneralLimits::depth(depth)).counts;
        sum.boards += boards;
        sum.evaluations += evaluations;
        let counts = &mut sum.techniques;
        counts.cutoffs += techniques.cutoffs;
        counts.killer_cutoffs += techniques.killer_cutoffs;
        counts.table_hits += techniques.table_hits;
        counts.aspiration_researches += techniques.aspiration_researches;
        counts.zero_window_researches += techniques.zero_window_researches;
        counts.left_out += techniques.left_out;
        counts.futility_cutoffs += techniques.futility_cutoffs;
    }
    sum
}

#[test]
fn each_technique_saves_boards() {
    let none = Techniques::default();
    let plain = work(none, 6);
    let aspiration = work(Techniques { aspiration: Some(Value::from_units(60)), ..none }, 6);
    let hashing = work(Techniques { hashing: true, ..none }, 6);
    // The book: "with random move ordering, zero-window search would not be effective".
    let zero_window = work(Techniques { zero_window: true, hashing: true, ..none }, 6);
    let plausible = work(Techniques { plausible: Some(3), ..none }, 6);
    for (name, tally, without) in [
        ("aspiration", aspiration, plain),
        ("hashing", hashing, plain),
        ("zero window", zero_window, hashing),
        ("plausible moves", plausible, plain),
    ] {
        assert!(tally.boards < without.boards, "{name}: {tally:?} of {without:?}");
    }
    let narrow = work(Techniques { aspiration: Some(Value::from_units(1)), ..none }, 4);
    let [plain, narrow, hashing, zero_window, plausible] =
        [plain, narrow, hashing, zero_window, plausible].map(|counts| counts.techniques);
    assert!(0 < narrow.aspiration_researches && 0 < zero_window.zero_window_researches);
    assert!(0 < hashing.table_hits && 0 < plausible.left_out);
    assert!(0 < plain.killer_cutoffs && plain.killer_cutoffs < plain.cutoffs);
    let TechniqueCounts { cutoffs, killer_cutoffs, .. } = plain;
    let others = TechniqueCounts { cutoffs, killer_cutoffs, ..TechniqueCounts::default() };
    assert_eq!(plain, others, "what is off leaves nothing out");
}

/// Positions from which no game ends within the search, where the bound on a move's change holds.
#[test]
fn non_speculative_pruning_changes_nothing_but_the_work() {
    let evaluation = OthelloEvaluation::CountDifference;
    let problem = Problem::new(&OTHELLO, &evaluation);
    let (mut saved, mut pruned) = (0, 0);
    for seed in 0..40 {
        let board = walk(&OTHELLO, Board::START, 30, seed).unwrap();
        let plain = think(Techniques::default(), &problem, &board, GeneralLimits::depth(5));
        if 1_000 < plain.value.unwrap().units().abs() {
            continue;
        }
        let techniques = Techniques { non_speculative: true, ..Techniques::default() };
        let result = think(techniques, &problem, &board, GeneralLimits::depth(5));
        assert_eq!((result.best, result.value), (plain.best, plain.value), "seed {seed}");
        saved += plain.counts.boards as i64 - result.counts.boards as i64;
        pruned += result.counts.techniques.futility_cutoffs;
    }
    assert!(0 < saved && 0 < pruned, "{saved} boards saved by {pruned}");
}

#[test]
fn the_endgame_is_searched_to_its_end() {
    let evaluation = OthelloEvaluation::WeightedSquares;
    let techniques = Techniques { endgame: Some(8), hashing: true, ..Techniques::default() };
    for seed in 0..10 {
        let Some(board) = walk(&OTHELLO, Board::START, 52, seed) else { continue };
        let problem = Problem::new(&OTHELLO, &evaluation);
        let result = think(techniques, &problem, &board, GeneralLimits::depth(2));
        assert_eq!(result.end, SearchEnd::Exhausted, "{result:?}");
        let plain = search(Method::AlphaBeta { depth: 20 }, &problem, &board);
        assert_eq!(result.value, plain.value, "seed {seed}");
        let earlier = walk(&OTHELLO, Board::START, 48, seed).unwrap();
        let result = think(techniques, &problem, &earlier, GeneralLimits::depth(2));
        assert_eq!((result.depth, result.end), (2, SearchEnd::Depth));
    }
}

#[test]
fn a_value_is_exact_only_if_no_move_was_left_out() {
    let evaluation = OthelloEvaluation::WeightedSquares;
    let exact = Techniques { hashing: true, ..Techniques::default() };
    let pruned = Techniques { plausible: Some(1), ..exact };
    let board = walk(&OTHELLO, Board::START, 52, 1).unwrap();
    let problem = Problem::new(&OTHELLO, &evaluation);
    let whole = think(exact, &problem, &board, GeneralLimits::depth(20));
    assert_eq!((whole.end, whole.is_exact), (SearchEnd::Exhausted, true));
    let shallow = think(exact, &problem, &board, GeneralLimits::depth(2));
    assert_eq!((shallow.end, shallow.is_exact), (SearchEnd::Depth, false));
    let part = think(pruned, &problem, &board, GeneralLimits::depth(20));
    assert!(0 < part.counts.techniques.left_out);
    assert_eq!((part.end, part.is_exact), (SearchEnd::Exhausted, false));
}

/// All four first moves are images of each other.
#[test]
fn symmetric_moves_are_settled() {
    let evaluation = OthelloEvaluation::ModifiedWeightedSquares;
    let problem = Problem::new(&OTHELLO, &evaluation);
    for kind in [Metareasoning::Leads, Metareasoning::Variance] {
        let techniques = Techniques { metareasoning: Some(kind), ..Techniques::default() };
        let result = think(techniques, &problem, &Board::START, GeneralLimits::depth(20));
        assert_eq!((result.end, result.depth), (SearchEnd::Settled, 3), "{kind:?}");
    }
}

#[test]
fn time_and_boards_end_a_search() {
    let evaluation = OthelloEvaluation::WeightedSquares;
    let mut searcher = GeneralSearcher::new(Techniques { hashing: true, ..Techniques::default() });
    // A clock that goes on by a millisecond at each call.
    let ticks = Cell::new(0);
    let now = |_| {
        ticks.set(ticks.get() + 1);
        Duration::from_millis(ticks.get())
    };
    let problem = Problem::new(&OTHELLO, &evaluation);
    let limits = GeneralLimits { time: Some(Duration::from_millis(60)), ..GeneralLimits::NONE };
    let watch = SearchWatch { now: &now, ..SearchWatch::NONE };
    let result = searcher.search(&problem, &Board::START, limits, &watch).unwrap();
    assert_eq!(result.end, SearchEnd::Time);
    assert!(ticks.get() < 90 && 2 < result.depth, "{result:?} after {ticks:?}");
    let limits = GeneralLimits { boards: 5_000, ..GeneralLimits::NONE };
    let result = think(Techniques::default(), &problem, &Board::START, limits);
    assert_eq!((result.end, result.counts.boards), (SearchEnd::Stopped, 5_000));
    assert!(Board::START.is_legal(result.best) && result.value.is_some());
}

/// Another process has the machine for 20 ms while the first depths take microseconds.
#[test]
fn a_hiccup_does_not_end_a_search() {
    let evaluation = OthelloEvaluation::Iago { move_number: 4 };
    let problem = Problem::new(&OTHELLO, &evaluation);
    let limits = GeneralLimits { time: Some(Duration::from_secs(1)), ..GeneralLimits::NONE };
    let depth = |hiccup: u64| {
        let now = |boards: u64| {
            let stopped = if boards < 30 { 0 } else { hiccup };
            Duration::from_micros(boards) + Duration::from_millis(stopped)
        };
        let watch = SearchWatch { now: &now, ..SearchWatch::NONE };
        let mut searcher = GeneralSearcher::new(Techniques::default());
        searcher.search(&problem, &Board::START, limits, &watch).unwrap().depth
    };
    // It costs the last depth at most.
    assert!(depth(0) <= depth(20) + 1, "{} plies, and {}", depth(20), depth(0));
}

#[test]
fn the_expected_reply_is_a_reply() {
    let evaluation = OthelloEvaluation::ModifiedWeightedSquares;
    let problem = Problem::new(&OTHELLO, &evaluation);
    for techniques in exact_techniques() {
        let result = think(techniques, &problem, &Board::START, GeneralLimits::depth(4));
        let after = Board::START.play(result.best).unwrap();
        assert!(after.is_legal(result.reply.expect("it has searched replies")));
    }
}
