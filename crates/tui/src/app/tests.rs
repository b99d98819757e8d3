//! What keys and clicks mean.

use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use willow_board::{Game, Square, TimeControl};
use willow_files::Overwrite;

use crate::app::{App, AppAction, Confirmation, Dialog, FileAction, GameOrigin, Page};
use crate::game_browser::GameBrowser;
use crate::game_session::GameSession;
use crate::line_editor::LineEditor;
use crate::local_game::{GameCommand, LocalGame};
use crate::new_game::NewGameDialog;
use crate::notification::AdviceKind;

fn local_game() -> LocalGame {
    game_of("human")
}

/// Returns a game of two people or two programs.
fn game_of(player: &str) -> LocalGame {
    let players = [player; 2].map(|spec| spec.parse().unwrap());
    let session = GameSession::new(Game::new(), TimeControl::Unlimited);
    LocalGame::new(session, &players, Duration::ZERO)
}

/// Presses keys and returns what the last one asked for.
fn press(app: &mut App, local_game: &LocalGame, keys: &[KeyCode]) -> Option<AppAction> {
    let mut request = None;
    for &code in keys {
        request = app.press(&KeyEvent::new(code, KeyModifiers::NONE), local_game);
    }
    request
}

/// Returns the keys of a text; the end of a line is Enter.
fn text(text: &str) -> Vec<KeyCode> {
    let key = |letter| if letter == '\n' { KeyCode::Enter } else { KeyCode::Char(letter) };
    text.chars().map(key).collect()
}

fn command(command: GameCommand) -> AppAction {
    AppAction::Game(command)
}

#[test]
fn squares_are_typed_letter_first() {
    let (mut app, local_game) = (App::new(), local_game());
    assert_eq!(press(&mut app, &local_game, &text("f")), None);
    assert_eq!(app.typed, Some('f'));
    assert_eq!(
        press(&mut app, &local_game, &text("5")),
        Some(command(GameCommand::Place(Square::F5)))
    );
    assert_eq!(app.typed, None);
    assert_eq!(press(&mut app, &local_game, &[KeyCode::Enter]), None, "f5 is played already");
    assert_eq!(
        press(&mut app, &local_game, &[KeyCode::Enter]),
        Some(command(GameCommand::Place(Square::F5)))
    );
    assert_eq!(press(&mut app, &local_game, &text("5")), None);
    assert_eq!(
        press(&mut app, &local_game, &text("aD3")),
        Some(command(GameCommand::Place(Square::D3)))
    );
    press(&mut app, &local_game, &text("c"));
    press(&mut app, &local_game, &[KeyCode::Backspace]);
    assert_eq!(press(&mut app, &local_game, &text("4")), None);
}

#[test]
fn the_cursor_goes_around_the_edge() {
    let (mut app, local_game) = (App::new(), local_game());
    press(&mut app, &local_game, &[KeyCode::Up; 3]);
    assert_eq!(app.cursor, Square::D8);
    press(&mut app, &local_game, &[KeyCode::Right; 5]);
    assert_eq!(app.cursor, Square::A8);
    press(&mut app, &local_game, &[KeyCode::Left, KeyCode::Down]);
    assert_eq!(app.cursor, Square::H1);
    let request = press(&mut app, &local_game, &[KeyCode::Enter]);
    assert_eq!(request, Some(command(GameCommand::Place(Square::H1))));
}

#[test]
fn keys_outside_the_board_are_commands() {
    let (mut app, local_game) = (App::new(), local_game());
    let [hint, value] = [AdviceKind::Hint, AdviceKind::Value].map(GameCommand::Ask);
    for (keys, expected) in [
        ("i", hint),
        ("v", value),
        ("u", GameCommand::Undo),
        ("[", GameCommand::Undo),
        (",", GameCommand::Undo),
        ("r", GameCommand::Redo),
        ("]", GameCommand::Redo),
        (".", GameCommand::Redo),
        (" ", GameCommand::TogglePause),
    ] {
        let pressed = press(&mut app, &local_game, &text(keys));
        assert_eq!(pressed, Some(command(expected)), "{keys:?}");
    }
    assert_eq!(press(&mut app, &local_game, &text("q")), Some(AppAction::Quit));
    for (letter, expected) in [
        ('z', command(GameCommand::Undo)),
        ('y', command(GameCommand::Redo)),
        ('c', AppAction::Quit),
    ] {
        let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
        assert_eq!(app.press(&key, &local_game), Some(expected), "{letter}");
    }
}

