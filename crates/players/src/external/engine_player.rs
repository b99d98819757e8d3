//! An external engine as a player, whatever protocol it speaks.

use std::time::Duration;

use super::engine_process::{self, EngineCommand, EngineProcess, EngineProcessError};
use crate::spec::error::SpecError;
use crate::spec::key::PlayerKey;
use crate::spec::options::Options;
use crate::{BuildContext, Decision, DialogueLog, GameSetup, MoveRequest, Player, PlayerError};

/// The key for the longest time for a move.
pub(crate) const TIMEOUT_KEY: PlayerKey = PlayerKey::new(
    "timeout",
    "TIME such as 30s",
    "the longest wait for a move, whatever the clock says",
    "10m",
);

/// The key for the folder that the engine runs in.
pub(crate) const FOLDER_KEY: PlayerKey = PlayerKey::new(
    engine_process::FOLDER_KEY,
    "FOLDER",
    "the folder that the program runs in",
    "the current folder",
);

/// The key for the command line of the engine.
pub(crate) const COMMAND_KEY: PlayerKey = PlayerKey {
    name: crate::spec::option::COMMAND_KEY,
    values: "COMMAND",
    meaning: "the program and its arguments, the last key: takes the rest of the SPEC; a path \
              is relative to cwd",
    default: "none, required",
};

/// How long an engine may take to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EngineTimeouts {
    /// Maximum time for a move.
    pub(crate) move_timeout: Duration,
    /// Maximum time for other answers. The first one includes the start of the engine.
    pub(crate) answer_timeout: Duration,
}

impl EngineTimeouts {
    /// However short the time for a move is: engines load books and weights before their first answer.
    const MIN_ANSWER_TIMEOUT: Duration = Duration::from_secs(10);
    /// However long the time for a move is.
    const MAX_ANSWER_TIMEOUT: Duration = Duration::from_mins(1);
    /// Without `timeout` in the SPEC: more than any engine takes at a level that people wait for.
    const MOVE_TIMEOUT: Duration = Duration::from_mins(10);

    pub(crate) fn from_options(options: Options<'_>) -> Result<EngineTimeouts, SpecError> {
        let given = options.move_time(TIMEOUT_KEY.name)?;
        let move_timeout = given.unwrap_or(EngineTimeouts::MOVE_TIMEOUT);
        let answer_timeout = move_timeout
            .clamp(EngineTimeouts::MIN_ANSWER_TIMEOUT, EngineTimeouts::MAX_ANSWER_TIMEOUT);
        Ok(EngineTimeouts { move_timeout, answer_timeout })
    }
}

/// A running engine behind a protocol.
pub(crate) trait EngineConnection: Send {
    /// Returns the process behind the protocol.
    fn process(&self) -> &EngineProcess;

    /// Returns whether games may begin at any position.
    fn sets_any_position(&self) -> bool {
        true
    }

    /// Forgets the last game.
    fn start_game(&mut self) {}

    /// Asks for a move.
    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<Decision, EngineProcessError>;
}

/// Begins to talk to an engine that was just started.
type Open<C> = dyn Fn(EngineProcess, EngineTimeouts) -> Result<C, EngineProcessError> + Send;

/// Plays the moves of an external engine.
///
/// The engine is started when it is needed first, and again for the next game after a failure.
pub(crate) struct EnginePlayer<C> {
    name: String,
    command: EngineCommand,
    timeouts: EngineTimeouts,
    log: Option<DialogueLog>,
    open: Box<Open<C>>,
    connection: Option<C>,
}

impl<C: EngineConnection> EnginePlayer<C> {
    /// Returns the player that the SPEC describes.
    pub(crate) fn new(
        options: Options<'_>,
        context: &BuildContext,
        open: impl Fn(EngineProcess, EngineTimeouts) -> Result<C, EngineProcessError> + Send + 'static,
    ) -> Result<EnginePlayer<C>, SpecError> {
        Ok(EnginePlayer {
            name: options.0.to_string(),
            command: EngineCommand::from_options(options)?,
            timeouts: EngineTimeouts::from_options(options)?,
            log: context.log.clone(),
            open: Box::new(open),
            connection: None,
        })
    }

    /// Takes the connection, and starts the engine if it does not run. A connection that is not put
    /// back ends the engine.
    fn take_connection(&mut self) -> Result<C, EngineProcessError> {
        if let Some(connection) = self.connection.take() {
            return Ok(connection);
        }
        (self.open)(self.command.start(self.log.clone())?, self.timeouts)
    }

    fn talk<T>(
        &mut self,
        talk: impl FnOnce(&mut C) -> Result<T, EngineProcessError>,
    ) -> Result<T, PlayerError> {
        let answer = self.take_connection().and_then(|mut connection| {
            let answer = talk(&mut connection)
                .map_err(|error| error.with_stderr(connection.process().last_stderr_line()))?;
            self.connection = Some(connection);
            Ok(answer)
        });
        answer.map_err(|error| PlayerError::failed(&self.name, &error))
    }
}

impl<C: EngineConnection> Player for EnginePlayer<C> {
    fn name(&self) -> &str {
        &self.name
    }

    fn sets_any_position(&self) -> bool {
        self.connection.as_ref().is_none_or(C::sets_any_position)
    }

    /// Starts the engine before the clock runs.
    fn start_game(&mut self, _setup: &GameSetup) -> Result<(), PlayerError> {
        self.talk(|connection| {
            connection.start_game();
            Ok(())
        })
    }

    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<Decision, PlayerError> {
        self.talk(|connection| connection.choose(request))
    }
}
