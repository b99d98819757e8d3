//! The plan of the workspace: which crate depends on which. Dev-dependencies are free.

use crate::workspace::Crate;

/// Each crate with the crates that it depends on. A crate lists only crates above it.
const PLAN: &[(&str, &[&str])] = &[
    ("testkit", &[]),
    ("files", &[]),
    ("launch", &[]),
    ("board", &[]),
    ("pairing", &[]),
    ("records", &["board"]),
    ("classics", &["board"]),
    ("eval", &["board"]),
    ("engine", &["board", "eval"]),
    ("book", &["board", "eval", "engine", "files"]),
    ("analysis", &["board", "records", "classics", "eval", "engine"]),
    ("exercises", &["board", "records", "engine", "analysis"]),
    ("players", &["board", "records", "classics", "eval", "engine", "book"]),
    ("protocol", &["board", "pairing"]),
    ("ggs", &["board"]),
    // Players and books for its workers only: the server never searches in a request.
    (
        "server",
        &["board", "records", "eval", "book", "players", "protocol", "files", "ggs", "pairing"],
    ),
    ("bridge", &["board", "records", "players", "protocol", "files", "ggs"]),
    ("tui", &["board", "records", "eval", "engine", "players", "analysis", "protocol", "files"]),
    ("wasm", &["board", "records", "eval", "engine", "analysis"]),
    (
        "cli",
        &[
            "board",
            "records",
            "classics",
            "eval",
            "engine",
            "book",
            "analysis",
            "exercises",
            "players",
            "protocol",
            "server",
            "bridge",
            "tui",
            "files",
            "launch",
            "pairing",
        ],
    ),
    (
        "lab",
        &[
            "board", "records", "classics", "eval", "engine", "analysis", "players", "files",
            "launch",
        ],
    ),
    (
        "fuzz",
        &[
            "board",
            "records",
            "classics",
            "eval",
            "engine",
            "book",
            "exercises",
            "pairing",
            "players",
            "protocol",
            "ggs",
            "files",
        ],
    ),
    ("xtask", &["launch"]),
];

/// The crates with `unsafe` code. They deny it except in named modules, or a macro writes it; all others forbid it.
pub(super) const UNSAFE: [&str; 6] = ["board", "eval", "engine", "book", "wasm", "fuzz"];

/// Crates from elsewhere that only some of ours may depend on.
const CONFINED: &[(&[&str], &[&str])] = &[
    // Elsewhere errors are types.
    (&["anyhow"], &["cli", "lab", "xtask"]),
    (&["tokio"], &["server", "bridge", "tui", "cli"]),
    // The others take a seed.
    (&["rand", "rand_chacha", "getrandom"], &["players", "server", "lab"]),
];

/// Returns what is wrong with the dependencies of a crate.
pub(super) fn problems(entry: &Crate) -> Vec<String> {
    let Some((_, allowed)) = PLAN.iter().find(|(name, _)| *name == entry.name) else {
        return vec!["it is not in the plan, xtask/src/tidy/plan.rs".to_owned()];
    };
    let is_ours = |name: &str| PLAN.iter().any(|(ours, _)| *ours == name);
    let is_confined = |name: &str| {
        CONFINED
            .iter()
            .any(|(names, users)| names.contains(&name) && !users.contains(&&*entry.name))
    };
    let dependencies = entry.dependencies.iter().map(String::as_str);
    let unplanned = dependencies
        .filter(|name| (is_ours(name) && !allowed.contains(name)) || is_confined(name))
        .map(|name| {
            format!("the plan in xtask/src/tidy/plan.rs does not let it depend on `{name}`")
        });
    let unused = allowed.iter().filter(|name| entry.dependencies.iter().all(|used| used != *name));
    let unused = unused
        .map(|name| format!("it does not use `{name}` of its plan in xtask/src/tidy/plan.rs"));
    unplanned.chain(unused).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_depends_on_crates_above_it_only() {
        for (index, (name, allowed)) in PLAN.iter().enumerate() {
            for dependency in *allowed {
                let is_above = PLAN[..index].iter().any(|(above, _)| above == dependency);
                assert!(is_above && *dependency != "testkit", "{name} uses {dependency}");
            }
        }
    }

    /// Returns the crates and their dependencies in the table of the architecture document.
    fn documented() -> Vec<(&'static str, Vec<&'static str>)> {
        let text = include_str!("../../../docs/ARCHITECTURE.md");
        let rows = text.lines().skip_while(|line| !line.starts_with("| crate |")).skip(2);
        rows.map_while(|line| {
            let mut cells = line.strip_prefix("| `")?.strip_suffix(" |")?.split(" | ");
            let name = cells.next()?.strip_suffix('`')?;
            let named = |cell: &'static str| cell.split('`').skip(1).step_by(2);
            let dependencies = match cells.nth(1)? {
                "none" => Vec::new(),
                cell => match cell.strip_prefix("all but ") {
                    Some(others) => {
                        let others: Vec<&str> = named(others).collect();
                        let all = PLAN.iter().map(|(name, _)| *name);
                        let is_excluded = |it: &&str| {
                            *it == name
                                || others.contains(it)
                                || ["testkit", "fuzz", "xtask"].contains(it)
                        };
                        all.filter(|it| !is_excluded(it)).collect()
                    }
                    None => named(cell).collect(),
                },
            };
            Some((name, dependencies))
        })
        .collect()
    }

    #[test]
    fn the_table_of_the_architecture_document_is_the_plan() {
        let sorted = |mut names: Vec<&'static str>| {
            names.sort_unstable();
            names
        };
        let mut documented: Vec<_> =
            documented().into_iter().map(|(name, them)| (name, sorted(them))).collect();
        let mut planned: Vec<_> =
            PLAN.iter().map(|(name, them)| (*name, sorted(them.to_vec()))).collect();
        documented.sort_unstable();
        planned.sort_unstable();
        assert_eq!(documented, planned);
    }

    #[test]
    fn what_the_plan_does_not_allow_is_found() {
        for (name, dependencies, n_problems) in [
            ("records", &["board", "thiserror"][..], 0),
            ("records", &["board", "engine"], 1),
            ("records", &["board", "testkit"], 1),
            ("records", &["board", "anyhow"], 1),
            ("bridge", &["board", "records", "players", "protocol", "files", "ggs", "tokio"], 0),
            ("records", &[], 1),
            ("unplanned", &[], 1),
        ] {
            let dependencies = dependencies.iter().map(|&text| text.to_owned()).collect();
            let entry = Crate { name: name.to_owned(), dependencies, ..Crate::default() };
            assert_eq!(problems(&entry).len(), n_problems, "{entry:?}");
        }
    }
}
