//! What is around the rooms: the tabs above, the lines below, the door, and what lies over all.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

use super::style_of;
use crate::online::log::Kind;
use crate::online::seat::Seat;
use crate::online::state::{Dialog, Phase, State};
use crate::view::Theme;
use crate::view::theme::{FAINT, STRONG};

/// All keys.
const HELP: &str = "\
everywhere
  Tab  shift-Tab   next room, room before     space  where you are to move
  /                type a command, /help lists them    q ctrl-c  leave

lobby
  arrows           choose a game or (right) a user
  Enter            accept the offer, watch the game, challenge the user
  n  new offer     c  challenge        d  decline, or take back your offer
  t  talk to all   p  private message  u  about the user

game
  a1 to h8         play there; or arrows and Enter, or the mouse
  t  talk          u  ask for your move back, or agree     n  refuse
  m  rematch       r  resign    o  break off at the start
  w  claim the win over one who has left
  x  close a game that is over, stop watching

Any key closes this.";

/// Draws the rooms that are open, as many as fit around the one that is shown.
pub(super) fn draw_tabs(state: &State, area: Rect, buffer: &mut Buffer) {
    let mut spans = vec![tab("Lobby", state.tab == 0, state.lobby.unseen)];
    for (place, seat) in state.seats.iter().enumerate() {
        spans.push(tab(&title(seat), state.tab == place + 1, seat.unseen));
    }
    // What does not fit goes away on the left, the lobby last.
    while spans.len() > 2 && spans.iter().map(Span::width).sum::<usize>() > area.width.into() {
        let hidden = if state.tab <= 1 { spans.len() - 1 } else { 1 };
        spans.remove(hidden);
    }
    Line::from(spans).render(area, buffer);
}

fn title(seat: &Seat) -> String {
    let turn = if seat.is_my_turn() { " your turn" } else { "" };
    match seat.opponent() {
        Some(opponent) => format!("{} {opponent}{turn}", seat.id()),
        None => format!("{} {} - {}", seat.id(), seat.summary.black, seat.summary.white),
    }
}

fn tab(title: &str, shown: bool, unseen: bool) -> Span<'static> {
    let mark = if unseen { "*" } else { " " };
    let text = format!(" {title}{mark}");
    match (shown, unseen) {
        (true, _) => Span::styled(text, Style::new().add_modifier(Modifier::REVERSED)),
        (false, true) => Span::styled(text, STRONG),
        (false, false) => Span::styled(text, FAINT),
    }
}

/// Draws what a stranger sees.
pub(super) fn draw_door(state: &State, area: Rect, buffer: &mut Buffer) {
    let asked = match &state.phase {
        Phase::Knocking => "One moment.",
        Phase::Door(Some(_)) => "The password (it is not shown):",
        _ => "How do you come in?",
    };
    let lines = [
        Line::styled(format!("Willow, the game server at {}", state.address), STRONG),
        Line::raw(""),
        Line::raw("guest          without an account, under a name that the server finds"),
        Line::raw("guest NAME     without an account, under this name"),
        Line::raw("login NAME     with your account; the password is asked for"),
        Line::raw("register NAME  with a new account; the password is asked for"),
        Line::raw(""),
        Line::raw(asked),
    ];
    let area =
        Rect { x: area.x + 2, y: area.y + 1, width: area.width - 4, height: area.height - 1 };
    Paragraph::new(lines.to_vec()).render(area, buffer);
}

/// Draws what is below the rooms.
pub(super) fn draw_below(state: &State, now: u64, area: Rect, buffer: &mut Buffer) {
    let row =
        |line: u16| Rect { x: area.x + 1, y: area.y + line, width: area.width - 2, height: 1 };
    if let Some((kind, text)) = &state.note {
        Line::styled(text.as_str(), style_of(*kind)).render(row(0), buffer);
    }
    status(state, now).render(row(1), buffer);
    if let Some(input) = &state.input {
        let (before, after) = input.shown();
        draw_input(&before, &after, row(2), buffer);
    } else {
        let lines = keys(state);
        for (line, text) in (2..).zip(lines) {
            Line::styled(text, FAINT).render(row(line), buffer);
        }
    }
}

