//! What a book knows about one position.

pub(crate) mod combine;

use std::num::{NonZeroU8, NonZeroU16, NonZeroU32};

use willow_board::{Bitboard, Board, DiscDiff, Square, Symmetry};
use willow_eval::Score;

/// What is proven about the result of a position: it lies between two disc differences, for the side to
/// move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The side to move gets at least this.
    pub lower: DiscDiff,
    /// The side to move gets at most this.
    pub upper: DiscDiff,
}

impl Bounds {
    /// Nothing is proven.
    pub const OPEN: Bounds = Bounds { lower: DiscDiff::MIN, upper: DiscDiff::MAX };

    /// Returns the bounds of an exact result.
    pub const fn exact(result: DiscDiff) -> Bounds {
        Bounds { lower: result, upper: result }
    }

    /// Returns whether both bounds are the same: the result is proven.
    pub fn is_exact(self) -> bool {
        self.lower == self.upper
    }

    /// Returns the same bounds for the other side.
    #[must_use]
    pub fn negated(self) -> Bounds {
        Bounds { lower: -self.upper, upper: -self.lower }
    }

    /// Returns the score of the bounds that is nearest to an estimate.
    pub fn clamp(self, score: Score) -> Score {
        let [lower, upper] = [self.lower, self.upper].map(Score::from_disc_diff);
        score.min(upper).max(lower)
    }
}

/// The value of a position, and how far it can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookValue {
    /// The estimated or exact score for the side to move.
    pub score: Score,
    /// What is proven about the result.
    pub bounds: Bounds,
    /// The level of the search that the value rests on, if it is known.
    pub level: Option<NonZeroU8>,
    /// How many plies the value looks ahead: those in the book, and those of the search at their end.
    pub depth: u8,
}

impl BookValue {
    /// Returns the value of a position whose result is certain.
    pub fn exact(result: DiscDiff, depth: u8) -> BookValue {
        BookValue {
            score: Score::from_disc_diff(result),
            bounds: Bounds::exact(result),
            level: NonZeroU8::new(60),
            depth,
        }
    }

    /// Returns an estimate.
    pub const fn estimate(score: Score, level: Option<NonZeroU8>, depth: u8) -> BookValue {
        BookValue { score, bounds: Bounds::OPEN, level, depth }
    }

    /// Returns the same value for the other side.
    #[must_use]
    pub fn negated(self) -> BookValue {
        BookValue { score: -self.score, bounds: self.bounds.negated(), ..self }
    }
}

/// The best move of a position that leads to no position of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// Where the best move out of the book goes.
    pub square: Square,
    /// The score after the move, for the side that makes it.
    pub score: Score,
    /// The level of the search, if it is known.
    pub level: Option<NonZeroU8>,
    /// Whether the score is exact, and no other move outside of the book is better.
    pub is_exact: bool,
}

/// The program that an entry comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Program {
    /// Nobody knows.
    Unknown = 0,
    /// This program.
    Willow = 1,
    /// Edax.
    Edax = 2,
    /// Egaroucid.
    Egaroucid = 3,
    /// Zebra and `WZebra`.
    Zebra = 4,
    /// A person has set the value by hand.
    Person = 5,
}

impl Program {
    /// All programs, in the order of their numbers.
    pub const ALL: [Program; 6] = [
        Program::Unknown,
        Program::Willow,
        Program::Edax,
        Program::Egaroucid,
        Program::Zebra,
        Program::Person,
    ];

    /// Returns the name of the program for people.
    pub const fn name(self) -> &'static str {
        match self {
            Program::Unknown => "unknown",
            Program::Willow => "Willow",
            Program::Edax => "Edax",
            Program::Egaroucid => "Egaroucid",
            Program::Zebra => "Zebra",
            Program::Person => "by hand",
        }
    }
}

/// Where the values of an entry come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Who searched or set the value.
    pub program: Program,
    /// Its version, if it is known. For Willow it is the signature of `willow bench`, which changes with the search.
    pub version: Option<NonZeroU32>,
    /// The day on which the entry was learned, in days since 1970-01-01, if it is known.
    pub day: Option<NonZeroU16>,
}

/// The version of this program's search: the signature of `willow bench`.
const ENGINE_SIGNATURE: u32 = 10_025_453;

impl Origin {
    /// Returns the origin of what this program finds on a day, in days since 1970-01-01.
    pub const fn this_program(day: u16) -> Origin {
        Origin {
            program: Program::Willow,
            version: NonZeroU32::new(ENGINE_SIGNATURE),
            day: NonZeroU16::new(day),
        }
    }

    /// Nobody knows.
    pub const UNKNOWN: Origin = Origin { program: Program::Unknown, version: None, day: None };

    /// Returns the origin of what a program has found, on an unknown day.
    pub const fn of(program: Program) -> Origin {
        Origin { program, ..Origin::UNKNOWN }
    }
}

/// The results of the games that went through a position, for its side to move. Each count stops at its
/// largest number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Games that the side to move won.
    pub wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games that the side to move lost.
    pub losses: u32,
}

