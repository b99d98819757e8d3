//! `cargo xtask deny`: checks licences, sources and bans of the packages that we depend on.
//!
//! `deny.toml` is in the format of cargo-deny, which reads it as well. The three checks that need
//! no database are done here, so that they run wherever the project is built.

mod licence;

use std::fs;
use std::process::ExitCode;

use anyhow::{Context, Result};
use cargo_metadata::{MetadataCommand, Package};
use toml::{Table, Value};

use crate::verdict;
use crate::workspace::Workspace;

/// The file with the policy.
const FILE: &str = "deny.toml";

/// The licences that are allowed, and the packages that are not.
#[derive(Debug, Default)]
struct Policy {
    licences: Vec<String>,
    banned: Vec<String>,
}

/// What the policy depends on.
#[derive(Clone, Debug)]
struct PackageFacts {
    name: String,
    version: String,
    licence: Option<String>,
    /// Whether the package is one of ours or from crates.io.
    is_known: bool,
}

impl Policy {
    /// Reads the licences and bans of the file.
    fn read(text: &str) -> Result<Policy> {
        let table: Table = text.parse().context("it is not TOML")?;
        let list = |section: &str, key: &str| {
            let found = table.get(section).and_then(|section| section.get(key)?.as_array());
            found.with_context(|| format!("there is no list `{key}` in [{section}]"))
        };
        let licences = list("licenses", "allow")?.iter().filter_map(Value::as_str);
        let banned = list("bans", "deny")?.iter().filter_map(|entry| entry.get("name")?.as_str());
        Ok(Policy {
            licences: licences.map(ToOwned::to_owned).collect(),
            banned: banned.map(ToOwned::to_owned).collect(),
        })
    }

    /// Returns what is wrong with a package.
    fn problems(&self, package: &PackageFacts) -> Vec<String> {
        let PackageFacts { name, version, licence, is_known } = package;
        let mut problems = Vec::new();
        match licence {
            None => problems.push(format!("{name} {version} names no licence")),
            Some(licence) if !licence::is_met(licence, &self.licences) => {
                problems
                    .push(format!("{name} {version} is under `{licence}`, which is not allowed"));
            }
            Some(_) => {}
        }
        if self.banned.contains(name) {
            problems.push(format!("{name} {version} is banned"));
        }
        if !is_known {
            problems.push(format!("{name} {version} is not from crates.io"));
        }
        problems
    }
}

impl PackageFacts {
    fn of(package: &Package) -> PackageFacts {
        PackageFacts {
            name: package.name.to_string(),
            version: package.version.to_string(),
            licence: package.license.clone(),
            is_known: package.source.as_ref().is_none_or(cargo_metadata::Source::is_crates_io),
        }
    }
}

/// Checks every package and prints what is wrong.
pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode> {
    verdict::exit_code(print_problems(workspace))
}

/// Checks every package, prints what is wrong and returns a summary as the error.
pub(crate) fn report(workspace: &Workspace) -> Result<()> {
    verdict::summary(print_problems(workspace))
}

fn print_problems(workspace: &Workspace) -> Result<usize> {
    let text = fs::read_to_string(workspace.root.join(FILE))
        .with_context(|| format!("cannot read {FILE}"))?;
    let policy = Policy::read(&text).with_context(|| format!("cannot use {FILE}"))?;
    let metadata = MetadataCommand::new().exec().context("cargo metadata failed")?;
    let packages: Vec<PackageFacts> = metadata.packages.iter().map(PackageFacts::of).collect();
    let problems: Vec<String> =
        packages.iter().flat_map(|package| policy.problems(package)).collect();
    for problem in &problems {
        eprintln!("{problem}");
    }
    eprintln!("deny: {} packages, {} problems", packages.len(), problems.len());
    Ok(problems.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = include_str!("../../deny.toml");

    fn package(name: &str, licence: Option<&str>, is_known: bool) -> PackageFacts {
        let (name, version) = (name.to_owned(), "1.2.3".to_owned());
        PackageFacts { name, version, licence: licence.map(ToOwned::to_owned), is_known }
    }

    #[test]
    fn each_check_finds_what_it_is_for() {
        let policy = Policy::read(TEXT).unwrap();
        let problems = |name, licence, is_known| policy.problems(&package(name, licence, is_known));
        assert!(problems("serde", Some("MIT OR Apache-2.0"), true).is_empty());
        let wrong = problems("serde", Some("GPL-3.0-only"), true);
        assert_eq!(wrong, ["serde 1.2.3 is under `GPL-3.0-only`, which is not allowed"]);
        assert_eq!(problems("serde", None, true), ["serde 1.2.3 names no licence"]);
        assert_eq!(problems("openssl", Some("MIT"), true), ["openssl 1.2.3 is banned"]);
        let foreign = problems("serde", Some("MIT"), false);
        assert_eq!(foreign, ["serde 1.2.3 is not from crates.io"]);
    }

    #[test]
    fn a_file_without_its_lists_is_an_error() {
        assert!(Policy::read("[licenses]\nallow = [\"MIT\"]\n").is_err());
        assert!(Policy::read("licenses").is_err());
    }
}
