//! The laws of GTP and NBoard sessions: whatever a controller sends, our output follows the
//! protocol.

use std::time::Duration;

use willow_board::{Board, Move};
use willow_engine::{Accuracy, SearchLimits, SearchResult, Selectivity};
use willow_eval::Score;
use willow_players::protocols::gtp::GtpResponseReader;
use willow_players::protocols::nboard::NBoardMessage;
use willow_players::protocols::{
    EngineSession, EngineStep, GtpSession, NBoardSession, SearchEffort, SearchEnd,
};

/// Checks that each line gets at most one response, in the form of GTP, and reads the input as an engine's output.
pub(crate) fn gtp(input: &[u8]) {
    let mut reader = GtpResponseReader::new(1);
    let lines = String::from_utf8_lossy(input);
    let response = lines.lines().find_map(|line| reader.receive(line));
    assert!(response.is_none_or(|it| it.text.len() <= input.len() * char::MAX.len_utf8()));
    let session = GtpSession::new("0", SearchEffort::Clock).pondering();
    converse(session, input, |board, output| {
        if let Some(board) = board {
            assert!(!board.legal_moves().is_empty(), "a search without a choice: {board:?}");
        }
        if !output.is_empty() {
            check_gtp_response(output);
        }
    });
}

/// Checks a response: one blank line, which ends it, and no control characters.
fn check_gtp_response(response: &str) {
    let body = response.strip_suffix("\n\n");
    let body = body.unwrap_or_else(|| panic!("not ended: {response:?}"));
    assert!(body.starts_with(['=', '?']), "no status: {response:?}");
    assert!(!body.contains("\n\n") && !body.ends_with('\n'), "ended twice: {response:?}");
    assert!(!body.contains(|c: char| c.is_control() && c != '\n'), "a control: {response:?}");
    let digits: String = body[1..].chars().take_while(char::is_ascii_digit).collect();
    let Ok(id) = digits.parse::<u32>() else { return };
    if id.to_string() == digits {
        let mut reader = GtpResponseReader::new(id);
        let read = response.lines().find_map(|line| reader.receive(line));
        assert_eq!(read.map(|read| read.is_success), Some(body.starts_with('=')), "{response:?}");
    }
}

/// The first words of what an engine may say in NBoard's protocol.
const NBOARD_WORDS: [&str; 9] =
    ["===", "analysis", "book", "learned", "nodestats", "pong", "search", "set", "status"];

/// Checks that each line of output is a message of NBoard's protocol, and reads the input as an engine's output.
pub(crate) fn nboard(input: &[u8]) {
    for line in String::from_utf8_lossy(input).lines() {
        let is_choice = line.trim_start().starts_with("===");
        assert!(is_choice || NBoardMessage::parse(line).is_ok(), "{line:?}");
    }
    converse(NBoardSession::new(SearchEffort::Clock), input, |_, output| {
        for line in output.lines() {
            let word = line.split(' ').next().unwrap_or_default();
            let is_message = NBOARD_WORDS.contains(&word) && NBoardMessage::parse(line).is_ok();
            assert!(is_message, "no message: {line:?} in {output:?}");
        }
        assert!(output.is_empty() || output.ends_with('\n'), "not ended: {output:?}");
    });
}

/// Sends the lines of the input to a session and carries its steps out, without an engine: a search
/// finds the first legal move, and the content of every file is the input itself.
///
/// `check` gets the board of each search, and the whole output for each line.
fn converse<S: EngineSession>(mut session: S, input: &[u8], check: impl Fn(Option<&Board>, &str)) {
    for line in String::from_utf8_lossy(input).split('\n') {
        let _ = S::interrupts(line);
        let mut output = String::new();
        let mut steps = session.receive(line);
        while !steps.is_empty() {
            let more = match steps.remove(0) {
                EngineStep::Write(text) => {
                    output += &text;
                    Vec::new()
                }
                EngineStep::Search(board, limits) => {
                    check(Some(&board), "");
                    let result = search_result(&board, &limits);
                    output += &session.progress(&result).unwrap_or_default();
                    session.search_finished(&result, SearchEnd::Finished)
                }
                EngineStep::ReadFile(_) => session.file_read(Ok(input.to_vec())),
                EngineStep::Quit => return check(None, &output),
                EngineStep::ClearHash | EngineStep::Ponder(_) => Vec::new(),
            };
            steps.splice(0..0, more);
        }
        check(None, &output);
    }
}

/// Returns the result of a search that finds the first legal move.
fn search_result(board: &Board, limits: &SearchLimits) -> SearchResult {
    let first = board.legal_moves().first().map(Move::Place);
    let best = first.or((!board.is_game_over()).then_some(Move::Pass));
    let n_discs = board.player().count() as i32 - board.opponent().count() as i32;
    SearchResult {
        best,
        score: Score::from_units(n_discs * Score::PER_DISC),
        accuracy: Accuracy::Estimated,
        depth: limits.depth,
        selectivity: Selectivity::NONE,
        pv: best.into_iter().collect(),
        nodes: 1,
        terminal_nodes: 0,
        elapsed: Duration::from_secs(1),
    }
}
