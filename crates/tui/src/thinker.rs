//! A program on a thread of its own, which is asked for moves.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use willow_board::{Color, Game, GameSnapshot, Move, Outcome, Position};
use willow_engine::StopFlag;
use willow_players::{Decision, GameSetup, MoveRequest, Player, PlayerError};

use crate::table::Revision;

/// The thread of a program.
#[derive(Debug)]
pub(crate) struct Thinker {
    requests: Sender<Request>,
    thread: JoinHandle<()>,
}

/// What a program is asked.
#[derive(Debug)]
pub(crate) enum Request {
    /// To choose a move.
    Choose(Box<Question>),
    /// Nothing: the game is over.
    End(Outcome),
}

/// Everything a program needs to choose a move.
#[derive(Debug)]
pub(crate) struct Question {
    /// The state of the table in which it is asked.
    pub(crate) revision: Revision,
    /// The game and the clock.
    pub(crate) snapshot: GameSnapshot,
    /// Tells that the answer is not wanted any more.
    pub(crate) stop: StopFlag,
}

/// What a program says.
#[derive(Debug)]
pub(crate) enum Reply {
    /// It answers a question that was asked in this state of the table.
    Decided(Revision, Result<Decision, PlayerError>),
    /// Its thread panicked.
    Crashed,
}

/// One program's voice among others.
pub(crate) trait Voice: Send + 'static {
    /// Passes a reply on. Nobody may be listening any more.
    fn say(&self, reply: Reply);
}

impl Thinker {
    /// Starts a thread for a program.
    pub(crate) fn start(player: Box<dyn Player>, seed: u64, voice: impl Voice) -> Thinker {
        let (requests, received) = channel();
        let thread = thread::spawn(move || {
            let alarm = Alarm(voice);
            let follower = Follower { player, seed, n_games: 0, following: None };
            think(follower, &received, &alarm.0);
        });
        Thinker { requests, thread }
    }

    /// Asks the program. It answers through its voice.
    pub(crate) fn ask(&self, request: Request) {
        // A thread that is gone has said so: it crashed.
        let _ = self.requests.send(request);
    }

    /// Lets the program end as soon as it has answered; the handle tells when that is.
    pub(crate) fn dismiss(self) -> JoinHandle<()> {
        self.thread
    }
}

/// Tells that a thread panicked when it unwinds.
struct Alarm<V: Voice>(V);

impl<V: Voice> Drop for Alarm<V> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.say(Reply::Crashed);
        }
    }
}

fn think(mut follower: Follower, requests: &Receiver<Request>, voice: &impl Voice) {
    for request in requests {
        match request {
            Request::End(outcome) => follower.player.end_game(&outcome),
            Request::Choose(question) if question.stop.is_raised() => {}
            Request::Choose(question) => {
                let decision = follower.choose(&question);
                voice.say(Reply::Decided(question.revision, decision));
            }
        }
    }
}

/// A player that is kept up to date about the game, whichever way the game goes.
struct Follower {
    player: Box<dyn Player>,
    seed: u64,
    n_games: u64,
    following: Option<Followed>,
}

/// What a player has been told.
struct Followed {
    start: Position,
    color: Color,
    moves: Vec<Move>,
}

impl Follower {
    fn choose(&mut self, question: &Question) -> Result<Decision, PlayerError> {
        self.follow(&question.snapshot.game)?;
        self.player.choose(&MoveRequest::of_snapshot(&question.snapshot, &question.stop))
    }

    /// Tells the player what happened since the last time; after an undo or with another colour the
    /// game begins anew for it.
    fn follow(&mut self, game: &Game) -> Result<(), PlayerError> {
        let (start, color) = (*game.start(), game.position().side_to_move());
        let moves: Vec<Move> = game.moves().collect();
        let told = match &self.following {
            Some(told) if told.goes_on(&start, color, &moves) => told.moves.len(),
            _ => {
                self.n_games += 1;
                let seed = self.seed.wrapping_add(self.n_games);
                self.player.start_game(&GameSetup { start, color, seed })?;
                0
            }
        };
        for (ply, &mv) in moves.iter().enumerate().skip(told) {
            let position = game.position_at(ply + 1).expect("the game is that long");
            self.player.observe(mv, position);
        }
        self.following = Some(Followed { start, color, moves });
        Ok(())
    }
}

impl Followed {
    fn goes_on(&self, start: &Position, color: Color, moves: &[Move]) -> bool {
        self.start == *start && self.color == color && moves.starts_with(&self.moves)
    }
}
