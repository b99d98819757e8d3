//! WTHOR, the French federation's database of tournament games, in three kinds of binary files.
//!
//! | file | records | bytes each |
//! | --- | --- | --- |
//! | `.wtb` | games of a year: tournament, players, scores, moves | 68 |
//! | `.jou` | names of players | 20 |
//! | `.trn` | names of tournaments | 26 |
//!
//! Every file begins with a header of 16 bytes. Numbers are little-endian; names are Latin-1 and end
//! with a zero byte. Passes are left out, and games are turned so that they begin with f5.
//!
//! The format's description, in French: <https://www.ffothello.org/wthor/Format_WThor.pdf>.

mod write;

use thiserror::Error;
use willow_board::{Color, DiscDiff, Game, PlayError, Square};

pub use self::write::{WthorFiles, WthorWriter, write, write_games};
use crate::{ErrorAt, RecordedEnding, RecordedGame, RecordedResult};

/// The bytes of a header.
pub(crate) const HEADER: usize = 16;
/// The bytes of a game.
pub(crate) const GAME: usize = 68;
/// The bytes of a player's name with its zero.
const PLAYER: usize = 20;
/// The bytes of a tournament's name with its zero.
const TOURNAMENT: usize = 26;
/// The most moves that a game can have.
const MOVES: usize = 60;
/// The bytes of a game before its moves.
const GAME_HEADER: usize = GAME - MOVES;

/// The header of a WTHOR file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WthorHeader {
    /// When the file was made.
    pub created: WthorDate,
    /// The number of games.
    pub n_games: u32,
    /// The number of names.
    pub n_names: u16,
    /// The year of the games.
    pub year: u16,
    /// The size of the board, where 0 means 8.
    pub board_size: u8,
    /// 1 for problems to solve, 0 for games.
    pub kind: u8,
    /// The number of empties from which on the theoretical score is perfect play's.
    pub depth: u8,
    /// A byte without a meaning.
    pub reserved: u8,
}

/// The day on which a file was made, as its header holds it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WthorDate {
    /// The year's hundreds: 20 in 2026.
    pub century: u8,
    /// The year in the century.
    pub year: u8,
    /// From 1.
    pub month: u8,
    /// Of the month, from 1.
    pub day: u8,
}

/// The error of bytes that are not a WTHOR file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WthorError {
    /// The file is shorter than a header.
    #[error("a WTHOR file has at least {HEADER} bytes, but this one has {length}")]
    NoHeader {
        /// The number of bytes.
        length: usize,
    },
    /// The header's count does not fit the size of the file.
    #[error("{n_records} records make {expected} bytes, but the file has {length}")]
    Length {
        /// The count in the header.
        n_records: usize,
        /// The size that it asks for.
        expected: u64,
        /// The size of the file.
        length: u64,
    },
    /// The games are not played on 8 by 8 squares.
    #[error("boards of size {size} are not supported")]
    BoardSize {
        /// The size in the header.
        size: u8,
    },
    /// The file holds names where games are wanted.
    #[error("the file holds names, not games")]
    NamesOnly,
    /// A byte is not a move.
    #[error("move {move_number}: {byte} is not a square (expected 11 to 88)")]
    NotAMove {
        /// The number of the move, counted from 1, without passes.
        move_number: usize,
        /// As the file has it: ten times the row and the column.
        byte: u8,
    },
    /// A move is not legal.
    #[error(transparent)]
    Illegal(#[from] PlayError),
    /// A score is more than 64 discs.
    #[error("a score of {discs} discs is more than 64")]
    Score {
        /// Out of the range 0 to 64.
        discs: u8,
    },
}

