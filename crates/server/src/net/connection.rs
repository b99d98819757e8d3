//! A session over a transport, until either side ends it.

use std::future::ready;
use std::ops::ControlFlow;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::sync::mpsc::error::TryRecvError;
use tokio::time::{Instant, Sleep, sleep_until, timeout};
use willow_protocol::text::TextView;
use willow_protocol::{CloseReason, Due, Encoding, LineEvent, Liveness};

use super::{Action, Outbound, Outgoing, QueueReceiver, Session};
use crate::ops::Limits;

/// A session over a transport.
pub(crate) struct Connection<T> {
    session: Session,
    transport: T,
    limits: Arc<Limits>,
}

/// Whether a connection continues.
type Flow = Result<ControlFlow<()>, Disconnected>;

impl<T: Transport> Connection<T> {
    /// Brings a session and a transport together.
    pub(crate) const fn new(session: Session, transport: T, limits: Arc<Limits>) -> Connection<T> {
        Connection { session, transport, limits }
    }

    /// Runs the connection until either side ends it. The domain always learns of the end.
    pub(crate) async fn run(mut self, mut outbound: QueueReceiver) {
        if matches!(self.serve(&mut outbound).await, Ok(())) {
            self.transport.close().await;
        }
        self.session.disconnect().await;
    }

    /// Returns the time at which a silent client is idle for too long. The answers to pings and blank
    /// lines keep a connection open, but not before its first command.
    fn idle_at(&self, liveness: &Liveness, last_line: Instant) -> Instant {
        if self.session.is_logged_in() || self.session.has_asked() {
            Instant::from_std(liveness.last_received())
                + Duration::from_secs(self.limits.idle_seconds)
        } else {
            last_line + Duration::from_secs(self.limits.seconds_to_enter)
        }
    }

    async fn serve(&mut self, outbound: &mut QueueReceiver) -> Result<(), Disconnected> {
        let welcome = self.session.welcome();
        self.send(&[welcome.into()]).await?;
        let mut last_line = Instant::now();
        let mut liveness = Liveness::new(self.limits.ping_interval(), last_line.into_std());
        // One timer for the whole connection, reset when it expires too early: resetting it for
        // every line would cost more than the line.
        let first = self.idle_at(&liveness, last_line).min(last_line + self.limits.ping_interval());
        let mut timer = pin!(sleep_until(first));
        loop {
            let flow = tokio::select! {
                lines = self.transport.receive(), if !self.transport.is_half_closed() => {
                    let (lines, now) = (lines?, Instant::now());
                    liveness.received(now.into_std());
                    let is_blank =
                        |line: &_| matches!(line, LineEvent::Line(it) if it.trim().is_empty());
                    if !lines.iter().all(is_blank) {
                        last_line = now;
                    }
                    self.received(lines).await?
                }
                event = outbound.recv() => self.forward(event, outbound).await?,
                () = &mut timer => self.silent(&mut liveness, last_line, timer.as_mut()).await?,
            };
            if flow.is_break() {
                return Ok(());
            }
        }
    }

    /// Ends the connection of a client that is idle or dead, or pings it. Sets the timer for the next
    /// time.
    async fn silent(
        &mut self,
        liveness: &mut Liveness,
        last_line: Instant,
        timer: Pin<&mut Sleep>,
    ) -> Flow {
        let (now, idle_at) = (Instant::now(), self.idle_at(liveness, last_line));
        if idle_at <= now {
            return self.say_bye(CloseReason::Idle).await;
        }
        let mut next = now + self.limits.ping_interval();
        if self.transport.takes_pings() || self.session.encoding() == Encoding::Json {
            match liveness.due(now.into_std()) {
                Due::Nothing(until) => next = Instant::from_std(until),
                Due::Ping => self.ping().await?,
                Due::Dead => {
                    let _ = self.say_bye(CloseReason::Idle).now_or_never();
                    return Err(Disconnected);
                }
            }
        }
        timer.reset(next.min(idle_at));
        Ok(ControlFlow::Continue(()))
    }

    /// Handles lines. A client that has closed its sending side quits.
    async fn received(&mut self, lines: Vec<LineEvent>) -> Flow {
        for line in lines {
            let action = match line {
                LineEvent::Line(line) => self.session.line(&line).await,
                LineEvent::TooLong => self.session.line_too_long(),
            };
            if self.act(action).await?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        if self.transport.is_half_closed() {
            self.session.quit().await;
        }
        Ok(ControlFlow::Continue(()))
    }

    async fn act(&mut self, action: Action) -> Flow {
        match action {
            Action::Nothing => {}
            Action::Send(notice) => self.send(&[notice.into()]).await?,
            Action::SendBoth(notices) => self.send(&notices.map(Outgoing::from)).await?,
            Action::PromptPassword => self.transport.prompt_password().await?,
            Action::RestoreEcho(notice) => {
                self.transport.restore_echo().await?;
                self.send(notice.map(Outgoing::from).as_slice()).await?;
            }
            Action::Close(reason) => return self.say_bye(reason).await,
            Action::SendAndClose(notice) => {
                self.send(&[notice.into()]).await?;
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Sends what is queued for the client, all of it at once.
    async fn forward(&mut self, first: Option<Outbound>, outbound: &mut QueueReceiver) -> Flow {
        let mut outgoing = Vec::new();
        let mut next = first;
        loop {
            match next {
                Some(Outbound::Send(next)) => outgoing.push(next),
                Some(Outbound::LoggedIn(user, name)) => self.session.logged_in(user, name),
                Some(Outbound::ProxyEntered(proxy, user)) => {
                    self.session.proxy_entered(proxy, user);
                }
                Some(Outbound::ProxyEnded(proxy, reason)) => {
                    outgoing.extend(self.session.proxy_ended(proxy, reason).map(Outgoing::from));
                }
                Some(Outbound::Close(reason)) => {
                    self.send(&outgoing).await?;
                    return self.say_bye(reason).await;
                }
                // The queue was full, and was closed.
                None => return self.say_bye(CloseReason::TooSlow).await,
            }
            match outbound.try_recv() {
                Ok(event) => next = Some(event),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => next = None,
            }
        }
        self.send(&outgoing).await?;
        Ok(ControlFlow::Continue(()))
    }

    /// Sends a ping of the transport or, if it has none, of the protocol.
    async fn ping(&mut self) -> Result<(), Disconnected> {
        if !self.transport.takes_pings() {
            let ping = self.session.ping();
            return self.send(&[ping.into()]).await;
        }
        let sent = timeout(self.limits.write_timeout(), self.transport.ping()).await;
        sent.unwrap_or(Err(Disconnected))
    }

    async fn say_bye(&mut self, reason: CloseReason) -> Flow {
        let bye = self.session.bye(reason);
        self.send(&[bye.into()]).await?;
        Ok(ControlFlow::Break(()))
    }

    /// Sends notices to a client that reads them in time.
    async fn send(&mut self, outgoing: &[Outgoing]) -> Result<(), Disconnected> {
        let sent = self.transport.send(self.session.encoding(), outgoing, self.session.view());
        timeout(self.limits.write_timeout(), sent).await.unwrap_or(Err(Disconnected))
    }
}

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
        encoding: Encoding,
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
