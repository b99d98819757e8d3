//! Opening books over HTTP: what visitors see, what administrators change, and what others may not.

use std::num::NonZeroU8;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;
use willow_board::Board;
use willow_book::{
    BookLookup, BookPosition, BookValue, BookWriter, Entry, Lookup as _, Origin, Program,
    ShippedBook,
};
use willow_eval::Score;
use willow_server::{BookFile, Config};

use crate::support::{Answer, PASSWORD, Server, TestServer, config};

/// Asks for a page of a book.
fn page(server: &TestServer, query: &str) -> Value {
    server.get(&format!("/api/book{query}")).is(200).json()
}

fn moves(page: &Value) -> Vec<&str> {
    page["moves"].as_array().unwrap().iter().map(|mv| mv["move"].as_str().unwrap()).collect()
}

#[test]
fn a_visitor_sees_the_shipped_book_and_what_is_proven() {
    let server = TestServer::start();
    let start = page(&server, "");
    assert_eq!(start["books"], serde_json::json!(["shipped"]));
    assert_eq!(start["proven"], "draw");
    assert!(start["entry"]["level"].as_u64().unwrap() > 0, "{start}");
    assert_eq!(start["entry"]["origin"]["program"], "willow");
    let after = page(&server, "?position=f5");
    assert_eq!(after["proven"], "draw");
    let moves_after = after["moves"].as_array().unwrap();
    let d6 = moves_after.iter().find(|mv| mv["move"] == "d6").unwrap();
    assert_eq!((&d6["proven"], &d6["kind"]), (&Value::from("draw"), &Value::from("book")));
    let f4 = moves_after.iter().find(|mv| mv["move"] == "f4").unwrap();
    assert_eq!(f4["proven"], "loss-or-draw", "the parallel opening is no proven draw for White");
    let tiger = page(&server, "?position=f5d6c3d3c4");
    assert_eq!(tiger["opening"]["name"], "Tiger");
    let over = page(&server, "?position=e6f4e3f6g5d6e7f5c5");
    assert_eq!((moves(&over), &over["entry"]), (vec![], &Value::Null), "nobody can move any more");
}

#[test]
fn what_is_proven_is_told_of_boards_without_a_line_too() {
    let server = TestServer::start();
    let after_f5 = "---------------------------OX------XXX--------------------------/O";
    let by_cells = page(&server, &format!("?position={after_f5}"));
    assert_eq!(by_cells, page(&server, "?position=f5"), "whether moves or cells lead there");
    assert_eq!(by_cells["proven"], "draw");
}

#[test]
fn boards_that_nothing_is_known_about_are_answered_too() {
    let server = TestServer::start();
    let rows = format!("{0}--OOOO----XXXX--{0}/X", "-".repeat(24));
    let unknown = page(&server, &format!("?position={rows}"));
    assert_eq!((&unknown["entry"], &unknown["proven"]), (&Value::Null, &Value::Null));
    let corner = format!("XO{}/X", "-".repeat(62));
    let refused = server.get(&format!("/api/book?position={corner}")).is(409);
    assert_eq!(refused.json()["detail"], "not-in-book");
}

/// Makes a book of the start and the positions after one and two moves, as other programs' books are small.
fn small_book(path: &Path) {
    let shipped = ShippedBook::get();
    let mut writer = BookWriter::open(path).unwrap();
    let mut open = vec![Board::START];
    for _ in 0..3 {
        let mut next = Vec::new();
        for board in open {
            let BookLookup::Position(position, _) = BookPosition::seen(&board) else { continue };
            writer.keep(shipped.entry(position).unwrap().as_slice()).unwrap();
            let after = |square| board.after(square, board.flips(square));
            next.extend(board.legal_moves().squares().map(after));
        }
        open = next;
    }
    writer.close().unwrap();
}

/// Starts a server with a book and an administrator, and returns the headers that the administrator's page sends.
fn with_book() -> (TestServer, String) {
    let server = TestServer::configured(|config| {
        config.book.file = Some(config.data.join("club.book"));
        small_book(&config.data.join("club.book"));
    });
    let server = server.with_admin();
    let root = log_root_in(&server);
    (server, root)
}