/// A game of a `.wtb` file, in its 68 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WthorGame {
    /// The number of the tournament, counted from 0.
    pub tournament: u16,
    /// The numbers of the players by [`Color::index`], counted from 0.
    pub players: [u16; 2],
    /// The recorded result as Black's discs, the empties given to the winner.
    pub black_discs: u8,
    /// Black's discs after perfect play from the header's number of empties on.
    pub theoretical: u8,
    /// The moves, 10 times the row and the column, both from 1; 0 after the last.
    pub moves: [u8; MOVES],
}

/// The names of players and tournaments, by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WthorNames {
    /// The players' names.
    pub players: Vec<String>,
    /// The tournaments' names.
    pub tournaments: Vec<String>,
}

/// A `.wtb` file: a header and games that are read one by one.
#[derive(Clone, Copy, Debug)]
pub struct WthorFile<'a> {
    header: WthorHeader,
    games: &'a [[u8; GAME]],
}

/// One of the three kinds of WTHOR files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WthorFileKind {
    /// Games (`.wtb`).
    Games,
    /// Names of players (`.jou`).
    Players,
    /// Names of tournaments (`.trn`).
    Tournaments,
}

impl WthorFileKind {
    /// Detects the kind of a file, if it is a WTHOR file.
    pub fn detect(bytes: &[u8]) -> Option<WthorFileKind> {
        let header = WthorHeader::parse(bytes).ok()?;
        let WthorDate { century, month, day, .. } = header.created;
        let is_date = (19..=21).contains(&century) && (1..=12).contains(&month) && day <= 31;
        let n_names = usize::from(header.n_names);
        match header.n_games {
            _ if !is_date => None,
            0 if n_names == 0 => Some(WthorFileKind::Games),
            0 if bytes.len() == HEADER + n_names * TOURNAMENT => Some(WthorFileKind::Tournaments),
            0 => Some(WthorFileKind::Players),
            _ => Some(WthorFileKind::Games),
        }
    }
}

impl WthorHeader {
    fn parse(bytes: &[u8]) -> Result<WthorHeader, WthorError> {
        let no_header = WthorError::NoHeader { length: bytes.len() };
        let &[century, year, month, day, g0, g1, g2, g3, n0, n1, y0, y1, size, kind, depth, last] =
            bytes.first_chunk::<HEADER>().ok_or(no_header)?;
        Ok(WthorHeader {
            created: WthorDate { century, year, month, day },
            n_games: u32::from_le_bytes([g0, g1, g2, g3]),
            n_names: u16::from_le_bytes([n0, n1]),
            year: u16::from_le_bytes([y0, y1]),
            board_size: size,
            kind,
            depth,
            reserved: last,
        })
    }

    /// Reads the header of a `.wtb` file.
    pub(crate) fn of_games(bytes: &[u8]) -> Result<WthorHeader, WthorError> {
        let header = WthorHeader::parse(bytes)?;
        if header.n_games == 0 && header.n_names != 0 {
            return Err(WthorError::NamesOnly);
        }
        if !matches!(header.board_size, 0 | 8) {
            return Err(WthorError::BoardSize { size: header.board_size });
        }
        Ok(header)
    }

    /// Returns the header as it stands in a file.
    pub fn bytes(&self) -> [u8; HEADER] {
        let WthorDate { century, year, month, day } = self.created;
        let [g0, g1, g2, g3] = self.n_games.to_le_bytes();
        let [n0, n1] = self.n_names.to_le_bytes();
        let [y0, y1] = self.year.to_le_bytes();
        let (size, kind, depth, last) = (self.board_size, self.kind, self.depth, self.reserved);
        [century, year, month, day, g0, g1, g2, g3, n0, n1, y0, y1, size, kind, depth, last]
    }
}

