//! Endgame problems with published scores.

use crate::Discs;

/// An endgame with the exact score of every legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndgameProblem {
    /// The number that the source gives it.
    pub number: u32,
    /// The discs, the side to move first.
    pub discs: Discs,
    /// Every legal move with its score: the result in discs from the view of the side to move, if this
    /// move is played and both sides play perfectly. The best move is first.
    pub scores: Vec<(u32, i32)>,
}

impl EndgameProblem {
    /// Returns the score of the position.
    pub fn best_score(&self) -> i32 {
        self.scores[0].1
    }
}

/// Returns the problems 1 to 19 of the magazine `FForum`, with 13 to 16 empties.
///
/// The scores are those that Edax distributes (`problem/fforum-1-19.obf`); another solver found the same.
///
/// # Panics
/// The table is malformed, which a test excludes.
pub fn fforum_problems() -> Vec<EndgameProblem> {
    let lines = FFORUM_1_TO_19.iter().zip(1..);
    lines.map(|(&(cells, side, scores), number)| problem(number, cells, side, scores)).collect()
}

/// Reads 64 cells, the side to move, and moves with scores.
fn problem(number: u32, cells: &str, side: char, scores: &str) -> EndgameProblem {
    assert_eq!(cells.len(), 64, "problem {number}");
    let discs_of = |side: char| {
        let own = cells.chars().zip(0..).filter(|&(cell, _)| cell == side);
        own.map(|(_, square)| 1_u64 << square).sum()
    };
    let other = if side == 'X' { 'O' } else { 'X' };
    EndgameProblem {
        number,
        discs: Discs { player: discs_of(side), opponent: discs_of(other) },
        scores: scores.split(' ').map(scored_move).collect(),
    }
}

/// Reads a move with its score: `g8:+18`.
fn scored_move(text: &str) -> (u32, i32) {
    let (square, score) = text.split_once(':').expect("the table has a colon after each square");
    let &[column, row] = square.as_bytes() else { panic!("{square} is not a square") };
    let square = 8 * u32::from(row - b'1') + u32::from(column - b'a');
    (square, score.parse().expect("the table has a number after each colon"))
}

