//! The nodes of a search, and what ends it.

/// The search was stopped or has used its nodes or its time up: it has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Counts the nodes of a search, and stops it.
pub(crate) struct NodeCounter<'a> {
    pub(crate) nodes: u64,
    pub(crate) max_nodes: u64,
    /// How many nodes are visited between two calls of `stop`.
    pub(crate) interval: u64,
    pub(crate) stop: Box<dyn Fn(u64) -> bool + 'a>,
}

impl NodeCounter<'_> {
    /// Counts a node, and checks from time to time whether to stop.
    #[inline]
    pub(crate) fn enter(&mut self) -> Result<(), Stopped> {
        if self.max_nodes <= self.nodes {
            return Err(Stopped);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(self.interval) && (self.stop)(self.nodes) {
            return Err(Stopped);
        }
        Ok(())
    }
}
