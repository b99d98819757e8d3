//! The book's printed results, and whole games as its own code plays them.
//!
//! The transcripts were made by running the code that the book prints (chapter 18, under SBCL, its
//! direction loop fixed to count downwards); they are data, and none of the code is here. Results
//! are raw differences in discs, as the book counts.

use willow_board::{Board, Color, Position, Square};
use willow_classics::paip::{Method, Othello, OthelloEvaluation, Problem, SquareOrder, search};

/// A program of the book: its search, its evaluation and its order of squares.
#[derive(Clone, Copy)]
struct Program {
    method: Method,
    evaluation: &'static str,
    order: SquareOrder,
}

impl Program {
    fn chooses(self, board: &Board) -> Square {
        let evaluation = OthelloEvaluation::named(self.evaluation, board).expect("it exists");
        let game = Othello::new(self.order);
        let problem = Problem::new(&game, &evaluation);
        search(self.method, &problem, board).best.expect("there is a move")
    }
}

const fn program(method: Method, evaluation: &'static str, order: SquareOrder) -> Program {
    Program { method, evaluation, order }
}

const fn maximizer(evaluation: &'static str) -> Program {
    program(Method::Maximizer, evaluation, SquareOrder::Board)
}

const fn minimax(depth: u32, evaluation: &'static str) -> Program {
    program(Method::Minimax { depth }, evaluation, SquareOrder::Board)
}

const fn alpha_beta(depth: u32, evaluation: &'static str) -> Program {
    program(Method::AlphaBeta { depth }, evaluation, SquareOrder::Board)
}

const fn sorted(depth: u32, evaluation: &'static str) -> Program {
    program(Method::AlphaBetaSorted { depth }, evaluation, SquareOrder::Static)
}

const fn killer(depth: u32, evaluation: &'static str) -> Program {
    program(Method::killer(depth), evaluation, SquareOrder::Static)
}

const COUNT: &str = "count-difference";
const WEIGHTED: &str = "weighted-squares";
const MODIFIED: &str = "modified-weighted-squares";
const MOBILITY: &str = "mobility";
const IAGO: &str = "iago";

/// A game: its moves without passes, and its positions after each of them.
struct Played {
    moves: String,
    positions: Vec<Position>,
}

impl Played {
    fn new(black: Program, white: Program) -> Played {
        let mut played = Played { moves: String::new(), positions: vec![Position::START] };
        let mut position = Position::START;
        while !position.is_game_over() {
            if position.must_pass() {
                position = Position::new(position.board().pass(), !position.side_to_move());
            }
            let mover = if position.side_to_move() == Color::Black { black } else { white };
            let square = mover.chooses(position.board());
            position = position.play(square.into()).expect("programs play by the rules");
            played.moves += &square.to_string();
            played.positions.push(position);
        }
        played
    }

    /// Returns both colours' discs at the end, Black's first.
    fn discs(&self) -> (u32, u32) {
        let last = self.positions.last().expect("there is the start");
        (last.discs(Color::Black).count(), last.discs(Color::White).count())
    }

    /// Returns Black's discs less White's at the end.
    fn difference(&self) -> i32 {
        let (black, white) = self.discs();
        black as i32 - white as i32
    }

    /// Draws the board after some moves in the book's letters, without blanks.
    fn board_after(&self, n_moves: usize) -> String {
        let position = self.positions[n_moves];
        let letter = |square| match position.disc_at(square) {
            Some(Color::Black) => '@',
            Some(Color::White) => 'O',
            None => '.',
        };
        Square::ALL.into_iter().map(letter).collect()
    }
}

/// Puts a board that is drawn in rows into one line.
fn drawn(rows: [&str; 8]) -> String {
    rows.concat()
}

#[test]
fn minimax_3_takes_every_disc_of_a_maximizer() {
    let played = Played::new(minimax(3, COUNT), maximizer(COUNT));
    assert_eq!(played.discs(), (53, 0));
    let expected = drawn([
        "@@@@@@@@", "@@@@@@@@", "@@@@@@@@", "@@@@@@@@", "@@@@@@@@", "..@@@@@@", "...@@@@@",
        "....@@..",
    ]);
    assert_eq!(played.board_after(49), expected);
}

#[test]
fn weighted_squares_beat_greed_at_4_ply() {
    let played = Played::new(alpha_beta(4, COUNT), alpha_beta(4, WEIGHTED));
    assert_eq!(played.discs(), (24, 40));
    // After 17 moves, as the second of the two printed boards has it.
    let expected = drawn([
        "O@......", ".@...@@.", "@@@@@@..", ".@.@@...", "@@@@@@..", ".@......", "........",
        "........",
    ]);
    assert_eq!(played.board_after(17), expected);
    // The three moves before the last, from the capture of eight discs on e8 on.
    assert_eq!(played.moves[played.moves.len() - 6..], *"e8f8g8");
    let expected = drawn([
        "OOOO@@OO", "@@OO@@@O", "@@OOO@@O", "O@OOO@@O", "O@O@O@@O", "O@O@@@@O", "O@@@@@OO",
        "O@@@...O",
    ]);
    assert_eq!(played.board_after(57), expected);
}

