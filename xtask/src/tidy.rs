//! `cargo xtask tidy`: rules of the workspace that neither the compiler nor clippy checks.

mod links;
mod plan;
mod signature;
mod tables;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::command::{output, program};
use crate::workspace::{Crate, Workspace};

/// Checks all rules and prints what breaks them.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    let mut problems: Vec<String> = workspace.crates.iter().flat_map(problems_of_crate).collect();
    problems.extend(signature::problems(&workspace.root));
    for path in sources(&workspace.root)? {
        let full = workspace.root.join(&path);
        // A file that was deleted and not yet committed is listed, too.
        let Ok(text) = fs::read_to_string(full) else { continue };
        let is_of = |kind: &str| Path::new(&path).extension().is_some_and(|ending| ending == kind);
        if is_of("rs") && !text.starts_with("//!") {
            problems.push(format!("{path}:1: begin with `//!` and what the file is about"));
        }
        if is_of("rs") {
            problems.extend(tables::missing_files(&workspace.root, &path, &text));
        }
        if is_of("md") {
            problems.extend(links::dead(&workspace.root, &path, &text));
        }
    }
    for problem in &problems {
        eprintln!("{problem}");
    }
    ensure!(problems.is_empty(), "tidy: {} problems", problems.len());
    Ok(())
}

/// Returns the paths of Rust files and documents from the root, those included that are not yet added.
fn sources(root: &Path) -> Result<Vec<String>> {
    let line = "git ls-files --cached --others --exclude-standard *.rs *.md";
    let listed = output(&mut program(root, line)).context("git cannot list the files")?;
    Ok(listed.lines().map(str::to_owned).collect())
}

/// Returns what is wrong with a crate's dependencies, lints and `unsafe` code.
fn problems_of_crate(entry: &Crate) -> Vec<String> {
    let manifest = fs::read_to_string(&entry.manifest).unwrap_or_default();
    let mut problems = plan::problems(entry);
    if !manifest.contains("[lints]\nworkspace = true") {
        problems.push("[lints] does not say `workspace = true`".to_owned());
    }
    for root in &entry.roots {
        let text = fs::read_to_string(root).unwrap_or_default();
        if !plan::UNSAFE.contains(&&*entry.name) && !text.contains("#![forbid(unsafe_code)]") {
            problems.push(format!("{} lacks `#![forbid(unsafe_code)]`", root.display()));
        }
    }
    problems.into_iter().map(|problem| format!("{}: {problem}", entry.package)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_inherits_lints_and_forbids_unsafe_code() {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("wasm-bindgen/Cargo.toml");
        let foreign = Crate {
            name: "files".to_owned(),
            roots: vec![manifest.clone()],
            manifest,
            ..Crate::default()
        };
        let found = problems_of_crate(&foreign);
        assert!(found[0].contains("[lints]") && found[1].contains("lacks `#![forbid"), "{found:?}");
    }
}
