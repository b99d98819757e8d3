//! `cargo xtask tidy`: the rules of the house that no compiler knows.
//!
//! Each rule is a function from what it judges to a list of problems; [`problems`] is the list of
//! rules. What a person may want to change stands in two tables: [`plan`], the rooms with their
//! arrows and the places where `unsafe` is allowed, and [`words`], what a room never says.

mod functions;
mod layout;
mod links;
mod manifests;
mod plan;
mod privacy;
mod problem;
mod rust_file;
mod rust_text;
mod sources;
mod unsafety;
mod words;

use std::process::ExitCode;

use anyhow::Result;

use self::problem::Problem;
use self::sources::Sources;
use crate::verdict;
use crate::workspace::Workspace;

/// Checks every rule and prints what is wrong.
pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode> {
    verdict::exit_code(print_problems(workspace))
}

/// Checks every rule, prints what is wrong and returns a summary as the error.
pub(crate) fn report(workspace: &Workspace) -> Result<(), String> {
    verdict::summary(print_problems(workspace))
}

/// Checks every rule, prints what is wrong and returns the number of problems.
fn print_problems(workspace: &Workspace) -> Result<usize> {
    let sources = Sources::load(&workspace.root)?;
    let problems = problems(workspace, &sources);
    for problem in &problems {
        eprintln!("{problem}");
    }
    eprintln!("tidy: {} files, {} problems", sources.len(), problems.len());
    Ok(problems.len())
}

/// Checks every rule.
fn problems(workspace: &Workspace, sources: &Sources) -> Vec<Problem> {
    let mut problems = Vec::new();
    for room in &workspace.rooms {
        problems.extend(manifests::rules(room));
        problems.extend(unsafety::unforbidden(room, &sources.rust));
    }
    for file in &sources.rust {
        problems.extend(layout::rules_of_rust(file));
        problems.extend(unsafety::rules(file));
        problems.extend(words::forbidden(file));
        problems.extend(functions::too_long(file));
    }
    for file in &sources.text {
        problems.extend(layout::trailing_whitespace(file));
        problems.extend(privacy::rules(file));
        problems.extend(links::dead(file, &|path| sources.has(path)));
    }
    problems.extend(sources.sizes.iter().filter_map(layout::too_large));
    problems.sort();
    problems
}
