//! Answers of the store as responses.

use axum::response::Response;
use willow_protocol::Event;

use super::response::{event_response, refused};
use super::state::HttpState;
use crate::domain::{Query, Refusal};
use crate::store::StoreError;

/// Answers a query from the store.
pub(super) async fn answer(state: &HttpState, query: Query) -> Response {
    match found(state, query).await {
        Ok(event) => event_response(&event),
        Err(refusal) => refused(refusal),
    }
}

/// Returns the answer of the store to a query.
pub(super) async fn found(state: &HttpState, query: Query) -> Result<Event, Refusal> {
    let _permit = state.query_permits.acquire()?;
    let answered = state.store.answer(&query).await;
    answered.unwrap_or_else(|error| Err(failure(&error)))
}

/// Returns the response to a failure of the store.
pub(super) fn store_failed(error: &StoreError) -> Response {
    refused(failure(error))
}

fn failure(error: &StoreError) -> Refusal {
    crate::error_report::internal_error("a query to the store", error)
}
