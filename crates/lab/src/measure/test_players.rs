//! How players err on a test set: positions whose best scores are known.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use willow_board::{Action, Clock, Game, Move, TimeControl};
use willow_players::{Decision, GameSetup, MoveRequest, Player, PlayerError, StopFlag};
use willow_records::obf::{self, ScoredPosition};

use crate::statistics::mean_and_error;

/// A mean with half of its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanWithInterval {
    /// In discs.
    pub mean: f64,
    /// Half of the 95% interval.
    pub half: f64,
}

/// What the answers of a player were worth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TestResult {
    /// The number of positions.
    pub positions: usize,
    /// The number of positions in which it played a best move.
    pub best_moves: usize,
    /// The positions that it visited, as it counts them; 0 if it does not tell.
    pub nodes: u64,
    /// The time that it took.
    pub time: Duration,
    /// The difference between its value and the best score, in discs, where it told a value in discs.
    errors: Vec<f64>,
    /// What its moves lost, in discs, where the file has the score of the move.
    losses: Vec<f64>,
}

impl TestResult {
    /// Returns the part of the positions in which it played a best move, from 0 to 1.
    pub fn best_move_share(&self) -> f64 {
        self.best_moves as f64 / self.positions.max(1) as f64
    }

    /// Returns the mean difference between its value and the best score, in discs, and the number of
    /// positions in which it told a value; `None` if it never did.
    pub fn error(&self) -> Option<(MeanWithInterval, usize)> {
        mean(&self.errors).map(|error| (error, self.errors.len()))
    }

    /// Returns what its moves lost on average, in discs; `None` if the file does not score all of them.
    pub fn loss(&self) -> Option<MeanWithInterval> {
        mean(&self.losses).filter(|_| self.losses.len() == self.positions)
    }

    /// Counts an answer to a position.
    fn count(&mut self, test: &ScoredPosition, decision: &Decision, time: Duration) {
        let best = f64::from(test.best_score().expect("a test set has scores").value());
        let score_of = |mv: Move| test.scores.iter().find(|scored| scored.mv == mv);
        let score = match decision.action {
            Action::Play(mv) => score_of(mv).map(|scored| f64::from(scored.score.value())),
            Action::Resign => None,
        };
        self.positions += 1;
        self.best_moves += usize::from(score.is_some_and(|score| best <= score));
        self.losses.extend(score.map(|score| best - score));
        self.time += time;
        if let Some(thought) = &decision.report {
            self.nodes += thought.nodes.unwrap_or(0);
            self.errors.extend(thought.discs().map(|value| (value - best).abs()));
        }
    }
}

/// Returns the mean of values; `None` if there are none.
fn mean(values: &[f64]) -> Option<MeanWithInterval> {
    let (mean, half) = mean_and_error(values);
    (!values.is_empty()).then_some(MeanWithInterval { mean, half })
}

/// Reads a test set, a file in OBF as `willow lab testset` writes it. Remarks are ignored.
///
/// # Errors
/// The file must be readable, and every position must have scored moves.
pub fn read_test_set(path: &Path) -> Result<Vec<ScoredPosition>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let set: Vec<ScoredPosition> = lines
        .map(|(number, line)| {
            test_position(line).with_context(|| format!("{}:{number}", path.display()))
        })
        .collect::<Result<_>>()?;
    ensure!(!set.is_empty(), "{} has no positions", path.display());
    Ok(set)
}

fn test_position(line: &str) -> Result<ScoredPosition> {
    let scored = obf::parse(line)?;
    ensure!(!scored.position.legal_moves().is_empty(), "the side to move has no move");
    ensure!(
        !scored.scores.is_empty(),
        "no move has a score, as in `f5:+2`; make a test set with `willow lab testset`"
    );
    Ok(scored)
}

/// Asks every player for its move in every position. The players take turns, so that what disturbs the
/// machine disturbs all of them.
///
/// Every position is a new game without a clock. `on_answer` is called after each answer.
///
/// # Errors
/// A player cannot go on, or answers with an illegal move.
pub fn test_players(
    players: &mut [Box<dyn Player>],
    set: &[ScoredPosition],
    on_answer: &mut dyn FnMut(),
) -> Result<Vec<TestResult>, PlayerError> {
    let mut results = vec![TestResult::default(); players.len()];
    for test in set {
        for (player, result) in players.iter_mut().zip(&mut results) {
            let (decision, time) = answer(player.as_mut(), test)?;
            result.count(test, &decision, time);
            on_answer();
        }
    }
    Ok(results)
}

