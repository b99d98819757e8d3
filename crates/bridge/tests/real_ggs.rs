//! The same dialogues with a real GGS and with ours, compared line shape by line shape.
//!
//! `WILLOW_REAL_GGS=HOST:PORT` says where the real one is. Without it the test is skipped, and says so.
//! Its players are guests, and what they play is unrated. `WILLOW_REAL_GGS_ROOT=LOGIN:PASSWORD` names an
//! administrator there who registers two more: then rated matches, records and rankings are compared, too.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use willow_bridge::ggs_server::{Registration, ServerConfig, ServerState, serve};

/// The variable that says where the real server is.
const VARIABLE: &str = "WILLOW_REAL_GGS";

/// The variable that says who may register players there.
const ROOT_VARIABLE: &str = "WILLOW_REAL_GGS_ROOT";

/// How long nothing may come before an answer counts as complete.
const QUIET: Duration = Duration::from_millis(400);

/// How long an answer may take at all.
const PATIENCE: Duration = Duration::from_secs(5);

/// A step that sends nothing begins with this word; the seconds follow.
const WAIT: &str = "wait ";

/// What the players say, in this order: `$b` is the second one's name, `$r` the number of the latest
/// request, `$m` that of the latest match, `$k` that of the latest match that was kept.
type Dialogue = Vec<(usize, String)>;

/// What is said by guests about everything but time.
const GUESTS: &[(usize, &str)] = &[
    (0, ""),
    (0, "echo hello"),
    (0, "tell $b hello there"),
    (0, "tell nobody hi"),
    (0, "tell /os ask 8 5 $b"),
    (0, "tell /os open 2"),
    (1, "tell /os open 2"),
    (2, "tell /os open 2"),
    (0, "tell /os rated +"),
    (0, "tell /os open"),
    (0, "tell /os open x"),
    (0, "tell /os trust"),
    (0, "tell /os trust"),
    (0, "tell /os trust x"),
    (0, "tell /os nonsense"),
    (0, "tell /os ask"),
    (0, "tell /os ask 9 5 $b"),
    (0, "tell /os ask 8r20 5 $b"),
    (0, "tell /os ask s8r 5 $b"),
    (0, "tell /os ask s8k 5 $b"),
    (0, "tell /os ask 8kb 5 $b"),
    (0, "tell /os ask 8 5 nobody"),
    (0, "tell /os ask .99"),
    (0, "tell /os accept .99"),
    (0, "tell /os accept"),
    (0, "tell /os decline .99"),
    (0, "tell /os decline nobody"),
    (0, "tell /os decline"),
    (0, "tell /os cancel .99"),
    (0, "tell /os play .99 f5"),
    (0, "tell /os play"),
    (0, "tell /os resign .99"),
    (0, "tell /os undo .99"),
    (0, "tell /os undo"),
    (0, "tell /os score"),
    (0, "tell /os moves .99"),
    (0, "tell /os moves"),
    (0, "tell /os tell"),
    (0, "tell /os watch + .99"),
    (0, "tell /os look .99999999"),
    (0, "tell /os aform size"),
    (0, "tell /os dform foo"),
    (0, "tell /os aform"),
    (0, "tell /os who"),
    (0, "tell /os who 9"),
    (0, "tell /os who 8"),
    (0, "tell /os top"),
    (0, "tell /os top 9"),
    (0, "tell /os rank"),
    (0, "tell /os rank 8 nobody"),
    (0, "tell /os finger"),
    (0, "tell /os finger nobody"),
    (0, "tell /os history"),
    (0, "tell /os history nobody"),
    (0, "tell /os stored"),
    (0, "tell /os continue"),
    (0, "tell /os notify"),
    (0, "tell /os track"),
    (0, "tell /os ignore"),
    // Requests.
    (0, "tell /os ask 8b 5 $b"),
    (0, "tell /os ask 8b 5 $b"),
    (0, "tell /os request"),
    (1, "tell /os request"),
    (0, "tell /os accept $r"),
    (1, "tell /os decline $r"),
    (0, "tell /os ask 8b 5 $b"),
    (0, "tell /os cancel $r"),
    (0, "tell /os ask s8 5"),
    (1, "tell /os request +"),
    (0, "tell /os cancel $r"),
    (0, "tell /os ask 8 5 10"),
    (0, "tell /os cancel $r"),
    // A game with everything that is said in one.
    (0, "tell /os ask 8b 5 $b"),
    (1, "tell /os accept $r"),
    (2, "tell /os watch + $m"),
    (1, "tell /os play $m f5"),
    (0, "tell /os undo $m"),
    (0, "tell /os play $m a1"),
    (0, "tell /os play $m xx"),
    (0, "tell /os play $m"),
    (0, "tell /os play $m f5/x"),
    (0, "tell /os play $m f5/1000"),
    (0, "tell /os play $m f5/1/-1"),
    (0, "tell /os play $m f5/1.5/2"),
    (1, "tell /os play $m D6"),
    (0, "tell /os undo $m"),
    (1, "tell /os undo $m"),
    (0, "tell /os abort $m"),
    (1, "tell /os score $m x"),
    (1, "tell /os score $m 10"),
    (0, "tell /os tell $m hello"),
    (0, "tell /os tell p $m hello"),
    (0, "tell /os tell o $m hello"),
    (2, "tell /os tell $m hello"),
    (0, "tell /os moves $m"),
    (2, "tell /os moves $m"),
    (0, "tell /os match"),
    (0, "tell /os match $b"),
    (0, "tell /os match nobody"),
    (0, "tell /os who 8"),
    (0, "tell /os finger"),
    (1, "tell /os play d6"),
    (1, "tell /os resign"),
    // Aborts stay asked, scores are compared.
    (0, "tell /os ask 8b 5 $b"),
    (1, "tell /os accept $r"),
    (1, "tell /os abort $m"),
    (0, "tell /os play $m f5"),
    (0, "tell /os abort $m"),
    (0, "tell /os ask 8b 5 $b"),
    (1, "tell /os accept $r"),
    (1, "tell /os score $m -4"),
    (0, "tell /os score $m 6"),
    (0, "tell /os score $m 2"),
    // Bids.
    (0, "tell /os ask 8k 5 $b"),
    (1, "tell /os accept $r"),
    (0, "tell /os play $m f5/1"),
    (0, "tell /os play $m f5/1"),
    (1, "tell /os play $m f5/2"),
    (1, "tell /os undo $m"),
    (0, "tell /os break $m"),
    // By formula.
    (1, "tell /os aform komi"),
    (1, "tell /os dform mt1 < 60"),
    (0, "tell /os ask 8k 0:30 $b"),
    (0, "tell /os ask 8k 5 $b"),
    (0, "tell /os abort $m"),
    (1, "tell /os abort $m"),
    (1, "tell /os aform F"),
    (1, "tell /os dform F"),
];

