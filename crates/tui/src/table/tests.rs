//! What people and programs may do at a table.

use std::time::Duration;

use willow_board::{Color, Game, Move, Square};
use willow_players::{Decision, PlayerError};
use willow_records::board_text;

use crate::news::{News, Wish};
use crate::session::Session;
use crate::table::{Command, Pace, PlayerId, Seat, SeatKind, Table};

const NOW: Duration = Duration::from_secs(10);

fn seat(player: usize, kind: SeatKind) -> Seat {
    Seat { name: format!("{kind:?}"), kind, player: PlayerId(player) }
}

fn table_of(game: Game, black: SeatKind, white: SeatKind) -> Table {
    let session = Session::new(game, "1:00".parse().unwrap());
    Table::new(session, [seat(0, black), seat(1, white)], NOW)
}

fn against_program() -> Table {
    table_of(Game::new(), SeatKind::Person, SeatKind::Program)
}

fn place(table: &mut Table, square: Square) -> String {
    words(&table.handle(Command::Place(square), NOW))
}

fn decide(table: &mut Table, mv: Move) -> String {
    words(&table.decide(table.revision(), Ok(mv.into()), NOW))
}

fn words(news: &[News]) -> String {
    news.iter().map(News::to_string).collect::<Vec<_>>().join(" ")
}

/// Plays f5 d6 c3 d3, the program's moves included.
fn after_four_moves() -> Table {
    let mut table = against_program();
    place(&mut table, Square::F5);
    decide(&mut table, Square::D6.into());
    place(&mut table, Square::C3);
    decide(&mut table, Square::D3.into());
    table
}

#[test]
fn people_and_programs_take_turns() {
    let mut table = against_program();
    assert_eq!(table.wanted_move(), None);
    assert_eq!(place(&mut table, Square::A1), "Not possible: a1 turns over no disc.");
    assert_eq!(place(&mut table, Square::F5), "Black moves to f5.");
    assert_eq!(table.wanted_move(), Some(Color::White));
    assert_eq!(place(&mut table, Square::D6), "It is White's turn; wait for its move.");
    assert_eq!(decide(&mut table, Square::D6.into()), "White moves to d6.");
    assert_eq!(
        words(&table.handle(Command::Pass, NOW)),
        "Not possible: a pass is not allowed while there is a move."
    );
}

#[test]
fn undo_goes_back_to_the_last_turn_of_a_person_and_redo_forth() {
    let mut table = after_four_moves();
    assert_eq!(words(&table.handle(Command::Undo, NOW)), "Taken back to move 2.");
    assert_eq!(words(&table.handle(Command::Undo, NOW)), "Taken back to the start.");
    assert_eq!(words(&table.handle(Command::Undo, NOW)), "There is nothing to take back.");
    assert_eq!(words(&table.handle(Command::Redo, NOW)), "Played again up to move 2.");
    assert_eq!(words(&table.handle(Command::Last, NOW)), "Played again up to move 4.");
    assert_eq!(words(&table.handle(Command::Redo, NOW)), "There is nothing to play again.");
    table.handle(Command::TogglePause, NOW);
    assert_eq!(words(&table.handle(Command::Undo, NOW)), "Taken back to move 3.");
}

#[test]
fn undo_while_a_program_thinks_takes_back_the_own_move() {
    let mut table = against_program();
    place(&mut table, Square::F5);
    let asked = table.revision();
    assert_eq!(words(&table.handle(Command::Undo, NOW)), "Taken back to the start.");
    assert_eq!(table.decide(asked, Ok(Move::Place(Square::D6).into()), NOW), []);
    assert_eq!(table.game().n_plies(), 0);
}

