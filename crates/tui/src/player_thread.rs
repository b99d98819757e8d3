//! A program on a thread of its own.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use willow_board::{Game, GameSnapshot, Move, Outcome};
use willow_engine::StopFlag;
use willow_players::{Decision, GameSetup, MoveRequest, Player, PlayerError};

use crate::local_game::Revision;
use crate::options::PlayError;

/// A handle of a program's thread.
#[derive(Debug)]
pub(crate) struct PlayerThread {
    requests: Sender<PlayerRequest>,
    thread: JoinHandle<()>,
}

/// A request to a program.
#[derive(Debug)]
pub(crate) enum PlayerRequest {
    ChooseMove(Box<MoveTask>),
    /// The game is over; no reply is expected.
    EndGame(Outcome),
}

/// Everything a program needs to choose a move.
#[derive(Debug)]
pub(crate) struct MoveTask {
    /// The revision of the game in which the request is made.
    pub(crate) revision: Revision,
    /// The game and the clock.
    pub(crate) snapshot: GameSnapshot,
    /// Is raised when the reply is not needed any more.
    pub(crate) stop: StopFlag,
}

/// The answer of a program to a [`MoveTask`].
#[derive(Debug)]
pub(crate) struct PlayerReply {
    pub(crate) role: Role,
    /// The revision of the game in which the program was asked.
    pub(crate) asked: Revision,
    pub(crate) decision: Result<Decision, PlayerError>,
}

/// The role of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Plays one side.
    Player,
    /// Gives hints and values.
    Adviser,
}

impl PlayerThread {
    /// Starts a program's thread.
    pub(crate) fn start(
        player: Box<dyn Player>,
        seed: u64,
        role: Role,
        replies: Sender<Result<PlayerReply, PlayError>>,
    ) -> PlayerThread {
        let (requests, received) = channel();
        let thread = thread::spawn(move || {
            let notifier = PanicNotifier(replies);
            let synced = SyncedPlayer { player, seed, n_games: 0, setup: None, known: Vec::new() };
            serve_requests(synced, role, &received, &notifier.0);
        });
        PlayerThread { requests, thread }
    }

    /// Sends a request.
    pub(crate) fn send(&self, request: PlayerRequest) {
        // A thread that has ended has panicked, and has reported that.
        let _ = self.requests.send(request);
    }

    /// Closes the request channel, so that the thread ends after its current request. The handle
    /// tells when it has ended.
    pub(crate) fn shut_down(self) -> JoinHandle<()> {
        self.thread
    }
}

/// Reports a panic of its thread when dropped during unwinding.
struct PanicNotifier(Sender<Result<PlayerReply, PlayError>>);

impl Drop for PanicNotifier {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.0.send(Err(PlayError::Crashed));
        }
    }
}

fn serve_requests(
    mut synced: SyncedPlayer,
    role: Role,
    requests: &Receiver<PlayerRequest>,
    replies: &Sender<Result<PlayerReply, PlayError>>,
) {
    for request in requests {
        match request {
            PlayerRequest::EndGame(outcome) => synced.player.end_game(&outcome),
            PlayerRequest::ChooseMove(move_task) if move_task.stop.is_raised() => {}
            PlayerRequest::ChooseMove(move_task) => {
                let decision = synced.choose(&move_task);
                let reply = PlayerReply { role, asked: move_task.revision, decision };
                // There is no receiver any more if the program is about to exit.
                let _ = replies.send(Ok(reply));
            }
        }
    }
}

/// A player that is told every move, and that gets a new game after an undo or a change of colours.
struct SyncedPlayer {
    player: Box<dyn Player>,
    seed: u64,
    n_games: u64,
    /// The game that the player has begun, and the moves of it that it knows.
    setup: Option<GameSetup>,
    known: Vec<Move>,
}

impl SyncedPlayer {
    fn choose(&mut self, move_task: &MoveTask) -> Result<Decision, PlayerError> {
        self.sync(&move_task.snapshot.game)?;
        self.player.choose(&MoveRequest::of_snapshot(&move_task.snapshot, &move_task.stop))
    }

    /// Tells the player the moves since the last call. After an undo, or with another colour, the
    /// player starts a new game.
    fn sync(&mut self, game: &Game) -> Result<(), PlayerError> {
        let (start, color) = (*game.start(), game.position().side_to_move());
        let moves: Vec<Move> = game.moves().collect();
        let is_same = |setup: &GameSetup| (setup.start, setup.color) == (start, color);
        if !self.setup.as_ref().is_some_and(is_same) || !moves.starts_with(&self.known) {
            self.n_games += 1;
            let setup = GameSetup { start, color, seed: self.seed.wrapping_add(self.n_games) };
            self.player.start_game(&setup)?;
            self.setup = Some(setup);
            self.known.clear();
        }
        for (ply, &mv) in moves.iter().enumerate().skip(self.known.len()) {
            let position = game.position_at(ply + 1).expect("`ply` counts the moves of this game");
            self.player.observe(mv, position);
        }
        self.known = moves;
        Ok(())
    }
}
