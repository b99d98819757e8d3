//! The rule that no files of a room use each other in a circle.
//!
//! A file uses another one if its code names something that the other defines: in a `use`, or in a path
//! such as `super::flip::flips`. Re-exports are followed to the definition, and a re-export alone is no
//! use: a module may gather what its own modules define. Tests are left out.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::module_tree::{Module, ModuleTree, NamePath, Target};
use super::problem::Problem;
use super::rust_file::RustFile;

/// Finds the circles of files in a room. `files` may hold files of other rooms, too.
pub(crate) fn of_files(room: &str, files: &[RustFile]) -> Vec<Problem> {
    let folder = source_folder(room);
    let has_library = files.iter().any(|file| file.path == format!("{folder}lib.rs"));
    let files: Vec<(&str, &RustFile)> = files
        .iter()
        .filter_map(|file| Some((file.path.strip_prefix(&folder)?, file)))
        // These are crates of their own.
        .filter(|(path, _)| !(path.starts_with("bin/") || has_library && *path == "main.rs"))
        .collect();
    let graph = Graph::new(&ModuleTree::read(&files));
    graph.circles().iter().map(|circle| problem(circle, &graph, &files)).collect()
}

fn source_folder(room: &str) -> String {
    if room == "xtask" { "xtask/src/".to_owned() } else { format!("crates/{room}/src/") }
}

/// Says which files use each other and through which names.
fn problem(circle: &[usize], graph: &Graph, files: &[(&str, &RustFile)]) -> Problem {
    let closed: Vec<usize> = circle.iter().chain(circle.first()).copied().collect();
    let route = closed.iter().map(|&file| files[file].0).collect::<Vec<_>>().join(" -> ");
    let uses: Vec<&Use> = closed.windows(2).map(|pair| &graph.uses[&(pair[0], pair[1])]).collect();
    let mut names: Vec<String> =
        uses.iter().flat_map(|uses| &uses.names).map(|name| format!("`{name}`")).collect();
    let mut seen = BTreeSet::new();
    names.retain(|name| seen.insert(name.clone()));
    let what = format!("a circle of files: {route} through {}", names.join(", "));
    let advice = "move what several of them need to a file of its own, or pass it as an argument";
    Problem::new(&files[closed[0]].1.path, uses[0].line, what, advice)
}

/// Which file uses which other one.
#[derive(Debug, Default)]
struct Graph {
    uses: BTreeMap<(usize, usize), Use>,
}

/// What one file uses of another.
#[derive(Debug)]
struct Use {
    /// The line of the first use, counted from 1.
    line: usize,
    names: BTreeSet<String>,
}

impl Graph {
    fn new(tree: &ModuleTree) -> Self {
        let mut graph = Self::default();
        for (path, module) in tree.modules() {
            graph.add_imports(tree, path, module);
            for site in &module.paths {
                graph.add(tree, module, tree.resolve(path, &site.path), site.line);
            }
        }
        graph
    }

    /// Adds what a module imports. An imported module counts by the paths that begin with it, and a
    /// re-export only if the module uses it itself.
    fn add_imports(&mut self, tree: &ModuleTree, path: &NamePath, module: &Module) {
        for site in &module.imports {
            let target = tree.resolve(path, &site.import.path);
            match (&site.import.name, target) {
                (Some(name), _) if site.is_reexport && !module.used_names.contains(name) => {}
                (None, Some(Target::Module(imported))) => {
                    self.add_glob(tree, path, module, &imported, site.line);
                }
                (_, target) => self.add(tree, module, target, site.line),
            }
        }
    }

    /// Adds the names of another module that a module uses after having imported all of them.
    fn add_glob(
        &mut self,
        tree: &ModuleTree,
        path: &NamePath,
        module: &Module,
        imported: &NamePath,
        line: usize,
    ) {
        let is_own = |name: &String| {
            let imports = module.imports.iter().filter_map(|site| site.import.name.as_ref());
            let mut inner = path.clone();
            inner.push(name.clone());
            module.items.contains(name)
                || imports.into_iter().any(|import| import == name)
                || tree.module(&inner).is_some()
        };
        for name in module.used_names.iter().filter(|name| !is_own(name)) {
            let target = tree.resolve(imported, &["self".to_owned(), name.clone()]);
            self.add(tree, module, target, line);
        }
    }

    /// Adds a use, if it leads to something that another file defines.
    fn add(&mut self, tree: &ModuleTree, user: &Module, target: Option<Target>, line: usize) {
        let Some(Target::Item { module, name }) = target else { return };
        let used = tree.module(&module).map_or(user.file, |module| module.file);
        if used != user.file {
            let uses = self.uses.entry((user.file, used));
            let uses = uses.or_insert_with(|| Use { line, names: BTreeSet::new() });
            uses.line = uses.line.min(line);
            uses.names.insert(name);
        }
    }

