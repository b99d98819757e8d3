//! Learning with the real search: what is in the book, and that its values are right.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::HashMap;
use std::num::NonZeroU8;
use std::path::Path;

use willow_board::{Board, Square};
use willow_book::{
    Book, BookError, BookLookup, BookPosition, BookValue, BookWriter, Budgets, Entry, FileProblem,
    LearnPlan, Lookup, NewBook, Origin, Program, learn, moves_of, prune,
};
use willow_engine::{Level, StopFlag};
use willow_eval::Score;
use willow_files::Overwrite;

fn discs(number: i32) -> Score {
    Score::DISC * number
}

fn plan(positions: u64) -> LearnPlan {
    LearnPlan {
        start: Board::START,
        budgets: Budgets {
            per_move: discs(3),
            sum: discs(9),
            leaf: discs(3),
            min_empties: 48,
            ..Budgets::UNLIMITED
        },
        level: Level::new(3).unwrap(),
        threads: 2,
        time: None,
        positions: Some(positions),
        origin: Origin::this_program(20_000),
    }
}

fn learn_into(path: &Path, positions: u64) -> u64 {
    let mut book = BookWriter::open(path).unwrap();
    let evaluator = willow_eval::weights::evaluator();
    let stop = StopFlag::new();
    let progress = learn(&mut book, evaluator, &plan(positions), &stop, &mut |_| ()).unwrap();
    book.close().unwrap();
    progress.new
}

fn entries(book: &Book) -> HashMap<Board, Entry> {
    book.entries().map(|entry| entry.unwrap()).map(|entry| (entry.board, entry)).collect()
}

/// Returns the score of a board by the naive negamax over the entries of a book; `None` if it has none.
fn negamax(board: &Board, entries: &HashMap<Board, Entry>) -> Option<i32> {
    if board.is_game_over() {
        return Some(board.final_score().value() * Score::PER_DISC);
    }
    if board.legal_moves().is_empty() {
        return negamax(&board.pass(), entries).map(|score| -score);
    }
    let entry = entries.get(&board.canonical())?;
    let moves = entry.board.legal_moves().squares();
    let links = moves.filter_map(|square| negamax(&entry.board.play(square).unwrap(), entries));
    let leaf = entry.leaf.map(|leaf| leaf.score.units());
    links.map(|score| -score).chain(leaf).max()
}

#[test]
fn a_learned_book_has_the_values_of_negamax() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.book");
    let new = learn_into(&path, 300);
    assert!((300..340).contains(&new), "{new}");
    let book = Book::open(&path).unwrap();
    assert_eq!(book.len_of_log(), 0, "the log is merged");
    let entries = entries(&book);
    assert_eq!(entries.len() as u64, new);
    for entry in entries.values() {
        assert_eq!(Some(entry.value.score.units()), negamax(&entry.board, &entries));
        assert!(48 <= entry.board.n_empties());
        assert_eq!(entry.origin, Origin::this_program(20_000));
        let Some(leaf) = entry.leaf else {
            let mut moves = entry.board.legal_moves().squares();
            let is_linked =
                |square| entries.contains_key(&entry.board.play(square).unwrap().canonical());
            assert!(moves.all(is_linked), "a position with other moves has a leaf");
            continue;
        };
        let after = entry.board.play(leaf.square).expect("a leaf is legal");
        assert!(!entries.contains_key(&after.canonical()), "a leaf leads out of the book");
        assert_eq!(leaf.level, NonZeroU8::new(3));
    }
}

#[test]
fn learning_goes_on_where_it_ended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.book");
    learn_into(&path, 60);
    let before = entries(&Book::open(&path).unwrap());
    learn_into(&path, 60);
    let after = entries(&Book::open(&path).unwrap());
    assert!(before.len() + 60 <= after.len());
    assert!(before.keys().all(|board| after.contains_key(board)));
}

#[test]
fn with_no_new_positions_only_those_of_a_lower_level_are_searched_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.book");
    learn_into(&path, 60);
    let before = entries(&Book::open(&path).unwrap());
    let mut book = BookWriter::open(&path).unwrap();
    let level = Level::new(4).unwrap();
    let budgets = Budgets { per_move: discs(64), sum: discs(64), ..plan(0).budgets };
    let deeper = LearnPlan { level, budgets, ..plan(0) };
    let evaluator = willow_eval::weights::evaluator();
    let progress = learn(&mut book, evaluator, &deeper, &StopFlag::new(), &mut |_| ()).unwrap();
    book.close().unwrap();
    let after = entries(&Book::open(&path).unwrap());
    assert_eq!((progress.new, after.len()), (0, before.len()));
    let n_leaves = after.values().filter(|entry| entry.leaf.is_some()).count();
    assert_eq!(progress.searched_again, n_leaves as u64);
    assert!(
        after.values().filter_map(|entry| entry.leaf).all(|leaf| leaf.level == NonZeroU8::new(4))
    );
}

