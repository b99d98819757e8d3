//! `willow bot`: a server that cannot be reached, a program that fails, and what opponents ask for.

use std::collections::BTreeSet;
use std::env::consts::EXE_SUFFIX;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command as Program, Stdio};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use willow_board::{Color, Move};
use willow_protocol::client::{Client, Credentials, Received};
use willow_protocol::{
    ColorChoice, Command, EndKind, Event, GameEnd, GameId, GameState, Room, Side, Start, Terms,
};
use willow_testkit::is_full;

use crate::run::{Process, Run, TIMEOUT, happens, run, wait_for};

fn bot(server: &str, options: &[&str]) -> Run {
    run(&[&["bot", "--as", "random", "--server", server], options].concat())
}

#[test]
fn a_server_that_does_not_run_is_named_and_tried_again() {
    // Nobody listens at a port that was free a moment ago.
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let folder = tempfile::tempdir().unwrap();
    let words = ["bot", "--as", "random", "--server", &address];
    let (_child, log) = Process::logging(folder.path(), &words);
    let notes: Vec<String> = log.lines().take(2).map(Result::unwrap).collect();
    let first =
        format!("note: cannot reach {address}: connection refused; trying again for up to ");
    assert!(notes[0].starts_with(&first), "{notes:?}");
    let seconds = |note: &str| -> u32 {
        note.strip_prefix(&first).unwrap().strip_suffix(" s").unwrap().parse().unwrap()
    };
    assert!(seconds(&notes[1]) < seconds(&notes[0]) && seconds(&notes[0]) <= 600, "{notes:?}");
}

#[test]
fn a_host_that_does_not_exist_is_an_error_at_once() {
    let result = bot("no-such-host.invalid", &[]);
    assert_eq!(result.code, 1, "{result:?}");
    let error = "cannot find the host of no-such-host.invalid:7710: ";
    assert!(result.error().starts_with(error), "{result:?}");
    assert!(result.stderr.ends_with("hint: check the name of the server, and your network\n"));
}

/// Answers one connection with a line that no game server sends.
fn stranger() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    thread::spawn(move || {
        let (mut connection, _) = listener.accept().unwrap();
        connection.write_all(b"220 mail.example ESMTP\r\n").unwrap();
        // The client closes the connection.
        let _ = BufReader::new(connection).read_until(0, &mut Vec::new());
    });
    address
}

#[test]
fn another_program_at_the_port_is_an_error_at_once() {
    let result = bot(&stranger(), &[]);
    assert_eq!(
        (result.code, result.error()),
        (1, "this is not a game server: the server sent no welcome")
    );
    assert!(result.stderr.contains("hint: check the port"), "{result:?}");
}

#[test]
fn a_url_is_an_error_that_says_what_to_type() {
    for (url, hint) in [
        ("http://127.0.0.1:7711", "type `127.0.0.1`: the port of the line protocol is 7710"),
        ("wss://club.example/ws", "type `club.example --tls`: "),
    ] {
        for command in ["bot", "connect"] {
            let words: &[&str] = match command {
                "bot" => &["bot", "--as", "random", "--server", url],
                _ => &["connect", url],
            };
            let result = run(words);
            assert_eq!(result.code, 2, "{result:?}");
            assert_eq!(result.error(), format!("`{url}` is a URL, and not HOST or HOST:PORT"));
            assert!(result.stderr.contains(hint), "{result:?}");
        }
    }
}

#[test]
fn the_port_of_http_is_an_error_at_once_that_says_what_to_type() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let began = Instant::now();
    let result = bot(&server.http, &[]);
    // A server without a welcome has ten seconds, over and over for ten minutes.
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
    let error = format!("{} speaks HTTP, and not the line protocol of a game server", server.http);
    assert_eq!((result.code, result.error()), (1, error.as_str()), "{result:?}");
    assert!(result.stderr.contains("hint: type `127.0.0.1`, or `127.0.0.1:PORT`"), "{result:?}");
    // Nothing is typed, and the input stays open.
    let (mut raw, mut errors) =
        Process::logging(folder.path(), &["connect", "--raw", &server.http]);
    let mut stderr = String::new();
    errors.read_to_string(&mut stderr).unwrap();
    assert_eq!((raw.0.wait().unwrap().code(), stderr), (Some(1), result.stderr));
}

