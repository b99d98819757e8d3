//! The description of the routes, as `OpenAPI` has it.
//!
//! Answers are events of the protocol. What is in them is described where it is declared; the
//! events themselves are described here, because only a few of them are answers over HTTP. A test
//! holds real answers against the document.
#![expect(dead_code, reason = "these types are described, and never made")]

use std::sync::LazyLock;

use utoipa::openapi::OpenApi;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi as _, ToSchema};
use willow_protocol::{
    ArchivePage, ErrorCode, GameState, GameSummary, Name, Offer, Profile, RatingPoint, SpeedClass,
    Standing, UserLine,
};

/// The name of the way in which a bot says who it is.
pub(super) const TOKEN: &str = "token";

/// The description, without its routes.
#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Willow's game server",
        description = "Whatever a stranger may read, and streams and commands for bots. \
                       Commands and events are those of docs/protocol.md."
    ),
    modifiers(&Tokens)
)]
struct Document;

struct Tokens;

impl Modify for Tokens {
    fn modify(&self, document: &mut OpenApi) {
        let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        let components = document.components.get_or_insert_default();
        components.add_security_scheme(TOKEN, scheme);
    }
}

/// Returns the description without its routes, which bring their own.
pub(super) fn empty() -> OpenApi {
    Document::openapi()
}

/// Returns the description of all routes, as JSON.
#[must_use]
pub fn openapi() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let document = super::routes().into_openapi();
        document.to_pretty_json().expect("a description has string keys and no other serialisers")
    });
    &TEXT
}

/// Who is here.
#[derive(ToSchema)]
pub(super) struct Users {
    #[schema(example = "users")]
    event: String,
    users: Vec<UserLine>,
}

/// A user.
#[derive(ToSchema)]
pub(super) struct User {
    #[schema(example = "profile")]
    event: String,
    #[schema(inline = false)]
    #[serde(flatten)]
    user: Profile,
}

/// The games that anybody may join or watch.
#[derive(ToSchema)]
pub(super) struct OnOffer {
    #[schema(example = "games")]
    event: String,
    offers: Vec<Offer>,
    games: Vec<GameSummary>,
}

/// The best players of a class.
#[derive(ToSchema)]
pub(super) struct Top {
    #[schema(example = "top")]
    event: String,
    class: SpeedClass,
    standings: Vec<Standing>,
}

/// The last games of a user, the newest first.
#[derive(ToSchema)]
pub(super) struct History {
    #[schema(example = "history")]
    event: String,
    name: Name,
    games: Vec<GameSummary>,
}

/// The ratings that a user had after rated games, the newest first.
#[derive(ToSchema)]
pub(super) struct Ratings {
    #[schema(example = "ratings")]
    event: String,
    name: Name,
    points: Vec<RatingPoint>,
}

/// A game as it is, or as it ended.
#[derive(ToSchema)]
pub(super) struct State {
    #[schema(example = "state")]
    event: String,
    #[schema(inline = false)]
    #[serde(flatten)]
    game: GameState,
}

/// Games of the archive.
#[derive(ToSchema)]
pub(super) struct Archive {
    #[schema(example = "archive")]
    event: String,
    #[schema(inline = false)]
    #[serde(flatten)]
    page: ArchivePage,
}

/// What was played in a position.
#[derive(ToSchema)]
pub(super) struct Exploration {
    #[schema(example = "explored")]
    event: String,
    #[schema(inline = false)]
    #[serde(flatten)]
    answer: willow_protocol::Explored,
}

/// A file.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
pub(super) struct Bytes(Vec<u8>);

/// Why there is no answer.
#[derive(ToSchema)]
pub(super) struct Problem {
    #[schema(example = "error")]
    event: String,
    #[schema(example = "http")]
    command: String,
    code: ErrorCode,
    message: String,
}

/// An event as docs/protocol.md describes it; further fields depend on it.
#[derive(ToSchema)]
pub(super) struct AnyNotice {
    /// The id of the command that it answers.
    id: Option<String>,
    /// The room in which it happened.
    room: Option<String>,
    /// Its number there.
    number: Option<u64>,
    /// When, in milliseconds since 1970.
    time: u64,
    /// What happened.
    event: String,
}

/// A command as docs/protocol.md describes it; further fields depend on it.
#[derive(ToSchema)]
pub(super) struct AnyRequest {
    /// An id: under the same one nothing is carried out twice.
    id: Option<String>,
    /// The command.
    #[schema(rename = "do", example = "move")]
    command: String,
}
