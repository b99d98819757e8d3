//! A game in progress with its clock, and the way back and forth through its moves.

use std::time::Duration;

use willow_board::{
    Action, Clock, Color, Game, GameEvent, Move, Position, Referee, Rejection, TimeControl,
    TimeLeft,
};

use crate::stopwatch::Stopwatch;

/// A game in progress: its moves with the time each took, the clock, and what was taken back.
///
/// Sans-IO: every function that needs the time is told. The clock is a function of the moves and
/// their times, so that it goes back with a move that is taken back and survives a restart.
///
/// Invariant: a side that must pass has passed; the side to move has a move or the game is over.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    /// Lives on the time of `stopwatch`, which is that of all moves and the present turn together.
    referee: Referee,
    stopwatch: Stopwatch,
    control: TimeControl,
    /// The time that each move and pass took.
    times: Vec<Duration>,
    /// What was taken back, the next one to play again last.
    undone: Vec<Ply>,
}

/// A move or pass and the time it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ply {
    mv: Move,
    time: Duration,
}

impl Session {
    /// Returns a session that goes on from `game`, whose moves took no time. Its clock stands still.
    pub(crate) fn new(game: Game, control: TimeControl) -> Session {
        let times = vec![Duration::ZERO; game.n_plies()];
        Session::restored(game, &times, control, Duration::ZERO)
    }

    /// Returns a session as it was left: with the times of its moves, and the time that the side to
    /// move had thought already. Its clock stands still.
    pub(crate) fn restored(
        game: Game,
        times: &[Duration],
        control: TimeControl,
        thought: Duration,
    ) -> Session {
        let line: Vec<Ply> = game.moves().zip(times).map(|(mv, &time)| Ply { mv, time }).collect();
        let mut session = Session::at_start(*game.start(), control);
        session.replay(&line);
        session.stopwatch = Stopwatch::stopped_at(session.elapsed() + thought);
        if game.is_over() {
            session.referee = Referee::new(game, session.referee.clock().clone());
        }
        session
    }

    /// Returns a session that goes on from a recorded game. The times of its moves count if they fit
    /// the time control.
    pub(crate) fn loaded(game: Game, times: &[Duration], control: TimeControl) -> Session {
        let session = Session::restored(game.clone(), times, control, Duration::ZERO);
        if session.game() == &game { session } else { Session::new(game, control) }
    }

    /// Returns the game so far.
    pub(crate) fn game(&self) -> &Game {
        self.referee.game()
    }

    /// Returns the colour of the side to move.
    pub(crate) fn side_to_move(&self) -> Color {
        self.game().position().side_to_move()
    }

    /// Returns the line of play: the game with what was taken back played again, and the time of
    /// every move and pass.
    pub(crate) fn line(&self) -> (Game, Vec<Duration>) {
        let (mut game, mut times) = (self.game().clone(), self.times.clone());
        for ply in self.undone.iter().rev() {
            game.play(ply.mv).expect("what was taken back was legal when it was played");
            times.push(ply.time);
        }
        (game, times)
    }

    /// Returns the time control, the same for both.
    pub(crate) fn control(&self) -> TimeControl {
        self.control
    }

    /// Returns the time that each move and pass took.
    pub(crate) fn times(&self) -> &[Duration] {
        &self.times
    }

