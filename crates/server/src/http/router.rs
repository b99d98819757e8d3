//! All routes, and their description in `OpenAPI`.

use std::sync::LazyLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::state::HttpState;
use super::{
    account, api, archive, book, book_edit, browser, examples, export, live, operator, push,
    schema, stream, websocket,
};

/// Returns all routes with their description.
pub(super) fn routes() -> OpenApiRouter<HttpState> {
    let api = api::router()
        .merge(archive::router())
        .merge(book::router())
        .merge(book_edit::router())
        .merge(export::router())
        .merge(live::router())
        .merge(stream::router())
        .merge(browser::router())
        .merge(account::router())
        .merge(push::router());
    OpenApiRouter::with_openapi(schema::empty())
        .merge(operator::router())
        .routes(routes!(document))
        .routes(routes!(websocket::upgrade))
        .nest("/api", api)
}

/// Returns the description of all routes.
pub(super) fn description() -> OpenApi {
    let mut document = routes().into_openapi();
    examples::complete(&mut document);
    document
}

/// Gives this description.
#[utoipa::path(
    get,
    path = "/api/openapi.json",
    tag = "operator",
    responses((status = 200, description = "the description", body = Object))
)]
async fn document() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], openapi()).into_response()
}

/// Returns the description of all routes, as JSON.
#[must_use]
pub fn openapi() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        description()
            .to_pretty_json()
            .expect("a description has string keys and no other serialisers")
    });
    &TEXT
}
