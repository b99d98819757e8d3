//! The table of players: what a SPEC may name.

use willow_classics::Method;

use crate::options::Options;
use crate::seeds::derive_seed;
use crate::spec::{COMMAND_KEY, PERSON};
use crate::spec_error::{SpecError, SpecErrorKind};
use crate::{
    BillPlayer, ClassicPlayer, GtpPlayer, Iago1982Player, MliaPlayer, NBoardPlayer, Player,
    PlayerSpec, RandomPlayer, SearcherPlayer, SwitchPlayer, WillowPlayer,
};

/// A kind of player: a line of the table.
#[derive(Debug)]
pub struct PlayerKind {
    /// The name in a SPEC.
    pub name: &'static str,
    /// What the player is, in one line.
    pub summary: &'static str,
    /// The keys that it understands.
    pub keys: &'static [PlayerKey],
    maker: Maker,
}

/// A key of a kind of player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerKey {
    /// The key in a SPEC.
    pub name: &'static str,
    /// What its values look like, for example `1..60`.
    pub values: &'static str,
    /// What it means, in one line.
    pub meaning: &'static str,
    /// What holds without it.
    pub default: &'static str,
}

impl PlayerKey {
    /// The time for each move; what holds without it differs from player to player.
    pub(crate) const TIME: PlayerKey = PlayerKey {
        name: TIME_KEY,
        values: "TIME such as 100ms or 1s",
        meaning: "the time for each move",
        default: "no limit",
    };

    /// The depth of a search.
    pub(crate) const DEPTH: PlayerKey = PlayerKey {
        name: "depth",
        values: "1..60",
        meaning: "the most plies to search",
        default: "no limit",
    };

    /// The work of a search.
    pub(crate) const NODES: PlayerKey = PlayerKey {
        name: "nodes",
        values: "COUNT such as 200k or 1M",
        meaning: "the most positions to visit for a move",
        default: "no limit",
    };

    /// Returns a key that turns a part of a player on or off.
    pub(crate) const fn switch(
        name: &'static str,
        meaning: &'static str,
        default: &'static str,
    ) -> PlayerKey {
        PlayerKey { name, values: "on|off", meaning, default }
    }
}

/// What is given to a player that is built, beside its SPEC.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuildContext {
    /// The seed of a player that draws random numbers and is given none in its SPEC. It shows up in
    /// the player's name, so that the player can be had again.
    pub seed: u64,
}

impl BuildContext {
    /// Returns the context with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> BuildContext {
        BuildContext { seed }
    }

    /// Returns the context for a player inside another.
    #[must_use]
    pub const fn nested(&self, number: u64) -> BuildContext {
        BuildContext { seed: derive_seed(self.seed, number) }
    }
}

type Built = Result<Box<dyn Player>, SpecError>;

