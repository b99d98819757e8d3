//! Rendered screens: sign-in, lobby, game.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position as ScreenPoint, Rect};
use willow_board::{Color, Square};
use willow_protocol::client::Admission;
use willow_protocol::{Command, Event, GameId, Offer, Pool, Registration, Room, Terms};

use super::{
    SERVER_TIME, game, login, moved, name, notice, playing, pools, press, reply, sent, signed_in,
    summary, types,
};
use crate::online::state::OnlineState;
use crate::online::view::{draw, square_at};
use crate::options::{Colors, Glyphs};
use crate::view::Theme;
use crate::view::tests::text_of;

/// Returns the characters on a screen, blanks at the ends of lines cut off.
fn rendered_on(state: &OnlineState, now: u64, [width, height]: [u16; 2]) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let theme = Theme::new(Glyphs::Unicode, Colors::Off);
    terminal.draw(|frame| draw(state, now, theme, frame.area(), frame.buffer_mut())).unwrap();
    text_of(terminal.backend().buffer())
}

pub(super) fn rendered(state: &OnlineState) -> String {
    rendered_on(state, SERVER_TIME + 5000, [80, 24])
}

#[test]
fn sign_in() {
    let mut state = OnlineState::new("willow.example:7710");
    types(&mut state, "guest alice");
    insta::assert_snapshot!(rendered(&state));
}

#[test]
fn sign_in_where_an_invitation_is_needed() {
    let mut state = OnlineState::new("willow.example:7710");
    state.admission = Admission { registration: Registration::Invitation, guests: false };
    insta::assert_snapshot!(rendered(&state));
}

#[test]
fn sign_in_as_last_time() {
    let mut state = OnlineState::new("willow.example:7710");
    state.remembered = Some(login("alice"));
    insta::assert_snapshot!(rendered(&state));
}

#[test]
fn the_lobby() {
    let mut state = signed_in();
    let terms = Terms::default();
    let offers = vec![
        Offer::new(GameId(8), name("engine"), None, terms.clone()),
        Offer::new(GameId(9), name("bob"), Some(name("alice")), terms),
    ];
    let games = vec![summary(3, "bob", "engine")];
    reply(&mut state, Command::Games, Event::Games { offers, games });
    let listed = Event::Pools { pools: pools(Some(Pool::Rapid)) };
    reply(&mut state, Command::Pools, listed);
    let text = "hello there, who wants to play a slow game this evening, with a chat afterwards?";
    let (from, text) = (name("bob"), text.parse().unwrap());
    notice(&mut state, Some(Room::Lobby), Event::Said { from, text });
    let (from, to, text) = (name("bob"), name("alice"), "a game?".parse().unwrap());
    notice(&mut state, Some(Room::Private), Event::Told { from, to, text });
    insta::assert_snapshot!(rendered(&state));
    press(&mut state, &[KeyCode::Char('?')]);
    insta::assert_snapshot!("all_keys", rendered(&state));
}

#[test]
fn a_game() {
    let mut state = playing();
    let room = Some(Room::Game(GameId(12)));
    notice(&mut state, room, moved(Color::Black, "f5", 1));
    notice(&mut state, room, moved(Color::White, "d6", 2));
    let (from, text) = (name("bob"), "good luck".parse().unwrap());
    notice(&mut state, Some(Room::Players(GameId(12))), Event::Said { from, text });
    notice(
        &mut state,
        Some(Room::Game(GameId(13))),
        Event::Started(game(13, "engine", "alice", "f5")),
    );
    types(&mut state, "c");
    insta::assert_snapshot!(rendered(&state));
    insta::assert_snapshot!(
        "a_game_on_a_large_screen",
        rendered_on(&state, SERVER_TIME, [120, 42])
    );
}

#[test]
fn a_screen_that_is_too_small_shows_a_message() {
    assert!(rendered_on(&playing(), SERVER_TIME, [79, 24]).contains("at least 80 and 24"));
}

/// Returns the state in which alice plays, with offers, users, pools and chat.
fn busy() -> OnlineState {
    let mut state = playing();
    let offers = vec![Offer::new(GameId(8), name("engine"), None, Terms::default())];
    let mut watched = summary(3, "bob", "engine");
    (watched.details.black_discs, watched.details.white_discs) = (Some(9), Some(5));
    reply(&mut state, Command::Games, Event::Games { offers, games: vec![watched] });
    reply(&mut state, Command::Pools, Event::Pools { pools: pools(Some(Pool::Rapid)) });
    let (from, text) = (name("bob"), "a game before supper?".parse().unwrap());
    notice(&mut state, Some(Room::Lobby), Event::Said { from, text });
    let room = Some(Room::Game(GameId(12)));
    notice(&mut state, room, moved(Color::Black, "f5", 1));
    notice(&mut state, room, moved(Color::White, "d6", 2));
    let (from, text) = (name("bob"), "good luck".parse().unwrap());
    notice(&mut state, Some(Room::Players(GameId(12))), Event::Said { from, text });
    state
}

#[test]
fn the_lobby_tells_the_discs_of_games() {
    let mut state = busy();
    state.show(0);
    assert!(rendered(&state).contains("bob - engine  9-5 "), "{}", rendered(&state));
}

#[test]
fn a_click_on_the_board_finds_its_square() {
    let mut state = playing();
    let screen = Rect::new(0, 0, 80, 24);
    let at = ScreenPoint { x: 1 + 3 + 1 + 2 * 4, y: 1 + 2 + 2 * 3 };
    assert_eq!(square_at(&state, screen, at), Some(Square::C4));
    types(&mut state, "x");
    assert_eq!(square_at(&state, screen, at), None, "a question is over the board");
}

#[test]
fn undo_and_redo_step_through_a_game_that_is_not_one_s_own() {
    let mut state = signed_in();
    let started = Event::Started(game(13, "engine", "bob", "f5 d6 c3"));
    notice(&mut state, Some(Room::Game(GameId(13))), started);
    let shown = |state: &OnlineState| state.shown_game().unwrap().shown_ply();
    types(&mut state, "uu");
    assert_eq!(shown(&state), 1);
    types(&mut state, "r");
    assert_eq!(shown(&state), 2);
    state.press(&KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL));
    assert_eq!(shown(&state), 1);
    state.press(&KeyEvent::new(KeyCode::Char('y'), KeyModifiers::CONTROL));
    assert_eq!(shown(&state), 2);
    let mut own = playing();
    assert!(matches!(sent(types(&mut own, "u")), Command::Takeback { .. }));
    types(&mut own, "[r");
    assert!(own.shown_game().unwrap().shows_newest());
}

#[test]
fn control_characters_from_the_server_are_never_shown() {
    let mut state = playing();
    // Names and chat cannot contain these, but a hostile server could send them in other places.
    let evil = "\u{1b}]0;gotcha\u{7}\u{1b}[2J\u{9b}31m\u{202e}abc";
    let command = Command::Say { text: "x".parse().unwrap() };
    let error = Event::Error {
        command: "say".to_owned(),
        code: willow_protocol::ErrorCode::Internal,
        detail: None,
        argument: None,
        retry_after: None,
        scope: None,
        message: evil.to_owned(),
    };
    reply(&mut state, command.clone(), error);
    reply(&mut state, command, Event::Help { lines: vec![evil.to_owned()] });
    notice(&mut state, None, Event::Announced { text: evil.to_owned() });
    for tab in [0, 1] {
        state.show(tab);
        let shown = rendered(&state);
        let bad = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!shown.contains(bad), "{shown:?}");
        assert!(shown.contains("gotcha"), "{shown}");
    }
}
