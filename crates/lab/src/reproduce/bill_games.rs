//! BILL's games of 1985 and 1986, whose drawings in the report's appendix II are lost, and the two of figure 2-6.
//!
//! They are facts from a database of games, `bill_games.txt`. Those of the championship and against
//! Iago have the names and the scores of figures II-5 to II-15. The four of Waterloo have no names there;
//! docs/reproductions.md tells which are which, as far as that is known.

use std::sync::LazyLock;

use willow_board::{Color, Game};
use willow_records::RecordedGame;

use super::rows;

/// The games of appendix II.
const N_OWN_GAMES: usize = 15;

/// How the database spells BILL.
const BILL: &str = "Bill (mahajan)";

/// A game of the report.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BillGame {
    /// The figure of the report that the game is printed in.
    pub(super) id: &'static str,
    /// The players and the score, as the report prints them.
    pub(super) printed: &'static str,
    black: &'static str,
    white: &'static str,
    /// BILL's colour; White in the game without it.
    pub(super) color: Color,
    /// The year of the game's file. Some games were played in another year.
    pub(super) year: &'static str,
    pub(super) game: Game,
}

impl BillGame {
    /// Returns the players, the numbers of discs and the year.
    pub(super) fn title(&self) -> String {
        format!("{} {} {} ({})", self.black, self.score(), self.white, self.year)
    }

    /// Returns Black's and White's discs at the end.
    pub(super) fn score(&self) -> String {
        let discs = |color| self.game.position().discs(color).count();
        format!("{}-{}", discs(Color::Black), discs(Color::White))
    }

    pub(super) fn record(&self) -> RecordedGame {
        let mut record = RecordedGame::new(self.game.clone());
        for (color, name) in Color::ALL.into_iter().zip([self.black, self.white]) {
            name.clone_into(&mut record.player_mut(color).name);
        }
        record.event = format!("{}: {}", self.id, self.printed);
        self.year.clone_into(&mut record.date);
        record
    }

    /// Returns the name of BILL's opponent; `???` in the games of which four were played at Waterloo.
    pub(super) fn opponent(&self) -> &'static str {
        if self.color == Color::Black { self.white } else { self.black }
    }
}

/// Returns the fifteen games of appendix II.
pub(super) fn bill_games() -> &'static [BillGame] {
    &all_games()[..N_OWN_GAMES]
}

/// Returns the games of appendix II, then those of figure 2-6.
pub(super) fn all_games() -> &'static [BillGame] {
    static GAMES: LazyLock<Vec<BillGame>> = LazyLock::new(|| {
        let games = rows(include_str!("bill_games.txt")).map(|fields| {
            let [id, printed, year, black, white, moves] = fields;
            let color = if black == BILL { Color::Black } else { Color::White };
            let game = willow_records::transcript::parse(moves).expect("a test reads the file");
            BillGame { id, printed, black, white, color, year, game }
        });
        games.collect()
    });
    &GAMES
}

/// Returns the game of a figure.
pub(super) fn game_of(id: &str) -> &'static BillGame {
    all_games()
        .iter()
        .find(|game| game.id == id)
        .expect("callers name games of the embedded file, and a test calls them")
}

/// Returns the game that BILL lost to Aldaron (figure II-7).
pub(super) fn lost_to_aldaron() -> &'static BillGame {
    game_of("II-7")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The scores that the list of the report's figures prints, from II-5 on.
    #[test]
    fn the_games_with_names_have_the_reports_scores() {
        let mut titles: Vec<String> = bill_games().iter().map(BillGame::title).collect();
        titles.retain(|title| !title.contains("???"));
        for printed in [
            "21-43", "49-15", "45-19", "53-11", "6-58", "26-38", "42-22", "52-12", "44-20", "56-8",
            "17-47",
        ] {
            let has_it = |title: &String| title.contains(&format!(" {printed} "));
            let index = titles.iter().position(has_it).expect(printed);
            titles.remove(index);
        }
        assert_eq!((titles.len(), all_games().len()), (0, 17));
        assert!(bill_games().iter().all(|game| game.id.starts_with("II-")));
        assert!(bill_games().iter().all(|game| game.game.is_over()));
        assert_eq!(lost_to_aldaron().title(), "Aldaron (heath) 45-19 Bill (mahajan) (1986)");
    }
}
