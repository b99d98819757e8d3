//! The pages of the analysis that Tab chooses.

/// What Tab shows on a screen with a panel beside the board.
pub(super) const SIDE_PAGES: [Page; 2] = [Page::Mistakes, Page::Variations];
/// What Tab shows on a narrow screen.
pub(super) const NARROW_PAGES: [Page; 5] =
    [Page::Board, Page::Explanation, Page::Mistakes, Page::Variations, Page::Graph];

/// A part of the screen that Tab chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Page {
    Board,
    Explanation,
    Mistakes,
    Variations,
    Graph,
}
