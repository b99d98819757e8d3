//! `cargo xtask load`: the game server under load.
//!
//! The load test is a bench target of the server's room, built in release mode. It starts the server as
//! a process of its own, and simulates all clients.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

use crate::invocation::Invocation;
use crate::workspace::Workspace;

/// The options of the load test.
#[derive(Args, Clone, Debug)]
pub(crate) struct Load {
    /// Run a tenth of everything
    #[arg(long)]
    quick: bool,
    /// Play at a tenth of the load for this time (20m, 2h) and watch the memory
    #[arg(long, value_name = "TIME")]
    soak: Option<String>,
    /// Further options of the load test, for example `-- --only steady --data DIR`
    #[arg(last = true, value_name = "ARGUMENTS")]
    more: Vec<String>,
}

impl Load {
    /// Builds and runs it.
    pub(crate) fn run(&self, workspace: &Workspace) -> Result<ExitCode> {
        let call = self.invocation();
        println!("==> {call}");
        let status = call.status(&workspace.root)?;
        Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn invocation(&self) -> Invocation {
        let mut call = Invocation::cargo("bench --package willow-server --bench load --");
        if self.quick {
            call = call.argument("--quick");
        }
        if let Some(time) = &self.soak {
            call = call.argument("--soak").argument(time);
        }
        self.more.iter().fold(call, Invocation::argument)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_handed_on() {
        let more = vec!["--only".to_owned(), "steady".to_owned()];
        let load = Load { quick: true, soak: Some("20m".to_owned()), more };
        assert_eq!(
            load.invocation().to_string(),
            "cargo bench --package willow-server --bench load -- \
             --quick --soak 20m --only steady"
        );
    }
}
