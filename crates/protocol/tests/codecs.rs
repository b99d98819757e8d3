//! Properties of the codecs: what is written is read back, and nothing makes them panic.

#[path = "codecs/schema.rs"]
mod schema;

use proptest::option;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use willow_board::{Color, Game, Move, Square, TimeControl};
use willow_protocol::text::{self, TextInput};
use willow_protocol::{
    AbsentPlayer, ArchiveCursor, ArchiveDate, ArchiveExtra, ArchiveFilter, ArchiveOrigin,
    ArchivePage, ArchivedGameSummary, BidValue, BotDetails, BotGroup, ClockDetails, ClockParts,
    ClockPartsOfBoth, ClockPhase, ClockState, ColorChoice, Command, CommandKind, Encoding, EndKind,
    ErrorCode, ErrorDetail, Event, ExploreFilter, Explored, ExploredMove, GameEnd, GameId,
    GameProgress, GameRatings, GameState, GameSummary, GameThoughts, HistoryCursor, HistoryFilter,
    KomiBid, LineSplitter, LogEntry, LogFilter, LogPage, LogoutScope, Message, Name, Notice, Offer,
    OfferState, OfferedResult, OpeningName, OpeningResults, OpponentResults, OwnMove, PairResult,
    Password, PlayerRating, PlayerResults, Pool, PoolSummary, PositionQuery, ProfileKey,
    RatingChange, RatingPoint, RatingRange, RecordFormat, ReportOutcome, ReportState, Request,
    RequestId, Role, Room, RoomLines, RoomNumbers, RoomSnapshot, SearchProblem, SearchProblemKind,
    SearchText, Searched, SearchedTerm, SeekTerms, Side, SpeedClass, SquareSet, Start,
    StateDetails, SummaryDetails, Tally, TermKind, Terms, TextStyle, Thought, ThoughtDetail,
    TurnDetails, UserDetails, UserSummary, WatchTarget, Winner, json,
};

fn parsed<T: std::str::FromStr<Err: std::fmt::Debug> + std::fmt::Debug>(
    pattern: &'static str,
) -> BoxedStrategy<T> {
    pattern.prop_map(|text: String| text.parse().expect("the pattern makes what is parsed")).boxed()
}

fn name() -> BoxedStrategy<Name> {
    parsed("[A-Za-z][A-Za-z0-9_-]{1,19}")
}

fn message() -> BoxedStrategy<Message> {
    any::<String>().prop_filter_map("empty", |text| text.parse().ok()).boxed()
}

fn password() -> BoxedStrategy<Password> {
    parsed("[!-~]{8,128}")
}

fn id() -> BoxedStrategy<RequestId> {
    parsed("[A-Za-z0-9._-]{1,32}")
}

fn game() -> impl Strategy<Value = GameId> {
    any::<u64>().prop_map(GameId)
}

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

fn played() -> impl Strategy<Value = Game> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..70).prop_map(|choices| {
        let mut game = Game::new();
        for choice in choices {
            let moves: Vec<Square> = game.position().legal_moves().into_iter().collect();
            let mv = if moves.is_empty() { Move::Pass } else { (*choice.get(&moves)).into() };
            if game.play(mv).is_err() {
                break;
            }
        }
        game
    })
}

fn clock() -> impl Strategy<Value = TimeControl> {
    let texts =
        ["none", "3d", "5+3", "30:00", "1:30:00", "5:00/10", "15:00//2:00", "100ms", "0:01+0"];
    prop::sample::select(texts.to_vec()).prop_map(|text| text.parse().expect("a clock"))
}

fn terms() -> impl Strategy<Value = Terms> {
    let start = prop_oneof![
        Just(Start::Standard),
        (4_u8..=48).prop_map(Start::Random),
        Just(Start::Balanced),
        played().prop_map(|game| Start::Position(*game.position())),
    ];
    let colors = [ColorChoice::Black, ColorChoice::White, ColorChoice::Random];
    let color = prop::sample::select(colors.to_vec());
    let kinds = (any::<bool>(), any::<bool>(), any::<bool>());
    (clock(), any::<bool>(), color, start, any::<bool>(), kinds).prop_map(
        |(clock, rated, color, start, private, (synchro, lockstep, komi))| {
            let terms = Terms { clock, rated, color, start, private, synchro, lockstep, komi };
            terms.normalized()
        },
    )
}

fn room() -> impl Strategy<Value = Room> {
    prop_oneof![
        Just(Room::Lobby),
        Just(Room::Private),
        game().prop_map(Room::Game),
        game().prop_map(Room::Players),
        game().prop_map(Room::Watchers),
    ]
}

fn mv() -> impl Strategy<Value = Move> {
    prop_oneof![Just(Move::Pass), prop::sample::select(Square::ALL.to_vec()).prop_map(Move::Place)]
}

fn position_query() -> impl Strategy<Value = PositionQuery> {
    played().prop_map(|game| PositionQuery(*game.position()))
}

fn cursor() -> impl Strategy<Value = ArchiveCursor> {
    (any::<u32>(), game()).prop_map(|(played, game)| ArchiveCursor { played, game })
}

fn date() -> impl Strategy<Value = ArchiveDate> {
    (1_u32..3000, 0_u32..=12, 0_u32..=31)
        .prop_filter_map("no date", |(year, month, day)| ArchiveDate::new(year, month, day))
}

