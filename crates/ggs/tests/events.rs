//! Events are written and read as the same, and lines of a real server are understood.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use proptest::prelude::*;
use willow_board::{Color, Game, Position};
use willow_ggs::{
    ArchiveId, BoardBlock, ClockFace, ClockTerms, Event, JoinedGame, Komi, MatchEnd, MatchId,
    MatchLine, MatchType, Offer, PlayedMove, RatedFlag, Request, RequestId, RequestTail, SeatLine,
    TimeOut, UpdatedGame,
};

mod laws;

fn name() -> impl Strategy<Value = String> {
    "[a-zA-Z][a-zA-Z0-9+_-]{1,7}"
}

fn kind() -> impl Strategy<Value = MatchType> {
    let kinds = ["8", "8b", "8w", "8k", "s8", "s8b", "s8r20", "8kr14", "10", "s88", "8a"];
    prop::sample::select(kinds.map(|kind| kind.parse::<MatchType>().unwrap()).to_vec())
}

fn id() -> impl Strategy<Value = MatchId> {
    (0..1000_u32, prop::option::of(0..2_u8)).prop_map(|(number, game)| MatchId { number, game })
}

fn terms() -> impl Strategy<Value = ClockTerms> {
    (0..100_000_i64, 0..100_i64, 0..1000_i64)
        .prop_map(|(main, increment, extension)| ClockTerms::of_seconds(main, increment, extension))
}

fn flag() -> impl Strategy<Value = RatedFlag> {
    prop::sample::select(vec![RatedFlag::Rated, RatedFlag::Unrated, RatedFlag::Tournament])
}

/// A number with so many decimals.
fn decimals(range: std::ops::Range<i32>, parts: f64) -> impl Strategy<Value = f64> {
    range.prop_map(move |number| f64::from(number) / parts)
}

fn rating() -> impl Strategy<Value = f64> {
    decimals(0..40_000, 10.0)
}

fn request() -> impl Strategy<Value = Request> {
    let tail = prop_oneof![
        Just(None),
        terms().prop_map(|terms| Some(RequestTail::Clock(terms))),
        (0..100_000_u32).prop_map(|number| Some(RequestTail::Stored(ArchiveId(number)))),
    ];
    let opponent = prop::option::of((rating(), name()));
    (0..1000_u32, rating(), name(), terms(), kind(), flag(), opponent, tail).prop_map(
        |(id, rating, name, clock, kind, flag, opponent, tail)| {
            let id = RequestId(id);
            Request { id, rating, name, clock, kind, flag, opponent, tail }
        },
    )
}

fn line() -> impl Strategy<Value = MatchLine> {
    let ratings = [0..4000_i64, 0..4000_i64];
    (0..1000_u32, ratings, [name(), name()], kind(), flag()).prop_map(
        |(number, ratings, names, kind, flag)| MatchLine {
            id: MatchId::of_match(number),
            ratings,
            names,
            kind,
            flag,
        },
    )
}

fn end() -> impl Strategy<Value = MatchEnd> {
    prop_oneof![
        decimals(-6600..6600, 100.0).prop_map(MatchEnd::Result),
        Just(MatchEnd::Aborted),
        name().prop_map(MatchEnd::Left),
    ]
}

fn komi() -> impl Strategy<Value = Komi> {
    prop_oneof![Just(Komi::Unknown), decimals(-12_800..12_800, 200.0).prop_map(Komi::Discs)]
}

/// A game of random moves, with an evaluation and a time for each.
fn played() -> impl Strategy<Value = (Game, Vec<PlayedMove>)> {
    prop::collection::vec((0..64_usize, -6400..6400_i32, 0..60_000_u32, any::<bool>()), 0..64)
        .prop_map(|choices| {
            let (mut game, mut moves) = (Game::new(), Vec::new());
            for (choice, eval, time, is_upper_case) in choices {
                let legal: Vec<_> = game.position().legal_moves().squares().collect();
                let mv = match legal.len() {
                    0 if game.is_over() => break,
                    0 => willow_board::Move::Pass,
                    n => legal[choice % n].into(),
                };
                game.play(mv).unwrap();
                let played = PlayedMove { is_upper_case, ..PlayedMove::new(mv) };
                let (eval, seconds) = (f64::from(eval) / 100.0, f64::from(time) / 100.0);
                moves.push(played.with_eval(eval).with_seconds(seconds));
            }
            (game, moves)
        })
}

fn block(
    names: [String; 2],
    rating: f64,
    terms: ClockTerms,
    is_bidding: bool,
    position: Position,
    counter: Option<u32>,
) -> BoardBlock {
    let clock = ClockFace { terms, counter };
    let seats = names.map(|name| SeatLine { name, rating, clock });
    BoardBlock { seats, is_bidding, position }
}

fn joined() -> impl Strategy<Value = Event> {
    (id(), kind(), komi(), played(), [name(), name()], rating(), terms(), any::<bool>()).prop_map(
        |(id, kind, komi, (game, moves), names, rating, terms, is_bidding)| {
            let n_moves = moves.len() as u32;
            let start = (n_moves > 0)
                .then(|| block(names.clone(), rating, terms, false, *game.start(), None));
            let is_bidding = is_bidding && n_moves == 0;
            let now = block(names, rating, terms, is_bidding, *game.position(), Some(n_moves));
            Event::Joined(Box::new(JoinedGame { id, kind, komi, start, moves, now }))
        },
    )
}