#[test]
fn six_plies_do_not_help_a_faulty_evaluation() {
    let played = Played::new(alpha_beta(6, COUNT), alpha_beta(4, WEIGHTED));
    let after_25 = [
        "..@@@@@.", ".@.@O@..", "O@@O@OO.", ".@.@O@O.", ".@@@@@..", ".@.@.O..", "........",
        "........",
    ];
    let after_41 = [
        "O.@@@@@.", ".OO@@@..", "O@OO@@@@", "@@@@O@@.", "@@@@@O@.", "@@@@@@OO", "@..@..@O",
        "........",
    ];
    let after_46 = [
        "OOOOOOOO", "@@O@@@..", "O@OO@@@@", "O@O@O@@.", "O@O@@O@.", "OOO@@@OO", "O.O@..@O",
        "O.......",
    ];
    for (n_moves, rows) in [(25, after_25), (41, after_41), (46, after_46)] {
        assert_eq!(played.board_after(n_moves), drawn(rows), "after {n_moves} moves");
    }
    // The book prints a score of -16 here; the code that it prints plays to this one.
    assert_eq!(played.difference(), -30);
}

#[test]
fn weighted_squares_and_greed_beat_each_other_at_1_ply() {
    assert_eq!(Played::new(maximizer(WEIGHTED), maximizer(COUNT)).difference(), 20);
    // With colours changed Black has taken every disc by its own fifth move.
    let played = Played::new(maximizer(COUNT), maximizer(WEIGHTED));
    assert_eq!(played.discs(), (13, 0));
    assert_eq!(played.moves.len() / 2, 9);
}

#[test]
fn modified_weights_win_the_series_against_plain_ones() {
    assert_eq!(Played::new(alpha_beta(2, MODIFIED), alpha_beta(2, WEIGHTED)).difference(), -28);
    assert_eq!(Played::new(alpha_beta(2, WEIGHTED), alpha_beta(2, MODIFIED)).difference(), -40);
}

#[test]
fn every_move_is_the_books() {
    for Expected { black, white, difference, moves } in GAMES {
        let played = Played::new(*black, *white);
        assert_eq!(played.moves, *moves);
        assert_eq!(played.difference(), *difference);
    }
}

/// A game as the book's code plays it.
struct Expected {
    black: Program,
    white: Program,
    difference: i32,
    moves: &'static str,
}

const fn game(black: Program, white: Program, difference: i32, moves: &'static str) -> Expected {
    Expected { black, white, difference, moves }
}

