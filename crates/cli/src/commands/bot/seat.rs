//! A player on a thread of its own, for one game on a server.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use willow_board::{Action, Clock, Game, Move, Outcome};
use willow_players::{Decision, GameSetup, MoveRequest, Player, PlayerError, StopFlag};
use willow_protocol::GameId;

/// The time of each turn that is reserved for the network.
const LAG: Duration = Duration::from_millis(100);

/// A player's answer to a question.
pub(super) struct Found {
    pub(super) game: GameId,
    /// The number of the question.
    pub(super) ticket: u64,
    pub(super) answer: Result<Decision, PlayerError>,
}

/// A request to a player.
#[expect(clippy::large_enum_variant, reason = "all but the last of a game are the large one")]
enum Job {
    /// Choose a move in the game with these moves.
    Choose { moves: Vec<Move>, clock: Clock, ticket: u64, stop: StopFlag },
    /// Hear the result.
    End(Outcome),
}

/// A player on its thread, which ends when this is dropped.
pub(super) struct Seat {
    jobs: Sender<Job>,
    stop: StopFlag,
}

impl Seat {
    /// Starts the thread, and the player on it.
    pub(super) fn start(
        player: Box<dyn Player>,
        game: GameId,
        setup: GameSetup,
        answers: Sender<Found>,
    ) -> (Seat, JoinHandle<()>) {
        let (jobs, queue) = mpsc::channel();
        let thread = thread::spawn(move || {
            SeatedPlayer::new(player, setup).work(game, &queue, &answers);
        });
        (Seat { jobs, stop: StopFlag::new() }, thread)
    }

    /// Replaces the pending request by one for a move.
    pub(super) fn ask(&mut self, moves: Vec<Move>, clock: Clock, ticket: u64) {
        self.stop.raise();
        self.stop = StopFlag::new();
        // The thread lives as long as its queue.
        let _ = self.jobs.send(Job::Choose { moves, clock, ticket, stop: self.stop.clone() });
    }

