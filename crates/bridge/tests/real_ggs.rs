//! The same dialogues with a real GGS and with ours, compared line shape by line shape.
//!
//! `WILLOW_REAL_GGS=HOST:PORT` says where the real one is. Without it the test is skipped, and says so.
//! Its players are guests: they need no administrator there, and what they play is unrated.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use willow_bridge::ggs_server::{ServerConfig, ServerState, serve};

/// The variable that says where the real server is.
const VARIABLE: &str = "WILLOW_REAL_GGS";

/// How long nothing may come before an answer counts as complete.
const QUIET: Duration = Duration::from_millis(400);

/// How long an answer may take at all.
const PATIENCE: Duration = Duration::from_secs(5);

/// The players.
const NAMES: [&str; 2] = ["wlwtsta", "wlwtstb"];

/// What the players say, in this order: `$b` is the second one's name, `$r` the number of the latest
/// request, `$m` that of the latest match.
const DIALOGUE: &[(usize, &str)] = &[
    (0, ""),
    (0, "echo hello"),
    (0, "tell $b hello there"),
    (0, "tell nobody hi"),
    (0, "tell /os open 2"),
    (1, "tell /os open 2"),
    (0, "tell /os rated +"),
    (0, "tell /os open x"),
    (0, "tell /os trust"),
    (0, "tell /os nonsense"),
    (0, "tell /os ask"),
    (0, "tell /os ask 9 5 $b"),
    (0, "tell /os ask 8r20 5 $b"),
    (0, "tell /os ask s8r 5 $b"),
    (0, "tell /os ask s8k 5 $b"),
    (0, "tell /os ask 8kb 5 $b"),
    (0, "tell /os ask 8 5 nobody"),
    (0, "tell /os accept .99"),
    (0, "tell /os accept"),
    (0, "tell /os decline .99"),
    (0, "tell /os decline nobody"),
    (0, "tell /os cancel .99"),
    (0, "tell /os play .99 f5"),
    (0, "tell /os resign .99"),
    (0, "tell /os undo .99"),
    (0, "tell /os watch + .99"),
    (0, "tell /os aform size"),
    (0, "tell /os dform foo"),
    (0, "tell /os aform"),
    // A game with everything that is said in one.
    (0, "tell /os ask 8b 5 $b"),
    (0, "tell /os ask 8b 5 $b"),
    (0, "tell /os accept $r"),
    (1, "tell /os decline $r"),
    (0, "tell /os ask 8b 5 $b"),
    (1, "tell /os accept $r"),
    (1, "tell /os play $m f5"),
    (0, "tell /os play $m a1"),
    (0, "tell /os play $m xx"),
    (0, "tell /os play $m"),
    (0, "tell /os play $m f5/1.5/2"),
    (1, "tell /os play $m D6"),
    (0, "tell /os undo $m"),
    (1, "tell /os undo $m"),
    (0, "tell /os abort $m"),
    (1, "tell /os score $m 10"),
    (0, "tell /os tell $m hello"),
    (0, "tell /os moves $m"),
    (0, "tell /os match"),
    (1, "tell /os resign $m"),
    // A pair in lock-step.
    (0, "tell /os ask s8 5 $b"),
    (1, "tell /os accept $r"),
    (0, "tell /os play $m f5"),
    (0, "tell /os play $m.0 f5"),
    (0, "tell /os play $m.0 f5"),
    (1, "tell /os play $m.1 f5"),
    (1, "tell /os undo $m"),
    (1, "tell /os score $m 2"),
    (0, "tell /os abort $m"),
    (1, "tell /os abort $m"),
    // Bids.
    (0, "tell /os ask 8k 5 $b"),
    (1, "tell /os accept $r"),
    (0, "tell /os play $m f5/1"),
    (0, "tell /os play $m f5/1"),
    (1, "tell /os play $m f5/2"),
    (0, "tell /os break $m"),
    // By formula.
    (1, "tell /os aform komi"),
    (1, "tell /os dform mt1 < 60"),
    (0, "tell /os ask 8k 0:30 $b"),
    (0, "tell /os ask 8k 5 $b"),
    (0, "tell /os abort $m"),
    (1, "tell /os abort $m"),
    // As GGF.
    (0, "tell /os client +"),
    (0, "tell /os ask 8b 5 $b"),
    (1, "tell /os accept $r"),
    (0, "tell /os play $m f5/1.5/2"),
    (0, "tell /os resign $m"),
];

