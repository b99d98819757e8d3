//! `willow-lab`: the laboratory's command line.

#![forbid(unsafe_code)]

/// Reading and writing games takes a tenth to a fifth longer with the allocator of musl: docs/benchmarks/release.md.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    if let Err(error) = willow_launch::start_best_build() {
        eprintln!("error: {:#}", anyhow::Error::new(error));
        return std::process::ExitCode::from(2);
    }
    willow_lab::command_line::main()
}
