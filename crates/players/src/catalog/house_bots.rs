//! The opponents that a game server offers: levels for people, programs of the past with their
//! authors, and the engine's levels. The facts stand here once.
//!
//! Sources of the facts: Norvig, "Paradigms of Artificial Intelligence Programming" (1992), chapter 18;
//! Lee and Mahajan, "BILL: a table-based, knowledge-intensive Othello program" (1986), chapters 2, 4 and
//! appendix I, also for IAGO's machine and language; Korman, "Playing Othello with Artificial
//! Intelligence" (2003). The Elo is that of the ladder. Levels with a measured Elo play without the opening book,
//! as they were measured.

use std::sync::LazyLock;

use super::strengths::{self, MeasuredElo};

/// The group of an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HouseBotGroup {
    /// A program with one idea, for those who learn what it is worth.
    Learn,
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
    /// Where lists show it.
    pub group: HouseBotGroup,
    /// How it plays: one sentence without a full stop.
    pub idea: &'static str,
    /// Where it comes from; `None` for what this project made.
    pub origin: Option<ProgramOrigin>,
    /// Its strength; `None` if it was not measured.
    pub elo: Option<MeasuredElo>,
}

impl HouseBot {
    /// Returns one line about it: how it plays, and who wrote it when and for which machine.
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
    pub fn plays_by_chance(&self) -> bool {
        self.spec.contains("random") || self.spec.contains("weaken=")
    }
}

/// Where the programs of the past come from, by their names in the table of bots. `after` such a name stands what
/// its authors describe or wish for, and this project wrote.
const ORIGINS: [(&str, ProgramOrigin); 5] = [
    ("PAIP", ProgramOrigin { authors: "Peter Norvig", year: 1992, machine: Some("Common Lisp") }),
    (
        "IAGO",
        ProgramOrigin {
            authors: "Paul Rosenbloom",
            year: 1982,
            machine: Some("SAIL on a DEC 2060"),
        },
    ),
    (
        "BILL",
        ProgramOrigin {
            authors: "Kai-Fu Lee and Sanjoy Mahajan",
            year: 1986,
            machine: Some("C on a VAX-11/785"),
        },
    ),
    (
        "summer school",
        ProgramOrigin {
            authors: "Six high school students",
            year: 1985,
            machine: Some("Common Lisp on an IBM PC"),
        },
    ),
    (
        "MLia",
        ProgramOrigin {
            authors: "Michael Korman and David Walluck",
            year: 2003,
            machine: Some("OCaml"),
        },
    ),
];

fn origin(name: &str) -> Option<ProgramOrigin> {
    let find = |name: &str| ORIGINS.iter().find(|(known, _)| *known == name).map(|&(_, of)| of);
    match name.strip_prefix("after ") {
        Some(name) => find(name).map(|origin| ProgramOrigin { machine: None, ..origin }),
        None => find(name),
    }
}

/// All of them: a server lists them in this order. Limits are in plies or nodes, never in time, so
/// that nobody's strength depends on the machine.
pub static HOUSE_BOTS: LazyLock<Vec<HouseBot>> = LazyLock::new(|| {
    let rows =
        include_str!("../../data/house-bots.txt").lines().filter(|row| !row.starts_with('#'));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [group, name, spec, of, idea] = cells[..] else {
            panic!("a row has five cells: {row}")
        };
        let group = match group {
            "learn" => HouseBotGroup::Learn,
            "people" => HouseBotGroup::People,
            "historical" => HouseBotGroup::Historical,
            _ => HouseBotGroup::Engine,
        };
        HouseBot { name, spec, group, idea, origin: origin(of), elo: strengths::of_bot(spec) }
    })
    .collect()
});

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
        for bot in HOUSE_BOTS.iter() {
            build_player(&bot.spec.parse().unwrap(), &BuildContext::new(1)).unwrap();
            assert!(bot.name.len() <= 14, "{}: lists have columns", bot.name);
            assert!(bot.about().len() <= 150 && bot.about().ends_with('.'), "{}", bot.about());
        }
    }

    #[test]
    fn programs_of_the_past_have_authors_and_a_year() {
        for bot in HOUSE_BOTS.iter() {
            let has_authors = matches!(bot.group, HouseBotGroup::Learn | HouseBotGroup::Historical);
            assert_eq!(bot.origin.is_some(), has_authors, "{}", bot.name);
        }
        let about = |name: &str| HOUSE_BOTS.iter().find(|bot| bot.name == name).unwrap().about();
        assert!(about("school-1985").ends_with("students, 1985, in Common Lisp on an IBM PC."));
        // Its constants are tuned here: it is not a program of the VAX.
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
