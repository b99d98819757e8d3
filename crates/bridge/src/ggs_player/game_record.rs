//! Games of a player as records.

use std::time::Duration;

use willow_board::{Color, EndReason};
use willow_records::{
    MoveNote, RecordedEnding, RecordedGame, RecordedPlayer, RecordedResult, Synchro,
};

use crate::ggs::{ClockTerms, MatchEnd, OwnGame, PlayedMove};

/// A result from which on a game that is not finished was resigned or lost on time.
const WIPE_OUT: f64 = 63.0;

/// The last digit of results that the server tells.
const HUNDREDTH: f64 = 0.01;

/// How a game ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ending<'a> {
    /// The end and the player from whose point of view it is.
    pub(super) end: Option<&'a (MatchEnd, String)>,
    /// The player whose extension ended.
    pub(super) lost_on_time: Option<&'a str>,
}

/// Returns the record of a game of ours. Its end is told by the server, not by the board alone.
pub(super) fn record(
    own: &OwnGame,
    terms: &[(String, ClockTerms)],
    Ending { end, lost_on_time }: Ending<'_>,
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
    let black_result = black_result.map(|told| exact_result(own, ending, told));
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
        let bid = bid_of(own, color).unwrap_or_default();
        RecordedPlayer { name, rating, clock, bid }
    });
    add_notes(&mut record, own);
    record
}

/// Returns Black's result with all digits of the komi: what the server tells has two.
fn exact_result(own: &OwnGame, ending: RecordedEnding, told: f64) -> f64 {
    let discs = match ending {
        RecordedEnding::Board => own.game.outcome().map(|outcome| outcome.result.value()),
        RecordedEnding::Resigned => Some(if told < 0.0 { -64 } else { 64 }),
        _ => None,
    };
    let exact = discs.map(|discs| f64::from(discs) - own.komi.discs());
    exact.filter(|exact| (exact - told).abs() < HUNDREDTH).unwrap_or(told)
}

/// Returns what a player bid for the first move: it is known of whoever plays it.
fn bid_of(own: &OwnGame, color: Color) -> Option<String> {
    let is_movers = own.kind.komi && color == own.game.start().side_to_move();
    own.moves
        .first()
        .filter(|_| is_movers)
        .map(|first| PlayedMove { seconds: None, ..*first }.to_string())
}

/// Adds the evaluations and times that both players sent.
fn add_notes(record: &mut RecordedGame, own: &OwnGame) {
    for (ply, played) in own.moves.iter().enumerate() {
        let time = played.seconds.map(Duration::from_secs_f64);
        record.set_note(ply, MoveNote { eval: played.eval, time, comment: String::new() });
    }
}

#[cfg(test)]
mod tests {
    use willow_board::Game;

    use super::*;
    use crate::ggs::{BoardBlock, JoinedGame, Komi, MatchId, SeatLine};

    #[test]
    fn a_game_with_komi_keeps_all_digits_of_its_result_and_the_first_bid() {
        let clock = "05:00,0:0//02:00,0:0".parse().unwrap();
        let seat = |name: &str| SeatLine { name: name.to_owned(), rating: 1720.0, clock };
        // The shortest game that leaves no white disc.
        let moves = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];
        let mut game = Game::new();
        let mut moves: Vec<PlayedMove> = moves.iter().map(|text| text.parse().unwrap()).collect();
        for played in &moves {
            game.play(played.mv).unwrap();
        }
        moves[0] = moves[0].with_eval(1.5).with_seconds(3.0);
        let block = |game: &Game| BoardBlock {
            seats: [seat("alice"), seat("bob")],
            is_bidding: false,
            position: *game.position(),
        };
        let own = OwnGame::join(&JoinedGame {
            id: MatchId::of_match(5),
            kind: "8k".parse().unwrap(),
            komi: Komi::Discs(-1.015),
            start: Some(block(&Game::new())),
            moves,
            now: block(&game),
        });
        let end = (MatchEnd::Result(-65.02), "bob".to_owned());
        let record = record(&own, &[], Ending { end: Some(&end), lost_on_time: None });
        assert_eq!(record.result.map(|result| result.score), Some(65.015));
        assert_eq!(record.players.map(|player| player.bid), ["e6/1.50".to_owned(), String::new()]);
    }
}
