//! Commands of the user and moves of programs.

use std::time::Duration;

use willow_board::{Color, Game, Move, Square};
use willow_players::{Decision, PlayerError};
use willow_records::board_text;

use crate::game_session::GameSession;
use crate::local_game::{GameCommand, LocalGame, RunState};
use crate::notification::{AdviceKind, Notification};

const NOW: Duration = Duration::from_secs(10);

fn game_between(game: Game, black: &str, white: &str) -> LocalGame {
    let session = GameSession::new(game, "1:00".parse().unwrap());
    LocalGame::new(session, &[black, white].map(|spec| spec.parse().unwrap()), NOW)
}

fn human_against_program() -> LocalGame {
    game_between(Game::new(), "human", "random")
}

fn place(local_game: &mut LocalGame, square: Square) -> String {
    text_of(&local_game.handle(GameCommand::Place(square), NOW))
}

fn decide(local_game: &mut LocalGame, mv: Move) -> String {
    text_of(&local_game.decide(local_game.revision(), Ok(mv.into()), NOW))
}

fn text_of(notifications: &[Notification]) -> String {
    notifications.iter().map(Notification::to_string).collect::<Vec<_>>().join(" ")
}

/// Plays f5 d6 c3 d3, the program's moves included.
fn after_four_moves() -> LocalGame {
    let mut local_game = human_against_program();
    place(&mut local_game, Square::F5);
    decide(&mut local_game, Square::D6.into());
    place(&mut local_game, Square::C3);
    decide(&mut local_game, Square::D3.into());
    local_game
}

#[test]
fn people_and_programs_take_turns() {
    let mut local_game = human_against_program();
    assert_eq!(local_game.wanted_move(), None);
    assert_eq!(place(&mut local_game, Square::A1), "Illegal move: a1 flips no disc.");
    assert_eq!(place(&mut local_game, Square::F5), "Black moves to f5.");
    assert_eq!(local_game.wanted_move(), Some(Color::White));
    assert_eq!(place(&mut local_game, Square::D6), "It is White's turn. Wait for the move.");
    assert_eq!(decide(&mut local_game, Square::D6.into()), "White moves to d6.");
}

#[test]
fn undo_goes_back_to_the_last_turn_of_a_person_and_redo_forth() {
    let mut local_game = after_four_moves();
    assert_eq!(text_of(&local_game.handle(GameCommand::Undo, NOW)), "Back at move 2.");
    assert_eq!(text_of(&local_game.handle(GameCommand::Undo, NOW)), "Back at the start.");
    assert_eq!(text_of(&local_game.handle(GameCommand::Undo, NOW)), "Nothing to undo.");
    assert_eq!(text_of(&local_game.handle(GameCommand::Redo, NOW)), "Redone to move 2.");
    assert_eq!(text_of(&local_game.handle(GameCommand::GoToEnd, NOW)), "Redone to move 4.");
    assert_eq!(text_of(&local_game.handle(GameCommand::Redo, NOW)), "Nothing to redo.");
    local_game.handle(GameCommand::TogglePause, NOW);
    assert_eq!(text_of(&local_game.handle(GameCommand::Undo, NOW)), "Back at move 3.");
}

#[test]
fn undo_while_a_program_thinks_takes_back_the_users_move() {
    let mut local_game = human_against_program();
    place(&mut local_game, Square::F5);
    let asked = local_game.revision();
    assert_eq!(text_of(&local_game.handle(GameCommand::Undo, NOW)), "Back at the start.");
    assert_eq!(local_game.decide(asked, Ok(Move::Place(Square::D6).into()), NOW), []);
    assert_eq!(local_game.game().n_plies(), 0);
}

#[test]
fn an_outdated_reply_is_ignored() {
    let mut local_game = human_against_program();
    place(&mut local_game, Square::F5);
    let asked = local_game.revision();
    local_game.handle(GameCommand::SwitchSides, NOW);
    assert_eq!(local_game.wanted_move(), None);
    assert_eq!(local_game.decide(asked, Ok(Move::Place(Square::D6).into()), NOW), []);
    local_game.handle(GameCommand::Ask(AdviceKind::Hint), NOW);
    assert_eq!(local_game.advise(asked, Ok(Move::Place(Square::D6).into())), []);
    let notifications =
        local_game.advise(local_game.revision(), Ok(Move::Place(Square::D6).into()));
    assert_eq!(text_of(&notifications), "Hint for White: d6.");
    assert_eq!(local_game.wanted_advice(), None);
}

