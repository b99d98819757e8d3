//! The part of `cargo xtask web` that needs large libraries.
//!
//! `bind FILE FOLDER NAME` makes a JavaScript module with types of a WebAssembly file, as `wasm-bindgen --target web
//! --out-dir FOLDER --out-name NAME FILE` does. The tool of that name takes twice as long to compile as the library
//! behind it. `unpack FILE PLAIN` decompresses a file of weights.
#![forbid(unsafe_code)]

use std::path::Path;
use std::{env, fs, io};

use anyhow::{Context, Result, bail};
use ruzstd::decoding::StreamingDecoder;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["bind", file, folder, name] => bind(Path::new(file), Path::new(folder), name),
        ["unpack", file, plain] => unpack(Path::new(file), Path::new(plain)),
        _ => bail!("expected `bind FILE FOLDER NAME` or `unpack FILE PLAIN`"),
    }
}

fn bind(file: &Path, folder: &Path, name: &str) -> Result<()> {
    Bindgen::new()
        .input_path(file)
        .out_name(name)
        .web(true)?
        .typescript(true)
        // The module finds its file by itself, and Vite sees the name.
        .omit_default_module_path(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)
        .with_context(|| format!("cannot make a module of {}", file.display()))
}

fn unpack(file: &Path, plain: &Path) -> Result<()> {
    let failed = || format!("cannot unpack {}", file.display());
    let packed = fs::read(file).with_context(failed)?;
    let mut decoder = StreamingDecoder::new(packed.as_slice()).with_context(failed)?;
    io::copy(&mut decoder, &mut fs::File::create(plain)?).with_context(failed)?;
    Ok(())
}
