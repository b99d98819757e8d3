//! All routes. `openapi.json` describes them.

use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRequestParts, Request, State};
use axum::handler::Handler;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, MethodRouter, on};
use willow_protocol::{Command, ErrorDetail, ExploreFilter, VisitorAccess};

use super::api::{RatingsPage, SearchParameters, answer, ask};
use super::caller::{Caller, too_many_connections};
use super::response::{Answer, Parameters, PathValue};
use super::{
    HttpState, api, book, browser, device_games, export, library, mail, pages, preview, push,
    stream, tournaments, websocket,
};
use crate::domain::{ArchiveQuery, Query, Refusal, check_visitor, refuse};
use crate::ops::MetricsFormat;

/// The description of all routes in `OpenAPI`. Its schemas are generated from the crate `protocol`,
/// the rest is written by hand and held to the routes and their answers by tests.
const OPENAPI: &str = include_str!("../../openapi.json");

/// A method of a path.
struct Route {
    #[cfg_attr(not(test), expect(dead_code, reason = "a test compares it with the description"))]
    method: MethodFilter,
    path: &'static str,
    handler: MethodRouter<HttpState>,
    /// What the server shows visitors at least if they may use the route without a login.
    needs: VisitorAccess,
}

impl Route {
    /// Keeps visitors out unless the server shows them so much. Whoever is logged in may use the route.
    fn shown_with(self, needs: VisitorAccess) -> Route {
        Route { needs, ..self }
    }
}

pub(super) fn router(state: &HttpState) -> Router<HttpState> {
    let shown = state.config.visitors_read;
    let check = |route: Route| {
        if route.needs <= shown {
            return route;
        }
        let checked = from_fn_with_state(state.clone(), members_only);
        Route { handler: route.handler.layer(checked), ..route }
    };
    routes().into_iter().map(check).fold(Router::new(), add)
}

