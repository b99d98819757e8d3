//! The modules of a crate: what each defines, imports and refers to.

use std::collections::{BTreeMap, BTreeSet};

use super::rust_file::RustFile;
use super::tokens::{Token, tokens};
use super::use_tree::{Import, imports};

/// A path of names, such as that of a module from the crate's root.
pub(crate) type NamePath = Vec<String>;

/// A module: a file, or a part of one between braces.
#[derive(Clone, Debug, Default)]
pub(crate) struct Module {
    /// The index of its file.
    pub(crate) file: usize,
    /// The names that it defines, modules left out.
    pub(crate) items: BTreeSet<String>,
    /// What it imports.
    pub(crate) imports: Vec<ImportSite>,
    /// The paths in its code of two names at least.
    pub(crate) paths: Vec<PathSite>,
    /// The names that its code uses outside imports: types, constants, functions that are called.
    pub(crate) used_names: BTreeSet<String>,
}

/// An import and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct ImportSite {
    pub(crate) import: Import,
    /// Whether it is a `pub use`, perhaps for a part of the crate only.
    pub(crate) is_reexport: bool,
    pub(crate) line: usize,
}

/// A path in the code and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct PathSite {
    pub(crate) path: NamePath,
    pub(crate) line: usize,
}

/// The modules of a crate by their path from its root, which is empty.
#[derive(Debug, Default)]
pub(crate) struct ModuleTree {
    modules: BTreeMap<NamePath, Module>,
}

/// What a path leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// A module.
    Module(NamePath),
    /// A name that a module defines.
    Item {
        /// The module.
        module: NamePath,
        /// The name.
        name: String,
    },
}

/// The most re-exports that are followed for one path.
const MAX_REEXPORTS: u32 = 16;

impl ModuleTree {
    /// Reads the files of a crate. Each has its path within `src`, such as `flip/portable.rs`.
    pub(crate) fn read(files: &[(&str, &RustFile)]) -> Self {
        let mut tree = Self::default();
        for (index, (inner_path, file)) in files.iter().enumerate() {
            let tokens = tokens(file);
            let path = module_path(inner_path);
            FileReader { tree: &mut tree, file: index, tokens: &tokens }.read(&path);
        }
        tree
    }

    /// Iterates over all modules and their paths.
    pub(crate) fn modules(&self) -> impl Iterator<Item = (&NamePath, &Module)> {
        self.modules.iter()
    }

    /// Returns the module of this path.
    pub(crate) fn module(&self, path: &[String]) -> Option<&Module> {
        self.modules.get(path)
    }

    /// Returns what a path leads to that is written in a module, re-exports followed. Paths into other
    /// crates lead to nothing.
    pub(crate) fn resolve(&self, from: &NamePath, path: &[String]) -> Option<Target> {
        self.resolve_within(from, path, MAX_REEXPORTS)
    }

    fn resolve_within(&self, from: &NamePath, path: &[String], budget: u32) -> Option<Target> {
        let (first, mut rest) = path.split_first()?;
        let mut module = match first.as_str() {
            "crate" => NamePath::new(),
            "self" => from.clone(),
            "super" => parent(from)?,
            _ => return self.lookup(from, path, budget),
        };
        while rest.first().is_some_and(|name| name == "super") {
            module = parent(&module)?;
            rest = &rest[1..];
        }
        self.lookup(&module, rest, budget)
    }

    /// Returns what names lead to from a module on: into its modules, items and imports.
    fn lookup(&self, from: &NamePath, names: &[String], budget: u32) -> Option<Target> {
        let budget = budget.checked_sub(1)?;
        let Some((name, rest)) = names.split_first() else {
            return Some(Target::Module(from.clone()));
        };
        let inner = joined(from, name);
        if self.modules.contains_key(&inner) {
            return self.lookup(&inner, rest, budget);
        }
        let module = self.modules.get(from)?;
        if module.items.contains(name) {
            return Some(Target::Item { module: from.clone(), name: name.clone() });
        }
        let named = |site: &&ImportSite| site.import.name.as_deref() == Some(name);
        if let Some(site) = module.imports.iter().find(named) {
            return match self.resolve_import(from, &site.import, budget)? {
                Target::Module(found) => self.lookup(&found, rest, budget),
                item @ Target::Item { .. } => Some(item),
            };
        }
        let mut globs = module.imports.iter().filter(|site| site.import.name.is_none());
        globs.find_map(|site| match self.resolve_import(from, &site.import, budget)? {
            Target::Module(found) if found != *from => self.lookup(&found, names, budget),
            _ => None,
        })
    }