/// Whoever forgot the token learns it at once.
#[test]
fn the_bot_says_as_whom_it_plays() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let token = server.bot_token();
    for (options, who, is_warned) in [
        (vec![], "(guest)", true),
        (vec!["--name", "visitor"], "visitor (guest)", false),
        (vec!["--token", &token], "dice (player)", false),
    ] {
        let result = bot(&server.address, &[&options[..], &["--stop-after", "0"]].concat());
        let line = format!("{who} on {}\n", server.address);
        assert!(result.stdout.ends_with(&line), "{result:?}");
        assert_eq!(result.stderr.contains("WILLOW_TOKEN"), is_warned, "{result:?}");
    }
}

/// The opponent who waits in vain, and the author who tests, see why.
#[test]
fn the_bot_says_why_it_declines_a_challenge() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let token = server.bot_token();
    let mut opponent = server.guest("ann");
    let challenge = |terms| Command::Challenge { name: "dice".parse().unwrap(), terms };
    // The bot finds it in the list of offers, accepts it, and hears of it again.
    let offered = opponent.0.request_notice(challenge(Terms::default())).unwrap();
    let game = offered.done.unwrap().game.unwrap();
    let words = ["bot", "--as", "random", "--server", &server.address, "--token", &token];
    let (mut bot, notes) = Process::logging(folder.path(), &words);
    wait_for(&mut bot.output(), " plays as ");
    let mut notes = notes.lines().map_while(Result::ok);
    let declined = |note: &String| note.contains(" declined: ");
    opponent.wait_for(game, |event| matches!(event, Event::Started(_)));
    let slow = Terms { clock: "9+9".parse().unwrap(), ..Terms::default() };
    opponent.0.request(challenge(slow)).unwrap();
    let note = notes.find(declined).unwrap();
    assert!(note.ends_with(" of ann declined: 1 of 1 games (--games) are being played"), "{note}");
    opponent.0.request(Command::Resign { game: Some(game) }).unwrap();
    assert!(notes.any(|note| note.contains(": won by 64")), "the game is over");
    opponent.0.request(challenge(Terms { komi: true, ..Terms::default() })).unwrap();
    let note = notes.find(declined).unwrap();
    assert!(note.ends_with("random reports no score in discs to bid for komi"), "{note}");
}

/// Most programs of GTP have no command for positions, and rated games against deterministic bots start balanced.
#[test]
#[cfg(unix)]
fn a_program_without_a_command_for_positions_plays_from_a_balanced_start_and_from_no_random_one() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let token = server.bot_token();
    let mut opponent = server.guest("ann");
    let script = format!(
        r#""{}" gtp --level 1 --hash 1M | while IFS= read -r line; do
  case $line in willow-set_position) ;; *) printf '%s\n' "$line";; esac
done"#,
        env!("CARGO_BIN_EXE_willow")
    );
    let path = folder.path().join("engine.sh");
    std::fs::write(&path, script).unwrap();
    let spec = format!("gtp:cmd=sh {}", path.display());
    let words = ["bot", "--as", &spec, "--server", &server.address, "--token", &token];
    let (mut bot, notes) = Process::logging(folder.path(), &words);
    wait_for(&mut bot.output(), " plays as ");
    let mut challenge = |start| {
        let terms = Terms { start, color: ColorChoice::White, ..Terms::default() };
        let command = Command::Challenge { name: "dice".parse().unwrap(), terms };
        opponent.0.request_notice(command).unwrap().done.unwrap().game.unwrap()
    };
    challenge(Start::Random(8));
    let note = notes.lines().map_while(Result::ok).find(|note| note.contains(" declined: "));
    let reason = " declined: the program has no command to set up random:8";
    assert!(note.as_ref().is_some_and(|note| note.ends_with(reason)), "{note:?}");
    let game = challenge(Start::Balanced);
    let plays = |event: &Event| matches!(event, Event::Moved { color: Color::Black, .. });
    opponent.wait_for(game, plays);
}

