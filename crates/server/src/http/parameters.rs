//! The parameters of a query string are those that the description of the route has: another one is
//! an error, because it would be ignored.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use axum::extract::{MatchedPath, Query, Request};
use axum::middleware::Next;
use axum::response::Response;
use serde_json::Value;
use willow_protocol::{ErrorDetail, strip_controls};

use super::response::refused;
use super::router;
use crate::domain::Refusal;

/// The longest name in characters that a message repeats.
const SHOWN: usize = 40;

/// The parameters of each path.
static PARAMETERS: LazyLock<HashMap<String, HashSet<String>>> = LazyLock::new(|| {
    let document: Value = serde_json::from_str(router::openapi()).expect("the description is JSON");
    let paths = document["paths"].as_object().into_iter().flatten();
    let described = paths.map(|(path, item)| {
        let operations = item.as_object().into_iter().flat_map(|item| item.values());
        let parameters = operations.filter_map(|operation| operation["parameters"].as_array());
        let in_query = parameters.flatten().filter(|parameter| parameter["in"] == "query");
        let names = in_query.filter_map(|parameter| parameter["name"].as_str());
        (path.clone(), names.map(ToOwned::to_owned).collect())
    });
    described.collect()
});

/// Refuses a request with a parameter that its route does not have.
pub(super) async fn check_parameters(request: Request, next: Next) -> Response {
    match unknown(&request) {
        None => next.run(request).await,
        Some(name) => {
            let shown: String = strip_controls(&name).chars().take(SHOWN).collect();
            refused(Refusal::new(
                ErrorDetail::UnknownParameter,
                format!("unknown parameter `{shown}`"),
            ))
        }
    }
}

/// Returns the first unknown parameter.
fn unknown(request: &Request) -> Option<String> {
    let path = request.extensions().get::<MatchedPath>()?;
    let known = PARAMETERS.get(path.as_str())?;
    let Query(pairs) = Query::<Vec<(String, String)>>::try_from_uri(request.uri()).ok()?;
    pairs.into_iter().map(|(name, _)| name).find(|name| !known.contains(name))
}
