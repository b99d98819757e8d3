//! Signs that a player used an engine in rated games, for moderators: `--review NAME`.
//!
//! The latest games are compared with the earlier ones of the same player, by what the moves lost and by
//! the times that they took. Each game is one measurement, because its moves depend on each other; the
//! intervals are those of means over games.

use std::fmt::Write as _;

use willow_analysis::MoveAnalysis;
use willow_board::Color;

use super::analyzed::Analyzed;
use crate::error::CliError;
use crate::units;

/// Number of games that count as the latest.
const LATEST: usize = 20;

/// Minimum number of games for an interval.
const MIN_GAMES: usize = 5;

/// The width of a 95% interval in standard errors.
const INTERVAL: f64 = 1.96;

/// The figures of a game: three phases, then times.
const FIGURES: [&str; 5] = [
    "loss a move, opening (40 empties or more)",
    "loss a move, middle game",
    "loss a move, endgame (20 empties or fewer)",
    "seconds a move",
    "variation of the seconds (deviation / mean)",
];

/// Text under the figures.
const WARNING: &str = "\
This is no proof. People improve, prepare openings and take more care, and with ten
figures, one or two may differ by chance. Look at the games, and hear the player.
";

/// The rated games of a player.
#[derive(Debug)]
pub(super) struct Review {
    name: String,
    games: Vec<ReviewedGame>,
}

/// A game of the player; figures that it does not have are `None`.
#[derive(Debug)]
struct ReviewedGame {
    date: String,
    figures: [Option<f64>; FIGURES.len()],
}

impl Review {
    /// Returns the review of a player without games.
    pub(super) fn of(name: &str) -> Review {
        Review { name: name.to_owned(), games: Vec::new() }
    }

    /// Returns the colour of the player in a game whose record has ratings, as those of a server's rated games.
    pub(super) fn color_in(&self, analyzed: &Analyzed) -> Option<Color> {
        let is_rated = analyzed.record.players.iter().all(|player| player.rating.is_some());
        let is_own = |color: &Color| analyzed.player(*color).eq_ignore_ascii_case(&self.name);
        Color::ALL.into_iter().find(is_own).filter(|_| is_rated)
    }

    /// Adds a game of the player that was analyzed to its end.
    pub(super) fn add(&mut self, analyzed: &Analyzed) {
        let is_whole = analyzed.findings.len() == analyzed.n_moves;
        if let Some(color) = self.color_in(analyzed).filter(|_| is_whole) {
            let (date, figures) = (analyzed.record.date.clone(), figures(analyzed, color));
            self.games.push(ReviewedGame { date, figures });
        }
    }

    /// Makes sure that there is a game.
    pub(super) fn check(&self) -> Result<(), CliError> {
        if !self.games.is_empty() {
            return Ok(());
        }
        let error = CliError::failed(format!("there is no rated game of `{}`", self.name));
        Err(error.with_hint("a record of a rated game has the ratings of both players"))
    }

    /// Returns the figures as a table, with a warning.
    pub(super) fn text(&self) -> String {
        let mut games: Vec<&ReviewedGame> = self.games.iter().collect();
        // A server exports the newest games first, which have equal dates.
        games.sort_by(|a, b| b.date.cmp(&a.date));
        let (latest, earlier) = games.split_at(games.len().min(LATEST));
        let mut text = format!(
            "\nSigns of an engine: {}, {} and {} before\n",
            self.name,
            units::count(latest.len(), "latest rated game"),
            earlier.len()
        );
        // Writing to a string cannot fail.
        let _ =
            writeln!(text, "{:<45} {:>16} {:>16}", "mean and 95% interval", "latest", "earlier");
        for (number, figure) in FIGURES.into_iter().enumerate() {
            let [latest, earlier] = [latest, earlier].map(|games| mean_text(games, number));
            let _ = writeln!(text, "{figure:<45} {latest:>16} {earlier:>16}");
        }
        text + WARNING
    }
}

fn figures(analyzed: &Analyzed, color: Color) -> [Option<f64>; FIGURES.len()] {
    let own = || {
        let of_color = analyzed.findings.iter().filter(move |found| found.side() == color);
        of_color.filter(|found| !found.is_forced())
    };
    let loss = |min: u32, max: u32| {
        let of_phase = own().filter(|found| (min..=max).contains(&found.n_empties()));
        mean(&of_phase.map(MoveAnalysis::loss).collect::<Vec<_>>())
    };
    let time = |ply| analyzed.record.note(ply).and_then(|note| note.time);
    let seconds: Vec<f64> =
        own().filter_map(|found| Some(time(found.ply)?.as_secs_f64())).collect();
    let variation = deviation(&seconds).zip(mean(&seconds).filter(|&mean| mean > 0.0));
    [
        loss(40, 60),
        loss(21, 39),
        loss(1, 20),
        mean(&seconds),
        variation.map(|(deviation, mean)| deviation / mean),
    ]
}

/// Returns the mean of a figure with its interval; a dash if too few games have it.
fn mean_text(games: &[&ReviewedGame], figure: usize) -> String {
    let values: Vec<f64> = games.iter().filter_map(|game| game.figures[figure]).collect();
    match (mean(&values), deviation(&values)) {
        (Some(mean), Some(deviation)) if values.len() >= MIN_GAMES => {
            let half = INTERVAL * deviation / (values.len() as f64).sqrt();
            format!("{mean:.2} ±{half:.2}")
        }
        _ => "-".to_owned(),
    }
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Returns the standard deviation of a sample; `None` of less than two values.
fn deviation(values: &[f64]) -> Option<f64> {
    let mean = mean(values).filter(|_| values.len() > 1)?;
    let squares = values.iter().map(|value| (value - mean) * (value - mean));
    Some((squares.sum::<f64>() / (values.len() - 1) as f64).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(date: &str, figure: Option<f64>) -> ReviewedGame {
        ReviewedGame { date: date.to_owned(), figures: [figure; FIGURES.len()] }
    }

    #[test]
    fn the_latest_twenty_games_stand_beside_the_earlier_ones_with_intervals_and_a_warning() {
        let mut review = Review::of("bob");
        let figure = |number: usize| if number.is_multiple_of(2) { 0.5 } else { 1.5 };
        for number in 0..30 {
            review.games.push(game("2026.01.01", Some(4.0 * figure(number))));
        }
        for number in 0..20 {
            review.games.push(game("2026.11.02", Some(figure(number))));
        }
        let text = review.text();
        assert!(text.contains("bob, 20 latest rated games and 30 before"), "{text}");
        for line in text.lines().skip(3).take(FIGURES.len()) {
            assert!(line.ends_with("1.00 ±0.22       4.00 ±0.73"), "{line}");
        }
        assert!(text.ends_with(WARNING), "{text}");
    }

    #[test]
    fn four_games_have_no_interval() {
        let games: Vec<ReviewedGame> = (0..5).map(|_| game("", Some(1.0))).collect();
        let games: Vec<&ReviewedGame> = games.iter().collect();
        assert_eq!([mean_text(&games[1..], 0), mean_text(&games, 0)], ["-", "1.00 ±0.00"]);
        assert_eq!(mean_text(&[&game("", None)], 0), "-");
    }
}
