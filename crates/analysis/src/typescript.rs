//! The objects of an analysis as types of TypeScript.
//!
//! The file `bindings/analysis.ts` is what [`declarations`] returns; a test compares them.

use std::collections::BTreeMap;

use ts_rs::{Config, TS, TypeVisitor};

use crate::report::{GameSummary, MoveReport};

/// The beginning of the file.
const HEADER: &str = "\
// What an analysis finds: the objects of `willow analyze --json`, which docs/json.md describes.
// This file is made from crates/analysis. Write it anew with
// UPDATE_BINDINGS=1 cargo test -p willow-analysis --features ts --test typescript
";

/// Returns the declarations of all types that the report of a game contains, in the order of their
/// names.
#[must_use]
pub fn declarations() -> String {
    let config = Config::new().with_large_int("number");
    let mut found = Declarations { config: &config, by_name: BTreeMap::new() };
    found.visit::<MoveReport>();
    found.visit::<GameSummary>();
    let types: Vec<String> = found.by_name.into_values().collect();
    let text = format!("{HEADER}\n{}", types.join("\n"));
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
}

/// The declarations so far.
struct Declarations<'a> {
    config: &'a Config,
    by_name: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Types that are not ours, such as numbers, have no file, and need no declaration.
        if T::output_path().is_none() {
            return;
        }
        let name = T::ident(self.config);
        if self.by_name.contains_key(&name) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let declaration = format!("{docs}export {}\n", T::decl(self.config));
        self.by_name.insert(name, declaration);
        T::visit_dependencies(self);
    }
}