#[test]
fn an_answer_from_before_counts_for_nothing() {
    let mut table = against_program();
    place(&mut table, Square::F5);
    let asked = table.revision();
    table.handle(Command::SwitchSides, NOW);
    assert_eq!(table.wanted_move(), None);
    assert_eq!(table.decide(asked, Ok(Move::Place(Square::D6).into()), NOW), []);
    table.handle(Command::Ask(Wish::Hint), NOW);
    assert_eq!(table.advise(asked, Ok(Move::Place(Square::D6).into())), []);
    let news = table.advise(table.revision(), Ok(Move::Place(Square::D6).into()));
    assert_eq!(words(&news), "Hint for White: d6.");
    assert_eq!(table.wanted_advice(), None);
}

#[test]
fn a_program_that_breaks_the_rules_forfeits_and_one_that_fails_is_waited_for() {
    let mut table = against_program();
    place(&mut table, Square::F5);
    let error = PlayerError::Failed { player: "it".to_owned(), reason: "why".to_owned() };
    let news = table.decide(table.revision(), Err(error), NOW);
    assert_eq!(words(&news), "it failed: why; the game is paused.");
    assert_eq!((table.pace(), table.wanted_move()), (Pace::Paused, None));
    table.handle(Command::TogglePause, NOW);
    let told = decide(&mut table, Square::A1.into());
    assert!(told.ends_with("The game is over, White forfeited: Black wins."), "{told}");
}

#[test]
fn a_resignation_can_be_taken_back() {
    let mut table = after_four_moves();
    let told = words(&table.handle(Command::Resign, NOW));
    assert_eq!(told, "The game is over, Black resigned: White wins.");
    assert_eq!(words(&table.handle(Command::Resign, NOW)), "The game is over.");
    assert_eq!(words(&table.handle(Command::Undo, NOW)), "Taken back to move 4.");
    assert!(!table.game().is_over());
    place(&mut table, Square::C4);
    let told = words(&table.handle(Command::Resign, NOW));
    assert_eq!(told, "The game is over, Black resigned: White wins.");
}

#[test]
fn a_forced_pass_is_announced_and_counts_as_a_move() {
    let empty = "-".repeat(48);
    let start = board_text::parse(&format!("XO------{empty}XO------ X")).unwrap();
    let mut table = table_of(Game::from_position(start), SeatKind::Person, SeatKind::Person);
    assert_eq!(place(&mut table, Square::C1), "Black moves to c1. White has no move and passes.");
    assert_eq!(table.handle(Command::Undo, NOW), [News::TakenBack(0)]);
    assert_eq!(table.session().line_len(), 2);
    assert_eq!(words(&table.handle(Command::Redo, NOW)), "Played again up to move 2.");
    assert_eq!(
        place(&mut table, Square::C8),
        "Black moves to c8. The game is over: Black wins by 64, with 6 to 0 on the board."
    );
}

#[test]
fn a_flag_falls_while_somebody_thinks_but_not_in_a_pause() {
    let mut table = against_program();
    table.handle(Command::TogglePause, NOW);
    assert_eq!(table.tick(10 * NOW), []);
    table.handle(Command::TogglePause, 10 * NOW);
    assert_eq!(table.tick(16 * NOW), []);
    let told = words(&table.tick(17 * NOW));
    assert_eq!(told, "The game is over, Black ran out of time: White wins.");
    assert_eq!(table.wanted_move(), None);
    table.handle(Command::NewGame, 20 * NOW);
    assert!(!table.game().is_over());
}

#[test]
fn stepping_through_a_game_of_programs_pauses_it() {
    let mut table = table_of(Game::new(), SeatKind::Program, SeatKind::Program);
    decide(&mut table, Square::F5.into());
    assert_eq!(words(&table.handle(Command::Undo, NOW)), "Taken back to the start.");
    assert_eq!((table.pace(), table.wanted_move()), (Pace::Paused, None));
    assert_eq!(place(&mut table, Square::D3), "Black moves to d3.");
    let resigned = Decision::resign();
    table.handle(Command::TogglePause, NOW);
    let told = words(&table.decide(table.revision(), Ok(resigned), NOW));
    assert_eq!(told, "The game is over, White resigned: Black wins.");
}
