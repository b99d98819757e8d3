//! Accounts: passwords, tokens, names, guests, bans and administrators.

use std::net::IpAddr;

use willow_protocol::{EndKind, ErrorCode, ErrorDetail, Event, Notice, Role, RoomNumbers};

use super::restart::restarted;
use super::world::{ADDRESS, World, checked_account, errors, has};
use crate::domain::{
    AccessWrite, CheckedCommand, ConnId, DAY, IssuedToken, LoginRequest, MINUTE, Millis, NewCode,
    RecoveryCodes, Settings, TokenGrant, TokenHash, TokenNumber, UsedToken, UserId, UserWrite,
    Write,
};
use crate::ops::InMemory;

/// Logs in over a new connection, and returns what it received.
fn log_in(world: &mut World, number: u64, login: LoginRequest, address: IpAddr) -> Vec<Notice> {
    let connection = world.log_in_with(number, login, address);
    world.received(connection)
}

fn token(byte: u8) -> IssuedToken {
    let (secret, hash) = ("token".to_owned(), TokenHash([byte; 32]));
    IssuedToken { secret, hash, grant: TokenGrant::LOGIN, name: None }
}

fn guest(name: &str) -> LoginRequest {
    LoginRequest::Guest { name: Some(name.parse().unwrap()), token: token(200) }
}

fn register(name: &str) -> LoginRequest {
    let token = token(100 + name.len() as u8);
    let (name, hash) = (name.parse().unwrap(), "hash".to_owned());
    LoginRequest::Register { name, hash, token, codes: RecoveryCodes::default(), invitation: None }
}

/// The change of Alice's password, which was right.
fn new_password() -> CheckedCommand {
    CheckedCommand::Password { account: checked_account(1), hash: "new".to_owned() }
}

fn resume(user: i64, number: u64) -> LoginRequest {
    resume_used_at(user, number, Some(0))
}

fn resume_used_at(user: i64, number: u64, used_at: Option<Millis>) -> LoginRequest {
    let (number, hash) = (TokenNumber(number), TokenHash([0; 32]));
    let token = UsedToken { number, hash, grant: TokenGrant::LOGIN, used_at };
    LoginRequest::Resume { user: UserId(user), token, rooms: RoomNumbers::default() }
}

fn has_entered(notices: &[Notice]) -> bool {
    has(notices, |event| matches!(event, Event::Entered { .. }))
}

/// Makes the first user an administrator.
fn with_admin() -> World {
    let mut world = World::new();
    world.log_in(1, "root", true);
    world.writes.push(UserWrite::Role(UserId(1), Role::Admin).into());
    let mut world = restarted(&world);
    assert!(has_entered(&log_in(&mut world, 1, resume(1, 1), ADDRESS)));
    world
}

#[test]
fn a_new_password_ends_the_other_connections_and_tokens() {
    let mut world = World::new();
    let thief = world.log_in(1, "alice", true);
    let alice = ConnId(2);
    let login = LoginRequest::Login { account: checked_account(1), token: token(2) };
    assert!(has_entered(&log_in(&mut world, 2, login, ADDRESS)));
    world.checked(alice, new_password());
    world.refuses(thief, "say still here", ErrorCode::NotLoggedIn);
    world.checked(thief, CheckedCommand::Token { token: token(3), name: None });
    assert_eq!(errors(&world.received(thief)), [ErrorCode::NotLoggedIn]);
    let tokens = world
        .writes
        .iter()
        .filter(|write| matches!(write, Write::User(UserWrite::Access(AccessWrite::Token(_)))))
        .count();
    assert_eq!(tokens, 2, "it cannot make a new token");
    world.done(alice, "say hello");
    // The thief's token was found in the store before it was revoked.
    let late = log_in(&mut world, 3, resume(1, 1), ADDRESS);
    assert_eq!(errors(&late), [ErrorCode::Denied]);
    assert!(has_entered(&log_in(&mut world, 4, resume(1, 2), ADDRESS)), "the own token stays");
}

#[test]
fn a_logout_ends_the_connections_of_its_token_only() {
    let mut world = World::new();
    let phone = world.log_in(1, "alice", true);
    let login = LoginRequest::Login { account: checked_account(1), token: token(2) };
    log_in(&mut world, 2, login, ADDRESS);
    log_in(&mut world, 3, resume(1, 2), ADDRESS);
    assert_eq!(world.types(ConnId(2), "logout").last().unwrap().event, Event::Ok);
    for ended in [2, 3] {
        world.refuses(ConnId(ended), "say x", ErrorCode::NotLoggedIn);
    }
    world.done(phone, "say x");
    assert_eq!(errors(&log_in(&mut world, 4, resume(1, 2), ADDRESS)), [ErrorCode::Denied]);
    world.types(phone, "logout all");
    world.refuses(phone, "say x", ErrorCode::NotLoggedIn);
    assert_eq!(errors(&log_in(&mut world, 5, resume(1, 1), ADDRESS)), [ErrorCode::Denied]);
}

