//! `willow-lab`: the laboratory's command line.

fn main() -> std::process::ExitCode {
    willow_lab::command_line::main()
}
