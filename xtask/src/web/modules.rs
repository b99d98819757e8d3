//! The modules of WebAssembly that the client has: where they are, and what they are made of.

/// The package that is compiled, once for each module.
pub(super) const PACKAGE: &str = "willow-wasm";

/// The weights of the engine, compressed by Zstandard.
pub(super) const WEIGHTS: &str = "crates/eval/full.weights.zst";

/// A module: a feature of the package, compiled by itself.
pub(super) struct Module {
    /// The feature of the package. A test of the client has the name of the feature, too.
    pub(super) feature: &'static str,
    /// The name of the module, without the endings of its files.
    pub(super) name: &'static str,
    /// The folder of the client with the module, which is not committed.
    pub(super) folder: &'static str,
    /// The folder of the module's types, which are committed: the client compiles without the module.
    pub(super) types: &'static str,
    /// The packages that are compiled for speed. All others are compiled for size.
    pub(super) fast: &'static [&'static str],
    /// Folders of sources that only this module has, beside those of the rules.
    pub(super) sources: &'static [&'static str],
    /// The largest compressed size in bytes.
    pub(super) most_bytes: usize,
}

/// The rules and the formats of games.
const RULES: Module = Module {
    feature: "rules",
    name: "willow_wasm",
    folder: "web/src/rules/wasm",
    types: "web/src/rules/generated",
    fast: &[],
    sources: &[],
    most_bytes: 60_000,
};

/// The search.
const ENGINE: Module = Module {
    feature: "engine",
    name: "willow_engine",
    folder: "web/src/engine/wasm",
    types: "web/src/engine/generated",
    fast: &["willow-board", "willow-eval", "willow-engine", PACKAGE],
    sources: &["crates/analysis/", "crates/classics/", "crates/eval/", "crates/engine/"],
    most_bytes: 90_000,
};

/// Why moves were wrong: sentences, and the search for what would have made a move good.
const REASONS: Module = Module {
    feature: "reasons",
    name: "willow_reasons",
    folder: "web/src/reasons/wasm",
    types: "web/src/reasons/generated",
    fast: &[],
    sources: &["crates/analysis/", "crates/classics/", "crates/eval/", "crates/engine/"],
    most_bytes: 56_000,
};

/// All modules.
pub(super) const MODULES: [Module; 3] = [RULES, ENGINE, REASONS];

impl Module {
    /// Reports whether a file of the bundle is this module.
    pub(super) fn is_at(&self, path: &str) -> bool {
        path.contains(&format!("/{}_bg", self.name))
    }
}
