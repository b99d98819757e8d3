//! The opponents that a game server offers: levels for people, programs of the past with their
//! authors, and the engine's levels. The facts stand here once.
//!
//! Sources of the facts: Norvig, "Paradigms of Artificial Intelligence Programming" (1992), chapter 18;
//! Lee and Mahajan, "BILL: a table-based, knowledge-intensive Othello program" (1986), chapters 2, 4 and
//! appendix I, also for IAGO's machine and language; Korman, "Playing Othello with Artificial
//! Intelligence" (2003). The Elo is that of `docs/levels.md`; a test of the server compares them. Levels
//! with a measured Elo play without the opening book, as they were measured.

/// The group of an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HouseBotGroup {
    /// A level for people.
    People,
    /// A program of the past, or a version of one.
    Historical,
    /// The modern engine at a level.
    Engine,
}

/// Where a program comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramOrigin {
    /// Who wrote it.
    pub authors: &'static str,
    /// When.
    pub year: u16,
    /// The language, and the machine if the source names one; `None` for what the authors described
    /// and this project wrote.
    pub machine: Option<&'static str>,
}

/// An opponent that a game server offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HouseBot {
    /// Its name on a server. It is also a key for translations, and never changes.
    pub name: &'static str,
    /// The SPEC of its player.
    pub spec: &'static str,
    /// Its group.
    pub group: HouseBotGroup,
    /// How it plays: one sentence without a full stop.
    pub idea: &'static str,
    /// Where it comes from; `None` for what this project made.
    pub origin: Option<ProgramOrigin>,
    /// Its strength; `None` if it was not measured.
    pub elo: Option<MeasuredElo>,
}

/// The strength of a player, measured by games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeasuredElo {
    /// The Elo, where random moves have 0.
    pub elo: i32,
    /// Half of the 95% interval. It is the interval of the distance from random moves, so it grows
    /// with the distance.
    pub error: i32,
}

impl HouseBot {
    /// Returns one line about it: how it plays, and who wrote it when and for which machine.
    #[must_use]
    pub fn about(&self) -> String {
        match self.origin {
            None => format!("{}.", self.idea),
            Some(ProgramOrigin { authors, year, machine: Some(machine) }) => {
                format!("{}. {authors}, {year}, in {machine}.", self.idea)
            }
            Some(ProgramOrigin { authors, year, machine: None }) => {
                format!("{}. After {authors}, {year}.", self.idea)
            }
        }
    }

    /// Returns whether it chooses its moves by chance, so that a game against it is never the same
    /// again. The choices from an opening book are too few for this.
    #[must_use]
    pub fn plays_by_chance(&self) -> bool {
        self.spec.contains("random") || self.spec.contains("weaken=")
    }
}

/// The programs of "Paradigms of Artificial Intelligence Programming".
const PAIP: ProgramOrigin =
    ProgramOrigin { authors: "Peter Norvig", year: 1992, machine: Some("Common Lisp") };
/// What this book describes and leaves to its readers.
const AFTER_PAIP: ProgramOrigin = ProgramOrigin { machine: None, ..PAIP };
/// IAGO.
const IAGO: ProgramOrigin =
    ProgramOrigin { authors: "Paul Rosenbloom", year: 1982, machine: Some("SAIL on a DEC 2060") };
/// IAGO, changed.
const AFTER_IAGO: ProgramOrigin = ProgramOrigin { machine: None, ..IAGO };
/// BILL.
const BILL: ProgramOrigin = ProgramOrigin {
    authors: "Kai-Fu Lee and Sanjoy Mahajan",
    year: 1986,
    machine: Some("C on a VAX-11/785"),
};
/// What the report on BILL describes or wishes for.
const AFTER_BILL: ProgramOrigin = ProgramOrigin { machine: None, ..BILL };
/// The first BILL, of a summer school.
const SUMMER_SCHOOL: ProgramOrigin = ProgramOrigin {
    authors: "Six high school students",
    year: 1985,
    machine: Some("Common Lisp on an IBM PC"),
};
/// `MLia`.
const MLIA: ProgramOrigin = ProgramOrigin {
    authors: "Michael Korman and David Walluck",
    year: 2003,
    machine: Some("OCaml"),
};
/// `MLia`, changed.
const AFTER_MLIA: ProgramOrigin = ProgramOrigin { machine: None, ..MLIA };

/// Declares a level for people.
const fn level(
    name: &'static str,
    spec: &'static str,
    idea: &'static str,
    elo: Option<MeasuredElo>,
) -> HouseBot {
    HouseBot { name, spec, group: HouseBotGroup::People, idea, origin: None, elo }
}

/// Declares a program of the past.
const fn program(
    name: &'static str,
    spec: &'static str,
    idea: &'static str,
    origin: ProgramOrigin,
    elo: Option<MeasuredElo>,
) -> HouseBot {
    HouseBot { name, spec, group: HouseBotGroup::Historical, idea, origin: Some(origin), elo }
}

