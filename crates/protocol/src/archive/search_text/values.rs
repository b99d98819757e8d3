//! Words with a meaning of their own: dates, scores, results, cells of a board.

use willow_board::DiscDiff;

use crate::{ArchiveDate, Winner};

/// The years that stand for dates without a word before them.
const YEARS: std::ops::RangeInclusive<u32> = 1900..=2099;

/// A word that looks like a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DateWord {
    /// From a date to a date, both included.
    Range(ArchiveDate, ArchiveDate),
    /// It looks like a date, and there is none.
    Impossible,
}

/// A word that looks like a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScoreWord {
    /// Black's result in discs.
    Discs(DiscDiff),
    /// Who won, without a number of discs.
    Winner(Winner),
    /// No game has this score.
    Impossible,
}

/// A word before a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DateBound {
    /// From the date on.
    Since,
    /// From the day after it on.
    After,
    /// Until the date.
    Until,
    /// Until the day before it.
    Before,
}

/// Returns the bound that a word in lower case sets for the date after it.
pub(super) fn date_bound(word: &str) -> Option<DateBound> {
    match word {
        "since" | "from" => Some(DateBound::Since),
        "after" => Some(DateBound::After),
        "until" | "till" | "to" => Some(DateBound::Until),
        "before" => Some(DateBound::Before),
        _ => None,
    }
}

/// Reads `1998`, `1998-06`, `1998/06/30`, `1990-1999`, `1990..1995`, `1990s`, `1998年`.
pub(super) fn date(word: &str) -> Option<DateWord> {
    let word = word.strip_suffix('年').unwrap_or(word);
    let decade = word.strip_suffix('s').or_else(|| word.strip_suffix("年代"));
    if let Some(decade) = decade.and_then(year).filter(|year| year % 10 == 0) {
        return range(decade, decade + 9);
    }
    let bounds = word.split_once("..").or_else(|| word.split_once(['-', '–', '~', '〜']));
    if let Some((first, last)) = bounds.and_then(|(a, b)| Some((year(a)?, year(b)?))) {
        return range(first, last);
    }
    let plain = word.replace(['/', '.'], "-");
    let begins_with_year = plain.split('-').next().and_then(year).is_some();
    let is_date = begins_with_year && plain.bytes().all(|c| c.is_ascii_digit() || c == b'-');
    is_date.then(|| plain.parse().map_or(DateWord::Impossible, |date| DateWord::Range(date, date)))
}

fn range(first: u32, last: u32) -> Option<DateWord> {
    let (first, last) = (ArchiveDate::new(first, 0, 0)?, ArchiveDate::new(last, 0, 0)?);
    Some(if first <= last { DateWord::Range(first, last) } else { DateWord::Impossible })
}

fn year(word: &str) -> Option<u32> {
    let is_plain = word.len() == 4 && word.bytes().all(|c| c.is_ascii_digit());
    word.parse().ok().filter(|year| is_plain && YEARS.contains(year))
}

/// Reads `40-24`, `+16`, `-8`, `1-0`, `½-½`.
pub(super) fn score(word: &str) -> Option<ScoreWord> {
    match word {
        "1-0" => return Some(ScoreWord::Winner(Winner::Black)),
        "0-1" => return Some(ScoreWord::Winner(Winner::White)),
        "½-½" | "1/2-1/2" => return Some(ScoreWord::Winner(Winner::Draw)),
        _ => {}
    }
    if word.strip_prefix('±').and_then(number).is_some() {
        // It does not say who won.
        return Some(ScoreWord::Impossible);
    }
    if let Some(discs) = word.strip_prefix(['+', '-', '−']) {
        let discs = number(discs)?;
        let sign = if word.starts_with('+') { 1 } else { -1 };
        let score = DiscDiff::new(sign * discs);
        return Some(score.map_or(ScoreWord::Impossible, ScoreWord::Discs));
    }
    let (black, white) = word
        .split_once(['-', '–', ':'])
        .and_then(|(black, white)| Some((number(black)?, number(white)?)))?;
    if black + white > 64 {
        return Some(ScoreWord::Impossible);
    }
    let score = DiscDiff::of_final_counts(black.unsigned_abs(), white.unsigned_abs());
    Some(ScoreWord::Discs(score))
}

