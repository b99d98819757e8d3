//! Books and tables of the old programs.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use willow_board::{Move, Position};
use willow_classics::iago::edge_table;
use willow_classics::mlia::opening_positions;
use willow_classics::{BookMove, BookOwner, BookPage, BookSize, OpeningBook, bill};
use willow_players::MadeBook;
use willow_records::{PrintedBoard, openings};

use super::files::{OutputArgs, print};
use super::{progress, usage};
use crate::books::bill_book::bill_book;
use crate::books::mlia_book::{MliaBookOptions, mlia_book};
use crate::tuning::bill_learning::{BayesOptions, learn_bayes};
use crate::values;

/// Build the opening book of the old program BILL
///
/// The defaults are the sizes in the report: for Black 8,000 positions in lines of at most 22
/// plies, for White 6,400 positions and 26 plies. The book has as many positions as possible up to
/// the limits.
#[derive(Args, Debug)]
pub(super) struct BillBookArgs {
    #[command(flatten)]
    output: OutputArgs,
    /// Search D plies for each of BILL's moves
    #[arg(long, value_name = "D", default_value_t = bill::BookPlan::default().depth, value_parser = clap::value_parser!(u32).range(2..=12))]
    depth: u32,
    /// Put at most N positions into Black's book
    #[arg(long, value_name = "N", default_value_t = bill::BookPlan::default().positions[0], value_parser = values::count(100, 1_000_000))]
    black: usize,
    /// Put at most N positions into White's book
    #[arg(long, value_name = "N", default_value_t = bill::BookPlan::default().positions[1], value_parser = values::count(100, 1_000_000))]
    white: usize,
}

impl BillBookArgs {
    pub(super) fn run(&self) -> Result<()> {
        self.output.check()?;
        let (depth, positions) = (self.depth, [self.black, self.white]);
        let plan = bill::BookPlan { depth, positions, ..bill::BookPlan::default() };
        let bar = progress::spinner("building the book");
        let note = |line: &str| progress::note(&bar, line);
        self.output.write(&bill_book(&plan, &note)?)
    }
}

/// Learn the Bayesian evaluation of BILL from games against itself
///
/// The player `bill:version=bayesian` uses the evaluation that was learned with the defaults.
#[derive(Args, Debug)]
pub(super) struct BillBayesArgs {
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    options: BayesOptions,
}

impl BillBayesArgs {
    pub(super) fn run(&self) -> Result<()> {
        self.output.check()?;
        let bar = progress::bar(self.options.games.into());
        self.output.write(learn_bayes(self.options, &mut || bar.inc(1))?.as_bytes())
    }
}

/// Write the edge table of an old program
///
/// One integer a line, in the order of the edges' indices: ten digits in base 3, the X-square, the
/// eight squares from corner to corner and the other X-square, each 0 if empty, 1 if the player's,
/// 2 if the opponent's. The values are for the side to move, in the units of the program.
#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("table").required(true))]
pub(super) struct EdgeTableArgs {
    /// Write the 59,049 values of PAIP's Iago. IAGO of 1982, whose article the book follows, divides the sum of
    /// the four edges by 32
    #[arg(long, group = "table")]
    iago: bool,
    /// Write those of BILL, about -1000 to 1000 for each edge
    #[arg(long, group = "table")]
    bill: bool,
    #[command(flatten)]
    output: OutputArgs,
}

impl EdgeTableArgs {
    pub(super) fn run(&self) -> Result<()> {
        let lines: Vec<String> = if self.bill {
            bill::edge_table_in_base_3().iter().map(ToString::to_string).collect()
        } else {
            edge_table().iter().map(ToString::to_string).collect()
        };
        self.output.write((lines.join("\n") + "\n").as_bytes())
    }
}

/// Make an opening book of MLia, or show the book of an old program
///
/// With --mlia, the positions near the start are searched deeper than in a game. Every searched position
/// is kept in FILE.draft, and the same command continues an interrupted run.
///
/// With --show, the book that a program plays by is counted, and what it has about POSITION is
/// printed: the program's answer, and all moves that the book knows, with their values if it has any.
/// Values are those of the side that makes the move. To walk on, add a move to POSITION.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow lab book --show bill
  willow lab book --show bill f5d6
  willow lab book --show mlia f5f6
  willow lab book --show book.txt f5
  willow lab book --mlia --plies 3 --depth 6 --out book.txt")]
pub(super) struct BookArgs {
    /// Make a book of MLia
    #[arg(long, required_unless_present = "show", requires = "out")]
    mlia: bool,
    /// Write the book to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    options: MliaBookOptions,
    /// Show the book of bill, mlia or iago-1982, or that of a file of this command or of `willow lab bill-book`
    #[arg(long, value_name = "PROGRAM|FILE", conflicts_with_all = ["mlia", "out", "plies", "depth", "force"])]
    show: Option<String>,
    /// A list of moves or a position (with --show; default: the start)
    #[arg(value_name = "POSITION", value_parser = values::position, requires = "show")]
    #[arg(conflicts_with = "mlia", allow_hyphen_values = true)]
    position: Option<Position>,
}

