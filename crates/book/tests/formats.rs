//! Books go out in every format and come back.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![allow(clippy::float_cmp, reason = "the values are whole discs")]

use std::collections::HashMap;
use std::fs::File;
use std::num::{NonZeroU8, NonZeroU16};
use std::path::{Path, PathBuf};

use willow_board::{Bitboard, Board, Square};
use willow_book::formats::{BookFormat, ImportError, Imported, RecordProblem, export, import};
use willow_book::{
    Book, BookBuilder, BookWriter, Budgets, Entry, LearnPlan, Origin, Program, fixed_entry, learn,
};
use willow_engine::{Level, StopFlag};
use willow_eval::Score;
use willow_files::Overwrite;

/// Learns a book of some hundred positions.
fn learned(path: &Path) -> Book {
    let plan = LearnPlan {
        start: Board::START,
        budgets: Budgets {
            per_move: Score::DISC * 4,
            leaf: Score::DISC * 4,
            sum: Score::DISC * 12,
            ..Budgets::UNLIMITED
        },
        level: Level::new(2).unwrap(),
        threads: 2,
        time: None,
        positions: Some(300),
        origin: Origin::this_program(20_000),
    };
    let mut book = BookWriter::open(path).unwrap();
    learn(&mut book, willow_eval::weights::evaluator(), &plan, &StopFlag::new(), &mut |_| ())
        .unwrap();
    book.close().unwrap();
    Book::open(path).unwrap()
}

fn entries(book: &Book) -> HashMap<Board, Entry> {
    book.entries().map(|entry| entry.unwrap()).map(|entry| (entry.board, entry)).collect()
}

fn exported(book: &Book, path: &Path, format: BookFormat) -> u64 {
    export(book, format, &mut File::create(path).unwrap()).unwrap()
}

fn imported(from: &Path, to: &Path) -> (BookFormat, Imported, Book) {
    let mut builder = BookBuilder::new(to);
    let mut take = |entry: &Entry| {
        builder.push(entry);
        Ok(())
    };
    let (format, report) = import(from, 20_100, &mut take).unwrap();
    builder.finish(Overwrite::Never).unwrap();
    (format, report, Book::open(to).unwrap())
}

