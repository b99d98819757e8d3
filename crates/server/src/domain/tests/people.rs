//! Profiles, and following.

use willow_protocol::{
    ErrorCode, Event, FollowedUser, HistoryFilter, Message, Notice, Profile, SpeedClass, json, text,
};

use super::restart::{restarted, store_answer};
use super::world::{COUNTED, START_TIME, World, errors, events};
use crate::domain::{ConnId, GameRoom, HOUR, Query, RoomLog, UserId};

fn profile(world: &mut World, asker: ConnId, name: &str) -> Profile {
    match world.types(asker, &format!("user {name}")).remove(0).event {
        Event::Profile(profile) => *profile,
        other => panic!("{other:?}"),
    }
}

/// Returns the lists that answer `following` and `friends`.
fn lists(world: &mut World, asker: ConnId) -> [Vec<FollowedUser>; 2] {
    ["following", "friends"].map(|command| match &world.types(asker, command)[0].event {
        Event::Following { users } | Event::Friends { users } => users.clone(),
        other => panic!("{other:?}"),
    })
}

fn names(users: &[FollowedUser]) -> Vec<&str> {
    users.iter().map(|user| user.name.as_str()).collect()
}

/// Returns the presence that followers received: who, whether online, and in how many games.
fn told(notices: &[Notice]) -> Vec<(String, bool, usize)> {
    events(notices, |event| match event {
        Event::Presence(user) => Some((user.name.to_string(), user.online, user.games.len())),
        _ => None,
    })
}

#[test]
fn a_profile_has_what_its_owner_says_and_survives_a_restart() {
    let (mut world, alice, bob) = World::players();
    for line in ["set country se", "set about I like corners.", "follow bob"] {
        world.done(alice, line);
    }
    let wanted = profile(&mut world, bob, "alice");
    assert_eq!(wanted.country.map(|country| country.to_string()).as_deref(), Some("SE"));
    assert_eq!(wanted.about.as_ref().map(Message::as_str), Some("I like corners."));
    assert_eq!((wanted.since, wanted.followed), (Some(START_TIME), Some(false)));
    assert_eq!(profile(&mut world, alice, "bob").followed, Some(true));
    let mut world = restarted(&world);
    let (bob, _) = (world.resume(3, 2), world.resume(4, 1));
    assert_eq!(profile(&mut world, bob, "alice"), wanted);
    let alice = ConnId(4);
    for line in ["set country", "set about"] {
        world.done(alice, line);
    }
    let mut world = restarted(&world);
    let bob = world.resume(5, 2);
    let emptied = profile(&mut world, bob, "alice");
    assert_eq!((emptied.country, emptied.about), (None, None));
}

#[test]
fn invalid_profile_values_are_refused() {
    let mut world = World::new();
    let (alice, guest) = (world.log_in(1, "alice", true), world.log_in(2, "visitor", false));
    for line in ["set country XX", "set followers maybe", &format!("set about {}", "x".repeat(401))]
    {
        let refused = world.types(alice, line);
        assert_eq!(errors(&refused), [ErrorCode::Syntax], "{line}");
        let Event::Error { argument, .. } = &refused[0].event else { panic!("{line}") };
        assert_eq!(argument.as_deref(), Some("value"), "{line}");
    }
    world.refuses(guest, "set country SE", ErrorCode::Forbidden);
    let unchanged = profile(&mut world, guest, "alice");
    assert_eq!((unchanged.country, unchanged.about), (None, None));
}

