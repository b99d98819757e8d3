//! Rendered screens.

use std::time::Duration;

use ratatui::buffer::{Buffer, Cell};
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Position as ScreenPoint, Rect};
use willow_board::{Clock, Game, Move, Square, TimeControl};
use willow_players::{BuildContext, MoveRequest, StopFlag, build_player};
use willow_records::{WthorNames, transcript};

use super::{Clicked, PlayScreen, Theme, clicked, draw};
use crate::app::{App, AppAction, Confirmation, Dialog, FileAction, Page};
use crate::game_browser::GameBrowser;
use crate::game_session::GameSession;
use crate::local_game::{Controller, GameCommand, LocalGame, LocalPlayer, PlayerId, RunState};
use crate::new_game::NewGameDialog;
use crate::notification::{Advice, AdviceKind, Notification};
use crate::options::{Colors, Glyphs};
use crate::saved_games::SavedGames;
use crate::study::Findings;
use crate::study::tests::{estimate, exact, proven};

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

fn scene<'a>(local_game: &'a LocalGame, app: &'a App) -> PlayScreen<'a> {
    PlayScreen { local_game, app, now: NOW, values: None }
}

/// Returns the square at a point on the screen.
fn square_at(screen: Rect, at: ScreenPoint) -> Option<Square> {
    let (local_game, app) = (local_game(Game::new(), "none"), App::new());
    match clicked(&scene(&local_game, &app), screen, at) {
        Some(Clicked::Square(square)) => Some(square),
        _ => None,
    }
}

/// Returns the key at a point on the screen.
fn key_at(local_game: &LocalGame, app: &App, screen: Rect, at: ScreenPoint) -> Option<KeyCode> {
    match clicked(&scene(local_game, app), screen, at) {
        Some(Clicked::Key(code)) => Some(code),
        _ => None,
    }
}

fn buffer(local_game: &LocalGame, app: &App, theme: Theme, screen: Rect) -> Buffer {
    let mut buffer = Buffer::empty(screen);
    draw(&scene(local_game, app), theme, screen, &mut buffer);
    buffer
}

/// Returns the characters on the screen, blanks at the ends of lines cut off.
fn rendered(local_game: &LocalGame, app: &App, glyphs: Glyphs) -> String {
    rendered_on(SCREEN, local_game, app, glyphs)
}

fn rendered_on(screen: Rect, local_game: &LocalGame, app: &App, glyphs: Glyphs) -> String {
    text_of(&buffer(local_game, app, Theme::new(glyphs, Colors::Off), screen), screen)
}

