//! The state of an analysis: keys, findings, explanations.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use willow_analysis::{Certainty, MoveAnalysis, Outcome, OutcomeChange};
use willow_board::{Game, Position, Square};
use willow_eval::Score;
use willow_records::transcript;

use super::*;

/// Returns a finding without a loss: an estimate of so many discs at a depth.
pub(crate) fn estimate(position: &Position, mv: Square, discs: i32, depth: u32) -> MoveAnalysis {
    MoveAnalysis {
        ply: 0,
        position: *position,
        mv,
        value: Score::DISC * discs,
        best_value: Score::DISC * discs,
        best: mv,
        pv: vec![mv.into()],
        played_pv: vec![mv.into()],
        certainty: Certainty::Estimate,
        outcomes: None,
        depth,
        counterfactual: None,
        alternatives: Vec::new(),
    }
}

/// Returns a finding about a move that was worse than another one.
pub(super) fn worse(
    position: &Position,
    mv: Square,
    discs: i32,
    best: (Square, i32),
) -> MoveAnalysis {
    MoveAnalysis {
        best_value: Score::DISC * best.1,
        best: best.0,
        pv: vec![best.0.into()],
        ..estimate(position, mv, discs, 20)
    }
}

/// Returns the same finding with proven outcomes.
pub(crate) fn proven(found: MoveAnalysis) -> MoveAnalysis {
    let outcomes = Some(OutcomeChange {
        best: Outcome::of_score(found.best_value),
        played: Outcome::of_score(found.value),
    });
    MoveAnalysis { certainty: Certainty::Proven, outcomes, ..found }
}

pub(crate) fn exact(found: MoveAnalysis) -> MoveAnalysis {
    MoveAnalysis { certainty: Certainty::Exact, ..proven(found) }
}

/// A game with a mistake of White's at ply 1, one of Black's at ply 6, and a blunder of White's at
/// ply 9, all invented. The legal moves of the position after six plies have values of all kinds.
pub(super) fn study() -> Study {
    let game = transcript::parse("f5f6e6f4e3c5g5f3g4d3").unwrap();
    let (studied, players) = (game.clone(), "ann - bob".to_owned());
    let studied = StudiedGame { game: studied, shown_ply: 6, players, ..StudiedGame::default() };
    let mut study = Study::new(studied);
    let at = |ply: usize| *game.position_at(ply).unwrap();
    let quiet = |ply: usize, discs| {
        estimate(&at(ply), game.moves().nth(ply).unwrap().square().unwrap(), discs, 12)
    };
    let mut found: Vec<MoveAnalysis> =
        [0, 2, 3, 4, 5, 7, 8].map(|ply| quiet(ply, if ply % 2 == 0 { 2 } else { -2 })).into();
    found.push(worse(&at(1), Square::F6, -9, (Square::D6, -1)));
    found.push(worse(&at(6), Square::G5, -8, (Square::C4, 3)));
    found.push(proven(worse(&at(9), Square::D3, -4, (Square::E7, 2))));
    let mut others =
        at(6).legal_moves().squares().filter(|&mv| ![Square::C4, Square::G5].contains(&mv));
    found.push(exact(worse(&at(6), others.next().unwrap(), -12, (Square::C4, 3))));
    found.push(proven(worse(&at(6), others.next().unwrap(), -2, (Square::C4, 3))));
    found.push(estimate(&at(6), Square::C4, 3, 20));
    study.note(News::Found(found));
    study.note(News::Progress(Progress { done: 12, all: 40, is_complete: false }));
    study
}

pub(super) fn press(study: &mut Study, codes: &[KeyCode]) -> Option<StudyAction> {
    let mut action = None;
    for &code in codes {
        action = study.press(&KeyEvent::new(code, KeyModifiers::NONE));
    }
    action
}

pub(super) fn keys(text: &str) -> Vec<KeyCode> {
    text.chars().map(KeyCode::Char).collect()
}

/// Returns the ply of the shown position and the shown move.
fn shown(study: &Study) -> (usize, String) {
    (study.ply(), study.tree.shown_move().map(|mv| mv.to_string()).unwrap_or_default())
}

