//! Requests on standard input, one JSON object a line, each answered before the next one: `willow eval - --json`,
//! `solve` and `analyze`. docs/requests.md describes them.

mod refusal;

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{self, BufRead};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use willow_engine::{Level, SearchLimits, StopFlag};
use willow_records::GameOrPosition;

pub(super) use self::refusal::Refusal;
use crate::argv::looks_like_position;
use crate::error::CliError;
use crate::files::STANDARD_STREAM;
use crate::{json, output};

/// The number of lines that are read ahead, so that a request behind them can be stopped.
const MAX_AHEAD: usize = 1 << 16;

/// A position and what is asked about it.
pub(super) struct Request {
    /// The program's own, or the number of the line.
    pub(super) id: Value,
    pub(super) item: GameOrPosition,
    pub(super) options: RequestOptions,
}

/// What a request may ask for beside the options of the command line, which hold for all others.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RequestOptions {
    id: Option<Value>,
    position: Option<String>,
    stop: Option<Value>,
    level: Option<u32>,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// In seconds.
    time: Option<f64>,
    /// Maximum moves in the answer, best first.
    pub(super) top: Option<usize>,
    pub(super) max_empties: Option<u32>,
    /// Whether to report progress.
    #[serde(default)]
    pub(super) progress: bool,
}

impl RequestOptions {
    /// Returns the limit of the search, if the request has one.
    pub(super) fn limits(&self) -> Result<Option<SearchLimits>, Refusal> {
        Ok(match (self.level()?, self.depth, self.nodes, self.time()?) {
            (None, None, None, None) => None,
            (Some(level), None, None, None) => Some(SearchLimits::level(level)),
            (None, Some(depth @ 1..=SearchLimits::MAX_DEPTH), None, None) => {
                Some(SearchLimits::depth(depth))
            }
            (None, Some(_), None, None) => return Err(Refusal::Depth),
            (None, None, Some(nodes), None) => Some(SearchLimits::nodes(nodes.max(1))),
            (None, None, None, Some(time)) => Some(SearchLimits::move_time(time)),
            _ => return Err(Refusal::SeveralLimits),
        })
    }

    pub(super) fn level(&self) -> Result<Option<Level>, Refusal> {
        Ok(self.level.map(Level::new).transpose()?)
    }

    pub(super) fn time(&self) -> Result<Option<Duration>, Refusal> {
        let read = |seconds| {
            let time = Duration::try_from_secs_f64(seconds).ok();
            time.filter(|time| !time.is_zero()).ok_or(Refusal::Time)
        };
        self.time.map(read).transpose()
    }
}

/// An answer that is not a result.
#[derive(Serialize)]
pub(super) struct ErrorLine<'a> {
    pub(super) id: &'a Value,
    pub(super) error: &'a str,
}

/// One of the lines of an answer.
#[derive(Serialize)]
pub(super) struct WithId<'a, T> {
    pub(super) id: &'a Value,
    #[serde(flatten)]
    pub(super) line: &'a T,
}

/// A result on the way to the answer.
#[derive(Serialize)]
pub(super) struct ProgressLine<'a, T> {
    pub(super) id: &'a Value,
    pub(super) progress: T,
}

/// The kinds of lines that standard input may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    Requests,
    RequestsAndPositions,
}

/// The format of standard input, and of the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InputForm {
    /// Positions, among which there may be comments.
    Lines,
    /// Requests as JSON objects.
    Json,
}

impl InputForm {
    fn of(beginning: &[u8]) -> InputForm {
        let is_object = beginning.trim_ascii_start().starts_with(b"{");
        if is_object { InputForm::Json } else { InputForm::Lines }
    }
}

/// The lines of standard input, read as they arrive.
pub(super) struct Requests {
    lines: Receiver<(Value, Result<Request, Refusal>)>,
    pending: Arc<Mutex<Pending>>,
    /// Raised when the request that is being answered is to be stopped.
    stop: StopFlag,
    form: InputForm,
}

/// The requests that are not answered yet.
#[derive(Default)]
struct Pending {
    /// Number of waiting requests by id, and whether they are to be stopped.
    waiting: HashMap<String, (usize, bool)>,
    running: Option<String>,
}

impl Requests {
    /// Returns the requests if the only INPUT is standard input and it begins with one, or with the cells of a
    /// position where `kind` has these, too. `stop` ends the work on the request that is being answered.
    pub(super) fn of_stdin(
        inputs: &[OsString],
        kind: LineKind,
        stop: &StopFlag,
    ) -> Result<Option<Requests>, CliError> {
        if inputs != [STANDARD_STREAM] {
            return Ok(None);
        }
        // Peek only: other readers of standard input must still see these bytes.
        let mut input = io::stdin().lock();
        let beginning = input.fill_buf()?;
        let form = InputForm::of(beginning);
        let line = beginning.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let is_position = || {
            std::str::from_utf8(line).is_ok_and(looks_like_position)
                && willow_records::read(line).is_ok()
        };
        if form == InputForm::Lines && (kind == LineKind::Requests || !is_position()) {
            return Ok(None);
        }
        drop(input);
        let (sender, lines) = mpsc::sync_channel(MAX_AHEAD);
        let (pending, stop) = (Arc::new(Mutex::new(Pending::default())), stop.clone());
        let requests = Requests { lines, pending: Arc::clone(&pending), stop: stop.clone(), form };
        // The thread ends with the input or the process.
        thread::spawn(move || read_lines(&sender, &pending, &stop, form));
        #[cfg(unix)]
        thread::spawn(|| {
            if output::wait_until_closed() {
                // Nobody reads the answers, which is not a fault.
                std::process::exit(0);
            }
        });
        Ok(Some(requests))
    }

