//! The trees that searches record are those that decide the moves, in every program and any position.

use std::collections::HashMap;
use std::fmt::Debug;

use willow_board::{Board, Color, Position, Square};
use willow_classics::bill::{Bill, Options as BillOptions, Version};
use willow_classics::iago_1982::{Iago1982, Options as IagoOptions};
use willow_classics::mlia::{Evaluation as MliaEvaluation, Mlia};
use willow_classics::paip::{
    Dialect, GeneralStrategy, Metareasoning, Method, SquareOrder, Strategy, Techniques, Value,
};
use willow_classics::{
    Choice, Control, EvaluationChoice, Limits, MoveValue, Program, RootPosition, SearchTree, Step,
    TracedNode, Tracer, ValueBound, ValueSource, Window,
};
use willow_testkit::TestRng;

/// More positions than any tree of these tests has.
const MANY: usize = 1_000_000;

/// Returns positions of random games in which the side to move has moves.
fn positions() -> Vec<Board> {
    let mut rng = TestRng::with_increment(22, 1_442_695_040_888_963);
    let mut boards = Vec::new();
    for _ in 0..3 {
        let mut board = Board::START;
        while !board.is_game_over() {
            let moves: Vec<Square> = board.legal_moves().squares().collect();
            if moves.is_empty() {
                board = board.pass();
                continue;
            }
            boards.push(board);
            board = board.play(moves[rng.below(moves.len())]).expect("the move is legal");
        }
    }
    boards.into_iter().step_by(4).collect()
}

/// Checks the nodes below this one: their values follow from those of their children, within the window.
/// Returns how many of the values are bounds.
fn check_node(node: &TracedNode<Square>, whole: &Board) -> usize {
    let is_root = node.step == Step::Root;
    if node.children.is_empty() {
        assert!(node.cut_off.is_empty() && node.pruned.is_empty(), "{whole:?} {node:?}");
        assert!(node.source.is_some() || node.bound == ValueBound::Exact, "{whole:?} {node:?}");
        return 0;
    }
    // Of several visits to a move the last one counts.
    let mut values: HashMap<Option<Square>, i32> = HashMap::new();
    for child in &node.children {
        let mv = match child.step {
            Step::Move(square) => Some(square),
            Step::Pass => None,
            Step::Root => panic!("the root is below no node"),
        };
        assert!(
            child.window.is_none_or(|window| window.alpha < window.beta),
            "{whole:?} {child:?}"
        );
        values.insert(mv, -child.value);
    }
    let best = *values.values().max().expect("a node with children has values");
    match (node.window, node.bound) {
        (Some(Window { alpha, beta }), _) => {
            assert_eq!(
                node.value.clamp(alpha, beta),
                best.clamp(alpha, beta),
                "{whole:?} {node:?}"
            );
        }
        // The root of BILL's, whose moves have windows of their own.
        (None, ValueBound::AtLeast) => assert!(is_root && node.value <= best, "{whole:?} {node:?}"),
        (None, _) => assert_eq!(node.value, best, "{whole:?} {node:?}"),
    }
    let cuts = node.window.is_none_or(|window| window.beta <= best);
    assert!(node.cut_off.is_empty() || cuts, "{whole:?} {node:?}");
    let left_out = [&node.cut_off[..], &node.pruned].concat();
    assert!(left_out.iter().all(|mv| !values.contains_key(&Some(*mv))), "{whole:?} {node:?}");
    let bounds = node.children.iter().map(|child| check_node(child, whole)).sum::<usize>();
    bounds + usize::from(node.bound != ValueBound::Exact)
}

/// Checks that every move of a node is searched, cut off or pruned.
fn check_moves(node: &TracedNode<Square>, board: &Board) {
    if node.children.is_empty() {
        return;
    }
    let searched = node.children.iter().filter_map(|child| match child.step {
        Step::Move(square) => Some(square),
        Step::Root | Step::Pass => None,
    });
    let mut moves: Vec<Square> =
        searched.chain(node.cut_off.iter().copied()).chain(node.pruned.iter().copied()).collect();
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves, board.legal_moves().squares().collect::<Vec<_>>(), "{board:?} {node:?}");
    for child in &node.children {
        let after = match child.step {
            Step::Move(square) => board.play(square).expect("programs search legal moves"),
            Step::Pass | Step::Root => board.pass(),
        };
        check_moves(child, &after);
    }
}

