//! The files that the web client has from this crate are those that follow from the code: analyses by the native
//! engine, which `web/src/engine/engine.test.ts` compares with those of the module for the browser, and the types of
//! TypeScript.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;
use std::{env, fs};

use serde_json::json;
use willow_analysis::report::{CounterfactualReport, GameSummary, MoveReport};
use willow_analysis::{Analysis, CounterfactualSearch, MoveAnalysis, Plan, Step, compare};
use willow_board::Game;
use willow_engine::{Engine, EngineOptions, Level, SearchControl, SearchLimits, StopFlag};
use willow_records::transcript;

/// The hash table in MiB. The findings depend on it.
const HASH: usize = 16;

/// The games, of which two are from the archive WTHOR and the third has passes, and the levels at which they are
/// analyzed.
const GAMES: [(&str, u32, &str); 3] = [
    (
        "World Championship 1977",
        7,
        "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6e2d1c1a3a6a5e1f2g7c2a4h8a2b7f1b3b1b2h7\
         a7a8a1g1g2h2h1",
    ),
    (
        "World Championship 2023, Nagano - Kurita",
        9,
        "f5d6c5f4d3e3g4g5e2c4f3e6c3b6f6g6c6b5e7f7d7b3h5c8d8f8b8c7b4a3b7c2h6f1d1h3h4h7d2g7\
         c1b2a5g3a4a6f2b1e8a8h8g8h2a2g2e1a7g1h1a1",
    ),
    (
        "World Championship 2023, Czymara - Kurita",
        10,
        "f5d6c5f4d7f6d3c3g5e6g3f3f7e7f8c4b5e3g6b4a3c6c2d2g4c7f2a6a5b6c8h3c1h4e2h7h6h5h2h1\
         g2g1f1b7b8e1a7d1e8d8b1g7h8g8a8a4b3b2a2",
    ),
];

/// Returns the analysis of a game as text of JSON, one move on a line.
fn analysis(name: &str, level: u32, moves: &str) -> String {
    let game = transcript::parse(moves).expect("the games were played");
    let options = EngineOptions { threads: 1, hash_bytes: HASH << 20 };
    let engine = Engine::new(willow_eval::weights::evaluator(), options);
    let mut engine = engine.expect("the table is small");
    let level = Level::new(level).expect("the levels exist");
    let mut analysis = Analysis::of_game(&game, Plan::level(level));
    let (stop, now) = (StopFlag::new(), || Duration::ZERO);
    let mut control = SearchControl { stop: &stop, now: &now, on_progress: &mut |_| () };
    while analysis.next_step(&mut engine, &mut control) != Step::Done {}
    let mut text =
        format!("{{\"game\":{},\"level\":{},\"hash\":{HASH},\n", json!(name), level.number());
    let _ = writeln!(text, "\"moves\":{},", json!(moves_of(&game)));
    let _ = writeln!(text, "\"summary\":{},", json!(GameSummary::of(analysis.findings())));
    let positions: Vec<_> = analysis.findings().map(|found| found.position.to_string()).collect();
    let _ = writeln!(text, "\"positions\":{},", json!(positions));
    let mut counterfactuals = serde_json::Map::new();
    for (index, found) in analysis.findings().enumerate() {
        if found.class().is_error() {
            counterfactuals.insert(index.to_string(), json!(counterfactual(&mut engine, found)));
        }
    }
    let _ = writeln!(text, "\"counterfactuals\":{},", json!(counterfactuals));
    let findings = analysis.findings().map(|found| json!(MoveReport::of(found)).to_string());
    let _ = write!(text, "\"findings\":[\n{}]}}", findings.collect::<Vec<_>>().join(",\n"));
    text
}

/// Returns what would have made a move good, by an engine that knows nothing of earlier searches.
fn counterfactual(engine: &mut Engine<'_>, found: &MoveAnalysis) -> Option<CounterfactualReport> {
    engine.clear();
    let (stop, now) = (StopFlag::new(), || Duration::ZERO);
    let mut control = SearchControl { stop: &stop, now: &now, on_progress: &mut |_| () };
    let mut search = CounterfactualSearch::new(found.clone());
    while let Some((position, level)) = search.wanted() {
        let limits = SearchLimits::level(level);
        search.answer(&compare(engine, &position, search.mv(), limits, &mut control));
    }
    search.counterfactual().map(|of| CounterfactualReport::of(of, found))
}

fn moves_of(game: &Game) -> Vec<String> {
    game.moves().map(|mv| mv.to_string()).collect()
}

/// Asserts that a file is what it should be. With a variable in the environment it is written instead.
fn check_file(name: &str, expected: &str, variable: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    if env::var_os(variable).is_some() {
        fs::write(&path, expected).expect("the folder of the crate can be written");
    }
    let file = fs::read_to_string(&path).unwrap_or_default();
    let differs = file.lines().zip(expected.lines()).find(|(old, new)| old != new);
    assert!(
        file == expected,
        "{name} is out of date; write it anew with\n\
         {variable}=1 cargo test -p willow-analysis --features ts --test files\n{differs:?}"
    );
}

#[test]
fn the_analyses_for_the_web_client_are_those_of_the_native_engine() {
    let analyses = GAMES.map(|(name, level, moves)| analysis(name, level, moves));
    let expected = format!("[{}]\n", analyses.join(",\n"));
    check_file("tests/native/analyses.json", &expected, "UPDATE_ANALYSES");
}

#[cfg(feature = "ts")]
#[test]
fn the_types_of_typescript_are_those_of_the_reports() {
    let header = "\
// What an analysis finds: the objects of `willow analyze --json`, which docs/json.md describes.
// This file is made from crates/analysis. Write it anew with
// UPDATE_BINDINGS=1 cargo test -p willow-analysis --features ts --test files
";
    let types = willow_testkit::Declarations::new().with::<MoveReport>().with::<GameSummary>();
    check_file("bindings/analysis.ts", &types.file(header), "UPDATE_BINDINGS");
}
