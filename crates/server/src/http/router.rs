//! All routes. `openapi.json` describes them.

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::handler::Handler;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, MethodRouter, on};
use willow_protocol::{Command, ErrorDetail, ExploreFilter};

use super::api::{RatingsPage, SearchParameters, answer, ask};
use super::caller::too_many_connections;
use super::response::{Parameters, PathValue};
use super::{
    HttpState, api, book, browser, device_games, export, library, push, stream, websocket,
};
use crate::domain::{ArchiveQuery, Query, Refusal, refuse};

/// The description of all routes in `OpenAPI`. Its schemas are generated from the crate `protocol`,
/// the rest is written by hand and held to the routes and their answers by tests.
const OPENAPI: &str = include_str!("../../openapi.json");

/// A method of a path.
struct Route {
    #[cfg_attr(not(test), expect(dead_code, reason = "a test compares it with the description"))]
    method: MethodFilter,
    path: &'static str,
    handler: MethodRouter<HttpState>,
}

pub(super) fn router() -> Router<HttpState> {
    routes().into_iter().fold(Router::new(), add)
}

const MONITORING: [&str; 2] = ["/healthz", "/metrics"];

/// Returns the routes that are served beyond the limit of connections.
pub(super) fn monitoring() -> Router<HttpState> {
    let monitoring = routes().into_iter().filter(|route| MONITORING.contains(&route.path));
    monitoring.fold(Router::new(), add).fallback(async || too_many_connections())
}

fn add(router: Router<HttpState>, route: Route) -> Router<HttpState> {
    router.route(route.path, route.handler)
}

fn routes() -> [Route; 40] {
    [
        get("/healthz", health),
        get("/metrics", metrics),
        get("/api/openapi.json", description),
        get("/ws", websocket::upgrade),
        get("/api/top/{class}", |state, PathValue(class)| answer(state, Query::Top { class })),
        get("/api/users/{name}/games", |state, PathValue(name), Parameters(page)| {
            answer(state, Query::History { name, page })
        }),
        get("/api/users/{name}/ratings", |state, PathValue(name), Parameters(page)| {
            let RatingsPage { class, before } = page;
            answer(state, Query::Ratings { name, class, before })
        }),
        get("/api/games/{game}", api::board),
        get("/api/games/{game}/thoughts", |state, PathValue(game)| {
            answer(state, Query::Thoughts { game })
        }),
        get("/api/games/{game}/record", export::record),
        get("/api/archive", |state, Parameters(filter)| {
            answer(state, Query::Archive(ArchiveQuery::Games(Box::new(filter))))
        }),
        get("/api/archive/export", export::games),
        get("/api/search", |state, Parameters(SearchParameters { text })| {
            answer(state, Query::Archive(ArchiveQuery::Text(text)))
        }),
        get("/api/explorer", |state, Parameters(filter)| {
            answer(state, Query::Archive(ArchiveQuery::Moves(Box::new(ExploreFilter { filter }))))
        }),
        get("/api/results", |state, Parameters(filter)| {
            answer(state, Query::Archive(ArchiveQuery::Results(Box::new(filter))))
        }),
        get("/api/book", book::show),
        post("/api/book", book::set),
        delete("/api/book", book::remove),
        post("/api/book/undo", book::undo),
        get("/api/book/today", book::today),
        get("/api/users", api::users),
        get("/api/find/{prefix}", |state, PathValue(prefix)| answer(state, Query::Find { prefix })),
        get("/api/users/{name}", |caller, PathValue(name)| {
            ask(caller, Command::User { name: Some(name) })
        }),
        get("/api/games", api::games),
        get("/api/offers/{game}", |caller, PathValue(game)| ask(caller, Command::Offer { game })),
        get("/api/pools", |caller| ask(caller, Command::Pools)),
        get("/api/stream/events", stream::events),
        get("/api/stream/lobby", stream::lobby),
        get("/api/stream/games/{game}", stream::game),
        post("/api/do", stream::execute),
        get("/api/session", browser::show),
        post("/api/session", browser::open),
        delete("/api/session", browser::close),
        get("/api/account/export", export::account),
        post("/api/device-games", device_games::keep),
        get("/api/library", library::show),
        post("/api/library", library::keep.layer(DefaultBodyLimit::max(library::MAX_BODY))),
        get("/api/push", push::show),
        post("/api/push", push::turn_on),
        delete("/api/push", push::turn_off),
    ]
}

fn get<T: 'static>(path: &'static str, handler: impl Handler<T, HttpState>) -> Route {
    route(MethodFilter::GET, path, handler)
}

fn post<T: 'static>(path: &'static str, handler: impl Handler<T, HttpState>) -> Route {
    route(MethodFilter::POST, path, handler)
}

fn delete<T: 'static>(path: &'static str, handler: impl Handler<T, HttpState>) -> Route {
    route(MethodFilter::DELETE, path, handler)
}

fn route<T: 'static>(
    method: MethodFilter,
    path: &'static str,
    handler: impl Handler<T, HttpState>,
) -> Route {
    Route { method, path, handler: on(method, handler) }
}

/// Tells whether the server handles commands and commits them.
async fn health(State(state): State<HttpState>) -> Result<&'static str, Refusal> {
    if !state.context.inputs.is_alive() {
        return refuse(ErrorDetail::ServerBusy, "the server has failed");
    }
    state.health.illness().map_or(Ok("ok\n"), |illness| refuse(ErrorDetail::ServerBusy, illness))
}

/// Shows the metrics, for Prometheus.
async fn metrics(State(state): State<HttpState>) -> Response {
    let kind =
        [(header::CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")];
    let HttpState { context, health, .. } = state;
    let text = context.metrics.exposition(context.registry.len(), health.illness());
    (kind, text).into_response()
}

async fn description() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

/// Returns the description of all routes, as JSON.
pub const fn openapi() -> &'static str {
    OPENAPI
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    #[test]
    fn the_description_has_every_route_and_no_other() {
        let document: Value = serde_json::from_str(OPENAPI).unwrap();
        let paths = document["paths"].as_object().unwrap().iter();
        let described: BTreeSet<(String, String)> = paths
            .flat_map(|(path, item)| {
                let methods = item.as_object().unwrap().keys();
                methods.map(move |method| (path.clone(), method.clone()))
            })
            .collect();
        let name = |method| match method {
            MethodFilter::GET => "get",
            MethodFilter::POST => "post",
            _ => "delete",
        };
        let routes = routes().into_iter();
        let routed = routes.map(|route| (route.path.to_owned(), name(route.method).to_owned()));
        assert_eq!(described, routed.collect());
    }
}
