//! The threads of the programs that play, and of the program that gives hints.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use willow_board::GameSnapshot;
use willow_board::{Clock, TimeControl};
use willow_engine::StopFlag;
use willow_players::Player;

use crate::local_game::{LocalGame, PlayerId, Revision};
use crate::options::PlayError;
use crate::player_thread::{MoveTask, PlayerReply, PlayerRequest, PlayerThread, Role};

/// The threads of the programs in a local game: at most one for each player, and one for the
/// adviser, which gives hints and values.
///
/// Invariant: after [`EngineThreads::sync`] no thread works on an outdated state of the game.
#[derive(Debug)]
pub(crate) struct EngineThreads {
    /// The players by their [`PlayerId`]; `None` for people.
    players: [Option<PlayerThread>; 2],
    adviser: PlayerThread,
    replies: Receiver<Result<PlayerReply, PlayError>>,
    pending_move: Option<PendingRequest>,
    pending_advice: Option<PendingRequest>,
    end_sent_for: Option<Revision>,
}

/// How long [`EngineThreads::shut_down`] waits for programs to end.
const SHUTDOWN_GRACE: Duration = Duration::from_millis(300);

/// A request that has not been answered.
#[derive(Debug)]
struct PendingRequest {
    revision: Revision,
    stop: StopFlag,
}

impl EngineThreads {
    /// Starts a thread for each program; `None` stands for a person.
    pub(crate) fn start(
        players: [Option<Box<dyn Player>>; 2],
        adviser: Box<dyn Player>,
        seed: u64,
    ) -> EngineThreads {
        let (sender, replies) = channel();
        let start = |role, player| PlayerThread::start(player, seed, role, sender.clone());
        EngineThreads {
            players: players.map(|player| player.map(|player| start(Role::Player, player))),
            adviser: start(Role::Adviser, adviser),
            replies,
            pending_move: None,
            pending_advice: None,
            end_sent_for: None,
        }
    }

    /// Cancels requests about outdated states of the game, and sends the requests that the current
    /// state needs.
    pub(crate) fn sync(&mut self, local_game: &LocalGame, now: Duration) {
        let revision = local_game.revision();
        cancel_stale(&mut self.pending_move, revision);
        cancel_stale(&mut self.pending_advice, revision);
        if let Some(color) = local_game.wanted_move()
            && self.pending_move.is_none()
        {
            let (clock, now) = local_game.session().clock(now);
            let move_task = move_task(local_game, clock.clone(), now);
            self.pending_move = Some(PendingRequest { revision, stop: move_task.stop.clone() });
            self.send(local_game.player(color).id, PlayerRequest::ChooseMove(move_task));
        }
        if local_game.wanted_advice().is_some() && self.pending_advice.is_none() {
            let move_task = move_task(local_game, Clock::new(TimeControl::Unlimited), now);
            self.pending_advice = Some(PendingRequest { revision, stop: move_task.stop.clone() });
            self.adviser.send(PlayerRequest::ChooseMove(move_task));
        }
        if let Some(outcome) = local_game.game().outcome()
            && self.end_sent_for != Some(revision)
        {
            self.end_sent_for = Some(revision);
            self.send(PlayerId(0), PlayerRequest::EndGame(outcome));
            self.send(PlayerId(1), PlayerRequest::EndGame(outcome));
        }
    }

    /// Waits for the next reply, at most for `timeout`.
    ///
    /// # Errors
    /// A program's thread has panicked.
    pub(crate) fn next_reply(
        &mut self,
        timeout: Duration,
    ) -> Result<Option<PlayerReply>, PlayError> {
        let reply = match self.replies.recv_timeout(timeout) {
            Ok(reply) => reply?,
            Err(RecvTimeoutError::Timeout) => return Ok(None),
            Err(RecvTimeoutError::Disconnected) => return Err(PlayError::Crashed),
        };
        if reply.role == Role::Adviser {
            // The user may ask for a hint again in the same state.
            self.pending_advice = None;
        }
        Ok(Some(reply))
    }

    /// Stops all programs and waits briefly for their threads, so that external engines get their
    /// `quit`. A thread that is still busy after that ends with the process.
    pub(crate) fn shut_down(mut self) {
        let all_pending = [self.pending_move.take(), self.pending_advice.take()];
        for pending in all_pending.into_iter().flatten() {
            pending.stop.raise();
        }
        let player_threads = self.players.into_iter().flatten().chain([self.adviser]);
        let handles: Vec<_> = player_threads.map(PlayerThread::shut_down).collect();
        let deadline = Instant::now() + SHUTDOWN_GRACE;
        while Instant::now() < deadline && !handles.iter().all(JoinHandle::is_finished) {
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn send(&self, player: PlayerId, request: PlayerRequest) {
        if let Some(thread) = &self.players[player.0] {
            thread.send(request);
        }
    }
}

fn move_task(local_game: &LocalGame, clock: Clock, now: Duration) -> Box<MoveTask> {
    let snapshot = GameSnapshot { game: local_game.game().clone(), clock, now };
    Box::new(MoveTask { revision: local_game.revision(), snapshot, stop: StopFlag::new() })
}

/// Cancels a request that was made in another revision.
fn cancel_stale(pending: &mut Option<PendingRequest>, revision: Revision) {
    if let Some(stale) = pending.take_if(|pending| pending.revision != revision) {
        stale.stop.raise();
    }
}

#[cfg(test)]
mod tests;
