//! The rule of links: a document links only to files that exist.

use super::problem::Problem;
use super::sources::TextFile;

/// Finds links in a Markdown file to files that are not there.
pub(crate) fn dead(file: &TextFile, is_there: &dyn Fn(&str) -> bool) -> Vec<Problem> {
    if file.kind() != "md" {
        return Vec::new();
    }
    let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let links = prose_lines(&file.text).flat_map(|(number, line)| {
        targets(&line).into_iter().map(move |target| (number, target)).collect::<Vec<_>>()
    });
    links
        .filter(|(_, target)| {
            !resolve(folder, target).is_some_and(|path| is_there(&path.replace("%20", " ")))
        })
        .map(|(number, target)| {
            let what = format!("the link `{target}` leads to no file of the project");
            Problem::new(&file.path, number, what, "correct its path, or add the file to git")
        })
        .collect()
}

/// Iterates over the lines, counted from 1, outside fenced code; code within a line is cut out.
fn prose_lines(text: &str) -> impl Iterator<Item = (usize, String)> {
    let mut in_fence = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let is_fence = ["```", "~~~"].iter().any(|fence| line.trim_start().starts_with(fence));
        in_fence ^= is_fence;
        (!in_fence && !is_fence).then(|| (index + 1, without_code(line)))
    })
}

/// Returns a line without what stands between backquotes.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join(" ")
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

/// Returns a target as a path from the root, or `None` if it leads out of the project.
fn resolve(folder: &str, target: &str) -> Option<String> {
    let folder = if target.starts_with('/') { "" } else { folder };
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(target.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dead_in(path: &str, text: &str) -> Vec<String> {
        let file = TextFile { path: path.into(), text: text.into() };
        let there = ["README.md", "docs", "docs/rules.md", "crates/board/src/flip.rs"];
        let is_there = |path: &str| there.contains(&path);
        dead(&file, &is_there).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn links_to_files_pass() {
        let text = "See [rules](rules.md#passes), [flips](../crates/board/src/flip.rs),\n\
                    [home](/README.md \"title\"), [all](../docs/), [here](#above) and\n\
                    [others](https://example.org/a.md).\n[r]: ./rules.md\n[^1]: a note\n";
        assert_eq!(dead_in("docs/index.md", text), [""; 0]);
    }

    #[test]
    fn dead_links_are_found() {
        let [message] = dead_in("README.md", "one\n[x](docs/rule.md)\n").try_into().unwrap();
        let start = "README.md:2: the link `docs/rule.md` leads to no file of the project";
        assert!(message.starts_with(start), "{message}");
        assert_eq!(dead_in("README.md", "[x]: nowhere.md\n").len(), 1);
        assert_eq!(dead_in("docs/a.md", "[x](../../outside.md)\n").len(), 1);
    }

    #[test]
    fn code_holds_no_links() {
        assert_eq!(dead_in("README.md", "`[x](y)` is a link\n```\n[x](y)\n```\n"), [""; 0]);
        assert_eq!(dead_in("notes.txt", "[x](y)\n"), [""; 0]);
    }
}
