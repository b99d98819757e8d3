//! What formulas know of a request.

use super::formula_value::{Kind, Value};
use super::rating::{Rating, outcome};
use crate::ggs::{ClockTerms, MatchType, TimeSlot};

/// One side of a request.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    /// `B`, `W`, or `?` for a colour that is not agreed.
    pub(super) color: char,
    pub(super) terms: ClockTerms,
    pub(super) rating: Rating,
}

/// What formulas know of a request, in the view of one of its players.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    pub(super) kind: MatchType,
    pub(super) is_rated: bool,
    /// Whether a stored match is to go on.
    pub(super) is_saved: bool,
    /// How many matches with this opponent are stored.
    pub(super) n_stored: i64,
    /// How many matches the player plays without and with a random start.
    pub(super) n_playing: [i64; 2],
    pub(super) own: Side,
    pub(super) theirs: Side,
}

/// A word of formulas that stands for something known of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    Saved,
    Rated,
    Random,
    Synchro,
    Komi,
    Anti,
    Discs,
    Size,
    Stored,
    /// A fact of one side: the player's own, or the opponent's.
    OfSide(bool, SideFact),
}

/// A word of formulas that stands for something known of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SideFact {
    Color,
    Rating,
    /// The seconds of the main time, the increment or the extension.
    Seconds(usize),
    Moves(usize),
    /// Whether the time has no flag `N`.
    IsUsual(usize),
}

/// The words that stand for one fact of the whole request.
const WORDS: [(&str, Fact); 9] = [
    ("saved", Fact::Saved),
    ("rated", Fact::Rated),
    ("rand", Fact::Random),
    ("synchro", Fact::Synchro),
    ("komi", Fact::Komi),
    ("anti", Fact::Anti),
    ("discs", Fact::Discs),
    ("size", Fact::Size),
    ("stored", Fact::Stored),
];

/// What follows `m` or `o` in the words of one side.
const SIDE_WORDS: [(&str, SideFact); 11] = [
    ("c", SideFact::Color),
    ("r", SideFact::Rating),
    ("t1", SideFact::Seconds(0)),
    ("m1", SideFact::Moves(0)),
    ("l1", SideFact::IsUsual(0)),
    ("t2", SideFact::Seconds(1)),
    ("m2", SideFact::Moves(1)),
    ("a2", SideFact::IsUsual(1)),
    ("t3", SideFact::Seconds(2)),
    ("m3", SideFact::Moves(2)),
    ("a3", SideFact::IsUsual(2)),
];

fn found<T: Copy>(words: &[(&str, T)], word: &str) -> Option<T> {
    words.iter().find(|(name, _)| *name == word).map(|(_, fact)| *fact)
}

impl Fact {
    /// Returns what a word stands for.
    pub(super) fn named(word: &str) -> Option<Fact> {
        let of_side =
            |is_own, rest| found(&SIDE_WORDS, rest).map(|fact| Fact::OfSide(is_own, fact));
        found(&WORDS, word)
            .or_else(|| word.strip_prefix('m').and_then(|rest| of_side(true, rest)))
            .or_else(|| word.strip_prefix('o').and_then(|rest| of_side(false, rest)))
    }

    pub(super) const fn kind(self) -> Kind {
        match self {
            Fact::OfSide(_, SideFact::Color) => Kind::Color,
            Fact::OfSide(_, SideFact::Rating) => Kind::Real,
            Fact::Discs
            | Fact::Size
            | Fact::Stored
            | Fact::OfSide(_, SideFact::Seconds(_) | SideFact::Moves(_)) => Kind::Int,
            _ => Kind::Bool,
        }
    }
}

impl Side {
    const fn slot(&self, index: usize) -> TimeSlot {
        match index {
            0 => self.terms.main,
            1 => self.terms.increment,
            _ => self.terms.extension,
        }
    }

    fn value(&self, fact: SideFact) -> Value {
        match fact {
            SideFact::Color => Value::Color(self.color),
            SideFact::Rating => Value::Real(self.rating.value),
            SideFact::Seconds(index) => Value::Int(self.slot(index).time.0),
            SideFact::Moves(index) => Value::Int(i64::from(self.slot(index).moves)),
            SideFact::IsUsual(index) => Value::Bool(!self.slot(index).is_other_kind),
        }
    }
}

