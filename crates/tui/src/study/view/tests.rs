//! Rendered screens of an analysis.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as ScreenPoint, Rect};
use willow_board::Square;

use super::*;
use crate::options::{Colors, Glyphs};
use crate::study::StudiedGame;
use crate::study::tests::study;
use crate::view::tests::text_of;

fn buffer(study: &Study, (width, height): (u16, u16), theme: Theme) -> Buffer {
    let screen = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(screen);
    draw(study, theme, screen, &mut buffer);
    buffer
}

/// Returns the characters on the screen, blanks at the ends of lines cut off.
fn rendered(study: &Study, size: (u16, u16), glyphs: Glyphs) -> String {
    text_of(&buffer(study, size, Theme::new(glyphs, Colors::Off)))
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
    After g5, White is to move and has 12 legal moves; after c4, White has 9.
    g5 opens g3 g4 h4 h5 to White, where White could not play before; c4 opens
    only 2.

    Searching: 12 of 40 steps.                  +4 exact  +4w proven  +4~ estimate
    left right step  n p mistakes  Enter best move  ? keys  Esc back
    ");
    let ascii = rendered(&study(), (80, 24), Glyphs::Ascii);
    assert!(ascii.contains("7. Black g5?? -8.0 +-2.0, blunder: 11.0 discs"), "{ascii}");
}

#[test]
fn a_click_plays_on_its_square() {
    let mut study = study();
    let screen = Rect::new(0, 0, 80, 24);
    let at = place_of(&study, (80, 24), "+3~");
    click(&mut study, screen, at);
    assert_eq!(study.tree.mv(study.tree.shown()), Some(Square::C4.into()));
    click(&mut study, screen, ScreenPoint { x: 0, y: 0 });
    assert_eq!(study.ply(), 7);
}

/// Returns where a text is drawn.
fn place_of(study: &Study, size: (u16, u16), text: &str) -> ScreenPoint {
    let screen = rendered(study, size, Glyphs::Ascii);
    let mut places = (0..).zip(screen.lines()).filter_map(|(y, line)| Some((line.find(text)?, y)));
    let (x, y) = places.next().expect("the text is drawn");
    ScreenPoint { x: x as u16, y }
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
    for (width, height) in [(1, 1), (79, 24), (80, 24), (200, 70)] {
        let text = rendered(&study(), (width, height), Glyphs::Unicode);
        assert_eq!(text.contains("7. Black g5??"), 80 <= width, "{text}");
    }
    let empty = rendered(&Study::new(StudiedGame::default()), (80, 24), Glyphs::Ascii);
    assert!(empty.contains("not searched yet"), "{empty}");
}