#[test]
fn the_first_use_of_a_token_is_written_and_then_one_an_hour() {
    let mut world = World::new();
    world.log_in(1, "alice", true);
    world.wait(60 * MINUTE);
    let used = |world: &World| {
        world
            .writes
            .iter()
            .filter(|write| {
                matches!(write, Write::User(UserWrite::Access(AccessWrite::TokenUsed { .. })))
            })
            .count()
    };
    let noted = [(Some(world.now), 0), (Some(world.now - 60 * MINUTE), 1), (None, 2)];
    for (number, (used_at, n_noted)) in (2..).zip(noted) {
        log_in(&mut world, number, resume_used_at(1, 1, used_at), ADDRESS);
        assert_eq!(used(&world), n_noted, "{used_at:?}");
    }
}

#[test]
fn the_name_of_a_guest_is_free_some_minutes_after_the_guest_left() {
    let mut world = World::new();
    let alice = world.log_in(1, "alice", false);
    world.leave(alice);
    world.wait(9 * MINUTE);
    assert_eq!(errors(&log_in(&mut world, 2, guest("alice"), ADDRESS)), [ErrorCode::NameTaken]);
    assert!(has_entered(&log_in(&mut world, 3, resume(1, 1), ADDRESS)), "a guest comes back");
    world.wait(60 * MINUTE);
    world.leave(ConnId(3));
    world.wait(11 * MINUTE);
    assert!(has_entered(&log_in(&mut world, 4, guest("alice"), ADDRESS)));
    assert_eq!(errors(&log_in(&mut world, 5, resume(1, 1), ADDRESS)), [ErrorCode::Denied]);
}

#[test]
fn a_guest_in_a_game_keeps_the_name_until_it_is_over() {
    let (mut world, alice, bob) = World::guests();
    world.start_game(alice, bob, "3d");
    world.leave(alice);
    world.wait(DAY);
    assert_eq!(errors(&log_in(&mut world, 3, guest("alice"), ADDRESS)), [ErrorCode::NameTaken]);
    world.types(bob, "resign");
    world.wait(11 * MINUTE);
    assert!(has_entered(&log_in(&mut world, 4, guest("alice"), ADDRESS)));
}

#[test]
fn guests_who_do_not_come_back_after_a_restart_are_gone() {
    let mut world = World::new();
    world.log_in(1, "alice", false);
    let mut world = restarted(&world);
    assert_eq!(errors(&log_in(&mut world, 2, guest("alice"), ADDRESS)), [ErrorCode::NameTaken]);
    world.wait(11 * MINUTE);
    assert!(has_entered(&log_in(&mut world, 3, guest("alice"), ADDRESS)));
}

#[test]
fn the_name_of_a_deleted_account_is_held_over_a_restart() {
    let mut world = World::new();
    let alice = world.log_in(1, "alice", true);
    world.delete_account(alice);
    for name in ["alice", "a1ice"] {
        let refused = log_in(&mut world, 2, register(name), ADDRESS);
        assert_eq!(errors(&refused), [ErrorCode::NameTaken], "{name}");
    }
    let mut world = restarted(&world);
    assert_eq!(errors(&log_in(&mut world, 3, guest("Alice"), ADDRESS)), [ErrorCode::NameTaken]);
    world.wait(90 * DAY);
    assert!(has_entered(&log_in(&mut world, 4, register("alice"), ADDRESS)));
}

#[test]
fn reserved_names_cannot_be_chosen() {
    let mut world = World::new();
    for (number, name) in ["admin", "M0derator", "willow-5", "guest-12"].into_iter().enumerate() {
        let number = 10 * number as u64 + 1;
        for request in [guest(name), register(name)] {
            let refused = log_in(&mut world, number, request, ADDRESS);
            assert_eq!(errors(&refused), [ErrorCode::NameTaken], "{name}");
        }
    }
    for (number, name) in ["mod", "root", "Referee"].into_iter().enumerate() {
        let number = 100 + 10 * number as u64;
        let refused = log_in(&mut world, number, guest(name), ADDRESS);
        assert_eq!(errors(&refused), [ErrorCode::NameTaken], "{name}");
        assert!(has_entered(&log_in(&mut world, number + 1, register(name), ADDRESS)), "{name}");
    }
    let nameless = LoginRequest::Guest { name: None, token: token(1) };
    assert!(has_entered(&log_in(&mut world, 99, nameless, ADDRESS)), "the server may");
}

