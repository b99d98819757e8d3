//! Patterns and examples of the description: what parameters look like, and an answer of each route.
//!
//! Both are by name, so that a route cannot describe a parameter in another way than its neighbours.
//! A test sends each example and values that break the pattern, and compares answers with schemas.

use serde_json::Value;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder};
use utoipa::openapi::{OpenApi, RefOr, Schema};

/// The text of a cursor of the archive or of a history: a date or a time, and a number.
const CURSOR: &str = "^[0-9]+-[0-9]+$";

/// A part of a name.
const PART: &str = r"^[^%\\]{1,40}$";

/// A date, as far as it is known.
const DATE: &str = "^[0-9]{1,4}(-[0-9]{2}(-[0-9]{2})?)?$";

/// Moves, or the cells and the side to move.
const POSITION: &str = "^(([a-hA-H][1-8])*|[XxOo.*-]{64}[/ ][XxOo])$";

/// An example of each parameter, and its pattern if it is a text.
const PARAMETERS: [(&str, &str, Option<&str>); 22] = [
    ("name", "\"alice\"", None),
    ("class", "\"blitz\"", None),
    ("prefix", "\"al\"", Some("^[A-Za-z][A-Za-z0-9_-]{0,19}$")),
    ("before", "1795360000000", None),
    ("game", "12", None),
    ("format", "\"ggf\"", None),
    ("games", "100", None),
    ("limit", "20", None),
    ("with", "\"moves\"", None),
    ("only", "\"here\"", None),
    ("result", "\"draw\"", Some("^(black|white|draw|player|opponent)$")),
    ("score", "-12", None),
    ("event", "\"world_cup\"", Some(PART)),
    ("text", "\"tamenori\"", Some("^.{0,600}$")),
    ("player", "\"tamenori\"", Some(PART)),
    ("opponent", "\"murakami\"", Some(PART)),
    ("from", "\"1995\"", Some(DATE)),
    ("to", "\"1996-06-30\"", Some(DATE)),
    ("position", "\"f5d6c3\"", Some(POSITION)),
    ("opening", "\"f5d6c3\"", Some(POSITION)),
    ("book", "\"shipped\"", None),
    ("after", "\"19950630-1234\"", Some(CURSOR)),
];

/// An example of an answer in JSON, by path; behind `POST` if it is not the answer to a `GET`.
const ANSWERS: [(&str, &str); 21] = [
    ("/api/users", r#"{"event":"users","users":[{"name":"alice","role":"player","playing":1}]}"#),
    ("/api/find/{prefix}", r#"{"event":"found","users":[{"name":"alice","role":"player"}]}"#),
    (
        "/api/users/{name}",
        r#"{"event":"profile","name":"alice","role":"player","online":true,
            "ratings":[{"class":"blitz","rating":1662,"deviation":95,"games":31}]}"#,
    ),
    (
        "/api/games",
        r#"{"event":"games","offers":[],"games":[{"game":12,"black":"alice","white":"bob",
            "clock":"5:00+3","rated":true,"color":"black","start":"standard","private":false,
            "plies":8}]}"#,
    ),
    (
        "/api/offers/{game}",
        r#"{"event":"offer","game":13,"from":"alice","clock":"5:00+3","rated":true,
            "color":"random","start":"standard","private":false,"online":true,
            "rating":{"rating":1662,"deviation":95,"provisional":false}}"#,
    ),
    ("/api/pools", r#"{"event":"pools","pools":[{"pool":"blitz","clock":"5:00+3","waiting":1}]}"#),
    (
        "/api/top/{class}",
        r#"{"event":"top","class":"blitz","standings":[{"name":"alice","class":"blitz",
            "rating":1662,"deviation":95,"games":31}]}"#,
    ),
    (
        "/api/users/{name}/games",
        r#"{"event":"history","name":"alice","games":[{"game":12,"black":"alice","white":"bob",
            "clock":"5:00+3","rated":true,"color":"black","start":"standard","private":false,
            "plies":60,"started_at":1795359840000,"ended_at":1795360000000}],
            "next":"1795359840000-12"}"#,
    ),
    (
        "/api/users/{name}/ratings",
        r#"{"event":"ratings","name":"alice","points":[{"class":"blitz","game":12,"rating":1662,
            "deviation":95,"at":1795360000000}]}"#,
    ),
    (
        "/api/games/{game}",
        r#"{"event":"archived","summary":{"game":1203,"black":"Doe Jane","white":"Roe Jo",
            "date":"1995-06","event":"World Cup","result":12,"moves":3,"transcript":"f5d6c3"},
            "initial":"---------------------------OX------XO---------------------------/X",
            "position":"------------------X--------XX------XXX-----O--------------------/O"}"#,
    ),
    (
        "/api/games/{game}/thoughts",
        r#"{"event":"thoughts","game":12,"thoughts":[{"ply":2,"move":"d6","value":1.5,"depth":9,
            "nodes":48211,"evaluations":36120,"line":["d6","c3"],
            "details":[{"name":"level","text":"9.4"},{"name":"killer rank","text":"2"}]}]}"#,
    ),
    (
        "/api/archive",
        r#"{"event":"archive","games":[{"game":1203,"black":"Doe Jane","white":"Roe Jo",
            "date":"1995-06","result":12,"moves":60}],"next":"19950600-1203"}"#,
    ),
    (
        "/api/search",
        r#"{"event":"searched","terms":[{"text":"tamenori","kind":"player",
            "names":["Tamenori Hideshi"]}],"problems":[{"text":"f5e9","kind":"illegal-move"}],
            "filter":{"player":"tamenori"},"total":1,
            "page":{"games":[{"game":1203,"black":"Tamenori Hideshi","white":"Roe Jo",
            "date":"1995-06","result":12,"moves":60}]}}"#,
    ),
    (
        "/api/results",
        r#"{"event":"results","names":["Tamenori Hideshi"],
            "black":{"games":2,"wins":1,"draws":0,"losses":1,"average":3.0},
            "white":{"games":0,"wins":0,"draws":0,"losses":0},
            "openings":[{"opening":{"name":"Diagonal"},"moves":"f5f6","results":{"games":2,
            "wins":1,"draws":0,"losses":1,"average":3.0}}],
            "opponents":[{"name":"Roe Jo","results":{"games":2,"wins":1,"draws":0,"losses":1,
            "average":3.0}}]}"#,
    ),
    (
        "/api/explorer",
        r#"{"event":"explored","games":3,"recent":[],
            "position":"------------------X--------XX------XXX-----O--------------------/O",
            "moves":[{"move":"d3","games":2,"wins":1,"draws":0,"losses":1,"average":3.0}]}"#,
    ),
    ("/api/book", BOOK_PAGE),
    (
        "/api/book/today",
        r#"{"date":"2026-11-24","positions":12,"plies":[{"ply":4,"positions":12}],"changes":1}"#,
    ),
    ("POST /api/book", BOOK_CHANGED),
    ("POST /api/book/undo", BOOK_CHANGED),
    ("/api/push", r#"{"key":"BCVxsr7N_eNgVRqv","on":true}"#),
    (
        "/api/account/export",
        r#"{"account":{"number":7,"name":"alice","role":"player","recovery_codes":8},
            "ratings":[{"class":"blitz","rating":1662.3,"games":31}],
            "rating_history":[{"class":"blitz","game":12,"before":1500.0,"rating":1662.3}],
            "games":[{"game":12,"black":"alice","white":"bob","result":64,"moves":"f5d6"}],
            "private_room":[],"lobby_chat":[],"players_chat":[],"spectators_chat":[],
            "relations":[{"name":"bob","relations":["followed"]}],
            "tokens":[{"number":3,"kind":"login","used_at":1795360000000}],
            "notifications":[{"token":3,"endpoint":"https://push.example/x","created_at":1795360000000}],
            "addresses":[{"address":"192.0.2.1","used_at":1795360000000}],
            "moderation":[],"moderation_by_you":[],"reports_by_you":[]}"#,
    ),
];

