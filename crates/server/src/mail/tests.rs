//! What the outbox does when the relay does not take a mail.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

use std::io::{self, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::sync::{Mutex, PoisonError};

use super::*;
use crate::ops::{Config, Metrics};

/// The log of a test.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn relay(port: u16) -> Relay {
    let mut config =
        Config { public_url: Some("https://club.example".into()), ..Config::default() };
    config.mail.relay = Some(format!("smtp://127.0.0.1:{port}"));
    config.mail.from = Some("The club <club@club.example>".into());
    Relay::open(&config).unwrap().unwrap()
}

fn mail() -> Mail {
    let to = "anna@example.org".parse().unwrap();
    Mail { to, subject: "Hello".into(), body: "https://club.example/recover#anna/secret\n".into() }
}

/// Returns the log of a test on one thread, and keeps it as long as the guard lives.
fn logged() -> (Lines, tracing::subscriber::DefaultGuard) {
    let lines = Lines::default();
    let writer = lines.clone();
    let subscriber = tracing_subscriber::fmt().with_writer(move || writer.clone()).finish();
    (lines, tracing::subscriber::set_default(subscriber))
}

async fn counted(metrics: &Metrics, sample: &str) {
    for _ in 0..1000 {
        if metrics.exposition(0, None).contains(sample) {
            return;
        }
        sleep(Duration::from_millis(10)).await;
    }
    panic!("no {sample}");
}

#[tokio::test]
async fn a_mail_that_nobody_takes_is_tried_again_and_given_up_with_a_line_in_the_log() {
    let folder = tempfile::TempDir::new().unwrap();
    let metrics = Arc::new(Metrics::new(folder.path()));
    let (lines, _guard) = logged();
    // A port where nobody listens.
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let relay = relay(free.local_addr().unwrap().port());
    drop(free);
    let pauses = vec![Duration::from_millis(1); 2];
    let outbox = Arc::new(Outbox::with_pauses(relay, metrics.clone(), pauses));
    outbox.send(mail());
    counted(&metrics, "willow_failed_mails_total 1\n").await;
    let log = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    assert_eq!(log.matches("a mail is tried again").count(), 2, "{log}");
    assert_eq!(log.matches("a mail is given up").count(), 1, "{log}");
    assert!(log.contains("onnection refused"), "{log}");
    assert!(!log.contains("example.org") && !log.contains("secret"), "{log}");
}

#[tokio::test]
async fn no_more_mails_wait_than_there_are_places() {
    let folder = tempfile::TempDir::new().unwrap();
    let metrics = Arc::new(Metrics::new(folder.path()));
    let (lines, _guard) = logged();
    // It takes connections and says nothing.
    let silent = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let relay = relay(silent.local_addr().unwrap().port());
    let outbox = Arc::new(Outbox::new(relay, metrics.clone()));
    for _ in 0..103 {
        outbox.send(mail());
    }
    counted(&metrics, "willow_failed_mails_total 3\n").await;
    let log = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    assert_eq!(log.matches("a mail is given up: 100 others wait").count(), 3, "{log}");
}

#[test]
fn a_password_that_others_can_read_is_refused() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("password");
    std::fs::write(&file, "secret\n").unwrap();
    let mut config =
        Config { public_url: Some("https://club.example".into()), ..Config::default() };
    config.mail.relay = Some("smtps://club@127.0.0.1".into());
    config.mail.from = Some("club@club.example".into());
    config.mail.password_file = Some(file.clone());
    for (mode, is_good) in [(0o644, false), (0o600, true)] {
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
        let opened = Relay::open(&config);
        assert_eq!(opened.is_ok(), is_good, "{opened:?}");
        assert!(!format!("{opened:?}").contains("secret"), "{opened:?}");
    }
}
