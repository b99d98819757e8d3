//! The formulas of PAPP's manual, and tournaments of 8 to 200 players by its penalties.

use willow_pairing::matching::{WeightedGraph, max_weight_matching};
use willow_pairing::{
    Color, Entrant, Float, ForbiddenPairs, Meeting, PAPP, PairingProblem, PenaltyTable,
    PenaltyTerm, PlayerId, Preset, Rules,
};

use crate::support::{Random, event_of, play_round, swiss};

fn entrant(id: u32, half_points: u32) -> Entrant {
    Entrant {
        id: PlayerId(id),
        half_points,
        color_balance: 0,
        last_colors: Vec::new(),
        last_float: None,
        country: None,
        rank: id as usize - 1,
        group_place: 0,
        group_size: 1,
        meetings: Vec::new(),
        byes: Vec::new(),
    }
}

/// Each term alone, with the numbers of the manual's formulas.
#[test]
fn every_term_is_that_of_the_manual() {
    let papp = PenaltyTable::Papp.penalties();
    let terms = |black: &Entrant, white: &Entrant, round| -> Vec<(PenaltyTerm, Option<i64>)> {
        let cost = papp.of_pair(round, black, white);
        cost.terms.iter().map(|cost| (cost.term, cost.penalty)).collect()
    };
    // Both have even colours: each will have a difference of 1.
    let new = terms(&entrant(1, 0), &entrant(2, 0), 1);
    assert_eq!(
        new,
        [(PenaltyTerm::ColorDifference, Some(20)), (PenaltyTerm::ColorDifference, Some(20))]
    );
    // One Black too many and Black again: a difference of 2, and the colour of the last round.
    let twice = Entrant { color_balance: 1, last_colors: vec![Color::Black], ..entrant(1, 0) };
    let other = Entrant { color_balance: -1, last_colors: vec![Color::White], ..entrant(2, 0) };
    let right = terms(&other, &twice, 2);
    assert!(right.is_empty(), "{right:?}");
    let expected = [
        (PenaltyTerm::ColorDifference, Some(105)),
        (PenaltyTerm::SameColor, Some(15)),
        (PenaltyTerm::ColorDifference, Some(105)),
        (PenaltyTerm::SameColor, Some(15)),
    ];
    assert_eq!(terms(&twice, &other, 2), expected);
    // A float of 2 half-points: 40,588, and elitism 100 · (4 + 2) · 2 / 2 in round 3.
    let high = Entrant { last_float: Some(Float::Down), ..entrant(1, 4) };
    let low = Entrant { last_float: Some(Float::Down), ..entrant(2, 2) };
    let floats: Vec<_> = terms(&high, &low, 3)
        .into_iter()
        .filter(|(term, _)| *term != PenaltyTerm::ColorDifference)
        .collect();
    let expected = [
        (PenaltyTerm::Float, Some(40_588)),
        (PenaltyTerm::FloatAgain, Some(25)),
        (PenaltyTerm::FloatBack, Some(-10)),
        (PenaltyTerm::Elitism, Some(600)),
    ];
    assert_eq!(floats, expected);
    assert_eq!((PAPP.len(), PAPP[0], PAPP[23]), (24, 20_000, 2_079_081));
    // A pair again: with the other colours dear, with the same ones forbidden, and one more in the next round.
    let met = |round, color| Meeting { round, opponent: PlayerId(2), color };
    let again = Entrant { meetings: vec![met(1, Color::White)], ..entrant(1, 0) };
    let rematch = |terms: Vec<(PenaltyTerm, Option<i64>)>| {
        let terms = terms.into_iter().filter(|(term, _)| *term != PenaltyTerm::ColorDifference);
        terms.collect::<Vec<_>>()
    };
    let expected =
        [(PenaltyTerm::RematchOtherColors, Some(5_000_000)), (PenaltyTerm::LastRound, Some(1))];
    assert_eq!(rematch(terms(&again, &entrant(2, 0), 2)), expected);
    let same = Entrant { meetings: vec![met(1, Color::Black)], ..entrant(1, 0) };
    let expected = [(PenaltyTerm::RematchSameColors, None)];
    assert_eq!(rematch(terms(&same, &entrant(2, 0), 4)), expected);
    let [one, two] = [1, 2].map(|id| Entrant { country: Some("FRA".to_owned()), ..entrant(id, 0) });
    assert!(terms(&one, &two, 1).contains(&(PenaltyTerm::Country, Some(2))));
}

/// A bye floats down to half a point below the last player.
#[test]
fn a_bye_costs_what_the_manual_says() {
    let papp = PenaltyTable::Papp.penalties();
    let player = Entrant { color_balance: -2, ..entrant(1, 3) };
    let cost = papp.of_bye(2, &player, 2, 6);
    // f = 3 - 2 + 1 = 2; elitism 100 · (3 + 2 - 1) · 2 / 2.
    assert_eq!(cost.total(), 105 + 40_588 + 400);
    let second = Entrant { byes: vec![1], ..player };
    assert_eq!(papp.of_bye(3, &second, 2, 6).n_forbidden(), 1);
}