#[test]
fn a_profile_counts_rated_games_and_synchro_pairs_once() {
    let (mut world, alice, bob) = World::players();
    let results = |profile: &Profile| {
        let results = profile.results.clone().unwrap_or_default();
        let counts = results.iter().map(|it| (it.class.to_string(), it.wins, it.draws, it.losses));
        counts.collect::<Vec<_>>()
    };
    for terms in ["5+3 rated", "5+3", "5+3 rated"] {
        let game = world.start_game(alice, bob, terms);
        world.play([alice, bob], game, &COUNTED);
        world.done(bob, "resign");
    }
    let won = profile(&mut world, alice, "alice");
    assert_eq!(results(&won), [("blitz".to_owned(), 2, 0, 0)], "unrated games do not count");
    let lost = profile(&mut world, alice, "bob");
    assert_eq!(results(&lost), [("blitz".to_owned(), 0, 0, 2)]);
    // Both win a game of the pair by 64.
    let game = world.start_game(alice, bob, "5+3 rated synchro");
    let twin = world.twin(game);
    world.play([alice, bob], game, &COUNTED);
    world.play([bob, alice], twin, &COUNTED);
    world.done(alice, &format!("resign {game}"));
    world.done(bob, &format!("resign {twin}"));
    let mut world = restarted(&world);
    let alice = world.resume(3, 1);
    let drawn = profile(&mut world, alice, "alice");
    assert_eq!(results(&drawn), [("blitz".to_owned(), 2, 1, 0)]);
}

#[test]
fn a_profile_lists_public_games_and_when_a_user_was_online_to_the_hour() {
    let (mut world, alice, bob) = World::players();
    let carol = world.log_in(3, "carol", true);
    let public = world.start_game(alice, bob, "5+3");
    world.start_game(alice, bob, "5+3 private");
    let playing = profile(&mut world, carol, "alice");
    let games: Vec<_> = playing.games.iter().flatten().map(|game| game.game).collect();
    assert_eq!((games, playing.last_seen), (vec![public], None));
    world.wait(5 * HOUR);
    world.leave(bob);
    world.wait(HOUR);
    let last_seen = (START_TIME + 5 * HOUR) / HOUR * HOUR;
    assert_eq!(profile(&mut world, carol, "bob").last_seen, Some(last_seen));
    let mut world = restarted(&world);
    let carol = world.resume(4, 3);
    assert_eq!(profile(&mut world, carol, "bob").last_seen, Some(last_seen));
}

#[test]
fn who_follows_each_other_is_a_friend_also_after_a_restart() {
    let (mut world, alice, bob) = World::players();
    world.log_in(3, "carol", true);
    for (who, line) in [(alice, "follow bob"), (alice, "follow carol"), (bob, "follow alice")] {
        world.done(who, line);
    }
    world.leave(bob);
    let [following, friends] = lists(&mut world, alice);
    assert_eq!((names(&following), names(&friends)), (vec!["carol", "bob"], vec!["bob"]));
    let mut world = restarted(&world);
    let alice = world.resume(4, 1);
    let [following, friends] = lists(&mut world, alice);
    assert_eq!((names(&following), names(&friends)), (vec!["bob", "carol"], vec!["bob"]));
    world.done(alice, "unfollow bob");
    let [following, friends] = lists(&mut world, alice);
    assert_eq!((names(&following), names(&friends)), (vec!["carol"], vec![]));
}

#[test]
fn followers_are_told_who_comes_plays_and_goes() {
    let (mut world, alice, bob) = World::players();
    let carol = world.log_in(3, "carol", true);
    world.done(alice, "follow bob");
    world.leave(bob);
    let told_bob = |online, games| vec![("bob".to_owned(), online, games)];
    world.wait(60_000);
    world.received(alice);
    let bob = world.resume(4, 2);
    assert_eq!(told(&world.received(alice)), told_bob(true, 0));
    world.wait(60_000);
    world.start_game(bob, carol, "5+3");
    assert_eq!(told(&world.received(alice)), told_bob(true, 1));
    assert!(told(&world.received(carol)).is_empty(), "she follows nobody");
    world.wait(60_000);
    world.types(bob, "abort");
    assert_eq!(told(&world.received(alice)), told_bob(true, 0));
}

