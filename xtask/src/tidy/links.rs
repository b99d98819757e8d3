//! Links of documents: they lead to files of the project.

use std::path::Path;

/// Returns the links of a Markdown file that lead to no file.
pub(super) fn dead(root: &Path, path: &str, text: &str) -> Vec<String> {
    let folder = Path::new(path).parent().unwrap_or(Path::new(""));
    let is_dead = |target: &str| {
        let from = if target.starts_with('/') { root.to_owned() } else { root.join(folder) };
        let path = target.trim_start_matches('/').replace("%20", " ");
        !from.join(path).exists()
    };
    let links = prose_lines(text)
        .flat_map(|(number, line)| targets(&line).into_iter().map(move |target| (number, target)));
    links
        .filter(|(_, target)| is_dead(target))
        .map(|(number, target)| format!("{path}:{number}: the link `{target}` leads to no file"))
        .collect()
}

/// Iterates over the lines, counted from 1, without code.
fn prose_lines(text: &str) -> impl Iterator<Item = (usize, String)> {
    let mut in_fence = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let is_fence = line.trim_start().starts_with("```");
        in_fence ^= is_fence;
        let prose: Vec<&str> = line.split('`').step_by(2).collect();
        (!in_fence && !is_fence).then(|| (index + 1, prose.join(" ")))
    })
}

/// Returns the files that a line links to: `[text](target)` and `[name]: target`.
fn targets(line: &str) -> Vec<String> {
    let inline = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let is_definition = line.starts_with('[') && !line.starts_with("[^");
    let definition = line.split_once("]: ").filter(|_| is_definition).map(|(_, target)| target);
    inline.chain(definition).filter_map(file_part).collect()
}

/// Returns the file that a link's target names, without its title and its heading.
fn file_part(target: &str) -> Option<String> {
    let target = target.split_whitespace().next()?.trim_matches(['<', '>']);
    let is_elsewhere = target.contains("://") || target.starts_with("mailto:");
    let path = target.split(['#', '?']).next()?;
    (!is_elsewhere && !path.is_empty()).then(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_files_pass_and_others_are_found() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for (text, line) in [
            ("[a](tidy.rs#x), [b](/Cargo.toml \"title\"), [c](../src/), [d](#x)", None),
            ("[e](https://example.org/a.md)\n[f]: ./main.rs\n[^1]: a note", None),
            ("`[x](y)` is a link\n```\n[x](y)\n```", None),
            ("one\n[x](no.rs)", Some(2)),
            ("[x]: no.rs", Some(1)),
        ] {
            let found = dead(root, "src/README.md", text);
            let start = line.map(|line| format!("src/README.md:{line}: the link `"));
            assert_eq!(found.len(), usize::from(line.is_some()), "{text}: {found:?}");
            assert!(start.is_none_or(|start| found[0].starts_with(&start)), "{found:?}");
        }
    }
}
