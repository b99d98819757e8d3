//! Tests of SGF.

use super::*;
use crate::{MAX_VARIATION_MOVES, transcript};
use willow_board::EndReason;

fn game(nodes: &str) -> RecordedGame {
    parse(&format!("(;GM[2]{nodes})")).unwrap()
}

/// Returns where in `nodes` an error stands, and what it says.
fn error(nodes: &str) -> (usize, String) {
    let front = "(;GM[2]";
    let ErrorAt { offset, error } = parse(&format!("{front}{nodes})")).unwrap_err();
    (offset - front.len(), error.to_string())
}

#[test]
fn a_full_game_is_read_and_written() {
    let text = "(;FF[4]GM[2]SZ[8]CA[UTF-8]PB[alice]PW[bob]BR[1800]EV[Cup]PC[Cambridge]\
                DT[2026-11-21]TM[1800]RE[W+R]AB[e4][d5]AW[d4][e5]PL[B]C[a game]\
                ;B[f5]V[1.5]C[good \\] move];W[d6]V[-2];B[c3])";
    let record = parse(text).unwrap();
    assert_eq!(record.game.outcome().unwrap().reason, EndReason::Resigned(Color::Black));
    assert_eq!(record.note(0).unwrap().comment, "good ] move");
    assert_eq!(record.note(1).unwrap().eval, Some(2.0), "from the mover's view");
    assert_eq!(record.comment, "a game");
    assert_eq!(write(&record), text);
}

#[test]
fn the_first_line_is_the_game() {
    let main_line = game(";B[f5];W[d6];B[c3]").game;
    for nodes in [
        ";B[f5](;W[d6](;B[c3])(;B[c4]))(;W[f6];B[zz])",
        ";B[f5](;W[d6];B[c3])(;AB[a1])",
        "(;B[f5](;W[d6](;B[c3])))",
    ] {
        assert_eq!(game(nodes).game, main_line, "{nodes}");
    }
}

/// Returns the moves of variations with the ply or the move that they follow, and their remarks.
fn variations(nodes: &str) -> Vec<String> {
    let record = game(nodes);
    let again = parse(&write(&record)).unwrap();
    assert_eq!(again.variations.moves(), record.variations.moves(), "{}", write(&record));
    assert_eq!((again.game, &again.comment), (record.game.clone(), &record.comment));
    let text = |mv: &VariationMove| match mv.after {
        Branch::Game(ply) => format!("{ply}: {} {}", mv.mv, mv.comment),
        Branch::Variation(index) => format!("v{index}: {} {}", mv.mv, mv.comment),
    };
    record.variations.moves().iter().map(|mv| text(mv).trim().to_owned()).collect()
}

#[test]
fn the_other_lines_are_variations() {
    let nodes = ";B[f5](;W[d6];B[c3](;W[d3])(;W[f3]C[why?]))(;W[f6](;B[e6])(;B[f7])C[odd])";
    assert_eq!(transcript::write(&game(nodes).game), "f5d6c3d3");
    let expected = ["3: f3 why?", "1: f6 odd", "v1: e6", "v1: f7"];
    assert_eq!(variations(nodes), expected);
    let written = "(;FF[4]GM[2]SZ[8]CA[UTF-8]AB[e4][d5]AW[d4][e5]PL[B];B[f5]\
        (;W[d6];B[c3](;W[d3])(;W[f3]C[why?]))(;W[f6]C[odd](;B[e6])(;B[f7])))";
    assert_eq!(write(&game(nodes)), written);
    assert_eq!(variations("(;B[f5])(;B[d3])(;C[before]B[c4])"), ["0: d3", "0: c4 before"]);
    assert_eq!(variations(";B[f5](;)(;W[f6])"), ["1: f6"]);
    assert_eq!(variations("(;C[at the start])(;B[f5])"), ["0: f5"]);
    assert_eq!(game("(;B[f5])(;C[of the start])").comment, "of the start");
    assert_eq!(variations(";B[f5](;W[d6])(;V[3];W[f6]V[1];C[later])"), ["1: f6 later"]);
}

#[test]
fn passes_of_variations_may_be_left_out() {
    // White has no move; Black takes the disc in the corner.
    let nodes = "AB[a1][a8]AW[b1][b8]PL[W](;W[PA];B[c1])(;B[c8])(;W[];B[c8];W[PA])";
    assert_eq!(variations(nodes), ["0: pass", "v0: c8", "0: pass", "v2: c8", "v3: pass"]);
}

#[test]
fn a_variation_that_breaks_the_rules_ends_there() {
    let nodes = ";B[f5](;W[d6])(;W[f6];B[a1];W[a2](;B[c3])C[lost])(;B[f4])(;W[z9])(;W[f4])";
    assert_eq!(variations(nodes), ["1: f6", "1: f4"]);
    assert_eq!(game(nodes).variations.n_left_out(), 3);
    let many = format!(";B[f5](;W[d6]){}", "(;W[f6])".repeat(MAX_VARIATION_MOVES + 2));
    let record = game(&many);
    assert_eq!(record.variations.moves().len(), MAX_VARIATION_MOVES);
    assert_eq!(record.variations.n_left_out(), 2);
}

