//! `willow-lab`: the laboratory's command line.

#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    willow_lab::command_line::main()
}
