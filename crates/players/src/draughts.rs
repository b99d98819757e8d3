//! Players of English draughts: PAIP's searches of another game.
//!
//! A SPEC has the same form as in Othello. The names and keys are those of [`KINDS`].

use std::time::Instant;

use willow_classics::draughts::{Draughts, Material};
use willow_classics::paip::{
    GeneralLimits, GeneralSearcher, Method, Problem, SearchWatch, search_with_line,
};
use willow_classics::{SearchTree, Tracer, TreeTooLarge};

use crate::classics::{general, paip};
use crate::registry::{BuildContext, PlayerKind};
use crate::seeds::{SeededRng, derive_seed};
use crate::spec::error::SpecError;
use crate::spec::key::PlayerKey;
use crate::spec::options::Options;
use crate::{PlayerSpec, StopFlag};

/// Positions and moves, with the rules.
pub use willow_classics::draughts::{Move, ParsePositionError, Position};

const SEED: PlayerKey = PlayerKey { default: "drawn at random", ..PlayerKey::SEED };

const EVAL: PlayerKey = general::DRAUGHTS_EVAL;

/// The keys of the plain searches.
const SEARCH_KEYS: &[PlayerKey] =
    &[PlayerKey::new("depth", "1..20", "the plies to search", "7"), EVAL];

/// All kinds, a person included.
pub const KINDS: &[PlayerKind<DraughtsPlayer>] = &[
    PlayerKind::PERSON,
    PlayerKind::new("random", "a random legal move, all equally likely", &[SEED], random),
    PlayerKind::new("maximizer", "one ply: the move with the highest evaluation", &[EVAL], method),
    PlayerKind::new("minimax", "full-width search to a depth", SEARCH_KEYS, method),
    PlayerKind::new("alpha-beta", "the same moves as minimax in less time", SEARCH_KEYS, method),
    PlayerKind::new(
        "alpha-beta-sorted",
        "alpha-beta with moves sorted by their static values",
        SEARCH_KEYS,
        method,
    ),
    PlayerKind::new("alpha-beta-killer", "alpha-beta with a killer move", SEARCH_KEYS, method),
    PlayerKind::new(
        general::NAME,
        "any of the further techniques of PAIP 18.13 that do not need Othello",
        general::DRAUGHTS_KEYS,
        searcher,
    ),
];

fn random(options: Options<'_>, context: &BuildContext) -> Result<DraughtsPlayer, SpecError> {
    let seed = options.number("seed", 0..=u64::MAX)?.unwrap_or(context.seed);
    let program = DraughtsProgram::Random(Box::new(SeededRng::new(seed)));
    Ok(DraughtsPlayer { seed, program })
}

/// Returns a plain search.
///
/// # Panics
/// If the name is not that of one of them.
fn method(options: Options<'_>, _: &BuildContext) -> Result<DraughtsPlayer, SpecError> {
    let _ = options.choice("eval", &[("material", ())])?;
    let depth = options.number("depth", 1..=20)?.map_or(DEFAULT_DEPTH, |depth| depth as u32);
    let method = paip::method(options.0.name()).expect("the table has the names of PAIP");
    Ok(DraughtsPlayer { seed: 0, program: DraughtsProgram::Method(method.with_depth(depth)) })
}

fn searcher(options: Options<'_>, context: &BuildContext) -> Result<DraughtsPlayer, SpecError> {
    let _ = options.choice("eval", &[("material", ())])?;
    let searcher = GeneralSearcher::new(general::techniques(options)?);
    let program = DraughtsProgram::Searcher(Box::new(searcher), limits(options)?);
    Ok(DraughtsPlayer { seed: context.seed, program })
}

/// A program that plays draughts.
#[derive(Debug)]
pub struct DraughtsPlayer {
    seed: u64,
    program: DraughtsProgram,
}

#[derive(Debug)]
enum DraughtsProgram {
    Random(Box<SeededRng>),
    Method(Method),
    Searcher(Box<GeneralSearcher<Draughts>>, GeneralLimits),
}

/// Finds the kind of player that a SPEC names, a person included, and checks the names of its keys.
///
/// # Errors
/// There is no such player of draughts, or it has no such key.
pub fn check_player(spec: &PlayerSpec) -> Result<&'static PlayerKind<DraughtsPlayer>, SpecError> {
    PlayerKind::of_spec(KINDS, spec)
}

impl DraughtsPlayer {
    /// Builds the program that a SPEC describes.
    ///
    /// # Errors
    /// The player does not exist in draughts or is a person, or a key or value is invalid.
    pub fn build(spec: &PlayerSpec, context: &BuildContext) -> Result<DraughtsPlayer, SpecError> {
        PlayerKind::build(KINDS, spec, context)
    }

    /// Forgets earlier games. What is left to chance follows from this seed and the player's own.
    pub fn start_game(&mut self, seed: u64) {
        let seed = derive_seed(self.seed, seed);
        match &mut self.program {
            DraughtsProgram::Random(rng) => **rng = SeededRng::new(seed),
            DraughtsProgram::Method(_) => {}
            DraughtsProgram::Searcher(searcher, _) => {
                searcher.clear();
                searcher.set_seed(seed);
            }
        }
    }

