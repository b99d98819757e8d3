//! `willow serve`, `willow connect` and `willow bot`, as somebody would start them.

use std::io::Write;
use std::process::Command;

use crate::run::{Process, run, wait_for};

/// A configuration whose ports the system chooses.
const FREE_PORTS: &str = "http = '127.0.0.1:0'\nlisten = '127.0.0.1:0'\n";

/// The words that start a server with the configuration in its folder.
const SERVE: [&str; 5] = ["serve", "--data", ".", "--config", "willow.toml"];

/// Waits until a server listens, and returns its address.
pub(crate) fn address_of(server: &mut Process) -> String {
    let line = wait_for(&mut server.output(), "line protocol on ");
    line.trim().rsplit(' ').next().unwrap().to_owned()
}

#[test]
fn the_configuration_is_printed_as_a_file_would_have_it() {
    let folder = tempfile::TempDir::new().unwrap();
    let printed = run(&["serve", "--data", "games", "--no-bots", "--print-config"]);
    assert!(printed.stdout.contains("data = \"games\"\n"), "{}", printed.stdout);
    assert!(printed.stdout.contains("bots = false\n"), "{}", printed.stdout);
    let file = folder.path().join("willow.toml");
    std::fs::write(&file, &printed.stdout).unwrap();
    let path = file.to_str().unwrap();
    assert_eq!(run(&["serve", "--config", path, "--print-config"]).stdout, printed.stdout);
    std::fs::write(&file, "bots = true\nboots = 7\n").unwrap();
    let result = run(&["serve", "--config", path]);
    assert_eq!(result.code, 1);
    assert!(result.error().contains("line 2: unknown field `boots`"), "{}", result.error());
}

#[test]
fn options_win_over_the_environment_which_wins_over_the_file() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("willow.toml");
    std::fs::write(&file, "data = 'file'\nlisten = '127.0.0.1:1'\nhttp = '127.0.0.1:1'\n").unwrap();
    let printed = |options: &[&str], variables: &[(&str, &str)]| {
        let printed = Command::new(env!("CARGO_BIN_EXE_willow"))
            .args(["serve", "--print-config"])
            .args(options)
            .env("WILLOW_SERVE_CONFIG", &file)
            .envs(variables.iter().copied())
            .output()
            .unwrap();
        let config: toml::Table = String::from_utf8(printed.stdout).unwrap().parse().unwrap();
        let value = |key: &str| config[key].to_string().trim_matches('"').to_owned();
        ["data", "listen", "http", "bot-threads"].map(value)
    };
    assert_eq!(printed(&[], &[]), ["file", "127.0.0.1:1", "127.0.0.1:1", "1"]);
    let variables = [
        ("WILLOW_SERVE_DATA", "variable"),
        ("WILLOW_SERVE_LISTEN", "127.0.0.1:2"),
        ("WILLOW_SERVE_HTTP", "127.0.0.1:2"),
        ("WILLOW_SERVE_BOT_THREADS", "2"),
    ];
    assert_eq!(printed(&[], &variables), ["variable", "127.0.0.1:2", "127.0.0.1:2", "2"]);
    let options = ["--data", "option", "--listen", "127.0.0.1:3", "--http", "127.0.0.1:3"];
    let options = [&options[..], &["--bot-threads", "3"]].concat();
    assert_eq!(printed(&options, &variables), ["option", "127.0.0.1:3", "127.0.0.1:3", "3"]);
    // A file that names no folder leaves the usual one.
    std::fs::write(&file, "bots = false\n").unwrap();
    let usual = std::path::Path::new("home-of-willow").join("server");
    assert_eq!(printed(&[], &[("WILLOW_HOME", "home-of-willow")])[0], usual.to_str().unwrap());
}

