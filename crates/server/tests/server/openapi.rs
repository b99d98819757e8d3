//! The description of the HTTP interface is what the server does.

use serde_json::Value;
use willow_testkit::check_schema;

use crate::support::TestServer;

fn document() -> Value {
    serde_json::from_str(willow_server::openapi()).unwrap()
}

#[test]
fn the_description_is_served() {
    let server = TestServer::start();
    let answer = server.get("/api/openapi.json").is(200);
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.json(), document());
}

/// Returns the schema of a path's answer.
fn answer_of<'a>(document: &'a Value, path: &str, status: &str) -> &'a Value {
    let answer = &document["paths"][path]["get"]["responses"][status];
    &answer["content"]["application/json"]["schema"]
}

/// Follows references.
fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str().and_then(|name| name.strip_prefix('#')) {
        Some(pointer) => resolved(document, document.pointer(pointer).unwrap()),
        None => schema,
    }
}

/// Makes sure that a value is what a schema says, and has nothing that it does not say.
fn check(document: &Value, schema: &Value, value: &Value, place: &str) {
    assert_eq!(check_schema(document, schema, value), Ok(()), "{place}: {value}");
}

/// Returns the operations with `GET` that need no login, by their paths.
fn readable(document: &Value) -> impl Iterator<Item = (&String, &Value)> {
    let paths = document["paths"].as_object().unwrap().iter();
    let get = paths.filter_map(|(path, item)| Some((path, item.get("get")?)));
    get.filter(|(path, operation)| operation["security"].is_null() && *path != "/ws")
}

/// Returns a value as it stands in a URL.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned)
}

/// Returns the path of a request with the examples of the parameters, but for one.
fn request(path: &str, operation: &Value, other: Option<(&str, &str)>) -> String {
    let (mut path, mut query) = (path.to_owned(), Vec::new());
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let name = parameter["name"].as_str().unwrap();
        let value = match other {
            Some((changed, value)) if changed == name => value.to_owned(),
            _ => plain(&parameter["example"]),
        };
        match parameter["in"].as_str().unwrap() {
            "path" => path = path.replace(&format!("{{{name}}}"), &value),
            // Two names of one parameter do not come together.
            _ if name != "opening" || other.is_some_and(|(changed, _)| changed == name) => {
                query.push(format!("{name}={value}"));
            }
            _ => {}
        }
    }
    if other.is_some_and(|(name, _)| name == "opening") {
        query.retain(|pair| !pair.starts_with("position="));
    }
    if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) }
}

/// Values that are invalid wherever something is asked of a value.
const WRONG: [&str; 6] = ["%00", "-1", "x%25y", "%22%3E", "9e99", ""];

/// Cases come from the description: its examples are understood, other values are refused, and
/// whatever comes back is described.
#[test]
fn every_parameter_has_an_example_that_is_understood_and_refuses_nonsense() {
    let server = TestServer::start();
    let document = document();
    let mut n_cases = 0;
    for (path, operation) in readable(&document) {
        let mut ask = |asked: String, wrong: Option<&str>, statuses: &[u16]| {
            n_cases += 1;
            let answer = server.get(&asked);
            let status = answer.status;
            assert!(statuses.contains(&status), "{asked}: {answer}");
            if status != 200 {
                assert_eq!(answer.json()["event"], "error", "{asked}: {answer}");
                let about = wrong.filter(|_| status == 400);
                assert!(
                    about.is_none_or(|name| answer.json()["argument"] == name),
                    "{asked}: {answer}"
                );
                let described = &operation["responses"][status.to_string()];
                assert!(described.is_object(), "{asked}: {status}");
            }
        };
        ask(request(path, operation, None), None, &[200, 404, 409]);
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap();
            assert!(!parameter["example"].is_null(), "{path}: {name} has no example");
            let schema = resolved(&document, &parameter["schema"]);
            let is_bounded =
                ["pattern", "enum", "minimum"].iter().any(|key| !schema[key].is_null())
                    || schema["type"].to_string().contains("integer");
            let choices = schema["oneOf"].as_array().is_some();
            assert!(is_bounded || choices, "{path}: {name} may be anything: {schema}");
            for wrong in WRONG {
                // Parts of names may be nearly anything, and an empty value of a path is another path.
                let is_part = ["player", "opponent", "event"].contains(&name);
                let is_start = ["position", "opening"].contains(&name) && wrong.is_empty();
                // A search answers any text, and a score may be below zero.
                let is_valid = name == "text" || (name == "score" && wrong == "-1");
                let is_other_path = wrong.is_empty() && parameter["in"] == "path";
                let is_name = is_part && wrong != "x%25y";
                if !(is_start || is_other_path || is_name || is_valid) {
                    ask(request(path, operation, Some((name, wrong))), Some(name), &[400]);
                }
            }
        }
    }
    assert!(n_cases > 80, "{n_cases}");
}

