//! A person with telnet and no manual: every command typed here was named by the server before.

use std::io::{Read, Write};
use std::net::TcpStream;

use crate::support::TestServer;
use crate::support::http::connect;

/// A terminal that keeps what it has received.
struct Terminal {
    stream: TcpStream,
    screen: String,
}

impl Terminal {
    fn connect(server: &TestServer) -> Terminal {
        let mut terminal = Terminal { stream: connect(server.address), screen: String::new() };
        terminal.sees("welcome");
        terminal
    }

    fn types(&mut self, line: &str) {
        self.screen.clear();
        self.stream.write_all(format!("{line}\r\n").as_bytes()).unwrap();
    }

    /// Waits until a text is on the screen, and for the rest of its line.
    fn sees(&mut self, text: &str) {
        let mut buffer = [0; 4096];
        loop {
            let found = self.screen.find(text);
            if found.is_some_and(|at| self.screen[at..].contains('\n') || text == "password:") {
                return;
            }
            let n = self.stream.read(&mut buffer).unwrap_or_else(|error| {
                panic!("{error}: no `{text}` in\n{}", self.screen);
            });
            assert_ne!(n, 0, "the connection ended without `{text}`:\n{}", self.screen);
            self.screen.push_str(&String::from_utf8_lossy(&buffer[..n]));
        }
    }
}

#[test]
fn a_newcomer_plays_talks_looks_back_and_leaves() {
    let server = TestServer::start();
    let mut bob = Terminal::connect(&server);
    bob.types("guest bob");
    bob.sees("`challenge NAME`");
    bob.types("new 10:00 black");
    bob.sees("Waiting for an opponent; `cancel 1`");

    let mut alice = Terminal::connect(&server);
    alice.sees("`guest NAME` or `help`");
    alice.types("help");
    alice.sees("In a game: type a square");
    alice.types("help start");
    alice.sees("`login alice`");
    alice.types("register alice");
    alice.sees("password:");
    alice.types("correct horse");
    alice.sees("entered as alice, player");
    assert!(!alice.screen.contains("token"), "{}", alice.screen);
    alice.types("games");
    alice.sees("`join NUMBER` accepts an offer");
    alice.types("join");
    alice.sees("You are White (O).");
    bob.sees("Your move.");
    bob.types("F5");
    alice.sees("f5 flips 1 disc.");
    alice.sees("Your move.");
    alice.types("a1");
    alice.sees("error a1 flips no disc; the legal moves are f4 d6 f6 (move: illegal)");
    alice.types("d6");
    bob.sees("d6 flips 1 disc.");
    alice.types("pass");
    alice.sees("the server passes for you");
    alice.types("gasy hello");
    alice.sees("did you mean `gsay`?");
    alice.types("gsay hello");
    bob.sees("said alice: hello");
    bob.types("undo");
    alice.sees("bob wants to take a move back: `takeback` agrees");
    alice.types("refuse");
    bob.sees("takeback-refused");
    alice.types("resign");
    alice.sees("You lose by 64.");
    alice.sees("`moves 1` and `board 1` show the game again");
    alice.types("moves 1");
    alice.sees(" 1 f5   2 d6");
    alice.types("quit");
    alice.sees("bye goodbye");
}

/// Each answer says what to type instead, or that there is nothing to list.
#[test]
fn what_a_newcomer_tries_is_answered_with_what_helps() {
    let server = TestServer::start();
    let mut anna = Terminal::connect(&server);
    anna.types("guest anna");
    anna.sees("`register NAME` keeps a name");
    for (typed, wanted) in [
        ("hi anna", "`say hello`"),
        ("f5", "`challenge NAME`"),
        ("resign", "(resign: no-such-game)"),
        ("draw", "`score 0` offers a draw"),
        ("help draw", "`score 0` offers a draw"),
        ("say", "error TEXT is missing; type `say TEXT`"),
        ("report bob", "`report NAME [ROOM:FIRST[..LAST]] REASON`"),
        ("join 99", "`games` lists"),
        ("new 5 3", "5+3 is five minutes"),
        ("new fast", "a clock such as 5 or 5+3"),
        ("who", "strength not measured"),
        ("games", "`challenge NAME` asks a user or a bot"),
        ("adjourned", "`adjourn` in a game"),
        ("chat", "nobody has said anything yet"),
        ("following", "`follow NAME`"),
        ("friends", "nobody yet"),
        ("muted", "muted nobody; blocked nobody"),
        ("rules", "`help rules`"),
        ("help rules", "Black begins"),
        ("help clock", "byoyomi"),
        ("help me", "there is no help on `me`"),
        ("whois bob", "`user NAME`"),
        ("challenge zoe", "`find` searches all names"),
        ("link 5", "plays you"),
        ("find zz", "no name begins like this"),
        ("history", "no games yet"),
        ("ratings", "no rated games yet"),
        ("top blitz", "nobody has played enough rated games yet"),
        ("archive", "no such game is in the archive"),
        ("explore f5", "no such game is in the archive"),
        ("new 5", "offered 1 anna 5:00 unrated"),
    ] {
        anna.types(typed);
        anna.sees(wanted);
        for line in anna.screen.lines() {
            assert_eq!(line.matches('`').count() % 2, 0, "a broken command: {line}");
        }
    }
}

#[test]
fn a_style_is_that_of_one_connection_and_json_has_none() {
    let server = TestServer::start();
    let mut alice = Terminal::connect(&server);
    alice.types("guest alice");
    alice.sees("entered as alice");
    alice.types("style off");
    alice.sees("ok");
    alice.types("new 10:00 black");
    alice.sees("offered 1 alice");
    assert!(!alice.screen.contains("Waiting"), "{}", alice.screen);
    alice.types("style loud");
    alice.sees("expected `full`");
    let mut program = server.client("program");
    program.refused(r#""do":"style","style":"short""#);
}
