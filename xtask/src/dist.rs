//! `cargo xtask dist`: the files of a release, for Linux on x86-64 and on ARM.
//!
//! The same sources give the same bytes, in whatever folder they lie: paths are rewritten, times are that of the
//! last commit.

mod debian;
mod image;
mod programs;
mod wheel;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use self::programs::{PLATFORMS, Platform};
use crate::command::{cargo, is_installed, output, program, run};
use crate::workspace::Workspace;
use crate::{platforms, web};

/// Files beside the programs in the archive.
const DOCUMENTS: [&str; 6] = [
    "README.md",
    "README.ja.md",
    "CHANGELOG.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "docs/installing.md",
];

/// What a release is made with, besides cargo.
const TOOLS: [&str; 7] =
    ["cargo-zigbuild", "tar", "xz", "gzip", "dpkg-deb", "sha256sum", "cargo-cyclonedx"];

/// Builds all files into `target/release-files`.
pub(crate) fn dist(workspace: &Workspace) -> Result<()> {
    for tool in TOOLS {
        ensure!(is_installed(tool), "{tool} is not installed: {}", advice(tool));
    }
    let release = Release::new(workspace)?;
    if release.out.exists() {
        fs::remove_dir_all(&release.out)?;
    }
    let is_there = |platform: &&Platform| {
        let is_there = platforms::is_installed(workspace, platform.target);
        if !is_there {
            println!("nothing for {0}: `rustup target add {0}`", platform.target);
        }
        is_there
    };
    let platforms: Vec<&Platform> = PLATFORMS.iter().filter(is_there).collect();
    for platform in &platforms {
        fs::create_dir_all(release.tree(platform))?;
        release.build_programs(platform)?;
        release.write_archive(platform)?;
        release.write_package(platform)?;
    }
    release.write_image(&platforms)?;
    release.copy_exercises()?;
    if is_installed("maturin") {
        release.write_wheel()?;
    } else {
        println!("no wheel: maturin is not installed ({})", advice("maturin"));
    }
    web::pack_for_npm(workspace, &release.out)?;
    release.write_bill_of_materials()?;
    release.write_sums()?;
    println!("the files are in {}", release.out.display());
    Ok(())
}

/// Builds the Python package into the same folder.
pub(crate) fn wheel(workspace: &Workspace) -> Result<()> {
    ensure!(is_installed("maturin"), "maturin is not installed: {}", advice("maturin"));
    Release::new(workspace)?.write_wheel()
}

fn advice(tool: &str) -> &'static str {
    match tool {
        "maturin" => "`pip install maturin`",
        "cargo-zigbuild" => "`pip install cargo-zigbuild ziglang`",
        "cargo-cyclonedx" => "`cargo install --locked cargo-cyclonedx`",
        "dpkg-deb" => "`apt-get install dpkg` on Debian",
        _ => "`apt-get install tar xz-utils gzip coreutils` on Debian",
    }
}

struct Release<'a> {
    workspace: &'a Workspace,
    version: String,
    /// The time of the last commit, in seconds since 1970.
    time: String,
    /// The folder of the files.
    out: PathBuf,
}

