//! A game in progress with its clock, undo and redo.

use std::time::Duration;

use willow_board::{
    Action, Clock, Color, EndReason, Game, GameEvent, Move, Position, Referee, Rejection,
    TimeControl, TimeLeft,
};

use crate::stopwatch::Stopwatch;

/// A game in progress: its moves with their times, its clock, and the moves that were taken back.
///
/// Sans-IO: the time is an argument. The clock follows from the moves and their times, so undo sets
/// it back and a restart restores it.
///
/// Invariant: a side that must pass has passed; the side to move has a move or the game is over.
#[derive(Clone, Debug)]
pub(crate) struct GameSession {
    /// Runs on the time of `stopwatch`: the thinking time of all moves and of the current turn.
    referee: Referee,
    stopwatch: Stopwatch,
    control: TimeControl,
    /// The time that each move and pass took.
    times: Vec<Duration>,
    /// The moves that were taken back; the next one to redo is the last.
    undone: Vec<TimedMove>,
    /// The number of plies of the full line that the game began with. They took no time, and give no
    /// increments.
    opening_len: usize,
}

/// A move or pass and the time it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TimedMove {
    mv: Move,
    time: Duration,
}

impl GameSession {
    /// Begins after the moves of `opening`, which can be taken back. The clock is stopped.
    pub(crate) fn new(opening: Game, control: TimeControl) -> GameSession {
        let opening_len = opening.n_plies();
        let mut session = GameSession {
            referee: Referee::new(opening, Clock::new(control)),
            stopwatch: Stopwatch::stopped_at(Duration::ZERO),
            control,
            times: vec![Duration::ZERO; opening_len],
            undone: Vec::new(),
            opening_len,
        };
        for event in session.referee.start(Duration::ZERO) {
            session.record(&event);
        }
        session
    }

    /// Restores a session from the number of plies that it began with, the times of its moves and
    /// the time that the side to move had been thinking. The clock is stopped.
    pub(crate) fn restored(
        game: Game,
        opening_len: usize,
        times: &[Duration],
        control: TimeControl,
        think_time: Duration,
    ) -> GameSession {
        let line: Vec<TimedMove> =
            game.moves().zip(times).map(|(mv, &time)| TimedMove { mv, time }).collect();
        let opening_len = opening_len.min(line.len());
        let mut session = GameSession::new(game_of(*game.start(), &line[..opening_len]), control);
        session.replay(&line[opening_len..]);
        session.stopwatch = Stopwatch::stopped_at(session.elapsed() + think_time);
        if game.is_over() {
            session.referee = Referee::new(game, session.referee.clock().clone());
        }
        session
    }

    /// Continues a recorded game. The times of its moves are used if they fit the time control.
    pub(crate) fn loaded(game: &Game, times: &[Duration], control: TimeControl) -> GameSession {
        let restore =
            |times: &[_]| GameSession::restored(game.clone(), 0, times, control, Duration::ZERO);
        let session = restore(times);
        if session.game() == game { session } else { restore(&vec![Duration::ZERO; times.len()]) }
    }

    /// Returns the game so far.
    pub(crate) fn game(&self) -> &Game {
        self.referee.game()
    }

    /// Returns the colour of the side to move.
    pub(crate) fn side_to_move(&self) -> Color {
        self.game().position().side_to_move()
    }

    /// Returns the full line: the game with all moves redone, and the time of every move and pass.
    pub(crate) fn full_line(&self) -> (Game, Vec<Duration>) {
        let (mut game, mut times) = (self.game().clone(), self.times.clone());
        for ply in self.undone.iter().rev() {
            game.play(ply.mv).expect("what was taken back was legal when it was played");
            times.push(ply.time);
        }
        (game, times)
    }

    /// Returns the number of plies of the full line that the game began with.
    pub(crate) fn opening_len(&self) -> usize {
        self.opening_len
    }

    /// Returns the game as it began.
    pub(crate) fn opening(&self) -> Game {
        self.full_line().0.first_plies(self.opening_len)
    }

    /// Returns the time control of both sides.
    pub(crate) fn control(&self) -> TimeControl {
        self.control
    }

    /// Returns the time that each move and pass took.
    pub(crate) fn times(&self) -> &[Duration] {
        &self.times
    }

