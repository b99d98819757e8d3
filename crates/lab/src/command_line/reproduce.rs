//! The experiments of the old programs' papers.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use willow_files::Overwrite;

use super::files::{print, write};
use super::measuring::LadderArgs;
use super::{progress, usage};
use crate::reproduce::{
    EXPERIMENTS, Experiment, Finding, GameInPrint, Report, Run, games_in_print,
};

/// Run the experiments of the old programs' papers again
///
/// Each experiment prints what the paper says beside what we measure, row by row, and whether it holds
/// or why it differs. All games follow from fixed seeds. A full run of all experiments takes hours.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow lab reproduce list
  willow lab reproduce x1 x3
  willow lab reproduce x8 --quick                 alias of willow lab ladder
  willow lab reproduce all --json > findings.json")]
pub(super) struct ReproduceArgs {
    /// The experiments, or `all`; `list` lists them
    #[arg(required = true, value_name = "ID")]
    ids: Vec<String>,
    /// Play fewer games and search less deep, to finish in seconds
    #[arg(long)]
    quick: bool,
    /// Print one JSON object a row
    #[arg(long)]
    json: bool,
    /// Draw the figures into this folder, as SVG
    #[arg(long, value_name = "FOLDER")]
    svg: Option<PathBuf>,
    /// Write the ladder to this folder (with x8; default: `ladder` in the user's data folder)
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// The experiment that is a command of its own, and its subject.
const LADDER: (&str, &str) = ("x8", "all players on one ladder: an alias of `willow lab ladder`");

/// The games of a shortened ladder.
const QUICK_LADDER_GAMES: u32 = 100;

/// A row of JSON, documented in docs/json.md.
#[derive(Serialize)]
struct JsonRow<'a> {
    experiment: &'static str,
    quick: bool,
    #[serde(flatten)]
    finding: &'a Finding,
}

impl ReproduceArgs {
    pub(super) fn run(&self) -> Result<()> {
        let all = || EXPERIMENTS.iter().map(|known| (known.id, known.summary)).chain([LADDER]);
        if self.ids == ["list"] {
            let mut text = String::new();
            for (id, summary) in all() {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{id:<9} {summary}");
            }
            return print(&text);
        }
        let ids: Vec<String> = match &self.ids[..] {
            [word] if word == "all" => all().map(|(id, _)| id.to_owned()).collect(),
            ids => ids.iter().map(|id| id.to_lowercase()).collect(),
        };
        if let Some(unknown) = ids.iter().find(|id| all().all(|(known, _)| known != **id)) {
            let known: Vec<&str> = all().map(|(id, _)| id).collect();
            return Err(usage(format!(
                "there is no experiment `{unknown}` (there are: list, all, {})",
                known.join(", ")
            )));
        }
        ids.iter().try_for_each(|id| match EXPERIMENTS.iter().find(|known| known.id == id) {
            Some(experiment) => self.show(experiment),
            None => self.ladder(),
        })
    }

    fn show(&self, experiment: &Experiment) -> Result<()> {
        let bar = progress::spinner("");
        let on_begin = |what: &str| bar.set_message(format!("{}: {what}", experiment.id));
        let report = experiment.run(&Run { quick: self.quick, on_begin: &on_begin })?;
        drop(bar);
        if let Some(folder) = &self.svg {
            for figure in &report.figures {
                let path = folder.join(format!("{}.svg", figure.name));
                write(&path, figure.svg()?.as_bytes(), Overwrite::Always)?;
            }
        }
        if self.json {
            print(&self.json(experiment, &report))
        } else {
            print(&(experiment.markdown(&report) + "\n"))
        }
    }

    fn json(&self, experiment: &Experiment, report: &Report) -> String {
        let row = |finding| {
            let row = JsonRow { experiment: experiment.id, quick: self.quick, finding };
            serde_json::to_string(&row).expect("the values are plain data") + "\n"
        };
        report.findings.iter().map(row).collect()
    }

    fn ladder(&self) -> Result<()> {
        let out = match &self.out {
            Some(folder) => folder.clone(),
            None => willow_files::data_folder()?.join("ladder"),
        };
        let games = if self.quick { QUICK_LADDER_GAMES } else { u32::MAX };
        LadderArgs::of_all(games, out).run()
    }
}

/// Print the games of PAIP and of BILL's report as GGF
///
/// Without a name, all games are listed with what their document prints. PAIP's are played by its programs;
/// BILL's, whose drawings are lost, are those of the WTHOR database. The records go to `willow play`,
/// `analyze` and `convert`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow lab games
  willow lab games II-7 > bill.ggf; willow play bill.ggf
  willow lab games II-7 | willow analyze --level 5 -
  willow lab games 18.6-1 | willow convert --to print - -")]
pub(super) struct GamesArgs {
    /// The games, or `all`
    #[arg(value_name = "NAME")]
    names: Vec<String>,
}

impl GamesArgs {
    pub(super) fn run(&self) -> Result<()> {
        let games = games_in_print();
        if self.names.is_empty() {
            let line = |game: &GameInPrint| format!("{:<7} {}\n", game.id, game.printed);
            return print(&games.iter().map(line).collect::<String>());
        }
        if let Some(unknown) = self.names.iter().find(|name| {
            *name != "all" && games.iter().all(|game| !game.id.eq_ignore_ascii_case(name))
        }) {
            let message = format!("there is no game `{unknown}`: `willow lab games` lists them");
            return Err(usage(message));
        }
        let is_asked = |game: &&GameInPrint| {
            let mut names = self.names.iter();
            names.any(|name| name == "all" || game.id.eq_ignore_ascii_case(name))
        };
        let records: Result<Vec<_>> =
            games.iter().filter(is_asked).map(GameInPrint::record).collect();
        print(&willow_records::ggf::write_all(&records?))
    }
}
