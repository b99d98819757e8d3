//! Rendered screens.

use std::time::Duration;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position as ScreenPoint, Rect};
use willow_board::{Game, Move, Square};
use willow_records::transcript;

use super::{PlayScreen, Theme, draw, square_at};
use crate::app::{App, Confirmation, Dialog, FileAction};
use crate::game_session::GameSession;
use crate::local_game::{Controller, GameCommand, LocalGame, LocalPlayer, PlayerId};
use crate::notification::{Advice, AdviceKind, Notification};
use crate::options::{Colors, Glyphs};

const NOW: Duration = Duration::from_secs(83);
const SCREEN: Rect = Rect::new(0, 0, 80, 24);

fn local_game(game: Game, control: &str) -> LocalGame {
    let player = |name: &str, controller, id| LocalPlayer { name: name.to_owned(), controller, id };
    let players = [
        player("human", Controller::Human, PlayerId(0)),
        player("willow:level=10", Controller::Program, PlayerId(1)),
    ];
    LocalGame::new(GameSession::new(game, control.parse().unwrap()), players, Duration::ZERO)
}

fn middle_of_a_game() -> LocalGame {
    let game = "d3c5f6e3f3d2c3f4e2c4c6f2d1c1b1e6e1d6f1";
    let mut local_game = local_game(transcript::parse(game).unwrap(), "5:00+3");
    local_game.decide(
        local_game.revision(),
        Ok(Move::Place(Square::B5).into()),
        Duration::from_secs(7),
    );
    local_game
}

fn buffer(local_game: &LocalGame, app: &App, theme: Theme, screen: Rect) -> Buffer {
    let mut buffer = Buffer::empty(screen);
    draw(&PlayScreen { local_game, app, now: NOW }, theme, screen, &mut buffer);
    buffer
}

/// Returns the characters on the screen, blanks at the ends of lines cut off.
fn rendered(local_game: &LocalGame, app: &App, glyphs: Glyphs) -> String {
    rendered_on(SCREEN, local_game, app, glyphs)
}