fn filter() -> impl Strategy<Value = Box<ArchiveFilter>> {
    let winners = [Winner::Black, Winner::White, Winner::Draw, Winner::Player, Winner::Opponent];
    let winner = prop::sample::select(winners.to_vec());
    let name = || option::of(parsed("=?[a-z][a-z0-9._-]{0,30}"));
    let dates = (option::of(date()), option::of(date()), name(), option::of(-64_i32..=64));
    let extra = (option::of(Just(ArchiveExtra::Moves)), option::of(Just(ArchiveOrigin::Here)));
    let rest = (option::of(position_query()), option::of(cursor()), option::of(1_u32..=100), extra);
    (name(), name(), option::of(winner), dates, rest).prop_map(
        |(
            player,
            opponent,
            result,
            (from, to, event, score),
            (position, after, limit, (with, only)),
        )| {
            let is_of_player = matches!(result, Some(Winner::Player | Winner::Opponent));
            Box::new(ArchiveFilter {
                result: result.filter(|_| !is_of_player || player.is_some()),
                player,
                opponent,
                event,
                score,
                from,
                to,
                position,
                only,
                after,
                limit,
                with,
            })
        },
    )
}

fn explore_filter() -> impl Strategy<Value = Box<ExploreFilter>> {
    filter().prop_map(|filter| {
        let filter = ArchiveFilter { after: None, limit: None, with: None, ..*filter };
        Box::new(ExploreFilter { filter })
    })
}

fn search_text() -> impl Strategy<Value = SearchText> {
    "[a-z0-9:\"「」é -]{0,40}".prop_map(|text| text.parse().expect("any text is a search"))
}

fn history_filter() -> impl Strategy<Value = HistoryFilter> {
    let name = option::of(prop_oneof![name(), parsed("after|limit")]);
    let cursor = (0..i64::MAX as u64, 0..i64::MAX as u64);
    let cursor =
        cursor.prop_map(|(started_at, game)| HistoryCursor { started_at, game: GameId(game) });
    (name, option::of(cursor), option::of(1_u32..=100))
        .prop_map(|(name, after, limit)| HistoryFilter { name, after, limit })
}

fn log_filter() -> impl Strategy<Value = LogFilter> {
    // Some users are called like the words that may follow a name.
    let name = || option::of(prop_oneof![name(), parsed("by|after|limit")]);
    (name(), name(), option::of(any::<u64>()), option::of(any::<u32>()))
        .prop_map(|(name, by, after, limit)| LogFilter { name, by, after, limit })
}

fn session_command() -> impl Strategy<Value = Command> {
    let profile_keys = vec![
        ProfileKey::About,
        ProfileKey::Country,
        ProfileKey::DisplayName,
        ProfileKey::Followers,
    ];
    let rating_class = prop::sample::select(SpeedClass::ALL.to_vec());
    prop_oneof![
        (any::<u32>(), option::of(parsed("[a-zA-Z0-9_-]{8,32}")))
            .prop_map(|(version, client)| Command::Protocol { version, client }),
        option::of("[a-z]{1,10}").prop_map(|topic| Command::Help { topic }),
        option::of(name()).prop_map(|name| Command::Guest { name }),
        (name(), password()).prop_map(|(name, password)| Command::Register { name, password }),
        (name(), password()).prop_map(|(name, password)| Command::Login { name, password }),
        ("[0-9a-f]{64}", prop::collection::btree_map(room(), any::<u64>(), 0..4))
            .prop_map(|(token, rooms)| Command::Resume { token, rooms: RoomNumbers(rooms) }),
        (password(), password()).prop_map(|(old, new)| Command::Password { old, new }),
        password().prop_map(|password| Command::DeleteAccount { password }),
        password().prop_map(|password| Command::RecoveryCodes { password }),
        (name(), "[a-z2-9-]{20,30}", password())
            .prop_map(|(name, code, password)| { Command::ResetPassword { name, code, password } }),
        option::of(parsed("[a-z0-9._-]{1,32}")).prop_map(|name| Command::Token { name }),
        any::<u64>().prop_map(|token| Command::Revoke { token }),
        option::of(Just(LogoutScope::All)).prop_map(|scope| Command::Logout { scope }),
        prop::sample::select(vec![
            Command::Tokens,
            Command::Quit,
            Command::Ping,
            Command::Who,
            Command::Games,
            Command::Muted,
            Command::ExportData,
        ]),
        option::of(any::<u64>()).prop_map(|before| Command::Chat { before }),
        message().prop_map(|text| Command::Say { text }),
        (name(), message()).prop_map(|(to, text)| Command::Tell { to, text }),
        any::<bool>().prop_map(|follow| Command::Lobby { follow }),
        option::of(name()).prop_map(|name| Command::User { name }),
        (prop::sample::select(profile_keys), option::of(message()))
            .prop_map(|(key, value)| Command::Set { key, value }),
        name().prop_map(|name| Command::Follow { name }),
        name().prop_map(|name| Command::Unfollow { name }),
        prop::sample::select(vec![Command::Following, Command::Friends]),
        history_filter().prop_map(|filter| Command::History { filter }),
        option::of((name(), option::of((rating_class, option::of(any::<u64>()))))).prop_map(
            |words| {
                let (name, rest) = words.map_or((None, None), |(name, rest)| (Some(name), rest));
                let (class, after) =
                    rest.map_or((None, None), |(class, after)| (Some(class), after));
                Command::Ratings { name, class, before: after }
            }
        ),
        parsed("[a-z][a-z0-9_-]{0,19}").prop_map(|prefix| Command::Find { prefix }),
        prop::sample::select(SpeedClass::ALL.to_vec()).prop_map(|class| Command::Top { class }),
        (room(), any::<u64>()).prop_map(|(room, after)| Command::Sync { room, after }),
        filter().prop_map(|filter| Command::Archive { filter }),
        explore_filter().prop_map(|filter| Command::Explore { filter }),
        search_text().prop_map(|text| Command::Search { text }),
        filter().prop_map(|filter| Command::Results { filter }),
    ]
}

