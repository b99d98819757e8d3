//! The blossom algorithm against networkx, and its speed.

use std::time::Instant;

use willow_pairing::matching::{WeightedGraph, max_weight_matching};

/// For each graph the number of pairs and the weight that networkx 3.6.1 finds by
/// `max_weight_matching(graph, maxcardinality=True)`.
const NETWORKX: &str = include_str!("fixtures/matchings.txt");

/// `SplitMix64`, which is short in Python, too.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
}

/// Returns the graph of a number: 2 to 32 vertices, 10 to 100 % of the edges, weights from -3..=3 to a million.
fn graph(number: u64) -> WeightedGraph {
    let mut random = SplitMix(number);
    let n = 2 + random.below(31) as usize;
    let density = 10 + random.below(91);
    let top = [3, 10, 1000, 1_000_000][random.below(4) as usize];
    let mut graph = WeightedGraph::new(n);
    for u in 0..n {
        for v in u + 1..n {
            if random.below(100) < density {
                graph.set(u, v, Some(i128::from(random.below(2 * top + 1)) - i128::from(top)));
            }
        }
    }
    graph
}

#[test]
fn ten_thousand_graphs_have_the_matchings_of_networkx_and_a_proof() {
    assert_eq!(NETWORKX.lines().count(), 10_000);
    for (number, expected) in (0..).zip(NETWORKX.lines()) {
        let graph = graph(number);
        let matching = max_weight_matching(&graph);
        assert_eq!(matching.certificate.verify(&graph, &matching.mates), Ok(()), "graph {number}");
        let found = format!("{} {}", matching.pairs().count(), matching.weight(&graph));
        assert_eq!(found, expected, "graph {number}");
    }
}

/// A small graph against all its matchings.
#[test]
fn no_matching_of_a_small_graph_is_better() {
    fn best(graph: &WeightedGraph, free: &[usize]) -> (usize, i128) {
        let Some((&u, rest)) = free.split_first() else { return (0, 0) };
        let mut result = best(graph, rest);
        for (index, &v) in rest.iter().enumerate() {
            if let Some(weight) = graph.weight(u, v) {
                let others = [&rest[..index], &rest[index + 1..]].concat();
                let (pairs, sum) = best(graph, &others);
                result = result.max((pairs + 1, sum + weight));
            }
        }
        result
    }
    for number in 20_000..21_000 {
        let graph = graph(number);
        if graph.n() <= 9 {
            let matching = max_weight_matching(&graph);
            let found = (matching.pairs().count(), matching.weight(&graph));
            let vertices: Vec<usize> = (0..graph.n()).collect();
            assert_eq!(found, best(&graph, &vertices), "graph {number}");
        }
    }
}

/// 500 players as an organiser has them: scores of 13 rounds, with most differences penalised steeply. The bound is for
/// unoptimised builds on busy machines.
#[test]
fn five_hundred_players_are_matched_in_seconds() {
    let mut random = SplitMix(5);
    let scores: Vec<i128> = (0..500).map(|_| i128::from(random.below(27))).collect();
    let mut graph = WeightedGraph::new(500);
    for (u, v) in (0..500).flat_map(|u| (u + 1..500).map(move |v| (u, v))) {
        let float = (scores[u] - scores[v]).abs();
        let weight = -(float * float * 20_000 + i128::from(random.below(1000)));
        graph.set(u, v, (random.below(100) < 97).then_some(weight));
    }
    let start = Instant::now();
    let matching = max_weight_matching(&graph);
    println!("500 players: {:?}", start.elapsed());
    assert!(matching.is_perfect());
    // networkx finds the same in 246 s.
    assert_eq!(matching.weight(&graph), -139_875);
    assert_eq!(matching.certificate.verify(&graph, &matching.mates), Ok(()));
    assert!(start.elapsed().as_secs() < 60);
}