    /// Returns the moves and passes that were taken back, in playing order.
    pub(crate) fn undone(&self) -> impl Iterator<Item = Move> + '_ {
        self.undone.iter().rev().map(|ply| ply.mv)
    }

    /// Returns how long the side to move has been thinking.
    pub(crate) fn think_time(&self, now: Duration) -> Duration {
        self.stopwatch.read(now).saturating_sub(self.elapsed())
    }

    /// Returns the clock, and the time at which to read it.
    pub(crate) fn clock(&self, now: Duration) -> (&Clock, Duration) {
        (self.referee.clock(), self.stopwatch.read(now))
    }

    /// Returns a side's remaining time; `None` without a limit.
    pub(crate) fn time_left(&self, color: Color, now: Duration) -> Option<TimeLeft> {
        self.referee.clock().time_left(color, self.stopwatch.read(now))
    }

    /// Returns the time that a side's clock shows; `None` without a clock. The time for the game is
    /// shown first, and after that the time for the move. A side that has lost on time has none left.
    pub(crate) fn shown_time(&self, color: Color, now: Duration) -> Option<Duration> {
        let left = self.time_left(color, now)?;
        let reason = self.game().outcome().map(|outcome| outcome.reason);
        if reason == Some(EndReason::TimedOut(color)) {
            return Some(Duration::ZERO);
        }
        Some(if left.main.is_zero() { left.byoyomi } else { left.main })
    }

    /// Returns the time until the side to move runs out of time; `None` without a limit.
    pub(crate) fn time_until_flag(&self, now: Duration) -> Option<Duration> {
        let deadline = self.referee.deadline()?;
        Some(deadline.saturating_sub(self.stopwatch.read(now)))
    }

    pub(crate) fn start_clock(&mut self, now: Duration) {
        if !self.game().is_over() {
            self.stopwatch.start(now);
        }
    }

    pub(crate) fn stop_clock(&mut self, now: Duration) {
        self.stopwatch.stop(now);
    }

    /// Applies the decision of the side to move, and a forced pass after it.
    ///
    /// # Errors
    /// The move is illegal, late or after the end. Nothing has changed then.
    pub(crate) fn submit(
        &mut self,
        action: Action,
        now: Duration,
    ) -> Result<Vec<GameEvent>, Rejection> {
        let n_plies = self.game().n_plies();
        let events = self.referee.submit(action, self.stopwatch.read(now))?;
        // A move in place of one of the opening ends the opening there.
        self.opening_len = self.opening_len.min(n_plies);
        for event in &events {
            self.record(event);
        }
        Ok(events)
    }

    /// Ends the game if the side to move has run out of time.
    pub(crate) fn tick(&mut self, now: Duration) -> Vec<GameEvent> {
        self.referee.tick(self.stopwatch.read(now))
    }

    /// Resigns for a side.
    pub(crate) fn resign(&mut self, color: Color, now: Duration) -> Vec<GameEvent> {
        self.referee.resign(color, self.stopwatch.read(now))
    }

    /// Forfeits the game for a side that broke the rules.
    pub(crate) fn forfeit(&mut self, color: Color, now: Duration) -> Vec<GameEvent> {
        self.referee.forfeit(color, self.stopwatch.read(now))
    }

    /// Goes to the position after `n_plies` plies of the full line, or to its end. A game that
    /// ended by resignation or on time continues. The clock is stopped.
    pub(crate) fn go_to(&mut self, n_plies: usize) {
        let played = self.game().moves().zip(&self.times);
        let mut line: Vec<TimedMove> = played.map(|(mv, &time)| TimedMove { mv, time }).collect();
        line.extend(self.undone.drain(..).rev());
        let (start, n_plies) = (*self.game().start(), n_plies.min(line.len()));
        let (opening_len, n_opening_plies) = (self.opening_len, self.opening_len.min(n_plies));
        *self = GameSession::new(game_of(start, &line[..n_opening_plies]), self.control);
        self.opening_len = opening_len;
        self.replay(&line[n_opening_plies..n_plies]);
        self.stopwatch = Stopwatch::stopped_at(self.elapsed());
        // The referee has also played the forced passes after the last move.
        self.undone = line.split_off(self.times.len());
        self.undone.reverse();
    }

    /// Ends the game for a reason that the moves and their times do not show, if that is possible.
    pub(crate) fn end(&mut self, reason: EndReason) {
        let mut game = self.game().clone();
        game.end(reason);
        if game != *self.game() {
            self.referee = Referee::new(game, self.referee.clock().clone());
        }
    }

    /// Returns the number of plies of the full line, taken back ones included.
    pub(crate) fn full_line_len(&self) -> usize {
        self.game().n_plies() + self.undone.len()
    }

    /// Returns the side to move after `n_plies` plies of the full line; `None` if it has no legal
    /// move.
    pub(crate) fn side_to_move_at(&self, n_plies: usize) -> Option<Color> {
        let played = self.game().n_plies();
        let mut position = *self.game().position_at(n_plies.min(played))?;
        for mv in self.undone().take(n_plies.saturating_sub(played)) {
            position = position.play(mv).ok()?;
        }
        (!position.legal_moves().is_empty()).then(|| position.side_to_move())
    }

    /// Replays moves. The referee adds the passes.
    fn replay(&mut self, line: &[TimedMove]) {
        for ply in line.iter().filter(|ply| ply.mv != Move::Pass) {
            let now = self.elapsed() + ply.time;
            // A move can only be late in a file that was edited by hand.
            let events = self.referee.submit(ply.mv.into(), now).unwrap_or_default();
            for event in &events {
                self.record(event);
            }
        }
    }

    /// Returns the sum of the times of all moves.
    fn elapsed(&self) -> Duration {
        self.times.iter().sum()
    }

    /// Records the time of a move. A move that differs from the next one to redo clears the redo
    /// list.
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

