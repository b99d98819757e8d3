//! `willow serve`, `willow connect` and `willow bot`, as somebody would start them.

use std::io::Write;
#[cfg(unix)]
use std::path::Path;
#[cfg(unix)]
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(unix)]
use std::time::Duration;

#[cfg(unix)]
use willow_protocol::client::{Client, ClientError, Credentials, Destination, Tls};
#[cfg(unix)]
use willow_protocol::{Command, Event};

#[cfg(unix)]
use crate::run::happens;
use crate::run::{Process, run, run_in, wait_for};

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
    let checked = run(&["serve", "--config", path, "--check"]);
    assert_eq!(checked.stdout, "the configuration is valid\ndata in games\n", "{}", checked.stderr);
    std::fs::write(&file, "tls = { certificate = 'none.pem', key = 'none.pem' }\n").unwrap();
    let missing = run(&["serve", "--config", path, "--check"]);
    assert!(missing.code == 1 && missing.error().contains("none.pem"), "{}", missing.stderr);
    std::fs::write(&file, "bots = true\nboots = 7\n").unwrap();
    let result = run(&["serve", "--config", path]);
    assert_eq!(result.code, 1);
    assert!(result.error().ends_with("line 2: unknown field `boots`"), "{}", result.error());
    assert!(result.stderr.ends_with("hint: did you mean `bots`?\n"), "{}", result.stderr);
    let text = "[tls]\ncertificate = 'a'\nkey = 'b'\n\nhttp = '127.0.0.1:1'\n";
    std::fs::write(&file, text).unwrap();
    let result = run(&["serve", "--config", path]);
    assert!(result.error().contains("line 5: unknown field `http`"), "{}", result.error());
    let hint =
        "the line stands under [tls]; a setting of no table is written above the first table;";
    assert!(result.stderr.contains(hint), "{}", result.stderr);
}

