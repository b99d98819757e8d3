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
fn other_values_are_typed() {
    let mut dialog = dialog();
    let mut take = |field, text: &str| {
        dialog.field = field;
        dialog.press(KeyCode::Enter);
        types(&mut dialog, text);
        dialog.press(KeyCode::Enter);
        (dialog.text(field).1, dialog.problem.clone().unwrap_or_default())
    };
    let taken = |value: &str| (value.to_owned(), String::new());
    assert_eq!(take(Field::Opponent, "bill:constants=historical,depth=3").1, "");
    assert_eq!(take(Field::Clock, "7:00+1"), taken("7:00+1"));
    assert_eq!(take(Field::Opening, "f5d6c5"), taken("f5d6c5"));
    let (opponent, problem) = take(Field::Opponent, "nobody-at-all");
    assert!(opponent.starts_with("bill:") && problem.contains("nobody-at-all"), "{problem}");
    assert!(take(Field::Clock, "soon").1.contains("not a time control"));
    assert!(!take(Field::Opening, "f5a1").1.is_empty());
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

/// Types a value for a field, presses these keys, and returns the text of the field.
fn chosen(dialog: &mut NewGameDialog, field: Field, text: &str, keys: &[KeyCode]) -> String {
    dialog.field = field;
    dialog.press(KeyCode::Enter);
    types(dialog, text);
    press(dialog, keys);
    dialog.text(field).1
}

#[test]
fn a_typed_value_that_is_part_of_a_line_can_be_chosen_and_the_line_too() {
    let enter = &[KeyCode::Enter];
    let mut dialog = dialog();
    let clock = Field::Clock;
    assert_eq!(chosen(&mut dialog, clock, "3:00", enter), "3:00");
    assert_eq!(chosen(&mut dialog, clock, "3:00", &[KeyCode::Up, KeyCode::Enter]), "3:00+2");
    assert_eq!(chosen(&mut dialog, clock, "5:00", enter), "5:00", "not 5:00+3, chosen before");
    assert_eq!(chosen(&mut dialog, clock, "15", enter), "15:00", "no clock but a part of one");
    let opponent = Field::Opponent;
    assert_eq!(chosen(&mut dialog, opponent, "bill:depth=3", enter), "bill:depth=3");
    assert_eq!(chosen(&mut dialog, opponent, "random", enter), "random-bot", "it has a name");
    assert_eq!(chosen(&mut dialog, opponent, "human", enter), "another person");
    let opening = Field::Opening;
    assert_eq!(chosen(&mut dialog, opening, "f5d6c3", enter), "f5d6c3");
    let longer = chosen(&mut dialog, opening, "f5d6c3", &[KeyCode::Up, KeyCode::Enter]);
    assert_ne!(longer, "f5d6c3", "an opening that goes on from there");
    let before = dialog.text(opening);
    dialog.press(KeyCode::Enter);
    assert!(dialog.list.is_some());
    press(&mut dialog, &[KeyCode::Esc, KeyCode::Esc]);
    assert_eq!((dialog.list.is_some(), dialog.text(opening)), (false, before));
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
