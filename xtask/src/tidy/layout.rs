//! Rules of layout: the head of a file, tabs, trailing whitespace, marks of a merge, size.

use super::problem::Problem;
use super::rust_file::RustFile;
use super::rust_text::{FILLER, mask};
use super::sources::{FileSize, TextFile};

/// The largest file that may be in the repository: 20 MiB.
const MAX_BYTES: u64 = 20 << 20;

/// The kinds of files whose lines must not end in whitespace.
///
/// Snapshots and test data may need whitespace at the end of a line.
const TRIMMED: &[&str] =
    &["rs", "toml", "md", "yml", "yaml", "sh", "ts", "js", "mjs", "css", "html", "svelte", "sql"];

/// How the lines begin that Git puts around the versions of a place. The line of `=` between them is
/// also how some underline a title.
const MARKS_OF_MERGE: [&str; 2] = ["<<<<<<< ", ">>>>>>> "];

/// Checks all rules of a Rust file's layout.
pub(crate) fn rules_of_rust(file: &RustFile) -> Vec<Problem> {
    let mut problems = tabs(file);
    problems.extend(headless(file));
    problems
}

/// Finds a file that does not begin with `//!`.
fn headless(file: &RustFile) -> Option<Problem> {
    let advice = "begin with `//!` and a sentence on what the file is about";
    (!file.text.starts_with("//!"))
        .then(|| Problem::new(&file.path, 1, "the file does not say what it is about", advice))
}

/// Finds tabs.
fn tabs(file: &RustFile) -> Vec<Problem> {
    let lines = file.text.lines().enumerate().filter(|(_, line)| line.contains('\t'));
    let advice = "write spaces, or `\\t` in a string";
    lines.map(|(index, _)| Problem::new(&file.path, index + 1, "a tab", advice)).collect()
}

/// Finds whitespace at the ends of lines.
pub(crate) fn trailing_whitespace(file: &TextFile) -> Vec<Problem> {
    if !TRIMMED.contains(&file.kind()) {
        return Vec::new();
    }
    let mut problems = lines_with_trailing_whitespace(&file.text);
    if file.kind() == "rs" && !problems.is_empty() {
        // Whitespace at the end of a line within a string belongs to the string.
        let code = mask(&file.text);
        let lines: Vec<&str> = code.lines().collect();
        problems.retain(|number| !lines[number - 1].ends_with(FILLER));
    }
    let advice = "delete it";
    problems
        .into_iter()
        .map(|number| Problem::new(&file.path, number, "whitespace at the end of the line", advice))
        .collect()
}

/// Finds the marks that Git leaves in a file whose changes do not fit together.
pub(crate) fn marks_of_merge(file: &TextFile) -> Vec<Problem> {
    let is_mark = |line: &str| MARKS_OF_MERGE.iter().any(|mark| line.starts_with(mark));
    let lines = file.text.lines().enumerate().filter(|(_, line)| is_mark(line));
    let advice = "keep what belongs here of both versions, and delete the mark";
    lines
        .map(|(index, _)| Problem::new(&file.path, index + 1, "a mark of a merge", advice))
        .collect()
}

/// Returns the lines, counted from 1, that end in whitespace, such as a carriage return.
fn lines_with_trailing_whitespace(text: &str) -> Vec<usize> {
    let lines = text.split('\n').enumerate();
    lines
        .filter(|(_, line)| line.ends_with(char::is_whitespace))
        .map(|(index, _)| index + 1)
        .collect()
}

/// Finds a file that is too large for the repository.
pub(crate) fn too_large(file: &FileSize) -> Option<Problem> {
    let what = format!("the file has {} MiB", file.bytes >> 20);
    let advice = format!("keep files below {} MiB; compress it or publish it", MAX_BYTES >> 20);
    (file.bytes > MAX_BYTES).then(|| Problem::new(&file.path, 1, what, advice))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines_of_rust(text: &str) -> Vec<usize> {
        let file = RustFile::new("crates/board/src/board.rs", text);
        rules_of_rust(&file).iter().map(Problem::line).collect()
    }

    fn trailing(path: &str, text: &str) -> Vec<usize> {
        let file = TextFile { path: path.into(), text: text.into() };
        trailing_whitespace(&file).iter().map(Problem::line).collect()
    }

    #[test]
    fn a_file_without_documentation_is_found() {
        assert_eq!(lines_of_rust("use std::fmt;\n"), [1]);
        assert_eq!(lines_of_rust("//! Boards.\n\nuse std::fmt;\n"), [0_usize; 0]);
    }

    #[test]
    fn tabs_are_found() {
        assert_eq!(lines_of_rust("//! Boards.\n\tfn f() {}\n"), [2]);
    }

    #[test]
    fn whitespace_at_the_end_is_found() {
        assert_eq!(trailing("README.md", "one\ntwo \nthree\r\n"), [2, 3]);
        assert_eq!(trailing("a.rs", "// one \nfn f() {} \n"), [1, 2]);
        assert_eq!(trailing("board.snap", "- - - \n"), [0_usize; 0]);
    }

    #[test]
    fn marks_of_a_merge_are_found() {
        let text = "one\n<<<<<<< HEAD\ntwo\n=======\nthree\n>>>>>>> 2e6c85b4\n<<<<<<<<\n";
        let file = TextFile { path: "docs/operating.md".into(), text: text.into() };
        let lines: Vec<usize> = marks_of_merge(&file).iter().map(Problem::line).collect();
        assert_eq!(lines, [2, 6]);
    }

    #[test]
    fn whitespace_within_a_string_is_allowed() {
        assert_eq!(trailing("a.rs", "let s = \"one \ntwo\"; \n"), [2]);
    }

    #[test]
    fn large_files_are_found() {
        let file = |bytes| FileSize { path: "weights.bin".into(), bytes };
        assert!(too_large(&file(MAX_BYTES)).is_none());
        let problem = too_large(&file(MAX_BYTES + 1)).unwrap().to_string();
        assert!(problem.starts_with("weights.bin:1: the file has 20 MiB; "), "{problem}");
    }
}
