//! The encoding for people: lines that are typed and read in a terminal.
//!
//! A request is a line: an optional id after `#`, the name of the command and its arguments. A
//! notice is a line, too: the id that it answers, the room with the number there, and a text whose
//! first word is the kind of event. Further lines of it begin with two blanks.

mod account;
mod archive;
pub(crate) mod argument;
mod board;
mod command_name;
mod done;
mod entered;
mod help;
mod listing;
mod moderation;
mod notice;
mod people;
mod read;
mod reports;
mod style;
mod tables;
pub(crate) mod tokens;
mod topics;
mod tournaments;
mod view;
mod wrap;
mod write;

pub use help::{help, overview, summary};
pub use listing::{counted, terms as offered_terms};
pub use notice::write_notice;
pub use read::{PasswordPrompt, TextInput, read_line};
pub use style::TextStyle;
pub use view::TextView;
pub use write::write_request;
