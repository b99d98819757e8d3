//! Tournaments: standings, byes, corrections, finals; what is refused, and how it goes on.

use willow_pairing::tournament::{Change, GameNumber};
use willow_pairing::{
    Bye, ByeKind, Color, Finals, ForbiddenPairs, Format, GameResult, Player, PlayerId, Preset,
    Round, Rules, Stage, Standings, Table, TieBreak, Tournament,
};

use crate::support::{Random, enter, event_of, play_round, swiss};

fn refused(tournament: &mut Tournament, change: Change) -> String {
    let before = tournament.clone();
    let error = tournament.apply(change).unwrap_err().to_string();
    assert_eq!(*tournament, before, "a refused change changes nothing");
    assert!(!error.contains('\n') && !error.contains(". "), "one sentence: {error}");
    error
}

fn by_hand(tournament: &mut Tournament, round: u32, pairs: &[[u32; 2]], byes: &[u32]) {
    let tables = pairs.iter().map(|pair| Table::new(pair.map(PlayerId), 1)).collect();
    let byes =
        byes.iter().map(|&id| Bye { player: PlayerId(id), kind: ByeKind::Unpaired }).collect();
    let pairing = Round { stage: Stage::Swiss, tables, byes, bracket: Vec::new() };
    let reason = "as it was".to_owned();
    tournament.apply(Change::RoundPairedByHand { round, pairing, reason }).unwrap();
}

/// The worked example: A beats B 33-31 and then has a bye, B wins round 2: 65 + 3 · (2 + 4) = 83.
#[test]
fn the_brightwell_quotient_is_that_of_the_example() {
    let mut tournament = swiss(Preset::PappWof, 3, 2, 1);
    by_hand(&mut tournament, 1, &[[1, 2]], &[3]);
    enter(&mut tournament, 1, 1, [33, 31]);
    by_hand(&mut tournament, 2, &[[2, 3]], &[1]);
    enter(&mut tournament, 2, 1, [40, 24]);
    let standings = Standings::new(&tournament);
    let first = &standings.players[0];
    assert_eq!((first.player, first.half_points, first.brightwell), (PlayerId(1), 4, 83));
    // A bye's absent opponent has 24 discs.
    assert_eq!((first.discs, first.disc_difference), (33 + 40, 2 + 16));
    assert_eq!(first.buchholz, 2 + 4);
    // The games against somebody who left count as draws against oneself: B's against C.
    let b = |tournament: &Tournament| {
        Standings::new(tournament)
            .players
            .iter()
            .find(|it| it.player == PlayerId(2))
            .unwrap()
            .brightwell
    };
    assert_eq!(b(&tournament), 31 + 40 + 3 * (4 + 2));
    tournament.apply(Change::PlayerWithdrawn(PlayerId(3))).unwrap();
    assert_eq!(b(&tournament), 31 + 32 + 3 * (4 + 2));
}

#[test]
fn tie_breaks_follow_each_other_and_the_lot_is_seeded() {
    let mut tournament = swiss(Preset::Jof, 4, 3, 1);
    by_hand(&mut tournament, 1, &[[1, 2], [3, 4]], &[]);
    enter(&mut tournament, 1, 1, [33, 31]);
    enter(&mut tournament, 1, 2, [40, 24]);
    let order = |tournament: &Tournament| -> Vec<u32> {
        Standings::new(tournament).players.iter().map(|standing| standing.player.0).collect()
    };
    assert_eq!(order(&tournament), [3, 1, 2, 4]);
    let rules = Rules { tie_breaks: vec![TieBreak::DirectGame], ..tournament.rules().clone() };
    tournament.apply(Change::RulesChanged { rules, reason: "try".to_owned() }).unwrap();
    by_hand(&mut tournament, 2, &[[1, 4], [2, 3]], &[]);
    enter(&mut tournament, 2, 1, [20, 44]);
    enter(&mut tournament, 2, 2, [50, 14]);
    // All have a point; nobody has more against the others.
    let lots: Vec<Vec<u32>> = (0..20)
        .map(|seed| {
            let rules = Rules { seed, ..tournament.rules().clone() };
            let mut other = tournament.clone();
            other.apply(Change::RulesChanged { rules, reason: "seed".to_owned() }).unwrap();
            assert_eq!(order(&other), order(&other));
            order(&other)
        })
        .collect();
    assert!(lots.iter().any(|lot| *lot != lots[0]));
}

