//! The lobby screen: games and users above, chat below.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as ScreenPoint, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Widget;
use willow_protocol::{
    GameSummary, Name, Offer, PlayerRating, PoolSummary, Role, Start, SummaryDetails, UserSummary,
};

use super::widgets::{draw_log, draw_log_panel, panel, rating_text};
use crate::online::lobby::{GameListEntry, LobbyList, bot_rating};
use crate::online::state::OnlineState;
use crate::view::Theme;
use crate::view::theme::{BOLD, DIM};

/// The height of the pools, with their border.
const POOLS_HEIGHT: u16 = 3;

/// The width of the list of users.
const USERS_WIDTH: u16 = 26;

/// Where the parts of the lobby are.
#[derive(Clone, Copy, Debug)]
struct LobbyLayout {
    /// On a small screen the parts have titles in place of frames, and one of the two lists is shown.
    is_compact: bool,
    games: Option<Rect>,
    users: Option<Rect>,
    pools: Rect,
    chat: Rect,
}

impl LobbyLayout {
    fn of(state: &OnlineState, area: Rect) -> LobbyLayout {
        if area.width < WIDE || area.height < HIGH {
            return LobbyLayout::compact(state, area);
        }
        let lists = (area.height - POOLS_HEIGHT) / 2;
        let games = Rect { width: area.width - USERS_WIDTH, height: lists, ..area };
        let users = Rect { x: games.right(), width: USERS_WIDTH, height: lists, ..area };
        let pools = Rect { y: area.y + lists, height: POOLS_HEIGHT, ..area };
        let chat = Rect { y: pools.bottom(), height: area.height - lists - POOLS_HEIGHT, ..area };
        LobbyLayout { is_compact: false, games: Some(games), users: Some(users), pools, chat }
    }

    fn compact(state: &OnlineState, area: Rect) -> LobbyLayout {
        let area = Rect { x: area.x + 1, width: area.width - 2, ..area };
        let lists = (area.height - 1) / 2 + 1;
        let list = Some(Rect { height: lists, ..area });
        let pools = Rect { y: area.y + lists, height: 1, ..area };
        let chat = Rect { y: pools.bottom(), height: area.height - lists - 1, ..area };
        let (games, users) = match state.lobby.list {
            LobbyList::Games => (list, None),
            LobbyList::Users => (None, list),
        };
        LobbyLayout { is_compact: true, games, users, pools, chat }
    }

    /// Returns where the lines of a list or the pools are.
    fn inside(self, part: Rect) -> Rect {
        if self.is_compact {
            return Rect { y: part.y + 1, height: part.height - 1, ..part };
        }
        Rect {
            x: part.x + 2,
            y: part.y + 1,
            width: part.width.saturating_sub(4),
            height: part.height.saturating_sub(2),
        }
    }

    /// Returns where the pools are drawn.
    fn pool_row(self) -> Rect {
        if self.is_compact { self.pools } else { self.inside(self.pools) }
    }
}

/// A smaller lobby is compact: its columns, and its lines without tabs and footer.
const WIDE: u16 = 80;
const HIGH: u16 = 19;

/// What is at a point of the lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LobbyPlace {
    /// An entry in the list of offers and games, or a user, by the index.
    Entry(LobbyList, usize),
    /// A pool, by its digit.
    Pool(char),
}

/// Returns what is at a point on the screen.
pub(super) fn place_at(state: &OnlineState, area: Rect, at: ScreenPoint) -> Option<LobbyPlace> {
    let areas = LobbyLayout::of(state, area);
    let lobby = &state.lobby;
    let in_list = |part: Option<Rect>, list, n, selected| {
        let inner = areas.inside(part?);
        let line = usize::from(at.y.checked_sub(inner.y)?);
        let index = hidden_lines(selected, inner) + line;
        (inner.contains(at) && index < n).then_some(LobbyPlace::Entry(list, index))
    };
    let n_entries = lobby.entries().len();
    in_list(areas.games, LobbyList::Games, n_entries, lobby.selected_entry_index())
        .or_else(|| {
            let selected = lobby.selected_user_index();
            in_list(areas.users, LobbyList::Users, lobby.users().len(), selected)
        })
        .or_else(|| pool_at(state, areas.pool_row(), at))
}

fn pool_at(state: &OnlineState, row: Rect, at: ScreenPoint) -> Option<LobbyPlace> {
    let (pools, gap) = pool_texts(state, row.width);
    let mut left = usize::from(at.x.checked_sub(row.x)?);
    if !row.contains(at) {
        return None;
    }
    for (digit, pool) in ('1'..).zip(pools) {
        let width = Line::raw(pool).width();
        if left < width {
            return Some(LobbyPlace::Pool(digit));
        }
        left = left.checked_sub(width + gap.len())?;
    }
    None
}