fn log_root_in(server: &TestServer) -> String {
    server.log_page_in(&format!(r#"{{"do":"login","name":"root","password":"{PASSWORD}"}}"#))
}

fn book_file(server: &TestServer) -> PathBuf {
    server.folder().join("club.book")
}

/// Asserts that a request is refused with this detail.
#[track_caller]
fn assert_refused(answer: Answer, status: u16, detail: &str) -> Value {
    let problem = answer.is(status).json();
    assert_eq!(problem["detail"], detail, "{problem}");
    problem
}

fn value_of(server: &TestServer, position: &str) -> Value {
    page(server, &format!("?book=server&position={position}"))["entry"]["value"].clone()
}

#[test]
fn an_administrator_sets_a_value_removes_a_position_and_takes_both_back() {
    let (server, root) = with_book();
    assert_eq!(page(&server, "")["books"], serde_json::json!(["shipped", "server"]));
    let before = value_of(&server, "f5d6");
    let set = r#"{"position":"f5d6","value":-10.5}"#;
    let changed = server.request("POST", "/api/book", &root, set).is(200).json();
    assert_eq!(changed["changes"], 1);
    assert_eq!(changed["page"]["entry"]["value"], -10.5);
    assert_eq!(changed["page"]["entry"]["origin"]["program"], "person");
    assert!(changed["page"]["entry"]["origin"]["date"].is_string());
    assert_eq!(value_of(&server, "f5d6"), -10.5);
    assert_eq!(value_of(&server, "f5"), 10.5, "the position before follows: d6 is White's best");
    // The change is on the disk for every other program.
    let reread = willow_book::Book::open(&book_file(&server)).unwrap();
    assert!(reread.len_of_log() > 0);
    let today = server.get_with("/api/book/today", &root).json();
    assert_eq!((&today["changes"], today["positions"].as_u64() >= Some(1)), (&1.into(), true));
    let removed = server.request("DELETE", "/api/book?position=f5f6", &root, "").is(200).json();
    assert_eq!((&removed["changes"], &removed["page"]["entry"]), (&2.into(), &Value::Null));
    for left in [1, 0] {
        let undone = server.request("POST", "/api/book/undo?position=f5d6", &root, "").is(200);
        assert_eq!(undone.json()["changes"], left);
    }
    assert_eq!(value_of(&server, "f5d6"), before);
    assert!(value_of(&server, "f5f6").is_f64());
    let undo = server.request("POST", "/api/book/undo", &root, "");
    assert_refused(undo, 409, "nothing-to-undo");
}

#[test]
fn what_cannot_be_changed_is_said_in_words() {
    let (server, root) = with_book();
    let set = |body: &str| server.request("POST", "/api/book", &root, body);
    for (body, status, detail) in [
        ("", 400, "invalid-body"),
        ("{}", 400, "invalid-body"),
        (r#"{"position":"f5","value":65}"#, 400, "invalid-body"),
        (r#"{"position":"f5","value":"x"}"#, 400, "invalid-body"),
        (r#"{"position":"a1","value":1}"#, 400, "invalid-argument"),
        (r#"{"value":1}"#, 400, "invalid-body"),
        (r#"{"position":"e6f4e3f6g5d6e7f5c5","value":1}"#, 409, "game-over"),
    ] {
        assert_refused(set(body), status, detail);
    }
    let unknown = server.request("DELETE", "/api/book?position=f5d6c3d3c4", &root, "");
    assert_refused(unknown, 409, "not-in-book");
    for (query, detail) in
        [("", "missing-argument"), ("?position=f5&book=shipped", "invalid-argument")]
    {
        let path = format!("/api/book{query}");
        assert_refused(server.request("DELETE", &path, &root, ""), 400, detail);
    }
    assert!(page(&server, "?book=server")["entry"].is_object(), "the start is still there");
    // A learner has the lock.
    let mut learner = BookWriter::open(&book_file(&server)).unwrap();
    let good = r#"{"position":"f5d6","value":1}"#;
    let problem = assert_refused(set(good), 409, "book-in-use");
    assert!(problem["message"].as_str().unwrap().contains("learning into this book"), "{problem}");
    assert!(page(&server, "?book=server")["entry"].is_object(), "everybody can still read");
    drop(learner);
    set(good).is(200);
    // What another program has changed since cannot be undone by mistake.
    learner = BookWriter::open(&book_file(&server)).unwrap();
    let BookLookup::Position(start, _) = BookPosition::seen(&Board::START) else { unreachable!() };
    let value = BookValue::estimate(Score::DRAW, NonZeroU8::new(4), 8);
    learner.keep(&[Entry::new(start, value, Origin::of(Program::Willow))]).unwrap();
    drop(learner);
    let undo = server.request("POST", "/api/book/undo", &root, "");
    assert_refused(undo, 409, "nothing-to-undo");
}

#[test]
fn only_an_administrator_of_this_page_changes_the_book() {
    let (server, root) = with_book();
    let player = server
        .log_page_in(&format!(r#"{{"do":"register","name":"alice","password":"{PASSWORD}"}}"#));
    let foreign = root.replace(&server.origin(), "Origin: https://evil.example\r\n");
    for (headers, wanted) in [(&server.origin(), 401), (&player, 403), (&foreign, 403)] {
        for (method, path, body) in [
            ("POST", "/api/book", r#"{"position":"f5d6","value":-10.5}"#),
            ("DELETE", "/api/book?position=f5d6", ""),
            ("POST", "/api/book/undo", ""),
            ("GET", "/api/book/today", ""),
        ] {
            let refused = server.request(method, path, headers, body);
            assert_eq!(refused.status, wanted, "{method} {path} {headers} {refused}");
        }
    }
    assert_ne!(value_of(&server, "f5d6"), -10.5);
}

#[test]
fn a_server_without_a_book_of_its_own_says_so() {
    let server = TestServer::start().with_admin();
    let root = log_root_in(&server);
    let set = server.request("POST", "/api/book", &root, r#"{"position":"f5","value":1}"#);
    assert_refused(set, 409, "no-such-book");
}

#[test]
fn a_missing_or_damaged_book_is_one_error_at_the_start() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("club.book");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let error = || {
        let book = BookFile { file: Some(path.clone()) };
        let config = Config { book, ..config(&folder.path().join("data")) };
        runtime.block_on(Server::start(config)).unwrap_err().to_string()
    };
    let missing = error();
    assert!(
        missing.contains("[book]: cannot read") && missing.contains("club.book: No such file"),
        "{missing}"
    );
    std::fs::write(&path, "no book").unwrap();
    let other = error();
    assert!(other.contains("not an opening book of Willow"), "{other}");
    std::fs::remove_file(&path).unwrap();
    small_book(&path);
    let mut bytes = std::fs::read(&path).unwrap();
    let last = bytes.len() - 100;
    bytes[last] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let damaged = error();
    assert!(damaged.contains("club.book") && damaged.contains("damaged"), "{damaged}");
}
