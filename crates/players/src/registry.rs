//! The table of all players, and building a player from its SPEC.

use willow_classics::bill::Bill;
use willow_classics::paip::{Strategy, Techniques};

use crate::classics::{bill, general, iago_1982, mlia, paip};
use crate::external::{DialogueLog, gtp, nboard};
use crate::seeds::derive_seed;
use crate::spec::PERSON;
use crate::spec::error::SpecError;
use crate::spec::key::{PlayerKey, TIME_KEY};
use crate::spec::option::{COMMAND_KEY, SpecOption};
use crate::spec::options::Options;
use crate::{ClassicPlayer, Player, PlayerSpec, RandomPlayer, SwitchPlayer, WillowPlayer};

/// Everything but its SPEC that a player is built with.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct BuildContext {
    /// The seed of a player with random moves whose SPEC gives none. The player's name contains the
    /// seed, so that the player can be built again.
    pub seed: u64,
    /// Keeps the dialogue with another program.
    pub(crate) log: Option<DialogueLog>,
}

impl BuildContext {
    /// Returns the context with this seed.
    pub const fn new(seed: u64) -> BuildContext {
        BuildContext { seed, log: None }
    }

    /// Returns the context with a log for the dialogues of other programs.
    #[must_use]
    pub fn with_log(self, log: Option<DialogueLog>) -> BuildContext {
        BuildContext { log, ..self }
    }

    /// Returns the context for a player inside another, with a seed derived from `number`.
    #[must_use]
    pub fn nested(&self, number: u64) -> BuildContext {
        BuildContext { seed: derive_seed(self.seed, number), log: self.log.clone() }
    }
}

/// A kind of player of a game.
#[derive(Debug)]
pub struct PlayerKind<P = Box<dyn Player>> {
    /// The name in a SPEC.
    pub name: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// The keys of its SPEC.
    pub keys: &'static [PlayerKey],
    /// Builds a program; `None` for a person, whose player is built by the user interface.
    build: Option<Build<P>>,
}

type Build<P> = fn(Options<'_>, &BuildContext) -> Result<P, SpecError>;

impl<P> PlayerKind<P> {
    pub(crate) const PERSON: PlayerKind<P> =
        PlayerKind { name: PERSON, summary: "you, at the terminal", keys: &[], build: None };

    /// Declares a kind of program.
    pub(crate) const fn new(
        name: &'static str,
        summary: &'static str,
        keys: &'static [PlayerKey],
        build: Build<P>,
    ) -> PlayerKind<P> {
        PlayerKind { name, summary, keys, build: Some(build) }
    }

    /// Finds the kind that a SPEC names, a person included, and checks the names of its keys.
    pub(crate) fn of_spec(
        kinds: &'static [PlayerKind<P>],
        spec: &PlayerSpec,
    ) -> Result<&'static PlayerKind<P>, SpecError> {
        let Some(kind) = kinds.iter().find(|kind| kind.name == spec.name()) else {
            let known = kinds.iter().map(|kind| kind.name).collect();
            return Err(SpecError::UnknownPlayer { name: spec.name().to_owned(), known });
        };
        let is_known = |option: &&SpecOption| kind.keys.iter().any(|key| key.name == option.key());
        match spec.options().iter().find(|option| !is_known(option)) {
            None => Ok(kind),
            Some(option) => Err(SpecError::UnknownKey {
                player: kind.name,
                key: option.key().to_owned(),
                known: kind.keys.iter().map(|key| key.name).collect(),
            }),
        }
    }

    /// Builds the player that a SPEC describes.
    pub(crate) fn build(
        kinds: &'static [PlayerKind<P>],
        spec: &PlayerSpec,
        context: &BuildContext,
    ) -> Result<P, SpecError> {
        match PlayerKind::of_spec(kinds, spec)?.build {
            None => Err(SpecError::Person(PERSON)),
            Some(build) => build(Options(spec), context),
        }
    }
}

/// Declares a player of PAIP.
const fn paip(name: &'static str, summary: &'static str, keys: &'static [PlayerKey]) -> PlayerKind {
    PlayerKind::new(name, summary, keys, |options, _| boxed(paip::player(options)))
}

