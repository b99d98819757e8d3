//! The effect of time allocation and thinking ahead, in games whose clock advances with the
//! searched boards.

use std::cell::Cell;
use std::time::Duration;

use anyhow::{Context as _, Result};
use serde_json::json;
use willow_board::{Board, Color, Game, Move, Square};
use willow_classics::paip::{
    Dialect, GeneralLimits, GeneralResult, GeneralSearcher, Othello, OthelloEvaluation, Problem,
    SquareOrder, Techniques, allocated_time,
};
use willow_players::matches::OpeningSource;

use crate::reproduce::match_series::{SeriesGame, SeriesScore};
use crate::reproduce::measurements::{MeasurementKey, Measurements};
use crate::reproduce::report_table::ReportTable;
use crate::reproduce::verdict::PaperClaim;

/// The speed of the simulated machine.
const BOARDS_PER_SECOND: f64 = 10_000.0;

/// The number of boards between two questions of the search whether to stop.
const BOARDS_PER_STOP_CHECK: f64 = 1024.0;

/// The time of a side for a game.
const GAME_TIME: Duration = Duration::from_mins(1);

/// The number of moves that the time is divided by if every move gets the same.
const MOVES_PER_SIDE: u32 = 30;

/// One part in this many of the time is kept in reserve, as by `allocated_time`.
const RESERVE: u32 = 20;

/// How a side uses its own time and the opponent's.
#[derive(Clone, Copy, Debug)]
struct TimeUse {
    /// Whether moves in the middle of the game get more time, instead of the same for every move.
    allocates: bool,
    thinks_ahead: bool,
}

const PLAIN: TimeUse = TimeUse { allocates: false, thinks_ahead: false };

/// The measured techniques by name, and how the side with the technique uses its time.
const TECHNIQUES: [(&str, TimeUse); 2] = [
    ("time allocation, against the same time for every move", TimeUse { allocates: true, ..PLAIN }),
    (THINKING_AHEAD, TimeUse { thinks_ahead: true, ..PLAIN }),
];

const THINKING_AHEAD: &str = "thinking ahead";

/// Returns the time of a side for a game, shorter in a shortened experiment.
fn game_time(measurements: &Measurements<'_>) -> Duration {
    if measurements.settings().quick { GAME_TIME / 30 } else { GAME_TIME }
}

/// Plays the matches between sides with and without a technique.
pub(super) fn measure(
    measurements: &mut Measurements<'_>,
) -> Result<Vec<(&'static str, SeriesScore)>> {
    let games = measurements.full_or_quick(60, 2);
    let time = game_time(measurements);
    let mut scores = Vec::new();
    for (name, time_use) in TECHNIQUES {
        let parameters = json!({
            "games": games,
            "seconds": time.as_secs(),
            "boards_per_second": BOARDS_PER_SECOND,
            "random_plies": 8,
            "seed": 6,
        });
        let key = MeasurementKey::new(name, parameters);
        let score: SeriesScore = measurements.get_or_measure(&key, || {
            let source = OpeningSource::Random { plies: 8 };
            let openings = source.openings(games.div_ceil(2) as usize, 6)?;
            let pairs =
                openings.iter().flat_map(|opening| Color::ALL.map(|color| (opening, color)));
            let played: Vec<SeriesGame> = pairs
                .map(|(opening, color)| play(time_use, color, opening, time))
                .collect::<Result<_>>()?;
            Ok(SeriesScore::of(&played))
        })?;
        scores.push((name, score));
    }
    Ok(scores)
}