#[test]
fn options_win_over_the_environment_which_wins_over_the_file() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("willow.toml");
    std::fs::write(&file, "data = 'file'\nlisten = '127.0.0.1:1'\nhttp = '127.0.0.1:1'\n").unwrap();
    let printed = |options: &[&str], variables: &[(&str, &str)]| {
        let printed = std::process::Command::new(env!("CARGO_BIN_EXE_willow"))
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
fn an_operator_makes_administrators_before_the_first_start() {
    let folder = tempfile::TempDir::new().unwrap();
    let data = folder.path().join("data");
    let data = data.to_str().unwrap();
    let operate = |option: &str, name: &str| run(&["serve", "--data", data, option, name]);
    let created = operate("--create-admin", "root-of-club");
    assert_eq!(created.code, 0, "{}", created.stderr);
    let said = created.stdout.strip_prefix("root-of-club is an administrator, with the password ");
    let (password, folder) = said.unwrap().split_once('\n').unwrap();
    assert_eq!((password.len(), folder), (20, &*format!("data in {data}\n")));
    for (taken, name) in
        [("root-of-club", "Root-of-Club"), ("a house bot", "Willow-5"), ("alike", "r00t-of-club")]
    {
        let again = operate("--create-admin", name);
        assert!(
            again.code == 1 && again.error().starts_with(&format!("the name {name} is taken")),
            "{taken}"
        );
    }
    let made = operate("--make-admin", "root-of-club").stdout;
    assert_eq!(made, format!("root-of-club is an administrator\ndata in {data}\n"));
    for option in ["--make-admin", "--reset-password"] {
        let result = operate(option, "alice");
        assert_eq!((result.code, result.error()), (1, "there is no registered user `alice`"));
    }
}

/// A wrong folder would be a second server, empty and quiet.
#[test]
fn an_operator_who_names_another_folder_makes_no_second_database() {
    let folder = tempfile::TempDir::new().unwrap();
    let data = folder.path().join("data");
    let path = data.to_str().unwrap();
    let moves = folder.path().join("moves.txt");
    std::fs::write(&moves, "f5d6c3\n").unwrap();
    for words in [
        ["serve", "--data", path, "--make-admin", "alice"],
        ["serve", "--data", path, "--reset-password", "alice"],
        ["import", "--data", path, "--", moves.to_str().unwrap()],
    ] {
        let result = run(&words);
        let said = format!("there is no database in {path}: name the folder of your server");
        assert_eq!((result.code, result.error()), (1, &*said), "{words:?}");
        assert!(!data.exists(), "{words:?}");
    }
}

#[test]
fn a_backup_of_a_running_server_is_a_folder_to_serve() {
    let folder = tempfile::TempDir::new().unwrap();
    std::fs::write(folder.path().join("willow.toml"), FREE_PORTS).unwrap();
    let words = [&SERVE[..], &["--no-bots"]].concat();
    let mut server = Process::start(folder.path(), &words);
    address_of(&mut server);
    let path = folder.path().to_str().unwrap();
    let copy = folder.path().join("copy");
    let words = ["backup", "--data", path, copy.to_str().unwrap()];
    let copied = run(&words);
    assert_eq!(copied.stdout, format!("{path} copied to {path}/copy\n"), "{}", copied.stderr);
    let read = |file: &str| std::fs::read(folder.path().join(file)).unwrap();
    assert_eq!(read("copy/push.key"), read("push.key"));
    let again = run(&words);
    assert!(
        again.code == 1 && again.error().ends_with("copy: it is not empty"),
        "{}",
        again.stderr
    );
    let mut second =
        Process::start(&copy, &["serve", "--data", ".", "--config", "../willow.toml", "--no-bots"]);
    address_of(&mut second);
}

/// Root with a folder of the user 4242, whose files every user may reach, and a file of games beside it. `None` for
/// others than root, who cannot give a folder away.
#[cfg(target_os = "linux")]
fn folder_of_another_user() -> Option<(tempfile::TempDir, [String; 2])> {
    use std::os::unix::fs::{PermissionsExt as _, chown};
    let folder = tempfile::TempDir::new().unwrap();
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    let [data, games] = ["data", "games.txt"].map(|name| folder.path().join(name));
    std::fs::create_dir(&data).unwrap();
    std::fs::write(&games, "f5d6c3\n").unwrap();
    let paths = [data, games].map(|path| path.to_str().unwrap().to_owned());
    chown(&paths[0], Some(4242), Some(4242)).ok().map(|()| (folder, paths))
}

/// Returns the files of a folder that are not of the user 4242.
#[cfg(target_os = "linux")]
fn files_of_others(folder: &str) -> Vec<std::ffi::OsString> {
    use std::os::unix::fs::MetadataExt as _;
    let files = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let others = files.filter(|file| file.metadata().unwrap().uid() != 4242);
    others.map(|file| file.file_name()).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn root_works_as_the_owner_of_the_folder() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
    let Some((folder, [data, games])) = folder_of_another_user() else { return };
    let (data, games) = (data.as_str(), games.as_str());
    let of_root = folder.path().join("root");
    std::fs::create_dir(&of_root).unwrap();
    std::fs::copy(games, of_root.join("games.txt")).unwrap();
    std::fs::set_permissions(&of_root, std::fs::Permissions::from_mode(0o700)).unwrap();
    let of_root = of_root.to_str().unwrap();
    let new = format!("{data}/new");
    let copy = format!("{data}/copy");
    let all_games = format!("{of_root}/all.ggf");
    let all: [&[&str]; 11] = [
        &["serve", "--data", data, "--create-admin", "alice"],
        &["serve", "--data", data, "--reset-password", "alice"],
        &["serve", "--data", &new, "--create-admin", "alice"],
        &["import", "--data", data, games],
        &["archive", "--data", data, "changes"],
        &["archive", "--data", data, "undo", "1"],
        &["archive", "--data", data, "copies", "--merge"],
        &["archive", "--data", data, "export", &all_games],
        &["backup", "--data", data, &copy],
        &["check", data],
        &["serve", "--data", data, "--check"],
    ];
    for words in all {
        let done = run(words);
        assert_eq!(done.code, 0, "{words:?}: {}", done.stderr);
        let says = format!("note: running as the user number 4242, who owns {data}");
        let only_reads = words.iter().any(|word| matches!(*word, "check" | "changes" | "export"));
        assert_eq!(done.stderr.contains(&says), !only_reads, "{words:?}: {}", done.stderr);
        for folder in [data, &new, &copy].into_iter().filter(|path| Path::new(path).exists()) {
            assert_eq!(files_of_others(folder), [""; 0], "{words:?}");
        }
    }
    // The certificate of the folder that docs/installing.md makes, and the key in it.
    let config = folder.path().join("willow.toml");
    let tls = format!("[tls]\ncertificate = '{of_root}/games.txt'\nkey = '{of_root}/games.txt'\n");
    std::fs::write(&config, tls).unwrap();
    let check = ["serve", "--data", data, "--config", config.to_str().unwrap(), "--check"];
    let folder_denied = run(&check).stderr;
    let hint = format!(
        "hint: 4242 may not enter {of_root}: as root, `chgrp 4242 {of_root} && chmod g+x {of_root}`\n"
    );
    assert!(folder_denied.ends_with(&hint), "{folder_denied}");
    // Where the owner cannot read.
    let closed = run(&["import", "--data", data, &format!("{of_root}/games.txt")]);
    let denied = format!("cannot read {of_root}/games.txt: permission denied");
    assert!(closed.code == 1 && closed.stderr.contains(&denied), "{}", closed.stderr);
    let hint = "hint: the user number 4242 may not read it: copy it to a folder such as /tmp\n";
    assert!(closed.stderr.ends_with(hint), "{}", closed.stderr);
    let backup = run(&["backup", "--data", data, of_root]);
    let hint = format!("make {of_root} first, and give it to the user number 4242\n");
    assert!(backup.code == 1 && backup.stderr.ends_with(&hint), "{}", backup.stderr);
    // A copy that only root can reach.
    let kept = format!("{of_root}/copy");
    std::fs::rename(&copy, &kept).unwrap();
    let checked = run(&["check", &kept]);
    assert_eq!(checked.code, 0, "{}", checked.stderr);
    assert_eq!(files_of_others(&kept), [""; 0]);
    // The database of another user in a folder of root's.
    chown(&kept, Some(0), Some(0)).unwrap();
    let refused = run(&["import", "--data", &kept, games]);
    let chown = format!(
        "{kept} has files of root: if they are to be 4242's, write as root `chown -R 4242: {kept}`"
    );
    assert!(refused.code == 1 && refused.error() == chown, "{}", refused.stderr);
    assert_eq!(std::fs::metadata(&kept).unwrap().uid(), 0);
    assert_eq!(files_of_others(&kept), [""; 0]);
}

#[cfg(target_os = "linux")]
#[test]
fn root_reads_how_the_owner_of_the_folder_gets_what_is_denied() {
    use std::os::unix::fs::{PermissionsExt as _, chown};
    let Some((folder, [data, _])) = folder_of_another_user() else { return };
    let data = data.as_str();
    let set_mode = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    assert_eq!(run(&["serve", "--data", data, "--create-admin", "alice"]).code, 0);
    let games = folder.path().join("games");
    std::fs::create_dir(&games).unwrap();
    let game = "(;GM[Othello]PB[Ann]PW[Bob]RE[+6.000]B[F5]W[D6]B[C3]W[D3]B[C4];)";
    std::fs::write(games.join("wth.ggf"), game).unwrap();
    let convert = ["wth.ggf", "wth.wtb"].map(|name| games.join(name).display().to_string());
    assert_eq!(run(&["convert", &convert[0], &convert[1]]).code, 0);
    let hint = "hint: the user number 4242 may not read it: copy it to a folder such as /tmp\n";
    let import = || run(&["import", "--data", data, games.to_str().unwrap()]).stderr;
    set_mode(&games, 0o700);
    let denied = import();
    assert!(denied.ends_with(hint), "{denied}");
    set_mode(&games, 0o755);
    set_mode(&games.join("wth.jou"), 0o600);
    let denied = import();
    assert!(denied.contains("wth.jou: permission denied\n") && denied.ends_with(hint), "{denied}");

    if cfg!(feature = "mail") {
        let [config, password] = ["willow.toml", "password"].map(|name| folder.path().join(name));
        let text = "public-url = 'https://club.example'\n[mail]\nfrom = 'club@club.example'\n\
                    relay = 'smtps://club@mail.example'\npassword-file = ";
        std::fs::write(&config, format!("{text}'{}'\n", password.display())).unwrap();
        std::fs::write(&password, "secret\n").unwrap();
        set_mode(&password, 0o600);
        let check =
            || run(&["serve", "--data", data, "--config", config.to_str().unwrap(), "--check"]);
        let denied = check().stderr;
        let path = password.display();
        let hint = format!("hint: 4242 may not read {path}: as root, `chown 4242 {path}`\n");
        assert!(denied.ends_with(&hint), "{denied}");
        chown(&password, Some(4242), None).unwrap();
        assert_eq!(check().code, 0, "{}", check().stderr);
    }
}

#[test]
fn a_server_does_not_read_the_settings_of_a_player() {
    let folder = tempfile::TempDir::new().unwrap();
    std::fs::write(folder.path().join("config.toml"), "play.black = 7\n").unwrap();
    let print = |words: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_willow"));
        command.args(words).env("WILLOW_HOME", folder.path()).output().unwrap().status.code()
    };
    assert_eq!(print(&["perft", "1"]), Some(2), "the settings are damaged");
    assert_eq!(print(&["serve", "--print-config"]), Some(0));
}

