//! ELF, the files from which the World Othello Federation computes its ratings.
//!
//! ```text
//! %%Tournament: Cambridge 2026
//! %%Country: GBR
//! %%Date: 29/11/2026
//! %%Sender: Willow
//!
//! %_% 3752, NAME First, GBR, 8
//!
//! %Round 1
//! 3752 (42)>(22) 1024 B
//! ```
//!
//! A game names the first player, the discs, the sign of the result and the colour of the first player. Games that were
//! not played are left out: they are not rated.

use std::fmt::Write as _;

use super::FileError;
use crate::standings::points;
use crate::{Color, GameResult, PlayerId, Standings, Tournament};

/// The number above which players stand who have none of the federation's; it keeps the range for "others".
const OTHERS: u32 = 9000;

/// The contents of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Elf {
    /// Tournament, country, date and sender.
    pub heads: [String; 4],
    /// The players, in the order of their places.
    pub players: Vec<ElfPlayer>,
    /// The games, round by round.
    pub rounds: Vec<Vec<ElfGame>>,
}

/// A player of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElfPlayer {
    /// The federation's number.
    pub id: u32,
    /// What stands behind it: name, country, points.
    pub text: String,
}

/// A game of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElfGame {
    /// The two players' numbers of the federation.
    pub ids: [u32; 2],
    /// Their discs.
    pub discs: [u8; 2],
    /// The colour of the first one.
    pub color: Color,
}

const HEADS: [&str; 4] = ["Tournament", "Country", "Date", "Sender"];

impl Elf {
    /// Returns the file of a tournament.
    pub fn of_event(tournament: &Tournament) -> Elf {
        let about = tournament.about();
        let heads = [&about.name, &about.country, &about.date, "Willow"];
        let id = |player: PlayerId| {
            let known = tournament.player(player).and_then(|player| player.federation_id);
            known.unwrap_or(OTHERS + player.0)
        };
        let players = Standings::new(tournament).players.into_iter().filter_map(|standing| {
            let player = tournament.player(standing.player)?;
            let country = player.country.as_deref().unwrap_or("");
            let text =
                format!("{}, {country}, {}", one_line(&player.name), points(standing.half_points));
            Some(ElfPlayer { id: id(player.id), text })
        });
        let rounds = tournament.rounds().iter().map(|round| {
            let games = round.tables.iter().flat_map(|table| {
                table.results.iter().enumerate().filter_map(move |(index, result)| match result {
                    Some(GameResult::Discs(black, white)) => Some(ElfGame {
                        ids: table.players(index).map(id),
                        discs: [*black, *white],
                        color: Color::Black,
                    }),
                    _ => None,
                })
            });
            games.collect()
        });
        Elf { heads: heads.map(one_line), players: players.collect(), rounds: rounds.collect() }
    }

    /// Writes the file.
    pub fn write(&self) -> String {
        let mut text = String::new();
        for (head, value) in HEADS.iter().zip(&self.heads) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}", format!("%%{head}: {value}").trim_end());
        }
        if !self.players.is_empty() {
            text.push('\n');
        }
        for player in &self.players {
            let _ = writeln!(text, "%_% {}, {}", player.id, player.text);
        }
        for (number, games) in (1..).zip(&self.rounds) {
            let _ = writeln!(text, "\n%Round {number}");
            for ElfGame { ids: [first, second], discs: [own, other], color } in games {
                let sign = match own.cmp(other) {
                    std::cmp::Ordering::Less => '<',
                    std::cmp::Ordering::Equal => '=',
                    std::cmp::Ordering::Greater => '>',
                };
                let color = if *color == Color::Black { 'B' } else { 'W' };
                let _ = writeln!(text, "{first} ({own}){sign}({other}) {second} {color}");
            }
        }
        text
    }

    /// Reads a file. Blanks may stand anywhere, `(42>22)` is read, too, and a missing colour is Black's; comments are left
    /// out.
    ///
    /// # Errors
    /// A line is neither a head nor a comment nor a game, or names no player behind `%_%`.
    pub fn read(text: &str) -> Result<Elf, FileError> {
        let mut elf = Elf::default();
        for (number, line) in (1..).zip(text.lines().map(str::trim)) {
            if let Some(head) = line.strip_prefix("%%") {
                for (index, name) in HEADS.iter().enumerate() {
                    if let Some(value) =
                        head.strip_prefix(name).and_then(|rest| rest.strip_prefix(':'))
                    {
                        value.trim().clone_into(&mut elf.heads[index]);
                    }
                }
            } else if let Some(player) = line.strip_prefix("%_%") {
                let read = player.split_once(',').and_then(|(id, text)| {
                    Some(ElfPlayer { id: id.trim().parse().ok()?, text: text.trim().to_owned() })
                });
                elf.players.push(read.ok_or_else(|| {
                    FileError::new(number, format!("{line:?} is no player such as `%_%3752,Name`"))
                })?);
            } else if line.to_ascii_lowercase().starts_with("%round") {
                elf.rounds.push(Vec::new());
            } else if !line.is_empty() && !line.starts_with('%') {
                let game = game(line).ok_or_else(|| {
                    FileError::new(
                        number,
                        format!("{line:?} is no game such as `3752 (42)>(22) 1024 B`"),
                    )
                })?;
                if elf.rounds.is_empty() {
                    elf.rounds.push(Vec::new());
                }
                elf.rounds
                    .last_mut()
                    .expect("a round was just pushed if there was none")
                    .push(game);
            }
        }
        Ok(elf)
    }
}

/// Reads the line of a game; `None` if it is not a game, or its sign contradicts its discs.
fn game(line: &str) -> Option<ElfGame> {
    let (first, rest) = line.split_once('(')?;
    let (scores, rest) = rest.rsplit_once(')')?;
    let sign = scores.find(['<', '=', '>'])?;
    let is_bracket = |letter: char| matches!(letter, '(' | ')' | ' ');
    let own: u8 = scores[..sign].trim_matches(is_bracket).parse().ok()?;
    let other: u8 = scores[sign + 1..].trim_matches(is_bracket).parse().ok()?;
    let signs = match own.cmp(&other) {
        std::cmp::Ordering::Less => "<",
        std::cmp::Ordering::Equal => "=",
        std::cmp::Ordering::Greater => ">",
    };
    let mut words = rest.split_whitespace();
    let second = words.next()?.parse().ok()?;
    let color = match words.next() {
        None | Some("B") => Color::Black,
        Some("W") => Color::White,
        Some(_) => return None,
    };
    let is_whole = words.next().is_none() && scores[sign..].starts_with(signs);
    let is_possible = GameResult::Discs(own, other).is_possible();
    let ids = [first.trim().parse().ok()?, second];
    (is_whole && is_possible).then_some(ElfGame { ids, discs: [own, other], color })
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
