//! `willow help programs` and docs/programs.md: the old programs and their people, from one table.

use std::fmt::Write as _;

use willow_board::Game;
use willow_players::{PROGRAMS, ProgramFacts, ProgramPicture};
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
Elo is measured by games, with random moves at 0: docs/ladder.md. A SPEC such as bill:nodes=25k names a player: \
`willow help players`.";

/// Returns the page for the terminal.
pub(super) fn text() -> String {
    let mut text = "The programs and their people\n\n".to_owned();
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
    let _ = writeln!(text, "    Elo   player");
    for (elo, spec) in strengths(program) {
        let _ = writeln!(text, "  {elo:>6}  {spec}");
    }
    let _ = writeln!(text, "\n  Begin with: {command}");
    text
}

/// Returns the measured players with their Elo.
fn strengths(program: &ProgramFacts) -> Vec<(String, &'static str)> {
    if program.strengths.is_empty() {
        return vec![("-".to_owned(), "not measured")];
    }
    program.strengths.iter().map(|strength| (strength.elo.to_string(), strength.spec)).collect()
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

/// Returns the page for the documentation.
#[cfg(test)]
fn markdown() -> String {
    let mut text = format!(
        "# The programs and their people\n\n\
         {}\n\n\
         `willow help programs` prints this page. It is written from one table, `crates/players/data/programs.txt`; \
         do not edit it by hand.\n\n\
         | year | program | authors | Elo | first command |\n\
         | --- | --- | --- | --- | --- |\n",
        linked(INTRODUCTION)
    );
    for program in PROGRAMS.iter() {
        let ProgramFacts { name, year, authors, command, .. } = program;
        let strongest = strengths(program).remove(0).0;
        let _ = writeln!(
            text,
            "| {year} | [{name}](#{}) | {authors} | {} | `{command}` |",
            anchor(name),
            strongest,
        );
    }
    let _ = writeln!(text, "\n{}", linked(ABOUT_STRENGTHS));
    for program in PROGRAMS.iter() {
        text += &program_markdown(program);
    }
    text
}

#[cfg(test)]
fn program_markdown(program: &ProgramFacts) -> String {
    let ProgramFacts { name, year, authors, machine, idea, command, picture, .. } = program;
    let (spec, mv) = picture.plays;
    let plays = match mv {
        "any" => format!("Ask `{spec}`."),
        mv => format!("`{spec}` plays {mv} here."),
    };
    let strengths: Vec<String> = strengths(program)
        .into_iter()
        .map(|(elo, spec)| match elo.as_str() {
            "-" => spec.to_owned(),
            elo => format!("`{spec}` {elo}"),
        })
        .collect();
    format!(
        "\n## {name}\n\n\
         {authors}, {year}. {machine}.\n\n\
         {idea}\n\n\
         ```text\n{}```\n\n\
         {} {plays}\n\n\
         - Elo: {}\n\
         - Begin with: `{command}`\n",
        board(picture),
        picture.caption,
        strengths.join(", "),
    )
}

/// Makes links of the documents that a text names.
#[cfg(test)]
fn linked(text: &str) -> String {
    text.replace("docs/ladder.md", "[ladder.md](ladder.md)")
}

/// Returns the anchor that renderers of Markdown give a heading.
#[cfg(test)]
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    kept.chars().filter(|c| c.is_alphanumeric() || *c == ' ').collect::<String>().replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_the_project_is_what_the_table_says() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/programs.md");
        let text = markdown();
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::write(path, &text).unwrap();
        }
        let kept = std::fs::read_to_string(path).unwrap_or_default().replace('\r', "");
        assert!(
            kept == text,
            "write docs/programs.md again: UPDATE_DOCS=1 cargo test -p willow programs"
        );
    }

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
