//! The programs, linked statically with musl: one file for every Linux.

use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};
use willow_launch::{Level, pack};

use super::Release;
use crate::command::{cargo, run};

pub(super) const PROGRAMS: [&str; 2] = ["willow", "willow-lab"];

/// What programs are built for.
#[derive(Debug)]
pub(super) struct Platform {
    /// The name that rustc has for it.
    pub(super) target: &'static str,
    /// The name that our files have for it.
    pub(super) name: &'static str,
    /// The name that packages of Debian and images of containers have for it.
    pub(super) architecture: &'static str,
    /// The levels of processors with builds of their own, lowest first.
    levels: &'static [Level],
}

/// The first platform is that of the machine that builds.
pub(super) const PLATFORMS: [Platform; 2] = [
    Platform {
        target: "x86_64-unknown-linux-musl",
        name: "x86_64-linux",
        architecture: "amd64",
        levels: &Level::ALL,
    },
    Platform {
        target: "aarch64-unknown-linux-musl",
        name: "aarch64-linux",
        architecture: "arm64",
        levels: &[],
    },
];

impl Platform {
    /// Returns the processors to build for, as the compiler's option `target-cpu` has them.
    fn processors(&self) -> Vec<&'static str> {
        if self.levels.is_empty() {
            return vec!["generic"];
        }
        self.levels.iter().map(|level| level.target_cpu()).collect()
    }
}

impl Release<'_> {
    /// Builds each program for each processor, and packs its builds into one file.
    pub(super) fn build_programs(&self, platform: &Platform) -> Result<()> {
        let processors = platform.processors();
        for processor in &processors {
            self.build(platform, processor)?;
        }
        for name in PROGRAMS {
            let read = |processor: &str| -> Result<Vec<u8>> {
                let path = self.build_folder(platform, processor);
                let path = path.join(platform.target).join("dist").join(name);
                fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
            };
            let newer = platform.levels.iter().skip(1);
            let newer = newer.map(|level| Ok((*level, read(level.target_cpu())?)));
            let newer = newer.collect::<Result<Vec<_>>>()?;
            let lowest = read(processors[0])?;
            let program = if newer.is_empty() { lowest } else { pack(&lowest, &newer) };
            let path = self.tree(platform).join(name);
            fs::write(&path, program)?;
            fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
        }
        Ok(())
    }

    fn build_folder(&self, platform: &Platform, processor: &str) -> PathBuf {
        self.workspace.target.join(format!("dist-{}-{processor}", platform.architecture))
    }

    fn build(&self, platform: &Platform, processor: &str) -> Result<()> {
        let line = format!(
            "zigbuild --profile dist --target {} --bin willow --bin willow-lab -p willow-cli -p willow-lab --features willow-cli/mail,willow-cli/postgres",
            platform.target
        );
        let mut build = cargo(&self.workspace.root, &line);
        self.set_flags(&mut build, processor)?;
        run(build.arg("--target-dir").arg(self.build_folder(platform, processor)))
    }

    /// Lets a build be for a processor, without local paths.
    pub(super) fn set_flags(&self, build: &mut Command, processor: &str) -> Result<()> {
        let home = std::env::var("CARGO_HOME")
            .or_else(|_| std::env::var("HOME").map(|home| format!("{home}/.cargo")));
        let paths = [
            (self.workspace.root.display().to_string(), "willow"),
            (home.context("CARGO_HOME and HOME are not set")?, "cargo"),
        ];
        let mut rust = format!("-Ctarget-cpu={processor} -Clink-arg=-Wl,--build-id=none");
        let mut c = String::new();
        for (path, name) in paths {
            let _ = write!(rust, " --remap-path-prefix={path}={name}");
            let _ = write!(c, " -ffile-prefix-map={path}={name}");
        }
        build.env("RUSTFLAGS", rust).env("CFLAGS", c.trim()).env("SOURCE_DATE_EPOCH", &self.time);
        Ok(())
    }
}
