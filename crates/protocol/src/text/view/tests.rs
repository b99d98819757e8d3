//! Tests of the text view.

use willow_board::{DiscDiff, Position, Square};

use super::*;
use crate::{EndKind, Side, StateDetails, SummaryDetails, Terms, TurnDetails};

const CLOCKS: ClockState = ClockState {
    black: Some(303_000),
    white: Some(65_000),
    deadline: None,
    running: None,
    parts: None,
};

fn name(text: &str) -> Name {
    text.parse().unwrap()
}

fn in_game(event: Event) -> Notice {
    Notice { room: Some(Room::Game(GameId(1))), ..Notice::new(0, event) }
}

/// The view of a reader who is logged in, and of a game of Alice with Black and Bob with White.
fn view_of(reader: &str, style: TextStyle) -> TextView {
    let mut view = TextView::default();
    let entered = Event::Entered {
        name: name(reader),
        role: Role::Player,
        display_name: None,
        token: None,
        lobby: 0,
        private: 0,
        recovery_codes: Vec::new(),
        rooms: std::collections::BTreeMap::new(),
        offers: None,
        games: None,
        unread: None,
    };
    view.set_style(style);
    view.lines_after(&Notice::new(0, entered));
    view.lines_after(&in_game(Event::Started(Box::new(state()))));
    view
}

fn state() -> GameState {
    GameState {
        summary: GameSummary {
            game: GameId(1),
            black: name("alice"),
            white: name("bob"),
            terms: Terms::default(),
            twin: None,
            plies: 0,
            end: None,
            details: SummaryDetails::default(),
        },
        initial: Position::START,
        moves: Vec::new(),
        position: Position::START,
        clocks: CLOCKS,
        takeback: None,
        watchers: 0,
        last: 1,
        details: StateDetails::default(),
    }
}

/// The event of the last of some moves from the start.
fn moved(moves: &[&str]) -> Notice {
    let play = |before: Position, mv: &&str| before.play(mv.parse().unwrap()).unwrap();
    let (last, earlier) = moves.split_last().unwrap();
    let before = earlier.iter().fold(Position::START, play);
    let square: Square = last.parse().unwrap();
    let flipped = Some(SquareSet(before.board().flips(square)));
    let turn = TurnDetails { flipped, ..TurnDetails::of(&play(before, last)) };
    let (color, mv, ply) = (before.side_to_move(), square.into(), moves.len());
    in_game(Event::Moved { color, mv, ply, clocks: CLOCKS, turn })
}

#[test]
fn each_player_sees_the_board_after_a_move_and_whose_turn_it_is() {
    let f5 = moved(&["f5"]);
    let bob = view_of("bob", TextStyle::Full).lines_after(&f5);
    assert_eq!(bob.len(), 13, "a board of ten lines, the discs, the flips, the turn: {bob:#?}");
    assert_eq!(bob[5], "    5 - - - X X X - - 5");
    assert_eq!(bob[11], "  f5 flips 1 disc.");
    assert_eq!(bob[12], "  You are White (O). Clocks: you 1:05, alice 5:03. Your move.");
    let alice = view_of("alice", TextStyle::Full).lines_after(&f5);
    assert!(alice[12].ends_with("bob is to move."), "{alice:#?}");
    let carol = view_of("carol", TextStyle::Full).lines_after(&f5);
    assert_eq!(carol.len(), 12, "a spectator has no colour: {carol:#?}");
}

#[test]
fn a_player_of_a_pair_reads_how_to_move_in_either_game() {
    let mut view = view_of("bob", TextStyle::Full);
    let summary = GameSummary { twin: Some(GameId(2)), ..state().summary };
    let started = Event::Started(Box::new(GameState { summary, ..state() }));
    let lines = view.lines_after(&in_game(started));
    assert_eq!(
        lines.last().unwrap(),
        "  Two games at once: `move 1 f5` plays here, `move 2 f5` there."
    );
}

