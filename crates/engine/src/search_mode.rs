//! How a thread searches at the moment.

use crate::Selectivity;
use crate::node::SearchKind;

/// How a thread searches at the moment. A helper takes it over from the thread that it helps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchMode {
    /// What the leaves of the root's search are.
    pub(crate) root_kind: SearchKind,
    pub(crate) selectivity: Selectivity,
    /// The number of shallow ProbCut searches within each other.
    pub(crate) probcut_nesting: u32,
}

impl SearchMode {
    /// Returns the mode in which the root is searched.
    pub(crate) const fn new(root_kind: SearchKind, selectivity: Selectivity) -> SearchMode {
        SearchMode { root_kind, selectivity, probcut_nesting: 0 }
    }
}
