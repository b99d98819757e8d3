//! IAGO of 1982.

use willow_classics::Limits;
use willow_classics::iago_1982::{Iago1982, Options as IagoOptions, Weights};

use crate::classics::player::ClassicPlayer;
use crate::spec::error::SpecError;
use crate::spec::key::PlayerKey;
use crate::spec::options::Options;

const WEIGHTS: [(&str, Weights); 2] =
    [("published", Weights::Published), ("tuned", Weights::Tuned)];

/// The keys of the SPEC.
pub(crate) const KEYS: &[PlayerKey] = &[
    PlayerKey::new(
        "time",
        "TIME such as 100ms or 1s",
        "the time for each move",
        "a share of what is left on the clock",
    ),
    PlayerKey::new(
        "depth",
        "1..60",
        "the most plies to search; the end is solved from 3 more empty squares on",
        "no limit; 6 without any other",
    ),
    PlayerKey::new(
        "nodes",
        "COUNT such as 200k or 1M",
        "the most positions to visit for a move",
        "no limit",
    ),
    PlayerKey::new("endgame", "on|off", "two-phase search of the end of the game", "on"),
    PlayerKey::new(
        "weights",
        "published|tuned",
        "the coefficients of its evaluation: those of 1982, or those found by hill climbing",
        "published",
    ),
    PlayerKey::new("book", "on|off", "the opening book of 20 positions", "on"),
];

/// Returns the player that the SPEC describes.
pub(crate) fn player(options: Options<'_>) -> Result<ClassicPlayer<Iago1982>, SpecError> {
    let iago_options = IagoOptions {
        has_book: options.switch("book", true)?,
        solves: options.switch("endgame", true)?,
        weights: options.choice("weights", &WEIGHTS)?.unwrap_or_default(),
    };
    let limits = Limits {
        depth: options.number("depth", 1..=60)?.map(|depth| depth as u32),
        nodes: options.count("nodes")?,
        move_time: options.move_time("time")?,
        clock: None,
    };
    let make = move || Iago1982::new(iago_options);
    Ok(ClassicPlayer::new(options.0.to_string(), limits, make))
}