#[test]
fn places_that_can_be_reached_narrow_to_the_last() {
    let mut tournament = swiss(Preset::PappWof, 12, 5, 2);
    let mut random = Random(2);
    let mut limits: Vec<(u32, u32, [u32; 2])> = Vec::new();
    for round in 1..=5 {
        tournament.pair(round).unwrap();
        for standing in Standings::new(&tournament).players {
            limits.push((round, standing.player.0, standing.reach.unwrap()));
        }
        play_round(&mut tournament, round, &mut random);
    }
    let last = Standings::new(&tournament);
    for (round, player, [best, worst]) in limits {
        let rank = last.rank(PlayerId(player)).unwrap();
        assert!((best..=worst).contains(&rank), "round {round}: {player} at {rank}");
        assert!(1 < round || [best, worst] == [1, 12]);
    }
    assert!(last.players.iter().all(|standing| standing.reach == Some([standing.rank; 2])));
}

#[test]
fn a_round_is_paired_once() {
    let mut tournament = swiss(Preset::PappWof, 9, 3, 1);
    let first = tournament.pair(1).unwrap().clone();
    let number = tournament.last_number();
    assert_eq!(tournament.pair(1).unwrap(), &first);
    assert_eq!(tournament.last_number(), number);
    let again = Change::RoundPaired { round: 1, pairing: first };
    assert_eq!(refused(&mut tournament, again), "round 1 is paired already");
    let error = tournament.pair(2).unwrap_err().to_string();
    assert_eq!(
        error,
        "the result of game 1 of round 1, table 1 is missing (enter it, or a forfeit)"
    );
}

#[test]
fn bad_input_is_refused_in_a_sentence() {
    let mut tournament = swiss(Preset::PappWof, 4, 3, 1);
    let player = |id, name: &str| Change::PlayerAdded(Player::named(PlayerId(id), name));
    let duplicate = refused(&mut tournament, player(5, " PLAYER 2 "));
    assert!(duplicate.starts_with("there is a player called"), "{duplicate}");
    assert_eq!(
        refused(&mut tournament, player(7, "X")),
        "the new player has number 7, but the next one is 5"
    );
    assert_eq!(refused(&mut tournament, player(5, " ")), "the name is empty");
    tournament.pair(1).unwrap();
    let game = |table| GameNumber { round: 1, table, game: 1 };
    let result = |game, discs: [u8; 2]| Change::ResultEntered {
        game,
        result: GameResult::Discs(discs[0], discs[1]),
    };
    assert_eq!(
        refused(&mut tournament, result(game(3), [33, 31])),
        "game 1 of round 1, table 3 does not exist"
    );
    assert_eq!(
        refused(&mut tournament, result(game(0), [33, 31])),
        "game 1 of round 1, table 0 does not exist"
    );
    let impossible = refused(&mut tournament, result(game(1), [40, 31]));
    assert_eq!(impossible, "a game cannot end 40-31: 13 to 64 discs are on the board");
    tournament.apply(result(game(1), [33, 31])).unwrap();
    let number = tournament.last_number();
    assert_eq!(
        tournament.apply(result(game(1), [33, 31])).unwrap(),
        number,
        "twice the same is one"
    );
    let other = refused(&mut tournament, result(game(1), [31, 33]));
    assert!(other.ends_with("has the result 33-31 already (correct it with a reason)"), "{other}");
    let correct = |reason: &str| Change::ResultCorrected {
        game: game(1),
        result: Some(GameResult::Discs(31, 33)),
        reason: reason.to_owned(),
    };
    assert_eq!(refused(&mut tournament, correct(" ")), "a correction needs a reason");
    tournament.apply(correct("misread")).unwrap();
    let take_back = Change::RoundTakenBack { round: 1, reason: "x".to_owned() };
    assert_eq!(
        refused(&mut tournament, take_back),
        "round 1 has results already (take them back first)"
    );
    assert_eq!(
        refused(&mut tournament, Change::PlayerWithdrawn(PlayerId(9))),
        "there is no player 9"
    );
    let formats = Rules { format: Format::KnockOut, ..tournament.rules().clone() };
    let change = Change::RulesChanged { rules: formats, reason: "x".to_owned() };
    assert_eq!(
        refused(&mut tournament, change),
        "the format cannot change after the first round is paired"
    );
    let rules =
        Rules { finals: Some(Finals { players: 3, best_of: 3 }), ..tournament.rules().clone() };
    let change = Change::RulesChanged { rules, reason: "x".to_owned() };
    assert!(refused(&mut tournament, change).starts_with("finals need 2, 4, 8"));
}

