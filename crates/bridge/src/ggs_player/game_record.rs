//! Games of a player as records.

use std::time::Duration;

use willow_board::{Color, EndReason};
use willow_records::{
    MoveNote, RecordedEnding, RecordedGame, RecordedPlayer, RecordedResult, Synchro,
};

use crate::ggs::{ClockTerms, MatchEnd, OwnGame};

/// A result from which on a game that is not finished was resigned or lost on time.
const WIPE_OUT: f64 = 63.0;

/// Returns the record of a game. `end` is from the point of view of `first`, who is named first; `lost_on_time`
/// is the player whose extension ended.
pub(super) fn record(
    own: &OwnGame,
    terms: &[(String, ClockTerms)],
    end: Option<&(MatchEnd, String)>,
    lost_on_time: Option<&str>,
) -> RecordedGame {
    let black_result = match end {
        Some((MatchEnd::Result(discs), first)) => {
            Some(if *first == own.names[0] { *discs } else { -discs })
        }
        _ => None,
    };
    let ending = match black_result {
        _ if lost_on_time.is_some() => RecordedEnding::TimedOut,
        // Whoever ran out of main time has lost, whatever the board says.
        _ if own.game.is_over() && own.in_overtime.contains(&true) => RecordedEnding::TimedOut,
        _ if own.game.is_over() => RecordedEnding::Board,
        Some(result) if (result + own.komi.discs()).abs() >= WIPE_OUT => RecordedEnding::Resigned,
        _ => RecordedEnding::Agreed,
    };
    let mut game = own.game.clone();
    if let Some(result) = black_result {
        let loser = if result < 0.0 { Color::Black } else { Color::White };
        match ending {
            // A game that is over on the board stays as it is.
            RecordedEnding::TimedOut => game.end(EndReason::TimedOut(loser)),
            RecordedEnding::Resigned => game.end(EndReason::Resigned(loser)),
            _ => {}
        }
    }
    let mut record = RecordedGame::new(game);
    "GGS/os".clone_into(&mut record.place);
    record.match_type = own.kind.to_string();
    record.komi = own.komi.known();
    record.result = black_result.map(|score| RecordedResult { score, ending });
    record.synchro = match own.id.game {
        None => None,
        Some(0) => Some(Synchro::First),
        Some(_) => Some(Synchro::Second),
    };
    record.players = Color::ALL.map(|color| {
        let name = own.names[color.index()].clone();
        let clock = terms.iter().find(|(other, _)| *other == name);
        let clock = clock.map_or_else(String::new, |(_, terms)| terms.to_string());
        let rating = Some(own.ratings[color.index()]);
        RecordedPlayer { name, rating, clock, ..RecordedPlayer::default() }
    });
    add_notes(&mut record, own);
    record
}

/// Adds the evaluations and times that both players sent.
fn add_notes(record: &mut RecordedGame, own: &OwnGame) {
    for (ply, played) in own.moves.iter().enumerate() {
        let eval = (played.eval != 0.0).then_some(played.eval);
        let time = (played.seconds > 0.0).then(|| Duration::from_secs_f64(played.seconds));
        record.set_note(ply, MoveNote { eval, time, comment: String::new() });
    }
}
