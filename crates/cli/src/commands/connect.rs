//! `willow connect`: a game server on the full screen, or its lines as they are.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::thread;

use willow_client::Credentials;
use willow_tui::ConnectOptions;

use super::play;
use crate::args::ConnectArgs;
use crate::error::CliError;
use crate::players;
use crate::status::Status;

/// The port of the line protocol, where the host is given alone.
pub(super) const PORT: u16 = 7710;

/// Runs `willow connect`.
pub(super) fn run(args: &ConnectArgs) -> Result<Status, CliError> {
    let address = with_port(&args.host);
    if args.raw { speak_lines(&address) } else { visit(args, address) }
}

/// Visits a server on the full screen.
fn visit(args: &ConnectArgs, address: String) -> Result<Status, CliError> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        let error = CliError::usage("`willow connect` needs a terminal");
        return Err(error.with_hint("`willow connect --raw` reads and writes lines"));
    }
    let (glyphs, colors) = (play::glyphs(), play::colors());
    let (credentials, seed) = (credentials(args)?, players::fresh_seed());
    let options = ConnectOptions { address, credentials, seed, glyphs, colors };
    willow_tui::visit(options)
        .map_err(|error| CliError::failed(format!("the terminal cannot be used: {error}")))?;
    Ok(Status::Done)
}

/// Returns how the visitor comes in, if the command line or the environment says so.
fn credentials(args: &ConnectArgs) -> Result<Option<Credentials>, CliError> {
    if let Some(name) = &args.name {
        let name = name.parse().map_err(CliError::usage)?;
        return Ok(Some(Credentials::Guest(Some(name))));
    }
    let token = args.token.clone().or_else(|| std::env::var("WILLOW_TOKEN").ok());
    Ok(token.map(Credentials::Token))
}

/// Sends lines as they are typed and prints what comes.
fn speak_lines(address: &str) -> Result<Status, CliError> {
    let refused =
        |error: io::Error| CliError::failed(format!("cannot connect to {address}: {error}"));
    let stream = TcpStream::connect(address).map_err(refused)?;
    let sender = stream.try_clone().map_err(refused)?;
    // It ends with the program: nothing can wake it while it waits for input.
    thread::spawn(move || send_lines(sender));
    print_all(stream)?;
    Ok(Status::Done)
}

/// Adds the port to a host that has none.
pub(super) fn with_port(host: &str) -> String {
    let bare_v6 = host.matches(':').count() > 1 && !host.starts_with('[');
    match host.rsplit_once(':') {
        _ if bare_v6 => format!("[{host}]:{PORT}"),
        Some((_, port)) if port.parse::<u16>().is_ok() => host.to_owned(),
        _ => format!("{host}:{PORT}"),
    }
}

/// Sends what is typed, and at its end that nothing more comes.
fn send_lines(mut stream: TcpStream) {
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        if stream.write_all(format!("{line}\n").as_bytes()).is_err() {
            return;
        }
    }
    let _ = stream.write_all(b"quit\n");
    let _ = stream.shutdown(Shutdown::Write);
}

/// Prints what comes, telnet's option bytes left out.
fn print_all(mut stream: TcpStream) -> Result<(), CliError> {
    let mut buffer = [0; 4096];
    let mut splitter = willow_protocol::LineSplitter::new(1 << 20);
    let mut out = io::stdout();
    loop {
        let n = match stream.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(n) => n,
            Err(error) => return Err(CliError::failed(format!("the connection broke: {error}"))),
        };
        for event in splitter.push(&buffer[..n]) {
            if let willow_protocol::LineEvent::Line(line) = event {
                writeln!(out, "{}", willow_protocol::strip_controls(&line))?;
            }
        }
        out.flush()?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_without_a_port_gets_the_usual_one() {
        assert_eq!(with_port("localhost"), "localhost:7710");
        assert_eq!(with_port("localhost:99"), "localhost:99");
        assert_eq!(with_port("::1"), "[::1]:7710");
        assert_eq!(with_port("[::1]:99"), "[::1]:99");
    }
}
