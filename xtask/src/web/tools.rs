//! The tools that a build of the client needs: node, a compiler for WebAssembly, and a browser for tests.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::invocation::Invocation;
use crate::steps::Tool;
use crate::workspace::Workspace;

/// The folder of the sources of the client.
pub(super) const FOLDER: &str = "web";

/// The target of the compiler.
pub(super) const TARGET: &str = "wasm32-unknown-unknown";

/// The compiler of Debian's package `rustc-web`, and the source of its standard library, which comes
/// with `rust-web-src`. Debian has no compiled library for this target.
const DEBIAN_COMPILER: &str = "/usr/bin/rustc";
const DEBIAN_SOURCE: &str = "/usr/lib/rustlib/src/rust";
const DEBIAN_PACKAGES: [&str; 2] = ["rustc-web", "rust-web-src"];

/// The oldest version of node that the packages of the client support.
const OLDEST_NODE: u32 = 20;

/// The names of the browser.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Node, for the steps of the tests.
pub(crate) fn node() -> Tool {
    let probe = Invocation::new("node", ["--version"]);
    Tool { probe, advice: "install Node.js 20 or later, with npm: https://nodejs.org" }
}

/// A compiler for WebAssembly, for the steps of the tests. Where there is none, rustup may have it.
pub(crate) fn wasm_compiler(workspace: &Workspace) -> Tool {
    let advice = "run `rustup target add wasm32-unknown-unknown`, or on Debian install rustc-web and rust-web-src";
    let is_there = WasmToolchain::installed(workspace).is_some();
    Tool { probe: if is_there { node().probe } else { add_target() }, advice }
}

/// A browser, for the steps of the tests.
pub(crate) fn chromium(workspace: &Workspace) -> Tool {
    let name = browser(workspace).unwrap_or(BROWSERS[0]);
    let probe = Invocation::new(name, ["--version"]);
    Tool { probe, advice: "install Chromium: `apt-get install chromium` on Debian" }
}

/// Returns the name of the browser that is installed.
pub(super) fn browser(workspace: &Workspace) -> Option<&'static str> {
    BROWSERS.into_iter().find(|name| is_there(workspace, name))
}

fn is_there(workspace: &Workspace, program: &str) -> bool {
    Invocation::new(program, ["--version"]).output(&workspace.root).is_some()
}

/// Installs what is missing where that is usual: as root on Debian, and on the build server. Says
/// nothing if it cannot; the steps that miss a tool do.
pub(crate) fn install_missing(workspace: &Workspace) {
    let mut missing: Vec<&str> = Vec::new();
    if browser(workspace).is_none() {
        missing.push(BROWSERS[0]);
    }
    if WasmToolchain::installed(workspace).is_none() {
        missing.extend(DEBIAN_PACKAGES);
    }
    let user = Invocation::new("id", ["-u"]).output(&workspace.root);
    let is_root = user.is_some_and(|user| user.trim() == "0");
    if missing.is_empty() || !is_root || !Path::new("/etc/debian_version").exists() {
        return;
    }
    println!("==> installing {}", missing.join(", "));
    let install = Invocation::new("apt-get", ["install", "-y", "-qq", "--no-install-recommends"]);
    let install = missing.into_iter().fold(install, Invocation::argument);
    let quiet = |call: Invocation| call.variable("DEBIAN_FRONTEND", "noninteractive");
    for call in [Invocation::new("apt-get", ["update", "-qq"]), install].map(quiet) {
        if call.output(&workspace.root).is_none() {
            println!("warning: `{call}` failed");
        }
    }
}

/// Says what to install if something is missing.
pub(super) fn require(workspace: &Workspace) -> Result<()> {
    let version = Invocation::new("node", ["--version"]).output(&workspace.root);
    let major = version.as_deref().and_then(major);
    match major {
        None => bail!("node is missing: {}", node().advice),
        Some(major) if major < OLDEST_NODE => bail!("node {major} is too old: {}", node().advice),
        Some(_) => WasmToolchain::find(workspace).map(|_| ()),
    }
}

/// Reads the first number of a version such as `v20.19.2`.
fn major(version: &str) -> Option<u32> {
    version.trim().trim_start_matches('v').split('.').next()?.parse().ok()
}

/// A compiler that can make WebAssembly.
#[derive(Clone, Debug)]
pub(super) struct WasmToolchain {
    /// The version of the compiler.
    pub(super) version: String,
    /// The linker, if the standard library has to be compiled as well.
    std_from_source: Option<PathBuf>,
}

