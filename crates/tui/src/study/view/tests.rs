//! Rendered screens of an analysis.

use ratatui::buffer::{Buffer, Cell};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position as ScreenPoint, Rect};
use willow_board::Square;
use willow_records::transcript;

use super::*;
use crate::options::{Colors, Glyphs};
use crate::study::analyst::News;
use crate::study::tests::{estimate, keys, press, study};
use crate::study::{StudiedGame, StudyAction};

fn buffer(study: &Study, (width, height): (u16, u16), theme: Theme) -> Buffer {
    let screen = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(screen);
    draw(study, theme, screen, &mut buffer);
    buffer
}

/// Returns the characters on the screen, blanks at the ends of lines cut off.
fn rendered(study: &Study, size: (u16, u16), glyphs: Glyphs) -> String {
    let buffer = buffer(study, size, Theme::new(glyphs, Colors::Off));
    let lines = buffer.content.chunks(size.0.into()).map(|cells| {
        let line: String = cells.iter().map(Cell::symbol).collect();
        line.trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_mistake_on_80_columns() {
    insta::assert_snapshot!(rendered(&study(), (80, 24), Glyphs::Unicode), @r"
    Cow, ann - bob                                   move 6 of 10, ● Black to move
        a    b    c    d    e    f    g    h   Mistakes
    1   ·    ·    ·    ·    ·    ·    ·    ·     2 ○ f6?  -8.0  better: d6
    2   ·    ·    ·    ·    ·    ·    ·    ·   ▶ 7 ● g5?? -11.0  better: c4
    3   ·    ·    ·    ·    ●    ·    ·    ·    10 ○ d3?? win>loss  better: e7
    4   ·    ·  *+3~   ○    ●    ○   -12   ·
    5   ·    ·   (○)   ○    ○    ○  >-8~   ·
    6   ·   -2l   ?    ·    ●    ○    ?    ·
    7   ·    ·    ·    ·    ·    ·    ·    ·
    8   ·    ·    ·    ·    ·    ·    ·    ·
    +12  ?    |
     +6       |  ?
     +0 *-****|**-
     -6       ?
    -12       |
    7. Black g5?? -8.0 ±2.0, blunder: 11.0 discs
    better: c4 (+3.0)
    played: g5




    Searching: 12 of 40 steps. s stops.         +4 exact  +4w proven  +4~ estimate
    left right step  n p mistakes  Enter best move  Tab page  ? keys  Esc back
    ");
    insta::assert_snapshot!(rendered(&study(), (80, 24), Glyphs::Ascii), @r"
    Cow, ann - bob                                   move 6 of 10, @ Black to move
        a    b    c    d    e    f    g    h   Mistakes
    1   .    .    .    .    .    .    .    .     2 O f6?  -8.0  better: d6
    2   .    .    .    .    .    .    .    .   > 7 @ g5?? -11.0  better: c4
    3   .    .    .    .    @    .    .    .    10 O d3?? win>loss  better: e7
    4   .    .  *+3~   O    @    O   -12   .
    5   .    .   (O)   O    O    O  >-8~   .
    6   .   -2l   ?    .    @    O    ?    .
    7   .    .    .    .    .    .    .    .
    8   .    .    .    .    .    .    .    .
    +12  ?    |
     +6       |  ?
     +0 *-****|**-
     -6       ?
    -12       |
    7. Black g5?? -8.0 +-2.0, blunder: 11.0 discs
    better: c4 (+3.0)
    played: g5




    Searching: 12 of 40 steps. s stops.         +4 exact  +4w proven  +4~ estimate
    left right step  n p mistakes  Enter best move  Tab page  ? keys  Esc back
    ");
}

#[test]
fn a_mistake_on_60_columns() {
    insta::assert_snapshot!(rendered(&study(), (60, 20), Glyphs::Unicode), @r"
    Cow, ann - bob               move 6 of 10, ● Black to move
        a    b    c    d    e    f    g    h   Mistakes
    1   ·    ·    ·    ·    ·    ·    ·    ·     2 ○ f6?  -8
    2   ·    ·    ·    ·    ·    ·    ·    ·   ▶ 7 ● g5?? -11
    3   ·    ·    ·    ·    ●    ·    ·    ·    10 ○ d3?? w>l
    4   ·    ·  *+3~   ○    ●    ○   -12   ·
    5   ·    ·   (○)   ○    ○    ○  >-8~   ·
    6   ·   -2l   ?    ·    ●    ○    ?    ·
    7   ·    ·    ·    ·    ·    ·    ·    ·
    8   ·    ·    ·    ·    ·    ·    ·    ·
    +12  ?    |
     +0 *-****|**?
    -12       ?
    7. Black g5?? -8.0 ±2.0, blunder: 11.0 discs
    better: c4 (+3.0)
    played: g5


    Searching: 12 of 40 steps. s stops.
    n p mistakes   Enter best   Tab page   ? keys   Esc back
    ");
}

#[test]
fn the_pages_on_40_columns() {
    let mut study = study();
    insta::assert_snapshot!(rendered(&study, (40, 15), Glyphs::Unicode), @r"
    Cow, ann - bob      6 of 10, ● to move
        a   b   c   d   e   f   g   h
    1  ·   ·   ·   ·   ·   ·   ·   ·
    2  ·   ·   ·   ·   ·   ·   ·   ·
    3  ·   ·   ·   ·   ●   ·   ·   ·
    4  ·   ·  *+3~ ○   ●   ○  -12  ·
    5  ·   ·  (○)  ○   ○   ○  >-8~ ·
    6  ·  -2l  ?   ·   ●   ○   ?   ·
    7  ·   ·   ·   ·   ·   ·   ·   ·
    8  ·   ·   ·   ·   ·   ·   ·   ·
    7. Black g5?? -8.0 ±2.0, blunder: 11.0
    discs
    better: c4 (+3.0)                 PgDn
    Searching: 12 of 40 steps. s stops.
    n p mistakes  Tab page  ? keys  q back
    ");
    press(&mut study, &[KeyCode::Tab]);
    insta::assert_snapshot!(rendered(&study, (40, 15), Glyphs::Unicode), @r"
    Cow, ann - bob      6 of 10, ● to move
    7. Black g5?? -8.0 ±2.0, blunder: 11.0
    discs
    better: c4 (+3.0)
    played: g5








    Searching: 12 of 40 steps. s stops.
    n p mistakes  Tab page  ? keys  q back
    ");
    press(&mut study, &[KeyCode::Tab]);
    insta::assert_snapshot!(rendered(&study, (40, 15), Glyphs::Unicode), @r"
    Cow, ann - bob      6 of 10, ● to move
    Mistakes
      2 ○ f6?  -8.0  better: d6
    ▶ 7 ● g5?? -11.0  better: c4
     10 ○ d3?? win>loss  better: e7








    Searching: 12 of 40 steps. s stops.
    n p mistakes  Tab page  ? keys  q back
    ");
    press(&mut study, &[KeyCode::Tab, KeyCode::Tab]);
    insta::assert_snapshot!(rendered(&study, (40, 15), Glyphs::Unicode), @r"
    Cow, ann - bob      6 of 10, ● to move
    +12       |
    +10  ?    |
     +7       |
     +5       |  ?
     +2 * ****|**
     +0 ------|---
     -2       |
     -5       |
     -7       ?
    -10       |
    -12       |

    Searching: 12 of 40 steps. s stops.
    n p mistakes  Tab page  ? keys  q back
    ");
    press(&mut study, &keys("?"));
    insta::assert_snapshot!(rendered(&study, (40, 15), Glyphs::Unicode), @r"
    ┌ Keys ────────────────────────────────┐
    │ left right    back, forward (u, r)   │
    │ up down       other moves tried here │
    │ Home End      start, end of the line │
    │ n p           next, earlier mistake  │
    │ f5, mouse     try a move             │
    │ Enter         try the best move      │
    │ x             back to the game       │
    │ Tab           other page             │
    │ PgDn PgUp     scroll the explanation │
    │ s             stop, go on searching  │
    │ Esc q         leave the analysis     │
    │ >e6 comes next   * the best move     │
    │ +4 exact   +4w proven   +4~ estimate │
    └──────────────────────────────────────┘
    ");
}

#[test]
fn a_large_screen_has_a_large_board() {
    insta::assert_snapshot!("a_large_screen", rendered(&study(), (120, 52), Glyphs::Unicode));
    let mut study = study();
    let at = place_of(&study, (120, 52), "*+3~");
    click(&mut study, Rect::new(0, 0, 120, 52), at);
    assert_eq!(study.tree.mv(study.tree.shown()), Some(Square::C4.into()));
}

#[test]
fn variations_are_a_tree() {
    let mut study = study();
    press(&mut study, &[KeyCode::Tab]);
    let none = rendered(&study, (80, 24), Glyphs::Unicode);
    assert!(none.contains("None yet. Type a square"), "{none}");
    press(&mut study, &keys("c4d6"));
    press(&mut study, &[KeyCode::Left]);
    press(&mut study, &keys("e7"));
    insta::assert_snapshot!(rendered(&study, (80, 24), Glyphs::Unicode), @r"
    Tanida, ann - bob              variation after move 6, move 8, ● Black to move
        a    b    c    d    e    f    g    h   Variations
    1   ·    ·    ·    ·    ·    ·    ·    ·     1. f5  f6  e6  f4  e3  c5
    2   ·    ·    ·    ·    ·    ·    ·    ·       7. c4  d6
    3   ·    ·    ·    ·    ●    ·    ·    ·   ▶     8.[e7]
    4   ·    ·    ●    ●    ●    ○    ?    ·
    5   ·    ?    ○    ●    ○    ○    ?    ·
    6   ·    ?    ?    ·    ○    ○    ?    ·
    7   ·    ·    ·    ·   (○)   ?    ?    ·
    8   ·    ·    ·    ·    ?    ·    ·    ·
    +12  ?    |
     +6       |  ?
     +0 *-****|**-
     -6       ?
    -12       |
    Black to move: not searched yet.






    Searching: 12 of 40 steps. s stops.         +4 exact  +4w proven  +4~ estimate
    left right step  n p mistakes  Enter best move  Tab page  ? keys  Esc back
    ");
}

#[test]
fn a_long_game_shares_columns_of_the_graph_and_a_click_finds_its_ply() {
    let moves = "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6e2d1c1a3a6a5e1\
                 f2g7c2a4h8a2b7f1b3b1b2h7a7a8a1g1g2h2h1";
    let game = transcript::parse(moves).unwrap();
    let studied = StudiedGame { game: game.clone(), shown_ply: 30, ..StudiedGame::default() };
    let mut study = Study::new(studied);
    let found = game
        .moves()
        .enumerate()
        .filter_map(|(ply, mv)| Some(estimate(game.position_at(ply)?, mv.square()?, 3, 8)));
    study.note(News::Found(found.collect()));
    for (size, per_column) in [((80, 24), 1), ((60, 20), 2)] {
        let screen = Rect::new(0, 0, size.0, size.1);
        let graph = StudyLayout::of(screen, 0).unwrap().graph.unwrap();
        let at = ScreenPoint { x: graph.x + 4 + 10, y: graph.y };
        click(&mut study, screen, at);
        assert_eq!(study.ply(), 10 * per_column);
        let text = rendered(&study, size, Glyphs::Ascii);
        let stars = text.matches('*').count();
        assert!(20 < stars, "{text}");
        click(&mut study, screen, ScreenPoint { x: graph.right() - 1, y: graph.y });
        assert_eq!(study.ply(), 10 * per_column, "there is no ply");
    }
}

#[test]
fn a_click_plays_on_its_square() {
    for (width, height) in [(80, 24), (60, 20), (40, 15)] {
        let mut study = study();
        let screen = Rect::new(0, 0, width, height);
        let buffer = buffer(&study, (width, height), Theme::new(Glyphs::Ascii, Colors::Off));
        // The value of c4, the best move, is the only one that is +3.
        let row = (0..height).find(|&y| buffer[(1, y)].symbol() == "4").unwrap();
        let x = (3..40).find(|&x| buffer[(x, row)].symbol() == "+").unwrap();
        click(&mut study, screen, ScreenPoint { x, y: row });
        assert_eq!(study.tree.mv(study.tree.shown()), Some(Square::C4.into()));
        click(&mut study, screen, ScreenPoint { x: 0, y: 0 });
        assert_eq!(study.ply(), 7);
    }
}

/// Returns where a text is drawn.
fn place_of(study: &Study, (width, height): (u16, u16), text: &str) -> ScreenPoint {
    let buffer = buffer(study, (width, height), Theme::new(Glyphs::Ascii, Colors::Off));
    let lines = buffer.content.chunks(width.into());
    for (y, cells) in (0..).zip(lines) {
        let line: String = cells.iter().map(Cell::symbol).collect();
        if let Some(x) = line.find(text) {
            return ScreenPoint { x: x as u16, y };
        }
    }
    panic!("{text} is not drawn")
}

#[test]
fn a_click_presses_a_key_and_opens_a_line_of_a_list() {
    for size in [(80, 24), (60, 20)] {
        let mut study = study();
        let screen = Rect::new(0, 0, size.0, size.1);
        let mut click_on = |text: &str| {
            let at = place_of(&study, size, text);
            let action = click(&mut study, screen, at);
            (action, study.ply())
        };
        assert_eq!(click_on("10 O d3"), (None, 9));
        assert_eq!(click_on("2 O f6"), (None, 1));
        assert_eq!(click_on("n p"), (None, 6), "the next mistake");
        assert_eq!(click_on("Enter best"), (None, 7));
        assert_eq!(click_on("Tab page"), (None, 7));
        assert_eq!(click_on("7.[c4]"), (None, 7));
        assert_eq!(click_on(" 1. f5"), (None, 6), "the game, where the variation left it");
        assert_eq!(click_on("Esc back"), (Some(StudyAction::Leave), 6));
    }
}

#[test]
fn without_colours_no_cell_is_coloured() {
    let has_colours = |colors| {
        let buffer = buffer(&study(), (80, 24), Theme::new(Glyphs::Unicode, colors));
        let plain = ratatui::style::Color::Reset;
        buffer.content.iter().any(|cell| cell.fg != plain || cell.bg != plain)
    };
    assert!(has_colours(Colors::On));
    assert!(!has_colours(Colors::Off));
}

#[test]
fn every_size_can_be_drawn() {
    let mut study = study();
    for page in 0..5 {
        study.page = page;
        for (width, height) in [(1, 1), (40, 14), (39, 15), (40, 15), (61, 15), (200, 70)] {
            let text = rendered(&study, (width, height), Glyphs::Unicode);
            let is_small = width < 40 || height < 15;
            assert_eq!(
                text.contains("7. Black g5??"),
                !is_small && (60 < width || page < 2),
                "{text}"
            );
        }
    }
    let empty = Study::new(StudiedGame::default());
    for size in [(40, 15), (80, 24)] {
        let text = rendered(&empty, size, Glyphs::Ascii);
        assert!(text.contains("not searched yet"), "{text}");
    }
}
