//! The client: keys, events, rendered screens, and a real server.

mod real_server;
mod screens;

use std::collections::BTreeMap;
use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use willow_board::{Color, DiscDiff, Game, Move, Position, Square};
use willow_protocol::client::{Admission, Credentials};
use willow_protocol::{
    BotDetails, BotGroup, ClockState, Command, CommandResult, EndKind, Event, GameEnd, GameId,
    GameProgress, GameRatings, GameState, GameSummary, Notice, Offer, PlayerRating, Pool,
    PoolSummary, Registration, Role, Room, Side, StateDetails, SummaryDetails, Terms, TurnDetails,
    UserSummary, WatchTarget,
};

use super::keys::OnlineAction;
use super::link::LinkEvent;
use super::remembered_logins::RememberedLogin;
use super::state::{ConnectionPhase, OnlineDialog, OnlineState};

/// The server's time in these tests at the local time 0, in milliseconds since 1970.
const SERVER_TIME: u64 = 1_700_000_000_000;

fn name(text: &str) -> willow_protocol::Name {
    text.parse().unwrap()
}

fn login(user: &str) -> RememberedLogin {
    RememberedLogin { name: name(user), token: format!("token of {user}") }
}

/// Returns the state of a client signed in as alice.
fn signed_in() -> OnlineState {
    let mut state = OnlineState::new("willow.example:7710");
    let asked = state.handle_link_event(LinkEvent::SignedIn(Some(login("alice"))), Duration::ZERO);
    assert_eq!(asked, [Command::Chat { before: None }, Command::Who, Command::Games]);
    let users = [("alice", Role::Player), ("bob", Role::Guest), ("engine", Role::Bot)];
    let users = users.map(|(user, role)| UserSummary {
        name: name(user),
        role,
        display_name: None,
        playing: 0,
        ratings: BTreeMap::new(),
        bot: (role == Role::Bot).then(|| BotDetails {
            spec: "willow:level=2".to_owned(),
            program: "engine".to_owned(),
            about: "The engine of this server.".to_owned(),
            level: BotGroup::Engine,
            ladder_elo: Some(2341),
            ladder_error: Some(130),
        }),
    });
    reply(&mut state, Command::Who, Event::Users { users: users.to_vec() });
    state
}

fn reply(state: &mut OnlineState, command: Command, event: Event) -> Vec<Command> {
    let answer = Notice::new(SERVER_TIME, event);
    state.handle_link_event(LinkEvent::Reply(command, answer), Duration::ZERO)
}

fn notice(state: &mut OnlineState, room: Option<Room>, event: Event) -> Vec<Command> {
    let game = state.open_games.iter().find(|game| room == Some(Room::Game(game.id())));
    let number = Some(game.map_or(0, |game| game.state.last) + 1);
    let notice = Notice { room, number, ..Notice::new(SERVER_TIME, event) };
    state.handle_link_event(LinkEvent::Notice(notice), Duration::ZERO)
}

fn summary(game: u64, black: &str, white: &str) -> GameSummary {
    let (black, white) = (name(black), name(white));
    GameSummary {
        game: GameId(game),
        black,
        white,
        terms: Terms::default(),
        twin: None,
        plies: 0,
        end: None,
        details: SummaryDetails::default(),
    }
}

fn clocks(seconds: u64, running: Color) -> ClockState {
    let left = Some(seconds * 1000);
    let deadline = Some(SERVER_TIME + seconds * 1000);
    let running = Some(Side(running));
    ClockState { black: left, white: left, deadline, running, parts: None }
}

/// Returns the state of a game after some moves.
fn game(number: u64, black: &str, white: &str, moves: &str) -> Box<GameState> {
    let mut game = Game::new();
    for square in moves.split(' ').filter(|word| !word.is_empty()) {
        game.place(square.parse().unwrap()).unwrap();
    }
    Box::new(GameState {
        summary: summary(number, black, white),
        initial: Position::START,
        moves: game.moves().collect(),
        position: *game.position(),
        clocks: clocks(300, game.position().side_to_move()),
        takeback: None,
        watchers: 0,
        last: 1,
        details: StateDetails::default(),
    })
}

/// Lets alice play Black against bob in game 12.
fn playing() -> OnlineState {
    let mut state = signed_in();
    let room = Some(Room::Game(GameId(12)));
    notice(&mut state, room, Event::Started(game(12, "alice", "bob", "")));
    state
}

