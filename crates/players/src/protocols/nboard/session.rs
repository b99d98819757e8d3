//! The engine's side of the NBoard protocol: commands and their handlers.

use std::time::Duration;

use willow_board::{Board, Clock, Color, Move, TimeControl, TimeLeft};
use willow_engine::{SearchLimits, SearchResult};
use willow_records::{MoveNote, RecordedGame, ggf};

use super::command::NBoardCommand;
use super::hint_search::HintSearch;
use super::message::{MoveChoice, NBoardMessage, VariationLine};
use crate::protocols::{EngineSession, EngineStep, SearchEffort, SearchEnd};

/// Minimum time left for a search. By the record the time may be up, but the game continues.
const MIN_TIME: Duration = Duration::from_millis(100);

/// The engine's side of the NBoard protocol, without IO and threads.
///
/// Unknown commands are ignored. After a game or a move that was refused, the controller's game is
/// another one, so nothing is searched until the next game. `hint` marks the values that are exact. `learn` gets a
/// response but has no effect, because the session has no opening book.
#[derive(Clone, Debug)]
pub struct NBoardSession {
    record: RecordedGame,
    /// Whether the controller's game is the one of `record`.
    in_step: bool,
    effort: SearchEffort,
    task: Option<NBoardTask>,
}

/// The command that the running search belongs to.
#[derive(Clone, Debug)]
enum NBoardTask {
    /// `go`: choose a move.
    Go,
    /// `hint` for the best move only.
    HintBest,
    /// `hint` for several moves.
    Hint(HintSearch),
    /// `analyze`, with the number of positions left.
    Analyze(usize),
}

impl NBoardSession {
    /// Returns a session at the start position. `effort` limits the searches until a command sets
    /// the depth.
    pub fn new(effort: SearchEffort) -> NBoardSession {
        NBoardSession { record: RecordedGame::default(), in_step: true, effort, task: None }
    }

    fn board(&self) -> &Board {
        self.record.game.position().board()
    }

    fn set_game(&mut self, text: &str) -> Vec<EngineStep> {
        match ggf::parse(text) {
            Ok(record) => {
                self.record = record;
                self.in_step = true;
                Vec::new()
            }
            Err(error) => self.refuse(&format!("cannot read the game: {}", error.error)),
        }
    }

    /// Tells why a game or a move is not taken over.
    fn refuse(&mut self, reason: &str) -> Vec<EngineStep> {
        self.in_step = false;
        write_messages([status(reason)])
    }

    fn play(&mut self, mv: Move, time: Option<Duration>) -> Vec<EngineStep> {
        let game = &mut self.record.game;
        let played = match mv {
            Move::Place(square) => game.place(square),
            Move::Pass => game.play(mv),
        };
        if let Err(error) = played {
            let reason = format!("cannot play {error}");
            return self.refuse(&reason);
        }
        let ply = game.n_plies() - 1;
        self.record.set_note(ply, MoveNote { time, ..MoveNote::default() });
        Vec::new()
    }

    /// Searches for a move, or responds at once with a pass.
    fn go(&mut self) -> Vec<EngineStep> {
        if self.board().legal_moves().is_empty() {
            let choice = MoveChoice { mv: Move::Pass, eval: None, seconds: None };
            return write_messages([NBoardMessage::MoveChoice(choice)]);
        }
        self.task = Some(NBoardTask::Go);
        let limits = self.effort.limits(self.time_left());
        vec![write_message(&status("Thinking")), EngineStep::Search(*self.board(), limits)]
    }

    fn hint(&mut self, n_moves: usize) -> Vec<EngineStep> {
        if self.record.game.position().is_game_over() {
            return write_messages([status("The game is over")]);
        }
        let board = *self.board();
        let limits = self.effort.limits(None);
        let n_legal = board.legal_moves().count() as usize;
        let start = write_message(&status("Analyzing"));
        if n_moves.min(n_legal) <= 1 {
            self.task = Some(NBoardTask::HintBest);
            return vec![start, EngineStep::Search(board, limits)];
        }
        let hints = HintSearch::new(&board, n_moves, &limits);
        let mut steps = vec![start];
        steps.extend(self.continue_hints(hints));
        steps
    }

    fn continue_hints(&mut self, hints: HintSearch) -> Vec<EngineStep> {
        let Some((board, limits)) = hints.next() else { return write_messages([status("")]) };
        self.task = Some(NBoardTask::Hint(hints));
        vec![EngineStep::Search(board, limits)]
    }

    /// Evaluates the last of the `n_left` positions that are left, then those before.
    fn analyze(&mut self, n_left: usize) -> Vec<EngineStep> {
        let Some(position) =
            n_left.checked_sub(1).and_then(|ply| self.record.game.position_at(ply))
        else {
            return write_messages([status("")]);
        };
        let step = EngineStep::Search(*position.board(), self.effort.limits(None));
        self.task = Some(NBoardTask::Analyze(n_left));
        vec![step]
    }

