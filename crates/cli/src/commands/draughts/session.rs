//! A game of draughts at the terminal: its position, and the sentences about it.

use willow_board::Color;
use willow_players::draughts::{Move, Position};

/// A game in progress.
#[derive(Debug)]
pub(super) struct DraughtsSession {
    position: Position,
}

impl DraughtsSession {
    pub(super) const fn new() -> DraughtsSession {
        DraughtsSession { position: Position::START }
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
        let line = format!("{}: {}", self.position.side_to_move(), self.position.notation(mv));
        self.position = self.position.play(mv);
        line
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

    /// Finds the legal move that a person means by its number or its squares, if there is one.
    pub(super) fn find(&self, words: &str) -> Option<Move> {
        let moves = self.position.legal_moves();
        let index = if let Ok(number) = words.parse::<usize>() {
            number.checked_sub(1)?
        } else {
            let meant = squares(words)?;
            self.words().iter().position(|word| squares(word) == Some(meant))?
        };
        moves.get(index).copied()
    }
}

/// Reads the first and the last square of a move: `11-15`, `15x22`, `15 22`, also with the squares between
/// them.
fn squares(words: &str) -> Option<(u32, u32)> {
    let numbers: Option<Vec<u32>> = words
        .split(|c: char| c == '-' || c == 'x' || c.is_whitespace())
        .map(|word| word.parse().ok().filter(|square| (1..=32).contains(square)))
        .collect();
    match numbers?[..] {
        [from, .., to] => Some((from, to)),
        _ => None,
    }
}
