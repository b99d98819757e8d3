//! Dialogues of NBoard with our engine.

use std::time::Duration;

use willow_board::Board;
use willow_engine::{Engine, EngineOptions, SearchControl, SearchLimits, StopFlag};
use willow_eval::HandMade;

use super::NBoardSession;
use crate::{EngineSession, EngineStep, SearchEffort, SearchEnd};

/// The game of the protocol's description.
const GAME: &str = "set game (;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]\
                    RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O-----------------\
                    ---------- *]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)\n";

/// A game that begins with two empty squares, a2 and f8.
const ENDGAME: &str = "set game (;GM[Othello]BO[8 ********-****************O*********************\
                       **************-OO *];)\n";

/// A session with an engine, searches that take no time, and what they were limited by.
struct Dialogue {
    session: NBoardSession,
    engine: Engine<HandMade>,
    limits: Vec<SearchLimits>,
    end: SearchEnd,
}

impl Dialogue {
    fn new() -> Dialogue {
        let options = EngineOptions { hash_bytes: 1 << 20, ..EngineOptions::default() };
        Dialogue {
            session: NBoardSession::new(SearchEffort::Limits(SearchLimits::depth(2))),
            engine: Engine::new(HandMade::default(), options),
            limits: Vec::new(),
            end: SearchEnd::Finished,
        }
    }

    /// Returns what is said to some lines.
    fn say(&mut self, lines: &str) -> String {
        let mut said = String::new();
        for line in lines.lines() {
            let mut steps = self.session.receive(line);
            while !steps.is_empty() {
                let more = match steps.remove(0) {
                    EngineStep::Say(text) => {
                        said += &text;
                        Vec::new()
                    }
                    EngineStep::Search(board, limits) => {
                        let (text, more) = self.search(&board, &limits);
                        said += &text;
                        more
                    }
                    step => panic!("{step:?}"),
                };
                steps.splice(0..0, more);
            }
        }
        said
    }

    fn search(&mut self, board: &Board, limits: &SearchLimits) -> (String, Vec<EngineStep>) {
        self.limits.push(*limits);
        let mut said = String::new();
        let mut control = SearchControl {
            stop: &StopFlag::new(),
            now: &|| Duration::ZERO,
            on_progress: &mut |found| said += &self.session.progress(found).unwrap_or_default(),
        };
        let found = self.engine.search(board, limits, &mut control);
        (said, self.session.searched(&found, self.end))
    }
}

/// Returns the lines that begin with a word.
fn lines<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
    text.lines().filter(|line| line.starts_with(word)).collect()
}

#[test]
fn the_example_of_the_description_is_answered() {
    let mut talk = Dialogue::new();
    assert_eq!(talk.say("nboard 2\n"), "set myname Willow\n");
    assert_eq!(talk.say(GAME), "");
    assert_eq!(talk.say("set depth 6\nping 1\nset contempt 50\nfly to the moon\n\n"), "pong 1\n");
    let answer = talk.say("go\n");
    assert!(answer.starts_with("status Thinking\nsearch "), "{answer}");
    let choice = lines(&answer, "===")[0];
    assert_eq!(choice.split('/').count(), 3, "{choice}");
    assert!(lines(&answer, "nodestats ").len() == 1 && answer.ends_with("\nstatus\n"));
    // The move is not played before it is sent back.
    assert_eq!(lines(&talk.say("go\n"), "==="), [choice]);
    assert_eq!(talk.limits[0].depth, 6);
    assert_eq!(talk.say("learn\n"), "learned\n");
}

#[test]
fn hints_value_several_moves_and_tell_exact_from_estimated() {
    let mut talk = Dialogue::new();
    let answer = talk.say(&format!("{GAME}set depth 4\nhint 3\n"));
    let estimated = lines(&answer, "search ");
    assert_eq!(estimated.len() % 3, 0, "{answer}");
    let last: Vec<&str> = estimated[estimated.len() - 3..].to_vec();
    assert!(last.iter().all(|line| line.ends_with(" 0 4")), "{answer}");
    let value = |line: &str| line.split(' ').nth(2).unwrap().parse::<f64>().unwrap();
    assert!(value(last[0]) >= value(last[1]) && value(last[1]) >= value(last[2]), "{answer}");
    let answer = talk.say(&format!("{ENDGAME}hint 9\n"));
    assert!(lines(&answer, "search ").iter().any(|line| line.ends_with(" 0 100%")), "{answer}");
    assert!(answer.ends_with("status\n"));
}

#[test]
fn one_hint_is_a_search_that_reports_its_progress() {
    let mut talk = Dialogue::new();
    let answer = talk.say(&format!("{GAME}set depth 4\nhint 1\n"));
    assert!(4 <= lines(&answer, "search ").len(), "{answer}");
    assert!(answer.starts_with("status Analyzing\n") && answer.ends_with("status\n"));
}

#[test]
fn moves_are_played_in_both_versions_and_impossible_ones_are_reported() {
    let mut talk = Dialogue::new();
    assert_eq!(talk.say("move F5/1.5/2\nD6\nmove c3//\n"), "");
    let analysis = talk.say("analyze\n");
    let plies: Vec<&str> =
        lines(&analysis, "analysis ").iter().map(|line| line.split(' ').nth(1).unwrap()).collect();
    assert_eq!(plies, ["3", "2", "1", "0"]);
    assert_eq!(talk.say("move a1\n"), "status cannot play move 4, a1: a1 turns over no disc\n");
    assert!(talk.say("set game (;GM[Chess];)\n").starts_with("status cannot read the game: "));
}

#[test]
fn a_side_without_a_move_passes() {
    let mut talk = Dialogue::new();
    let board = format!("set game (;GM[Othello]BO[8 O*{} *];)\n", "-".repeat(62));
    assert_eq!(talk.say(&format!("{board}go\n")), "=== PA//0.00\n");
    let hint = talk.say("hint 2\n");
    assert_eq!(lines(&hint, "search "), ["search PAC1 -64.00 0 2"]);
    let end = talk.say("move PA\nmove C1\nhint 1\ngo\n");
    assert_eq!(end, "status The game is over\n=== PA//0.00\n");
}

#[test]
fn the_record_tells_how_much_time_is_left() {
    let mut talk = Dialogue::new();
    talk.say(
        "set game (;GM[Othello]TI[10:00]BO[8 ---------------------------O*------*O-----------\
              ---------------- *]B[F5//60]W[F6//5];)\ngo\n",
    );
    assert_eq!(talk.limits[0].time.unwrap().main, Duration::from_mins(9));
    talk.say("hint 1\n");
    assert_eq!(talk.limits[1].time, None);
    talk.say("move D3//600\nmove C5\ngo\n");
    assert!(talk.limits[2].time.unwrap().main < Duration::from_secs(1));
}

#[test]
fn an_interrupted_search_ends_its_command() {
    let mut talk = Dialogue::new();
    talk.end = SearchEnd::Stopped;
    assert_eq!(talk.say(&format!("{GAME}hint 3\n")), "status Analyzing\nstatus\n");
    assert_eq!(talk.limits.len(), 1);
    assert_eq!(talk.say("analyze\n"), "status Analyzing\nstatus\n");
    assert_eq!(lines(&talk.say("go\n"), "===").len(), 1);
    assert!(NBoardSession::interrupts("ping 3\n") && NBoardSession::interrupts("quit"));
    assert!(!NBoardSession::interrupts("go\n") && !NBoardSession::interrupts("status"));
}