fn error_of(bytes: &[u8]) -> ImportError {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    std::fs::write(&path, bytes).unwrap();
    import(&path, 0, &mut |_| Ok(())).unwrap_err()
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

#[test]
fn text_loses_nothing() {
    let folder = Folder::new();
    let book = learned(&folder.path("a.book"));
    exported(&book, &folder.path("a.tsv"), BookFormat::Text);
    let (format, report, back) = imported(&folder.path("a.tsv"), &folder.path("b.book"));
    assert_eq!(format, BookFormat::Text);
    assert_eq!(report.taken, book.entries().count() as u64);
    assert_eq!(entries(&back), entries(&book));
}

/// Every format keeps the positions, their rounded values, and the levels where it has them.
#[test]
fn books_come_back_from_every_format() {
    let folder = Folder::new();
    let book = learned(&folder.path("a.book"));
    let known = entries(&book);
    for format in BookFormat::ALL {
        let name = folder.path(format.name());
        exported(&book, &name, format);
        let (detected, report, back) =
            imported(&name, &folder.path(&format!("{}.book", format.name())));
        assert_eq!(detected, format);
        let found = entries(&back);
        assert_eq!(report.taken as usize, found.len(), "{format:?}");
        assert!(known.len() * 95 / 100 < found.len(), "{format:?}: {}", found.len());
        for (board, entry) in &found {
            let original = known[board];
            let difference = (entry.value.score - original.value.score).units().abs();
            assert!(difference <= Score::PER_DISC, "{format:?} {board:?} {entry:?} {original:?}");
            if format != BookFormat::Zebra {
                assert_eq!(entry.value.level, original.value.level, "{format:?}");
            }
            if format != BookFormat::Edax {
                assert_eq!(entry.leaf.map(|leaf| leaf.square), original.leaf.map(|it| it.square));
            }
        }
    }
}

/// Reads Edax's layout by itself: the rules of a whole record, as Edax's own check has them.
#[test]
fn a_book_for_edax_keeps_its_rules() {
    let folder = Folder::new();
    let book = learned(&folder.path("a.book"));
    let path = folder.path("a.dat");
    let count = exported(&book, &path, BookFormat::Edax);
    let bytes = std::fs::read(&path).unwrap();
    assert_eq!((&bytes[..8], bytes[8]), (&b"XADEKOOB"[..], 4));
    assert_eq!(i32::from_le_bytes(bytes[38..42].try_into().unwrap()) as u64, count);
    let u64_at = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
    let mut boards = HashMap::new();
    let mut at = 42;
    while at < bytes.len() {
        let sides = [u64_at(at), u64_at(at + 8)].map(Bitboard::from_bits);
        let board = Board::new(sides[0], sides[1]).unwrap();
        let n_links = usize::from(bytes[at + 38]);
        let pairs = &bytes[at + 40..at + 42 + 2 * n_links];
        let value = i16::from_le_bytes(bytes[at + 32..at + 34].try_into().unwrap());
        boards.insert(board, (value, pairs.to_vec()));
        at += 42 + 2 * n_links;
    }
    assert_eq!(boards.len() as u64, count, "no position twice");
    for (board, (value, pairs)) in &boards {
        assert_eq!(board.canonical(), *board);
        let (links, leaf) = pairs.split_last_chunk::<2>().unwrap();
        let links: Vec<(i16, u8)> =
            links.chunks(2).map(|pair| (i16::from(pair[0] as i8), pair[1])).collect();
        let mobility = board.legal_moves().count() as usize;
        let is_pass = matches!(links[..], [(_, 64)]);
        assert_eq!(leaf[1] == 65, links.len() == mobility || is_pass, "{board:?}");
        assert!(links.iter().all(|link| link.1 != leaf[1]));
        let best =
            links.iter().map(|link| link.0).chain((leaf[1] < 64).then_some(leaf[0] as i8 as i16));
        assert_eq!(best.max(), Some(*value), "{board:?}");
        for &(score, mv) in &links {
            let after = match Square::from_index(mv.into()) {
                Some(square) => board.play(square).expect("a link is legal"),
                None => board.pass(),
            };
            let (child, _) = boards.get(&after.canonical()).expect("a link leads to a record");
            assert_eq!(score, -child, "{board:?}");
        }
        if let Some(square) = Square::from_index(leaf[1].into()) {
            let after = board.play(square).expect("a leaf is legal").canonical();
            let is_worst = links.iter().all(|link| i16::from(leaf[0] as i8) <= link.0);
            assert!(!boards.contains_key(&after) || is_worst, "only the worst link becomes a leaf");
        }
    }
}

/// A book of one position, by the layout: the start, value 0, the leaf d3 (a1 is 0, so d3 is 19).
fn edax_of_start() -> Vec<u8> {
    let start = Board::START.canonical();
    let mut bytes = b"XADEKOOB\x04\x04".to_vec();
    bytes.resize(38, 0);
    bytes.extend(1_i32.to_le_bytes());
    bytes.extend(start.player().bits().to_le_bytes());
    bytes.extend(start.opponent().bits().to_le_bytes());
    for count in [10_u32, 4, 8, u32::MAX] {
        bytes.extend(count.to_le_bytes());
    }
    for value in [2_i16, 0, 4] {
        bytes.extend(value.to_le_bytes());
    }
    let leaf = start.legal_moves().first().unwrap() as u8;
    bytes.extend([0, 21, 2, leaf]);
    bytes
}

#[test]
fn a_record_of_edax_is_read() {
    let folder = Folder::new();
    let path = folder.path("a.dat");
    std::fs::write(&path, edax_of_start()).unwrap();
    let (format, report, book) = imported(&path, &folder.path("a.book"));
    assert_eq!((format, report.taken), (BookFormat::Edax, 1));
    let entry = entries(&book)[&Board::START.canonical()];
    assert_eq!(entry.value.score.discs(), 2.0);
    assert_eq!(
        (entry.value.level, entry.lines, entry.results.games()),
        (NonZeroU8::new(21), u32::MAX, 22)
    );
    assert_eq!((entry.origin.program, entry.origin.day), (Program::Edax, NonZeroU16::new(20_100)));
    assert!(!entry.value.bounds.is_exact());
    assert_eq!(entry.leaf.unwrap().level, NonZeroU8::new(21));
}

#[test]
fn damaged_books_are_refused_with_the_place() {
    let whole = edax_of_start();
    assert!(matches!(error_of(b"GIF89a"), ImportError::UnknownFormat));
    assert!(matches!(error_of(b""), ImportError::UnknownFormat));
    let mut newer = whole.clone();
    newer[8] = 5;
    assert!(matches!(error_of(&newer), ImportError::OtherVersion { found: 5, known: 4 }));
    let between_records = ImportError::Count { expected: 1, found: 0 };
    assert_eq!(error_of(&whole[..42]).to_string(), between_records.to_string());
    for length in 43..whole.len() {
        assert!(matches!(error_of(&whole[..length]), ImportError::CutOff { .. }), "{length}");
    }
    let at = |index: usize, byte: u8| {
        let mut damaged = whole.clone();
        damaged[index] = byte;
        match error_of(&damaged) {
            ImportError::Record { at, problem } => (at, problem),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(at(75, 1), (42, RecordProblem::Value(258)));
    assert_eq!(at(83, 0), (42, RecordProblem::Leaf));
    assert_eq!(at(45, 0xff), (42, RecordProblem::Board));
    // A header that promises more records than there are.
    let mut short = b"DICUORAGE\x03".to_vec();
    short.extend(7_i32.to_le_bytes());
    assert!(matches!(error_of(&short), ImportError::Count { expected: 7, found: 0 }));
}

#[test]
fn a_text_that_was_cut_off_is_refused_also_at_the_end_of_a_line() {
    let folder = Folder::new();
    let book = learned(&folder.path("a.book"));
    exported(&book, &folder.path("a.tsv"), BookFormat::Text);
    let text = std::fs::read_to_string(folder.path("a.tsv")).unwrap();
    let (whole, _) = text.trim_end().rsplit_once('\n').unwrap();
    assert!(matches!(error_of(format!("{whole}\n").as_bytes()), ImportError::NoLastLine));
    let (shorter, last) = text.trim_end().rsplit_once('\n').unwrap();
    let (shorter, _) = shorter.rsplit_once('\n').unwrap();
    let short = format!("{shorter}\n{last}\n");
    assert!(matches!(error_of(short.as_bytes()), ImportError::Count { .. }));
    let newer = text.replacen("text 2", "text 3", 1);
    let error = error_of(newer.as_bytes());
    assert!(matches!(error, ImportError::OtherVersion { found: 3, known: 2 }), "{error}");
    // What people add.
    std::fs::write(folder.path("b.tsv"), format!("{text}\n# my notes\n")).unwrap();
    let (_, _, read) = imported(&folder.path("b.tsv"), &folder.path("b.book"));
    assert_eq!(entries(&read), entries(&book));
}

/// A record of Egaroucid's with its numbers for "nothing".
#[test]
fn records_of_egaroucid_are_read() {
    let start = Board::START.canonical();
    let record = |value: i8, level: i8, leaf: [i8; 3]| {
        let mut bytes = b"DICUORAGE\x03".to_vec();
        bytes.extend(1_i32.to_le_bytes());
        bytes.extend(start.player().bits().to_le_bytes());
        bytes.extend(start.opponent().bits().to_le_bytes());
        bytes.extend([value as u8, level as u8]);
        bytes.extend(5_u32.to_le_bytes());
        bytes.extend(leaf.map(|number| number as u8));
        bytes
    };
    let folder = Folder::new();
    let read = |name: &str, bytes: Vec<u8>| {
        std::fs::write(folder.path(name), bytes).unwrap();
        let (_, report, book) = imported(&folder.path(name), &folder.path(&format!("{name}.book")));
        (report, entries(&book).get(&start).copied())
    };
    let (_, entry) = read("plain", record(3, 21, [-126, 125, -1]));
    let entry = entry.unwrap();
    assert_eq!(
        (entry.value.score.discs(), entry.value.level, entry.leaf),
        (3.0, NonZeroU8::new(21), None)
    );
    let (_, entry) = read("by hand", record(-4, 70, [-126, 125, -1]));
    assert!(entry.unwrap().is_set_by_hand());
    let leaf = start.legal_moves().first().unwrap();
    let (_, entry) = read("leaf only", record(-126, -1, [2, leaf as i8, 12]));
    assert_eq!(entry.unwrap().leaf.unwrap().square, leaf);
    let (report, entry) = read("nothing", record(-126, -1, [-126, 125, -1]));
    assert_eq!((report.without_value, entry), (1, None));
}

/// Returns the boards of a game in which somebody must pass, by simple choices of moves.
fn game_with_passes() -> Vec<Board> {
    let game = |seed: u32| {
        let (mut board, mut boards, mut n_passes) = (Board::START, Vec::new(), 0);
        while !board.is_game_over() {
            boards.push(board);
            let moves = board.legal_moves();
            let wanted = (seed * 7 + boards.len() as u32 * 5) % moves.count().max(1);
            board = if let Some(square) = moves.squares().nth(wanted as usize) {
                board.play(square).unwrap()
            } else {
                n_passes += 1;
                board.pass()
            };
        }
        (boards, n_passes)
    };
    let found = (0..1000).map(game).find(|(boards, n_passes)| 1 < *n_passes && 50 < boards.len());
    found.expect("one of a thousand games has two passes").0
}

/// The value of a position whose only move leads through a pass keeps its sign.
#[test]
fn passes_keep_the_sign() {
    let boards = game_with_passes();
    let folder = Folder::new();
    let mut book = BookWriter::open(&folder.path("a.book")).unwrap();
    let plan = LearnPlan {
        start: Board::START,
        budgets: Budgets::UNLIMITED,
        level: Level::new(1).unwrap(),
        threads: 1,
        time: None,
        positions: None,
        origin: Origin::this_program(1),
    };
    let stop = StopFlag::new();
    willow_book::add(
        &mut book,
        willow_eval::weights::evaluator(),
        &boards,
        &plan,
        &stop,
        &mut |_| (),
    )
    .unwrap();
    book.close().unwrap();
    let book = Book::open(&folder.path("a.book")).unwrap();
    for entry in entries(&book).into_values() {
        assert_eq!(fixed_entry(entry, &book).unwrap(), entry);
    }
    exported(&book, &folder.path("a.dat"), BookFormat::Edax);
    let (_, _, back) = imported(&folder.path("a.dat"), &folder.path("b.book"));
    for (board, entry) in entries(&back) {
        let original = entries(&book)[&board];
        let difference = (entry.value.score - original.value.score).units().abs();
        assert!(difference <= Score::PER_DISC, "{board:?}");
    }
}
