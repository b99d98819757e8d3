//! Games that replace others, and the files in which those are kept.

use std::fs;

use tempfile::TempDir;
use willow_board::{Game, Square};
use willow_files::Overwrite;
use willow_players::PlayerError;

use super::*;
use crate::game_browser::FindNamesError;

fn runner_in(folder: &TempDir) -> GameRunner {
    let human = || "human".parse().unwrap();
    let unfinished = Some(folder.path().join("unfinished.txt"));
    let options = PlayOptions { unfinished, ..PlayOptions::new(human(), human()) };
    GameRunner::start(&options, None).unwrap()
}

fn new_game(white: &str) -> NewGame {
    NewGame {
        players: ["human".parse().unwrap(), white.parse().unwrap()],
        control: "5:00".parse().unwrap(),
        start: Game::new(),
        delay: Duration::ZERO,
    }
}

fn texts(notifications: Result<Vec<Notification>, ReplaceGameError>) -> String {
    let all = notifications.unwrap();
    all.iter().map(Notification::to_string).collect::<Vec<_>>().join(" ")
}

/// Returns the names of the files in a folder.
fn files(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_new_game_keeps_the_one_before_which_can_be_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let mut runner = runner_in(&folder);
    assert_eq!(texts(runner.start_new(new_game("human"))), "New game.");
    assert_eq!(files(&folder), [""; 0], "nothing was to be kept");
    runner.handle(GameCommand::Place(Square::F5));
    let said = texts(runner.start_new(new_game("random")));
    let kept = folder.path().join("unfinished.txt.previous");
    assert_eq!(said, format!("New game. The game before it is kept in {}.", kept.display()));
    let local_game = runner.local_game();
    assert_eq!(
        (local_game.game().n_plies(), local_game.player(Color::White).name.as_str()),
        (0, "random-bot")
    );
    assert_eq!(local_game.session().control(), "5:00".parse().unwrap());
    assert!(matches!(runner.load_file(&kept, RunState::Paused), Ok(Loaded::OneGame(_))));
    assert_eq!(runner.local_game().game().n_plies(), 1);
    runner.close();
}

#[test]
fn a_game_that_cannot_begin_leaves_the_other_alone() {
    let folder = tempfile::tempdir().unwrap();
    let mut runner = runner_in(&folder);
    runner.handle(GameCommand::Place(Square::F5));
    let error = runner.start_new(new_game("willow:level=99")).unwrap_err();
    assert!(error_sentence(&error).starts_with("White's "), "{}", error_sentence(&error));
    assert_eq!(runner.local_game().game().n_plies(), 1);
    assert_eq!(files(&folder), ["unfinished.txt"]);
    runner.close();
}

#[test]
fn a_file_with_several_games_is_not_loaded_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut runner = runner_in(&folder);
    runner.handle(GameCommand::Place(Square::F5));
    let path = folder.path().join("mine.ggf");
    game_file::save(runner.local_game(), &path, Overwrite::Never).unwrap();
    assert!(matches!(
        game_file::save(runner.local_game(), &path, Overwrite::Never),
        Err(GameFileError::Exists(_))
    ));
    let loaded = runner.load_file(&path, RunState::Paused).unwrap();
    assert!(matches!(loaded, Loaded::OneGame(_)));
    assert!(runner.local_game().record().is_some());
    let several = folder.path().join("several.txt");
    fs::write(&several, "f5d6\nf5f6\n").unwrap();
    let Loaded::Games(games, _) = runner.load_file(&several, RunState::Paused).unwrap() else {
        panic!("there are two")
    };
    assert_eq!((games.list.len(), runner.local_game().game().n_plies()), (2, 1));
    runner.close();
}

#[test]
fn names_at_the_beginning_of_an_error_stay_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let mut runner = runner_in(&folder);
    let error = runner.load_file(Path::new("nothing here"), RunState::Paused).unwrap_err();
    assert!(error_sentence(&error).starts_with("nothing here: "), "{}", error_sentence(&error));
    let failed = PlayerError::Failed { player: "engine".to_owned(), reason: "why".to_owned() };
    let sentence = error_sentence(&PlayError::Program(failed).into());
    assert_eq!(sentence, "engine failed: why.");
    assert_eq!(error_sentence(&PlayError::NothingToResume.into()), "There is no unfinished game.");
    runner.close();
}

#[test]
fn what_could_not_be_read_of_a_file_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut runner = runner_in(&folder);
    runner.find_names = |_, _| Err(FindNamesError("they are damaged".to_owned()));
    let path = folder.path().join("games.ggf");
    fs::write(&path, "(;GM[Othello]B[F5];)(;GM[Othello]B[A1];)").unwrap();
    let Loaded::OneGame(told) = runner.load_file(&path, RunState::Paused).unwrap() else {
        panic!("there is one")
    };
    let problems =
        [Notification::NamesUnread("they are damaged".to_owned()), Notification::GamesLeftOut(1)];
    assert_eq!(told, [&[Notification::Loaded(path.clone())], &problems[..]].concat());
    fs::write(&path, "(;GM[Othello]B[F5];)(;GM[Othello]B[A1];)(;GM[Othello]B[D3];)").unwrap();
    let Loaded::Games(games, told) = runner.load_file(&path, RunState::Paused).unwrap() else {
        panic!("there are two")
    };
    assert_eq!((games.list.len(), &told[..]), (2, &problems[..]));
    runner.close();
}

#[test]
fn a_game_that_is_resigned_after_it_was_loaded_is_saved_as_resigned() {
    let folder = tempfile::tempdir().unwrap();
    let mut runner = runner_in(&folder);
    let [first, second] = ["first.sgf", "second.sgf"].map(|name| folder.path().join(name));
    runner.handle(GameCommand::Place(Square::F5));
    game_file::save(runner.local_game(), &first, Overwrite::Never).unwrap();
    runner.load_file(&first, RunState::Running).unwrap();
    runner.handle(GameCommand::Resign);
    game_file::save(runner.local_game(), &second, Overwrite::Never).unwrap();
    runner.load_file(&second, RunState::Paused).unwrap();
    let outcome = runner.local_game().game().outcome().expect("it is over");
    assert_eq!(outcome.winner(), Some(Color::Black));
    runner.close();
}
