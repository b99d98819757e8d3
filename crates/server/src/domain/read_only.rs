//! Read-only operation while the disk is full.
//!
//! Timers wait. Queries are answered from memory, including decisions that are not on the disk yet. Commands that
//! change something are refused with the reason. Other inputs, such as a closed connection, are handled later.
//! Afterwards games resume as after a restart: nobody is charged for the time between.

use willow_protocol::{CommandKind, ErrorDetail, GameId, RequestId};

use super::{ConnId, Context, Effects, Input, LoginRequest, Millis, Refusal, ServerState};

impl ServerState {
    /// Returns whether nothing can be written.
    pub(crate) const fn is_read_only(&self) -> bool {
        self.shared.context.is_read_only()
    }

    /// Decides nothing from a time on that must be written.
    pub(crate) fn begin_read_only(&mut self, now: Millis) {
        self.shared.context.read_only_since.get_or_insert(now);
    }

    /// Goes on after a time in which nothing could be written, if there was one.
    pub(crate) fn end_read_only(&mut self, now: Millis) -> Effects {
        self.shared.context.now = now;
        if let Some(since) = self.shared.context.read_only_since.take() {
            self.games.exclude_standstill(since, &mut self.shared);
            for game in self.games.keys().copied().collect::<Vec<GameId>>() {
                self.games.both_may_be_back(game, &mut self.shared);
            }
        }
        self.shared.context.take_effects()
    }

    /// Handles an input while nothing can be written, or gives it back for later.
    pub(crate) fn handle_read_only(
        &mut self,
        input: Input,
        now: Millis,
    ) -> Result<Effects, Box<Input>> {
        let refused = match &input {
            Input::Request { connection, request } => {
                let kind = request.command.kind();
                let changes = kind.description().changes;
                changes.then(|| (*connection, request.id.clone(), kind))
            }
            // Presence only; nothing durable changes.
            Input::Login { login: LoginRequest::Resume { .. }, .. }
            | Input::Connected { .. }
            | Input::Disconnected { .. }
            | Input::Client { .. }
            | Input::PrivateRoomUnread { .. }
            | Input::StoodStill { .. }
            | Input::ProxyLeft { .. }
            | Input::Reload(_)
            | Input::ShutDown { .. }
            | Input::Stop => None,
            Input::Login { connection, id, login, .. } => {
                Some((*connection, id.clone(), login.command()))
            }
            Input::Checked { connection, id, command } => {
                Some((*connection, id.clone(), command.kind()))
            }
            Input::ProxyCame { bridge, id, .. } => Some((*bridge, id.clone(), CommandKind::Proxy)),
            // The browser hears that nothing was kept, and sends it again.
            Input::Library { .. }
            | Input::DeviceGame(_)
            | Input::Email(_)
            | Input::MailedCode { .. } => return Ok(Effects::default()),
            Input::Bot { .. } | Input::Delivered(_) | Input::Push(_) | Input::Exported(_) => {
                return Err(Box::new(input));
            }
        };
        Ok(match refused {
            Some((connection, id, kind)) => {
                self.shared.context.refuse_read_only(connection, id, kind, now)
            }
            None => self.handle(input, now),
        })
    }
}

impl Context {
    fn refuse_read_only(
        &mut self,
        connection: ConnId,
        id: Option<RequestId>,
        kind: CommandKind,
        now: Millis,
    ) -> Effects {
        self.now = now;
        let message = "the disk of the server is full: it is read-only until its operator frees space; \
                       clocks stand still";
        self.answer(connection, id, kind, Err(Refusal::new(ErrorDetail::ReadOnly, message)));
        self.take_effects()
    }
}
