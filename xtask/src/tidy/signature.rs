//! Commits that change the signature of the search name it in a `Bench:` trailer.

use std::path::Path;

use crate::command::{output, program};

/// The file with the signature, and how its line begins.
const FILE: &str = "crates/engine/src/bench.rs";
const LINE: &str = "const SIGNATURE: u64 = ";

/// The commit since which the trailer is asked for.
const SINCE: &str = "286bac67";

/// Returns what is wrong with the commits since then. Without git or that commit there is nothing to check.
pub(super) fn problems(root: &Path) -> Vec<String> {
    let ask = |line: &str| output(&mut program(root, line)).unwrap_or_default();
    let commit_line = LINE.replace(' ', ".");
    ask(&format!("git log -G{commit_line} --format=%h {SINCE}..HEAD -- {FILE}"))
        .lines()
        .filter_map(|commit| {
            let trailer = "--format=%(trailers:key=Bench,valueonly)";
            let trailer = ask(&format!("git show --no-patch {trailer} {commit}"));
            problem(commit, &trailer, &ask(&format!("git show {commit}:{FILE}")))
        })
        .collect()
}

/// Compares the trailer of a commit with the signature in its source.
fn problem(commit: &str, trailer: &str, source: &str) -> Option<String> {
    let (_, rest) = source.split_once(LINE)?;
    let signature = rest.split(';').next()?.replace('_', "");
    (trailer.trim() != signature)
        .then(|| format!("{commit}: its message lacks the trailer `Bench: {signature}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_signature_needs_its_trailer() {
        let source = "x\nconst SIGNATURE: u64 = 10_025_453;\n";
        assert_eq!(problem("abc", "10025453\n", source), None);
        let problem = |trailer| problem("abc", trailer, source);
        let lacks = "abc: its message lacks the trailer `Bench: 10025453`";
        assert_eq!(problem("").as_deref(), Some(lacks));
        assert_eq!(problem("10025452").as_deref(), Some(lacks));
    }

    #[test]
    fn the_signature_is_where_it_is_looked_for() {
        let source = include_str!("../../../crates/engine/src/bench.rs");
        assert!(problem("abc", "", source).is_some());
    }
}