#[test]
fn arrows_step_through_the_game() {
    let mut study = study();
    assert_eq!(shown(&study), (6, "g5".to_owned()));
    press(&mut study, &[KeyCode::Left, KeyCode::Left]);
    assert_eq!(shown(&study), (4, "e3".to_owned()));
    press(&mut study, &[KeyCode::Home]);
    assert_eq!(shown(&study), (0, "f5".to_owned()));
    press(&mut study, &[KeyCode::Right, KeyCode::End]);
    assert_eq!(shown(&study), (10, String::new()));
}

#[test]
fn undo_and_redo_have_the_keys_that_they_have_in_a_game() {
    let mut study = study();
    let control = |study: &mut Study, letter| {
        study.press(&KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL))
    };
    press(&mut study, &keys("u"));
    assert_eq!(study.ply(), 5);
    control(&mut study, 'z');
    assert_eq!(study.ply(), 4);
    press(&mut study, &keys("r"));
    control(&mut study, 'y');
    assert_eq!(study.ply(), 6);
}

#[test]
fn the_variations_and_remarks_of_a_record_are_shown() {
    let sgf = "(;GM[2]SZ[8];B[f5];W[d6]C[usual](;B[c3])(;B[c5]C[rare];W[f4]))";
    let record = willow_records::sgf::parse(sgf).unwrap();
    let (game, record) = (record.game.clone(), Some(Box::new(record)));
    let studied = StudiedGame { game, shown_ply: 2, record, ..StudiedGame::default() };
    let mut study = Study::new(studied);
    let tried = "tried here (up, down): c3 c5";
    assert_eq!(study.explanation().1, [tried, "Remark on d6: usual"]);
    press(&mut study, &[KeyCode::Down]);
    assert_eq!(study.explanation().1, [tried, "Remark on d6: usual", "Remark on c5: rare"]);
    press(&mut study, &[KeyCode::Right, KeyCode::Right]);
    assert_eq!((study.tree.left_game_at(), study.ply()), (Some(2), 4));
}

#[test]
fn moves_are_counted_without_passes() {
    let start = format!("XO------{}XO------ X", "-".repeat(48));
    let start = willow_records::board_text::parse(&start).unwrap();
    let mut game = Game::from_position(start);
    for mv in ["c1", "pass", "c8"] {
        game.play(mv.parse().unwrap()).unwrap();
    }
    let study = Study::new(StudiedGame { game, shown_ply: 2, ..StudiedGame::default() });
    assert_eq!(study.explanation().0, "2. Black c8: not searched yet.");
}

#[test]
fn n_and_p_go_from_mistake_to_mistake() {
    let mut study = study();
    press(&mut study, &keys("n"));
    assert_eq!(shown(&study), (9, "d3".to_owned()));
    press(&mut study, &keys("n"));
    assert_eq!(study.message.as_deref(), Some("No mistake after this move."));
    press(&mut study, &keys("p"));
    assert_eq!((shown(&study), &study.message), ((6, "g5".to_owned()), &None));
    press(&mut study, &keys("pp"));
    assert_eq!(shown(&study), (1, "f6".to_owned()));
    assert_eq!(study.message.as_deref(), Some("No mistake before this move."));
}

#[test]
fn a_typed_square_is_a_variation_and_x_leaves_it() {
    let mut study = study();
    press(&mut study, &keys("c4"));
    press(&mut study, &[KeyCode::Enter]);
    assert_eq!((study.ply(), study.tree.left_game_at()), (7, Some(6)));
    press(&mut study, &keys("p"));
    assert_eq!(shown(&study), (6, "g5".to_owned()), "the mistake that the variation replaces");
    press(&mut study, &keys("c4x"));
    assert_eq!((shown(&study), study.tree.left_game_at()), ((6, "g5".to_owned()), None));
    press(&mut study, &keys("x"));
    assert_eq!(study.message.as_deref(), Some("This is a position of the game."));
    press(&mut study, &keys("a1"));
    assert_eq!(study.message.as_deref(), Some("Illegal move: a1 flips no disc."));
    assert_eq!(study.ply(), 6);
}

#[test]
fn enter_tries_the_best_move() {
    let mut study = study();
    press(&mut study, &[KeyCode::Enter]);
    assert_eq!(study.tree.mv(study.tree.shown()), Some(Square::C4.into()));
    press(&mut study, &[KeyCode::Enter]);
    assert_eq!(study.message.as_deref(), Some("No move has been searched here yet."));
}

