//! An opening book's entry for a position. REST only (`/api/book`): no command asks for it.

use serde::{Deserialize, Serialize};
use willow_board::{Position, Square};

use crate::archive::OpeningName;
use crate::position_text;
use crate::serde_text::as_text;

/// A book of the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum BookName {
    /// The book that comes with the program.
    #[default]
    Shipped,
    /// The book that the operator names in the configuration.
    Server,
}

/// A position in a book. All values and results are from the view of its side to move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct BookPage {
    /// Which of the server's books this is.
    pub book: BookName,
    /// The books that this server has.
    pub books: Vec<BookName>,
    /// The position; the one after a pass if its side had to pass.
    #[serde(with = "position_text")]
    #[cfg_attr(test, schemars(with = "crate::PositionText"), ts(as = "String"))]
    pub position: Position,
    /// The book's entry, if it has the position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<BookEntry>,
    /// Proven by Takizawa (2023). No book contains this, and no value of a book rests on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proven: Option<ProvenResult>,
    /// The moves about which the book or the proof says something, the best of the book first.
    pub moves: Vec<BookMove>,
    /// The opening whose position this is, if it has a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningName>,
}

/// What a book knows about a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct BookEntry {
    /// For the side to move.
    #[serde(flatten)]
    pub value: BookValue,
    /// Where the value comes from.
    pub origin: BookOrigin,
    /// The games that went through the position.
    pub games: BookResults,
}

/// A value in a book, and how far it can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct BookValue {
    /// The value in discs.
    pub value: f64,
    /// The side to move gets at least so many discs more, as searches to the end have proven; -64 if nothing is.
    pub lower: i32,
    /// The side to move gets at most so many discs more; 64 if nothing is proven.
    pub upper: i32,
    /// The level of the search that the value rests on, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// Depth of the value in plies: those in the book, and those of the search at their end.
    pub depth: u8,
}

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct BookOrigin {
    /// What searched the position, or who set the value.
    pub program: BookProgram,
    /// Its version, if it is known; for Willow the signature of `willow bench`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// The day, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
}

/// A program whose values are in books.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum BookProgram {
    /// Nobody knows.
    Unknown,
    /// This program.
    Willow,
    /// Richard Delorme's engine.
    Edax,
    /// Takuto Yamana's engine.
    Egaroucid,
    /// Zebra and `WZebra`.
    Zebra,
    /// A person has set the value by hand.
    Person,
}

/// The results of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct BookResults {
    /// Games that the side to move won.
    pub wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games that the side to move lost.
    pub losses: u32,
}

/// A move of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct BookMove {
    /// Where the disc goes.
    #[serde(rename = "move", with = "as_text")]
    #[cfg_attr(test, schemars(with = "crate::SquareText"), ts(as = "String"))]
    pub mv: Square,
    /// Its role in the book; none if the book does not value the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<BookMoveKind>,
    /// Its value, for the side that makes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<BookValue>,
    /// The games that went through the position after it, for the side that makes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<BookResults>,
    /// Proven by Takizawa (2023), for the side that makes the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proven: Option<ProvenResult>,
    /// The opening that the move leads to, if it has a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningName>,
}

/// The role of a move in a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum BookMoveKind {
    /// It leads to a position of the book.
    Book,
    /// It is the best of the others.
    Leaf,
    /// It ends the game.
    End,
}

/// A proven result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum ProvenResult {
    /// Neither side can do better than a draw.
    Draw,
    /// The side wins or draws.
    WinOrDraw,
    /// The side loses or draws.
    LossOrDraw,
}

/// A value that the operator sets by hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct BookChange {
    /// The position: the moves that lead to it, or its cells and the side to move. The values of the positions on
    /// the way follow at once.
    pub position: String,
    /// The value in discs for the side to move, from -64 to 64.
    pub value: f64,
}

/// What the book says after a change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct BookChanged {
    /// The number of changes that can be taken back.
    pub changes: u64,
    /// The position after the change.
    pub page: BookPage,
}

/// Positions learned or changed on a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct BookLearned {
    /// The day (UTC).
    pub date: String,
    /// The number of positions of the book that were learned or changed on this day.
    pub positions: u64,
    /// The same by ply; those without a position are left out.
    pub plies: Vec<BookLearnedPly>,
    /// The number of changes that can be taken back.
    pub changes: u64,
}

/// How many positions of one ply were learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct BookLearnedPly {
    /// The number of moves from the start of the game.
    pub ply: u8,
    /// The number of positions.
    pub positions: u64,
}
