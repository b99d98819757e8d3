//! What time allocation and thinking ahead are worth, in games whose clock goes with the work.

use std::cell::Cell;
use std::time::Duration;

use anyhow::{Context as _, Result};
use willow_board::{Board, Color, Game, Move, Square};
use willow_classics::{
    Bounds, Dialect, Othello, OthelloEvaluation, Problem, Searcher, SquareOrder, Techniques,
    Thought, allocated_time,
};
use willow_matches::OpeningSource;

use crate::reproduce::report::Table;
use crate::reproduce::series::{Played, Score};
use crate::reproduce::workbench::Workbench;

/// The boards that the machine makes in a second.
const SPEED: f64 = 10_000.0;

/// The search asks whether to stop once in so many boards.
const BOARDS_PER_LOOK: f64 = 1024.0;

/// The time of a game.
const GAME: Duration = Duration::from_mins(1);

/// The moves of a side for which equal parts are reckoned.
const MOVES: u32 = 30;

/// The part of the time that nobody gives away, as `allocated_time` keeps it.
const RESERVE: u32 = 20;

/// How a side uses its clock and the other's time.
#[derive(Clone, Copy, Debug)]
struct Habits {
    /// More time for the middle of the game, instead of the same for every move.
    allocates: bool,
    thinks_ahead: bool,
}

const PLAIN: Habits = Habits { allocates: false, thinks_ahead: false };

/// Returns the matches between sides with a habit and without.
pub(super) fn table(bench: &mut Workbench<'_>) -> Result<Table> {
    let games = bench.amount(60, 2);
    let game = if bench.setting().quick { GAME / 30 } else { GAME };
    let mut table = Table::new(
        &format!(
            "Iago's evaluation with hashing and zero windows on a machine of {SPEED} boards a second, {} \
             seconds a game, whose clock goes with the boards",
            game.as_secs()
        ),
        &["technique", "games", "points with it", "discs a game"],
    );
    for (name, habits) in [
        (
            "time allocation, against the same time for every move",
            Habits { allocates: true, ..PLAIN },
        ),
        ("thinking ahead", Habits { thinks_ahead: true, ..PLAIN }),
    ] {
        let score: Score = bench.row(name, || {
            let source = OpeningSource::Random { plies: 8 };
            let openings = source.openings(games.div_ceil(2) as usize, 6)?;
            let pairs =
                openings.iter().flat_map(|opening| [true, false].map(|black| (opening, black)));
            let played: Vec<Played> = pairs
                .map(|(opening, is_black)| play(habits, is_black, opening, game))
                .collect::<Result<_>>()?;
            Ok(Score::of(&played))
        })?;
        let cells = [score.games.to_string(), score.percent(), score.mean_discs()];
        table.row(std::iter::once(name.to_owned()).chain(cells));
    }
    Ok(table)
}

/// A side of a game.
struct Side {
    habits: Habits,
    searcher: Searcher<Othello>,
    left: Duration,
    moves: u32,
    /// The opponent's move that is expected.
    expected: Option<Square>,
}

impl Side {
    fn new(habits: Habits, left: Duration) -> Side {
        let techniques = Techniques { hashing: true, zero_window: true, ..Techniques::default() };
        Side { habits, searcher: Searcher::new(techniques), left, moves: 0, expected: None }
    }

    /// Thinks about a board for a time on the machine; returns the thought and the time that it took.
    fn think(&mut self, board: &Board, time: Duration) -> Result<(Thought<Square>, Duration)> {
        let looks = Cell::new(0_u32);
        let now = || Duration::from_secs_f64(f64::from(looks.get()) * BOARDS_PER_LOOK / SPEED);
        let stop = || {
            looks.set(looks.get() + 1);
            false
        };
        let iago = OthelloEvaluation::named(OthelloEvaluation::IAGO, board);
        let problem = Problem {
            game: &Othello { order: SquareOrder::Static },
            evaluation: &iago.context("the name is known")?,
            final_values: Dialect::Lisp.final_values(),
            ties: Dialect::Lisp.ties(),
            stop: &stop,
        };
        let bounds = Bounds { time: Some(time), ..Bounds::NONE };
        let thought = self.searcher.think(&problem, board, bounds, &now);
        let thought = thought.context("the side to move has a move")?;
        let used = Duration::from_secs_f64(thought.tally.boards as f64 / SPEED);
        Ok((thought, used))
    }

    fn choose(&mut self, board: &Board, was_expected: bool) -> Result<(Square, Duration)> {
        // Iago's values of one root are not those of another.
        if !was_expected {
            self.searcher.clear();
        }
        let time = if self.habits.allocates {
            allocated_time(self.left, self.moves)
        } else {
            let left = self.left.saturating_sub(self.left / RESERVE);
            left / MOVES.saturating_sub(self.moves).max(1)
        };
        let (thought, used) = self.think(board, time)?;
        self.moves += 1;
        self.left = self.left.saturating_sub(used);
        self.expected = thought.reply;
        Ok((thought.best, used))
    }

    /// Thinks about the board after the expected move of the opponent for as long as that took.
    fn think_ahead(&mut self, board: &Board, time: Duration) -> Result<Option<Board>> {
        let Some(expected) = self.expected.take().filter(|_| self.habits.thinks_ahead) else {
            return Ok(None);
        };
        let after = board.play(expected).filter(|after| !after.legal_moves().is_empty());
        if let Some(after) = &after {
            self.searcher.clear();
            self.think(after, time)?;
        }
        Ok(after)
    }
}

/// Plays a game between a side with these habits and a plain one.
fn play(habits: Habits, is_black: bool, opening: &Game, time: Duration) -> Result<Played> {
    let first = if is_black { Color::Black } else { Color::White };
    let mut sides =
        Color::ALL.map(|color| Side::new(if color == first { habits } else { PLAIN }, time));
    let mut game = opening.clone();
    let mut thought_of: [Option<Board>; 2] = [None; 2];
    while !game.is_over() {
        if game.position().must_pass() {
            game.play(Move::Pass)?;
            continue;
        }
        let (board, index) = (*game.position().board(), game.position().side_to_move().index());
        let was_expected = thought_of[index].take() == Some(board);
        let (best, used) = sides[index].choose(&board, was_expected)?;
        thought_of[1 - index] = sides[1 - index].think_ahead(&board, used)?;
        game.play(Move::Place(best))?;
    }
    let [own, other] = [first, !first].map(|color| game.position().discs(color).count() as i32);
    let moves = willow_records::transcript::write(&game);
    Ok(Played { is_black, own, other, moves, seconds: [0.0; 2] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_by_the_machines_clock_repeat() {
        let habits = Habits { allocates: true, thinks_ahead: true };
        let game = || play(habits, true, &Game::new(), Duration::from_secs(5)).unwrap();
        let played = game();
        assert_eq!(played, game());
        assert!(played.own + played.other > 20);
    }
}
