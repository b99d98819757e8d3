//! Unfinished games: written, read, rejected, and renamed.

use std::fs;
use std::time::Duration;

use willow_board::{Game, Move, Square};

use crate::autosave::{Autosave, read_unfinished};
use crate::game_session::GameSession;
use crate::unfinished_game::UnfinishedGame;

fn unfinished() -> UnfinishedGame {
    let mut session = GameSession::new(Game::new(), "5:00+3".parse().unwrap());
    session.start_clock(Duration::ZERO);
    for (second, square) in [(1, Square::F5), (3, Square::D6), (6, Square::C3)] {
        session.submit(Move::Place(square).into(), Duration::from_secs(second)).unwrap();
    }
    let players = ["human".parse().unwrap(), "willow:level=5".parse().unwrap()];
    UnfinishedGame::of(&session, players, Duration::from_secs(10))
}

#[test]
fn an_unfinished_game_is_text_and_reads_back() {
    let unfinished = unfinished();
    insta::assert_snapshot!(unfinished.to_string(), @r#"{"black":"human","white":"willow:level=5","clock":"5:00+3","start":"---------------------------OX------XO--------------------------- X","moves":["f5","d6","c3"],"times":[1000,2000,3000],"played":3,"opening":0,"thought":4000}"#);
    assert_eq!(unfinished.to_string().parse::<UnfinishedGame>().unwrap(), unfinished);
    assert_eq!(unfinished.title(), "human against willow:level=5, 3 moves");
}

#[test]
fn moves_that_were_taken_back_are_saved() {
    let mut session = unfinished().session();
    session.go_to(1);
    let again = UnfinishedGame::of(&session, unfinished().players, Duration::ZERO);
    let again: UnfinishedGame = again.to_string().parse().unwrap();
    assert_eq!(again.session().game().n_plies(), 1);
    assert_eq!(again.session().full_line(), session.full_line());
}

#[test]
fn errors_in_a_file_are_reported() {
    let error = |from: &str, to: &str| {
        let text = unfinished().to_string().replace(from, to);
        text.parse::<UnfinishedGame>().unwrap_err().to_string()
    };
    let foreign = "not a game that this version of Willow saved (";
    for (from, to) in
        [("\"clock", "\"o'clock"), ("3000", "soon"), ("\"played\":3", "\"played\":-1")]
    {
        assert!(error(from, to).starts_with(foreign), "{to}");
    }
    let older = "willow unfinished game\nblack: human\n".parse::<UnfinishedGame>().unwrap_err();
    assert!(older.to_string().starts_with(foreign), "{older}");
    let wrong = [
        ("c3", "c9", "moves"),
        ("c3", "a1", "moves"),
        (",3000", "", "times"),
        ("5:00+3", "soon", "clock"),
        ("human", "nobody:", "black"),
    ];
    for (from, to, field) in wrong {
        assert_eq!(error(from, to), format!("`{field}` is invalid"), "{to}");
    }
}

#[test]
fn an_earlier_game_is_renamed_and_a_finished_one_removed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new").join("unfinished.txt");
    let mut autosave = Autosave::new(Some(path.clone()));
    autosave.remove().unwrap();
    autosave.save(&unfinished()).unwrap();
    assert_eq!(read_unfinished(Some(&path)).unwrap(), Some(unfinished()));

    let mut other = Autosave::new(Some(path.clone()));
    other.remove().unwrap();
    assert!(path.exists());
    other.save(&unfinished()).unwrap();
    other.save(&unfinished()).unwrap();
    other.remove().unwrap();
    assert_eq!(read_unfinished(Some(&path)).unwrap(), None);
    let left: Vec<_> = fs::read_dir(path.parent().unwrap()).unwrap().collect();
    assert_eq!(left.len(), 1);
    assert_eq!(
        read_unfinished(Some(&path.with_extension("txt.previous"))).unwrap(),
        Some(unfinished())
    );
}

#[test]
fn renamed_games_are_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("unfinished.txt");
    for _ in 0..4 {
        Autosave::new(Some(path.clone())).save(&unfinished()).unwrap();
    }
    let mut names: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let suffixes = ["previous", "previous-2", "previous-3"];
    assert_eq!(names[0], "unfinished.txt");
    assert_eq!(names[1..], suffixes.map(|suffix| format!("unfinished.txt.{suffix}")));
}

#[test]
fn without_a_path_nothing_is_saved() {
    let mut autosave = Autosave::new(None);
    autosave.save(&unfinished()).unwrap();
    assert_eq!(autosave.saved_path(), None);
    assert_eq!(read_unfinished(None).unwrap(), None);
}

#[test]
fn the_opening_is_saved() {
    let opening = willow_records::transcript::parse("f5d6c3").unwrap();
    let mut session = GameSession::new(opening.clone(), "5:00+3".parse().unwrap());
    session.start_clock(Duration::ZERO);
    session.submit(Move::Place(Square::D3).into(), Duration::from_secs(1)).unwrap();
    let again = UnfinishedGame::of(&session, unfinished().players, Duration::from_secs(1));
    let text = again.to_string();
    assert!(text.contains("\"opening\":3"), "{text}");
    let again: UnfinishedGame = text.parse().unwrap();
    assert_eq!(again.session().opening(), opening);
    assert_eq!(again.session().full_line(), session.full_line());
}