impl Results {
    /// Returns the sums of two counts of different games.
    #[must_use]
    pub const fn plus(self, other: Results) -> Results {
        Results {
            wins: self.wins.saturating_add(other.wins),
            draws: self.draws.saturating_add(other.draws),
            losses: self.losses.saturating_add(other.losses),
        }
    }

    /// Returns the count of one game by its result for the side to move.
    pub const fn of_game(result: DiscDiff) -> Results {
        let sign = result.sign();
        Results { wins: (sign == 1) as u32, draws: (sign == 0) as u32, losses: (sign == -1) as u32 }
    }

    /// Returns the same results for the other side.
    #[must_use]
    pub const fn swapped(self) -> Results {
        Results { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Returns the number of games.
    pub const fn games(self) -> u64 {
        self.wins as u64 + self.draws as u64 + self.losses as u64
    }
}

/// What a book knows about one position.
///
/// Invariant: the board is canonical, and its side to move has a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position, the least of its eight images.
    pub board: Board,
    /// The value: the best of the leaf and of all moves that lead to positions of the book.
    pub value: BookValue,
    /// The best move outside of the book; `None` if all moves are in the book, or it is not known.
    pub leaf: Option<Leaf>,
    /// Where leaf and value come from.
    pub origin: Origin,
    /// The number of lines that end below the position, as other programs count them; at most 2^32 - 1.
    pub lines: u32,
    /// The results of games.
    pub results: Results,
}

impl Entry {
    /// Returns the entry of a position whose value is known, with nothing else.
    pub fn new(position: BookPosition, value: BookValue, origin: Origin) -> Entry {
        let board = position.board();
        Entry { board, value, leaf: None, origin, lines: 0, results: Results::default() }
    }

    /// Returns whether a person has set the value: no search and no negamax changes it.
    pub fn is_set_by_hand(&self) -> bool {
        self.origin.program == Program::Person && self.leaf.is_none()
    }
}

/// A position as books know it: the least image of a board whose side to move has a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BookPosition(Board);

/// A board as a book sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookLookup {
    /// The position with this symmetry applied is in books.
    Position(BookPosition, Symmetry),
    /// The side to move must pass; books know the position after the pass.
    Pass(BookPosition, Symmetry),
    /// The game is over.
    Over(DiscDiff),
    /// A centre square is empty: no game has such a board, and no book.
    Unknown,
}

impl BookPosition {
    /// The start of the game.
    pub fn start() -> BookPosition {
        BookPosition(Board::START.canonical())
    }

    /// Returns how a book sees a board.
    pub fn seen(board: &Board) -> BookLookup {
        if !has_centre(board) {
            return BookLookup::Unknown;
        }
        if !board.legal_moves().is_empty() {
            let (image, symmetry) = canonical(board);
            return BookLookup::Position(BookPosition(image), symmetry);
        }
        let passed = board.pass();
        if passed.legal_moves().is_empty() {
            return BookLookup::Over(board.final_score());
        }
        let (image, symmetry) = canonical(&passed);
        BookLookup::Pass(BookPosition(image), symmetry)
    }

    /// Returns the position of a board of a game that is canonical already and has a move.
    pub fn of_canonical(board: Board) -> Option<BookPosition> {
        let is_one =
            has_centre(&board) && board.canonical() == board && !board.legal_moves().is_empty();
        is_one.then_some(BookPosition(board))
    }

    /// Returns the board.
    pub const fn board(self) -> Board {
        self.0
    }
}

/// Returns the least image of a board and the symmetry that leads to it.
pub fn canonical(board: &Board) -> (Board, Symmetry) {
    let images = Symmetry::ALL.map(|symmetry| (board.transformed(symmetry), symmetry));
    images.into_iter().min_by_key(|&(image, _)| image).expect("there are eight symmetries")
}

/// Returns whether a board can be one of a game: its four centre squares have discs.
pub fn has_centre(board: &Board) -> bool {
    const CENTRE: Bitboard = Bitboard::from_bits(0x0000_0018_1800_0000);
    (board.occupied() & CENTRE) == CENTRE
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The engine's own test counts the nodes.
    #[test]
    fn the_version_is_the_signature_of_the_engine() {
        let source = include_str!("../../engine/src/bench.rs");
        let (_, rest) = source.split_once("const SIGNATURE: u64 = ").unwrap();
        let digits = rest.split(';').next().unwrap().replace('_', "");
        assert_eq!(digits.parse(), Ok(ENGINE_SIGNATURE));
    }

    #[test]
    fn boards_without_a_centre_are_in_no_book() {
        let discs = Bitboard::from_bits(0b10);
        let board = Board::new(Bitboard::from_bits(0b1), discs).unwrap();
        assert!(!board.legal_moves().is_empty());
        assert_eq!(BookPosition::seen(&board), BookLookup::Unknown);
        assert_eq!(BookPosition::of_canonical(board.canonical()), None);
    }

    #[test]
    fn counts_stop_at_their_largest_number() {
        let full = Results { wins: u32::MAX, draws: 1, losses: 0 };
        let sum = full.plus(Results::of_game(DiscDiff::MAX)).plus(Results::of_game(DiscDiff::DRAW));
        assert_eq!(sum, Results { wins: u32::MAX, draws: 2, losses: 0 });
        assert_eq!(sum.games(), u64::from(u32::MAX) + 2);
    }
}
