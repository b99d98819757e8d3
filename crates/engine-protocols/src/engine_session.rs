//! The engine's side of a protocol, without input, output and threads.

use willow_board::Board;
use willow_engine::{SearchLimits, SearchResult};

/// A protocol as an engine speaks it: lines and search results go in, and what is to be done comes
/// out.
///
/// Whoever runs it does the steps in their order and passes on no line before a search has ended.
pub trait EngineSession {
    /// Returns whether a line that arrives during a search ends it.
    fn interrupts(line: &str) -> bool;

    /// Takes a line of input, with or without its end.
    fn receive(&mut self, line: &str) -> Vec<EngineStep>;

    /// Takes a better answer of the search that runs, and returns what to say about it.
    fn progress(&self, found: &SearchResult) -> Option<String> {
        let _ = found;
        None
    }

    /// Takes the result of the search that was asked for.
    fn searched(&mut self, found: &SearchResult, end: SearchEnd) -> Vec<EngineStep>;

    /// Takes the content of the file that was asked for, or why it could not be read.
    fn loaded(&mut self, content: Result<Vec<u8>, std::io::Error>) -> Vec<EngineStep> {
        let _ = content;
        Vec::new()
    }
}

/// What a session wants done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineStep {
    /// Write this text, which consists of whole lines, and flush it.
    Say(String),
    /// Forget what earlier searches found: a new game begins.
    Forget,
    /// Search this board; the session waits for the result.
    Search(Board, SearchLimits),
    /// Search this board, the opponent's to move, until the next line arrives; nobody waits for the
    /// result, only the hash table keeps it.
    ThinkAhead(Board),
    /// Read the file of this name; the session waits for its content.
    Load(String),
    /// End.
    Quit,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchEnd {
    /// By itself.
    Finished,
    /// Because it was interrupted.
    Stopped,
}