    /// Returns what an import of a module leads to. An import does not begin at itself.
    fn resolve_import(&self, from: &NamePath, import: &Import, budget: u32) -> Option<Target> {
        let is_itself = import.path.len() == 1 && import.path.first() == import.name.as_ref();
        let first = import.path.first()?;
        if is_itself && !self.modules.contains_key(&joined(from, first)) {
            return None;
        }
        self.resolve_within(from, &import.path, budget)
    }
}

/// Returns the path of the module that holds another one.
fn parent(path: &[String]) -> Option<NamePath> {
    path.split_last().map(|(_, parent)| parent.to_vec())
}

fn joined(path: &[String], name: &str) -> NamePath {
    path.iter().cloned().chain([name.to_owned()]).collect()
}

/// Returns the path of a file's module: `["flip", "portable"]` for `flip/portable.rs`.
fn module_path(inner_path: &str) -> NamePath {
    let stem = inner_path.strip_suffix(".rs").unwrap_or(inner_path);
    let mut path: NamePath = stem.split('/').map(str::to_owned).collect();
    if path.last().is_some_and(|last| matches!(last.as_str(), "lib" | "main" | "mod")) {
        path.pop();
    }
    path
}

/// Reads the tokens of one file into the tree.
struct FileReader<'a, 'b> {
    tree: &'a mut ModuleTree,
    file: usize,
    tokens: &'a [Token<'b>],
}

