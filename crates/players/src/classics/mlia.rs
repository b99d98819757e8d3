//! MLia.

use std::path::Path;

use willow_classics::mlia::{Book, Evaluation, Mlia, Options as Techniques, Weights};

use crate::classics::made_files::{self, MadeBook};
use crate::classics::player::ClassicPlayer;
use crate::spec::error::SpecError;
use crate::spec::key::PlayerKey;
use crate::spec::options::{Options, invalid};

/// The keys of the SPEC.
pub(crate) const KEYS: &[PlayerKey] = &[
    PlayerKey { default: "a twentieth of what is left on the clock", ..PlayerKey::TIME },
    PlayerKey { default: "no limit; 6 without clock, time and nodes", ..PlayerKey::DEPTH },
    PlayerKey::NODES,
    PlayerKey {
        name: "weights",
        values: "original, tuned, (six numbers), or FILE",
        meaning: "the weights of the six characteristics: the paper's, those that a genetic \
                  algorithm found (6 Elo stronger with 5,000 nodes a move), others, or those of \
                  a file of `willow lab tune`",
        default: "original",
    },
    PlayerKey {
        values: "on|off, or FILE",
        ..PlayerKey::switch(
            "book",
            "the opening book that its authors planned, or that of a file of `willow lab book \
             --mlia`",
            "off",
        )
    },
    PlayerKey::switch("ordering", "a search of two plies orders the moves", "on"),
    PlayerKey::switch("hash", "a hash table keeps evaluations", "on"),
    PlayerKey::switch("corner", "a corner that can be taken is taken", "on"),
];

/// Returns the player that the SPEC describes.
pub(crate) fn player(options: Options<'_>) -> Result<ClassicPlayer<Mlia>, SpecError> {
    let limits = options.limits("nodes")?;
    let is_on = |key: &str| Ok(options.switch(key)?.unwrap_or(true));
    let techniques = Techniques {
        orders: is_on("ordering")?,
        has_table: is_on("hash")?,
        takes_corners: is_on("corner")?,
    };
    let book = book(options)?;
    let evaluation = Evaluation { weights: weights(options)? };
    Ok(ClassicPlayer::new(options.0.to_string(), limits, move || {
        let mlia = Mlia::new(evaluation).with_options(techniques);
        match book {
            Some(book) => mlia.with_book(book),
            None => mlia,
        }
    }))
}

fn book(options: Options<'_>) -> Result<Option<&'static Book>, SpecError> {
    match options.0.value("book") {
        None | Some("off") => return Ok(None),
        Some("on") => return Ok(Some(Book::shipped())),
        Some(_) => (),
    }
    match options.made_book("on, off")? {
        Some(MadeBook::Bill(_)) => Err(options.invalid("book", "on, off or a book of MLia's")),
        Some(MadeBook::Mlia(book)) => Ok(Some(book)),
        None => Ok(None),
    }
}

fn weights(options: Options<'_>) -> Result<Weights, SpecError> {
    match options.0.option("weights") {
        None => Ok(Weights::ORIGINAL),
        Some(option) => match option.value() {
            "original" => Ok(Weights::ORIGINAL),
            "tuned" => Ok(Weights::TUNED),
            text => text.parse().or_else(|_| {
                made_files::weights(Path::new(text)).map_err(|error| {
                    let numbers = "six numbers from -2000 to 2000 in brackets";
                    invalid(option, &format!("original, tuned, {numbers}, or a file ({error})"))
                })
            }),
        },
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use willow_classics::{GameClock, Limits};

    use super::*;

    #[test]
    fn the_keys_say_how_far_to_think() {
        let limits =
            |text: &str, clock| player(Options(&text.parse().unwrap())).unwrap().limits_with(clock);
        assert_eq!(limits("mlia", None), Limits::depth(6));
        assert_eq!(limits("mlia:depth=3", None), Limits::depth(3));
        assert_eq!(limits("mlia:nodes=200k", None), Limits::nodes(200_000));
        assert_eq!(limits("mlia:time=1s", None), Limits::move_time(Duration::from_secs(1)));
        let clock = Some(GameClock::main_time(Duration::ZERO, Duration::ZERO));
        assert_eq!(limits("mlia", clock), Limits { clock, ..Limits::NONE });
        let own = "mlia:weights=(10,801.724,382.026,78.922,74.396,10)".parse().unwrap();
        assert_eq!(weights(Options(&own)), Ok(Weights::ORIGINAL));
    }
}
