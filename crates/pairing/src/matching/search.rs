//! The search: alternating trees grow from all free nodes at once until a path augments the matching.
//!
//! A node is a vertex or a blossom, an odd cycle of nodes that is treated as one. Vertices have the numbers
//! below `n`, blossoms those from `n` on; numbers of dissolved blossoms are used again.

use std::collections::VecDeque;

use super::{Certificate, Matching, WeightedGraph};

/// A vertex or a blossom.
type Node = usize;

/// The part of a node in the alternating trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    /// In no tree.
    None,
    /// At an even distance from its root.
    Outer,
    /// At an odd distance from its root.
    Inner,
}

/// An edge between two nodes, as the two vertices that it joins.
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: usize,
    to: usize,
}

pub(super) struct Search<'a> {
    graph: &'a WeightedGraph,
    n: usize,
    /// The number of nodes that there can be.
    capacity: usize,
    /// The edge of least slack between two nodes, by `node * capacity + node`.
    edges: Vec<Option<Edge>>,
    /// For a blossom and a vertex the child of the blossom around the vertex, by `(blossom - n) * n + vertex`.
    child_around: Vec<Node>,
    /// The doubled dual values of vertices, the dual values of blossoms.
    duals: Vec<i128>,
    /// The edge that matches a node, seen from the node.
    matched: Vec<Option<Edge>>,
    /// The outermost node around each node; `None` for the numbers that no blossom has.
    top: Vec<Option<Node>>,
    /// The edge to the parent in the tree, seen from the parent.
    parent: Vec<Option<Edge>>,
    labels: Vec<Label>,
    /// The edge of least slack from an outer vertex in another node to this node.
    nearest: Vec<Option<Edge>>,
    /// The children of a blossom around its cycle, from its base.
    children: Vec<Vec<Node>>,
    queue: VecDeque<usize>,
    /// The search for a common ancestor in which a node was last seen.
    seen: Vec<usize>,
    n_searches: usize,
}

impl<'a> Search<'a> {
    pub(super) fn new(graph: &'a WeightedGraph) -> Search<'a> {
        let n = graph.n();
        let capacity = n + n / 2 + 1;
        let mut edges = vec![None; capacity * capacity];
        let mut greatest = 0;
        for (from, to) in (0..n).flat_map(|from| (0..n).map(move |to| (from, to))) {
            if let Some(weight) = graph.weight(from, to) {
                edges[from * capacity + to] = Some(Edge { from, to });
                greatest = greatest.max(weight);
            }
        }
        Search {
            graph,
            n,
            capacity,
            edges,
            child_around: vec![0; (capacity - n) * n],
            duals: (0..capacity).map(|node| if node < n { greatest } else { 0 }).collect(),
            matched: vec![None; capacity],
            top: (0..capacity).map(|node| (node < n).then_some(node)).collect(),
            parent: vec![None; capacity],
            labels: vec![Label::None; capacity],
            nearest: vec![None; capacity],
            children: vec![Vec::new(); capacity],
            queue: VecDeque::new(),
            seen: vec![0; capacity],
            n_searches: 0,
        }
    }

    pub(super) fn run(mut self) -> Matching {
        while self.augment_once() {}
        let mates = self.matched[..self.n].iter().map(|edge| edge.map(|edge| edge.to)).collect();
        let blossoms = (self.n..self.capacity).filter(|&node| self.top[node].is_some());
        let blossoms = blossoms.filter(|&node| self.duals[node] != 0);
        let blossoms = blossoms.map(|node| (self.vertices(node), self.duals[node])).collect();
        let certificate = Certificate { vertices: self.duals[..self.n].to_vec(), blossoms };
        Matching { mates, certificate }
    }

    fn vertices(&self, node: Node) -> Vec<usize> {
        if node < self.n {
            vec![node]
        } else {
            self.children[node].iter().flat_map(|&child| self.vertices(child)).collect()
        }
    }

    fn edge(&self, from: Node, to: Node) -> Option<Edge> {
        self.edges[from * self.capacity + to]
    }

    fn is_top(&self, node: Node) -> bool {
        self.top[node] == Some(node)
    }

    fn top(&self, node: Node) -> Node {
        self.top[node].expect("only nodes with a top are followed")
    }

    fn tops(&self) -> impl Iterator<Item = Node> + '_ {
        (0..self.capacity).filter(|&node| self.is_top(node))
    }