#[test]
fn a_browser_finds_the_web_client_at_the_printed_address() {
    let folder = tempfile::TempDir::new().unwrap();
    let ports = ["--listen", "127.0.0.1:0", "--http", "127.0.0.1:0"];
    let words = [&["serve", "--data", ".", "--no-bots"], &ports[..]].concat();
    let mut server = Process::start(folder.path(), &words);
    // A server whose output nobody reads any more ends.
    let mut output = server.output();
    let line = wait_for(&mut output, "web client: ");
    wait_for(&mut output, "line protocol on ");
    let address = line.trim().trim_start_matches("web client: http://").trim_end_matches('/');
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    let request = format!("GET /lobby HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    std::io::Read::read_to_string(&mut stream, &mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("<!doctype html>"), "{answer}");
}

#[test]
fn nobody_becomes_an_administrator_who_is_not_registered() {
    let folder = tempfile::TempDir::new().unwrap();
    let data = folder.path().join("data");
    let data = data.to_str().unwrap();
    let result = run(&["serve", "--data", data, "--make-admin", "alice"]);
    assert_eq!((result.code, result.error()), (1, "there is no registered user `alice`"));
    let result = run(&["serve", "--data", data, "--reset-password", "alice"]);
    assert_eq!((result.code, result.error()), (1, "there is no registered user `alice`"));
}

#[test]
fn a_person_plays_a_bot_through_a_server() {
    let folder = tempfile::TempDir::new().unwrap();
    std::fs::write(folder.path().join("willow.toml"), FREE_PORTS).unwrap();
    let mut server = Process::start(folder.path(), &SERVE);
    let address = address_of(&mut server);
    let bot = format!("bot --as random --server {address} --name dice --games 2 --stop-after 1");
    let (mut bot, mut log) = Process::logging(folder.path(), &bot.split(' ').collect::<Vec<_>>());
    wait_for(&mut bot.output(), "plays as dice");
    let mut person = Process::start(folder.path(), &["connect", &address, "--raw"]);
    let mut says = person.0.stdin.take().unwrap();
    let mut reads = person.output();
    says.write_all(b"guest alice\nchallenge dice 5+3 black\n").unwrap();
    wait_for(&mut reads, "started 1 alice (black) dice (white)");
    says.write_all(b"f5\n").unwrap();
    wait_for(&mut reads, "moved white");
    // A second game at once would be one more than it is going to play.
    says.write_all(b"challenge dice 5+3 black\n").unwrap();
    wait_for(&mut reads, "declined");
    says.write_all(b"resign\n").unwrap();
    wait_for(&mut reads, "ended white wins by 64");
    let started = wait_for(&mut log, "game 1 started");
    assert_eq!(
        started,
        "note: game 1 started: alice (black) against dice (white), 5:00+3 unrated black\n"
    );
    assert_eq!(wait_for(&mut log, "game 1"), "note: game 1: won by 64 (resigned)\n");
    assert!(bot.0.wait().unwrap().success(), "the bot leaves after its game");
}

#[test]
fn a_person_and_a_bot_come_to_a_server_with_a_certificate() {
    let folder = tempfile::TempDir::new().unwrap();
    let made = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("cert.pem", &made.cert.pem());
    write("key.pem", &made.signing_key.serialize_pem());
    let tls = "[tls]\ncertificate = 'cert.pem'\nkey = 'key.pem'\n";
    write("willow.toml", &format!("{FREE_PORTS}{tls}"));
    let mut server = Process::start(folder.path(), &SERVE);
    let address = address_of(&mut server);
    let bot = format!("bot --as random --server {address} --name dice --ca cert.pem");
    let mut bot = Process::start(folder.path(), &bot.split(' ').collect::<Vec<_>>());
    wait_for(&mut bot.output(), "plays as dice");
    let words = ["connect", &address, "--raw", "--ca", "cert.pem"];
    let mut person = Process::start(folder.path(), &words);
    let mut says = person.0.stdin.take().unwrap();
    let mut reads = person.output();
    says.write_all(b"guest alice\nchallenge dice 5+3 black\n").unwrap();
    wait_for(&mut reads, "started 1 alice (black) dice (white)");
    says.write_all(b"f5\n").unwrap();
    wait_for(&mut reads, "moved white");
    drop(says);
    assert!(person.0.wait().unwrap().success(), "the connection ends when the input does");
}

#[cfg(unix)]
#[test]
fn the_log_says_which_signal_stopped_the_server_and_that_all_is_committed() {
    let folder = tempfile::TempDir::new().unwrap();
    std::fs::write(folder.path().join("willow.toml"), FREE_PORTS).unwrap();
    let (mut server, mut log) = Process::logging(folder.path(), &SERVE);
    address_of(&mut server);
    let line = wait_for(&mut log, "user created");
    assert!(line.contains("name=") && !line.contains('\u{1b}'), "a file has no colours: {line:?}");
    server.send_signal("TERM");
    wait_for(&mut log, "the server stops reason=SIGTERM");
    wait_for(&mut log, "the write-ahead log was carried over into the database");
    wait_for(&mut log, "the server has stopped, and everything is committed");
    assert!(server.0.wait().unwrap().success());
}

#[test]
fn the_log_names_users_and_games_by_their_numbers() {
    let folder = tempfile::TempDir::new().unwrap();
    let config = format!("{FREE_PORTS}[log]\nformat = 'json'\nlevel = 'debug'\n");
    std::fs::write(folder.path().join("willow.toml"), config).unwrap();
    let (mut server, mut log) = Process::logging(folder.path(), &SERVE);
    let address = address_of(&mut server);
    let mut person = Process::start(folder.path(), &["connect", &address, "--raw"]);
    let mut says = person.0.stdin.take().unwrap();
    says.write_all(b"guest alice\n").unwrap();
    let mut read = |wanted: &str| -> serde_json::Value {
        let line = wait_for(&mut log, wanted);
        assert!(!line.contains("xyzzy"), "{line}");
        serde_json::from_str(&line).unwrap()
    };
    let user = read("\"alice\"")["fields"]["user"].clone();
    assert!(user.is_number(), "{user}");
    assert_eq!(read("logged in")["fields"]["user"], user);
    says.write_all(b"say xyzzy\nchallenge random-bot 5+3 black\n").unwrap();
    let began = read("game started");
    assert_eq!(began["fields"]["black"], user);
    says.write_all(b"abort\n").unwrap();
    let ended = read("game ended");
    assert_eq!(ended["fields"]["game"], began["fields"]["game"]);
    assert_eq!(ended["fields"]["reason"], "aborted");
}