    /// Returns the moves and passes that were taken back, in the order in which they were played.
    pub(crate) fn undone(&self) -> impl Iterator<Item = Move> + '_ {
        self.undone.iter().rev().map(|ply| ply.mv)
    }

    /// Returns how long the side to move has been thinking.
    pub(crate) fn thought(&self, now: Duration) -> Duration {
        self.stopwatch.read(now).saturating_sub(self.elapsed())
    }

    /// Returns the clock, and the time at which to read it.
    pub(crate) fn clock(&self, now: Duration) -> (&Clock, Duration) {
        (self.referee.clock(), self.stopwatch.read(now))
    }

    /// Returns what a colour may still use, or `None` if it has no limit.
    pub(crate) fn time_left(&self, color: Color, now: Duration) -> Option<TimeLeft> {
        self.referee.clock().time_left(color, self.stopwatch.read(now))
    }

    /// Returns what the clock of a colour shows, or `None` if it has none: the time for the game,
    /// and when that is used up or there is none, the time for the move.
    pub(crate) fn shown_time(&self, color: Color, now: Duration) -> Option<Duration> {
        let left = self.time_left(color, now)?;
        Some(if left.main.is_zero() { left.byoyomi } else { left.main })
    }

    /// Returns how long it takes until the flag of the side to move falls, if it ever does.
    pub(crate) fn until_flag(&self, now: Duration) -> Option<Duration> {
        let deadline = self.referee.deadline()?;
        Some(deadline.saturating_sub(self.stopwatch.read(now)))
    }

    /// Lets the time run.
    pub(crate) fn run(&mut self, now: Duration) {
        if !self.game().is_over() {
            self.stopwatch.run(now);
        }
    }

    /// Makes the time stand still.
    pub(crate) fn halt(&mut self, now: Duration) {
        self.stopwatch.halt(now);
    }

    /// Does what the side to move has decided, and lets the other side pass if it must.
    ///
    /// # Errors
    /// The move must be legal; else nothing happens.
    pub(crate) fn submit(
        &mut self,
        action: Action,
        now: Duration,
    ) -> Result<Vec<GameEvent>, Rejection> {
        let events = self.referee.submit(action, self.stopwatch.read(now))?;
        for event in &events {
            self.record(event);
        }
        Ok(events)
    }

    /// Ends the game if the flag of the side to move has fallen by now.
    pub(crate) fn tick(&mut self, now: Duration) -> Vec<GameEvent> {
        self.referee.tick(self.stopwatch.read(now))
    }

    /// Gives the game up for a colour.
    pub(crate) fn resign(&mut self, color: Color, now: Duration) -> Vec<GameEvent> {
        self.referee.resign(color, self.stopwatch.read(now))
    }

    /// Takes the game from a colour that broke the rules.
    pub(crate) fn forfeit(&mut self, color: Color, now: Duration) -> Vec<GameEvent> {
        self.referee.forfeit(color, self.stopwatch.read(now))
    }

    /// Goes to the position after so many plies of the line of play that was played and taken back,
    /// or as far as that line goes. A game that had been given up goes on. Time stands still.
    pub(crate) fn go_to(&mut self, n_plies: usize) {
        let played = self.game().moves().zip(&self.times);
        let mut line: Vec<Ply> = played.map(|(mv, &time)| Ply { mv, time }).collect();
        line.extend(self.undone.drain(..).rev());
        *self = Session::at_start(*self.game().start(), self.control);
        self.replay(&line[..n_plies.min(line.len())]);
        self.stopwatch = Stopwatch::stopped_at(self.elapsed());
        // The referee has played the passes behind the last move, too.
        self.undone = line.split_off(self.times.len());
        self.undone.reverse();
    }

    /// Returns the length of the line of play, what was taken back included.
    pub(crate) fn line_len(&self) -> usize {
        self.game().n_plies() + self.undone.len()
    }

    /// Returns the colour to move after so many plies of the line of play, if it has a move there.
    pub(crate) fn mover_at(&self, n_plies: usize) -> Option<Color> {
        let played = self.game().n_plies();
        let mut position = *self.game().position_at(n_plies.min(played))?;
        for mv in self.undone().take(n_plies.saturating_sub(played)) {
            position = position.play(mv).ok()?;
        }
        (!position.legal_moves().is_empty()).then(|| position.side_to_move())
    }

    fn at_start(start: Position, control: TimeControl) -> Session {
        let mut session = Session {
            referee: Referee::new(Game::from_position(start), Clock::new(control)),
            stopwatch: Stopwatch::stopped_at(Duration::ZERO),
            control,
            times: Vec::new(),
            undone: Vec::new(),
        };
        for event in session.referee.start(Duration::ZERO) {
            session.record(&event);
        }
        session
    }

    /// Plays moves that were played before, passes left to the referee.
    fn replay(&mut self, line: &[Ply]) {
        for ply in line.iter().filter(|ply| ply.mv != Move::Pass) {
            let now = self.elapsed() + ply.time;
            // Only a file that was tampered with has a move that came too late.
            let events = self.referee.submit(ply.mv.into(), now).unwrap_or_default();
            for event in &events {
                self.record(event);
            }
        }
    }

    /// Returns the time that all moves took together.
    fn elapsed(&self) -> Duration {
        self.times.iter().sum()
    }

    /// Writes down how long a move took, and forgets what was taken back unless it is played again.
    fn record(&mut self, event: &GameEvent) {
        let (mv, time) = match *event {
            GameEvent::Moved { square, used, .. } => (Move::Place(square), used),
            GameEvent::Passed { .. } => (Move::Pass, Duration::ZERO),
            GameEvent::Ended(_) => return,
        };
        self.times.push(time);
        if self.undone.pop().is_some_and(|undone| undone.mv != mv) {
            self.undone.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use willow_board::Square;

    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn session(control: &str) -> Session {
        let mut session = Session::new(Game::new(), control.parse().unwrap());
        session.run(s(100));
        session
    }

    fn place(session: &mut Session, square: Square, now: Duration) -> Vec<GameEvent> {
        session.submit(Move::Place(square).into(), now).unwrap()
    }

    fn main_time(session: &Session, color: Color, now: Duration) -> Duration {
        session.time_left(color, now).unwrap().main
    }

    #[test]
    fn the_clock_goes_back_with_the_moves() {
        let mut session = session("1:00+1");
        place(&mut session, Square::F5, s(110));
        place(&mut session, Square::D6, s(120));
        assert_eq!(main_time(&session, Color::Black, s(125)), s(46));
        session.go_to(1);
        session.run(s(130));
        assert_eq!(main_time(&session, Color::Black, s(131)), s(51));
        assert_eq!(main_time(&session, Color::White, s(131)), s(59));
        session.go_to(2);
        assert_eq!(main_time(&session, Color::White, s(200)), s(51));
        assert_eq!(session.times(), [s(10), s(10)]);
    }

    #[test]
    fn the_same_move_keeps_what_was_taken_back() {
        let mut session = session("none");
        for square in [Square::F5, Square::D6, Square::C3] {
            place(&mut session, square, s(100));
        }
        session.go_to(0);
        session.run(s(100));
        assert_eq!(session.undone().count(), 3);
        place(&mut session, Square::F5, s(100));
        assert_eq!(session.undone().collect::<Vec<_>>(), [Square::D6.into(), Square::C3.into()]);
        place(&mut session, Square::F6, s(100));
        assert_eq!(session.line_len(), 2);
    }

    #[test]
    fn a_restored_session_has_the_times_of_the_old_one() {
        let mut session = session("1:00");
        place(&mut session, Square::F5, s(110));
        let again = Session::restored(
            session.game().clone(),
            session.times(),
            session.control(),
            session.thought(s(113)),
        );
        assert_eq!(main_time(&again, Color::Black, s(0)), s(50));
        assert_eq!(main_time(&again, Color::White, s(1000)), s(57));
        assert_eq!(again.thought(s(5)), s(3));
    }

    #[test]
    fn a_pause_costs_nothing() {
        let mut session = session("0:10");
        session.halt(s(105));
        assert_eq!(session.tick(s(500)), []);
        session.run(s(500));
        assert_eq!(session.until_flag(s(502)), Some(s(3)));
        assert!(matches!(session.tick(s(506))[..], [GameEvent::Ended(_)]));
        session.go_to(0);
        assert_eq!(main_time(&session, Color::Black, s(506)), s(10));
    }
}
