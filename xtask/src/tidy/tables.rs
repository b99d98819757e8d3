//! Tables of files at the head of a module: each file that one names is there.

use std::path::Path;

/// Returns a problem for each file of a table, such as ``//! | `bot.rs` | events in, lines out |``, that is neither
/// beside the module nor in its folder.
pub(super) fn missing_files(root: &Path, path: &str, text: &str) -> Vec<String> {
    let module = root.join(path);
    let folder = module.parent().unwrap_or(root);
    let is_there = |name: &str| {
        [folder.to_owned(), module.with_extension(""), root.to_owned()]
            .iter()
            .any(|place| place.join(name).exists())
    };
    let is_rust = |name: &str| Path::new(name).extension().is_some_and(|ending| ending == "rs");
    let mut problems = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let Some(first_cell) = line.strip_prefix("//! | ").and_then(|row| row.split(" | ").next())
        else {
            continue;
        };
        let names = first_cell.split('`').skip(1).step_by(2);
        let missing = names.filter(|name| is_rust(name) && !is_there(name));
        problems.extend(missing.map(|name| format!("{path}:{number}: there is no file `{name}`")));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_names_files_that_exist() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let rows = "//! | `links.rs`, `tables.rs` | x |\n//! | `gone.rs` | y `other.rs` |\n//! `prose.rs`\n";
        let problems = missing_files(root, "src/tidy.rs", rows);
        assert_eq!(problems, ["src/tidy.rs:2: there is no file `gone.rs`"]);
    }
}
