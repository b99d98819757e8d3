//! The workspace as `cargo metadata` describes it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::command::{cargo, output};

/// The root folder, the crates and the build folder.
#[derive(Debug)]
pub(crate) struct Workspace {
    pub(crate) root: PathBuf,
    /// The folder that cargo builds into.
    pub(crate) target: PathBuf,
    pub(crate) crates: Vec<Crate>,
}

/// One package of the workspace.
#[derive(Debug, Default)]
pub(crate) struct Crate {
    /// The name of the package without `willow-`, as in the plan.
    pub(crate) name: String,
    pub(crate) package: String,
    pub(crate) manifest: PathBuf,
    /// The root files of its library and its binaries.
    pub(crate) roots: Vec<PathBuf>,
    /// Its dependencies without dev-dependencies. Those of the workspace have their name in the plan.
    pub(crate) dependencies: Vec<String>,
    /// Its features, and what each of them turns on.
    pub(crate) features: BTreeMap<String, Vec<String>>,
}

impl Workspace {
    /// Reads the workspace around the current folder.
    pub(crate) fn load() -> Result<Self> {
        let metadata = cargo(Path::new("."), "metadata --no-deps --format-version 1");
        let text = output(&mut { metadata }).context("`cargo metadata` failed")?;
        let metadata: Value = serde_json::from_str(&text).context("cargo's answer is damaged")?;
        let path = |key: &str| PathBuf::from(text_of(&metadata[key]));
        let crates = list(&metadata["packages"]).map(Crate::read).collect();
        Ok(Self { root: path("workspace_root"), target: path("target_directory"), crates })
    }
}

impl Crate {
    fn read(package: &Value) -> Self {
        let is_root = |target: &&Value| {
            list(&target["kind"])
                .any(|kind| ["lib", "bin", "cdylib"].contains(&text_of(kind).as_str()))
        };
        let dependencies =
            list(&package["dependencies"]).filter(|entry| entry["kind"].as_str() != Some("dev"));
        let package_name = text_of(&package["name"]);
        Self {
            name: short(&package_name).to_owned(),
            manifest: text_of(&package["manifest_path"]).into(),
            roots: list(&package["targets"])
                .filter(is_root)
                .map(|target| text_of(&target["src_path"]).into())
                .collect(),
            dependencies: dependencies
                .map(|entry| short(&text_of(&entry["name"])).to_owned())
                .collect(),
            features: serde_json::from_value(package["features"].clone()).unwrap_or_default(),
            package: package_name,
        }
    }

    /// Returns the names of the features except `default`.
    pub(crate) fn features_but_default(&self) -> Vec<&str> {
        self.features.keys().map(String::as_str).filter(|name| *name != "default").collect()
    }
}

/// Returns the name of one of our packages in the plan; others keep theirs.
fn short(package: &str) -> &str {
    package.strip_prefix("willow-").unwrap_or(package)
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text_of(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_workspace_is_read() {
        let workspace = Workspace::load().unwrap();
        let find = |name: &str| workspace.crates.iter().find(|entry| entry.name == name).unwrap();
        let board = find("board");
        assert_eq!(board.package, "willow-board");
        assert!(board.roots.iter().all(|root| root.ends_with("crates/board/src/lib.rs")));
        assert!(!board.dependencies.contains(&"proptest".to_owned()), "a dev-dependency");
        assert_eq!(board.features_but_default(), ["kernel-avx2", "kernel-portable", "serde"]);
        assert_eq!(find("wasm").features_but_default(), ["engine", "reasons", "rules"]);
        assert!(find("eval").dependencies.contains(&"board".to_owned()));
        assert!(find("xtask").dependencies.contains(&"anyhow".to_owned()));
    }
}