/// Lets a program choose with and without a tracer. Returns the choice and the tree, if there was a search.
fn traced<P: Program<Details: PartialEq>>(
    make: &dyn Fn() -> P,
    board: &Board,
    depth: u32,
) -> (Choice<P::Details>, Option<SearchTree<Square>>) {
    let root = RootPosition::from(Position::new(*board, Color::Black));
    let choose = |control| {
        make().choose(&root, &Limits::depth(depth), control).expect("there is a legal move")
    };
    let tracer = Tracer::new(MANY);
    let choice = choose(Control { tracer: Some(&tracer), ..Control::UNTIMED });
    assert_eq!(choice, choose(Control::UNTIMED), "to be seen changes nothing: {board:?}");
    (choice, tracer.into_tree().expect("no tree is that large"))
}

/// Checks a program's trees in all positions; `value` is what a choice is worth in the tree. Returns how many
/// trees there were, and how many values in them are bounds.
fn check<P: Program<Details: PartialEq + Debug>>(
    make: &dyn Fn() -> P,
    depth: u32,
    value: &dyn Fn(&Choice<P::Details>) -> Option<i32>,
) -> (usize, usize) {
    let (mut n_trees, mut n_bounds) = (0, 0);
    for board in positions() {
        let (choice, tree) = traced(make, &board, depth);
        let Some(SearchTree { root, .. }) = tree else {
            assert_eq!((choice.depth, choice.value), (0, None), "{board:?}");
            continue;
        };
        let outcome = matches!(choice.value, Some(MoveValue::Outcome(_)));
        let found = if outcome { root.value.signum() } else { root.value };
        assert_eq!((root.best, Some(found)), (Some(choice.best), value(&choice)), "{board:?}");
        n_trees += 1;
        n_bounds += check_node(&root, &board);
        check_moves(&root, &board);
    }
    (n_trees, n_bounds)
}

fn number<D>(choice: &Choice<D>) -> Option<i32> {
    choice.value.map(MoveValue::number)
}

#[test]
fn the_trees_of_the_book() {
    for (method, dialect) in [
        (Method::Maximizer, Dialect::Lisp),
        (Method::Minimax { depth: 3 }, Dialect::Clojure),
        (Method::AlphaBeta { depth: 3 }, Dialect::Lisp),
        (Method::AlphaBeta { depth: 3 }, Dialect::Clojure),
        (Method::AlphaBetaSorted { depth: 3 }, Dialect::Lisp),
        (Method::killer(3), Dialect::Lisp),
    ] {
        let make = || Strategy::new(method, EvaluationChoice::Named("modified-weighted-squares"));
        let make = || make().with_dialect(dialect);
        let (n_trees, n_bounds) = check(&make, method.depth(), &number);
        assert!(30 < n_trees, "{method:?}");
        // The Clojure version hands every child the window that it was given itself.
        let cuts = !matches!(method, Method::Maximizer | Method::Minimax { .. });
        let has_bounds = cuts && dialect == Dialect::Lisp;
        assert_eq!(0 < n_bounds, has_bounds, "{method:?}");
    }
}

#[test]
fn the_trees_of_mlia() {
    let make = || Mlia::new(MliaEvaluation::ORIGINAL);
    for depth in [1, 3, 4] {
        let (n_trees, n_bounds) = check(&make, depth, &choice_units);
        assert!(20 < n_trees && (depth < 2 || n_trees < n_bounds), "{n_trees} {n_bounds}");
    }
    let (_, tree) = traced(&make, &Board::START, 4);
    assert!(tree.unwrap().remark.unwrap().contains("two plies"));
    assert_eq!(traced(&make, &Board::START, 3).1.unwrap().remark, None);
}

fn choice_units(choice: &Choice<willow_classics::mlia::Details>) -> Option<i32> {
    choice.details.value.map(Value::units)
}

#[test]
fn the_trees_of_iago() {
    for solves in [false, true] {
        let options = IagoOptions { has_book: false, solves, ..IagoOptions::default() };
        let (n_trees, n_bounds) = check(&|| Iago1982::new(options), 3, &number);
        assert!(30 < n_trees && n_trees < n_bounds, "{n_trees} {n_bounds}");
    }
}

