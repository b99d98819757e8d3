//! Pictures of the lobby and of a game.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Cell;
use ratatui::crossterm::event::KeyCode;
use willow_board::Color;
use willow_protocol::{Command, Event, GameId, Offer, Room, Terms};

use super::{DAWN, answer, game, hear, inside, moved, name, playing, press, summary, types};
use crate::online::state::State;
use crate::online::view::draw;
use crate::options::{Colors, Glyphs};
use crate::view::Theme;

/// Returns the characters on a screen, blanks at the ends of lines cut off.
fn picture_on(state: &State, now: u64, [width, height]: [u16; 2]) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let theme = Theme::new(Glyphs::Unicode, Colors::Off);
    terminal.draw(|frame| draw(state, now, theme, frame.area(), frame.buffer_mut())).unwrap();
    let cells = &terminal.backend().buffer().content;
    let lines = cells.chunks(width.into()).map(|cells| {
        let line: String = cells.iter().map(Cell::symbol).collect();
        line.trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn picture(state: &State) -> String {
    picture_on(state, DAWN + 5000, [80, 24])
}

#[test]
fn the_door() {
    let mut state = State::new("willow.example:7710");
    types(&mut state, "alice");
    insta::assert_snapshot!(picture(&state));
}

#[test]
fn the_lobby() {
    let mut state = inside();
    let terms = Terms::default();
    let offers = vec![
        Offer { game: GameId(8), from: name("engine"), to: None, terms: terms.clone() },
        Offer { game: GameId(9), from: name("bob"), to: Some(name("alice")), terms },
    ];
    let games = vec![summary(3, "bob", "engine")];
    answer(&mut state, Command::Games, Event::Games { offers, games });
    let text = "hello there, who wants to play a slow game this evening, with a talk afterwards?";
    let (from, text) = (name("bob"), text.parse().unwrap());
    hear(&mut state, Some(Room::Lobby), Event::Said { from, text });
    let (from, to, text) = (name("bob"), name("alice"), "a game?".parse().unwrap());
    hear(&mut state, Some(Room::Private), Event::Told { from, to, text });
    insta::assert_snapshot!(picture(&state));
    press(&mut state, &[KeyCode::Char('?')]);
    insta::assert_snapshot!("all_keys", picture(&state));
}

#[test]
fn a_game() {
    let mut state = playing();
    let room = Some(Room::Game(GameId(12)));
    hear(&mut state, room, moved(Color::Black, "f5", 1));
    hear(&mut state, room, moved(Color::White, "d6", 2));
    let (from, text) = (name("bob"), "good luck".parse().unwrap());
    hear(&mut state, Some(Room::Players(GameId(12))), Event::Said { from, text });
    hear(
        &mut state,
        Some(Room::Game(GameId(13))),
        Event::Started(game(13, "engine", "alice", "f5")),
    );
    types(&mut state, "c");
    insta::assert_snapshot!(picture(&state));
    insta::assert_snapshot!("a_game_on_a_large_screen", picture_on(&state, DAWN, [120, 42]));
}

#[test]
fn a_screen_that_is_too_small_is_told_so() {
    assert!(picture_on(&playing(), DAWN, [79, 24]).contains("at least 80"));
}

#[test]
fn nothing_of_what_others_write_moves_the_cursor() {
    let mut state = playing();
    // A name and a message cannot hold these; a server that is no Willow could send them elsewhere.
    let evil = "\u{1b}]0;gotcha\u{7}\u{1b}[2J\u{9b}31m\u{202e}abc";
    let command = Command::Say { text: "x".parse().unwrap() };
    let error = Event::Error {
        command: "say".to_owned(),
        code: willow_protocol::ErrorCode::Internal,
        message: evil.to_owned(),
    };
    answer(&mut state, command.clone(), error);
    answer(&mut state, command, Event::Help { lines: vec![evil.to_owned()] });
    hear(&mut state, None, Event::Announced { text: evil.to_owned() });
    for tab in [0, 1] {
        state.show(tab);
        let shown = picture(&state);
        let bad = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!shown.contains(bad), "{shown:?}");
        assert!(shown.contains("gotcha"), "{shown}");
    }
}