#[test]
fn styles_shorten_what_is_shown() {
    let f5 = moved(&["f5"]);
    let short = view_of("bob", TextStyle::Short).lines_after(&f5);
    assert_eq!(short, ["  f5 flips 1 disc. X 4, O 1. Clocks: you 1:05, alice 5:03. Your move."]);
    let mut off = view_of("bob", TextStyle::Off);
    assert!(off.lines_after(&f5).is_empty());
    off.set_style(TextStyle::Short);
    let d6 = off.lines_after(&moved(&["f5", "d6"]));
    assert!(d6[0].starts_with("  d6 flips 1 disc. X 3, O 3."), "{d6:?}");
}

#[test]
fn a_takeback_is_answered_and_shown() {
    let mut view = view_of("bob", TextStyle::Short);
    view.lines_after(&moved(&["f5"]));
    let asked = view.lines_after(&in_game(Event::TakebackAsked { color: Color::Black }));
    assert_eq!(asked, ["  alice wants to take a move back: `takeback` agrees, `refuse` says no."]);
    let back = view.lines_after(&in_game(Event::TakenBack {
        plies: 0,
        clocks: CLOCKS,
        turn: TurnDetails::of(&Position::START),
    }));
    assert!(back[0].contains("X 2, O 2."), "{back:?}");
}

#[test]
fn the_end_is_told_from_the_readers_point_of_view() {
    let end = GameEnd {
        reason: EndKind::Resigned,
        result: Some(DiscDiff::MIN),
        black_discs: 4,
        white_discs: 1,
        loser: Some(Side(Color::Black)),
        komi: None,
    };
    let ended = in_game(Event::Ended(end));
    let alice = view_of("alice", TextStyle::Full).lines_after(&ended);
    assert_eq!(alice[0], "  You lose by 64.");
    assert!(alice[1].starts_with("  `rematch` offers another game"), "{alice:?}");
    let bob = view_of("bob", TextStyle::Full).lines_after(&ended);
    assert!(bob[0].starts_with("  You win by 64."), "{bob:?}");
    let carol = view_of("carol", TextStyle::Full).lines_after(&ended);
    assert!(!carol[0].contains("rematch"), "{carol:?}");
}

#[test]
fn a_player_who_comes_back_reads_what_waits_and_sees_the_board_after_the_next_move() {
    let mut view = TextView::default();
    let summary = state().summary;
    let terms = Terms::default;
    let entered = Event::Entered {
        name: name("bob"),
        role: Role::Player,
        display_name: None,
        token: None,
        lobby: 0,
        private: 0,
        recovery_codes: Vec::new(),
        rooms: std::collections::BTreeMap::new(),
        offers: Some(vec![
            Offer::new(GameId(2), name("carol"), Some(name("bob")), terms()),
            Offer::new(GameId(3), name("bob"), None, terms()),
        ]),
        games: Some(vec![OwnGame { summary, to_move: Some(Side(Color::Black)) }]),
        unread: Some(2),
    };
    let lines = view.lines_after(&Notice::new(0, entered));
    assert_eq!(
        lines[1..5],
        [
            "  2 private messages came while you were away: see above.",
            "  Game 1: you are White against alice, alice is to move; `board 1` shows it.",
            "  carol challenges you (5:00+3): `join 2` or `decline 2`.",
            "  Your offer 3 is open; `cancel 3` withdraws it.",
        ]
    );
    let moved = view.lines_after(&moved(&["f5"]));
    assert_eq!(moved[5], "    5 - - - X X X - - 5");
    assert_eq!(moved[11], "  f5 flips 1 disc.");
    assert_eq!(moved[12], "  You are White (O). Clocks: you 1:05, alice 5:03. Your move.");
    let turn = TurnDetails::of(&Position::START);
    let taken_back = Event::TakenBack { plies: 0, clocks: CLOCKS, turn };
    let taken_back = view.lines_after(&in_game(taken_back));
    assert_eq!(taken_back[5], "    5 - - - X O . - - 5");
}

