//! A client and the way to it, whatever socket that is.

use std::future::ready;
use std::pin::pin;
use std::sync::Arc;

use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};
use willow_protocol::{CloseReason, Dialect, LineEvent};

use crate::config::Limits;
use crate::connection::{Action, Client};
use crate::directory::Outbound;
use crate::outgoing::Outgoing;

/// The socket is gone.
#[derive(Debug)]
pub(crate) struct Gone;

/// A way to a client: lines come in, notices go out.
pub(crate) trait Wire: Send {
    /// Waits for lines. Nothing is lost if the wait is broken off.
    fn hear(&mut self) -> impl Future<Output = Result<Vec<LineEvent>, Gone>> + Send;

    /// Returns whether the client says nothing more, though it may still listen.
    fn is_over(&self) -> bool {
        false
    }

    /// Says things, in this order.
    fn say(
        &mut self,
        dialect: Dialect,
        notices: &[Arc<Outgoing>],
    ) -> impl Future<Output = Result<(), Gone>> + Send;

    /// Asks for a password, if somebody may be typing it.
    fn ask_password(&mut self) -> impl Future<Output = Result<(), Gone>> + Send {
        ready(Ok(()))
    }

    /// Shows again what is typed.
    fn show_typing(&mut self) -> impl Future<Output = Result<(), Gone>> + Send {
        ready(Ok(()))
    }

    /// Ends after the last word.
    fn end(&mut self) -> impl Future<Output = ()> + Send {
        ready(())
    }
}

/// A client and the way to it.
pub(crate) struct Conversation<W> {
    client: Client,
    wire: W,
    limits: Arc<Limits>,
}

/// Whether a conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Go {
    On,
    Away,
}

impl<W: Wire> Conversation<W> {
    pub(crate) const fn new(client: Client, wire: W, limits: Arc<Limits>) -> Conversation<W> {
        Conversation { client, wire, limits }
    }

    /// Talks until one side ends it. Whatever ends it, the core hears of it.
    pub(crate) async fn run(mut self, mut outbound: mpsc::Receiver<Outbound>) {
        if matches!(self.talk(&mut outbound).await, Ok(())) {
            self.wire.end().await;
        }
        self.client.disconnect().await;
    }

    async fn talk(&mut self, outbound: &mut mpsc::Receiver<Outbound>) -> Result<(), Gone> {
        let welcome = self.client.welcome();
        self.say(&[welcome]).await?;
        let mut heard = Instant::now();
        // One timer for the whole talk, moved on when it goes off too early: to set it anew for
        // every line would cost more than the line.
        let first = self.limits.silence(false).min(self.limits.silence(true));
        let mut alarm = pin!(sleep_until(heard + first));
        loop {
            let go = tokio::select! {
                lines = self.wire.hear(), if !self.wire.is_over() => {
                    heard = Instant::now();
                    self.hear(lines?).await?
                }
                event = outbound.recv() => self.pass_on(event, outbound).await?,
                () = &mut alarm => {
                    let due = heard + self.limits.silence(self.client.is_in());
                    if due <= Instant::now() {
                        self.leave(CloseReason::Idle).await?
                    } else {
                        alarm.as_mut().reset(due);
                        Go::On
                    }
                }
            };
            if go == Go::Away {
                return Ok(());
            }
        }
    }

    /// Takes lines; whoever says nothing more has quit.
    async fn hear(&mut self, lines: Vec<LineEvent>) -> Result<Go, Gone> {
        for line in lines {
            let action = match line {
                LineEvent::Line(line) => self.client.line(&line).await,
                LineEvent::TooLong => self.client.too_long(),
            };
            if self.act(action).await? == Go::Away {
                return Ok(Go::Away);
            }
        }
        if self.wire.is_over() {
            self.client.quit().await;
        }
        Ok(Go::On)
    }

    async fn act(&mut self, action: Action) -> Result<Go, Gone> {
        match action {
            Action::Nothing => {}
            Action::Say(notice) => self.say(&[notice]).await?,
            Action::AskPassword => self.wire.ask_password().await?,
            Action::EchoAgain(notice) => {
                self.wire.show_typing().await?;
                self.say(notice.as_slice()).await?;
            }
            Action::Close(reason) => return self.leave(reason).await,
        }
        Ok(Go::On)
    }

    /// Says what came for the client, as much of it as is there in one go.
    async fn pass_on(
        &mut self,
        first: Option<Outbound>,
        outbound: &mut mpsc::Receiver<Outbound>,
    ) -> Result<Go, Gone> {
        let mut notices = Vec::new();
        let mut next = first;
        loop {
            match next {
                Some(Outbound::Say(notice)) => notices.push(notice),
                Some(Outbound::Entered(user, name)) => self.client.entered(user, name),
                Some(Outbound::Close(reason)) => {
                    self.say(&notices).await?;
                    return self.leave(reason).await;
                }
                // The queue was full, and was taken away.
                None => return self.leave(CloseReason::TooSlow).await,
            }
            match outbound.try_recv() {
                Ok(event) => next = Some(event),
                Err(mpsc::error::TryRecvError::Empty) => break,
                Err(mpsc::error::TryRecvError::Disconnected) => next = None,
            }
        }
        self.say(&notices).await?;
        Ok(Go::On)
    }

    async fn leave(&mut self, reason: CloseReason) -> Result<Go, Gone> {
        let bye = self.client.bye(reason);
        self.say(&[bye]).await?;
        Ok(Go::Away)
    }

    /// Says something to a client that reads it in time.
    async fn say(&mut self, notices: &[Arc<Outgoing>]) -> Result<(), Gone> {
        let said = self.wire.say(self.client.dialect(), notices);
        timeout(self.limits.write_time(), said).await.unwrap_or(Err(Gone))
    }
}
