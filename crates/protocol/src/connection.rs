//! A connection: lines, requests, errors, and whether the other side is alive.

mod client_id;
mod close_reason;
mod encoding;
mod error_code;
pub(crate) mod error_detail;
mod lines;
mod liveness;
mod message;
pub(crate) mod quoted_input;
mod request;
mod request_error;
mod request_id;
pub(crate) mod telnet;

pub use client_id::{ClientId, ClientIdError};
pub use close_reason::CloseReason;
pub use encoding::Encoding;
pub use error_code::ErrorCode;
pub use error_detail::ErrorDetail;
pub use lines::{LineEvent, LineSplitter};
pub use liveness::{Due, Liveness};
pub use message::{MAX_MESSAGE, Message, MessageError};
pub use request::Request;
pub use request_error::RequestError;
pub use request_id::{RequestId, RequestIdError};
pub use telnet::{ECHO_OFF, ECHO_ON};