#[test]
fn the_trees_of_bill() {
    let base = BillOptions { has_book: false, ..BillOptions::default() };
    let simple = BillOptions { has_zero_window: false, prunes: false, has_killers: false, ..base };
    for (_, version) in Version::NAMED {
        let options = if version.is_simple() { simple } else { base };
        let options = BillOptions { version, solves: !version.is_simple(), ..options };
        let (n_trees, n_bounds) = check(&|| Bill::new(options), 2, &number);
        assert!(30 < n_trees && n_trees < n_bounds, "{version:?}: {n_trees} {n_bounds}");
    }
    let (n_trees, _) = check(&|| Bill::new(base), 4, &number);
    assert!(30 < n_trees);
}

/// What only BILL's trees have: moves that are pruned by rule, and second visits after a zero window.
#[test]
fn bill_prunes_and_visits_again() {
    let base = BillOptions { has_book: false, solves: false, ..BillOptions::default() };
    let (mut n_pruned, mut n_again) = (0, 0);
    for board in positions() {
        let Some(tree) = traced(&|| Bill::new(base), &board, 3).1 else { continue };
        n_pruned += tree.root.pruned.len();
        let n_moves = tree.root.children.len() + tree.root.pruned.len();
        n_again += n_moves - board.legal_moves().count() as usize;
        // The moves after the first have a zero window at their first visit.
        let mut seen = vec![tree.root.children[0].step];
        for child in &tree.root.children[1..] {
            let Window { alpha, beta } = child.window.unwrap();
            assert!(seen.contains(&child.step) || beta - alpha == 1, "{board:?} {child:?}");
            seen.push(child.step);
        }
    }
    assert!(3 < n_pruned && 3 < n_again, "{n_pruned} {n_again}");
}

#[test]
fn the_trees_of_the_general_searcher() {
    let none = Techniques::default();
    let all = Techniques {
        aspiration: Some(Value::from_units(20)),
        zero_window: true,
        hashing: true,
        ..none
    };
    for techniques in [
        none,
        Techniques { aspiration: Some(Value::from_units(5)), ..none },
        Techniques { zero_window: true, ..none },
        Techniques { hashing: true, ..none },
        Techniques { plausible: Some(3), ..none },
        Techniques { metareasoning: Some(Metareasoning::Leads), ..none },
        all,
    ] {
        let make = || strategy(techniques, "modified-weighted-squares");
        let (n_trees, n_bounds) = check(&make, 4, &|choice| choice.details.value.map(Value::units));
        assert!(30 < n_trees && n_trees < n_bounds, "{techniques:?}");
    }
}

fn strategy(techniques: Techniques, name: &'static str) -> GeneralStrategy {
    GeneralStrategy::new(techniques, EvaluationChoice::Named(name), SquareOrder::Static)
}

/// By variances a random one of equal moves is chosen: the tree says which.
#[test]
fn the_tree_has_the_move_that_metareasoning_chose() {
    let techniques =
        Techniques { metareasoning: Some(Metareasoning::Variance), ..Techniques::default() };
    for board in positions() {
        let (choice, tree) = traced(&|| strategy(techniques, "mobility"), &board, 4);
        let root = tree.unwrap().root;
        assert_eq!(root.best, Some(choice.best), "{board:?}");
        assert_eq!(Some(root.value), choice.details.value.map(Value::units), "{board:?}");
    }
}

fn sources(node: &TracedNode<Square>) -> Vec<ValueSource> {
    node.source.into_iter().chain(node.children.iter().flat_map(sources)).collect()
}

#[test]
fn values_of_the_table_and_of_futility_are_told() {
    let hashing = Techniques { hashing: true, ..Techniques::default() };
    let futility = Techniques { non_speculative: true, ..Techniques::default() };
    let all = |techniques| -> Vec<ValueSource> {
        let make = || strategy(techniques, "count-difference");
        let trees = positions().into_iter().filter_map(|board| traced(&make, &board, 5).1);
        trees.flat_map(|tree| sources(&tree.root)).collect()
    };
    let (tabled, futile) = (all(hashing), all(futility));
    assert!(!tabled.is_empty() && tabled.iter().all(|&source| source == ValueSource::Table));
    assert!(!futile.is_empty() && futile.iter().all(|&source| source == ValueSource::Futility));
}
