//! Rendered screens.

use std::time::Duration;

use ratatui::buffer::{Buffer, Cell};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position as ScreenPoint, Rect};
use willow_board::{Game, Move, Square};
use willow_records::{WthorNames, transcript};

use super::{Theme, draw, square_at};
use crate::app::{App, Confirmation, Dialog, FileAction, GameOrigin, Page};
use crate::game_browser::GameBrowser;
use crate::game_session::GameSession;
use crate::line_editor::LineEditor;
use crate::local_game::{GameCommand, LocalGame, RunState};
use crate::new_game::NewGameDialog;
use crate::notification::{Advice, AdviceKind, Notification};
use crate::options::{Colors, Glyphs};

const NOW: Duration = Duration::from_secs(83);
const SCREEN: Rect = Rect::new(0, 0, 80, 24);

fn local_game(game: Game, control: &str) -> LocalGame {
    let players = ["human", "willow:level=10"].map(|spec| spec.parse().unwrap());
    LocalGame::new(GameSession::new(game, control.parse().unwrap()), &players, Duration::ZERO)
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
    draw(local_game, app, NOW, theme, screen, &mut buffer);
    buffer
}

/// Returns the characters on the screen, blanks at the ends of lines cut off.
fn rendered(local_game: &LocalGame, app: &App, glyphs: Glyphs) -> String {
    rendered_on(SCREEN, local_game, app, glyphs)
}

fn rendered_on(screen: Rect, local_game: &LocalGame, app: &App, glyphs: Glyphs) -> String {
    text_of(&buffer(local_game, app, Theme::new(glyphs, Colors::Off), screen))
}

/// Returns the characters on a screen, blanks at the ends of lines cut off.
pub(crate) fn text_of(buffer: &Buffer) -> String {
    let lines = buffer.content.chunks(buffer.area.width.into()).map(|cells| {
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
       ┌───┬───┬───┬───┬───┬───┬───┬───┐  │ ▶ ● Black  12 discs             3:44 │
     1 │   │ ● │ ● │ ● │ ● │ ● │   │   │  │     human                            │
       ├───┼───┼───┼───┼───┼───┼───┼───┤  │   ○ White  12 discs             4:56 │
     2 │   │   │[ ]│ ● │ ● │ ○ │ · │   │  │     willow:level=10                  │
       ├───┼───┼───┼───┼───┼───┼───┼───┤  └──────────────────────────────────────┘
     3 │   │   │ ● │ ● │ ○ │ ○ │ · │   │  ┌ Moves ───────────────────────────────┐
       ├───┼───┼───┼───┼───┼───┼───┼───┤  │  1 d3  c5                            │
     4 │ · │   │ ● │ ○ │ ○ │ ○ │ · │   │  │  3 f6  e3                            │
       ├───┼───┼───┼───┼───┼───┼───┼───┤  │  5 f3  d2                            │
     5 │   │(○)│ ○ │ ○ │ ○ │ · │ · │   │  │  7 c3  f4                            │
       ├───┼───┼───┼───┼───┼───┼───┼───┤  │  9 e2  c4                            │
     6 │ · │   │ ● │ ○ │ ○ │ ● │   │   │  │ 11 c6  f2                            │
       ├───┼───┼───┼───┼───┼───┼───┼───┤  │ 13 d1  c1                            │
     7 │   │   │   │ · │ · │ · │   │   │  │ 15 b1  e6                            │
       ├───┼───┼───┼───┼───┼───┼───┼───┤  │ 17 e1  d6                            │
     8 │   │   │   │   │   │   │   │   │  │ 19 f1  b5                            │
       └───┴───┴───┴───┴───┴───┴───┴───┘  └──────────────────────────────────────┘
    White moves to b5.

    Black to move: type a square, or use the arrow keys and Enter
    u undo  r redo  i hint  v value  s switch sides  space pause  x resign
    y analysis  n new game  w save  l load  ? keys  q quit
    ");
    let ascii = rendered(&local_game, &app, Glyphs::Ascii);
    assert!(ascii.is_ascii() && ascii.contains(" 5 |   |(O)| O | O | O | . | . |   |"), "{ascii}");
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
    let screen = rendered(&local_game, &app, Glyphs::Unicode);
    assert!(screen.contains("move 18, 42 empty squares"), "{screen}");
    let told = "White moves to a1. Black has no move and passes. White moves to a1. Black has
 no move and passes. White moves to a1.
 Paused, Black to move. Press space to continue.";
    assert!(screen.contains(told), "{screen}");
}

#[test]
fn a_large_screen_has_a_large_board() {
    let screen = Rect::new(0, 0, 112, 40);
    let local_game = local_game(transcript::parse("f5d6c3").unwrap(), "none");
    let large = rendered_on(screen, &local_game, &App::new(), Glyphs::Unicode);
    insta::assert_snapshot!("a_large_screen", large);
    let corner = square_at(&App::new(), screen, ScreenPoint { x: 4 + 63, y: 2 + 31 });
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
    let help = rendered(&local_game, &app, Glyphs::Unicode);
    assert!(help.contains("│ a1 to h8       type a square to place a disc"), "{help}");
    assert!(help.contains("Press any key to close."), "{help}");
    assert_eq!(square_at(&app, SCREEN, ScreenPoint { x: 5, y: 3 }), None);
    app.dialog =
        Some(Dialog::Confirm(Confirmation::Resume("human against mlia, 12 moves".to_owned())));
    let confirmation = rendered(&local_game, &app, Glyphs::Ascii);
    assert!(confirmation.contains("human against mlia, 12 moves."), "{confirmation}");
    app.dialog = Some(Dialog::File(FileAction::Save, LineEditor::new("game.sgf")));
    assert!(rendered(&local_game, &app, Glyphs::Ascii).contains("| game.sgf_"));
}

#[test]
fn a_screen_that_is_too_small_shows_a_message() {
    let screen = Rect::new(0, 0, 60, 3);
    let local_game = local_game(Game::new(), "none");
    let text = rendered_on(screen, &local_game, &App::new(), Glyphs::Ascii);
    assert!(text.starts_with("The terminal has 60 columns and 3 lines;"), "{text}");
    assert!(!super::fits(screen) && super::fits(SCREEN));
    let tiny = Rect::new(0, 0, 1, 1);
    super::draw_too_small(tiny, &mut Buffer::empty(tiny));
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
            let square = square_at(&App::new(), SCREEN, ScreenPoint { x, y }).unwrap();
            assert!((Square::C3..=Square::F6).contains(&square), "{square}");
            found += 1;
        }
    }
    assert_eq!(found, 8);
    assert_eq!(square_at(&App::new(), SCREEN, ScreenPoint { x: 0, y: 0 }), None);
    assert_eq!(square_at(&App::new(), SCREEN, ScreenPoint { x: 60, y: 10 }), None);
}