/// Refuses visitors without a login.
async fn members_only(State(state): State<HttpState>, request: Request, next: Next) -> Answer {
    let (mut parts, body) = request.into_parts();
    let mut caller = Caller::from_request_parts(&mut parts, &state).await?;
    match caller.member().await {
        Err(refusal) if refusal.detail == ErrorDetail::MissingToken => {
            return Err(check_visitor(state.config.visitors_read, Some(VisitorAccess::All))
                .err()
                .unwrap_or(refusal));
        }
        found => found.map(drop)?,
    }
    let mut response = next.run(Request::from_parts(parts, body)).await;
    if response.status() == StatusCode::OK {
        // Caches would show it to visitors.
        let kept = HeaderValue::from_static("private, no-cache");
        response.headers_mut().insert(header::CACHE_CONTROL, kept);
    }
    Ok(response)
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

const GAMES: VisitorAccess = VisitorAccess::Games;
const ALL: VisitorAccess = VisitorAccess::All;

fn routes() -> Vec<Route> {
    vec![
        get("/healthz", health),
        get("/metrics", metrics),
        get("/api/openapi.json", description),
        get("/ws", websocket::upgrade),
        get("/api/top/{class}", |state, PathValue(class)| answer(state, Query::Top { class }))
            .shown_with(ALL),
        get("/api/users/{name}/games", |state, PathValue(name), Parameters(page)| {
            answer(state, Query::History { name, page })
        })
        .shown_with(GAMES),
        get("/api/users/{name}/ratings", |state, PathValue(name), Parameters(page)| {
            let RatingsPage { class, before } = page;
            answer(state, Query::Ratings { name, class, before })
        })
        .shown_with(ALL),
        get("/api/games/{game}", api::board).shown_with(GAMES),
        get("/api/games/{game}/thoughts", |state, PathValue(game)| {
            answer(state, Query::Thoughts { game })
        })
        .shown_with(GAMES),
        get("/api/games/{game}/record", export::record).shown_with(GAMES),
        get("/api/archive", |state, Parameters(filter)| {
            answer(state, Query::Archive(ArchiveQuery::Games(Box::new(filter))))
        })
        .shown_with(GAMES),
        get("/api/archive/export", export::games).shown_with(GAMES),
        get("/api/search", |state, Parameters(SearchParameters { text })| {
            answer(state, Query::Archive(ArchiveQuery::Text(text)))
        })
        .shown_with(GAMES),
        get("/api/explorer", |state, Parameters(filter)| {
            answer(state, Query::Archive(ArchiveQuery::Moves(Box::new(ExploreFilter { filter }))))
        })
        .shown_with(GAMES),
        get("/api/results", |state, Parameters(filter)| {
            answer(state, Query::Archive(ArchiveQuery::Results(Box::new(filter))))
        })
        .shown_with(GAMES),
        get("/api/book", book::show).shown_with(GAMES),
        post("/api/book", book::set),
        delete("/api/book", book::remove),
        post("/api/book/undo", book::undo),
        get("/api/book/today", book::today),
        get("/api/users", api::users).shown_with(ALL),
        get("/api/find/{prefix}", |state, PathValue(prefix)| answer(state, Query::Find { prefix }))
            .shown_with(ALL),
        get("/api/users/{name}", |caller, PathValue(name)| {
            ask(caller, Command::User { name: Some(name) })
        })
        .shown_with(ALL),
        get("/api/games", api::games).shown_with(GAMES),
        get("/api/offers/{game}", |caller, PathValue(game)| ask(caller, Command::Offer { game }))
            .shown_with(GAMES),
        get("/api/pools", |caller| ask(caller, Command::Pools)).shown_with(ALL),
        get("/api/tournaments", |caller| ask(caller, Command::Tournaments { before: None }))
            .shown_with(GAMES),
        get("/api/tournaments/{tournament}", |caller, PathValue(tournament)| {
            ask(caller, Command::Tournament { tournament, follow: None })
        })
        .shown_with(GAMES),
        get("/api/tournaments/{tournament}/file", tournaments::file).shown_with(GAMES),
        get("/api/stream/events", stream::events),
        get("/api/stream/lobby", stream::lobby).shown_with(ALL),
        get("/api/stream/games/{game}", stream::game).shown_with(GAMES),
        post("/api/do", stream::execute),
        get("/api/session", browser::show),
        post("/api/session", browser::open),
        delete("/api/session", browser::close),
        get("/api/account/export", export::account),
        get("/api/users/{name}/export", export::user),
        get("/api/pages/{page}", pages::show),
        get("/.well-known/security.txt", pages::security),
        get("/robots.txt", preview::robots),
        get("/board.png", preview::start),
        get("/api/games/{game}/board.png", preview::board).shown_with(GAMES),
        post("/api/device-games", device_games::keep),
        get("/api/library", library::show),
        post("/api/library", library::keep.layer(DefaultBodyLimit::max(library::MAX_BODY))),
        get("/api/mail", mail::show),
        post("/api/mail", mail::give),
        delete("/api/mail", mail::remove),
        post("/api/mail/confirm", mail::confirm),
        post("/api/mail/recover", mail::recover),
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
    Route { method, path, handler: on(method, handler), needs: VisitorAccess::Nothing }
}

/// Returns whether the server handles commands and commits them.
async fn health(State(state): State<HttpState>) -> Result<&'static str, Refusal> {
    if !state.context.inputs.is_alive() {
        return refuse(ErrorDetail::ServerBusy, "the server has failed");
    }
    state.health.problem().map_or(Ok("ok\n"), |problem| refuse(ErrorDetail::ServerBusy, problem))
}

/// Shows the metrics, for Prometheus.
async fn metrics(State(state): State<HttpState>, headers: HeaderMap) -> Response {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    let format = MetricsFormat::of_accept(accept.unwrap_or_default());
    let HttpState { context, health, .. } = state;
    let text = context.metrics.exposition(context.registry.len(), health.problem());
    ([(header::CONTENT_TYPE, format.content_type())], format.write(text)).into_response()
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
