//! The connections of clients.

mod proxies;