    /// Reports the result of the game.
    pub(super) fn end(self, outcome: Outcome) {
        let _ = self.jobs.send(Job::End(outcome));
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

/// A player, and the moves that it knows.
struct SeatedPlayer {
    player: Box<dyn Player>,
    setup: GameSetup,
    has_begun: bool,
    game: Game,
}

impl SeatedPlayer {
    fn new(player: Box<dyn Player>, setup: GameSetup) -> SeatedPlayer {
        SeatedPlayer { player, setup, has_begun: false, game: Game::from_position(setup.start) }
    }

    fn work(mut self, game: GameId, jobs: &Receiver<Job>, answers: &Sender<Found>) {
        for job in jobs {
            match job {
                Job::End(outcome) => self.player.end_game(&outcome),
                Job::Choose { moves, clock, ticket, stop } => {
                    let choose = AssertUnwindSafe(|| self.choose(&moves, clock, &stop));
                    let answer = catch_unwind(choose)
                        .unwrap_or_else(|_| Err(self.failed("it panicked".to_owned())));
                    // The bot may have ended.
                    let _ = answers.send(Found { game, ticket, answer });
                }
            }
        }
    }

    fn failed(&self, reason: String) -> PlayerError {
        PlayerError::Failed { player: self.player.name().to_owned(), reason }
    }

    fn choose(
        &mut self,
        moves: &[Move],
        mut clock: Clock,
        stop: &StopFlag,
    ) -> Result<Decision, PlayerError> {
        if !self.has_begun {
            self.player.start_game(&self.setup)?;
            self.has_begun = true;
        }
        self.follow(moves)?;
        let position = self.game.position();
        clock.start(position.side_to_move(), Duration::ZERO);
        let decision = self.player.choose(&MoveRequest::new(&self.game, &clock, LAG, stop))?;
        match decision.action {
            Action::Play(mv) => match position.check(mv) {
                Ok(()) => Ok(decision),
                Err(reason) => Err(self.failed(format!("{mv} is illegal: {reason}"))),
            },
            Action::Resign => Ok(decision),
        }
    }

    /// Takes the moves of the server, and reports those that are new to the player.
    fn follow(&mut self, moves: &[Move]) -> Result<(), PlayerError> {
        let known = self.game.moves().zip(moves).take_while(|(known, mv)| known == *mv).count();
        while known < self.game.n_plies() {
            self.game.undo();
        }
        for &mv in &moves[known..] {
            let played = self.game.play(mv).map(drop);
            played.map_err(|error| self.failed(format!("the server's game has {error}")))?;
            self.player.observe(mv, self.game.position());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use willow_board::{Color, DiscDiff, EndReason, Position, TimeControl};

    use super::*;

    /// Plays the first legal move and records the messages that it receives.
    struct Recorder(Arc<Mutex<Vec<String>>>);

    impl Recorder {
        fn write(&self, line: String) {
            self.0.lock().unwrap().push(line);
        }
    }

    impl Player for Recorder {
        fn name(&self) -> &'static str {
            "recorder"
        }

        fn start_game(&mut self, setup: &GameSetup) -> Result<(), PlayerError> {
            self.write(format!("start {}", setup.color));
            Ok(())
        }

        fn choose(&mut self, turn: &MoveRequest<'_>) -> Result<Decision, PlayerError> {
            let n_plies = turn.game.n_plies();
            self.write(format!("choose at {n_plies}"));
            assert_ne!(n_plies, 5, "a fault for the test");
            let first = turn.game.position().legal_moves().first().unwrap();
            let illegal = "a1".parse().unwrap();
            Ok(Decision::from(Move::Place(if n_plies == 3 { illegal } else { first })))
        }

        fn observe(&mut self, mv: Move, position: &Position) {
            self.write(format!("{mv}, then {}", position.side_to_move()));
        }

        fn end_game(&mut self, outcome: &Outcome) {
            self.write(format!("{} by {}", outcome.reason, outcome.result.value()));
        }
    }

    #[test]
    fn a_player_is_told_of_every_move_once_and_its_failures_come_back() {
        let told = Arc::new(Mutex::new(Vec::new()));
        let (answers, found) = mpsc::channel();
        let setup = GameSetup { start: Position::START, color: Color::White, seed: 1 };
        let (mut seat, thread) =
            Seat::start(Box::new(Recorder(Arc::clone(&told))), GameId(7), setup, answers);
        let mut ask = |moves: &str, ticket| {
            let moves = moves.split(' ').map(|mv| mv.parse().unwrap()).collect();
            seat.ask(moves, Clock::new(TimeControl::Unlimited), ticket);
            let found: Found = found.recv().unwrap();
            assert_eq!((found.game, found.ticket), (GameId(7), ticket));
            found.answer.map(|_| ()).map_err(|error| error.to_string())
        };
        assert_eq!(ask("f5", 1), Ok(()));
        let failed = |reason: &str| Err(format!("recorder failed: {reason}"));
        assert_eq!(ask("f5 d6 c3", 2), failed("a1 is illegal: a1 flips no disc"));
        assert_eq!(ask("f5 d6 c3 d3 c4", 3), failed("it panicked"));
        // The server takes moves back and another one is made.
        assert_eq!(ask("f5 f6", 4), Ok(()));
        assert!(ask("f5 f6 a1", 5).is_err());
        let reason = EndReason::TimedOut(Color::Black);
        let result = DiscDiff::clamped(-64);
        seat.end(Outcome { result, black_discs: 3, white_discs: 3, reason });
        thread.join().unwrap();
        let expected = [
            "start White",
            "f5, then White",
            "choose at 1",
            "d6, then Black",
            "c3, then White",
            "choose at 3",
            "d3, then Black",
            "c4, then White",
            "choose at 5",
            "f6, then Black",
            "choose at 2",
            "Black ran out of time by -64",
        ];
        assert_eq!(*told.lock().unwrap(), expected);
    }
}
