//! The table of all players, and building a player from its SPEC.

use willow_classics::paip::{Strategy, Techniques};

use crate::build_context::BuildContext;
use crate::classics::{bill, general, iago_1982, mlia, paip};
use crate::options::Options;
use crate::player_key::{PlayerKey, TIME_KEY};
use crate::spec::PERSON;
use crate::spec_error::{SpecError, SpecErrorKind};
use crate::spec_option::COMMAND_KEY;
use crate::{
    GtpPlayer, NBoardPlayer, Player, PlayerSpec, RandomPlayer, SwitchPlayer, WillowPlayer,
};

/// A kind of player.
#[derive(Debug)]
pub struct PlayerKind {
    /// The name in a SPEC.
    pub name: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// The keys of its SPEC.
    pub keys: &'static [PlayerKey],
    builder: PlayerBuilder,
}

type BuildResult = Result<Box<dyn Player>, SpecError>;

/// How a player of a kind is built.
#[derive(Debug)]
enum PlayerBuilder {
    /// A person, whose player is built by the user interface.
    Person,
    /// A program, built by this function.
    Program(fn(Options<'_>, &BuildContext) -> BuildResult),
}

const KINDS: &[PlayerKind] = &[
    PlayerKind {
        name: PERSON,
        summary: "you, at the terminal",
        keys: &[],
        builder: PlayerBuilder::Person,
    },
    PlayerKind {
        name: "random",
        summary: "a random legal move, all equally likely",
        keys: &[PlayerKey {
            name: "seed",
            values: "0..18446744073709551615",
            meaning: "the seed of its random numbers",
            default: "drawn at random and shown in the player's name",
        }],
        builder: PlayerBuilder::Program(build_random),
    },
    PlayerKind {
        name: "maximizer",
        summary: "one ply: the move with the highest evaluation (PAIP, 1992)",
        keys: paip::MAXIMIZER_KEYS,
        builder: PlayerBuilder::Program(|options, _| boxed(paip::player(options))),
    },
    PlayerKind {
        name: "minimax",
        summary: "full-width search to a depth (PAIP, 1992)",
        keys: paip::SEARCHER_KEYS,
        builder: PlayerBuilder::Program(|options, _| boxed(paip::player(options))),
    },
    PlayerKind {
        name: "alpha-beta",
        summary: "the same moves as minimax in less time (PAIP, 1992)",
        keys: paip::SEARCHER_KEYS,
        builder: PlayerBuilder::Program(|options, _| boxed(paip::player(options))),
    },
    PlayerKind {
        name: "alpha-beta-sorted",
        summary: "alpha-beta with moves sorted by their static values (PAIP, 1992)",
        keys: paip::ORDERED_KEYS,
        builder: PlayerBuilder::Program(|options, _| boxed(paip::player(options))),
    },
    PlayerKind {
        name: "alpha-beta-killer",
        summary: "alpha-beta with a killer move (PAIP, 1992)",
        keys: paip::ORDERED_KEYS,
        builder: PlayerBuilder::Program(|options, _| boxed(paip::player(options))),
    },
    PlayerKind {
        name: "iago",
        summary: "edges and mobility, after Rosenbloom's program of 1982 (PAIP, 1992)",
        keys: paip::IAGO_KEYS,
        builder: PlayerBuilder::Program(|options, _| boxed(paip::player(options))),
    },
    PlayerKind {
        name: "iago-1982",
        summary: "the champion of 1981, as far as the paper describes it (Rosenbloom, 1982)",
        keys: iago_1982::KEYS,
        builder: PlayerBuilder::Program(|options, _| boxed(iago_1982::player(options))),
    },
    PlayerKind {
        name: "bill",
        summary: "tables, killer lists and an opening book (Lee and Mahajan, 1986)",
        keys: bill::KEYS,
        builder: PlayerBuilder::Program(|options, _| boxed(bill::player(options))),
    },
    PlayerKind {
        name: general::NAME,
        summary: "any of the old evaluations with any of the further techniques (PAIP 18.13)",
        keys: general::KEYS,
        builder: PlayerBuilder::Program(|options, _| boxed(general::player(options))),
    },
    PlayerKind {
        name: "mlia",
        summary: "six characteristics, as deep as the time allows (Korman and Walluck, 2003)",
        keys: mlia::KEYS,
        builder: PlayerBuilder::Program(|options, _| boxed(mlia::player(options))),
    },
    PlayerKind {
        name: "switch",
        summary: "begins as one player and goes on as another",
        keys: SwitchPlayer::KEYS,
        builder: PlayerBuilder::Program(|options, context| {
            boxed(SwitchPlayer::from_options(options, context, build_player))
        }),
    },
    PlayerKind {
        name: "willow",
        summary: "the modern engine",
        keys: WillowPlayer::KEYS,
        builder: PlayerBuilder::Program(|options, context| {
            boxed(WillowPlayer::from_options(options, context))
        }),
    },
    PlayerKind {
        name: "gtp",
        summary: "another program that speaks the Go Text Protocol for Othello",
        keys: GtpPlayer::KEYS,
        builder: PlayerBuilder::Program(|options, context| {
            boxed(GtpPlayer::from_options(options, context))
        }),
    },
    PlayerKind {
        name: "nboard",
        summary: "another program that speaks the protocol of NBoard, version 2",
        keys: NBoardPlayer::KEYS,
        builder: PlayerBuilder::Program(|options, context| {
            boxed(NBoardPlayer::from_options(options, context))
        }),
    },
];

/// Boxes a player of any type.
fn boxed<P: Player + 'static>(player: Result<P, SpecError>) -> BuildResult {
    player.map(|player| Box::new(player) as Box<dyn Player>)
}

fn build_random(options: Options<'_>, context: &BuildContext) -> BuildResult {
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
/// The player does not exist or is a person, or a key or value is invalid.
pub fn build_player(
    spec: &PlayerSpec,
    context: &BuildContext,
) -> Result<Box<dyn Player>, SpecError> {
    let kind = check_player(spec)?;
    match kind.builder {
        PlayerBuilder::Person => {
            Err(SpecError { column: 1, kind: SpecErrorKind::Person(kind.name) })
        }
        PlayerBuilder::Program(build) => build(Options(spec), context),
    }
}

/// A search that does not depend on the game: one of the book's (PAIP).
#[derive(Clone, Debug)]
pub enum BookSearch {
    /// One of its sections 18.2 to 18.12.
    Strategy(Strategy),
    /// The general searcher, with these techniques of its section 18.13.
    General(Techniques),
}

/// Returns the search of a SPEC that names one of the book's players (PAIP), or `None` if it names
/// another one.
///
/// # Errors
/// The player does not exist, or the SPEC has a wrong option.
pub fn book_search(spec: &PlayerSpec) -> Result<Option<BookSearch>, SpecError> {
    if check_player(spec)?.name == general::NAME {
        return general::techniques(Options(spec)).map(BookSearch::General).map(Some);
    }
    Ok(paip::strategy(Options(spec))?.map(BookSearch::Strategy))
}

/// Finds the kind of player that a SPEC names, a person included.
///
/// # Errors
/// The player does not exist or does not have a key of the SPEC. Values are not checked.
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

/// Returns whether the moves of a player depend on time: the SPEC or a nested SPEC has the key
/// `time`.
///
/// The games of such a player are played one at a time, because other games would weaken it.
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
    fn a_new_seed_is_part_of_the_name() {
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
    fn errors_list_the_valid_names_and_hint_at_the_nearest() {
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
                "player SPEC, column 1: `human` is a person; only programs can play here",
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
    fn timed_players_are_found_inside_others() {
        assert!(is_timed(&spec("willow:time=1s")));
        assert!(is_timed(&spec("switch:plies=10,first=(bill:time=1s),then=(random)")));
        assert!(!is_timed(&spec("switch:plies=10,first=(iago:depth=3),then=(random)")));
        assert!(!is_timed(&spec("gtp:cmd=engine:time=1s")));
    }
}
