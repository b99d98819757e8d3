//! Copies of one game from several sources, which spell names and dates in their own ways.

use std::cmp::Reverse;
use std::fmt;

use willow_board::{Position, Square, Symmetry};
use willow_protocol::{GameId, name_key};

use super::date::date_of_number;
use super::entry::{DIGEST, digest};

/// Minimum number of moves that say anything: two players may have played a short game twice.
const MIN_MOVES: usize = 20;

/// A game of the archive and one that is probably a copy of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PossibleCopy {
    /// The game that stays: one of this server, or the one that is known best.
    pub kept: ComparedGame,
    /// The game that would be hidden.
    pub copy: ComparedGame,
}

/// The parts of a game that are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedGame {
    /// Its number in the archive.
    pub game: GameId,
    pub(crate) is_own: bool,
    /// The names that are shown, Black first.
    pub(crate) names: [String; 2],
    pub(crate) played: u32,
    pub(crate) event: String,
    pub(crate) result: Option<i32>,
}

impl fmt::Display for ComparedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let date = date_of_number(self.played).map_or("????".to_owned(), |date| date.to_string());
        let [black, white] = &self.names;
        write!(f, "game {}: {date} {black} - {white}", self.game)?;
        if self.event.is_empty() { Ok(()) } else { write!(f, ", {}", self.event) }
    }
}

impl ComparedGame {
    /// Of two copies the greater one stays.
    fn knowledge(&self) -> impl Ord + use<> {
        let n_names = self.names.iter().filter(|name| !is_unknown(name)).count();
        (self.is_own, n_names, digits(self.played), !self.event.is_empty(), Reverse(self.game))
    }

    fn is_copy_of(&self, other: &ComparedGame) -> bool {
        let agree =
            |one: Option<i32>, other: Option<i32>| one.is_none() || other.is_none() || one == other;
        !self.is_own
            && same_day(self.played, other.played)
            && agree(self.result, other.result)
            && self.names.iter().zip(&other.names).all(|(one, other)| same_name(one, other))
    }
}

/// Returns how exact a date is.
fn digits(played: u32) -> u8 {
    match (played, played % 10_000, played % 100) {
        (0, ..) => 0,
        (_, 0, _) => 4,
        (_, _, 0) => 6,
        _ => 8,
    }
}

/// Returns whether two dates may be of one day: what is not known of one contradicts nothing.
fn same_day(one: u32, other: u32) -> bool {
    let unit = match digits(one).min(digits(other)) {
        0 => return true,
        4 => 10_000,
        6 => 100,
        _ => 1,
    };
    one / unit == other / unit
}

/// Returns whether two names may be of one player: what is not known contradicts nothing.
fn same_name(one: &str, other: &str) -> bool {
    is_unknown(one) || is_unknown(other) || words(one) == words(other)
}

/// Returns whether a name is none: a game without names has `?`, one of WTHOR without its files of names has numbers.
fn is_unknown(name: &str) -> bool {
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    name.strip_prefix('#').is_some_and(is_number) || words(name).is_empty()
}

/// Returns the words of a name, in no order of their own.
fn words(name: &str) -> Vec<String> {
    let key = name_key(name);
    let words = key.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut words: Vec<String> = words.map(str::to_owned).collect();
    words.sort();
    words
}

/// Returns what the moves of a game and of its images have in common; `None` if they are too few to say anything.
pub(crate) fn moves_key(start: Option<&str>, moves: &str) -> Option<[u8; DIGEST]> {
    let squares: Option<Vec<Square>> =
        (0..moves.len()).step_by(2).map(|at| moves.get(at..at + 2)?.parse().ok()).collect();
    let squares = squares.filter(|squares| MIN_MOVES <= squares.len())?;
    let keeps_start = |symmetry: &Symmetry| match start {
        None => Position::START.transformed(*symmetry) == Position::START,
        Some(_) => *symmetry == Symmetry::ALL[0],
    };
    let image = |symmetry| -> Vec<u8> {
        squares.iter().map(|square| square.transformed(symmetry).index() as u8).collect()
    };
    let smallest = Symmetry::ALL.into_iter().filter(keeps_start).map(image).min()?;
    let smallest: String = smallest.into_iter().map(char::from).collect();
    Some(digest(&[start.unwrap_or_default(), &smallest]))
}

