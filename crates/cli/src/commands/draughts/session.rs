//! A game of draughts at the terminal: its positions, and the sentences about them.

use std::fmt::Write as _;

use willow_board::Color;
use willow_players::draughts::{Move, Position};

/// A game in progress, with all its positions.
#[derive(Debug)]
pub(super) struct DraughtsSession {
    /// The position before each move, and the move as it is written.
    before: Vec<(Position, String)>,
    position: Position,
    /// Whether Black and White are people.
    people: [bool; 2],
}

impl DraughtsSession {
    pub(super) fn new(people: [bool; 2]) -> DraughtsSession {
        DraughtsSession { before: Vec::new(), position: Position::START, people }
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the board with the numbers of the squares, and how many pieces each side has.
    pub(super) fn board(&self) -> String {
        let sides = Color::ALL.map(|color| {
            let [men, kings] = self.position.counts(color);
            let kings = match kings {
                0 => String::new(),
                1 => " and 1 king".to_owned(),
                kings => format!(" and {kings} kings"),
            };
            let ending = if men == 1 { "man" } else { "men" };
            format!("{color} {men} {ending}{kings}")
        });
        format!("{}{}", self.position.numbered_diagram(), sides.join(", "))
    }

    /// Plays a move and returns it as a line.
    pub(super) fn play(&mut self, mv: Move) -> String {
        let text = self.position.notation(mv);
        let line = format!("{}: {text}", self.position.side_to_move());
        let next = self.position.play(mv);
        self.before.push((std::mem::replace(&mut self.position, next), text));
        line
    }

    /// Takes moves back to the last one of a person. Returns what was taken back, or `None` if no person
    /// has moved.
    pub(super) fn undo(&mut self) -> Option<String> {
        let is_persons =
            |(position, _): &(Position, String)| self.people[position.side_to_move().index()];
        let last = self.before.iter().rposition(is_persons)?;
        let taken: Vec<String> = self.before[last..]
            .iter()
            .map(|(position, mv)| format!("{} {mv}", position.side_to_move()))
            .collect();
        self.position = self.before[last].0;
        self.before.truncate(last);
        Some(taken.join(", "))
    }

    /// Returns how the game has ended, if it has.
    pub(super) fn end(&self) -> Option<String> {
        let color = self.position.side_to_move();
        Some(match self.position.result()? {
            0 => "Draw.".to_owned(),
            _ => format!("{} wins: {color} has no legal move.", !color),
        })
    }

    /// Returns the question for a move, with all legal ones.
    ///
    /// Captures with the same first and last square but different pieces are distinguished by their
    /// numbers.
    pub(super) fn prompt(&self) -> String {
        let words = self.words();
        let numbered = (1_usize..).zip(&words).map(|(number, word)| format!("{number}: {word}"));
        let list = numbered.collect::<Vec<_>>().join("  ");
        let color = self.position.side_to_move();
        format!("{color} to move, by number or squares: {list}")
    }

    fn words(&self) -> Vec<String> {
        let moves = self.position.legal_moves();
        moves.into_iter().map(|mv| self.position.notation(mv)).collect()
    }

    /// Returns the moves so far, two plies a line.
    pub(super) fn record(&self) -> String {
        if self.before.is_empty() {
            return "No move has been made.".to_owned();
        }
        let mut text = String::new();
        for (number, pair) in (1..).zip(self.before.chunks(2)) {
            let moves: Vec<&str> = pair.iter().map(|(_, mv)| mv.as_str()).collect();
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{number}. {}", moves.join(" "));
        }
        text.truncate(text.trim_end().len());
        text
    }

    /// Finds the legal move that a person means.
    ///
    /// # Errors
    /// Why there is none, in a few words.
    pub(super) fn find(&self, words: &str) -> Result<Move, String> {
        let moves = self.position.legal_moves();
        let all = self.words();
        if let Ok(number) = words.parse::<usize>() {
            let found = number.checked_sub(1).and_then(|index| moves.get(index));
            return found.copied().ok_or_else(|| format!("there are moves 1 to {}", moves.len()));
        }
        let Some((from, to)) = squares(words) else {
            return Err("not a move or a command; `help` lists both".to_owned());
        };
        let is_meant = |word: &&String| squares(word) == Some((from, to));
        match all.iter().position(|word| is_meant(&word)) {
            Some(index) => Ok(moves[index]),
            None => Err(self.reason(from, &all)),
        }
    }

    /// Returns why no legal move that was asked for begins on a square.
    fn reason(&self, from: u32, all: &[String]) -> String {
        let color = self.position.side_to_move();
        if !self.position.squares(color).contains(&from) {
            return format!("there is no piece of {color}'s on {from}");
        }
        if all.iter().any(|word| word.contains('x')) {
            return format!("who can capture must: {}", all.join(" "));
        }
        format!("the piece on {from} cannot move there")
    }
}

/// Reads the first and the last square of a move: `11-15`, `15x22`, `15 22`, also with the squares between
/// them.
fn squares(words: &str) -> Option<(u32, u32)> {
    let numbers: Option<Vec<u32>> = words
        .split(|c: char| c == '-' || c == 'x' || c == 'X' || c.is_whitespace())
        .map(|word| word.parse().ok().filter(|square| (1..=32).contains(square)))
        .collect();
    match numbers?[..] {
        [from, .., to] => Some((from, to)),
        _ => None,
    }
}
