//! The opening book: a tree of lines for each colour, with one move for BILL and a few for its opponent
//! (section 3.3.1.1).

use std::collections::HashMap;
use std::io::Read;
use std::sync::OnceLock;

use ruzstd::decoding::StreamingDecoder;
use thiserror::Error;
use willow_board::{Color, Move, Position, Square, Symmetry};

use crate::opening_book::{BookPage, BookSize, OpeningBook};

/// BILL's book, built by `willow lab bill-book`, compressed by Zstandard.
static EMBEDDED: &[u8] = include_bytes!("../../../bill.book.zst");

/// The four turns of the board that leave the start as it is: by them one of the four first moves, which
/// are equivalent, stands for all.
const TURNS: [Symmetry; 4] =
    [Symmetry::Identity, Symmetry::Rotate180, Symmetry::Transpose, Symmetry::AntiTranspose];

/// The first move in the book.
pub(crate) const FIRST_MOVE: Square = Square::E6;

/// A position of a book in which BILL is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BookNode {
    /// BILL's move and the opponent's that are provided for after it; none at the end of a line.
    pub(crate) reply: Option<(Square, Vec<(Square, BookNode)>)>,
}

/// An opening book.
#[derive(Clone, Debug)]
pub struct Book {
    /// Black's and White's tree, from the start and from the position after e6.
    trees: [BookNode; 2],
    replies: HashMap<Position, Square>,
}

/// The bytes are not a book of BILL's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the bytes are not an opening book of BILL's: {0}")]
pub struct BookError(&'static str);

/// Stands for a move at the end of a line.
const NO_MOVE: u8 = 64;

impl Book {
    /// Returns the book that BILL plays by, read at the first call.
    pub fn embedded() -> &'static Book {
        static BOOK: OnceLock<Book> = OnceLock::new();
        BOOK.get_or_init(|| {
            Book::from_compressed(EMBEDDED).expect("a test reads the embedded file")
        })
    }

    /// Reads the file of a book: [`to_bytes`](Book::to_bytes), compressed by Zstandard.
    ///
    /// # Errors
    /// The bytes must be such a file.
    pub fn from_compressed(file: &[u8]) -> Result<Book, BookError> {
        let not_whole = BookError("it is not compressed by Zstandard, or not whole");
        let mut bytes = Vec::new();
        let mut decoder = StreamingDecoder::new(file).map_err(|_| not_whole)?;
        decoder.read_to_end(&mut bytes).map_err(|_| not_whole)?;
        Book::from_bytes(&bytes)
    }

    /// Makes a book of Black's and White's tree.
    pub(crate) fn new(trees: [BookNode; 2]) -> Result<Book, BookError> {
        let mut replies = HashMap::new();
        for (root, tree) in roots().into_iter().zip(&trees) {
            collect(&root, tree, &mut replies)?;
        }
        Ok(Book { trees, replies })
    }

    /// Returns BILL's move in a position of the book, whichever symmetric first move the game began with.
    pub fn reply(&self, position: &Position) -> Option<Square> {
        TURNS.iter().find_map(|&turn| {
            let reply = self.replies.get(&position.transformed(turn))?;
            Some(reply.transformed(turn.inverse()))
        })
    }

    /// Returns how large a colour's book is.
    pub fn size(&self, color: Color) -> BookSize {
        let mut size = BookSize::default();
        // White's begins after the first move.
        measure(&self.trees[color.index()], color.index(), &mut size);
        size
    }

    /// Reads a book as [`to_bytes`](Book::to_bytes) writes it.
    ///
    /// # Errors
    /// The bytes must be two whole trees of legal moves, and nothing else.
    pub fn from_bytes(mut bytes: &[u8]) -> Result<Book, BookError> {
        let trees = [read_node(&mut bytes, 0)?, read_node(&mut bytes, 0)?];
        if !bytes.is_empty() {
            return Err(BookError("there is more after the trees"));
        }
        Book::new(trees)
    }

    /// Writes the book: Black's tree, then White's, from the root on. For a position in which BILL is
    /// to move there is its move, a byte from 0 (a1) to 63 (h8), and the number of moves that the
    /// opponent may answer, each with the position after it; at the end of a line there is 64.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.trees.iter().for_each(|tree| write_node(tree, &mut bytes));
        bytes
    }
}

impl OpeningBook for Book {
    fn sizes(&self) -> Vec<(&'static str, BookSize)> {
        vec![("as Black", self.size(Color::Black)), ("as White", self.size(Color::White))]
    }

