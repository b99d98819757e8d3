//! What keys and clicks mean.

use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use willow_board::{Game, Square, TimeControl};

use crate::app::{App, Dialog, Purpose, Question, Request};
use crate::files::Overwrite;
use crate::news::Wish;
use crate::session::Session;
use crate::table::{Command, PlayerId, Seat, SeatKind, Table};

fn table() -> Table {
    let seat = |player| Seat {
        name: "human".to_owned(),
        kind: SeatKind::Person,
        player: PlayerId(player),
    };
    let session = Session::new(Game::new(), TimeControl::Unlimited);
    Table::new(session, [seat(0), seat(1)], Duration::ZERO)
}

/// Presses keys and returns what the last one asked for.
fn press(app: &mut App, table: &Table, keys: &[KeyCode]) -> Option<Request> {
    let mut request = None;
    for &code in keys {
        request = app.press(&KeyEvent::new(code, KeyModifiers::NONE), table);
    }
    request
}

fn text(text: &str) -> Vec<KeyCode> {
    text.chars().map(KeyCode::Char).collect()
}

fn command(command: Command) -> Request {
    Request::Table(command)
}

#[test]
fn squares_are_typed_letter_first() {
    let (mut app, table) = (App::new(), table());
    assert_eq!(press(&mut app, &table, &text("f")), None);
    assert_eq!(app.typed, Some('f'));
    assert_eq!(press(&mut app, &table, &text("5")), Some(command(Command::Place(Square::F5))));
    assert_eq!(app.typed, None);
    assert_eq!(press(&mut app, &table, &text("5")), None);
    assert_eq!(press(&mut app, &table, &text("aD3")), Some(command(Command::Place(Square::D3))));
    press(&mut app, &table, &text("c"));
    press(&mut app, &table, &[KeyCode::Backspace]);
    assert_eq!(press(&mut app, &table, &text("4")), None);
}

#[test]
fn the_cursor_goes_around_the_edge() {
    let (mut app, table) = (App::new(), table());
    press(&mut app, &table, &[KeyCode::Up; 3]);
    assert_eq!(app.cursor, Square::D8);
    press(&mut app, &table, &[KeyCode::Right; 5]);
    assert_eq!(app.cursor, Square::A8);
    press(&mut app, &table, &[KeyCode::Left, KeyCode::Down]);
    assert_eq!(app.cursor, Square::H1);
    let request = press(&mut app, &table, &[KeyCode::Enter]);
    assert_eq!(request, Some(command(Command::Place(Square::H1))));
}

#[test]
fn letters_outside_the_board_are_commands() {
    let (mut app, table) = (App::new(), table());
    let hint = Some(command(Command::Ask(Wish::Hint)));
    assert_eq!(press(&mut app, &table, &text("i")), hint);
    assert_eq!(press(&mut app, &table, &[KeyCode::Char('h'), KeyCode::Enter]), hint);
    let value = press(&mut app, &table, &[KeyCode::Char('e'), KeyCode::Enter]);
    assert_eq!(value, Some(command(Command::Ask(Wish::Value))));
    assert_eq!(press(&mut app, &table, &text("u")), Some(command(Command::Undo)));
    assert_eq!(press(&mut app, &table, &text(" ")), Some(command(Command::TogglePause)));
    assert_eq!(press(&mut app, &table, &text("q")), Some(Request::Quit));
    let control = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(app.press(&control, &table), Some(Request::Quit));
}

#[test]
fn only_a_game_in_progress_asks_before_it_is_given_up() {
    let (mut app, mut table) = (App::new(), table());
    assert_eq!(press(&mut app, &table, &text("n")), Some(command(Command::NewGame)));
    table.handle(Command::Place(Square::F5), Duration::ZERO);
    assert_eq!(press(&mut app, &table, &text("n")), None);
    assert_eq!(app.dialog, Some(Dialog::Confirm(Question::NewGame)));
    assert_eq!(press(&mut app, &table, &text("zn")), None);
    assert_eq!(app.dialog, None);
    assert_eq!(press(&mut app, &table, &text("ny")), Some(command(Command::NewGame)));
    assert_eq!(press(&mut app, &table, &text("xy")), Some(command(Command::Resign)));
}

#[test]
fn the_name_of_a_file_can_be_edited_and_the_dialog_left() {
    let (mut app, table) = (App::new(), table());
    press(&mut app, &table, &text("w"));
    press(&mut app, &table, &[KeyCode::Backspace; 3]);
    press(&mut app, &table, &text("sgf"));
    let request = press(&mut app, &table, &[KeyCode::Enter]);
    assert_eq!(request, Some(Request::Save("game.sgf".into(), Overwrite::Never)));
    assert_eq!(app.dialog, None);
    press(&mut app, &table, &text("lq u"));
    assert_eq!(app.dialog, Some(Dialog::File(Purpose::Load, "q u".to_owned())));
    assert_eq!(press(&mut app, &table, &[KeyCode::Esc]), None);
    assert_eq!(app.dialog, None);
    app.dialog = Some(Dialog::Confirm(Question::Replace("a.ggf".into())));
    let replaced = Some(Request::Save("a.ggf".into(), Overwrite::Always));
    assert_eq!(press(&mut app, &table, &text("y")), replaced);
}

#[test]
fn a_click_places_a_disc_unless_a_dialog_is_open() {
    let mut app = App::new();
    assert_eq!(app.click(Square::C4), Some(command(Command::Place(Square::C4))));
    assert_eq!(app.cursor, Square::C4);
    app.dialog = Some(Dialog::Help);
    assert_eq!(app.click(Square::C5), None);
}

#[test]
fn messages_stay_until_the_next_request() {
    let (mut app, table) = (App::new(), table());
    for number in 0..20 {
        app.say(number.to_string());
    }
    assert_eq!(app.messages.first().map(String::as_str), Some("12"));
    press(&mut app, &table, &[KeyCode::Left]);
    assert_eq!(app.messages.len(), 8);
    press(&mut app, &table, &text("u"));
    assert!(app.messages.is_empty());
}