#[test]
fn every_answer_in_json_has_an_example_with_the_fields_of_its_schema() {
    let document = document();
    for (path, operation) in readable(&document) {
        for (status, response) in operation["responses"].as_object().unwrap() {
            let content = &response["content"]["application/json"];
            if !content.is_object() || path == "/api/openapi.json" {
                continue;
            }
            let example = &content["example"];
            assert!(example.is_object(), "{path} {status} has no example");
            check(&document, &content["schema"], example, &format!("{path} {status}"));
        }
    }
}

#[test]
fn answers_have_the_fields_that_are_described_and_no_others() {
    let server = TestServer::start();
    let mut alice = server.client("alice");
    let game = alice.play_bot("f5", "");
    alice.ok(r#""do":"challenge","name":"random-bot","clock":"5+3","color":"black""#);
    alice.ok(r#""do":"new","start":"random:8""#);
    alice.send(r#"{"do":"link","clock":"5+3"}"#);
    let link = alice.offer();
    let document = document();
    for (path, asked, status) in [
        ("/api/users", "/api/users".to_owned(), "200"),
        ("/api/users/{name}", "/api/users/alice".to_owned(), "200"),
        ("/api/users/{name}", "/api/users/random-bot".to_owned(), "200"),
        ("/api/users/{name}", "/api/users/nobody".to_owned(), "404"),
        ("/api/users/{name}", "/api/users/1".to_owned(), "400"),
        ("/api/games", "/api/games".to_owned(), "200"),
        ("/api/offers/{game}", format!("/api/offers/{link}"), "200"),
        ("/api/offers/{game}", "/api/offers/99999".to_owned(), "404"),
        ("/api/offers/{game}", "/api/offers/twelve".to_owned(), "400"),
        ("/api/pools", "/api/pools".to_owned(), "200"),
        ("/api/top/{class}", "/api/top/blitz".to_owned(), "200"),
        ("/api/top/{class}", "/api/top/fast".to_owned(), "400"),
        ("/api/users/{name}/games", "/api/users/alice/games".to_owned(), "200"),
        ("/api/users/{name}/ratings", "/api/users/alice/ratings".to_owned(), "200"),
        ("/api/archive", "/api/archive?player=alice".to_owned(), "200"),
        ("/api/archive", "/api/archive?result=12".to_owned(), "400"),
        ("/api/explorer", "/api/explorer".to_owned(), "200"),
        ("/api/explorer", "/api/explorer?position=a1".to_owned(), "400"),
        ("/api/book", "/api/book".to_owned(), "200"),
        ("/api/book", "/api/book?position=f5d6c3".to_owned(), "200"),
        ("/api/book", "/api/book?position=a1".to_owned(), "400"),
        ("/api/book", "/api/book?book=server".to_owned(), "409"),
        ("/api/games/{game}/record", format!("/api/games/{game}/record?format=dvd"), "400"),
        ("/api/games/{game}/record", "/api/games/99999/record".to_owned(), "404"),
        ("/api/games/{game}", format!("/api/games/{game}"), "200"),
        ("/api/games/{game}", "/api/games/99999".to_owned(), "404"),
        ("/api/games/{game}/thoughts", format!("/api/games/{game}/thoughts"), "200"),
        ("/api/games/{game}/thoughts", format!("/api/games/{}/thoughts", game.0 + 1), "409"),
        ("/api/games/{game}/thoughts", "/api/games/99999/thoughts".to_owned(), "404"),
        ("/api/games/{game}", "/api/games/twelve".to_owned(), "400"),
        ("/api/games/{game}/record", "/api/games/-1/record".to_owned(), "400"),
    ] {
        let answer = server.get(&asked);
        assert_eq!(answer.status.to_string(), status, "{asked}: {answer}");
        let schema = answer_of(&document, path, status);
        assert!(schema.is_object(), "{path} {status} has no schema");
        check(&document, schema, &answer.json(), &asked);
    }
}
