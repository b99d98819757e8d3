//! Matchings of greatest weight in general graphs, by Edmonds' blossom algorithm in O(n³), with a proof.
//!
//! The primal-dual method as Galil describes it ("Efficient algorithms for finding maximum matching in
//! graphs", 1986). All numbers are integers. [`Matching::certificate`] is a solution of the dual problem,
//! which proves without trust in the algorithm that no matching of the same size weighs more.

mod search;

use thiserror::Error;

/// Weights are below this, so that sums of all of them, doubled, fit.
const MAX_WEIGHT: i128 = 1 << 100;

/// A graph whose edges have weights.
#[derive(Clone, Debug)]
pub struct WeightedGraph {
    n: usize,
    weights: Vec<Option<i128>>,
}

impl WeightedGraph {
    /// Returns a graph of `n` vertices without edges.
    pub fn new(n: usize) -> WeightedGraph {
        WeightedGraph { n, weights: vec![None; n * n] }
    }

    /// Returns the number of vertices.
    pub const fn n(&self) -> usize {
        self.n
    }

    /// Sets the weight of the edge between two vertices; `None` removes it. Weights are below 2^100 in
    /// absolute value.
    ///
    /// # Panics
    /// If the vertices are equal or not in the graph, or the weight is out of range.
    pub fn set(&mut self, u: usize, v: usize, weight: Option<i128>) {
        assert!(u != v && u < self.n && v < self.n, "an edge joins two vertices of the graph");
        assert!(weight.is_none_or(|weight| weight.abs() < MAX_WEIGHT), "the weight is below 2^100");
        self.weights[u * self.n + v] = weight;
        self.weights[v * self.n + u] = weight;
    }

    /// Returns the weight of the edge between two vertices, if there is one.
    pub fn weight(&self, u: usize, v: usize) -> Option<i128> {
        self.weights[u * self.n + v]
    }
}

/// A matching, and the proof that none of its size weighs more.
#[derive(Clone, Debug)]
pub struct Matching {
    /// The partner of each vertex.
    pub mates: Vec<Option<usize>>,
    /// Proves that no other matching costs less.
    pub certificate: Certificate,
}

/// A solution of the dual problem.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The doubled dual value of each vertex.
    vertices: Vec<i128>,
    /// Sets of an odd number of vertices, each with its dual value.
    blossoms: Vec<(Vec<usize>, i128)>,
}

/// Why a certificate proves nothing of a matching.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InvalidCertificate {
    /// A vertex has two partners, or one that is not its neighbour.
    #[error("it is not a matching of the graph")]
    NotAMatching,
    /// The duals are not a solution of the dual problem.
    #[error("an edge has a negative slack")]
    NegativeSlack,
    /// A pair weighs less than its ends are worth.
    #[error("a matched edge has a slack")]
    MatchedSlack,
    /// A blossom with a value is not matched inside.
    #[error("a blossom is not full")]
    BlossomNotFull,
    /// Another vertex would be left out more cheaply.
    #[error("a vertex without a partner has more than the least value")]
    FreeVertex,
}

/// Returns the heaviest of all matchings with the greatest number of edges.
pub fn max_weight_matching(graph: &WeightedGraph) -> Matching {
    let matching = search::Search::new(graph).run();
    debug_assert_eq!(matching.certificate.verify(graph, &matching.mates), Ok(()));
    matching
}

impl Matching {
    /// Returns whether every vertex has a partner.
    pub fn is_perfect(&self) -> bool {
        self.mates.iter().all(Option::is_some)
    }

    /// Returns the pairs, each with its smaller vertex first.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let pairs = self.mates.iter().enumerate();
        pairs.filter_map(|(u, mate)| mate.filter(|&v| u < v).map(|v| (u, v)))
    }

    /// Returns the sum of the weights of the pairs.
    pub fn weight(&self, graph: &WeightedGraph) -> i128 {
        self.pairs().filter_map(|(u, v)| graph.weight(u, v)).sum()
    }
}

