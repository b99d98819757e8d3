//! A tournament of every kind of player: two games for each pair, no illegal move, no failure.

use std::ops::ControlFlow;

use willow_board::TimeControl;
use willow_players::matches::{
    Contestant, GameRecord, MatchControl, MatchEnd, MatchPlan, OpeningSource, Standings,
    Tournament, play_tournament,
};
use willow_players::{BuildContext, StopFlag, player_kinds};

/// Returns a SPEC for each kind of program, with as short a search as possible.
fn specs() -> Vec<String> {
    let engine = env!("CARGO_BIN_EXE_willow-fake-engine");
    let external =
        |protocol: &str| format!("{protocol}:timeout=20s,cmd=\"{engine}\" {protocol} plain");
    let specs = [
        "random:seed=1",
        "maximizer",
        "minimax:depth=1,eval=mobility",
        "alpha-beta:depth=1,eval=weighted-squares",
        "alpha-beta-sorted:depth=2",
        "alpha-beta-killer:depth=2,eval=count-difference",
        "iago:depth=1",
        "iago-1982:nodes=100",
        "bill:nodes=100,hash=0",
        "searcher:boards=100,hash=on",
        "mlia:nodes=100",
        "switch:plies=10,first=(random:seed=2),then=(iago:depth=1)",
        "willow:nodes=100,hash=1M",
    ];
    specs.map(str::to_owned).into_iter().chain([external("gtp"), external("nboard")]).collect()
}

#[test]
fn the_list_has_every_kind_of_player() {
    let specs = specs();
    let names: Vec<&str> = specs.iter().map(|spec| spec.split(':').next().unwrap()).collect();
    let kinds: Vec<&str> = player_kinds().iter().map(|kind| kind.name).collect();
    for kind in kinds.iter().filter(|&&kind| kind != "human") {
        assert!(names.contains(kind), "{kind} is missing");
    }
    assert_eq!(names.len() + 1, kinds.len());
}

#[test]
fn all_pairs_play_twice_without_a_forfeit() {
    let contestants: Vec<Contestant<'static>> = specs()
        .iter()
        .map(|spec| Contestant::from_spec(&spec.parse().unwrap(), &BuildContext::new(7)).unwrap())
        .collect();
    let openings = OpeningSource::Random { plies: 4 };
    let plan = MatchPlan::new(2, &openings, TimeControl::Unlimited, 11).unwrap();
    let clocks = vec![TimeControl::Unlimited; contestants.len()];
    let mut games = Vec::new();
    let mut on_game = |record: &GameRecord| {
        assert_eq!(record.reason, "neither side can move", "{record:?}");
        games.push(record.clone());
        ControlFlow::Continue(())
    };
    let stop = StopFlag::new();
    let control = MatchControl { parallel: 2, stop: &stop, on_game: &mut on_game };
    let end = play_tournament(&contestants, &clocks, &plan, &[], control).unwrap();
    assert_eq!(end, MatchEnd::Complete);
    let n = contestants.len();
    assert_eq!(games.len(), n * (n - 1));
    check_standings(&contestants, &games);
}

/// Checks that everybody has one game with each colour against every other, and that strong
/// programs score more than random moves.
fn check_standings(contestants: &[Contestant<'_>], games: &[GameRecord]) {
    let names: Vec<String> =
        contestants.iter().map(|contestant| contestant.name().to_owned()).collect();
    let n = names.len() as u32;
    let standings = Standings::new(&names, Tournament::new(names.len(), 2), games);
    for player in &standings.players {
        assert_eq!((player.black.games(), player.white.games()), (n - 1, n - 1), "{}", player.name);
    }
    let points = |name: &str| {
        let player = standings.players.iter().find(|player| player.name.starts_with(name));
        player.expect("every player has standings").points
    };
    for better in ["willow:", "bill:", "iago-1982:"] {
        assert!(points("random:") < points(better), "{standings:?}");
    }
}
