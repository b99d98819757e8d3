//! Players of English draughts: PAIP's searches of another game.
//!
//! A SPEC has the same form as in Othello. The names and keys are those of [`KINDS`].

use std::time::{Duration, Instant};

use willow_classics::draughts::{Draughts, Material};
use willow_classics::paip::{
    Dialect, GeneralLimits, GeneralSearcher, Method, Problem, Value, search,
};

use crate::build_context::BuildContext;
use crate::classics::general;
use crate::options::Options;
use crate::player_key::PlayerKey;
use crate::seeds::{SeededRng, derive_seed};
use crate::spec::PERSON;
use crate::spec_error::{SpecError, SpecErrorKind};
use crate::{PlayerSpec, StopFlag};

/// Positions and moves, with the rules.
pub use willow_classics::draughts::{Move, ParsePositionError, Position};

/// A kind of player of draughts.
#[derive(Debug)]
pub struct DraughtsKind {
    /// The name in a SPEC.
    pub name: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// The keys of its SPEC.
    pub keys: &'static [PlayerKey],
}

const SEED: PlayerKey = PlayerKey {
    name: "seed",
    values: "0..18446744073709551615",
    meaning: "the seed of its random numbers",
    default: "drawn at random",
};

const EVAL: PlayerKey = general::DRAUGHTS_EVAL;

const DEPTH: PlayerKey =
    PlayerKey { name: "depth", values: "1..20", meaning: "the plies to search", default: "7" };

/// The keys of the plain searches.
const SEARCH_KEYS: &[PlayerKey] = &[DEPTH, EVAL];

/// All kinds, a person included.
pub const KINDS: &[DraughtsKind] = &[
    DraughtsKind { name: PERSON, summary: "you, at the terminal", keys: &[] },
    DraughtsKind {
        name: "random",
        summary: "a random legal move, all equally likely",
        keys: &[SEED],
    },
    DraughtsKind {
        name: "maximizer",
        summary: "one ply: the move with the highest evaluation",
        keys: &[EVAL],
    },
    DraughtsKind { name: "minimax", summary: "full-width search to a depth", keys: SEARCH_KEYS },
    DraughtsKind {
        name: "alpha-beta",
        summary: "the same moves as minimax in less time",
        keys: SEARCH_KEYS,
    },
    DraughtsKind {
        name: "alpha-beta-sorted",
        summary: "alpha-beta with moves sorted by their static values",
        keys: SEARCH_KEYS,
    },
    DraughtsKind {
        name: "alpha-beta-killer",
        summary: "alpha-beta with a killer move",
        keys: SEARCH_KEYS,
    },
    DraughtsKind {
        name: "searcher",
        summary: "any of the further techniques of PAIP 18.13 that do not need Othello",
        keys: general::DRAUGHTS_KEYS,
    },
];

/// A program that plays draughts.
#[derive(Debug)]
pub struct DraughtsPlayer {
    name: String,
    seed: u64,
    program: DraughtsProgram,
}

#[derive(Debug)]
enum DraughtsProgram {
    Random(Box<SeededRng>),
    Method(Method),
    Searcher(Box<GeneralSearcher<Draughts>>, GeneralLimits),
}

/// A move that a program has chosen, and what it found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraughtsChoice {
    /// The move.
    pub mv: Move,
    /// Its value for the side to move, in hundredths of a man, if it was searched to the end of a depth.
    pub value: Option<Value>,
    /// The positions that moves made.
    pub boards: u64,
}

/// Finds the kind of player that a SPEC names, a person included, and checks the names of its keys.
///
/// # Errors
/// There is no such player of draughts, or it has no such key.
pub fn check_player(spec: &PlayerSpec) -> Result<&'static DraughtsKind, SpecError> {
    let Some(kind) = KINDS.iter().find(|kind| kind.name == spec.name()) else {
        let known = KINDS.iter().map(|kind| kind.name).collect();
        let kind = SpecErrorKind::UnknownPlayer { name: spec.name().to_owned(), known };
        return Err(SpecError { column: 1, kind });
    };
    match spec.options().iter().find(|option| kind.keys.iter().all(|key| key.name != option.key()))
    {
        None => Ok(kind),
        Some(option) => Err(SpecError {
            column: option.key_column,
            kind: SpecErrorKind::UnknownKey {
                player: kind.name,
                key: option.key().to_owned(),
                known: kind.keys.iter().map(|key| key.name).collect(),
            },
        }),
    }
}

impl DraughtsPlayer {
    /// Builds the program that a SPEC describes.
    ///
    /// # Errors
    /// The player does not exist in draughts or is a person, or a key or value is invalid.
    pub fn build(spec: &PlayerSpec, context: &BuildContext) -> Result<DraughtsPlayer, SpecError> {
        check_player(spec)?;
        let options = Options(spec);
        let _ = options.choice("eval", &[("material", ())])?;
        let depth = || Ok::<u32, SpecError>(options.number("depth", 1..=20)?.unwrap_or(7) as u32);
        let seed = options.number("seed", 0..=u64::MAX)?.unwrap_or(context.seed);
        let program = match spec.name() {
            "random" => DraughtsProgram::Random(Box::new(SeededRng::new(seed))),
            "maximizer" => DraughtsProgram::Method(Method::Maximizer),
            "minimax" => DraughtsProgram::Method(Method::Minimax { depth: depth()? }),
            "alpha-beta" => DraughtsProgram::Method(Method::AlphaBeta { depth: depth()? }),
            "alpha-beta-sorted" => {
                DraughtsProgram::Method(Method::AlphaBetaSorted { depth: depth()? })
            }
            "alpha-beta-killer" => {
                DraughtsProgram::Method(Method::AlphaBetaKiller { depth: depth()? })
            }
            "searcher" => {
                let searcher = GeneralSearcher::new(general::techniques(options)?);
                DraughtsProgram::Searcher(Box::new(searcher), limits(options)?)
            }
            _ => return Err(SpecError { column: 1, kind: SpecErrorKind::Person(PERSON) }),
        };
        Ok(DraughtsPlayer { name: spec.to_string(), seed, program })
    }

