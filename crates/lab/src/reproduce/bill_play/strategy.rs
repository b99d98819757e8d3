//! The figures of chapter 2: discs and mobility during games, and quiet moves.

use crate::figure::{Drawing, Figure, FigureLine};
use crate::games::read;
use anyhow::Result;
use serde::{Deserialize, Serialize};
use serde_json::json;
use willow_board::{Board, Game, Move, Square};

use crate::reproduce::bill_games::{BillGame, bill_games, origin_of_games};
use crate::reproduce::game_curves::{disc_differences, mobility_differences};
use crate::reproduce::measurements::{MeasurementKey, Measurements};
use crate::reproduce::report::ExperimentReport;
use crate::reproduce::report_table::ReportTable;
use crate::reproduce::verdict::{ClaimTest, ComparedFigure, PaperClaim, Sample, Tolerance};

/// The mean numbers of directions in section 2.2.4, by the number of the move.
const DIRECTIONS: [(usize, f64); 2] = [(10, 1.1), (50, 1.5)];

/// BILL's lead in discs in the report, in the middle of the games against IAGO and at Waterloo.
const REPORTS_LEADS: [f64; 2] = [5.0, -10.0];

/// BILL's mean leads from move 20 to 40 of a game.
struct MiddleLead {
    title: String,
    against_iago: bool,
    discs: f64,
    moves: f64,
}

/// What was measured of strategy.
pub(super) struct StrategyFigures {
    leads: Vec<MiddleLead>,
    /// The mean numbers of directions at the moves of [`DIRECTIONS`].
    directions: Vec<ComparedFigure>,
    /// The number of counted moves with each number.
    moves: u32,
}

impl StrategyFigures {
    /// Returns the report's claims.
    pub(super) fn claims(&self) -> Vec<PaperClaim> {
        let mean = |against_iago: bool| {
            let leads: Vec<f64> = self
                .leads
                .iter()
                .filter(|lead| lead.against_iago == against_iago)
                .map(|lead| lead.discs)
                .collect();
            leads.iter().sum::<f64>() / leads.len() as f64
        };
        let discs = vec![
            ComparedFigure::new(REPORTS_LEADS[0], mean(true)),
            ComparedFigure::new(REPORTS_LEADS[1], mean(false)),
        ];
        let fewest = self.leads.iter().map(|lead| lead.moves).fold(f64::NAN, f64::min);
        let claim = |claim: &str, test| PaperClaim {
            claim: claim.to_owned(),
            test,
            sample: Sample::Sufficient,
        };
        let directions = PaperClaim {
            claim: "directions turned over, at moves 10 and 50".to_owned(),
            test: ClaimTest::Figures(Tolerance::Within(0.1), self.directions.clone()),
            sample: Sample::at_least(self.moves as usize, 1000, "games"),
        };
        vec![
            claim(
                "BILL has more discs against IAGO than at Waterloo",
                ClaimTest::SameOrder(discs.clone()),
            ),
            claim(
                "BILL has more moves in all games: the smallest lead",
                ClaimTest::Above { limit: 0.0, value: fewest, error: 0.0 },
            ),
            claim(
                "BILL's lead in discs, against IAGO and at Waterloo",
                ClaimTest::Figures(Tolerance::Within(5.0), discs),
            ),
            directions,
        ]
    }
}

/// Adds the figures.
pub(super) fn add(
    measurements: &mut Measurements<'_>,
    report: &mut ExperimentReport,
) -> Result<StrategyFigures> {
    report.add_text(origin_of_games());
    report.add_figure(differences(
        "x6-discs",
        "BILL's discs less its opponent's (figure 2-3)",
        "discs",
        |game| disc_differences(&game.game, game.color),
    ));
    report.add_figure(differences(
        "x6-moves",
        "BILL's moves less its opponent's (figure 2-4)",
        "moves",
        |game| mobility_differences(&game.game, game.color),
    ));
    let leads = middle_leads();
    report.add_text(lead_text(&leads));
    let quiet = quiet_moves(measurements)?;
    let what = if measurements.settings().archive.is_some() {
        "the whole archive"
    } else {
        "the games above"
    };
    report.add_table(quiet_table(&quiet, what));
    report.add_figure(Figure {
        name: "x6-directions".to_owned(),
        title: "Directions in which a move turns discs over (section 2.2.4)".to_owned(),
        x: "move".to_owned(),
        y: "mean number of directions".to_owned(),
        drawing: Drawing::Lines(vec![FigureLine {
            name: "directions".to_owned(),
            points: quiet
                .iter()
                .enumerate()
                .map(|(n, q)| (n as f64 + 1.0, q.directions()))
                .collect(),
        }]),
    });
    let compared = |&(number, paper): &(usize, f64)| {
        ComparedFigure::new(paper, quiet[number - 1].directions())
    };
    let directions = DIRECTIONS.iter().map(compared).collect();
    let moves = DIRECTIONS.iter().map(|(number, _)| quiet[number - 1].moves).min().unwrap_or(0);
    Ok(StrategyFigures { leads, directions, moves })
}

