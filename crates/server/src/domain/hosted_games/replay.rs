//! Replays a game from its events.

use std::collections::VecDeque;

use willow_board::{Move, Rejection, Square};
use willow_protocol::{Event, GameId, Notice};

use super::HostedGame;
use crate::domain::{DamagedRow, Millis, RoomKey, StartedGame};

/// Gives the events of a game that is over the details that the store leaves out.
///
/// # Errors
/// The moves must be legal.
pub(crate) fn complete_events(
    started: StartedGame,
    events: &mut [Notice],
) -> Result<(), DamagedRow> {
    replay(HostedGame::new(started), events).map(|_| ())
}

/// Replays a game from its events and restores the fields that the store omits. What clients see of it beside moves
/// and clocks goes through the protocol's reducer.
pub(crate) fn replay(
    mut hosted: HostedGame,
    events: &mut [Notice],
) -> Result<HostedGame, DamagedRow> {
    // The store has the colours of the end.
    if events.iter().any(|it| matches!(it.event, Event::Komi { exchanged: true, .. })) {
        hosted.exchange_colors();
    }
    let mut state = hosted.state(hosted.started_at);
    // The events of the last move: its passes and the end follow in the log.
    let mut moved = VecDeque::new();
    for notice in events {
        let time = notice.time;
        hosted.game.repeat_requests(&state);
        let replayed = match &notice.event {
            // The referee plays passes itself, so the passes of the log are there already.
            Event::Moved { mv: Move::Place(square), turn, clocks, .. } => {
                hosted.game.run_clocks(time);
                if let Some(used) = turn.used {
                    hosted.game.repeat_used(used, time);
                }
                let (game, number) = (hosted.id, notice.number.unwrap_or(0));
                let placed = hosted.game.place(*square, time);
                moved = placed.map_err(|why| unplayable(game, number, *square, why))?.into();
                hosted.game.repeat_stop(clocks, time);
                moved.pop_front()
            }
            Event::Moved { mv: Move::Pass, .. } => moved.pop_front(),
            Event::TakenBack { plies, .. } => {
                hosted.game.repeat_takeback(*plies, time);
                Some(hosted.taken_back(time))
            }
            Event::Resumed { away_since, clocks, .. } => {
                let resumed = hosted.game.resume(*away_since, time);
                hosted.game.repeat_stop(clocks, time);
                Some(resumed)
            }
            event => {
                repeat(&mut hosted, event, time);
                None
            }
        };
        complete(&mut notice.event, replayed);
        // The referee notices missing moves.
        state.apply(notice);
    }
    hosted.game.repeat_requests(&state);
    Ok(hosted)
}

/// Replays an event that is stored in full.
fn repeat(hosted: &mut HostedGame, event: &Event, time: Millis) {
    match event {
        Event::Held { .. } => hosted.game.hold(None, time),
        Event::Bid { name, .. } => {
            if let Some(color) = hosted.color_named(name) {
                hosted.game.bid(color, None, time);
            }
        }
        Event::Komi { komi, exchanged, .. } => {
            if *exchanged {
                hosted.exchange_colors();
            }
            hosted.game.end_bidding(*komi, time);
        }
        Event::Adjourned { .. } => _ = hosted.game.adjourn(time),
        Event::TimeGiven { color, given, .. } => hosted.game.give_time(*color, *given),
        Event::Ended(end) => hosted.game.restore_end(*end, time),
        // The rest is in the state that clients see.
        _ => {}
    }
}

fn unplayable(game: GameId, number: u64, square: Square, why: Rejection) -> DamagedRow {
    let row = format!("{} {number}", RoomKey::Game(game));
    DamagedRow::new("events", row, format!("the move {square} cannot be replayed: {why}"))
}

/// Gives a stored event the details that the store leaves out, from the same event as the replay has it.
fn complete(stored: &mut Event, replayed: Option<Event>) {
    let (clocks, turn, now, details) = match (stored, replayed) {
        (
            Event::Moved { mv, ply, clocks, turn, .. },
            Some(Event::Moved { mv: same, ply: same_ply, clocks: now, turn: details, .. }),
        ) if *mv == same && *ply == same_ply => (clocks, turn, now, details),
        (
            Event::TakenBack { clocks, turn, .. } | Event::Resumed { clocks, turn, .. },
            Some(
                Event::TakenBack { clocks: now, turn: details, .. }
                | Event::Resumed { clocks: now, turn: details, .. },
            ),
        ) => (clocks, turn, now, details),
        _ => return,
    };
    (clocks.running, clocks.parts) = (now.running, now.parts);
    *turn = details;
}