fn write_certificate(path: &Path) {
    let certified = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    std::fs::write(path, certified.cert.pem()).unwrap();
}

#[test]
fn a_server_without_tls_is_an_error_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let ca = folder.path().join("ca.pem");
    write_certificate(&ca);
    let result = bot(&stranger(), &["--ca", ca.to_str().unwrap()]);
    assert_eq!(result.code, 1, "{result:?}");
    let advice = "does not speak TLS: leave out `--tls` and `--ca`";
    assert!(result.stderr.contains(advice), "{result:?}");
}

/// A server that can be killed and started again at the same address.
struct Server {
    folder: PathBuf,
    process: Option<Process>,
    address: String,
    http: String,
}

impl Server {
    fn start(folder: &Path) -> Server {
        let limits = "commands-per-second = 1000\ncommands-per-second-per-address = 5000\noffers-per-minute = 10000\nlogins-per-minute = 1000\n";
        std::fs::write(folder.join("willow.toml"), format!("[limits]\n{limits}")).unwrap();
        let [address, http] = ["127.0.0.1:0", "127.0.0.1:0"].map(str::to_owned);
        let mut server = Server { folder: folder.to_owned(), process: None, address, http };
        server.restart();
        server
    }

    /// Kills the server if it runs, and starts it.
    fn restart(&mut self) {
        self.process = None;
        let listen = ["serve", "--no-bots", "--listen", &self.address, "--http", &self.http];
        let files = ["--data", "server", "--config", "willow.toml"];
        let mut process = Process::start(&self.folder, &[&listen[..], &files].concat());
        let mut output = process.output();
        let mut address = |name| {
            let line = wait_for(&mut output, name);
            line.trim().rsplit(' ').next().unwrap().to_owned()
        };
        self.http = address("HTTP and WebSocket on ");
        self.address = address("line protocol on ");
        self.process = Some(process);
    }

    fn sign_in(&self, credentials: Credentials) -> Client {
        static SEED: AtomicU32 = AtomicU32::new(1);
        let seed = u64::from(SEED.fetch_add(1, Relaxed));
        Client::connect(self.address.clone(), credentials, TIMEOUT, seed).unwrap()
    }

    /// Makes the account of a bot, and returns its token.
    fn bot_token(&self) -> String {
        self.register("dice").token().unwrap().to_owned()
    }

    fn register(&self, name: &str) -> Client {
        let (name, password) = (name.parse().unwrap(), "correct horse".parse().unwrap());
        self.sign_in(Credentials::NewAccount { name, password, invitation: None })
    }

    fn guest(&self, name: &str) -> Opponent {
        Opponent(self.sign_in(Credentials::Guest(Some(name.parse().unwrap()))))
    }

    /// Starts a bot, and waits until it is there. What it notes goes to `log`.
    fn start_bot(&self, spec: &str, token: &str, options: &[&str], log: fn(String)) -> Process {
        let words = ["bot", "--as", spec, "--server", &self.address, "--token", token];
        let (mut bot, mut notes) = Process::logging(&self.folder, &[&words[..], options].concat());
        let mut line = String::new();
        bot.output().read_line(&mut line).unwrap();
        if !line.contains(" plays as ") {
            let mut error = String::new();
            notes.read_to_string(&mut error).unwrap();
            panic!("the bot has ended: {error}");
        }
        thread::spawn(move || notes.lines().map_while(Result::ok).for_each(log));
        bot
    }
}

/// What becomes of a challenge.
#[derive(Debug)]
enum Answer {
    Accepted(GameId),
    Declined,
    /// The bot or the server was killed.
    NotThere,
}

/// A person who plays the first legal moves.
struct Opponent(Client);

impl Opponent {
    fn board(&mut self, game: GameId) -> Option<GameState> {
        match self.0.request(Command::Board { game: Some(game) }).unwrap() {
            Event::State(state) => Some(*state),
            _ => None,
        }
    }

