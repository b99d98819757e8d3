//! `cargo xtask tidy`: the project's rules that no compiler checks.
//!
//! Each rule is a function from what it checks to a list of problems; [`problems`] is the list of
//! rules. Three tables are made to be changed: [`plan`], the rooms, what each may
//! depend on and where `unsafe` is allowed; [`prohibitions`], what a room never does; [`retired`], the names
//! that were replaced.

mod circles;
mod functions;
mod layout;
mod links;
mod manifests;
mod module_tree;
mod plan;
mod privacy;
mod problem;
mod prohibitions;
mod retired;
mod rust_file;
mod rust_text;
mod sources;
mod tokens;
mod unsafety;
mod use_tree;

use std::process::ExitCode;

use anyhow::Result;

use self::problem::Problem;
use self::sources::Sources;
use crate::verdict;
use crate::web;
use crate::workspace::Workspace;

/// Checks the rules and prints what is wrong.
pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode> {
    verdict::exit_code(print_problems(workspace))
}

/// Checks the rules that the project keeps, prints what is wrong and returns a summary as the error.
pub(crate) fn report(workspace: &Workspace) -> Result<()> {
    verdict::summary(print_problems(workspace))
}

/// Checks the rules, prints what is wrong and returns the number of problems.
fn print_problems(workspace: &Workspace) -> Result<usize> {
    let sources = Sources::load(&workspace.root)?;
    let problems = problems(workspace, &sources);
    for problem in &problems {
        eprintln!("{problem}");
    }
    web::warn_of_stale_bundle(&workspace.root)?;
    eprintln!("tidy: {} files, {} problems", sources.len(), problems.len());
    Ok(problems.len())
}

/// Checks the rules and returns what is wrong, by file and line.
fn problems(workspace: &Workspace, sources: &Sources) -> Vec<Problem> {
    let mut problems = Vec::new();
    for room in &workspace.rooms {
        problems.extend(manifests::rules(room));
        problems.extend(unsafety::unforbidden(room, &sources.rust));
        problems.extend(circles::of_files(&room.name, &sources.rust));
    }
    for file in &sources.rust {
        problems.extend(layout::rules_of_rust(file));
        problems.extend(unsafety::rules(file));
        problems.extend(prohibitions::rules(file));
        problems.extend(functions::too_long(file));
    }
    for file in &sources.text {
        problems.extend(layout::trailing_whitespace(file));
        problems.extend(layout::marks_of_merge(file));
        problems.extend(privacy::rules(file));
        problems.extend(retired::found(file));
        problems.extend(links::dead(file, &|path| sources.has(path)));
    }
    problems.extend(sources.sizes.iter().filter_map(layout::too_large));
    problems.sort();
    problems
}
