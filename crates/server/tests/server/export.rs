//! All games of a search as one file.

use tokio::runtime::Runtime;
use willow_board::{Color, Game};
use willow_records::{RecordedEnding, RecordedGame, RecordedResult, WthorFile, ggf, transcript};
use willow_server::archive::{ArchiveEntry, Import};
use willow_server::store::Store;

use crate::support::TestServer;

/// More than two pages.
const GAMES: usize = 250;

/// Starts a server with imported games, each by another player and of another day, and one without moves.
fn library() -> TestServer {
    let games = (0..GAMES).map(|number| {
        let mut record = RecordedGame::new(transcript::parse("f5d6c3d3c4").unwrap());
        record.player_mut(Color::Black).name = format!("Doe {number}");
        "Roe Jo".clone_into(&mut record.player_mut(Color::White).name);
        let ending = RecordedEnding::Board;
        record.result = (number != 240).then_some(RecordedResult { score: 12.0, ending });
        record.date = format!("1995-{:02}-{:02}", number / 28 + 1, number % 28 + 1);
        ArchiveEntry::from(record)
    });
    let mut without_moves = RecordedGame::new(Game::new());
    "1990-01-01".clone_into(&mut without_moves.date);
    let games = games.chain([ArchiveEntry::from(without_moves)]);
    let mut server = TestServer::start();
    server.stop();
    Runtime::new().unwrap().block_on(async {
        let (_store, mut writer) = Store::open(&server.location()).await.unwrap();
        let mut import = Import::new("games.ggf");
        writer.import(&mut import, games.collect()).await.unwrap();
    });
    server.restart();
    server
}

fn export(server: &TestServer, parameters: &str) -> Vec<u8> {
    let answer = server.get(&format!("/api/archive/export?{parameters}")).is(200);
    let disposition = answer.header("content-disposition").unwrap_or_default();
    assert!(disposition.starts_with("attachment; filename="), "{disposition}");
    answer.body
}

#[test]
fn an_export_has_all_games_of_a_search_in_order() {
    let server = library();
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
        assert!(text.lines().eq(vec!["f5d6c3d3c4"; n]), "{parameters}: {text}");
    }
}

#[test]
fn a_link_leads_through_the_whole_archive() {
    let server = library();
    let mut path = Some("/api/archive/export?after=19951231-9&games=120&format=ggf".to_owned());
    let mut games = Vec::new();
    while let Some(asked) = path {
        let answer = server.get(&asked).is(200);
        games.push(answer.text().lines().count());
        let link = answer.header("link").map(ToOwned::to_owned);
        path = link.map(|link| {
            let path = link.strip_prefix('<').and_then(|link| link.strip_suffix(">; rel=\"next\""));
            path.expect("a link to the next page").to_owned()
        });
    }
    assert_eq!((games.len(), games.iter().sum::<usize>()), (3, GAMES));
}

#[test]
fn a_wthor_export_is_three_files_that_belong_together() {
    let server = library();
    let bytes = export(&server, "format=wtb&games=120");
    let games = WthorFile::parse(&bytes).unwrap();
    assert_eq!((games.len(), games.header().year), (119, 1995), "one has no result");
    let players = String::from_utf8_lossy(&export(&server, "format=jou&games=120")).into_owned();
    assert!(players.contains("Roe Jo") && players.contains("Doe 249"), "{players}");
    assert!(!export(&server, "format=trn&games=120").is_empty());
}
