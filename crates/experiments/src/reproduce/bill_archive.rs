//! BILL's games of 1985 and 1986 from the WTHOR database.
//!
//! They are the games of the report's figures II-1 to II-15, whose drawings are lost.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use serde::{Deserialize, Serialize};
use willow_board::{Color, Game};
use willow_records::wthor::{WthorFile, WthorNames};

/// How the archive spells BILL.
const BILL: &str = "Bill (mahajan)";

/// A game of BILL.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BillGame {
    /// Black's name.
    pub(super) black: String,
    /// White's name.
    pub(super) white: String,
    /// BILL's colour.
    pub(super) color: Color,
    /// The year of the game's file. Some games were played in another year.
    pub(super) year: u16,
    /// The moves.
    pub(super) game: Game,
}

impl BillGame {
    /// Returns the players, the numbers of discs and the year.
    #[must_use]
    pub(super) fn title(&self) -> String {
        let discs = self.game.outcome().map_or((0, 0), |end| (end.black_discs, end.white_discs));
        format!("{} {}-{} {} ({})", self.black, discs.0, discs.1, self.white, self.year)
    }

    /// Returns the name of BILL's opponent.
    #[must_use]
    pub(super) fn opponent(&self) -> &str {
        if self.color == Color::Black { &self.white } else { &self.black }
    }
}

/// A game of BILL as written to the log.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct LoggedBillGame {
    black: String,
    white: String,
    is_black: bool,
    year: u16,
    moves: String,
}

impl LoggedBillGame {
    /// Returns the line of the log for a game.
    pub(super) fn of(game: &BillGame) -> LoggedBillGame {
        LoggedBillGame {
            black: game.black.clone(),
            white: game.white.clone(),
            is_black: game.color == Color::Black,
            year: game.year,
            moves: willow_records::transcript::write(&game.game),
        }
    }

    /// Replays the game.
    ///
    /// # Errors
    /// The moves must be legal, which those of a damaged log may not be.
    pub(super) fn replay(self) -> Result<BillGame> {
        Ok(BillGame {
            game: willow_records::transcript::parse(&self.moves)?,
            color: if self.is_black { Color::Black } else { Color::White },
            black: self.black,
            white: self.white,
            year: self.year,
        })
    }
}

/// Returns whether a game is in the report.
///
/// By their scores, the games of Waterloo are those of 1985 without the opponents' names. The games
/// of the North American Championship have the year 1986, the two against Iago 1989. In other
/// years, BILL is a later program.
fn is_in_report(game: &BillGame) -> bool {
    match game.year {
        1985 => game.opponent() == "???",
        1986 => true,
        1989 => game.opponent().starts_with("Iago"),
        _ => false,
    }
}

/// Reads the games of the report from a folder of WTHOR files, year by year.
///
/// # Errors
/// The folder must have the files of names and at least one game of BILL.
pub(super) fn bill_games(folder: &Path) -> Result<Vec<BillGame>> {
    let mut years = Vec::new();
    let mut names = [None, None];
    let listing = std::fs::read_dir(folder);
    for entry in listing.with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        let extension = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
        let read =
            || std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()));
        match extension.to_ascii_lowercase().as_str() {
            "wtb" => years.push(path),
            "jou" => names[0] = Some(read()?),
            "trn" => names[1] = Some(read()?),
            _ => {}
        }
    }
    years.sort();
    let [Some(players), Some(tournaments)] = names else {
        anyhow::bail!("{}: there are no files .JOU and .TRN with the names", folder.display());
    };
    let names = WthorNames::parse(&players, &tournaments)?;
    let mut games = Vec::new();
    for path in years {
        let bytes = std::fs::read(&path)?;
        add_games(&bytes, &names, &mut games).with_context(|| path.display().to_string())?;
    }
    ensure!(!games.is_empty(), "{}: there is no game of {BILL}", folder.display());
    Ok(games)
}

fn add_games(bytes: &[u8], names: &WthorNames, games: &mut Vec<BillGame>) -> Result<()> {
    let file = WthorFile::parse(bytes)?;
    for game in file.games() {
        let [black, white] = game.players.map(|index| {
            names.players.get(usize::from(index)).map_or("???", |name| name.trim()).to_owned()
        });
        let color = match (black == BILL, white == BILL) {
            (true, _) => Color::Black,
            (_, true) => Color::White,
            _ => continue,
        };
        let year = file.header().year;
        let replayed = game.replay().map_err(|at| anyhow::anyhow!("{:?}", at.error))?;
        let game = BillGame { color, year, game: replayed, black, white };
        if is_in_report(&game) {
            games.push(game);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use willow_records::wthor::{WthorDate, write};
    use willow_records::{RecordedEnding, RecordedGame, RecordedPlayer, RecordedResult};

    use super::*;

    fn record(black: &str, white: &str) -> RecordedGame {
        let mut record =
            RecordedGame::new(willow_records::transcript::parse("f5d6c3d3c4").unwrap());
        record.players = [black, white]
            .map(|name| RecordedPlayer { name: name.into(), ..RecordedPlayer::default() });
        record.result = Some(RecordedResult { score: 10.0, ending: RecordedEnding::Board });
        record
    }

    fn write_year(folder: &Path, year: u16, records: &[RecordedGame]) {
        let files =
            write(records, year, WthorDate { century: 20, year: 26, month: 1, day: 1 }).unwrap();
        std::fs::write(folder.join(format!("WTH_{year}.wtb")), files.games).unwrap();
        std::fs::write(folder.join("WTHOR.JOU"), files.players).unwrap();
        std::fs::write(folder.join("WTHOR.TRN"), files.tournaments).unwrap();
    }

    #[test]
    fn games_of_the_report_are_found_by_year_and_opponent() {
        let folder = tempfile::tempdir().unwrap();
        assert!(bill_games(folder.path()).is_err(), "there are no names");
        write_year(
            folder.path(),
            1986,
            &[record("Aldaron (heath)", BILL), record("Brand", "Iago")],
        );
        let games = bill_games(folder.path()).unwrap();
        assert_eq!(games.len(), 1);
        assert_eq!((games[0].color, games[0].opponent()), (Color::White, "Aldaron (heath)"));
        assert_eq!(games[0].game.n_plies(), 5);
        let logged = LoggedBillGame::of(&games[0]).replay().unwrap();
        assert_eq!(logged, games[0]);
        assert!(games[0].title().starts_with("Aldaron (heath) "), "{}", games[0].title());
        let other = tempfile::tempdir().unwrap();
        write_year(other.path(), 1997, &[record("Zebra", BILL)]);
        assert!(bill_games(other.path()).is_err(), "a later program");
    }
}