#[test]
fn a_user_who_comes_and_goes_is_told_once_in_half_a_minute() {
    let (mut world, alice, bob) = World::players();
    world.done(alice, "follow bob");
    world.leave(bob);
    world.wait(60_000);
    world.received(alice);
    let mut n_told = 0;
    for number in 10..410 {
        let bob = world.resume(number, 2);
        world.wait(50);
        world.leave(bob);
        world.wait(100);
        n_told += told(&world.received(alice)).len();
    }
    assert!((1..=3).contains(&n_told), "{n_told} notices in a minute");
    world.wait(60_000);
    let [following, _] = lists(&mut world, alice);
    assert!(!following[0].online);
}

#[test]
fn nobody_follows_who_has_blocked_them_or_wants_no_followers() {
    let (mut world, alice, bob) = World::players();
    let (carol, guest) = (world.log_in(3, "carol", true), world.log_in(4, "visitor", false));
    world.done(bob, "follow alice");
    world.done(alice, "block bob");
    assert!(lists(&mut world, bob)[0].is_empty(), "a block ends it");
    world.refuses(bob, "follow alice", ErrorCode::Forbidden);
    for (who, line) in [(guest, "follow alice"), (alice, "follow visitor")] {
        world.refuses(who, line, ErrorCode::Forbidden);
    }
    world.refuses(alice, "follow alice", ErrorCode::NotNow);
    world.done(carol, "follow alice");
    let shown = profile(&mut world, bob, "alice");
    assert_eq!((shown.followers, shown.followable), (Some(1), Some(true)));
    world.done(alice, "set followers off");
    let shown = profile(&mut world, bob, "alice");
    assert_eq!((shown.followers, shown.followable), (Some(1), Some(false)));
    let shown = profile(&mut world, bob, "visitor");
    assert_eq!((shown.followers, shown.followable), (None, None), "nobody follows guests");
    let [following, _] = lists(&mut world, carol);
    assert!(!following[0].online && following[0].last_seen.is_none(), "{following:?}");
    world.wait(60_000);
    world.received(carol);
    world.leave(alice);
    world.wait(60_000);
    assert!(told(&world.received(carol)).is_empty());
    world.refuses(bob, "follow alice", ErrorCode::Forbidden);
}

#[test]
fn the_number_of_followed_users_is_bounded() {
    let mut world = World::new();
    world.state.shared.context.settings.limits.following_per_user = 2;
    let alice = world.log_in(1, "alice", true);
    for (number, name) in (2..).zip(["bob", "carol", "dave"]) {
        world.log_in(number, name, true);
    }
    world.done(alice, "follow bob");
    world.done(alice, "follow carol");
    world.done(alice, "follow carol");
    world.refuses(alice, "follow dave", ErrorCode::Limit);
    world.done(alice, "unfollow bob");
    world.done(alice, "follow dave");
}

#[test]
fn a_display_name_in_any_script_is_shown_and_looks_like_no_other_name() {
    let (mut world, alice, bob) = World::players();
    world.done(alice, "set display-name Алиса Ким");
    for name in ["Алиса  Ким", "ab\u{3164}ba", "p\u{430}ypal", "Аdmin 1", "42", "🅐lice", "Ⓐlice"]
    {
        world.refuses(bob, &format!("set display-name {name}"), ErrorCode::Syntax);
    }
    for name in ["АЛИСА КИМ", "Al1ce", "alice", "A.lice", "ᵃlice", "Admin 1", "Admin.", "Referee"]
    {
        world.refuses(bob, &format!("set display-name {name}"), ErrorCode::NameTaken);
    }
    world.done(alice, "set display-name Alice");
    world.done(bob, "set display-name Алиса Ким");
    let shown = |profile: Profile| profile.display_name.map(|name| name.to_string());
    assert_eq!(shown(profile(&mut world, bob, "bob")).as_deref(), Some("Алиса Ким"));
    let Event::Users { users } = &world.types(alice, "who")[0].event else { panic!("no list") };
    let names = users.iter().map(|user| user.display_name.as_ref().map(ToString::to_string));
    assert_eq!(names.flatten().collect::<Vec<_>>(), ["Alice", "Алиса Ким"]);
    let mut world = restarted(&world);
    let (alice, bob) = (world.resume(3, 1), world.resume(4, 2));
    assert_eq!(shown(profile(&mut world, alice, "bob")).as_deref(), Some("Алиса Ким"));
    let taken = errors(&world.types(alice, "set display-name Алиса Ким"));
    assert_eq!(taken, [ErrorCode::NameTaken], "also after a restart");
    // The name is free again when its owner takes another one.
    world.done(bob, "set display-name");
    world.done(alice, "set display-name Алиса Ким");
}

