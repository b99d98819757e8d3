//! Seeks, pools and links: how the server finds opponents.

use proptest::prelude::*;
use willow_protocol::{
    ErrorCode, ErrorDetail, Event, GameId, Offer, Pool, PoolSummary, Role, SpeedClass,
};

use super::restart::restarted;
use super::world::{World, has, offered};
use crate::domain::{ConnId, Rating, UserId};

const ALICE: ConnId = ConnId(1);
const BOB: ConnId = ConnId(2);
const CAROL: ConnId = ConnId(3);
const DAVE: ConnId = ConnId(4);

/// A world with users with accounts, whose connections and numbers count from 1.
fn world(names: &[&str]) -> World {
    let mut world = World::new();
    for (number, name) in (1..).zip(names) {
        world.log_in(number, name, true);
    }
    world
}

fn rate(world: &mut World, user: i64, rating: f64) {
    for class in SpeedClass::ALL {
        let rating = Rating { rating, ..Rating::default() };
        world.state.shared.accounts.set_rating(UserId(user), class, rating);
    }
}

/// Returns the names of Black and White of the games that were started, in order.
fn games(world: &World) -> Vec<[String; 2]> {
    let names = world.state.games.values().map(|hosted| hosted.names.clone());
    names.map(|names| names.map(|name| name.to_string())).collect()
}

fn offers(world: &World) -> Vec<Offer> {
    world.state.lobby.offers().all().map(|open| open.offer.clone()).collect()
}

/// Sends a line that makes an offer.
fn offer(world: &mut World, maker: ConnId, line: &str) -> Offer {
    offered(&world.done(maker, line)).remove(0)
}

#[test]
fn two_users_who_seek_the_same_game_play_it_at_once() {
    let mut world = world(&["alice", "bob", "carol"]);
    let seek = offer(&mut world, ALICE, "seek 5+3 rated black");
    assert!(seek.seek && seek.range.is_none());
    assert!(!offered(&world.received(BOB)).is_empty(), "it is an offer in the lobby");
    let received = world.types(BOB, "seek 5+3 rated");
    assert!(has(&received, |event| matches!(event, Event::Playing(_))));
    assert_eq!(games(&world), [["alice", "bob"]]);
    assert!(offers(&world).is_empty());
    assert!(world.state.games[&seek.game].terms.rated);
    assert_eq!(world.state.shared.connections.current_game(BOB, None).ok(), Some(seek.game));
}

#[test]
fn both_ratings_must_be_welcome() {
    let mut world = world(&["alice", "bob", "carol"]);
    rate(&mut world, 2, 1700.0);
    rate(&mut world, 3, 1800.0);
    let seek = offer(&mut world, ALICE, "seek 5+3 1600-1750");
    // Carol's rating is not in the range of alice, and alice's is not in that of bob.
    world.types(CAROL, "seek 5+3");
    world.types(BOB, "seek 5+3 1600-");
    let played = games(&world);
    assert!(played.len() == 1 && played[0].iter().all(|name| name != "alice"), "{played:?}");
    world.types(CAROL, "resign");
    world.refuses(CAROL, &format!("join {}", seek.game), ErrorCode::Forbidden);
    world.types(BOB, &format!("join {}", seek.game));
    assert_eq!(games(&world).len(), 2);
}

#[test]
fn the_oldest_offer_is_joined_first_and_offers_of_new_count() {
    let mut world = world(&["alice", "bob", "carol", "dave"]);
    world.types(ALICE, "new 5+3 black");
    world.types(BOB, "seek 5+3 white");
    assert_eq!(games(&world), [["alice", "bob"]]);
    let first = offer(&mut world, CAROL, "new 5+3 black").game;
    world.types(ConnId(4), "new 5+3 black");
    world.types(ALICE, "seek 5+3 white");
    assert!(world.state.games.contains_key(&first), "carol waited longer");
}