#[test]
fn a_pairing_by_hand_has_everybody_once() {
    let mut tournament = swiss(Preset::PappWof, 4, 3, 1);
    let round = |pairs: &[[u32; 2]]| {
        let tables = pairs.iter().map(|pair| Table::new(pair.map(PlayerId), 1)).collect();
        let pairing = Round { stage: Stage::Swiss, tables, byes: Vec::new(), bracket: Vec::new() };
        Change::RoundPairedByHand { round: 1, pairing, reason: "x".to_owned() }
    };
    assert_eq!(refused(&mut tournament, round(&[[1, 2], [1, 3]])), "player 1 is paired twice");
    assert_eq!(refused(&mut tournament, round(&[[1, 1]])), "player 1 is paired twice");
    let left_out = "player 3 is left out (give the player an opponent or a bye)";
    assert_eq!(refused(&mut tournament, round(&[[1, 2]])), left_out);
    assert_eq!(refused(&mut tournament, round(&[[1, 5], [2, 3]])), "there is no player 5");
    tournament.pair(1).unwrap();
    tournament.apply(round(&[[1, 2], [3, 4]])).unwrap();
    assert_eq!(tournament.rounds().len(), 1);
    tournament.apply(Change::RoundTakenBack { round: 1, reason: "late".to_owned() }).unwrap();
    assert_eq!(tournament.rounds().len(), 0);
}

/// Where every pair is forbidden the organiser has three ways on.
#[test]
fn forbidden_pairs_do_not_lock_an_event() {
    let mut tournament = swiss(Preset::GgsTd, 2, 3, 1);
    tournament.pair(1).unwrap();
    enter(&mut tournament, 1, 1, [33, 31]);
    let error = tournament.pair(2).unwrap_err().to_string();
    assert!(error.starts_with("round 2 has no pairing without a forbidden pair"), "{error}");
    let mut allowed = tournament.clone();
    let rules = Rules { forbidden_pairs: ForbiddenPairs::IfNeeded, ..tournament.rules().clone() };
    allowed.apply(Change::RulesChanged { rules, reason: "two players".to_owned() }).unwrap();
    allowed.pair(2).unwrap();
    assert_eq!(allowed.costs(2).unwrap()[0].cost.n_forbidden(), 1);
    let mut late = tournament.clone();
    for id in [3, 4] {
        let player = Player::named(PlayerId(id), &format!("Late {id}"));
        late.apply(Change::PlayerAdded(player)).unwrap();
    }
    assert_eq!(late.pair(2).unwrap().tables.len(), 2);
    by_hand(&mut tournament, 2, &[[2, 1]], &[]);
}