    /// Returns the time that the side to move has left, if the record has its time control.
    fn time_left(&self) -> Option<TimeLeft> {
        let color = self.record.game.position().side_to_move();
        let control: TimeControl = self.record.player(color).clock.parse().ok()?;
        let mut clock = Clock::new(control);
        for ply in self.plies_of(color) {
            let used = self.record.note(ply).and_then(|note| note.time).unwrap_or_default();
            clock.start(color, Duration::ZERO);
            if clock.press(used).is_err() {
                break;
            }
        }
        clock.stop(Duration::ZERO);
        let left = clock.time_left(color, Duration::ZERO)?;
        Some(TimeLeft { main: left.main.max(MIN_TIME), ..left })
    }

    fn plies_of(&self, color: Color) -> impl Iterator<Item = usize> + '_ {
        let game = &self.record.game;
        let mover = move |ply| game.position_at(ply).map(willow_board::Position::side_to_move);
        (0..game.n_plies()).filter(move |&ply| mover(ply) == Some(color))
    }
}

impl EngineSession for NBoardSession {
    /// Returns whether the line is `ping`, which must be answered at once, or `quit`.
    fn interrupts(line: &str) -> bool {
        matches!(NBoardCommand::parse(line), Some(NBoardCommand::Ping(_) | NBoardCommand::Quit))
    }

    fn quits(line: &str) -> bool {
        NBoardCommand::parse(line) == Some(NBoardCommand::Quit)
    }

    fn receive(&mut self, line: &str) -> Vec<EngineStep> {
        match NBoardCommand::parse(line) {
            None => Vec::new(),
            Some(NBoardCommand::NBoard) => {
                write_messages([NBoardMessage::Name("Willow".to_owned())])
            }
            Some(NBoardCommand::SetDepth(depth)) => {
                let depth = depth.clamp(1, SearchLimits::MAX_DEPTH);
                self.effort = self.effort.with_depth(depth);
                Vec::new()
            }
            Some(NBoardCommand::SetGame(text)) => self.set_game(text),
            Some(NBoardCommand::Unreadable) => {
                write_messages([status(&format!("cannot read `{}`", line.trim()))])
            }
            Some(
                NBoardCommand::Move(..)
                | NBoardCommand::Hint(_)
                | NBoardCommand::Go
                | NBoardCommand::Learn
                | NBoardCommand::Analyze,
            ) if !self.in_step => write_messages([status("waiting for `set game`")]),
            Some(NBoardCommand::Move(mv, time)) => self.play(mv, time),
            Some(NBoardCommand::Hint(n_moves)) => self.hint(n_moves),
            Some(NBoardCommand::Go) => self.go(),
            Some(NBoardCommand::Ping(text)) => {
                write_messages([NBoardMessage::Pong(text.to_owned())])
            }
            Some(NBoardCommand::Learn) => write_messages([NBoardMessage::Learned]),
            Some(NBoardCommand::Analyze) => {
                let mut steps = write_messages([status("Analyzing")]);
                steps.extend(self.analyze(self.record.game.n_plies() + 1));
                steps
            }
            Some(NBoardCommand::Quit) => vec![EngineStep::Quit],
        }
    }

    fn progress(&self, result: &SearchResult) -> Option<String> {
        match self.task {
            // The search of a forced pass reports values from the view of the other side.
            _ if self.record.game.position().must_pass() => None,
            Some(NBoardTask::Go | NBoardTask::HintBest) => {
                Some(message_lines([NBoardMessage::VariationLine(VariationLine::of_search(
                    result,
                ))]))
            }
            Some(NBoardTask::Hint(_) | NBoardTask::Analyze(_)) | None => None,
        }
    }

    fn search_finished(&mut self, result: &SearchResult, end: SearchEnd) -> Vec<EngineStep> {
        let stats = NBoardMessage::NodeStats(result.nodes, result.elapsed.as_secs_f64());
        match (self.task.take(), end) {
            (None, _) => Vec::new(),
            (Some(NBoardTask::Go), _) => write_messages([
                stats,
                NBoardMessage::MoveChoice(MoveChoice::of_search(result)),
                status(""),
            ]),
            (Some(_), SearchEnd::Stopped) => write_messages([status("")]),
            (Some(NBoardTask::HintBest), _) => write_messages([
                stats,
                NBoardMessage::VariationLine(VariationLine::of_search(result)),
                status(""),
            ]),
            (Some(NBoardTask::Hint(mut hints)), _) => {
                let lines = hints.add_result(result).unwrap_or_default();
                let mut steps = Vec::new();
                if !lines.is_empty() {
                    steps = write_messages(lines.into_iter().map(NBoardMessage::VariationLine));
                }
                steps.extend(self.continue_hints(hints));
                steps
            }
            (Some(NBoardTask::Analyze(n_left)), _) => {
                let mut steps =
                    write_messages([NBoardMessage::Analysis(n_left - 1, result.score.discs())]);
                steps.extend(self.analyze(n_left - 1));
                steps
            }
        }
    }
}

fn status(text: &str) -> NBoardMessage {
    NBoardMessage::Status(text.to_owned())
}

fn write_messages(messages: impl IntoIterator<Item = NBoardMessage>) -> Vec<EngineStep> {
    vec![EngineStep::Write(message_lines(messages))]
}

fn write_message(message: &NBoardMessage) -> EngineStep {
    EngineStep::Write(format!("{message}\n"))
}

fn message_lines(messages: impl IntoIterator<Item = NBoardMessage>) -> String {
    messages.into_iter().fold(String::new(), |text, message| text + &format!("{message}\n"))
}
