//! BILL.

use willow_classics::Limits;
use willow_classics::bill::{
    Bill, Book, CoefficientPercent, Constant, Constants, Options as BillOptions, Version,
};

use crate::classics::made_files::MadeBook;
use crate::classics::player::{ClassicPlayer, ThinkAhead};
use crate::spec::error::SpecError;
use crate::spec::key::PlayerKey;
use crate::spec::options::Options;
use crate::spec::quantity::parse_size;

/// The name in a SPEC.
pub(crate) const NAME: &str = "bill";

/// The plies of the simple strategies: three, as the schoolchildren's version had.
const SIMPLE_DEPTH: u32 = 3;

/// The largest hash table that a SPEC may ask for, in bytes.
const MAX_HASH: u64 = 1 << 34;

/// The plain alpha-beta search that plays the simple strategies.
const SIMPLE: BillOptions = BillOptions {
    version: Version::Schoolchildren,
    percent: CoefficientPercent::REPORT,
    constants: Constants::TUNED,
    hash_bytes: 0,
    has_killers: false,
    has_zero_window: false,
    prunes: false,
    solves: false,
    has_book: false,
};

/// Declares a key that turns off a part of BILL.
const fn switch(name: &'static str, meaning: &'static str) -> PlayerKey {
    PlayerKey::switch(name, meaning, "on")
}

/// Declares a key of a coefficient.
const fn percent(name: &'static str, meaning: &'static str) -> PlayerKey {
    PlayerKey { name, values: "0..1000", meaning, default: "100" }
}

/// The keys of the SPEC.
pub(crate) const KEYS: &[PlayerKey] = &[
    PlayerKey { default: "plans with the game's clock", ..PlayerKey::TIME },
    PlayerKey {
        meaning: "the most plies to search; the end is solved for the winner from 8 empty \
                  squares more on, for the score from 6",
        default: "no limit; 6 without any other, 3 for the simple versions",
        ..PlayerKey::DEPTH
    },
    PlayerKey {
        meaning: "the positions to visit for a move; BILL looks at their number, as at its clock, \
                  every 1,024 of a search, so 1k are 1,500 in the mean",
        ..PlayerKey::NODES
    },
    PlayerKey::new(
        "hash",
        "0 or SIZE such as 4M",
        "the size of the hash table",
        "128K, the 32,768 entries of 1986",
    ),
    PlayerKey {
        name: "version",
        values: "bill|counted-mobility|estimated-edges|bayesian|schoolchildren|minimum-disc|\
                 edge-greedy",
        meaning: "the evaluation; the last three search with plain alpha-beta",
        default: "bill",
    },
    percent("edge", "the edges' coefficient, in hundredths of the report's"),
    percent("mobility", "the mobility's coefficient, in the same way"),
    percent("occupied", "the occupied squares' coefficient, in the same way"),
    PlayerKey {
        name: "constants",
        values: "historical|tuned|first|([SET,]NAME=PERCENT,...)",
        meaning: "the numbers that the report leaves open: as BILL's printed games have them, as matches \
                  tuned them, as first guessed; or parts in hundredths up to 300, changed from a SET: \
                  docs/benchmarks/classics.md lists them",
        default: "historical; other versions have tuned",
    },
    switch("killers", "good replies move forward in the killer table"),
    switch("zero-window", "zero-window search at the top"),
    switch("pruning", "forward pruning of moves to X- and C-squares"),
    switch("endgame", "two-phase search of the end of the game"),
    PlayerKey {
        values: "on|off, or FILE",
        ..switch("book", "the opening book, or that of a file of `willow lab bill-book`")
    },
    PlayerKey::new(
        "bayes",
        "FILE",
        "version=bayesian with the evaluation of a file of `willow lab bill-bayes`",
        "the one that comes with the program",
    ),
    PlayerKey::switch(
        "think-ahead",
        "thinking on the opponent's time, on a second thread",
        "on in games with a clock, unless time, depth or nodes is given",
    ),
    PlayerKey::new(
        "rating",
        "0..4000",
        "the opponent's Othello rating, which sets the depth of thinking ahead",
        "1500",
    ),
];

