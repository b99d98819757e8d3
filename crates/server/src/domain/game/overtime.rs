//! Overtime: the first to need the extension of a clock loses by the smallest margin at best, as on GGS.

use willow_board::{Color, DiscDiff};
use willow_protocol::{EndKind, Komi};

use super::ActiveGame;

impl ActiveGame {
    /// Says whether a bridge brings a player: then the other server's clock decides.
    pub(crate) const fn set_bridged(&mut self, is_bridged: bool) {
        self.is_bridged = is_bridged;
    }

    /// Records a player whose main time a bridge reports as over. Only the first one counts.
    pub(crate) fn report_overtime(&mut self, color: Color) {
        self.reported_overtime.get_or_insert(color);
    }

    /// Returns the first player whose main time ran out, with a clock that has an extension: a win of theirs
    /// on the board becomes the smallest loss, as on GGS.
    pub(crate) fn overtime(&self) -> Option<Color> {
        if self.is_bridged { self.reported_overtime } else { self.referee.overtime() }
    }

    /// Returns Black's result and the late player if overtime changes the result of a game that was played to its
    /// end.
    pub(crate) fn result_after_overtime(
        &self,
        reason: EndKind,
        on_board: Option<DiscDiff>,
    ) -> Option<(DiscDiff, Color)> {
        let (on_board, late) = on_board.zip(self.overtime())?;
        let result = with_smallest_loss(on_board, late, self.komi.unwrap_or_default());
        (reason == EndKind::Finished && result != on_board).then_some((result, late))
    }
}

/// Returns Black's result of a game that was played to its end, in discs without komi, after a player's main time
/// ran out: that player loses by the smallest margin at best.
fn with_smallest_loss(on_board: DiscDiff, late: Color, komi: Komi) -> DiscDiff {
    let results = (-32..=32).map(|pairs| DiscDiff::clamped(2 * pairs));
    match late {
        Color::Black => {
            let best = results.rev().find(|&result| komi.corrected(result).thousandths() < 0);
            best.map_or(on_board, |best| on_board.min(best))
        }
        Color::White => {
            let mut results = results;
            let best = results.find(|&result| komi.corrected(result).thousandths() > 0);
            best.map_or(on_board, |best| on_board.max(best))
        }
    }
}

#[cfg(test)]
mod tests {
    use willow_protocol::BidValue;

    use super::*;

    #[test]
    fn who_was_in_overtime_loses_by_the_smallest_margin_with_komi_too() {
        let komi = |black: i32, white: i32| {
            BidValue::of_hundredths(black).mean(BidValue::of_hundredths(white))
        };
        let cases = [
            (20, Color::Black, Komi::default(), -2),
            (0, Color::Black, Komi::default(), -2),
            (-6, Color::Black, Komi::default(), -6),
            (-64, Color::White, Komi::default(), 2),
            (6, Color::White, Komi::default(), 6),
            (64, Color::Black, komi(350, 350), 2),
            (-20, Color::White, komi(350, 350), 4),
        ];
        for (on_board, late, komi, wanted) in cases {
            let result = with_smallest_loss(DiscDiff::clamped(on_board), late, komi);
            assert_eq!(result.value(), wanted, "{on_board} {late:?}");
        }
    }
}
