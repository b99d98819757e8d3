//! A small mail server, which keeps what it is handed.

use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::support::wait_until;

/// A mail as it was handed over.
#[derive(Clone, Debug, Default)]
pub(crate) struct Delivered {
    pub(crate) to: String,
    /// Header and body, decoded.
    pub(crate) text: String,
}

/// A mail server without TLS. Its thread ends with the test process.
pub(crate) struct SmtpServer {
    pub(crate) address: SocketAddr,
    mails: Arc<Mutex<Vec<Delivered>>>,
}

impl SmtpServer {
    pub(crate) fn start() -> SmtpServer {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let (address, mails) = (listener.local_addr().unwrap(), Arc::default());
        let kept = Arc::clone(&mails);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                serve(stream.unwrap(), &kept);
            }
        });
        SmtpServer { address, mails }
    }

    /// Waits for so many mails, and returns the last.
    pub(crate) fn mail(&self, number: usize) -> Delivered {
        wait_until("a mail", || number <= self.count());
        self.mails.lock().unwrap()[number - 1].clone()
    }

    pub(crate) fn count(&self) -> usize {
        self.mails.lock().unwrap().len()
    }
}

/// Takes the mails of a connection.
fn serve(mut stream: TcpStream, kept: &Mutex<Vec<Delivered>>) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
    let mut say = |text: &str| drop(stream.write_all(format!("{text}\r\n").as_bytes()));
    say("220 test");
    let mut mail = Delivered::default();
    while let Some(Ok(line)) = lines.next() {
        match line.split([':', ' ']).next().unwrap_or_default() {
            "RCPT" => line.split(['<', '>']).nth(1).unwrap().clone_into(&mut mail.to),
            "DATA" => {
                say("354 go on");
                let text = lines.by_ref().map_while(Result::ok).take_while(|line| line != ".");
                mail.text = decoded(&text.collect::<Vec<_>>().join("\n"));
                kept.lock().unwrap().push(std::mem::take(&mut mail));
            }
            "QUIT" => return say("221 bye"),
            _ => {}
        }
        say("250 ok");
    }
}

/// Decodes base64 or quoted-printable.
fn decoded(text: &str) -> String {
    let (header, body) = text.split_once("\n\n").unwrap();
    if header.contains("Content-Transfer-Encoding: base64") {
        let body = STANDARD.decode(body.replace('\n', "")).unwrap();
        return format!("{header}\n\n{}", String::from_utf8(body).unwrap());
    }
    let mut bytes = Vec::new();
    let mut rest = text.replace("=\n", "").into_bytes().into_iter();
    while let Some(byte) = rest.next() {
        let digits =
            |one: u8, two: u8| u8::from_str_radix(str::from_utf8(&[one, two]).ok()?, 16).ok();
        let value = match (byte, rest.as_slice()) {
            (b'=', [one, two, ..]) => digits(*one, *two),
            _ => None,
        };
        if value.is_some() {
            rest.nth(1);
        }
        bytes.push(value.unwrap_or(byte));
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
