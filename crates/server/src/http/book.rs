//! Opening books over HTTP: what a book and the proof say about a position, and how the operator changes the
//! server's own book: values by hand, positions out, all of it with undo.

use axum::Json;
use axum::extract::{Request, State};
use axum::http::header;
use axum::response::IntoResponse;
use serde::Deserialize;
use willow_board::DiscDiff;
use willow_book::BookError;
use willow_eval::Score;
use willow_protocol::{
    BookChange, BookChanged, BookLearned, BookLearnedPly, BookName, BookPage, Command, ErrorDetail,
    Event, Name, Role, TokenScope,
};

use super::HttpState;
use super::caller::Caller;
use super::response::{Answer, Parameters, invalid_body, json_body};
use crate::books::{BookLine, Edit, EditError, LookupError, date_of};
use crate::domain::{DAY, Refusal};
use crate::error_report::internal_error;

/// The parameters of a question about a book, or of a change.
#[derive(Debug, Deserialize)]
pub(super) struct BookParameters {
    /// The position: the moves that lead to it, or its cells and the side to move; the standard start by default.
    #[serde(default)]
    position: String,
    /// The book; the one that comes with the program by default.
    #[serde(default)]
    book: BookName,
}

/// The position that is removed. It is one of the server's own book: a request that names a book is refused.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RemovedPosition {
    position: Option<String>,
}

/// Shows what an opening book knows about a position and its moves, and what is proven about them.
pub(super) async fn show(
    State(state): State<HttpState>,
    Parameters(BookParameters { position, book }): Parameters<BookParameters>,
) -> Answer {
    let page = Json(page(&state, book, read_line(&position)?).await?);
    // The operator's book may change at any moment, and the other one with the program.
    Ok(match book {
        BookName::Server => ([(header::CACHE_CONTROL, "public, no-cache")], page).into_response(),
        BookName::Shipped => page.into_response(),
    })
}

/// Sets the value of a position in the server's book by hand. Only administrators may.
pub(super) async fn set(mut caller: Caller, request: Request) -> Answer {
    let by = administrator(&mut caller).await?;
    let BookChange { position, value } = json_body(&caller.state, request).await?;
    let range = f64::from(DiscDiff::MIN.value())..=f64::from(DiscDiff::MAX.value());
    if !range.contains(&value) {
        return Err(invalid_body("`value` must be from -64 to 64"));
    }
    let units = (value * f64::from(Score::PER_DISC)).round() as i32;
    change(&caller.state, &by, Edit::Set(Score::from_units(units)), &position).await
}

/// Removes a position from the server's book. Only administrators may.
pub(super) async fn remove(
    mut caller: Caller,
    Parameters(RemovedPosition { position }): Parameters<RemovedPosition>,
) -> Answer {
    let missing = || {
        let message =
            "`position` is missing: the moves that lead to it, or its cells and the side to move";
        Refusal::new(ErrorDetail::MissingArgument, message).about("position")
    };
    let by = administrator(&mut caller).await?;
    change(&caller.state, &by, Edit::Remove, &position.ok_or_else(missing)?).await
}

/// Takes the last change of the server's book back, and shows a position. Only administrators may.
pub(super) async fn undo(
    mut caller: Caller,
    Parameters(BookParameters { position, .. }): Parameters<BookParameters>,
) -> Answer {
    let by = administrator(&mut caller).await?;
    change(&caller.state, &by, Edit::Undo, &position).await
}

/// Tells what was learned or changed in the server's book today (UTC). Only administrators may ask, because
/// this reads the whole book.
pub(super) async fn today(mut caller: Caller) -> Answer {
    administrator(&mut caller).await?;
    let state = &caller.state;
    let own = state.books.own().ok_or(LookupError::NoSuchBook)?;
    let day = day(state);
    let (by_ply, changes) = blocking(state, move || (own.learned_on(day), own.n_changes())).await?;
    let by_ply = by_ply.map_err(LookupError::Book)?;
    let plies = (0_u8..).zip(by_ply).filter(|&(_, positions)| positions > 0);
    let plies = plies.map(|(ply, positions)| BookLearnedPly { ply, positions }).collect();
    let positions = by_ply.iter().sum();
    Ok(Json(BookLearned { date: date_of(day), positions, plies, changes }).into_response())
}

/// Makes a change, and answers with the position after it.
async fn change(state: &HttpState, by: &Name, edit: Edit, position: &str) -> Answer {
    let line = read_line(position)?;
    let own = state.books.own().ok_or(LookupError::NoSuchBook)?;
    let (day, edited) = (day(state), line.clone());
    let changes = blocking(state, move || own.edit(edit, &edited, day)).await??;
    tracing::info!(%by, ?edit, position = %line.position(), "the opening book was changed");
    let page = page(state, BookName::Server, line).await?;
    Ok(Json(BookChanged { changes, page }).into_response())
}

/// Looks a position up.
async fn page(state: &HttpState, book: BookName, line: BookLine) -> Result<BookPage, Refusal> {
    let books = state.books.clone();
    Ok(blocking(state, move || books.page(book, &line)).await??)
}

/// Runs work that reads files, out of the way of the tasks that answer requests, and within the limit of
/// questions.
async fn blocking<T: Send + 'static>(
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

/// Returns the name of the browser's user, who must be an administrator.
async fn administrator(caller: &mut Caller) -> Result<Name, Refusal> {
    caller.browser_with(TokenScope::Moderate).await?;
    match caller.execute(Command::User { name: None }).await?.event {
        Event::Profile(profile) if profile.role == Role::Admin => Ok(profile.name),
        _ => Err(Refusal::new(
            ErrorDetail::RoleTooLow,
            format!("changing the book needs the role {}", Role::Admin),
        )),
    }
}

fn read_line(position: &str) -> Result<BookLine, Refusal> {
    let invalid = |error| Refusal::new(ErrorDetail::InvalidArgument, error).about("position");
    position.parse().map_err(invalid)
}

impl From<LookupError> for Refusal {
    fn from(error: LookupError) -> Refusal {
        match &error {
            LookupError::NoSuchBook => Refusal::new(ErrorDetail::NoSuchBook, error).about("book"),
            LookupError::NoCentre => Refusal::new(ErrorDetail::NotInBook, error).about("position"),
            LookupError::Book(_) => internal_error("a look into a book", &error),
        }
    }
}

impl From<EditError> for Refusal {
    fn from(error: EditError) -> Refusal {
        match &error {
            EditError::GameOver => Refusal::new(ErrorDetail::GameOver, error).about("position"),
            EditError::NotInBook => Refusal::new(ErrorDetail::NotInBook, error).about("position"),
            EditError::NothingToUndo => Refusal::new(ErrorDetail::NothingToUndo, error),
            EditError::Book(BookError::Locked(_)) => Refusal::new(
                ErrorDetail::BookInUse,
                "another program is learning into this book; try again when it has ended",
            ),
            EditError::Book(_) => internal_error("a change of a book", &error),
        }
    }
}

/// Returns today in days since 1970-01-01.
fn day(state: &HttpState) -> u16 {
    u16::try_from(state.context.clock.now() / DAY).unwrap_or(u16::MAX)
}
