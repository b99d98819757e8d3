//! A local game: the moves and clock, the two players, and the commands.

use std::time::Duration;

use willow_board::{Action, Color, EndReason, Game, GameEvent, Move, Outcome, Rejection, Square};
use willow_players::{Decision, PlayerError, PlayerSpec};
use willow_records::RecordedGame;

use crate::game_session::GameSession;
use crate::move_number::discs_placed;
use crate::notification::{Advice, AdviceKind, Notification};
use crate::opponents;
use crate::thoughts::{ShownThought, Thoughts};

/// A game at this terminal: its session, its players, and whether it is paused.
///
/// Sans-IO: it runs no engine, does not wait and writes no file. It reports to its driver which
/// [move](LocalGame::wanted_move) or [advice](LocalGame::wanted_advice) it needs, and counts its
/// [revisions](LocalGame::revision).
#[derive(Clone, Debug)]
pub(crate) struct LocalGame {
    session: GameSession,
    /// The game that a new game begins with: a position, or moves from the start.
    opening: Game,
    /// Black's player and White's.
    players: [LocalPlayer; 2],
    /// The record that the game was loaded from.
    record: Option<Box<RecordedGame>>,
    run_state: RunState,
    revision: Revision,
    wanted_advice: Option<AdviceKind>,
    thoughts: Thoughts,
}

/// The player of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LocalPlayer {
    /// The name that is shown.
    pub(crate) name: String,
    pub(crate) spec: PlayerSpec,
    /// The identity of the player, which stays when the players switch sides.
    pub(crate) id: PlayerId,
}

/// One of the two players: the one who started with Black (0) or with White (1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlayerId(pub(crate) usize);

/// Whether the game is running or paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RunState {
    /// The clock runs and programs move.
    Running,
    /// The clock is stopped, programs wait, and the user may play moves for both sides.
    Paused,
}

/// The number of a state of the game; it grows with every change. A reply to a request of another
/// revision is outdated and is ignored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Revision(u64);

/// A command of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameCommand {
    /// Place a disc.
    Place(Square),
    Resign,
    /// Take back moves to the last turn of a person.
    Undo,
    /// Redo moves to the next turn of a person.
    Redo,
    /// Go back by a move, and pause.
    StepBack,
    /// Go forward by a move, and pause.
    StepForward,
    /// Take back all moves, and pause: a program that has Black would begin at once.
    GoToStart,
    /// Redo all moves.
    GoToEnd,
    /// Ask for a hint or a value.
    Ask(AdviceKind),
    /// Exchange the players' colours.
    SwitchSides,
    /// Pause or continue the game.
    TogglePause,
}

impl LocalGame {
    /// Starts a game of Black's player and White's; the clock runs from `now`.
    pub(crate) fn new(session: GameSession, specs: &[PlayerSpec; 2], now: Duration) -> LocalGame {
        let opening = session.opening();
        let players = [0, 1].map(|player| {
            let spec = specs[player].clone();
            LocalPlayer { name: opponents::name_of(&spec), spec, id: PlayerId(player) }
        });
        let mut local_game = LocalGame {
            session,
            opening,
            players,
            record: None,
            run_state: RunState::Running,
            revision: Revision::default(),
            wanted_advice: None,
            thoughts: Thoughts::default(),
        };
        local_game.changed(now);
        local_game
    }

    pub(crate) fn session(&self) -> &GameSession {
        &self.session
    }

    pub(crate) fn game(&self) -> &Game {
        self.session.game()
    }

    /// Returns the game that a new game begins with.
    pub(crate) fn opening(&self) -> &Game {
        &self.opening
    }

    /// Returns whether the game has moves beyond those that it began with, and is not over. A game as it
    /// stands in a record is not in progress: nothing of it would be lost.
    pub(crate) fn is_in_progress(&self) -> bool {
        let has_moves = self.session.opening_len() < self.session.full_line_len();
        has_moves && !self.game().is_over() && self.record().is_none()
    }

