//! What other programs show of links: titles, pictures, and nothing that visitors may not see.

use tokio::runtime::Runtime;
use willow_board::Color;
use willow_protocol::VisitorAccess;
use willow_records::{RecordedEnding, RecordedGame, RecordedResult, transcript};
use willow_server::archive::{ArchiveEntry, Import};
use willow_server::store::Store;

use crate::support::TestServer;

/// Returns the values of the properties of a page's head.
fn property(page: &str, name: &str) -> Option<String> {
    let (_, rest) = page.split_once(&format!("<meta property=\"{name}\" content=\""))?;
    Some(rest.split_once('"')?.0.to_owned())
}

#[test]
fn a_link_to_a_game_shows_its_players_and_its_board() {
    let server = TestServer::configured(|config| {
        config.public_url = Some("https://club.example".to_owned());
    });
    let (mut alice, mut bob) = (server.client("alice"), server.client("bob"));
    let game = alice.play(&mut bob, "");
    alice.ok(&format!(r#""do":"move","game":{game},"move":"f5""#));
    bob.ok(&format!(r#""do":"resign","game":{game}"#));
    let plain = server.get("/game/99999").is(200);
    let answer = server.get(&format!("/game/{game}?x=%22%3E")).is(200);
    let page = answer.text();
    assert!(page.contains("<title>alice - bob - Willow</title>"), "{page}");
    assert_eq!(property(&page, "og:title").as_deref(), Some("alice - bob"));
    assert_eq!(property(&page, "og:description").as_deref(), Some("Othello: Black won by 64"));
    let image = property(&page, "og:image").unwrap();
    assert_eq!(image, format!("https://club.example/api/games/{game}/board.png"));
    for name in ["content-security-policy", "cache-control", "vary", "content-type"] {
        assert_eq!(answer.header(name), plain.header(name), "{name}");
    }
    assert_ne!(answer.header("etag"), plain.header("etag"));
    let tag = format!("If-None-Match: {}\r\n", answer.header("etag").unwrap());
    server.get_with(&format!("/game/{game}?x=%22%3E"), &tag).is(304);
    let picture = server.get(&format!("/api/games/{game}/board.png")).is(200);
    assert!(picture.body.starts_with(b"\x89PNG"), "{}", picture.head);
    assert_eq!(picture.header("content-type"), Some("image/png"));
    assert_eq!(picture.header("cache-control"), Some("public, max-age=60"));
    assert_ne!(picture.body, server.get("/board.png").is(200).body);
    let profile = server.get("/user/Alice").text();
    assert_eq!(property(&profile, "og:title").as_deref(), Some("alice"));
    assert_eq!(property(&profile, "og:image"), Some(image));
    for path in ["/join/5", "/invitation"] {
        let page = server.get(path).text();
        let image = property(&page, "og:image");
        assert_eq!(image.as_deref(), Some("https://club.example/board.png"), "{path}");
    }
}

#[test]
fn a_link_to_an_event_shows_its_name_as_text() {
    let mut server = TestServer::start();
    server.stop();
    let mut record = RecordedGame::new(transcript::parse("f5d6c3").unwrap());
    record.event = "<Cup> & \"Open\"".to_owned();
    record.player_mut(Color::Black).name = "Müller".to_owned();
    record.result = Some(RecordedResult { score: 0.0, ending: RecordedEnding::Board });
    Runtime::new().unwrap().block_on(async {
        let (_store, mut writer) = Store::open(&server.location()).await.unwrap();
        let entries = vec![ArchiveEntry::from(record)];
        writer.import(&mut Import::new("games.ggf"), entries).await.unwrap();
    });
    server.restart();
    let page = server.get("/event?name=%3CCup%3E+%26+%22Open%22&year=1998").is(200).text();
    let title = property(&page, "og:title");
    assert_eq!(title.as_deref(), Some("&lt;Cup&gt; &amp; &quot;Open&quot;"));
    let page = server.get("/game/1").is(200).text();
    assert_eq!(property(&page, "og:title").as_deref(), Some("Müller - ?"));
    assert!(property(&page, "og:description").unwrap().starts_with("Othello: a draw, &lt;Cup"));
    assert_eq!(property(&server.get("/event?name=Nothing").text(), "og:title"), None);
}

#[test]
fn previews_say_nothing_of_what_visitors_may_not_see() {
    for (shown, terms, seen) in [
        (VisitorAccess::All, "", [true, true, true]),
        (VisitorAccess::All, r#","private":true"#, [false, true, false]),
        (VisitorAccess::Games, "", [true, false, true]),
        (VisitorAccess::Nothing, "", [false, false, false]),
    ] {
        let server = TestServer::configured(|config| config.visitors_read = shown);
        let (mut alice, mut bob) = (server.register("alice"), server.register("bob"));
        let game = alice.play(&mut bob, terms);
        let has_title =
            |path: &str| property(&server.get(path).is(200).text(), "og:title").is_some();
        let picture = server.get(&format!("/api/games/{game}/board.png")).status == 200;
        let found = [has_title(&format!("/game/{game}")), has_title("/user/alice"), picture];
        assert_eq!(found, seen, "{shown:?} {terms}");
        let profile = server.get("/user/alice").text();
        let image = property(&profile, "og:image").unwrap_or_default();
        assert!(terms.is_empty() || !image.contains(&game.to_string()), "{image}");
        let robots = server.get("/robots.txt").is(200).text();
        let is_closed = robots.contains("Disallow: /\n");
        assert_eq!(is_closed, shown == VisitorAccess::Nothing, "{robots}");
    }
}
