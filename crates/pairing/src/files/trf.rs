//! TRF, FIDE's tournament report: fixed columns, the codes of TRF-2026 for the number of rounds and the first colour.
//!
//! It holds points and colours and no discs. `b` is Black, who moves first in Othello.

use std::fmt::Write as _;
use std::ops::Range;

use super::FileError;
use crate::standings::crosstable_row;
use crate::{ByeKind, Cell, Color, GameResult, PlayerId, Standings, Tournament};

/// The contents of a file, as far as Othello needs them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trf {
    /// The name of the tournament.
    pub name: String,
    /// The country, empty if it is not known.
    pub country: String,
    /// The days, as people write them.
    pub date: String,
    /// The number of rounds.
    pub n_rounds: u32,
    /// The players, in the order of their numbers.
    pub players: Vec<TrfPlayer>,
}

/// A player of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrfPlayer {
    /// The starting number, from 1.
    pub number: u32,
    /// The name, of at most 33 characters.
    pub name: String,
    /// The rating; none of a newcomer.
    pub rating: Option<u32>,
    /// The country, of at most 3 characters.
    pub country: String,
    /// The federation's number.
    pub federation_id: Option<u32>,
    /// The score, in half-points.
    pub half_points: u32,
    /// The place in the final standings, from 1.
    pub rank: u32,
    /// What the player did in each round.
    pub games: Vec<TrfGame>,
}

/// A game of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrfGame {
    /// The opponent's number.
    pub opponent: Option<u32>,
    /// The own colour.
    pub color: Option<Color>,
    /// The result: `1`, `=`, `0`, by forfeit `+` or `-`, a bye `U`, `H`, `Z`.
    pub result: char,
}

/// The results that a file may have.
const RESULTS: &str = "1=0+-WDLFHUZ";
/// Maximum rating that the four columns hold.
const MAX_RATING: u32 = 9999;

/// The greatest score that the four columns hold, 99.5, in half-points.
const MAX_HALF_POINTS: u32 = 199;

/// The columns of a player's line, from 0: TRF-2026, section 001.
const NUMBER: Range<usize> = 4..8;
const NAME: Range<usize> = 14..47;
const RATING: Range<usize> = 48..52;
const COUNTRY: Range<usize> = 53..56;
const FEDERATION_ID: Range<usize> = 57..68;
const POINTS: Range<usize> = 80..84;
const RANK: Range<usize> = 85..89;
/// The first column of the rounds.
const FIRST_ROUND: usize = 89;
/// The columns of a round.
const ROUND: usize = 10;

impl Trf {
    /// Returns the file of a tournament. A round of several games at a table has the result of all of them.
    pub fn of_event(tournament: &Tournament) -> Trf {
        let standings = Standings::new(tournament);
        let players = tournament.players().iter().map(|player| {
            let standing = standings.players.iter().find(|standing| standing.player == player.id);
            TrfPlayer {
                number: player.id.0,
                name: cut(&player.name, NAME.len()),
                rating: player
                    .rating
                    .and_then(|rating| u32::try_from(rating).ok())
                    .filter(|rating| *rating <= MAX_RATING),
                country: cut(player.country.as_deref().unwrap_or(""), COUNTRY.len()),
                federation_id: player.federation_id,
                half_points: standing.map_or(0, |it| it.half_points.min(MAX_HALF_POINTS)),
                rank: standing.map_or(0, |standing| standing.rank),
                games: games(tournament, player.id),
            }
        });
        Trf {
            name: one_line(&tournament.about().name),
            country: one_line(&tournament.about().country),
            date: one_line(&tournament.about().date),
            n_rounds: tournament.n_rounds(),
            players: players.collect(),
        }
    }

    /// Writes the file.
    pub fn write(&self) -> String {
        let mut text = String::new();
        let heads = [("012", &self.name), ("032", &self.country), ("042", &self.date)];
        for (code, value) in heads.into_iter().filter(|(_, value)| !value.is_empty()) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{code} {value}");
        }
        let _ = writeln!(text, "062 {}\n142 {}\n152 B", self.players.len(), self.n_rounds);
        for player in &self.players {
            let number = |number: Option<u32>| number.map_or(String::new(), |it| it.to_string());
            let mut line = format!(
                "001 {:>4}      {:<33} {:>4} {:<3} {:>11} {:10} {:>4} {:>4}",
                player.number,
                player.name,
                number(player.rating),
                player.country,
                number(player.federation_id),
                "",
                format!("{}.{}", player.half_points / 2, player.half_points % 2 * 5),
                player.rank,
            );
            for game in &player.games {
                let color = match game.color {
                    Some(Color::Black) => 'b',
                    Some(Color::White) => 'w',
                    None => '-',
                };
                let opponent = game.opponent.map_or("0000".to_owned(), |it| it.to_string());
                let _ = write!(line, "  {opponent:>4} {color} {}", game.result);
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }

    /// Reads a file. Lines with other codes are left out.
    ///
    /// # Errors
    /// A player's line cannot be read, or names an opponent who is not in the file.
    pub fn read(text: &str) -> Result<Trf, FileError> {
        let mut trf = Trf::default();
        let mut lines = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let value = line.get(4..).unwrap_or("").trim();
            match line.get(..3) {
                Some("012") => value.clone_into(&mut trf.name),
                Some("032") => value.clone_into(&mut trf.country),
                Some("042") => value.clone_into(&mut trf.date),
                Some("142" | "XXR") => {
                    trf.n_rounds = value.parse().map_err(|_| {
                        FileError::new(number, format!("{value:?} is no number of rounds"))
                    })?;
                }
                Some("001") => {
                    trf.players.push(player(number, line)?);
                    lines.push(number);
                }
                _ => (),
            }
        }
        for (player, line) in trf.players.iter().zip(lines) {
            let is_there = |number: u32| trf.players.iter().any(|player| player.number == number);
            let mut opponents = player.games.iter().filter_map(|game| game.opponent);
            if let Some(opponent) = opponents.find(|&opponent| !is_there(opponent)) {
                return Err(FileError::new(
                    line,
                    format!("opponent {opponent} is not in the file"),
                ));
            }
        }
        Ok(trf)
    }
}

