//! Rules of privacy: no paths of a developer's machine, no private package registries.

use super::problem::Problem;
use super::sources::TextFile;

/// The folders of developers' own files.
///
/// The strings are put together from pieces, so that this file obeys its own rule.
const HOMES: &[&str] = &[
    concat!("/ro", "ot/"),
    concat!("/ho", "me/"),
    concat!("/wo", "rk/"),
    concat!("/Us", "ers/"),
    concat!("C:\\Us", "ers\\"),
];

/// Settings that name a package registry other than the public one.
const REGISTRIES: &[&str] = &[
    concat!("registry+spar", "se"),
    concat!("sparse+ht", "tp"),
    concat!("replace-", "with"),
    concat!("[regis", "tries"),
    concat!("[sour", "ce."),
    concat!("index-", "url"),
    concat!("_auth", "Token"),
];

/// The one source that a lock file may name.
const PUBLIC_INDEX: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// The public registry of the browser client's packages.
const PUBLIC_NPM: &str = "https://registry.npmjs.org/";

/// Checks all rules of a text file.
pub(crate) fn rules(file: &TextFile) -> Vec<Problem> {
    let lines = file.text.lines().enumerate();
    lines.filter_map(|(index, line)| in_line(&file.path, index + 1, line)).collect()
}

/// Checks one line, and reports the first problem only.
fn in_line(path: &str, number: usize, line: &str) -> Option<Problem> {
    let problem = |what: String, advice| Some(Problem::new(path, number, what, advice));
    if let Some(home) = HOMES.iter().find(|home| names_path(line, home)) {
        let what = format!("a path below `{home}`, which exists on one machine only");
        return problem(what, "write it from the project's root, or take it as an argument");
    }
    if let Some(word) = REGISTRIES.iter().find(|word| line.contains(*word)) {
        let what = format!("`{word}` names a registry of packages");
        return problem(what, "configure it in cargo's home folder, not in the project");
    }
    if names_foreign_source(path, line) {
        let what = "a package from another place than the public registry".to_owned();
        return problem(what, "resolve the lock file against the public registry");
    }
    None
}

/// Reports whether a line has a path that begins with a folder, and not just one that contains it.
fn names_path(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(start, _)| {
        let before = line[..start].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || "._~-*}>)".contains(c))
    })
}

/// Reports whether a line of a lock file says that a package comes from elsewhere.
fn names_foreign_source(path: &str, line: &str) -> bool {
    let line = line.trim();
    if path.ends_with("Cargo.lock") {
        return line.starts_with("source = ") && !line.contains(PUBLIC_INDEX);
    }
    path.ends_with("package-lock.json")
        && line.starts_with("\"resolved\": \"http")
        && !line.contains(PUBLIC_NPM)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(path: &str, text: &str) -> Vec<usize> {
        let file = TextFile { path: path.into(), text: text.into() };
        rules(&file).iter().map(Problem::line).collect()
    }

    #[test]
    fn paths_of_a_machine_are_found() {
        for home in HOMES {
            for before in ["", "see ", "\"", "(", "=", "file://"] {
                assert_eq!(lines("README.md", &format!("one\n{before}{home}me/x\n")), [2]);
            }
        }
    }

    #[test]
    fn paths_that_only_contain_such_a_folder_pass() {
        for home in &HOMES[..3] {
            assert_eq!(
                lines("README.md", &format!("docs{home}x ~{home}y ..{home}\n")),
                [0_usize; 0]
            );
        }
    }

    #[test]
    fn registries_are_found() {
        for word in REGISTRIES {
            assert_eq!(lines(".cargo/config.toml", &format!("{word}\n")), [1], "{word}");
        }
    }

    #[test]
    fn lock_files_name_the_public_registries() {
        let public = format!("source = \"{PUBLIC_INDEX}\"\n");
        assert_eq!(lines("Cargo.lock", &public), [0_usize; 0]);
        assert_eq!(lines("Cargo.lock", "source = \"registry+https://example.org/index\"\n"), [1]);
        let public = format!("  \"resolved\": \"{PUBLIC_NPM}vite\",\n");
        assert_eq!(lines("web/package-lock.json", &public), [0_usize; 0]);
        let other = "  \"resolved\": \"https://example.org/vite\",\n";
        assert_eq!(lines("web/package-lock.json", other), [1]);
    }
}
