//! Unfinished games: written, read back, refused, and set aside.

use std::fs;
use std::time::Duration;

use willow_board::{Game, Move, Square};

use crate::keeper::{Keeper, look};
use crate::session::Session;
use crate::unfinished::Unfinished;

fn unfinished() -> Unfinished {
    let mut session = Session::new(Game::new(), "5:00+3".parse().unwrap());
    session.run(Duration::ZERO);
    for (second, square) in [(1, Square::F5), (3, Square::D6), (6, Square::C3)] {
        session.submit(Move::Place(square).into(), Duration::from_secs(second)).unwrap();
    }
    let players = ["human".parse().unwrap(), "willow:level=5".parse().unwrap()];
    Unfinished::of(&session, players, Duration::from_secs(10))
}

#[test]
fn an_unfinished_game_is_text_and_reads_back() {
    let unfinished = unfinished();
    insta::assert_snapshot!(unfinished.to_string(), @r"
    willow unfinished game
    black: human
    white: willow:level=5
    clock: 5:00+3
    start: ---------------------------OX------XO--------------------------- X
    moves: f5 d6 c3
    times: 1000 2000 3000
    played: 3
    thought: 4000
    ");
    assert_eq!(unfinished.to_string().parse::<Unfinished>().unwrap(), unfinished);
    assert_eq!(unfinished.title(), "human against willow:level=5, 3 moves");
}

#[test]
fn moves_that_were_taken_back_are_kept() {
    let mut session = unfinished().session();
    session.go_to(1);
    let again = Unfinished::of(&session, unfinished().players, Duration::ZERO);
    let again: Unfinished = again.to_string().parse().unwrap();
    assert_eq!(again.session().game().n_plies(), 1);
    assert_eq!(again.session().line(), session.line());
}

#[test]
fn what_is_wrong_with_a_file_is_told() {
    let error = |from: &str, to: &str| {
        let text = unfinished().to_string().replace(from, to);
        text.parse::<Unfinished>().unwrap_err().to_string()
    };
    assert_eq!(
        error("willow unfinished", "another"),
        "it does not begin with `willow unfinished game`"
    );
    assert_eq!(error("clock:", "o'clock:"), "there is no line `clock: ...`");
    assert_eq!(error("c3", "c9"), "`c9` is not a move");
    assert_eq!(error("c3", "a1"), "move 3, a1: a1 turns over no disc");
    assert_eq!(error(" 3000", ""), "there are 3 moves and 2 times");
    assert_eq!(error(" 3000", " soon"), "`soon` is not a number of milliseconds");
    assert_eq!(error("played: 3", "played: x"), "`x` is not a number of moves");
}

#[test]
fn an_earlier_game_is_set_aside_and_a_finished_one_removed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new").join("unfinished.txt");
    let mut keeper = Keeper::new(Some(path.clone()));
    keeper.drop_ours().unwrap();
    keeper.keep(&unfinished()).unwrap();
    assert_eq!(look(Some(&path)).unwrap(), Some(unfinished()));

    let mut other = Keeper::new(Some(path.clone()));
    other.drop_ours().unwrap();
    assert!(path.exists());
    other.keep(&unfinished()).unwrap();
    other.keep(&unfinished()).unwrap();
    other.drop_ours().unwrap();
    assert_eq!(look(Some(&path)).unwrap(), None);
    let left: Vec<_> = fs::read_dir(path.parent().unwrap()).unwrap().collect();
    assert_eq!(left.len(), 1);
    assert_eq!(look(Some(&path.with_extension("txt.previous"))).unwrap(), Some(unfinished()));
}

#[test]
fn no_game_that_was_set_aside_is_lost_to_another() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("unfinished.txt");
    for _ in 0..4 {
        Keeper::new(Some(path.clone())).keep(&unfinished()).unwrap();
    }
    let mut names: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let aside = ["previous", "previous-2", "previous-3"];
    assert_eq!(names[0], "unfinished.txt");
    assert_eq!(names[1..], aside.map(|suffix| format!("unfinished.txt.{suffix}")));
}

#[test]
fn without_a_path_nothing_is_kept() {
    let mut keeper = Keeper::new(None);
    keeper.keep(&unfinished()).unwrap();
    assert_eq!(keeper.kept(), None);
    assert_eq!(look(None).unwrap(), None);
}
