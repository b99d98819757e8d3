//! Plays the tables of a tournament's round on several threads.

use std::ops::{ControlFlow, RangeInclusive};
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::StopFlag;
use willow_board::TimeControl;

use crate::matches::{
    Contestant, GameRecord, MatchControl, MatchEnd, MatchError, MatchPlan, play_match,
};

/// A table of a round: the games of two players that are played there.
#[derive(Clone, Debug)]
pub struct TableMatch {
    /// The indices of the players; the first one has Black in the games with odd numbers.
    pub players: [usize; 2],
    /// The numbers of the games in the match between the two, which may go on in later rounds.
    pub games: RangeInclusive<u32>,
    /// Whether the match ends when one of them cannot be reached any more.
    pub best_of: bool,
    /// The games that are finished already.
    pub finished: Vec<GameRecord>,
}

/// How many tables play at once, what stops them and where their records go.
pub struct RoundControl<'a> {
    /// The number of tables that play at once; with a clock or a timed player one.
    pub parallel: usize,
    /// Stops the round; games in progress are lost.
    pub stop: &'a StopFlag,
    /// Is called with the index of the table and every finished game, in the order in which they end, and may end
    /// the round.
    pub on_game: &'a mut dyn FnMut(usize, &GameRecord) -> ControlFlow<()>,
}

/// Plays the games of a round that are not finished yet. Every two players have the same `plan`, so that all pairs
/// play from the same openings; `clocks` has a time control for each player.
///
/// The games are the same with any interruptions and any number of threads, if the moves of the players
/// depend only on the game and on their seeds.
///
/// # Errors
/// As [`play_match`].
pub fn play_round(
    contestants: &[Contestant<'_>],
    clocks: &[TimeControl],
    plan: &MatchPlan,
    tables: &[TableMatch],
    control: RoundControl<'_>,
) -> Result<MatchEnd, MatchError> {
    let RoundControl { parallel, stop, on_game } = control;
    let is_timed = clocks.iter().any(|&clock| clock != TimeControl::Unlimited)
        || contestants.iter().any(Contestant::is_timed);
    let n_threads = if is_timed { 1 } else { parallel.clamp(1, tables.len().max(1)) };
    let queue = Mutex::new(tables.iter().enumerate());
    let round = RoundWorkers { contestants, clocks, plan, stop };
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        // The receiver is dropped when this closure ends, even by a panic. Then the workers end too.
        let results = results;
        for _ in 0..n_threads {
            let (sender, round, queue) = (sender.clone(), &round, &queue);
            scope.spawn(move || {
                let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                while !round.stop.is_raised()
                    && let Some((index, table)) = next()
                {
                    if let Err(error) = round.play(index, table, &sender) {
                        // The receiver is gone when the round has ended early.
                        let _ = sender.send(Err(error));
                        break;
                    }
                }
            });
        }
        drop(sender);
        let end = results.iter().try_for_each(|result| match result {
            Ok((table, record)) if on_game(table, &record).is_continue() => Ok(()),
            Ok(_) => Err(Ok(MatchEnd::Decided)),
            Err(error) => Err(Err(error)),
        });
        match end {
            Ok(()) if stop.is_raised() => Ok(MatchEnd::Stopped),
            Ok(()) => Ok(MatchEnd::Complete),
            Err(end) => {
                stop.raise();
                end
            }
        }
    })
}

/// What all tables share.
struct RoundWorkers<'a, 'c> {
    contestants: &'a [Contestant<'c>],
    clocks: &'a [TimeControl],
    plan: &'a MatchPlan,
    stop: &'a StopFlag,
}

/// The index of a table and a game that was played there.
type TableGame = Result<(usize, GameRecord), MatchError>;