fn moved(color: Color, square: &str, ply: usize) -> Event {
    let (clocks, turn) = (clocks(290, !color), TurnDetails::default());
    Event::Moved { color, mv: Move::Place(square.parse().unwrap()), ply, clocks, turn }
}

/// Presses keys and returns the action of the last one.
fn press(state: &mut OnlineState, keys: &[KeyCode]) -> Option<OnlineAction> {
    let mut action = None;
    for &code in keys {
        action = state.press(&KeyEvent::new(code, KeyModifiers::NONE));
    }
    action
}

fn types(state: &mut OnlineState, text: &str) -> Option<OnlineAction> {
    let keys: Vec<KeyCode> = text.chars().map(KeyCode::Char).collect();
    press(state, &keys)
}

/// Returns the command of an action.
fn sent(action: Option<OnlineAction>) -> Command {
    match action {
        Some(OnlineAction::Send(command)) => command,
        other => panic!("no command: {other:?}"),
    }
}

fn status(state: &OnlineState) -> &str {
    state.status_message.as_ref().map_or("", |(_, text)| text)
}

#[test]
fn squares_are_typed_or_chosen_with_the_arrows() {
    let mut state = playing();
    assert!(types(&mut state, "f").is_none());
    let f5 = Command::Move { game: Some(GameId(12)), mv: Square::F5.into(), ply: Some(0) };
    assert_eq!(sent(types(&mut state, "5")), f5);
    assert!(press(&mut state, &[KeyCode::Enter]).is_none(), "f5 is played already");
    assert_eq!(sent(press(&mut state, &[KeyCode::Enter])), f5);
    let to_f5 = [KeyCode::Right, KeyCode::Right, KeyCode::Down, KeyCode::Down, KeyCode::Enter];
    assert_eq!(
        state.shown_game().unwrap().cursor,
        Square::F5,
        "the cursor moves to the square played"
    );
    state.shown_game_mut().unwrap().cursor = Square::D3;
    assert_eq!(sent(press(&mut state, &to_f5)), f5);
}

#[test]
fn illegal_moves_are_reported_and_not_sent() {
    let mut state = playing();
    assert!(types(&mut state, "a1").is_none());
    assert_eq!(status(&state), "Illegal move.");
    notice(&mut state, Some(Room::Game(GameId(12))), moved(Color::Black, "f5", 1));
    assert!(types(&mut state, "d6").is_none());
    assert_eq!(status(&state), "It is not your turn.");
    notice(&mut state, Some(Room::Game(GameId(13))), Event::Started(game(13, "bob", "engine", "")));
    state.show(2);
    assert!(types(&mut state, "f5").is_none());
    assert_eq!(status(&state), "You are a spectator in this game.");
}

#[test]
fn a_gap_in_a_game_requests_its_state_and_a_repeated_move_is_ignored() {
    let mut state = playing();
    let room = Some(Room::Game(GameId(12)));
    assert!(notice(&mut state, room, moved(Color::Black, "f5", 1)).is_empty());
    assert!(notice(&mut state, room, moved(Color::Black, "f5", 1)).is_empty());
    assert_eq!(state.shown_game().unwrap().game.n_plies(), 1);
    assert_eq!(
        notice(&mut state, room, moved(Color::Black, "d3", 4)),
        [Command::Board { game: Some(GameId(12)) }]
    );
    let whole = Event::State(game(12, "alice", "bob", "f5 d6 c3 d3"));
    reply(&mut state, Command::Board { game: Some(GameId(12)) }, whole);
    assert_eq!(state.shown_game().unwrap().game.n_plies(), 4);
    let back = Event::TakenBack {
        plies: 2,
        clocks: clocks(100, Color::Black),
        turn: TurnDetails::default(),
    };
    assert!(notice(&mut state, room, back).is_empty());
    assert_eq!(state.shown_game().unwrap().game.n_plies(), 2);
}

/// Lets alice watch game 13 beside her own game 12, which is over.
fn watching() -> OnlineState {
    let mut state = playing();
    let (reason, result, loser) =
        (EndKind::Resigned, Some(DiscDiff::MIN), Some(Side(Color::Black)));
    let end = GameEnd { reason, result, black_discs: 2, white_discs: 2, loser, komi: None };
    notice(&mut state, Some(Room::Game(GameId(12))), Event::Ended(end));
    reply(&mut state, watch(13), Event::State(game(13, "bob", "engine", "")));
    assert_eq!((state.open_games.len(), state.tab), (2, 2));
    state
}

