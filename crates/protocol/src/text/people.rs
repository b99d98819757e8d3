//! Profiles, and the people whom one follows.

use super::listing;
use super::tables::ladder_interval;
use crate::{
    ArchiveDate, BotDetails, ClassResults, FollowedUser, FoundUser, GameSummary, Name, Profile,
    RatingSummary,
};

/// Writes a profile: presence, ratings with results, and what users say about themselves.
pub(super) fn profile(user: &Profile) -> Vec<String> {
    let presence = if user.online { "online" } else { "offline" };
    let called = listing::called(user.display_name.as_ref());
    let mut lines = vec![format!("{}{called} {}, {presence}", user.name, user.role)];
    let results = user.results.as_deref();
    lines.extend(user.ratings.iter().map(|line| {
        let of_class = results.and_then(|all| all.iter().find(|found| found.class == line.class));
        format!("{}{}", rating(line), of_class.map(results_of).unwrap_or_default())
    }));
    lines.extend(user.bot.iter().flat_map(bot));
    lines.extend(described(user));
    lines
}

/// Writes what one of the server's bots is.
fn bot(bot: &BotDetails) -> Vec<String> {
    let rating = bot
        .ladder_elo
        .map(|rating| format!(", began with the rating {rating}{}", ladder_interval(bot)));
    let player = format!("player {}{}", bot.spec, rating.unwrap_or_default());
    vec![bot.about.clone(), player]
}

/// Writes a rating.
pub(super) fn rating(line: &RatingSummary) -> String {
    let RatingSummary { class, rating, deviation, games, provisional } = line;
    let games = listing::counted(u64::from(*games), "game");
    let mark = if *provisional { "?" } else { "" };
    format!("{class} {rating}{mark} ±{deviation}, {games}")
}

fn results_of(results: &ClassResults) -> String {
    let ClassResults { wins, draws, losses, .. } = results;
    format!(": {wins} won, {draws} drawn, {losses} lost")
}

fn described(user: &Profile) -> Vec<String> {
    let Profile { since, last_seen, country, about, games, .. } = user;
    let since = since.and_then(ArchiveDate::of_millis);
    let mut lines = Vec::new();
    lines.extend(country.map(|country| format!("country {country} ({})", country.name())));
    lines.extend(about.iter().map(|about| format!("about {about}")));
    lines.extend(since.map(|date| format!("member since {date}")));
    let last_seen = last_seen.and_then(ArchiveDate::of_millis);
    lines.extend(last_seen.map(|date| format!("last seen {date}")));
    lines.extend(games.iter().flatten().map(|game| format!("playing {}", listing::game(game))));
    lines
}

/// Writes a user whom the reader follows, on one line.
pub(super) fn followed_user(user: &FollowedUser) -> String {
    let FollowedUser { name, display_name, role, friend, online, games, last_seen } = user;
    let called = listing::called(display_name.as_ref());
    let friend = if *friend { ", friend" } else { "" };
    let presence = if *online { "online" } else { "offline" };
    let games: Vec<String> = games.iter().map(|game| against(game, name)).collect();
    let last_seen = last_seen.and_then(ArchiveDate::of_millis);
    let last_seen = last_seen.map(|date| format!(", last seen {date}")).unwrap_or_default();
    format!("{name}{called} {role}{friend}, {presence}{}{last_seen}", games.concat())
}

/// Writes a user whose name begins as it was asked.
pub(super) fn found_user(user: &FoundUser) -> String {
    format!("{}{} {}", user.name, listing::called(user.display_name.as_ref()), user.role)
}

/// Writes the users whom the reader has muted or blocked.
pub(super) fn muted(muted: &[Name], blocked: &[Name]) -> String {
    format!("{}; blocked {}", listing::names(muted), listing::names(blocked))
}

fn against(game: &GameSummary, player: &Name) -> String {
    let opponent = if game.black == *player { &game.white } else { &game.black };
    format!(", playing {} against {opponent}", game.game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BotGroup, Role, SpeedClass};

    #[test]
    fn a_profile_has_ratings_with_results_and_what_its_owner_says() {
        let class = SpeedClass::Blitz;
        let user = Profile {
            name: "alice".parse().unwrap(),
            role: Role::Player,
            online: false,
            display_name: Some("Ålice".parse().unwrap()),
            ratings: vec![RatingSummary {
                class,
                rating: 1662,
                deviation: 290,
                games: 3,
                provisional: true,
            }],
            since: Some(1_763_823_899_999),
            last_seen: Some(1_763_910_000_000),
            country: Some("SE".parse().unwrap()),
            about: Some("I like corners.".parse().unwrap()),
            results: Some(vec![ClassResults { class, wins: 2, draws: 0, losses: 1 }]),
            games: Some(vec![]),
            followed: Some(true),
            followers: Some(3),
            followable: Some(true),
            bot: None,
        };
        assert_eq!(
            profile(&user),
            [
                "alice (Ålice) player, offline",
                "blitz 1662? ±290, 3 games: 2 won, 0 drawn, 1 lost",
                "country SE (Sweden)",
                "about I like corners.",
                "member since 2025-11-22",
                "last seen 2025-11-23",
            ]
        );
    }

    #[test]
    fn a_profile_of_a_bot_says_who_wrote_it() {
        let details = BotDetails {
            spec: "bill".to_owned(),
            program: "bill".to_owned(),
            about: "Edge tables (Lee and Mahajan, 1986).".to_owned(),
            level: BotGroup::Historical,
            ladder_elo: Some(1677),
            ladder_error: Some(110),
        };
        let lines = bot(&details);
        let player = "player bill, began with the rating 1677 ±110 (95%)";
        assert_eq!(lines, ["Edge tables (Lee and Mahajan, 1986).", player]);
    }
}
