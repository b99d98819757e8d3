//! Counterfactuals are checked by a simple solver of endings.

use willow_board::Color;
use willow_engine::{Goal, SearchLimits, StopFlag};
use willow_testkit::{exact_score, random_positions};

use super::*;
use crate::test_support::{controlled, discs_of, engine, position_of};
use crate::{Language, compare};

/// Returns the exact value of a move for its side, by naive rules.
fn value(position: &Position, mv: Square) -> i32 {
    -exact_score(&discs_of(position.board()).after(mv.index() as u32))
}

fn best_value(position: &Position) -> i32 {
    let moves = position.legal_moves().squares();
    moves.map(|mv| value(position, mv)).max().unwrap()
}

/// Calls a function with the worst move of each of some endings, solved.
fn for_each_error(mut check: impl FnMut(&MoveAnalysis, Option<Counterfactual>)) {
    let (mut engine, stop) = (engine(), StopFlag::new());
    let mut compare = |position: &Position, mv, limits| {
        controlled(&stop, |control| compare(&mut engine, position, mv, limits, control))
    };
    for position in random_positions(7, 15).iter().map(position_of) {
        let moves = position.legal_moves().squares();
        let Some(mv) = moves.min_by_key(|&mv| value(&position, mv)) else { continue };
        let found = compare(&position, mv, SearchLimits::solve(Goal::Exact));
        if 0.0 < found.loss() {
            let mut search = CounterfactualSearch::new(found.clone());
            let mut n_compared = 0;
            while let Some((position, level)) = search.wanted() {
                assert_eq!(search.counterfactual(), None);
                assert!(search.progress().0 == n_compared && n_compared < search.progress().1);
                search.answer(&compare(&position, mv, SearchLimits::level(level)));
                n_compared += 1;
            }
            assert_eq!(search.progress().0, search.progress().1);
            check(&found, search.counterfactual());
        }
    }
}

#[test]
fn the_move_is_the_best_one_after_the_change_and_only_then() {
    let mut n_found = 0;
    for_each_error(|found, counterfactual| {
        let Some(counterfactual) = counterfactual else { return };
        let (before, mv) = (&found.position, found.mv);
        let changed = counterfactual.applied_to(before).unwrap();
        assert!(value(before, mv) < best_value(before), "{found:?}");
        assert_eq!(value(&changed, mv), best_value(&changed), "{found:?} {counterfactual:?}");
        let differs = |square: &Square| before.disc_at(*square) != changed.disc_at(*square);
        let different: Vec<_> = Square::ALL.into_iter().filter(differs).collect();
        assert_eq!(different, [counterfactual.square]);
        check_sentence(found, counterfactual, &changed);
        n_found += 1;
    });
    assert!(5 < n_found, "{n_found}");
}

/// Reads the sentence back: the change that it names is the one that was made.
fn check_sentence(found: &MoveAnalysis, counterfactual: Counterfactual, changed: &Position) {
    let square = counterfactual.square;
    let [english, japanese] = [Language::English, Language::Japanese]
        .map(|language| counterfactual.text(found, language));
    let (condition, word) = match changed.disc_at(square) {
        None => (format!("If {square} were empty"), "空い"),
        Some(color) => (
            format!("If {color} had the disc on {square}"),
            if color == Color::Black { "黒石" } else { "白石" },
        ),
    };
    assert_eq!(english, format!("{condition}, {} would be the best move.", found.mv));
    let names = [square.to_string(), found.mv.to_string(), word.to_owned()];
    assert!(names.iter().all(|name| japanese.contains(name)), "{japanese}");
}

#[test]
fn a_loss_inside_the_errors_has_no_counterfactual() {
    for_each_error(|found, counterfactual| {
        let Some(Counterfactual { square, change, .. }) = counterfactual else { return };
        let confirmed = MoveAnalysis { mv: found.mv, best: found.mv, ..found.clone() };
        let confirmed = MoveAnalysis { value: found.value, best_value: found.value, ..confirmed };
        let changed = change.applied_to(&found.position, square).unwrap();
        let candidate = Candidate { square, change, changed };
        assert!(confirm(found, &confirmed, candidate).is_some());
        let noise = MoveClass::NOISE * found.errors().of_loss;
        let uncertain = MoveAnalysis {
            certainty: crate::Certainty::Estimate,
            best_value: found.value + willow_eval::Score::DISC * noise.floor() as i32,
            ..found.clone()
        };
        assert!(confirm(&uncertain, &confirmed, candidate).is_none());
    });
}
