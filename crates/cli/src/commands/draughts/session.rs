//! A game of draughts at the terminal: its position, and the sentences about it.

use willow_board::Color;
use willow_players::draughts::{Move, Position};

/// Why what a person typed is no move.
#[derive(Debug, thiserror::Error)]
pub(super) enum BadMove {
    #[error("there are moves 1 to {most}")]
    Number { most: usize },
    #[error("not a move or a command; `help` lists both")]
    Words,
    #[error("there is no piece of {color}'s on {from}")]
    NoPiece { color: Color, from: u32 },
    #[error("who can capture must: {captures}")]
    MustCapture { captures: String },
    #[error("the piece on {from} cannot move there")]
    Stuck { from: u32 },
}

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

    /// Finds the legal move that a person means.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn find(&self, words: &str) -> Result<Move, BadMove> {
        let moves = self.position.legal_moves();
        let all = self.words();
        if let Ok(number) = words.parse::<usize>() {
            let found = number.checked_sub(1).and_then(|index| moves.get(index));
            return found.copied().ok_or(BadMove::Number { most: moves.len() });
        }
        let Some((from, to)) = squares(words) else {
            return Err(BadMove::Words);
        };
        let is_meant = |word: &&String| squares(word) == Some((from, to));
        match all.iter().position(|word| is_meant(&word)) {
            Some(index) => Ok(moves[index]),
            None => Err(self.reason(from, &all)),
        }
    }

    /// Returns why no legal move that was asked for begins on a square.
    fn reason(&self, from: u32, all: &[String]) -> BadMove {
        let color = self.position.side_to_move();
        if !self.position.squares(color).contains(&from) {
            return BadMove::NoPiece { color, from };
        }
        if all.iter().any(|word| word.contains('x')) {
            return BadMove::MustCapture { captures: all.join(" ") };
        }
        BadMove::Stuck { from }
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