impl<'b> FileReader<'_, 'b> {
    /// Reads the file as the module of this path. Modules between braces become modules of the tree.
    fn read(&mut self, root: &NamePath) {
        // The module that is being read is the last, with the number of braces open around its code.
        let mut open = vec![(root.clone(), 0_usize)];
        let mut depth = 0_usize;
        self.module(root);
        let mut at = 0;
        while let Some(token) = self.tokens.get(at) {
            let (current, base) = open.last().cloned().unwrap_or((root.clone(), 0));
            let next = self.text(at + 1);
            match token.text {
                "{" => depth += 1,
                "}" => {
                    // More braces are closed than opened where a rule for tests cuts an item apart.
                    depth = depth.saturating_sub(1);
                    if depth < base {
                        open.pop();
                    }
                }
                "mod" if self.text(at + 2) == "{" => {
                    depth += 1;
                    let inner = joined(&current, next);
                    self.module(&inner);
                    open.push((inner, depth));
                    at += 2;
                }
                "mod" => at += 1,
                // `use<'a>` is a bound of a type.
                "use" if next != "<" => at += self.read_use(&current, at),
                _ if token.is_name() => {
                    if depth == base
                        && let Some(name) = self.defined_name(at)
                    {
                        self.module(&current).items.insert(name.to_owned());
                    }
                    at += self.read_path(&current, at);
                }
                _ => {}
            }
            at += 1;
        }
    }

    fn text(&self, at: usize) -> &'b str {
        self.tokens.get(at).map_or("", |token| token.text)
    }

    /// Returns a module of the tree, a new one if need be.
    fn module(&mut self, path: &[String]) -> &mut Module {
        let module = self.tree.modules.entry(path.to_vec()).or_default();
        module.file = self.file;
        module
    }

    /// Returns the name that is defined if a keyword of definitions stands here.
    fn defined_name(&self, at: usize) -> Option<&'b str> {
        let name = match self.text(at) {
            "fn" | "struct" | "enum" | "union" | "trait" | "type" | "const" | "static" => at + 1,
            "macro_rules" => at + 2,
            _ => return None,
        };
        let name = if self.text(name) == "mut" { name + 1 } else { name };
        self.tokens.get(name).filter(|token| token.is_name()).map(|token| token.text)
    }

    /// Reads a `use` declaration and returns the number of tokens after its `use`.
    fn read_use(&mut self, module: &[String], at: usize) -> usize {
        let before = at.checked_sub(1).map_or("", |before| self.text(before));
        let is_reexport = matches!(before, "pub" | ")");
        let line = self.tokens[at].line;
        let (imports, length) = imports(&self.tokens[at + 1..]);
        let sites = imports.into_iter().map(|import| ImportSite { import, is_reexport, line });
        self.module(module).imports.extend(sites);
        length
    }

    /// Reads a name or a path of names and returns the number of tokens after the first.
    fn read_path(&mut self, module: &[String], at: usize) -> usize {
        let line = self.tokens[at].line;
        let mut path = vec![self.text(at).to_owned()];
        let mut end = at;
        while self.text(end + 1) == "::" && self.tokens.get(end + 2).is_some_and(Token::is_name) {
            path.push(self.text(end + 2).to_owned());
            end += 2;
        }
        let before = at.checked_sub(1).map_or("", |before| self.text(before));
        let is_used = path[0].starts_with(char::is_uppercase)
            || path.len() > 1
            || matches!(self.text(end + 1), "(" | "!") && !matches!(before, "." | "fn");
        let module = self.module(module);
        // After `::` stands the rest of a path that began with a type.
        if before != "::" {
            if is_used {
                module.used_names.insert(path[0].clone());
            }
            if path.len() > 1 {
                module.paths.push(PathSite { path, line });
            }
        }
        end - at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, &str)]) -> ModuleTree {
        let parsed: Vec<RustFile> = files
            .iter()
            .map(|(path, text)| RustFile::new(&format!("crates/board/src/{path}"), text))
            .collect();
        let named: Vec<_> =
            files.iter().zip(&parsed).map(|((path, _), file)| (*path, file)).collect();
        ModuleTree::read(&named)
    }

    fn path(text: &str) -> NamePath {
        text.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect()
    }

    /// Returns what a path leads to: `module::name`, or `mod module`.
    fn found(tree: &ModuleTree, from: &str, to: &str) -> Option<String> {
        Some(match tree.resolve(&path(from), &path(to))? {
            Target::Module(module) => format!("mod {}", module.join("::")),
            Target::Item { module, name } => joined(&module, &name).join("::"),
        })
    }

    #[test]
    fn paths_lead_to_definitions() {
        let tree = tree(&[
            ("lib.rs", "mod a;\npub mod b;\npub use a::Item;\npub use b::*;"),
            (
                "a.rs",
                "pub struct Item;\npub(crate) const fn help() {}\nmod inner { pub static X: u8 = 1; }",
            ),
            ("b.rs", "mod deep;\npub use deep::Deep as Shallow;\npub type T = u8;\nuse crate::a;"),
            ("b/deep.rs", "pub enum Deep { A }"),
        ]);
        assert_eq!(found(&tree, "b", "crate::Item").as_deref(), Some("a::Item"));
        assert_eq!(found(&tree, "b::deep", "super::super::a::help").as_deref(), Some("a::help"));
        assert_eq!(found(&tree, "", "b::Shallow").as_deref(), Some("b::deep::Deep"));
        assert_eq!(
            found(&tree, "a", "crate::Shallow").as_deref(),
            Some("b::deep::Deep"),
            "by glob"
        );
        assert_eq!(found(&tree, "b", "a::inner::X").as_deref(), Some("a::inner::X"));
        assert_eq!(found(&tree, "b", "a").as_deref(), Some("mod a"));
        assert_eq!(found(&tree, "b::deep", "super::T").as_deref(), Some("b::T"));
    }

    #[test]
    fn paths_into_other_crates_lead_to_nothing() {
        let tree = tree(&[("lib.rs", "use std::fmt;\nuse fmt::Display;\npub use x::*;\nuse y;")]);
        for to in ["std::fmt", "fmt::Display", "Display", "crate::y::Z", "crate::nothing"] {
            assert_eq!(found(&tree, "", to), None, "{to}");
        }
    }

    #[test]
    fn a_bound_is_no_import_and_braces_are_counted() {
        let tree = tree(&[(
            "a.rs",
            "fn f() -> impl Fn() + use<'a> { if x { mod inner { pub fn g() {} } } }\nstruct After;",
        )]);
        assert_eq!(found(&tree, "a", "self::After").as_deref(), Some("a::After"));
        assert_eq!(found(&tree, "a", "inner::g").as_deref(), Some("a::inner::g"));
        assert_eq!(found(&tree, "a", "self::g"), None);
    }

    #[test]
    fn imports_that_chase_each_other_end() {
        let tree = tree(&[
            ("lib.rs", "mod a;\nmod b;"),
            ("a.rs", "pub use super::b::*;\npub use super::b::X;"),
            ("b.rs", "pub use super::a::*;\npub use super::a::X;"),
        ]);
        assert_eq!(found(&tree, "", "a::X"), None);
        assert_eq!(found(&tree, "", "b::Y"), None);
    }
}