/// Types a line into the input line.
fn types_line(state: &mut OnlineState, line: &str) -> Option<OnlineAction> {
    types(state, &format!("/{line}"));
    press(state, &[KeyCode::Enter])
}

fn watch(game: u64) -> Command {
    Command::Watch { target: WatchTarget::Game(GameId(game)) }
}

#[test]
fn leaving_without_a_number_closes_the_tab() {
    let mut state = watching();
    let command = sent(types_line(&mut state, "leave"));
    assert_eq!(command, Command::Leave { game: Some(GameId(13)) });
    assert_eq!(state.open_games.len(), 1, "the game that was shown");
    // In the lobby, the server says which game it was.
    let mut state = watching();
    state.show(0);
    let command = sent(types_line(&mut state, "leave"));
    assert_eq!(command, Command::Leave { game: None });
    let done = CommandResult::of_game(GameId(13));
    let answer = Notice::new(SERVER_TIME, Event::Ok).with_result(done);
    state.handle_link_event(LinkEvent::Reply(command, answer), Duration::ZERO);
    assert_eq!(state.open_games.len(), 1);
    // The own game that is over is closed here: the server has nothing to do.
    state.show(1);
    assert!(types_line(&mut state, "leave").is_none());
    assert!(state.open_games.is_empty());
}

/// Returns a message in the lobby.
fn said(number: u64) -> Notice {
    let event = Event::Said { from: name("bob"), text: number.to_string().parse().unwrap() };
    let mut notice = Notice::new(SERVER_TIME, event);
    (notice.room, notice.number) = (Some(Room::Lobby), Some(number));
    notice
}

#[test]
fn newcomers_read_the_earlier_chat_before_what_came_since_each_line_once() {
    let mut state = signed_in();
    let chat = |state: &OnlineState| -> Vec<String> {
        state.lobby.log.newest_first().map(|line| line.text.clone()).collect()
    };
    // A message overtakes the answer, which has it, too; another one comes twice.
    state.handle_link_event(LinkEvent::Notice(said(8)), Duration::ZERO);
    let asked = Command::Chat { before: None };
    let messages = [3, 5, 8].map(said).into();
    reply(&mut state, asked.clone(), Event::Chat { messages, next: None });
    for number in [8, 9, 9] {
        state.handle_link_event(LinkEvent::Notice(said(number)), Duration::ZERO);
    }
    assert_eq!(chat(&state), ["bob: 9", "bob: 8", "bob: 5", "bob: 3"]);
    // Somebody who asks for the chat later is shown the list.
    reply(&mut state, asked, Event::Chat { messages: vec![said(9)], next: None });
    assert!(chat(&state)[0].contains("lobby:9 said bob: 9"), "{:?}", chat(&state));
}

#[test]
fn only_games_that_are_over_are_analyzed_and_none_while_the_user_plays() {
    let mut own = playing();
    assert!(types(&mut own, "a").is_none());
    assert_eq!(own.shown_game().unwrap().typed, Some('a'), "a column in a game that goes on");
    let mut state = watching();
    assert!(types(&mut state, "a").is_none());
    assert_eq!(status(&state), "A game can be analyzed when it is over.");
    press(&mut state, &[KeyCode::BackTab]);
    assert!(matches!(types(&mut state, "a"), Some(OnlineAction::Analyze)));
    let room = Some(Room::Game(GameId(14)));
    assert!(!state.has_own_game());
    notice(&mut state, room, Event::Started(game(14, "bob", "alice", "")));
    assert!(state.has_own_game(), "an open analysis closes");
    state.show(1);
    assert!(types(&mut state, "a").is_none());
    assert_eq!(status(&state), "You are playing. Games can be analyzed when yours are over.");
}

#[test]
fn resigning_and_quitting_are_confirmed() {
    let mut state = playing();
    types(&mut state, "r");
    assert_eq!(state.dialog, None, "in a game at the terminal this key redoes moves");
    assert_eq!(status(&state), "Nothing to redo. Press x to resign.");
    types(&mut state, "x");
    assert_eq!(state.dialog, Some(OnlineDialog::Resign(GameId(12))));
    assert!(types(&mut state, "n").is_none());
    assert_eq!(sent(types(&mut state, "xy")), Command::Resign { game: Some(GameId(12)) });
    assert!(types(&mut state, "q").is_none(), "a game is in progress");
    assert!(matches!(types(&mut state, "y"), Some(OnlineAction::Quit)));
}