/// The example of a position in a book.
const BOOK_PAGE: &str = r#"{"book":"shipped","books":["shipped"],
    "position":"------------------X--------XX------XXX-----O--------------------/O",
    "entry":{"value":-0.5,"lower":-64,"upper":64,"level":18,"depth":22,
    "origin":{"program":"willow","version":9710450,"date":"2026-11-24"},
    "games":{"wins":0,"draws":0,"losses":0}},"proven":"draw",
    "moves":[{"move":"d3","kind":"book","value":{"value":-0.5,"lower":-64,"upper":64,"level":18,
    "depth":21},"games":{"wins":0,"draws":0,"losses":0},"proven":"draw"}]}"#;

/// The example of a change of a book.
const BOOK_CHANGED: &str = r#"{"changes":1,"page":{"book":"server","books":["shipped","server"],
    "position":"------------------X--------XX------XXX-----O--------------------/O","moves":[]}}"#;

/// The example of an error.
const PROBLEM: &str = r#"{"event":"error","command":"http","code":"syntax","detail":"unknown-parameter",
        "message":"unknown parameter `page`"}"#;

/// Adds patterns and examples to a description.
pub(super) fn complete(document: &mut OpenApi) {
    for (path, item) in &mut document.paths.paths {
        let post = format!("POST {path}");
        for (name, operation) in [(path.as_str(), &mut item.get), (&post, &mut item.post)] {
            let Some(operation) = operation else { continue };
            let parameters = operation.parameters.iter_mut().flatten();
            parameters.for_each(complete_parameter);
            add_answers(name, operation);
        }
    }
}

fn complete_parameter(parameter: &mut RefOr<Parameter>) {
    let RefOr::T(parameter) = parameter else { return };
    let known = PARAMETERS.iter().find(|(name, ..)| *name == parameter.name);
    let Some((_, example, pattern)) = known else { return };
    // The number of an event has the name of a cursor.
    let is_text = matches!(&parameter.schema, Some(RefOr::T(Schema::Object(object)))
        if !serde_json::to_string(&object.schema_type).unwrap_or_default().contains("integer"));
    if pattern.is_some() && !is_text {
        set_example(parameter, Some(Value::from(17)));
        return;
    }
    set_example(parameter, serde_json::from_str(example).ok());
    if let (Some(RefOr::T(Schema::Object(object))), Some(pattern)) =
        (&mut parameter.schema, pattern)
    {
        object.pattern = Some((*pattern).to_owned());
    }
}

fn set_example(parameter: &mut Parameter, example: Option<Value>) {
    *parameter = ParameterBuilder::from(parameter.clone()).example(example).build();
}

fn add_answers(path: &str, operation: &mut Operation) {
    for (status, response) in &mut operation.responses.responses {
        let RefOr::T(response) = response else { continue };
        let Some(RefOr::T(content)) = response.content.get_mut("application/json") else {
            continue;
        };
        let answer = ANSWERS.iter().find(|(of, _)| *of == path).map(|(_, answer)| *answer);
        let text = if status == "200" { answer } else { Some(PROBLEM) };
        content.example = text.and_then(|text| serde_json::from_str(text).ok());
    }
}
