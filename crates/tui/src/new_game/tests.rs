//! The fields of the dialog and the game that it asks for.

use super::*;
use crate::game_session::GameSession;

fn local_game(players: [&str; 2], control: &str) -> LocalGame {
    let session = GameSession::new(Game::new(), control.parse().unwrap());
    LocalGame::new(session, &players.map(|spec| spec.parse().unwrap()), Duration::ZERO)
}

fn dialog() -> NewGameDialog {
    NewGameDialog::new(&local_game(["human", "willow:level=5"], "5:00+3"), Duration::ZERO)
}

fn press(dialog: &mut NewGameDialog, codes: &[KeyCode]) -> Option<NewGameAction> {
    codes.iter().fold(None, |_, &code| dialog.press(code))
}

fn types(dialog: &mut NewGameDialog, text: &str) {
    for letter in text.chars() {
        dialog.press(KeyCode::Char(letter));
    }
}

fn started(action: Option<NewGameAction>) -> NewGame {
    match action {
        Some(NewGameAction::Start(new_game)) => *new_game,
        other => panic!("no game: {other:?}"),
    }
}

fn names(new_game: &NewGame) -> [String; 2] {
    new_game.players.clone().map(|player| player.to_string())
}

#[test]
fn enter_at_once_starts_the_same_game_again() {
    for players in [["human", "willow:level=5"], ["willow:level=5", "human"], ["human", "human"]] {
        let mut dialog = NewGameDialog::new(&local_game(players, "5:00+3"), Duration::ZERO);
        let again = started(dialog.press(KeyCode::Enter));
        assert_eq!(names(&again), players);
        assert_eq!(again.control, "5:00+3".parse().unwrap());
        assert_eq!((again.start, again.delay), (Game::new(), Duration::ZERO));
    }
}

#[test]
fn the_opponent_is_chosen_by_name_and_the_opening_too() {
    let mut dialog = dialog();
    press(&mut dialog, &[KeyCode::Down, KeyCode::Enter]);
    assert_eq!(dialog.field, Field::Opponent, "below the last field comes the first");
    types(&mut dialog, "club-pl");
    press(&mut dialog, &[KeyCode::Enter]);
    assert_eq!(dialog.text(Field::Opponent), ("Opponent", "club-player".to_owned()));
    assert!(dialog.about().starts_with("Elo "), "{}", dialog.about());
    press(&mut dialog, &[KeyCode::Down, KeyCode::Right]);
    assert_eq!(dialog.text(Field::Side).1, "White");
    press(&mut dialog, &[KeyCode::Down, KeyCode::Left, KeyCode::Down, KeyCode::Enter]);
    types(&mut dialog, "stephenson");
    press(&mut dialog, &[KeyCode::Enter]);
    let game = started(press(&mut dialog, &[KeyCode::Down, KeyCode::Enter]));
    assert_eq!(names(&game)[1], "human");
    assert!(names(&game)[0].contains("weaken=0.8"), "{:?}", names(&game));
    assert_eq!((game.control, game.start.n_plies()), ("5:00".parse().unwrap(), 7));
}

#[test]
fn who_leaves_the_list_keeps_the_value() {
    let mut dialog = dialog();
    dialog.field = Field::Clock;
    press(&mut dialog, &[KeyCode::Enter, KeyCode::Down]);
    assert!(dialog.list.is_some());
    press(&mut dialog, &[KeyCode::Esc]);
    assert_eq!((dialog.list.is_some(), dialog.text(Field::Clock).1), (false, "5:00+3".to_owned()));
    assert_eq!(dialog.press(KeyCode::Esc), Some(NewGameAction::Cancel));
}

#[test]
fn who_watches_chooses_two_programs() {
    let mut dialog = NewGameDialog::new(&local_game(["human", "human"], "none"), Duration::ZERO);
    assert!(!dialog.fields().contains(&Field::Black));
    dialog.field = Field::Side;
    press(&mut dialog, &[KeyCode::Left]);
    assert!(dialog.fields().contains(&Field::Black));
    dialog.field = Field::Start;
    assert_eq!(dialog.press(KeyCode::Enter), None);
    assert!(dialog.about().contains("a program for both sides"), "{}", dialog.about());
    dialog.field = Field::Opponent;
    press(&mut dialog, &[KeyCode::Right]);
    dialog.field = Field::Start;
    let game = started(dialog.press(KeyCode::Enter));
    assert!(game.players.iter().all(|player| !player.is_human()));
    assert_eq!(game.delay, Duration::from_secs(1));
    dialog.field = Field::Clock;
    press(&mut dialog, &[KeyCode::Right]);
    dialog.field = Field::Start;
    let game = started(dialog.press(KeyCode::Enter));
    assert_eq!(game.delay, Duration::ZERO, "a pause would run on the clock");
}

#[test]
fn an_opening_without_a_name_stays() {
    let opening = transcript::parse("f5d6c3d3c4f4f6b3").unwrap();
    let session = GameSession::new(opening.clone(), TimeControl::Unlimited);
    let people = ["human", "human"].map(|spec| spec.parse().unwrap());
    let local_game = LocalGame::new(session, &people, Duration::ZERO);
    let mut dialog = NewGameDialog::new(&local_game, Duration::ZERO);
    assert_eq!(dialog.text(Field::Opening).1, "as in this game");
    assert_eq!(started(dialog.press(KeyCode::Enter)).start, opening);
}

#[test]
fn who_played_against_a_spec_can_watch_it() {
    let mut dialog = dialog();
    dialog.field = Field::Side;
    press(&mut dialog, &[KeyCode::Left]);
    assert_eq!(dialog.text(Field::Black), ("Black", "willow:level=5".to_owned()));
    dialog.field = Field::Start;
    let game = started(dialog.press(KeyCode::Enter));
    assert_eq!(names(&game), ["willow:level=5", "willow:level=5"]);
}

#[test]
fn the_pause_of_a_watched_game_stays() {
    let local_game = local_game(["random", "willow:level=5"], "none");
    for delay in [Duration::ZERO, Duration::from_millis(300), Duration::from_secs(2)] {
        let mut dialog = NewGameDialog::new(&local_game, delay);
        let again = started(dialog.press(KeyCode::Enter));
        assert_eq!((names(&again)[0].as_str(), again.delay), ("random", delay));
    }
}
