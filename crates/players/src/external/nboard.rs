//! An external engine that speaks the NBoard protocol, as a player.

use std::time::Duration;

use crate::protocols::nboard::{MoveChoice, NBoardDepth, NBoardMessage, VariationLine};
use willow_board::{Action, Clock, Color, TimeControl};
use willow_engine::StopFlag;
use willow_records::{RecordedGame, ggf};

use super::engine_player::{self, EngineConnection, EnginePlayer, EngineTimeouts};
use super::engine_process::{AnswerTimeout, EngineProcess, EngineProcessError};
use crate::search_info::{SearchInfo, ThoughtValue};
use crate::spec::error::SpecError;
use crate::spec::key::PlayerKey;
use crate::spec::options::Options;
use crate::{BuildContext, Decision, MoveRequest};

/// The depth without the key `depth`. Some engines do not play before they are sent a depth.
const DEFAULT_DEPTH: u64 = 12;

/// How long an engine may take to stop its search.
const STOP_TIMEOUT: Duration = Duration::from_secs(1);

/// A running engine that speaks the NBoard protocol, version 2.
///
/// Before every move the engine is sent the whole game, so takebacks and passes need no special case.
pub(crate) struct NBoardConnection {
    process: EngineProcess,
    timeouts: EngineTimeouts,
    last_ping: u32,
}

/// What an engine reported while it searched for a move.
#[derive(Clone, Debug, Default)]
struct NBoardSearchInfo {
    line: Option<VariationLine>,
    nodes: Option<u64>,
}

/// The keys of the SPEC.
pub(crate) const KEYS: &[PlayerKey] = &[
    PlayerKey::new("depth", "1..60", "the plies that the program searches in the midgame", "12"),
    engine_player::TIMEOUT_KEY,
    engine_player::FOLDER_KEY,
    engine_player::COMMAND_KEY,
];

/// Returns the player that the SPEC describes.
pub(crate) fn player(
    options: Options<'_>,
    context: &BuildContext,
) -> Result<EnginePlayer<NBoardConnection>, SpecError> {
    let depth = options.number("depth", 1..=60)?.unwrap_or(DEFAULT_DEPTH);
    EnginePlayer::new(options, context, move |process, timeouts| {
        NBoardConnection::open(process, depth, timeouts)
    })
}

impl EngineConnection for NBoardConnection {
    fn process(&self) -> &EngineProcess {
        &self.process
    }

    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<Decision, EngineProcessError> {
        self.process.send(&format!("set game {}", game_text(request)));
        self.ping(self.timeouts.answer_timeout, &mut NBoardSearchInfo::default())?;
        self.go(request)
    }
}

impl NBoardConnection {
    fn open(
        mut process: EngineProcess,
        depth: u64,
        timeouts: EngineTimeouts,
    ) -> Result<NBoardConnection, EngineProcessError> {
        process.send("nboard 2");
        process.send(&format!("set depth {depth}"));
        let mut connection = NBoardConnection { process, timeouts, last_ping: 0 };
        connection.ping(timeouts.answer_timeout, &mut NBoardSearchInfo::default())?;
        Ok(connection)
    }

    /// Waits until the engine has handled all commands so far. Returns the move that the engine
    /// chose in the meantime, if any.
    fn ping(
        &mut self,
        timeout: Duration,
        info: &mut NBoardSearchInfo,
    ) -> Result<Option<MoveChoice>, EngineProcessError> {
        self.last_ping += 1;
        let command = format!("ping {}", self.last_ping);
        let expected = NBoardMessage::Pong(self.last_ping.to_string());
        self.process.send(&command);
        let wait = AnswerTimeout::new(timeout, None);
        let mut choice = None;
        loop {
            let line = self.process.read(&command, &wait)?;
            match NBoardMessage::parse(&line) {
                Ok(Some(message)) if message == expected => return Ok(choice),
                Ok(Some(NBoardMessage::MoveChoice(chosen))) => choice = Some(chosen),
                Ok(Some(message)) => info.update(message),
                // Other lines before the pong may be about another position.
                Ok(None) | Err(_) => {}
            }
        }
    }

    fn go(&mut self, request: &MoveRequest<'_>) -> Result<Decision, EngineProcessError> {
        self.process.send("go");
        let mut info = NBoardSearchInfo::default();
        let choice = match self.read_choice(request.stop, request, &mut info) {
            Err(EngineProcessError::Stopped) => {
                self.ping(STOP_TIMEOUT, &mut info)?.ok_or(EngineProcessError::Stopped)?
            }
            choice => choice?,
        };
        let report = info.thought(&choice);
        Ok(Decision { action: Action::Play(choice.mv), report })
    }

