//! What other programs show of a link to a page: a title, a sentence and a picture.
//!
//! Invariant: a preview is made of answers to visitors without a login, so it says nothing of private games or of what the
//! operator hides from visitors. It is the same for all who ask.

use std::fmt::Write as _;

use axum::extract::{Query as UrlQuery, State};
use axum::http::{Uri, header};
use axum::response::IntoResponse;
use serde::Deserialize;
use willow_board::{DiscDiff, Position};
use willow_protocol::{
    ArchiveFilter, ErrorDetail, Event, GameId, HistoryFilter, Name, NamePart, VisitorAccess,
};

use super::HttpState;
use super::api::found;
use super::picture::{HEIGHT, WIDTH, board_png};
use super::response::{Answer, PathValue};
use crate::domain::{ArchiveQuery, Query, refuse};

/// How long the picture of a board may be kept, in seconds: the game may go on.
const KEEP_PICTURE: &str = "public, max-age=60";

/// What is shown of a link.
pub(super) struct Preview {
    title: String,
    sentence: String,
    /// The game whose board is the picture; the start without one.
    game: Option<GameId>,
}

#[derive(Deserialize)]
struct EventParameters {
    name: String,
}

impl Preview {
    /// Returns the preview of a page, if it has one.
    pub(super) async fn of(state: &HttpState, uri: &Uri) -> Option<Preview> {
        let shown = state.config.visitors_read;
        let path = uri.path().trim_matches('/');
        let (page, argument) = path.split_once('/').unwrap_or((path, ""));
        match page {
            "game" if shown >= VisitorAccess::Games => game(state, argument.parse().ok()?).await,
            "user" if shown >= VisitorAccess::All => user(state, argument.parse().ok()?).await,
            "event" if shown >= VisitorAccess::Games => {
                let UrlQuery(EventParameters { name }) = UrlQuery::try_from_uri(uri).ok()?;
                event(state, &name).await
            }
            "join" => Some(invitation("An invitation to a game of Othello")),
            "invitation" => Some(invitation("An invitation to play Othello here")),
            _ => None,
        }
    }

    /// Returns the elements for the head of the page. Links in them begin with the server's public address, if it has one.
    pub(super) fn elements(&self, state: &HttpState, uri: &Uri) -> String {
        let origin = escaped(state.config.public_url().unwrap_or_default());
        let (title, sentence) = (escaped(&self.title), escaped(&self.sentence));
        let picture = match self.game {
            Some(game) => format!("/api/games/{game}/board.png"),
            None => "/board.png".to_owned(),
        };
        let path = escaped(uri.path_and_query().map_or("/", |path| path.as_str()));
        let mut text = format!("<title>{title} - Willow</title>");
        for (property, content) in [
            ("og:site_name", "Willow"),
            ("og:type", "website"),
            ("og:title", &*title),
            ("og:description", &*sentence),
            ("og:url", &*format!("{origin}{path}")),
            ("og:image", &*format!("{origin}{picture}")),
            ("og:image:width", &*WIDTH.to_string()),
            ("og:image:height", &*HEIGHT.to_string()),
            ("twitter:card", "summary_large_image"),
        ] {
            // Writing to a string cannot fail.
            let _ = write!(text, "<meta property=\"{property}\" content=\"{content}\" />");
        }
        text
    }
}

fn invitation(title: &str) -> Preview {
    let sentence = "Play Othello against people and programs.".to_owned();
    Preview { title: title.to_owned(), sentence, game: None }
}

async fn game(state: &HttpState, game: GameId) -> Option<Preview> {
    let (black, white, result, place) = match found(state, Query::Board { game }).await.ok()? {
        Event::State(played) => {
            let summary = played.summary;
            let result = summary.end.map(|end| end.result);
            (summary.black.to_string(), summary.white.to_string(), result, String::new())
        }
        Event::Archived(archived) => {
            let it = archived.summary;
            let place = [it.event, it.date].into_iter().filter(|text| !text.is_empty());
            let place = place.fold(String::new(), |all, text| all + ", " + &text);
            (it.black, it.white, Some(it.result), place)
        }
        _ => return None,
    };
    let result = match result {
        None => "a game that is being played".to_owned(),
        Some(None) => "a game without a result".to_owned(),
        Some(Some(DiscDiff::DRAW)) => "a draw".to_owned(),
        Some(Some(result)) => {
            let winner = if result > DiscDiff::DRAW { "Black" } else { "White" };
            format!("{winner} won by {}", result.value().abs())
        }
    };
    let sentence = format!("Othello: {result}{place}");
    Some(Preview { title: format!("{black} - {white}"), sentence, game: Some(game) })
}

async fn user(state: &HttpState, name: Name) -> Option<Preview> {
    let page = HistoryFilter::default();
    let Event::History { name, games, .. } =
        found(state, Query::History { name, page }).await.ok()?
    else {
        return None;
    };
    let newest = games.first().map(|entry| &entry.game);
    // The link may have other capitals than the name.
    let mut names = newest.into_iter().flat_map(|game| [&game.black, &game.white]);
    let name = names.find(|own| own.key() == name.key()).unwrap_or(&name);
    let sentence = format!("The games and ratings of {name}");
    let game = newest.map(|game| game.game);
    Some(Preview { title: name.to_string(), sentence, game })
}

async fn event(state: &HttpState, name: &str) -> Option<Preview> {
    let event: NamePart = format!("={name}").parse().ok()?;
    let filter = ArchiveFilter { event: Some(event), limit: Some(1), ..ArchiveFilter::default() };
    let query = Query::Archive(ArchiveQuery::Games(Box::new(filter)));
    let Event::Archive(page) = found(state, query).await.ok()? else { return None };
    let newest = page.games.into_iter().next()?;
    let sentence = format!("The games of {}", newest.event);
    Some(Preview { title: newest.event, sentence, game: Some(newest.game) })
}

/// Returns a text as it stands in an attribute or an element.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;")
}

/// Returns the picture of a game's board as it is now.
pub(super) async fn board(
    State(state): State<HttpState>,
    PathValue(game): PathValue<GameId>,
) -> Answer {
    match found(&state, Query::Board { game }).await? {
        Event::State(played) => Ok(picture(&played.position)),
        Event::Archived(archived) => Ok(picture(&archived.position)),
        _ => refuse(ErrorDetail::NoSuchGame, format!("there is no game {game}")),
    }
}

/// Returns the picture of the start.
pub(super) async fn start() -> Answer {
    Ok(picture(&Position::START))
}

fn picture(position: &Position) -> axum::response::Response {
    let headers = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, KEEP_PICTURE)];
    (headers, board_png(position)).into_response()
}

/// Tells the programs that follow links what they may read.
pub(super) async fn robots(State(state): State<HttpState>) -> Answer {
    let text = match state.config.visitors_read {
        VisitorAccess::Nothing => "User-agent: *\nDisallow: /\n",
        _ => "User-agent: *\nAllow: /api/games/*/board.png\nDisallow: /api/\nDisallow: /ws\n",
    };
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn names_cannot_leave_their_attributes() {
        assert_eq!(escaped("\"><b>&"), "&quot;&gt;&lt;b&gt;&amp;");
    }
}
