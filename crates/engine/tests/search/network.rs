//! Exactness with the embedded network, which is what the programs play with.

use willow_board::{Bitboard, Board, Square};
use willow_engine::{Accuracy, Goal, SearchLimits, Selectivity};

use crate::support::{
    alpha_beta, check_published_problems, engine_with, final_score_of_line, ordered_alpha_beta,
    random_boards, search, solve,
};

#[test]
fn solved_scores_equal_those_of_alpha_beta() {
    let mut engine = engine_with(willow_eval::weights::evaluator(), 1);
    for (n_empties, count) in [(1, 50), (3, 50), (5, 50), (7, 50), (9, 50), (10, 40)] {
        for board in random_boards(n_empties, count) {
            let expected = alpha_beta(&board, -64, 64);
            let result = search(&mut engine, &board, &SearchLimits::solve(Goal::Exact));
            assert_eq!(result.score.rounded().value(), expected, "{board:?}");
            assert_eq!(final_score_of_line(&board, &result.pv), expected, "{board:?}");
            let result = search(&mut engine, &board, &SearchLimits::solve(Goal::WinLossDraw));
            assert_eq!(result.accuracy, Accuracy::WinLossDraw);
            assert_eq!(result.score.units().signum(), expected.signum(), "{board:?}");
        }
    }
}

/// From 14 empties on the general search solves, selectively first.
#[test]
fn larger_endgames_have_the_scores_of_alpha_beta() {
    let mut engine = engine_with(willow_eval::weights::evaluator(), 1);
    for (n_empties, count) in [(12, 30), (13, 15), (14, 8)] {
        for board in random_boards(n_empties, count) {
            let expected = ordered_alpha_beta(&board, -64, 64);
            assert_eq!(solve(&mut engine, &board), expected, "{board:?}");
        }
    }
}

/// A selective solve is wrong more rarely than a single cut may be, because most wrong cuts do not
/// change the score of the root. (Of 200 boards 12, 4 and 1 percent were wrong.)
#[test]
fn selective_solves_are_wrong_as_rarely_as_their_percentage_says() {
    const N_BOARDS: usize = 100;
    let boards = random_boards(16, N_BOARDS);
    let mut engine = engine_with(willow_eval::weights::evaluator(), 1);
    let exact: Vec<i32> = boards.iter().map(|board| solve(&mut engine, board)).collect();
    for percent in [73, 87, 95] {
        let limits = SearchLimits {
            exact_from: 0,
            selective_from: SearchLimits::MAX_DEPTH,
            endgame_selectivity: Selectivity::from_percent(percent).unwrap(),
            ..SearchLimits::depth(SearchLimits::MAX_DEPTH)
        };
        let is_wrong = |&(board, &exact): &(&Board, &i32)| {
            engine.clear();
            let result = search(&mut engine, board, &limits);
            assert_eq!((result.depth, result.accuracy), (16, Accuracy::Estimated));
            result.score.rounded().value() != exact
        };
        let n_wrong = boards.iter().zip(&exact).filter(is_wrong).count();
        assert!(n_wrong * 100 <= N_BOARDS * (100 - percent as usize), "{percent}%: {n_wrong}");
    }
}

/// Problems of the magazine `FForum` with 20 to 25 empties: the discs from a1 to h8 with the side
/// to move, and the score. They are those that Edax distributes (`problem/fforum-40-59.obf`). The
/// other problems of that file take longer.
const FFORUM: [(u32, &str, i32); 4] = [
    (40, "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38),
    (41, "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 0),
    (44, "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O", -14),
    (47, "-OOOOO----OOOO---OOOOX--XXXXXX---OXOOX--OOOXOX----OOXX----XXXX-- O", 4),
];

#[test]
fn published_problems_have_their_published_scores() {
    let mut engine = engine_with(willow_eval::weights::evaluator(), 1);
    check_published_problems(&mut engine);
    for (number, text, expected) in FFORUM {
        assert_eq!(solve(&mut engine, &board_of(text)), expected, "problem {number}");
    }
}

/// Reads 64 cells, a blank and the side to move.
fn board_of(text: &str) -> Board {
    let (cells, side) = text.split_once(' ').expect("the side follows the cells");
    let (player, opponent) = if side == "X" { ('X', 'O') } else { ('O', 'X') };
    let discs_of = |side: char| -> Bitboard {
        let discs = Square::ALL.into_iter().zip(cells.chars()).filter(|&(_, cell)| cell == side);
        discs.map(|(square, _)| square).collect()
    };
    Board::new(discs_of(player), discs_of(opponent)).expect("no square has two discs")
}