impl<'a> WthorFile<'a> {
    /// Reads the header of a `.wtb` file and checks that its size fits.
    ///
    /// # Errors
    /// What is wrong with the file as a whole. Single games are checked when they are replayed.
    pub fn parse(bytes: &'a [u8]) -> Result<WthorFile<'a>, WthorError> {
        let header = WthorHeader::of_games(bytes)?;
        check_length(bytes, header.n_games as usize, GAME)?;
        let (games, _) = bytes[HEADER..].as_chunks::<GAME>();
        Ok(WthorFile { header, games })
    }

    /// Returns the header.
    pub const fn header(&self) -> &WthorHeader {
        &self.header
    }

    /// Returns the number of games.
    pub const fn len(&self) -> usize {
        self.games.len()
    }

    /// Returns whether there are no games.
    pub const fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Returns the games as they stand in the file.
    pub fn games(&self) -> impl ExactSizeIterator<Item = WthorGame> + 'a {
        self.games.iter().map(WthorGame::parse)
    }

    /// Returns the record of one game, counted from 0, or what is wrong with it at which byte of the
    /// file; `None` behind the last.
    pub fn record(
        &self,
        index: usize,
        names: &WthorNames,
    ) -> Option<Result<RecordedGame, ErrorAt<WthorError>>> {
        let game = WthorGame::parse(self.games.get(index)?);
        let record = game.record(&self.header, names);
        Some(record.map_err(|error| error.shifted(Self::offset(index))))
    }

    /// Returns the byte of the file at which a game begins.
    pub const fn offset(index: usize) -> usize {
        HEADER + index * GAME
    }
}

/// Checks that a file has the length of a header and its records.
fn check_length(bytes: &[u8], n_records: usize, size: usize) -> Result<(), WthorError> {
    let expected = HEADER as u64 + n_records as u64 * size as u64;
    let length = bytes.len() as u64;
    if length == expected {
        Ok(())
    } else {
        Err(WthorError::Length { n_records, expected, length })
    }
}

impl WthorGame {
    pub(crate) fn parse(bytes: &[u8; GAME]) -> WthorGame {
        let &[t0, t1, b0, b1, w0, w1, black_discs, theoretical, ref moves @ ..] = bytes;
        WthorGame {
            tournament: u16::from_le_bytes([t0, t1]),
            players: [u16::from_le_bytes([b0, b1]), u16::from_le_bytes([w0, w1])],
            black_discs,
            theoretical,
            moves: *moves,
        }
    }

    /// Returns the game as it stands in a file.
    pub fn bytes(&self) -> [u8; GAME] {
        let mut bytes = [0; GAME];
        let [black, white] = self.players;
        for (place, number) in bytes.chunks_mut(2).zip([self.tournament, black, white]) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        bytes[6] = self.black_discs;
        bytes[7] = self.theoretical;
        bytes[GAME_HEADER..].copy_from_slice(&self.moves);
        bytes
    }

    /// Returns Black's recorded result, or `None` if it is not a score.
    pub fn score(&self) -> Option<DiscDiff> {
        disc_diff(self.black_discs)
    }

    /// Plays the moves.
    ///
    /// # Errors
    /// The first move that cannot be played, and at which byte of the game it stands.
    pub fn replay(&self) -> Result<Game, ErrorAt<WthorError>> {
        let mut game = Game::new();
        for (index, &byte) in self.moves.iter().take_while(|&&byte| byte != 0).enumerate() {
            let at = |error| ErrorAt { offset: GAME_HEADER + index, error };
            let not_a_move = at(WthorError::NotAMove { move_number: index + 1, byte });
            let square = square_of_byte(byte).ok_or(not_a_move)?;
            game.place(square).map_err(|error| at(error.into()))?;
        }
        Ok(game)
    }