/// Both lines of a move can be played, as reasons compare them.
#[test]
fn two_keys_lay_out_the_better_line_and_the_played_one() {
    let mut study = study();
    let at = *study.position();
    let line = |text: &str| text.split(' ').map(|mv| mv.parse().unwrap()).collect::<Vec<Move>>();
    let mistake = worse(&at, Square::G5, -8, (Square::C4, 3));
    let (pv, played_pv) = (line("c4 d3"), line("g5 e7"));
    study.note(News::Found(vec![MoveAnalysis { pv, played_pv, depth: 24, ..mistake }]));
    press(&mut study, &keys("m"));
    assert_eq!(shown(&study), (6, "g5".to_owned()));
    assert_eq!(study.message.as_deref(), Some("Right arrow: g5 e7"));
    press(&mut study, &[KeyCode::Right]);
    assert_eq!(shown(&study), (7, "e7".to_owned()));
    press(&mut study, &[KeyCode::Left]);
    press(&mut study, &keys("l"));
    assert_eq!(shown(&study), (6, "c4".to_owned()));
    press(&mut study, &[KeyCode::Right, KeyCode::Right]);
    assert_eq!((study.tree.left_game_at(), shown(&study)), (Some(6), (8, String::new())));
    press(&mut study, &keys("l"));
    assert_eq!(study.message.as_deref(), Some("This move has not been searched yet."));
    press(&mut study, &keys("x"));
    assert_eq!(shown(&study), (6, "g5".to_owned()));
}

#[test]
fn escape_leaves() {
    let mut study = study();
    assert_eq!(press(&mut study, &[KeyCode::Char('d'), KeyCode::Esc]), None);
    assert_eq!((study.typed, press(&mut study, &[KeyCode::Esc])), (None, Some(StudyAction::Leave)));
    let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(study.press(&control_c), Some(StudyAction::Quit));
}

#[test]
fn the_explanation_is_about_the_shown_move() {
    let mut study = study();
    let (headline, paragraphs) = study.explanation();
    assert!(headline.starts_with("7. Black g5?? -8.0 ±"), "{headline}");
    assert!(headline.ends_with(", blunder: 11.0 discs"), "{headline}");
    assert_eq!(paragraphs[..2], ["better: c4 (+3.0)", "played: g5"]);
    press(&mut study, &[KeyCode::Left]);
    let (headline, paragraphs) = study.explanation();
    assert!(headline.starts_with("6. White c5 -2.0 ±"), "{headline}");
    assert!(headline.ends_with(", the best move"), "{headline}");
    assert_eq!(paragraphs, ["played: c5"]);
    press(&mut study, &keys("n"));
    press(&mut study, &keys("n"));
    let (headline, _) = study.explanation();
    assert_eq!(headline, "10. White d3?? -4.0 loss, blunder: loss instead of win");
    press(&mut study, &[KeyCode::End]);
    assert_eq!(study.explanation().0, "Black to move: not searched yet.");
    study.note(News::Found(vec![estimate(&study.position().clone(), Square::D2, 1, 8)]));
    let (headline, paragraphs) = study.explanation();
    assert!(headline.starts_with("Black to move. Best: d2 +1.0 ±"), "{headline}");
    assert_eq!(paragraphs, ["line: d2"]);
}

#[test]
fn the_end_of_a_game_says_its_result() {
    let game = Game::new();
    let result = "White wins, 2-2 (time).".to_owned();
    let study = Study::new(StudiedGame { game, result, ..StudiedGame::default() });
    assert_eq!(study.explanation().0, "End of the game: White wins, 2-2 (time).");
}

#[test]
fn values_take_four_characters_and_say_how_certain_they_are() {
    let start = Position::START;
    let of = |discs| worse(&start, Square::F5, discs, (Square::E6, 2));
    let short = |found: MoveAnalysis| report::short_value(&found);
    assert_eq!(short(of(-64)), "-64~");
    assert_eq!(short(exact(of(-64))), "-64");
    assert_eq!(short(proven(of(12))), "+12w");
    assert_eq!(short(proven(of(0))), "+0d");
    assert_eq!(short(proven(of(-4))), "-4l");
}