    /// Returns the doubled slack of an edge between different outermost nodes.
    fn slack(&self, edge: Edge) -> i128 {
        let weight = self.graph.weight(edge.from, edge.to).expect("edges come from the graph");
        self.duals[edge.from] + self.duals[edge.to] - 2 * weight
    }

    fn nearest_slack(&self, node: Node) -> Option<i128> {
        self.nearest[node].map(|edge| self.slack(edge))
    }

    fn offer_nearest(&mut self, edge: Edge, slack: i128, node: Node) {
        if self.nearest_slack(node).is_none_or(|nearest| slack < nearest) {
            self.nearest[node] = Some(edge);
        }
    }

    fn find_nearest(&mut self, node: Node) {
        self.nearest[node] = None;
        for vertex in 0..self.n {
            let top = self.top(vertex);
            if top != node
                && self.labels[top] == Label::Outer
                && let Some(edge) = self.edge(vertex, node)
            {
                self.offer_nearest(edge, self.slack(edge), node);
            }
        }
    }

    fn enqueue(&mut self, node: Node) {
        let vertices = self.vertices(node);
        self.queue.extend(vertices);
    }

    fn set_top(&mut self, node: Node, top: Node) {
        self.top[node] = Some(top);
        for index in 0..self.children[node].len() {
            self.set_top(self.children[node][index], top);
        }
    }

    /// Grows trees from all free nodes until the matching has one more edge. Returns false if it cannot.
    fn augment_once(&mut self) -> bool {
        self.labels.fill(Label::None);
        self.nearest.fill(None);
        self.queue.clear();
        let free: Vec<Node> = self.tops().filter(|&node| self.matched[node].is_none()).collect();
        for node in free {
            self.parent[node] = None;
            self.labels[node] = Label::Outer;
            self.enqueue(node);
        }
        loop {
            if self.grow() {
                return true;
            }
            let Some(delta) = self.delta() else { return false };
            self.adjust_duals(delta);
            if self.use_tight_edges() {
                return true;
            }
            self.expand_empty_blossoms();
        }
    }

    /// Follows tight edges from the outer vertices of the queue. Returns whether the matching was augmented.
    fn grow(&mut self) -> bool {
        while let Some(u) = self.queue.pop_front() {
            if self.labels[self.top(u)] == Label::Inner {
                continue;
            }
            for v in 0..self.n {
                let top = self.top(v);
                if top == self.top(u) {
                    continue;
                }
                let Some(weight) = self.graph.weight(u, v) else { continue };
                let (edge, slack) =
                    (Edge { from: u, to: v }, self.duals[u] + self.duals[v] - 2 * weight);
                if slack == 0 {
                    if self.follow(edge) {
                        return true;
                    }
                } else {
                    self.offer_nearest(edge, slack, top);
                }
            }
        }
        false
    }

    /// Returns by how much the dual values can change until an edge becomes tight or a blossom empty; `None` if
    /// no change helps: no matching has more edges.
    fn delta(&self) -> Option<i128> {
        let deltas = self.tops().filter_map(|node| match self.labels[node] {
            Label::Inner => (self.n <= node).then(|| self.duals[node]),
            Label::None => self.nearest_slack(node),
            // Both ends move. The values of all outer vertices have the same parity, so the slack is even.
            Label::Outer => self.nearest_slack(node).map(|slack| slack / 2),
        });
        deltas.min()
    }