#[test]
fn an_acknowledgement_says_what_the_command_did() {
    let mut view = view_of("bob", TextStyle::Full);
    let ok = Notice::new(0, Event::Ok);
    let unknown = crate::ErrorDetail::NoSuchUser;
    let refused = Notice::new(0, Event::error("follow".to_owned(), unknown, String::new()));
    view.sent(&Command::Follow { name: name("nobody") });
    view.sent(&Command::Pool { pool: crate::Pool::Blitz });
    assert!(view.lines_after(&refused).is_empty());
    let lines = view.lines_after(&ok);
    assert!(lines[0].contains("`unseek` leaves the pool"), "{lines:?}");
    assert!(view.lines_after(&ok).is_empty(), "no command is left");
}

#[test]
fn a_player_is_told_of_the_start_and_the_end_once() {
    let in_lobby = |event| Notice { room: Some(Room::Lobby), ..Notice::new(0, event) };
    for event in [Event::Playing(state().summary), Event::Over(state().summary)] {
        let notice = in_lobby(event);
        for (reader, style, is_told_elsewhere) in [
            ("alice", TextStyle::Full, true),
            ("bob", TextStyle::Short, true),
            ("bob", TextStyle::Off, false),
            ("carol", TextStyle::Full, false),
        ] {
            let view = view_of(reader, style);
            assert_eq!(view.is_told_elsewhere(&notice), is_told_elsewhere, "{reader}");
        }
    }
}

#[test]
fn a_pool_that_has_found_an_opponent_is_not_waited_in() {
    let mut view = view_of("bob", TextStyle::Full);
    view.sent(&Command::Pool { pool: crate::Pool::Blitz });
    view.lines_after(&in_game(Event::Started(Box::new(state()))));
    assert!(view.lines_after(&Notice::new(0, Event::Ok)).is_empty());
}

#[test]
fn a_list_of_adjourned_games_says_how_they_go_on() {
    let mut view = view_of("bob", TextStyle::Full);
    let list = |games| Notice::new(0, Event::Games { offers: Vec::new(), games });
    view.sent(&Command::Adjourned);
    assert!(view.lines_after(&list(Vec::new()))[0].contains("`adjourn`"));
    let adjourned = list(vec![state().summary]);
    assert!(view.lines_after(&adjourned)[0].contains("`continue NUMBER`"));
    view.sent(&Command::Games);
    assert!(view.lines_after(&adjourned)[0].contains("`watch NUMBER`"));
    let turn = TurnDetails::default();
    let resumed = Event::Resumed { clocks: CLOCKS, away_since: 0, turn };
    assert_eq!(
        view.lines_after(&in_game(resumed)),
        [
            "  The game goes on.",
            "  You are White (O). Clocks: you 1:05, alice 5:03. alice is to move."
        ]
    );
}

#[test]
fn an_offer_says_what_to_type() {
    let mut view = view_of("bob", TextStyle::Full);
    let offer = |to: Option<&str>| {
        let (game, from, terms) = (GameId(2), name("alice"), Terms::default());
        Notice::new(0, Event::Offered(Offer::new(game, from, to.map(name), terms)))
    };
    let challenge = view.lines_after(&offer(Some("bob")));
    assert_eq!(challenge, ["  alice challenges you: `join 2` plays, `decline 2` says no."]);
    assert_eq!(view.lines_after(&offer(None)), ["  To play, type `join 2`."]);
    let terms = Terms { private: true, ..Terms::default() };
    let link = Event::Offered(Offer::new(GameId(7), name("bob"), None, terms));
    assert_eq!(
        view.lines_after(&Notice::new(0, link)),
        ["  Whoever types `join 7` plays you; `cancel 7` withdraws the offer."]
    );
}