#[test]
fn guests_can_be_switched_off() {
    let settings = Settings { guests: false, ..Settings::default() };
    let mut world = World::with(settings);
    assert_eq!(errors(&log_in(&mut world, 1, guest("alice"), ADDRESS)), [ErrorCode::Forbidden]);
    assert!(has_entered(&log_in(&mut world, 2, register("alice"), ADDRESS)));
}

#[test]
fn who_is_new_at_the_address_of_a_silence_is_silent_if_it_reaches_so_far() {
    let mut world = with_admin();
    let elsewhere = IpAddr::from([192, 0, 2, 77]);
    log_in(&mut world, 2, register("mallory"), elsewhere);
    let is_silent = |world: &mut World, number, newcomer, address| {
        assert!(has_entered(&log_in(world, number, newcomer, address)));
        errors(&world.types(ConnId(number), "say hello")) == [ErrorCode::Forbidden]
    };
    world.done(ConnId(1), "silence mallory 30 insults");
    assert!(!is_silent(&mut world, 3, guest("carol"), elsewhere), "the account alone");
    world.done(ConnId(1), "silence mallory 300 reach:addresses insults");
    let mut world = restarted(&world);
    assert!(is_silent(&mut world, 4, guest("dave"), elsewhere));
    assert!(is_silent(&mut world, 5, register("erin5"), elsewhere));
    assert!(!is_silent(&mut world, 6, guest("frank"), ADDRESS), "others are not");
    world.wait(300 * MINUTE);
    assert!(!is_silent(&mut world, 7, guest("grace"), elsewhere), "it is over");
    assert!(has_entered(&log_in(&mut world, 8, resume(1, 1), ADDRESS)));
    world.done(ConnId(8), "silence mallory 30 reach:addresses insults");
    world.done(ConnId(8), "silence mallory 0 sorry");
    assert!(!is_silent(&mut world, 9, guest("heidi"), elsewhere), "it was taken back");
}

#[test]
fn nobody_new_comes_from_the_address_of_a_ban() {
    let mut world = with_admin();
    let elsewhere = IpAddr::from([192, 0, 2, 77]);
    log_in(&mut world, 2, register("mallory"), elsewhere);
    log_in(&mut world, 3, register("neighbour"), elsewhere);
    world.types(ConnId(1), "ban mallory insults");
    world.refuses(ConnId(2), "say x", ErrorCode::NotLoggedIn);
    let mut world = restarted(&world);
    for newcomer in [guest("mallory2"), register("mallory3")] {
        let refused = log_in(&mut world, 4, newcomer, elsewhere);
        assert_eq!(errors(&refused), [ErrorCode::Forbidden]);
    }
    assert!(has_entered(&log_in(&mut world, 5, resume(3, 3), elsewhere)), "accounts may");
    assert!(has_entered(&log_in(&mut world, 6, guest("carol"), ADDRESS)), "others may");
    world.wait(DAY);
    assert!(has_entered(&log_in(&mut world, 7, guest("dave"), elsewhere)));
    assert!(has_entered(&log_in(&mut world, 8, resume(1, 1), ADDRESS)));
    log_in(&mut world, 9, register("trudy"), elsewhere);
    world.done(ConnId(8), "ban trudy insults");
    world.done(ConnId(8), "unban trudy");
    assert!(has_entered(&log_in(&mut world, 10, guest("erin"), elsewhere)), "an unban opens it");
}

#[test]
fn an_account_makes_itself_a_bot_before_its_first_rated_game() {
    let mut world = World::new();
    let [dice, bob] = [(1, "dice"), (2, "bob")].map(|(n, name)| world.log_in(n, name, true));
    let guest = world.log_in(3, "visitor", false);
    world.refuses(dice, "role bob bot", ErrorCode::Forbidden);
    world.refuses(dice, "role dice moderator", ErrorCode::Forbidden);
    world.refuses_because(guest, "role visitor bot", ErrorDetail::AccountNeeded);
    world.win(bob, dice, "5+3");
    let game = world.start_game(bob, dice, "5+3");
    world.refuses_because(dice, "role Dice bot", ErrorDetail::TooLateForBot);
    world.types(bob, &format!("abort {game}"));
    world.done(dice, "new 5+3 rated");
    world.done(dice, "role Dice bot");
    assert_eq!(world.state.in_memory().offers, 0, "a person's offers are no bot's");
    world.refuses(dice, "role dice player", ErrorCode::Forbidden);
    world.win(bob, dice, "5+3 rated");
    world.refuses_because(bob, "role bob bot", ErrorDetail::TooLateForBot);
}