const KINDS: &[PlayerKind] = &[
    PlayerKind::PERSON,
    PlayerKind::new(
        "random",
        "a random legal move, all equally likely",
        &[PlayerKey::SEED],
        |options, context| {
            let seed = options.number("seed", 0..=u64::MAX)?.unwrap_or(context.seed);
            Ok(Box::new(RandomPlayer::new(seed)))
        },
    ),
    paip(
        "maximizer",
        "one ply: the move with the highest evaluation (PAIP, 1992)",
        paip::MAXIMIZER_KEYS,
    ),
    paip("minimax", "full-width search to a depth (PAIP, 1992)", paip::SEARCHER_KEYS),
    paip("alpha-beta", "the same moves as minimax in less time (PAIP, 1992)", paip::SEARCHER_KEYS),
    paip(
        "alpha-beta-sorted",
        "alpha-beta with moves sorted by their static values (PAIP, 1992)",
        paip::ORDERED_KEYS,
    ),
    paip("alpha-beta-killer", "alpha-beta with a killer move (PAIP, 1992)", paip::KILLER_KEYS),
    paip(
        "iago",
        "edges and mobility, after Rosenbloom's program of 1982 (PAIP, 1992)",
        paip::IAGO_KEYS,
    ),
    PlayerKind::new(
        "iago-1982",
        "the champion of 1981, as far as the paper describes it (Rosenbloom, 1982)",
        iago_1982::KEYS,
        |options, _| boxed(iago_1982::player(options)),
    ),
    PlayerKind::new(
        "bill",
        "tables, killer lists and an opening book (Lee and Mahajan, 1986)",
        bill::KEYS,
        |options, _| boxed(bill::player(options)),
    ),
    PlayerKind::new(
        general::NAME,
        "any of the old evaluations with any of the further techniques (PAIP 18.13)",
        general::KEYS,
        |options, _| boxed(general::player(options)),
    ),
    PlayerKind::new(
        "mlia",
        "six characteristics, as deep as the time allows (Korman and Walluck, 2003)",
        mlia::KEYS,
        |options, _| boxed(mlia::player(options)),
    ),
    PlayerKind::new(
        "switch",
        "begins as one player and goes on as another",
        SwitchPlayer::KEYS,
        |options, context| boxed(SwitchPlayer::from_options(options, context)),
    ),
    PlayerKind::new("willow", "the modern engine", WillowPlayer::KEYS, |options, context| {
        boxed(WillowPlayer::from_options(options, context))
    }),
    PlayerKind::new(
        "gtp",
        "another program that speaks the Go Text Protocol for Othello",
        gtp::KEYS,
        |options, context| boxed(gtp::player(options, context)),
    ),
    PlayerKind::new(
        "nboard",
        "another program that speaks the protocol of NBoard, version 2",
        nboard::KEYS,
        |options, context| boxed(nboard::player(options, context)),
    ),
];

/// Boxes a player of any type.
fn boxed<P: Player + 'static>(player: Result<P, SpecError>) -> Result<Box<dyn Player>, SpecError> {
    player.map(|player| Box::new(player) as Box<dyn Player>)
}

/// Returns all kinds of players, as `willow help players` shows them.
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
    PlayerKind::build(KINDS, spec, context)
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

/// Returns BILL as a SPEC describes it, or `None` for another player.
///
/// # Errors
/// As those of [`build_player`].
pub fn bill_program(spec: &PlayerSpec) -> Result<Option<Bill>, SpecError> {
    let is_bill = check_player(spec)?.name == bill::NAME;
    is_bill.then(|| bill::player(Options(spec)).map(ClassicPlayer::into_program)).transpose()
}

/// Finds the kind of player that a SPEC names, a person included.
///
/// # Errors
/// The player does not exist or does not have a key of the SPEC. Values are not checked.
pub fn check_player(spec: &PlayerSpec) -> Result<&'static PlayerKind, SpecError> {
    PlayerKind::of_spec(KINDS, spec)
}

/// Returns whether the moves of a player depend on time: the SPEC or a nested SPEC has the key
/// `time`.
///
/// The games of such a player are played one at a time, because other games would weaken it.
pub fn is_timed(spec: &PlayerSpec) -> bool {
    spec.options().iter().any(|option| {
        option.key() == TIME_KEY
            || option.key() != COMMAND_KEY && option.nested().is_ok_and(|inner| is_timed(&inner))
    })
}

/// Returns whether a player is another program, or contains one: the SPEC or a nested SPEC has a command line.
pub fn is_external(spec: &PlayerSpec) -> bool {
    spec.options().iter().any(|option| {
        option.key() == COMMAND_KEY || option.nested().is_ok_and(|inner| is_external(&inner))
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
                "there is no player `wilow` (there are: human, random, \
                 maximizer, minimax, alpha-beta, alpha-beta-sorted, alpha-beta-killer, iago, \
                 iago-1982, bill, searcher, mlia, switch, willow, gtp, nboard)",
                Some("did you mean `willow`?"),
            ),
            (
                "random:sed=3",
                "`random` has no key `sed` (it has: seed)",
                Some("did you mean `seed`?"),
            ),
            ("human:seed=3", "`human` has no key `seed` (it has none)", None),
            (
                "random:seed=x",
                "`seed=x`: expected a whole number from 0 to \
                 18446744073709551615",
                None,
            ),
            (
                "human",
                "`human` is a person; only programs can play here",
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

    #[test]
    fn other_programs_are_found_inside_players() {
        assert!(is_external(&spec("nboard:depth=3,cmd=engine x")));
        assert!(is_external(&spec("switch:plies=10,first=(iago),then=(gtp:cmd=engine)")));
        assert!(!is_external(&spec("switch:plies=10,first=(iago),then=(random)")));
    }
}