#[test]
fn addresses_and_the_local_network_exclude_each_other() {
    for option in ["--listen", "--http"] {
        let result = run(&["serve", "--lan", option, "127.0.0.1:0", "--print-config"]);
        assert!(result.code == 2 && result.error().contains("--lan"), "{}", result.stderr);
    }
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
    let plain = run(&["connect", &address, "--raw"]);
    assert_eq!(plain.error(), format!("{address} speaks TLS: add `--tls`"));
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
fn a_certificate_that_has_expired_and_a_key_that_others_read_are_warned_of() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::TempDir::new().unwrap();
    let mut params = rcgen::CertificateParams::new(["other.example".to_owned()]).unwrap();
    params.not_after = rcgen::date_time_ymd(2020, 2, 29);
    let key = rcgen::KeyPair::generate().unwrap();
    let write = |name: &str, text: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
    };
    write("cert.pem", &params.self_signed(&key).unwrap().pem());
    write("key.pem", &key.serialize_pem());
    let tls = "[tls]\ncertificate = 'cert.pem'\nkey = 'key.pem'\n";
    write("willow.toml", &format!("public-url = 'https://club.example'\n{FREE_PORTS}{tls}"));
    let checked = run_in(folder.path(), &[&SERVE[..], &["--check"]].concat(), b"");
    let warnings = [
        "the certificate in cert.pem expired on 2020-02-29",
        "the certificate in cert.pem is not for club.example, the host of `public-url`",
        "may read the key in key.pem: give it to the user of the server, and `chmod 600 key.pem`",
    ];
    let found: Vec<&str> = checked.stderr.lines().collect();
    assert_eq!((checked.code, found.len()), (0, 3), "{checked:?}");
    let valid = "the configuration is valid, with 3 warnings\n";
    assert!(checked.stdout.starts_with(valid), "{}", checked.stdout);
    let (_server, mut log) = Process::logging(folder.path(), &SERVE);
    for (warning, line) in warnings.into_iter().zip(found) {
        assert!(line.ends_with(warning) && line.contains("WARN"), "{line}");
        wait_for(&mut log, warning);
    }
}

