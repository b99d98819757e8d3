//! The schemas of `OpenAPI`.
//!
//! Answers are events of the protocol. Events, commands and their parts are described where they are
//! declared; the answers to visitors are described here, because each route has only one. A test
//! compares real answers with the document.
#![expect(dead_code, reason = "these types are only described")]

use utoipa::openapi::OpenApi;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi as _, ToSchema};
use willow_protocol::{
    ArchivePage, ArchivedGame, ErrorCode, ErrorDetail, FoundUser, GameState, GameSummary,
    HistoryEntry, LeaderboardEntry, Name, Notice, Offer, OfferState, PoolSummary, Profile,
    RatingPoint, Role, SpeedClass, UserSummary,
};

/// The name of the authentication scheme of bots.
const TOKEN: &str = "token";

/// The name of the authentication scheme of browsers.
const COOKIE: &str = "cookie";

/// The description, without its routes.
#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Willow's game server",
        description = "Public data for anonymous visitors, and streams and commands for bots. \
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
        let description = "`__Host-willow` over TLS; `POST /api/session` sets it";
        let cookie = ApiKeyValue::with_description("willow", description);
        components.add_security_scheme(COOKIE, SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    }
}

/// Returns the description without its routes, which bring their own.
pub(super) fn empty() -> OpenApi {
    Document::openapi()
}

/// The users who are online.
#[derive(ToSchema)]
pub(super) struct Users {
    #[schema(example = "users")]
    event: String,
    users: Vec<UserSummary>,
}

/// A login of a browser. The token is in the cookie.
#[derive(ToSchema)]
pub(super) struct Entered {
    #[schema(example = "entered")]
    event: String,
    name: Name,
    role: Role,
    lobby: u64,
    private: u64,
    recovery_codes: Option<Vec<String>>,
    display_name: Option<String>,
}

/// A command was executed.
#[derive(ToSchema)]
pub(super) struct Done {
    #[schema(example = "ok")]
    event: String,
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

/// The users whose names begin so, at most 20.
#[derive(ToSchema)]
pub(super) struct Found {
    #[schema(example = "found")]
    event: String,
    users: Vec<FoundUser>,
}

/// The open offers, and the games that anybody may watch.
#[derive(ToSchema)]
pub(super) struct OpenGames {
    #[schema(example = "games")]
    event: String,
    offers: Vec<Offer>,
    games: Vec<GameSummary>,
}

/// An open offer.
#[derive(ToSchema)]
pub(super) struct OpenOffer {
    #[schema(example = "offer")]
    event: String,
    #[schema(inline = false)]
    #[serde(flatten)]
    offer: OfferState,
}

/// The pools, and how many users wait in them.
#[derive(ToSchema)]
pub(super) struct Pools {
    #[schema(example = "pools")]
    event: String,
    pools: Vec<PoolSummary>,
}

/// The best players of a speed class.
#[derive(ToSchema)]
pub(super) struct Top {
    #[schema(example = "top")]
    event: String,
    class: SpeedClass,
    standings: Vec<LeaderboardEntry>,
}

/// The latest games of a user, newest first.
#[derive(ToSchema)]
pub(super) struct History {
    #[schema(example = "history")]
    event: String,
    name: Name,
    games: Vec<HistoryEntry>,
    /// The cursor of the next page, if there is one.
    next: Option<String>,
}

/// A user's ratings after rated games, newest first.
#[derive(ToSchema)]
pub(super) struct Ratings {
    #[schema(example = "ratings")]
    event: String,
    name: Name,
    points: Vec<RatingPoint>,
    /// The time before which the next ones are, if there are more.
    next: Option<u64>,
}

/// The state of a game.
#[derive(ToSchema)]
pub(super) struct State {
    #[schema(example = "state")]
    event: String,
    #[schema(inline = false)]
    #[serde(flatten)]
    game: GameState,
}

/// A game that was played here, or one that was imported.
#[derive(ToSchema)]
#[serde(untagged)]
pub(super) enum AnyGame {
    State(Box<State>),
    Archived(Box<Archived>),
}

/// A game that was imported.
#[derive(ToSchema)]
pub(super) struct Archived {
    #[schema(example = "archived")]
    event: String,
    #[schema(inline = false)]
    #[serde(flatten)]
    game: ArchivedGame,
}

/// What the server's bots thought in a game.
#[derive(ToSchema)]
pub(super) struct Thoughts {
    #[schema(example = "thoughts")]
    event: String,
    #[schema(inline = false)]
    #[serde(flatten)]
    thoughts: willow_protocol::GameThoughts,
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

/// The moves that were played in a position.
#[derive(ToSchema)]
pub(super) struct Exploration {
    #[schema(example = "explored")]
    event: String,
    #[schema(inline = false)]
    #[serde(flatten)]
    answer: willow_protocol::Explored,
}

/// What a searched text means, and the first games.
#[derive(ToSchema)]
pub(super) struct SearchedGames {
    #[schema(example = "searched")]
    event: String,
    #[schema(inline = false)]
    #[serde(flatten)]
    answer: willow_protocol::Searched,
}

/// How the games of a player ended.
#[derive(ToSchema)]
pub(super) struct ResultsOfPlayer {
    #[schema(example = "results")]
    event: String,
    #[schema(inline = false)]
    #[serde(flatten)]
    answer: willow_protocol::PlayerResults,
}

/// What is stored about a user. Times are milliseconds since 1970; docs/protocol.md describes the
/// rows.
#[derive(ToSchema)]
pub(super) struct PersonalData {
    #[schema(value_type = Object)]
    account: (),
    #[schema(value_type = Vec<Object>)]
    ratings: (),
    #[schema(value_type = Vec<Object>)]
    rating_history: (),
    #[schema(value_type = Vec<Object>)]
    games: (),
    /// The events of the private room: messages, offers, and what moderators did.
    private_room: Vec<Notice>,
    lobby_chat: Vec<Notice>,
    players_chat: Vec<Notice>,
    spectators_chat: Vec<Notice>,
    #[schema(value_type = Vec<Object>)]
    relations: (),
    #[schema(value_type = Vec<Object>)]
    tokens: (),
    /// The logins of browsers that take notifications, and where.
    #[schema(value_type = Vec<Object>)]
    notifications: (),
    #[schema(value_type = Vec<Object>)]
    addresses: (),
    #[schema(value_type = Vec<Object>)]
    moderation: (),
    #[schema(value_type = Vec<Object>)]
    moderation_by_you: (),
    #[schema(value_type = Vec<Object>)]
    reports_by_you: (),
}

/// A file.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
pub(super) struct Bytes(Vec<u8>);

/// An error.
#[derive(ToSchema)]
pub(super) struct Problem {
    #[schema(example = "error")]
    event: String,
    #[schema(example = "http")]
    command: String,
    code: ErrorCode,
    /// The exact reason, for programs.
    detail: ErrorDetail,
    message: String,
}
