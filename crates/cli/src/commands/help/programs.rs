//! `willow help programs`: the old programs and their authors.

use std::fmt::Write as _;

use willow_board::Game;
use willow_players::{MeasuredElo, PROGRAMS, ProgramFacts, ProgramPicture, ProgramStrength};
use willow_records::{PrintedBoard, transcript};

use crate::units;

/// The width of the page in the terminal, in columns.
const WIDTH: usize = 80;

/// What stands before the programs.
const INTRODUCTION: &str = "\
Willow plays the programs of four documents, rebuilt from their descriptions. You can play against them, let them \
play each other, and see what they think: `willow eval POSITION --by SPEC` has the value of every move, `willow tree` \
draws the search, and `willow lab book --show` opens their books.";

/// How to read the figures.
const ABOUT_STRENGTHS: &str = "\
Elo is measured by games, with random moves at 600, as on a server: docs/ladder.md. A SPEC such as bill:nodes=25k \
names a player: `willow help players`. docs/functions.md maps the functions, sections and formulas of the documents to \
files and commands, docs/tour.md is an afternoon with them, and docs/seeds.md has every row that was compared.";

/// Returns the page for the terminal.
pub(super) fn text() -> String {
    let mut text = "The programs and their authors\n\n".to_owned();
    text += &units::wrapped(INTRODUCTION, 0, WIDTH);
    text += "\n\n";
    for program in PROGRAMS.iter() {
        let ProgramFacts { name, year, authors, .. } = program;
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {year:<11}{name:<25}{}", short(authors));
    }
    text += "\n";
    text += &units::wrapped(ABOUT_STRENGTHS, 0, WIDTH);
    text.push('\n');
    for program in PROGRAMS.iter() {
        text.push('\n');
        text += &program_text(program);
    }
    text
}

/// Returns the beginning of a text that fits into the overview.
fn short(authors: &str) -> &str {
    authors.split(", Carnegie").next().unwrap_or(authors)
}

fn program_text(program: &ProgramFacts) -> String {
    let ProgramFacts { name, year, authors, machine, idea, command, picture, .. } = program;
    let wrapped = |words: &str| units::wrapped(words, 2, WIDTH);
    let mut text = format!("{name} ({year})\n{}\n", wrapped(&format!("{authors}. {machine}.")));
    let _ = writeln!(text, "\n{}\n", wrapped(idea));
    for line in board(picture).lines() {
        let _ = writeln!(text, "  {line}");
    }
    let _ = writeln!(text, "{}\n", wrapped(&caption(picture)));
    let _ = writeln!(text, "    Elo         player");
    for ProgramStrength { elo: MeasuredElo { elo, error }, spec } in program.strengths {
        let _ = writeln!(text, "    {:<10}  {spec}", format!("{elo} ± {error}"));
    }
    if program.strengths.is_empty() {
        text += "    -           not measured\n";
    }
    let _ = writeln!(text, "\n  Begin with: {command}");
    text
}

/// Returns the board of a picture in characters.
fn board(picture: &ProgramPicture) -> String {
    let game = if picture.moves.is_empty() {
        Game::new()
    } else {
        transcript::parse(picture.moves).expect("a test reads all pictures")
    };
    PrintedBoard::from(*game.position()).to_string()
}

/// Returns what a picture shows, and what the program plays there.
fn caption(picture: &ProgramPicture) -> String {
    let (spec, mv) = picture.plays;
    match mv {
        "any" => format!("{} Ask {spec}.", picture.caption),
        mv => format!("{} {spec} plays {mv} here.", picture.caption),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_fits_a_terminal_and_has_every_program() {
        let text = text();
        let too_long = text.lines().find(|line| WIDTH < line.chars().count());
        assert_eq!(too_long, None);
        for program in PROGRAMS.iter() {
            assert!(text.contains(&format!("\n{} ({})\n", program.name, program.year)));
            assert!(text.contains(program.command), "{}", program.command);
        }
        assert_eq!(text.matches("a b c d e f g h").count(), PROGRAMS.len());
    }
}