    /// Answers all requests in order. An error of `answer` that is about one request is its answer.
    pub(super) fn answer_all(
        &self,
        mut answer: impl FnMut(&Request) -> Result<(), RequestError>,
    ) -> Result<usize, CliError> {
        let mut n_errors = 0;
        for (id, request) in &self.lines {
            self.begin(&id);
            let answered = request.map_err(RequestError::Refused).and_then(|read| answer(&read));
            pending(&self.pending).running = None;
            match answered {
                Ok(()) => {}
                Err(RequestError::Fatal(error)) => return Err(error),
                Err(RequestError::Refused(error)) => {
                    n_errors += 1;
                    self.refuse(&id, &error.to_string())?;
                }
            }
        }
        Ok(n_errors)
    }

    fn begin(&self, id: &Value) {
        let id = id.to_string();
        let mut pending = pending(&self.pending);
        self.stop.lower();
        if let Some((n_waiting, is_stopped)) = pending.waiting.remove(&id) {
            if is_stopped {
                self.stop.raise();
            }
            if 1 < n_waiting {
                pending.waiting.insert(id.clone(), (n_waiting - 1, is_stopped));
            }
        }
        pending.running = Some(id);
    }

    /// Tells what is wrong with a request: the program that sends objects reads objects.
    fn refuse(&self, id: &Value, error: &str) -> Result<(), CliError> {
        if self.form == InputForm::Json {
            return json::print(&ErrorLine { id, error });
        }
        CliError::failed(format!("line {id}: {error}")).print();
        Ok(())
    }
}

/// Why a request has no result.
pub(super) enum RequestError {
    /// Its answer says what is wrong with it.
    Refused(Refusal),
    /// The command ends.
    Fatal(CliError),
}

impl From<Refusal> for RequestError {
    fn from(refusal: Refusal) -> RequestError {
        RequestError::Refused(refusal)
    }
}

impl From<CliError> for RequestError {
    fn from(error: CliError) -> RequestError {
        RequestError::Fatal(error)
    }
}

fn pending(pending: &Mutex<Pending>) -> MutexGuard<'_, Pending> {
    pending.lock().unwrap_or_else(PoisonError::into_inner)
}

fn read_lines(
    requests: &SyncSender<(Value, Result<Request, Refusal>)>,
    shared: &Mutex<Pending>,
    stop: &StopFlag,
    form: InputForm,
) {
    for (index, line) in io::stdin().lock().lines().enumerate() {
        let line = match line {
            Ok(line) => line,
            Err(error) if error.kind() == io::ErrorKind::InvalidData => "?".to_owned(),
            Err(_) => return,
        };
        let line = line.trim();
        // Among positions there may be comments, as in a file.
        if line.is_empty() || form == InputForm::Lines && line.starts_with(['#', '%']) {
            continue;
        }
        let number = Value::from(index + 1);
        let (id, request) = match read_line(line, number.clone()) {
            Ok(ParsedLine::Request(request)) => (request.id.clone(), Ok(request)),
            Ok(ParsedLine::Stop(id)) => {
                let id = id.to_string();
                let mut pending = pending(shared);
                if pending.running.as_ref() == Some(&id) {
                    stop.raise();
                } else if let Some((_, is_stopped)) = pending.waiting.get_mut(&id) {
                    *is_stopped = true;
                }
                continue;
            }
            Err((id, error)) => (id.unwrap_or(number), Err(error)),
        };
        pending(shared).waiting.entry(id.to_string()).or_default().0 += 1;
        if requests.send((id, request)).is_err() {
            return;
        }
    }
}

/// A parsed line.
#[expect(clippy::large_enum_variant, reason = "it is taken apart where it is made")]
enum ParsedLine {
    Request(Request),
    Stop(Value),
}

/// Reads a line. An error has the id, as far as the line has one.
fn read_line(line: &str, number: Value) -> Result<ParsedLine, (Option<Value>, Refusal)> {
    let options = if line.starts_with('{') {
        serde_json::from_str(line).map_err(|error| refused(line, error))?
    } else {
        RequestOptions { position: Some(line.to_owned()), ..RequestOptions::default() }
    };
    let RequestOptions { id, position, stop, .. } = &options;
    if let Some(id) = stop {
        return Ok(ParsedLine::Stop(id.clone()));
    }
    let Some(text) = position else {
        return Err((id.clone(), Refusal::NoPosition));
    };
    let item = first_entry(text).map_err(|error| (id.clone(), error))?;
    Ok(ParsedLine::Request(Request { id: id.clone().unwrap_or(number), item, options }))
}