fn game_command() -> impl Strategy<Value = Command> {
    prop_oneof![
        terms().prop_map(|terms| Command::New { terms }),
        (name(), terms()).prop_map(|(name, terms)| Command::Challenge { name, terms }),
        option::of(game()).prop_map(|game| Command::Join { game }),
        option::of(game()).prop_map(|game| Command::Moves { game }),
        prop::sample::select(vec![TextStyle::Full, TextStyle::Short, TextStyle::Off])
            .prop_map(|style| Command::Style { style }),
        option::of(game()).prop_map(|game| Command::Decline { game }),
        option::of(game()).prop_map(|game| Command::Cancel { game }),
        prop_oneof![game().prop_map(WatchTarget::Game), name().prop_map(WatchTarget::Player)]
            .prop_map(|target| Command::Watch { target }),
        option::of(game()).prop_map(|game| Command::Leave { game }),
        option::of(game()).prop_map(|game| Command::Board { game }),
        (option::of(game()), mv(), option::of(any::<u32>()))
            .prop_map(|(game, mv, ply)| Command::Move { game, mv, ply }),
        (option::of(game()), message()).prop_map(|(game, text)| Command::Gsay { game, text }),
        option::of(game()).prop_map(|game| Command::Resign { game }),
        option::of(game()).prop_map(|game| Command::Abort { game }),
        option::of(game()).prop_map(|game| Command::Takeback { game }),
        option::of(game()).prop_map(|game| Command::Refuse { game }),
        special_command(),
        (option::of(game()), 1_u32..=60)
            .prop_map(|(game, seconds)| Command::MoreTime { game, seconds }),
        option::of(game()).prop_map(|game| Command::Rematch { game }),
        (option::of(game()), any::<u32>())
            .prop_map(|(game, seconds)| Command::MoreTime { game, seconds }),
        pairing_command(),
        option::of(game()).prop_map(|game| Command::Claim { game }),
        (game(), record_format()).prop_map(|(game, format)| Command::Record { game, format }),
        game().prop_map(|game| Command::Thoughts { game }),
    ]
}

fn bid_value() -> impl Strategy<Value = BidValue> {
    (-6400_i32..=6400).prop_map(BidValue::of_hundredths)
}

fn special_command() -> impl Strategy<Value = Command> {
    let square = prop::sample::select(Square::ALL.to_vec());
    prop_oneof![
        (option::of(game()), square, bid_value(), option::of(name()))
            .prop_map(|(game, square, value, mover)| Command::Bid { game, square, value, mover }),
        (option::of(game()), -64_i32..=64)
            .prop_map(|(game, result)| Command::Score { game, result }),
        option::of(game()).prop_map(|game| Command::Adjourn { game }),
        option::of(game()).prop_map(|game| Command::Continue { game }),
        Just(Command::Adjourned),
        (option::of(game()), name()).prop_map(|(game, name)| Command::Flag { game, name }),
        (option::of(game()), name()).prop_map(|(game, name)| Command::Overtime { game, name }),
    ]
}

fn komi_event() -> impl Strategy<Value = Event> {
    let square = prop::sample::select(Square::ALL.to_vec());
    let bid = (name(), square, bid_value())
        .prop_map(|(name, square, value)| KomiBid { name, square, value })
        .boxed();
    (bid.clone(), bid, any::<bool>()).prop_map(|(one, other, exchanged)| Event::Komi {
        komi: one.value.mean(other.value),
        black: one.name.clone(),
        white: other.name.clone(),
        exchanged,
        bids: vec![one, other],
    })
}

fn special_event() -> impl Strategy<Value = Event> {
    prop_oneof![
        (color(), clocks()).prop_map(|(color, clocks)| Event::Held { color, clocks }),
        (name(), clocks()).prop_map(|(name, clocks)| Event::Bid { name, clocks }),
        komi_event(),
        (color(), -64_i32..=64).prop_map(|(color, result)| Event::ResultOffered { color, result }),
        color().prop_map(|color| Event::AdjournAsked { color }),
        color().prop_map(|color| Event::ContinueAsked { color }),
        clocks().prop_map(|clocks| Event::Adjourned { clocks }),
        prop::sample::select(vec![Event::RequestRefused, Event::Unrated]),
    ]
}