/// Draws the lobby.
pub(super) fn draw(state: &OnlineState, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let areas = LobbyLayout::of(state, area);
    if let Some(games) = areas.games {
        draw_games(state, areas, theme, games, buffer);
    }
    if let Some(users) = areas.users {
        draw_users(state, areas, theme, users, buffer);
    }
    draw_pools(state, areas, theme, buffer);
    if areas.is_compact {
        draw_log(&state.lobby.log, areas.chat, buffer);
    } else {
        draw_log_panel("Lobby chat", &state.lobby.log, theme, areas.chat, buffer);
    }
}

/// Draws the title of a list, with a frame if there is room. Returns where its lines are.
fn frame(
    title: &str,
    areas: LobbyLayout,
    style: Style,
    theme: Theme,
    area: Rect,
    buffer: &mut Buffer,
) -> Rect {
    if areas.is_compact {
        Line::styled(title.trim(), BOLD).render(Rect { height: 1, ..area }, buffer);
    } else {
        panel(title, style, theme, area, buffer);
    }
    areas.inside(area)
}

fn draw_games(
    state: &OnlineState,
    areas: LobbyLayout,
    theme: Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    let focused = state.lobby.list == LobbyList::Games;
    let title = if areas.is_compact {
        format!("Offers and games (right: {} online)", state.lobby.users().len())
    } else {
        " Offers and games ".to_owned()
    };
    let inner = frame(&title, areas, border(focused), theme, area, buffer);
    let entries = state.lobby.entries();
    if entries.is_empty() {
        let none = if areas.is_compact {
            "None yet. Press n to offer a game."
        } else {
            "No offers or games. Press n to offer a game."
        };
        Line::styled(none, DIM).render(inner, buffer);
        return;
    }
    let lines: Vec<String> =
        entries.into_iter().map(|entry| entry_text(entry, state.name.as_ref())).collect();
    draw_list(&lines, state.lobby.selected_entry_index(), focused, inner, buffer);
}

fn draw_users(
    state: &OnlineState,
    areas: LobbyLayout,
    theme: Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    let focused = state.lobby.list == LobbyList::Users;
    let title = format!(" {} online ", state.lobby.users().len());
    let title = if areas.is_compact { title + "(left: games)" } else { title };
    let inner = frame(&title, areas, border(focused), theme, area, buffer);
    let lines: Vec<String> =
        state.lobby.users().map(|online| user(online, inner.width.into())).collect();
    draw_list(&lines, state.lobby.selected_user_index(), focused, inner, buffer);
}

/// Draws the pools in a row, as far apart as there is room.
fn draw_pools(state: &OnlineState, areas: LobbyLayout, theme: Theme, buffer: &mut Buffer) {
    if !areas.is_compact {
        let title = " Play now: 1 to 4 joins a pool, and leaves it ";
        panel(title, DIM, theme, areas.pools, buffer);
    }
    let row = areas.pool_row();
    let (pools, gap) = pool_texts(state, row.width);
    Line::raw(pools.join(gap)).render(row, buffer);
}

/// Returns the texts of the pools and the blanks between them, so that they fit in so many columns.
fn pool_texts(state: &OnlineState, width: u16) -> (Vec<String>, &'static str) {
    let pools = || (1..).zip(&state.lobby.pools);
    let long: Vec<String> = pools().map(pool_text).collect();
    let short: Vec<String> = pools().map(short_pool_text).collect();
    let fits = |(pools, gap): &(Vec<String>, &str)| {
        Line::raw(pools.join(gap)).width() <= usize::from(width)
    };
    let gaps = ["   ", "  ", " "];
    let texts = [&long, &short].into_iter();
    let mut all = texts.flat_map(|pools| gaps.map(|gap| (pools.clone(), gap)));
    let fitting = all.find(fits);
    fitting.unwrap_or_else(|| (short.clone(), " "))
}

/// Writes a pool of which a small screen shows less: its number and clock, and who waits.
fn short_pool_text((number, summary): (usize, &PoolSummary)) -> String {
    let PoolSummary { clock, waiting, joined, .. } = summary;
    let waits = match waiting {
        _ if *joined => "*".to_owned(),
        0 => String::new(),
        waiting => format!("({waiting})"),
    };
    format!("{number} {clock}{waits}")
}

/// Writes a pool: its number, name and clock, and who waits.
fn pool_text((number, summary): (usize, &PoolSummary)) -> String {
    let PoolSummary { pool, clock, waiting, joined } = summary;
    let waits = match waiting {
        _ if *joined => " you".to_owned(),
        0 => String::new(),
        waiting => format!(" ({waiting})"),
    };
    format!("{number} {pool} {clock}{waits}")
}

