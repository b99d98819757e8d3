//! Makes the modules of WebAssembly: compiles them, gives them their JavaScript, and makes them smaller.
//! Unpacks the weights that one of them reads.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use ruzstd::decoding::StreamingDecoder;

use super::client;
use super::modules::{MODULES, Module, PACKAGE, WEIGHTS};
use super::tools::{TARGET, WasmToolchain};
use crate::invocation::Invocation;
use crate::workspace::Workspace;

/// The name of the compiled file, without its ending.
const COMPILED: &str = "willow_wasm";

/// The profile of `Cargo.toml`.
const PROFILE: &str = "wasm";

/// The weights as the client gets them: the encoding of the answer compresses them.
const PLAIN_WEIGHTS: &str = "web/src/engine/wasm/willow.weights";

/// Compiles all modules, and unpacks the weights.
pub(super) fn build(workspace: &Workspace) -> Result<()> {
    let toolchain = WasmToolchain::find(workspace)?;
    MODULES.iter().try_for_each(|module| build_one(workspace, &toolchain, module))?;
    let packed = fs::read(workspace.root.join(WEIGHTS)).context("cannot read the weights")?;
    let mut plain = Vec::new();
    StreamingDecoder::new(packed.as_slice())
        .context("the weights are damaged")?
        .read_to_end(&mut plain)
        .context("the weights are damaged")?;
    fs::write(workspace.root.join(PLAIN_WEIGHTS), plain).context("cannot write the weights")
}

/// Compiles a module, and makes its JavaScript and its types.
fn build_one(workspace: &Workspace, toolchain: &WasmToolchain, module: &Module) -> Result<()> {
    let target = workspace.target.join("web");
    println!("==> {PACKAGE}, {} for {TARGET}, by {}", module.feature, toolchain.version);
    run(workspace, &compile(toolchain, workspace, &target, module))?;
    let compiled = target.join(TARGET).join(PROFILE).join(format!("{COMPILED}.wasm"));
    run(workspace, &bind(&target, &compiled, &workspace.root, module))?;
    let folder = workspace.root.join(module.folder);
    shrink(workspace, &folder.join(format!("{}_bg.wasm", module.name)))?;
    write_types(workspace, module)
}

fn run(workspace: &Workspace, call: &Invocation) -> Result<()> {
    ensure!(call.status(&workspace.root)?.success(), "`{call}` failed");
    Ok(())
}

/// Returns the call that compiles the package. The flags replace those of `.cargo/config.toml`, which are
/// for the processor of this machine, and paths of this machine are left out of the file. All modules
/// have the same flags and the same profile, so that the standard library is compiled once.
fn compile(
    toolchain: &WasmToolchain,
    workspace: &Workspace,
    target: &Path,
    module: &Module,
) -> Invocation {
    let mut flags = vec!["-Ctarget-feature=+simd128".to_owned()];
    flags.extend(toolchain.flags());
    let folders = [(workspace.root.clone(), "willow")];
    let folders = folders.into_iter().chain(toolchain.folders());
    flags.extend(folders.map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display())));
    let start = format!("build --quiet --package {PACKAGE} --profile {PROFILE} --target {TARGET}");
    let call = Invocation::cargo(&start)
        .argument("--no-default-features")
        .argument("--features")
        .argument(module.feature)
        .argument("--target-dir")
        .argument(target.to_string_lossy())
        .variable("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    let call = module.fast.iter().fold(call, |call, package| {
        let setting = format!("profile.{PROFILE}.package.{package}.opt-level=3");
        call.argument("--config").argument(setting)
    });
    toolchain.applied_to(call)
}

/// Returns the call that makes the module. The tool is a workspace of its own.
fn bind(target: &Path, compiled: &Path, root: &Path, module: &Module) -> Invocation {
    Invocation::cargo("run --quiet --manifest-path xtask/wasm-bindgen/Cargo.toml --target-dir")
        .argument(target.to_string_lossy())
        .argument("--")
        .argument(compiled.to_string_lossy())
        .argument(root.join(module.folder).to_string_lossy())
        .argument(module.name)
}

/// Lets binaryen make the file smaller.
fn shrink(workspace: &Workspace, file: &Path) -> Result<()> {
    let path = file.to_string_lossy().into_owned();
    let options = ["--no-install", "wasm-opt", "-O3", "--enable-simd", "--enable-bulk-memory"];
    let more =
        ["--enable-nontrapping-float-to-int", "--enable-sign-ext", "--enable-mutable-globals"];
    let last =
        ["--enable-reference-types", "--enable-multivalue", path.as_str(), "-o", path.as_str()];
    let words = options.into_iter().chain(more).chain(last);
    client::run(workspace, &Invocation::new("npx", words))
}

/// Copies the module's types to where they are committed, if they have changed.
fn write_types(workspace: &Workspace, module: &Module) -> Result<()> {
    let name = format!("{}.d.ts", module.name);
    let types = fs::read_to_string(workspace.root.join(module.folder).join(&name))
        .context("wasm-bindgen has written no types")?;
    let file: PathBuf = workspace.root.join(module.types).join(name);
    if fs::read_to_string(&file).is_ok_and(|known| known == types) {
        return Ok(());
    }
    let folder = file.parent().context("the file is in a folder")?;
    fs::create_dir_all(folder).and_then(|()| fs::write(&file, types)).context("cannot write types")
}