/// Declares a level of the engine.
const fn engine(
    name: &'static str,
    spec: &'static str,
    idea: &'static str,
    elo: Option<MeasuredElo>,
) -> HouseBot {
    HouseBot { name, spec, group: HouseBotGroup::Engine, idea, origin: None, elo }
}

/// Declares a measured strength, for a table in which new programs stand without one at first.
#[expect(clippy::unnecessary_wraps, reason = "the rows of the table stay short")]
const fn elo(elo: i32, error: i32) -> Option<MeasuredElo> {
    Some(MeasuredElo { elo, error })
}

/// All of them: a server lists them in this order. Limits are in plies or nodes, never in time, so
/// that nobody's strength depends on the machine.
pub const HOUSE_BOTS: &[HouseBot] = &[
    level(
        "first-game",
        "willow:level=1,weaken=4.3,hash=1M",
        "Plays like somebody who was told the rules today",
        elo(528, 149),
    ),
    level(
        "learner",
        "willow:level=1,weaken=3.3,hash=1M",
        "Plays like somebody who knows that corners are good, and little else",
        elo(700, 158),
    ),
    level(
        "family-player",
        "willow:level=1,weaken=2.3,hash=1M",
        "Plays like somebody who wins at home now and then",
        elo(812, 166),
    ),
    level(
        "club-beginner",
        "willow:level=2,weaken=1.5,hash=1M",
        "Plays like a beginner in a club, who has learned to keep few discs and many moves",
        elo(1002, 177),
    ),
    level(
        "club-player",
        "willow:level=3,weaken=0.8,hash=1M",
        "Plays like a player of a club with some years of practice",
        elo(1420, 195),
    ),
    level(
        "club-champion",
        "willow:level=4,weaken=0.4,hash=1M",
        "Plays like the best player of a club",
        elo(1596, 207),
    ),
    level(
        "master",
        "willow:level=5,weaken=0.16,hash=1M",
        "Plays like a player at national championships",
        elo(1699, 215),
    ),
    program("random-bot", "random", "Plays any legal move, all equally likely", PAIP, elo(0, 0)),
    program(
        "greedy-1",
        "maximizer:eval=count-difference",
        "Takes as many discs as it can, without looking ahead",
        PAIP,
        elo(152, 116),
    ),
    program(
        "mobility-2",
        "minimax:depth=2,eval=mobility",
        "Looks two plies ahead for more moves than the opponent has",
        PAIP,
        elo(246, 130),
    ),
    program(
        "minimax-3",
        "minimax:depth=3,eval=weighted-squares",
        "Looks three plies ahead and weighs the squares",
        PAIP,
        elo(504, 155),
    ),
    program(
        "alpha-beta-4",
        "alpha-beta:depth=4,eval=modified-weighted-squares",
        "Looks four plies ahead; squares beside a taken corner are worth more",
        PAIP,
        elo(620, 153),
    ),
    program(
        "sorted-5",
        "alpha-beta-sorted:depth=5,eval=modified-weighted-squares",
        "Looks five plies ahead and tries the moves that look best first",
        PAIP,
        elo(688, 168),
    ),
    program(
        "killer-5",
        "alpha-beta-killer:depth=5,eval=modified-weighted-squares",
        "Looks five plies ahead and tries first what refuted other moves",
        PAIP,
        elo(688, 168),
    ),
    program(
        "searcher",
        "searcher:boards=100k,hash=on,eval=mlia",
        "The general searcher with a hash table, and MLia's evaluation",
        AFTER_PAIP,
        elo(1381, 204),
    ),
    program(
        "iago",
        "iago:depth=4",
        "Weighs edges and mobility, after the champion of 1981",
        PAIP,
        elo(920, 174),
    ),
    program(
        "late-starter",
        "switch:plies=20,first=(random),then=(iago:depth=4)",
        "Plays twenty plies by chance, and then as iago",
        AFTER_PAIP,
        elo(806, 165),
    ),
    program(
        "iago-1982",
        "iago-1982:nodes=25k",
        "The champion of 1981: edges, mobility and a solved ending",
        IAGO,
        elo(1288, 200),
    ),
    program(
        "iago-tuned",
        "iago-1982:nodes=25k,weights=tuned",
        "IAGO with weights that this project found by hill climbing",
        AFTER_IAGO,
        elo(1403, 205),
    ),
    program(
        "school-1985",
        "bill:version=schoolchildren",
        "The first BILL: three plies, and how many moves each side has",
        SUMMER_SCHOOL,
        elo(902, 173),
    ),
    program(
        "minimum-disc",
        "bill:version=minimum-disc",
        "Keeps as few discs as it can: a beginner's strategy",
        AFTER_BILL,
        elo(-6, 90),
    ),
    program(
        "edge-greedy",
        "bill:version=edge-greedy",
        "Takes every edge square and gives the opponent none: a beginner's strategy",
        AFTER_BILL,
        elo(494, 143),
    ),
    program(
        "bill",
        "bill:nodes=25k,constants=tuned",
        "Tables for edges and lines, killer lists and an opening book; constants that this project tuned by matches",
        AFTER_BILL,
        elo(1366, 204),
    ),
    program(
        "bill-counted",
        "bill:version=counted-mobility,nodes=25k",
        "BILL with moves counted instead of looked up in tables, as its report wishes",
        AFTER_BILL,
        elo(1322, 202),
    ),
    program(
        "bill-edges",
        "bill:version=estimated-edges,nodes=25k",
        "BILL with edges weighed by random games, as its report wishes",
        AFTER_BILL,
        elo(1412, 205),
    ),
    program(
        "bill-bayesian",
        "bill:version=bayesian,nodes=25k",
        "BILL with an evaluation that was learned from games, as its report wishes",
        AFTER_BILL,
        elo(1370, 205),
    ),
    program(
        "mlia",
        "mlia:nodes=25k",
        "Weighs six characteristics, from corners to mobility",
        MLIA,
        elo(1114, 194),
    ),
    program(
        "mlia-tuned",
        "mlia:nodes=25k,weights=tuned",
        "MLia with weights that a genetic algorithm of this project found",
        AFTER_MLIA,
        elo(1097, 194),
    ),
    engine(
        "willow-1",
        "willow:level=1,hash=1M",
        "The engine of this server at level 1: one ply, the last 4 squares solved",
        elo(1146, 183),
    ),
    engine(
        "willow-3",
        "willow:level=3,hash=1M",
        "The engine of this server at level 3: 5 plies, the last 12 squares solved",
        elo(1671, 213),
    ),
    engine(
        "willow-5",
        "willow:level=5,hash=4M",
        "The engine of this server at level 5: 6 plies, the last 14 squares solved",
        elo(1719, 222),
    ),
    engine(
        "willow-8",
        "willow:level=8,hash=4M",
        "The engine of this server at level 8: 9 plies, the last 17 squares solved",
        elo(1887, 233),
    ),
    engine(
        "willow-12",
        "willow:level=12,hash=16M,book=shipped,width=0.5",
        "The engine of this server at level 12: 11 plies, the last 20 squares solved",
        None,
    ),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use willow_engine::Level;

    use super::*;
    use crate::{BuildContext, build_player};

    #[test]
    fn all_can_be_built_and_have_different_names() {
        let names: HashSet<&str> = HOUSE_BOTS.iter().map(|bot| bot.name).collect();
        assert_eq!(names.len(), HOUSE_BOTS.len());
        for bot in HOUSE_BOTS {
            build_player(&bot.spec.parse().unwrap(), &BuildContext::new(1)).unwrap();
            assert!(bot.name.len() <= 14, "{}: lists have columns", bot.name);
            assert!(bot.about().len() <= 150 && bot.about().ends_with('.'), "{}", bot.about());
        }
    }

    #[test]
    fn programs_of_the_past_have_authors_and_a_year() {
        for bot in HOUSE_BOTS {
            assert_eq!(bot.origin.is_some(), bot.group == HouseBotGroup::Historical);
        }
        let about = |name: &str| HOUSE_BOTS.iter().find(|bot| bot.name == name).unwrap().about();
        assert!(about("school-1985").ends_with("students, 1985, in Common Lisp on an IBM PC."));
        // Its constants are tuned here: it is no program of the VAX.
        assert!(about("bill").ends_with("Lee and Sanjoy Mahajan, 1986."), "{}", about("bill"));
    }

    #[test]
    fn the_depths_of_the_engine_are_those_of_its_levels() {
        for bot in HOUSE_BOTS.iter().filter(|bot| bot.group == HouseBotGroup::Engine) {
            let number = bot.name.trim_start_matches("willow-").parse().unwrap();
            let level = Level::new(number).unwrap();
            let plies = if level.depth() == 1 {
                "one ply".into()
            } else {
                format!("{} plies", level.depth())
            };
            let words = format!("level {level}: {plies}, the last {} squares", level.exact_from());
            assert!(bot.idea.contains(&words), "{}", bot.idea);
            assert!(bot.spec.starts_with(&format!("willow:level={level},")), "{}", bot.spec);
        }
    }

    #[test]
    fn those_that_play_by_chance_are_known_by_their_specs() {
        let by_chance: Vec<&str> = HOUSE_BOTS
            .iter()
            .filter(|bot| bot.plays_by_chance() && bot.group != HouseBotGroup::People)
            .map(|bot| bot.name)
            .collect();
        assert_eq!(by_chance, ["random-bot", "late-starter"]);
        let people = |bot: &&HouseBot| bot.group == HouseBotGroup::People;
        assert!(HOUSE_BOTS.iter().filter(people).all(HouseBot::plays_by_chance));
    }
}