#[test]
fn letters_with_control_are_no_keys_of_the_lobby_or_of_a_question() {
    let control = |state: &mut OnlineState, letter| {
        state.press(&KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL))
    };
    let mut lobby = signed_in();
    for letter in "zyshudpn1".chars() {
        assert!(control(&mut lobby, letter).is_none(), "{letter}");
        assert!(lobby.input.is_none() && lobby.dialog.is_none(), "{letter}");
    }
    let mut state = playing();
    let takeback = Command::Takeback { game: Some(GameId(12)) };
    assert_eq!(sent(control(&mut state, 'z')), takeback);
    types(&mut state, "x");
    assert!(control(&mut state, 'y').is_none());
    assert_eq!(state.dialog, Some(OnlineDialog::Resign(GameId(12))), "the question is open");
}

#[test]
fn offers_and_challenges_are_made_by_keys_and_by_commands() {
    let mut state = signed_in();
    types(&mut state, "n");
    let made = sent(press(&mut state, &[KeyCode::Enter]));
    assert_eq!(made, Command::New { terms: Terms::default() });
    press(&mut state, &[KeyCode::Right, KeyCode::Down]);
    let challenge = Command::Challenge { name: name("bob"), terms: Terms::default() };
    assert!(types(&mut state, "c").is_none());
    assert_eq!(sent(press(&mut state, &[KeyCode::Enter])), challenge);
    types(&mut state, "/challenge bob 5+3");
    assert_eq!(sent(press(&mut state, &[KeyCode::Enter])), challenge);
    types(&mut state, "/fly me to the moon");
    assert!(press(&mut state, &[KeyCode::Enter]).is_none());
    assert!(status(&state).contains("`fly` is not a command"), "{}", status(&state));
}

/// Whoever forgot the token sees that the game will not be rated.
#[test]
fn a_guest_is_called_one() {
    let mut state = signed_in();
    assert!(screens::rendered(&state).contains("alice at willow.example:7710"));
    state.name = Some(name("bob"));
    assert!(screens::rendered(&state).contains("bob (guest) at willow.example:7710"));
}

#[test]
fn people_are_listed_before_bots_and_blocked_users_not_at_all() {
    let mut state = signed_in();
    let zoe = Event::Online { name: name("zoe"), role: Role::Guest, display_name: None };
    notice(&mut state, Some(Room::Lobby), zoe);
    let listed = |state: &OnlineState| -> Vec<String> {
        state.lobby.users().map(|online| online.name.to_string()).collect()
    };
    assert_eq!(listed(&state), ["alice", "bob", "zoe", "engine"]);
    assert!(reply(&mut state, Command::Block { name: name("bob") }, Event::Ok).is_empty());
    assert_eq!(listed(&state), ["alice", "zoe", "engine"]);
    let asked = reply(&mut state, Command::Unblock { name: name("bob") }, Event::Ok);
    assert_eq!(asked, [Command::Who]);
}

#[test]
fn a_challenge_is_selected_and_accepted_with_enter_or_declined() {
    let mut state = signed_in();
    let games = vec![summary(3, "bob", "engine")];
    reply(&mut state, Command::Games, Event::Games { offers: vec![], games });
    let terms = Terms::default();
    let challenge = Offer::new(GameId(9), name("bob"), Some(name("alice")), terms);
    notice(&mut state, Some(Room::Private), Event::Offered(challenge));
    assert_eq!(sent(press(&mut state, &[KeyCode::Enter])), Command::Join { game: Some(GameId(9)) });
    assert_eq!(sent(types(&mut state, "d")), Command::Decline { game: Some(GameId(9)) });
    let watched = sent(press(&mut state, &[KeyCode::Down, KeyCode::Enter]));
    assert_eq!(watched, Command::Watch { target: WatchTarget::Game(GameId(3)) });
}

