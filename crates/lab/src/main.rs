//! `willow-lab`: the laboratory's command line.

#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    if let Err(error) = willow_launch::start_best_build() {
        eprintln!("error: {:#}", anyhow::Error::new(error));
        return std::process::ExitCode::from(2);
    }
    willow_lab::command_line::main()
}
