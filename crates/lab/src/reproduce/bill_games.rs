//! BILL's games of 1985 and 1986, whose drawings in the report's appendix II are lost.
//!
//! They are facts from a database of games, `bill_games.txt`. Those of the championship and against
//! Iago have the names and the scores of figures II-5 to II-15. The four of Waterloo have no names there;
//! docs/reproductions.md tells which are which, as far as that is known.

use std::sync::LazyLock;

use anyhow::{Context as _, Result};
use willow_board::{Color, Game};

/// How the database spells BILL.
const BILL: &str = "Bill (mahajan)";

/// A game of BILL.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BillGame {
    black: String,
    white: String,
    /// BILL's colour.
    pub(super) color: Color,
    /// The year of the game's file. Some games were played in another year.
    pub(super) year: u16,
    pub(super) game: Game,
}

impl BillGame {
    /// Reads a line of the file.
    fn read(line: &str) -> Result<BillGame> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [year, black, white, moves] = fields[..] else {
            anyhow::bail!("not a year, two names and moves: {line}");
        };
        Ok(BillGame {
            black: black.to_owned(),
            white: white.to_owned(),
            color: if black == BILL { Color::Black } else { Color::White },
            year: year.parse().with_context(|| line.to_owned())?,
            game: willow_records::transcript::parse(moves)?,
        })
    }

    /// Returns the players, the numbers of discs and the year.
    pub(super) fn title(&self) -> String {
        let discs = |color| self.game.position().discs(color).count();
        let [black, white] = [Color::Black, Color::White].map(discs);
        format!("{} {black}-{white} {} ({})", self.black, self.white, self.year)
    }

    /// Returns the name of BILL's opponent; `???` in the games of which four were played at Waterloo.
    pub(super) fn opponent(&self) -> &str {
        if self.color == Color::Black { &self.white } else { &self.black }
    }
}

/// Returns the games, year by year.
pub(super) fn bill_games() -> &'static [BillGame] {
    static GAMES: LazyLock<Vec<BillGame>> = LazyLock::new(|| {
        let lines = include_str!("bill_games.txt").lines();
        let games = lines.filter(|line| !line.starts_with('#')).map(BillGame::read);
        games.collect::<Result<_>>().expect("the file is part of the program")
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
        assert!(BillGame::read("1985\t???\tBill (mahajan)").is_err());
    }
}
