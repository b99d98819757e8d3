//! The table: a session, who sits on which side, and what they may do.

use std::time::Duration;

use willow_board::{Color, Game, GameEvent, IllegalMove, Move, Rejection, Square};
use willow_players::{Decision, PlayerError};

use crate::news::{Advice, News, Wish};
use crate::session::Session;

/// A session and the players around it.
///
/// Sans-IO: it does not think, wait or save. It says which answers it is [waiting
/// for](Table::wanted_move) and counts its [revisions](Table::revision), and whoever drives it sees
/// to the rest.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    session: Session,
    /// Black's seat and White's.
    seats: [Seat; 2],
    pace: Pace,
    revision: Revision,
    wish: Option<Wish>,
}

/// Who sits on one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seat {
    /// The name of the player.
    pub(crate) name: String,
    /// Who decides.
    pub(crate) kind: SeatKind,
    /// Which player it is, whatever its colour.
    pub(crate) player: PlayerId,
}

/// One of the two players: the one who began with Black (0) or with White (1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlayerId(pub(crate) usize);

/// Who decides on one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SeatKind {
    /// A person at this terminal.
    Person,
    /// A program.
    Program,
}

/// Whether the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// The clock runs and programs play.
    Going,
    /// Time stands still, programs wait, and people may play for both sides.
    Paused,
}

/// The number of a state of the table. An answer to a question that was asked in another state is
/// late and counts for nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Revision(u64);

/// What people do at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Places a disc.
    Place(Square),
    /// Passes, which is only ever done where it need not be said.
    Pass,
    /// Gives the game up.
    Resign,
    /// Goes back to the last turn of a person.
    Undo,
    /// Goes on to the next turn of a person in the moves taken back.
    Redo,
    /// Goes back to the start.
    First,
    /// Plays again everything taken back.
    Last,
    /// Asks the adviser.
    Ask(Wish),
    /// Lets the players change their colours.
    SwitchSides,
    /// Begins a new game from the same start.
    NewGame,
    /// Pauses the game or lets it go on.
    TogglePause,
}

impl Table {
    /// Returns a table at which the time begins to run.
    pub(crate) fn new(session: Session, seats: [Seat; 2], now: Duration) -> Table {
        let (pace, revision) = (Pace::Going, Revision::default());
        let mut table = Table { session, seats, pace, revision, wish: None };
        table.changed(now);
        table
    }

    /// Returns the session.
    pub(crate) fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the game.
    pub(crate) fn game(&self) -> &Game {
        self.session.game()
    }

    /// Returns who sits on a side.
    pub(crate) fn seat(&self, color: Color) -> &Seat {
        &self.seats[color.index()]
    }

    /// Returns whether the game goes on.
    pub(crate) fn pace(&self) -> Pace {
        self.pace
    }

    /// Returns the number of this state of the table.
    pub(crate) fn revision(&self) -> Revision {
        self.revision
    }

    /// Returns whether a person sits on either side.
    pub(crate) fn has_person(&self) -> bool {
        self.seats.iter().any(|seat| seat.kind == SeatKind::Person)
    }

    /// Returns the colour whose program should be thinking.
    pub(crate) fn wanted_move(&self) -> Option<Color> {
        let color = self.session.side_to_move();
        let waits = self.pace == Pace::Going && !self.game().is_over();
        (waits && self.seat(color).kind == SeatKind::Program).then_some(color)
    }

    /// Returns what the adviser should be thinking about.
    pub(crate) fn wanted_advice(&self) -> Option<Wish> {
        self.wish
    }

    /// Does what a person wants.
    pub(crate) fn handle(&mut self, command: Command, now: Duration) -> Vec<News> {
        match command {
            Command::Place(square) => self.place_by_person(square, now),
            Command::Pass => vec![News::Refused(IllegalMove::PassWithMoves)],
            Command::Resign => self.resign(now),
            Command::Undo => self.undo(now),
            Command::Redo => self.redo(now),
            Command::First => self.first(now),
            Command::Last => self.last(now),
            Command::Ask(wish) => self.ask(wish),
            Command::SwitchSides => self.switch_sides(now),
            Command::NewGame => self.new_game(now),
            Command::TogglePause => self.toggle_pause(now),
        }
    }

    /// Looks at the clock.
    pub(crate) fn tick(&mut self, now: Duration) -> Vec<News> {
        let events = self.session.tick(now);
        self.tell(events, now)
    }

    /// Takes the decision of the program that is to move, if it was made in this state of the table.
    /// An illegal move forfeits the game.
    pub(crate) fn decide(
        &mut self,
        asked: Revision,
        decision: Result<Decision, PlayerError>,
        now: Duration,
    ) -> Vec<News> {
        let Some(color) = self.wanted_move().filter(|_| asked == self.revision) else {
            return Vec::new();
        };
        let decision = match decision {
            Ok(decision) => decision,
            Err(error) => return self.fail(error, now),
        };
        match self.session.submit(decision.action, now) {
            Ok(events) => self.tell(events, now),
            Err(rejection) => {
                let mut news = vec![News::IllegalMove(color, rejection)];
                let events = self.session.forfeit(color, now);
                news.extend(self.tell(events, now));
                news
            }
        }
    }