    /// Challenges the bot until it accepts.
    fn challenge(&mut self) -> GameId {
        // A challenge that was declined may not be repeated at once, so the clocks differ.
        let clock = |minutes: u32| (3..=60).map(move |increment| format!("{minutes}+{increment}"));
        let mut clocks = (5..=60).flat_map(clock).peekable();
        let mut answer = Answer::NotThere;
        happens(|| {
            if matches!(answer, Answer::Declined) {
                clocks.next();
            }
            answer = self.offer(clocks.peek().expect("there are more than it declines"));
            matches!(answer, Answer::Accepted(_))
        });
        match answer {
            Answer::Accepted(game) => game,
            _ => panic!("the bot accepts no challenge: {answer:?}"),
        }
    }

    /// Challenges the bot, and waits for its answer.
    fn offer(&mut self, clock: &str) -> Answer {
        let terms = Terms { clock: clock.parse().unwrap(), ..Terms::default() };
        let command = Command::Challenge { name: "dice".parse().unwrap(), terms };
        let offer = self.0.request_notice(command).unwrap();
        let Some(game) = offer.done.and_then(|done| done.game) else {
            return Answer::NotThere;
        };
        let offered = Instant::now();
        loop {
            assert!(offered.elapsed() < TIMEOUT, "the bot is silent: challenge {game}");
            let received = self.0.next_timeout(Duration::from_secs(1)).unwrap();
            let Received::Notice(notice) = received else { continue };
            match notice.event {
                Event::Started(state) if state.summary.game == game => {
                    return Answer::Accepted(game);
                }
                Event::Withdrawn { game: withdrawn, .. } if withdrawn == game => {
                    return Answer::Declined;
                }
                _ => {}
            }
        }
    }

    /// Plays a game to its end.
    fn play(&mut self, game: GameId) -> (GameEnd, Color) {
        let states = self.play_until(&[game], |states| states[0].summary.end.is_some());
        (states[0].summary.end.unwrap(), self.color_in(&states[0]))
    }

    fn color_in(&self, state: &GameState) -> Color {
        let is_black = self.0.name() == Some(&state.summary.black);
        if is_black { Color::Black } else { Color::White }
    }

    /// Plays games at the same time until they are as wanted.
    fn play_until(
        &mut self,
        games: &[GameId],
        is_wanted: impl Fn(&[GameState]) -> bool,
    ) -> Vec<GameState> {
        let mut last_event = Instant::now();
        loop {
            let states: Vec<GameState> =
                games.iter().map(|&game| self.board(game).unwrap()).collect();
            if is_wanted(&states) {
                return states;
            }
            for state in &states {
                if state.to_move() == Some(self.color_in(state)) {
                    let square = state.position.legal_moves().first().unwrap();
                    let (mv, ply) = (Move::Place(square), Some(state.moves.len() as u32));
                    // One that is held already is refused.
                    self.0
                        .request(Command::Move { game: Some(state.summary.game), mv, ply })
                        .unwrap();
                }
            }
            loop {
                assert!(last_event.elapsed() < TIMEOUT, "the bot is silent: {states:?}");
                match self.0.next_timeout(Duration::from_secs(1)).unwrap() {
                    Received::Notice(notice) => match notice.room {
                        Some(Room::Game(game)) if games.contains(&game) => break,
                        _ => {}
                    },
                    Received::Nothing => {}
                    Received::Disconnected => break,
                }
            }
            last_event = Instant::now();
        }
    }

    /// Waits for an event in a game.
    fn wait_for(&mut self, game: GameId, is_wanted: impl Fn(&Event) -> bool) {
        let began = Instant::now();
        while began.elapsed() < TIMEOUT {
            let received = self.0.next_timeout(Duration::from_secs(1)).unwrap();
            let Received::Notice(notice) = received else { continue };
            if notice.room == Some(Room::Game(game)) && is_wanted(&notice.event) {
                return;
            }
        }
        panic!("the event did not come");
    }
}

/// Returns a program of GTP that fails in every 89th move, of all its processes together, each time in another
/// way: it exits, plays an illegal move, answers nonsense or is silent.
#[cfg(unix)]
fn failing_engine(folder: &Path) -> String {
    let script = format!(
        r#"exec 3>&1
while read -r line; do
  case $line in *genmove*)
    until mkdir "$0.lock" 2>/dev/null; do :; done
    echo >> "$0.n"; n=$(wc -l < "$0.n")
    rmdir "$0.lock"
    if [ $((n % 89)) = 0 ]; then
      case $(((n / 89 + 3) % 4)) in
        0) echo "out of luck" >&2; exit 3;;
        1) printf '=%s a1\n\n' "${{line%% *}}" >&3; continue;;
        2) printf '=%s banana\n\n' "${{line%% *}}" >&3; continue;;
        3) continue;;
      esac
    fi;;
  esac
  printf '%s\n' "$line"