/// What is said in a pair before its moves.
const IN_PAIR: &[(usize, &str)] = &[
    (0, "tell /os ask s8b 5 $b"),
    (1, "tell /os accept $r"),
    (2, "tell /os watch + $m"),
    (0, "tell /os play $m f5"),
    (0, "tell /os play $m.2 f5"),
    (1, "tell /os play $m.0 f5"),
    (1, "tell /os undo $m"),
    (1, "tell /os score $m 2"),
    (0, "tell /os abort $m"),
    (1, "tell /os moves $m.0"),
    (0, "tell /os play $m.0 f5"),
    (0, "tell /os play $m.0 f5"),
    (0, "tell /os moves $m"),
    (1, "tell /os moves $m"),
    (2, "tell /os moves $m"),
    (1, "tell /os play $m.1 f5/2"),
];

/// The shortest game.
const MOVES: [&str; 9] = ["f5", "d6", "c5", "f4", "e3", "f6", "g5", "e6", "e7"];

/// What is said about the ends of pairs, about time, and as GGF.
const LATE: &[(usize, &str)] = &[
    (0, "tell /os ask s8b 5 $b"),
    (1, "tell /os accept $r"),
    (0, "tell /os resign $m.1"),
    (0, "tell /os ask s8b 5 $b"),
    (1, "tell /os accept $r"),
    (0, "tell /os abort $m"),
    (1, "tell /os abort $m.0"),
    (0, "tell /os ask s8b 5 $b"),
    (1, "tell /os accept $r"),
    (1, "tell /os break $m"),
    // A late move, and increments in overtime.
    (0, "tell /os ask 8b 0:02/0:03/0:20 $b"),
    (1, "tell /os accept $r"),
    (0, "wait 3"),
    (0, "tell /os play $m f5"),
    (1, "tell /os play $m d6"),
    (0, "tell /os play $m c3"),
    (0, "tell /os moves $m"),
    (1, "tell /os resign $m"),
    // Flags that the server sees fall.
    (0, "tell /os ask 8b 0:01//0:02 $b"),
    (1, "tell /os accept $r"),
    (0, "wait 9"),
    (0, "tell /os ask 8b 0:01//0 $b"),
    (1, "tell /os accept $r"),
    (0, "wait 7"),
    (0, "tell /os ask 8b 0:01/0:03/0:20 $b"),
    (1, "tell /os accept $r"),
    (0, "wait 7"),
    (0, "tell /os play $m f5"),
    (1, "tell /os resign $m"),
    // Times that are believed, and one that is not.
    (0, "tell /os trust +"),
    (0, "tell /os ask 8b 5 $b"),
    (1, "tell /os accept $r"),
    (0, "tell /os play $m f5//0.1"),
    (1, "tell /os play $m d6"),
    (0, "wait 5"),
    (0, "tell /os play $m c3//0.1"),
    (1, "tell /os play $m d3"),
    (0, "tell /os play $m c4"),
    (0, "tell /os resign $m"),
    // As GGF.
    (0, "tell /os client +"),
    (0, "tell /os ask 8k 5 $b"),
    (1, "tell /os accept $r"),
    (0, "tell /os play $m f5/1.5/2"),
    (1, "tell /os play $m f5/2.5"),
    (0, "tell /os play $m f6"),
    (1, "tell /os play $m f6"),
    (0, "tell /os resign $m"),
    (0, "tell /os client -"),
];