/// Reads the line of a player.
fn player(line_number: usize, line: &str) -> Result<TrfPlayer, FileError> {
    // Columns are characters, as names are.
    let letters: Vec<char> = line.chars().collect();
    let field = |columns: Range<usize>| -> String {
        let part = letters.iter().take(columns.end).skip(columns.start);
        part.collect::<String>().trim().to_owned()
    };
    let wrong = |problem: String| FileError::new(line_number, problem);
    let number = |columns, what: &str| match field(columns) {
        text if text.is_empty() => Ok(None),
        text => text.parse::<u32>().map(Some).map_err(|_| wrong(format!("{what} is {text:?}"))),
    };
    let needed = |columns, what: &str| {
        number(columns, what)?.ok_or_else(|| wrong(format!("{what} is missing")))
    };
    let score = field(POINTS);
    let half_points = score.parse::<f64>().ok().map(|points| points * 2.0);
    let half_points = half_points
        .filter(|half| half.fract() == 0.0 && (0.0..=f64::from(MAX_HALF_POINTS)).contains(half));
    let half_points = half_points.ok_or_else(|| wrong(format!("the score is {score:?}")))? as u32;
    let mut games = Vec::new();
    let mut column = FIRST_ROUND;
    while column < letters.len() {
        games.push(game(line_number, &field(column..column + ROUND))?);
        column += ROUND;
    }
    Ok(TrfPlayer {
        number: needed(NUMBER, "the starting number")?,
        name: field(NAME),
        rating: number(RATING, "the rating")?,
        country: field(COUNTRY),
        federation_id: number(FEDERATION_ID, "the federation's number")?,
        half_points,
        rank: number(RANK, "the place")?.unwrap_or(0),
        games,
    })
}

fn game(line: usize, text: &str) -> Result<TrfGame, FileError> {
    let wrong = |problem: String| FileError::new(line, problem);
    let words: Vec<&str> = text.split_whitespace().collect();
    let [opponent, color, result] = words[..] else {
        return Err(wrong(format!("{text:?} is no game such as `12 b 1`")));
    };
    let opponent: u32 =
        opponent.parse().map_err(|_| wrong(format!("the opponent is {opponent:?}")))?;
    let color = match color {
        "b" => Some(Color::Black),
        "w" => Some(Color::White),
        "-" => None,
        _ => return Err(wrong(format!("the colour is {color:?}"))),
    };
    match result.chars().next() {
        Some(letter) if result.len() == 1 && RESULTS.contains(letter) => {
            Ok(TrfGame { opponent: Some(opponent).filter(|&it| it != 0), color, result: letter })
        }
        _ => Err(wrong(format!("the result is {result:?}"))),
    }
}

fn games(tournament: &Tournament, player: PlayerId) -> Vec<TrfGame> {
    let none = |result| TrfGame { opponent: None, color: None, result };
    let rounds = tournament.rounds().iter().zip(crosstable_row(tournament, player));
    let game = |(round, cell): (&crate::Round, Cell)| match cell {
        Cell::Table { opponent, color, half_points, .. } => {
            let table = round.table_of(player);
            let results = || table.into_iter().flat_map(|table| table.results_of(player));
            let games = results().count() as u32;
            let is_forfeit =
                games != 0 && results().all(|(_, it)| !matches!(it, GameResult::Discs(..)));
            let result = match half_points.cmp(&games) {
                _ if games == 0 => return none('Z'),
                std::cmp::Ordering::Greater if is_forfeit => '+',
                _ if is_forfeit => '-',
                std::cmp::Ordering::Greater => '1',
                std::cmp::Ordering::Equal => '=',
                std::cmp::Ordering::Less => '0',
            };
            TrfGame { opponent: Some(opponent.0), color: Some(color), result }
        }
        Cell::Bye(ByeKind::Unpaired) => none('U'),
        Cell::Bye(ByeKind::Asked) => none(match tournament.rules().asked_bye_half_points {
            0 => 'Z',
            1 => 'H',
            _ => 'F',
        }),
        Cell::Absent => none('Z'),
    };
    rounds.map(game).collect()
}

fn cut(text: &str, max_chars: usize) -> String {
    one_line(text).chars().take(max_chars).collect::<String>().trim_end().to_owned()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
