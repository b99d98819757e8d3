//! HTTP and WebSocket on one port.
//!
//! `/ws` is the protocol in JSON, one object a message. `/api` answers from the archive and the
//! opening books, shows the lobby, and lets bots use the protocol with a token. A browser that logs in gets a cookie,
//! which only pages of known origins can use. Every other path belongs to the web client.

mod api;
mod book;
mod browser;
mod caller;
mod cookie;
mod device_games;
mod export;
mod layers;
mod library;
mod listen;
mod mail;
mod origin;
mod pages;
mod picture;
mod preview;
mod push;
mod response;
mod response_headers;
mod router;
mod stream;
mod tournaments;
mod transport;
mod web;
mod websocket;

use std::sync::Arc;

pub(crate) use self::listen::listen;
pub(crate) use self::pages::Pages;
pub use self::pages::PagesError;
pub use self::router::openapi;
pub(crate) use self::web::WebClient;
use crate::books::Books;
use crate::mail::Mailer;
use crate::net::{Permits, SessionContext};
use crate::ops::{Config, Current, Health};
use crate::pipeline::ListReader;
use crate::push::PushSender;
use crate::store::Store;

/// The parts of the server that HTTP handlers use.
#[derive(Clone, Debug)]
pub(crate) struct HttpState {
    pub(crate) config: Arc<Config>,
    pub(crate) context: SessionContext,
    /// The readers for visitors.
    pub(crate) store: Store,
    /// Limits the queries to the store.
    pub(crate) query_permits: Permits,
    /// Whether the server commits.
    pub(crate) health: Health,
    /// Who is online and what is played.
    pub(crate) lists: ListReader,
    pub(crate) exports: Permits,
    /// The web client, unless it is switched off.
    pub(crate) web: Option<WebClient>,
    pub(crate) books: Books,
    /// The operator's pages.
    pub(crate) pages: Current<Pages>,
    /// Notifications, unless they are switched off.
    pub(crate) push: Option<Arc<PushSender>>,
    /// E-mail, if there is a relay.
    pub(crate) mail: Option<Arc<Mailer>>,
}
