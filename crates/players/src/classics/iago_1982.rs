//! IAGO of 1982.

use willow_classics::iago_1982::{Iago1982, Options as IagoOptions, Weights};

use crate::classics::player::ClassicPlayer;
use crate::spec::error::SpecError;
use crate::spec::key::PlayerKey;
use crate::spec::options::Options;

const WEIGHTS: [(&str, Weights); 2] =
    [("published", Weights::Published), ("tuned", Weights::Tuned)];

/// The keys of the SPEC.
pub(crate) const KEYS: &[PlayerKey] = &[
    PlayerKey { default: "a share of what is left on the clock", ..PlayerKey::TIME },
    PlayerKey {
        meaning: "the most plies to search; the end is solved from 3 more empties on",
        default: "no limit; 6 without any other",
        ..PlayerKey::DEPTH
    },
    PlayerKey::NODES,
    PlayerKey::switch("endgame", "two-phase search of the end of the game", "on"),
    PlayerKey::new(
        "weights",
        "published|tuned",
        "the coefficients of its evaluation: those of 1982, or those found by hill climbing",
        "published",
    ),
    PlayerKey::switch("book", "the opening book of 20 positions", "on"),
];

/// Returns the player that the SPEC describes.
pub(crate) fn player(options: Options<'_>) -> Result<ClassicPlayer<Iago1982>, SpecError> {
    let iago_options = IagoOptions {
        has_book: options.switch("book")?.unwrap_or(true),
        solves: options.switch("endgame")?.unwrap_or(true),
        weights: options.choice("weights", &WEIGHTS)?.unwrap_or_default(),
    };
    let limits = options.limits("nodes")?;
    let make = move || Iago1982::new(iago_options);
    Ok(ClassicPlayer::new(options.0.to_string(), limits, make))
}