fn pairing_command() -> impl Strategy<Value = Command> {
    prop_oneof![
        (terms(), option::of(range()))
            .prop_map(|(terms, range)| Command::Seek { seek: SeekTerms { terms, range } }),
        prop::sample::select(vec![Command::Unseek, Command::Pools]),
        prop::sample::select(Pool::ALL.to_vec()).prop_map(|pool| Command::Pool { pool }),
        terms().prop_map(|terms| Command::Link { terms }),
        game().prop_map(|game| Command::Offer { game }),
    ]
}

fn range() -> impl Strategy<Value = RatingRange> {
    let texts = ["1400-1600", "1400-", "-1600", "0-9999"];
    prop::sample::select(texts.to_vec())
        .prop_map(|text| text.parse().expect("each text is a range"))
}

fn offer() -> impl Strategy<Value = Offer> {
    let extras = (option::of(range()), any::<bool>(), option::of(any::<u64>()));
    (game(), name(), option::of(name()), terms(), extras).prop_map(
        |(game, from, to, terms, (range, seek, expires_at))| Offer {
            range,
            seek,
            expires_at,
            ..Offer::new(game, from, to, terms)
        },
    )
}

fn pool_summaries() -> impl Strategy<Value = Vec<PoolSummary>> {
    let summary = (any::<u16>(), any::<bool>(), prop::sample::select(Pool::ALL.to_vec()));
    let summary = summary.prop_map(|(waiting, joined, pool)| PoolSummary {
        pool,
        clock: pool.clock(),
        waiting: waiting.into(),
        joined,
    });
    prop::collection::vec(summary, 0..5)
}

fn record_format() -> impl Strategy<Value = RecordFormat> {
    let formats = [RecordFormat::Ggf, RecordFormat::Transcript, RecordFormat::Wthor];
    prop::sample::select(formats.to_vec())
}

fn room_lines() -> impl Strategy<Value = RoomLines> {
    (room(), 0_u64..1 << 40, 0_u64..100).prop_map(|(room, first, more)| RoomLines {
        room,
        first,
        last: first + more,
    })
}

fn moderation_command() -> impl Strategy<Value = Command> {
    let outcomes = vec![
        ReportOutcome::NoAction,
        ReportOutcome::Warned,
        ReportOutcome::Silenced,
        ReportOutcome::Banned,
    ];
    let outcome = prop::sample::select(outcomes);
    let report_state = prop::sample::select(vec![ReportState::Open, ReportState::Closed]);
    let role = prop::sample::select(Role::ALL.to_vec());
    prop_oneof![
        name().prop_map(|name| Command::Mute { name }),
        name().prop_map(|name| Command::Unmute { name }),
        name().prop_map(|name| Command::Block { name }),
        name().prop_map(|name| Command::Unblock { name }),
        (name(), any::<u32>(), message()).prop_map(|(name, minutes, reason)| Command::Silence {
            name,
            minutes,
            reason
        }),
        (name(), message()).prop_map(|(name, reason)| Command::Kick { name, reason }),
        (name(), message()).prop_map(|(name, reason)| Command::Ban { name, reason }),
        name().prop_map(|name| Command::Unban { name }),
        (name(), option::of(room_lines()), message())
            .prop_map(|(name, lines, reason)| { Command::Report { name, lines, reason } }),
        (option::of(report_state), any::<u64>())
            .prop_map(|(state, after)| Command::Reports { state, after: state.map(|_| after) }),
        any::<u64>().prop_map(|report| Command::ReadReport { report }),
        (any::<u64>(), outcome, option::of(message())).prop_map(|(report, outcome, remark)| {
            Command::CloseReport { report, outcome, remark }
        }),
        (name(), message()).prop_map(|(name, reason)| Command::Recover { name, reason }),
        log_filter().prop_map(|filter| Command::Log { filter }),
        (name(), role).prop_map(|(name, role)| Command::Role { name, role }),
    ]
}

fn bridge_command() -> impl Strategy<Value = Command> {
    prop_oneof![
        (name(), any::<bool>()).prop_map(|(name, online)| Command::Proxy { name, online }),
        (name(), game_command())
            .prop_map(|(name, command)| Command::As { name, command: Box::new(command) }),
    ]
}

fn request() -> impl Strategy<Value = Request> {
    let command =
        prop_oneof![session_command(), game_command(), moderation_command(), bridge_command()];
    (option::of(id()), command).prop_map(|(id, command)| Request { id, command })
}

fn clocks() -> impl Strategy<Value = ClockState> {
    (option::of(any::<u64>()), option::of(any::<u64>()), option::of(any::<u64>())).prop_map(
        |(black, white, deadline)| ClockState {
            black,
            white,
            deadline,
            details: clock_details(black, white),
        },
    )
}

fn clock_parts(left: u64) -> ClockParts {
    ClockParts {
        phase: if left.is_multiple_of(2) { ClockPhase::Main } else { ClockPhase::Byoyomi },
        main: left,
        increment: Some(left / 2),
        byoyomi: None,
        extension: left.is_multiple_of(3).then_some(left),
    }
}

fn clock_details(black: Option<u64>, white: Option<u64>) -> ClockDetails {
    let parts = black.zip(white).map(|(black, white)| ClockPartsOfBoth {
        black: clock_parts(black),
        white: clock_parts(white),
    });
    ClockDetails { running: black.map(|_| Side(Color::White)), parts }
}