const GAMES: &[Expected] = &[
    game(
        minimax(3, COUNT),
        maximizer(COUNT),
        53,
        "d3c3b3b2c4e3f3e2d1a3a1b4b5a4a5c2a2c5e6f5c1e1f1b1f4g1h1f2d2d7g2g3h3h2g5d6g4h5g6h4\
         h6e7f7f8f6g7e8h7c6",
    ),
    game(
        alpha_beta(4, COUNT),
        alpha_beta(4, WEIGHTED),
        -16,
        "d3c5b6c3f5e3f2f3b2b3g2a1a3b4a5b5b1f6c1e2f1h1g3h3e6c6f4d1h2g4c4a6d7d6h4g1e7d2e1c2\
         a7a4a2a8b7c8g5c7b8h6d8h5g6h7g7h8f7e8f8g8",
    ),
    game(
        maximizer(WEIGHTED),
        maximizer(COUNT),
        20,
        "d3c3b3b2c4e3a1a3c2b1f3g3f6e6d6d7c6b5b6b7a6f5a8b8f4g5f2g4c5g1d2d1c1b4e1e2f1g2h1f7\
         f8h2a5a4c7a7h6h5e7g7h8g6d8h7c8e8h4h3a2g8",
    ),
    game(maximizer(COUNT), maximizer(WEIGHTED), 13, "d3c3b3e3f3f4f5f6g7"),
    game(
        alpha_beta(2, MODIFIED),
        alpha_beta(2, WEIGHTED),
        -28,
        "d3c3b3e3f3f4f6c6f5d2c2g5d6a3b6c1d1e1h5d7e6b5c4b4c8g3f2h6a4f1a2e7h3a6f7c5h7g6g4e2\
         c7f8e8h4g8h8g7h2b7d8g2b8b1a1b2a5g1h1a7a8",
    ),
    game(
        alpha_beta(2, WEIGHTED),
        alpha_beta(2, MODIFIED),
        -40,
        "d3c3b3e3f3f4f6c6f5d2c2g5d6a3b6c1d1e1h5d7e6b5c4b4c8g3f2h6a4f1a2e7h3a6f7c5h7g6g4e2\
         c7f8e8h4g7h8b7g8g1h1h2a8a7a5b1a1b2g2b8d8",
    ),
    game(
        alpha_beta(6, COUNT),
        alpha_beta(4, WEIGHTED),
        -30,
        "d3c5b6c3b3d2e1a3d6b5b4e3f4f3e2f1g1f6f2g4f5g3b2d1c1a1c4c6h3a6e6a5a4g5g6h6d7c2g7h7\
         a7a8a2b1h1c7b8h8b7h5g2h4h2e8f7d8e7c8g8f8",
    ),
    game(
        maximizer(MOBILITY),
        maximizer(MODIFIED),
        -50,
        "d3c3c4e3f2f3e2c5b6c6b4f1g3h3g1h1g4g2h2a3d2a6f5f4a7a8b5f6a4c1d1c2b1b3a2h4b2a1e6a5\
         g5e1h5h6g6d6d7d8c8b8b7c7e7f7e8f8h7h8g7g8",
    ),
    game(
        minimax(3, MOBILITY),
        alpha_beta(3, MODIFIED),
        -28,
        "d3c5e6f3b5c2d2c4b3e7b1d6e3d1c1a1c3a3a4a6a2a5b4b2d7c6b6e1e2f1f8c8d8c7b7a8b8e8a7g8\
         f7f6f4f5f2g3g1h1g2h3h2g4h4h5g5h6g6h7g7h8",
    ),
    game(
        alpha_beta(3, MODIFIED),
        minimax(2, MOBILITY),
        10,
        "d3e3f3e2f5c5c3c4c6d6f1e6f6e1d1d2f4f2c1b6a6g5b4a7a8b2a1c2b3b1h6g1h1d7d8e7f8b5g2h5\
         h4h2h3a2a3g3a5g4b7a4f7g6h7c7c8g7h8b8e8g8",
    ),
    game(
        killer(3, IAGO),
        killer(3, MODIFIED),
        8,
        "d3c5e6f3e3c3d6f6d2c6f5c1e2f4d1c4b1f1d7c8d8e8f2e7b5b4b6a6a3a4c2b3g6h6g5g4g3h3h5h4\
         f7f8c7a2a5b8a1b2a7e1g1g2h1h2h7g7h8b7a8g8",
    ),
    game(
        killer(4, MODIFIED),
        killer(4, IAGO),
        -26,
        "d3c5d6e3f3e2f5f4c3c4c6f2f1d2c1e1d1g3h3g6h7g1h1g4h4g5h6c2b3h5g2g7f8h8f6f7g8e8e7d7\
         d8c8c7b8a8b6a6e6a5a4b4b5h2b7a3a2a7b2a1b1",
    ),
    game(
        sorted(3, MOBILITY),
        killer(2, IAGO),
        -20,
        "d3c5d6e3f4f5c4c2e2e1d2d1e6f6g5h5c3f2f3g3g4g6f1g1f7h4g2h1h7f8g7c7d7h8h3c6h6h2e7c8\
         d8e8g8b5b3b4b8a8b1c1b2b7a6b6a7a5a3a4a2a1",
    ),
    game(
        sorted(3, IAGO),
        killer(2, MODIFIED),
        17,
        "d3c3c4e3f2c6e2f3d6c5d2e6b3a3d7d8b5f1f4a6e1g4g1c1b6b4g3h3f5d1b1f6c2a7e7f8a5a4f7g6\
         e8b2c7b8c8b7a8g7g8g2h1h2a2h5h6h4g5h7h8",
    ),
    game(
        sorted(4, MODIFIED),
        sorted(2, IAGO),
        4,
        "d3c5d6e3f3e2f5e6f6c6e1f4b6c4c3b5a6b4a3a5a4g6h6f2f1d2c1d1c2g5b3g4h5f7f8e7e8d7d8c7\
         c8b2a1b1h3a2g7h8h7g8h4g3g2h1g1h2b8a8a7b7",
    ),
    game(
        killer(1, IAGO),
        sorted(1, MOBILITY),
        26,
        "d3c3c4e3f3d6c6f4g4f5f2e2d2d1c5e1f1b5c1g1h1c2d7b7e6g5f6f7g3h3h2e7h4h5h6g6b1g2h7b2\
         d8f8e8g8h8g7b6c8c7b8a5a6a4a3b4b3a8a7a2a1",
    ),
    game(
        program(Method::Maximizer, IAGO, SquareOrder::Static),
        program(Method::Minimax { depth: 2 }, IAGO, SquareOrder::Static),
        -38,
        "d3c5c6e3f3e2d1e1f1c7e6d6c3f2c4d2d7c1b1d8f4e7f6g6g1b5e8f8h6f7a5b4g8h8b6g7b8c8a3a8\
         b7a7b3a6a4a2b2a1c2h1f5h7g5h5g4h4h3h2g3g2",
    ),
];