/// A club evening: odd numbers, a late entry, two who leave, one who returns, a bye that was asked for, forfeits of one and of
/// both, a result corrected after the next pairing. From its changes it comes back the same after each of them.
#[test]
fn an_evening_with_everything_goes_on() {
    let mut tournament = swiss(Preset::PappWof, 11, 5, 7);
    let mut random = Random(7);
    tournament.apply(Change::ByeAsked { player: PlayerId(4), round: 2 }).unwrap();
    for round in 1..=5 {
        tournament.pair(round).unwrap();
        let result = |table, result| Change::ResultEntered {
            game: GameNumber { round, table, game: 1 },
            result,
        };
        match round {
            1 => _ = tournament.apply(result(1, GameResult::DoubleForfeit)).unwrap(),
            2 => {
                assert_eq!(tournament.rounds()[1].bye_of(PlayerId(4)), Some(ByeKind::Asked));
                tournament.apply(result(2, GameResult::Forfeit(Color::Black))).unwrap();
            }
            _ => (),
        }
        play_round(&mut tournament, round, &mut random);
        match round {
            1 => {
                let late = Player::named(tournament.next_player(), "Late");
                tournament.apply(Change::PlayerAdded(late)).unwrap();
            }
            2 => {
                tournament.apply(Change::PlayerWithdrawn(PlayerId(1))).unwrap();
                tournament.apply(Change::PlayerWithdrawn(PlayerId(5))).unwrap();
            }
            3 => {
                tournament.apply(Change::PlayerReturned(PlayerId(5))).unwrap();
                let game = GameNumber { round: 2, table: 1, game: 1 };
                let result = Some(GameResult::Discs(10, 54));
                let reason = "sides swapped".to_owned();
                tournament.apply(Change::ResultCorrected { game, result, reason }).unwrap();
            }
            _ => (),
        }
    }
    assert!(tournament.is_over());
    assert_eq!(
        tournament.pair(6).unwrap_err().to_string(),
        "all 5 rounds are paired (change the rules for more)"
    );
    let changes: Vec<Change> = tournament.log().iter().map(|entry| entry.change.clone()).collect();
    for n in 1..=changes.len() {
        let part = Tournament::from_changes(changes[..n].to_vec()).unwrap();
        assert_eq!(part.log(), &tournament.log()[..n]);
    }
    assert_eq!(Tournament::from_changes(changes).unwrap(), tournament);
    let points: u32 = Standings::new(&tournament).players.iter().map(|it| it.half_points).sum();
    // A double forfeit gives nothing, a bye two, one that was asked for one.
    let games = tournament.rounds().iter().map(|round| round.tables.len() as u32).sum::<u32>();
    let byes = tournament.rounds().iter().flat_map(|round| &round.byes);
    let of_bye = |bye: &Bye| if bye.kind == ByeKind::Unpaired { 2 } else { 1 };
    assert_eq!(points, 2 * games - 2 + byes.map(of_bye).sum::<u32>());
}

#[test]
fn a_round_robin_ends_and_survives_who_leaves() {
    let rules = Rules { format: Format::RoundRobin { cycles: 2 }, ..Preset::PappWof.rules(1, 1) };
    let mut tournament = event_of(rules, 5);
    let mut random = Random(1);
    assert_eq!(tournament.n_rounds(), 10);
    for round in 1..=10 {
        tournament.pair(round).unwrap();
        play_round(&mut tournament, round, &mut random);
        if round == 3 {
            tournament.apply(Change::PlayerWithdrawn(PlayerId(2))).unwrap();
            let late = Player::named(PlayerId(6), "Late");
            let error = refused(&mut tournament, Change::PlayerAdded(late));
            assert_eq!(
                error,
                "\"Late\" comes too late: only a Swiss takes players after its first round"
            );
        }
    }
    assert!(tournament.is_over());
    let meetings = tournament.rounds().iter().flat_map(|round| &round.tables);
    let of_one = meetings.filter(|table| table.opponent(PlayerId(1)) == Some(PlayerId(3)));
    assert_eq!(of_one.map(|table| table.black.0).sum::<u32>(), 1 + 3);
}

#[test]
fn a_knock_out_has_a_winner_whatever_happens() {
    for n in 2..=20 {
        let rules = Rules { format: Format::KnockOut, games: 3, ..Preset::PappWof.rules(1, 1) };
        let mut tournament = event_of(rules, n);
        let mut random = Random(n.into());
        let n_rounds = tournament.n_rounds();
        assert_eq!(n_rounds, n.next_power_of_two().ilog2());
        for round in 1..=n_rounds {
            tournament.pair(round).unwrap();
            play_round(&mut tournament, round, &mut random);
            if round == 1 && 4 < n {
                tournament.apply(Change::PlayerWithdrawn(PlayerId(1))).unwrap();
            }
        }
        assert!(tournament.is_over(), "{n}");
        let standings = Standings::new(&tournament);
        let last = tournament.rounds().last().unwrap();
        let finalists: Vec<PlayerId> = last.players().collect();
        assert!(finalists.contains(&standings.players[0].player), "{n}");
        assert_eq!(standings.players.len(), n as usize);
    }
}