/// Finds the copies among games with the same moves.
pub(crate) fn copies_among(mut games: Vec<ComparedGame>) -> Vec<PossibleCopy> {
    games.sort_by_key(|game| Reverse(game.knowledge()));
    let mut kept: Vec<ComparedGame> = Vec::new();
    let mut copies = Vec::new();
    for game in games {
        match kept.iter().find(|kept| game.is_copy_of(kept)) {
            Some(kept) => copies.push(PossibleCopy { kept: kept.clone(), copy: game }),
            None => kept.push(game),
        }
    }
    copies
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_differ_in_spelling_and_in_what_is_known_of_the_day() {
        let game = |number, black: &str, played| ComparedGame {
            game: GameId(number),
            is_own: false,
            names: [black.to_owned(), "Roe, Jo".to_owned()],
            played,
            event: String::new(),
            result: Some(4),
        };
        let one = game(1, "Müller Jörg", 19_950_000);
        for (black, played, is_copy) in [
            ("Jorg MULLER", 19_950_630, true),
            ("Müller, Jörg", 0, true),
            ("Muller J.", 19_950_630, false),
            ("Jorg Muller", 19_960_000, false),
        ] {
            let copies = copies_among(vec![one.clone(), game(2, black, played)]);
            assert_eq!(copies.len(), usize::from(is_copy), "{black} {played}");
        }
        let copies = copies_among(vec![one.clone(), game(2, "Jorg Muller", 19_950_630)]);
        assert_eq!((copies[0].kept.game, copies[0].copy.game), (GameId(2), GameId(1)));
        let other_result = ComparedGame { result: Some(6), ..game(2, "Müller Jörg", 0) };
        assert!(copies_among(vec![one.clone(), other_result]).is_empty());
        let own = ComparedGame { is_own: true, ..game(3, "Müller Jörg", 0) };
        assert_eq!(copies_among(vec![one, own])[0].kept.game, GameId(3));
    }

    #[test]
    fn a_game_without_names_is_a_copy_of_the_one_with_names() {
        let game = |number, names: [&str; 2], played| ComparedGame {
            game: GameId(number),
            is_own: false,
            names: names.map(str::to_owned),
            played,
            event: String::new(),
            result: None,
        };
        let named = game(2, ["Doe Jane", "Roe Jo"], 19_950_000);
        for (names, played, is_copy) in [
            (["?", "?"], 0, true),
            (["#17", "#1203"], 19_950_630, true),
            (["Jane Doe", "?"], 0, true),
            (["Other", "?"], 0, false),
            (["?", "?"], 19_960_000, false),
        ] {
            let copies = copies_among(vec![game(1, names, played), named.clone()]);
            let kept: Vec<_> = copies.iter().map(|pair| (pair.kept.game, pair.copy.game)).collect();
            let wanted = is_copy.then_some((GameId(2), GameId(1)));
            assert_eq!(kept, Vec::from_iter(wanted), "{names:?} {played}");
        }
    }

    #[test]
    fn a_turned_game_has_the_same_moves() {
        let moves = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6";
        let turn = |turned: fn(Square) -> Square| -> String {
            let squares = (0..moves.len()).step_by(2).map(|at| moves[at..at + 2].parse().unwrap());
            squares.map(|square| turned(square).to_string()).collect()
        };
        let key = moves_key(None, moves);
        assert!(key.is_some() && key != moves_key(None, &moves.replace("a5a6", "a6a5")));
        let diagonal = |square: Square| {
            let symmetry = |it: &Symmetry| {
                *it != Symmetry::ALL[0] && Position::START.transformed(*it) == Position::START
            };
            square.transformed(Symmetry::ALL.into_iter().find(symmetry).unwrap())
        };
        assert_ne!(turn(diagonal), moves);
        assert_eq!(moves_key(None, &turn(diagonal)), key);
        assert_eq!(moves_key(None, "f5d6"), None, "too short");
    }
}