    /// Chooses a move; `None` if the game is over.
    pub fn choose(&mut self, position: &Position, stop: &StopFlag) -> Option<Move> {
        if let DraughtsProgram::Random(rng) = &mut self.program {
            let moves = position.legal_moves();
            return moves.get(rng.below(moves.len().max(1) as u32) as usize).copied();
        }
        self.search(position, &|_| stop.is_raised(), None, None)
    }

    /// Searches for a move, so many plies deep if a depth is given, and returns the tree of the last depth; `None`
    /// if the player does not search.
    ///
    /// # Errors
    /// The tree has more positions than `max_nodes`.
    pub fn search_tree(
        &mut self,
        position: &Position,
        depth: Option<u32>,
        max_nodes: usize,
    ) -> Result<Option<SearchTree<Move>>, TreeTooLarge> {
        let tracer = Tracer::new(max_nodes);
        let stop = |_| tracer.is_full();
        self.search(position, &stop, depth, Some(&tracer));
        tracer.into_tree()
    }

    fn search(
        &mut self,
        position: &Position,
        stop: &dyn Fn(u64) -> bool,
        depth: Option<u32>,
        tracer: Option<&Tracer<Move>>,
    ) -> Option<Move> {
        let problem = Problem { stop, ..Problem::new(&Draughts, &Material) };
        match &mut self.program {
            DraughtsProgram::Random(_) => None,
            DraughtsProgram::Method(method) => {
                let method = depth.map_or(*method, |depth| method.with_depth(depth));
                search_with_line(method, &problem, position, tracer).0.best
            }
            DraughtsProgram::Searcher(searcher, limits) => {
                let limits = depth.map_or(*limits, GeneralLimits::depth);
                let began = Instant::now();
                let now = |_| began.elapsed();
                let watch = SearchWatch { now: &now, tracer, ..SearchWatch::NONE };
                let found = searcher.search(&problem, position, limits, &watch);
                found.map(|found| found.best)
            }
        }
    }
}

/// The plies without any limit in the SPEC.
const DEFAULT_DEPTH: u32 = 7;

fn limits(options: Options<'_>) -> Result<GeneralLimits, SpecError> {
    let limits = options.limits("boards")?;
    let default = if limits.is_unlimited() { DEFAULT_DEPTH } else { MAX_PLIES };
    Ok(GeneralLimits {
        depth: limits.depth.unwrap_or(default),
        boards: limits.nodes.unwrap_or(u64::MAX),
        time: limits.move_time,
    })
}

/// Deeper than any search of draughts gets. Kings can move back and forth without end, so a search without a limit
/// of depth has to have another one.
const MAX_PLIES: u32 = 200;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::PERSON;

    fn player(text: &str) -> Result<DraughtsPlayer, SpecError> {
        DraughtsPlayer::build(&text.parse().unwrap(), &BuildContext::new(1))
    }

    #[test]
    fn every_kind_plays() {
        for kind in KINDS.iter().filter(|kind| kind.name != PERSON) {
            let mut player = player(kind.name).unwrap();
            player.start_game(3);
            assert!(player.choose(&Position::START, &StopFlag::new()).is_some(), "{}", kind.name);
        }
        assert!(player("human").is_err());
    }

    /// 11-15 is listed first and loses the man to 18x11; 11-16 keeps it.
    #[test]
    fn who_looks_two_plies_ahead_keeps_the_man() {
        for (spec, expected) in [
            ("maximizer", "11-15"),
            ("minimax:depth=2", "11-16"),
            ("alpha-beta:depth=2", "11-16"),
            ("alpha-beta-killer:depth=2", "11-16"),
            ("searcher:depth=2,hash=on,zero-window=on", "11-16"),
            ("searcher:boards=2k,hash=on", "11-16"),
        ] {
            let position: Position = "B:W18:B11".parse().unwrap();
            let mut player = player(spec).unwrap();
            player.start_game(1);
            let mv = player.choose(&position, &StopFlag::new()).unwrap();
            assert_eq!(position.notation(mv), expected, "{spec}");
        }
    }

    #[test]
    fn a_search_has_its_tree() {
        let tree = |spec: &str, depth| {
            player(spec).unwrap().search_tree(&Position::START, Some(depth), 60)
        };
        let root = tree("minimax", 2).unwrap().unwrap().root;
        let replies: usize = root.children.iter().map(|child| child.children.len()).sum();
        assert_eq!((root.children.len(), replies), (7, 49));
        assert!(tree("searcher:hash=on", 2).unwrap().is_some());
        assert!(tree("minimax", 3).is_err());
        assert_eq!(tree("random", 2), Ok(None));
    }

    #[test]
    fn wrong_specs_are_refused_with_the_names_that_there_are() {
        let error = |text: &str| player(text).unwrap_err().to_string();
        assert!(
            error("willow").contains("there are: human, random, maximizer"),
            "{}",
            error("willow")
        );
        assert_eq!(
            error("alpha-beta:order=static"),
            "`alpha-beta` has no key `order` (it has: depth, eval)"
        );
        assert!(error("alpha-beta:depth=21").contains("from 1 to 20"));
        assert!(error("minimax:eval=iago").contains("there are: material"));
        assert!(error("searcher:endgame=8").contains("has no key `endgame`"));
    }
}