#[test]
fn the_dialog_for_a_new_game() {
    let local_game = middle_of_a_game();
    let mut app = App::new();
    let dialog = NewGameDialog::new(&local_game, Duration::ZERO);
    app.page = Some(Page::NewGame(Box::new(dialog)));
    let text = rendered(&local_game, &app, Glyphs::Unicode);
    insta::assert_snapshot!("new_game", text);
    for code in [KeyCode::Down, KeyCode::Enter] {
        app.press(&code.into(), &local_game);
    }
    insta::assert_snapshot!("opponents", rendered(&local_game, &app, Glyphs::Unicode));
    press_letters(&mut app, &local_game, "club-player");
    app.press(&KeyCode::Enter.into(), &local_game);
    let chosen = rendered(&local_game, &app, Glyphs::Ascii);
    assert!(chosen.contains("< club-player >"), "{chosen}");
}

fn press_letters(app: &mut App, local_game: &LocalGame, text: &str) {
    for letter in text.chars() {
        app.press(&KeyCode::Char(letter).into(), local_game);
    }
}

#[test]
fn what_is_wrong_with_the_games_of_a_file_stands_above_them() {
    let ggf = b"(;GM[Othello]PB[Ann]B[F5];)(;GM[Othello]PB[Bob]B[F5];)".to_vec();
    let mut games = GameBrowser::read("a.ggf".as_ref(), &ggf, &WthorNames::default()).unwrap();
    games.list.note = Notification::GamesLeftOut(2).to_string();
    let mut app = App::new();
    (app.page, app.games) = (Some(Page::Games), Some(Box::new(games)));
    let said = "2 games could not be read, and are left out.";
    let local_game = local_game(Game::new(), "none");
    let text = rendered(&local_game, &app, Glyphs::Ascii);
    assert_eq!(text.lines().nth(1).unwrap().trim(), said);
}

#[test]
fn the_games_of_a_file() {
    let ggf = "(;GM[Othello]DT[1995.11.2]PC[Melbourne]PB[Tamenori Hideshi]PW[Shaman David]RE[+2.0]\
               B[F5]W[D6]B[C3]W[D3]B[C4];)(;GM[Othello]PB[Ann]PW[Bob]B[F5]W[F6];)";
    let ggf = ggf.as_bytes().to_vec();
    let games = GameBrowser::read("finals.ggf".as_ref(), &ggf, &WthorNames::default()).unwrap();
    let record = games.record(0).unwrap();
    let mut local_game = local_game(Game::new(), "none");
    let session = crate::game_file::session_of(&record, willow_board::TimeControl::Unlimited);
    let mut app = App::new();
    (app.page, app.games) = (Some(Page::Games), Some(Box::new(games)));
    insta::assert_snapshot!("games", rendered(&local_game, &app, Glyphs::Unicode));
    local_game.replace_game(session, Some(Box::new(record)), RunState::Paused, NOW);
    local_game.handle(GameCommand::StepBack, NOW);
    app.show_other_game(GameOrigin::File);
    insta::assert_snapshot!("a_game_of_the_file", rendered(&local_game, &app, Glyphs::Unicode));
}