const fn border(focused: bool) -> Style {
    if focused { BOLD } else { DIM }
}

/// Draws as much of a list as fits, scrolled so that the selected line is visible.
fn draw_list(lines: &[String], selected: usize, focused: bool, area: Rect, buffer: &mut Buffer) {
    let first = hidden_lines(selected, area);
    for (y, (index, line)) in (area.y..area.bottom()).zip(lines.iter().enumerate().skip(first)) {
        let style = if index == selected && focused {
            Style::new().add_modifier(Modifier::REVERSED)
        } else {
            Style::new()
        };
        let entry = Rect { y, height: 1, ..area };
        Line::styled(line.as_str(), style).render(entry, buffer);
    }
}

/// Returns how many lines of a list are above the first one that is drawn, so that the selected one is
/// drawn.
fn hidden_lines(selected: usize, area: Rect) -> usize {
    (selected + 1).saturating_sub(area.height.max(1).into())
}

/// Writes a user: the name, and at the right the best known rating or the role. A bot that has played no
/// rated game has the rating with which it begins.
fn user(user: &UserSummary, width: usize) -> String {
    let ratings = user.details.ratings.values();
    let rating = ratings.min_by_key(|rating| rating.deviation).map(rating_text);
    let right = match user.role {
        Role::Guest | Role::Player => rating.unwrap_or_default(),
        Role::Bot => {
            let first = || bot_rating(user).map(|rating| rating.to_string());
            let rating = rating.or_else(first).map(|rating| format!(" {rating}"));
            format!("bot{}", rating.unwrap_or_default())
        }
        role => format!("({role})"),
    };
    let gap = width.saturating_sub(Line::raw(user.name.as_str()).width());
    format!("{}{right:>gap$}", user.name)
}

fn entry_text(entry: GameListEntry<'_>, own_name: Option<&Name>) -> String {
    match entry {
        GameListEntry::Offer(offer) => offer_text(offer, own_name),
        GameListEntry::Game(summary) => game_text(summary),
    }
}

fn game_text(summary: &GameSummary) -> String {
    let GameSummary { game, black, white, terms, details, .. } = summary;
    let number = summary_number(summary);
    let rated = |name: &Name, rating: Option<PlayerRating>| match rating {
        Some(rating) => format!("{name} {}", rating_text(&rating)),
        None => name.to_string(),
    };
    let (black, white) = (
        rated(black, details.ratings.map(|ratings| ratings.black)),
        rated(white, details.ratings.map(|ratings| ratings.white)),
    );
    let watched = details.spectators.filter(|&count| count > 0);
    let watched = watched.map(|count| format!(", {count} watching")).unwrap_or_default();
    format!("{game:>5}  {black} - {white}  move {number}{watched}  {}", terms.in_progress())
}

/// The discs of a start position from the list of balanced ones.
const BALANCED_DISCS: u32 = 12;

/// Returns how many discs were placed in a game of a list. The server counts passes, too; it tells the
/// discs on the board of games in progress.
fn summary_number(summary: &GameSummary) -> u32 {
    let SummaryDetails { black_discs, white_discs, .. } = summary.details;
    let at_start = match summary.terms.start {
        Start::Standard => 4,
        Start::Random(discs) => discs.into(),
        Start::Balanced => BALANCED_DISCS,
        Start::Position(position) => position.board().occupied().count(),
    };
    let on_board = black_discs.zip(white_discs).map(|(black, white)| black + white);
    let placed = on_board.and_then(|discs| discs.checked_sub(at_start));
    placed.unwrap_or(summary.plies as u32)
}

fn offer_text(offer: &Offer, own_name: Option<&Name>) -> String {
    let Offer { game, from, to, terms, rating, range, seek, .. } = offer;
    let range = range.map(|range| format!(", rating {range}")).unwrap_or_default();
    let from_rated = match rating {
        Some(rating) => format!("{from} {}", rating_text(rating)),
        None => from.to_string(),
    };
    match to {
        Some(to) if Some(to) == own_name => {
            format!("{game:>5}  {from_rated} challenges you: {terms}")
        }
        Some(to) => format!("{game:>5}  you challenge {to}: {terms}"),
        None if Some(from) == own_name => {
            let what = if *seek { "you seek" } else { "your offer:" };
            format!("{game:>5}  {what} {terms}{range}")
        }
        None => {
            let verb = if *seek { "seeks" } else { "offers" };
            format!("{game:>5}  {from_rated} {verb} {terms}{range}")
        }
    }
}
