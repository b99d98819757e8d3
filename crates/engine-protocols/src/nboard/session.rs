//! The engine's side of the protocol.

use std::time::Duration;

use willow_board::{Board, Clock, Color, Move, TimeControl, TimeLeft};
use willow_engine::{Accuracy, SearchLimits, SearchResult};
use willow_records::{MoveNote, Record, ggf};

use super::command::Command;
use super::hints::Hints;
use super::message::{Message, MoveChoice, NBoardDepth, VariationLine};
use crate::{EngineSession, EngineStep, SearchEffort, SearchEnd};

/// A player whose time is up by its record still gets this much: the game goes on.
const LEAST_TIME: Duration = Duration::from_millis(100);

/// The engine's side of the protocol, without input, output and threads.
///
/// Lines that are not understood are ignored. `hint` values moves exactly where it can, and says
/// which values are exact; `learn` is answered, but nothing is learned: there is no book.
#[derive(Clone, Debug)]
pub struct NBoardSession {
    record: Record,
    effort: SearchEffort,
    task: Option<Task>,
}

/// What the engine thinks about.
#[derive(Clone, Debug)]
enum Task {
    /// A move to answer with.
    Go,
    /// The value of the best move.
    BestLine,
    /// The values of several moves.
    Hints(Hints),
    /// The values of the game's positions; so many are left.
    Analysis(usize),
}

impl NBoardSession {
    /// Returns a session at the start of a game, with an engine that thinks so much until it is told
    /// a depth.
    #[must_use]
    pub fn new(effort: SearchEffort) -> NBoardSession {
        NBoardSession { record: Record::default(), effort, task: None }
    }

    fn board(&self) -> &Board {
        self.record.game.position().board()
    }

    fn set_game(&mut self, text: &str) -> Vec<EngineStep> {
        match ggf::parse(text) {
            Ok(record) => {
                self.record = record;
                Vec::new()
            }
            Err(error) => say([status(&format!("cannot read the game: {}", error.error))]),
        }
    }

    fn play(&mut self, mv: Move, time: Option<Duration>) -> Vec<EngineStep> {
        let game = &mut self.record.game;
        let played = match mv {
            Move::Place(square) => game.place(square),
            Move::Pass => game.play(mv),
        };
        if let Err(error) = played {
            return say([status(&format!("cannot play {error}"))]);
        }
        let ply = game.n_plies() - 1;
        self.record.set_note(ply, MoveNote { time, ..MoveNote::default() });
        Vec::new()
    }

    /// Answers at once if there is nothing to choose, or searches.
    fn go(&mut self) -> Vec<EngineStep> {
        if self.board().legal_moves().is_empty() {
            let choice = MoveChoice { mv: Move::Pass, eval: None, seconds: None };
            return say([Message::MoveChoice(choice)]);
        }
        self.task = Some(Task::Go);
        let limits = self.effort.limits(self.time_left());
        vec![say_one(&status("Thinking")), EngineStep::Search(*self.board(), limits)]
    }

    fn hint(&mut self, n_moves: usize) -> Vec<EngineStep> {
        if self.record.game.position().is_game_over() {
            return say([status("The game is over")]);
        }
        let board = *self.board();
        let limits = self.effort.limits(None);
        let n_legal = board.legal_moves().count() as usize;
        let start = say_one(&status("Analyzing"));
        if n_moves.min(n_legal) <= 1 {
            self.task = Some(Task::BestLine);
            return vec![start, EngineStep::Search(board, limits)];
        }
        let hints = Hints::new(&board, n_moves, &limits);
        let mut steps = vec![start];
        steps.extend(self.go_on_hinting(hints));
        steps
    }

    fn go_on_hinting(&mut self, hints: Hints) -> Vec<EngineStep> {
        let Some((board, limits)) = hints.next() else { return say([status("")]) };
        self.task = Some(Task::Hints(hints));
        vec![EngineStep::Search(board, limits)]
    }

    /// Values the position after so many moves and passes, then those before it.
    fn analyze(&mut self, n_left: usize) -> Vec<EngineStep> {
        let Some(position) =
            n_left.checked_sub(1).and_then(|ply| self.record.game.position_at(ply))
        else {
            return say([status("")]);
        };
        let step = EngineStep::Search(*position.board(), self.effort.limits(None));
        self.task = Some(Task::Analysis(n_left));
        vec![step]
    }