    /// Returns the game with its names. A number without a name is written `#12`.
    ///
    /// # Errors
    /// What is wrong, and at which byte of the game.
    pub fn record(
        &self,
        header: &WthorHeader,
        names: &WthorNames,
    ) -> Result<RecordedGame, ErrorAt<WthorError>> {
        let discs = self.black_discs;
        let error = ErrorAt { offset: 6, error: WthorError::Score { discs } };
        let real = disc_diff(discs).ok_or(error)?;
        let mut record = RecordedGame::default();
        record.game = self.replay()?;
        for color in Color::ALL {
            record.player_mut(color).name = name(&names.players, self.players[color.index()]);
        }
        record.event = name(&names.tournaments, self.tournament);
        record.date = if header.year == 0 { String::new() } else { header.year.to_string() };
        record.result =
            Some(RecordedResult { score: f64::from(real.value()), ending: RecordedEnding::Board });
        Ok(record)
    }
}

/// Returns Black's result from Black's discs with the empties given to the winner.
fn disc_diff(black_discs: u8) -> Option<DiscDiff> {
    DiscDiff::new(2 * i32::from(black_discs) - 64).ok()
}

fn name(names: &[String], number: u16) -> String {
    names.get(usize::from(number)).cloned().unwrap_or_else(|| format!("#{number}"))
}

/// Returns the square that a byte stands for: 10 times the row and the column, both from 1.
fn square_of_byte(byte: u8) -> Option<Square> {
    let (row, column) = (u32::from(byte / 10), u32::from(byte % 10));
    Square::from_coords(column.checked_sub(1)?, row.checked_sub(1)?)
}

impl WthorNames {
    /// Reads the names of players and tournaments.
    ///
    /// # Errors
    /// What is wrong with one of the two files.
    pub fn parse(players: &[u8], tournaments: &[u8]) -> Result<WthorNames, WthorError> {
        Ok(WthorNames {
            players: parse_names(players, PLAYER)?,
            tournaments: parse_names(tournaments, TOURNAMENT)?,
        })
    }

    /// Takes the names of one file: its length tells whether they are those of players or of tournaments.
    ///
    /// # Errors
    /// The file is not one of names.
    pub fn add(&mut self, file: &[u8]) -> Result<(), WthorError> {
        match WthorFileKind::detect(file) {
            Some(WthorFileKind::Tournaments) => self.tournaments = parse_names(file, TOURNAMENT)?,
            _ => self.players = parse_names(file, PLAYER)?,
        }
        Ok(())
    }
}