fn rendered_on(screen: Rect, local_game: &LocalGame, app: &App, glyphs: Glyphs) -> String {
    let buffer = buffer(local_game, app, Theme::new(glyphs, Colors::Off), screen);
    let lines = buffer.content.chunks(screen.width.into()).map(|cells| {
        let line: String = cells.iter().map(Cell::symbol).collect();
        line.trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_middle_of_a_game() {
    let local_game = middle_of_a_game();
    let mut app = App::new();
    app.cursor = Square::C2;
    app.show_message("White moves to b5.".to_owned());
    insta::assert_snapshot!(rendered(&local_game, &app, Glyphs::Unicode), @r"
    Willow Othello                                      move 20, 40 empty squares
         a   b   c   d   e   f   g   h    ┌ Players ─────────────────────────────┐
       ┌───┬───┬───┬───┬───┬───┬───┬───┐  │ ▶ ● Black  12 discs            3:44  │
     1 │   │ ● │ ● │ ● │ ● │ ● │   │   │  │     human                            │
       ├───┼───┼───┼───┼───┼───┼───┼───┤  │   ○ White  12 discs            4:56  │
     2 │   │   │[ ]│ ● │ ● │ ○ │ · │   │  │     willow:level=10                  │
       ├───┼───┼───┼───┼───┼───┼───┼───┤  └──────────────────────────────────────┘
     3 │   │   │ ● │ ● │ ○ │ ○ │ · │   │  ┌ Moves ───────────────────────────────┐
       ├───┼───┼───┼───┼───┼───┼───┼───┤  │ 1 d3   c5                            │
     4 │ · │   │ ● │ ○ │ ○ │ ○ │ · │   │  │ 3 f6   e3                            │
       ├───┼───┼───┼───┼───┼───┼───┼───┤  │ 5 f3   d2                            │
     5 │   │(○)│ ○ │ ○ │ ○ │ · │ · │   │  │ 7 c3   f4                            │
       ├───┼───┼───┼───┼───┼───┼───┼───┤  │ 9 e2   c4                            │
     6 │ · │   │ ● │ ○ │ ○ │ ● │   │   │  │11 c6   f2                            │
       ├───┼───┼───┼───┼───┼───┼───┼───┤  │13 d1   c1                            │
     7 │   │   │   │ · │ · │ · │   │   │  │15 b1   e6                            │
       ├───┼───┼───┼───┼───┼───┼───┼───┤  │17 e1   d6                            │
     8 │   │   │   │   │   │   │   │   │  │19 f1   b5                            │
       └───┴───┴───┴───┴───┴───┴───┴───┘  └──────────────────────────────────────┘
    White moves to b5.

    Black to move: type a square, or use the arrow keys and Enter
    u undo   r redo   i hint   v value   s switch sides   space pause   x resign
    y analysis   n new game   w save   l load   ? all keys   q quit
    ");
    insta::assert_snapshot!(rendered(&local_game, &app, Glyphs::Ascii), @r"
    Willow Othello                                      move 20, 40 empty squares
         a   b   c   d   e   f   g   h    + Players -----------------------------+
       +---+---+---+---+---+---+---+---+  | > @ Black  12 discs            3:44  |
     1 |   | @ | @ | @ | @ | @ |   |   |  |     human                            |
       +---+---+---+---+---+---+---+---+  |   O White  12 discs            4:56  |
     2 |   |   |[ ]| @ | @ | O | . |   |  |     willow:level=10                  |
       +---+---+---+---+---+---+---+---+  +--------------------------------------+
     3 |   |   | @ | @ | O | O | . |   |  + Moves -------------------------------+
       +---+---+---+---+---+---+---+---+  | 1 d3   c5                            |
     4 | . |   | @ | O | O | O | . |   |  | 3 f6   e3                            |
       +---+---+---+---+---+---+---+---+  | 5 f3   d2                            |
     5 |   |(O)| O | O | O | . | . |   |  | 7 c3   f4                            |
       +---+---+---+---+---+---+---+---+  | 9 e2   c4                            |
     6 | . |   | @ | O | O | @ |   |   |  |11 c6   f2                            |
       +---+---+---+---+---+---+---+---+  |13 d1   c1                            |
     7 |   |   |   | . | . | . |   |   |  |15 b1   e6                            |
       +---+---+---+---+---+---+---+---+  |17 e1   d6                            |
     8 |   |   |   |   |   |   |   |   |  |19 f1   b5                            |
       +---+---+---+---+---+---+---+---+  +--------------------------------------+
    White moves to b5.

    Black to move: type a square, or use the arrow keys and Enter
    u undo   r redo   i hint   v value   s switch sides   space pause   x resign
    y analysis   n new game   w save   l load   ? all keys   q quit
    ");
}

#[test]
fn a_hint_is_shown_until_the_next_move() {
    let mut local_game = local_game(Game::new(), "none");
    let mut app = App::new();
    let advice = Advice {
        kind: AdviceKind::Hint,
        color: willow_board::Color::Black,
        best: Square::F5.into(),
        report: None,
    };
    app.notify(&[Notification::Advice(advice)], local_game.revision());
    assert!(rendered(&local_game, &app, Glyphs::Ascii).contains("| * |"));
    local_game.handle(GameCommand::Place(Square::D3), NOW);
    assert!(!rendered(&local_game, &app, Glyphs::Ascii).contains("| * |"));
}

#[test]
fn moves_taken_back_and_long_messages() {
    let mut local_game = middle_of_a_game();
    local_game.handle(GameCommand::Undo, NOW);
    local_game.handle(GameCommand::TogglePause, NOW);
    let mut app = App::new();
    let long = "Black has no move and passes. White moves to a1. ".repeat(5);
    app.show_message(long);
    insta::assert_snapshot!(rendered(&local_game, &app, Glyphs::Unicode), @r"
    Willow Othello                                      move 18, 42 empty squares
         a   b   c   d   e   f   g   h    ┌ Players ─────────────────────────────┐
       ┌───┬───┬───┬───┬───┬───┬───┬───┐  │ ▶ ● Black  11 discs            5:00  │
     1 │   │ ● │ ● │ ● │ ● │ · │ · │   │  │     human                            │
       ├───┼───┼───┼───┼───┼───┼───┼───┤  │   ○ White  11 discs            5:00  │
     2 │   │   │   │ ● │ ○ │ ○ │ · │   │  │     willow:level=10                  │
       ├───┼───┼───┼───┼───┼───┼───┼───┤  └──────────────────────────────────────┘
     3 │   │   │ ● │[●]│ ○ │ ○ │ · │   │  ┌ Moves ───────────────────────────────┐
       ├───┼───┼───┼───┼───┼───┼───┼───┤  │ 1 d3   c5                            │
     4 │   │   │ ● │ ○ │ ○ │ ○ │ · │   │  │ 3 f6   e3                            │
       ├───┼───┼───┼───┼───┼───┼───┼───┤  │ 5 f3   d2                            │
     5 │   │   │ ● │ ○ │ ○ │ · │ · │   │  │ 7 c3   f4                            │
       ├───┼───┼───┼───┼───┼───┼───┼───┤  │ 9 e2   c4                            │
     6 │   │   │ ● │(○)│ ○ │ ● │   │   │  │11 c6   f2                            │
       ├───┼───┼───┼───┼───┼───┼───┼───┤  │13 d1   c1                            │
     7 │   │   │   │ · │ · │ · │   │   │  │15 b1   e6                            │
       ├───┼───┼───┼───┼───┼───┼───┼───┤  │17 e1   d6                            │
     8 │   │   │   │   │   │   │   │   │  │19 f1   b5                            │
       └───┴───┴───┴───┴───┴───┴───┴───┘  └──────────────────────────────────────┘
    no move and passes. White moves to a1. Black has no move and passes. White
    moves to a1.
    Paused, Black to move. Press space to continue.
    u undo   r redo   i hint   v value   s switch sides   space pause   x resign
    y analysis   n new game   w save   l load   ? all keys   q quit
    ");
}

#[test]
fn a_large_screen_has_a_large_board() {
    let screen = Rect::new(0, 0, 112, 40);
    let local_game = local_game(transcript::parse("f5d6c3").unwrap(), "none");
    insta::assert_snapshot!(rendered_on(screen, &local_game, &App::new(), Glyphs::Unicode), @r"
    Willow Othello                                                                       move 3, 57 empty squares
           a       b       c       d       e       f       g       h      ┌ Players ─────────────────────────────┐
       ┌───────┬───────┬───────┬───────┬───────┬───────┬───────┬───────┐  │   ● Black   5 discs                  │
       │       │       │       │       │       │       │       │       │  │     human                            │
     1 │       │       │       │       │       │       │       │       │  │ ▶ ○ White   2 discs                  │
       │       │       │       │       │       │       │       │       │  │     willow:level=10                  │
       ├───────┼───────┼───────┼───────┼───────┼───────┼───────┼───────┤  └──────────────────────────────────────┘
       │       │       │       │       │       │       │       │       │  ┌ Moves ───────────────────────────────┐
     2 │       │       │       │       │       │       │       │       │  │ 1 f5   d6                            │
       │       │       │       │       │       │       │       │       │  │ 3 c3                                 │
       ├───────┼───────┼───────┼───────┼───────┼───────┼───────┼───────┤  │                                      │
       │       │       │ ▄███▄ │       │       │       │       │       │  │                                      │
     3 │       │       │(█████)│[     ]│       │       │       │       │  │                                      │
       │       │       │ ▀███▀ │       │       │       │       │       │  │                                      │
       ├───────┼───────┼───────┼───────┼───────┼───────┼───────┼───────┤  │                                      │
       │       │       │       │ ▄███▄ │ ▄███▄ │       │       │       │  │                                      │
     4 │       │       │       │ █████ │ █████ │       │       │       │  │                                      │
       │       │       │       │ ▀███▀ │ ▀███▀ │       │       │       │  │                                      │
       ├───────┼───────┼───────┼───────┼───────┼───────┼───────┼───────┤  │                                      │
       │       │       │       │ ╭───╮ │ ▄███▄ │ ▄███▄ │       │       │  │                                      │
     5 │       │       │       │ │   │ │ █████ │ █████ │       │       │  │                                      │
       │       │       │       │ ╰───╯ │ ▀███▀ │ ▀███▀ │       │       │  │                                      │
       ├───────┼───────┼───────┼───────┼───────┼───────┼───────┼───────┤  │                                      │
       │       │       │       │ ╭───╮ │       │       │       │       │  │                                      │
     6 │       │       │       │ │   │ │       │       │       │       │  │                                      │
       │       │       │       │ ╰───╯ │       │       │       │       │  │                                      │
       ├───────┼───────┼───────┼───────┼───────┼───────┼───────┼───────┤  │                                      │
       │       │       │       │       │       │       │       │       │  │                                      │
     7 │       │       │       │       │       │       │       │       │  │                                      │
       │       │       │       │       │       │       │       │       │  │                                      │
       ├───────┼───────┼───────┼───────┼───────┼───────┼───────┼───────┤  │                                      │
       │       │       │       │       │       │       │       │       │  │                                      │
     8 │       │       │       │       │       │       │       │       │  │                                      │
       │       │       │       │       │       │       │       │       │  │                                      │
       └───────┴───────┴───────┴───────┴───────┴───────┴───────┴───────┘  └──────────────────────────────────────┘


    White is thinking.
    u undo   r redo   i hint   v value   s switch sides   space pause   x resign
    y analysis   n new game   w save   l load   ? all keys   q quit
    ");
    let corner = square_at(screen, ScreenPoint { x: 4 + 63, y: 2 + 31 });
    assert_eq!(corner, Some(Square::H8));
    let narrower = Rect { width: 111, ..screen };
    let small = rendered_on(narrower, &local_game, &App::new(), Glyphs::Ascii);
    assert!(small.contains("| @ |"), "{small}");
}

#[test]
fn dialogs_cover_the_board() {
    let local_game = local_game(Game::new(), "none");
    let mut app = App::new();
    app.dialog = Some(Dialog::Help);
    insta::assert_snapshot!(rendered(&local_game, &app, Glyphs::Unicode), @r"
    Willow Othello                                       move 0, 60 empty squares
         a┌ Keys ───────────────────────────────────────────────────────────┐────┐
       ┌──│ a1 to h8       type a square to place a disc                    │    │
     1 │  │ arrows, Enter  move the cursor and place a disc                 │    │
       ├──│ mouse          click on a square, or on a key below the board   │    │
     2 │  │                                                                 │    │
       ├──│ u  ctrl-z      take back the moves since your last turn         │────┘
     3 │  │ r  ctrl-y      redo the moves that were taken back              │────┐
       ├──│ Home, End      go to the first or last position                 │    │
     4 │  │ i  h Enter     hint: a good move                                │    │
       ├──│ v  e Enter     value in discs for the side to move, and the     │    │
     5 │  │                expected line                                    │    │
       ├──│ y  a Enter     analysis of the game, which is paused meanwhile; │    │
     6 │  │                a alone when the game is over                    │    │
       ├──│ space          pause: the clock stops, programs wait, and you   │    │
     7 │  │                may move for both sides                          │    │
       ├──│                                                                 │    │
     8 │  │ s  n  x        switch sides, new game, resign                   │    │
       └──│ w  ctrl-s      save the game to a file (.ggf .sgf .txt)         │────┘
          │ l  ctrl-o      load a game from a file                          │
          │ q  ctrl-c      quit; an unfinished game is saved                │
    Black │ Passes are automatic. Press any key to close.                   │
    u undo└─────────────────────────────────────────────────────────────────┘ign
    y analysis   n new game   w save   l load   ? all keys   q quit
    ");
    app.dialog =
        Some(Dialog::Confirm(Confirmation::Resume("human against mlia, 12 moves".to_owned())));
    let confirmation = rendered(&local_game, &app, Glyphs::Ascii);
    assert!(confirmation.contains("human against mlia, 12 moves."), "{confirmation}");
    app.dialog = Some(Dialog::File(FileAction::Save, "game.sgf".to_owned()));
    assert!(rendered(&local_game, &app, Glyphs::Ascii).contains("| game.sgf_"));
}

#[test]
fn a_screen_that_is_too_small_shows_a_message() {
    let screen = Rect::new(0, 0, 60, 3);
    let theme = Theme::new(Glyphs::Ascii, Colors::Off);
    let buffer = buffer(&local_game(Game::new(), "none"), &App::new(), theme, screen);
    let text: String = buffer.content.iter().map(Cell::symbol).collect();
    assert!(text.starts_with("The terminal has 60 columns and 3 lines;"), "{text}");
    assert!(!super::fits(screen) && super::fits(SCREEN));
    let tiny = Rect::new(0, 0, 1, 1);
    super::draw_too_small(super::SMALLEST, tiny, &mut Buffer::empty(tiny));
}

#[test]
fn a_small_screen_has_a_compact_board() {
    let local_game = middle_of_a_game();
    let mut app = App::new();
    app.cursor = Square::C5;
    app.show_message("White moves to b5.".to_owned());
    let screen = Rect::new(0, 0, 40, 15);
    insta::assert_snapshot!(rendered_on(screen, &local_game, &app, Glyphs::Ascii), @r"
    Willow Othello        move 20, 40 empty
      a b c d e f g h  >@ Black 12  3:44
    1 - @ @ @ @ @ - -    human
    2 - - - @ @ O . -   O White 12  4:56
    3 - - @ @ O O . -    willow:level=10
    4 . - @ O O O . -  11 c6   f2
    5 -(O[O]O O . . -  13 d1   c1
    6 . - @ O O @ - -  15 b1   e6
    7 - - - . . . - -  17 e1   d6
    8 - - - - - - - -  19 f1   b5
    White moves to b5.

    Black to move: type a square
    u undo   r redo   i hint   v value
    y analysis   ? all keys   q quit
    ");
    // A click on a disc or on the blank before it is one on the square.
    for x in [10, 11] {
        let at = ScreenPoint { x: x - 1, y: 6 };
        assert_eq!(square_at(screen, at), Some(Square::E5));
    }
    app.dialog = Some(Dialog::Help);
    let help = rendered_on(screen, &local_game, &app, Glyphs::Unicode);
    assert!(help.contains("q quit") && help.contains("Any key closes this."), "{help}");
    let wider = Rect::new(0, 0, 60, 20);
    app.dialog = None;
    let text = rendered_on(wider, &local_game, &app, Glyphs::Unicode);
    assert!(text.contains(" 1 d3") && text.contains("19 f1"), "all moves are there: {text}");
    assert!(!super::fits(Rect::new(0, 0, 39, 15)) && !super::fits(Rect::new(0, 0, 40, 14)));
}

#[test]
fn without_colours_no_cell_is_coloured() {
    let (local_game, app) = (middle_of_a_game(), App::new());
    let has_colours = |colors| {
        let theme = Theme::new(Glyphs::Unicode, colors);
        let buffer = buffer(&local_game, &app, theme, SCREEN);
        let plain = ratatui::style::Color::Reset;
        buffer.content.iter().any(|cell| cell.fg != plain || cell.bg != plain)
    };
    assert!(has_colours(Colors::On));
    assert!(has_colours(Colors::Sixteen));
    assert!(!has_colours(Colors::Off));
}

#[test]
fn a_click_finds_its_square() {
    let buffer = buffer(
        &local_game(Game::new(), "none"),
        &App::new(),
        Theme::new(Glyphs::Ascii, Colors::Off),
        SCREEN,
    );
    let mut found = 0;
    for (index, cell) in buffer.content.iter().enumerate() {
        let (x, y) = (index as u16 % SCREEN.width, index as u16 / SCREEN.width);
        let in_board = x < 38 && (2..20).contains(&y);
        if in_board && matches!(cell.symbol(), "@" | "O" | ".") {
            let square = square_at(SCREEN, ScreenPoint { x, y }).unwrap();
            assert!((Square::C3..=Square::F6).contains(&square), "{square}");
            found += 1;
        }
    }
    assert_eq!(found, 8);
    assert_eq!(square_at(SCREEN, ScreenPoint { x: 0, y: 0 }), None);
    assert_eq!(square_at(SCREEN, ScreenPoint { x: 60, y: 10 }), None);
}

#[test]
fn a_click_finds_its_key() {
    for screen in [SCREEN, Rect::new(0, 0, 40, 15)] {
        let (local_game, app) = (local_game(Game::new(), "none"), App::new());
        let text = rendered_on(screen, &local_game, &app, Glyphs::Ascii);
        for (label, key) in [("undo", 'u'), ("hint", 'i'), ("all keys", '?'), ("quit", 'q')] {
            let (y, line) =
                text.lines().enumerate().find(|(_, line)| line.contains(label)).unwrap();
            let at = ScreenPoint { x: line.find(label).unwrap() as u16, y: y as u16 };
            let code = ratatui::crossterm::event::KeyCode::Char(key);
            assert_eq!(super::key_at(&app, screen, at), Some(code), "{label}");
            let behind = ScreenPoint { x: at.x + label.len() as u16, y: at.y };
            assert_eq!(super::key_at(&app, screen, behind), None, "the blank behind {label}");
        }
        let pause = text.lines().enumerate().find(|(_, line)| line.contains("space pause"));
        if let Some((y, line)) = pause {
            let at = ScreenPoint { x: line.find("pause").unwrap() as u16, y: y as u16 };
            let space = ratatui::crossterm::event::KeyCode::Char(' ');
            assert_eq!(super::key_at(&app, screen, at), Some(space));
        }
        assert_eq!(super::key_at(&app, screen, ScreenPoint { x: 0, y: 0 }), None);
    }
}
