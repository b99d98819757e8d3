//! The engine's side of the protocol.

use std::io;
use std::time::Duration;

use willow_board::{Color, Game, Move, Outcome, Position, TimeControl, TimeLeft};
use willow_engine::{Level, SearchLimits, SearchResult};
use willow_records::board_text;

use super::command::{self, Command};
use super::error::GtpError;
use super::{rules, time};
use crate::{EngineSession, EngineStep, SearchEffort, SearchEnd};

/// The engine's side of the protocol, without input, output and threads.
///
/// A move for the side that is not to move is refused, unless the other side must pass: then it
/// passes without being told, as controllers that know no passes expect.
#[derive(Clone, Debug)]
pub struct GtpSession {
    version: String,
    game: Game,
    /// The length of the game before each move that was asked for, so that taking it back also
    /// takes back the pass that was implied.
    marks: Vec<usize>,
    effort: SearchEffort,
    control: TimeControl,
    left: [Option<TimeLeft>; 2],
    thinks_ahead: bool,
    pending: Option<Pending>,
}

/// A command that is answered later.
#[derive(Clone, Debug)]
struct Pending {
    id: String,
    task: Task,
}

#[derive(Clone, Copy, Debug)]
enum Task {
    /// Find a move and play it.
    Play(Color),
    /// Find a move.
    Suggest,
    /// Load a game, up to before this move.
    Load { before: Option<usize> },
}

/// What becomes of a command at once.
enum Reply {
    Answer(String),
    Later(Task, EngineStep),
    Forget,
    Quit,
}