#[test]
fn n_asks_for_the_dialog_for_a_new_game() {
    let (mut app, local_game) = (App::new(), local_game());
    assert_eq!(press(&mut app, &local_game, &text("n")), Some(AppAction::AskForNewGame));
    let dialog = NewGameDialog::new(&local_game, Duration::ZERO);
    app.page = Some(Page::NewGame(Box::new(dialog)));
    let request = press(&mut app, &local_game, &[KeyCode::Enter]);
    let Some(AppAction::StartNew(new_game)) = request else { panic!("{request:?}") };
    assert!(new_game.players.iter().all(willow_players::PlayerSpec::is_human));
    press(&mut app, &local_game, &[KeyCode::Esc]);
    assert_eq!(app.page, None);
    assert_eq!(press(&mut app, &local_game, &text("xy")), Some(command(GameCommand::Resign)));
    let watched = game_of("random");
    let said = press(&mut app, &watched, &text("x"));
    assert_eq!(said, Some(command(GameCommand::Resign)), "nobody is asked");
}

/// Returns a game of two moves that is over, because Black has resigned.
fn game_that_is_over() -> LocalGame {
    let mut over = local_game();
    for square in [Square::F5, Square::D6] {
        over.handle(GameCommand::Place(square), Duration::ZERO);
    }
    over.handle(GameCommand::Resign, Duration::ZERO);
    over
}

#[test]
fn the_arrows_step_through_a_game_that_nobody_plays() {
    let (mut app, running) = (App::new(), local_game());
    assert_eq!(press(&mut app, &running, &[KeyCode::Left]), None, "the cursor moves");
    assert_eq!(app.cursor, Square::C3);
    let mut over = game_that_is_over();
    let back = Some(command(GameCommand::StepBack));
    assert_eq!(press(&mut app, &over, &[KeyCode::Left]), back);
    over.handle(GameCommand::StepBack, Duration::ZERO);
    assert!(!over.game().is_over() && app.steps_through(&over));
    let forward = Some(command(GameCommand::StepForward));
    assert_eq!(press(&mut app, &over, &[KeyCode::Right]), forward);
    assert_eq!(press(&mut app, &over, &[KeyCode::Down]), None, "the cursor is wanted");
    assert!(!app.steps_through(&over));
    assert_eq!(press(&mut app, &over, &[KeyCode::Left]), None);
    app.show_other_game(GameOrigin::File);
    assert_eq!(press(&mut app, &over, &[KeyCode::Left]), back, "of a game that was loaded");
    press(&mut app, &over, &text(" "));
    assert!(!app.steps_through(&over), "somebody plays on");
}

#[test]
fn the_keys_of_undo_only_look_back_at_a_game_that_is_over() {
    let (mut app, mut over) = (App::new(), game_that_is_over());
    for key in ["u", "[", ","] {
        let back = press(&mut app, &over, &text(key));
        assert_eq!(back, Some(command(GameCommand::StepBack)), "{key}");
    }
    over.handle(GameCommand::StepBack, Duration::ZERO);
    over.handle(GameCommand::StepBack, Duration::ZERO);
    assert!(over.is_resting() && !over.game().is_over());
    let forward = press(&mut app, &over, &text("r"));
    assert_eq!(forward, Some(command(GameCommand::StepForward)));
    press(&mut app, &over, &text(" "));
    assert_eq!(press(&mut app, &over, &text("u")), Some(command(GameCommand::Undo)));
}

#[test]
fn the_start_is_looked_at_in_a_pause() {
    let (mut app, mut running) = (App::new(), local_game());
    running.handle(GameCommand::Place(Square::F5), Duration::ZERO);
    let start = press(&mut app, &running, &[KeyCode::Home]);
    assert_eq!(start, Some(command(GameCommand::GoToStart)));
    running.handle(GameCommand::GoToStart, Duration::ZERO);
    assert!(running.is_resting() && app.steps_through(&running));
}

