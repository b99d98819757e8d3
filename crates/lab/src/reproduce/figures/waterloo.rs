//! Which games of the database are those that BILL played at Waterloo in 1985.
//!
//! The database has four games of that year against opponents without a name. None has a score of the
//! report's list exactly. The captions say more of the games than their scores, and that decides here.

use willow_board::Color;

use super::boards::{SOUTHERN_EDGE, TURNED_BACK};
use super::facts::Fact;
use crate::reproduce::bill_games::{BillGame, bill_games};
use crate::reproduce::report::ExperimentReport;
use crate::reproduce::report_table::ReportTable;
use crate::reproduce::verdict::{ClaimTest, ComparedFigure, PaperClaim, Sample, Tolerance};

/// A game of Waterloo in the report.
struct WaterlooGame {
    figure: &'static str,
    title: &'static str,
    /// BILL's colour.
    color: Color,
    /// Black's discs and White's.
    discs: [u32; 2],
    /// The captions that speak of the game.
    facts: &'static [(&'static str, Fact)],
}

const GAMES: [WaterlooGame; 4] = [
    WaterlooGame {
        figure: "II-1",
        title: "OTHELLO 10-54 BILL",
        color: Color::White,
        discs: [10, 54],
        facts: &[("2-7 (a)", Fact::Mobility { to_move: Color::White, black: 1, white: 12 })],
    },
    WaterlooGame {
        figure: "II-2",
        title: "BILL 61-3 CASSIO",
        color: Color::Black,
        discs: [61, 3],
        facts: &[("3-5 (b)", TURNED_BACK)],
    },
    WaterlooGame {
        figure: "II-3",
        title: "GRAY BLITZ 4-60 BILL",
        color: Color::White,
        discs: [4, 60],
        facts: &[
            ("2-7 (b)", Fact::Mobility { to_move: Color::White, black: 2, white: 15 }),
            ("3-7", SOUTHERN_EDGE),
        ],
    },
    WaterlooGame {
        figure: "II-4",
        title: "BILL 50-12 BARNEY",
        color: Color::Black,
        discs: [50, 12],
        facts: &[],
    },
];

/// A game of the database that may be one of the report's.
struct Candidate {
    game: &'static BillGame,
    /// For each caption of the report's game, after how many moves it is true.
    found: Vec<Vec<usize>>,
}

impl Candidate {
    /// Returns whether every caption is true somewhere, if there are any.
    fn has_all(&self) -> bool {
        !self.found.is_empty() && self.found.iter().all(|places| !places.is_empty())
    }
}

/// A game of the report with the games of the database in which BILL has the same colour.
pub(super) struct IdentifiedGame {
    printed: &'static WaterlooGame,
    candidates: Vec<Candidate>,
}

/// Compares every game of Waterloo with every game that it may be.
pub(super) fn identify() -> Vec<IdentifiedGame> {
    let candidate = |printed: &'static WaterlooGame, game: &'static BillGame| Candidate {
        game,
        found: printed
            .facts
            .iter()
            .map(|(_, fact)| fact.find(&game.game).iter().map(|found| found.moves).collect())
            .collect(),
    };
    let identified = |printed: &'static WaterlooGame| IdentifiedGame {
        printed,
        candidates: bill_games()
            .iter()
            .filter(|game| game.is_nameless() && game.color == printed.color)
            .map(|game| candidate(printed, game))
            .collect(),
    };
    GAMES.iter().map(identified).collect()
}

impl IdentifiedGame {
    /// Returns the only candidate of which all captions are true.
    fn by_captions(&self) -> Option<&Candidate> {
        let mut fitting = self.candidates.iter().filter(|candidate| candidate.has_all());
        fitting.next().filter(|_| fitting.next().is_none())
    }

