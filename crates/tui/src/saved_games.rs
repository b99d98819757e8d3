//! The saved and the unfinished games, to open or delete one of them.
//!
//! Unfinished games are files in the user's data folder. Saved games are wherever the user saved them;
//! `saved-games.txt` beside the unfinished ones has their names, one a line.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use willow_board::Game;
use willow_files::{Overwrite, write_whole};
use willow_protocol::ArchiveDate;

use crate::autosave_slot;
use crate::game_browser::{GameBrowser, title_of};
use crate::game_file::{self, GameFileError};
use crate::move_number::discs_placed;
use crate::opponents::name_of;
use crate::search_list::{ListRow, SearchList};
use crate::unfinished_game::UnfinishedGame;

/// The file with the names of the saved games.
const NAMES: &str = "saved-games.txt";

/// The most names that are kept.
const MOST_NAMES: usize = 1000;

/// The largest file that is read to list it, in bytes: Willow saves one game a file, which takes a thousandth.
const LARGEST: u64 = 1 << 20;

/// The saved and the unfinished games with their list, the newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SavedGames {
    games: Vec<SavedGame>,
    /// Their list.
    pub(crate) list: SearchList,
}

/// A saved or unfinished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SavedGame {
    /// Its file.
    pub(crate) path: PathBuf,
    /// Whether it goes on with its own players and clock.
    pub(crate) is_unfinished: bool,
    saved_at: Option<SystemTime>,
    row: ListRow,
}

impl SavedGames {
    /// Returns the games that are not over, in the folder of `unfinished`, and those that were saved.
    /// `current` is the file of the game on the board: it is not listed, and neither are games that
    /// are being played in other windows.
    pub(crate) fn find(
        unfinished: Option<&Path>,
        current: Option<&Path>,
        now: SystemTime,
    ) -> SavedGames {
        let (names, problem) = match unfinished.map_or(Ok(Vec::new()), names) {
            Ok(names) => (names, None),
            Err(error) => (Vec::new(), Some(format!("Saved games are missing: {error}."))),
        };
        let mut games = unfinished.map_or_else(Vec::new, |own| {
            let files = unfinished_files(own).into_iter();
            let free = files.filter(|path| {
                Some(path.as_path()) != current && (path == own || !autosave_slot::is_in_use(path))
            });
            free.filter_map(|path| unfinished_game(&path, now)).collect()
        });
        // Files that are gone may come back: with a disk that is not mounted now.
        let there = names.iter().filter(|path| path.exists());
        games.extend(there.map(|path| saved_game(path, now)));
        games.sort_by_key(|game| std::cmp::Reverse(game.saved_at));
        let rows = games.iter().map(|game| game.row.clone()).collect();
        let mut list = SearchList::new("Saved and unfinished games".to_owned(), rows);
        list.note = problem.unwrap_or_default();
        SavedGames { games, list }
    }

    /// Returns a game by the index of its line.
    pub(crate) fn game(&self, index: usize) -> Option<&SavedGame> {
        self.games.get(index)
    }
}

/// Notes where a game was saved. `unfinished` is the file of the unfinished game.
///
/// # Errors
/// The list of names must be readable and writable.
pub(crate) fn note(unfinished: &Path, saved: &Path) -> io::Result<()> {
    let saved = std::path::absolute(saved)?;
    let mut names = names(unfinished)?;
    names.retain(|path| *path != saved);
    names.push(saved);
    let kept = &names[names.len().saturating_sub(MOST_NAMES)..];
    // A name that is not text, or has a line break, cannot be kept.
    let lines = kept.iter().filter_map(|path| path.to_str().filter(|name| !name.contains('\n')));
    let text: String = lines.flat_map(|name| [name, "\n"]).collect();
    if let Some(folder) = unfinished.parent() {
        fs::create_dir_all(folder)?;
    }
    write_whole(&unfinished.with_file_name(NAMES), text.as_bytes(), Overwrite::Always)
}

/// Returns the files of saved games, also of those that are not there now.
fn names(unfinished: &Path) -> io::Result<Vec<PathBuf>> {
    let path = unfinished.with_file_name(NAMES);
    match fs::read_to_string(&path) {
        Ok(text) => Ok(text.lines().map(PathBuf::from).collect()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(io::Error::new(error.kind(), format!("{}: {error}", path.display()))),
    }
}

/// Returns the files of unfinished games, those of other windows and earlier ones included.
fn unfinished_files(own: &Path) -> Vec<PathBuf> {
    let stem = own.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let stem = stem.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let stem = stem.trim_end_matches('-').to_owned();
    let folder = own.parent().and_then(|folder| fs::read_dir(folder).ok());
    let paths = folder.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let is_unfinished = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(&stem) && !name.ends_with(".lock")
    };
    paths.filter(is_unfinished).collect()
}

