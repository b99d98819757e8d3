//! A user's own data as one document.

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream::try_unfold;
use tokio::sync::OwnedSemaphorePermit;

use super::answer::store_failed;
use super::response::refused;
use super::state::HttpState;
use super::stream::AuthorizedCaller;
use crate::domain::UserId;
use crate::store::{PARTS, RowKey, Store, StoreError};

/// Exports everything that is stored about the token's owner.
///
/// Two exports in a row are possible, and one every ten minutes afterwards.
pub(super) async fn export(State(state): State<HttpState>, caller: AuthorizedCaller) -> Response {
    let permit = match state.exports.acquire() {
        Ok(permit) => permit,
        Err(refusal) => return refused(refusal),
    };
    if let Err(refusal) = state.context.rate_limits.count_account_export(caller.user) {
        return refused(refusal);
    }
    let document = Document {
        store: state.store,
        user: caller.user,
        part: 0,
        after: None,
        needs_comma: false,
        _permit: permit,
    };
    document.response().await.unwrap_or_else(|error| store_failed(&error))
}

/// The document, as far as it is not sent yet. One page of it is in memory.
struct Document {
    store: Store,
    user: UserId,
    /// The index of the part.
    part: usize,
    /// The key of the last row of the part that was sent; none if the part has not begun.
    after: Option<RowKey>,
    /// Whether the part has rows that were sent.
    needs_comma: bool,
    /// Held until the export ends.
    _permit: OwnedSemaphorePermit,
}

impl Document {
    /// Streams the document. Its beginning is read before the head is sent, so that a failure has
    /// its status.
    async fn response(mut self) -> Result<Response, StoreError> {
        let first = self.next().await?;
        let body = try_unfold((self, first), |(mut document, ready)| async move {
            let piece = if ready.is_some() {
                ready
            } else {
                let failed = |_| std::io::Error::other("the export failed");
                document.next().await.map_err(failed)?
            };
            Ok::<_, std::io::Error>(piece.map(|piece| (Bytes::from(piece), (document, None))))
        });
        let headers = [
            (header::CONTENT_TYPE, "application/json"),
            (header::CONTENT_DISPOSITION, "attachment; filename=\"willow-account.json\""),
            (header::CACHE_CONTROL, "no-store"),
        ];
        Ok((headers, Body::from_stream(body)).into_response())
    }

    /// Returns the next piece of the document, a page of a part, or none after the end.
    async fn next(&mut self) -> Result<Option<String>, StoreError> {
        let Some(part) = PARTS.get(self.part) else { return Ok(None) };
        let mut text = String::new();
        let (open, close) = if part.is_single { ("", "") } else { ("[", "]") };
        if self.after.is_none() {
            text += if self.part == 0 { "{" } else { "," };
            for piece in ["\"", part.name, "\":", open] {
                text += piece;
            }
        }
        let after = self.after.take().unwrap_or_default();
        let page = self.store.personal_data(self.user, part, &after).await?;
        for row in page.rows {
            if std::mem::replace(&mut self.needs_comma, true) {
                text.push(',');
            }
            text += &row;
        }
        self.after = page.next;
        if self.after.is_none() {
            text += close;
            (self.part, self.needs_comma) = (self.part + 1, false);
            if self.part == PARTS.len() {
                text += "}\n";
            }
        }
        Ok(Some(text))
    }
}
