//! Transports: how lines and notices travel over a socket.

use std::future::ready;

use willow_protocol::LineEvent;
use willow_protocol::text::TextView;

use super::Outgoing;
use crate::domain::Format;

/// The error of a transport whose socket is closed.
#[derive(Debug)]
pub(crate) struct Disconnected;

/// A transport to one client: it receives lines and sends notices.
pub(crate) trait Transport: Send {
    /// Waits for lines. Nothing is lost if the future is dropped.
    fn receive(&mut self) -> impl Future<Output = Result<Vec<LineEvent>, Disconnected>> + Send;

    /// Returns whether the client has closed its sending side. It may still receive.
    fn is_half_closed(&self) -> bool {
        false
    }

    /// Sends notices, in order, in the format that the client reads. `view` adds the lines that this
    /// client alone is shown in text.
    fn send(
        &mut self,
        format: Format,
        outgoing: &[Outgoing],
        view: Option<&mut TextView>,
    ) -> impl Future<Output = Result<(), Disconnected>> + Send;

    /// Returns whether the client answers pings of the transport.
    fn takes_pings(&self) -> bool {
        false
    }

    /// Sends a ping, which the client answers at once.
    fn ping(&mut self) -> impl Future<Output = Result<(), Disconnected>> + Send {
        ready(Ok(()))
    }

    /// Prompts for a password and turns the client's echo off, if a person may be typing.
    fn prompt_password(&mut self) -> impl Future<Output = Result<(), Disconnected>> + Send {
        ready(Ok(()))
    }

    /// Turns the client's echo on again.
    fn restore_echo(&mut self) -> impl Future<Output = Result<(), Disconnected>> + Send {
        ready(Ok(()))
    }

    /// Closes the socket after the last notice.
    fn close(&mut self) -> impl Future<Output = ()> + Send {
        ready(())
    }
}