/// Returns the table of the matches.
pub(super) fn table(
    measurements: &Measurements<'_>,
    scores: &[(&'static str, SeriesScore)],
) -> ReportTable {
    let mut table = ReportTable::new(
        &format!(
            "Iago's evaluation with hashing and zero windows on a machine of {BOARDS_PER_SECOND} boards a second, {} \
             seconds a game, whose clock goes with the boards",
            game_time(measurements).as_secs()
        ),
        &["technique", "games", "points with it", "discs a game"],
    );
    for (name, score) in scores {
        let cells = [score.games.to_string(), score.percent(), score.mean_discs()];
        table.add_row(std::iter::once((*name).to_owned()).chain(cells));
    }
    table
}

/// Returns the book's claim that thinking ahead is of use.
pub(super) fn claim(scores: &[(&'static str, SeriesScore)]) -> Option<PaperClaim> {
    let (_, score) = scores.iter().find(|(name, _)| *name == THINKING_AHEAD)?;
    Some(PaperClaim {
        claim: "thinking ahead is \"a better use of time\" (percent)".to_owned(),
        test: score.is_stronger(),
        sample: score.sample(),
    })
}

/// A side of a simulated game.
struct SimulatedSide {
    time_use: TimeUse,
    searcher: GeneralSearcher<Othello>,
    left: Duration,
    moves: u32,
    /// The expected move of the opponent.
    expected: Option<Square>,
}

impl SimulatedSide {
    fn new(time_use: TimeUse, left: Duration) -> SimulatedSide {
        let techniques = Techniques { hashing: true, zero_window: true, ..Techniques::default() };
        SimulatedSide {
            time_use,
            searcher: GeneralSearcher::new(techniques),
            left,
            moves: 0,
            expected: None,
        }
    }

    /// Searches a board for a simulated time. Returns the result and the simulated time that was
    /// used.
    fn think(
        &mut self,
        board: &Board,
        time: Duration,
    ) -> Result<(GeneralResult<Square>, Duration)> {
        let stop_checks = Cell::new(0_u32);
        let now = |_| {
            Duration::from_secs_f64(
                f64::from(stop_checks.get()) * BOARDS_PER_STOP_CHECK / BOARDS_PER_SECOND,
            )
        };
        let stop = |_| {
            stop_checks.set(stop_checks.get() + 1);
            false
        };
        let iago = OthelloEvaluation::named(OthelloEvaluation::IAGO, board);
        let problem = Problem {
            game: &Othello { order: SquareOrder::Static },
            evaluation: &iago.context("the name is known")?,
            final_values: Dialect::Lisp.final_values(),
            dialect: Dialect::Lisp,
            stop: &stop,
        };
        let limits = GeneralLimits { time: Some(time), ..GeneralLimits::NONE };
        let result = self.searcher.search(&problem, board, limits, &now, &|_| (), None);
        let result = result.context("the side to move has a move")?;
        let used = Duration::from_secs_f64(result.counts.boards as f64 / BOARDS_PER_SECOND);
        Ok((result, used))
    }

    fn choose(&mut self, board: &Board, was_expected: bool) -> Result<(Square, Duration)> {
        // Iago's values depend on the root.
        if !was_expected {
            self.searcher.clear();
        }
        let time = if self.time_use.allocates {
            allocated_time(self.left, self.moves)
        } else {
            let left = self.left.saturating_sub(self.left / RESERVE);
            left / MOVES_PER_SIDE.saturating_sub(self.moves).max(1)
        };
        let (thought, used) = self.think(board, time)?;
        self.moves += 1;
        self.left = self.left.saturating_sub(used);
        self.expected = thought.reply;
        Ok((thought.best, used))
    }

    /// Searches the board after the expected move of the opponent for the time that the opponent
    /// used.
    fn think_ahead(&mut self, board: &Board, time: Duration) -> Result<Option<Board>> {
        let Some(expected) = self.expected.take().filter(|_| self.time_use.thinks_ahead) else {
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

/// Plays a game between a side with `time_use`, which has the colour `first`, and a plain one.
fn play(time_use: TimeUse, first: Color, opening: &Game, time: Duration) -> Result<SeriesGame> {
    let mut sides = Color::ALL
        .map(|color| SimulatedSide::new(if color == first { time_use } else { PLAIN }, time));
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
    Ok(SeriesGame { is_black: first == Color::Black, own, other, moves, seconds: [0.0; 2] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_by_the_simulated_clock_are_reproducible() {
        let time_use = TimeUse { allocates: true, thinks_ahead: true };
        let game = || play(time_use, Color::Black, &Game::new(), Duration::from_secs(5)).unwrap();
        let played = game();
        assert_eq!(played, game());
        assert!(played.own + played.other > 20);
    }
}
