//! Replays a game from its events.

use std::collections::VecDeque;

use willow_board::{Move, Rejection, Square};
use willow_protocol::{Event, GameId, Notice};

use super::ActiveGame;
use crate::domain::{DamagedRow, RoomKey, StartedGame};

/// Gives the events of a game that is over the details that the store leaves out.
///
/// # Errors
/// The moves must be legal.
pub(crate) fn complete_events(
    started: StartedGame,
    events: &mut [Notice],
) -> Result<(), DamagedRow> {
    replay(ActiveGame::new(started), events).map(|_| ())
}

/// Replays a game from its events, and gives these the details that the store leaves out. What clients see of it
/// beside moves and clocks is reduced as they do it.
pub(crate) fn replay(
    mut active: ActiveGame,
    events: &mut [Notice],
) -> Result<ActiveGame, DamagedRow> {
    // The store has the colours of the end.
    if events.iter().any(|it| matches!(it.event, Event::Komi { exchanged: true, .. })) {
        active.exchange_colors();
    }
    let mut last = active.started_at();
    let mut state = active.state(last);
    // The events of the last move: its passes and the end follow in the log.
    let mut moved = VecDeque::new();
    for notice in events {
        let time = notice.time;
        active.repeat_requests(&state);
        match &mut notice.event {
            // The referee plays passes itself, so the passes of the log are there already.
            event @ Event::Moved { mv: Move::Place(_), .. } => {
                let Event::Moved { mv: Move::Place(square), turn, clocks, .. } = event else {
                    continue;
                };
                active.run_clocks(time);
                if let Some(used) = turn.used {
                    active.repeat_used(used, time);
                }
                let (game, number) = (active.id, notice.number.unwrap_or(0));
                let placed = active.place(*square, time);
                moved = placed.map_err(|why| unplayable(game, number, *square, why))?.into();
                active.repeat_stop(clocks, time);
                complete(event, moved.pop_front());
            }
            event @ Event::Moved { mv: Move::Pass, .. } => complete(event, moved.pop_front()),
            event @ Event::TakenBack { .. } => {
                let Event::TakenBack { plies, clocks, .. } = event else { continue };
                active.repeat_takeback(*plies, clocks, time);
                complete(event, Some(active.taken_back(time)));
            }
            event @ Event::Resumed { .. } => {
                let Event::Resumed { away_since, clocks, .. } = event else { continue };
                let resumed = active.resume(away_since.unwrap_or(last), time);
                active.repeat_stop(clocks, time);
                complete(event, Some(resumed));
            }
            Event::Held { .. } => active.repeat_hold(time),
            Event::Bid { name, .. } => active.repeat_bid(name, time),
            Event::Komi { komi, exchanged, .. } => {
                if *exchanged {
                    active.exchange_colors();
                }
                active.end_bidding(*komi, time);
            }
            Event::Adjourned { .. } => _ = active.adjourn(time),
            Event::TimeGiven { color, given, .. } => active.give_time(*color, *given),
            Event::Ended(end) => active.restore_end(*end, time),
            // The rest is in the state that clients see.
            _ => {}
        }
        // Whether moves are missing, the referee notices.
        state.apply(notice);
        last = time;
    }
    active.repeat_requests(&state);
    Ok(active)
}

fn unplayable(game: GameId, number: u64, square: Square, why: Rejection) -> DamagedRow {
    let row = format!("{} {number}", RoomKey::Game(game));
    DamagedRow::new("events", row, format!("the move {square} cannot be replayed: {why}"))
}

/// Gives a stored event the details that the store leaves out, from the same event as the replay has it.
fn complete(stored: &mut Event, replayed: Option<Event>) {
    let Some(replayed) = replayed else { return };
    match (stored, replayed) {
        (
            Event::Moved { mv, ply, clocks, turn, .. },
            Event::Moved { mv: same, ply: same_ply, clocks: now, turn: details, .. },
        ) if *mv == same && *ply == same_ply => {
            (clocks.running, clocks.parts) = (now.running, now.parts);
            *turn = details;
        }
        (
            Event::TakenBack { clocks, turn, .. },
            Event::TakenBack { clocks: now, turn: details, .. },
        )
        | (
            Event::Resumed { clocks, turn, .. },
            Event::Resumed { clocks: now, turn: details, .. },
        ) => {
            (clocks.running, clocks.parts) = (now.running, now.parts);
            *turn = details;
        }
        _ => {}
    }
}
