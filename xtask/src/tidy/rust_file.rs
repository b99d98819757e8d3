//! A Rust file as the rules see it.

use super::rust_text::{is_word, mask};

/// A Rust file: its text, its code, and which of its lines are only there for tests.
#[derive(Clone, Debug)]
pub(crate) struct RustFile {
    /// The path from the workspace's root.
    pub(crate) path: String,
    /// The text as it stands.
    pub(crate) text: String,
    /// The code, comments and literals overwritten.
    pub(crate) code: String,
    /// For each line, whether it belongs to tests.
    is_test: Vec<bool>,
}

impl RustFile {
    /// Reads a file's text.
    pub(crate) fn new(path: &str, text: &str) -> Self {
        let code = mask(text);
        let mut is_test = vec![is_test_path(path); text.lines().count()];
        for (first, last) in test_items(&code) {
            is_test.iter_mut().take(last + 1).skip(first).for_each(|line| *line = true);
        }
        Self { path: path.to_owned(), text: text.to_owned(), code, is_test }
    }

    /// Declares the whole file to be there for tests only.
    pub(crate) fn mark_as_test(&mut self) {
        self.is_test.fill(true);
    }

    /// Returns the room that the file belongs to: `board` for a file in `crates/board`.
    pub(crate) fn room(&self) -> &str {
        let inner = self.path.strip_prefix("crates/").unwrap_or(&self.path);
        inner.split('/').next().unwrap_or_default()
    }

    /// Reports whether the file is part of a library or a program, not of its tests.
    pub(crate) fn is_in_src(&self) -> bool {
        self.path.contains("/src/")
    }

    /// Reports whether a line, counted from 1, belongs to tests.
    pub(crate) fn is_test_line(&self, number: usize) -> bool {
        self.is_test.get(number - 1).copied().unwrap_or(false)
    }

    /// Iterates over the lines of code, counted from 1, those of tests included.
    pub(crate) fn code_lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.code.lines().enumerate().map(|(index, line)| (index + 1, line))
    }

    /// Returns the files that hold the modules which this file includes for tests only.
    ///
    /// `#[cfg(test)] mod naive;` in `src/lib.rs` names `src/naive.rs` and all in `src/naive/`.
    pub(crate) fn test_modules(&self) -> Vec<String> {
        let folder = module_folder(&self.path);
        let lines: Vec<&str> = self.code.lines().collect();
        let ends = test_items(&self.code).into_iter().filter_map(|(_, last)| lines.get(last));
        let names = ends.filter_map(|line| {
            let line = line.trim().strip_suffix(';')?;
            line.rsplit_once("mod ").map(|(_, name)| name)
        });
        names.map(|name| format!("{folder}/{name}")).collect()
    }
}

/// Returns the folder in which a file's modules are looked for.
fn module_folder(path: &str) -> &str {
    let stem = path.strip_suffix(".rs").unwrap_or(path);
    ["/lib", "/main", "/mod"].iter().find_map(|root| stem.strip_suffix(root)).unwrap_or(stem)
}

/// Reports whether a file belongs to tests by where it is.
fn is_test_path(path: &str) -> bool {
    let mut parts = path.split('/');
    parts.any(|part| matches!(part, "tests" | "benches" | "examples" | "tests.rs"))
}

/// Returns the first and last line, counted from 0, of each item that is compiled for tests only.
fn test_items(code: &str) -> Vec<(usize, usize)> {
    let mut items = Vec::new();
    for attribute in ["#[cfg(test)]", "#[cfg(all(test,"] {
        for (start, _) in code.match_indices(attribute) {
            items.push((line_index(code, start), line_index(code, item_end(code, start))));
        }
    }
    items
}

/// Returns the line of an offset, counted from 0.
pub(crate) fn line_index(code: &str, offset: usize) -> usize {
    code.bytes().take(offset).filter(|byte| *byte == b'\n').count()
}

/// Returns the offset of the `;` or `}` that ends the item which starts at an offset.
pub(crate) fn item_end(code: &str, start: usize) -> usize {
    let mut depth = 0_usize;
    for (offset, byte) in code.bytes().enumerate().skip(start) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b'}' if depth <= 1 => return offset,
            b'}' => depth -= 1,
            b';' if depth == 0 => return offset,
            _ => {}
        }
    }
    code.len()
}

/// Reports whether a line of code says a word, which may be a path such as `std::env`.
pub(crate) fn says(line: &str, word: &str) -> bool {
    positions(line, word).next().is_some()
}

/// Iterates over the offsets at which code says a word and not just a part of one.
pub(crate) fn positions<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    code.match_indices(word).map(|(start, _)| start).filter(move |start| {
        let before = code[..*start].chars().next_back();
        let after = code[start + word.len()..].chars().next();
        let joins = |edge: Option<char>, next: Option<char>| {
            edge.is_some_and(is_word) && next.is_some_and(is_word)
        };
        !joins(word.chars().next(), before) && !joins(word.chars().next_back(), after)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "//! Sample.
fn plain() {}
#[cfg(test)]
mod naive;

#[cfg(test)]
mod tests {
    fn test() {}
}
fn after() {}
";

    fn test_lines(file: &RustFile) -> Vec<usize> {
        (1..=file.text.lines().count()).filter(|line| file.is_test_line(*line)).collect()
    }

    #[test]
    fn tests_are_told_from_the_rest() {
        let file = RustFile::new("crates/board/src/lib.rs", SAMPLE);
        assert_eq!(test_lines(&file), [3, 4, 6, 7, 8, 9]);
    }

    #[test]
    fn files_of_tests_are_tests_throughout() {
        let file = RustFile::new("crates/board/tests/perft.rs", SAMPLE);
        assert_eq!(test_lines(&file).len(), 10);
        let mut file = RustFile::new("crates/board/src/naive.rs", SAMPLE);
        file.mark_as_test();
        assert_eq!(test_lines(&file).len(), 10);
    }

    #[test]
    fn modules_for_tests_are_found_in_their_folder() {
        let file = RustFile::new("crates/board/src/lib.rs", SAMPLE);
        assert_eq!(file.test_modules(), ["crates/board/src/naive"]);
        let file = RustFile::new("crates/board/src/flip.rs", SAMPLE);
        assert_eq!(file.test_modules(), ["crates/board/src/flip/naive"]);
    }

    #[test]
    fn a_file_knows_its_room() {
        assert_eq!(RustFile::new("crates/board/src/lib.rs", "").room(), "board");
        assert_eq!(RustFile::new("xtask/src/main.rs", "").room(), "xtask");
        assert_eq!(RustFile::new("fuzz/fuzz_targets/ggf.rs", "").room(), "fuzz");
    }

    #[test]
    fn an_item_ends_with_its_brace_or_semicolon() {
        let code = "fn f(x: [u8; 2]) -> u8 { if x { 1 } else { 2 } } fn g() {}";
        assert_eq!(&code[..=item_end(code, 0)], "fn f(x: [u8; 2]) -> u8 { if x { 1 } else { 2 } }");
        assert_eq!(item_end("const A: [u8; 1] = [1]; x", 0), 22);
    }

    #[test]
    fn words_are_whole() {
        assert!(says("println!(x)", "println!"));
        assert!(!says("eprintln!(x)", "println!"));
        assert!(says("use std::env;", "std::env") && !says("std::environs", "std::env"));
        assert!(!says("unsafe_code", "unsafe"));
    }
}