/// Returns the characters on a screen, blanks at the ends of lines cut off.
fn text_of(buffer: &Buffer, screen: Rect) -> String {
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
    Willow Othello: Perpendicular Opening               move 20, 40 empty squares
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
    u undo  r redo  i hint  v value  m all values  s switch sides  space pause
    y analysis  n new game  w save  l load  o saved  x resign  ? keys  q quit
    ");
    insta::assert_snapshot!(rendered(&local_game, &app, Glyphs::Ascii), @r"
    Willow Othello: Perpendicular Opening               move 20, 40 empty squares
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
    u undo  r redo  i hint  v value  m all values  s switch sides  space pause
    y analysis  n new game  w save  l load  o saved  x resign  ? keys  q quit
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
    for _ in 0..5 {
        app.show_message("Black has no move and passes.".to_owned());
        app.show_message("White moves to a1.".to_owned());
    }
    insta::assert_snapshot!(rendered(&local_game, &app, Glyphs::Unicode), @r"
    Willow Othello: Perpendicular Opening               move 18, 42 empty squares
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
    White moves to a1. Black has no move and passes. White moves to a1. Black has
    no move and passes. White moves to a1.
    Paused, Black to move. Press space to continue.
    u undo  r redo  i hint  v value  m all values  s switch sides  space pause
    y analysis  n new game  w save  l load  o saved  x resign  ? keys  q quit
    ");
}

#[test]
fn a_large_screen_has_a_large_board() {
    let screen = Rect::new(0, 0, 112, 40);
    let local_game = local_game(transcript::parse("f5d6c3").unwrap(), "none");
    insta::assert_snapshot!(rendered_on(screen, &local_game, &App::new(), Glyphs::Unicode), @r"
    Willow Othello: Perpendicular Opening                                                move 3, 57 empty squares
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
    u undo   r redo   i hint   v value   m all values   s switch sides   space pause
    y analysis   n new game   w save   l load   o saved   x resign   ? keys   q quit
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
         ┌ Keys ────────────────────────────────────────────────────────────┐────┐
       ┌─│ a1 to h8       type a square to place a disc                     │    │
     1 │ │ arrows, Enter  move the cursor and place a disc                  │    │
       ├─│ mouse          click on a square, or on a key below the board    │    │
     2 │ │                                                                  │    │
       ├─│ u [ ctrl-z     take back the moves since your last turn          │────┘
     3 │ │ r ] ctrl-y     redo the moves that were taken back               │────┐
       ├─│ Home, End      go to the first position and pause; to the last   │    │
     4 │ │ left, right    step, when the game is over or was loaded (u r)   │    │
       ├─│ i  v           hint; value and expected line (or h, e and Enter) │    │
     5 │ │ m  t           values of all moves; what a program thought       │    │
       ├─│ y  a Enter     analysis of the game, which is paused meanwhile;  │    │
     6 │ │                a alone when the game is over                     │    │
       ├─│ space          pause: the clock stops, programs wait, and you    │    │
     7 │ │                may move for both sides                           │    │
       ├─│ n  s  x        new game, switch sides, resign                    │    │
     8 │ │ w  ctrl-s      save the game to a file (.ggf .sgf .txt)          │    │
       └─│ l  ctrl-o      load a file; of several games there is a list     │────┘
         │ o  Esc         saved games; the list of the file's games         │
         │ q  ctrl-c      quit; an unfinished game is saved                 │
    Black│ Passes are automatic. Press any key to close.                    │
    u und└──────────────────────────────────────────────────────────────────┘e
    y analysis  n new game  w save  l load  o saved  x resign  ? keys  q quit
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
    Perpendicular Opening move 20, 40 empty
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
    u undo   r redo   i hint   m values
    y analysis   n new   ? keys   q quit
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
        for (label, key) in [("undo", 'u'), ("hint", 'i'), ("? keys", '?'), ("quit", 'q')] {
            let (y, line) =
                text.lines().enumerate().find(|(_, line)| line.contains(label)).unwrap();
            let at = ScreenPoint { x: line.find(label).unwrap() as u16, y: y as u16 };
            let code = KeyCode::Char(key);
            assert_eq!(key_at(&local_game, &app, screen, at), Some(code), "{label}");
            let behind = ScreenPoint { x: at.x + label.len() as u16, y: at.y };
            assert_eq!(key_at(&local_game, &app, screen, behind), None, "the blank behind {label}");
        }
        let pause = text.lines().enumerate().find(|(_, line)| line.contains("space pause"));
        if let Some((y, line)) = pause {
            let at = ScreenPoint { x: line.find("pause").unwrap() as u16, y: y as u16 };
            let space = KeyCode::Char(' ');
            assert_eq!(key_at(&local_game, &app, screen, at), Some(space));
        }
        assert_eq!(key_at(&local_game, &app, screen, ScreenPoint { x: 0, y: 0 }), None);
    }
}

/// Returns the values of some legal moves of a position: exact, proven and estimated.
fn some_values(position: &willow_board::Position) -> Findings {
    let mut values = Findings::default();
    for (index, mv) in (0..).zip(position.legal_moves().squares()) {
        let estimate = estimate(position, mv, 12 - 8 * index, 8);
        let found = match index {
            0 => estimate,
            1 => exact(estimate),
            2 => proven(estimate),
            _ => continue,
        };
        values.add(found);
    }
    values
}

#[test]
fn the_values_of_all_moves_stand_on_their_squares() {
    let mut local_game = middle_of_a_game();
    local_game.handle(GameCommand::TogglePause, NOW);
    let values = some_values(local_game.game().position());
    let app = App::new();
    let on = |(width, height): (u16, u16)| {
        let screen = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(screen);
        let scene = PlayScreen { values: Some(&values), ..scene(&local_game, &app) };
        draw(&scene, Theme::new(Glyphs::Ascii, Colors::Off), screen, &mut buffer);
        text_of(&buffer, screen)
    };
    let small = on((80, 24));
    assert!(small.contains("|+12|") && small.contains("|+4 |"), "{small}");
    assert!(small.contains("|-4l|"), "{small}");
    let large = on((112, 40));
    assert!(large.contains("| +12~  |"), "{large}");
    let compact = on((40, 15));
    assert!(compact.contains(" g2 +12~") && compact.contains("g3 +4"), "{compact}");
}

#[test]
fn a_huge_screen_has_a_huge_board() {
    let screen = Rect::new(0, 0, 200, 60);
    let local_game = local_game(transcript::parse("f5d6c3").unwrap(), "none");
    let text = rendered_on(screen, &local_game, &App::new(), Glyphs::Unicode);
    insta::assert_snapshot!("a_huge_screen", text);
    assert_eq!(square_at(screen, ScreenPoint { x: 99, y: 50 }), Some(Square::H8));
    let narrower = Rect { width: 143, ..screen };
    let text = rendered_on(narrower, &local_game, &App::new(), Glyphs::Ascii);
    assert!(text.contains("| @@@@@ |"), "{text}");
}

/// Returns the place of a text on a screen.
fn place_of(text: &str, wanted: &str) -> ScreenPoint {
    let mut lines = text.lines().enumerate();
    let found = lines.find_map(|(y, line)| Some((line[..line.find(wanted)?].chars().count(), y)));
    let (x, y) = found.unwrap_or_else(|| panic!("{wanted} is not in\n{text}"));
    ScreenPoint { x: x as u16, y: y as u16 }
}

/// Clicks on a text.
fn click_on(app: &mut App, local_game: &LocalGame, screen: Rect, text: &str) -> Option<AppAction> {
    let at = place_of(&rendered_on(screen, local_game, app, Glyphs::Ascii), text);
    match clicked(&scene(local_game, app), screen, at)? {
        Clicked::Square(square) => app.click(square),
        Clicked::Key(code) => app.press(&code.into(), local_game),
        Clicked::Line(place) => app.click_on_line(place),
        Clicked::Field(field, code) => app.click_on_field(field, code),
    }
}

#[test]
fn the_dialog_for_a_new_game() {
    let local_game = middle_of_a_game();
    for (width, height) in [(80, 24), (60, 20), (40, 15)] {
        let screen = Rect::new(0, 0, width, height);
        let mut app = App::new();
        let asked = click_on(&mut app, &local_game, screen, "n new");
        assert_eq!(asked, Some(AppAction::AskForNewGame));
        let dialog = NewGameDialog::new(&local_game, Duration::ZERO);
        app.page = Some(Page::NewGame(Box::new(dialog)));
        let text = rendered_on(screen, &local_game, &app, Glyphs::Unicode);
        insta::assert_snapshot!(format!("new_game_on_{width}_columns"), text);
        click_on(&mut app, &local_game, screen, "willow:level=10 >");
        let text = rendered_on(screen, &local_game, &app, Glyphs::Unicode);
        insta::assert_snapshot!(format!("opponents_on_{width}_columns"), text);
        press_letters(&mut app, &local_game, "club-player");
        click_on(&mut app, &local_game, screen, "club-player  ");
        click_on(&mut app, &local_game, screen, "< 5:00+3");
        let clock = rendered_on(screen, &local_game, &app, Glyphs::Ascii);
        assert!(clock.contains("< 5:00 >") && clock.contains("< club-player >"), "{clock}");
        let started = click_on(&mut app, &local_game, screen, "Start the game");
        assert!(matches!(started, Some(AppAction::StartNew(_))), "{started:?}");
        click_on(&mut app, &local_game, screen, "Esc back");
        assert_eq!(app.page, None);
    }
}

fn press_letters(app: &mut App, local_game: &LocalGame, text: &str) {
    for letter in text.chars() {
        app.press(&KeyCode::Char(letter).into(), local_game);
    }
}

#[test]
fn a_message_that_is_too_long_shows_its_beginning() {
    let mut app = App::new();
    app.show_message("White moves to f5.".to_owned());
    app.show_message("Value for Black: +0.16 discs. ".to_owned() + &"f5 d6 c3 ".repeat(10));
    let screen = Rect::new(0, 0, 40, 15);
    let text = rendered_on(screen, &local_game(Game::new(), "none"), &app, Glyphs::Ascii);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    assert_eq!(lines[10], "Value for Black: +0.16 discs. f5 d6 c3");
    assert_eq!(lines[11], "f5 d6 c3 f5 d6 c3 f5 d6 c3 f5 d6 c3 f5");
}

#[test]
fn a_dialog_breaks_lines_that_are_too_long() {
    let local_game = local_game(Game::new(), "none");
    let screen = Rect::new(0, 0, 40, 15);
    let mut app = App::new();
    app.dialog = Some(Dialog::File(FileAction::Save, "a".repeat(30) + "/" + &"b".repeat(20)));
    let text = rendered_on(screen, &local_game, &app, Glyphs::Ascii);
    for part in ["| Save the game to (.ggf, .sgf or", "| .txt):", "bbb_", "| to clear"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let path = format!("{}.ggf", "a".repeat(50));
    app.dialog = Some(Dialog::Confirm(Confirmation::Delete(path.into())));
    let text = rendered_on(screen, &local_game, &app, Glyphs::Ascii);
    assert!(text.contains("a.ggf?"), "{text}");
    let answer = clicked(&scene(&local_game, &app), screen, place_of(&text, "y yes"));
    assert_eq!(answer, Some(Clicked::Key(KeyCode::Char('y'))));
}

#[test]
fn what_is_wrong_with_the_games_of_a_file_stands_above_them() {
    let ggf = b"(;GM[Othello]PB[Ann]B[F5];)(;GM[Othello]PB[Bob]B[F5];)".to_vec();
    let mut games = GameBrowser::read("a.ggf".as_ref(), ggf, &WthorNames::default()).unwrap();
    games.list.note = Notification::GamesLeftOut(2).to_string();
    let mut app = App::new();
    (app.page, app.games) = (Some(Page::Games), Some(Box::new(games)));
    let said = "2 games could not be read, and are left out.";
    let local_game = local_game(Game::new(), "none");
    for (width, hint) in [(80, "Type to search. "), (50, "")] {
        let text = rendered_on(Rect::new(0, 0, width, 15), &local_game, &app, Glyphs::Ascii);
        assert_eq!(text.lines().nth(1).unwrap().trim(), format!("{hint}{said}"));
    }
}

#[test]
fn the_games_of_a_file() {
    let ggf = "(;GM[Othello]DT[1995.11.2]PC[Melbourne]PB[Tamenori Hideshi]PW[Shaman David]RE[+2.0]\
               B[F5]W[D6]B[C3]W[D3]B[C4];)(;GM[Othello]PB[Ann]PW[Bob]B[F5]W[F6];)";
    let ggf = ggf.as_bytes().to_vec();
    let games = GameBrowser::read("finals.ggf".as_ref(), ggf, &WthorNames::default()).unwrap();
    let record = games.record(0).unwrap();
    let mut local_game = local_game(Game::new(), "none");
    let session = crate::game_file::session_of(&record, willow_board::TimeControl::Unlimited);
    for (width, height) in [(80, 24), (60, 20), (40, 15)] {
        let screen = Rect::new(0, 0, width, height);
        let mut app = App::new();
        (app.page, app.games) = (Some(Page::Games), Some(Box::new(games.clone())));
        let text = rendered_on(screen, &local_game, &app, Glyphs::Unicode);
        insta::assert_snapshot!(format!("games_on_{width}_columns"), text);
        assert_eq!(click_on(&mut app, &local_game, screen, "Ann"), None);
        let opened = click_on(&mut app, &local_game, screen, "Ann");
        assert_eq!(opened, Some(AppAction::OpenGame(1)));
        let record = Some(Box::new(record.clone()));
        local_game.replace_game(session.clone(), record, RunState::Paused, NOW);
        local_game.handle(GameCommand::StepBack, NOW);
        app.show_other_game(true);
        let text = rendered_on(screen, &local_game, &app, Glyphs::Unicode);
        insta::assert_snapshot!(format!("a_game_of_the_file_on_{width}_columns"), text);
        click_on(&mut app, &local_game, screen, "Esc ");
        assert_eq!(app.page, Some(Page::Games));
    }
}

#[test]
fn without_saved_games_the_list_says_so() {
    let saved = SavedGames::find(None, None, std::time::SystemTime::UNIX_EPOCH);
    let mut app = App::new();
    app.page = Some(Page::Saved(Box::new(saved)));
    let text = rendered(&local_game(Game::new(), "none"), &app, Glyphs::Ascii);
    assert!(text.contains("There are no saved games.") && text.contains("Del delete"), "{text}");
}

/// After White's first move, which a program of PAIP has chosen.
fn with_a_thought() -> LocalGame {
    let mut local_game = local_game(transcript::parse("f5").unwrap(), "none");
    let spec = "iago:depth=3".parse().unwrap();
    let mut iago = build_player(&spec, &BuildContext::default()).unwrap();
    let (clock, stop) = (Clock::new(TimeControl::Unlimited), StopFlag::new());
    let request = MoveRequest::new(local_game.game(), &clock, Duration::ZERO, &stop);
    let decision = iago.choose(&request);
    local_game.decide(local_game.revision(), decision, Duration::from_secs(7));
    local_game
}

/// Returns so many lines of a screen from a title on, without what is on their left.
fn below(text: &str, title: &str, n_lines: usize) -> String {
    let at = place_of(text, title);
    let lines = text.lines().skip(at.y.into()).take(n_lines);
    lines.map(|line| line.get(at.x.into()..).unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_panel_shows_what_the_program_thought() {
    let local_game = with_a_thought();
    let mut app = App::new();
    assert!(!rendered(&local_game, &app, Glyphs::Ascii).contains("boards:"), "it is hidden");
    app.press(&KeyEvent::from(KeyCode::Char('t')), &local_game);
    let text = rendered(&local_game, &app, Glyphs::Ascii);
    insta::assert_snapshot!(below(&text, "+ White's d6", 8), @r"
    + White's d6 --------------------------+
    | value: +4637 units   depth: 3        |
    | boards: 64   evaluations: 47         |
    | line: d6 c5 f4                       |
    | features: at the end of the line     |
    | current-mobility: +7714 (+2 x 3857)  |
    | potential-mobility: -3077 (-4 x 769) |
    +--------------------------------------+
    ");
    let small = Rect::new(0, 0, 40, 15);
    let text = rendered_on(small, &local_game, &app, Glyphs::Ascii);
    insta::assert_snapshot!(below(&text, "White's d6", 5), @r"
    White's d6
    value: +4637 units
    depth: 3
    boards: 64
    evaluations: 47
    ");
    app.press(&KeyEvent::from(KeyCode::Char('t')), &local_game);
    assert!(!rendered(&local_game, &app, Glyphs::Ascii).contains("boards:"), "it is hidden again");
}

#[test]
fn the_panel_says_so_if_no_program_has_thought() {
    let mut app = App::new();
    app.shows_thoughts = true;
    let text = rendered(&middle_of_a_game(), &app, Glyphs::Unicode);
    assert!(text.contains("No program has told what it thinks."), "{text}");
}