    /// Returns the record that the game was loaded from, while the moves are those of the record and the
    /// game has not ended otherwise.
    pub(crate) fn record(&self) -> Option<&RecordedGame> {
        let record = self.record.as_deref()?;
        let line = self.game().moves().chain(self.session.undone());
        let is_same_line =
            record.game.start() == self.game().start() && line.eq(record.game.moves());
        // After a step back from a resignation or a fallen flag, the record is still on the board.
        let ends_the_same =
            !self.game().is_over() || self.game().outcome() == record.game.outcome();
        (is_same_line && ends_the_same).then_some(record)
    }

    /// Returns the record that the game was loaded from, also if other moves were played since.
    pub(crate) fn origin(&self) -> Option<&RecordedGame> {
        self.record.as_deref()
    }

    /// Returns whether nobody plays: the game is paused or over.
    pub(crate) fn is_resting(&self) -> bool {
        self.run_state == RunState::Paused || self.game().is_over()
    }

    /// Returns the name of a side that is shown: while nobody plays that of the record, else the player's.
    pub(crate) fn shown_name(&self, color: Color) -> &str {
        let record = self.record().filter(|_| self.is_resting());
        let recorded = record.map(|record| record.player(color).name.as_str());
        recorded.filter(|name| !name.is_empty()).unwrap_or(&self.player(color).name)
    }

    /// Returns the player of a side.
    pub(crate) fn player(&self, color: Color) -> &LocalPlayer {
        &self.players[color.index()]
    }

    /// Returns whether the game is running or paused.
    pub(crate) fn run_state(&self) -> RunState {
        self.run_state
    }

    /// Returns the number of this state.
    pub(crate) fn revision(&self) -> Revision {
        self.revision
    }

    /// Returns whether at least one player is a person.
    pub(crate) fn has_human(&self) -> bool {
        self.players.iter().any(|player| player.spec.is_human())
    }

    /// Returns the colour whose program should choose a move now.
    pub(crate) fn wanted_move(&self) -> Option<Color> {
        let color = self.session.side_to_move();
        let waits = self.run_state == RunState::Running && !self.game().is_over();
        (waits && !self.is_human(color)).then_some(color)
    }

    /// Returns the advice that the user has asked for.
    pub(crate) fn wanted_advice(&self) -> Option<AdviceKind> {
        self.wanted_advice
    }

    /// Returns what was thought about the move that follows so many plies, if a program made it.
    pub(crate) fn thought_after(&self, n_plies: usize) -> Option<&ShownThought> {
        self.thoughts.after(self.game(), n_plies)
    }

    /// Returns what was thought about the last move on the board that a program has thought about.
    pub(crate) fn last_thought(&self) -> Option<&ShownThought> {
        self.thoughts.last(self.game())
    }

    /// Executes a command.
    pub(crate) fn handle(&mut self, command: GameCommand, now: Duration) -> Vec<Notification> {
        match command {
            GameCommand::Place(square) => self.play_human_move(square, now),
            GameCommand::Resign => self.resign(now),
            GameCommand::Undo => self.undo(now),
            GameCommand::Redo => self.redo(now),
            GameCommand::StepBack => self.step(LocalGame::undo, now),
            GameCommand::StepForward => self.step(LocalGame::redo, now),
            GameCommand::GoToStart => self.step(LocalGame::go_to_start, now),
            GameCommand::GoToEnd => self.go_to_end(now),
            GameCommand::Ask(kind) => self.ask(kind),
            GameCommand::SwitchSides => self.switch_sides(now),
            GameCommand::TogglePause => self.toggle_pause(now),
        }
    }

    /// Ends the game if the side to move has run out of time.
    pub(crate) fn tick(&mut self, now: Duration) -> Vec<Notification> {
        let events = self.session.tick(now);
        self.notifications_of(events, now)
    }