#[test]
fn the_last_administrator_stays() {
    let mut world = with_admin();
    world.log_in(2, "bob", true);
    let root = ConnId(1);
    world.refuses(root, "role root player", ErrorCode::NotNow);
    world.delete_account(root);
    assert_eq!(errors(&world.received(root)), [ErrorCode::NotNow]);
    world.done(root, "role bob admin");
    world.done(root, "role root player");
}

#[test]
fn a_recovery_code_works_once_and_ends_all_sessions() {
    let mut world = World::new();
    let alice = world.log_in(1, "alice", true);
    let recovered = || LoginRequest::Recovered {
        account: checked_account(1),
        code: TokenHash([9; 32]),
        hash: "new".to_owned(),
        token: token(5),
    };
    assert!(has_entered(&log_in(&mut world, 2, recovered(), ADDRESS)));
    world.refuses(alice, "say x", ErrorCode::NotLoggedIn);
    assert_eq!(errors(&log_in(&mut world, 3, recovered(), ADDRESS)), [ErrorCode::Denied]);
}

/// Each secret was right when it was checked, and is no longer when the command is decided.
#[test]
fn a_check_against_a_password_that_changed_meanwhile_does_not_count() {
    let renewal = || {
        let codes = RecoveryCodes { secrets: Vec::new(), hashes: vec![TokenHash([8; 32])] };
        CheckedCommand::RecoveryCodes { account: checked_account(1), codes }
    };
    let recovery = |code| LoginRequest::Recovered {
        account: checked_account(1),
        code: TokenHash([code; 32]),
        hash: "newer".to_owned(),
        token: token(5),
    };
    let login = || LoginRequest::Login { account: checked_account(1), token: token(6) };
    for (change, late, is_refused) in [
        (new_password(), login(), true),
        (new_password(), recovery(9), true),
        (renewal(), recovery(9), true),
        (renewal(), recovery(8), false),
        (renewal(), login(), false),
    ] {
        let mut world = World::new();
        let alice = world.log_in(1, "alice", true);
        let case = format!("{change:?}, then {late:?}");
        world.checked(alice, change);
        world.writes.clear();
        let received = log_in(&mut world, 2, late, ADDRESS);
        assert_eq!(has_entered(&received), !is_refused, "{case}");
        let has_token = world
            .writes
            .iter()
            .any(|write| matches!(write, Write::User(UserWrite::Access(AccessWrite::Token(_)))));
        assert_eq!(has_token, !is_refused, "{case}");
    }
    for late in [new_password(), renewal(), CheckedCommand::DeleteAccount(checked_account(1))] {
        let mut world = World::new();
        let alice = world.log_in(1, "alice", true);
        world.checked(alice, new_password());
        assert_eq!(errors(&world.received(alice)), []);
        world.checked(alice, late);
        assert_eq!(errors(&world.received(alice)), [ErrorCode::Denied]);
    }
}

/// A moderator's code counts beside codes that were renewed, until the account has ended.
#[test]
fn a_moderators_code_counts_after_the_own_codes_were_renewed() {
    let mut world = with_admin();
    let bob = world.log_in(2, "bob", true);
    let account = checked_account(2);
    world.checked(bob, CheckedCommand::RecoveryCodes { account, codes: RecoveryCodes::default() });
    let (name, reason, code) = ("bob", "forgot it", TokenHash([7; 32]));
    world.checked(
        ConnId(1),
        CheckedCommand::Recover {
            name: name.parse().unwrap(),
            reason: reason.parse().unwrap(),
            code: NewCode { text: "code".to_owned(), hash: code },
        },
    );
    let (account, hash, token) = (checked_account(2), "new".to_owned(), token(5));
    let recovered = LoginRequest::Recovered { account, code, hash, token };
    assert!(has_entered(&log_in(&mut world, 3, recovered, ADDRESS)));
}

#[test]
fn moderators_give_codes_to_lower_roles_only() {
    let mut world = with_admin();
    let bob = world.log_in(2, "bob", true);
    let recover = |name: &str| CheckedCommand::Recover {
        name: name.parse().unwrap(),
        reason: "forgot it".parse().unwrap(),
        code: NewCode { text: "code".to_owned(), hash: TokenHash([7; 32]) },
    };
    world.checked(bob, recover("root"));
    assert_eq!(errors(&world.received(bob)), [ErrorCode::Forbidden]);
    world.checked(ConnId(1), recover("bob"));
    assert_eq!(errors(&world.received(ConnId(1))), []);
    let is_log = |write: &Write| {
        matches!(write, Write::User(UserWrite::Moderation { action: "recover", to: UserId(2), .. }))
    };
    assert!(world.writes.iter().any(is_log));
    world.types(ConnId(1), "role bob moderator");
    world.checked(bob, recover("root"));
    assert_eq!(errors(&world.received(bob)), [ErrorCode::Forbidden], "an administrator");
}