/// Two wins decide a best of three, and the third game is not missing.
#[test]
fn finals_follow_a_swiss() {
    let mut tournament = swiss(Preset::Egp, 12, 11, 4);
    let rules = Rules { format: Format::Swiss { rounds: 4 }, ..tournament.rules().clone() };
    tournament.apply(Change::RulesChanged { rules, reason: "short".to_owned() }).unwrap();
    let mut random = Random(4);
    assert_eq!(tournament.n_rounds(), 5);
    for round in 1..=4 {
        tournament.pair(round).unwrap();
        play_round(&mut tournament, round, &mut random);
    }
    let best: Vec<PlayerId> = Standings::new(&tournament)
        .players
        .iter()
        .take(2)
        .map(|standing| standing.player)
        .collect();
    let final_round = tournament.pair(5).unwrap().clone();
    assert_eq!(final_round.tables.len(), 1);
    let table = &final_round.tables[0];
    assert_eq!(([table.black, table.white].to_vec(), table.results.len()), (best.clone(), 3));
    let result = |game, discs: [u8; 2]| Change::ResultEntered {
        game: GameNumber { round: 5, table: 1, game },
        result: GameResult::Discs(discs[0], discs[1]),
    };
    tournament.apply(result(1, [20, 44])).unwrap();
    assert!(!tournament.is_over());
    // The second has Black now.
    tournament.apply(result(2, [44, 20])).unwrap();
    assert!(tournament.is_over());
    let order: Vec<PlayerId> =
        Standings::new(&tournament).players.iter().map(|it| it.player).collect();
    assert_eq!(order[..2], [best[1], best[0]]);
}

/// Every state has a way on: random changes, refused or not, and then the tournament is played to its end.
#[test]
fn no_state_locks_an_event() {
    for seed in 0..60 {
        let mut random = Random(seed);
        let preset = Preset::ALL[random.below(5) as usize];
        let mut tournament = swiss(preset, 3 + random.below(8) as u32, 3, seed);
        for _ in 0..40 {
            let player = PlayerId(1 + random.below(12) as u32);
            let round = 1 + random.below(4) as u32;
            let game = GameNumber { round, table: 1 + random.below(5) as u32, game: 1 };
            let result = GameResult::Discs(random.below(65) as u8, random.below(65) as u8);
            let reason = "x".to_owned();
            let change = match random.below(9) {
                0 => Change::PlayerAdded(Player::named(player, &format!("New {player}"))),
                1 => Change::PlayerWithdrawn(player),
                2 => Change::PlayerReturned(player),
                3 => Change::ByeAsked { player, round },
                4 => Change::RoundTakenBack { round, reason },
                5 => Change::ResultCorrected { game, result: None, reason },
                6 => Change::ResultCorrected { game, result: Some(result), reason },
                7 => {
                    let _ = tournament.pair(round);
                    continue;
                }
                _ => Change::ResultEntered { game, result },
            };
            let _ = tournament.apply(change);
        }
        let players: Vec<PlayerId> = tournament.players().iter().map(|player| player.id).collect();
        for player in players {
            tournament.apply(Change::PlayerReturned(player)).unwrap();
            for round in tournament.rounds().len() as u32 + 1..=9 {
                tournament.apply(Change::ByeTakenBack { player, round }).unwrap();
            }
        }
        let rules =
            Rules { forbidden_pairs: ForbiddenPairs::IfNeeded, ..tournament.rules().clone() };
        tournament.apply(Change::RulesChanged { rules, reason: "go on".to_owned() }).unwrap();
        for round in 1..=tournament.n_rounds() {
            tournament.pair(round).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            play_round(&mut tournament, round, &mut random);
        }
        assert!(tournament.is_over(), "seed {seed}");
    }
}
