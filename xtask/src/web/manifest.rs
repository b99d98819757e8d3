//! What the committed bundle was built from: the digests of all inputs, and the versions of the tools.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::modules::{MODULES, Module, WEIGHTS};
use super::tools::{FOLDER, WasmToolchain};
use crate::invocation::Invocation;
use crate::workspace::Workspace;

/// The name of the file in the bundle.
pub(super) const FILE: &str = "manifest.json";

/// The manifest of the committed bundle.
const COMMITTED: &str = "crates/server/bundle/manifest.json";

/// The sources of all modules.
const RULES: [&str; 3] = ["crates/board/", "crates/records/", "crates/wasm/"];

/// The other inputs: the client with its lock file and settings, the weights, and what makes the modules.
const CLIENT: [&str; 5] = [
    "web/",
    WEIGHTS,
    "xtask/src/web/modules.rs",
    "xtask/src/web/webassembly.rs",
    "xtask/wasm-bindgen/",
];

/// Files below these folders, and files with these endings, that do not come into the bundle.
const WITHOUT: [&str; 6] = [
    "web/tests/",
    "/tests/",
    ".test.ts",
    ".md",
    "web/eslint.config.js",
    "web/playwright.config.ts",
];

/// The packages of the lock file whose versions the manifest tells.
const PACKAGES: [&str; 4] = ["binaryen", "svelte", "typescript", "vite"];

/// The digits of a digest in the name of a file.
const SHORT: usize = 8;

/// The manifest.
#[derive(Debug, Deserialize, Serialize)]
struct Manifest {
    /// The versions of the tools, by their names.
    tools: BTreeMap<String, String>,
    /// The SHA-256 digests of the inputs, by their paths from the root.
    inputs: BTreeMap<String, String>,
}

/// Returns the manifest of a bundle that is built from what is there now.
pub(super) fn text(workspace: &Workspace) -> Result<String> {
    let manifest = Manifest { tools: tools(workspace)?, inputs: inputs(&workspace.root)? };
    Ok(serde_json::to_string_pretty(&manifest)? + "\n")
}

/// Returns the inputs that have changed since the committed bundle was built.
///
/// # Errors
/// There is no manifest, or the inputs cannot be read.
pub(crate) fn stale(root: &Path) -> Result<Vec<String>> {
    let text = fs::read_to_string(root.join(COMMITTED)).context("there is no manifest")?;
    let manifest: Manifest = serde_json::from_str(&text).context("the manifest is damaged")?;
    Ok(changed(&manifest.inputs, &inputs(root)?))
}

/// Returns the paths whose digests differ, or that are on one side only.
fn changed(one: &BTreeMap<String, String>, other: &BTreeMap<String, String>) -> Vec<String> {
    let mut paths: Vec<&String> = one.keys().chain(other.keys()).collect();
    paths.sort();
    paths.dedup();
    paths.into_iter().filter(|path| one.get(*path) != other.get(*path)).cloned().collect()
}

/// Returns a short digest of the sources of a module. The compiled file has it in its name in place of a
/// digest of its bytes, so that the scripts are the same whichever compiler made it.
pub(super) fn digest_of_module(root: &Path, module: &Module) -> Result<String> {
    let folders = || RULES.iter().chain(module.sources);
    let is_source = |path: &str| folders().any(|folder| path.starts_with(folder));
    let mut all = Sha256::new();
    for (path, digest) in inputs(root)?.iter().filter(|(path, _)| is_source(path)) {
        all.update(format!("{path} {digest}\n"));
    }
    Ok(digits(&all.finalize())[..SHORT].to_owned())
}

/// Returns the digests of all inputs that git tracks, or would track if everything were added.
fn inputs(root: &Path) -> Result<BTreeMap<String, String>> {
    let list = Invocation::new("git", ["ls-files", "--cached", "--others", "--exclude-standard"]);
    let listed = list.output(root).context("git cannot list the files")?;
    let mut inputs = BTreeMap::new();
    for path in listed.lines().filter(|path| is_input(path)) {
        // What was deleted and not yet committed is gone.
        if let Ok(bytes) = fs::read(root.join(path)) {
            inputs.insert(path.to_owned(), digits(&Sha256::digest(bytes)));
        }
    }
    Ok(inputs)
}

