//! The principal variation: the line that both sides are expected to play, kept while a search runs.

/// The best lines so far below the nodes on the path from the root to the node that is being searched.
///
/// A step is a move or a pass. What is kept changes neither values nor counts of a search.
#[derive(Clone, Debug)]
pub(crate) struct PrincipalVariation<T> {
    /// By the plies from the root; those behind `ply` belong to nodes that the search has left.
    lines: Vec<Vec<T>>,
    ply: usize,
}

impl<T: Copy> PrincipalVariation<T> {
    /// Returns the empty line of a search that is at its root.
    pub(crate) fn new() -> PrincipalVariation<T> {
        PrincipalVariation { lines: vec![Vec::new()], ply: 0 }
    }

    /// The search enters a node below the one that it is at.
    #[inline]
    pub(crate) fn enter(&mut self) {
        self.ply += 1;
        match self.lines.get_mut(self.ply) {
            Some(line) => line.clear(),
            None => self.lines.push(Vec::new()),
        }
    }

    /// The search returns to the node above.
    #[inline]
    pub(crate) fn leave(&mut self) {
        self.ply -= 1;
    }

    /// Notes that of all steps so far the one to the node that the search has just left is the best.
    #[inline]
    pub(crate) fn set_best(&mut self, step: T) {
        let (path, left) = self.lines.split_at_mut(self.ply + 1);
        let line = &mut path[self.ply];
        line.clear();
        line.push(step);
        if let Some(rest) = left.first() {
            line.extend_from_slice(rest);
        }
    }

    /// Returns the line from the root: empty if no step was the best of them.
    pub(crate) fn line(&self) -> &[T] {
        &self.lines[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tree `root(a(c, d), b)`, of which the line is a d.
    #[test]
    fn the_line_follows_the_best_steps() {
        let mut pv = PrincipalVariation::new();
        pv.enter();
        for step in ['c', 'd'] {
            pv.enter();
            pv.leave();
            pv.set_best(step);
        }
        pv.leave();
        pv.set_best('a');
        assert_eq!(pv.line(), ['a', 'd']);
        pv.enter();
        pv.leave();
        assert_eq!(pv.line(), ['a', 'd'], "b was not better");
        pv.set_best('b');
        assert_eq!(pv.line(), ['b'], "nothing is left of what was below a");
    }
}