/// Returns the player that the SPEC describes.
pub(crate) fn player(options: Options<'_>) -> Result<ClassicPlayer<Bill>, SpecError> {
    let bill_options = self::options(options)?;
    let limits = options.limits("nodes")?;
    let think_ahead = [("on", ThinkAhead::Always), ("off", ThinkAhead::Never)];
    let think_ahead = options.choice("think-ahead", &think_ahead)?;
    let rating = options.number("rating", 0..=4000)?.map(|rating| rating as u32);
    let is_simple = bill_options.version.is_simple();
    let (book, bayes) = (book_of_file(options)?, options.bayes()?);
    let limits = Limits { depth: limits.depth.or(is_simple.then_some(SIMPLE_DEPTH)), ..limits };
    let make = move || {
        let mut bill = Bill::new(bill_options);
        if let Some(rating) = rating {
            bill = bill.with_opponent_rating(rating);
        }
        if let Some(book) = book {
            bill = bill.with_book(book);
        }
        match bayes {
            Some(bayes) => bill.with_bayes(bayes),
            None => bill,
        }
    };
    let player = ClassicPlayer::new(options.0.to_string(), limits, make);
    Ok(player.thinking_ahead(think_ahead.unwrap_or(ThinkAhead::WithClock)))
}

/// Returns the book that is neither the program's own nor none.
fn book_of_file(options: Options<'_>) -> Result<Option<&'static Book>, SpecError> {
    if matches!(options.0.value("book"), None | Some("on" | "off")) {
        return Ok(None);
    }
    match options.made_book("on, off")? {
        Some(MadeBook::Mlia(_)) => Err(options.invalid("book", "on, off or a book of BILL's")),
        Some(MadeBook::Bill(book)) => Ok(Some(book)),
        None => Ok(None),
    }
}

/// Returns the version, which the file of a Bayesian evaluation implies.
fn version(options: Options<'_>) -> Result<Version, SpecError> {
    let given = options.choice("version", &Version::NAMED)?;
    match (given, options.0.option("bayes")) {
        (None | Some(Version::Bayesian), Some(_)) => Ok(Version::Bayesian),
        (Some(_), Some(_)) => options.refuse("bayes", "version=bayesian").map(|()| Version::Bill),
        (given, None) => Ok(given.unwrap_or_default()),
    }
}

/// Returns the parts of BILL that the SPEC chooses.
fn options(options: Options<'_>) -> Result<BillOptions, SpecError> {
    let version = version(options)?;
    let base = if version.is_simple() { SIMPLE } else { BillOptions::default() };
    if !version.has_coefficients() {
        for key in ["edge", "mobility", "occupied"] {
            options.refuse(key, "version=bill")?;
        }
    }
    let percent = |key: &str| {
        options.number(key, 0..=1000).map(|percent| percent.map_or(100, |percent| percent as i32))
    };
    if version != Version::Bill {
        options.refuse("constants", "version=bill")?;
    }
    let hash = options.read("hash", "a size from 0 to 16G, such as 64M or 1G", |text| {
        parse_size(text, 0..=MAX_HASH)
    })?;
    Ok(BillOptions {
        version,
        percent: CoefficientPercent {
            edge: percent("edge")?,
            mobility: percent("mobility")?,
            occupied: percent("occupied")?,
        },
        constants: constants(options)?,
        hash_bytes: hash.unwrap_or(base.hash_bytes),
        has_killers: options.switch("killers")?.unwrap_or(base.has_killers),
        has_zero_window: options.switch("zero-window")?.unwrap_or(base.has_zero_window),
        prunes: options.switch("pruning")?.unwrap_or(base.prunes),
        solves: options.switch("endgame")?.unwrap_or(base.solves),
        has_book: options.0.value("book").map_or(base.has_book, |book| book != "off"),
    })
}

/// Reads a set of constants by its name, or parts that differ from one: `tuned`,
/// `(tuned,idle=50,sequence=120)`.
fn constants(options: Options<'_>) -> Result<Constants, SpecError> {
    let Some(option) = options.0.option("constants") else { return Ok(Constants::HISTORICAL) };
    let named = |name: &str| {
        let mut sets = Constants::NAMED.into_iter();
        sets.find(|(known, _)| *known == name).map(|(_, constants)| constants)
    };
    let text = option.value();
    let listed = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
    let mut parts = listed.split(',').map(str::trim).peekable();
    let set = parts.next_if(|part| !part.contains('=')).map_or(Some(Constants::HISTORICAL), named);
    let read = |constants: Constants, part: &str| {
        let (name, percent) = part.split_once('=')?;
        constants.with(Constant::from_name(name.trim())?, percent.trim().parse().ok()?)
    };
    set.and_then(|set| parts.try_fold(set, read)).ok_or_else(|| {
        let sets = Constants::NAMED.map(|(name, _)| name).join(", ");
        let names = Constant::all().map(Constant::name).join(", ");
        let expected =
            format!("{sets} or (NAME=PERCENT,...) with parts up to {} of {names}", Constants::MAX);
        options.invalid("constants", &expected)
    })
}