#[test]
fn an_illegal_move_of_a_program_forfeits_and_an_error_pauses() {
    let mut local_game = human_against_program();
    place(&mut local_game, Square::F5);
    let error = PlayerError::Failed { player: "engine".to_owned(), reason: "why".to_owned() };
    let notifications = local_game.decide(local_game.revision(), Err(error), NOW);
    assert_eq!(text_of(&notifications), "engine failed: why. The game is paused.");
    assert_eq!((local_game.run_state(), local_game.wanted_move()), (RunState::Paused, None));
    local_game.handle(GameCommand::TogglePause, NOW);
    let text = decide(&mut local_game, Square::A1.into());
    assert!(text.ends_with("Game over: White forfeited. Black wins, 64 to 0."), "{text}");
}

#[test]
fn a_resignation_can_be_taken_back() {
    let mut local_game = after_four_moves();
    let text = text_of(&local_game.handle(GameCommand::Resign, NOW));
    assert_eq!(text, "Game over: Black resigned. White wins, 64 to 0.");
    assert_eq!(text_of(&local_game.handle(GameCommand::Resign, NOW)), "The game is over.");
    assert_eq!(text_of(&local_game.handle(GameCommand::Undo, NOW)), "Back at move 4.");
    assert!(!local_game.game().is_over());
    place(&mut local_game, Square::C4);
    let text = text_of(&local_game.handle(GameCommand::Resign, NOW));
    assert_eq!(text, "Game over: Black resigned. White wins, 64 to 0.");
}

#[test]
fn a_forced_pass_is_announced_and_not_counted_as_a_move() {
    let empty = "-".repeat(48);
    let start = board_text::parse(&format!("XO------{empty}XO------ X")).unwrap();
    let mut local_game = game_between(Game::from_position(start), "human", "human");
    assert_eq!(
        place(&mut local_game, Square::C1),
        "Black moves to c1. White has no move and passes."
    );
    assert_eq!(local_game.handle(GameCommand::Undo, NOW), [Notification::Undone(0)]);
    assert_eq!(local_game.session().full_line_len(), 2);
    assert_eq!(text_of(&local_game.handle(GameCommand::Redo, NOW)), "Redone to move 1.");
    assert_eq!(
        place(&mut local_game, Square::C8),
        "Black moves to c8. Game over: Black wins by 64, with 6 to 0 on the board."
    );
}

#[test]
fn a_clock_runs_out_but_not_in_a_pause() {
    let mut local_game = human_against_program();
    local_game.handle(GameCommand::TogglePause, NOW);
    assert_eq!(local_game.tick(10 * NOW), []);
    local_game.handle(GameCommand::TogglePause, 10 * NOW);
    assert_eq!(local_game.tick(16 * NOW), []);
    let text = text_of(&local_game.tick(17 * NOW));
    assert_eq!(text, "Game over: Black ran out of time. White wins, 64 to 0.");
    assert_eq!(local_game.wanted_move(), None);
    local_game.replace_game(local_game.new_session(), None, RunState::Running, 20 * NOW);
    assert!(!local_game.game().is_over());
}

#[test]
fn who_needs_the_extension_of_a_ggs_clock_loses_by_two_at_best() {
    let empty = "-".repeat(48);
    let start = board_text::parse(&format!("XO------{empty}XO------ X")).unwrap();
    let clock = "0:05//1:00".parse().unwrap();
    let session = GameSession::new(Game::from_position(start), clock);
    let players = ["human", "human"].map(|spec| spec.parse().unwrap());
    let mut local_game = LocalGame::new(session, &players, NOW);
    local_game.handle(GameCommand::Place(Square::C1), 2 * NOW);
    let text = text_of(&local_game.handle(GameCommand::Place(Square::C8), 2 * NOW));
    assert_eq!(
        text,
        "Black moves to c8. Game over: Black needed the extension of the clock. \
         White wins by 2, with 6 to 0 on the board."
    );
}

#[test]
fn stepping_through_a_game_of_programs_pauses_it() {
    let mut local_game = game_between(Game::new(), "random", "random");
    decide(&mut local_game, Square::F5.into());
    assert_eq!(text_of(&local_game.handle(GameCommand::Undo, NOW)), "Back at the start.");
    assert_eq!((local_game.run_state(), local_game.wanted_move()), (RunState::Paused, None));
    assert_eq!(place(&mut local_game, Square::D3), "Black moves to d3.");
    let nobody = text_of(&local_game.handle(GameCommand::Resign, NOW));
    assert_eq!(nobody, "Only people can resign here.");
    let resigned = Decision::resign();
    local_game.handle(GameCommand::TogglePause, NOW);
    let text = text_of(&local_game.decide(local_game.revision(), Ok(resigned), NOW));
    assert_eq!(text, "Game over: White resigned. Black wins, 64 to 0.");
}

