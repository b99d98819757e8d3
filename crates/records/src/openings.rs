//! The names of openings.
//!
//! A name belongs to a position, however it was reached and however the board was turned. The table is
//! `openings/names.tsv`.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use willow_board::{Board, Game, Position};

/// An opening with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The moves that lead to it, as a transcript.
    pub moves: &'static str,
    /// Its names in English, the usual one first.
    pub names: Vec<&'static str>,
    /// Its name in Japanese, if the table has one.
    pub japanese: Option<&'static str>,
}

impl Opening {
    /// Returns its usual name in English.
    pub fn name(&self) -> &'static str {
        self.names[0]
    }
}

static TABLE: &str = include_str!("openings/names.tsv");

/// All openings by the canonical board of their position.
static OPENINGS: LazyLock<HashMap<Board, Opening>> = LazyLock::new(|| {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| read(row).expect("a test reads every row")).collect()
});

/// The shapes of the positions with a name. Most positions of games have another shape, which is found faster
/// than the smallest of eight images.
static SHAPES: LazyLock<HashSet<u64>> = LazyLock::new(|| OPENINGS.keys().map(shape).collect());

/// The middle four squares with those around them, the two long diagonals, and the edges.
const PARTS: [u64; 3] = [0x0000_3c3c_3c3c_0000, 0x8142_2418_1824_4281, 0xff81_8181_8181_81ff];

/// Returns how many discs of both sides are on the whole board and on some of its parts: a number that all
/// images of a board share.
fn shape(board: &Board) -> u64 {
    let counts = |bits: u64| {
        let of_parts = PARTS.iter().map(move |part| (bits & part).count_ones());
        std::iter::once(bits.count_ones()).chain(of_parts)
    };
    let both = counts(board.player().bits()).chain(counts(board.opponent().bits()));
    both.fold(0, |shape, count| shape << 8 | u64::from(count))
}

/// Reads a row of the table; `None` if it is not well-formed.
fn read(row: &'static str) -> Option<(Board, Opening)> {
    let mut cells = row.split('\t');
    let moves = cells.next()?;
    let names: Vec<&str> = cells.next()?.split('/').collect();
    let japanese = cells.next().filter(|name| !name.is_empty());
    let game = crate::transcript::parse(moves).ok()?;
    Some((game.position().board().canonical(), Opening { moves, names, japanese }))
}

/// Returns all openings, by their names.
pub fn all() -> impl Iterator<Item = &'static Opening> {
    let mut all: Vec<&Opening> = OPENINGS.values().collect();
    all.sort_by_key(|opening| (opening.name(), opening.moves));
    all.into_iter()
}

/// Returns the opening whose position this is, turned or mirrored or with the colours exchanged.
pub fn opening_at(position: &Position) -> Option<&'static Opening> {
    let board = position.board();
    if SHAPES.contains(&shape(board)) { OPENINGS.get(&board.canonical()) } else { None }
}

/// Returns the last opening that a game reaches, and the number of plies until then.
///
/// ```
/// use willow_records::{openings::opening_of, transcript};
///
/// // Another order of the moves, on a board turned by a half.
/// let game = transcript::parse("c4e3f6e6f5c5f4")?;
/// let (opening, n_plies) = opening_of(&game).unwrap();
/// assert_eq!((opening.name(), opening.japanese, n_plies), ("Tiger", Some("虎"), 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn opening_of(game: &Game) -> Option<(&'static Opening, usize)> {
    let plies = (1..=game.n_plies()).rev();
    let mut found = plies.filter_map(|ply| Some((opening_at(game.position_at(ply)?)?, ply)));
    found.next()
}

/// Returns the opening of a name, English or Japanese. Case does not count, nor do blanks, dots, hyphens and
/// apostrophes: `rose bill` is the Rose-Bill.
///
/// ```
/// use willow_records::openings::opening_named;
///
/// assert_eq!(opening_named("comp oth").unwrap().moves, "f5d6c3d3c4f4f6f3");
/// assert_eq!(opening_named("虎"), opening_named("Tiger"));
/// assert_eq!(opening_named("tig"), None);
/// ```
pub fn opening_named(name: &str) -> Option<&'static Opening> {
    let wanted = letters(name);
    let is_called = |opening: &&Opening| {
        let names = opening.names.iter().chain(&opening.japanese);
        !wanted.is_empty() && names.into_iter().any(|name| letters(name) == wanted)
    };
    // The shortest of several openings with one name, whatever the order of the table.
    OPENINGS.values().filter(is_called).min_by_key(|opening| (opening.moves.len(), opening.moves))
}