    fn adjust_duals(&mut self, delta: i128) {
        for vertex in 0..self.n {
            match self.labels[self.top(vertex)] {
                Label::Outer => self.duals[vertex] -= delta,
                Label::Inner => self.duals[vertex] += delta,
                Label::None => (),
            }
        }
        for blossom in (self.n..self.capacity).filter(|&node| self.top[node] == Some(node)) {
            match self.labels[blossom] {
                Label::Outer => self.duals[blossom] += delta,
                Label::Inner => self.duals[blossom] -= delta,
                Label::None => (),
            }
        }
    }

    fn use_tight_edges(&mut self) -> bool {
        for node in 0..self.capacity {
            if let Some(edge) = self.nearest[node].filter(|_| self.is_top(node))
                && self.top(edge.from) != node
                && self.slack(edge) == 0
                && self.follow(edge)
            {
                return true;
            }
        }
        false
    }

    fn expand_empty_blossoms(&mut self) {
        for node in self.n..self.capacity {
            if self.is_top(node) && self.labels[node] == Label::Inner && self.duals[node] == 0 {
                self.expand(node);
            }
        }
    }

    /// Follows a tight edge from an outer node. Returns whether the matching was augmented.
    fn follow(&mut self, edge: Edge) -> bool {
        let (u, v) = (self.top(edge.from), self.top(edge.to));
        match self.labels[v] {
            Label::None => {
                let partner = self.matched[v].expect("a node in no tree is matched");
                let next = self.top(partner.to);
                self.parent[v] = Some(edge);
                (self.labels[v], self.labels[next]) = (Label::Inner, Label::Outer);
                (self.nearest[v], self.nearest[next]) = (None, None);
                self.enqueue(next);
            }
            Label::Outer => {
                let Some(ancestor) = self.common_ancestor(u, v) else {
                    self.augment(u, v);
                    self.augment(v, u);
                    return true;
                };
                self.add_blossom([u, v], edge, ancestor);
            }
            Label::Inner => (),
        }
        false
    }

    /// Returns the outer node two steps above an outer node in its tree.
    fn grandparent(&self, node: Node) -> Option<Node> {
        let inner = self.top(self.matched[node]?.to);
        self.parent[inner].map(|edge| self.top(edge.from))
    }

    fn common_ancestor(&mut self, u: Node, v: Node) -> Option<Node> {
        self.n_searches += 1;
        let (mut this, mut other) = (Some(u), Some(v));
        while this.is_some() || other.is_some() {
            if let Some(node) = this {
                if self.seen[node] == self.n_searches {
                    return Some(node);
                }
                self.seen[node] = self.n_searches;
                this = self.grandparent(node);
            }
            (this, other) = (other, this);
        }
        None
    }

    /// Matches the path from `u` to the root of its tree anew, beginning with `u` and `v`.
    fn augment(&mut self, mut u: Node, mut v: Node) {
        loop {
            let next = self.matched[u].map(|edge| self.top(edge.to));
            self.set_matched(u, v);
            let Some(inner) = next else { return };
            let above = self.parent[inner].expect("an inner node has a parent");
            let above = self.top(above.from);
            self.set_matched(inner, above);
            (u, v) = (above, inner);
        }
    }

    /// Matches the node `u` with `v` by the edge between them, and the inside of `u` accordingly.
    fn set_matched(&mut self, u: Node, v: Node) {
        let edge = self.edge(u, v).expect("only neighbours are matched");
        self.matched[u] = Some(edge);
        if u < self.n {
            return;
        }
        let base = self.child_around[(u - self.n) * self.n + edge.from];
        let position = self.even_position(u, base);
        for index in 0..position {
            let (child, sibling) = (self.children[u][index], self.children[u][index ^ 1]);
            self.set_matched(child, sibling);
        }
        self.set_matched(base, v);
        self.children[u].rotate_left(position);
    }

    /// Returns the position of a child, after turning the cycle so that it is even.
    fn even_position(&mut self, blossom: Node, child: Node) -> usize {
        let cycle = &mut self.children[blossom];
        let position =
            cycle.iter().position(|&found| found == child).expect("`child_around` names children");
        if position % 2 == 0 {
            return position;
        }
        cycle[1..].reverse();
        cycle.len() - position
    }