#[test]
fn a_new_game_begins_after_the_opening() {
    let opening = willow_records::transcript::parse("f5d6c3").unwrap();
    let mut local_game = game_between(opening.clone(), "human", "human");
    assert!(!local_game.is_in_progress());
    local_game.handle(GameCommand::Undo, NOW);
    assert_eq!(local_game.game().n_plies(), 2);
    assert!(!local_game.is_in_progress());
    place(&mut local_game, Square::C5);
    assert!(local_game.is_in_progress());
    local_game.replace_game(local_game.new_session(), None, RunState::Running, NOW);
    assert_eq!(local_game.game(), &opening);
    local_game.handle(GameCommand::GoToStart, NOW);
    assert_eq!(local_game.game(), &Game::new());
}

#[test]
fn steps_pause_the_game_and_go_by_single_moves() {
    let mut local_game = after_four_moves();
    local_game.handle(GameCommand::StepBack, NOW);
    assert_eq!((local_game.game().n_plies(), local_game.run_state()), (3, RunState::Paused));
    local_game.handle(GameCommand::StepBack, NOW);
    local_game.handle(GameCommand::StepForward, NOW);
    assert_eq!(local_game.game().n_plies(), 3);
    let mut fresh = human_against_program();
    fresh.handle(GameCommand::StepBack, NOW);
    assert_eq!(fresh.run_state(), RunState::Running, "there is no step back");
}

/// Replaces the game by a recorded one, with a name for Black.
fn load(local_game: &mut LocalGame, game: Game) {
    let mut record = willow_records::RecordedGame::new(game);
    record.players[0].name = "Ann".to_owned();
    let times = vec![Duration::ZERO; record.game.n_plies()];
    let session = GameSession::loaded(&record.game, &times, "1:00".parse().unwrap());
    local_game.replace_game(session, Some(Box::new(record)), RunState::Paused, NOW);
}

#[test]
fn a_recorded_game_has_the_names_of_its_players_until_it_is_played_on() {
    let mut local_game = human_against_program();
    load(&mut local_game, willow_records::transcript::parse("f5d6c3").unwrap());
    let names =
        |local_game: &LocalGame| Color::ALL.map(|color| local_game.shown_name(color).to_owned());
    assert_eq!(names(&local_game), ["Ann", "random-bot"], "of White no name is known");
    assert!(!local_game.is_in_progress(), "nothing of it would be lost");
    local_game.handle(GameCommand::StepBack, NOW);
    assert_eq!(names(&local_game), ["Ann", "random-bot"]);
    local_game.handle(GameCommand::TogglePause, NOW);
    assert_eq!(names(&local_game), ["human", "random-bot"], "somebody plays");
    local_game.handle(GameCommand::TogglePause, NOW);
    place(&mut local_game, Square::C4);
    assert_eq!(names(&local_game), ["human", "random-bot"], "it is another game");
    assert!(local_game.is_in_progress() && local_game.origin().is_some());
}

#[test]
fn a_recorded_game_that_was_lost_by_overtime_can_be_looked_at() {
    let mut game = willow_records::transcript::parse("e6f4e3f6g5d6e7f5c5").unwrap();
    game.end(willow_board::EndReason::Overtime(Color::Black));
    let mut local_game = human_against_program();
    load(&mut local_game, game);
    assert!(local_game.record().is_some());
    local_game.handle(GameCommand::StepBack, NOW);
    assert!(local_game.record().is_some());
    local_game.handle(GameCommand::Redo, NOW);
    assert!(local_game.record().is_some());
    assert_eq!(local_game.game().outcome().unwrap().result.value(), -2);
    local_game.handle(GameCommand::Undo, NOW);
    local_game.handle(GameCommand::TogglePause, NOW);
    place(&mut local_game, Square::C5);
    assert_eq!(local_game.game().outcome().unwrap().result.value(), 64, "played in time");
    assert!(local_game.record().is_none());
}

#[test]
fn a_recorded_game_that_ends_otherwise_is_not_the_recorded_one() {
    let game = willow_records::transcript::parse("f5d6c3").unwrap();
    let mut local_game = human_against_program();
    load(&mut local_game, game.clone());
    local_game.handle(GameCommand::Resign, NOW);
    assert!(local_game.game().is_over() && local_game.record().is_none());
    local_game.handle(GameCommand::Undo, NOW);
    assert!(local_game.record().is_some(), "the resignation was taken back");
    local_game.handle(GameCommand::TogglePause, NOW);
    local_game.tick(100 * NOW);
    assert!(local_game.game().is_over() && local_game.record().is_none(), "the flag fell");
    let mut resigned = game;
    resigned.end(willow_board::EndReason::Resigned(Color::White));
    load(&mut local_game, resigned);
    assert!(local_game.record().is_some());
    local_game.handle(GameCommand::StepBack, NOW);
    assert!(!local_game.game().is_over() && local_game.record().is_some(), "it is looked at");
}
