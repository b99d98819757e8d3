//! What holds of every old program, asked through the one trait.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use willow_board::{Board, Color, Move, Position, Square};
use willow_classics::bill::{self, Bill};
use willow_classics::iago_1982::{self, Iago1982};
use willow_classics::mlia::{self, Mlia};
use willow_classics::paip::{GeneralStrategy, Method, SquareOrder, Strategy, Techniques};
use willow_classics::{
    AnyEvaluation, Choice, Control, DepthReport, EvaluationChoice, GameClock, Limits, MoveValue,
    Program, RootPosition,
};

/// Plays the first legal move a few times from the start.
fn position(n_moves: u32) -> Position {
    let mut position = Position::START;
    for _ in 0..n_moves {
        let square = position.legal_moves().first().expect("the opening has moves");
        position = position.play(Move::Place(square)).expect("the move is legal");
    }
    position
}

fn check_move<D>(choice: &Choice<D>, position: &Position) {
    assert_eq!(position.check(Move::Place(choice.best)), Ok(()));
    assert_eq!(choice.line.first(), Some(&Move::Place(choice.best)));
}

/// Checks the contract of [`Program`] with a program that has no book and no endgame within reach.
fn check<P: Program>(mut program: P) {
    program.start_game();
    let root = RootPosition::from(position(9));
    let depths = RefCell::new(Vec::new());
    let on_depth = |report: &DepthReport| {
        assert!(root.board().is_legal(report.best));
        depths.borrow_mut().push(report.depth);
    };
    let control = Control { on_depth: &on_depth, ..Control::UNTIMED };
    let choice = program.choose(&root, &Limits::depth(3), control).expect("there is a move");
    check_move(&choice, &root.position);
    assert!(0 < choice.evaluations && 0 < choice.nodes && choice.value.is_some());
    assert!(!choice.is_exact && choice.depth <= 3);
    let depths = depths.take();
    assert!(depths.is_sorted_by(|one, next| one < next) && depths.iter().all(|&depth| depth <= 3));

    check_limits(&mut program, &root);

    let over = Board::new(Square::A1.bitboard(), Square::H8.bitboard()).expect("the discs differ");
    let over = RootPosition::from(Position::new(over, Color::Black));
    assert!(program.choose(&over, &Limits::depth(3), Control::UNTIMED).is_none());
}

/// Checks that nodes, time and the stop function end a search, and stopping ends thinking ahead.
fn check_limits<P: Program>(program: &mut P, root: &RootPosition) {
    let deep = Limits { depth: Some(20), ..Limits::nodes(3_000) };
    let choice = program.choose(root, &deep, Control::UNTIMED).expect("there is a move");
    check_move(&choice, &root.position);
    assert!(choice.nodes <= 3_000 + 1_024, "{}", choice.nodes);

    let now = |nodes: u64| Duration::from_micros(10 * nodes);
    let control = Control { now: &now, ..Control::UNTIMED };
    let timed = Limits { depth: Some(20), ..Limits::move_time(Duration::from_millis(40)) };
    let choice = program.choose(root, &timed, control).expect("there is a move");
    check_move(&choice, &root.position);
    assert!(now(choice.nodes) <= Duration::from_millis(40 + 11), "{}", choice.nodes);

    let stop = Control { stop: &|_| true, ..Control::UNTIMED };
    let choice = program.choose(root, &Limits::depth(20), stop).expect("there is a move");
    check_move(&choice, &root.position);

    let calls = Cell::new(0);
    let stop = |_| {
        calls.set(calls.get() + 1);
        3 < calls.get()
    };
    let after = root.position.play(Move::Place(choice.best)).expect("the move is legal");
    let own = RootPosition::from(after).reached_by(Some(choice.best));
    program.ponder(&own, &Limits::NONE, Control { stop: &stop, ..Control::UNTIMED });
}

#[test]
fn the_books_strategies_keep_the_contract() {
    let depth = 3;
    for method in [
        Method::Maximizer,
        Method::Minimax { depth },
        Method::AlphaBeta { depth },
        Method::AlphaBetaSorted { depth },
        Method::killer(depth),
    ] {
        check(Strategy::new(method, EvaluationChoice::named("weighted-squares").unwrap()));
    }
    check(Strategy::iago(depth));
}

#[test]
fn the_general_searcher_keeps_the_contract_with_any_evaluation() {
    let techniques = Techniques { hashing: true, zero_window: true, ..Techniques::default() };
    for name in AnyEvaluation::NAMES {
        let evaluation = EvaluationChoice::named(name).unwrap();
        check(GeneralStrategy::new(techniques, evaluation, SquareOrder::Static));
    }
    assert_eq!(EvaluationChoice::named("guess"), None);
}

#[test]
fn the_whole_programs_keep_the_contract() {
    check(Iago1982::new(iago_1982::Options { has_book: false, ..iago_1982::Options::default() }));
    check(Bill::new(bill::Options { has_book: false, ..bill::Options::default() }));
    check(Mlia::new(mlia::Evaluation::ORIGINAL));
}

#[test]
fn a_clock_limits_the_programs_that_share_it_out() {
    fn nodes<P: Program>(mut program: P, minutes: u64) -> u64 {
        let time = Duration::from_mins(minutes);
        let limits = Limits { clock: Some(GameClock::main_time(time, time)), ..Limits::NONE };
        let now = |nodes: u64| Duration::from_millis(nodes);
        let control = Control { now: &now, ..Control::UNTIMED };
        let choice = program.choose(&position(9).into(), &limits, control).unwrap();
        assert!(now(choice.nodes) < time / 4, "{} nodes of {minutes} minutes", choice.nodes);
        choice.nodes
    }
    let general = || {
        let techniques = Techniques::default();
        let order = SquareOrder::Static;
        GeneralStrategy::new(techniques, EvaluationChoice::named("mobility").unwrap(), order)
    };
    let bill = || Bill::new(bill::Options { has_book: false, ..bill::Options::default() });
    let iago = || {
        let options = iago_1982::Options { has_book: false, ..iago_1982::Options::default() };
        Iago1982::new(options)
    };
    let mlia = || Mlia::new(mlia::Evaluation::ORIGINAL);
    assert!(nodes(general(), 1) < nodes(general(), 30));
    assert!(nodes(bill(), 1) < nodes(bill(), 30));
    assert!(nodes(iago(), 1) < nodes(iago(), 30));
    assert!(nodes(mlia(), 1) < nodes(mlia(), 30));
}

#[test]
fn values_are_of_the_kind_that_the_program_measures() {
    let root = RootPosition::from(Position::START);
    let mut greedy = Strategy::new(Method::Maximizer, EvaluationChoice::Named("count-difference"));
    let choice = greedy.choose(&root, &Limits::NONE, Control::UNTIMED).unwrap();
    assert_eq!(choice.value, Some(MoveValue::Discs(3)));
    let mut mlia = Mlia::new(mlia::Evaluation::ORIGINAL);
    let choice = mlia.choose(&root, &Limits::depth(2), Control::UNTIMED).unwrap();
    assert!(matches!(choice.value, Some(MoveValue::Units { per_unit: 1000, .. })));
}
