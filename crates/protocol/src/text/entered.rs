//! What waits for a user who logs in: games in progress, open offers, messages.

use super::listing::counted;
use crate::{Name, Offer, OwnGame, Side};

/// How many games, and how many offers, are listed; the others are counted.
const MAX_LISTED: usize = 10;

/// Writes the user's games, the offers, and the number of private messages that came during the
/// absence.
pub(super) fn waiting(
    reader: &Name,
    games: &[OwnGame],
    offers: &[Offer],
    unread: u64,
) -> Vec<String> {
    let mut lines = Vec::new();
    if unread > 0 {
        let messages = counted(unread, "private message");
        lines.push(format!("{messages} came while you were away: see above."));
    }
    lines.extend(first_of(games, "game", |game| own_game(reader, game)));
    lines.extend(first_of(offers, "offer", |offer| open_offer(reader, offer)));
    lines
}

/// Writes the first of some things, and how many more there are.
fn first_of<T>(all: &[T], thing: &str, write: impl Fn(&T) -> String) -> Vec<String> {
    let mut lines: Vec<String> = all.iter().take(MAX_LISTED).map(write).collect();
    if let Some(more) = all.len().checked_sub(MAX_LISTED).filter(|&more| more > 0) {
        lines.push(format!(
            "And {}: `games` lists all.",
            counted(more as u64, &format!("more {thing}"))
        ));
    }
    lines
}

/// Writes a game of the reader, and whose turn it is.
fn own_game(reader: &Name, game: &OwnGame) -> String {
    let summary = &game.summary;
    let (number, black, white) = (summary.game, &summary.black, &summary.white);
    let (color, opponent) = if black == reader { ("Black", white) } else { ("White", black) };
    let turn = match game.to_move {
        Some(Side(color)) if [black, white][color.index()] == reader => "your move".to_owned(),
        Some(_) => format!("{opponent} is to move"),
        None => "nobody is to move".to_owned(),
    };
    format!("Game {number}: you are {color} against {opponent}, {turn}; `board {number}` shows it.")
}

/// Writes an offer of the reader or a challenge, and what may be typed.
fn open_offer(reader: &Name, offer: &Offer) -> String {
    let Offer { game, from, to, terms, .. } = offer;
    match to {
        Some(to) if to == reader => {
            format!("{from} challenges you ({}): `join {game}` or `decline {game}`.", terms.clock)
        }
        Some(to) => format!("You challenge {to}; `cancel {game}` withdraws the challenge."),
        None => format!("Your offer {game} is open; `cancel {game}` withdraws it."),
    }
}