#[test]
fn starts_are_set_up() {
    let record = game("AB[a1:c2][d1]AE[b1]AW[h8]PL[W]");
    let start = record.game.start();
    assert_eq!(start.discs(Color::Black).count(), 6);
    assert_eq!(start.discs(Color::White).count(), 1);
    assert_eq!(start.side_to_move(), Color::White);
    let white_first = game(";W[e3]");
    assert_eq!(white_first.game.start().side_to_move(), Color::White);
    let empty = game("AE[a1:h8]");
    assert!(empty.game.start().board().occupied().is_empty());
    assert_eq!(parse(&write(&empty)), Ok(empty));
}

#[test]
fn passes_may_be_empty() {
    let start = "AW[a1]AB[b1]PL[B]";
    for pass in ["", ";B[]", ";B[PA]", ";B[pa]", ";B[--]"] {
        let record = game(&format!("{start}{pass};W[c1]"));
        assert_eq!(record.game.n_plies(), 2, "{pass}");
    }
}

#[test]
fn remarks_belong_to_their_node() {
    let record = game("C[one]GC[two];C[three];C[before]B[f5]C[behind];C[last]");
    assert_eq!(record.comment, "one\ntwo\nthree");
    assert_eq!(record.note(0).unwrap().comment, "before\nbehind\nlast");
    let half = "x".repeat(20_000);
    let both = error(&format!(";B[f5]C[{half}];C[{half}]")).1;
    assert_eq!(both, "the remarks on one move have together more than 32768 bytes");
}

#[test]
fn results_are_read() {
    let score = |text: &str| game(&format!("RE[{text}]")).result.map(|r| (r.score, r.ending));
    assert_eq!(score("B+12"), Some((12.0, RecordedEnding::Board)));
    assert_eq!(score("W+2.0"), Some((-2.0, RecordedEnding::Board)));
    assert_eq!(score("Draw"), Some((0.0, RecordedEnding::Board)));
    assert_eq!(score("W+Time"), Some((-64.0, RecordedEnding::TimedOut)));
    assert_eq!(score("B+F"), Some((64.0, RecordedEnding::Forfeited)));
    for none in ["?", "Void", "", "B+"] {
        assert_eq!(score(none), None, "{none}");
    }
    assert_eq!(error("RE[X+1]").0, 3);
}

#[test]
fn errors_say_where() {
    assert_eq!(error(";B[f5];B[d6]"), (9, "d6: Black is not to move".to_owned()));
    assert_eq!(error(";B[f9]"), (3, ReplayError::NotAMove.to_string()));
    assert_eq!(error(";B[f5]AB[a1]"), (9, GameTreeError::LateStart.to_string()));
    assert_eq!(error("AB[a9]"), (3, GameTreeError::Square.to_string()));
    assert_eq!(error("PL[X]"), (3, GameTreeError::Color.to_string()));
    assert_eq!(error("V[x]"), (2, GameTreeError::Number.to_string()));
    assert_eq!(error("SZ[10]"), (3, GameTreeError::BoardSize { size: 10 }.to_string()));
    let unclosed = GameTreeError::from(PropertySyntaxError::UnexpectedEnd).to_string();
    assert_eq!(error(";B[f5](;GM[2];B[d3])"), (6, unclosed), "another game begins");
    assert_eq!(parse("(;GM[1])").unwrap_err().error, GameTreeError::NotOthello);
    assert_eq!(
        parse("(;)x").unwrap_err(),
        ErrorAt { offset: 3, error: GameTreeError::TrailingText }
    );
}

#[test]
fn deep_nesting_is_harmless() {
    let deep = format!("{}{}", "(;".repeat(100_000), ")".repeat(100_000));
    assert!(parse(&deep).is_ok());
    assert!(parse(&"(;".repeat(100_000)).is_err());
}

#[test]
fn a_game_that_gogui_saved_as_one_of_go_is_read() {
    let text = "(;FF[4]CA[UTF-8]AP[GoGui:1.5.1]SZ[8]KM[0]DT[2026-11-29];B[df];W[cf];B[ce];W[])";
    assert!(parse(text).is_err(), "White may not pass");
    let record = parse(&text.replace(";W[]", "")).unwrap();
    assert_eq!(crate::transcript::write(&record.game), "d3c3c4");
    assert_eq!(crate::detect(text.as_bytes()), Some(crate::Format::Sgf));
    let set_up = parse("(;FF[4]SZ[8]AB[dd]AB[ee]AW[de][ed]PL[B];B[df])").unwrap();
    assert_eq!(*set_up.game.start(), Position::START);
}