impl Certificate {
    /// Checks that `mates` is a matching of the graph and that none of its size weighs more.
    ///
    /// For every edge the values of its ends and of the blossoms around both are at least its weight; they
    /// are equal where the edge is matched. A blossom with a value has all its vertices but one matched inside. All
    /// vertices without a partner have the least value of all.
    ///
    /// # Errors
    /// The condition that does not hold.
    pub fn verify(
        &self,
        graph: &WeightedGraph,
        mates: &[Option<usize>],
    ) -> Result<(), InvalidCertificate> {
        let n = graph.n();
        let is_mutual = |(u, mate): (usize, &Option<usize>)| {
            mate.is_none_or(|v| v < n && mates[v] == Some(u) && graph.weight(u, v).is_some())
        };
        if mates.len() != n || self.vertices.len() != n || !mates.iter().enumerate().all(is_mutual)
        {
            return Err(InvalidCertificate::NotAMatching);
        }
        for (u, v, slack) in self.slacks(graph) {
            if slack < 0 {
                return Err(InvalidCertificate::NegativeSlack);
            }
            if mates[u] == Some(v) && slack != 0 {
                return Err(InvalidCertificate::MatchedSlack);
            }
        }
        for (vertices, value) in &self.blossoms {
            let inside =
                vertices.iter().filter(|&&u| mates[u].is_some_and(|v| vertices.contains(&v)));
            if *value < 0 || vertices.len() % 2 == 0 || inside.count() != vertices.len() - 1 {
                return Err(InvalidCertificate::BlossomNotFull);
            }
        }
        let min = self.vertices.iter().min();
        let free = mates.iter().zip(&self.vertices).filter(|(mate, _)| mate.is_none());
        if free.into_iter().any(|(_, value)| Some(value) != min) {
            return Err(InvalidCertificate::FreeVertex);
        }
        Ok(())
    }

    /// Returns the doubled slack of every edge.
    fn slacks<'a>(
        &'a self,
        graph: &'a WeightedGraph,
    ) -> impl Iterator<Item = (usize, usize, i128)> + 'a {
        let n = graph.n();
        let mut around = vec![0_i128; n * n];
        for (vertices, value) in &self.blossoms {
            for &u in vertices {
                for &v in vertices {
                    around[u * n + v] += value;
                }
            }
        }
        let edges = (0..n).flat_map(move |u| (u + 1..n).map(move |v| (u, v)));
        edges.filter_map(move |(u, v)| {
            let weight = graph.weight(u, v)?;
            let slack = self.vertices[u] + self.vertices[v] + 2 * around[u * n + v] - 2 * weight;
            Some((u, v, slack))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(n: usize, edges: &[(usize, usize, i128)]) -> WeightedGraph {
        let mut graph = WeightedGraph::new(n);
        for &(u, v, weight) in edges {
            graph.set(u, v, Some(weight));
        }
        graph
    }

    #[test]
    fn more_edges_come_before_more_weight() {
        let path = graph(4, &[(0, 1, 1), (1, 2, 100), (2, 3, 1)]);
        let matching = max_weight_matching(&path);
        assert_eq!(matching.pairs().collect::<Vec<_>>(), [(0, 1), (2, 3)]);
        assert!(matching.is_perfect());
        let triangle = graph(3, &[(0, 1, 5), (1, 2, 6), (0, 2, 7)]);
        let matching = max_weight_matching(&triangle);
        assert_eq!((matching.weight(&triangle), matching.is_perfect()), (7, false));
        assert_eq!(max_weight_matching(&WeightedGraph::new(0)).pairs().count(), 0);
        assert_eq!(max_weight_matching(&WeightedGraph::new(3)).mates, [None; 3]);
    }

    #[test]
    fn a_wrong_proof_is_found() {
        let square = graph(4, &[(0, 1, 3), (1, 2, 5), (2, 3, 3), (0, 3, 5), (0, 2, 1)]);
        let matching = max_weight_matching(&square);
        let Matching { mates, certificate } = &matching;
        assert_eq!(certificate.verify(&square, mates), Ok(()));
        let worse = [Some(1), Some(0), Some(3), Some(2)];
        assert!(certificate.verify(&square, &worse).is_err());
        let other = [Some(2), Some(3), Some(0), Some(1)];
        assert_eq!(certificate.verify(&square, &other), Err(InvalidCertificate::NotAMatching));
        let mut low = certificate.clone();
        low.vertices[0] -= 1;
        assert_eq!(low.verify(&square, mates), Err(InvalidCertificate::NegativeSlack));
    }
}