/// The fields of version 2, or none of them.
fn turn() -> impl Strategy<Value = TurnDetails> {
    (played(), option::of(any::<u64>()), any::<bool>()).prop_map(|(game, used, newest)| {
        let flipped = Some(SquareSet(game.position().discs(Color::White)));
        let turn = TurnDetails { used, flipped, ..TurnDetails::of(game.position()) };
        if newest { turn } else { TurnDetails::default() }
    })
}

fn summary_details() -> impl Strategy<Value = SummaryDetails> {
    (option::of(0..4000_i32), option::of(0_usize..9)).prop_map(|(rating, spectators)| {
        let rating =
            rating.map(|rating| PlayerRating { rating, deviation: 80, provisional: rating > 2000 });
        let ratings = rating.map(|black| GameRatings { black, white: black });
        let discs = spectators.map(|n| n as u32);
        SummaryDetails {
            ratings,
            spectators,
            black_discs: discs,
            white_discs: discs,
            komi_discs: discs
                .map(|discs| BidValue::of_hundredths(discs as i32).mean(BidValue::default())),
            bidding: discs.is_some_and(|discs| discs.is_multiple_of(2)),
            adjourned_since: discs.map(u64::from),
            ..SummaryDetails::default()
        }
    })
}

fn state_details() -> impl Strategy<Value = StateDetails> {
    (option::of(name()), option::of(0..4000_i32), option::of(played())).prop_map(
        |(name, rating, game)| StateDetails {
            legal: game.map(|game| SquareSet(game.position().legal_moves())),
            times: rating.map(|rating| vec![7; rating as usize % 9]),
            started_at: rating.map(|_| 1),
            ended_at: rating.map(|_| 9),
            last_move_at: rating.map(|rating| rating as u64),
            rating_changes: rating
                .map(|after| RatingChange { color: Side(Color::Black), before: Some(7), after })
                .into_iter()
                .collect(),
            gone: rating
                .map(|rating| AbsentPlayer {
                    color: Side(Color::White),
                    since: Some(5).filter(|_| rating > 2000),
                    claim_at: rating as u64,
                })
                .into_iter()
                .collect(),
            waiting: name.clone().into_iter().collect(),
            own_move: name.is_some().then_some(OwnMove(Square::F5)),
            opponent_move: rating.is_some().then_some(OwnMove(Square::D6)),
            opponent_bid: rating.map(|rating| BidValue::of_hundredths(rating - 2000)),
            offered_result: rating
                .map(|result| OfferedResult { color: Side(Color::White), result: result % 65 }),
            adjourn_asked: rating.map(|_| Side(Color::Black)),
            spectator_names: name.map(|name| vec![name]),
            rooms: rating
                .map(|last| (Room::Watchers(GameId(7)), last as u64))
                .into_iter()
                .collect(),
        },
    )
}

fn end() -> impl Strategy<Value = GameEnd> {
    (option::of(-64_i32..=64), 0_u32..=64, option::of(color().prop_map(Side))).prop_map(
        |(result, black_discs, loser)| GameEnd {
            reason: if loser.is_some() { EndKind::Timeout } else { EndKind::Finished },
            result,
            black_discs,
            white_discs: 64 - black_discs,
            loser,
            komi: None,
        },
    )
}

fn summary() -> impl Strategy<Value = GameSummary> {
    let players = (game(), name(), name());
    (players, terms(), option::of(game()), 0_usize..99, option::of(end()), summary_details())
        .prop_map(|((game, black, white), terms, twin, plies, end, details)| GameSummary {
            game,
            black,
            white,
            terms,
            twin,
            plies,
            end,
            details,
        })
}

fn state() -> impl Strategy<Value = Box<GameState>> {
    let takeback = option::of(color().prop_map(Side));
    (summary(), played(), clocks(), takeback, any::<u64>(), state_details()).prop_map(
        |(summary, game, clock, takeback, number, details)| {
            Box::new(GameState {
                summary,
                initial: *game.start(),
                moves: game.moves().collect(),
                position: *game.position(),
                clocks: clock,
                takeback,
                watchers: 3,
                last: number,
                details,
            })
        },
    )
}

fn archive_line() -> impl Strategy<Value = ArchivedGameSummary> {
    (game(), "[A-Za-z ]{1,20}", "[A-Za-z ]{1,20}", option::of(date()), option::of(-64_i32..=64))
        .prop_map(|(game, black, white, date, result)| ArchivedGameSummary {
            game,
            black,
            white,
            date: date.map(|date| date.to_string()).unwrap_or_default(),
            event: String::new(),
            result,
            moves: 60,
            transcript: None,
        })
}

fn explored() -> impl Strategy<Value = Explored> {
    let row = (mv(), 0_u64..100, option::of(-64_i32..=64)).prop_map(|(mv, games, average)| {
        let average = average.map(|discs| f64::from(discs) / 4.0);
        ExploredMove { mv, games, wins: games, draws: 0, losses: 0, average, opening: None }
    });
    let rows = prop::collection::vec(row, 0..4);
    let recent = prop::collection::vec(archive_line(), 0..3);
    (played(), any::<u64>(), any::<bool>(), rows, recent, option::of(opening_name())).prop_map(
        |(game, games, newest_only, moves, recent, opening)| Explored {
            position: *game.position(),
            games,
            newest_only,
            moves,
            recent,
            opening,
        },
    )
}

