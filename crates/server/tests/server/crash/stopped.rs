//! A process that is stopped for a while (`SIGSTOP`) charges no player for it.

use std::process::Command;

use tempfile::TempDir;
use willow_protocol::Event;

use super::{kill, start};
use crate::support::Client;

#[test]
fn a_process_that_was_stopped_charges_no_player() {
    let folder = TempDir::new().unwrap();
    let (child, address) = start(folder.path());
    let [mut black, mut white] = ["alice", "bob"].map(|name| {
        let mut client = Client::connect(address);
        client.ask(&format!(r#""do":"guest","name":"{name}""#));
        client
    });
    black.play(&mut white, r#","clock":"1:00""#);
    let began = black.wait_for(|event| matches!(event, Event::Started(_))).time;
    let stop = "kill -STOP $0 && sleep 1 && kill -CONT $0";
    let stopped = Command::new("sh").args(["-c", stop, &child.id().to_string()]).status();
    assert!(stopped.unwrap().success());
    let resumed = black.wait_for(|event| matches!(event, Event::Resumed { .. }));
    let Event::Resumed { away_since: since, clocks, .. } = resumed.event else {
        panic!("{resumed:?}");
    };
    assert!(resumed.time - since >= 900, "it stood still for a second");
    assert!(clocks.black >= Some(60_000 - (since - began)), "{clocks:?}");
    kill(child);
}
