//! The rule that retired words do not come back.
//!
//! Each word of the table was once a name in this project that a reader of the field had to learn. The
//! table says what the field calls the thing. Ordinary English words are in it only as names of types,
//! or for single rooms.

use super::problem::Problem;
use super::rust_file::RustFile;
use super::rust_text::is_word;
use super::sources::TextFile;

/// A word that is no longer used, and the one that is.
struct RetiredWord {
    word: &'static str,
    instead: &'static str,
    kind: Kind,
    /// The rooms in which the word is retired; all rooms and documents if there are none.
    rooms: &'static [&'static str],
}

/// How a retired word is recognized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// An invention: as a name or a part of one, in any case and in the plural, in code, comments and
    /// documents. `crier` is also found in `Crier` and in `the_criers`.
    Invention,
    /// The name of a type or a constant, exactly as it is spelled, in code only.
    Name,
}

const fn invention(word: &'static str, instead: &'static str) -> RetiredWord {
    RetiredWord { word, instead, kind: Kind::Invention, rooms: &[] }
}

const fn name(word: &'static str, instead: &'static str) -> RetiredWord {
    RetiredWord { word, instead, kind: Kind::Name, rooms: &[] }
}

impl RetiredWord {
    /// Retires the word in these rooms only.
    const fn rooms(self, rooms: &'static [&'static str]) -> Self {
        Self { rooms, ..self }
    }
}

/// The words that nobody uses any more.
const RETIRED: &[RetiredWord] = &[
    // The search.
    invention("children_cutoff", "enhanced_transposition_cutoff"),
    invention("closes_in", "narrows_far_bound"),
    invention("daring", "most selective").rooms(&["engine", "cli"]),
    invention("doubt", "evaluation sigma").rooms(&["engine", "eval"]),
    invention("n_crowds", "N_DISC_COUNTS"),
    invention("n_probes", "probcut_nesting"),
    invention("notice_board", "SplitPoints"),
    invention("promise", "ordering score").rooms(&["engine"]),
    invention("safer", "less selective").rooms(&["engine"]),
    invention("stray", "random deviation").rooms(&["engine", "lab", "players"]),
    invention("team_at_work", "CloseOnDrop"),
    name("Null", "NonPv").rooms(&["engine"]),
    name("REACH", "ASPIRATION_DELTA"),
    // The evaluation.
    invention("accident", "outlier").rooms(&["eval", "lab", "engine"]),
    invention("coarsened", "quantized"),
    invention("crowd", "number of discs").rooms(&["eval", "engine", "lab"]),
    invention("error_table", "ProbCutTable"),
    invention("judgement", "evaluation or explanation"),
    invention("read_out", "output layer").rooms(&["eval", "lab", "weights"]),
    invention("readout", "output layer").rooms(&["eval", "lab", "weights"]),
    name("Judge", "Evaluation"),
    // Files.
    invention("growing_file", "AppendLog"),
    // Players, matches and the terminal.
    invention("last_words", "last line of the standard error").rooms(&["players", "matches"]),
    invention("think_aloud", "report_progress"),
    invention("tiding", "LinkEvent"),
    name("Brain", "Ponder"),
    name("Crew", "EngineThreads"),
    name("Hall", "MatchWorkers"),
    name("Keeper", "Autosave"),
    name("Workbench", "Measurements"),
    // The server and its clients.
    invention("crier", "LobbyBroadcaster"),
    invention("doorkeeper", "Authenticator"),
    invention("lots", "rng").rooms(&["server", "engine", "board"]),
    invention("scribe", "CommitTask"),
    name("Desk", "BotQueue"),
    name("Errand", "OneShotTransport"),
    name("Feed", "StreamTransport"),
    name("Held", "ReorderBuffer").rooms(&["client"]),
    name("Lots", "Rng"),
    name("Speaker", "DeliveryTask"),
    name("Way", "Stream"),
    name("Wire", "Transport"),
];

/// The kinds of files that are searched.
const SEARCHED: &[&str] = &["rs", "md", "toml", "ts", "svelte", "sql"];

/// Files that may say every word: the history of changes, and this table.
const FREE: &[&str] = &["CHANGELOG.md", "xtask/src/tidy/retired.rs"];

/// Finds retired words in a file of text. Of a Rust file its comments and strings are searched, too.
pub(crate) fn found(file: &TextFile) -> Vec<Problem> {
    let table: Vec<&RetiredWord> = RETIRED.iter().collect();
    found_in(file, &table)
}

