//! Lists in columns: offers, games in progress, users.

use super::listing::{called, progress, terms};
use crate::{BotDetails, GameSummary, Name, Offer, SummaryDetails, UserSummary};

/// Writes offers and games in columns. `X` stands before the player of Black, `O` before the player
/// of White. With names of up to 14 characters a line has at most 80.
pub(super) fn games(offers: &[Offer], games: &[GameSummary]) -> Vec<String> {
    let numbers = offers.iter().map(|offer| offer.game).chain(games.iter().map(|game| game.game));
    let number = numbers.map(|game| game.to_string().len()).max().unwrap_or(0);
    let white = widest(games.iter().map(|game| &game.white));
    let black = widest(games.iter().map(|game| &game.black));
    let from = widest(offers.iter().map(|offer| &offer.from));
    let offers = offers.iter().map(|offer| {
        let Offer { game, from: maker, to, from_display_name, .. } = offer;
        let terms = terms(offer);
        let to = to.as_ref().map(|to| format!(", to {to}")).unwrap_or_default();
        let name = called(from_display_name.as_ref());
        format!("offered {:>number$} {:<from$} {terms}{to}{name}", game.to_string(), maker.as_str())
    });
    let games = games.iter().map(|game| {
        let SummaryDetails { black_display_name, white_display_name, .. } = &game.details;
        format!(
            "playing {:>number$} X {:<black$} O {:<white$} {}, {}{}{}",
            game.game.to_string(),
            game.black.as_str(),
            game.white.as_str(),
            game.terms.in_progress(),
            progress(game.plies, &game.details),
            called(black_display_name.as_ref()),
            called(white_display_name.as_ref()),
        )
    });
    offers.chain(games).collect()
}

/// Writes users in columns: the name, the role, the ratings or the strength of a bot, and how many
/// games each plays.
pub(super) fn users(users: &[UserSummary]) -> Vec<String> {
    let name = widest(users.iter().map(|user| &user.name));
    let role = users.iter().map(|user| user.role.to_string().len()).max().unwrap_or(0);
    let row = |user: &UserSummary| {
        let playing = (user.playing > 0).then(|| format!("playing {}", user.playing));
        let words: Vec<String> = strength(user.bot.as_ref())
            .into_iter()
            .chain(user.ratings.iter().map(|(class, rating)| format!("{class} {rating}")))
            .chain(playing)
            .collect();
        let words = words.join(", ");
        let row = format!("{:<name$} {:<role$} {words}", user.name.as_str(), user.role.to_string());
        format!("{}{}", row.trim_end(), called(user.display_name.as_ref()))
    };
    users.iter().map(row).collect()
}

/// Writes how strong a bot is. Random moves have 600.
fn strength(bot: Option<&BotDetails>) -> Option<String> {
    let bot = bot?;
    let Some(elo) = bot.ladder_elo else { return Some("strength not measured".to_owned()) };
    let word = match elo {
        ..1100 => "very easy",
        1100..1700 => "easy",
        1700..2150 => "medium",
        2150..2600 => "hard",
        2600.. => "very hard",
    };
    Some(format!("{word}, {elo}{}", ladder_interval(bot)))
}

/// Writes the interval of a bot's Elo on the ladder.
pub(super) fn ladder_interval(bot: &BotDetails) -> String {
    bot.ladder_error.map_or_else(String::new, |error| format!(" ±{error} (95%)"))
}

/// Returns the width of a column of names.
fn widest<'a>(names: impl Iterator<Item = &'a Name>) -> usize {
    names.map(|name| name.as_str().len()).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::{BotGroup, GameId, PlayerRating, Role, SpeedClass};

    fn name(text: &str) -> Name {
        text.parse().unwrap()
    }

    #[test]
    fn a_list_has_columns_and_fits_80_characters() {
        let game = |game, black, white, terms: &str| GameSummary {
            game: GameId(game),
            black: name(black),
            white: name(white),
            terms: terms.parse().unwrap(),
            twin: None,
            plies: 60,
            end: None,
            details: SummaryDetails::default(),
        };
        let list = games(
            &[],
            &[
                game(7, "bo", "fourteen-chars", "5+3"),
                game(1234, "fourteen-chars", "alice", "15:00//2:00 rated"),
            ],
        );
        assert_eq!(list[0], "playing    7 X bo             O fourteen-chars 5:00+3, ply 60");
        assert_eq!(
            list[1],
            "playing 1234 X fourteen-chars O alice          15:00//2:00 rated, ply 60"
        );
        assert!(list.iter().all(|line| line.len() <= 78), "{list:#?}");
    }

    #[test]
    fn users_stand_in_columns() {
        let user = |text, role, playing| UserSummary {
            name: name(text),
            role,
            display_name: (text == "alice").then(|| "Ålice".parse().unwrap()),
            playing,
            ratings: BTreeMap::new(),
            bot: None,
        };
        let mut alice = user("alice", Role::Player, 1);
        let rating = PlayerRating { rating: 1620, deviation: 120, provisional: true };
        alice.ratings.insert(SpeedClass::Blitz, rating);
        let mut bot = user("willow-1", Role::Bot, 0);
        let spec = "willow:level=1".to_owned();
        bot.bot = Some(BotDetails {
            spec,
            program: "willow-1".to_owned(),
            about: "The engine of this server.".to_owned(),
            level: BotGroup::Engine,
            ladder_elo: Some(2341),
            ladder_error: Some(130),
        });
        let list = users(&[alice, bot.clone()]);
        let mut unmeasured = bot.clone();
        unmeasured.bot.as_mut().unwrap().ladder_elo = None;
        let list = [list, users(&[unmeasured])].concat();
        assert_eq!(
            list,
            [
                "alice    player blitz 1620?, playing 1 (Ålice)",
                "willow-1 bot    hard, 2341 ±130 (95%)",
                "willow-1 bot strength not measured",
            ]
        );
    }
}