/// Draws the line that is typed; where it is too long, its end.
fn draw_input(before: &str, after: &str, area: Rect, buffer: &mut Buffer) {
    let room = usize::from(area.width).saturating_sub(4);
    let mut shown = before;
    while Line::raw(shown).width() > room {
        let mut rest = shown.chars();
        rest.next();
        shown = rest.as_str();
    }
    let mut rest = after.chars();
    let cursor = rest.next().map_or_else(|| " ".to_owned(), String::from);
    let line = Line::from(vec![
        Span::styled("> ", STRONG),
        Span::raw(shown.to_owned()),
        Span::styled(cursor, Style::new().add_modifier(Modifier::REVERSED)),
        Span::raw(rest.as_str().to_owned()),
    ]);
    line.render(area, buffer);
}

fn status(state: &State, now: u64) -> Line<'static> {
    let who = state.name.as_ref().map_or_else(String::new, |name| format!("{name} at "));
    let text = match state.phase {
        Phase::Broken => {
            return Line::styled(
                "The connection broke; trying to come back.",
                style_of(Kind::Error),
            );
        }
        Phase::Over => {
            return Line::styled("The connection is over. q leaves.", style_of(Kind::Error));
        }
        Phase::Door(_) | Phase::Knocking => String::new(),
        Phase::In => match state.seat() {
            Some(seat) => return Line::styled(turn(seat, now), STRONG),
            None => format!("{who}{}, {} here", state.address, state.lobby.users().len()),
        },
    };
    Line::raw(text)
}

/// Says whose turn it is, or what else matters in a game.
fn turn(seat: &Seat, now: u64) -> String {
    if seat.is_over() {
        let again =
            if seat.color.is_some() { " m offers another, x closes." } else { " x closes." };
        return seat.result() + again;
    }
    if let Some(seconds) = seat.claim_in(now) {
        let opponent = seat.opponent().map(ToString::to_string).unwrap_or_default();
        return match seconds {
            0 => format!("{opponent} has left: w claims the win."),
            seconds => format!("{opponent} has left; the win may be claimed in {seconds} s."),
        };
    }
    match (seat.takeback, seat.color) {
        (Some(asker), Some(reader)) if asker != reader => {
            return format!("{} wants to take a move back: u agrees, n refuses.", seat.name(asker));
        }
        (Some(_), Some(_)) => return "You ask for your move back.".to_owned(),
        _ => {}
    }
    if let Some(column) = seat.typed {
        return format!("Your move: {column}_");
    }
    match seat.color {
        Some(_) if seat.is_my_turn() => "Your move: type a square, or arrows and Enter.".to_owned(),
        _ => format!("{} is to move.", seat.name(seat.game.position().side_to_move())),
    }
}

/// Returns the keys that matter most where the reader is.
fn keys(state: &State) -> [&'static str; 2] {
    match state.seat() {
        Some(seat) if seat.color.is_some() => [
            "t talk   u takeback   r resign   m rematch   x close   space next turn",
            "Tab next room   / command   ? all keys   q quit",
        ],
        Some(_) => ["t talk   x stop watching", "Tab next room   / command   ? all keys   q quit"],
        None => [
            "Enter join or watch   n offer   c challenge   d decline   t talk   p private",
            "arrows choose   Tab next room   / command   ? all keys   q quit",
        ],
    }
}

/// Draws what lies over everything.
pub(super) fn draw_dialog(dialog: Dialog, theme: Theme, screen: Rect, buffer: &mut Buffer) {
    let (title, text) = match dialog {
        Dialog::Help => (" Keys ", HELP.to_owned()),
        Dialog::Resign(game) => (" Question ", format!("Resign game {game}?\n\ny yes   n no")),
        Dialog::Quit => (
            " Question ",
            "Your games go on, and so do their clocks.\nLeave all the same?\n\ny yes   n no"
                .to_owned(),
        ),
    };
    let lines: Vec<Line<'_>> = text.lines().map(Line::raw).collect();
    let width = lines.iter().map(Line::width).max().unwrap_or_default() as u16 + 4;
    let height = lines.len() as u16 + 2;
    let place = screen.centered(Constraint::Length(width), Constraint::Length(height));
    Clear.render(place, buffer);
    let block = Block::bordered().border_set(theme.border()).title(title);
    let inner = block.inner(place);
    block.render(place, buffer);
    let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(1), ..inner };
    Paragraph::new(lines.clone()).render(inner, buffer);
}
