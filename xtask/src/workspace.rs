//! The workspace as cargo describes it: its root and its rooms. A room is a package of the workspace.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package, TargetKind};

/// The workspace's root folder, rooms and build folder.
#[derive(Debug)]
pub(crate) struct Workspace {
    /// The folder of the root manifest.
    pub(crate) root: PathBuf,
    /// The folder that cargo builds into.
    pub(crate) target: PathBuf,
    /// The packages of the workspace.
    pub(crate) rooms: Vec<Room>,
}

/// One package of the workspace.
#[derive(Clone, Debug, Default)]
pub(crate) struct Room {
    /// The name of its folder, which is its name in the plan.
    pub(crate) name: String,
    /// The name of the package.
    pub(crate) package: String,
    /// Its manifest's path from the root, with forward slashes.
    pub(crate) manifest: String,
    /// Its manifest's text.
    pub(crate) manifest_text: String,
    /// The paths of its library's and binaries' root files, from the workspace's root.
    pub(crate) crate_roots: Vec<String>,
    /// The names of its binaries.
    pub(crate) binaries: Vec<String>,
    /// Its dependencies without dev-dependencies.
    pub(crate) dependencies: Vec<Dependency>,
    /// Its features, and what each of them turns on.
    pub(crate) features: BTreeMap<String, Vec<String>>,
}

/// One entry of a room's dependencies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Dependency {
    /// A room of this workspace, by its folder's name.
    Room(String),
    /// A package from elsewhere.
    Foreign(String),
}

impl Workspace {
    /// Reads the workspace around the current folder.
    pub(crate) fn load() -> Result<Self> {
        let metadata = MetadataCommand::new().no_deps().exec().context("cargo metadata failed")?;
        let root = metadata.workspace_root.clone().into_std_path_buf();
        let rooms = rooms_of(&metadata, &root)?;
        Ok(Self { root, target: metadata.target_directory.into_std_path_buf(), rooms })
    }

    /// Returns the room of this name, if there is one yet.
    pub(crate) fn room(&self, name: &str) -> Option<&Room> {
        self.rooms.iter().find(|room| room.name == name)
    }

    /// Returns the names of the packages of those of these rooms that exist.
    pub(crate) fn packages_of(&self, names: &[&str]) -> Vec<&str> {
        let rooms = names.iter().filter_map(|name| self.room(name));
        rooms.map(|room| room.package.as_str()).collect()
    }
}

impl Room {
    /// Returns the names of the features that are not on by default.
    pub(crate) fn optional_features(&self) -> impl Iterator<Item = &str> {
        let default = self.features.get("default").map_or(&[][..], Vec::as_slice);
        let names = self.features.keys().filter(|name| *name != "default");
        names.filter(|name| !default.contains(name)).map(String::as_str)
    }
}

fn rooms_of(metadata: &Metadata, root: &Path) -> Result<Vec<Room>> {
    metadata.workspace_packages().into_iter().map(|package| room_of(package, root)).collect()
}

/// Describes a package as a room.
fn room_of(package: &Package, root: &Path) -> Result<Room> {
    let manifest = package.manifest_path.as_std_path();
    let manifest_text = fs::read_to_string(manifest)
        .with_context(|| format!("cannot read {}", manifest.display()))?;
    let is_root = |kind: &TargetKind| {
        matches!(kind, TargetKind::Lib | TargetKind::CDyLib | TargetKind::ProcMacro)
    };
    let binaries = package.targets.iter().filter(|target| target.is_bin());
    let libraries = package.targets.iter().filter(|target| target.kind.iter().any(is_root));
    Ok(Room {
        name: folder_name(manifest.parent().unwrap_or(root)),
        package: package.name.to_string(),
        manifest: relative(manifest, root),
        manifest_text,
        binaries: binaries.clone().map(|target| target.name.clone()).collect(),
        crate_roots: libraries
            .chain(binaries)
            .map(|target| relative(target.src_path.as_std_path(), root))
            .collect(),
        dependencies: dependencies_of(package),
        features: package.features.clone(),
    })
}

/// Returns the dependencies of a package without dev-dependencies. Build dependencies and optional ones are
/// included.
fn dependencies_of(package: &Package) -> Vec<Dependency> {
    let to_build =
        package.dependencies.iter().filter(|entry| entry.kind != DependencyKind::Development);
    to_build
        .map(|entry| match &entry.path {
            Some(path) => Dependency::Room(folder_name(path.as_std_path())),
            None => Dependency::Foreign(entry.name.clone()),
        })
        .collect()
}

/// Returns the last part of a path.
fn folder_name(folder: &Path) -> String {
    folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Returns a path as git writes it: from the root, with forward slashes.
fn relative(path: &Path, root: &Path) -> String {
    let inside = path.strip_prefix(root).unwrap_or(path);
    inside.to_string_lossy().replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_workspace_has_board_and_xtask() {
        let workspace = Workspace::load().unwrap();
        let board = workspace.room("board").unwrap();
        assert_eq!(board.package, "willow-board");
        assert_eq!(board.manifest, "crates/board/Cargo.toml");
        assert_eq!(board.crate_roots, ["crates/board/src/lib.rs"]);
        let xtask = workspace.room("xtask").unwrap();
        assert_eq!(xtask.binaries, ["xtask"]);
        assert!(xtask.dependencies.contains(&Dependency::Foreign("anyhow".into())));
    }

    #[test]
    fn arrows_are_told_from_foreign_dependencies_and_dev_dependencies_are_left_out() {
        let workspace = Workspace::load().unwrap();
        let eval = workspace.room("eval").unwrap();
        assert!(eval.dependencies.contains(&Dependency::Room("board".into())));
        let board = workspace.room("board").unwrap();
        assert!(!board.dependencies.contains(&Dependency::Foreign("proptest".into())));
    }

    #[test]
    fn features_that_are_on_by_default_are_not_optional() {
        let workspace = Workspace::load().unwrap();
        let wasm = workspace.room("wasm").unwrap();
        assert_eq!(wasm.optional_features().count(), 0);
        let board = workspace.room("board").unwrap();
        let kernels = ["kernel-avx2", "kernel-portable"];
        assert_eq!(board.optional_features().collect::<Vec<_>>(), kernels);
    }

    #[test]
    fn only_the_rooms_that_exist_are_named() {
        let workspace = Workspace::load().unwrap();
        assert_eq!(workspace.packages_of(&["board", "nonexistent"]), ["willow-board"]);
    }
}