impl WasmToolchain {
    /// Returns a compiler, and installs its target where rustup can.
    ///
    /// # Errors
    /// There is none; the error says what to install.
    pub(super) fn find(workspace: &Workspace) -> Result<WasmToolchain> {
        if let Some(found) = Self::installed(workspace) {
            return Ok(found);
        }
        let add = add_target();
        println!("==> {add}");
        let found = add.output(&workspace.root).and_then(|_| Self::of_rustup(workspace));
        match found {
            Some(found) => Ok(found),
            None => bail!(
                "no compiler for {TARGET}: run `{add}`, or install {} on Debian",
                DEBIAN_PACKAGES.join(" and ")
            ),
        }
    }

    /// Returns a compiler that is there already.
    fn installed(workspace: &Workspace) -> Option<WasmToolchain> {
        Self::of_rustup(workspace).or_else(|| Self::of_debian(workspace))
    }

    /// The usual compiler, with the compiled library of the target.
    fn of_rustup(workspace: &Workspace) -> Option<WasmToolchain> {
        let ask = |words: &[&str]| {
            Invocation::new("rustc", words.iter().copied()).output(&workspace.root)
        };
        let library = ask(&["--print", "target-libdir", "--target", TARGET])?;
        let version = ask(&["--version"])?.trim().to_owned();
        let is_there = Path::new(library.trim()).is_dir();
        is_there.then_some(WasmToolchain { version, std_from_source: None })
    }

    /// Debian's compiler, with the source of the library and the linker of the usual compiler.
    fn of_debian(workspace: &Workspace) -> Option<WasmToolchain> {
        let version = Invocation::new(DEBIAN_COMPILER, ["--version"]).output(&workspace.root)?;
        let is_there = Path::new(DEBIAN_SOURCE).join("library/std").is_dir();
        let version = format!("{} (Debian)", version.trim());
        let linker = linker(workspace)?;
        is_there.then_some(WasmToolchain { version, std_from_source: Some(linker) })
    }

    /// Adds what this compiler needs to a call of cargo.
    pub(super) fn applied_to(&self, call: Invocation) -> Invocation {
        let Some(linker) = &self.std_from_source else { return call };
        call.argument("-Zbuild-std=std,panic_abort")
            .argument("-Zbuild-std-features=optimize_for_size")
            .variable("RUSTC", DEBIAN_COMPILER)
            .variable("RUSTC_BOOTSTRAP", "1")
            .variable("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker.to_string_lossy())
    }

    /// Returns flags of the compiler that make the file smaller. A panic ends the instance in any case, and
    /// with its own library the compiler leaves the messages out.
    pub(super) fn flags(&self) -> Vec<String> {
        let flags: &[&str] = match self.std_from_source {
            Some(_) => &["-Zunstable-options", "-Cpanic=immediate-abort"],
            None => &[],
        };
        flags.iter().map(|&flag| flag.to_owned()).collect()
    }

    /// Returns the folders whose names must not stand in the compiled file, and what stands for them.
    pub(super) fn folders(&self) -> Vec<(PathBuf, &'static str)> {
        let mut folders = Vec::new();
        let home = env::var_os("CARGO_HOME").map(PathBuf::from);
        let usual = || Some(PathBuf::from(env::var_os("HOME")?).join(".cargo"));
        folders.extend(home.or_else(usual).map(|home| (home.join("registry"), "registry")));
        if self.std_from_source.is_some() {
            folders.push((PathBuf::from(DEBIAN_SOURCE), "std"));
            let linked = Path::new(DEBIAN_SOURCE).canonicalize().ok();
            folders.extend(linked.map(|folder| (folder, "std")));
        }
        folders
    }
}

/// Returns the call that installs the target where rustup is.
fn add_target() -> Invocation {
    Invocation::new("rustup", ["target", "add", TARGET])
}

/// Returns the linker that comes with the usual compiler, or that of LLVM.
fn linker(workspace: &Workspace) -> Option<PathBuf> {
    let ask = |words: [&str; 2]| Invocation::new("rustc", words).output(&workspace.root);
    let sysroot = ask(["--print", "sysroot"])?;
    let version = ask(["--version", "--verbose"])?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "))?;
    let own = Path::new(sysroot.trim()).join("lib/rustlib").join(host).join("bin/rust-lld");
    let llvm = || is_there(workspace, "wasm-ld").then(|| PathBuf::from("wasm-ld"));
    if own.exists() { Some(own) } else { llvm() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_node_are_read() {
        assert_eq!(major("v20.19.2\n"), Some(20));
        assert_eq!(major("nonsense"), None);
    }

    #[test]
    fn the_library_is_compiled_only_where_there_is_none() {
        let usual = WasmToolchain { version: String::new(), std_from_source: None };
        let call = usual.applied_to(Invocation::cargo("build"));
        assert_eq!(call.to_string(), "cargo build");
        let debian = WasmToolchain { std_from_source: Some("lld".into()), ..usual };
        let call = debian.applied_to(Invocation::cargo("build")).to_string();
        assert!(call.contains("RUSTC=/usr/bin/rustc") && call.contains("-Zbuild-std"), "{call}");
    }
}
