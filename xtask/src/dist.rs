//! `cargo xtask dist`: the files of a release for Linux on x86-64.
//!
//! The same sources give the same bytes, in whatever folder they lie: paths are rewritten, times are that of the
//! last commit.

mod wheel;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use willow_launch::{Level, pack};

use crate::command::{cargo, is_installed, output, program, run};
use crate::workspace::Workspace;

const TARGET: &str = "x86_64-unknown-linux-gnu";

const PROGRAMS: [&str; 2] = ["willow", "willow-lab"];

/// Files beside the programs in the archive.
const DOCUMENTS: [&str; 6] = [
    "README.md",
    "README.ja.md",
    "CHANGELOG.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "docs/installing.md",
];

/// Builds all files into `target/release-files`.
pub(crate) fn dist(workspace: &Workspace) -> Result<()> {
    for tool in ["tar", "xz", "gzip", "dpkg-deb", "sha256sum", "cargo-cyclonedx"] {
        ensure!(is_installed(tool), "{tool} is not installed: {}", advice(tool));
    }
    let release = Release::new(workspace)?;
    if release.out.exists() {
        fs::remove_dir_all(&release.out)?;
    }
    fs::create_dir_all(&release.tree)?;
    release.build_programs()?;
    release.generate_pages()?;
    fs::write(release.tree.join("THIRD-PARTY-LICENSES.txt"), licences(&workspace.root)?)?;
    release.write_archive()?;
    release.write_package()?;
    release.copy_exercises()?;
    if is_installed("maturin") {
        release.write_wheel()?;
    } else {
        println!("no wheel: maturin is not installed ({})", advice("maturin"));
    }
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
    /// What the archive contains, in a folder of its name.
    tree: PathBuf,
}