fn updated() -> impl Strategy<Value = Event> {
    (id(), kind(), komi(), played(), [name(), name()], rating(), terms()).prop_filter_map(
        "a move",
        |(id, kind, komi, (game, moves), names, rating, terms)| {
            let (number, played) = (moves.len() as u32, *moves.last()?);
            let now = block(names, rating, terms, false, *game.position(), Some(number));
            let updated = UpdatedGame { id, kind, komi, number, played, now };
            Some(Event::Updated(Box::new(updated)))
        },
    )
}

fn event() -> impl Strategy<Value = Event> {
    let text = || "[ -~]{0,40}";
    let offer = prop::sample::select(vec![Offer::Undo, Offer::Abort, Offer::Score]);
    let color = prop::option::of(prop::sample::select(Color::ALL.to_vec()));
    let time_out = prop::sample::select(vec![TimeOut::Soft, TimeOut::Hard]);
    let archive = prop::option::of((0..100_000_u32).prop_map(ArchiveId));
    prop_oneof![
        request().prop_map(Event::Requested),
        request().prop_map(Event::RequestGone),
        line().prop_map(Event::MatchBegan),
        (line(), end(), archive).prop_map(|(line, end, archive)| Event::MatchEnded {
            line,
            end,
            archive
        }),
        joined(),
        updated(),
        (id(), [name(), name()], end()).prop_map(|(id, names, end)| Event::GameEnded {
            id,
            names,
            end
        }),
        (offer, id(), name()).prop_map(|(offer, id, name)| Event::Offered { offer, id, name }),
        (id(), name(), color, time_out).prop_map(|(id, name, color, time_out)| Event::TimedOut {
            id,
            name,
            color,
            time_out
        }),
        (id(), prop::sample::select(vec!['A', 'O', 'P']), 0..4000_u32, name(), text()).prop_map(
            |(id, audience, rating, name, text)| {
                Event::MatchChat { id, audience, rating: f64::from(rating), name, text }
            }
        ),
        (name(), text()).prop_map(|(name, text)| Event::Told { name, text }),
        (id(), text()).prop_map(|(id, text)| Event::MatchError { id, text }),
    ]
}

proptest! {
    #[test]
    fn what_is_written_is_read_as_the_same(event in event()) {
        prop_assert_eq!(laws::reread(&event.to_string()), event);
    }

    #[test]
    fn no_bytes_break_the_law(input in prop::collection::vec(any::<u8>(), 0..300)) {
        laws::check(&input);
    }

    #[test]
    fn no_words_break_the_law(input in "(/os: |\\.5 |: |READY|[|] |\n|\\+ |match |join |K\\? |8b |bob |1720 |- |1: f5|5//2 |error |\\(\\*\\)){0,30}") {
        laws::check(input.as_bytes());
    }
}

/// Lines of GGS as clients' sources and a real server show them.
#[test]
fn lines_of_a_real_server_are_understood() {
    let is_read = |line: &str| !matches!(laws::reread(line), Event::Other(_));
    for line in [
        "/os: +   .8 1720.0 alice    01:00//02:00       8b U 1720.0 bob",
        "/os: -   .8 1720.0 alice    01:00//02:00       8b U 1720.0 bob      05:00//02:00",
        "/os: +   .8 1720.0 alice    01:00//02:00       8k S 1720.0 bob      .42590",
        "/os: + match .5 1720 alice 1720 bob 8b U",
        "/os: - match .5 1720 alice 1720 bob 8b U -64.00",
        "/os: - match .1 1402 alice 2038 bob 8w R -64.00  .1",
        "/os: - match .1 1402 alice 2038 bob 8w R bob left .15",
        "/os: end .5.0 ( alice vs. bob ) +46.00",
        "/os: end .21.0 ( alice vs. bob ) aborted",
        "/os: undo .24 bob is asking",
        "/os: score .24 bob is offering",
        "/os: timeout .7 alice (*)",
        "/os: fatal-timeout .5 alice",
        "/os: trust-violation .56 name (*) delta= 4 + 0.7 secs",
        "/os: error .5.0 wrong game!",
        "/os: error .3 game id needed (only) in synchro games",
        "/os: watch + ERR not found: .3",
        "/os: ERR you are not registered.",
        "/os: illegal board type",
        "/os: .5 A 1720 bob: hello there",
        "/os: stored 1 alice\n|.1       2026.11.22_20:51:28.UTC alice    bob      8b:l",
        ": + /os 1",
        "bob: hi",
    ] {
        assert!(is_read(line), "{line}");
    }
    let refused = Event::Refused("watch + ERR not found: .3".to_owned());
    assert_eq!(laws::reread("/os: watch + ERR not found: .3"), refused);
    assert!(matches!(laws::reread("/os: something new\n|row"), Event::Other(_)));
}

/// What the fuzzer begins with, and what has broken the law once.
#[test]
fn the_seeds_of_the_fuzzer_keep_the_law() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/ggs");
    for entry in std::fs::read_dir(folder).unwrap() {
        let seed = std::fs::read(entry.unwrap().path()).unwrap();
        laws::check(&seed);
        for end in 0..seed.len() {
            laws::check(&seed[..end]);
        }
    }
}
