//! TypeScript declarations of types, from which crates write the web client's type files.

use std::collections::BTreeMap;

use ts_rs::{Config, TS, TypeVisitor};

/// The declarations of some types and of all that these contain.
#[allow(missing_debug_implementations, reason = "a setting of `ts-rs` has none")]
pub struct Declarations {
    config: Config,
    by_name: BTreeMap<String, String>,
}

impl Declarations {
    /// Returns none yet. Numbers of any size become `number`.
    pub fn new() -> Declarations {
        Declarations { config: Config::new().with_large_int("number"), by_name: BTreeMap::new() }
    }

    /// Returns how types are written.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// Adds a type and all that it contains.
    #[must_use]
    pub fn with<T: TS + 'static + ?Sized>(mut self) -> Declarations {
        self.visit::<T>();
        self
    }

    /// Returns the declarations in the order of their names, under the first lines of a file. No line ends
    /// with a blank.
    pub fn file(&self, header: &str) -> String {
        let types: Vec<&str> = self.by_name.values().map(String::as_str).collect();
        let text = format!("{header}\n{}", types.join("\n"));
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        lines.join("\n") + "\n"
    }
}

impl Default for Declarations {
    fn default() -> Declarations {
        Declarations::new()
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Types that are not ours, such as numbers, have no file, and need no declaration.
        if T::output_path().is_none() {
            return;
        }
        let name = T::ident(&self.config);
        if self.by_name.contains_key(&name) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let declaration = format!("{docs}export {}\n", T::decl(&self.config));
        self.by_name.insert(name, declaration);
        T::visit_dependencies(self);
    }
}