impl BookArgs {
    pub(super) fn run(&self) -> Result<()> {
        let position = self.position.unwrap_or(Position::START);
        match (&self.show, self.out.clone()) {
            (Some(name), _) => print(&page_text(&ShownBook::open(name)?, &position)),
            (None, Some(out)) => self.make(&OutputArgs { out, force: self.force }),
            (None, None) => Err(usage("--mlia needs --out FILE")),
        }
    }

    fn make(&self, output: &OutputArgs) -> Result<()> {
        output.check()?;
        let draft = output.log(".draft");
        let bar = progress::bar(opening_positions(self.options.plies).len() as u64);
        output.write(mlia_book(self.options, &draft, &mut |_| bar.inc(1))?.as_bytes())?;
        // A draft that stays does no harm.
        let _ = std::fs::remove_file(draft);
        Ok(())
    }
}

/// What `willow lab book` shows.
struct ShownBook {
    owner: BookOwner,
    book: &'static dyn OpeningBook,
    /// Where the book comes from, and when the program plays by it.
    origin: String,
}

impl ShownBook {
    /// Returns the book of a program by its name, or that of a file.
    fn open(name: &str) -> Result<ShownBook> {
        if let Some(owner) = BookOwner::named(name) {
            return Ok(ShownBook { owner, book: owner.book(), origin: shipped(owner).to_owned() });
        }
        let made = MadeBook::open(Path::new(name)).map_err(|error| {
            usage(format!("{name} is not bill, mlia, iago-1982 or the file of a book: {error}"))
        })?;
        let (owner, player) = match made {
            MadeBook::Bill(_) => (BookOwner::Bill, "bill"),
            MadeBook::Mlia(_) => (BookOwner::Mlia, "mlia"),
        };
        let origin = format!("  The file {name}. `{player}:book={name}` plays by it.");
        Ok(ShownBook { owner, book: made.book(), origin })
    }
}

/// Returns what a program is called.
fn title(owner: BookOwner) -> &'static str {
    match owner {
        BookOwner::Bill => "BILL",
        BookOwner::Mlia => "MLia",
        BookOwner::Iago1982 => "IAGO of 1982",
    }
}

/// Returns where the book of a program comes from, and when the program plays by it.
fn shipped(owner: BookOwner) -> &'static str {
    match owner {
        BookOwner::Bill => {
            "  Built by `willow lab bill-book` as the report describes; the book of 1986\n  \
             is lost. `bill` plays by it."
        }
        BookOwner::Mlia => {
            "  Made by `willow lab book --mlia` as the paper planned. `mlia:book=on` plays\n  \
             by it where it has all moves."
        }
        BookOwner::Iago1982 => {
            "  Twenty positions, as many as IAGO's had. The replies are the modern engine's,\n  \
             because those of 1982 are lost. `iago-1982` plays by it."
        }
    }
}

/// Returns the name of the opening that a move leads to, if it has one.
fn opening(position: &Position, known: &BookMove) -> Option<&'static str> {
    let after = position.play(Move::Place(known.mv)).ok()?;
    openings::opening_at(&after).map(openings::Opening::name)
}

fn page_text(shown: &ShownBook, position: &Position) -> String {
    let ShownBook { owner, book, origin } = shown;
    let (name, page) = (title(*owner), book.page(position));
    let mut text = format!("The opening book of {name}\n");
    for (part, BookSize { positions, lines, plies }) in book.sizes() {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  {part:<16} {positions:>6} positions, {lines:>5} lines, the longest {plies} plies"
        );
    }
    let _ = write!(text, "{origin}\n\n{}\n", PrintedBoard::from(*position));
    let _ = match (page.answer, page.moves.is_empty()) {
        (Some(answer), _) => writeln!(text, "{name} answers {answer}."),
        (None, true) => return text + "The book does not know this position.\n",
        (None, false) => writeln!(text, "The book has moves here, but no answer of {name}."),
    };
    if *owner == BookOwner::Bill && 1 < page.moves.len() {
        text +=
            "The other moves are those that BILL has answers to when it has the other colour.\n";
    }
    text + "\n" + &moves_table(position, &page)
}

/// Returns the moves that the book knows, one a line.
fn moves_table(position: &Position, page: &BookPage) -> String {
    let mut text = format!("{:<9}", "move");
    if page.moves.iter().any(|known| known.value.is_some()) {
        text += "     value  depth";
    }
    text += "  opening\n";
    for known in &page.moves {
        let mark = if page.answer == Some(known.mv) { "answer" } else { "" };
        let mut row = format!("{} {mark:<6}", known.mv);
        // Writing to a string cannot fail.
        if let Some((value, depth)) = known.value {
            let _ = write!(row, "{:>+10.3}{depth:>7}", value.in_units());
        }
        let name = opening(position, known).map_or_else(String::new, |name| format!("  {name}"));
        let _ = writeln!(text, "{}", format!("{row}{name}").trim_end());
    }
    text
}