/// What registered players say.
const REGISTERED: &[(usize, &str)] = &[
    (2, "tell /os open 2"),
    (3, "tell /os open 2"),
    (2, "tell /os rated +"),
    (3, "tell /os rated"),
    (2, "tell /os ask 8b 5 $d"),
    (3, "tell /os accept $r"),
    (2, "tell /os play $m f5/1.5"),
    (3, "tell /os break $m"),
    (2, "tell /os stored"),
    (2, "tell /os stored $d"),
    (2, "tell /os look $k"),
    (0, "tell /os ask $k"),
    (2, "tell /os continue"),
    (2, "tell /os continue"),
    (3, "tell /os accept $r"),
    (2, "tell /os stored"),
    (3, "tell /os play $m d6"),
    (2, "tell /os resign $m"),
    (2, "tell /os history"),
    (2, "tell /os history $d"),
    (2, "tell /os look $k"),
    (2, "tell /os top 8"),
    (2, "tell /os rank 8"),
    (2, "tell /os rank 8 $d"),
    (2, "tell /os finger $d"),
    (2, "tell /os who 8"),
    // A komi stands in the lists and in the record.
    (2, "tell /os ask 8k 5 $d"),
    (3, "tell /os accept $r"),
    (2, "tell /os play $m f5/1"),
    (3, "tell /os play $m f5/2"),
    (2, "tell /os break $m"),
    (3, "tell /os stored"),
    (2, "tell /os ask $k"),
    (3, "tell /os accept $r"),
    (2, "tell /os resign $m"),
    (2, "tell /os history"),
    (2, "tell /os look $k"),
];

/// Steps whose answers differ and are meant to, each with its reason.
const ACCEPTED: &[(&str, &str)] = &[
    ("tell /os aform size", "errors in formulas are told in words, not with marks of a parser"),
    ("tell /os play $m.2 f5", "a pair has the games .0 and .1: anything else is no match"),
    ("tell /os dform foo", "errors in formulas are told in words, not with marks of a parser"),
];

/// The beginnings of rows that only one of the servers has, each with its reason.
const ACCEPTED_ROWS: &[(&str, &str)] = &[
    ("|dblen :", "the size of an entry in the data base of GGS"),
    ("|bell :", "our server sends no bells"),
    ("|vt# :", "the Othello service of ours has no colours of its own"),
    ("|hear :", "on our server guests are heard like others"),
];

/// Lists in which others stand, too: only the rows about our players are compared, in any order.
const OF_EVERYBODY: &[&str] = &["tell /os who", "tell /os top", "tell /os rank"];

/// Returns the whole dialogue.
fn dialogue(has_root: bool) -> Dialogue {
    let owned = |steps: &[(usize, &str)]| {
        steps.iter().map(|&(who, line)| (who, line.to_owned())).collect::<Dialogue>()
    };
    let mut dialogue = owned(GUESTS);
    dialogue.extend(owned(IN_PAIR));
    for (ply, mv) in MOVES.iter().enumerate().skip(1) {
        let (first, second) = if ply % 2 == 0 { (0, 1) } else { (1, 0) };
        dialogue.push((first, format!("tell /os play $m.0 {mv}")));
        dialogue.push((second, format!("tell /os play $m.1 {mv}")));
    }
    dialogue.extend(owned(LATE));
    if has_root {
        dialogue.extend(owned(REGISTERED));
    }
    dialogue
}

