//! All games of a search as one file.

use std::io::{Read, Write};
use std::net::TcpStream;

use tempfile::TempDir;
use tokio::runtime::Runtime;
use willow_board::Color;
use willow_protocol::ErrorCode;
use willow_records::{RecordedEnding, RecordedGame, RecordedResult, WthorFile, ggf, transcript};
use willow_server::archive::ArchiveEntry;
use willow_server::store::Store;

use crate::http::get;
use crate::support::{TestServer, code, config};

/// More than two pages.
const GAMES: usize = 250;

/// Starts a server with imported games, each by another player and of another day.
fn library() -> (TestServer, TempDir) {
    let folder = TempDir::new().unwrap();
    let games = (0..GAMES).map(|number| {
        let mut record = RecordedGame::new(transcript::parse("f5d6c3d3c4").unwrap());
        record.player_mut(Color::Black).name = format!("Doe {number}");
        "Roe Jo".clone_into(&mut record.player_mut(Color::White).name);
        let ending = RecordedEnding::Board;
        record.result = (number != 240).then_some(RecordedResult { score: 12.0, ending });
        record.date = format!("1995-{:02}-{:02}", number / 28 + 1, number % 28 + 1);
        ArchiveEntry::from(record)
    });
    Runtime::new().unwrap().block_on(async {
        let (_store, mut writer) = Store::open(folder.path()).await.unwrap();
        writer.import(games.collect()).await.unwrap();
    });
    (TestServer::with(config(folder.path())), folder)
}

/// Returns the body of an export, without the sizes of its chunks.
fn export(server: &TestServer, parameters: &str) -> Vec<u8> {
    let mut stream = TcpStream::connect(server.http).unwrap();
    let request = format!(
        "GET /api/archive/export?{parameters} HTTP/1.0\r\nHost: here\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    assert!(answer.starts_with(b"HTTP/1.0 200"), "{}", String::from_utf8_lossy(&answer));
    let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap();
    let head = String::from_utf8_lossy(&answer[..end]).to_lowercase();
    assert!(head.contains("content-disposition: attachment; filename="), "{head}");
    answer[end + 4..].to_vec()
}

#[test]
fn an_export_has_all_games_of_a_search_in_order() {
    let (server, _folder) = library();
    let text = String::from_utf8(export(&server, "format=ggf")).unwrap();
    let dates: Vec<String> = text.lines().map(|line| ggf::parse(line).unwrap().date).collect();
    assert_eq!(dates.len(), GAMES);
    assert!(dates.is_sorted_by(|one, other| one > other), "newest first, each once");
    for (parameters, n) in [
        ("format=transcript", GAMES),
        ("format=transcript&games=230", 230),
        ("format=transcript&games=100", 100),
        ("format=transcript&from=1995-02&to=1995-03", 56),
        ("format=transcript&player=doe_7&opening=f5d6", 11),
        ("format=transcript&player=nobody", 0),
    ] {
        let text = String::from_utf8(export(&server, parameters)).unwrap();
        assert_eq!(text.lines().filter(|line| *line == "f5d6c3d3c4").count(), n, "{parameters}");
        assert_eq!(text.lines().count(), n, "{parameters}");
    }
}

#[test]
fn a_wthor_export_is_three_files_that_belong_together() {
    let (server, _folder) = library();
    let bytes = export(&server, "format=wtb&games=120");
    let games = WthorFile::parse(&bytes).unwrap();
    assert_eq!((games.len(), games.header().year), (119, 1995), "one has no result");
    let players = String::from_utf8_lossy(&export(&server, "format=jou&games=120")).into_owned();
    assert!(players.contains("Roe Jo") && players.contains("Doe 249"), "{players}");
    assert!(!export(&server, "format=trn&games=120").is_empty());
}

#[test]
fn the_limits_of_an_export_are_errors() {
    let (server, _folder) = library();
    for wrong in ["games=0", "games=10001", "format=wtb&games=1001", "format=pdf", "limit=5"] {
        let (head, body) = get(server.http, &format!("/api/archive/export?{wrong}"));
        assert!(head.starts_with("HTTP/1.1 400"), "{wrong}: {head}");
        assert_eq!(code(serde_json::from_str(&body).unwrap()), ErrorCode::Syntax, "{wrong}");
    }
}
