//! The old programs and their authors: the facts of the page `docs/programs.md` and of `willow help programs`.
//!
//! Sources of the facts: Norvig, "Paradigms of Artificial Intelligence Programming" (1992), chapter 18; Lee
//! and Mahajan, "BILL: a table-based, knowledge-intensive Othello program" (1986), chapters 3 and 4 and
//! appendix I, also for IAGO; Korman, "Playing Othello with Artificial Intelligence" (2003); "Othello from
//! Paradigms of Artificial Intelligence Programming, re-written in Clojure". Games of tournaments are those of
//! the WTHOR archive. The ratings are those of the ladder.

use std::sync::LazyLock;

use super::strengths::{self, ProgramStrength};
use crate::PlayerSpec;

/// A program, or a family of programs, of one author.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramFacts {
    /// As its authors wrote it.
    pub name: &'static str,
    /// When it was written or published.
    pub year: &'static str,
    /// Who wrote it.
    pub authors: &'static str,
    /// The language and the machine, as far as the source names them.
    pub machine: &'static str,
    /// Its novelties, in a few sentences.
    pub idea: &'static str,
    /// Some of its players with their measured strengths, the strongest settings of each first.
    pub strengths: &'static [ProgramStrength],
    /// The command to begin with.
    pub command: &'static str,
    /// Drawn on its page.
    pub picture: ProgramPicture,
}

/// A position that shows what a program is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramPicture {
    /// The moves that lead to it from the start of the game.
    pub moves: &'static str,
    /// Where it comes from and what it shows, in one or two sentences.
    pub caption: &'static str,
    /// A player and the move that it chooses there.
    pub plays: (&'static str, &'static str),
}

/// All of them, in the order of their years.
pub static PROGRAMS: LazyLock<Vec<ProgramFacts>> = LazyLock::new(|| {
    let blocks = include_str!("../../data/programs.txt").split("\n\n").skip(1);
    blocks.map(facts).collect()
});

/// Reads a block of the table: the name, and in each line behind it a fact.
fn facts(block: &'static str) -> ProgramFacts {
    let (name, lines) =
        block.split_once('\n').expect("a test reads the table: facts follow each name");
    let fact = |key: &str| {
        let mut lines = lines.lines().filter_map(|line| line.split_once(':'));
        let found = lines.find_map(|(known, value)| (known == key).then_some(value.trim()));
        found.unwrap_or_else(|| panic!("{name} has no {key}"))
    };
    let is_own = |strength: &ProgramStrength| {
        let spec = strength.spec.parse().expect("a test parses the SPECs of the table");
        program_name(&spec) == Some(name)
    };
    ProgramFacts {
        name,
        year: fact("year"),
        authors: fact("authors"),
        machine: fact("machine"),
        idea: fact("idea"),
        strengths: strengths::of_programs().filter(is_own).collect::<Vec<_>>().leak(),
        command: fact("command"),
        picture: ProgramPicture {
            moves: fact("moves"),
            caption: fact("caption"),
            plays: (fact("player"), fact("plays")),
        },
    }
}

/// Returns the program that a player is a version of, or `None` for other engines, people and combined players.
pub fn program_of(spec: &PlayerSpec) -> Option<&'static ProgramFacts> {
    let name = program_name(spec)?;
    PROGRAMS.iter().find(|program| program.name == name)
}

fn program_name(spec: &PlayerSpec) -> Option<&'static str> {
    let is_clojure = spec.value("dialect") == Some("clojure");
    Some(match (spec.name(), spec.value("version")) {
        ("iago-1982", _) => "IAGO",
        ("bill", Some("schoolchildren")) => "The first BILL",
        ("bill", _) => "BILL",
        ("random" | "maximizer" | "minimax" | "alpha-beta", _) if is_clojure => {
            "The rewriting in Clojure"
        }
        (
            "random" | "maximizer" | "minimax" | "alpha-beta" | "alpha-beta-sorted"
            | "alpha-beta-killer",
            _,
        ) => "PAIP's strategies",
        ("iago", _) => "PAIP's Iago",
        ("searcher", _) => "The general searcher",
        ("mlia", _) => "MLia",
        ("willow", _) => "Willow",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::strengths::MeasuredElo;
    use crate::test_support::{after, build, chosen_move};
    use crate::{GameSetup, HOUSE_BOTS};

    #[test]
    fn every_player_of_a_program_is_known_as_its() {
        for program in PROGRAMS.iter() {
            let specs = program.strengths.iter().map(|strength| strength.spec);
            for spec in specs.chain([program.picture.plays.0]) {
                assert_eq!(program_of(&spec.parse().unwrap()), Some(program), "{spec}");
            }
        }
        for bot in HOUSE_BOTS.iter().filter(|bot| bot.origin.is_some()) {
            let spec: PlayerSpec = bot.spec.parse().unwrap();
            assert_eq!(program_of(&spec).is_none(), spec.name() == "switch", "{}", bot.name);
        }
        assert_eq!(program_of(&"human".parse().unwrap()), None);
    }

    #[test]
    fn the_page_has_the_strengths() {
        let page = include_str!("../../../../docs/programs.md");
        for strength in PROGRAMS.iter().flat_map(|program| program.strengths) {
            let ProgramStrength { spec, elo: MeasuredElo { elo, error } } = strength;
            assert!(page.contains(&format!("`{spec}` {elo} ± {error}")), "{spec}");
        }
    }

    /// The pictures show what the programs really play.
    #[test]
    fn the_programs_play_what_the_pictures_say() {
        for program in PROGRAMS.iter() {
            let ProgramPicture { moves, plays: (spec, expected), .. } = program.picture;
            let squares: Vec<&str> =
                moves.as_bytes().chunks(2).flat_map(std::str::from_utf8).collect();
            let game = after(&squares.join(" "));
            let mut player = build(spec).unwrap();
            let color = game.position().side_to_move();
            player.start_game(&GameSetup { start: *game.start(), color, seed: 1 }).unwrap();
            let chosen = chosen_move(&mut *player, &game);
            assert!(expected == "any" || chosen.to_string() == expected, "{spec} plays {chosen}");
        }
    }
}
