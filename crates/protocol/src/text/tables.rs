//! Lists in columns: offers, games in progress, users.

use crate::state::{GameSummary, Offer, UserSummary};
use crate::{Name, Start, Terms};

/// Writes offers and games in columns. `X` stands before the player of Black, `O` before the player
/// of White. With names of up to 14 characters a line has at most 80.
pub(super) fn games(offers: &[Offer], games: &[GameSummary]) -> Vec<String> {
    let numbers = offers.iter().map(|offer| offer.game).chain(games.iter().map(|game| game.game));
    let number = numbers.map(|game| game.to_string().len()).max().unwrap_or(0);
    let white = widest(games.iter().map(|game| &game.white));
    let black = widest(games.iter().map(|game| &game.black));
    let from = widest(offers.iter().map(|offer| &offer.from));
    let offers = offers.iter().map(|offer| {
        let Offer { game, from: maker, to, terms, .. } = offer;
        let to = to.as_ref().map(|to| format!(" to {to}")).unwrap_or_default();
        format!("offered {:>number$} {:<from$} {terms}{to}", game.to_string(), maker.as_str())
    });
    let games = games.iter().map(|game| {
        format!(
            "playing {:>number$} X {:<black$} O {:<white$} {}, ply {}",
            game.game.to_string(),
            game.black.as_str(),
            game.white.as_str(),
            terms_in_progress(&game.terms),
            game.plies
        )
    });
    offers.chain(games).collect()
}

/// Writes users in columns: the name, the role, and how many games each plays.
pub(super) fn users(users: &[UserSummary]) -> Vec<String> {
    let name = widest(users.iter().map(|user| &user.name));
    let row = |user: &UserSummary| {
        let playing = match user.playing {
            0 => String::new(),
            n => format!("playing {n}"),
        };
        let row = format!("{:<name$} {:<9} {playing}", user.name.as_str(), user.role.to_string());
        row.trim_end().to_owned()
    };
    users.iter().map(row).collect()
}

/// Returns the width of a column of names.
fn widest<'a>(names: impl Iterator<Item = &'a Name>) -> usize {
    names.map(|name| name.as_str().len()).max().unwrap_or(0)
}

/// Writes the terms that matter while a game is played: the colours are known by then.
fn terms_in_progress(terms: &Terms) -> String {
    let mut words = vec![terms.clock.to_string()];
    if terms.rated {
        words.push("rated".to_owned());
    }
    if terms.start != Start::Standard {
        words.push(format!("start={}", terms.start));
    }
    if terms.synchro {
        words.push("synchro".to_owned());
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameId, Role};
    use crate::{SummaryDetails, UserDetails};

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
            playing,
            details: UserDetails::default(),
        };
        let list = users(&[user("alice", Role::Player, 1), user("willow-12", Role::Bot, 0)]);
        assert_eq!(list, ["alice     player    playing 1", "willow-12 bot"]);
    }
}