/// Returns the line of an unfinished game; `None` if the file has none.
fn unfinished_game(path: &Path, now: SystemTime) -> Option<SavedGame> {
    let unfinished: UnfinishedGame = fs::read_to_string(path).ok()?.parse().ok()?;
    let [black, white] = unfinished.players.each_ref().map(name_of);
    let played = discs_placed(&unfinished.game, unfinished.n_played);
    let game_so_far = unfinished.game.position_at(unfinished.n_played);
    let side = game_so_far.unwrap_or(unfinished.game.start()).side_to_move();
    let state = format!("unfinished, move {played}, {side} to move");
    let row = |age: String| ListRow { title: format!("{black} - {white}"), details: age + &state };
    Some(game(path, true, row, now))
}

/// Returns the line of a saved game.
fn saved_game(path: &Path, now: SystemTime) -> SavedGame {
    let names = willow_records::WthorNames::default();
    let browser = game_file::read_at_most(path, LARGEST)
        .and_then(|bytes| GameBrowser::read(path, bytes, &names));
    let (title, state) = match &browser {
        Ok(browser) if browser.len() == 1 => match browser.record(0) {
            Some(record) => (title_of(&record), state_of(&record.game)),
            None => (path.display().to_string(), String::new()),
        },
        Ok(browser) => (path.display().to_string(), format!("{} games", browser.len())),
        Err(GameFileError::TooLarge { .. }) => {
            (path.display().to_string(), "a large file".to_owned())
        }
        Err(_) => (path.display().to_string(), "cannot be read".to_owned()),
    };
    let row = |age: String| ListRow { title, details: format!("{age}{state}, {}", path.display()) };
    game(path, false, row, now)
}

/// Returns how a saved game stands.
fn state_of(game: &Game) -> String {
    let number = discs_placed(game, game.n_plies());
    if game.is_over() {
        return format!("over after {number} moves");
    }
    format!("move {number}, {} to move", game.position().side_to_move())
}

