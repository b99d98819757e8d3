//! A connection, with or without TLS.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use rustls::{ClientConnection, StreamOwned};

/// A connection to a server.
#[derive(Debug)]
#[non_exhaustive]
pub enum Stream {
    /// Without TLS.
    Plain(TcpStream),
    /// With TLS.
    Encrypted(Box<StreamOwned<ClientConnection, TcpStream>>),
}

impl Stream {
    fn socket(&self) -> &TcpStream {
        match self {
            Stream::Plain(stream) => stream,
            Stream::Encrypted(stream) => &stream.sock,
        }
    }

    /// Sets the timeout of reads. No data is lost by a timeout.
    ///
    /// # Errors
    /// The system must accept the time, which must not be zero.
    pub fn set_read_timeout(&self, time: Option<Duration>) -> io::Result<()> {
        self.socket().set_read_timeout(time)
    }

    /// Sets the timeout of writes. After a timeout the connection cannot be used any more.
    ///
    /// # Errors
    /// The system must accept the time, which must not be zero.
    pub fn set_write_timeout(&self, time: Option<Duration>) -> io::Result<()> {
        self.socket().set_write_timeout(time)
    }

    /// Closes the sending side.
    ///
    /// # Errors
    /// The connection must still be open.
    pub fn close_write(&mut self) -> io::Result<()> {
        if let Stream::Encrypted(stream) = self {
            stream.conn.send_close_notify();
            stream.flush()?;
        }
        self.socket().shutdown(Shutdown::Write)
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Stream::Plain(stream) => stream.read(buffer),
            Stream::Encrypted(stream) => stream.read(buffer),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Stream::Plain(stream) => stream.write(bytes),
            Stream::Encrypted(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Stream::Plain(stream) => stream.flush(),
            Stream::Encrypted(stream) => stream.flush(),
        }
    }
}
