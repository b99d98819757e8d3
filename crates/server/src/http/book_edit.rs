//! The operator changes the server's opening book: values by hand, positions out, all of it with undo.

use axum::Json;
use axum::extract::rejection::{QueryRejection, StringRejection};
use axum::extract::{Query as UrlQuery, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use willow_book::BookError;
use willow_eval::Score;
use willow_protocol::{
    BookChange, BookChanged, BookLearned, BookLearnedPly, BookName, Command, ErrorDetail, Event,
    Name, Role,
};

use super::book::{blocking, page, read_line};
use super::browser::{Browser, execute};
use super::response::{bad_body, bad_query, refused};
use super::state::HttpState;
use crate::books::{BookLine, Edit, EditError, date_of};
use crate::domain::Refusal;
use crate::error_report::internal_error;

/// The milliseconds of a day.
const DAY: u64 = 86_400_000;

/// The position that is removed or shown.
#[derive(Debug, Deserialize)]
pub(super) struct EditParameters {
    /// The position: the moves that lead to it, or its cells and the side to move.
    #[serde(default)]
    position: String,
}

/// Sets the value of a position in the server's book by hand. Only administrators may.
pub(super) async fn set(
    State(state): State<HttpState>,
    browser: Browser,
    body: Result<String, StringRejection>,
) -> Response {
    let body = match body {
        Ok(body) => body,
        Err(rejection) => return bad_body(&rejection),
    };
    match read_change(&body) {
        Ok((position, score)) => change(&state, browser, Edit::Set(score), &position).await,
        Err(refusal) => refused(refusal),
    }
}

/// Removes a position from the server's book. Only administrators may.
pub(super) async fn remove(
    State(state): State<HttpState>,
    browser: Browser,
    asked: Result<UrlQuery<EditParameters>, QueryRejection>,
) -> Response {
    match asked {
        Ok(UrlQuery(asked)) => change(&state, browser, Edit::Remove, &asked.position).await,
        Err(rejection) => bad_query(&rejection),
    }
}

/// Takes the last change of the server's book back, and shows a position. Only administrators may.
pub(super) async fn undo(
    State(state): State<HttpState>,
    browser: Browser,
    asked: Result<UrlQuery<EditParameters>, QueryRejection>,
) -> Response {
    match asked {
        Ok(UrlQuery(asked)) => change(&state, browser, Edit::Undo, &asked.position).await,
        Err(rejection) => bad_query(&rejection),
    }
}

/// Tells what was learned or changed in the server's book today (UTC). Only administrators may ask, because
/// this reads the whole book.
pub(super) async fn today(State(state): State<HttpState>, browser: Browser) -> Response {
    answer(learned(&state, browser).await)
}

async fn learned(state: &HttpState, browser: Browser) -> Result<BookLearned, Refusal> {
    administrator(browser).await?;
    let own = state.books.own().ok_or_else(no_book)?;
    let day = day(state);
    let found = blocking(state, move || (own.learned_on(day), own.n_changes())).await?;
    let (by_ply, changes) = (found.0.map_err(|error| internal_error("a book", &error))?, found.1);
    let plies = (0_u8..).zip(by_ply).filter(|&(_, positions)| positions > 0);
    let plies = plies.map(|(ply, positions)| BookLearnedPly { ply, positions }).collect();
    Ok(BookLearned { date: date_of(day), positions: by_ply.iter().sum(), plies, changes })
}

/// Makes a change, and answers with the position after it.
async fn change(state: &HttpState, browser: Browser, edit: Edit, position: &str) -> Response {
    answer(changed(state, browser, edit, position).await)
}

async fn changed(
    state: &HttpState,
    browser: Browser,
    edit: Edit,
    position: &str,
) -> Result<BookChanged, Refusal> {
    let by = administrator(browser).await?;
    let line: BookLine = read_line(position)?;
    let own = state.books.own().ok_or_else(no_book)?;
    let (day, edited) = (day(state), line.clone());
    let done = blocking(state, move || own.edit(edit, &edited, day)).await?;
    let changes = done.map_err(refusal_of)?;
    tracing::info!(%by, ?edit, position = %line.position(), "the opening book was changed");
    Ok(BookChanged { changes, page: page(state, BookName::Server, line).await? })
}

/// Returns the name of the browser's user, who must be an administrator.
async fn administrator(browser: Browser) -> Result<Name, Refusal> {
    let notice = execute(browser.caller, Command::User { name: None }).await?;
    match notice.event {
        Event::Profile(profile) if profile.role == Role::Admin => Ok(profile.name),
        _ => Err(Refusal::new(
            ErrorDetail::RoleTooLow,
            format!("changing the book needs the role {}", Role::Admin),
        )),
    }
}

/// Reads a value by hand, and its position.
fn read_change(body: &str) -> Result<(String, Score), Refusal> {
    let wrong = |message: &str| Refusal::new(ErrorDetail::InvalidBody, message);
    let BookChange { position, value } =
        serde_json::from_str(body).map_err(|_| wrong("the body is no change of a book in JSON"))?;
    if !(-64.0..=64.0).contains(&value) {
        return Err(wrong("`value` must be from -64 to 64"));
    }
    let units = (value * f64::from(Score::PER_DISC)).round() as i32;
    Ok((position, Score::from_units(units)))
}

fn refusal_of(error: EditError) -> Refusal {
    match &error {
        EditError::GameOver => Refusal::new(ErrorDetail::GameOver, error),
        EditError::NotInBook => Refusal::new(ErrorDetail::NotInBook, error),
        EditError::NothingToUndo => Refusal::new(ErrorDetail::NothingToUndo, error),
        EditError::Book(BookError::Locked(_)) => Refusal::new(
            ErrorDetail::BookInUse,
            "another program is learning into this book; try again when it has ended",
        ),
        EditError::Book(_) => internal_error("a change of a book", &error),
    }
}

fn no_book() -> Refusal {
    Refusal::new(ErrorDetail::NoSuchBook, "this server has no book of its own")
}

/// Returns today in days since 1970-01-01.
fn day(state: &HttpState) -> u16 {
    u16::try_from(state.context.clock.now() / DAY).unwrap_or(u16::MAX)
}

fn answer(result: Result<impl Serialize, Refusal>) -> Response {
    match result {
        Ok(body) => {
            let mut response = Json(body).into_response();
            let no_store = HeaderValue::from_static("no-store");
            response.headers_mut().insert(header::CACHE_CONTROL, no_store);
            response
        }
        Err(refusal) => refused(refusal),
    }
}
