//! Moderators read the moderation log, and nobody else does.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tempfile::TempDir;
use willow_protocol::{ErrorCode, Event, LogPage};

use crate::moderators::moderator;
use crate::privacy::{log_in, register, with_admin};
use crate::support::{Client, TestServer, code, config};

fn log(client: &mut Client, id: &str, rest: &str) -> LogPage {
    match client.ask(id, &format!(r#""do":"log"{rest}"#)) {
        Event::Log(page) => page,
        other => panic!("{other:?}"),
    }
}

/// Returns action, user and moderator of each entry, without the times.
fn rows(page: &LogPage) -> Vec<[&str; 4]> {
    let entries = page.entries.iter();
    entries.map(|it| [it.action.as_str(), it.name.as_str(), it.by.as_str(), &it.reason]).collect()
}

/// Types lines and returns the lines of the last one's answer, which has an id and the word `log`.
fn types(server: &TestServer, lines: &[&str]) -> Vec<String> {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.write_all((lines.join("\n") + "\nping\n").as_bytes()).unwrap();
    let read = BufReader::new(stream).lines().map(Result::unwrap);
    // An answer of the store may come after the pong.
    let mut answer = read.skip_while(|line| !line.starts_with("#last "));
    let first = answer.next().unwrap();
    let n_rows: usize = first.strip_prefix("#last log ").unwrap().parse().unwrap();
    [first].into_iter().chain(answer.take(n_rows)).collect()
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64
}

#[test]
fn a_moderator_reads_what_was_done_and_a_player_does_not() {
    let folder = TempDir::new().unwrap();
    let began = now();
    let mut server = with_admin(&folder);
    let mut mona = moderator(&server);
    let (bob, mut carol) = (register(&server, "bob"), register(&server, "carol"));
    for (id, what) in [
        ("3", r#""do":"silence","name":"bob","minutes":5,"reason":"be quiet""#),
        ("4", r#""do":"kick","name":"bob","reason":"enough""#),
        ("5", r#""do":"ban","name":"bob","reason":"enough is enough""#),
        ("6", r#""do":"silence","name":"carol","minutes":5,"reason":"you, too""#),
    ] {
        assert_eq!(mona.ask(id, what), Event::Ok, "{what}");
    }
    let role = ["role", "mona", "root", "moderator"];
    let to_bob = [
        ["ban", "bob", "mona", "enough is enough"],
        ["kick", "bob", "mona", "enough"],
        ["silence", "bob", "mona", "be quiet"],
    ];
    let page = log(&mut mona, "7", "");
    assert_eq!(rows(&page)[0], ["silence", "carol", "mona", "you, too"]);
    assert_eq!(rows(&page)[1..4], to_bob);
    assert_eq!((rows(&page)[4], page.next), (role, None));
    assert!(page.entries.iter().all(|entry| (began..=now()).contains(&entry.at)), "{page:?}");
    assert_eq!(rows(&log(&mut mona, "8", r#","name":"Bob""#)), to_bob);
    assert_eq!(rows(&log(&mut mona, "9", r#","by":"root""#)), [role]);
    let first = log(&mut mona, "10", r#","name":"bob","limit":2"#);
    assert_eq!(rows(&first), to_bob[..2]);
    let rest = format!(r#","name":"bob","limit":2,"after":{}"#, first.next.unwrap());
    let second = log(&mut mona, "11", &rest);
    assert_eq!((rows(&second).as_slice(), second.next), (&to_bob[2..], None));
    for (id, what) in [("1", ""), ("2", r#","name":"carol""#), ("3", r#","by":"mona""#)] {
        let refused = carol.ask(id, &format!(r#""do":"log"{what}"#));
        assert_eq!(code(refused), ErrorCode::Forbidden, "{what}");
    }
    let unknown = mona.ask("12", r#""do":"log","name":"nobody""#);
    assert_eq!(code(unknown), ErrorCode::NoSuchUser);
    drop(bob);
    let wrong = mona.ask("13", r#""do":"log","after":"yesterday""#);
    assert_eq!(code(wrong), ErrorCode::Syntax);
    // An account that is deleted stays in the log, also after a restart.
    let delete = r#""do":"delete-account","password":"correct horse""#;
    carol.send(&format!(r#"{{"id":"4",{delete}}}"#));
    carol.wait_for(|event| matches!(event, Event::Bye { .. }));
    server.stop();
    let server = TestServer::with(config(folder.path()));
    let (mut root, _) = log_in(&server, "root", "correct horse");
    let page = log(&mut root, "log", r#","name":"carol""#);
    assert_eq!(rows(&page), [["silence", "carol", "mona", "you, too"]]);
    assert!(page.entries[0].name_is_gone && !page.entries[0].by_is_gone, "{page:?}");
    let typed = types(&server, &["login mona correct horse", "#last log"]);
    let texts: Vec<&str> =
        typed[1..].iter().map(|line| &line["  2026-11-22 15:04 ".len()..]).collect();
    assert_eq!(
        texts,
        [
            "silence carol (gone) by mona: you, too",
            "ban bob by mona: enough is enough",
            "kick bob by mona: enough",
            "silence bob by mona: be quiet",
            "role mona by root: moderator",
        ]
    );
    assert_eq!(
        types(&server, &["login root correct horse", "#last log bob by root"]),
        ["#last log 0"]
    );
}
