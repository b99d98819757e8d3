//! Makes a JavaScript module with types of a WebAssembly file that uses `wasm-bindgen`.
//!
//! `willow-wasm-bindgen FILE FOLDER NAME` does what `wasm-bindgen --target web --out-dir FOLDER --out-name
//! NAME FILE` does. The tool of that name takes four minutes to compile; the library behind it takes less
//! than half.
#![forbid(unsafe_code)]

use std::env;

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut arguments = env::args_os().skip(1);
    let (Some(file), Some(folder), Some(name)) =
        (arguments.next(), arguments.next(), arguments.next())
    else {
        anyhow::bail!("expected a file, a folder and a name");
    };
    Bindgen::new()
        .input_path(&file)
        .out_name(&name.to_string_lossy())
        .web(true)?
        .typescript(true)
        // The module finds its file by itself, and Vite sees the name.
        .omit_default_module_path(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(&folder)
        .with_context(|| format!("cannot make a module of {}", file.display()))
}
