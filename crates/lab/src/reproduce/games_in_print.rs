//! The games that the documents print, as records: PAIP's are played again, BILL's are facts of a database.

use anyhow::Result;
use willow_board::Color;
use willow_records::RecordedGame;

use super::bill_games::{BillGame, all_games};
use super::printed_games;
use super::series::Series;

/// A game that a document prints.
#[derive(Debug)]
pub struct GameInPrint {
    /// Its name on the command line: the section or figure, with a number where one prints several.
    pub id: String,
    /// What the document says of it.
    pub printed: String,
    source: GameSource,
}

#[derive(Debug)]
enum GameSource {
    Database(&'static BillGame),
    /// The SPECs of Black and White.
    Players([&'static str; 2]),
}

/// Returns the games of PAIP and of BILL's report, in this order.
pub fn games_in_print() -> Vec<GameInPrint> {
    let mut games: Vec<GameInPrint> = Vec::new();
    for (what, players, score) in printed_games::games() {
        let (section, players_in_words) = what.split_once(": ").unwrap_or((what, ""));
        let section = section.trim_start_matches("exercise ");
        let earlier = games.iter().filter(|game| game.id.starts_with(section)).count();
        games.push(GameInPrint {
            id: format!("{section}-{}", earlier + 1),
            printed: format!("{players_in_words}: {score}"),
            source: GameSource::Players(players),
        });
    }
    games.extend(all_games().iter().map(|game| GameInPrint {
        id: game.id.to_owned(),
        printed: game.printed.to_owned(),
        source: GameSource::Database(game),
    }));
    games
}

impl GameInPrint {
    /// Returns the record of the game. The programs of PAIP play theirs.
    ///
    /// # Errors
    /// A player fails.
    pub fn record(&self) -> Result<RecordedGame> {
        let players = match self.source {
            GameSource::Database(game) => return Ok(game.record()),
            GameSource::Players(players) => players,
        };
        let played = Series { players, games: 1, plies: 0, seed: 1 }.play()?.remove(0);
        let mut record = RecordedGame::new(played.replay()?);
        for (color, name) in Color::ALL.into_iter().zip(players) {
            name.clone_into(&mut record.player_mut(color).name);
        }
        record.event = format!("PAIP {}: {}", self.id, self.printed);
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printed_game_has_a_record() {
        let games = games_in_print();
        let ids: std::collections::BTreeSet<&str> = games.iter().map(|game| &*game.id).collect();
        assert_eq!((games.len(), ids.len()), (24, 24));
        for id in ["18.4-1", "18.6-2", "18.2-1", "II-7", "2-6a"] {
            let game = games.iter().find(|game| game.id == id).unwrap();
            let record = game.record().unwrap();
            assert!(record.game.is_over(), "{id}");
            let text = willow_records::ggf::write(&record);
            assert_eq!(willow_records::ggf::parse(&text).unwrap().game, record.game, "{id}");
        }
    }
}
