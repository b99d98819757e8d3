//! The spelling for people: lines that are typed and read in a terminal.
//!
//! A request is a line: an id after `#` if the writer wants one, the command's name and its words.
//! A notice is a line, too: the id that it answers, the room with the number there, and a text
//! whose first word says what happened. Further lines of it begin with two blanks.

mod archive;
mod board;
mod help;
mod listing;
mod moderation;
mod notice;
mod read;
mod words;
mod write;

pub use help::{help, overview};
pub use notice::{first_word, write_notice};
pub use read::{PasswordPrompt, TextInput, read_line};
pub use write::write_request;