#[test]
fn a_command_without_a_number_means_the_game_that_is_shown() {
    let mut state = playing();
    let room = Some(Room::Game(GameId(13)));
    notice(&mut state, room, Event::Started(game(13, "bob", "alice", "f5")));
    assert_eq!(state.tab, 1, "it is alice's turn in the first game, which stays on the screen");
    assert!(state.open_games[1].unseen);
    press(&mut state, &[KeyCode::Tab]);
    assert!(!state.open_games[1].unseen);
    types(&mut state, "/takeback");
    assert_eq!(
        sent(press(&mut state, &[KeyCode::Enter])),
        Command::Takeback { game: Some(GameId(13)) }
    );
    types(&mut state, "tgood luck");
    let message = sent(press(&mut state, &[KeyCode::Enter]));
    let text = "good luck".parse().unwrap();
    assert_eq!(message, Command::Gsay { game: Some(GameId(13)), text });
    press(&mut state, &[KeyCode::Char(' ')]);
    assert_eq!(state.tab, 1, "space shows the next game with the user's turn");
}

#[test]
fn own_games_are_reopened_and_lists_are_refreshed_after_a_reconnection() {
    let mut state = signed_in();
    let games = vec![summary(3, "bob", "engine"), summary(4, "engine", "alice")];
    let asked = reply(&mut state, Command::Games, Event::Games { offers: vec![], games });
    assert_eq!(asked, [Command::Board { game: Some(GameId(4)) }]);
    reply(
        &mut state,
        Command::Board { game: Some(GameId(4)) },
        Event::State(game(4, "engine", "alice", "f5")),
    );
    assert_eq!(state.open_games.len(), 1);
    state.handle_link_event(LinkEvent::Disconnected, Duration::ZERO);
    assert_eq!(state.phase, ConnectionPhase::Reconnecting);
    assert!(types(&mut state, "d6").is_none(), "no move is sent while disconnected");
    let asked = state.handle_link_event(LinkEvent::Reconnected, Duration::ZERO);
    assert_eq!(asked, [Command::Who, Command::Games, Command::Board { game: Some(GameId(4)) }]);
}

#[test]
fn a_finished_game_can_be_closed_and_a_watched_one_left() {
    let mut state = playing();
    assert!(types(&mut state, "x").is_none());
    assert_eq!(
        state.dialog,
        Some(OnlineDialog::Resign(GameId(12))),
        "the end answers the question"
    );
    assert_eq!(state.open_games.len(), 1);
    let end = GameEnd {
        reason: EndKind::Resigned,
        result: Some(DiscDiff::MAX),
        black_discs: 2,
        white_discs: 2,
        loser: None,
        komi: None,
    };
    notice(&mut state, Some(Room::Game(GameId(12))), Event::Ended(end));
    types(&mut state, "x");
    assert!(state.open_games.is_empty());
    notice(&mut state, None, Event::State(game(3, "bob", "engine", "")));
    assert_eq!(sent(types(&mut state, "x")), Command::Leave { game: Some(GameId(3)) });
    assert!(state.open_games.is_empty());
}

#[test]
fn sign_in_asks_for_a_name_and_hides_the_password() {
    let mut state = OnlineState::new("willow.example");
    types(&mut state, "guest alice");
    assert!(matches!(press(&mut state, &[KeyCode::Enter]), Some(OnlineAction::SignIn(_))));
    assert_eq!(state.phase, ConnectionPhase::SigningIn);
    state.handle_link_event(
        LinkEvent::SignInFailed("the name alice is taken".to_owned()),
        Duration::ZERO,
    );
    assert_eq!(status(&state), "the name alice is taken");
    types(&mut state, "login alice");
    assert!(press(&mut state, &[KeyCode::Enter]).is_none());
    types(&mut state, "correct horse");
    assert_eq!(state.input.as_ref().unwrap().shown().0, "*".repeat(13));
    assert!(matches!(press(&mut state, &[KeyCode::Enter]), Some(OnlineAction::SignIn(_))));
}