type Handled = Result<Reply, GtpError>;
type Handler = fn(&mut GtpSession, &Command<'_>) -> Handled;

const COMMANDS: &[(&str, Handler)] = &[
    ("boardsize", |_, command| board_size(command)),
    ("clear_board", |session, _| Ok(session.begin(Game::new()))),
    ("final_score", |session, _| session.final_score(rules::score)),
    ("genmove", |session, command| session.generate(command, Task::Play)),
    ("gogui-interrupt", |_, _| Ok(done())),
    ("gogui-rules_board", |session, _| Ok(say(rules::gogui_board(session.position())))),
    ("gogui-rules_board_size", |_, _| Ok(say("8"))),
    ("gogui-rules_final_result", |session, _| session.final_score(rules::result)),
    ("gogui-rules_game_id", |_, _| Ok(say("Othello"))),
    ("gogui-rules_legal_moves", |session, _| Ok(say(rules::legal_moves(&session.game)))),
    ("gogui-rules_side_to_move", |session, _| {
        Ok(say(session.position().side_to_move().to_string().to_lowercase()))
    }),
    ("known_command", |_, command| Ok(say(is_known(command.rest).to_string()))),
    // Othello has none.
    ("komi", |_, _| Ok(done())),
    ("list_commands", |_, _| Ok(say(names().collect::<Vec<_>>().join("\n")))),
    ("list_games", |_, _| Ok(say("Othello"))),
    ("loadsgf", |_, command| load(command)),
    ("name", |_, _| Ok(say("Willow"))),
    ("play", GtpSession::play_command),
    ("protocol_version", |_, _| Ok(say("2"))),
    ("quit", |_, _| Ok(Reply::Quit)),
    ("reg_genmove", |session, command| session.generate(command, |_| Task::Suggest)),
    ("set_depth", GtpSession::set_depth),
    ("set_game", |_, command| set_game(command)),
    ("set_level", GtpSession::set_level),
    ("showboard", |session, _| Ok(say(rules::diagram(session.position())))),
    ("time_left", GtpSession::time_left),
    ("time_settings", GtpSession::time_settings),
    ("undo", |session, _| session.undo()),
    ("version", |session, _| Ok(say(session.version.clone()))),
    (POSITION_COMMAND, |session, command| session.set_position(command)),
];

/// The command that sets up any position: `willow-set_position CELLS SIDE`.
pub const POSITION_COMMAND: &str = "willow-set_position";

impl GtpSession {
    /// Returns a session at the start of a game, with an engine of this version that thinks so much
    /// until it is told otherwise.
    #[must_use]
    pub fn new(version: &str, effort: SearchEffort) -> GtpSession {
        GtpSession {
            version: version.to_owned(),
            game: Game::new(),
            marks: Vec::new(),
            effort,
            control: TimeControl::Unlimited,
            left: [None; 2],
            thinks_ahead: false,
            pending: None,
        }
    }

    /// Returns the session with an engine that thinks on the opponent's time.
    #[must_use]
    pub fn thinking_ahead(self, thinks_ahead: bool) -> GtpSession {
        GtpSession { thinks_ahead, ..self }
    }

    fn position(&self) -> &Position {
        self.game.position()
    }

    /// Puts another game in place, with full clocks.
    fn begin(&mut self, game: Game) -> Reply {
        self.game = game;
        self.marks.clear();
        self.left = [time::initial_time(self.control); 2];
        Reply::Forget
    }

    /// Returns the position in which `color` is to move, if it is its turn.
    fn position_of(&self, color: Color) -> Result<Position, GtpError> {
        let position = self.position();
        if position.side_to_move() == color {
            Ok(*position)
        } else if position.must_pass() {
            Ok(position.play(Move::Pass)?)
        } else {
            Err(GtpError::NotItsTurn(position.side_to_move()))
        }
    }

    fn play(&mut self, color: Color, mv: Move) -> Result<(), GtpError> {
        // Controllers of Go end a game by two passes.
        if self.game.is_over() && mv == Move::Pass {
            return Ok(());
        }
        self.position_of(color)?.check(mv)?;
        let mark = self.game.n_plies();
        let illegal = |error: willow_board::PlayError| GtpError::Illegal(error.reason);
        if self.position().side_to_move() != color {
            self.game.play(Move::Pass).map_err(illegal)?;
        }
        self.game.play(mv).map_err(illegal)?;
        self.marks.push(mark);
        Ok(())
    }

    fn play_command(&mut self, command: &Command<'_>) -> Handled {
        let [color, mv] = command.arguments()[..] else { return Err(GtpError::Syntax) };
        let color = parse_color(color)?;
        self.play(color, mv.parse().map_err(|_| GtpError::Syntax)?)?;
        Ok(done())
    }

    fn undo(&mut self) -> Handled {
        let mark = self.marks.pop().ok_or(GtpError::CannotUndo)?;
        while mark < self.game.n_plies() {
            self.game.undo();
        }
        Ok(done())
    }

    fn generate(&mut self, command: &Command<'_>, task: impl Fn(Color) -> Task) -> Handled {
        let [color] = command.arguments()[..] else { return Err(GtpError::Syntax) };
        let color = parse_color(color)?;
        if self.game.is_over() {
            return Ok(say("pass"));
        }
        let position = self.position_of(color)?;
        if position.legal_moves().is_empty() {
            if let Task::Play(color) = task(color) {
                self.play(color, Move::Pass)?;
            }
            return Ok(say("pass"));
        }
        let limits = self.effort.limits(self.left[color.index()]);
        Ok(Reply::Later(task(color), EngineStep::Search(*position.board(), limits)))
    }

    /// Plays the move that was found, if it was to be played.
    fn decide(&mut self, task: Task, found: &SearchResult) -> Result<String, GtpError> {
        let mv = found.best.unwrap_or(Move::Pass);
        if let Task::Play(color) = task {
            self.play(color, mv)?;
            self.charge(color, found.elapsed);
        }
        Ok(mv.to_string())
    }

    fn charge(&mut self, color: Color, used: Duration) {
        let left = &mut self.left[color.index()];
        *left = left.map(|left| time::after_move(left, used));
    }

    fn final_score(&self, write: fn(&Outcome) -> String) -> Handled {
        match self.game.outcome() {
            Some(outcome) => Ok(say(write(&outcome))),
            None => Err(GtpError::CannotScore),
        }
    }

    fn set_level(&mut self, command: &Command<'_>) -> Handled {
        let number = command.rest.parse().map_err(|_| GtpError::Syntax)?;
        self.effort = SearchEffort::Limits(SearchLimits::level(Level::new(number)?));
        Ok(done())
    }

    fn set_depth(&mut self, command: &Command<'_>) -> Handled {
        let depth = command.rest.parse().map_err(|_| GtpError::Syntax)?;
        if !(1..=SearchLimits::MAX_DEPTH).contains(&depth) {
            return Err(GtpError::Depth);
        }
        self.effort = self.effort.with_depth(depth);
        Ok(done())
    }

    fn set_position(&mut self, command: &Command<'_>) -> Handled {
        let position = board_text::parse(command.rest).map_err(|_| GtpError::Position)?;
        Ok(self.begin(Game::from_position(position)))
    }

    fn time_settings(&mut self, command: &Command<'_>) -> Handled {
        self.control = time::parse_settings(&command.arguments()).ok_or(GtpError::Syntax)?;
        self.left = [time::initial_time(self.control); 2];
        Ok(done())
    }

    fn time_left(&mut self, command: &Command<'_>) -> Handled {
        let [color, time, stones] = command.arguments()[..] else { return Err(GtpError::Syntax) };
        let left = time::parse_time_left(self.control, time, stones)?;
        self.left[parse_color(color)?.index()] = left;
        Ok(done())
    }

    /// Puts the first game of a file in place, up to before a move.
    fn take_game(&mut self, content: &[u8], before: Option<usize>) -> Result<(), GtpError> {
        let entries = willow_records::read(content)?;
        let first = entries.into_iter().next().expect("what is read has an entry");
        let whole = first.item.into_record().game;
        let mut game = Game::from_position(*whole.start());
        let marks = before.map_or(whole.n_plies(), |before| before.saturating_sub(1));
        for mv in whole.moves().take(marks) {
            game.play(mv).map_err(|error| GtpError::Illegal(error.reason))?;
        }
        let n_plies = game.n_plies();
        self.begin(game);
        self.marks = (0..n_plies).collect();
        Ok(())
    }

    /// Ends a command that waited.
    fn settle(
        &mut self,
        run: impl FnOnce(&mut GtpSession, Task) -> Result<String, GtpError>,
    ) -> Vec<EngineStep> {
        let Some(Pending { id, task }) = self.pending.take() else { return Vec::new() };
        let result = run(self, task);
        vec![EngineStep::Say(command::answer(&id, result))]
    }
}

impl EngineSession for GtpSession {
    /// Commands wait for their turn; only GoGui's `# interrupt` ends a search.
    fn interrupts(line: &str) -> bool {
        let line = line.trim_start();
        line.strip_prefix('#').is_some_and(|comment| comment.trim() == "interrupt")
    }

    fn receive(&mut self, line: &str) -> Vec<EngineStep> {
        let line = command::cleaned(line);
        let Some(command) = Command::parse(&line) else { return Vec::new() };
        let known = COMMANDS.iter().find(|(name, _)| *name == command.name);
        let handled = known.map_or(Err(GtpError::UnknownCommand), |(_, run)| run(self, &command));
        let answer = |result| EngineStep::Say(command::answer(command.id, result));
        match handled {
            Ok(Reply::Answer(text)) => vec![answer(Ok(text))],
            Ok(Reply::Forget) => vec![EngineStep::Forget, answer(Ok(String::new()))],
            Ok(Reply::Quit) => vec![answer(Ok(String::new())), EngineStep::Quit],
            Ok(Reply::Later(task, step)) => {
                self.pending = Some(Pending { id: command.id.to_owned(), task });
                vec![step]
            }
            Err(error) => vec![answer(Err(error))],
        }
    }

    fn searched(&mut self, found: &SearchResult, _end: SearchEnd) -> Vec<EngineStep> {
        let plays = matches!(self.pending, Some(Pending { task: Task::Play(_), .. }));
        let mut steps = self.settle(|session, task| session.decide(task, found));
        if self.thinks_ahead && plays && !self.position().legal_moves().is_empty() {
            steps.push(EngineStep::ThinkAhead(*self.position().board()));
        }
        steps
    }

    fn loaded(&mut self, content: Result<Vec<u8>, io::Error>) -> Vec<EngineStep> {
        let mut steps = self.settle(|session, task| {
            let Task::Load { before } = task else { return Err(GtpError::Syntax) };
            session.take_game(&content.map_err(GtpError::File)?, before)?;
            Ok(String::new())
        });
        steps.insert(0, EngineStep::Forget);
        steps
    }
}

fn say(text: impl Into<String>) -> Reply {
    Reply::Answer(text.into())
}

fn done() -> Reply {
    say("")
}

pub(super) fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|&(name, _)| name)
}

fn is_known(name: &str) -> bool {
    names().any(|known| known == name)
}

fn parse_color(text: &str) -> Result<Color, GtpError> {
    text.parse().map_err(|_| GtpError::Syntax)
}

fn board_size(command: &Command<'_>) -> Handled {
    match command.rest.parse::<u32>() {
        Ok(8) => Ok(done()),
        Ok(_) => Err(GtpError::BoardSize),
        Err(_) => Err(GtpError::Syntax),
    }
}

fn set_game(command: &Command<'_>) -> Handled {
    match command.rest.to_lowercase().as_str() {
        "othello" | "reversi" => Ok(done()),
        _ => Err(GtpError::Game),
    }
}

/// Reads `loadsgf FILE [MOVE]`. A file's name may hold blanks, as GoGui's do.
fn load(command: &Command<'_>) -> Handled {
    let (file, before) = match command.rest.rsplit_once(' ') {
        Some((file, number)) if number.parse::<usize>().is_ok() => (file, number.parse().ok()),
        _ => (command.rest, None),
    };
    if file.is_empty() {
        return Err(GtpError::Syntax);
    }
    Ok(Reply::Later(Task::Load { before }, EngineStep::Load(file.trim().to_owned())))
}
