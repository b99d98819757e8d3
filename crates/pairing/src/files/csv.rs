//! Comma-separated values: players and games, in and out; standings, out.
//!
//! Fields with a comma, a quote or a line end are quoted (RFC 4180). The first line names the columns. Spreadsheets that write
//! semicolons are read, too.

use super::FileError;
use crate::standings::points;
use crate::tournament::GameNumber;
use crate::{Color, GameResult, Player, PlayerId, Standings, Tournament};

const PLAYERS: [&str; 4] = ["name", "country", "federation_id", "rating"];
const GAMES: [&str; 8] =
    ["round", "table", "game", "black", "white", "black_discs", "white_discs", "forfeit"];

/// A game as a line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvGame {
    /// Which game.
    pub number: GameNumber,
    /// Black's and White's names.
    pub names: [String; 2],
    /// The result, if it is known.
    pub result: Option<GameResult>,
}

/// Writes the players of a tournament.
pub fn write_players(tournament: &Tournament) -> String {
    let number = |number: Option<String>| number.unwrap_or_default();
    let rows = tournament.players().iter().map(|player| {
        vec![
            player.name.clone(),
            player.country.clone().unwrap_or_default(),
            number(player.federation_id.map(|id| id.to_string())),
            number(player.rating.map(|rating| rating.to_string())),
        ]
    });
    table(&PLAYERS, rows)
}

/// Reads players and numbers them from `first` on. Only the column `name` is needed.
///
/// # Errors
/// A column is unknown, or a field cannot be read.
pub fn read_players(text: &str, first: PlayerId) -> Result<Vec<Player>, FileError> {
    let rows = rows(text, &PLAYERS, &["name"])?;
    let player = |(index, row): (usize, Row)| {
        Ok(Player {
            id: PlayerId(first.0 + index as u32),
            name: row.text("name").to_owned(),
            country: Some(row.text("country").to_owned()).filter(|country| !country.is_empty()),
            federation_id: row.number("federation_id")?,
            rating: row.number("rating")?,
        })
    };
    rows.into_iter().enumerate().map(player).collect()
}

/// Writes the games of a tournament.
pub fn write_games(tournament: &Tournament) -> String {
    let games = games(tournament).into_iter().map(|game| {
        let GameNumber { round, table, game: number } = game.number;
        let [black, white] = game.names;
        let [discs, forfeit] = match game.result {
            None => [[String::new(), String::new()], [String::new(), String::new()]],
            Some(GameResult::Discs(black, white)) => {
                [[black.to_string(), white.to_string()], Default::default()]
            }
            Some(forfeit) => {
                [Default::default(), [forfeit_word(forfeit).to_owned(), String::new()]]
            }
        };
        let [black_discs, white_discs] = discs;
        let numbers = [round, table, number].map(|number| number.to_string());
        let [forfeit, _] = forfeit;
        [numbers.to_vec(), vec![black, white, black_discs, white_discs, forfeit]].concat()
    });
    table(&GAMES, games)
}

/// Returns the games of a tournament as lines of a file.
pub fn games(tournament: &Tournament) -> Vec<CsvGame> {
    let name =
        |id: PlayerId| tournament.player(id).map_or_else(String::new, |player| player.name.clone());
    let mut all = Vec::new();
    for (round, found) in (1..).zip(tournament.rounds()) {
        for (table, found) in (1..).zip(&found.tables) {
            for (index, result) in found.results.iter().enumerate() {
                let number = GameNumber { round, table, game: index as u32 + 1 };
                all.push(CsvGame {
                    number,
                    names: found.players(index).map(name),
                    result: *result,
                });
            }
        }
    }
    all
}

/// Reads games.
///
/// # Errors
/// A column is missing or unknown, or a field cannot be read.
pub fn read_games(text: &str) -> Result<Vec<CsvGame>, FileError> {
    rows(text, &GAMES, &GAMES[..7])?.iter().map(csv_game).collect()
}

fn csv_game(row: &Row) -> Result<CsvGame, FileError> {
    let needed = |column: &str| -> Result<u32, FileError> {
        row.number(column)?.ok_or_else(|| row.error(format!("{column} is empty")))
    };
    let number =
        GameNumber { round: needed("round")?, table: needed("table")?, game: needed("game")? };
    let discs: [Option<u8>; 2] = [row.number("black_discs")?, row.number("white_discs")?];
    let result = match (row.text("forfeit"), discs) {
        ("", [Some(black), Some(white)]) => Some(GameResult::Discs(black, white)),
        ("", [None, None]) => None,
        ("", _) => return Err(row.error("one side has no discs".to_owned())),
        ("black", [None, None]) => Some(GameResult::Forfeit(Color::Black)),
        ("white", [None, None]) => Some(GameResult::Forfeit(Color::White)),
        ("both", [None, None]) => Some(GameResult::DoubleForfeit),
        (word, _) => {
            let problem = format!("forfeit is {word:?} (black, white or both, and no discs)");
            return Err(row.error(problem));
        }
    };
    if result.is_some_and(|result| !result.is_possible()) {
        return Err(row.error("a board has 13 to 64 discs".to_owned()));
    }
    let names = ["black", "white"].map(|column| row.text(column).to_owned());
    Ok(CsvGame { number, names, result })
}