/// Somebody with a raw client.
struct Person(TcpStream);

impl Person {
    fn connect(server: &str) -> Person {
        let stream = TcpStream::connect(server).unwrap();
        stream.set_read_timeout(Some(Duration::from_millis(10))).unwrap();
        Person(stream)
    }

    fn enter(server: &str, name: &str, password: &str) -> Person {
        let mut person = Person::connect(server);
        person.hears();
        for line in [name, password, "vt100 -", "bell -t -tc -tg -n -nc -ng -ni -nn"] {
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

    fn hears(&mut self) -> String {
        hear(std::slice::from_mut(self), QUIET).remove(0)
    }
}

/// Returns what comes to each of several people until nothing more does.
fn hear(people: &mut [Person], quiet: Duration) -> Vec<String> {
    let (began, mut last) = (Instant::now(), Instant::now());
    let mut heard = vec![Vec::new(); people.len()];
    let mut buffer = [0; 4096];
    while last.elapsed() < quiet && began.elapsed() < PATIENCE + quiet {
        for (person, heard) in people.iter_mut().zip(&mut heard) {
            match person.0.read(&mut buffer) {
                Ok(n) => {
                    heard.extend_from_slice(&buffer[..n]);
                    if n > 0 {
                        last = Instant::now();
                    }
                }
                Err(error)
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(error) => panic!("{error}"),
            }
        }
    }
    let text = |bytes: Vec<u8>| bytes.into_iter().map(char::from).filter(|c| *c != '\u{7}');
    heard.into_iter().map(|bytes| text(bytes).collect()).collect()
}

/// Starts our server on a free port, with two registered players.
fn start(registered: &[String]) -> String {
    let registration = Registration::Named(registered.to_vec());
    let config = ServerConfig { registration, ..ServerConfig::default() };
    let (sender, address) = mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            sender.send(listener.local_addr().unwrap()).unwrap();
            serve(listener, ServerState::new(config), None).await.unwrap();
        });
    });
    address.recv_timeout(PATIENCE).unwrap().to_string()
}

/// Registers players on a real server, as its administrator.
fn register(server: &str, root: &str, names: &[String]) {
    let (login, password) = root.split_once(':').expect("LOGIN:PASSWORD");
    let mut root = Person::enter(server, login, password);
    for name in names {
        let mut player = Person::enter(server, name, "secret");
        for line in [format!("name {name} Test Player"), format!("email {name} test@localhost")] {
            root.says(&line);
            root.hears();
        }
        player.says("quit");
    }
}

/// The numbers that a dialogue speaks of.
struct Numbers {
    request: String,
    live: String,
    kept: String,
}

impl Numbers {
    /// Learns the latest numbers from what somebody heard.
    fn learn(&mut self, heard: &str) {
        for line in heard.split("\r\n") {
            let words: Vec<&str> = line.split_whitespace().collect();
            match *words.as_slice() {
                ["/os:", "+", "match", number, ..] => number.clone_into(&mut self.live),
                ["/os:", "-", "match", .., number] if number.starts_with('.') => {
                    number.clone_into(&mut self.kept);
                }
                ["/os:", "+", number, ..] if number.starts_with('.') => {
                    number.clone_into(&mut self.request);
                }
                _ => {}
            }
        }
    }
}

/// What each of the people hears at each step, as shapes.
type Shapes = Vec<Vec<Vec<String>>>;

/// Has the whole dialogue with a server.
fn shapes(server: &str, names: &[String], dialogue: &[(usize, String)]) -> Shapes {
    let enter = |name: &String| Person::enter(server, name, "secret");
    let mut people: Vec<Person> = names.iter().map(enter).collect();
    hear(&mut people, QUIET);
    let first = || ".0".to_owned();
    let mut numbers = Numbers { request: first(), live: first(), kept: first() };
    let answers = dialogue.iter().map(|(who, line)| {
        let heard = if let Some(seconds) = line.strip_prefix(WAIT) {
            hear(&mut people, Duration::from_secs(seconds.parse().unwrap()))
        } else {
            let line = line.replace("$b", &names[1]).replace("$d", &names[3]);
            let line = line.replace("$r", &numbers.request).replace("$m", &numbers.live);
            people[*who].says(&line.replace("$k", &numbers.kept));
            hear(&mut people, QUIET)
        };
        for text in &heard {
            numbers.learn(text);
        }
        heard.iter().map(|text| shape(text, names)).collect()
    });
    answers.collect()
}

