//! The programs at the table, each on its thread, and the adviser.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use willow_board::{Clock, GameSnapshot, TimeControl};
use willow_engine::StopFlag;
use willow_players::Player;

use crate::options::PlayError;
use crate::table::{PlayerId, Revision, Table};
use crate::thinker::{Question, Reply, Request, Thinker, Voice};

/// The programs at the table and the adviser.
///
/// Invariant: nobody thinks about a state of the table that has passed; see [`Crew::follow`].
#[derive(Debug)]
pub(crate) struct Crew {
    /// The players by their [`PlayerId`]; people need no thread.
    players: [Option<Thinker>; 2],
    adviser: Thinker,
    answers: Receiver<Answer>,
    move_asked: Option<Asked>,
    advice_asked: Option<Asked>,
    end_told: Option<Revision>,
}

/// How long programs are waited for at the end.
const FAREWELL: Duration = Duration::from_millis(300);

/// A question that is out.
#[derive(Debug)]
struct Asked {
    revision: Revision,
    stop: StopFlag,
}

/// What a program says, and in which role.
#[derive(Debug)]
pub(crate) struct Answer {
    /// Who says it.
    pub(crate) role: Role,
    /// What it says.
    pub(crate) reply: Reply,
}

/// What a program is here for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// It plays.
    Player,
    /// It advises people.
    Adviser,
}

/// A program's way to tell its answers.
struct RoleVoice {
    role: Role,
    answers: Sender<Answer>,
}

impl Voice for RoleVoice {
    fn say(&self, reply: Reply) {
        // If nobody listens any more the game is being left.
        let _ = self.answers.send(Answer { role: self.role, reply });
    }
}

impl Crew {
    /// Starts the threads of the programs. A person has `None`.
    pub(crate) fn start(
        players: [Option<Box<dyn Player>>; 2],
        adviser: Box<dyn Player>,
        seed: u64,
    ) -> Crew {
        let (sender, answers) = channel();
        let start = |role, player| {
            Thinker::start(player, seed, RoleVoice { role, answers: sender.clone() })
        };
        Crew {
            players: players.map(|player| player.map(|player| start(Role::Player, player))),
            adviser: start(Role::Adviser, adviser),
            answers,
            move_asked: None,
            advice_asked: None,
            end_told: None,
        }
    }

    /// Stops who thinks about a state of the table that has passed, and asks whom the table waits
    /// for.
    pub(crate) fn follow(&mut self, table: &Table, now: Duration) {
        let revision = table.revision();
        retire(&mut self.move_asked, revision);
        retire(&mut self.advice_asked, revision);
        if let Some(color) = table.wanted_move()
            && self.move_asked.is_none()
        {
            let (clock, now) = table.session().clock(now);
            let question = question(table, clock.clone(), now);
            self.move_asked = Some(Asked { revision, stop: question.stop.clone() });
            self.tell(table.seat(color).player, Request::Choose(question));
        }
        if table.wanted_advice().is_some() && self.advice_asked.is_none() {
            let question = question(table, Clock::new(TimeControl::Unlimited), now);
            self.advice_asked = Some(Asked { revision, stop: question.stop.clone() });
            self.adviser.ask(Request::Choose(question));
        }
        if let Some(outcome) = table.game().outcome()
            && self.end_told != Some(revision)
        {
            self.end_told = Some(revision);
            self.tell(PlayerId(0), Request::End(outcome));
            self.tell(PlayerId(1), Request::End(outcome));
        }
    }

    /// Returns the next answer, if there is one within this time.
    ///
    /// # Errors
    /// A program crashed.
    pub(crate) fn answer(&mut self, patience: Duration) -> Result<Option<Answer>, PlayError> {
        let answer = match self.answers.recv_timeout(patience) {
            Ok(answer) => answer,
            Err(RecvTimeoutError::Timeout) => return Ok(None),
            Err(RecvTimeoutError::Disconnected) => return Err(PlayError::Crashed),
        };
        if matches!(answer.reply, Reply::Crashed) {
            return Err(PlayError::Crashed);
        }
        if answer.role == Role::Adviser {
            // The same question may be asked again in the same state.
            self.advice_asked = None;
        }
        Ok(Some(answer))
    }

    /// Lets everybody stop and end, and waits for those who do so soon: a program behind a protocol
    /// should hear of its end. Who is still busy then is left to the end of the process.
    pub(crate) fn dismiss(mut self) {
        let everything = [self.move_asked.take(), self.advice_asked.take()];
        for asked in everything.into_iter().flatten() {
            asked.stop.raise();
        }
        let thinkers = self.players.into_iter().flatten().chain([self.adviser]);
        let threads: Vec<_> = thinkers.map(Thinker::dismiss).collect();
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline && !threads.iter().all(JoinHandle::is_finished) {
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn tell(&self, player: PlayerId, request: Request) {
        if let Some(thinker) = &self.players[player.0] {
            thinker.ask(request);
        }
    }
}

fn question(table: &Table, clock: Clock, now: Duration) -> Box<Question> {
    let snapshot = GameSnapshot { game: table.game().clone(), clock, now };
    Box::new(Question { revision: table.revision(), snapshot, stop: StopFlag::new() })
}

/// Stops who was asked in another state of the table.
fn retire(asked: &mut Option<Asked>, revision: Revision) {
    if let Some(asked) = asked.take_if(|asked| asked.revision != revision) {
        asked.stop.raise();
    }
}

#[cfg(test)]
mod tests;