/// Returns what is wrong with a line that is not a request, and its id, as far as it has one.
fn refused(line: &str, error: serde_json::Error) -> (Option<Value>, Refusal) {
    let Ok(fields) = serde_json::from_str::<Map<String, Value>>(line) else {
        return (None, Refusal::Json(error));
    };
    let id = fields.get("id").cloned();
    let is_wrong = |(name, value): &(String, Value)| {
        let alone = Value::from_iter([(name.clone(), value.clone())]);
        serde_json::from_value::<RequestOptions>(alone).is_err()
    };
    let refusal = match fields.into_iter().find(is_wrong) {
        Some((name, value)) => match expected(&name) {
            Some(expected) => Refusal::Field { name, value, expected },
            None => Refusal::UnknownField { name },
        },
        None => Refusal::Json(error),
    };
    (id, refusal)
}

/// Returns what the value of a field is, in words; `None` if there is no such field.
fn expected(field: &str) -> Option<&'static str> {
    Some(match field {
        "position" => "a position or moves, in quotes",
        "level" | "depth" | "nodes" | "top" | "max_empties" => "a whole number",
        "time" => "a number of seconds",
        "progress" => "true or false",
        _ => return None,
    })
}

fn first_entry(text: &str) -> Result<GameOrPosition, Refusal> {
    let entries = willow_records::read(text.as_bytes()).map_err(Refusal::Unreadable)?;
    entries.into_iter().next().map(|entry| entry.item).ok_or(Refusal::NoPosition)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(line: &str) -> Result<Request, (Option<Value>, Refusal)> {
        read_line(line, Value::from(3)).map(|line| match line {
            ParsedLine::Request(request) => request,
            ParsedLine::Stop(_) => panic!("a stop"),
        })
    }

    #[test]
    fn a_request_has_one_limit_and_a_position_or_moves() {
        let limits = |limit: &str| {
            let line = format!(r#"{{"id":"a","position":"f5d6"{limit}}}"#);
            let request = request(&line).map_err(|(_, error)| error)?;
            assert_eq!(request.id, Value::from("a"));
            assert_eq!(request.item.position().board().n_empties(), 58);
            request.options.limits()
        };
        assert_eq!(limits("").unwrap(), None);
        assert_eq!(limits(r#","nodes":2000"#).unwrap(), Some(SearchLimits::nodes(2000)));
        let time = Some(SearchLimits::move_time(Duration::from_millis(500)));
        assert_eq!(limits(r#","time":0.5"#).unwrap(), time);
        for wrong in [
            r#","time":-1"#,
            r#","level":61"#,
            r#","depth":0"#,
            r#","depth":2,"level":3"#,
            r#","deepth":2"#,
        ] {
            assert!(limits(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_wrong_field_is_named_with_what_its_value_is() {
        let error = |field: &str| {
            let line = format!(r#"{{"id":7,"position":"f5d6",{field}}}"#);
            let (id, refusal) = request(&line).map(|_| ()).unwrap_err();
            assert_eq!(id, Some(Value::from(7)));
            refusal.to_string()
        };
        for (field, message) in [
            (r#""level":"5""#, r#"`level` is a whole number, and not "5""#),
            (r#""nodes":1.5"#, "`nodes` is a whole number, and not 1.5"),
            (r#""depth":-1"#, "`depth` is a whole number, and not -1"),
            (r#""time":"1s""#, r#"`time` is a number of seconds, and not "1s""#),
            (r#""progress":1"#, "`progress` is true or false, and not 1"),
        ] {
            assert_eq!(error(field), message);
        }
        let known = "id, position, stop, level, depth, nodes, time, top, max_empties, progress";
        assert_eq!(
            error(r#""colour":1"#),
            format!("there is no field `colour` (there are: {known})")
        );
        let twice = error(r#""level":1,"level":2"#);
        assert!(twice.starts_with("duplicate field `level` at column 4"), "{twice}");
        let long = error(&format!(r#""level":"{}""#, "x".repeat(5000)));
        assert!(long.starts_with(r#"`level` is a whole number, and not "xxx"#));
        assert!(long.len() < 2000, "{}", long.len());
    }

    #[test]
    fn what_is_wrong_with_a_line_is_told_under_its_id() {
        for (line, id) in [
            (r#"{"id":7,"position":"x9"}"#, Some(Value::from(7))),
            (r#"{"id":"b"}"#, Some(Value::from("b"))),
            (r#"{"id":8,"position":5}"#, Some(Value::from(8))),
            ("{", None),
            ("nonsense", None),
        ] {
            assert_eq!(request(line).map(|_| ()).unwrap_err().0, id, "{line}");
        }
    }
}