/// The cells from a1 to h8 (Black `X`, White `O`), the side to move, and its moves with their scores.
#[rustfmt::skip]
const FFORUM_1_TO_19: [(&str, char, &str); 19] = [
    ("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--", 'X',
        "g8:+18 h1:+12 h7:+6 a2:+6 a3:+4 b1:-4 a4:-22 g2:-24"),
    ("-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX-", 'X',
        "a4:+10 b2:+0 a3:-6 g7:-8 a7:-12 h7:-14 b7:-14 h2:-24"),
    ("----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX", 'X',
        "d1:+2 g3:+0 b8:-2 b1:-4 c1:-4 a2:-4 a3:-6 b2:-12"),
    ("-XXXXXX-X-XXXOO-XOXXXOOXXXOXOOOX-OXOOXXX--OOOXXX--OOXX----XOXXO-", 'X',
        "h8:+0 a5:+0 b6:-4 b7:-4 a6:-8 b2:-12 h2:-26"),
    ("-OOOOO----OXXO-XXXOXOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOOO---XXXXX--", 'X',
        "g8:+32 g2:+12 b2:-20 g6:-26 g1:-32 g7:-34"),
    ("--OXXX--OOOXXX--OOOXOXO-OOXOOOX-OOXXXXXXXOOXXOX--OOOOX---XXXXXX-", 'X',
        "a1:+14 h3:+14 a8:+12 h2:+8 g2:+8 h4:+4 g7:+4 a7:-22 b1:-24"),
    ("--OXXO--XOXXXX--XOOOXXXXXOOXXXXXXOOOOXXX-XXXXXXX--XXOOO----XXOO-", 'X',
        "a6:+8 g1:+0 a1:-2 h8:-6 h7:-14 b1:-30"),
    ("---X-X--X-XXXX--XXXXOXXXXXXOOOOOXXOXXXO-XOXXXXO-XOOXXX--XOOXXO--", 'O',
        "e1:+8 h2:+4 g2:+4 b2:+4 g7:+4 b1:+2 g1:-6 c1:-8"),
    ("--XOXX--O-OOXXXX-OOOXXXX-XOXXXOXXXOXOOOXOXXOXOXX--OXOO----OOOO--", 'O',
        "g7:-8 a4:-8 b1:-16 a7:-16 b7:-26 a3:-30 g1:-38 h7:-40"),
    ("-XXXX-----OXXX--XOXOXOXXOXOXXOXXOXXOXOOOXXXOXOOX--OXXO---OOOOO--", 'O',
        "b2:+10 b7:+4 f1:+0 a7:-4 a2:-6 g2:-12 h2:-16 h7:-20"),
    ("---O-XOX----XXOX---XXOOXO-XXOXOXXXXOOXOX-XOOXXXXXOOOXX-XOOOOOOO-", 'O',
        "b3:+30 c2:+26 a6:+24 g7:+20 c3:+18 d2:+16 b4:+10 e1:+6"),
    ("--O--O--X-OOOOX-XXOOOXOOXXOXOXOOXXOXXOOOXXXXOOOO--OXXX---XXXXX--", 'O',
        "b7:-8 a7:-10 g7:-14 g8:-14 h2:-16 g1:-16 h1:-20"),
    ("--XXXXX--OOOXX---OOOXXXX-OXOXOXXOXXXOXXX--XOXOXX--OXOOO--OOOOO--", 'X',
        "b7:+14 a4:+0 a3:-8 b1:-18 g8:-20 h7:-20 a2:-24"),
    ("--XXXXX---OOOX---XOOXXXX-OOOOOOOOOOXXXOOOOOXXOOX--XXOO----XXXXX-", 'X',
        "a3:+18 a4:+12 b1:+8 g7:-4 h7:-14 a7:-24 b7:-24 b2:-28"),
    ("----O------OOX---OOOXX-XOOOXOOOOOXXOXXOOOXXXOOOOOXXXOOXO--OOOOOX", 'X',
        "g3:+4 b8:+4 f1:+0 c1:+0 c2:-2 d1:-4 b2:-8 a3:-8"),
    ("-XXXXXX-X-XXXOO-XOXXXOOXXOOXXXOX-OOOXXXX--OOXXXX---OOO----XOX-O-", 'X',
        "f8:+24 c7:+20 a5:+6 h1:+6 b6:+0 b7:-2 a6:-6 h2:-26"),
    ("-OOOOO----OXXO-XXXOOOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOO----XXXX---", 'X',
        "f8:+8 g2:+6 g6:-24 g1:-32 f7:-32 g7:-34 b2:-38"),
    ("-XXX------OOOX--XOOOOOXXOXOXOOXXOXXOOOOOXXXOXOOX--OXXO---OOOOO--", 'X',
        "g2:-2 b7:-6 f1:-8 e1:-10 h7:-12 g8:-14 g7:-14 a2:-18 b2:-18"),
    ("--OXXO--XOXXXX--XOOOOXXXXOOOXXXXX-OOOXXX--OOOOXX--XXOOO----XXOO-", 'X',
        "b6:+8 h8:+4 b7:+0 g1:-6 b5:-16 h7:-16 b1:-24"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_legal_move_has_one_score_and_the_best_is_first() {
        for problem in fforum_problems() {
            let mut squares: Vec<u32> = problem.scores.iter().map(|&(square, _)| square).collect();
            squares.sort_unstable();
            assert_eq!(squares, problem.discs.legal_squares(), "problem {}", problem.number);
            let best = problem.scores.iter().map(|&(_, score)| score).max();
            assert_eq!(best, Some(problem.best_score()), "problem {}", problem.number);
            assert!((13..=16).contains(&problem.discs.n_empties()), "problem {}", problem.number);
        }
    }

    #[test]
    fn the_first_problem_is_read_as_printed() {
        let problem = &fforum_problems()[0];
        assert_eq!(problem.number, 1);
        // G8:+18; c1 is Black's.
        assert_eq!(problem.scores[0], (62, 18));
        assert_eq!(problem.discs.player & 0xff, 0b0111_1100);
    }
}
