//! `willow lab reproduce`: the experiments of the old programs' papers.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::Value;
use willow_experiments::reproduce::{
    EXPERIMENTS, Experiment, ExperimentReport, ExperimentSettings, Measurements,
};
use willow_files::Overwrite;

use super::output::{failed, overwrite};
use crate::args::ReproduceArgs;
use crate::error::CliError;
use crate::files;
use crate::output;
use crate::progress::Progress;
use crate::status::Status;

/// The name of the folder of results in the user's data folder.
const FOLDER: &str = "reproductions";

/// The experiment that is a command of its own, and its subject.
const LADDER: (&str, &str) = ("x8", "all players on one ladder: that is `willow lab ladder`");

/// Runs the command.
pub(super) fn run(args: &ReproduceArgs) -> Result<Status, CliError> {
    if args.ids == ["list"] {
        return list();
    }
    let experiments = experiments(&args.ids)?;
    let overwrite = overwrite(args.force);
    if let Some(path) = &args.write {
        files::check_free(path, overwrite)?;
    }
    let folder = match &args.out {
        Some(folder) => folder.clone(),
        None => files::data_folder()?.join(FOLDER),
    };
    create_folder(&folder)?;
    let mut reports = Vec::new();
    for experiment in experiments {
        let report = reproduce(experiment, args, &folder)?;
        output::print(&format!("{}\n", report.markdown("")))?;
        reports.push(report);
    }
    if let Some(path) = &args.write {
        write_document(path, &reports, args, overwrite)?;
    }
    Ok(Status::Done)
}

fn list() -> Result<Status, CliError> {
    let lines = EXPERIMENTS.iter().map(|experiment| (experiment.id, experiment.summary));
    let mut text = String::new();
    for (id, summary) in lines.chain([LADDER]) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{id:<4} {summary}");
    }
    output::print(&text)?;
    Ok(Status::Done)
}

/// Returns the experiments with these identifiers, in the given order.
fn experiments(ids: &[String]) -> Result<Vec<&'static Experiment>, CliError> {
    if ids == ["all"] {
        return Ok(EXPERIMENTS.iter().collect());
    }
    let known = |id: &str| EXPERIMENTS.iter().find(|experiment| experiment.id == id);
    ids.iter()
        .map(|id| {
            known(&id.to_lowercase()).ok_or_else(|| {
                let error = CliError::usage(format!("there is no experiment `{id}`"));
                if id.eq_ignore_ascii_case(LADDER.0) {
                    return error.with_hint("`willow lab ladder` is that experiment");
                }
                let ids: Vec<&str> = EXPERIMENTS.iter().map(|experiment| experiment.id).collect();
                error.with_hint(format!("there are: list, all, {}", ids.join(", ")))
            })
        })
        .collect()
}

/// The JSON file of an experiment.
#[derive(Serialize)]
struct ExperimentResults<'a> {
    #[serde(flatten)]
    report: &'a ExperimentReport,
    quick: bool,
    /// All measurements by name.
    rows: Vec<(&'a String, &'a Value)>,
}

/// Runs an experiment with the measurements of earlier runs, and writes its results and figures.
fn reproduce(
    experiment: &Experiment,
    args: &ReproduceArgs,
    folder: &Path,
) -> Result<ExperimentReport, CliError> {
    let id = experiment.id;
    let stem = if args.quick { format!("{id}-quick") } else { id.to_owned() };
    let rows = folder.join(format!("{stem}.rows"));
    if args.anew && rows.exists() {
        fs::remove_file(&rows).map_err(|error| CliError::file("remove", &rows, &error))?;
    }
    let settings = ExperimentSettings { quick: args.quick, archive: args.archive.clone() };
    let progress = Progress::spinner();
    let mut on_measure = |name: &str| progress.say(format!("{id}: {name}"));
    let report =
        Measurements::open(id, settings, &rows, &mut on_measure).and_then(|mut measurements| {
            let report = experiment.run(&mut measurements)?;
            Ok((report, measurements.values().clone()))
        });
    let (report, rows) = report.map_err(|error| {
        failed(&error).with_hint("--anew measures everything again, --out keeps it elsewhere")
    })?;
    drop(progress);
    let rows = rows.iter().collect();
    let results = ExperimentResults { report: &report, quick: args.quick, rows };
    let mut json = serde_json::to_vec_pretty(&results).expect("the values are plain data");
    json.push(b'\n');
    files::write(&folder.join(format!("{stem}.json")), &json, Overwrite::Always)?;
    write_figures(folder, &report)?;
    Ok(report)
}

fn write_figures(folder: &Path, report: &ExperimentReport) -> Result<(), CliError> {
    for figure in report.figures() {
        let svg = figure.svg().map_err(|error| failed(&error))?;
        let path = folder.join(format!("{}.svg", figure.name));
        files::write(&path, svg.as_bytes(), Overwrite::Always)?;
    }
    Ok(())
}

/// Writes all reports into one document, and the figures into a folder of the same name beside it.
fn write_document(
    path: &Path,
    reports: &[ExperimentReport],
    args: &ReproduceArgs,
    overwrite: Overwrite,
) -> Result<(), CliError> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let figures: PathBuf = path.with_file_name(&stem);
    let mut text = heading(args);
    for report in reports {
        if report.figures().next().is_some() {
            create_folder(&figures)?;
            write_figures(&figures, report)?;
        }
        text += "\n";
        text += &report.markdown(&format!("{stem}/"));
    }
    files::write(path, text.as_bytes(), overwrite)
}

fn heading(args: &ReproduceArgs) -> String {
    let quick = if args.quick { " --quick" } else { "" };
    let archive = if args.archive.is_some() { " --archive WTHOR" } else { "" };
    format!(
        "# The papers again\n\n\
         Written by `willow lab reproduce {}{quick}{archive} --write FILE` of Willow {}, not by hand.\n\n\
         Each section has the numbers of one document beside ours. All games and positions follow from \
         fixed seeds, so that the command prints the same again, except for times: they are of a machine \
         that other programs used meanwhile, and stand here because the papers have them.\n",
        args.ids.join(" "),
        env!("CARGO_PKG_VERSION"),
    )
}

fn create_folder(folder: &Path) -> Result<(), CliError> {
    fs::create_dir_all(folder).map_err(|error| CliError::file("make", folder, &error))
}