#[test]
fn lists_show_display_names() {
    let (mut world, alice, bob) = World::players();
    let game = world.start_game(alice, bob, "5+3");
    world.done(alice, "new 10+0");
    // Names of today are shown, not those at the start of the game or of the offer.
    world.done(alice, "set display-name Алиса");
    let visitor = ConnId(9);
    world.input(crate::domain::Input::Connected { connection: visitor });
    let shown = |notices: &[Notice], wanted: &str| {
        let json: String = notices.iter().map(json::write_notice).collect();
        assert!(json.contains(wanted), "no {wanted}: {json}");
    };
    let games = world.types(visitor, "games");
    for wanted in [r#""from_display_name":"Алиса""#, r#""black_display_name":"Алиса""#] {
        shown(&games, &wanted.replace("black", color_of_alice(&world, game)));
    }
    shown(&world.types(visitor, &format!("board {game}")), "_display_name\":\"Алиса");
    world.leave(alice);
    world.wait(10_000);
    world.received(bob);
    let alice = world.resume(3, 1);
    world.wait(2_000);
    shown(&world.received(bob), r#""event":"online","name":"alice","role":"player","display_name"#);
    let entered = r#""event":"entered","name":"alice","role":"player","display_name"#;
    shown(&world.received(alice), entered);
}

#[test]
fn events_have_the_display_names_of_their_moment_and_the_store_has_none() {
    let (mut world, alice, bob) = World::players();
    world.done(alice, "set display-name Алиса");
    world.types(alice, "challenge bob 5+3");
    world.types(bob, "decline");
    let game = world.start_game(alice, bob, "5+3");
    world.types(bob, "resign");
    let state = &world.state;
    let rooms = [
        state.lobby.log(),
        state.shared.accounts[UserId(2)].private_log(),
        state.games.log(game, GameRoom::Game).unwrap(),
    ];
    let events = rooms.into_iter().flat_map(RoomLog::recent);
    let (mut named, mut stored) = (Vec::new(), String::new());
    for notice in events {
        stored += &notice.stored_json();
        if notice.json().contains("display_name\":\"Алиса") {
            let object: serde_json::Value = serde_json::from_str(notice.json()).unwrap();
            named.push(object["event"].as_str().unwrap().to_owned());
        }
    }
    named.sort_unstable();
    named.dedup();
    assert_eq!(named, ["offered", "over", "playing", "started"]);
    assert!(!stored.contains("display_name"), "{stored}");
    let offered = world.types(alice, "new 5+3");
    assert!(text::write_notice(&offered[0]).contains("alice (Алиса) 5:00+3"), "{offered:?}");
}

/// The store has plain names beside games and ratings, and shows the display names of today.
#[test]
fn past_games_and_leader_boards_show_display_names() {
    let (mut world, members) = World::club();
    let alice = members[0];
    world.done(alice, "set display-name Алиса");
    let history = Query::History { name: "bob".parse().unwrap(), page: HistoryFilter::default() };
    for (query, wanted) in [
        (history, "_display_name\":\"Алиса"),
        (Query::Top { class: SpeedClass::Blitz }, r#""name":"alice","display_name":"Алиса""#),
    ] {
        let notice = Notice::new(START_TIME, store_answer(&world.writes, &query));
        assert!(json::write_notice(&notice).contains(wanted), "{notice:?}");
        assert!(text::write_notice(&notice).contains("alice (Алиса)"), "{notice:?}");
    }
}

fn color_of_alice(world: &World, game: willow_protocol::GameId) -> &'static str {
    let is_black = world.state.games[&game].names[0].as_str() == "alice";
    if is_black { "black" } else { "white" }
}