const fn forfeit_word(result: GameResult) -> &'static str {
    match result {
        GameResult::Forfeit(Color::Black) => "black",
        GameResult::Forfeit(Color::White) => "white",
        GameResult::DoubleForfeit => "both",
        GameResult::Discs(..) => "",
    }
}

/// Writes the standings of a tournament.
pub fn write_standings(tournament: &Tournament) -> String {
    let ties = &tournament.rules().tie_breaks;
    let titles = ties.iter().map(ToString::to_string);
    let heads = ["rank", "name", "country", "points"].map(str::to_owned).into_iter().chain(titles);
    let rows = Standings::new(tournament).players.into_iter().filter_map(|standing| {
        let player = tournament.player(standing.player)?;
        let country = player.country.clone().unwrap_or_default();
        let fixed =
            [standing.rank.to_string(), player.name.clone(), country, points(standing.half_points)];
        let figures = ties.iter().map(|tie_break| standing.tie_break(*tie_break));
        Some(fixed.into_iter().chain(figures).collect())
    });
    let heads: Vec<String> = heads.collect();
    table(&heads.iter().map(String::as_str).collect::<Vec<_>>(), rows)
}

fn table(heads: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let heads = heads.iter().map(|&head| head.to_owned()).collect();
    let lines = std::iter::once(heads).chain(rows).map(|row: Vec<String>| {
        row.iter().map(|field| quoted(field)).collect::<Vec<_>>().join(",") + "\n"
    });
    lines.collect()
}

fn quoted(field: &str) -> String {
    if field.contains(['"', ',', ';', '\n', '\r']) || field.trim() != field {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// A line with the names of its columns.
struct Row {
    line: usize,
    fields: Vec<(&'static str, String)>,
}

impl Row {
    fn text(&self, column: &str) -> &str {
        self.fields.iter().find(|(name, _)| *name == column).map_or("", |(_, field)| field)
    }

    fn number<T: std::str::FromStr>(&self, column: &str) -> Result<Option<T>, FileError> {
        let text = self.text(column);
        if text.is_empty() {
            return Ok(None);
        }
        let number = text.parse().map(Some);
        number.map_err(|_| self.error(format!("{column} is {text:?}, not a number in range")))
    }

    fn error(&self, problem: String) -> FileError {
        FileError::new(self.line, problem)
    }
}

/// Reads lines with these columns, some of them required.
fn rows(
    text: &str,
    columns: &[&'static str],
    needed: &[&'static str],
) -> Result<Vec<Row>, FileError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let first = text.lines().next().unwrap_or("");
    let separator = if first.contains(';') { ';' } else { ',' };
    let mut records = records(text, separator)?.into_iter();
    let (_, heads) = records.next().ok_or_else(|| FileError::new(1, "the file is empty"))?;
    let mut found = Vec::new();
    for head in &heads {
        let known = columns.iter().find(|column| **column == head.trim());
        found.push(*known.ok_or_else(|| {
            FileError::new(1, format!("unknown column {head:?} (columns: {})", columns.join(", ")))
        })?);
    }
    if let Some(missing) = needed.iter().find(|column| !found.contains(column)) {
        return Err(FileError::new(1, format!("the column {missing} is missing")));
    }
    let row = |(line, fields): (usize, Vec<String>)| {
        if fields.len() != found.len() {
            let problem = format!("{} fields for {} columns", fields.len(), found.len());
            return Err(FileError::new(line, problem));
        }
        Ok(Row { line, fields: found.iter().copied().zip(fields).collect() })
    };
    records.map(row).collect()
}

/// Splits a text into records with the numbers of their first lines. Empty lines are left out.
fn records(text: &str, separator: char) -> Result<Vec<(usize, Vec<String>)>, FileError> {
    let (mut records, mut fields, mut field) = (Vec::new(), Vec::new(), String::new());
    let (mut line, mut first, mut is_quoted) = (1, 1, false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        line += usize::from(letter == '\n');
        match letter {
            '"' if is_quoted && letters.next_if_eq(&'"').is_some() => field.push('"'),
            '"' if is_quoted || field.is_empty() => is_quoted = !is_quoted,
            _ if is_quoted => field.push(letter),
            '\r' => (),
            '\n' => {
                fields.push(std::mem::take(&mut field));
                if fields != [""] {
                    records.push((first, std::mem::take(&mut fields)));
                }
                fields.clear();
                first = line;
            }
            _ if letter == separator => fields.push(std::mem::take(&mut field)),
            _ => field.push(letter),
        }
    }
    if is_quoted {
        return Err(FileError::new(first, "a quote is not closed"));
    }
    fields.push(field);
    if fields != [""] {
        records.push((first, fields));
    }
    Ok(records)
}