    /// Returns the shortest circle through each file that is in one, each circle once.
    fn circles(&self) -> Vec<Vec<usize>> {
        let files: BTreeSet<usize> = self.uses.keys().map(|&(user, _)| user).collect();
        let mut seen = BTreeSet::new();
        let mut circles = Vec::new();
        for circle in files.into_iter().filter_map(|file| self.shortest_circle(file)) {
            if seen.insert(circle.iter().copied().collect::<BTreeSet<_>>()) {
                circles.push(circle);
            }
        }
        circles
    }

    /// Returns the shortest way from a file back to itself, by breadth first.
    fn shortest_circle(&self, start: usize) -> Option<Vec<usize>> {
        let mut queue = VecDeque::from([vec![start]]);
        let mut reached = BTreeSet::new();
        while let Some(route) = queue.pop_front() {
            let last = route[route.len() - 1];
            for &(_, next) in self.uses.keys().filter(|&&(user, _)| user == last) {
                if next == start {
                    return Some(route);
                }
                if reached.insert(next) {
                    queue.push_back(route.iter().copied().chain([next]).collect());
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<RustFile> = files
            .iter()
            .map(|(path, text)| RustFile::new(&format!("crates/board/src/{path}"), text))
            .collect();
        of_files("board", &files).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn two_files_that_use_each_other_are_found() {
        let [message] = found(&[
            ("lib.rs", "mod a;\nmod b;\npub use a::A;\npub use b::B;"),
            ("a.rs", "use crate::B;\npub struct A(B);"),
            ("b.rs", "pub struct B;\nfn f() { crate::a::A::new() }"),
        ])
        .try_into()
        .unwrap();
        let expected = "crates/board/src/a.rs:1: a circle of files: a.rs -> b.rs -> a.rs through \
                        `B`, `A`; move what";
        assert!(message.starts_with(expected), "{message}");
    }

    #[test]
    fn longer_circles_are_found_once() {
        let [message] = found(&[
            ("lib.rs", "mod a;\nmod b;\nmod c;"),
            ("a.rs", "use super::b;\nfn fa() { b::fb() }"),
            ("b.rs", "use super::c::fc;\npub fn fb() { fc() }"),
            ("c.rs", "pub fn fc() { super::a::fa() }"),
        ])
        .try_into()
        .unwrap();
        assert!(
            message.contains("a.rs -> b.rs -> c.rs -> a.rs through `fb`, `fc`, `fa`"),
            "{message}"
        );
    }

    #[test]
    fn a_parent_that_uses_its_child_and_is_used_by_it_is_found() {
        let [message] = found(&[
            ("a.rs", "mod b;\npub struct A;\nfn f() { b::g() }"),
            ("a/b.rs", "use super::*;\npub(super) fn g() -> A { A }"),
        ])
        .try_into()
        .unwrap();
        assert!(message.contains("a.rs -> a/b.rs -> a.rs through `g`, `A`"), "{message}");
    }

    #[test]
    fn a_parent_that_only_gathers_is_no_circle() {
        let files = [
            ("lib.rs", "mod a;\npub use a::{A, B};\npub const VERSION: u32 = 1;"),
            ("a.rs", "mod b;\npub use b::B;\npub struct A;"),
            ("a/b.rs", "use super::A;\nuse crate::VERSION;\npub struct B(A);"),
        ];
        assert_eq!(found(&files), [""; 0]);
    }

    #[test]
    fn imports_of_the_parent_lead_past_it() {
        let files = [
            ("a.rs", "mod b;\nmod c;\nuse c::C;\nfn f(c: C) { b::g(c) }"),
            ("a/b.rs", "use super::C;\npub(super) fn g(c: C) {}"),
            ("a/c.rs", "pub(super) struct C;"),
        ];
        assert_eq!(found(&files), [""; 0]);
    }

    #[test]
    fn tests_comments_and_names_of_other_crates_count_for_nothing() {
        let files = [
            ("lib.rs", "mod a;\nmod b;"),
            (
                "a.rs",
                "//! See crate::b::B.\nuse std::b::B;\npub struct A;\n#[cfg(test)]\nmod tests {\n    use crate::b::B;\n}",
            ),
            ("b.rs", "use crate::a::A;\npub struct B(A);\nfn f() { \"crate::b::B\" }"),
        ];
        assert_eq!(found(&files), [""; 0]);
    }

    #[test]
    fn a_module_in_braces_belongs_to_its_file() {
        let files = [
            (
                "a.rs",
                "mod b;\nmod sealed {\n    pub trait Sealed {}\n    use super::X;\n}\nstruct X;",
            ),
            ("a/b.rs", "use super::sealed::Sealed;"),
        ];
        assert_eq!(found(&files), [""; 0]);
    }
}