fn opening_name() -> impl Strategy<Value = OpeningName> {
    ("[A-Za-z ]{1,20}", option::of(Just("虎".to_owned())))
        .prop_map(|(name, japanese)| OpeningName { name, japanese })
}

fn searched() -> impl Strategy<Value = Searched> {
    let kinds = vec![TermKind::Player, TermKind::Event, TermKind::Opening, TermKind::Date];
    let kind = prop::sample::select(kinds);
    let term = ("[a-z ]{1,9}", kind, prop::collection::vec("[A-Za-z ]{1,9}", 0..3), 0_u32..300)
        .prop_map(|(text, kind, names, n_names)| SearchedTerm {
            text,
            kind,
            names,
            n_names,
            also: vec![kind],
        });
    let problem =
        "[a-z ]{1,9}".prop_map(|text| SearchProblem { text, kind: SearchProblemKind::IllegalMove });
    let page = (prop::collection::vec(archive_line(), 0..3), option::of(cursor()))
        .prop_map(|(games, next)| ArchivePage { games, next });
    let lists = (prop::collection::vec(term, 0..3), prop::collection::vec(problem, 0..2));
    (lists, filter(), 0_u32..=10_000, any::<bool>(), page).prop_map(
        |((terms, problems), filter, total, more, page)| Searched {
            terms,
            problems,
            filter: *filter,
            total,
            more,
            page,
        },
    )
}

fn tally() -> impl Strategy<Value = Tally> {
    (0_u32..999, option::of(-64_i32..=64)).prop_map(|(games, average)| {
        let average = average.map(|discs| f64::from(discs) / 4.0);
        Tally { games, wins: games, draws: 0, losses: 0, average }
    })
}

fn player_results() -> impl Strategy<Value = PlayerResults> {
    let openings = (opening_name(), tally()).prop_map(|(opening, results)| OpeningResults {
        opening,
        moves: "f5d6".to_owned(),
        results,
    });
    let opponents =
        ("[A-Za-z ]{1,9}", tally()).prop_map(|(name, results)| OpponentResults { name, results });
    let lists = (prop::collection::vec(openings, 0..3), prop::collection::vec(opponents, 0..3));
    (prop::collection::vec("[A-Za-z ]{1,9}", 0..3), any::<bool>(), tally(), tally(), lists)
        .prop_map(|(names, newest_only, black, white, (openings, opponents))| PlayerResults {
            names,
            newest_only,
            black,
            white,
            openings,
            opponents,
        })
}

fn rating_point() -> impl Strategy<Value = RatingPoint> {
    let class = prop::sample::select(SpeedClass::ALL.to_vec());
    (class, option::of(game()), 0_i32..4000, 0_i32..350, any::<u64>()).prop_map(
        |(class, game, rating, deviation, at)| RatingPoint {
            class,
            game,
            rating,
            deviation,
            provisional: deviation > 110,
            at,
        },
    )
}

fn log_entry() -> impl Strategy<Value = LogEntry> {
    let gone = (any::<bool>(), any::<bool>());
    (any::<u64>(), name(), name(), gone, "[a-z]{3,8}", "[ -~]{0,40}").prop_map(
        |(at, by, name, (by_is_gone, name_is_gone), action, reason)| LogEntry {
            at,
            by,
            by_is_gone,
            name,
            name_is_gone,
            action,
            reason,
        },
    )
}

fn error() -> impl Strategy<Value = Event> {
    let detail = prop::sample::select(ErrorDetail::ALL);
    ("[a-z]{1,8}", detail, "[ -~]{0,40}", option::of("[a-z_]{1,8}")).prop_map(
        |(command, detail, message, field)| Event::error(command, detail, message).about(field),
    )
}