done | "{}" gtp --level 1 --hash 1M"#,
        env!("CARGO_BIN_EXE_willow")
    );
    let path = folder.join("engine.sh");
    std::fs::write(&path, script).unwrap();
    format!("gtp:timeout=2s,cmd=sh {}", path.display())
}

/// With `WILLOW_SOAK=1000` so many games. The server and the bot are killed in turn, each every minute.
#[test]
#[cfg(unix)]
fn every_game_of_a_program_that_fails_ends_by_the_rules() {
    let soak = std::env::var("WILLOW_SOAK").ok().and_then(|games| games.parse().ok());
    let (n_games, interval) = match soak {
        Some(n_games) => (n_games, Duration::from_secs(30)),
        None if is_full() => (60, Duration::from_secs(5)),
        None => (8, Duration::from_secs(2)),
    };
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    let token = server.bot_token();
    let spec = failing_engine(folder.path());
    let start_bot = |server: &Server| {
        server.start_bot(&spec, &token, &["--games", "4", "--log", "dialogue.log"], drop)
    };
    let mut bot = Some(start_bot(&server));
    let n_left = &AtomicU32::new(n_games);
    let mut opponents: Vec<Opponent> =
        ["ann", "bob", "cora", "dan"].map(|name| server.guest(name)).into();
    let (playing, all_done) = mpsc::channel::<()>();
    let (ends, n_kills): (Vec<(GameEnd, Color)>, u32) = thread::scope(|scope| {
        let players: Vec<_> = opponents
            .iter_mut()
            .map(|opponent| {
                let take = || n_left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1));
                let playing = playing.clone();
                scope.spawn(move || {
                    let _until_the_end = playing;
                    let mut ends = Vec::new();
                    while take().is_ok() {
                        let game = opponent.challenge();
                        ends.push(opponent.play(game));
                    }
                    ends
                })
            })
            .collect();
        drop(playing);
        let mut n_kills = 0;
        while let Err(RecvTimeoutError::Timeout) = all_done.recv_timeout(interval) {
            if n_kills % 2 == 0 {
                server.restart();
            } else {
                drop(bot.take());
                bot = Some(start_bot(&server));
            }
            n_kills += 1;
        }
        (players.into_iter().flat_map(|player| player.join().unwrap()).collect(), n_kills)
    });
    drop(bot);
    let is_resigned = |(end, own): &&(GameEnd, Color)| {
        end.reason == EndKind::Resigned && end.loser == Some(Side(!*own))
    };
    let n_resigned = ends.iter().filter(is_resigned).count();
    let n_finished = ends.iter().filter(|(end, _)| end.reason == EndKind::Finished).count();
    assert_eq!(n_resigned + n_finished, ends.len(), "{ends:?}");
    println!("{n_finished} games finished, {n_resigned} resigned, {n_kills} kills");
    assert!(0 < n_resigned && 0 < n_finished, "{n_resigned} and {n_finished}");
    let log = std::fs::read_to_string(folder.path().join("dialogue.log")).unwrap();
    assert!(log.contains(" genmove b\n") && log.contains(" ! out of luck\n"));
    // Four games at once are told apart.
    let games: BTreeSet<&str> = log.lines().filter_map(|line| line.split(' ').nth(1)).collect();
    assert!(n_games as usize <= games.len() && !games.contains("0"), "{games:?}");
}

