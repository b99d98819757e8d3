//! Dialogues between a controller and our engine.

use std::io;
use std::time::Duration;

use proptest::prelude::*;
use willow_board::{Board, Move};
use willow_engine::{Accuracy, SearchLimits, SearchResult};
use willow_eval::Score;

use super::GtpSession;
use crate::protocols::{EngineSession, EngineStep, SearchEffort, SearchEnd};

/// Returns the result of a search that chooses the first legal move in three seconds.
fn search_result(board: &Board) -> SearchResult {
    let best = board.legal_moves().first().map(Move::Place);
    SearchResult {
        selectivity: willow_engine::Selectivity::NONE,
        best,
        score: Score::DRAW,
        accuracy: Accuracy::Estimated,
        depth: 1,
        pv: best.into_iter().collect(),
        nodes: 1,
        terminal_nodes: 0,
        elapsed: Duration::from_secs(3),
    }
}

/// Passes lines to a session and returns its output and the limits of its searches. The only file
/// is `a game.sgf`.
fn converse(session: &mut GtpSession, lines: &str) -> (String, Vec<SearchLimits>) {
    let (mut output, mut limits) = (String::new(), Vec::new());
    for line in lines.lines() {
        let mut steps = session.receive(line);
        while !steps.is_empty() {
            let more = match steps.remove(0) {
                EngineStep::Write(text) => {
                    output += &text;
                    Vec::new()
                }
                EngineStep::Search(board, search_limits) => {
                    limits.push(search_limits);
                    session.search_finished(&search_result(&board), SearchEnd::Finished)
                }
                EngineStep::ReadFile(name) if name == "a game.sgf" => {
                    session.file_read(Ok(b"(;GM[2]FF[4]SZ[8];B[f5];W[d6];B[c3])".to_vec()))
                }
                EngineStep::ReadFile(_) => session.file_read(Err(io::ErrorKind::NotFound.into())),
                EngineStep::ClearHash | EngineStep::Quit | EngineStep::Ponder(_) => Vec::new(),
            };
            steps.splice(0..0, more);
        }
    }
    (output, limits)
}

/// Checks that a new session gives these responses; empty lines are left out.
#[track_caller]
fn check(lines: &str, responses: &str) {
    let mut session = GtpSession::new("1.0", SearchEffort::Clock);
    let (output, _) = converse(&mut session, lines);
    assert_eq!(output.replace("\n\n", "\n").trim_end(), responses);
}

#[test]
fn administrative_commands_are_answered() {
    check(
        "1 protocol_version\n2 name\n3 version\n4 known_command genmove\n5 known_command fly\n6 fly",
        "=1 2\n=2 Willow\n=3 1.0\n=4 true\n=5 false\n?6 unknown command",
    );
    check(
        "boardsize 8\nboardsize 19\nboardsize x\nkomi 6.5",
        "=\n? unacceptable size\n? syntax error\n=",
    );
    check("set_game Othello\nset_game Go\nlist_games", "=\n? unsupported game\n= Othello");
    check("\n# comment\n  \nname # comment\nquit", "= Willow\n=");
    let mut session = GtpSession::new("1.0", SearchEffort::Clock);
    let (list, _) = converse(&mut session, "list_commands");
    let names: Vec<&str> = list.trim_start_matches("= ").trim_end().lines().collect();
    assert!(
        names.is_sorted() || names.last() == Some(&super::session::POSITION_COMMAND),
        "{names:?}"
    );
    for name in ["protocol_version", "genmove", "undo", "gogui-rules_legal_moves", "loadsgf"] {
        assert!(names.contains(&name), "{name}");
    }
}

#[test]
fn moves_are_played_generated_and_taken_back() {
    check(
        "play B F5\nplay white d6\ngenmove b\nundo\nundo\nundo\nundo",
        "=\n=\n= C3\n=\n=\n=\n? cannot undo",
    );
    check("reg_genmove b\nplay b d3", "= D3\n=");
    check(
        "play b a1\nplay w f4\nplay x f5\nplay b\nplay b z9\ngenmove w\ngenmove",
        "? illegal move: a1 flips no disc\n? illegal move: it is Black's turn\n? syntax error\n\
         ? syntax error\n? syntax error\n? illegal move: it is Black's turn\n? syntax error",
    );
}

#[test]
fn positions_are_set_up_disc_by_disc() {
    check(
        "gogui-setup B D5 W E5 W e4 B d4\ngogui-rules_legal_moves\ngogui-setup_player w\n\
         gogui-rules_legal_moves\nplay w c5\nundo\nundo",
        "=\n= F3 F4 F5 F6\n=\n= C3 C4 C5 C6\n=\n=\n? cannot undo",
    );
    let refused = "? expected colours and points in turn, each point once";
    check("gogui-setup B D5 W d5\ngogui-setup B\ngogui-setup B I9", &[refused; 3].join("\n"));
    check(
        "gogui-rules_legal_moves\ngogui-setup x\ngogui-setup_player",
        &format!("= D3 C4 F5 E6\n{refused}\n? syntax error"),
    );
}

/// Black has no move, White has one: b1 turns nothing, c1 ends the game.
fn black_passes() -> String {
    format!("willow-set_position OX{} X\n", "-".repeat(62))
}

#[test]
fn a_side_without_a_move_passes_with_or_without_a_command() {
    let position = black_passes();
    check(&format!("{position}genmove b\ngenmove w\nfinal_score"), "=\n= PASS\n= C1\n= W+64");
    check(&format!("{position}play b pass\nplay w c1\nundo\nundo"), "=\n=\n=\n=\n=");
    check(
        &format!("{position}gogui-rules_legal_moves\ngogui-rules_side_to_move"),
        "=\n= PASS\n= black",
    );
    // A controller that sends no passes: undo takes back the pass with the move.
    check(
        &format!("{position}genmove w\nundo\ngenmove b\nundo\nundo"),
        "=\n= C1\n=\n= PASS\n=\n? cannot undo",
    );
    check(&format!("{position}reg_genmove b\nreg_genmove w"), "=\n= PASS\n= C1");
    check("play b pass", "? illegal move: a pass is not allowed while there is a move");
}

