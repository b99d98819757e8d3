//! Entries for the tests of this crate.

use std::num::{NonZeroU8, NonZeroU16, NonZeroU32};

use proptest::prelude::*;
use willow_board::{Board, Square};
use willow_eval::Score;
use willow_testkit::TestRng;

use crate::entry::{
    BookLookup, BookPosition, BookValue, Bounds, Entry, Leaf, Origin, Program, Results,
};

/// Returns a position that a random game reaches before its end.
pub(crate) fn position_of_game(seed: u64) -> BookPosition {
    let n_plies = (seed % 50) as usize;
    let mut board = Board::START;
    let mut rng = TestRng::new(seed);
    let mut last = BookPosition::start();
    for _ in 0..n_plies {
        match BookPosition::seen(&board) {
            BookLookup::Over(_) | BookLookup::Unknown => break,
            BookLookup::Pass(..) => board = board.pass(),
            BookLookup::Position(..) => (),
        }
        if let BookLookup::Position(position, _) = BookPosition::seen(&board) {
            last = position;
        }
        let moves: Vec<Square> = board.legal_moves().squares().collect();
        board = board.play(moves[rng.below(moves.len())]).expect("legal");
    }
    last
}

/// Returns an entry of a random position with random contents.
pub(crate) fn entry_of_game(seed: u64) -> Entry {
    let position = position_of_game(seed);
    let mut rng = TestRng::new(seed ^ 0x5eed);
    let mut number = |below: usize| rng.below(below) as i32;
    let score = Score::from_units(number(16_385) - 8192);
    let mut value = BookValue::estimate(score, NonZeroU8::new(number(61) as u8), number(61) as u8);
    if number(3) == 0 {
        value.score = Score::from_disc_diff(score.rounded());
        value.bounds = Bounds::exact(score.rounded());
    }
    let moves: Vec<Square> = position.board().legal_moves().squares().collect();
    let leaf = (number(4) != 0).then(|| Leaf {
        square: moves[number(moves.len()) as usize],
        score: Score::from_units(number(16_385) - 8192),
        level: NonZeroU8::new(number(61) as u8),
        is_exact: number(2) == 0,
    });
    let program = Program::ALL[number(Program::ALL.len()) as usize];
    let version = NonZeroU32::new(number(1 << 30) as u32);
    let origin = Origin { program, version, day: NonZeroU16::new(number(65_536) as u16) };
    let mut count = || number(1 << 30) as u32;
    let results = Results { wins: count(), draws: count(), losses: count() };
    Entry { leaf, lines: count(), results, ..Entry::new(position, value, origin) }
}

/// Entries of random positions.
pub(crate) fn entries() -> impl Strategy<Value = Entry> {
    any::<u64>().prop_map(entry_of_game)
}