/// Reports whether a file takes part in the bundle.
fn is_input(path: &str) -> bool {
    let is_in = |folders: &[&str]| folders.iter().any(|folder| path.starts_with(folder));
    let is_left_out = WITHOUT.iter().any(|part| path.contains(part));
    let is_hidden = path.rsplit('/').next().is_some_and(|name| name.starts_with('.'));
    let is_of_module = MODULES.iter().any(|module| is_in(module.sources));
    (is_in(&RULES) || is_of_module || is_in(&CLIENT)) && !is_left_out && !is_hidden
}

fn digits(digest: &[u8]) -> String {
    digest.iter().fold(String::new(), |mut text, byte| {
        // Writing into a text does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Returns the versions of the tools.
fn tools(workspace: &Workspace) -> Result<BTreeMap<String, String>> {
    let root = &workspace.root;
    let node = Invocation::new("node", ["--version"]).output(root).context("node is missing")?;
    let lock = fs::read_to_string(root.join("xtask/wasm-bindgen/Cargo.lock"))?;
    let mut tools = BTreeMap::from([
        ("node".to_owned(), node.trim().to_owned()),
        ("rustc".to_owned(), WasmToolchain::find(workspace)?.version),
        ("wasm-bindgen".to_owned(), locked(&lock, "wasm-bindgen-cli-support")),
    ]);
    for package in PACKAGES {
        let path = format!("{FOLDER}/node_modules/{package}/package.json");
        let text = fs::read_to_string(root.join(path)).unwrap_or_default();
        let package_json: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
        let version = package_json["version"].as_str().unwrap_or("unknown");
        tools.insert(package.to_owned(), version.to_owned());
    }
    Ok(tools)
}

/// Returns the version of a package in a lock file of cargo.
pub(super) fn locked(lock: &str, package: &str) -> String {
    let after = lock.split(&format!("name = \"{package}\"\nversion = \"")).nth(1);
    after.and_then(|rest| rest.split('"').next()).unwrap_or("unknown").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_and_settings_are_inputs_and_tests_are_not() {
        for path in [
            "web/src/app/App.svelte",
            "web/package-lock.json",
            "web/vite.config.ts",
            "crates/wasm/src/exports.rs",
            "crates/board/Cargo.toml",
            "xtask/wasm-bindgen/Cargo.lock",
            "crates/engine/src/search.rs",
            "crates/eval/full.weights.zst",
        ] {
            assert!(is_input(path), "{path}");
        }
        for path in [
            "web/tests/smoke.spec.ts",
            "web/src/app/routes.test.ts",
            "web/.prettierrc.json",
            "crates/records/tests/laws/mod.rs",
            "crates/eval/src/weights.rs",
            "crates/players/src/lib.rs",
            "docs/protocol.md",
        ] {
            assert!(!is_input(path), "{path}");
        }
    }

    #[test]
    fn what_changed_came_or_went_is_named() {
        let map = |pairs: &[(&str, &str)]| {
            pairs.iter().map(|(path, digest)| ((*path).into(), (*digest).into())).collect()
        };
        let one = map(&[("a", "1"), ("b", "1"), ("c", "1")]);
        let other = map(&[("a", "1"), ("b", "2"), ("d", "1")]);
        assert_eq!(changed(&one, &other), ["b", "c", "d"]);
    }

    #[test]
    fn the_tool_that_makes_the_module_has_the_version_of_the_library() {
        let root = Workspace::load().unwrap().root;
        let version = |lock: &str, package: &str| {
            locked(&fs::read_to_string(root.join(lock)).unwrap(), package)
        };
        let library = version("Cargo.lock", "wasm-bindgen");
        let tool = version("xtask/wasm-bindgen/Cargo.lock", "wasm-bindgen-cli-support");
        assert_eq!(library, tool, "change the version in xtask/wasm-bindgen/Cargo.toml");
    }
}
