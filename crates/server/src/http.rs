//! HTTP and WebSocket on one port.
//!
//! `/ws` is the protocol in JSON, one object a message. `/api` answers from the archive and the
//! opening books, shows the lobby, and lets bots use the protocol with a token. A browser that logs in gets a cookie, which
//! only pages of known origins can use. Every other path belongs to the web client.

mod account;
mod answer;
mod api;
mod archive;
mod book;
mod book_edit;
mod browser;
mod caller;
mod complete;
mod export;
mod layers;
mod listen;
mod live;
mod middleware;
mod operator;
mod origin;
mod parameters;
mod push;
mod response;
mod router;
mod state;
mod stream;
mod transports;
mod web;
mod websocket;

pub(crate) use self::listen::listen;
pub use self::router::openapi;
pub(crate) use self::state::HttpState;
