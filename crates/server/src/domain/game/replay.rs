//! Replays a game from its events.

use std::collections::VecDeque;

use willow_board::Move;
use willow_protocol::{Event, Notice, OfferedResult, Side};

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

/// Replays a game from its events, and gives these the details that the store leaves out.
pub(crate) fn replay(
    mut active: ActiveGame,
    events: &mut [Notice],
) -> Result<ActiveGame, DamagedRow> {
    // The store has the colours of the end.
    if events.iter().any(|it| matches!(it.event, Event::Komi { exchanged: true, .. })) {
        active.exchange_colors();
    }
    let mut last = active.started_at();
    // The events of the last move: its passes and the end follow in the log.
    let mut moved = VecDeque::new();
    for notice in events {
        let time = notice.time;
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
                let events = active.place(*square, time).map_err(|rejection| {
                    let row =
                        format!("{} {}", RoomKey::Game(active.id), notice.number.unwrap_or(0));
                    let problem = format!("the move {square} cannot be replayed: {rejection}");
                    DamagedRow::new("events", row, problem)
                })?;
                moved = events.into();
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
            Event::ResultOffered { color, result } => {
                active.offered_result =
                    Some(OfferedResult { color: Side(*color), result: *result });
            }
            Event::AdjournAsked { color } | Event::ContinueAsked { color } => {
                active.adjourn_asked = Some(*color);
            }
            Event::Adjourned { .. } => _ = active.adjourn(time),
            Event::RequestRefused => (active.offered_result, active.adjourn_asked) = (None, None),
            Event::TakebackAsked { color } => active.takeback = Some(*color),
            Event::TakebackRefused => active.takeback = None,
            Event::TimeGiven { color, given, .. } => active.give_time(*color, *given),
            Event::Ended(end) => active.restore_end(*end, time),
            Event::Gone { color, claim_at } => active.told_gone[color.index()] = Some(*claim_at),
            Event::Back { color } => active.told_gone[color.index()] = None,
            // What else happens in a game's room does not change the game.
            _ => {}
        }
        last = time;
    }
    Ok(active)
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
