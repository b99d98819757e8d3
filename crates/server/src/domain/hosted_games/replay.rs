//! Replays a game from its events.

use std::collections::VecDeque;

use willow_board::{Move, Rejection, Square};
use willow_protocol::{Event, GameId, Notice};

use super::HostedGame;
use crate::domain::{DamagedRow, RoomKey, StartedGame};

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

/// Replays a game from its events, and gives these the details that the store leaves out. What clients see of it
/// beside moves and clocks is reduced as they do it.
pub(crate) fn replay(
    mut hosted: HostedGame,
    events: &mut [Notice],
) -> Result<HostedGame, DamagedRow> {
    // The store has the colours of the end.
    if events.iter().any(|it| matches!(it.event, Event::Komi { exchanged: true, .. })) {
        hosted.exchange_colors();
    }
    let mut last = hosted.started_at;
    let mut state = hosted.state(last);
    // The events of the last move: its passes and the end follow in the log.
    let mut moved = VecDeque::new();
    for notice in events {
        let time = notice.time;
        hosted.game.repeat_requests(&state);
        match &mut notice.event {
            // The referee plays passes itself, so the passes of the log are there already.
            event @ Event::Moved { mv: Move::Place(_), .. } => {
                let Event::Moved { mv: Move::Place(square), turn, clocks, .. } = event else {
                    continue;
                };
                hosted.game.run_clocks(time);
                if let Some(used) = turn.used {
                    hosted.game.repeat_used(used, time);
                }
                let (game, number) = (hosted.id, notice.number.unwrap_or(0));
                let placed = hosted.game.place(*square, time);
                moved = placed.map_err(|why| unplayable(game, number, *square, why))?.into();
                hosted.game.repeat_stop(clocks, time);
                complete(event, moved.pop_front());
            }
            event @ Event::Moved { mv: Move::Pass, .. } => complete(event, moved.pop_front()),
            event @ Event::TakenBack { .. } => {
                let Event::TakenBack { plies, clocks, .. } = event else { continue };
                hosted.game.repeat_takeback(*plies, clocks, time);
                complete(event, Some(hosted.taken_back(time)));
            }
            event @ Event::Resumed { .. } => {
                let Event::Resumed { away_since, clocks, .. } = event else { continue };
                let resumed = hosted.game.resume(away_since.unwrap_or(last), time);
                hosted.game.repeat_stop(clocks, time);
                complete(event, Some(resumed));
            }
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
        // Whether moves are missing, the referee notices.
        state.apply(notice);
        last = time;
    }
    hosted.game.repeat_requests(&state);
    Ok(hosted)
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