/// Returns an app with the list of three games.
fn browsing() -> App {
    let games = b"f5d6c3\nf5f6e6\nf5f4e3\n".to_vec();
    let names = willow_records::WthorNames::default();
    let games = GameBrowser::read("games.txt".as_ref(), &games, &names).unwrap();
    App { page: Some(Page::Games), games: Some(Box::new(games)), ..App::new() }
}

#[test]
fn a_game_of_the_list_is_opened_and_left_again() {
    let (mut app, mut local_game) = (browsing(), local_game());
    local_game.handle(GameCommand::TogglePause, Duration::ZERO);
    press(&mut app, &local_game, &text("f6"));
    assert_eq!(press(&mut app, &local_game, &[KeyCode::Enter]), Some(AppAction::OpenGame(1)));
    press(&mut app, &local_game, &[KeyCode::Esc]);
    app.show_other_game(GameOrigin::File);
    assert_eq!(press(&mut app, &local_game, &[KeyCode::Char('f'), KeyCode::Esc]), None);
    assert_eq!(app.page, None, "first what was typed is gone");
    press(&mut app, &local_game, &[KeyCode::Esc]);
    assert_eq!(app.page, Some(Page::Games));
    let control = KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL);
    assert_eq!(app.press(&control, &local_game), None, "that is a key of the board");
}

#[test]
fn the_name_of_a_file_can_be_edited_and_the_dialog_left() {
    let (mut app, local_game) = (App::new(), local_game());
    press(&mut app, &local_game, &text("w"));
    press(&mut app, &local_game, &[KeyCode::Backspace; 3]);
    press(&mut app, &local_game, &text("sgf"));
    let request = press(&mut app, &local_game, &[KeyCode::Enter]);
    assert_eq!(request, Some(AppAction::Save("game.sgf".into(), Overwrite::Never)));
    assert_eq!(app.dialog, None);
    press(&mut app, &local_game, &text("lq u"));
    assert_eq!(app.dialog, Some(Dialog::File(FileAction::Load, LineEditor::new("q u"))));
    assert_eq!(press(&mut app, &local_game, &[KeyCode::Esc]), None);
    assert_eq!(app.dialog, None);
    app.dialog = Some(Dialog::Confirm(Confirmation::Replace("a.ggf".into())));
    let replaced = Some(AppAction::Save("a.ggf".into(), Overwrite::Always));
    assert_eq!(press(&mut app, &local_game, &text("y")), replaced);
}

#[test]
fn a_click_places_a_disc() {
    let mut app = App::new();
    assert_eq!(app.click(Square::C4), Some(command(GameCommand::Place(Square::C4))));
    assert_eq!(app.cursor, Square::C4);
}

#[test]
fn messages_stay_until_the_next_request() {
    let (mut app, local_game) = (App::new(), local_game());
    for number in 0..20 {
        app.show_message(number.to_string());
    }
    assert_eq!(app.messages.first().map(String::as_str), Some("12"));
    press(&mut app, &local_game, &[KeyCode::Left]);
    assert_eq!(app.messages.len(), 8);
    press(&mut app, &local_game, &text("u"));
    assert!(app.messages.is_empty());
}

#[test]
fn a_analyzes_a_game_that_is_over_and_before_it_is_a_column() {
    let (mut app, running) = (App::new(), local_game());
    assert_eq!(press(&mut app, &running, &text("a")), None);
    assert_eq!(app.typed, Some('a'));
    assert_eq!(press(&mut app, &running, &[KeyCode::Enter]), None, "a square is typed");
    assert_eq!(press(&mut app, &running, &text("y")), Some(AppAction::Analyze));
    let mut over = local_game();
    over.handle(GameCommand::Resign, Duration::ZERO);
    assert_eq!(press(&mut app, &over, &text("a")), Some(AppAction::Analyze));
    assert_eq!(app.typed, None);
}