    /// Applies the decision of the program to move; ignores it if it is of another revision. An
    /// illegal move forfeits the game, and an error pauses it.
    pub(crate) fn decide(
        &mut self,
        asked: Revision,
        decision: Result<Decision, PlayerError>,
        now: Duration,
    ) -> Vec<Notification> {
        let Some(color) = self.wanted_move().filter(|_| asked == self.revision) else {
            return Vec::new();
        };
        let decision = match decision {
            Ok(decision) => decision,
            Err(error) => return self.fail(error, now),
        };
        let before = *self.game().position();
        match self.session.submit(decision.action, now) {
            Ok(events) => {
                let mut notifications = self.notifications_of(events, now);
                if let (Some(thought), Action::Play(Move::Place(mv))) =
                    (decision.report, decision.action)
                {
                    self.thoughts.add(before, mv, thought.clone());
                    let told = Notification::Thought(color, mv, Box::new(thought));
                    notifications.insert(1.min(notifications.len()), told);
                }
                notifications
            }
            Err(rejection) => {
                let mut notifications = vec![Notification::ProgramMoveRejected(color, rejection)];
                let events = self.session.forfeit(color, now);
                notifications.extend(self.notifications_of(events, now));
                notifications
            }
        }
    }

    /// Reports the adviser's answer; ignores it if it is of another revision.
    pub(crate) fn advise(
        &mut self,
        asked: Revision,
        decision: Result<Decision, PlayerError>,
    ) -> Vec<Notification> {
        let color = self.session.side_to_move();
        let Some(kind) = self.wanted_advice.filter(|_| asked == self.revision) else {
            return Vec::new();
        };
        self.wanted_advice = None;
        vec![match decision {
            Ok(Decision { action: Action::Play(best), report, .. }) => {
                Notification::Advice(Advice { kind, color, best, report })
            }
            _ => Notification::NoAdvice,
        }]
    }

    /// Replaces the game; the players stay. `record` is what it was loaded from.
    pub(crate) fn replace_game(
        &mut self,
        session: GameSession,
        record: Option<Box<RecordedGame>>,
        run_state: RunState,
        now: Duration,
    ) {
        self.opening = session.opening();
        self.record = record;
        self.session = session;
        self.thoughts = Thoughts::default();
        self.run_state = run_state;
        self.changed(now);
    }

    /// Returns the session of another game from the same position, or after the same opening.
    pub(crate) fn new_session(&self) -> GameSession {
        GameSession::new(self.opening.clone(), self.session.control())
    }

    /// Returns whether a side is played by a person at this terminal.
    pub(crate) fn is_human(&self, color: Color) -> bool {
        self.player(color).spec.is_human()
    }

    /// Starts a new revision, and starts or stops the clock.
    fn changed(&mut self, now: Duration) {
        self.revision = Revision(self.revision.0 + 1);
        self.wanted_advice = None;
        match self.run_state {
            RunState::Running => self.session.start_clock(now),
            RunState::Paused => self.session.stop_clock(now),
        }
    }

    /// Turns events into notifications, and starts a new revision if there are any.
    fn notifications_of(&mut self, events: Vec<GameEvent>, now: Duration) -> Vec<Notification> {
        if !events.is_empty() {
            self.changed(now);
        }
        events.into_iter().map(Notification::Game).collect()
    }

    fn fail(&mut self, error: PlayerError, now: Duration) -> Vec<Notification> {
        self.run_state = RunState::Paused;
        self.changed(now);
        vec![Notification::ProgramFailed(error)]
    }

    fn play_human_move(&mut self, square: Square, now: Duration) -> Vec<Notification> {
        if let Some(color) = self.wanted_move() {
            return vec![Notification::NotYourTurn(color)];
        }
        match self.session.submit(Move::Place(square).into(), now) {
            Ok(events) => self.notifications_of(events, now),
            Err(Rejection::Illegal { reason, .. }) => vec![Notification::IllegalMove(reason)],
            Err(_) => vec![Notification::GameIsOver],
        }
    }

    /// Resigns for the person to move, or for the person who waits for a program's move.
    fn resign(&mut self, now: Duration) -> Vec<Notification> {
        let color = self.session.side_to_move();
        let Some(loser) = [color, !color].into_iter().find(|&color| self.is_human(color)) else {
            return vec![Notification::NobodyToResign];
        };
        let events = self.session.resign(loser, now);
        if events.is_empty() {
            vec![Notification::GameIsOver]
        } else {
            self.notifications_of(events, now)
        }
    }