#[test]
fn earlier_positions_are_shown_while_the_game_goes_on() {
    let mut state = playing();
    let room = Some(Room::Game(GameId(12)));
    notice(&mut state, room, moved(Color::Black, "f5", 1));
    notice(&mut state, room, moved(Color::White, "d6", 2));
    types(&mut state, "[[");
    let shown = |state: &OnlineState| state.shown_game().unwrap().shown_ply();
    assert_eq!(shown(&state), 0);
    assert_eq!(state.shown_game().unwrap().shown_position(), (Position::START, None));
    assert!(types(&mut state, "c3").is_none());
    assert_eq!(status(&state), "This is an earlier position. Press End for the newest one.");
    types(&mut state, "]");
    let after_f5 = state.shown_game().unwrap().shown_position();
    assert_eq!((after_f5.0.board().n_empties(), after_f5.1), (59, Some(Square::F5)));
    press(&mut state, &[KeyCode::End]);
    assert_eq!(sent(types(&mut state, "c3")), c3_at_ply_2());
    press(&mut state, &[KeyCode::Home]);
    notice(&mut state, room, moved(Color::Black, "c3", 3));
    assert_eq!(shown(&state), 0, "a new move does not pull the reader to the newest position");
    press(&mut state, &[KeyCode::End]);
    notice(&mut state, room, moved(Color::White, "d3", 4));
    assert_eq!(shown(&state), 4, "the newest position stays the newest");
}

fn c3_at_ply_2() -> Command {
    Command::Move { game: Some(GameId(12)), mv: Square::C3.into(), ply: Some(2) }
}

#[test]
fn talk_scrolls_in_the_lobby_and_in_a_game() {
    let mut state = playing();
    let say = |state: &mut OnlineState, room, number: u64| {
        let (from, text) = (name("bob"), format!("line {number}").parse().unwrap());
        let said = Notice::new(SERVER_TIME, Event::Said { from, text });
        let notice = Notice { room: Some(room), number: Some(number + 1), ..said };
        state.handle_link_event(LinkEvent::Notice(notice), Duration::ZERO);
    };
    for number in 0..20 {
        say(&mut state, Room::Lobby, number);
        say(&mut state, Room::Players(GameId(12)), number);
    }
    press(&mut state, &[KeyCode::PageUp]);
    assert_eq!((state.shown_game().unwrap().log.below(), state.lobby.log.below()), (5, 0));
    state.show(0);
    press(&mut state, &[KeyCode::PageUp, KeyCode::PageUp, KeyCode::PageDown]);
    assert_eq!(state.lobby.log.below(), 5);
    let newest = state.lobby.log.newest_first().next().unwrap();
    assert_eq!(newest.text, "bob: line 14");
}

#[test]
fn the_remembered_login_is_offered_and_can_be_forgotten() {
    let mut state = OnlineState::new("willow.example:7710");
    state.remembered = Some(login("alice"));
    let token = match press(&mut state, &[KeyCode::Enter]) {
        Some(OnlineAction::SignIn(Credentials::Token(token))) => token,
        other => panic!("no sign-in: {other:?}"),
    };
    assert_eq!(token, "token of alice");
    let mut state = OnlineState::new("willow.example:7710");
    state.remembered = Some(login("alice"));
    types(&mut state, "forget");
    assert!(matches!(press(&mut state, &[KeyCode::Enter]), Some(OnlineAction::Forget)));
    assert!(state.remembered.is_none());
    types(&mut state, "guest bob");
    let guest = press(&mut state, &[KeyCode::Enter]);
    assert!(
        matches!(guest, Some(OnlineAction::SignIn(Credentials::Guest(Some(_))))),
        "another login is still possible: {guest:?}"
    );
}

#[test]
fn ratings_and_spectators_are_shown() {
    let mut state = playing();
    let rating = |rating, deviation, provisional| PlayerRating { rating, deviation, provisional };
    let (sure, unsure) = (rating(1623, 60, false), rating(1480, 200, true));
    let room = Some(Room::Game(GameId(12)));
    let mut known = game(12, "alice", "bob", "");
    known.summary.details.ratings = Some(GameRatings { black: sure, white: unsure });
    notice(&mut state, room, Event::State(known.clone()));
    let shown = state.shown_game().unwrap();
    assert_eq!(
        (shown.rating(Color::Black), shown.rating(Color::White)),
        (Some(sure), Some(unsure))
    );
    let (came, left) = (vec![name("carol")], Vec::new());
    notice(&mut state, room, Event::Spectators { count: 3, came, left });
    let shown = state.shown_game().unwrap();
    assert_eq!(shown.state.watchers, 3);
    assert_eq!(shown.log.newest_first().next().unwrap().text, "carol watches the game.");
    let mut listed = known.summary.clone();
    listed.details.spectators = Some(0);
    let listed = Event::Games { offers: Vec::new(), games: vec![listed] };
    reply(&mut state, Command::Games, listed);
    let progress = GameProgress {
        game: GameId(12),
        plies: 24,
        black_discs: 15,
        white_discs: 13,
        spectators: 3,
    };
    notice(&mut state, Some(Room::Lobby), Event::Progress { games: vec![progress] });
    state.show(0);
    insta::assert_snapshot!(screens::rendered(&state));
}