    /// Returns the candidates that no other game of the report is identified with.
    fn left_over<'a>(&'a self, all: &[IdentifiedGame]) -> Vec<&'a Candidate> {
        let is_taken = |candidate: &Candidate| {
            let taken = all.iter().filter_map(IdentifiedGame::by_captions);
            taken.into_iter().any(|taken| taken.game == candidate.game)
        };
        self.candidates.iter().filter(|candidate| !is_taken(candidate)).collect()
    }

    /// Says which game it is and why.
    fn conclusion(&self, all: &[IdentifiedGame]) -> String {
        if let Some(candidate) = self.by_captions() {
            let captions: Vec<&str> =
                self.printed.facts.iter().map(|(figure, _)| *figure).collect();
            let captions = captions.join(" and figure ");
            return format!("identified: {}, by figure {captions}", candidate.game.title());
        }
        let left = self.left_over(all);
        match (&left[..], self.printed.facts.is_empty()) {
            ([only], true) => {
                format!("{} is left over; no caption speaks of it", only.game.title())
            }
            ([only], false) => {
                format!(
                    "not identified: {} is left over, but no caption fits it",
                    only.game.title()
                )
            }
            _ => "not identified".to_owned(),
        }
    }
}

/// Adds the table of the identification.
pub(super) fn add(games: &[IdentifiedGame], report: &mut ExperimentReport) {
    let mut table = ReportTable::new(
        "The games of Waterloo (appendix II), and the games of 1985 against opponents without a name in which \
         BILL has the same colour",
        &["report", "score", "database", "score differs by", "captions that are true in it"],
    );
    for IdentifiedGame { printed, candidates } in games {
        for Candidate { game, found } in candidates {
            let [black, white] = game.discs();
            let differs = [black.abs_diff(printed.discs[0]), white.abs_diff(printed.discs[1])];
            let captions = printed.facts.iter().zip(found).map(|((figure, _), places)| {
                let places: Vec<String> = places.iter().map(ToString::to_string).collect();
                if places.is_empty() {
                    format!("{figure} nowhere")
                } else {
                    format!("{figure} after move {}", places.join(", "))
                }
            });
            let captions: Vec<String> = captions.collect();
            table.add_row([
                printed.figure.to_owned(),
                printed.title.to_owned(),
                game.title(),
                format!("{} and {}", differs[0], differs[1]),
                if captions.is_empty() {
                    "none speaks of it".to_owned()
                } else {
                    captions.join("; ")
                },
            ]);
        }
    }
    report.add_table(table);
    let mut table = ReportTable::new(
        "What follows for each game of Waterloo",
        &["report", "score", "database"],
    );
    for game in games {
        let WaterlooGame { figure, title, .. } = *game.printed;
        table.add_row([figure.to_owned(), title.to_owned(), game.conclusion(games)]);
    }
    report.add_table(table);
}

/// Returns the claims: for each game of the report of which captions speak, the captions that are true
/// in the best candidate.
pub(super) fn claims(games: &[IdentifiedGame]) -> Vec<PaperClaim> {
    let of_game = |game: &IdentifiedGame| {
        let WaterlooGame { figure, title, facts, .. } = game.printed;
        let n_true = |candidate: &Candidate| {
            candidate.found.iter().filter(|places| !places.is_empty()).count()
        };
        let most = game.candidates.iter().map(n_true).max().unwrap_or(0);
        (!facts.is_empty()).then(|| PaperClaim {
            claim: format!("{figure}, {title}: captions that are true in one game of the database"),
            test: ClaimTest::Figures(
                Tolerance::Equal,
                vec![ComparedFigure::new(facts.len() as f64, most as f64)],
            ),
            sample: Sample::Sufficient,
        })
    };
    games.iter().filter_map(of_game).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_games_are_identified_and_two_are_not() {
        let games = identify();
        let conclusions: Vec<String> = games.iter().map(|game| game.conclusion(&games)).collect();
        assert_eq!(
            conclusions,
            [
                "not identified: ??? 11-53 Bill (mahajan) (1985) is left over, but no caption fits it",
                "identified: Bill (mahajan) 57-6 ??? (1985), by figure 3-5 (b)",
                "identified: ??? 5-59 Bill (mahajan) (1985), by figure 2-7 (b) and figure 3-7",
                "Bill (mahajan) 52-12 ??? (1985) is left over; no caption speaks of it",
            ]
        );
    }
}