fn game(
    path: &Path,
    is_unfinished: bool,
    row: impl FnOnce(String) -> ListRow,
    now: SystemTime,
) -> SavedGame {
    let saved_at = fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    let age = saved_at.map(|saved_at| format!("{}, ", age(saved_at, now)));
    SavedGame { path: path.to_owned(), is_unfinished, saved_at, row: row(age.unwrap_or_default()) }
}

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// Returns when something happened, in the words of people: the time of day depends on the time zone,
/// which is not known here.
fn age(then: SystemTime, now: SystemTime) -> String {
    let seconds = now.duration_since(then).unwrap_or_default().as_secs();
    let of = |n: u64, unit: &str| format!("{n} {unit}{} ago", if n == 1 { "" } else { "s" });
    match seconds {
        0..MINUTE => "just now".to_owned(),
        MINUTE..HOUR => of(seconds / MINUTE, "minute"),
        HOUR..DAY => of(seconds / HOUR, "hour"),
        DAY.. => {
            let since_1970 = then.duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO);
            let date = ArchiveDate::of_millis(since_1970.as_millis() as u64);
            date.map_or_else(|| of(seconds / DAY, "day"), |date| date.to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    const UNFINISHED: &str = "\
willow unfinished game
black: human
white: willow:level=5
clock: none
start: ---------------------------OX------XO--------------------------- X
moves: f5 d6 c3
times: 1 1 1
played: 2
thought: 0
";

    fn folder() -> (TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("unfinished-game-2.txt");
        (folder, own)
    }

    fn titles(games: &SavedGames) -> Vec<String> {
        games.list.matching().map(|row| row.title.clone()).collect()
    }

    #[test]
    fn unfinished_and_saved_games_are_listed() {
        let (folder, own) = folder();
        for name in
            ["unfinished-game.txt.previous", "unfinished-game-2.txt", "unfinished-game-3.txt"]
        {
            fs::write(folder.path().join(name), UNFINISHED).unwrap();
        }
        fs::write(folder.path().join("unfinished-game-2.txt.lock"), "").unwrap();
        fs::write(folder.path().join("unfinished-game-9.txt"), "damaged").unwrap();
        let saved = folder.path().join("mine.ggf");
        fs::write(&saved, "(;GM[Othello]PB[Ann]PW[Bob]B[F5]W[D6];)").unwrap();
        note(&own, &saved).unwrap();
        note(&own, &saved).unwrap();
        let games = SavedGames::find(Some(&own), Some(&own), SystemTime::now());
        let mut found = titles(&games);
        found.sort();
        let unfinished = "human - willow:level=5";
        assert_eq!(found, ["Ann - Bob", unfinished, unfinished]);
        let details: Vec<_> = games.list.matching().map(|row| row.details.clone()).collect();
        assert!(
            details.contains(&"just now, unfinished, move 2, Black to move".to_owned()),
            "{details:?}"
        );
        let of_saved = format!("just now, move 2, Black to move, {}", saved.display());
        assert!(details.contains(&of_saved), "{details:?}");
        let index = titles(&games).iter().position(|title| title == "Ann - Bob").unwrap();
        let game = games.game(index).unwrap();
        assert!(!game.is_unfinished && game.path == saved);
        fs::remove_file(&saved).unwrap();
        let games = SavedGames::find(Some(&own), None, SystemTime::now());
        assert_eq!(titles(&games).len(), 3, "the one that is not on the board, and no deleted one");
    }

    #[test]
    fn names_of_files_that_are_not_there_now_are_kept() {
        let (folder, own) = folder();
        let disk = folder.path().join("disk");
        let [first, second] = ["a.ggf", "b.ggf"].map(|name| disk.join(name));
        let mount = || {
            fs::create_dir(&disk).unwrap();
            for path in [&first, &second] {
                fs::write(path, "(;GM[Othello]PB[Ann]PW[Bob]B[F5];)").unwrap();
            }
        };
        mount();
        note(&own, &first).unwrap();
        fs::remove_dir_all(&disk).unwrap();
        note(&own, &second).unwrap();
        let find = || SavedGames::find(Some(&own), None, SystemTime::now());
        assert_eq!(find().list.len(), 0);
        mount();
        assert_eq!(find().list.len(), 2);
    }

    #[test]
    fn a_list_that_cannot_be_read_is_not_replaced() {
        let (folder, own) = folder();
        let list = folder.path().join(NAMES);
        let damaged = b"/games/a.ggf\n\xff\n";
        fs::write(&list, damaged).unwrap();
        let saved = folder.path().join("mine.ggf");
        let error = note(&own, &saved).unwrap_err().to_string();
        assert!(error.contains(NAMES), "{error}");
        assert_eq!(fs::read(&list).unwrap(), damaged);
        fs::write(&own, UNFINISHED).unwrap();
        let games = SavedGames::find(Some(&own), None, SystemTime::now());
        assert_eq!(games.list.len(), 1, "the others are still listed");
        assert!(games.list.note.contains(NAMES), "{}", games.list.note);
    }

    #[test]
    fn a_large_file_is_listed_without_being_read() {
        let (folder, own) = folder();
        let large = folder.path().join("large.txt");
        fs::File::create(&large).unwrap().set_len(LARGEST + 1).unwrap();
        note(&own, &large).unwrap();
        let games = SavedGames::find(Some(&own), None, SystemTime::now());
        let row = games.list.matching().next().unwrap();
        assert!(row.details.contains("a large file"), "{}", row.details);
    }

    #[test]
    fn a_game_in_another_window_is_not_listed() {
        let (folder, own) = folder();
        let other = autosave_slot::AutosaveSlot::claim(&folder.path().join("unfinished-game.txt"));
        fs::write(other.path(), UNFINISHED).unwrap();
        let find = || SavedGames::find(Some(&own), None, SystemTime::now());
        assert_eq!(find().list.len(), 0);
        drop(other);
        assert_eq!(find().list.len(), 1);
        assert_eq!(SavedGames::find(None, None, SystemTime::now()).list.len(), 0);
    }

    #[test]
    fn ages_are_in_words() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(20_000 * DAY);
        let before = |seconds| age(now - Duration::from_secs(seconds), now);
        assert_eq!(before(59), "just now");
        assert_eq!(before(60), "1 minute ago");
        assert_eq!(before(7200), "2 hours ago");
        assert_eq!(before(DAY), "2024-10-03");
        assert_eq!(age(now + Duration::from_secs(5), now), "just now");
    }
}