    /// Looks for the position in both trees, turned as the first move turns the board. Where BILL is to move
    /// by one tree, its opponent may be by the other.
    fn page(&self, position: &Position) -> BookPage {
        let targets = TURNS.map(|turn| (position.transformed(turn), turn.inverse()));
        let mut page = BookPage::default();
        for (root, tree) in roots().into_iter().zip(&self.trees) {
            gather(&root, tree, &targets, &mut page);
        }
        // White's tree begins after the first move.
        for (_, back) in targets.iter().filter(|(target, _)| *target == roots()[0]) {
            page.add(FIRST_MOVE.transformed(*back));
        }
        page.answer = self.reply(position);
        page
    }
}

/// Adds what a tree has about a position, which is given by its images and how each is turned back.
fn gather(
    position: &Position,
    node: &BookNode,
    targets: &[(Position, Symmetry)],
    page: &mut BookPage,
) {
    let Some((reply, answers)) = &node.reply else { return };
    let mut add = |at: &Position, mv: Square| {
        let images = targets.iter().filter(|(target, _)| target == at);
        images.for_each(|(_, back)| page.add(mv.transformed(*back)));
    };
    let next = |position: &Position, square: Square| {
        position.play(Move::Place(square)).expect("the moves of a book are legal")
    };
    let after = next(position, *reply);
    add(position, *reply);
    for (answer, _) in answers {
        add(&after, *answer);
    }
    for (answer, node) in answers {
        gather(&next(&after, *answer), node, targets, page);
    }
}

/// Returns the positions in which Black's and White's tree begin.
pub(crate) fn roots() -> [Position; 2] {
    let start = *willow_board::Game::new().position();
    let after = start.play(Move::Place(FIRST_MOVE)).expect("e6 is a first move");
    [start, after]
}

fn collect(
    position: &Position,
    node: &BookNode,
    replies: &mut HashMap<Position, Square>,
) -> Result<(), BookError> {
    let Some((reply, answers)) = &node.reply else { return Ok(()) };
    let play = |position: &Position, square: Square| {
        position.play(Move::Place(square)).map_err(|_| BookError("a move is illegal"))
    };
    let after = play(position, *reply)?;
    replies.insert(*position, *reply);
    for (answer, node) in answers {
        collect(&play(&after, *answer)?, node, replies)?;
    }
    Ok(())
}

fn measure(node: &BookNode, plies: usize, size: &mut BookSize) {
    size.positions += 1;
    size.plies = size.plies.max(plies);
    let Some((_, answers)) = &node.reply else {
        size.lines += 1;
        return;
    };
    // The position after BILL's move.
    size.positions += 1;
    size.plies = size.plies.max(plies + 1);
    size.lines += usize::from(answers.is_empty());
    for (_, node) in answers {
        measure(node, plies + 2, size);
    }
}

/// The longest line that is read: none is as long as a game.
const LONGEST: u32 = 30;

fn read_node(bytes: &mut &[u8], depth: u32) -> Result<BookNode, BookError> {
    if LONGEST < depth {
        return Err(BookError("a line is too long"));
    }
    let reply = read_byte(bytes)?;
    if reply == NO_MOVE {
        return Ok(BookNode { reply: None });
    }
    let n = read_byte(bytes)?;
    let answers = (0..n).map(|_| {
        let answer = square(read_byte(bytes)?)?;
        Ok((answer, read_node(bytes, depth + 1)?))
    });
    let answers = answers.collect::<Result<_, BookError>>()?;
    Ok(BookNode { reply: Some((square(reply)?, answers)) })
}

fn square(byte: u8) -> Result<Square, BookError> {
    Square::from_index(byte.into()).ok_or(BookError("a move is no square"))
}

fn read_byte(bytes: &mut &[u8]) -> Result<u8, BookError> {
    let (&first, rest) = bytes.split_first().ok_or(BookError("it ends too early"))?;
    *bytes = rest;
    Ok(first)
}

