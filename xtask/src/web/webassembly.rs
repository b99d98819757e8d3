//! The modules of WebAssembly: compiles them, makes their JavaScript, and makes them smaller. Unpacks the weights
//! that one of them reads.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result, ensure};

use super::npm;
use super::toolchain::{TARGET, Toolchain};
use crate::command::{cargo, output, program, run};
use crate::workspace::Workspace;

/// A module: a feature of `willow-wasm`, compiled by itself.
pub(super) struct Module {
    /// The feature. A test of the client has its name, too.
    pub(super) feature: &'static str,
    /// The name of the module, without the endings of its files.
    pub(super) name: &'static str,
    /// The crates that are compiled for speed. All others are compiled for size.
    fast: &'static [&'static str],
}

pub(super) const MODULES: [Module; 3] = [
    Module { feature: "rules", name: "willow_wasm", fast: &[] },
    Module {
        feature: "engine",
        name: "willow_engine",
        fast: &["willow-board", "willow-eval", "willow-engine", "willow-wasm"],
    },
    Module { feature: "reasons", name: "willow_reasons", fast: &[] },
];

/// The crates that the modules are made of.
const SOURCES: &str = "crates/analysis crates/board crates/classics crates/engine crates/eval crates/records crates/wasm";

/// The number of digits of a digest in the name of a file.
const DIGITS: usize = 8;

/// The options of binaryen.
const SHRINK: &str = "npx --no-install wasm-opt -O3 --enable-simd --enable-bulk-memory --enable-nontrapping-float-to-int \
    --enable-sign-ext --enable-mutable-globals --enable-reference-types --enable-multivalue";

/// Compiles all modules, and unpacks the weights.
pub(super) fn build(workspace: &Workspace) -> Result<()> {
    let toolchain = Toolchain::find(workspace)?;
    MODULES.iter().try_for_each(|module| build_one(workspace, &toolchain, module))?;
    let [packed, plain] = ["crates/eval/full.weights.zst", "web/src/engine/wasm/willow.weights"];
    run(tool(workspace).arg("unpack").args([packed, plain]))
}

/// Compiles a module, and makes its JavaScript and its types.
fn build_one(workspace: &Workspace, toolchain: &Toolchain, module: &Module) -> Result<()> {
    let target = workspace.target.join("web");
    let mut compile = cargo(
        &workspace.root,
        "build --quiet -p willow-wasm --profile wasm --no-default-features --target",
    );
    compile.args([TARGET, "--features", module.feature, "--target-dir"]).arg(&target);
    for package in module.fast {
        compile.arg("--config").arg(format!("profile.wasm.package.{package}.opt-level=3"));
    }
    toolchain.apply_to(&mut compile, &workspace.root);
    run(&mut compile)?;

    let folder = PathBuf::from(format!("web/src/{}/wasm", module.feature));
    let compiled = target.join(TARGET).join("wasm/willow_wasm.wasm");
    run(tool(workspace).arg("bind").arg(compiled).arg(&folder).arg(module.name))?;
    let made = workspace.root.join(folder).join(format!("{}_bg.wasm", module.name));
    run(npm(workspace, SHRINK).arg(&made).arg("-o").arg(&made))?;

    // The types are committed: the client compiles without the module.
    let types = format!("{}.d.ts", module.name);
    let committed = format!("web/src/{}/generated/{types}", module.feature);
    let written = fs::read_to_string(made.with_file_name(types))
        .context("wasm-bindgen has written no types")?;
    fs::write(workspace.root.join(committed), types_for_client(&written))?;
    Ok(())
}

/// How the client loads a module.
const LOADING: &str = "\
/** Fetches and starts the module. */
export default function (): Promise<unknown>;
/** Starts a module whose bytes are there. */
export function initSync(module: { module: BufferSource }): { readonly memory: WebAssembly.Memory };
";

/// Leaves out how JavaScript calls the module: its own script alone does.
fn types_for_client(written: &str) -> String {
    let (exports, _) = written.split_once("export type InitInput").unwrap_or((written, ""));
    format!("{exports}{LOADING}")
}

/// Calls the tool beside this crate. It is a workspace of its own: only a build of the client compiles it.
fn tool(workspace: &Workspace) -> std::process::Command {
    let line = "run --quiet --manifest-path xtask/wasm-bindgen/Cargo.toml --target-dir";
    let mut command = cargo(&workspace.root, line);
    command.arg(workspace.target.join("web")).arg("--");
    command
}

/// Returns a digest of the sources of all modules. The compiled files have it in their names in place of a digest of
/// their bytes, so that the scripts are the same whichever compiler made them.
pub(super) fn digest_of_sources(root: &Path) -> Result<String> {
    let list = format!("git ls-files --cached --others --exclude-standard {SOURCES}");
    let listed = output(&mut program(root, &list)).context("git cannot list the files")?;
    let is_source = |path: &&str| {
        let is_code = path.contains("/src/") || path.ends_with("/Cargo.toml");
        is_code && !path.contains("/tests/") && root.join(path).exists()
    };
    let paths: Vec<&str> = listed.lines().filter(is_source).collect();
    let paths = paths.join("\n");
    let digests = hash(root, "git hash-object --stdin-paths", &paths)?;
    let digest = hash(root, "git hash-object --stdin", &(paths + &digests))?;
    Ok(digest[..DIGITS].to_owned())
}

/// Gives a program its input and returns its output.
fn hash(root: &Path, line: &str, input: &str) -> Result<String> {
    let mut command = program(root, line);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut stdin = child.stdin.take().context("the input is piped")?;
    // Git answers each line at once: it has to be read meanwhile.
    let text = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output()?;
    ensure!(writer.join().is_ok() && output.status.success(), "`{line}` failed");
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_of_what_is_in_the_files() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let digest = digest_of_sources(&folder).unwrap();
        assert!(digest.len() == DIGITS && digest.chars().all(|c| c.is_ascii_hexdigit()));
        assert_eq!(digest, digest_of_sources(&folder).unwrap());
        let empty = hash(&folder, "git hash-object --stdin", "").unwrap();
        assert_eq!(empty.trim(), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
    }
}