#[test]
fn after_the_end_there_are_only_passes_and_a_result() {
    let position = format!("willow-set_position {} X\n", "X".repeat(64));
    check(
        &format!(
            "{position}genmove b\nplay w pass\nfinal_score\ngogui-rules_final_result\ngogui-rules_legal_moves"
        ),
        "=\n= PASS\n=\n= B+64\n= Black wins with 64 to 0 discs\n=",
    );
    let (board, _) =
        converse(&mut GtpSession::new("1.0", SearchEffort::Clock), &format!("{position}showboard"));
    assert!(board.ends_with("\nthe game is over\n\n") && !board.contains("to move"), "{board}");
    // Black has won with nine moves; each pass is taken back before the last of them.
    let moves = ["b e6", "w f4", "b e3", "w f6", "b g5", "w d6", "b e7", "w f5", "b c5"];
    let plays: String = moves.map(|mv| format!("play {mv}\n")).concat();
    check(
        &format!(
            "{plays}genmove w\nreg_genmove b\nplay b pass\nundo\nundo\nfinal_score\nundo\n\
             final_score\ngogui-rules_side_to_move"
        ),
        &format!(
            "{}= PASS\n= PASS\n=\n=\n=\n= B+64\n=\n? cannot score: the game is not over\n= black",
            "=\n".repeat(moves.len())
        ),
    );
    check("final_score", "? cannot score: the game is not over");
    check(
        "willow-set_position nonsense",
        "? expected 64 cells of X, O and -, a blank, and X or O for the side to move",
    );
}

#[test]
fn games_are_loaded() {
    check("loadsgf a game.sgf\ngenmove w\nundo\nundo", "=\n= D3\n=\n=");
    check("loadsgf a game.sgf 2\ngenmove w", "=\n= F4");
    check("loadsgf other.sgf", "? cannot load file: entity not found");
    check("loadsgf", "? syntax error");
}

#[test]
fn the_clock_limits_the_search() {
    let mut session = GtpSession::new("1.0", SearchEffort::Clock);
    let lines = "time_settings 60 2 0\ngenmove b\ngenmove w\ngenmove b\ntime_left b 10 0\n\
                 genmove w\ngenmove b\nclear_board\ngenmove b\ntime_settings 0 1 0\ngenmove w";
    let (_, limits) = converse(&mut session, lines);
    let main: Vec<_> = limits.iter().map(|l| l.time.map(|time| time.main.as_secs())).collect();
    // Each search takes three seconds, and each move earns two.
    assert_eq!(main, [Some(60), Some(60), Some(59), Some(59), Some(10), Some(60), None]);
    assert_eq!(limits[0].time.unwrap().increment, Duration::from_secs(2));
}

#[test]
fn levels_and_depths_are_set() {
    let mut session = GtpSession::new("1.0", SearchEffort::Clock);
    let lines =
        "set_level 3\ngenmove b\nset_depth 4\ngenmove w\nset_level 0\nset_depth 61\nset_level x";
    let (output, limits) = converse(&mut session, lines);
    assert_eq!((limits[0].depth, limits[1].depth), (5, 4));
    assert!(output.contains("? level 0 is not between 1 and 60\n\n? a depth is"), "{output}");
}

#[test]
fn only_gogui_interrupts() {
    assert!(GtpSession::interrupts("# interrupt\n"));
    assert!(!GtpSession::interrupts("quit\n") && !GtpSession::interrupts("# interruption"));
}

proptest! {
    /// Every command gets one response in the form that the protocol defines.
    #[test]
    fn every_line_gets_a_well_formed_response(
        id in "[0-9]{0,3}",
        name in prop_oneof![
            "[a-z_-]{1,12}",
            proptest::sample::select(super::session::command_names().collect::<Vec<_>>()).prop_map(str::to_owned),
        ],
        arguments in "[ -~\\t]{0,20}|b [a-h][1-8]|[bw]|[0-9.]{1,5} [0-9.]{1,5} [0-9]{1,3}",
    ) {
        let mut session = GtpSession::new("1.0", SearchEffort::Clock);
        let (output, _) = converse(&mut session, &format!("{id} {name} {arguments}"));
        let text = output.strip_suffix("\n\n").unwrap();
        let begin = [format!("={id}"), format!("?{id}")];
        prop_assert!(begin.iter().any(|begin| text.starts_with(begin)), "{}", output);
        prop_assert!(!text.contains("\n\n"), "{}", output);
    }
}

#[test]
fn it_ponders_after_its_own_moves_only() {
    let session = || GtpSession::new("1.0", SearchEffort::Clock);
    let steps_after = |mut session: GtpSession, line: &str| {
        assert!(matches!(session.receive(line)[..], [EngineStep::Search(..)]));
        let steps = session.search_finished(&search_result(&Board::START), SearchEnd::Finished);
        assert!(matches!(steps[0], EngineStep::Write(_)));
        steps[1..].to_vec()
    };
    let [EngineStep::Ponder(board)] = steps_after(session().pondering(), "genmove b")[..] else {
        panic!("it does not ponder")
    };
    assert_eq!((board.player().count(), board.opponent().count()), (1, 4));
    assert_eq!(steps_after(session(), "genmove b"), []);
    assert_eq!(steps_after(session().pondering(), "reg_genmove b"), []);
}