/// How a player of a kind comes to sit at the board.
#[derive(Debug)]
enum Maker {
    /// The front end gives a person a seat.
    Person,
    /// This crate builds a program.
    Program(fn(Options<'_>, &BuildContext) -> Built),
}

const KINDS: &[PlayerKind] = &[
    PlayerKind { name: PERSON, summary: "you, at the terminal", keys: &[], maker: Maker::Person },
    PlayerKind {
        name: "random",
        summary: "any legal move, each as likely as the others",
        keys: &[PlayerKey {
            name: "seed",
            values: "0..18446744073709551615",
            meaning: "where its random numbers come from",
            default: "drawn anew and shown in the player's name",
        }],
        maker: Maker::Program(build_random),
    },
    PlayerKind {
        name: "maximizer",
        summary: "one ply: the move whose position the evaluation likes best (PAIP, 1992)",
        keys: ClassicPlayer::MAXIMIZER_KEYS,
        maker: Maker::Program(|options, _| boxed(ClassicPlayer::maximizer(options))),
    },
    PlayerKind {
        name: "minimax",
        summary: "all lines to a depth (PAIP, 1992)",
        keys: ClassicPlayer::SEARCHER_KEYS,
        maker: Maker::Program(|options, _| {
            boxed(ClassicPlayer::searcher(options, |depth| Method::Minimax { depth }))
        }),
    },
    PlayerKind {
        name: "alpha-beta",
        summary: "the same moves as minimax in less time (PAIP, 1992)",
        keys: ClassicPlayer::SEARCHER_KEYS,
        maker: Maker::Program(|options, _| {
            boxed(ClassicPlayer::searcher(options, |depth| Method::AlphaBeta { depth }))
        }),
    },
    PlayerKind {
        name: "alpha-beta-sorted",
        summary: "alpha-beta with moves sorted by their static values (PAIP, 1992)",
        keys: ClassicPlayer::ORDERED_KEYS,
        maker: Maker::Program(|options, _| {
            boxed(ClassicPlayer::searcher(options, |depth| Method::AlphaBetaSorted { depth }))
        }),
    },
    PlayerKind {
        name: "alpha-beta-killer",
        summary: "alpha-beta with a killer move (PAIP, 1992)",
        keys: ClassicPlayer::ORDERED_KEYS,
        maker: Maker::Program(|options, _| {
            boxed(ClassicPlayer::searcher(options, |depth| Method::AlphaBetaKiller { depth }))
        }),
    },
    PlayerKind {
        name: "iago",
        summary: "edges and mobility, after Rosenbloom's program of 1982 (PAIP, 1992)",
        keys: ClassicPlayer::IAGO_KEYS,
        maker: Maker::Program(|options, _| boxed(ClassicPlayer::iago(options))),
    },
    PlayerKind {
        name: "iago-1982",
        summary: "the champion of 1981, as far as it is described (Rosenbloom, 1982)",
        keys: Iago1982Player::KEYS,
        maker: Maker::Program(|options, _| boxed(Iago1982Player::from_options(options))),
    },
    PlayerKind {
        name: "bill",
        summary: "tables, killer lists and an opening book (Lee and Mahajan, 1986)",
        keys: BillPlayer::KEYS,
        maker: Maker::Program(|options, _| boxed(BillPlayer::from_options(options))),
    },
    PlayerKind {
        name: "searcher",
        summary: "any of the old evaluations with any of the further techniques (PAIP 18.13)",
        keys: SearcherPlayer::KEYS,
        maker: Maker::Program(|options, _| boxed(SearcherPlayer::from_options(options))),
    },
    PlayerKind {
        name: "mlia",
        summary: "six characteristics, as deep as the time allows (Korman and Walluck, 2003)",
        keys: MliaPlayer::KEYS,
        maker: Maker::Program(|options, _| boxed(MliaPlayer::from_options(options))),
    },
    PlayerKind {
        name: "switch",
        summary: "begins as one player and goes on as another",
        keys: SwitchPlayer::KEYS,
        maker: Maker::Program(|options, context| {
            boxed(SwitchPlayer::from_options(options, context))
        }),
    },
    PlayerKind {
        name: "willow",
        summary: "the modern engine",
        keys: WillowPlayer::KEYS,
        maker: Maker::Program(|options, _| boxed(WillowPlayer::from_options(options))),
    },
    PlayerKind {
        name: "gtp",
        summary: "another program that speaks the Go Text Protocol for Othello",
        keys: GtpPlayer::KEYS,
        maker: Maker::Program(|options, _| boxed(GtpPlayer::from_options(options))),
    },
    PlayerKind {
        name: "nboard",
        summary: "another program that speaks the protocol of NBoard, version 2",
        keys: NBoardPlayer::KEYS,
        maker: Maker::Program(|options, _| boxed(NBoardPlayer::from_options(options))),
    },
];

/// Seats a player of any kind.
fn boxed<P: Player + 'static>(player: Result<P, SpecError>) -> Built {
    player.map(|player| Box::new(player) as Box<dyn Player>)
}

fn build_random(options: Options<'_>, context: &BuildContext) -> Built {
    let seed = options.number("seed", 0..=u64::MAX)?.unwrap_or(context.seed);
    Ok(Box::new(RandomPlayer::new(seed)))
}

/// Returns all kinds of players, as `willow help players` shows them.
#[must_use]
pub fn player_kinds() -> &'static [PlayerKind] {
    KINDS
}

/// Builds the player that a SPEC describes.
///
/// # Errors
/// The player must exist, understand its keys and their values, and not be a person: people are
/// given a seat by the program that they sit before.
pub fn build_player(
    spec: &PlayerSpec,
    context: &BuildContext,
) -> Result<Box<dyn Player>, SpecError> {
    let kind = check_player(spec)?;
    match kind.maker {
        Maker::Person => Err(SpecError { column: 1, kind: SpecErrorKind::Person(kind.name) }),
        Maker::Program(build) => build(Options(spec), context),
    }
}

