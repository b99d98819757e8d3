//! Writing WTHOR files.

use std::collections::HashMap;

use willow_board::{Color, Move, Position, Square, Symmetry};

use super::{MOVES, PLAYER, TOURNAMENT, WthorDate, WthorGame, WthorHeader, WthorNames};
use crate::write_error::{WriteError, WriteProblem};
use crate::{RecordedGame, RecordedResult};

/// The three files of a WTHOR database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WthorFiles {
    /// The games (`.wtb`).
    pub games: Vec<u8>,
    /// The names of the players (`.jou`).
    pub players: Vec<u8>,
    /// The names of the tournaments (`.trn`).
    pub tournaments: Vec<u8>,
    /// The names that did not fit, in full. In the files they are cut off.
    pub shortened: Vec<String>,
}

/// The first of the names, for players and tournaments without a name.
const UNKNOWN: &str = "???";

/// Writes games and names as a WTHOR database.
///
/// Games are turned so that they begin with f5. Characters outside Latin-1 become `?`. There are no theoretical
/// scores.
///
/// # Errors
/// The first game that the format cannot hold.
pub fn write(
    records: &[RecordedGame],
    year: u16,
    created: WthorDate,
) -> Result<WthorFiles, WriteError> {
    let mut writer = WthorWriter::new(year, created);
    let games = records.iter().map(|record| writer.game(record)).collect::<Result<Vec<_>, _>>()?;
    let names = &writer.names;
    Ok(WthorFiles {
        games: write_games(&writer.header, &games),
        players: names.write_players(created),
        tournaments: names.write_tournaments(created),
        shortened: writer.shortened().cloned().collect(),
    })
}

/// Makes the games and names of a WTHOR database, one game after the other.
#[derive(Clone, Debug)]
pub struct WthorWriter {
    /// The header of the games so far.
    pub header: WthorHeader,
    names: WthorNames,
    players: NameTable,
    tournaments: NameTable,
}

impl WthorWriter {
    /// Returns a writer without games.
    pub fn new(year: u16, created: WthorDate) -> WthorWriter {
        let unknown = || vec![UNKNOWN.to_owned()];
        WthorWriter {
            header: WthorHeader { created, year, board_size: 8, ..WthorHeader::default() },
            names: WthorNames { players: unknown(), tournaments: unknown() },
            players: NameTable::new(PLAYER),
            tournaments: NameTable::new(TOURNAMENT),
        }
    }

    /// Returns the next game.
    ///
    /// # Errors
    /// The format cannot hold it.
    pub fn game(&mut self, record: &RecordedGame) -> Result<WthorGame, WriteError> {
        let entry = self.header.n_games as usize + 1;
        self.numbered_game(record).map_err(|problem| WriteError { entry, problem })
    }

    fn numbered_game(&mut self, record: &RecordedGame) -> Result<WthorGame, WriteProblem> {
        if *record.game.start() != Position::START {
            return Err(WriteProblem::StartPosition);
        }
        let black_discs = discs_of_result(record.result.ok_or(WriteProblem::NoResult)?)?;
        let mut players = [0; 2];
        for color in Color::ALL {
            let name = &record.player(color).name;
            players[color.index()] = self.players.number(name, &mut self.names.players)?;
        }
        let tournament = self.tournaments.number(&record.event, &mut self.names.tournaments)?;
        self.header.n_games =
            self.header.n_games.checked_add(1).ok_or(WriteProblem::TooManyGames)?;
        let moves = turned_moves(record);
        Ok(WthorGame { tournament, players, black_discs, theoretical: black_discs, moves })
    }

    /// Returns the names of the games so far, as the files hold them.
    pub const fn names(&self) -> &WthorNames {
        &self.names
    }

    /// Returns the names that did not fit, in full.
    pub fn shortened(&self) -> impl Iterator<Item = &String> {
        self.players.shortened.iter().chain(&self.tournaments.shortened)
    }
}

/// Writes a `.wtb` file with this header. The header's count should be that of the games.
pub fn write_games(header: &WthorHeader, games: &[WthorGame]) -> Vec<u8> {
    let games = games.iter().flat_map(WthorGame::bytes);
    header.bytes().into_iter().chain(games).collect()
}

impl WthorNames {
    /// Writes the `.jou` file. Names are cut off after 19 characters, lists after 65,535 names.
    pub fn write_players(&self, created: WthorDate) -> Vec<u8> {
        write_names(created, &self.players, PLAYER)
    }

    /// Writes the `.trn` file. Names are cut off after 25 characters, lists after 65,535 names.
    pub fn write_tournaments(&self, created: WthorDate) -> Vec<u8> {
        write_names(created, &self.tournaments, TOURNAMENT)
    }
}

fn write_names(created: WthorDate, names: &[String], size: usize) -> Vec<u8> {
    let n_names = u16::try_from(names.len()).unwrap_or(u16::MAX);
    let header = WthorHeader { created, n_names, ..WthorHeader::default() };
    let mut bytes = header.bytes().to_vec();
    for name in names.iter().take(usize::from(n_names)) {
        let end = bytes.len() + size;
        bytes.extend(latin1(name).take(size - 1));
        bytes.resize(end, 0);
    }
    bytes
}

/// Returns a text in Latin-1. Other characters become `?`.
fn latin1(text: &str) -> impl Iterator<Item = u8> + '_ {
    text.chars().map(|c| u8::try_from(c).ok().filter(|&byte| byte != 0).unwrap_or(b'?'))
}

/// Returns Black's discs for a result, 0 to 64.
fn discs_of_result(result: RecordedResult) -> Result<u8, WriteProblem> {
    // NaN fails both comparisons.
    if -64.0 <= result.score && result.score <= 64.0 {
        Ok(f64::midpoint(64.0, result.score).round() as u8)
    } else {
        Err(WriteProblem::NoResult)
    }
}

/// Returns the moves, without passes, turned so that the first is f5.
fn turned_moves(record: &RecordedGame) -> [u8; MOVES] {
    let squares = || record.game.moves().filter_map(Move::square);
    let first = squares().next().unwrap_or(Square::F5);
    let symmetry = Symmetry::ALL
        .into_iter()
        .find(|&symmetry| {
            first.transformed(symmetry) == Square::F5
                && Position::START.transformed(symmetry) == Position::START
        })
        .expect("the four first moves are images of each other");
    let mut moves = [0; MOVES];
    for (byte, square) in moves.iter_mut().zip(squares()) {
        *byte = byte_of_square(square.transformed(symmetry));
    }
    moves
}

const fn byte_of_square(square: Square) -> u8 {
    (10 * (square.row() + 1) + square.column() + 1) as u8
}

/// The numbers of players or tournaments.
#[derive(Clone, Debug)]
struct NameTable {
    size: usize,
    numbers: HashMap<String, u16>,
    shortened: Vec<String>,
}

impl NameTable {
    fn new(size: usize) -> NameTable {
        NameTable { size, numbers: HashMap::new(), shortened: Vec::new() }
    }

    /// Returns the number of a name. A new one is added to the names.
    fn number(&mut self, name: &str, names: &mut Vec<String>) -> Result<u16, WriteProblem> {
        if name.is_empty() || name == UNKNOWN {
            return Ok(0);
        }
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        let number = u16::try_from(names.len())
            .ok()
            .filter(|&number| number < u16::MAX)
            .ok_or(WriteProblem::TooManyNames)?;
        if self.size <= name.chars().count() {
            self.shortened.push(name.to_owned());
        }
        names.push(latin1(name).take(self.size - 1).map(char::from).collect());
        self.numbers.insert(name.to_owned(), number);
        Ok(number)
    }
}
