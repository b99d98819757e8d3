//! A program on a thread of its own.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use willow_board::GameSnapshot;
use willow_board::{Color, Game, Move, Outcome, Position};
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
            let synced = SyncedPlayer { player, seed, n_games: 0, synced_game: None };
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
    synced_game: Option<SyncedGame>,
}

/// The part of the game that a player knows.
struct SyncedGame {
    start: Position,
    color: Color,
    moves: Vec<Move>,
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
        let n_known = match &self.synced_game {
            Some(known) if known.is_continued_by(&start, color, &moves) => known.moves.len(),
            _ => {
                self.n_games += 1;
                let seed = self.seed.wrapping_add(self.n_games);
                self.player.start_game(&GameSetup { start, color, seed })?;
                0
            }
        };
        for (ply, &mv) in moves.iter().enumerate().skip(n_known) {
            let position = game.position_at(ply + 1).expect("the game is that long");
            self.player.observe(mv, position);
        }
        self.synced_game = Some(SyncedGame { start, color, moves });
        Ok(())
    }
}

impl SyncedGame {
    fn is_continued_by(&self, start: &Position, color: Color, moves: &[Move]) -> bool {
        self.start == *start && self.color == color && moves.starts_with(&self.moves)
    }
}
