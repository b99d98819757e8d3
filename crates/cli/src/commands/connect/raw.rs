//! `willow connect --raw`: sends typed lines and prints the lines of the server.

use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use willow_protocol::client::{ClientError, Destination, Stream, WrongPort};
use willow_protocol::{LineEvent, LineSplitter, strip_controls};

use crate::commands::destination::client_error;
use crate::error::{CliError, io_reason};
use crate::status::Status;

/// After how long without a welcome the server is asked whether it speaks HTTP or TLS: it waits, too.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long to wait for the server before checking for typed lines.
const LISTEN: Duration = Duration::from_millis(20);

/// The longest line that is shown.
const LONGEST: usize = 1 << 20;

/// Sends typed lines and prints the server's lines.
pub(super) fn run(server: &Destination) -> Result<Status, CliError> {
    let address = server.address();
    let wrong_port =
        |speaks| client_error(&ClientError::WrongPort { address: address.to_owned(), speaks });
    let cannot_connect = |error: io::Error| {
        let reason = io_reason(&error);
        let failed = || CliError::failed(format!("cannot connect to {address}: {reason}"));
        WrongPort::of(&error).map_or_else(failed, wrong_port)
    };
    let mut stream = server.connect().map_err(cannot_connect)?;
    let mut splitter = LineSplitter::new(LONGEST);
    stream.set_read_timeout(Some(PATIENCE)).map_err(cannot_connect)?;
    match receive(&mut stream, &mut splitter)? {
        Received::Nothing => {
            if let Some(speaks) = server.wrong_port() {
                return Err(wrong_port(speaks));
            }
        }
        Received::Bytes => {}
        Received::End => return Ok(Status::Done),
    }
    stream.set_read_timeout(Some(LISTEN)).map_err(cannot_connect)?;
    exchange_lines(stream, splitter, &typed_lines())?;
    Ok(Status::Done)
}

/// Reads typed lines on a thread of its own, which ends with the process because it cannot be
/// interrupted.
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

/// Sends and prints lines until the server closes the connection.
fn exchange_lines(
    mut stream: Stream,
    mut splitter: LineSplitter,
    typed: &Receiver<String>,
) -> Result<(), CliError> {
    let mut is_typing = true;
    loop {
        if is_typing {
            is_typing = send(&mut stream, typed).map_err(|error| broke(&error))?;
        }
        if matches!(receive(&mut stream, &mut splitter)?, Received::End) {
            return Ok(());
        }
    }
}

/// What came within the time that a read takes.
enum Received {
    Bytes,
    Nothing,
    /// The server has closed the connection.
    End,
}

/// Waits for bytes of the server, and prints the lines that they complete.
fn receive(stream: &mut Stream, splitter: &mut LineSplitter) -> Result<Received, CliError> {
    let mut buffer = [0; 4096];
    match stream.read(&mut buffer) {
        Ok(0) => Ok(Received::End),
        Ok(n) => {
            print(&splitter.push(&buffer[..n]))?;
            Ok(Received::Bytes)
        }
        Err(error) => match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut => Ok(Received::Nothing),
            // A killed server does not close TLS properly.
            ErrorKind::UnexpectedEof => Ok(Received::End),
            _ => Err(broke(&error)),
        },
    }
}

fn broke(error: &io::Error) -> CliError {
    CliError::failed(format!("connection lost: {error}"))
}

/// Sends the typed lines, and `quit` at the end of the input. Returns whether the input is still
/// open.
fn send(stream: &mut Stream, typed: &Receiver<String>) -> io::Result<bool> {
    loop {
        match typed.try_recv() {
            Ok(line) => stream.write_all(format!("{line}\n").as_bytes())?,
            Err(TryRecvError::Empty) => {
                stream.flush()?;
                return Ok(true);
            }
            Err(TryRecvError::Disconnected) => {
                stream.write_all(b"quit\n")?;
                stream.flush()?;
                stream.close_write()?;
                return Ok(false);
            }
        }
    }
}

/// Prints the received lines, without control characters.
fn print(events: &[LineEvent]) -> Result<(), CliError> {
    let mut out = io::stdout();
    for event in events {
        if let LineEvent::Line(line) = event {
            writeln!(out, "{}", strip_controls(line))?;
        }
    }
    Ok(out.flush()?)
}
