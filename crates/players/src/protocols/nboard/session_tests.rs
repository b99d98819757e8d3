//! Dialogues between NBoard and our engine.

use std::time::Duration;

use willow_board::Board;
use willow_engine::{Engine, EngineOptions, SearchControl, SearchLimits, StopFlag};

use super::NBoardSession;
use crate::protocols::{EngineSession, EngineStep, SearchEffort, SearchEnd};

/// The game of the protocol's documentation.
const GAME: &str = "set game (;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]\
                    RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O-----------------\
                    ---------- *]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)\n";

/// A game that begins with two empties, a2 and f8.
const ENDGAME: &str = "set game (;GM[Othello]BO[8 ********-****************O*********************\
                       **************-OO *];)\n";

/// A session with an engine whose searches take no time, and the limits of the searches.
struct Dialogue {
    session: NBoardSession,
    engine: Engine<'static>,
    limits: Vec<SearchLimits>,
    end: SearchEnd,
}

impl Dialogue {
    fn new() -> Dialogue {
        let options = EngineOptions { hash_bytes: 1 << 20, ..EngineOptions::default() };
        Dialogue {
            session: NBoardSession::new(SearchEffort::Limits(SearchLimits::depth(2))),
            engine: Engine::hand_made(options).unwrap(),
            limits: Vec::new(),
            end: SearchEnd::Finished,
        }
    }

    /// Sends lines and returns the output.
    fn send(&mut self, lines: &str) -> String {
        let mut output = String::new();
        for line in lines.lines() {
            let mut steps = self.session.receive(line);
            while !steps.is_empty() {
                let more = match steps.remove(0) {
                    EngineStep::Write(text) => {
                        output += &text;
                        Vec::new()
                    }
                    EngineStep::Search(board, limits) => {
                        let (text, more) = self.search(&board, &limits);
                        output += &text;
                        more
                    }
                    step => panic!("{step:?}"),
                };
                steps.splice(0..0, more);
            }
        }
        output
    }

    fn search(&mut self, board: &Board, limits: &SearchLimits) -> (String, Vec<EngineStep>) {
        self.limits.push(*limits);
        let mut output = String::new();
        let mut control = SearchControl {
            stop: &StopFlag::new(),
            now: &|| Duration::ZERO,
            on_progress: &mut |found| output += &self.session.progress(found).unwrap_or_default(),
        };
        let found = self.engine.search(board, limits, &mut control);
        (output, self.session.search_finished(&found, self.end))
    }
}

/// Returns the lines that begin with `word`.
fn lines<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
    text.lines().filter(|line| line.starts_with(word)).collect()
}

#[test]
fn the_example_of_the_documentation_is_answered() {
    let mut dialogue = Dialogue::new();
    assert_eq!(dialogue.send("nboard 2\n"), "set myname Willow\n");
    assert_eq!(dialogue.send(GAME), "");
    assert_eq!(
        dialogue.send("set depth 6\nping 1\nset contempt 50\nfly to the moon\n\n"),
        "pong 1\n"
    );
    let answer = dialogue.send("go\n");
    assert!(answer.starts_with("status Thinking\nsearch "), "{answer}");
    let choice = lines(&answer, "===")[0];
    assert_eq!(choice.split('/').count(), 3, "{choice}");
    assert!(lines(&answer, "nodestats ").len() == 1 && answer.ends_with("\nstatus\n"));
    // The move is not played before it is sent back.
    assert_eq!(lines(&dialogue.send("go\n"), "==="), [choice]);
    assert_eq!(dialogue.limits[0].depth, 6);
    assert_eq!(dialogue.send("learn\n"), "learned\n");
}

#[test]
fn hints_evaluate_several_moves_and_mark_exact_values() {
    let mut dialogue = Dialogue::new();
    let answer = dialogue.send(&format!("{GAME}set depth 4\nhint 3\n"));
    let estimated = lines(&answer, "search ");
    assert_eq!(estimated.len() % 3, 0, "{answer}");
    let last: Vec<&str> = estimated[estimated.len() - 3..].to_vec();
    assert!(last.iter().all(|line| line.ends_with(" 0 4")), "{answer}");
    let value = |line: &str| line.split(' ').nth(2).unwrap().parse::<f64>().unwrap();
    assert!(value(last[0]) >= value(last[1]) && value(last[1]) >= value(last[2]), "{answer}");
    let answer = dialogue.send(&format!("{ENDGAME}hint 9\n"));
    assert!(lines(&answer, "search ").iter().any(|line| line.ends_with(" 0 100%")), "{answer}");
    assert!(answer.ends_with("status\n"));
}

