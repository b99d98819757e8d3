//! The game server: accounts, lobby, games, chat and ratings. Nothing that was acknowledged is ever
//! lost.
//!
//! `domain` is a state machine without IO: inputs with their times go in, effects come out.
//! [`store`] commits its writes, one transaction for many inputs, and has the archive of games. The
//! pipeline between them delivers nothing before it is committed. `net` and `http` are the
//! connections, `bots` the server's own players, `books` the opening books that people look into. [`ops`] is what all
//! of these stand on, and [`Server`] starts and ends them.
//!
//! Invariant: only the domain changes a game. No client receives anything that is less durable than
//! the database. No search runs where requests are answered.
#![forbid(unsafe_code)]

mod books;
mod bots;
mod domain;
mod entity_tag;
mod error_report;
#[cfg(unix)]
mod file_access;
mod http;
mod mail;
mod net;
mod pipeline;
mod privacy;
mod push;
mod reload;
mod server;
mod web_assets;

pub mod operator;
pub mod ops;
pub mod store;

pub use books::OpenError as BookOpenError;
pub use domain::DamagedRow;
pub use http::{PagesError, openapi};
pub use mail::MailError;
pub use net::tls::TlsError;
pub use ops::{
    BookFile, ClockTrust, Config, ConfigError, Limits, Log, LogFormat, LogLevel, Mail,
    MailSettingError, Push, Quotas, Retention, Tls, raise_descriptor_limit, with_comments,
};
pub use privacy::{Language, privacy_page};
pub use push::KeyError;
pub use reload::Reloader;
pub use server::{ServeError, Server, StopReason};
pub use store::archive;
