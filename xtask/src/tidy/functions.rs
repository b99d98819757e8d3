//! The rule of short functions.

use super::problem::Problem;
use super::rust_file::{RustFile, item_end, line_index, positions};
use super::rust_text::is_word;

/// The most lines that a function may have, from its `fn` to its closing brace.
///
/// Constants within a function are not counted: a table is as long as its data.
const MAX_LINES: usize = 100;

/// Functions that may be longer: file, function, limit.
///
/// The node of the main search may have 150 lines, straight-line kernels as many as they need.
const LONGER: &[(&str, &str, usize)] = &[];

/// Finds functions with too many lines. Functions of tests may be longer.
pub(crate) fn too_long(file: &RustFile) -> Vec<Problem> {
    if !file.is_in_src() {
        return Vec::new();
    }
    let functions = functions(&file.code).into_iter();
    let checked = functions.filter(|function| !file.is_test_line(function.line));
    checked
        .filter_map(|function| {
            let limit = limit_of(&file.path, function.name);
            let Function { name, line, n_lines } = function;
            let what = format!("`{name}` has {n_lines} lines, more than {limit}");
            let advice = "split it into several functions";
            (n_lines > limit).then(|| Problem::new(&file.path, line, what, advice))
        })
        .collect()
}

/// Returns the most lines that a function may have.
fn limit_of(path: &str, name: &str) -> usize {
    let exception = LONGER.iter().find(|(file, function, _)| *file == path && *function == name);
    exception.map_or(MAX_LINES, |(_, _, limit)| *limit)
}

/// A function and where it begins; lines are counted from 1.
#[derive(Debug, PartialEq, Eq)]
struct Function<'a> {
    name: &'a str,
    line: usize,
    n_lines: usize,
}

/// Finds all functions with their lengths, the nested ones too.
fn functions(code: &str) -> Vec<Function<'_>> {
    positions(code, "fn").filter_map(|start| function_at(code, start)).collect()
}

/// Reads a function from its `fn`. The type of a function pointer has no name and is skipped.
fn function_at(code: &str, start: usize) -> Option<Function<'_>> {
    let rest = code[start..].strip_prefix("fn ")?;
    let name = &rest[..rest.find(|c| !is_word(c))?];
    if name.is_empty() {
        return None;
    }
    let end = item_end(code, start);
    let (first, last) = (line_index(code, start), line_index(code, end));
    let n_lines = last - first + 1 - table_lines(&code[start..end.min(code.len())]);
    Some(Function { name, line: first + 1, n_lines })
}

/// Counts the lines that constants within a function take.
fn table_lines(body: &str) -> usize {
    ["const ", "static "]
        .iter()
        .flat_map(|word| positions(body, word))
        .filter(|start| begins_line(body, *start) && !body[*start..].starts_with("const fn"))
        .map(|start| line_index(body, item_end(body, start)) - line_index(body, start) + 1)
        .sum()
}

/// Reports whether nothing stands before an offset in its line, which is not the first.
fn begins_line(body: &str, start: usize) -> bool {
    let before = &body[..start];
    before.contains('\n') && before.rsplit('\n').next().is_some_and(|line| line.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(n_lines: usize) -> String {
        format!("fn long() {{\n{}}}\n", "    step();\n".repeat(n_lines - 2))
    }

    fn messages(path: &str, text: &str) -> Vec<String> {
        too_long(&RustFile::new(path, text)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_hundred_lines_are_enough() {
        let path = "crates/board/src/game.rs";
        assert_eq!(messages(path, &function(100)), [""; 0]);
        let [message] = messages(path, &function(101)).try_into().unwrap();
        assert!(
            message.starts_with("crates/board/src/game.rs:1: `long` has 101 lines"),
            "{message}"
        );
    }

    #[test]
    fn tests_may_be_longer() {
        let text = format!("#[cfg(test)]\nmod tests {{\n{}}}\n", function(200));
        assert_eq!(messages("crates/board/src/game.rs", &text), [""; 0]);
        assert_eq!(messages("crates/board/tests/perft.rs", &function(200)), [""; 0]);
    }

    #[test]
    fn tables_do_not_count() {
        let table = format!("    const T: [u8; 2] = [\n{}    ];\n", "        1,\n".repeat(200));
        let text = format!("fn short() {{\n{table}    T\n}}\n");
        assert_eq!(messages("crates/board/src/game.rs", &text), [""; 0]);
    }

    #[test]
    fn lengths_are_counted_to_the_closing_brace() {
        let code = "fn a() {}\npub const fn b(\n    x: [u8; 2],\n) {\n    fn c() {}\n}\n\
                    type F = fn(u8);\n";
        let found = functions(code);
        let expected = [("a", 1, 1), ("b", 2, 5), ("c", 5, 1)];
        let expected = expected.map(|(name, line, n_lines)| Function { name, line, n_lines });
        assert_eq!(found, expected);
    }
}
