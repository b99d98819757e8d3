//! The compiler for WebAssembly: that of rustup, or Debian's with the standard library compiled from its source.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::command::{is_installed, output, program};
use crate::platforms;
use crate::workspace::Workspace;

/// The target of the compiler.
pub(super) const TARGET: &str = "wasm32-unknown-unknown";

/// The compiler of Debian's package `rustc-web`, and the source of its standard library, which comes with
/// `rust-web-src`.
const DEBIAN_COMPILER: &str = "/usr/bin/rustc";
const DEBIAN_SOURCE: &str = "/usr/lib/rustlib/src/rust";

/// A compiler that can make WebAssembly.
#[derive(Debug)]
pub(super) enum Toolchain {
    Rustup,
    Debian {
        /// The linker of the usual compiler, or that of LLVM.
        linker: PathBuf,
    },
}

impl Toolchain {
    /// Returns a compiler. The error says what to install.
    pub(super) fn find(workspace: &Workspace) -> Result<Toolchain> {
        if platforms::is_installed(workspace, TARGET) {
            return Ok(Toolchain::Rustup);
        }
        let is_there = Path::new(DEBIAN_COMPILER).exists()
            && Path::new(DEBIAN_SOURCE).join("library/std").is_dir();
        match linker(workspace).filter(|_| is_there) {
            Some(linker) => Ok(Toolchain::Debian { linker }),
            None => bail!(
                "no compiler for {TARGET}: run `rustup target add {TARGET}`, or install rustc-web and rust-web-src on Debian"
            ),
        }
    }

    /// Adds what this compiler needs to a call of cargo. The flags replace those of `.cargo/config.toml`, which are for
    /// the processor of this machine, and keep paths of this machine out of the compiled file. They are the same for
    /// all modules, so that the standard library is compiled once.
    pub(super) fn apply_to(&self, call: &mut Command, root: &Path) {
        let home = env::var_os("CARGO_HOME").map(PathBuf::from);
        let usual = || Some(PathBuf::from(env::var_os("HOME")?).join(".cargo"));
        let registry = home.or_else(usual).unwrap_or_default().join("registry");
        let mut folders = vec![(root.to_owned(), "willow"), (registry, "registry")];
        let mut flags = vec!["-Ctarget-feature=+simd128".to_owned()];
        if let Toolchain::Debian { linker } = self {
            call.args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"])
                .env("RUSTC", DEBIAN_COMPILER)
                .env("RUSTC_BOOTSTRAP", "1")
                .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
            // A panic ends the instance in any case: the messages are left out.
            flags.extend(["-Zunstable-options", "-Cpanic=immediate-abort"].map(str::to_owned));
            let source = Path::new(DEBIAN_SOURCE);
            folders.extend(
                [source.canonicalize().ok(), Some(source.to_owned())]
                    .into_iter()
                    .flatten()
                    .map(|folder| (folder, "std")),
            );
        }
        flags.extend(
            folders.iter().map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display())),
        );
        call.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    }
}

/// Returns the linker that comes with the usual compiler, or that of LLVM.
fn linker(workspace: &Workspace) -> Option<PathBuf> {
    let ask = |line: &str| output(&mut program(&workspace.root, line));
    let sysroot = ask("rustc --print sysroot")?;
    let version = ask("rustc --version --verbose")?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "))?;
    let own = Path::new(sysroot.trim()).join("lib/rustlib").join(host).join("bin/rust-lld");
    if own.exists() { Some(own) } else { is_installed("wasm-ld").then(|| "wasm-ld".into()) }
}
