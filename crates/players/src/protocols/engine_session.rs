//! The engine's side of a protocol as a state machine without IO, and the steps that it asks for.

use willow_board::Board;
use willow_engine::{SearchLimits, SearchResult};

/// The engine's side of a protocol: lines and search results go in, steps come out.
///
/// The caller carries the steps out in order. While a search runs, the caller passes on no line,
/// but stops the search if the line [`interrupts`](EngineSession::interrupts) it.
pub trait EngineSession {
    /// Returns whether a line that arrives during a search stops the search.
    fn interrupts(line: &str) -> bool;

    /// Returns whether a line ends the session: after it nobody waits for a long search.
    fn quits(line: &str) -> bool;

    /// Handles a line of input, with or without its line break.
    fn receive(&mut self, line: &str) -> Vec<EngineStep>;

    /// Returns the text to write about an intermediate result of the running search, if any.
    fn progress(&self, result: &SearchResult) -> Option<String> {
        let _ = result;
        None
    }

    /// Handles the result of the last [`EngineStep::Search`].
    fn search_finished(&mut self, result: &SearchResult, end: SearchEnd) -> Vec<EngineStep>;

    /// Handles the content of the file of the last [`EngineStep::ReadFile`], or the error of
    /// reading it.
    fn file_read(&mut self, content: Result<Vec<u8>, std::io::Error>) -> Vec<EngineStep> {
        let _ = content;
        Vec::new()
    }
}

/// A step that a session asks its caller to carry out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineStep {
    /// Write this text, which consists of whole lines, and flush it.
    Write(String),
    /// Clear the hash table: a new game begins.
    ClearHash,
    /// Search this board and pass the result to [`EngineSession::search_finished`].
    Search(Board, SearchLimits),
    /// Search this board, with the opponent to move, until the next line arrives. The result is not
    /// passed back; the hash table keeps what the search found.
    Ponder(Board),
    /// Read the file of this name and pass its content to [`EngineSession::file_read`].
    ReadFile(String),
    /// End the program.
    Quit,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchEnd {
    /// The search reached its limits.
    Finished,
    /// The search was interrupted.
    Stopped,
}