fn found_in(file: &TextFile, table: &[&RetiredWord]) -> Vec<Problem> {
    if !SEARCHED.contains(&file.kind()) || FREE.contains(&file.path.as_str()) {
        return Vec::new();
    }
    let rust = (file.kind() == "rs").then(|| RustFile::new(&file.path, &file.text));
    let room = rust.as_ref().map_or("", RustFile::room);
    let code = rust.as_ref().map_or("", |rust| &rust.code);
    let is_for_here = |word: &&&RetiredWord| word.rooms.is_empty() || word.rooms.contains(&room);
    let here: Vec<&RetiredWord> = table.iter().filter(is_for_here).copied().collect();
    let lines = file.text.lines().zip(code.lines().chain(std::iter::repeat(""))).zip(1..);
    lines.flat_map(|((text, code), line)| in_line(&here, &file.path, text, code, line)).collect()
}

/// Finds retired words in one line, of which `code` is what is neither comment nor literal.
fn in_line(
    table: &[&RetiredWord],
    path: &str,
    text: &str,
    code: &str,
    line: usize,
) -> Vec<Problem> {
    let says = |word: &&&RetiredWord| match word.kind {
        Kind::Invention => names(text).any(|name| has_parts(&parts(name), &parts(word.word))),
        Kind::Name => names(code).any(|name| name == word.word),
    };
    let problem = |word: &&RetiredWord| {
        let what = format!("`{}` is a retired word", word.word);
        Problem::new(path, line, what, format!("say `{}`", word.instead))
    };
    table.iter().filter(says).map(problem).collect()
}

/// Iterates over the names and words of a line.
fn names(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c| !is_word(c)).filter(|name| !name.is_empty())
}

/// Returns the parts of a name in lower case: `split` and `point` of `SplitPoint` and `split_point`.
fn parts(name: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut was_lower = false;
    for c in name.chars() {
        if c == '_' || parts.is_empty() || c.is_uppercase() && was_lower {
            parts.push(String::new());
        }
        was_lower = c.is_lowercase();
        if let Some(part) = parts.last_mut().filter(|_| c != '_') {
            part.extend(c.to_lowercase());
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Reports whether the parts of a word follow each other in those of a name, perhaps in the plural.
fn has_parts(name: &[String], word: &[String]) -> bool {
    let is_same = |(own, wanted): (&String, &String)| {
        own == wanted || own.strip_suffix('s') == Some(wanted.as_str())
    };
    name.windows(word.len()).any(|window| window.iter().zip(word).all(is_same))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &[RetiredWord] = &[
        invention("night_watchman", "Scheduler"),
        invention("lantern", "lamp").rooms(&["engine"]),
        name("Oak", "Tree"),
    ];

    fn messages(path: &str, text: &str) -> Vec<String> {
        let file = TextFile { path: path.into(), text: text.into() };
        let table: Vec<&RetiredWord> = TABLE.iter().collect();
        found_in(&file, &table).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_message_says_what_to_say_instead() {
        assert_eq!(
            messages("docs/a.md", "one\nThe `NightWatchman` wakes.\n"),
            ["docs/a.md:2: `night_watchman` is a retired word; say `Scheduler`"]
        );
    }

    #[test]
    fn inventions_are_found_in_every_spelling() {
        for text in [
            "struct NightWatchman;",
            "let old_night_watchmans = 1;",
            "const NIGHT_WATCHMAN: u8 = 1;",
            "// night_watchman",
            "f(\"NightWatchman\")",
        ] {
            assert_eq!(messages("crates/board/src/a.rs", text).len(), 1, "{text}");
        }
    }

    #[test]
    fn words_that_only_look_alike_are_free() {
        for text in ["night watchman", "nightwatchman", "NightWatch", "watchman_night"] {
            assert_eq!(messages("crates/board/src/a.rs", text), [""; 0], "{text}");
        }
    }

    #[test]
    fn a_word_of_a_room_is_free_elsewhere() {
        assert_eq!(messages("crates/engine/src/a.rs", "// Lanterns.").len(), 1);
        assert_eq!(messages("crates/board/src/a.rs", "// Lanterns."), [""; 0]);
        assert_eq!(messages("docs/a.md", "Lanterns."), [""; 0]);
    }

    #[test]
    fn names_of_types_are_found_in_code_only() {
        let path = "crates/board/src/a.rs";
        assert_eq!(messages(path, "// An Oak.\nstruct Oak;\nlet oak = Oaks;\n").len(), 1);
        assert_eq!(messages("docs/a.md", "Oak"), [""; 0]);
    }

    #[test]
    fn history_and_data_are_free() {
        assert_eq!(messages("CHANGELOG.md", "NightWatchman"), [""; 0]);
        assert_eq!(messages("fuzz/seeds/sgf/a", "NightWatchman"), [""; 0]);
    }

    #[test]
    fn the_table_has_each_word_once() {
        let words: Vec<_> = RETIRED.iter().collect();
        for (index, word) in words.iter().enumerate() {
            let twice = words[..index].iter().any(|o| o.word == word.word && o.kind == word.kind);
            assert!(!twice && !word.instead.is_empty(), "{}", word.word);
        }
    }
}