#[cfg(unix)]
#[test]
fn the_log_says_which_signal_stopped_the_server_and_that_all_is_committed() {
    let folder = tempfile::TempDir::new().unwrap();
    std::fs::write(folder.path().join("willow.toml"), FREE_PORTS).unwrap();
    let (mut server, mut log) = Process::logging(folder.path(), &SERVE);
    address_of(&mut server);
    let line = wait_for(&mut log, "user created");
    assert!(line.contains("role=") && !line.contains('\u{1b}'), "a file has no colours: {line:?}");
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
    let created = read("\"guest\"");
    assert!(!created.to_string().contains("alice"), "{created}");
    let user = created["fields"]["user"].clone();
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

/// Sends a request, and returns the answer.
#[cfg(unix)]
fn get(address: &str, path: &str) -> String {
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    std::io::Read::read_to_string(&mut stream, &mut answer).unwrap();
    answer
}

#[cfg(unix)]
#[test]
fn a_hangup_reloads_what_can_be_reloaded_and_says_what_needs_a_restart() {
    let folder = tempfile::TempDir::new().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    std::fs::create_dir(folder.path().join("pages")).unwrap();
    write("pages/contact.txt", "old address");
    let base = format!("{FREE_PORTS}pages-folder = 'pages'\nbots = false\n");
    write("willow.toml", &base);
    let (mut server, mut log) = Process::logging(folder.path(), &SERVE);
    let mut output = server.output();
    let http = wait_for(&mut output, "HTTP and WebSocket on ");
    let http = http.trim().rsplit(' ').next().unwrap().to_owned();
    let lines = wait_for(&mut output, "line protocol on ");
    let lines = lines.trim().rsplit(' ').next().unwrap();
    assert!(get(&http, "/api/pages/contact").ends_with("old address"));
    write("pages/contact.txt", "new address");
    write(
        "willow.toml",
        &format!("{base}link-hours = 48\nregistration = 'closed'\n[limits]\nconnections = 77\n"),
    );
    server.send_signal("HUP");
    wait_for(&mut log, "reloaded: limits.connections is 77, it was 10000");
    wait_for(&mut log, "reloaded: link-hours is 48, it was 24");
    let restart = wait_for(&mut log, "needs a restart: ");
    assert!(restart.contains("registration is to be \"closed\", and is \"open\""), "{restart}");
    assert!(get(&http, "/api/pages/contact").ends_with("new address"));
    // What is invalid changes nothing.
    write("willow.toml", "link-hours = 7\nboots = 1\n");
    server.send_signal("HUP");
    wait_for(&mut log, "nothing is reloaded: ");
    write("willow.toml", &format!("{base}[log]\nlevel = 'debug'\n[limits]\nconnections = 77\n"));
    server.send_signal("HUP");
    wait_for(&mut log, "reloaded: link-hours is 24, it was 48");
    wait_for(&mut log, "reloaded: log.level is \"debug\"");
    let is_heard = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            happens(|| {
                drop(std::net::TcpStream::connect(lines));
                is_heard.load(Ordering::Relaxed)
            })
        });
        wait_for(&mut log, "connection closed");
        is_heard.store(true, Ordering::Relaxed);
    });
    server.send_signal("TERM");
    assert!(server.0.wait().unwrap().success());
}