/// Returns the game of a line of moves.
fn game_of(start: Position, line: &[TimedMove]) -> Game {
    let mut game = Game::from_position(start);
    for ply in line {
        game.play(ply.mv).expect("the moves of a line were legal when they were played");
    }
    game
}

#[cfg(test)]
mod tests {
    use willow_board::Square;

    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn session(control: &str) -> GameSession {
        let mut session = GameSession::new(Game::new(), control.parse().unwrap());
        session.start_clock(s(100));
        session
    }

    fn place(session: &mut GameSession, square: Square, now: Duration) -> Vec<GameEvent> {
        session.submit(Move::Place(square).into(), now).unwrap()
    }

    fn main_time(session: &GameSession, color: Color, now: Duration) -> Duration {
        session.time_left(color, now).unwrap().main
    }

    #[test]
    fn undo_sets_the_clock_back() {
        let mut session = session("1:00+1");
        place(&mut session, Square::F5, s(110));
        place(&mut session, Square::D6, s(120));
        assert_eq!(main_time(&session, Color::Black, s(125)), s(46));
        session.go_to(1);
        session.start_clock(s(130));
        assert_eq!(main_time(&session, Color::Black, s(131)), s(51));
        assert_eq!(main_time(&session, Color::White, s(131)), s(59));
        session.go_to(2);
        assert_eq!(main_time(&session, Color::White, s(200)), s(51));
        assert_eq!(session.times(), [s(10), s(10)]);
    }

    #[test]
    fn playing_the_undone_move_keeps_the_redo_list() {
        let mut session = session("none");
        for square in [Square::F5, Square::D6, Square::C3] {
            place(&mut session, square, s(100));
        }
        session.go_to(0);
        session.start_clock(s(100));
        assert_eq!(session.undone().count(), 3);
        place(&mut session, Square::F5, s(100));
        assert_eq!(session.undone().collect::<Vec<_>>(), [Square::D6.into(), Square::C3.into()]);
        place(&mut session, Square::F6, s(100));
        assert_eq!(session.full_line_len(), 2);
    }

    #[test]
    fn a_restored_session_has_the_times_of_the_old_one() {
        let mut session = session("1:00");
        place(&mut session, Square::F5, s(110));
        let again = GameSession::restored(
            session.game().clone(),
            0,
            session.times(),
            session.control(),
            session.think_time(s(113)),
        );
        assert_eq!(main_time(&again, Color::Black, s(0)), s(50));
        assert_eq!(main_time(&again, Color::White, s(1000)), s(57));
        assert_eq!(again.think_time(s(5)), s(3));
    }

    #[test]
    fn an_opening_costs_no_time_and_can_be_taken_back() {
        let opening = willow_records::transcript::parse("f5d6c3d3c4").unwrap();
        let mut session = GameSession::new(opening.clone(), "1:00+5".parse().unwrap());
        assert_eq!(session.time_left(Color::Black, s(0)).unwrap().main, s(60));
        session.start_clock(s(100));
        place(&mut session, Square::F4, s(110));
        assert_eq!((session.game().n_plies(), session.opening()), (6, opening.clone()));
        session.go_to(2);
        assert_eq!(main_time(&session, Color::Black, s(0)), s(60));
        assert_eq!((session.undone().count(), session.full_line_len()), (4, 6));
        session.go_to(6);
        assert_eq!(main_time(&session, Color::White, s(0)), s(55));
        assert_eq!(main_time(&session, Color::Black, s(0)), s(60));
        session.go_to(1);
        place(&mut session, Square::F6, s(200));
        assert_eq!((session.opening_len(), session.full_line_len()), (1, 2));
    }

    #[test]
    fn a_side_that_has_lost_on_time_has_no_time_left() {
        for control in ["0:10", "10s", "0:05/5", "0:10+3"] {
            let mut session = session(control);
            assert!(matches!(session.tick(s(111))[..], [GameEvent::Ended(_)]), "{control}");
            assert_eq!(session.shown_time(Color::Black, s(111)), Some(s(0)), "{control}");
            assert_ne!(session.shown_time(Color::White, s(500)), Some(s(0)), "{control}");
            session.go_to(0);
            assert_ne!(session.shown_time(Color::Black, s(500)), Some(s(0)), "{control}");
        }
    }

    #[test]
    fn a_pause_costs_nothing() {
        let mut session = session("0:10");
        session.stop_clock(s(105));
        assert_eq!(session.tick(s(500)), []);
        session.start_clock(s(500));
        assert_eq!(session.time_until_flag(s(502)), Some(s(3)));
        assert!(matches!(session.tick(s(506))[..], [GameEvent::Ended(_)]));
        session.go_to(0);
        assert_eq!(main_time(&session, Color::Black, s(506)), s(10));
    }
}