impl Release<'_> {
    fn new(workspace: &Workspace) -> Result<Release<'_>> {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let log = output(&mut program(&workspace.root, "git log -1 --format=%ct"));
        let time =
            log.context("`git log` failed: a release is made of a commit")?.trim().to_owned();
        let out = workspace.target.join("release-files");
        let tree = out.join(format!("willow-{version}-x86_64-linux"));
        Ok(Release { workspace, version, time, out, tree })
    }

    /// Builds each program for each level, and packs its builds into one file.
    fn build_programs(&self) -> Result<()> {
        let folder = |level: Level| self.workspace.target.join(format!("dist-{level}"));
        for level in Level::ALL {
            self.build(level, &folder(level))?;
        }
        for name in PROGRAMS {
            let read = |level| -> Result<Vec<u8>> {
                let path = folder(level).join(TARGET).join("dist").join(name);
                fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
            };
            let newer = [Level::V3, Level::V4].map(|level| Ok((level, read(level)?)));
            let newer = newer.into_iter().collect::<Result<Vec<_>>>()?;
            write_program(&self.tree.join(name), &pack(&read(Level::V2)?, &newer))?;
        }
        Ok(())
    }

    fn build(&self, level: Level, folder: &Path) -> Result<()> {
        let line = format!(
            "build --profile dist --target {TARGET} --bin willow --bin willow-lab -p willow-cli -p willow-lab --features willow-cli/mail,willow-cli/postgres"
        );
        let mut build = cargo(&self.workspace.root, &line);
        self.set_flags(&mut build, level)?;
        run(build.arg("--target-dir").arg(folder))
    }

    /// Lets a build be for a level, without local paths.
    fn set_flags(&self, build: &mut Command, level: Level) -> Result<()> {
        let home = std::env::var("CARGO_HOME")
            .or_else(|_| std::env::var("HOME").map(|home| format!("{home}/.cargo")));
        let paths = [
            (self.workspace.root.display().to_string(), "willow"),
            (home.context("CARGO_HOME and HOME are not set")?, "cargo"),
        ];
        let mut rust =
            format!("-Ctarget-cpu={} -Clink-arg=-Wl,--build-id=none", level.target_cpu());
        let mut c = String::new();
        for (path, name) in paths {
            let _ = write!(rust, " --remap-path-prefix={path}={name}");
            let _ = write!(c, " -ffile-prefix-map={path}={name}");
        }
        build.env("RUSTFLAGS", rust).env("CFLAGS", c.trim()).env("SOURCE_DATE_EPOCH", &self.time);
        Ok(())
    }

    /// Lets the program write its man pages and completions.
    fn generate_pages(&self) -> Result<()> {
        let pages = self.tree.join("share");
        run(Command::new(self.tree.join("willow")).args(["generate", "--out"]).arg(&pages))
    }

    fn write_archive(&self) -> Result<()> {
        for name in DOCUMENTS {
            fs::copy(self.workspace.root.join(name), self.tree.join(file_name(name)))?;
        }
        copy_folder(&self.workspace.root.join("packaging"), &self.tree.join("packaging"))?;
        let name = file_name(&self.tree.to_string_lossy()).to_owned();
        let line = "tar --sort=name --owner=0 --group=0 --numeric-owner --mode=u+rw,go=rX -cJf";
        run(program(&self.out, line)
            .arg(format!("{name}.tar.xz"))
            .arg(format!("--mtime=@{}", self.time))
            .arg(&name)
            .env("XZ_OPT", "-9e"))
    }

    /// Writes the package for Debian.
    fn write_package(&self) -> Result<()> {
        let root = self.out.join("deb");
        let source = |name: &str| self.workspace.root.join("packaging").join(name);
        let put = |from: &Path, to: &str| -> Result<()> {
            let to = root.join(to);
            fs::create_dir_all(to.parent().context("a file has a folder")?)?;
            fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
            Ok(())
        };
        for name in PROGRAMS {
            put(&self.tree.join(name), &format!("usr/bin/{name}"))?;
        }
        for (from, to) in [
            ("willow.service", "lib/systemd/system/willow.service"),
            ("willow-backup.service", "lib/systemd/system/willow-backup.service"),
            ("willow-backup.timer", "lib/systemd/system/willow-backup.timer"),
            ("deb/sysusers.conf", "usr/lib/sysusers.d/willow.conf"),
            ("deb/willow.toml", "etc/willow/willow.toml"),
            ("502.html", "usr/share/willow/502.html"),
            ("nginx.conf", "usr/share/doc/willow/nginx.conf"),
            ("haproxy.cfg", "usr/share/doc/willow/haproxy.cfg"),
            ("willow.desktop", "usr/share/applications/willow.desktop"),
            ("../LICENSE-APACHE", "usr/share/doc/willow/LICENSE-APACHE"),
            ("../LICENSE-MIT", "usr/share/doc/willow/LICENSE-MIT"),
        ] {
            put(&source(from), to)?;
        }
        put(
            &self.workspace.root.join("web/public/icons/icon.svg"),
            "usr/share/icons/hicolor/scalable/apps/willow.svg",
        )?;
        put(&self.tree.join("THIRD-PARTY-LICENSES.txt"), "usr/share/doc/willow/copyright")?;
        for entry in fs::read_dir(self.tree.join("share"))? {
            let path = entry?.path();
            put(&path, &place_of_page(&path)?)?;
        }
        // The units of the sources are for a program that was installed by hand.
        for unit in ["willow.service", "willow-backup.service"] {
            let path = root.join("lib/systemd/system").join(unit);
            fs::write(&path, fs::read_to_string(&path)?.replace("/usr/local/bin/", "/usr/bin/"))?;
        }
        self.write_control(&root)?;
        let package = format!("willow_{}_amd64.deb", self.version);
        let line = "dpkg-deb --root-owner-group -Zxz --build deb";
        run(program(&self.out, line).arg(package).env("SOURCE_DATE_EPOCH", &self.time))?;
        Ok(fs::remove_dir_all(root)?)
    }

    fn copy_exercises(&self) -> Result<()> {
        let name = "exercises-20000.tsv.xz";
        fs::copy(
            self.workspace.root.join("crates/exercises/data").join(name),
            self.out.join(name),
        )?;
        Ok(())
    }

    fn write_control(&self, root: &Path) -> Result<()> {
        let folder = root.join("DEBIAN");
        fs::create_dir_all(&folder)?;
        let source = self.workspace.root.join("packaging/deb");
        for script in ["postinst", "prerm", "postrm"] {
            fs::copy(source.join(script), folder.join(script))?;
        }
        fs::write(folder.join("conffiles"), "/etc/willow/willow.toml\n")?;
        let kib = bytes_of_folder(root)?.div_ceil(1024);
        let control = fs::read_to_string(source.join("control"))?
            .replace("@VERSION@", &self.version)
            .replace("@GLIBC@", &oldest_glibc(&self.tree.join("willow"))?)
            .replace("@KIB@", &kib.to_string());
        Ok(fs::write(folder.join("control"), control)?)
    }

    /// Writes what the program is made of, in the JSON of `CycloneDX`.
    fn write_bill_of_materials(&self) -> Result<()> {
        let line =
            format!("cyclonedx --format json --target {TARGET} --override-filename willow.cdx");
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
fn licences(folder: &Path) -> Result<String> {
    let line = format!("metadata --format-version 1 --filter-platform {TARGET}");
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

fn write_program(path: &Path, bytes: &[u8]) -> Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::write(path, bytes)?;
    Ok(fs::set_permissions(path, fs::Permissions::from_mode(0o755))?)
}

/// Returns where Debian looks for a man page or a completion.
fn place_of_page(path: &Path) -> Result<String> {
    let name = file_name(path.to_str().context("names of pages are ASCII")?);
    Ok(match name {
        _ if name.ends_with(".1") => format!("usr/share/man/man1/{name}"),
        "willow.bash" => "usr/share/bash-completion/completions/willow".to_owned(),
        "_willow" => "usr/share/zsh/vendor-completions/_willow".to_owned(),
        "willow.fish" => "usr/share/fish/vendor_completions.d/willow.fish".to_owned(),
        _ => format!("usr/share/doc/willow/completions/{name}"),
    })
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

/// Returns the newest version of glibc of which a program needs a symbol.
fn oldest_glibc(program: &Path) -> Result<String> {
    let bytes = fs::read(program)?;
    let mut newest = None;
    for at in bytes.windows(6).enumerate().filter(|(_, it)| *it == b"GLIBC_").map(|(at, _)| at + 6)
    {
        let text: Vec<u8> =
            bytes[at..].iter().copied().take_while(|c| c.is_ascii_digit() || *c == b'.').collect();
        let numbers: Vec<u32> =
            String::from_utf8_lossy(&text).split('.').filter_map(|it| it.parse().ok()).collect();
        newest = newest.max(Some(numbers));
    }
    match newest.as_deref() {
        Some([major, minor, ..]) => Ok(format!("{major}.{minor}")),
        _ => bail!("{} needs no glibc", program.display()),
    }
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

fn bytes_of_folder(folder: &Path) -> Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        bytes += if entry.path().is_dir() {
            bytes_of_folder(&entry.path())?
        } else {
            entry.metadata()?.len()
        };
    }
    Ok(bytes)
}
