//! A client of the game server.

use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyConnectionError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use willow_protocol::client::{self, ClientError, Credentials, Destination, Received, Tls};
use willow_protocol::json;

use crate::convert::{os_error, sentence, value_error};
use crate::limits::duration;

/// How long one wait for an event lasts before Python may handle a signal.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// A client of the game server over TCP, which reconnects when its connection breaks.
///
/// It logs in with a token, as an account with name and password, or as a guest. Commands and events are the
/// dictionaries of docs/protocol.md. `tls` is true for the authorities of the system, or the PEM file of a
/// certificate. `reconnect` is how many seconds the server may be unreachable. `ConnectionError` if it is, or refuses
/// the login.
#[pyclass(frozen, module = "willow_othello")]
pub(crate) struct Client(Mutex<client::Client>);

/// Whether and by which certificates a connection is encrypted.
#[derive(FromPyObject)]
enum TlsArgument {
    #[pyo3(annotation = "bool")]
    IsUsed(bool),
    #[pyo3(annotation = "path")]
    File(PathBuf),
}

#[pymethods]
impl Client {
    #[new]
    #[pyo3(
        signature = (address, *, name=None, password=None, token=None, tls=TlsArgument::IsUsed(false), reconnect=30.0),
        text_signature = "(address, *, name=None, password=None, token=None, tls=False, reconnect=30.0)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        py: Python<'_>,
        address: &str,
        name: Option<&str>,
        password: Option<&str>,
        token: Option<String>,
        tls: TlsArgument,
        reconnect: f64,
    ) -> PyResult<Client> {
        let name = name.map(str::parse).transpose().map_err(value_error)?;
        let credentials = match (token, name, password) {
            (Some(token), None, None) => Credentials::Token(token),
            (None, Some(name), Some(password)) => {
                Credentials::Account(name, password.parse().map_err(value_error)?)
            }
            (None, name, None) => Credentials::Guest(name),
            _ => {
                let message =
                    "give a token, or a name and a password, or for a guest a name or nothing";
                return Err(PyValueError::new_err(message));
            }
        };
        let server = Destination::from(address);
        let server = match tls {
            TlsArgument::IsUsed(false) => server,
            TlsArgument::IsUsed(true) => server.encrypted(Tls::of_system().map_err(os_error)?),
            TlsArgument::File(path) => server.encrypted(Tls::of_file(&path).map_err(os_error)?),
        };
        let timeout = duration(reconnect)?;
        // The id of the client.
        let seed = RandomState::new().hash_one(0);
        let client = py.detach(|| client::Client::connect(server, credentials, timeout, seed));
        client.map(|client| Client(Mutex::new(client))).map_err(|error| connection_error(&error))
    }

    /// The name under which the client is logged in.
    #[getter]
    fn name(&self, py: Python<'_>) -> Option<String> {
        self.with(py, |client| client.name().map(ToString::to_string))
    }

    /// The token with which the same user can log in again; `None` if the server gave none.
    #[getter]
    fn token(&self, py: Python<'_>) -> Option<String> {
        self.with(py, |client| client.token().map(str::to_owned))
    }

    /// Sends a command, such as `request("say", text="hello")`, and returns the event that answers it. An answer with
    /// `'event': 'error'` is one, too. `ValueError` if there is no such command or a field is wrong.
    #[pyo3(signature = (r#do, **fields))]
    fn request<'py>(
        &self,
        py: Python<'py>,
        r#do: &str,
        fields: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let command = PyDict::new(py);
        command.set_item("do", r#do)?;
        if let Some(fields) = fields {
            command.update(fields.as_mapping())?;
        }
        let line: String = py.import("json")?.call_method1("dumps", (command,))?.extract()?;
        let request =
            json::read_request(&line).map_err(|error| PyValueError::new_err(error.message))?;
        let answer = self.with(py, |client| client.request_notice(request.command));
        to_dictionary(py, &json::write_notice(&answer.map_err(|error| connection_error(&error))?))
    }

    /// Waits for the next event, at most so many seconds; `None` if none came.
    #[pyo3(signature = (timeout=None))]
    fn next<'py>(
        &self,
        py: Python<'py>,
        timeout: Option<f64>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let until = timeout.map(duration).transpose()?.map(|timeout| Instant::now() + timeout);
        loop {
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            let wait = left.unwrap_or(CHECK_INTERVAL).min(CHECK_INTERVAL);
            let received = self.with(py, |client| client.next_timeout(wait));
            match received.map_err(|error| connection_error(&error))? {
                Received::Notice(notice) => {
                    return to_dictionary(py, &json::write_notice(&notice)).map(Some);
                }
                _ if left.is_some_and(|left| left.is_zero()) => return Ok(None),
                _ => py.check_signals()?,
            }
        }
    }
}

impl Client {
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&mut client::Client) -> T + Send,
    ) -> T {
        py.detach(|| ask(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

fn connection_error(error: &ClientError) -> PyErr {
    PyConnectionError::new_err(sentence(error))
}

fn to_dictionary<'py>(py: Python<'py>, line: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (line,))
}