    /// Returns what the side to move has left, if the record tells the time control.
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
        Some(TimeLeft { main: left.main.max(LEAST_TIME), ..left })
    }

    fn plies_of(&self, color: Color) -> impl Iterator<Item = usize> + '_ {
        let game = &self.record.game;
        let mover = move |ply| game.position_at(ply).map(willow_board::Position::side_to_move);
        (0..game.n_plies()).filter(move |&ply| mover(ply) == Some(color))
    }
}

impl EngineSession for NBoardSession {
    /// A ping must be answered at once, and nobody waits for an engine that is to end.
    fn interrupts(line: &str) -> bool {
        matches!(Command::parse(line), Some(Command::Ping(_) | Command::Quit))
    }

    fn receive(&mut self, line: &str) -> Vec<EngineStep> {
        match Command::parse(line) {
            None | Some(Command::SetContempt) => Vec::new(),
            Some(Command::NBoard) => say([Message::Name("Willow".to_owned())]),
            Some(Command::SetDepth(depth)) => {
                let depth = depth.clamp(1, SearchLimits::MAX_DEPTH);
                self.effort = self.effort.with_depth(depth);
                Vec::new()
            }
            Some(Command::SetGame(text)) => self.set_game(text),
            Some(Command::Move(mv, time)) => self.play(mv, time),
            Some(Command::Hint(n_moves)) => self.hint(n_moves),
            Some(Command::Go) => self.go(),
            Some(Command::Ping(text)) => say([Message::Pong(text.to_owned())]),
            Some(Command::Learn) => say([Message::Learned]),
            Some(Command::Analyze) => {
                let mut steps = say([status("Analyzing")]);
                steps.extend(self.analyze(self.record.game.n_plies() + 1));
                steps
            }
            Some(Command::Quit) => vec![EngineStep::Quit],
        }
    }

    fn progress(&self, found: &SearchResult) -> Option<String> {
        match self.task {
            // A search that begins with a pass reports what the other side thinks.
            _ if self.record.game.position().must_pass() => None,
            Some(Task::Go | Task::BestLine) => {
                Some(lines([Message::VariationLine(line_of(found))]))
            }
            Some(Task::Hints(_) | Task::Analysis(_)) | None => None,
        }
    }

    fn searched(&mut self, found: &SearchResult, end: SearchEnd) -> Vec<EngineStep> {
        let stats = Message::NodeStats(found.nodes, found.elapsed.as_secs_f64());
        match (self.task.take(), end) {
            (None, _) => Vec::new(),
            (Some(Task::Go), _) => say([stats, Message::MoveChoice(choice_of(found)), status("")]),
            (Some(_), SearchEnd::Stopped) => say([status("")]),
            (Some(Task::BestLine), _) => {
                say([stats, Message::VariationLine(line_of(found)), status("")])
            }
            (Some(Task::Hints(mut hints)), _) => {
                let lines = hints.take(found).unwrap_or_default();
                let mut steps = Vec::new();
                if !lines.is_empty() {
                    steps = say(lines.into_iter().map(Message::VariationLine));
                }
                steps.extend(self.go_on_hinting(hints));
                steps
            }
            (Some(Task::Analysis(n_left)), _) => {
                let mut steps = say([Message::Analysis(n_left - 1, found.score.discs())]);
                steps.extend(self.analyze(n_left - 1));
                steps
            }
        }
    }
}

/// Returns how the value of a search was found.
pub(super) fn depth_of(found: &SearchResult) -> NBoardDepth {
    match found.accuracy {
        Accuracy::Estimated => NBoardDepth::Plies(found.depth),
        Accuracy::WinLossDraw => NBoardDepth::WinLossDraw,
        Accuracy::Exact => NBoardDepth::Exact,
    }
}

fn line_of(found: &SearchResult) -> VariationLine {
    VariationLine { pv: found.pv.clone(), eval: found.score.discs(), depth: depth_of(found) }
}

fn choice_of(found: &SearchResult) -> MoveChoice {
    MoveChoice {
        mv: found.best.unwrap_or(Move::Pass),
        eval: Some(found.score.discs()),
        seconds: Some(found.elapsed.as_secs_f64()),
    }
}

fn status(text: &str) -> Message {
    Message::Status(text.to_owned())
}

fn say(messages: impl IntoIterator<Item = Message>) -> Vec<EngineStep> {
    vec![EngineStep::Say(lines(messages))]
}

fn say_one(message: &Message) -> EngineStep {
    EngineStep::Say(format!("{message}\n"))
}

fn lines(messages: impl IntoIterator<Item = Message>) -> String {
    messages.into_iter().fold(String::new(), |text, message| text + &format!("{message}\n"))
}
