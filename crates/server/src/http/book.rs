//! Opening books over HTTP: what a book and the proof say about a position.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query as UrlQuery, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use willow_protocol::{BookName, BookPage, ErrorDetail};

use super::response::{bad_query, refused};
use super::state::HttpState;
use crate::books::{BookLine, LookupError};
use crate::domain::Refusal;
use crate::error_report::internal_error;

/// The parameters of a question about a book.
#[derive(Debug, Deserialize)]
pub(super) struct BookParameters {
    /// The position: the moves that lead to it, or its cells and the side to move; the standard start by default.
    position: Option<String>,
    /// The book; the one that comes with the program by default.
    #[serde(default)]
    book: BookName,
}

/// Shows what an opening book knows about a position and its moves, and what is proven about them.
pub(super) async fn show(
    State(state): State<HttpState>,
    asked: Result<UrlQuery<BookParameters>, QueryRejection>,
) -> Response {
    let BookParameters { position, book } = match asked {
        Ok(UrlQuery(parameters)) => parameters,
        Err(rejection) => return bad_query(&rejection),
    };
    match read_line(position.as_deref().unwrap_or_default()) {
        Ok(line) => page(&state, book, line).await.map_or_else(refused, |page| answer(&page)),
        Err(refusal) => refused(refusal),
    }
}

/// Reads the line to a position.
pub(super) fn read_line(position: &str) -> Result<BookLine, Refusal> {
    position.parse().map_err(|error| Refusal::new(ErrorDetail::InvalidArgument, error))
}

/// Looks a position up.
pub(super) async fn page(
    state: &HttpState,
    book: BookName,
    line: BookLine,
) -> Result<BookPage, Refusal> {
    let books = state.books.clone();
    blocking(state, move || books.page(book, &line)).await?.map_err(|error| match &error {
        LookupError::NoSuchBook => Refusal::new(ErrorDetail::NoSuchBook, error),
        LookupError::NoCentre => Refusal::new(ErrorDetail::NotInBook, error),
        LookupError::Book(_) => internal_error("a look into a book", &error),
    })
}

/// Runs work that reads files, out of the way of the tasks that answer requests, and within the limit of
/// questions.
pub(super) async fn blocking<T: Send + 'static>(
    state: &HttpState,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refusal> {
    let permit = state.query_permits.acquire()?;
    let run = move || {
        let _permit = permit;
        work()
    };
    tokio::task::spawn_blocking(run).await.map_err(|error| internal_error("a book", &error))
}

/// Returns the answer. The operator's book may change at any moment, and the other one with the program.
fn answer(page: &BookPage) -> Response {
    let mut response = Json(page).into_response();
    if page.book == BookName::Server {
        let asked_again = HeaderValue::from_static("public, no-cache");
        response.headers_mut().insert(header::CACHE_CONTROL, asked_again);
    }
    response
}
