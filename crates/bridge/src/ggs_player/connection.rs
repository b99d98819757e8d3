//! The player on its socket, with threads for reading and thinking, and connecting again.

use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;
use willow_protocol::client::{Destination, Stream};

use super::bot::Bot;
use super::options::{PlayerOptions, RatedChoice};
use super::player_thread::Found;
use crate::ggs::{ClientSession, SessionConfig, SessionOutput};

/// The first time to wait before connecting again; each further one is twice as long.
const FIRST_WAIT: Duration = Duration::from_secs(1);
/// The longest time to wait before connecting again.
const LONGEST_WAIT: Duration = Duration::from_mins(1);
/// A connection that ends earlier after its login makes the next wait longer.
const SHORT: Duration = Duration::from_mins(1);
/// The longest time that a write may take.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);
/// The most things that wait to be read.
const QUEUE: usize = 256;

/// Why a player cannot go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The server does not let the login in.
    #[error("the server refuses the login: {0}")]
    LoginRefused(String),
    /// The server is away for longer than the player waits.
    #[error("cannot connect to {address}: {error}")]
    NoConnection {
        /// The server's host and port.
        address: String,
        /// The last attempt's error.
        error: io::Error,
    },
}

/// Something that the operator may want to read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Report {
    /// About logins, matches, evaluations of opponents, chat.
    Note(String),
    /// The connection was lost, or none could be made.
    Away {
        /// The error of the connection.
        reason: String,
        /// Time until the next attempt.
        wait: Duration,
    },
}

/// Messages of the threads to the main loop. Each connection has a number.
enum Signal {
    Bytes(u64, Vec<u8>),
    Closed(u64, io::Error),
    Found(Found),
}

/// How a connection ended without a failure of the whole.
enum Leave {
    Done,
    Lost(io::Error),
}

/// Plays on a server until the player has played enough, and connects again when the connection breaks.
///
/// # Errors
/// The login must be accepted, and the server must not be away for too long.
pub fn play(
    server: &Destination,
    options: &PlayerOptions,
    report: &mut dyn FnMut(&Report),
) -> Result<(), PlayError> {
    let (sender, signals) = mpsc::sync_channel(QUEUE);
    let on_found = sender.clone();
    // After the end of the main loop nobody wants the answer.
    let on_found = Arc::new(move |found| drop(on_found.send(Signal::Found(found))));
    let mut bot = Bot::new(options.clone(), on_found);
    let (mut wait, mut away_since, mut number) = (FIRST_WAIT, Instant::now(), 0);
    loop {
        number += 1;
        let connection = plain(server)
            .and_then(|stream| Connection::start(stream, options, number, sender.clone()));
        let error = match connection {
            Err(error) => error,
            Ok(mut connection) => match connection.run(&mut bot, &signals, report)? {
                Leave::Done => return Ok(()),
                Leave::Lost(error) => {
                    bot.lost();
                    let lasted = connection.began.elapsed();
                    if connection.session.is_in() {
                        away_since = Instant::now();
                    }
                    if connection.session.is_in() && lasted >= SHORT {
                        wait = FIRST_WAIT;
                    } else if connection.session.is_in() {
                        let login = &options.login;
                        let taken = format!("{error}; another {login} may have logged in");
                        report(&Report::Note(taken));
                    }
                    error
                }
            },
        };
        if away_since.elapsed() + wait > options.patience {
            let address = server.address().to_owned();
            return Err(PlayError::NoConnection { address, error });
        }
        report(&Report::Away { reason: error.to_string(), wait });
        thread::sleep(wait);
        wait = (2 * wait).min(LONGEST_WAIT);
    }
}

/// Connects without TLS, which GGS does not know.
fn plain(server: &Destination) -> io::Result<TcpStream> {
    match server.connect()? {
        Stream::Plain(stream) => Ok(stream),
        _ => Err(io::Error::other("GGS knows no TLS")),
    }
}

/// One connection.
struct Connection {
    stream: TcpStream,
    session: ClientSession,
    began: Instant,
    number: u64,
}