/// Returns the games of figures 2-3 and 2-4: those taken for Waterloo's and two against Iago.
fn figure_games() -> impl Iterator<Item = &'static BillGame> {
    bill_games().iter().filter(|game| game.is_nameless() || game.year == 1989)
}

fn differences(
    name: &str,
    title: &str,
    what: &str,
    points: impl Fn(&BillGame) -> Vec<(f64, f64)>,
) -> Figure {
    let lines = figure_games().map(|game| FigureLine { name: game.title(), points: points(game) });
    Figure {
        name: name.to_owned(),
        title: title.to_owned(),
        x: "discs placed".to_owned(),
        y: format!("BILL's {what} less the opponent's"),
        drawing: Drawing::Lines(lines.collect()),
    }
}

/// Returns BILL's leads in the games of the figures.
fn middle_leads() -> Vec<MiddleLead> {
    let middle = |points: &[(f64, f64)]| {
        let values: Vec<f64> = points
            .iter()
            .filter(|point| (20.0..=40.0).contains(&point.0))
            .map(|point| point.1)
            .collect();
        values.iter().sum::<f64>() / values.len().max(1) as f64
    };
    let lead = |game: &BillGame| MiddleLead {
        title: game.title(),
        against_iago: game.opponent().to_lowercase().starts_with("iago"),
        discs: middle(&disc_differences(&game.game, game.color)),
        moves: middle(&mobility_differences(&game.game, game.color)),
    };
    figure_games().map(lead).collect()
}

/// Returns the text about the figures: BILL's lead from move 20 to 40.
fn lead_text(leads: &[MiddleLead]) -> String {
    let lead = |MiddleLead { title, discs, moves, .. }: &MiddleLead| {
        format!("{title} {discs:+.1} discs, {moves:+.1} moves")
    };
    let leads: Vec<String> = leads.iter().map(lead).collect();
    format!(
        "From move 20 to 40 BILL's lead is, on the mean: {}. The report: \"about 5 discs more than IAGO\", \
         \"often had 10 discs fewer at Waterloo\", and more moves in all of them.",
        leads.join("; ")
    )
}

/// The counts of the moves with one number in many games.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct QuietMoveCounts {
    moves: u32,
    directions: u32,
    /// The moves that flip a single disc, an internal one.
    perfect: u32,
}

impl QuietMoveCounts {
    fn add(&mut self, board: &Board, square: Square) {
        let flips = board.flips(square);
        self.moves += 1;
        // In each direction the first flipped disc is next to the square.
        self.directions += (square.bitboard().dilated() & flips).count();
        let beside = flips.dilated();
        let is_internal = (beside - board.occupied() - square.bitboard()).is_empty();
        self.perfect += u32::from(flips.count() == 1 && is_internal);
    }

    fn directions(&self) -> f64 {
        f64::from(self.directions) / f64::from(self.moves.max(1))
    }
}

/// Counts the moves of the archive, or of the games without an archive.
fn quiet_moves(measurements: &mut Measurements<'_>) -> Result<Vec<QuietMoveCounts>> {
    let archive = measurements.settings().archive.clone();
    let quick = measurements.settings().quick;
    let parameters = if let Some(archive) = &archive {
        json!({ "archive": archive.digest(), "first_file_only": quick })
    } else {
        let moves = bill_games().iter().map(|game| willow_records::transcript::write(&game.game));
        json!({ "games": moves.collect::<Vec<_>>() })
    };
    measurements.get_or_measure(&MeasurementKey::new("quiet moves", parameters), || {
        let mut quiet = vec![QuietMoveCounts::default(); 60];
        let Some(archive) = archive else {
            for game in bill_games() {
                add_game(&game.game, &mut quiet);
            }
            return Ok(quiet);
        };
        let folder = archive.folder()?;
        let mut files: Vec<_> =
            std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
        let is_of_games =
            |path: &std::path::PathBuf| path.extension().is_some_and(|end| end == "wtb");
        files.retain(is_of_games);
        files.sort();
        files.truncate(if quick { 1 } else { usize::MAX });
        for file in files {
            read(&file)?.iter().for_each(|game| add_game(game, &mut quiet));
        }
        Ok(quiet)
    })
}

