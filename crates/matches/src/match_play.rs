//! Plays the games of a match, several at once, and hands them out in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use willow_board::{Color, GameEvent, Referee};
use willow_players::{Player, StopFlag};

use crate::game_record::Pairing;
use crate::match_plan::names_by_color;
use crate::{
    Contestant, Fault, GameEnding, GameRecord, MatchError, MatchPlan, Monitor, MonitorEvent, Pace,
};

/// What connects a running match to the world outside.
pub struct MatchControl<'a> {
    /// The number of games played at once. Players and clocks that measure time play one at a time
    /// whatever it says.
    pub parallel: usize,
    /// Breaks the match off; games in progress are lost. It is also raised by a match that ends
    /// early for another reason.
    pub stop: &'a StopFlag,
    /// Is given every game, in the order of their numbers, and may end the match.
    pub on_game: &'a mut dyn FnMut(&GameRecord) -> ControlFlow<()>,
}

/// How a match came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchEnd {
    /// All games were played.
    Complete,
    /// Whoever was given the games has seen enough.
    Decided,
    /// The stop flag was raised.
    Stopped,
}

/// Plays all games of a match but those that are finished already.
///
/// A match that was broken off goes on with the same plan and the records it had given out. With
/// players whose moves depend on nothing but the game and their seeds, the games are the same
/// whether it was broken off or not and however many are played at once.
///
/// # Errors
/// The players must be there, and the finished games must belong to this match.
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
    let open: Vec<u32> = (1..=plan.n_games()).filter(|number| !is_finished(number)).collect();
    let hall = MatchWorkers {
        contestants,
        plan,
        stop: control.stop.clone(),
        queue: Mutex::new(open.clone().into_iter()),
    };
    let (results, inbox) = mpsc::channel();
    let MatchControl { on_game, .. } = control;
    thread::scope(|scope| {
        // Whatever ends this closure, a panic too, closes the inbox and so sends the players home.
        let inbox = inbox;
        for _ in 0..hall.n_tables(control.parallel).min(open.len()) {
            let results = results.clone();
            let hall = &hall;
            scope.spawn(move || hall.work(&results));
        }
        drop(results);
        let end = hand_out(&open, &inbox, on_game);
        // Nobody waits for games that nobody will be given.
        if !matches!(end, Ok(MatchEnd::Complete)) {
            hall.stop.raise();
        }
        end
    })
}

/// Gives the games out in the order of `open`. After a stop, those that come after a lost one are
/// given out too: a match can go on with any games.
fn hand_out(
    open: &[u32],
    inbox: &Receiver<Result<GameRecord, MatchError>>,
    on_game: &mut dyn FnMut(&GameRecord) -> ControlFlow<()>,
) -> Result<MatchEnd, MatchError> {
    let mut waiting: BTreeMap<u32, GameRecord> = BTreeMap::new();
    let mut expected = open.iter().peekable();
    for result in inbox {
        let record = result?;
        waiting.insert(record.game, record);
        while let Some(record) = expected.peek().and_then(|&number| waiting.remove(number)) {
            expected.next();
            if on_game(&record).is_break() {
                return Ok(MatchEnd::Decided);
            }
        }
    }
    let is_complete = expected.peek().is_none();
    for record in waiting.values() {
        if on_game(record).is_break() {
            return Ok(MatchEnd::Decided);
        }
    }
    Ok(if is_complete { MatchEnd::Complete } else { MatchEnd::Stopped })
}

/// Where the games are played.
struct MatchWorkers<'a, 'c> {
    contestants: [&'a Contestant<'c>; 2],
    plan: &'a MatchPlan,
    stop: StopFlag,
    /// The numbers of the games that nobody plays yet.
    queue: Mutex<std::vec::IntoIter<u32>>,
}

/// The two players of a thread, made when they are needed first.
type Players = [Option<Box<dyn Player>>; 2];

impl MatchWorkers<'_, '_> {
    fn n_tables(&self, parallel: usize) -> usize {
        let is_timed = self.plan.has_clock()
            || self.contestants.iter().any(|contestant| contestant.pace() == Pace::Timed);
        if is_timed { 1 } else { parallel.max(1) }
    }

    fn next_game(&self) -> Option<u32> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).next()
    }

    /// Plays one game after the other until there are none left.
    fn work(&self, results: &Sender<Result<GameRecord, MatchError>>) {
        let mut players = [None, None];
        while !self.stop.is_raised()
            && let Some(number) = self.next_game()
            && let Some(result) = self.play(number, &mut players).transpose()
        {
            let is_error = result.is_err();
            // The match ends early when nobody listens any more.
            if results.send(result).is_err() || is_error {
                break;
            }
        }
    }

    /// Plays a game; returns `None` if it was broken off.
    fn play(&self, game: u32, players: &mut Players) -> Result<Option<GameRecord>, MatchError> {
        let first = MatchPlan::color_of_first(game);
        for (player, contestant) in players.iter_mut().zip(self.contestants) {
            if player.is_none() {
                *player = Some(contestant.build().map_err(MatchError::Player)?);
            }
        }
        let [Some(one), Some(other)] = players else { unreachable!("both were just made") };
        let (black, white) = match first {
            Color::Black => (one, other),
            Color::White => (other, one),
        };
        let opening = self.plan.opening(game);
        let mut move_times = Vec::new();
        let mut on_event = |event: &MonitorEvent, _: &Referee| {
            if let MonitorEvent::Game { event: GameEvent::Moved { used, .. }, .. } = event {
                move_times.push(*used);
            }
        };
        let mut report = Monitor::new(black.as_mut(), white.as_mut())
            .with_seed(self.plan.game_seed(game))
            .with_stop(self.stop.clone())
            .run(Referee::new(opening.clone(), self.plan.clock(game)), &mut on_event);
        // The clock stands still by now: it does not matter what time it is.
        match report.ending {
            GameEnding::Stopped => return Ok(None),
            GameEnding::Left(color) => _ = report.referee.forfeit(color, Duration::ZERO),
            GameEnding::Over { .. } => (),
        }
        if is_broken(&report.ending) {
            *players = [None, None];
        }
        let names = names_by_color(&self.contestants, first);
        let pairing = Pairing { game, first, names, opening, move_times: &move_times };
        Ok(GameRecord::new(pairing, &report))
    }
}

/// Returns whether a player may be unable to play another game after this one.
fn is_broken(ending: &GameEnding) -> bool {
    match ending {
        GameEnding::Over { fault, .. } => {
            matches!(fault, Some(Fault::Player(_) | Fault::Panicked { .. }))
        }
        GameEnding::Left(_) | GameEnding::Stopped => true,
    }
}