    /// Returns whether undo and redo stop after this number of plies.
    fn is_undo_stop(&self, n_plies: usize) -> bool {
        let stepping = self.run_state == RunState::Paused || !self.has_human();
        match self.session.side_to_move_at(n_plies) {
            Some(color) => stepping || self.is_human(color),
            None => n_plies == self.session.full_line_len(),
        }
    }

    fn undo(&mut self, now: Duration) -> Vec<Notification> {
        let n_plies = self.game().n_plies();
        let was_forfeited = self.game().is_over() && !self.game().position().is_game_over();
        let end = if was_forfeited { n_plies + 1 } else { n_plies };
        match (0..end).rev().find(|&ply| self.is_undo_stop(ply)) {
            Some(ply) => self.step_to(ply, now),
            None => vec![Notification::NothingToUndo],
        }
    }

    fn redo(&mut self, now: Duration) -> Vec<Notification> {
        let next = self.game().n_plies() + 1;
        match (next..=self.session.full_line_len()).find(|&ply| self.is_undo_stop(ply)) {
            Some(ply) => self.step_to(ply, now),
            None => self.go_to_end(now),
        }
    }

    /// Makes a step of one move, as they are made in a paused game, and pauses.
    fn step(
        &mut self,
        step: fn(&mut LocalGame, Duration) -> Vec<Notification>,
        now: Duration,
    ) -> Vec<Notification> {
        let (run_state, revision) = (self.run_state, self.revision);
        self.run_state = RunState::Paused;
        let notifications = step(self, now);
        if self.revision == revision {
            self.run_state = run_state;
        }
        notifications
    }

    fn go_to_start(&mut self, now: Duration) -> Vec<Notification> {
        if self.game().n_plies() == 0 {
            return vec![Notification::NothingToUndo];
        }
        self.step_to(0, now)
    }

    fn go_to_end(&mut self, now: Duration) -> Vec<Notification> {
        if self.game().n_plies() == self.session.full_line_len() {
            return vec![Notification::NothingToRedo];
        }
        self.step_to(self.session.full_line_len(), now)
    }

    /// Goes to a position of the line. A game between programs is paused, because they would play
    /// on at once.
    fn step_to(&mut self, n_plies: usize, now: Duration) -> Vec<Notification> {
        let before = self.game().n_plies();
        if !self.has_human() {
            self.run_state = RunState::Paused;
        }
        let recorded = self.record().and_then(|record| record.game.outcome());
        self.session.go_to(n_plies);
        if let Some(Outcome { reason: reason @ EndReason::Overtime(_), .. }) = recorded {
            // The clock of this game does not know of it.
            self.session.end(reason);
        }
        self.changed(now);
        let after = self.game().n_plies();
        let number = discs_placed(self.game(), after);
        vec![if before < after {
            Notification::Redone(number)
        } else {
            Notification::Undone(number)
        }]
    }

    fn ask(&mut self, kind: AdviceKind) -> Vec<Notification> {
        if self.game().is_over() {
            return vec![Notification::GameIsOver];
        }
        self.wanted_advice = Some(kind);
        Vec::new()
    }

    fn switch_sides(&mut self, now: Duration) -> Vec<Notification> {
        self.players.swap(0, 1);
        self.changed(now);
        vec![Notification::SidesSwitched]
    }

    fn toggle_pause(&mut self, now: Duration) -> Vec<Notification> {
        if self.game().is_over() {
            return vec![Notification::GameIsOver];
        }
        let (run_state, notification) = match self.run_state {
            RunState::Running => (RunState::Paused, Notification::Paused),
            RunState::Paused => (RunState::Running, Notification::Unpaused),
        };
        self.run_state = run_state;
        self.changed(now);
        vec![notification]
    }
}

#[cfg(test)]
mod tests;
