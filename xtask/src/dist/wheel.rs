//! The Python package: one wheel with a module for each level.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use willow_launch::Level;

use super::Release;
use crate::command::{cargo, program, run};

/// Python is a program of glibc. This one is of 2014, the oldest of the wheels that pip calls `manylinux2014`.
const TARGET: &str = "x86_64-unknown-linux-gnu";
const GLIBC: &str = "2.17";

impl Release<'_> {
    /// Builds the wheel.
    pub(super) fn write_wheel(&self) -> Result<()> {
        let python = self.workspace.root.join("python");
        let package = python.join("willow_othello");
        let licences = package.join("THIRD-PARTY-LICENSES.txt");
        let newer = [Level::V3, Level::V4]
            .map(|level| (level, package.join(format!("_native_{level}.abi3.so"))));
        // maturin takes what lies in the package.
        fs::write(&licences, super::licences(&python, TARGET)?)?;
        let built = newer
            .iter()
            .try_for_each(|(level, module)| self.build_module(&python, *level, module))
            .and_then(|()| self.build_baseline(&python));
        for file in newer.iter().map(|(_, module)| module).chain([&licences]) {
            if file.exists() {
                fs::remove_file(file)?;
            }
        }
        built
    }

    fn build_module(&self, python: &Path, level: Level, module: &Path) -> Result<()> {
        let folder = self.workspace.target.join(format!("wheel-{level}"));
        let mut build =
            cargo(python, &format!("zigbuild --profile dist --target {TARGET}.{GLIBC}"));
        self.set_flags(&mut build, level.target_cpu())?;
        // As maturin does: the module takes Python's functions from the program that loads it.
        build.env("PYO3_BUILD_EXTENSION_MODULE", "1");
        run(build.arg("--target-dir").arg(&folder))?;
        let built = folder.join(TARGET).join("dist/libwillow_othello.so");
        fs::copy(&built, module).with_context(|| format!("cannot copy {}", built.display()))?;
        Ok(())
    }

    fn build_baseline(&self, python: &Path) -> Result<()> {
        let folder = self.workspace.target.join("wheel-v2");
        let line = format!(
            "maturin build --profile dist --zig --compatibility manylinux2014 --target {TARGET} --target-dir"
        );
        let mut build = program(python, &line);
        self.set_flags(&mut build, Level::V2.target_cpu())?;
        run(build.arg(folder).arg("--out").arg(&self.out))
    }
}