fn number(word: &str) -> Option<i32> {
    let is_plain = (1..=2).contains(&word.len()) && word.bytes().all(|c| c.is_ascii_digit());
    word.parse().ok().filter(|_| is_plain)
}

/// Returns the winner that one or two words in lower case name, and the number of these words.
pub(super) fn result(word: &str, next: Option<&str>) -> Option<(Winner, usize)> {
    let colour = match word {
        "black" | "黒" => Some(Winner::Black),
        "white" | "白" => Some(Winner::White),
        _ => None,
    };
    if let Some(winner) = colour {
        return next.filter(|next| is_win(next)).map(|_| (winner, 2));
    }
    match word {
        "draw" | "draws" | "drawn" | "tie" | "引き分け" => Some((Winner::Draw, 1)),
        "黒勝ち" => Some((Winner::Black, 1)),
        "白勝ち" => Some((Winner::White, 1)),
        "lost" | "loses" | "lose" | "負け" => Some((Winner::Opponent, 1)),
        word if is_win(word) || is_beat(word) => Some((Winner::Player, 1)),
        _ => None,
    }
}

fn is_win(word: &str) -> bool {
    matches!(word, "won" | "wins" | "win" | "勝ち" | "勝")
}

/// Returns whether a word says who won, and stands between two names.
pub(super) fn is_beat(word: &str) -> bool {
    matches!(word, "beat" | "beats" | "defeated")
}

/// Returns whether a word stands between two names.
pub(super) fn is_versus(word: &str) -> bool {
    matches!(word, "vs" | "vs." | "versus" | "against" | "v" | "-" | "–" | "—" | "対" | "×")
}

/// Returns whether a word asks for the games of this server.
pub(super) fn is_here(word: &str) -> bool {
    matches!(word, "here" | "ここ")
}

/// Returns whether a word asks for the games of devices.
pub(super) fn is_device(word: &str) -> bool {
    matches!(word, "device" | "devices" | "端末")
}

/// Returns whether a word says nothing about the games.
pub(super) fn is_filler(word: &str) -> bool {
    const FILLERS: [&str; 14] = [
        "in", "at", "of", "the", "and", "games", "game", "by", "on", "with", "who", "for",
        "played", "to",
    ];
    FILLERS.contains(&word)
}

/// Returns a cell of a board: black, white or empty.
pub(super) const fn cell(letter: char) -> Option<char> {
    match letter {
        'X' | 'x' | '*' | '●' => Some('X'),
        'O' | 'o' | '○' => Some('O'),
        '-' | '.' | '_' | '·' => Some('-'),
        _ => None,
    }
}

/// Returns whether a word stands around the cells of a printed board.
pub(super) fn is_label(word: &str) -> bool {
    let mut letters = word.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => matches!(letter, '1'..='8' | 'a'..='h' | 'A'..='H' | '|' | '+'),
        _ => word.eq_ignore_ascii_case("abcdefgh"),
    }
}

/// Returns the side to move that a word in lower case names after a board: `X` or `O`.
pub(super) fn side(word: &str) -> Option<char> {
    match word {
        "x" | "*" | "●" | "black" => Some('X'),
        "o" | "○" | "white" => Some('O'),
        _ => None,
    }
}

/// Returns the squares of a word that is made of squares: `f5d6c3`, also with a number before it as in
/// `1.f5`. Passes are none.
pub(super) fn squares(word: &str) -> Option<String> {
    let word = word.to_ascii_lowercase();
    let number = word.find('.').filter(|&dot| word[..dot].bytes().all(|c| c.is_ascii_digit()));
    let moves = number.map_or(&*word, |dot| &word[dot + 1..]).trim_end_matches([',', ';']);
    let (pairs, rest) = moves.as_bytes().as_chunks::<2>();
    let is_square =
        |[column, row]: &[u8; 2]| (b'a'..=b'h').contains(column) && (b'1'..=b'8').contains(row);
    let is_numbered = number.is_some_and(|dot| dot > 0);
    let is_moves =
        rest.is_empty() && pairs.iter().all(is_square) && (is_numbered || !pairs.is_empty());
    is_moves.then(|| moves.to_owned())
}