#[cfg(unix)]
#[test]
fn a_proxy_that_is_not_listed_is_warned_of() {
    let folder = tempfile::TempDir::new().unwrap();
    std::fs::write(folder.path().join("willow.toml"), FREE_PORTS).unwrap();
    let (mut server, mut log) = Process::logging(folder.path(), &SERVE);
    // The server goes on writing there.
    let mut output = server.output();
    let http = wait_for(&mut output, "HTTP and WebSocket on ");
    let http = http.trim().rsplit(' ').next().unwrap();
    get(http, "/healthz HTTP/1.1\r\nX-Forwarded-For: 192.0.2.1\r\nX-Rest:");
    wait_for(&mut log, "add it to `trusted-proxies`");
}

/// Connects as a guest who trusts a certificate.
#[cfg(unix)]
fn encrypted(address: &str, trusted: &Path) -> Result<Client, ClientError> {
    let server = Destination::from(address.to_owned()).encrypted(Tls::of_file(trusted).unwrap());
    Client::connect(server, Credentials::Guest(None), Duration::from_secs(5), 1)
}

#[cfg(unix)]
#[test]
fn a_hangup_takes_over_a_new_certificate_and_keeps_the_old_one_if_the_new_one_is_damaged() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let [first, second] = ["first.pem", "second.pem"].map(|name| {
        let made = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
        std::fs::write(path(name), made.cert.pem()).unwrap();
        (path(name), made)
    });
    let install = |certificate: &str, key: &str| {
        std::fs::write(path("cert.pem"), certificate).unwrap();
        std::fs::write(path("key.pem"), key).unwrap();
    };
    install(&first.1.cert.pem(), &first.1.signing_key.serialize_pem());
    let tls = "[tls]\ncertificate = 'cert.pem'\nkey = 'key.pem'\n";
    std::fs::write(path("willow.toml"), format!("{FREE_PORTS}bots = false\n{tls}")).unwrap();
    let (mut server, mut log) = Process::logging(folder.path(), &SERVE);
    let address = address_of(&mut server);
    let mut early = encrypted(&address, &first.0).unwrap();
    install(&second.1.cert.pem(), &second.1.signing_key.serialize_pem());
    server.send_signal("HUP");
    wait_for(&mut log, "the certificate and the operator's pages were read again");
    let stranger = encrypted(&address, &first.0);
    assert!(matches!(stranger, Err(ClientError::Encryption(_))), "{stranger:?}");
    let mut late = encrypted(&address, &second.0).unwrap();
    // Connecting anew it would meet the certificate that it does not trust.
    assert_eq!(early.request(Command::Ping).unwrap(), Event::Pong);
    for (certificate, reason) in [
        ("no certificate", "cannot read a certificate from "),
        (&*first.1.cert.pem(), "the certificate and the key cannot be used"),
    ] {
        install(certificate, &second.1.signing_key.serialize_pem());
        server.send_signal("HUP");
        let said = wait_for(&mut log, "nothing is reloaded: ");
        assert!(said.contains(reason), "{said}");
        drop(encrypted(&address, &second.0).unwrap());
    }
    for client in [&mut early, &mut late] {
        assert_eq!(client.request(Command::Ping).unwrap(), Event::Pong);
    }
    server.send_signal("TERM");
    assert!(server.0.wait().unwrap().success());
}