/// Steps whose shapes differ and are meant to: what is said there is the servers' own.
const KNOWN: &[&str] = &["tell /os aform size", "tell /os dform foo"];

/// Somebody with a raw client.
struct Person(TcpStream);

impl Person {
    fn enter(server: &str, name: &str) -> Person {
        let stream = TcpStream::connect(server).unwrap();
        stream.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
        let mut person = Person(stream);
        person.hears();
        for line in [name, "secret", "vt100 -", "bell -t -tc -tg -n -nc -ng -ni -nn"] {
            person.says(line);
            person.hears();
        }
        for line in ["verbose -news -faq -help -ack", "tell /os bell -r -p -w", "tell /os client -"]
        {
            person.says(line);
            person.hears();
        }
        person
    }

    fn says(&mut self, line: &str) {
        self.0.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// Returns what comes until nothing more does.
    fn hears(&mut self) -> String {
        let (began, mut last) = (Instant::now(), Instant::now());
        let (mut heard, mut buffer) = (Vec::new(), [0; 4096]);
        while last.elapsed() < QUIET && began.elapsed() < PATIENCE {
            match self.0.read(&mut buffer) {
                Ok(0) => break,
                Ok(n) => {
                    heard.extend_from_slice(&buffer[..n]);
                    last = Instant::now();
                }
                Err(error)
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(error) => panic!("{error}"),
            }
        }
        heard.into_iter().map(char::from).filter(|c| *c != '\u{7}').collect()
    }
}

/// Starts our server on a free port.
fn start() -> String {
    let (sender, address) = mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            sender.send(listener.local_addr().unwrap()).unwrap();
            serve(listener, ServerState::new(ServerConfig::default()), None).await.unwrap();
        });
    });
    address.recv_timeout(PATIENCE).unwrap().to_string()
}

/// Has the whole dialogue with a server and returns what both hear at each step, as shapes.
fn shapes(server: &str) -> Vec<[Vec<String>; 2]> {
    let mut people = NAMES.map(|name| Person::enter(server, name));
    for person in &mut people {
        person.hears();
    }
    let (mut request, mut number) = (".0".to_owned(), ".0".to_owned());
    let answers = DIALOGUE.iter().map(|(who, line)| {
        let line = line.replace("$b", NAMES[1]).replace("$r", &request).replace("$m", &number);
        people[*who].says(&line);
        let heard = people.each_mut().map(Person::hears);
        request = id_after(&heard[0], "/os: +   ").unwrap_or(std::mem::take(&mut request));
        number = id_after(&heard[0], "/os: + match ").unwrap_or(std::mem::take(&mut number));
        heard.map(|text| shape(&text))
    });
    answers.collect()
}

/// Returns the number that follows the last of a front in a text.
fn id_after(text: &str, front: &str) -> Option<String> {
    let (_, rest) = text.rsplit_once(front)?;
    rest.split_whitespace().next().map(str::to_owned)
}

/// Returns the lines of a text with every number, name and blank filler alike.
fn shape(text: &str) -> Vec<String> {
    text.split("\r\n").filter(|line| !line.is_empty()).map(line_shape).collect()
}

fn line_shape(line: &str) -> String {
    let mut shape = String::new();
    for c in line.chars() {
        let c = if c.is_ascii_digit() { '#' } else { c };
        let repeats = shape.ends_with(c) && (c == '#' || c == ' ');
        if !repeats {
            shape.push(c);
        }
    }
    // Times are whole or not, by the machine's speed.
    shape.replace("#.#", "#")
}

#[test]
fn a_real_ggs_and_ours_speak_in_the_same_shapes() {
    let Ok(real) = std::env::var(VARIABLE) else {
        println!("skipped: {VARIABLE}=HOST:PORT does not say where a real GGS is");
        return;
    };
    let (theirs, ours) = (shapes(&real), shapes(&start()));
    let mut n_different = 0;
    for ((theirs, ours), (who, line)) in theirs.iter().zip(&ours).zip(DIALOGUE) {
        for (listener, (theirs, ours)) in theirs.iter().zip(ours).enumerate() {
            if theirs != ours && !KNOWN.contains(line) {
                n_different += 1;
                println!("{} says `{line}`, {} hears", NAMES[*who], NAMES[listener]);
                println!("  real: {theirs:#?}\n  ours: {ours:#?}");
            }
        }
    }
    assert_eq!(n_different, 0, "answers of other shapes");
}