fn parse_names(bytes: &[u8], size: usize) -> Result<Vec<String>, WthorError> {
    let n_names = usize::from(WthorHeader::parse(bytes)?.n_names);
    check_length(bytes, n_names, size)?;
    let latin1 = |name: &[u8]| {
        let name = name[..size - 1].iter().take_while(|&&byte| byte != 0);
        name.map(|&byte| char::from(byte)).collect()
    };
    Ok(bytes[HEADER..].chunks_exact(size).map(latin1).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{WriteProblem, transcript};

    const CREATED: WthorDate = WthorDate { century: 20, year: 26, month: 11, day: 21 };

    fn record(moves: &str, score: f64) -> RecordedGame {
        let mut record = RecordedGame::new(transcript::parse(moves).unwrap());
        record.result = Some(RecordedResult { score, ending: RecordedEnding::Board });
        record.player_mut(Color::Black).name = "Doe Jane".to_owned();
        record.event = "Open d'Été".to_owned();
        record
    }

    fn written(records: &[RecordedGame]) -> WthorFiles {
        write(records, 2026, CREATED).unwrap()
    }

    #[test]
    fn a_database_is_written_and_read() {
        let files = written(&[record("f5d6c3", 4.0), record("d3c3", -10.0)]);
        assert_eq!(files.games.len(), HEADER + 2 * GAME);
        assert_eq!(WthorFileKind::detect(&files.games), Some(WthorFileKind::Games));
        assert_eq!(WthorFileKind::detect(&files.players), Some(WthorFileKind::Players));
        assert_eq!(WthorFileKind::detect(&files.tournaments), Some(WthorFileKind::Tournaments));
        let names = WthorNames::parse(&files.players, &files.tournaments).unwrap();
        assert_eq!(names.players, ["???", "Doe Jane"]);
        let mut added = WthorNames::default();
        added.add(&files.tournaments).unwrap();
        added.add(&files.players).unwrap();
        assert_eq!(added, names);
        assert!(added.add(&files.games).is_err() && added.add(b"f5d6").is_err());
        let file = WthorFile::parse(&files.games).unwrap();
        assert_eq!((file.header().year, file.len(), file.is_empty()), (2026, 2, false));
        let first = file.record(0, &names).unwrap().unwrap();
        assert_eq!((first.event.as_str(), first.date.as_str()), ("Open d'Été", "2026"));
        assert_eq!(first.player(Color::White).name, "???");
        assert_eq!(
            first.result,
            Some(RecordedResult { score: 4.0, ending: RecordedEnding::Board })
        );
        let second = file.record(1, &names).unwrap().unwrap();
        assert_eq!(transcript::write(&second.game), "f5f6", "turned so that it begins with f5");
        assert!(file.record(2, &names).is_none());
    }

    #[test]
    fn what_the_format_cannot_hold_is_refused_or_told() {
        let problem = |record: RecordedGame| write(&[record], 2026, CREATED).unwrap_err().problem;
        let elsewhere = format!("OX{} X", "-".repeat(62));
        let start = crate::board_text::parse(&elsewhere).unwrap();
        assert_eq!(problem(RecordedGame::from_position(start)), WriteProblem::StartPosition);
        let unfinished = RecordedGame::new(transcript::parse("f5").unwrap());
        assert_eq!(problem(unfinished), WriteProblem::NoResult);
        assert_eq!(problem(record("f5", f64::NAN)), WriteProblem::NoResult);
        let mut long_name = record("f5", 0.0);
        long_name.player_mut(Color::White).name = "N".repeat(20);
        let files = written(&[long_name]);
        assert_eq!(files.shortened, ["N".repeat(20)]);
        let names = WthorNames::parse(&files.players, &files.tournaments).unwrap();
        assert_eq!(names.players[2], "N".repeat(19));
    }

    #[test]
    fn errors_say_at_which_byte() {
        let good = written(&[record("f5d6c3", 4.0)]).games;
        let error = |index: usize, byte: u8| {
            let mut bytes = good.clone();
            bytes[index] = byte;
            let file = WthorFile::parse(&bytes)?;
            let record = file.record(0, &WthorNames::default()).expect("there is a game");
            record.map(|_| ()).map_err(|at| {
                assert_eq!(at.offset, index);
                at.error
            })
        };
        let moves = HEADER + GAME_HEADER;
        assert_eq!(error(moves + 1, 99), Err(WthorError::NotAMove { move_number: 2, byte: 99 }));
        assert_eq!(error(moves + 1, 10), Err(WthorError::NotAMove { move_number: 2, byte: 10 }));
        assert!(matches!(error(moves + 1, 11), Err(WthorError::Illegal(_))));
        assert_eq!(error(HEADER + 6, 65), Err(WthorError::Score { discs: 65 }));
        assert_eq!(error(12, 10), Err(WthorError::BoardSize { size: 10 }));
        let expected = (HEADER + 2 * GAME) as u64;
        let length = (HEADER + GAME) as u64;
        assert_eq!(error(4, 2), Err(WthorError::Length { n_records: 2, expected, length }));
        assert_eq!(WthorFile::parse(&good[..9]).unwrap_err(), WthorError::NoHeader { length: 9 });
        let names = written(&[]).players;
        assert_eq!(WthorFile::parse(&names).unwrap_err(), WthorError::NamesOnly);
    }

    #[test]
    fn numbers_without_names_stay_numbers() {
        let games = written(&[record("f5d6c3", 4.0)]).games;
        let file = WthorFile::parse(&games).unwrap();
        let record = file.record(0, &WthorNames::default()).unwrap().unwrap();
        assert_eq!(record.player(Color::Black).name, "#1");
    }
}
