//! Opening books over HTTP: what visitors see, what administrators change, and what others may not.

use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;
use willow_board::Board;
use willow_book::{
    BookPosition, BookValue, BookWriter, Entry, Lookup as _, Origin, Program, Seen, ShippedBook,
};
use willow_eval::Score;
use willow_server::{BookFile, Config};

use crate::browser::{log_in, send, status};
use crate::http::get;
use crate::privacy::with_admin;
use crate::support::{Server, TestServer, config};

/// Asks for a page of a book.
fn page(server: &TestServer, query: &str) -> Value {
    let (head, body) = get(server.http, &format!("/api/book{query}"));
    assert_eq!(status(&head), "200", "{query}: {head}\n{body}");
    serde_json::from_str(&body).unwrap()
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
    let (head, body) = get(server.http, &format!("/api/book?position={corner}"));
    assert_eq!(status(&head), "409", "{body}");
    assert!(body.contains("not-in-book"), "{body}");
}

/// Makes a book of the start and the positions after one and two moves, as other programs' books are small.
fn small_book(path: &Path) {
    let shipped = ShippedBook::get();
    let mut writer = BookWriter::open(path).unwrap();
    let mut open = vec![Board::START];
    for _ in 0..3 {
        let mut next = Vec::new();
        for board in open {
            let Seen::Position(position, _) = BookPosition::seen(&board) else { continue };
            writer.keep(shipped.entry(position).unwrap().as_slice()).unwrap();
            let after = |square| board.after(square, board.flips(square));
            next.extend(board.legal_moves().squares().map(after));
        }
        open = next;
    }
    writer.close().unwrap();
}