/// Returns a player's decision in a position, and how long it took.
fn answer(
    player: &mut dyn Player,
    test: &ScoredPosition,
) -> Result<(Decision, Duration), PlayerError> {
    let position = test.position;
    let game = Game::from_position(position);
    player.start_game(&GameSetup { start: position, color: position.side_to_move(), seed: 0 })?;
    let (clock, stop) = (Clock::new(TimeControl::Unlimited), StopFlag::new());
    let began = Instant::now();
    let decision = player.choose(&MoveRequest::new(&game, &clock, Duration::ZERO, &stop))?;
    let time = began.elapsed();
    if let Action::Play(mv) = decision.action
        && let Err(reason) = position.play(mv)
    {
        let reason = format!("{mv} in {position}: {reason}");
        return Err(PlayerError::Failed { player: player.name().to_owned(), reason });
    }
    Ok((decision, time))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first position has a score for every move, the second one has other moves, too.
    const SET: &str = "\
---------------------------OX------XO--------------------------- X; d3:+4; c4:+2; f5:+4; e6:-2;

--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; g8:+18; h1:+12; % FForum 1, in part
";

    fn set_in(text: &str) -> Result<Vec<ScoredPosition>> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("set.obf");
        fs::write(&path, text).unwrap();
        read_test_set(&path)
    }

    /// A player whose answers are given: moves with values in discs.
    struct Scripted(Vec<(&'static str, Option<f64>)>);

    impl Player for Scripted {
        fn name(&self) -> &'static str {
            "scripted"
        }

        fn choose(&mut self, _: &MoveRequest<'_>) -> Result<Decision, PlayerError> {
            let (mv, value) = self.0.remove(0);
            let mv: Move = mv.parse().unwrap();
            let value = value.map(willow_players::ThoughtValue::Discs);
            let thought = willow_players::SearchInfo {
                value,
                nodes: Some(7),
                ..willow_players::SearchInfo::of_move(mv)
            };
            Ok(Decision { report: Some(thought), ..Decision::from(mv) })
        }
    }

    fn results(answers: &[&[(&'static str, Option<f64>)]]) -> Vec<TestResult> {
        let mut players: Vec<Box<dyn Player>> = Vec::new();
        for answers in answers {
            players.push(Box::new(Scripted(answers.to_vec())));
        }
        let mut n_answers = 0;
        let results = test_players(&mut players, &set_in(SET).unwrap(), &mut || n_answers += 1);
        assert_eq!(n_answers, 2 * answers.len());
        results.unwrap()
    }

    #[test]
    fn errors_losses_and_best_moves_are_those_of_the_answers() {
        let [result] = &results(&[&[("c4", Some(1.0)), ("g8", Some(17.0))]])[..] else { panic!() };
        assert_eq!((result.positions, result.best_moves, result.nodes), (2, 1, 14));
        let (error, n_values) = result.error().unwrap();
        assert_eq!((error.mean, n_values), (2.0, 2), "4 - 1 and 18 - 17");
        assert!((error.half - 1.96 * 2.0_f64.sqrt() / 2.0_f64.sqrt()).abs() < 1e-3, "{error:?}");
        assert_eq!(result.loss().map(|loss| loss.mean), Some(1.0), "2 and 0");
    }

    /// A move without a score may lose anything; a value that is not told is not an error.
    #[test]
    fn what_is_not_known_is_left_out() {
        let answers: [&[_]; 2] =
            [&[("f5", None), ("h7", Some(20.0))], &[("f5", None), ("g8", None)]];
        let [unscored, silent] = &results(&answers)[..] else { panic!() };
        assert_eq!((unscored.best_moves, unscored.loss()), (1, None));
        assert_eq!(
            unscored.error().map(|(error, n_values)| (error.mean, n_values)),
            Some((2.0, 1))
        );
        assert_eq!((silent.best_moves, silent.error()), (2, None));
        assert_eq!(silent.loss().map(|loss| loss.mean), Some(0.0));
    }

    #[test]
    fn an_illegal_answer_is_an_error() {
        let mut players: Vec<Box<dyn Player>> = vec![Box::new(Scripted(vec![("a1", None)]))];
        let error = test_players(&mut players, &set_in(SET).unwrap(), &mut || ()).unwrap_err();
        assert!(error.to_string().starts_with("scripted failed: a1 in "), "{error}");
    }

    #[test]
    fn a_wrong_file_is_an_error_that_says_where() {
        let start = "---------------------------OX------XO--------------------------- X;";
        for (text, expected) in [
            (format!("{SET}{start}\n"), "set.obf:4: no move has a score"),
            (format!("{start} d3:+4;\nnonsense\n"), "set.obf:2: "),
            ("\n".to_owned(), "set.obf has no positions"),
            (
                format!("{}XO X; pass:+4;\n", "-".repeat(62)),
                "set.obf:1: the side to move has no move",
            ),
        ] {
            let error = format!("{:#}", set_in(&text).unwrap_err());
            assert!(error.contains(expected), "{error}");
        }
    }
}
