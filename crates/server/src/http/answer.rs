//! Answers of the store as responses.

use axum::Json;
use axum::response::{IntoResponse, Response};
use willow_protocol::Event;

use super::response::refused;
use super::state::HttpState;
use crate::domain::{Query, Refusal};
use crate::store::StoreError;

/// Answers a query from the store.
pub(super) async fn answer(state: &HttpState, query: Query) -> Response {
    match state.query_permits.acquire() {
        Ok(_permit) => response(state.store.answer(&query).await),
        Err(refusal) => refused(refusal),
    }
}

/// Returns an answer of the store as a response.
fn response(answered: Result<Result<Event, Refusal>, StoreError>) -> Response {
    match answered {
        Ok(Ok(event)) => Json(event).into_response(),
        Ok(Err(refusal)) => refused(refusal),
        Err(error) => store_failed(&error),
    }
}

/// Returns the response to a failure of the store.
pub(super) fn store_failed(error: &StoreError) -> Response {
    refused(crate::error_report::internal_error("a query to the store", error))
}