/// Starts a server with a book and an administrator, and returns the header that the administrator's browser sends.
fn with_book(folder: &TempDir) -> (TestServer, String, PathBuf) {
    let path = folder.path().join("club.book");
    small_book(&path);
    with_admin(folder).stop();
    let book = BookFile { file: Some(path.clone()) };
    let server = TestServer::with(Config { book, ..config(folder.path()) });
    let cookie = log_in(&server, r#"{"do":"login","name":"root","password":"correct horse"}"#);
    let headers = format!("{cookie}Origin: http://{}\r\n", server.http);
    (server, headers, path)
}

fn ask(server: &TestServer, request: (&str, &str), headers: &str, body: &str) -> (String, Value) {
    let (head, body) = send(server.http, request, headers, body);
    (status(&head).to_owned(), serde_json::from_str(&body).unwrap())
}

fn value_of(server: &TestServer, position: &str) -> Value {
    page(server, &format!("?book=server&position={position}"))["entry"]["value"].clone()
}

#[test]
fn an_administrator_sets_a_value_removes_a_position_and_takes_both_back() {
    let folder = TempDir::new().unwrap();
    let (server, root, path) = with_book(&folder);
    assert_eq!(page(&server, "")["books"], serde_json::json!(["shipped", "server"]));
    let before = value_of(&server, "f5d6");
    let set = r#"{"position":"f5d6","value":-10.5}"#;
    let (status, changed) = ask(&server, ("POST", "/api/book"), &root, set);
    assert_eq!(status, "200", "{changed}");
    assert_eq!(changed["changes"], 1);
    assert_eq!(changed["page"]["entry"]["value"], -10.5);
    assert_eq!(changed["page"]["entry"]["origin"]["program"], "person");
    assert!(changed["page"]["entry"]["origin"]["date"].is_string());
    assert_eq!(value_of(&server, "f5d6"), -10.5);
    assert_eq!(value_of(&server, "f5"), 10.5, "the position before follows: d6 is White's best");
    // The change is on the disk for every other program.
    let reread = willow_book::Book::open(&path).unwrap();
    assert!(reread.len_of_log() > 0);
    let (_, today) = ask(&server, ("GET", "/api/book/today"), &root, "");
    assert_eq!((&today["changes"], today["positions"].as_u64() >= Some(1)), (&1.into(), true));
    let (status, removed) = ask(&server, ("DELETE", "/api/book?position=f5f6"), &root, "");
    assert_eq!((status.as_str(), &removed["changes"]), ("200", &2.into()), "{removed}");
    assert!(removed["page"]["entry"].is_null());
    for left in [1, 0] {
        let (status, undone) = ask(&server, ("POST", "/api/book/undo?position=f5d6"), &root, "");
        assert_eq!((status.as_str(), &undone["changes"]), ("200", &left.into()), "{undone}");
    }
    assert_eq!(value_of(&server, "f5d6"), before);
    assert!(value_of(&server, "f5f6").is_f64());
    let (status, problem) = ask(&server, ("POST", "/api/book/undo"), &root, "");
    assert_eq!((status.as_str(), &problem["detail"]), ("409", &"nothing-to-undo".into()));
}

#[test]
fn what_cannot_be_changed_is_said_in_words() {
    let folder = TempDir::new().unwrap();
    let (server, root, path) = with_book(&folder);
    let set = |body: &str| ask(&server, ("POST", "/api/book"), &root, body);
    for body in ["", "{}", r#"{"position":"f5","value":65}"#, r#"{"position":"f5","value":"x"}"#] {
        let (status, problem) = set(body);
        assert_eq!(
            (status.as_str(), &problem["detail"]),
            ("400", &"invalid-body".into()),
            "{body}"
        );
    }
    let (status, problem) = set(r#"{"position":"a1","value":1}"#);
    assert_eq!((status.as_str(), &problem["detail"]), ("400", &"invalid-argument".into()));
    let (status, problem) = set(r#"{"position":"e6f4e3f6g5d6e7f5c5","value":1}"#);
    assert_eq!((status.as_str(), &problem["detail"]), ("409", &"game-over".into()));
    let (status, problem) = ask(&server, ("DELETE", "/api/book?position=f5d6c3d3c4"), &root, "");
    assert_eq!((status.as_str(), &problem["detail"]), ("409", &"not-in-book".into()));
    // A learner has the lock.
    let mut learner = BookWriter::open(&path).unwrap();
    let (status, problem) = set(r#"{"position":"f5d6","value":1}"#);
    assert_eq!((status.as_str(), &problem["detail"]), ("409", &"book-in-use".into()));
    assert!(problem["message"].as_str().unwrap().contains("learning into this book"), "{problem}");
    assert!(page(&server, "?book=server")["entry"].is_object(), "everybody can still read");
    drop(learner);
    assert_eq!(set(r#"{"position":"f5d6","value":1}"#).0, "200");
    // What another program has changed since cannot be undone by mistake.
    learner = BookWriter::open(&path).unwrap();
    let Seen::Position(start, _) = BookPosition::seen(&Board::START) else { unreachable!() };
    let value = BookValue::estimate(Score::DRAW, 4, 8);
    learner.keep(&[Entry::new(start, value, Origin::of(Program::Willow))]).unwrap();
    drop(learner);
    let (status, problem) = ask(&server, ("POST", "/api/book/undo"), &root, "");
    assert_eq!((status.as_str(), &problem["detail"]), ("409", &"nothing-to-undo".into()));
}

#[test]
fn only_an_administrator_of_this_page_changes_the_book() {
    let folder = TempDir::new().unwrap();
    let (server, root, _) = with_book(&folder);
    let own = format!("Origin: http://{}\r\n", server.http);
    let player =
        log_in(&server, r#"{"do":"register","name":"alice","password":"correct horse"}"#) + &own;
    let foreign = root.replace(&own, "Origin: https://evil.example\r\n");
    let set = r#"{"position":"f5d6","value":-10.5}"#;
    for (headers, wanted) in [(&own, "401"), (&player, "403"), (&foreign, "403")] {
        for (request, body) in [
            (("POST", "/api/book"), set),
            (("DELETE", "/api/book?position=f5d6"), ""),
            (("POST", "/api/book/undo"), ""),
            (("GET", "/api/book/today"), ""),
        ] {
            let (status, problem) = ask(&server, request, headers, body);
            assert_eq!(status, wanted, "{request:?} {headers} {problem}");
        }
    }
    assert_ne!(value_of(&server, "f5d6"), -10.5);
}

#[test]
fn a_server_without_a_book_of_its_own_says_so() {
    let folder = TempDir::new().unwrap();
    let server = with_admin(&folder);
    let root = log_in(&server, r#"{"do":"login","name":"root","password":"correct horse"}"#);
    let headers = format!("{root}Origin: http://{}\r\n", server.http);
    let (status, problem) =
        ask(&server, ("POST", "/api/book"), &headers, r#"{"position":"f5","value":1}"#);
    assert_eq!((status.as_str(), &problem["detail"]), ("409", &"no-such-book".into()));
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
