//! Plays the games of a match on several threads and delivers the records in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::{MoveThought, Player, StopFlag};
use willow_board::{Color, Game, GameEvent, Move, Referee, Square};

use crate::matches::game_record::opening_text;
use crate::matches::match_plan::names_by_color;
use crate::matches::{
    Contestant, ForfeitCause, GameEnding, GameRecord, MatchError, MatchPlan, Monitor, MonitorEvent,
};

/// How many games a match plays at once, what stops it and where its records go.
pub struct MatchControl<'a> {
    /// The number of games played at once. Games with a clock or a timed player are played one at a
    /// time instead.
    pub parallel: usize,
    /// Stops the match; games in progress are lost. The match itself raises the flag when it ends
    /// early for another reason.
    pub stop: &'a StopFlag,
    /// Is called with every finished game in the order of their numbers, and may end the match.
    pub on_game: &'a mut dyn FnMut(&GameRecord) -> ControlFlow<()>,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchEnd {
    /// All games were played.
    Complete,
    /// `on_game` ended the match, for example because a sequential test is decided.
    Decided,
    /// The stop flag was raised.
    Stopped,
}

/// Plays the games of a match that are not finished yet.
///
/// A match that was stopped is resumed with the same plan and the records that `on_game` received.
/// If the moves of both players depend only on the game and on their seeds, the games are the same
/// with any interruptions and any number of threads.
///
/// # Errors
/// A player cannot be built, or a finished game does not belong to this match.
///
/// # Panics
/// If `on_game` panics.
pub fn play_match(
    contestants: [&Contestant<'_>; 2],
    plan: &MatchPlan,
    finished: &[GameRecord],
    control: MatchControl<'_>,
) -> Result<MatchEnd, MatchError> {
    for record in finished {
        plan.check_record(record, &contestants)?;
    }
    let is_finished = |number: &u32| finished.iter().any(|record| record.game == *number);
    let open: Vec<u32> = plan.games().filter(|number| !is_finished(number)).collect();
    let workers = MatchWorkers {
        contestants,
        plan,
        stop: control.stop.clone(),
        queue: Mutex::new(open.clone().into_iter()),
    };
    let (sender, results) = mpsc::channel();
    let MatchControl { on_game, .. } = control;
    thread::scope(|scope| {
        // The receiver is dropped when this closure ends, even by a panic. Then the workers end
        // too.
        let results = results;
        for _ in 0..workers.n_threads(control.parallel).min(open.len()) {
            let sender = sender.clone();
            let workers = &workers;
            scope.spawn(move || workers.work(&sender));
        }
        drop(sender);
        let end = deliver_in_order(&open, &results, on_game);
        // After an early end, games in progress need not be finished.
        if !matches!(end, Ok(MatchEnd::Complete)) {
            workers.stop.raise();
        }
        end
    })
}

/// Delivers the games in the order of `open`. After a stop, games that come after a lost one are
/// delivered too: a match can be resumed from any set of games.
fn deliver_in_order(
    open: &[u32],
    results: &Receiver<Result<GameRecord, MatchError>>,
    on_game: &mut dyn FnMut(&GameRecord) -> ControlFlow<()>,
) -> Result<MatchEnd, MatchError> {
    let mut reorder_buffer: BTreeMap<u32, GameRecord> = BTreeMap::new();
    let mut expected = open.iter().peekable();
    for result in results {
        let record = result?;
        reorder_buffer.insert(record.game, record);
        while let Some(record) = expected.peek().and_then(|&number| reorder_buffer.remove(number)) {
            expected.next();
            if on_game(&record).is_break() {
                return Ok(MatchEnd::Decided);
            }
        }
    }
    let is_complete = expected.peek().is_none();
    for record in reorder_buffer.values() {
        if on_game(record).is_break() {
            return Ok(MatchEnd::Decided);
        }
    }
    Ok(if is_complete { MatchEnd::Complete } else { MatchEnd::Stopped })
}

/// The threads that play the games of a match.
struct MatchWorkers<'a, 'c> {
    contestants: [&'a Contestant<'c>; 2],
    plan: &'a MatchPlan,
    stop: StopFlag,
    /// The numbers of the games that no thread has begun yet.
    queue: Mutex<std::vec::IntoIter<u32>>,
}

/// The two players of a thread, built before its first game.
type Players = [Option<Box<dyn Player>>; 2];

impl MatchWorkers<'_, '_> {
    fn n_threads(&self, parallel: usize) -> usize {
        let is_timed = self.plan.has_clock()
            || self.contestants.iter().any(|contestant| contestant.is_timed());
        if is_timed { 1 } else { parallel.max(1) }
    }

    fn next_game(&self) -> Option<u32> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).next()
    }

    /// Plays games until none is left or the match is stopped.
    fn work(&self, sender: &Sender<Result<GameRecord, MatchError>>) {
        let mut players = [None, None];
        while !self.stop.is_raised()
            && let Some(number) = self.next_game()
            && let Some(result) = self.play(number, &mut players).transpose()
        {
            let is_error = result.is_err();
            // The receiver is gone when the match has ended early.
            if sender.send(result).is_err() || is_error {
                break;
            }
        }
    }

    /// Plays a game; returns `None` if the game was stopped.
    fn play(&self, game: u32, players: &mut Players) -> Result<Option<GameRecord>, MatchError> {
        let first = MatchPlan::color_of_first(game);
        for (player, contestant) in players.iter_mut().zip(self.contestants) {
            if player.is_none() {
                *player = Some(contestant.build().map_err(MatchError::Player)?);
            }
        }
        let [Some(one), Some(other)] = players else { unreachable!("both were just built") };
        let (black, white) = match first {
            Color::Black => (one, other),
            Color::White => (other, one),
        };
        let opening = self.plan.opening(game);
        let (mut move_seconds, mut thoughts) = (Vec::new(), Vec::new());
        let mut on_event = |event: &MonitorEvent, referee: &Referee| {
            let MonitorEvent::Game { event: GameEvent::Moved { square, used, .. }, report } = event
            else {
                return;
            };
            move_seconds.push(used.as_secs_f64());
            if let Some(thought) = report.clone().filter(|_| self.plan.keeps_thoughts()) {
                let ply = ply_of_last(referee.game(), *square);
                thoughts.push(MoveThought { ply, mv: *square, thought });
            }
        };
        let mut report = Monitor::new(black.as_mut(), white.as_mut())
            .with_seed(self.plan.game_seed(game))
            .with_stop(self.stop.clone())
            .run(Referee::new(opening.clone(), self.plan.clock(game)), &mut on_event);
        // The clock is stopped by now, so any time will do.
        match report.ending {
            GameEnding::Stopped => return Ok(None),
            GameEnding::Left(color) => _ = report.referee.forfeit(color, Duration::ZERO),
            GameEnding::Over { .. } => (),
        }
        if may_be_unusable(&report.ending) {
            *players = [None, None];
        }
        let [black, white] = names_by_color(&self.contestants, first).map(str::to_owned);
        let opening = opening_text(opening);
        Ok(GameRecord::of_report(&report).map(|record| GameRecord {
            game,
            first,
            black,
            white,
            opening,
            move_seconds,
            thoughts,
            ..record
        }))
    }
}

/// Returns the number of the last move to a square, from 1: the events of a move and of the passes after it
/// come when all of them were played.
fn ply_of_last(game: &Game, square: Square) -> usize {
    let is_move = |mv: Move| mv == Move::Place(square);
    game.moves().position(is_move).map_or(0, |index| index + 1)
}

/// Returns whether a player may be unable to play another game after this one.
fn may_be_unusable(ending: &GameEnding) -> bool {
    match ending {
        GameEnding::Over { forfeit, .. } => {
            matches!(forfeit, Some(ForfeitCause::Player(_) | ForfeitCause::Panicked { .. }))
        }
        GameEnding::Left(_) | GameEnding::Stopped => true,
    }
}