fn thought() -> impl Strategy<Value = Thought> {
    (played(), option::of(-64_i32..=64)).prop_map(|(played, value)| {
        let detail =
            |rank: i32| ThoughtDetail { name: "killer rank".to_owned(), text: rank.to_string() };
        let line: Vec<Move> = played.moves().collect();
        Thought {
            ply: line.len(),
            mv: Move::Pass,
            value: value.map(|value| f64::from(value) / 4.0),
            exact: line.len() > 40,
            depth: 7,
            nodes: 1000,
            evaluations: value.map(|value| value.unsigned_abs().into()),
            line,
            details: value.map(detail).into_iter().collect(),
        }
    })
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        Just(Event::Ok),
        special_event(),
        error(),
        (name(), message()).prop_map(|(from, text)| Event::Said { from, text }),
        (name(), name(), message()).prop_map(|(from, to, text)| Event::Told { from, to, text }),
        (name(), message(), any::<u64>()).prop_map(|(from, text, number)| {
            let mut said = Notice::new(7, Event::Said { from, text });
            (said.room, said.number) = (Some(Room::Lobby), Some(number));
            Event::Chat { messages: vec![said], next: (number > 1).then_some(number) }
        }),
        ("/[a-z/]{1,20}", any::<u16>()).prop_map(|(path, port)| Event::ExportData { path, port }),
        offer().prop_map(Event::Offered),
        (offer(), any::<bool>())
            .prop_map(|(offer, online)| Event::Offer(Box::new(OfferState { offer, online }))),
        pool_summaries().prop_map(|pools| Event::Pools { pools }),
        summary().prop_map(Event::Playing),
        (name(), summary_details(), option::of(0..4000_i32)).prop_map(|(name, summary, elo)| {
            let black = summary.ratings.map(|ratings| (SpeedClass::Blitz, ratings.black));
            let bot = elo.map(|elo| BotDetails {
                spec: "random".to_owned(),
                program: "random".to_owned(),
                about: "Plays any legal move.".to_owned(),
                level: [BotGroup::People, BotGroup::Historical, BotGroup::Engine][elo as usize % 3],
                ladder_elo: Some(elo),
                first_rating: (elo % 2 == 0).then_some(elo),
            });
            let details = UserDetails { ratings: black.into_iter().collect(), bot };
            Event::Users {
                users: vec![UserSummary {
                    name,
                    role: Role::Player,
                    display_name: None,
                    playing: 1,
                    details,
                }],
            }
        }),
        state().prop_map(Event::Started),
        (0_usize..9, prop::collection::vec(name(), 0..3), prop::collection::vec(name(), 0..3))
            .prop_map(|(count, came, left)| Event::Spectators { count, came, left }),
        (game(), 0_usize..99, 0_u32..=64).prop_map(|(game, plies, black_discs)| {
            let white_discs = 64 - black_discs;
            let game = GameProgress { game, plies, black_discs, white_discs, spectators: plies };
            Event::Progress { games: vec![game] }
        }),
        (game(), thought())
            .prop_map(|(game, of)| Event::Thoughts(GameThoughts { game, thoughts: vec![of] })),
        state().prop_map(Event::State),
        (color(), mv(), 1_usize..99, clocks(), turn()).prop_map(
            |(color, mv, ply, clocks, turn)| Event::Moved { color, mv, ply, clocks, turn }
        ),
        (0_usize..99, clocks(), turn()).prop_map(|(plies, clocks, turn)| Event::TakenBack {
            plies,
            clocks,
            turn
        }),
        (color(), any::<u64>()).prop_map(|(color, claim_at)| Event::Gone { color, claim_at }),
        (color(), any::<u64>(), clocks()).prop_map(|(color, given, clocks)| Event::TimeGiven {
            color,
            given,
            clocks
        }),
        end().prop_map(Event::Ended),
        (game(), game(), name(), name(), option::of(-128_i32..=128)).prop_map(
            |(one, other, first, second, total)| {
                Event::Paired(PairResult { games: [one, other], first, second, total })
            }
        ),
        (option::of(any::<u64>()), clocks(), turn())
            .prop_map(|(away_since, clocks, turn)| Event::Resumed { away_since, clocks, turn }),
        (room(), any::<u64>()).prop_map(|(of, last)| Event::Synced { of, last }),
        (prop::collection::vec(archive_line(), 0..3), option::of(cursor()))
            .prop_map(|(games, next)| Event::Archive(ArchivePage { games, next })),
        explored().prop_map(Event::Explored),
        searched().prop_map(|searched| Event::Searched(Box::new(searched))),
        player_results().prop_map(|results| Event::Results(Box::new(results))),
        (prop::collection::vec(log_entry(), 0..3), option::of(any::<u64>()))
            .prop_map(|(entries, next)| Event::Log(LogPage { entries, next })),
        (name(), prop::collection::vec(rating_point(), 0..3), option::of(any::<u64>()))
            .prop_map(|(name, points, next)| Event::Ratings { name, points, next }),
        (room(), option::of(state())).prop_map(|(room, game)| {
            let recent = vec![Notice::new(7, Event::Pong)];
            Event::Snapshot(RoomSnapshot { of: room, last: 9, game, recent })
        }),
    ]
}

fn notice() -> impl Strategy<Value = Notice> {
    let to = (option::of(id()), option::of(name()));
    (to, option::of((room(), option::of(any::<u64>()))), any::<u64>(), event()).prop_map(
        |((id, proxy), place, time, event)| Notice {
            id,
            done: None,
            proxy,
            room: place.map(|(room, _)| room),
            number: place.and_then(|(_, number)| number),
            time,
            event,
        },
    )
}