impl Release<'_> {
    fn new(workspace: &Workspace) -> Result<Release<'_>> {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let log = output(&mut program(&workspace.root, "git log -1 --format=%ct"));
        let time =
            log.context("`git log` failed: a release is made of a commit")?.trim().to_owned();
        let out = workspace.target.join("release-files");
        Ok(Release { workspace, version, time, out })
    }

    /// Returns the folder of what an archive contains.
    fn tree(&self, platform: &Platform) -> PathBuf {
        self.out.join(format!("willow-{}-{}", self.version, platform.name))
    }

    /// Writes the programs with their documents into an archive.
    fn write_archive(&self, platform: &Platform) -> Result<()> {
        let tree = self.tree(platform);
        // The program of the machine that builds writes the man pages and completions.
        run(Command::new(self.tree(&PLATFORMS[0]).join("willow"))
            .args(["generate", "--out"])
            .arg(tree.join("share")))?;
        let licences = licences(&self.workspace.root, platform.target)?;
        fs::write(tree.join("THIRD-PARTY-LICENSES.txt"), licences)?;
        for name in DOCUMENTS {
            fs::copy(self.workspace.root.join(name), tree.join(file_name(name)))?;
        }
        copy_folder(&self.workspace.root.join("packaging"), &tree.join("packaging"))?;
        let name = file_name(&tree.to_string_lossy()).to_owned();
        run(self.tar("-cJf").arg(format!("{name}.tar.xz")).arg(&name).env("XZ_OPT", "-9e"))
    }

    /// Calls `tar` in the folder of the files: who makes the archive and when does not show.
    fn tar(&self, options: &str) -> Command {
        let line = "tar --sort=name --numeric-owner --mode=u+rw,go=rX";
        let mut tar = program(&self.out, line);
        tar.arg(format!("--mtime=@{}", self.time)).args(["--owner=0", "--group=0", options]);
        tar
    }

    fn copy_exercises(&self) -> Result<()> {
        let name = "exercises-20000.tsv.xz";
        fs::copy(
            self.workspace.root.join("crates/exercises/data").join(name),
            self.out.join(name),
        )?;
        Ok(())
    }

    /// Writes what the program is made of, in the JSON of `CycloneDX`.
    fn write_bill_of_materials(&self) -> Result<()> {
        let line = format!(
            "cyclonedx --format json --target {} --override-filename willow.cdx",
            PLATFORMS[0].target
        );
        let manifest = self.workspace.root.join("crates/cli/Cargo.toml");
        run(cargo(&self.workspace.root, &line)
            .arg("--manifest-path")
            .arg(&manifest)
            .env("SOURCE_DATE_EPOCH", &self.time))?;
        // It writes beside each crate's manifest.
        for entry in &self.workspace.crates {
            let written = entry.manifest.with_file_name("willow.cdx.json");
            if entry.name == "cli" {
                // The crates of the workspace are named by their folders.
                let root = format!("file://{}/", self.workspace.root.display());
                let text = fs::read_to_string(&written)?.replace(&root, "file:");
                fs::write(self.out.join("willow.cdx.json"), text)?;
            }
            if written.exists() {
                fs::remove_file(written)?;
            }
        }
        Ok(())
    }

    fn write_sums(&self) -> Result<()> {
        let files = fs::read_dir(&self.out)?.collect::<std::io::Result<Vec<_>>>()?;
        let mut names: Vec<_> =
            files.iter().filter(|it| it.path().is_file()).map(fs::DirEntry::file_name).collect();
        names.sort();
        let sums =
            output(program(&self.out, "sha256sum").args(names)).context("`sha256sum` failed")?;
        print!("{sums}");
        Ok(fs::write(self.out.join("SHA256SUMS"), sums)?)
    }
}

/// Returns the licences of all third-party crates of the workspace in a folder, each text once, with the crates
/// that have it.
fn licences(folder: &Path, target: &str) -> Result<String> {
    let line = format!("metadata --format-version 1 --filter-platform {target}");
    let metadata = output(&mut cargo(folder, &line)).context("`cargo metadata` failed")?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let mut texts = BTreeMap::<String, Vec<String>>::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
        if package["source"].is_null() {
            continue;
        }
        let name = format!("{} {} ({})", text("name"), text("version"), text("license"));
        let manifest = PathBuf::from(text("manifest_path"));
        for licence in licence_files(manifest.parent().unwrap_or(Path::new(".")))? {
            texts.entry(licence).or_default().push(name.clone());
        }
    }
    ensure!(!texts.is_empty(), "no third-party crate has a licence");
    let mut all = String::new();
    for (text, names) in texts {
        let _ = write!(all, "{}\n\n{}\n\n{}\n\n", names.join("\n"), text.trim(), "-".repeat(80));
    }
    Ok(all)
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Returns the texts of the licences in the folder of a crate.
fn licence_files(folder: &Path) -> Result<Vec<String>> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_uppercase();
        let is_licence = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"]
            .iter()
            .any(|beginning| name.starts_with(beginning));
        if is_licence && entry.path().is_file() {
            texts.push(String::from_utf8_lossy(&fs::read(entry.path())?).replace("\r\n", "\n"));
        }
    }
    texts.sort();
    Ok(texts)
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