impl RoundWorkers<'_, '_> {
    /// Plays the games of a table until it is decided or the round stopped.
    fn play(
        &self,
        index: usize,
        table: &TableMatch,
        sender: &Sender<TableGame>,
    ) -> Result<(), MatchError> {
        let mut finished = table.finished.clone();
        let (first, last) = (*table.games.start(), *table.games.end());
        // A match that a majority ends is played game by game from where it can end.
        let steps: Vec<u32> =
            if table.best_of { (first + (last - first) / 2..=last).collect() } else { vec![last] };
        for end in steps {
            if self.stop.is_raised() || table.best_of && is_decided(table, &finished) {
                return Ok(());
            }
            let plan = self.plan.clone().part(first..=end);
            let plan = plan.with_clocks(table.players.map(|player| self.clocks[player]));
            let mut new_games = Vec::new();
            let mut on_game = |record: &GameRecord| {
                new_games.push(record.clone());
                match sender.send(Ok((index, record.clone()))) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            };
            let control = MatchControl { parallel: 1, stop: self.stop, on_game: &mut on_game };
            let contestants = table.players.map(|player| &self.contestants[player]);
            let old: Vec<GameRecord> =
                finished.iter().filter(|record| record.game <= end).cloned().collect();
            let played = play_match(contestants, &plan, &old, control)?;
            finished.extend(new_games);
            if played != MatchEnd::Complete {
                return Ok(());
            }
        }
        Ok(())
    }
}

/// Returns whether one of two players has more than half of the points of all games of a table.
fn is_decided(table: &TableMatch, finished: &[GameRecord]) -> bool {
    let n_games = (table.games.end() - table.games.start() + 1) as i32;
    let of_first: i32 = finished.iter().map(|record| 1 + record.result_of_first().sign()).sum();
    let of_second = 2 * finished.len() as i32 - of_first;
    n_games < of_first || n_games < of_second
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BuildContext;
    use crate::matches::OpeningSource;

    fn contestants() -> Vec<Contestant<'static>> {
        let spec = |text: &str| {
            Contestant::from_spec(&text.parse().unwrap(), &BuildContext::new(1)).unwrap()
        };
        ["maximizer", "random:seed=1", "alpha-beta:depth=2", "random:seed=2"].map(spec).into()
    }

    fn play(tables: &[TableMatch], max: usize) -> (MatchEnd, Vec<(usize, GameRecord)>) {
        let openings = OpeningSource::Random { plies: 6 };
        let plan = MatchPlan::new(8, &openings, TimeControl::Unlimited, 3).unwrap();
        let mut records = Vec::new();
        let mut on_game = |table: usize, record: &GameRecord| {
            records.push((table, record.clone()));
            if records.len() < max { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let stop = StopFlag::new();
        let control = RoundControl { parallel: 2, stop: &stop, on_game: &mut on_game };
        let clocks = [TimeControl::Unlimited; 4];
        let end = play_round(&contestants(), &clocks, &plan, tables, control).unwrap();
        records.sort_by_key(|(table, record)| (*table, record.game));
        (end, records)
    }

    fn table(players: [usize; 2], games: RangeInclusive<u32>) -> TableMatch {
        TableMatch { players, games, best_of: false, finished: Vec::new() }
    }

    fn moves(records: &[(usize, GameRecord)]) -> Vec<(usize, u32, String)> {
        let moves =
            |(table, record): &(usize, GameRecord)| (*table, record.game, record.moves.clone());
        records.iter().map(moves).collect()
    }

    #[test]
    fn a_part_of_a_match_has_its_games_and_an_interruption_changes_none() {
        let (_, whole) = play(&[table([2, 1], 1..=8)], 100);
        let (end, parts) = play(&[table([2, 1], 3..=4), table([0, 3], 1..=2)], 100);
        assert_eq!((end, parts.len()), (MatchEnd::Complete, 4));
        assert_eq!(moves(&parts)[..2], moves(&whole)[2..4]);
        let mut begun = table([2, 1], 3..=4);
        begun.finished = vec![parts[0].1.clone()];
        let (_, rest) = play(&[begun], 100);
        assert_eq!(moves(&rest), moves(&parts)[1..2]);
        assert_eq!(play(&[table([2, 1], 1..=8)], 2).0, MatchEnd::Decided);
    }

    #[test]
    fn a_majority_ends_a_match() {
        let best_of = |n| TableMatch { best_of: true, ..table([2, 1], 1..=n) };
        let (end, records) = play(&[best_of(7)], 100);
        assert_eq!(end, MatchEnd::Complete);
        let wins = records.iter().map(|(_, record)| record.result_of_first().sign());
        let (won, lost) = wins.fold((0, 0), |(won, lost), sign| {
            (won + i32::from(0 < sign), lost + i32::from(sign < 0))
        });
        assert!(4 <= won.max(lost) || records.len() == 7, "{won} {lost}");
        assert!(won <= 4 && lost <= 4, "{won} {lost}: it goes on after the decision");
    }
}
