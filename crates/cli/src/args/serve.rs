//! The arguments of `willow serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Run a game server
///
/// People play in a browser, at the address that is printed. Users and programs also connect with a line protocol in plain text or JSON, described in
/// docs/protocol.md. The database is one folder. By default the server listens on this machine only.
/// The environment variables `WILLOW_SERVE_CONFIG`, `WILLOW_SERVE_DATA`, `WILLOW_SERVE_STORE`, `WILLOW_SERVE_LISTEN`,
/// `WILLOW_SERVE_HTTP`, `WILLOW_SERVE_GGS`, `WILLOW_SERVE_PUBLIC_URL` and `WILLOW_SERVE_BOT_THREADS` are used where an option is not given.
#[derive(Args, Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(crate) struct ServeArgs {
    /// Keep the database in this folder (default: `server` in the user's data folder)
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Keep the database on PostgreSQL (`postgres://USER@HOST/DATABASE`), not in a folder
    ///
    /// The configuration can name the file of the password. The program must be built with the feature `postgres`.
    #[arg(long, value_name = "URL")]
    pub(crate) store: Option<String>,
    /// Listen for the line protocol on this address (default: 127.0.0.1:7710)
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<SocketAddr>,
    /// Listen for HTTP and WebSocket on this address (default: 127.0.0.1:7711)
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) http: Option<SocketAddr>,
    /// Let clients of the Generic Game Server (GGS) in at this address (without one: 127.0.0.1:5000)
    ///
    /// Their language is not encrypted. docs/ggs.md says what they can do.
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1:5000")]
    pub(crate) ggs: Option<SocketAddr>,
    /// Open the web client in the browser of this machine
    #[arg(long)]
    pub(crate) open: bool,
    /// Let everybody in the local network connect, and print the addresses to type on a phone
    #[arg(long, conflicts_with_all = ["listen", "http"])]
    pub(crate) lan: bool,
    /// Use this address in links to the web client, such as `https://club.example` behind a proxy
    #[arg(long, value_name = "URL")]
    pub(crate) public_url: Option<String>,
    /// Read the configuration from this TOML file; options override it (default: /etc/willow/willow.toml, if it can be
    /// read and no folder is named)
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Run no built-in bots
    #[arg(long)]
    pub(crate) no_bots: bool,
    /// Run the built-in bots on this many threads
    #[arg(long, value_name = "N")]
    pub(crate) bot_threads: Option<usize>,
    /// Make an account that is an administrator, print its password and exit; stop the server first
    #[arg(long, value_name = "NAME", conflicts_with_all = ["make_admin", "reset_password"])]
    pub(crate) create_admin: Option<String>,
    /// Make this registered user an administrator and exit; stop the server first
    #[arg(long, value_name = "NAME")]
    pub(crate) make_admin: Option<String>,
    /// Give this registered user a new password, print it and exit; stop the server first
    #[arg(long, value_name = "NAME", conflicts_with = "make_admin")]
    pub(crate) reset_password: Option<String>,
    /// Start even if the system clock is far from the newest data, and expire old data by it
    #[arg(long)]
    pub(crate) accept_clock: bool,
    /// Check the configuration and the files that it names, and exit
    #[arg(long, conflicts_with = "print_config")]
    pub(crate) check: bool,
    /// Print the configuration as a TOML file, with what each setting means, and exit
    #[arg(long)]
    pub(crate) print_config: bool,
    /// Print a page about what this server stores and for how long, to be completed as `privacy.txt`, and exit
    #[arg(long, value_name = "LANGUAGE", num_args = 0..=1, default_missing_value = "en")]
    pub(crate) print_privacy: Option<PageLanguage>,
    // Not a doc comment, in which clippy would ask for backticks around the name.
    #[arg(long, help = "Print the OpenAPI description of the HTTP interface and exit")]
    pub(crate) print_openapi: bool,
}

/// The language of a page.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum PageLanguage {
    /// English
    En,
    /// Japanese
    Ja,
}
