//! BILL's games of 1985 and 1986, whose drawings in the report's appendix II are lost.
//!
//! They are facts from a database of games, `bill_games.txt`. Those of the championship and against
//! Iago have the names and the scores of figures II-5 to II-15. The four of Waterloo have no names there;
//! docs/reproductions.md tells which are which, as far as that is known.

use std::sync::LazyLock;

use willow_board::{Color, Game};

use super::rows;

/// How the database spells BILL.
const BILL: &str = "Bill (mahajan)";

/// A game of BILL.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BillGame {
    black: &'static str,
    white: &'static str,
    /// BILL's colour.
    pub(super) color: Color,
    /// The year of the game's file. Some games were played in another year.
    pub(super) year: &'static str,
    pub(super) game: Game,
}

impl BillGame {
    /// Returns the players, the numbers of discs and the year.
    pub(super) fn title(&self) -> String {
        let discs = |color| self.game.position().discs(color).count();
        let [black, white] = [Color::Black, Color::White].map(discs);
        format!("{} {black}-{white} {} ({})", self.black, self.white, self.year)
    }

    /// Returns the name of BILL's opponent; `???` in the games of which four were played at Waterloo.
    pub(super) fn opponent(&self) -> &'static str {
        if self.color == Color::Black { self.white } else { self.black }
    }
}

/// Returns the games, year by year.
pub(super) fn bill_games() -> &'static [BillGame] {
    static GAMES: LazyLock<Vec<BillGame>> = LazyLock::new(|| {
        let games = rows(include_str!("bill_games.txt")).map(|[year, black, white, moves]| {
            let color = if black == BILL { Color::Black } else { Color::White };
            let game = willow_records::transcript::parse(moves).expect("a test reads the file");
            BillGame { black, white, color, year, game }
        });
        games.collect()
    });
    &GAMES
}

/// Returns the game that BILL lost to Aldaron (figure II-7).
pub(super) fn lost_to_aldaron() -> &'static BillGame {
    let lost = bill_games().iter().find(|game| game.black.starts_with("Aldaron"));
    lost.expect("it is one of the games")
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
        assert_eq!((titles.len(), bill_games().len()), (0, 15));
        assert!(bill_games().iter().all(|game| game.game.is_over()));
        assert_eq!(lost_to_aldaron().title(), "Aldaron (heath) 45-19 Bill (mahajan) (1986)");
    }
}