#[test]
fn the_last_visit_of_a_deleted_account_is_not_written_again() {
    let mut world = World::new();
    world.wait(2 * 60 * MINUTE);
    let alice = world.log_in(1, "alice", true);
    world.log_in_again(2, 1);
    world.wait(MINUTE);
    world.delete_account(alice);
    world.leave(alice);
    let is_erasure = |write: &Write| matches!(write, Write::User(UserWrite::Deleted(..)));
    let deleted = world.writes.iter().position(is_erasure).expect("the account is deleted");
    let later = &world.writes[deleted..];
    assert!(
        !later.iter().any(|write| matches!(write, Write::User(UserWrite::LastSeen(..)))),
        "{later:?}"
    );
}

#[test]
fn guests_who_left_are_not_kept_in_memory() {
    let mut world = World::without_quotas();
    let alice = world.log_in(1, "alice", true);
    for number in 2..12 {
        let guest = world.log_in(number, &format!("guest-of-{number}"), false);
        world.types(guest, "block alice");
        world.types(guest, "unblock alice");
        world.types(guest, "mute alice");
        world.types(guest, "#1 tell alice hello");
        world.types(alice, &format!("tell guest-of-{number} hello"));
        if number < 4 {
            let game = world.start_game(guest, alice, "5+3");
            world.types(guest, &format!("abort {game}"));
        }
        world.leave(guest);
        if number < 4 {
            world.wait(9 * MINUTE);
        }
    }
    assert_eq!(world.state.in_memory().users, 10, "one of the players is gone already");
    world.wait(10 * MINUTE);
    assert_eq!(world.state.in_memory().users, 1);
    let alice = &world.state.shared.accounts[UserId(1)];
    assert_eq!(alice.n_ignoring(), 0);
    let names = (2..12).map(|number| format!("guest-of-{number}").parse().unwrap());
    for (name, number) in names.zip(2..) {
        assert!(world.state.shared.accounts.get(UserId(number)).is_none(), "{name} is in memory");
        assert!(!world.state.shared.accounts.is_taken(&name), "{name} is free");
    }
    let timers = world.state.in_memory().timers;
    assert_eq!(timers, 0, "{:?}", world.state.shared.context.timers);
}

#[test]
fn a_deleted_account_is_forgotten_when_nothing_names_it() {
    let (mut world, alice, bob) = World::players();
    let game = world.start_game(alice, bob, "5+3");
    world.delete_account(bob);
    assert_eq!(world.state.in_memory().users, 2, "the game names bob");
    world.done(alice, &format!("board {game}"));
    world.refuses(alice, &format!("rematch {game}"), ErrorCode::NoSuchUser);
    world.wait(20 * MINUTE);
    assert_eq!(world.state.in_memory().users, 1);
    world.done(alice, "who");
}

#[test]
fn the_games_of_guests_who_left_end_though_no_clock_ends_them() {
    let mut world = World::new();
    let (gus, guy) = (world.log_in(1, "gus", false), world.log_in(2, "guy", false));
    let untouched = world.start_game(gus, guy, "none");
    let pair = world.start_game(gus, guy, "none synchro");
    let begun = world.start_game(gus, guy, "none");
    world.play([gus, guy], begun, &["f5", "d6"]);
    let adjourned = world.start_game(gus, guy, "5+3");
    world.play([gus, guy], adjourned, &["f5", "d6"]);
    for who in [gus, guy] {
        world.types(who, &format!("adjourn {adjourned}"));
    }
    world.leave(gus);
    world.wait(9 * MINUTE);
    assert_eq!(world.state.shared.accounts[UserId(2)].games().len(), 5, "gus may come back");
    world.leave(guy);
    world.wait(MINUTE);
    assert_eq!(world.end(untouched).unwrap().reason, EndKind::Aborted);
    assert_eq!(world.end(pair).unwrap().reason, EndKind::Aborted);
    assert_eq!(*world.state.shared.accounts[UserId(1)].games(), [begun, adjourned].into());
    world.wait(13 * DAY);
    assert_eq!(*world.state.shared.accounts[UserId(1)].games(), [begun, adjourned].into());
    world.wait(DAY + 30 * MINUTE);
    assert_eq!(world.state.in_memory(), InMemory::default());
}