#[test]
fn moves_come_back_on_the_board_that_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.book");
    learn_into(&path, 50);
    let book = Book::open(&path).unwrap();
    let board = Board::START.play(Square::F5).unwrap();
    let moves = moves_of(&board, &book).unwrap();
    assert!(!moves.is_empty());
    for symmetry in willow_board::Symmetry::ALL {
        let image = board.transformed(symmetry);
        let of_image = moves_of(&image, &book).unwrap();
        assert_eq!(of_image.len(), moves.len());
        assert!(of_image.iter().all(|mv| image.is_legal(mv.square)));
        assert_eq!(of_image[0].value, moves[0].value);
    }
}

#[test]
fn what_is_kept_is_there_without_a_merge() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.book");
    let mut book = BookWriter::open(&path).unwrap();
    let stop = StopFlag::new();
    let mut counted = 0;
    learn(&mut book, willow_eval::weights::evaluator(), &plan(40), &stop, &mut |it| {
        counted = it.new;
    })
    .unwrap();
    // As after a kill: nothing is closed.
    std::mem::forget(book);
    let read = Book::open(&path).unwrap();
    assert_eq!(entries(&read).len() as u64, counted);
}

#[test]
fn a_second_writer_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.book");
    let first = BookWriter::open(&path).unwrap();
    let second = BookWriter::open(&path).unwrap_err();
    assert!(matches!(second, BookError::Locked(_)), "{second}");
    drop(first);
    BookWriter::open(&path).unwrap();
}

#[test]
fn nobody_learns_into_a_book_that_is_about_to_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.book");
    let new = NewBook::at(&path).unwrap();
    let learner = BookWriter::open(&path).unwrap_err();
    assert!(matches!(learner, BookError::Locked(_)), "{learner}");
    drop(new);
    BookWriter::open(&path).unwrap();
}

#[test]
fn pruning_keeps_what_was_set_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    let [path, pruned] = ["test.book", "pruned.book"].map(|name| folder.path().join(name));
    learn_into(&path, 60);
    let by_hand = {
        let book = Book::open(&path).unwrap();
        let one = book.entries().map(Result::unwrap).filter(|entry| entry.board.n_empties() == 58);
        let entry = one.max_by_key(|entry| moves_of(&entry.board, &book).unwrap().len()).unwrap();
        let origin = Origin::of(Program::Person);
        let value = BookValue::estimate(discs(7), None, 0);
        let position = BookPosition::of_canonical(entry.board).unwrap();
        Entry::new(position, value, origin)
    };
    assert!(by_hand.is_set_by_hand());
    let mut writer = BookWriter::open(&path).unwrap();
    writer.keep(&[by_hand]).unwrap();
    writer.close().unwrap();
    let book = Book::open(&path).unwrap();
    // All moves of the position are cut.
    let budgets = Budgets { min_empties: 58, ..Budgets::UNLIMITED };
    prune(&book, &Board::START, &budgets, &pruned, Overwrite::Never).unwrap();
    let kept = entries(&Book::open(&pruned).unwrap())[&by_hand.board];
    assert_eq!((kept.value, kept.leaf), (by_hand.value, None));
}

/// Damage anywhere is found, and the file is named.
#[test]
fn damaged_cut_foreign_and_newer_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.book");
    learn_into(&path, 200);
    let whole = std::fs::read(&path).unwrap();
    let problem = |bytes: &[u8]| {
        let path = folder.path().join("broken.book");
        std::fs::write(&path, bytes).unwrap();
        let error = Book::open(&path).and_then(|book| book.check_file()).expect_err("damaged");
        assert!(error.to_string().contains("broken.book"), "{error}");
        match error {
            BookError::File { problem, .. } => problem,
            other => panic!("{other}"),
        }
    };
    assert_eq!(problem(b""), FileProblem::OtherFile);
    assert_eq!(problem(b"GIF89a"), FileProblem::OtherFile);
    for length in [100, 4095, 4096, whole.len() - 4096, whole.len() - 1] {
        assert!(matches!(problem(&whole[..length]), FileProblem::Length { .. }), "{length}");
    }
    let mut newer = whole.clone();
    newer[8] = 2;
    assert_eq!(problem(&newer), FileProblem::Newer { version: 2, known: 1 });
    for at in (16..whole.len()).step_by(997) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x10;
        problem(&damaged);
    }
}

#[test]
fn a_damaged_log_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.book");
    let mut book = BookWriter::open(&path).unwrap();
    let BookLookup::Position(position, _) = BookPosition::seen(&Board::START) else { panic!() };
    let stop = StopFlag::new();
    learn(&mut book, willow_eval::weights::evaluator(), &plan(5), &stop, &mut |_| ()).unwrap();
    assert!(book.entry(position).unwrap().is_some());
    drop(book);
    let log = folder.path().join("test.book.learned");
    let text = std::fs::read_to_string(&log).unwrap();
    std::fs::write(&log, text.replacen("00", "01", 1)).unwrap();
    let error = Book::open(&path).unwrap_err();
    assert!(error.to_string().contains("test.book.learned: damaged: line 2"), "{error}");
    assert!(BookWriter::open(&path).is_err());
}