fn write_node(node: &BookNode, bytes: &mut Vec<u8>) {
    let Some((reply, answers)) = &node.reply else {
        bytes.push(NO_MOVE);
        return;
    };
    bytes.extend([*reply as u8, answers.len() as u8]);
    for (answer, node) in answers {
        bytes.push(*answer as u8);
        write_node(node, bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::squares_of;

    fn end() -> BookNode {
        BookNode { reply: None }
    }

    fn node(reply: Square, answers: Vec<(Square, BookNode)>) -> BookNode {
        BookNode { reply: Some((reply, answers)) }
    }

    fn small() -> Book {
        let black =
            node(Square::E6, vec![(Square::F6, node(Square::F5, vec![])), (Square::F4, end())]);
        Book::new([black, node(Square::F4, vec![(Square::C3, end())])]).unwrap()
    }

    fn after(moves: &str) -> Position {
        let play = |position: Position, square| position.play(Move::Place(square)).unwrap();
        squares_of(moves).fold(Position::START, play)
    }

    #[test]
    fn positions_lines_and_plies_are_counted() {
        let size = |positions, lines, plies| BookSize { positions, lines, plies };
        // The start, e6, e6f6, e6f6f5, e6f4.
        assert_eq!(small().size(Color::Black), size(5, 2, 3));
        // e6, e6f4, e6f4c3.
        assert_eq!(small().size(Color::White), size(3, 1, 3));
    }

    #[test]
    fn books_are_read_as_they_were_written() {
        let bytes = small().to_bytes();
        assert_eq!(Book::from_bytes(&bytes).unwrap().to_bytes(), bytes);
        let broken = |bytes: &[u8]| Book::from_bytes(bytes).unwrap_err().to_string();
        assert!(broken(&bytes[1..]).contains("not an opening book"));
        for length in 0..bytes.len() {
            assert!(broken(&bytes[..length]).ends_with("it ends too early"));
        }
        assert!(broken(&[&bytes[..], &[64]].concat()).ends_with("there is more after the trees"));
        assert!(broken(&[0, 0, 64]).ends_with("a move is illegal"));
        assert!(broken(&[65, 0, 64]).ends_with("a move is no square"));
        assert!(broken(&[44, 1, 45].repeat(40)).ends_with("a line is too long"));
    }

    /// "A rotation is performed if the actual game starts with a move other than e6."
    #[test]
    fn the_other_first_moves_are_turned() {
        let book = small();
        assert_eq!(book.reply(&after("")), Some(Square::E6));
        assert_eq!(book.reply(&after("e6f6")), Some(Square::F5));
        assert_eq!(book.reply(&after("e6f4")), None);
        for (first, reply) in [("e6", "f4"), ("f5", "d6"), ("d3", "c5"), ("c4", "e3")] {
            let reply = reply.parse().unwrap();
            assert_eq!(book.reply(&after(first)), Some(reply), "{first}");
        }
    }

    #[test]
    fn a_page_has_the_answer_and_what_is_provided_for() {
        let book = small();
        let page = |moves: &str| {
            let BookPage { answer, moves } = book.page(&after(moves));
            (answer, moves.iter().map(|known| known.mv).collect::<Vec<_>>())
        };
        // The start can be turned, so that there are four first moves.
        let firsts = vec![Square::D3, Square::C4, Square::F5, Square::E6];
        assert_eq!(page(""), (Some(Square::E6), firsts));
        // After e6 White's tree answers f4, and Black's provides for f4 and f6.
        assert_eq!(page("e6"), (Some(Square::F4), vec![Square::F4, Square::F6]));
        // The same on a turned board.
        assert_eq!(page("f5").0, Some(Square::D6));
        assert_eq!(page("e6f6"), (Some(Square::F5), vec![Square::F5]));
        // Black's line ends here, and White's provides for c3.
        assert_eq!(page("e6f4"), (None, vec![Square::C3]));
        assert_eq!(page("e6d6"), (None, vec![]));
    }

    #[test]
    fn the_embedded_book_can_be_walked_to_the_end_of_a_line() {
        let book = Book::embedded();
        let mut position = after("");
        let mut plies = 0;
        while let Some(known) = book.page(&position).moves.first() {
            position = position.play(Move::Place(known.mv)).unwrap();
            plies += 1;
        }
        assert!((5..=26).contains(&plies), "{plies}");
    }

    /// The paper's: 8,000 positions, 2,000 lines and 22 plies for Black; 6,400, 1,700 and 26 for White.
    #[test]
    fn the_embedded_book_is_of_the_reports_size() {
        let book = Book::embedded();
        let [black, white] = [Color::Black, Color::White].map(|color| book.size(color));
        assert!((7_900..=8_100).contains(&black.positions), "{black:?}");
        assert!((6_300..=6_500).contains(&white.positions), "{white:?}");
        assert_eq!((black.plies, white.plies), (22, 26));
        assert!((1_500..=2_500).contains(&black.lines), "{black:?}");
        assert!((1_300..=2_200).contains(&white.lines), "{white:?}");
    }
}