#[test]
fn equal_colours_are_the_reverse_of_the_last_difference() {
    use Color::{Black, White};

    let papp = PenaltyTable::Papp.penalties();
    let both = |colors: [Vec<Color>; 2]| -> PlayerId {
        let [first, second] = colors;
        let entrants = vec![
            Entrant { last_colors: first, ..entrant(1, 2) },
            Entrant { last_colors: second, ..entrant(2, 2) },
        ];
        let forbidden_pairs = ForbiddenPairs::Never;
        let problem =
            PairingProblem { round: 5, penalties: &papp, forbidden_pairs, entrants, seed: 1 };
        problem.pair().unwrap().pairs[0].black
    };
    assert_eq!(
        both([vec![White, White, Black, Black], vec![White, White, Black, White]]),
        PlayerId(2)
    );
    assert_eq!(
        both([vec![White, Black, White, Black], vec![White, Black, Black, White]]),
        PlayerId(1)
    );
}

/// What every tournament of 13 rounds keeps: nobody meets anybody twice, nobody has two byes, colours are balanced, and nobody plays
/// far from the own score.
#[test]
fn events_of_thirteen_rounds_keep_the_laws() {
    for n in [16, 17, 21, 30, 47, 64, 99, 200] {
        let mut tournament = swiss(Preset::PappWof, n, 13, u64::from(n));
        let mut random = Random(u64::from(n));
        for round in 1..=13 {
            tournament.pair(round).unwrap();
            play_round(&mut tournament, round, &mut random);
        }
        assert!(tournament.is_over());
        let mut met = std::collections::BTreeSet::new();
        let mut balances = std::collections::BTreeMap::new();
        let mut byes = std::collections::BTreeSet::new();
        for round in tournament.rounds() {
            assert_eq!(round.players().count(), n as usize);
            for table in &round.tables {
                let pair = [table.black.min(table.white), table.black.max(table.white)];
                // With 16 and 17 players nearly everybody meets everybody.
                assert!(met.insert(pair) || n <= 17, "{n}: {pair:?} twice");
                *balances.entry(table.black).or_insert(0_i32) += 1;
                *balances.entry(table.white).or_insert(0_i32) -= 1;
            }
            assert_eq!(round.byes.len(), n as usize % 2);
            assert!(round.byes.iter().all(|bye| byes.insert(bye.player)), "{n}: a second bye");
        }
        let max = if n <= 17 { 5 } else { 3 };
        assert!(balances.values().all(|balance| balance.abs() <= max), "{n}: {balances:?}");
        // The pairing that was made is the cheapest one: without any of its pairs it costs as much or more.
        for pair in tournament.costs(13).unwrap().iter().take(3) {
            if let Ok(alternative) = tournament.alternative(13, pair.black) {
                assert!(0 <= alternative.extra_cost, "{n}: {alternative:?}");
            }
        }
    }
}

/// With 8 players 10 rounds need rematches: in every round as few as possible, by a matching that counts nothing else.
#[test]
fn few_players_meet_again_only_if_they_must() {
    for seed in 0..5 {
        let rules = Preset::PappWof.rules(10, seed);
        let forbidden_pairs = ForbiddenPairs::IfNeeded;
        let mut tournament = event_of(Rules { forbidden_pairs, ..rules }, 8);
        let mut random = Random(seed);
        let mut met = std::collections::BTreeSet::new();
        for round in 1..=10 {
            let tables = &tournament.pair(round).unwrap().tables;
            let pairs: Vec<[u32; 2]> = tables
                .iter()
                .map(|table| [table.black.0.min(table.white.0), table.black.0.max(table.white.0)])
                .collect();
            let mut graph = WeightedGraph::new(8);
            for u in 0..8 {
                for v in u + 1..8 {
                    let is_rematch = met.contains(&[u as u32 + 1, v as u32 + 1]);
                    graph.set(u, v, Some(-i128::from(is_rematch)));
                }
            }
            let fewest = -max_weight_matching(&graph).weight(&graph);
            let found = pairs.iter().filter(|pair| met.contains(*pair)).count();
            assert_eq!(found as i128, fewest, "seed {seed}, round {round}: {pairs:?}");
            met.extend(pairs);
            play_round(&mut tournament, round, &mut random);
        }
    }
}

/// The whole of it: standings, penalties of all pairs, matching. The bound is for unoptimised builds on busy machines.
#[test]
fn five_hundred_players_are_paired_in_seconds() {
    let mut tournament = swiss(Preset::PappWof, 500, 13, 1);
    let mut random = Random(1);
    let mut slowest = std::time::Duration::ZERO;
    for round in 1..=7 {
        let start = std::time::Instant::now();
        tournament.pair(round).unwrap();
        slowest = slowest.max(start.elapsed());
        play_round(&mut tournament, round, &mut random);
    }
    println!("500 players, the slowest of 7 rounds: {slowest:?}");
    assert!(slowest.as_secs() < 60);
}

#[test]
fn the_seed_decides_and_nothing_else() {
    let pairs = |seed| {
        let mut tournament = swiss(Preset::PappWof, 40, 3, seed);
        let mut random = Random(1);
        for round in 1..=3 {
            tournament.pair(round).unwrap();
            play_round(&mut tournament, round, &mut random);
        }
        tournament.rounds().to_vec()
    };
    assert_eq!(pairs(1), pairs(1));
    assert_ne!(pairs(1)[0], pairs(2)[0]);
}

#[test]
fn nearest_ranks_meet_by_ggs() {
    let mut tournament = swiss(Preset::GgsTd, 8, 3, 1);
    let round = tournament.pair(1).unwrap();
    for table in &round.tables {
        assert_eq!(table.black.0.abs_diff(table.white.0), 1, "{table:?}");
    }
}
