//! The addresses of the client's places. `web/src/app/routes.ts` has the same list.

use willow_protocol::Name;

/// The addresses that are always there, without their first slash.
const PLACES: [&str; 22] = [
    "",
    "lobby",
    "games",
    "games/new",
    "watch",
    "event",
    "messages",
    "bots",
    "analysis",
    "archive",
    "book",
    "people",
    "moderation",
    "learn",
    "over-the-board",
    "rules",
    "by-ear",
    "settings",
    "account",
    "sign-in",
    "register",
    "recover",
];

/// The largest number of a game: those of private games are random and have up to 53 bits, which JavaScript
/// reads exactly.
const LARGEST_GAME: u64 = (1 << 53) - 1;

/// Reports whether the client has a place at a path without its outer slashes. Whether the game or the
/// user of the path exists is for the client to find out.
pub(super) fn is_place(path: &str) -> bool {
    match path.split_once('/') {
        _ if PLACES.contains(&path) => true,
        Some(("game" | "join", number)) => is_number(number),
        Some(("user" | "messages", name)) => name.parse::<Name>().is_ok(),
        _ => false,
    }
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
        && text.parse().is_ok_and(|number: u64| number <= LARGEST_GAME)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The client's own list of its addresses.
    const ROUTES: &str = include_str!("../../../../../web/src/app/routes.ts");

    #[test]
    fn the_client_knows_the_same_places() {
        let begin = ROUTES.find("const SIMPLE").expect("routes.ts lists the simple places");
        let list = &ROUTES[begin..][..ROUTES[begin..].find("};").unwrap()];
        let places = list.lines().skip(1).filter_map(|line| line.split(':').next());
        for place in places.map(|place| place.trim().trim_matches('"')) {
            assert!(is_place(place), "`{place}` of routes.ts is not served");
        }
        for word in
            ["analysis", "archive", "book", "watch", "event", "game", "join", "user", "messages"]
        {
            assert!(ROUTES.contains(&format!("\"{word}\"")), "{word}");
        }
    }

    #[test]
    fn games_and_users_have_addresses() {
        for place in ["game/1", "join/9007199254740991", "user/alice", "messages/Bob_2"] {
            assert!(is_place(place), "{place}");
        }
        for other in [
            "nowhere",
            "game",
            "game/",
            "game/x",
            "game/1/2",
            "game/9007199254740992",
            "user/a%20b",
            "user/<b>",
            "lobby/x",
            "assets",
            "api",
        ] {
            assert!(!is_place(other), "{other}");
        }
    }
}
