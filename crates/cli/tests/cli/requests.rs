//! Requests on standard input, as docs/requests.md describes them.

use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout};

use serde_json::{Value, json};

use crate::run::{Process, START, TWO_EMPTIES, happens};

/// A process that answers requests.
struct Engine {
    process: Process,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    _folder: tempfile::TempDir,
}

impl Engine {
    fn start(words: &[&str]) -> Engine {
        let folder = tempfile::tempdir().unwrap();
        let mut process = Process::start(folder.path(), &[words, &["-", "--json"]].concat());
        let (input, output) = (process.0.stdin.take(), process.output());
        Engine { process, input, output, _folder: folder }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    fn answer(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    fn ask(&mut self, request: &Value) -> Value {
        self.send(&request.to_string());
        self.answer()
    }

    /// Ends the input, and returns the exit code.
    fn end(mut self) -> i32 {
        self.input = None;
        assert!(happens(|| self.process.0.try_wait().unwrap().is_some()));
        self.process.0.wait().unwrap().code().unwrap()
    }
}

#[test]
fn each_position_is_answered_before_the_next_is_sent() {
    let mut eval = Engine::start(&["eval", "--level", "2"]);
    for number in 1..4 {
        eval.send(START);
        let answer = eval.answer();
        assert_eq!((&answer["id"], &answer["position"]), (&json!(number), &json!(START)));
    }
    eval.send("# a remark\n\n% another");
    eval.send("f5f5");
    eval.send(START);
    assert_eq!(eval.answer()["id"], 8);
    assert_eq!(eval.end(), 1);
}

#[test]
fn a_request_has_its_own_id_limit_and_number_of_moves() {
    let mut eval = Engine::start(&["eval", "--level", "2"]);
    let answer = eval.ask(&json!({"id": {"a": [7]}, "position": "f5d6c3", "depth": 3, "top": 2}));
    assert_eq!((&answer["id"], &answer["depth"]), (&json!({"a": [7]}), &json!(3)));
    assert_eq!(answer["moves"].as_array().unwrap().len(), 2);
    let answer = eval.ask(&json!({"position": "f5d6c3"}));
    assert_eq!((&answer["id"], answer.get("moves")), (&json!(2), None), "options hold once");
    let mut progress = Vec::new();
    eval.send(&json!({"id": 5, "position": "f5d6c3", "level": 6, "progress": true}).to_string());
    let answer = loop {
        let line = eval.answer();
        assert_eq!(line["id"], 5);
        match line.get("progress") {
            Some(found) => progress.push(found["depth"].as_u64()),
            None => break line,
        }
    };
    assert!(2 < progress.len() && progress.is_sorted(), "{progress:?}");
    assert_eq!(progress.last(), Some(&answer["depth"].as_u64()));
    for (request, error) in [
        (json!({"id": 1, "position": "f5f5"}), "f5"),
        (json!({"id": 1, "position": START, "depth": 1, "nodes": 1}), "give one of"),
        (json!({"id": 1, "position": START, "dpeth": 1}), "dpeth"),
        (json!({"id": 1}), "`position` is missing"),
    ] {
        let answer = eval.ask(&request);
        assert_eq!(answer["id"], 1, "{answer}");
        assert!(answer["error"].as_str().unwrap().contains(error), "{answer}");
    }
    assert_eq!(eval.ask(&json!({"id": 9, "position": START}))["id"], 9);
    assert_eq!(eval.end(), 1, "some requests had errors");
}

#[test]
fn a_request_is_stopped_while_it_runs_and_while_it_waits() {
    let mut eval = Engine::start(&["eval", "--depth", "60"]);
    eval.send(&json!({"id": "a", "position": START, "progress": true}).to_string());
    eval.send(&json!({"id": "b", "position": START}).to_string());
    eval.send(&json!({"id": "c", "position": START, "depth": 1}).to_string());
    assert!(eval.answer().get("progress").is_some());
    eval.send(r#"{"stop":"b"}"#);
    eval.send(r#"{"stop":"a"}"#);
    let mut answers = Vec::new();
    while answers.len() < 3 {
        let answer = eval.answer();
        if answer.get("progress").is_none() {
            answers.push((answer["id"].clone(), answer.get("stopped").is_some()));
        }
    }
    assert_eq!(answers, [(json!("a"), true), (json!("b"), true), (json!("c"), false)]);
    assert_eq!(eval.end(), 0);
}

#[test]
fn a_solve_has_limits_and_an_analysis_ends_with_its_summary() {
    let mut solve = Engine::start(&["solve", "--hash", "1M", "--max-empties", "50"]);
    assert_eq!(solve.ask(&json!({"position": TWO_EMPTIES, "top": 1}))["score"], 38);
    let answer = solve.ask(&json!({"position": START}));
    assert_eq!(answer["error"], "60 empties are more than 50");
    let answer = solve.ask(&json!({"position": START, "max_empties": 60, "time": 0.05}));
    assert_eq!(answer["error"], "not solved: out of time");
    assert!(solve.ask(&json!({"position": START, "depth": 3}))["error"].is_string());
    assert_eq!(solve.end(), 1);

    let mut analyze = Engine::start(&["analyze", "--hash", "1M", "--level", "2"]);
    analyze.send(&json!({"id": 7, "position": "f5d6c3", "level": 1}).to_string());
    let lines: Vec<Value> = (0..4).map(|_| analyze.answer()).collect();
    assert!(lines.iter().all(|line| line["id"] == 7), "{lines:?}");
    assert_eq!((&lines[2]["move"], &lines[3]["summary"]["games"]), (&json!("c3"), &json!(1)));
    assert!(analyze.ask(&json!({"position": "f5", "nodes": 9}))["error"].is_string());
    assert_eq!(analyze.end(), 1);
}

#[test]
#[cfg(unix)]
fn a_search_ends_with_the_output_and_with_a_signal() {
    let request = json!({"position": "f5d6c3", "time": 3600}).to_string();
    for command in ["eval", "analyze"] {
        let folder = tempfile::tempdir().unwrap();
        let search = || {
            let mut process = Process::start(folder.path(), &[command, "-", "--json"]);
            let mut input = process.0.stdin.take().unwrap();
            // The answer of the first line tells that the process is at work.
            writeln!(input, "{{}}\n{request}").unwrap();
            let mut output = process.output();
            crate::run::wait_for(&mut output, "missing");
            (process, input, output)
        };
        let ends = |mut process: Process| {
            assert!(happens(|| process.0.try_wait().unwrap().is_some()), "{command}");
            process.0.wait().unwrap().code()
        };
        let (process, _input, output) = search();
        drop(output);
        assert_eq!(ends(process), Some(0));
        let (process, _input, _output) = search();
        process.send_signal("TERM");
        assert_eq!(ends(process), None, "no handler");
    }
}