/// Finds the kind of player that a SPEC names, a person included.
///
/// # Errors
/// The player must exist and have the keys that the SPEC gives; their values are not looked at.
pub fn check_player(spec: &PlayerSpec) -> Result<&'static PlayerKind, SpecError> {
    let Some(kind) = KINDS.iter().find(|kind| kind.name == spec.name()) else {
        let known = KINDS.iter().map(|kind| kind.name).collect();
        let kind = SpecErrorKind::UnknownPlayer { name: spec.name().to_owned(), known };
        return Err(SpecError { column: 1, kind });
    };
    for option in spec.options() {
        if !kind.keys.iter().any(|key| key.name == option.key()) {
            return Err(SpecError {
                column: option.key_column,
                kind: SpecErrorKind::UnknownKey {
                    player: kind.name,
                    key: option.key().to_owned(),
                    known: kind.keys.iter().map(|key| key.name).collect(),
                },
            });
        }
    }
    Ok(kind)
}

/// The key that makes a player think for a time instead of an amount of work.
const TIME_KEY: &str = "time";

/// Returns whether a player measures time, so that its games must not disturb each other: it or a
/// player inside it has the key `time`.
#[must_use]
pub fn is_timed(spec: &PlayerSpec) -> bool {
    spec.options().iter().any(|option| {
        option.key() == TIME_KEY
            || option.key() != COMMAND_KEY && option.nested().is_ok_and(|inner| is_timed(&inner))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> PlayerSpec {
        text.parse().unwrap()
    }

    fn error(text: &str) -> SpecError {
        build_player(&spec(text), &BuildContext::default()).map(|_| ()).unwrap_err()
    }

    #[test]
    fn a_drawn_seed_shows_in_the_name() {
        let name = |text| {
            let player = build_player(&spec(text), &BuildContext::new(42)).unwrap();
            player.name().to_owned()
        };
        assert_eq!(name("random"), "random:seed=42");
        assert_eq!(name("random:seed=7"), "random:seed=7");
        assert_eq!(name("willow:level=2"), "willow:level=2");
        assert_eq!(name("willow"), "willow");
    }

    #[test]
    fn errors_say_what_there_is_and_what_is_nearest() {
        let cases = [
            (
                "wilow:level=3",
                "player SPEC, column 1: there is no player `wilow` (there are: human, random, \
                 maximizer, minimax, alpha-beta, alpha-beta-sorted, alpha-beta-killer, iago, \
                 iago-1982, bill, searcher, mlia, switch, willow, gtp, nboard)",
                Some("did you mean `willow`?"),
            ),
            (
                "random:sed=3",
                "player SPEC, column 8: `random` has no key `sed` (it has: seed)",
                Some("did you mean `seed`?"),
            ),
            (
                "human:seed=3",
                "player SPEC, column 7: `human` has no key `seed` (it has none)",
                None,
            ),
            (
                "random:seed=x",
                "player SPEC, column 13: `seed=x`: expected a whole number from 0 to \
                 18446744073709551615",
                None,
            ),
            (
                "human",
                "player SPEC, column 1: `human` is a person, and no person can sit here",
                Some("people play in `willow play`; name a program here"),
            ),
        ];
        for (text, message, hint) in cases {
            let error = error(text);
            assert_eq!(error.to_string(), message);
            assert_eq!(error.hint().as_deref(), hint, "{text}");
        }
    }

    #[test]
    fn every_kind_is_described() {
        for kind in player_kinds() {
            assert!(!kind.summary.is_empty());
            for key in kind.keys {
                assert!(!key.meaning.is_empty() && !key.default.is_empty(), "{}", key.name);
            }
        }
        assert!(check_player(&spec("human")).is_ok());
    }

    #[test]
    fn players_that_measure_time_are_found_inside_others() {
        assert!(is_timed(&spec("willow:time=1s")));
        assert!(is_timed(&spec("switch:plies=10,first=(bill:time=1s),then=(random)")));
        assert!(!is_timed(&spec("switch:plies=10,first=(iago:depth=3),then=(random)")));
        assert!(!is_timed(&spec("gtp:cmd=engine:time=1s")));
    }
}