    /// Makes a blossom of the paths from both ends of a tight edge to their common ancestor.
    fn add_blossom(&mut self, ends: [Node; 2], tight: Edge, ancestor: Node) {
        debug_assert_eq!(self.slack(tight), 0);
        let unused = (self.n..self.capacity).find(|&node| self.top[node].is_none());
        let blossom = unused.expect("there are at most n / 2 blossoms");
        self.duals[blossom] = 0;
        self.labels[blossom] = Label::Outer;
        self.matched[blossom] = self.matched[ancestor];
        let mut cycle = vec![ancestor];
        self.add_path(ends[0], ancestor, &mut cycle);
        cycle[1..].reverse();
        self.add_path(ends[1], ancestor, &mut cycle);
        self.children[blossom] = cycle;
        self.set_top(blossom, blossom);
        self.collect_edges(blossom);
        self.find_nearest(blossom);
    }

    /// Adds the nodes of the path from an outer node to its ancestor, without the ancestor.
    fn add_path(&mut self, mut node: Node, ancestor: Node, cycle: &mut Vec<Node>) {
        while node != ancestor {
            let inner =
                self.top(self.matched[node].expect("the ancestor is reached before a root").to);
            cycle.extend([node, inner]);
            self.enqueue(inner);
            node = self.top(self.parent[inner].expect("an inner node has a parent").from);
        }
    }

    /// Finds the edge of least slack between a new blossom and every node outside.
    fn collect_edges(&mut self, blossom: Node) {
        let capacity = self.capacity;
        for other in 0..capacity {
            self.edges[blossom * capacity + other] = None;
            self.edges[other * capacity + blossom] = None;
        }
        let outside: Vec<Node> = (0..capacity)
            .filter(|&other| self.top[other].is_some_and(|top| top != blossom))
            .collect();
        for index in 0..self.children[blossom].len() {
            let child = self.children[blossom][index];
            for &other in &outside {
                let Some(edge) = self.edge(child, other) else { continue };
                let known = self.edge(blossom, other);
                if known.is_none_or(|known| self.slack(edge) < self.slack(known)) {
                    let reversed = Edge { from: edge.to, to: edge.from };
                    self.edges[blossom * capacity + other] = Some(edge);
                    self.edges[other * capacity + blossom] = Some(reversed);
                }
            }
            for vertex in self.vertices(child) {
                self.child_around[(blossom - self.n) * self.n + vertex] = child;
            }
        }
    }

    /// Dissolves an inner blossom whose dual value is 0.
    fn expand(&mut self, blossom: Node) {
        let entry = self.parent[blossom].expect("an inner node has a parent");
        let entered = self.child_around[(blossom - self.n) * self.n + entry.to];
        let position = self.even_position(blossom, entered);
        let cycle = std::mem::take(&mut self.children[blossom]);
        self.top[blossom] = None;
        for &child in &cycle {
            self.set_top(child, child);
        }
        // The even part of the cycle, from the base to the child that was entered, stays in the tree.
        for pair in cycle[..position].chunks_exact(2) {
            let [inner, outer] = [pair[0], pair[1]];
            self.parent[inner] = self.edge(outer, inner);
            (self.labels[inner], self.labels[outer]) = (Label::Inner, Label::Outer);
            self.nearest[inner] = None;
        }
        self.labels[entered] = Label::Inner;
        self.parent[entered] = Some(entry);
        self.nearest[entered] = None;
        for &child in &cycle[position + 1..] {
            self.labels[child] = Label::None;
        }
        let outer = cycle[..position].iter().skip(1).step_by(2);
        for &child in outer.clone().chain(&cycle[position + 1..]) {
            self.find_nearest(child);
        }
        for &child in outer {
            self.enqueue(child);
        }
    }
}