#[test]
fn nobody_is_joined_with_somebody_they_ignore_or_with_themselves() {
    let mut world = world(&["alice", "bob"]);
    world.types(ALICE, "new 5+3");
    world.types(ALICE, "seek 5+3");
    world.types(BOB, "block alice");
    world.types(BOB, "seek 5+3");
    assert!(world.state.games.is_empty());
    world.types(BOB, "unblock alice");
    world.types(BOB, "unseek");
    world.types(ALICE, "mute bob");
    world.types(BOB, "seek 5+3");
    assert!(world.state.games.is_empty());
}

/// A person who wants to play a bot accepts its offer.
#[test]
fn bots_are_joined_with_bots_and_people_with_people() {
    let mut world = world(&["alice", "bob", "carol", "dave"]);
    world.set_role(3, Role::Bot);
    world.set_role(4, Role::Bot);
    world.done(CAROL, "new 7+3");
    for line in ["seek 7+3", "pool blitz"] {
        world.done(ALICE, line);
        world.done(CAROL, line);
    }
    world.wait(600_000);
    assert!(world.state.games.is_empty(), "whatever the time, and whoever came first");
    let waiting = |world: &mut World, asker| {
        let answer = &world.types(asker, "pools")[0].event;
        let Event::Pools { pools } = answer else { panic!("{answer:?}") };
        pools.iter().map(|pool| pool.waiting).sum::<usize>()
    };
    assert_eq!([ALICE, CAROL].map(|asker| waiting(&mut world, asker)), [1, 1]);
    world.types(DAVE, "seek 7+3");
    let of_bots = world.last_game();
    let names = world.state.games[&of_bots].names.clone().map(|name| name.to_string());
    assert!(names.contains(&"carol".to_owned()) && names.contains(&"dave".to_owned()), "{names:?}");
    world.done(CAROL, "pool blitz");
    world.done(DAVE, "pool blitz");
    let of_pool = world.last_game();
    assert!(of_pool != of_bots && world.state.games[&of_pool].terms.rated, "accounts play rated");
    world.types(BOB, "pool blitz");
    assert_ne!(world.last_game(), of_pool, "people are joined as before");
}

/// Who becomes a bot, or a person again, does not stay where others expect the other kind.
#[test]
fn a_new_role_ends_seeks_and_waits() {
    let mut world = world(&["alice", "bob"]);
    world.set_role(1, Role::Admin);
    for role in ["bot", "player"] {
        world.done(BOB, "seek 5+3");
        world.done(BOB, "pool blitz");
        world.done(ALICE, &format!("role bob {role}"));
        world.refuses_because(BOB, "unseek", ErrorDetail::NoSeek);
    }
}

#[test]
fn a_seek_is_changed_by_another_and_ended_by_unseek_or_a_game() {
    let mut world = world(&["alice", "bob"]);
    let first = offer(&mut world, ALICE, "seek 5+3");
    let same = offer(&mut world, ALICE, "seek 5+3");
    assert_eq!(same, first, "the same seek goes on");
    let other = offer(&mut world, ALICE, "seek 5+3 1400-");
    assert_eq!(offers(&world), std::slice::from_ref(&other));
    let withdrawn = Event::Withdrawn { game: first.game, declined: false };
    assert!(has(&world.received(BOB), |event| *event == withdrawn));
    world.done(ALICE, "unseek");
    assert!(offers(&world).is_empty());
    world.refuses(ALICE, "unseek", ErrorCode::NotNow);
    // A game ends the seek, but not one of a correspondence game.
    for (seek, kept) in [("10:00", 0), ("3d", 1)] {
        world.types(ALICE, &format!("seek {seek}"));
        world.start_game(BOB, ALICE, "5+3");
        assert_eq!(offers(&world).len(), kept, "{seek}");
    }
}

#[test]
fn a_seek_has_no_given_position_and_is_not_private() {
    let mut world = world(&["alice"]);
    let given = "start=position:---------------------------XO------OX---------------------------/X";
    for terms in ["private", given, "rated none", "0+0"] {
        world.refuses(ALICE, &format!("seek {terms}"), ErrorCode::NotNow);
    }
}

