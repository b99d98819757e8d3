//! A connection, encrypted or not.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use rustls::{ClientConnection, StreamOwned};

/// A connection to a server.
#[derive(Debug)]
#[non_exhaustive]
pub enum Way {
    /// Whoever is on the way can read along.
    Plain(TcpStream),
    /// Nobody can.
    Encrypted(Box<StreamOwned<ClientConnection, TcpStream>>),
}

impl Way {
    fn socket(&self) -> &TcpStream {
        match self {
            Way::Plain(stream) => stream,
            Way::Encrypted(stream) => &stream.sock,
        }
    }

    /// Sets how long a read waits; nothing that has come by then is lost.
    ///
    /// # Errors
    /// The system must take the time, which is not zero.
    pub fn wait_at_most(&self, time: Option<Duration>) -> io::Result<()> {
        self.socket().set_read_timeout(time)
    }

    /// Says that nothing more is sent.
    ///
    /// # Errors
    /// The connection must still be there.
    pub fn end(&mut self) -> io::Result<()> {
        if let Way::Encrypted(stream) = self {
            stream.conn.send_close_notify();
            stream.flush()?;
        }
        self.socket().shutdown(Shutdown::Write)
    }
}

impl Read for Way {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Way::Plain(stream) => stream.read(buffer),
            Way::Encrypted(stream) => stream.read(buffer),
        }
    }
}

impl Write for Way {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Way::Plain(stream) => stream.write(bytes),
            Way::Encrypted(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Way::Plain(stream) => stream.flush(),
            Way::Encrypted(stream) => stream.flush(),
        }
    }
}
