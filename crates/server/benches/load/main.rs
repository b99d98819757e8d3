//! The game server under load: `cargo xtask load`.
//!
//! The server is a second process of this program, so that its memory and processor time are
//! measured alone. The clients do as little work as possible, because they share the machine.

mod floods;
mod idle_clients;
mod latency;
mod line_client;
mod machine;
mod measure;
mod options;
mod pair;
mod script;
mod server_process;
mod soak;
mod stages;
mod storm;

use std::io;

use clap::Parser;
use tokio::runtime::Builder;
use tokio::task::LocalSet;

use crate::options::Options;

fn main() -> io::Result<()> {
    let options = Options::parse();
    willow_server::raise_descriptor_limit();
    if let Some(config) = &options.serve {
        return server_process::serve(config);
    }
    println!("{}", machine::describe(&options)?);
    let runtime = Builder::new_current_thread().enable_all().build()?;
    LocalSet::new().block_on(&runtime, stages::run(&options))
}