#[test]
fn a_newcomer_plays_at_once_with_enter_and_may_leave_before() {
    let mut state = OnlineState::new("willow.example:7710");
    types(&mut state, "quit");
    assert!(matches!(press(&mut state, &[KeyCode::Enter]), Some(OnlineAction::Quit)));
    let mut state = OnlineState::new("willow.example:7710");
    types(&mut state, "register nina");
    assert!(press(&mut state, &[KeyCode::Enter]).is_none());
    assert!(matches!(state.phase, ConnectionPhase::SignIn(Some(_))), "the password is asked for");
    let mut state = OnlineState::new("willow.example:7710");
    let guest = press(&mut state, &[KeyCode::Enter]);
    assert!(matches!(guest, Some(OnlineAction::SignIn(Credentials::Guest(None)))), "{guest:?}");
}

#[test]
fn a_server_without_guests_offers_none() {
    let mut state = OnlineState::new("willow.example:7710");
    let admission = Admission { registration: Registration::Invitation, guests: false };
    state.handle_link_event(LinkEvent::Admission(admission), Duration::ZERO);
    assert!(press(&mut state, &[KeyCode::Enter]).is_none());
    assert_eq!(status(&state), "Type login NAME, with the name of your account.");
    types(&mut state, "register nina invitation:abcde-fghij-kmnpq-rstuv");
    assert!(press(&mut state, &[KeyCode::Enter]).is_none());
    types(&mut state, "correct horse");
    let with_code = press(&mut state, &[KeyCode::Enter]);
    let Some(OnlineAction::SignIn(Credentials::NewAccount { invitation, .. })) = with_code else {
        panic!("no new account: {with_code:?}");
    };
    assert_eq!(invitation.as_deref(), Some("abcde-fghij-kmnpq-rstuv"));
}

#[test]
fn a_digit_joins_a_pool_and_leaves_it() {
    let mut state = signed_in();
    let due = |state: &mut OnlineState, seconds| state.due_command(Duration::from_secs(seconds));
    assert_eq!(due(&mut state, 1), Some(Command::Pools), "nobody tells who waits");
    assert_eq!(due(&mut state, 5), None);
    assert_eq!(due(&mut state, 6), Some(Command::Pools));
    let join = Command::Pool { pool: Pool::Blitz };
    assert_eq!(sent(press(&mut state, &[KeyCode::Char('2')])), join);
    assert_eq!(reply(&mut state, join, Event::Ok), [Command::Pools]);
    reply(&mut state, Command::Pools, Event::Pools { pools: pools(Some(Pool::Blitz)) });
    assert_eq!(sent(press(&mut state, &[KeyCode::Char('2')])), Command::Unseek);
    assert_eq!(reply(&mut state, Command::Unseek, Event::Ok), [Command::Pools]);
    let other = Command::Pool { pool: Pool::Classical };
    assert_eq!(sent(press(&mut state, &[KeyCode::Char('4')])), other);
    reply(&mut state, watch(13), Event::State(game(13, "bob", "engine", "")));
    assert_eq!(due(&mut state, 60), None, "the pools are not on the screen");
}

/// Returns the pools, with the one in which alice waits.
fn pools(joined: Option<Pool>) -> Vec<PoolSummary> {
    let summary = |pool: Pool| PoolSummary {
        pool,
        clock: pool.clock(),
        waiting: usize::from(pool != Pool::Bullet),
        joined: Some(pool) == joined,
    };
    Pool::ALL.map(summary).into()
}

#[test]
fn the_recovery_codes_of_a_new_account_are_shown() {
    let mut state = signed_in();
    let codes: Vec<String> = (1..=8).map(|code| format!("code-{code}")).collect();
    notice(&mut state, None, Event::RecoveryCodes { codes });
    let shown = screens::rendered(&state);
    for code in 1..=8 {
        assert!(shown.contains(&format!("code-{code}")), "{shown}");
    }
    assert!(shown.contains("Keep these codes."), "{shown}");
}