/// The other game of a pair has the next number.
#[test]
fn a_pair_in_lockstep_goes_on_over_restarts_of_the_server_and_of_the_bot() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    let token = server.bot_token();
    let bot = server.start_bot("random", &token, &[], drop);
    let mut opponent = server.guest("ann");
    let terms = Terms { synchro: true, lockstep: true, ..Terms::default() };
    let command = Command::Challenge { name: "dice".parse().unwrap(), terms };
    let game = opponent.0.request_notice(command).unwrap().done.unwrap().game.unwrap();
    opponent.wait_for(game, |event| matches!(event, Event::Started(_)));
    let games = [game, GameId(game.0 + 1)];
    let plies = |n| move |states: &[GameState]| states.iter().all(|state| n <= state.moves.len());
    opponent.play_until(&games, plies(10));
    server.restart();
    opponent.play_until(&games, plies(20));
    drop(bot);
    let _bot = server.start_bot("random", &token, &[], drop);
    let is_over = |states: &[GameState]| states.iter().all(|state| state.summary.end.is_some());
    for state in opponent.play_until(&games, is_over) {
        assert_eq!(state.summary.end.unwrap().reason, EndKind::Finished, "{state:?}");
    }
}

/// Whoever adjourned the game, the bot goes on with it. What it does not take it refuses at once.
#[test]
fn an_adjourned_game_goes_on_and_further_requests_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    let token = server.bot_token();
    let mut opponent = server.guest("ann");
    let mut owner = server.sign_in(Credentials::Token(token.clone()));
    let name = "dice".parse().unwrap();
    let challenge = Command::Challenge { name, terms: Terms::default() };
    let game = opponent.0.request_notice(challenge).unwrap().done.unwrap().game.unwrap();
    let of_game = Some(game);
    for command in [Command::Join { game: of_game }, Command::Adjourn { game: of_game }] {
        assert!(!matches!(owner.request(command).unwrap(), Event::Error { .. }));
    }
    drop(owner);
    opponent.0.request(Command::Adjourn { game: of_game }).unwrap();
    server.restart();
    let _bot = server.start_bot("random", &token, &[], drop);
    opponent.0.request(Command::Continue { game: of_game }).unwrap();
    opponent.wait_for(game, |event| matches!(event, Event::Resumed { .. }));
    let state = opponent.board(game).unwrap();
    let own = opponent.color_in(&state);
    // A move of the bot would end a request without an answer.
    opponent.play_until(&[game], |states| {
        10 <= states[0].moves.len() && states[0].to_move() == Some(own)
    });
    for request in [
        Command::Adjourn { game: of_game },
        Command::Score { game: of_game, result: 0 },
        Command::Takeback { game: of_game },
    ] {
        let answer = opponent.0.request(request.clone()).unwrap();
        assert_eq!(answer, Event::Ok, "{request:?}");
        opponent.wait_for(game, |event| {
            matches!(event, Event::RequestRefused | Event::TakebackRefused)
        });
    }
    assert_eq!(opponent.play(game).0.reason, EndKind::Finished);
}

/// The bots that others copy: each accepts a challenge and plays to the end, though the server is killed meanwhile.
#[test]
fn the_bots_of_the_examples_play_and_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    let token = server.bot_token();
    let web = format!("http://{}", server.http);
    let rust = Path::new(env!("CARGO_BIN_EXE_willow"))
        .with_file_name("examples")
        .join(format!("bot{EXE_SUFFIX}"));
    let bots = [
        (Path::new("python3"), vec!["bot.py".to_owned(), format!("ws://{}/ws", server.http)]),
        (Path::new("node"), vec!["bot.mjs".to_owned(), web]),
        (&rust, vec![server.address.clone()]),
    ];
    let mut opponent = server.guest("ann");
    for (program, words) in bots {
        let started = Program::new(program)
            .args(words)
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bots"))
            .env("WILLOW_TOKEN", &token)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let python = ["-c", "import websockets"];
        let has_library = program != Path::new("python3")
            || Program::new(program).args(python).status().is_ok_and(|status| status.success());
        let Some(bot) = started.ok().filter(|_| has_library) else {
            assert!(!is_full(), "there is no {}, or not its `websockets`", program.display());
            eprintln!("not run: there is no {}, or not its `websockets`", program.display());
            continue;
        };
        let bot = Process(bot);
        let game = opponent.challenge();
        server.restart();
        let (end, _) = opponent.play(game);
        assert_eq!(end.reason, EndKind::Finished, "{}", program.display());
        drop(bot);
    }
}