proptest! {
    #[test]
    fn a_request_is_read_back_from_json(request in request()) {
        let line = json::write_request(&request);
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(Encoding::of_first_line(&line), Encoding::Json);
        prop_assert_eq!(json::read_request(&line).unwrap(), request);
    }

    #[test]
    fn a_request_is_read_back_from_text(request in request()) {
        let line = text::write_request(&request);
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(Encoding::of_first_line(&line), Encoding::Text);
        prop_assert_eq!(text::read_line(&line).unwrap(), TextInput::Request(request));
    }

    #[test]
    fn a_notice_is_read_back_from_json(notice in notice()) {
        let line = json::write_notice(&notice);
        prop_assert!(!line.contains('\n'));
        let word = format!(r#""event":"{}""#, text::first_word(&notice.event));
        prop_assert!(line.contains(&word), "{} has no {}", line, word);
        prop_assert_eq!(json::read_notice(&line).unwrap(), notice);
    }

    #[test]
    fn a_notice_in_text_says_where_and_what_in_its_first_words(notice in notice()) {
        let written = text::write_notice(&notice);
        prop_assert!(!written.contains(|c: char| c.is_control() && c != '\n'));
        let mut words = written.lines().next().unwrap().split(' ');
        if let Some(id) = &notice.id {
            prop_assert_eq!(words.next().unwrap(), format!("#{id}"));
        }
        if let Some(proxy) = &notice.proxy {
            prop_assert_eq!(words.next().unwrap(), format!("@{proxy}"));
        }
        if let Some(room) = notice.room {
            let number = notice.number.map(|number| format!(":{number}")).unwrap_or_default();
            prop_assert_eq!(words.next().unwrap(), format!("{room}{number}"));
        }
        prop_assert_eq!(words.next().unwrap(), text::first_word(&notice.event));
        prop_assert!(written.lines().skip(1).all(|line| line.starts_with("  ")));
    }

    #[test]
    fn no_bytes_make_the_readers_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        for event in LineSplitter::new(100).push(&bytes) {
            if let willow_protocol::LineEvent::Line(line) = event {
                let _ = text::read_line(&line);
                let _ = json::read_request(&line);
                let _ = json::read_notice(&line);
            }
        }
    }

    #[test]
    fn lines_do_not_depend_on_how_the_bytes_arrive(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        cut in any::<prop::sample::Index>(),
    ) {
        let whole = LineSplitter::new(20).push(&bytes);
        let mut splitter = LineSplitter::new(20);
        let (first, second) = bytes.split_at(cut.index(bytes.len() + 1));
        let mut pieces = splitter.push(first);
        pieces.extend(splitter.push(second));
        prop_assert_eq!(pieces, whole);
    }

    #[test]
    fn messages_of_users_contain_no_control_characters(text in any::<String>()) {
        let quoted = serde_json::to_string(&text).unwrap();
        if let Ok(request) = json::read_request(&format!(r#"{{"do":"say","text":{quoted}}}"#)) {
            let line = text::write_request(&request);
            prop_assert!(!line.contains(|c: char| c.is_control()));
        }
    }
}

#[test]
fn every_command_has_help_and_is_read_by_each_of_its_names() {
    for kind in CommandKind::ALL {
        let description = kind.description();
        assert!(text::help(description.name).is_some(), "{kind:?}");
        for name in [description.name].iter().chain(description.aliases) {
            let error = text::read_line(name).err();
            let unknown = error.is_some_and(|error| error.detail == ErrorDetail::UnknownCommand);
            assert!(!unknown, "{name} is not read");
        }
    }
}

#[test]
fn no_two_commands_share_a_name() {
    let descriptions = CommandKind::ALL.iter().map(|kind| kind.description());
    let names: Vec<&str> = descriptions
        .flat_map(|description| {
            [description.name].into_iter().chain(description.aliases.iter().copied())
        })
        .collect();
    let different: std::collections::HashSet<&str> = names.iter().copied().collect();
    assert_eq!(different.len(), names.len());
}

/// The strategies of this file make every command: a new one is tried by the laws above.
#[test]
fn the_laws_are_tried_with_every_command() {
    let mut runner = TestRunner::deterministic();
    let mut missing: std::collections::BTreeSet<CommandKind> =
        CommandKind::ALL.iter().copied().collect();
    for _ in 0..20_000 {
        let made = request().new_tree(&mut runner).unwrap().current();
        missing.remove(&made.command.kind());
        if missing.is_empty() {
            return;
        }
    }
    panic!("the strategies do not make {missing:?}");
}

#[test]
fn errors_say_what_to_type() {
    for (line, message) in [
        ("tell", "NAME is missing; type `tell NAME TEXT`"),
        ("watch", "a word is missing; type `watch GAME|NAME`"),
        ("who is there", "`is` is not expected here; type `who`"),
        ("board abc", "`abc` is no number of a game; type `board [GAME]`"),
        ("join 12 alice", "`alice` is not expected here; type `join [GAME]`"),
        ("join alice", "`alice` is no number of a game; `challenge alice` offers a player a game"),
        ("offer alice", "GAME must be a number, not `alice`"),
        ("hlep", "`hlep` is no command; did you mean `help`?"),
    ] {
        let error = text::read_line(line).unwrap_err();
        assert_eq!(error.message, message, "{line}");
    }
}

#[test]
fn invalid_lines_are_errors_with_a_command_and_a_code() {
    for (line, command, code) in [
        ("dance", "dance", ErrorCode::UnknownCommand),
        ("move 12 z9", "move", ErrorCode::Syntax),
        ("#7 watch", "watch", ErrorCode::Syntax),
        ("say", "say", ErrorCode::Syntax),
        ("who is there", "who", ErrorCode::Syntax),
        ("new 5+3 fast", "new", ErrorCode::Syntax),
        ("#!! who", "#", ErrorCode::Syntax),
    ] {
        let error = text::read_line(line).unwrap_err();
        assert_eq!((error.command.as_str(), error.detail.code()), (command, code), "{line}");
    }
}

#[test]
fn a_login_without_a_password_asks_for_it() {
    let TextInput::AskPassword(prompt) = text::read_line("#1 login alice").unwrap() else {
        panic!("no prompt");
    };
    assert!(prompt.clone().answer("short").is_err());
    let request = prompt.answer("correct horse").unwrap();
    assert_eq!(text::write_request(&request), "#1 login alice correct horse");
}