    /// Returns its name: the SPEC.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
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
    pub fn choose(&mut self, position: &Position, stop: &StopFlag) -> Option<DraughtsChoice> {
        let stop = |_| stop.is_raised();
        let problem = Problem {
            game: &Draughts,
            evaluation: &Material,
            final_values: Dialect::Lisp.final_values(),
            dialect: Dialect::Lisp,
            stop: &stop,
        };
        match &mut self.program {
            DraughtsProgram::Random(rng) => {
                let moves = position.legal_moves();
                let mv = *moves.get(rng.below(moves.len().max(1) as u32) as usize)?;
                Some(DraughtsChoice { mv, value: None, boards: 0 })
            }
            DraughtsProgram::Method(method) => {
                let found = search(*method, &problem, position);
                let boards = found.counts.boards;
                Some(DraughtsChoice { mv: found.best?, value: found.value, boards })
            }
            DraughtsProgram::Searcher(searcher, limits) => {
                let began = Instant::now();
                let now = |_| began.elapsed();
                let found = searcher.search(&problem, position, *limits, &now, &|_| (), None)?;
                let boards = found.counts.boards;
                Some(DraughtsChoice { mv: found.best, value: found.value, boards })
            }
        }
    }
}

/// The plies without any limit in the SPEC.
const DEFAULT_DEPTH: u32 = 7;

fn limits(options: Options<'_>) -> Result<GeneralLimits, SpecError> {
    let depth = options.number("depth", 1..=60)?.map(|depth| depth as u32);
    let boards = options.count("boards")?;
    let time: Option<Duration> = options.move_time("time")?;
    let is_unlimited = depth.is_none() && boards.is_none() && time.is_none();
    Ok(GeneralLimits {
        depth: if is_unlimited { DEFAULT_DEPTH } else { depth.unwrap_or(MOST_PLIES) },
        boards: boards.unwrap_or(u64::MAX),
        time,
    })
}

/// Deeper than any search of draughts gets. Kings can walk about for ever, so a search without a limit of
/// depth has to have another one.
const MOST_PLIES: u32 = 200;

#[cfg(test)]
mod tests {
    use super::*;

    fn player(text: &str) -> Result<DraughtsPlayer, SpecError> {
        DraughtsPlayer::build(&text.parse().unwrap(), &BuildContext::new(1))
    }

    fn chosen(text: &str, position: &str) -> (String, DraughtsChoice) {
        let position: Position = position.parse().unwrap();
        let mut player = player(text).unwrap();
        player.start_game(1);
        let choice = player.choose(&position, &StopFlag::new()).unwrap();
        (position.notation(choice.mv), choice)
    }

    #[test]
    fn every_kind_plays() {
        for kind in KINDS.iter().filter(|kind| kind.name != PERSON) {
            let mut player = player(kind.name).unwrap();
            player.start_game(3);
            assert!(player.choose(&Position::START, &StopFlag::new()).is_some(), "{}", kind.name);
            assert_eq!(player.name(), kind.name);
        }
        assert!(player("human").is_err());
    }

    /// 11-15 is listed first and loses the man to 18x11; 11-16 keeps it.
    #[test]
    fn who_looks_two_plies_ahead_keeps_the_man() {
        let position = "B:W18:B11";
        assert_eq!(chosen("maximizer", position).0, "11-15");
        for spec in ["minimax:depth=2", "alpha-beta:depth=2", "alpha-beta-killer:depth=2"] {
            assert_eq!(chosen(spec, position).0, "11-16", "{spec}");
        }
        let (mv, choice) = chosen("searcher:depth=2,hash=on,zero-window=on", position);
        assert_eq!(mv, "11-16");
        assert_eq!(choice.value, chosen("minimax:depth=2", position).1.value);
    }

    #[test]
    fn the_searcher_has_the_value_of_minimax() {
        for position in ["B:W21,22,25,30:B5,9,14", "W:WK18,27:B3,K11,12"] {
            let (_, plain) = chosen("minimax:depth=6", position);
            for techniques in
                ["hash=on", "zero-window=on", "aspiration=40", "hash=on,zero-window=on"]
            {
                let (_, found) = chosen(&format!("searcher:depth=6,{techniques}"), position);
                assert_eq!(found.value, plain.value, "{techniques} {position}");
            }
        }
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
            "player SPEC, column 12: `alpha-beta` has no key `order` (it has: depth, eval)"
        );
        assert!(error("alpha-beta:depth=21").contains("from 1 to 20"));
        assert!(error("minimax:eval=iago").contains("there are: material"));
        assert!(error("searcher:endgame=8").contains("has no key `endgame`"));
    }

    #[test]
    fn searches_end_at_their_limits() {
        let (_, choice) = chosen("searcher:boards=2k,hash=on", &Position::START.to_string());
        assert!(choice.boards <= 2_000 && choice.value.is_some(), "{choice:?}");
    }
}
