//! Programs on their threads: asked, stopped, kept up to date, and lost.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use willow_board::{Game, Move, Outcome, Position, Square, TimeControl};
use willow_players::{Decision, GameSetup, MoveRequest, Player, PlayerError};

use super::{Crew, Role};
use crate::news::{News, Wish};
use crate::options::PlayError;
use crate::session::Session;
use crate::table::{Command, PlayerId, Seat, SeatKind, Table};
use crate::thinker::Reply;

const NOW: Duration = Duration::ZERO;
/// Longer than any thread takes to answer.
const PATIENCE: Duration = Duration::from_mins(1);

/// Tells what it hears, and plays the first legal move, at once or when it is stopped.
struct Witness {
    heard: Sender<String>,
    mood: Mood,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mood {
    Quick,
    UntilStopped,
    Panicking,
}

impl Witness {
    fn hears(&self, what: String) {
        // Nobody listens to the adviser.
        let _ = self.heard.send(what);
    }
}

impl Player for Witness {
    fn name(&self) -> &'static str {
        "witness"
    }

    fn start_game(&mut self, setup: &GameSetup) -> Result<(), PlayerError> {
        self.hears(format!("start as {}", setup.color));
        Ok(())
    }

    fn choose(&mut self, turn: &MoveRequest<'_>) -> Result<Decision, PlayerError> {
        self.hears(format!("choose after {}", turn.game.n_plies()));
        assert!(self.mood != Mood::Panicking, "this player panics on purpose");
        while self.mood == Mood::UntilStopped && !turn.stop.is_raised() {
            thread::yield_now();
        }
        let first = turn.game.position().legal_moves().first();
        Ok(first.map_or(Move::Pass, Move::Place).into())
    }

    fn observe(&mut self, mv: Move, _: &Position) {
        self.hears(mv.to_string());
    }

    fn end_game(&mut self, _: &Outcome) {
        self.hears("end".to_owned());
    }
}

/// Returns a table with a person as Black, the crew with a witness as White, and what it hears.
fn table_and_crew(mood: Mood) -> (Table, Crew, Receiver<String>) {
    let (heard, hearing) = channel();
    let witness: Box<dyn Player> = Box::new(Witness { heard, mood });
    let adviser: Box<dyn Player> = Box::new(Witness { heard: channel().0, mood: Mood::Quick });
    let seat = |kind, player| Seat { name: String::new(), kind, player: PlayerId(player) };
    let seats = [seat(SeatKind::Person, 0), seat(SeatKind::Program, 1)];
    let session = Session::new(Game::new(), TimeControl::Unlimited);
    (Table::new(session, seats, NOW), Crew::start([None, Some(witness)], adviser, 0), hearing)
}

fn hear(hearing: &Receiver<String>, n_times: usize) -> Vec<String> {
    (0..n_times).map(|_| hearing.recv_timeout(PATIENCE).unwrap()).collect()
}

/// Lets the program that is to move answer.
fn decide(table: &mut Table, crew: &mut Crew) {
    crew.follow(table, NOW);
    let answer = crew.answer(PATIENCE).unwrap().unwrap();
    assert_eq!(answer.role, Role::Player);
    let Reply::Decided(asked, decision) = answer.reply else { panic!("the player crashed") };
    table.decide(asked, decision, NOW);
    crew.follow(table, NOW);
}

#[test]
fn a_program_hears_the_game_as_it_is_after_an_undo_too() {
    let (mut table, mut crew, hearing) = table_and_crew(Mood::Quick);
    table.handle(Command::Place(Square::F5), NOW);
    decide(&mut table, &mut crew);
    assert_eq!(hear(&hearing, 3), ["start as White", "f5", "choose after 1"]);
    table.handle(Command::Place(Square::C4), NOW);
    table.handle(Command::Undo, NOW);
    table.handle(Command::Undo, NOW);
    table.handle(Command::Place(Square::D3), NOW);
    decide(&mut table, &mut crew);
    assert_eq!(hear(&hearing, 3), ["start as White", "d3", "choose after 1"]);
    table.handle(Command::Resign, NOW);
    crew.follow(&table, NOW);
    assert_eq!(hear(&hearing, 1), ["end"]);
    crew.dismiss();
}

#[test]
fn who_thinks_about_the_past_is_stopped_and_not_listened_to() {
    let (mut table, mut crew, hearing) = table_and_crew(Mood::UntilStopped);
    table.handle(Command::Place(Square::F5), NOW);
    crew.follow(&table, NOW);
    assert_eq!(hear(&hearing, 3).last().unwrap(), "choose after 1");
    table.handle(Command::Undo, NOW);
    crew.follow(&table, NOW);
    let answer = crew.answer(PATIENCE).unwrap().unwrap();
    let Reply::Decided(asked, decision) = answer.reply else { panic!("the player crashed") };
    assert_eq!(table.decide(asked, decision, NOW), []);
    assert_eq!(table.game().n_plies(), 0);
}

#[test]
fn the_adviser_may_be_asked_twice_about_one_position() {
    let (mut table, mut crew, _hearing) = table_and_crew(Mood::Quick);
    for wish in [Wish::Hint, Wish::Value] {
        table.handle(Command::Ask(wish), NOW);
        crew.follow(&table, NOW);
        let answer = crew.answer(PATIENCE).unwrap().unwrap();
        assert_eq!(answer.role, Role::Adviser);
        let Reply::Decided(asked, decision) = answer.reply else { panic!("the adviser crashed") };
        assert!(matches!(table.advise(asked, decision)[..], [News::Advice(_)]));
        crew.follow(&table, NOW);
    }
}

#[test]
fn a_panic_of_a_program_is_an_error() {
    let (mut table, mut crew, _hearing) = table_and_crew(Mood::Panicking);
    table.handle(Command::Place(Square::F5), NOW);
    crew.follow(&table, NOW);
    assert!(matches!(crew.answer(PATIENCE), Err(PlayError::Crashed)));
}