#[test]
fn the_data_are_checked_while_a_server_runs_and_damage_is_told() {
    let folder = tempfile::TempDir::new().unwrap();
    std::fs::write(folder.path().join("willow.toml"), FREE_PORTS).unwrap();
    let mut server = Process::start(folder.path(), &SERVE);
    address_of(&mut server);
    let path = folder.path().to_str().unwrap();
    let whole = run(&["check", path]);
    assert_eq!(whole.code, 0, "{}{}", whole.stdout, whole.stderr);
    assert!(whole.stdout.contains("accounts of people: "), "{}", whole.stdout);
    let said = format!("{path}: no damage in the pages, tables and indices of the database");
    assert!(whole.stdout.lines().last().unwrap().starts_with(&said), "{}", whole.stdout);
    drop(server);
    let file = folder.path().join("willow.db");
    std::fs::write(&file, [0x5a; 4096]).unwrap();
    std::fs::remove_file(folder.path().join("willow.db-wal")).unwrap();
    let damaged = run(&["check", path]);
    assert_eq!(damaged.code, 1);
    assert!(damaged.stdout.contains("damaged: ") && damaged.stdout.contains("restore a backup"));
    let started =
        run(&["serve", "--data", path, "--http", "127.0.0.1:0", "--listen", "127.0.0.1:0"]);
    let said = format!("{} is damaged (", file.display());
    assert!(started.code == 1 && started.stderr.contains(&said), "{}", started.stderr);
    let none = folder.path().join("none");
    let missing = run(&["check", none.to_str().unwrap()]);
    assert!(missing.code == 1 && missing.error().contains("there is no database"));
    assert!(!none.exists());
}

/// A process that is killed leaves its write-ahead log behind, and a clean end does not.
#[cfg(unix)]
#[test]
fn a_start_after_a_kill_checks_the_database_and_one_after_a_clean_end_does_not() {
    let folder = tempfile::TempDir::new().unwrap();
    std::fs::write(folder.path().join("willow.toml"), FREE_PORTS).unwrap();
    for (signal, is_checked) in [("KILL", false), ("TERM", true), ("TERM", false)] {
        let (mut server, mut log) = Process::logging(folder.path(), &SERVE);
        if is_checked {
            wait_for(&mut log, "the last end of the server was not clean");
            wait_for(&mut log, "the database is whole milliseconds=");
        }
        address_of(&mut server);
        server.send_signal(signal);
        server.0.wait().unwrap();
        let mut rest = String::new();
        std::io::Read::read_to_string(&mut log, &mut rest).unwrap();
        assert!(!rest.contains("was not clean"), "{rest}");
    }
}