/// Returns the letters and digits of a name in lower case.
fn letters(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric() || *c == 'ー')
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use willow_board::{Color, Square, Symmetry};

    use super::*;

    #[test]
    fn every_row_is_a_position_of_its_own_with_a_name() {
        let rows: Vec<_> = TABLE.lines().filter(|line| !line.starts_with('#')).collect();
        let positions: HashSet<Board> = rows.iter().map(|row| read(row).unwrap().0).collect();
        assert_eq!((rows.len(), positions.len()), (90, 90));
        for row in rows {
            let cells: Vec<&str> = row.split('\t').collect();
            assert_eq!(cells.len(), 4, "{row}");
            assert!(cells[3].chars().all(|source| "ZWSE".contains(source)), "{row}");
            let opening = read(row).unwrap().1;
            assert!(opening.names.iter().all(|name| !name.is_empty() && name.trim() == *name));
        }
    }

    #[test]
    fn every_opening_is_found_by_its_names() {
        for opening in OPENINGS.values() {
            for name in opening.names.iter().chain(&opening.japanese) {
                let found = opening_named(&name.to_uppercase()).unwrap();
                assert!(found.moves.len() <= opening.moves.len(), "{name}");
            }
        }
        assert_eq!(opening_named("rose bill").unwrap().name(), "Rose-Bill");
        for none in ["", "-", "no such opening"] {
            assert_eq!(opening_named(none), None, "{none}");
        }
    }

    #[test]
    fn an_opening_is_found_however_the_board_is_turned() {
        let game = crate::transcript::parse("f5f6e6f4g5").unwrap();
        for symmetry in Symmetry::ALL {
            let turned = game.position().transformed(symmetry);
            assert_eq!(opening_at(&turned).map(Opening::name), Some("Heath"), "{symmetry:?}");
            let exchanged = Position::new(*turned.board(), Color::Black);
            assert_eq!(opening_at(&exchanged).map(Opening::name), Some("Heath"));
        }
    }

    #[test]
    fn the_longest_line_that_a_game_reaches_names_it() {
        let name = |moves: &str| {
            let game = crate::transcript::parse(moves).unwrap();
            opening_of(&game).map(|(opening, n_plies)| (opening.name(), n_plies))
        };
        assert_eq!(name("f5d6c3d3c4f4f6"), Some(("Stephenson", 7)));
        assert_eq!(
            name("f5d6c3d3c4f4f6b3"),
            Some(("Stephenson", 7)),
            "nothing has a name behind it"
        );
        assert_eq!(name("f5"), None, "the first move has no name");
        assert_eq!(opening_of(&Game::new()), None);
    }

    #[test]
    fn all_openings_are_listed_by_name() {
        let names: Vec<&str> = all().map(Opening::name).collect();
        assert!(names.len() == 90 && names.is_sorted());
    }

    /// The same opening by other moves, which lead to a mirrored board.
    #[test]
    fn other_moves_to_the_same_position_have_the_same_name() {
        let of = |moves: &str| crate::transcript::parse(moves).unwrap();
        let (one, other) = (of("f5f6e6f4e3"), of("f5f6e6d6c5"));
        assert_ne!(one.position(), other.position());
        assert_eq!(opening_of(&one).map(|(opening, n)| (opening.name(), n)), Some(("Cow", 5)));
        assert_eq!(opening_of(&one), opening_of(&other));
        let off_by_a_disc = {
            let mut game = of("f5f6e6f4g5");
            game.undo();
            let other = Square::E3;
            game.place(other).unwrap();
            game
        };
        assert_ne!(opening_of(&off_by_a_disc).unwrap().0.name(), "Heath");
    }
}
