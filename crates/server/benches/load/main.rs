//! The game server under load: `cargo xtask load`.
//!
//! Not a test, because it takes minutes, and not a command, because nobody who plays needs it. The
//! server is a second process of this program, so that its memory and its processor time are its
//! own; the clients are as cheap as they can be made, because they share the machine with it.

mod archive;
mod crowd;
mod house;
mod latency;
mod machine;
mod measure;
mod options;
mod pair;
mod script;
mod soak;
mod stages;
mod wire;

use std::io;

use clap::Parser;
use tokio::runtime::Builder;
use tokio::task::LocalSet;

use crate::options::Options;

fn main() -> io::Result<()> {
    let options = Options::parse();
    willow_server::raise_descriptor_limit();
    if let Some(config) = &options.serve {
        return house::serve(config);
    }
    println!("{}", machine::describe(&options)?);
    let runtime = Builder::new_current_thread().enable_all().build()?;
    LocalSet::new().block_on(&runtime, stages::run(&options))
}