    /// Takes the answer of the adviser, if it was asked in this state of the table.
    pub(crate) fn advise(
        &mut self,
        asked: Revision,
        decision: Result<Decision, PlayerError>,
    ) -> Vec<News> {
        let color = self.session.side_to_move();
        let Some(wish) = self.wish.filter(|_| asked == self.revision) else { return Vec::new() };
        self.wish = None;
        let decision = decision.ok();
        let advice = decision.and_then(|decision| Advice::from_decision(wish, color, decision));
        vec![advice.map_or(News::NoAdvice, News::Advice)]
    }

    /// Puts another game on the table.
    pub(crate) fn take_up(&mut self, session: Session, pace: Pace, now: Duration) {
        self.session = session;
        self.pace = pace;
        self.changed(now);
    }

    fn is_person(&self, color: Color) -> bool {
        self.seat(color).kind == SeatKind::Person
    }

    /// Starts a new revision and sees to it that time runs only when it should.
    fn changed(&mut self, now: Duration) {
        self.revision = Revision(self.revision.0 + 1);
        self.wish = None;
        match self.pace {
            Pace::Going => self.session.run(now),
            Pace::Paused => self.session.halt(now),
        }
    }

    /// Makes news of what happened in the game.
    fn tell(&mut self, events: Vec<GameEvent>, now: Duration) -> Vec<News> {
        if !events.is_empty() {
            self.changed(now);
        }
        events.into_iter().map(News::Game).collect()
    }

    fn fail(&mut self, error: PlayerError, now: Duration) -> Vec<News> {
        self.pace = Pace::Paused;
        self.changed(now);
        vec![News::Failed(error)]
    }

    fn place_by_person(&mut self, square: Square, now: Duration) -> Vec<News> {
        if let Some(color) = self.wanted_move() {
            return vec![News::NotYourTurn(color)];
        }
        match self.session.submit(Move::Place(square).into(), now) {
            Ok(events) => self.tell(events, now),
            Err(Rejection::Illegal { reason, .. }) => vec![News::Refused(reason)],
            Err(_) => vec![News::GameIsOver],
        }
    }

    /// Gives the game up for the person to move, or the one who waits for a program's move.
    fn resign(&mut self, now: Duration) -> Vec<News> {
        let color = self.session.side_to_move();
        let Some(loser) = [color, !color].into_iter().find(|&color| self.is_person(color)) else {
            return vec![News::NotYourTurn(color)];
        };
        let events = self.session.resign(loser, now);
        if events.is_empty() { vec![News::GameIsOver] } else { self.tell(events, now) }
    }

    /// Returns whether going back or forth rests after so many plies.
    fn rests_at(&self, n_plies: usize) -> bool {
        let stepping = self.pace == Pace::Paused || !self.has_person();
        match self.session.mover_at(n_plies) {
            Some(color) => stepping || self.is_person(color),
            None => n_plies == self.session.line_len(),
        }
    }

    fn undo(&mut self, now: Duration) -> Vec<News> {
        let n_plies = self.game().n_plies();
        let given_up = self.game().is_over() && !self.game().position().is_game_over();
        let end = if given_up { n_plies + 1 } else { n_plies };
        match (0..end).rev().find(|&ply| self.rests_at(ply)) {
            Some(ply) => self.step_to(ply, now),
            None => vec![News::NothingToTakeBack],
        }
    }

    fn redo(&mut self, now: Duration) -> Vec<News> {
        let next = self.game().n_plies() + 1;
        match (next..=self.session.line_len()).find(|&ply| self.rests_at(ply)) {
            Some(ply) => self.step_to(ply, now),
            None => self.last(now),
        }
    }

    fn first(&mut self, now: Duration) -> Vec<News> {
        if self.game().n_plies() == 0 {
            return vec![News::NothingToTakeBack];
        }
        self.step_to(0, now)
    }

    fn last(&mut self, now: Duration) -> Vec<News> {
        if self.game().n_plies() == self.session.line_len() {
            return vec![News::NothingToPlayAgain];
        }
        self.step_to(self.session.line_len(), now)
    }

    /// Goes back or forth. Where only programs play they would at once go on from there, and so the
    /// game is paused.
    fn step_to(&mut self, n_plies: usize, now: Duration) -> Vec<News> {
        let before = self.game().n_plies();
        if !self.has_person() {
            self.pace = Pace::Paused;
        }
        self.session.go_to(n_plies);
        self.changed(now);
        let after = self.game().n_plies();
        vec![if before < after { News::PlayedAgain(after) } else { News::TakenBack(after) }]
    }

    fn ask(&mut self, wish: Wish) -> Vec<News> {
        if self.game().is_over() {
            return vec![News::GameIsOver];
        }
        self.wish = Some(wish);
        Vec::new()
    }

    fn switch_sides(&mut self, now: Duration) -> Vec<News> {
        self.seats.swap(0, 1);
        self.changed(now);
        vec![News::SidesSwitched]
    }

    fn new_game(&mut self, now: Duration) -> Vec<News> {
        let game = Game::from_position(*self.game().start());
        self.take_up(Session::new(game, self.session.control()), Pace::Going, now);
        vec![News::NewGame]
    }

    fn toggle_pause(&mut self, now: Duration) -> Vec<News> {
        if self.game().is_over() {
            return vec![News::GameIsOver];
        }
        let (pace, news) = match self.pace {
            Pace::Going => (Pace::Paused, News::Paused),
            Pace::Paused => (Pace::Going, News::Continued),
        };
        self.pace = pace;
        self.changed(now);
        vec![news]
    }
}

#[cfg(test)]
mod tests;