impl Connection {
    /// Begins a connection, with a thread that reads it.
    fn start(
        stream: TcpStream,
        options: &PlayerOptions,
        number: u64,
        signals: SyncSender<Signal>,
    ) -> io::Result<Connection> {
        stream.set_write_timeout(Some(WRITE_TIMEOUT))?;
        let reader = stream.try_clone()?;
        // The thread ends when the connection does, or when nobody wants its bytes any more.
        thread::spawn(move || read(reader, number, &signals));
        let config = SessionConfig {
            login: options.login.clone(),
            password: options.password.clone(),
            open: options.open,
            trust: options.trust,
            rated: options.rated != RatedChoice::Never,
        };
        let session = ClientSession::new(config, Duration::ZERO);
        Ok(Connection { stream, session, began: Instant::now(), number })
    }

    /// Plays until the player has played enough or the connection ends.
    fn run(
        &mut self,
        bot: &mut Bot,
        signals: &Receiver<Signal>,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Leave, PlayError> {
        loop {
            let wait = self.session.next_tick().saturating_sub(self.began.elapsed());
            let sent = match signals.recv_timeout(wait) {
                Ok(Signal::Bytes(number, bytes)) if number == self.number => {
                    self.receive(&bytes, bot)?
                }
                Ok(Signal::Closed(number, error)) if number == self.number => {
                    return Ok(Leave::Lost(error));
                }
                Ok(Signal::Found(found)) => {
                    bot.found(found);
                    Ok(())
                }
                // An earlier connection's.
                Ok(Signal::Bytes(..) | Signal::Closed(..)) => Ok(()),
                Err(RecvTimeoutError::Timeout) => {
                    if self.session.is_in() {
                        bot.tick();
                    }
                    self.tick()
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(Leave::Done),
            };
            let (lines, notes) = bot.take();
            for note in notes {
                report(&Report::Note(note));
            }
            let sent = sent.and_then(|()| lines.iter().try_for_each(|line| self.send(line)));
            match sent {
                Err(error) => return Ok(Leave::Lost(error)),
                Ok(()) if bot.is_done() => {
                    let _ = self.send("quit");
                    return Ok(Leave::Done);
                }
                Ok(()) => {}
            }
        }
    }

    /// Takes bytes of the server. The outer error ends the player, the inner one the connection.
    fn receive(&mut self, bytes: &[u8], bot: &mut Bot) -> Result<io::Result<()>, PlayError> {
        self.session.feed(bytes);
        while let Some(outputs) = self.session.poll(self.began.elapsed()) {
            if let Err(error) = self.follow(outputs, bot)? {
                return Ok(Err(error));
            }
        }
        Ok(Ok(()))
    }

    /// Does what follows from one message.
    fn follow(
        &mut self,
        outputs: Vec<SessionOutput>,
        bot: &mut Bot,
    ) -> Result<io::Result<()>, PlayError> {
        for output in outputs {
            match output {
                SessionOutput::Send(line) => {
                    if let Err(error) = self.send(&line) {
                        return Ok(Err(error));
                    }
                }
                SessionOutput::LoggedIn => bot.logged_in(),
                SessionOutput::LoginRefused(text) => return Err(PlayError::LoginRefused(text)),
                SessionOutput::Event(event) => bot.follow(&event, self.session.games()),
            }
        }
        Ok(Ok(()))
    }

    fn tick(&mut self) -> io::Result<()> {
        match self.session.tick(self.began.elapsed()) {
            Some(SessionOutput::Send(line)) => self.send(&line),
            _ => Ok(()),
        }
    }

    /// Sends a line in one write: servers are said to misread a login that comes in two.
    fn send(&mut self, line: &str) -> io::Result<()> {
        self.session.sent(self.began.elapsed());
        self.stream.write_all(format!("{line}\n").as_bytes())
    }
}

impl Drop for Connection {
    /// Ends the thread that reads.
    fn drop(&mut self) {
        let _ = self.stream.shutdown(std::net::Shutdown::Both);
    }
}

/// Reads until the connection ends.
fn read(mut stream: TcpStream, number: u64, signals: &SyncSender<Signal>) {
    let mut buffer = [0; 4096];
    loop {
        let signal = match stream.read(&mut buffer) {
            Ok(0) => Signal::Closed(number, io::ErrorKind::UnexpectedEof.into()),
            Ok(n) => Signal::Bytes(number, buffer[..n].to_vec()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Signal::Closed(number, error),
        };
        let is_end = matches!(signal, Signal::Closed(..));
        if signals.send(signal).is_err() || is_end {
            return;
        }
    }
}