#[test]
fn an_absent_seeker_is_not_joined_and_a_seek_survives_a_restart() {
    let mut world = world(&["alice", "bob"]);
    world.types(ALICE, "seek 5+3 1200-1800");
    let before = offers(&world);
    let mut world = restarted(&world);
    assert_eq!(offers(&world), before);
    let bob = world.resume(12, 2);
    world.types(bob, "seek 5+3");
    assert!(world.state.games.is_empty(), "alice is away");
    let alice = world.resume(11, 1);
    world.types(alice, "seek 5+3 white 1200-1800");
    assert_eq!(games(&world), [["bob", "alice"]]);
}

#[test]
fn a_seek_of_a_correspondence_game_is_joined_while_its_maker_is_away() {
    let mut world = world(&["alice", "bob"]);
    world.types(ALICE, "seek 3d rated");
    world.leave(ALICE);
    world.wait(3_600_000);
    world.types(BOB, "seek 3d rated");
    assert_eq!(world.state.games.len(), 1);
}

fn pools(world: &mut World, asker: ConnId) -> Vec<PoolSummary> {
    match world.types(asker, "pools").remove(0).event {
        Event::Pools { pools } => pools,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_pool_joins_two_users_of_about_the_same_strength_at_once() {
    let mut world = world(&["alice", "bob"]);
    rate(&mut world, 2, 1600.0);
    world.types(ALICE, "pool blitz");
    let listed = pools(&mut world, ALICE);
    assert_eq!(listed.iter().map(|pool| pool.waiting).collect::<Vec<_>>(), [0, 1, 0, 0]);
    assert!(listed[1].joined && !pools(&mut world, BOB)[1].joined);
    world.types(BOB, "pool blitz");
    let game = world.state.games.values().next().unwrap();
    assert!(game.terms.rated);
    assert_eq!(game.terms.clock, Pool::Blitz.clock());
    assert!(pools(&mut world, ALICE).iter().all(|pool| pool.waiting == 0 && !pool.joined));
}

#[test]
fn the_range_of_a_pool_grows_with_the_time_that_both_wait() {
    let mut world = world(&["alice", "bob"]);
    rate(&mut world, 2, 1800.0);
    world.types(ALICE, "pool rapid");
    world.wait(60_000);
    world.types(BOB, "pool rapid");
    // 300 points are accepted after ten seconds, by the newcomer too.
    world.wait(9_999);
    assert!(world.state.games.is_empty());
    world.wait(5_000);
    assert_eq!(world.state.games.len(), 1);
}

#[test]
fn after_a_minute_any_rating_will_do_and_the_longest_wait_comes_first() {
    let mut world = world(&["alice", "bob", "carol"]);
    rate(&mut world, 2, 3000.0);
    rate(&mut world, 3, 4500.0);
    world.types(ALICE, "pool bullet");
    world.wait(1_000);
    world.types(BOB, "pool bullet");
    world.types(CAROL, "pool bullet");
    world.wait(66_000);
    assert_eq!(world.state.games.len(), 1);
    let names = games(&world)[0].clone();
    assert!(names.contains(&"alice".to_owned()) && names.contains(&"bob".to_owned()));
}

#[test]
fn guests_play_guests_in_pools_and_the_absent_are_not_joined() {
    let mut world = world(&["alice", "bob"]);
    let [guest, other] = [world.log_in(3, "carol", false), world.log_in(4, "dave", false)];
    world.types(ALICE, "pool blitz");
    world.types(guest, "pool blitz");
    assert!(world.state.games.is_empty());
    world.types(other, "pool blitz");
    let game = world.state.games.values().next().unwrap();
    assert!(!game.terms.rated);
    // Alice goes away: nobody meets her, and after the grace she waits no longer.
    world.leave(ALICE);
    world.types(BOB, "pool blitz");
    assert_eq!(world.state.games.len(), 1);
    assert_eq!(pools(&mut world, BOB)[1].waiting, 2);
    world.wait(60_001);
    assert_eq!(pools(&mut world, BOB)[1].waiting, 1);
    world.types(BOB, "unseek");
    assert_eq!(pools(&mut world, BOB)[1].waiting, 0);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    #[test]
    fn nobody_waits_beside_a_user_who_fits(
        steps in prop::collection::vec((0_u64..6, 0_u8..4, 0_u64..9000), 1..60)
    ) {
        let names = ["alice", "bobby", "carol", "david", "edith", "frank"];
        let mut world = world(&names);
        for user in 1..=6 {
            rate(&mut world, user, 1200.0 + 150.0 * user as f64);
        }
        for (who, what, time) in steps {
            let line = ["pool blitz", "pool bullet", "unseek", "resign"][usize::from(what)];
            world.types(ConnId(who + 1), line);
            world.wait(time);
            let mut waiting = world.state.lobby.waiting();
            waiting.sort_unstable();
            prop_assert!(waiting.windows(2).all(|pair| pair[0] != pair[1]), "nobody waits twice");
            // Two who fit are joined with the next attempt.
            let next = world.state.lobby.next_pairing();
            world.state.shared.context.now = world.now;
            prop_assert!(
                world.state.lobby.next_pair(&world.state.games, &world.state.shared).is_none()
                    || next.is_some_and(|time| world.now < time && time <= world.now + 5_000)
            );
        }
    }
}

#[test]
fn a_link_is_joined_by_the_first_who_has_its_number_guests_too() {
    let mut world = world(&["alice", "bob"]);
    let guest = world.log_in(3, "carol", false);
    let offer = offer(&mut world, ALICE, "link 5+3");
    assert!(offer.terms.private && offer.game.0 > 1 << 40);
    assert_eq!(offer.expires_at, Some(world.now + 24 * 3_600_000));
    assert!(offered(&world.received(BOB)).is_empty(), "it is listed for its maker only");
    for (reader, n_listed) in [(ALICE, 1), (BOB, 0)] {
        let listed = world.types(reader, "games");
        assert!(has(
            &listed,
            |it| matches!(it, Event::Games { offers, .. } if offers.len() == n_listed)
        ));
    }
    // Who has the number sees what it is.
    let shown = world.types(guest, &format!("offer {}", offer.game));
    let Event::Offer(state) = &shown[0].event else { panic!("{shown:?}") };
    assert!(state.online && state.offer == offer);
    assert_eq!(state.offer.rating.map(|rating| rating.rating), Some(1500));
    world.types(guest, &format!("join {}", offer.game));
    assert_eq!(world.state.games.len(), 1);
    world.refuses(BOB, &format!("join {}", offer.game), ErrorCode::NoSuchGame);
}

#[test]
fn a_link_expires_even_over_a_restart() {
    let mut world = world(&["alice", "bob"]);
    let offer = offer(&mut world, ALICE, "link 5+3 rated");
    world.leave(ALICE);
    world.wait(3_600_000);
    let mut world = restarted(&world);
    assert_eq!(offers(&world), std::slice::from_ref(&offer));
    let bob = world.resume(12, 2);
    // Alice is not there to play.
    world.refuses(bob, &format!("join {}", offer.game), ErrorCode::NotNow);
    world.wait(22 * 3_600_000 - 1);
    assert_eq!(offers(&world).len(), 1);
    world.wait(1);
    assert!(offers(&world).is_empty());
    world.refuses(bob, &format!("offer {}", offer.game), ErrorCode::NoSuchGame);
}

#[test]
fn the_link_of_a_guest_ends_with_the_guest() {
    let mut world = World::new();
    let guest = world.log_in(1, "carol", false);
    offer(&mut world, ALICE, "link 5+3");
    world.leave(guest);
    world.wait(60_001);
    assert!(offers(&world).is_empty());
}

#[test]
fn offers_to_others_are_not_shown() {
    let mut world = world(&["alice", "bob", "carol"]);
    world.types(ALICE, "challenge bob 5+3");
    let game = offers(&world)[0].game;
    for involved in [ALICE, BOB] {
        world.done(involved, &format!("offer {game}"));
    }
    world.refuses(CAROL, &format!("offer {game}"), ErrorCode::NoSuchGame);
    let public = offer(&mut world, ALICE, "new 5+3").game;
    world.done(CAROL, &format!("offer {public}"));
    world.refuses(CAROL, &format!("offer {}", GameId(999)), ErrorCode::NoSuchGame);
}