    fn read_choice(
        &mut self,
        stop: &StopFlag,
        request: &MoveRequest<'_>,
        info: &mut NBoardSearchInfo,
    ) -> Result<MoveChoice, EngineProcessError> {
        let wait = AnswerTimeout::new(self.timeouts.move_timeout, Some(stop));
        loop {
            let line = self.process.read("go", &wait)?;
            match NBoardMessage::parse(&line) {
                Ok(Some(NBoardMessage::MoveChoice(choice))) => return Ok(choice),
                Ok(Some(message)) => {
                    info.update(message);
                    if let Some(line) = &info.line {
                        request.report_progress(&info.thought_of(line));
                    }
                }
                Ok(None) => {}
                Err(_) => {
                    let command = "go".to_owned();
                    return Err(EngineProcessError::UnexpectedAnswer { command, answer: line });
                }
            }
        }
    }
}

impl NBoardSearchInfo {
    fn update(&mut self, message: NBoardMessage) {
        match message {
            NBoardMessage::VariationLine(line) => self.line = Some(line),
            NBoardMessage::NodeStats(nodes, _) => self.nodes = Some(nodes),
            _ => {}
        }
    }

    /// Returns what the engine has told about the chosen move, if it told anything.
    fn thought(&self, choice: &MoveChoice) -> Option<SearchInfo> {
        let line = self.line.as_ref().filter(|line| line.pv.first() == Some(&choice.mv));
        let thought = line.map(|line| self.thought_of(line));
        let value = choice.eval.map(ThoughtValue::Discs);
        if thought.is_none() && value.is_none() {
            return None;
        }
        let thought = thought.unwrap_or_else(|| SearchInfo::of_move(choice.mv));
        Some(SearchInfo { value: value.or(thought.value), nodes: self.nodes, ..thought })
    }

    fn thought_of(&self, line: &VariationLine) -> SearchInfo {
        let (depth, is_exact) = match line.depth {
            NBoardDepth::Plies(plies) => (Some(plies), false),
            NBoardDepth::WinLossDraw => (None, false),
            NBoardDepth::Exact => (None, true),
        };
        SearchInfo {
            value: Some(ThoughtValue::Discs(line.eval)),
            is_exact,
            depth,
            nodes: self.nodes,
            evaluations: None,
            line: line.pv.clone(),
            details: None,
        }
    }
}

/// Returns the game in GGF, with each side's time left as the time control of that side.
///
/// The protocol has no other way to send times.
fn game_text(request: &MoveRequest<'_>) -> String {
    // The engine might compute a result differently.
    let mut record = RecordedGame::new(request.game.reopened());
    for color in Color::ALL {
        let player = record.player_mut(color);
        color.to_string().to_lowercase().clone_into(&mut player.name);
        player.clock = clock_text(request.clock, color, request.now);
    }
    ggf::write(&record)
}

/// Returns the time that a side has left as a time control of the Generic Game Server, in whole seconds:
/// NTest takes a point for a colon.
fn clock_text(clock: &Clock, color: Color, now: Duration) -> String {
    let Some(left) = clock.time_left(color, now) else { return String::new() };
    let whole_seconds = |time: Duration| Duration::from_secs(time.as_secs());
    let control = TimeControl::Ggs {
        main: whole_seconds(left.main + left.byoyomi),
        increment: whole_seconds(left.increment),
        extension: whole_seconds(left.extension),
    };
    control.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_told_in_whole_seconds() {
        for (control, millis, text) in [
            ("10:00", 1877, "9:58//0:00"),
            ("0:02.5", 0, "0:02//0:00"),
            ("0:10+0.1", 500, "0:09//0:00"),
            ("15:00/0:10/2:00", 0, "15:00/0:10/2:00"),
        ] {
            let mut clock = Clock::new(control.parse().unwrap());
            clock.start(Color::Black, Duration::ZERO);
            let now = Duration::from_millis(millis);
            assert_eq!(clock_text(&clock, Color::Black, now), text, "{control}");
        }
        let unlimited = Clock::new(TimeControl::Unlimited);
        assert_eq!(clock_text(&unlimited, Color::Black, Duration::ZERO), "");
    }
}