/// Returns the lines of a text with every number, name and blank filler alike.
fn shape(text: &str, names: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.split("\r\n").filter(|line| !line.is_empty()) {
        // A record may go over several lines.
        match lines.last_mut().filter(|last| last.contains("(;GM[") && !last.ends_with(";)")) {
            Some(record) => record.push_str(line.trim_start_matches('|')),
            None => lines.push(line.to_owned()),
        }
    }
    lines.iter().map(|line| line_shape(line, names)).collect()
}

fn line_shape(line: &str, names: &[String]) -> String {
    let mut line = line.to_owned();
    for name in names {
        // Names have the same length, so columns stay.
        line = line.replace(name, "PLAYER");
    }
    if let Some((front, record)) = line.split_once("(;GM[") {
        return format!("{}(;GM {}", digits_alike(front), properties(record));
    }
    digits_alike(line.trim_end())
}

/// Returns the names of a record's properties: the same values are spelled in more than one way.
fn properties(record: &str) -> String {
    let ends = record.split('[').map(|part| part.rsplit(']').next().unwrap_or_default());
    ends.collect::<Vec<_>>().join(" ")
}

/// Returns a line with every number alike, but for the counters of clocks, which follow commas.
fn digits_alike(line: &str) -> String {
    let (mut shape, mut in_counter) = (String::new(), false);
    for c in line.chars() {
        in_counter = c == ',' || (in_counter && (c.is_ascii_digit() || c == ':'));
        let c = if c.is_ascii_digit() && !in_counter { '#' } else { c };
        let repeats = shape.ends_with(c) && (c == '#' || c == ' ');
        if !repeats {
            shape.push(c);
        }
    }
    // Times are whole or not, by the machine's speed.
    shape.replace("#.#", "#")
}

/// Returns the lines of an answer that are compared.
fn compared(line: &str, lines: &[String]) -> Vec<String> {
    let is_accepted = |row: &&String| ACCEPTED_ROWS.iter().any(|(front, _)| row.starts_with(front));
    let mut kept: Vec<String> = lines.iter().filter(|row| !is_accepted(row)).cloned().collect();
    if OF_EVERYBODY.iter().any(|front| line.starts_with(front)) {
        kept.retain(|row| !row.starts_with('|') || row.contains("PLAYER"));
        kept.sort();
        kept.dedup();
    }
    kept
}

#[test]
fn a_real_ggs_and_ours_speak_in_the_same_shapes() {
    let Ok(real) = std::env::var(VARIABLE) else {
        println!("skipped: {VARIABLE}=HOST:PORT does not say where a real GGS is");
        return;
    };
    let root = std::env::var(ROOT_VARIABLE).ok();
    // New players each time: a real server remembers the old ones.
    let run = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() % 100_000;
    let names = ["a", "b", "c", "d"].map(|letter| format!("w{run:05}{letter}"));
    match &root {
        Some(root) => register(&real, root, &names[2..]),
        None => println!("{ROOT_VARIABLE}=LOGIN:PASSWORD is missing: nothing rated is compared"),
    }
    let dialogue = dialogue(root.is_some());
    let our_address = start(&names[2..]);
    let (theirs, ours) = thread::scope(|scope| {
        let theirs = scope.spawn(|| shapes(&real, &names, &dialogue));
        let ours = shapes(&our_address, &names, &dialogue);
        (theirs.join().unwrap(), ours)
    });
    let mut n_different = 0;
    for ((theirs, ours), (who, line)) in theirs.iter().zip(&ours).zip(&dialogue) {
        for (listener, (theirs, ours)) in theirs.iter().zip(ours).enumerate() {
            let (theirs, ours) = (compared(line, theirs), compared(line, ours));
            if theirs == ours {
                continue;
            }
            if let Some((_, reason)) = ACCEPTED.iter().find(|(accepted, _)| accepted == line) {
                println!("accepted: `{line}`: {reason}");
            } else {
                n_different += 1;
                println!("{} says `{line}`, {} hears", names[*who], names[listener]);
                println!("  real: {theirs:#?}\n  ours: {ours:#?}");
            }
        }
    }
    assert_eq!(n_different, 0, "answers of other shapes");
}