fn add_game(game: &Game, quiet: &mut [QuietMoveCounts]) {
    let mut number = 0;
    for (ply, mv) in game.moves().enumerate() {
        if let (Move::Place(square), Some(position)) = (mv, game.position_at(ply)) {
            if let Some(quiet) = quiet.get_mut(number) {
                quiet.add(position.board(), square);
            }
            number += 1;
        }
    }
}

fn quiet_table(quiet: &[QuietMoveCounts], what: &str) -> ReportTable {
    let mut table = ReportTable::new(
        &format!(
            "Directions turned over by a move (section 2.2.4, Kierulf's estimate from 80 games between \
             experts), and perfectly quiet moves, which turn over one internal disc only (Kling): {what}"
        ),
        &["move", "paper, directions", "ours, directions", "perfectly quiet", "moves counted"],
    );
    for number in [10, 20, 30, 40, 50, 60] {
        let paper = DIRECTIONS.iter().find(|(of, _)| *of == number);
        let paper = paper.map_or_else(String::new, |(_, directions)| format!("{directions:.1}"));
        let one = quiet[number - 1];
        let part = 100.0 * f64::from(one.perfect) / f64::from(one.moves.max(1));
        table.add_row([
            number.to_string(),
            paper,
            format!("{:.2}", one.directions()),
            format!("{part:.1}%"),
            one.moves.to_string(),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::verdict::{Verdict, VerdictReport};

    #[test]
    fn leads_and_directions_decide_the_verdict() {
        let verdict = |iago: f64, waterloo: f64, moves: f64, directions: f64, games: u32| {
            let lead = |against_iago, discs| MiddleLead {
                title: String::new(),
                against_iago,
                discs,
                moves,
            };
            let figures = StrategyFigures {
                leads: vec![lead(true, iago), lead(false, waterloo)],
                directions: vec![ComparedFigure::new(1.1, directions)],
                moves: games,
            };
            VerdictReport::of(&figures.claims()).verdict
        };
        assert_eq!(verdict(5.0, -10.0, 3.0, 1.1, 1000), Verdict::Agrees);
        assert_eq!(verdict(-2.0, -10.0, 3.0, 1.1, 1000), Verdict::AgreesInOrderOnly);
        assert_eq!(verdict(5.0, -10.0, 3.0, 1.3, 1000), Verdict::AgreesInOrderOnly);
        assert_eq!(verdict(-10.0, 5.0, 3.0, 1.1, 1000), Verdict::DoesNotAgree);
        assert_eq!(verdict(5.0, -10.0, -3.0, 1.1, 1000), Verdict::DoesNotAgree);
        assert_eq!(verdict(5.0, -10.0, 3.0, 1.1, 15), Verdict::CannotBeCompared);
        assert_eq!(verdict(5.0, f64::NAN, 3.0, 1.1, 1000), Verdict::CannotBeCompared);
    }

    #[test]
    fn moves_are_counted_by_their_directions() {
        // f5 flips e5 alone, which is next to empty squares.
        let mut quiet = QuietMoveCounts::default();
        quiet.add(&Board::START, Square::F5);
        assert_eq!((quiet.moves, quiet.directions, quiet.perfect), (1, 1, 0));
        // a1 flips b1, b2 and a2, in three directions. They are not next to an empty square.
        let own = "a3 c1 c3 c2 b3".split(' ').map(|square| square.parse().unwrap());
        let other = "a2 b1 b2".split(' ').map(|square| square.parse().unwrap());
        let (own, other) = (own.collect(), other.collect());
        let mut quiet = QuietMoveCounts::default();
        quiet.add(&Board::new(own, other).unwrap(), Square::A1);
        assert_eq!((quiet.directions, quiet.perfect), (3, 0));
        // If b1 and b2 are own discs, only a2 is flipped.
        let own = "a3 c1 c3 c2 b3 b1 b2".split(' ').map(|square| square.parse().unwrap());
        let mut quiet = QuietMoveCounts::default();
        quiet.add(&Board::new(own.collect(), Square::A2.bitboard()).unwrap(), Square::A1);
        assert_eq!((quiet.directions, quiet.perfect), (1, 1));
    }
}
