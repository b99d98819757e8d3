//! `willow connect --raw`: lines as they are typed, and answers as they come.

use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use willow_client::{Destination, Way};
use willow_protocol::{LineEvent, LineSplitter, strip_controls};

use crate::error::CliError;
use crate::status::Status;

/// How long the server is listened to before it is looked whether a line was typed.
const LISTEN: Duration = Duration::from_millis(20);

/// The longest line that is shown.
const LONGEST: usize = 1 << 20;

/// Sends lines as they are typed and prints what comes.
pub(super) fn speak_lines(server: &Destination) -> Result<Status, CliError> {
    let address = server.address();
    let refused =
        |error: io::Error| CliError::failed(format!("cannot connect to {address}: {error}"));
    let way = server.connect().map_err(refused)?;
    way.wait_at_most(Some(LISTEN)).map_err(refused)?;
    converse(way, &typed_lines())?;
    Ok(Status::Done)
}

/// Reads what is typed, on a thread that ends with the program: nothing can wake it while it waits.
fn typed_lines() -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

/// Sends and prints until the server ends the connection.
fn converse(mut way: Way, typed: &Receiver<String>) -> Result<(), CliError> {
    let broke = |error: io::Error| CliError::failed(format!("the connection broke: {error}"));
    let mut splitter = LineSplitter::new(LONGEST);
    let mut buffer = [0; 4096];
    let mut is_typing = true;
    loop {
        if is_typing {
            is_typing = send(&mut way, typed).map_err(broke)?;
        }
        match way.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(n) => print(&splitter.push(&buffer[..n]))?,
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            // A server that was killed does not say that it ends.
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(()),
            Err(error) => return Err(broke(error)),
        }
    }
}

/// Sends what was typed, and at its end that nothing more comes. Returns whether more may come.
fn send(way: &mut Way, typed: &Receiver<String>) -> io::Result<bool> {
    loop {
        match typed.try_recv() {
            Ok(line) => way.write_all(format!("{line}\n").as_bytes())?,
            Err(TryRecvError::Empty) => {
                way.flush()?;
                return Ok(true);
            }
            Err(TryRecvError::Disconnected) => {
                way.write_all(b"quit\n")?;
                way.flush()?;
                way.end()?;
                return Ok(false);
            }
        }
    }
}

/// Prints what came, telnet's option bytes left out.
fn print(events: &[LineEvent]) -> Result<(), CliError> {
    let mut out = io::stdout();
    for event in events {
        if let LineEvent::Line(line) = event {
            writeln!(out, "{}", strip_controls(line))?;
        }
    }
    Ok(out.flush()?)
}