impl Facts {
    pub(super) fn value(&self, fact: Fact) -> Value {
        match fact {
            Fact::Saved => Value::Bool(self.is_saved),
            Fact::Rated => Value::Bool(self.is_rated),
            Fact::Random => Value::Bool(self.kind.random.is_some()),
            Fact::Synchro => Value::Bool(self.kind.synchro),
            Fact::Komi => Value::Bool(self.kind.komi),
            Fact::Anti => Value::Bool(self.kind.anti),
            Fact::Discs => Value::Int(i64::from(self.kind.random.unwrap_or(0))),
            Fact::Size => Value::Int(i64::from(self.kind.size)),
            Fact::Stored => Value::Int(self.n_stored),
            Fact::OfSide(is_own, fact) => {
                let side = if is_own { &self.own } else { &self.theirs };
                side.value(fact)
            }
        }
    }

    pub(super) fn playing(&self, is_random: bool) -> i64 {
        self.n_playing[usize::from(is_random)]
    }

    /// Returns what a result in discs, in the player's view, changes in their rating.
    pub(super) fn own_delta(&self, discs: f64) -> f64 {
        self.delta(self.own.rating, self.theirs.rating, discs)
    }

    /// Returns what a result in discs, in the opponent's view, changes in the opponent's rating.
    pub(super) fn their_delta(&self, discs: f64) -> f64 {
        self.delta(self.theirs.rating, self.own.rating, discs)
    }

    fn delta(&self, rating: Rating, opponent: Rating, discs: f64) -> f64 {
        if self.is_rated {
            rating.rated(opponent, outcome(discs)).value - rating.value
        } else {
            0.0
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::ggs_server::formula::Formula;
    use willow_board::RandomSource;

    /// Zero every time.
    struct Zero;

    impl RandomSource for Zero {
        fn below(&mut self, _: usize) -> usize {
            0
        }
    }

    /// Returns what is known of a rated request of a type.
    pub(crate) fn facts(kind: &str) -> Facts {
        let rating = |value| Rating { value, ..Rating::default() };
        Facts {
            kind: kind.parse().unwrap(),
            is_rated: true,
            is_saved: false,
            n_stored: 2,
            n_playing: [1, 3],
            own: Side {
                color: 'W',
                terms: "05:00/00:10,2/01:00".parse().unwrap(),
                rating: rating(1800.0),
            },
            theirs: Side {
                color: 'B',
                terms: "10:00,N/00:20,N1/02:00,N".parse().unwrap(),
                rating: rating(1720.0),
            },
        }
    }

    #[track_caller]
    fn hold(kind: &str, formulas: &[&str]) {
        for text in formulas {
            let formula = Formula::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert!(formula.holds(&facts(kind), &mut Zero), "{text}");
        }
    }

    #[test]
    fn facts_of_the_request_are_known() {
        let plain =
            ["rated & !saved", "!rand & !synchro", "!komi & !anti", "size == 8", "discs == 0"];
        hold("8b", &plain);
        hold("8b", &["stored == 2", "playing(F) == 1", "playing((rand | T)) == 3"]);
        hold("s8r20", &["rand & synchro & discs == 20"]);
        hold("8kr18", &["( rand & komi & discs >= 18 & discs <= 24 )"]);
    }

    #[test]
    fn facts_of_both_sides_are_known() {
        hold("8b", &["mc == W & oc == B & mr > or", "mr == 1800.0 & or == 1720.0"]);
        hold(
            "8b",
            &["mt1 == 300 & mm1 == 0 & ml1", "mt2 == 10 & mm2 == 2 & ma2", "mt3 == 60 & ma3"],
        );
        hold(
            "8b",
            &["ot1 == 600 & !ol1", "ot2 == 20 & om2 == 1 & !oa2", "ot3 == 120 & om3 == 0 & !oa3"],
        );
        hold("8b", &["md(2.0) > 0.0 & md(-2.0) < 0.0", "od(2.0) > md(2.0)"]);
    }
}