#[test]
fn one_hint_is_a_search_that_reports_its_progress() {
    let mut dialogue = Dialogue::new();
    let answer = dialogue.send(&format!("{GAME}set depth 4\nhint 1\n"));
    assert!(4 <= lines(&answer, "search ").len(), "{answer}");
    assert!(answer.starts_with("status Analyzing\n") && answer.ends_with("status\n"));
}

#[test]
fn moves_of_both_versions_are_played_and_illegal_ones_reported() {
    let mut dialogue = Dialogue::new();
    assert_eq!(dialogue.send("move F5/1.5/2\nD6\nmove c3//\n"), "");
    let analysis = dialogue.send("analyze\n");
    let plies: Vec<&str> =
        lines(&analysis, "analysis ").iter().map(|line| line.split(' ').nth(1).unwrap()).collect();
    assert_eq!(plies, ["3", "2", "1", "0"]);
    assert_eq!(dialogue.send("move a1\n"), "status cannot play move 4, a1: a1 flips no disc\n");
}

/// The engine's board would be another one than the controller's.
#[test]
fn nothing_is_searched_after_a_refusal_until_the_next_game() {
    let mut dialogue = Dialogue::new();
    for (refused, reason) in [
        ("set game (;GM[Chess];)\n", "status cannot read the game: "),
        ("move a1\n", "status cannot play move 1, a1: "),
    ] {
        assert!(dialogue.send(refused).starts_with(reason), "{refused}");
        let waiting = "status waiting for `set game`\n";
        assert_eq!(
            dialogue.send("go\nhint 2\nanalyze\nmove f5\nping 1\n"),
            waiting.repeat(4) + "pong 1\n"
        );
        assert_eq!(dialogue.send(GAME), "");
        assert_eq!(lines(&dialogue.send("go\n"), "===").len(), 1);
        assert_eq!(dialogue.send("set game (;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *];)\n"), "");
    }
}

#[test]
fn a_command_with_an_argument_that_cannot_be_read_is_answered() {
    let mut dialogue = Dialogue::new();
    let answer = dialogue.send("set depth x\nmove zz\nset contempt 5\nfly\n");
    assert_eq!(answer, "status cannot read `set depth x`\nstatus cannot read `move zz`\n");
}

#[test]
fn a_side_without_a_move_passes() {
    let mut dialogue = Dialogue::new();
    let board = format!("set game (;GM[Othello]BO[8 O*{} *];)\n", "-".repeat(62));
    assert_eq!(dialogue.send(&format!("{board}go\n")), "=== PA//0.00\n");
    let hint = dialogue.send("hint 2\n");
    assert_eq!(lines(&hint, "search "), ["search PAC1 -64.00 0 2"]);
    let end = dialogue.send("move PA\nmove C1\nhint 1\ngo\n");
    assert_eq!(end, "status The game is over\n=== PA//0.00\n");
}

#[test]
fn the_time_left_comes_from_the_record() {
    let mut dialogue = Dialogue::new();
    dialogue.send(
        "set game (;GM[Othello]TI[10:00]BO[8 ---------------------------O*------*O-----------\
              ---------------- *]B[F5//60]W[F6//5];)\ngo\n",
    );
    assert_eq!(dialogue.limits[0].time.unwrap().main, Duration::from_mins(9));
    dialogue.send("hint 1\n");
    assert_eq!(dialogue.limits[1].time, None);
    dialogue.send("move D3//600\nmove C5\ngo\n");
    assert!(dialogue.limits[2].time.unwrap().main < Duration::from_secs(1));
}

#[test]
fn an_interrupted_search_ends_its_command() {
    let mut dialogue = Dialogue::new();
    dialogue.end = SearchEnd::Stopped;
    assert_eq!(dialogue.send(&format!("{GAME}hint 3\n")), "status Analyzing\nstatus\n");
    assert_eq!(dialogue.limits.len(), 1);
    assert_eq!(dialogue.send("analyze\n"), "status Analyzing\nstatus\n");
    assert_eq!(lines(&dialogue.send("go\n"), "===").len(), 1);
    assert!(NBoardSession::interrupts("ping 3\n") && NBoardSession::interrupts("quit"));
    assert!(!NBoardSession::interrupts("go\n") && !NBoardSession::interrupts("status"));
}
