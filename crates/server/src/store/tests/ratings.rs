//! Histories of ratings, leader boards, and the search for users.

use willow_protocol::{Event, GameId, Role, SpeedClass};

use crate::domain::{
    Familiarity, MetOpponent, Millis, NewRating, Query, Rating, StartedGame, UserId, UserWrite,
    Write,
};
use crate::store::test_support::{TestStore, game, user};

fn rated(user: i64, class: SpeedClass, rating: f64, game: u64, at: Millis) -> Write {
    let rating = Rating { rating, deviation: 60.0, games: 20, ..Rating::default() };
    let (user, before, game) = (UserId(user), Rating::default(), GameId(game));
    NewRating { user, class, before, rating, game, at }.into()
}

/// 450 ratings of alice, three at each time, every third one of them in rapid games; and some
/// users to be found.
pub(super) fn history() -> TestStore {
    let mut store = TestStore::new();
    let names = [(1, "Alice"), (2, "al"), (3, "bob"), (4, "alfred")];
    let mut writes: Vec<Write> = names.map(|(id, name)| user(id, name, Role::Player, 0)).into();
    writes.push(UserWrite::Deleted(UserId(4), 1).into());
    for number in 1..=450 {
        let (started, _) = game(number);
        let terms = "5:00+3 rated".parse().unwrap();
        writes.push(Write::GameStarted(Box::new(StartedGame { terms, ..started })));
        let class = if number % 3 == 0 { SpeedClass::Rapid } else { SpeedClass::Blitz };
        writes.push(rated(1, class, 1500.0 + number as f64, number, number.div_ceil(3)));
    }
    store.commit(writes);
    store
}

#[test]
fn the_whole_history_is_read_page_by_page_and_by_class() {
    let store = history();
    for (class, n) in [(None, 450_usize), (Some(SpeedClass::Rapid), 150)] {
        let (mut read, mut before, mut n_pages) = (Vec::new(), None, 0);
        loop {
            let query = Query::Ratings { name: "alice".parse().unwrap(), class, before };
            let Ok(Event::Ratings { points, next, .. }) = store.answer(&query) else {
                panic!("no ratings")
            };
            read.extend(points.into_iter().map(|point| point.rating));
            n_pages += 1;
            before = next;
            if before.is_none() {
                break;
            }
        }
        assert_eq!((read.len(), n_pages), (n, n.div_ceil(200)), "{class:?}");
        assert!(read.is_sorted_by(|newer, older| newer > older), "{class:?}: none twice");
    }
}

#[test]
fn users_are_found_by_the_beginning_of_their_names_the_exact_name_first() {
    let store = history();
    for (prefix, wanted) in [("al", &["al", "Alice"][..]), ("ALI", &["Alice"]), ("x", &[])] {
        let query = Query::Find { prefix: prefix.parse().unwrap() };
        let Ok(Event::Found { users }) = store.answer(&query) else { panic!("no users") };
        let names: Vec<&str> = users.iter().map(|user| user.name.as_str()).collect();
        assert_eq!(names, wanted, "{prefix}");
    }
}

/// Twelve people are active, so a board wants six different people; bots do not count.
#[test]
fn a_leader_board_counts_people_of_the_last_month_and_no_bots() {
    let class = SpeedClass::Blitz;
    let mut writes: Vec<Write> =
        (1..=30).map(|id| user(id, &format!("user-{id}"), Role::Player, 0)).collect();
    for one in 1..=30 {
        let at = if one > 13 { 0 } else { 3_000_000_000 };
        writes.extend((1..=30).filter(|&other| other <= one + 2 && other != one).map(|other| {
            let (user, opponent, with_bot) = (UserId(one), UserId(other), one == 1);
            let familiarity = Familiarity { games: 1.0, at };
            Write::Met(MetOpponent { user, class, opponent, familiarity, with_bot })
        }));
    }
    for id in [1, 4, 5, 6, 9, 12] {
        let mut write = rated(id, class, 1500.0 + id as f64, id as u64, 0);
        if let (9, Write::Rating(NewRating { rating, .. })) = (id, &mut write) {
            rating.games = 19;
        }
        writes.push(write);
    }
    let mut store = TestStore::new();
    store.commit(writes);
    let Ok(Event::Top { standings, .. }) = store.answer(&Query::Top { class }) else {
        panic!("no board")
    };
    let names: Vec<&str> = standings.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["user-12", "user-6", "user-5"]);
}
