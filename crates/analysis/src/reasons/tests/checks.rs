//! Checks what sentences say on naive rules.
//!
//! A check knows the position, the two lines and what was read from the sentence, and nothing of the code
//! that made the sentence.

use willow_board::{Color, Move, Square};
use willow_testkit::{flippable_discs, flipped_in_random_games};

use super::naive::{Naive, naive_edges, naive_lines};
use super::told::Told;
use crate::MoveAnalysis;

/// A sentence that was read, and the finding that it is about.
pub(super) struct Check<'a> {
    found: &'a MoveAnalysis,
    told: &'a Told,
}

/// Checks that a sentence is true of a finding.
pub(super) fn check(found: &MoveAnalysis, told: &Told) {
    let check = Check { found, told };
    match told.kind {
        "corner at once" | "x-square, corner at once" | "c-square, corner at once" => {
            check.corner_at_once();
        }
        "corner missed" | "corner" | "x-square, corner" | "c-square, corner" => {
            check.corner_later();
        }
        "corner by the best move" => {
            let (side, best) = (check.side(), told.square("best"));
            check.is_true(side == found.side() && best == found.best && is_corner(best));
            check.is_true(!check.plays(&check.other(), side, best.into()));
            check.is_true(!check.could_take(&check.other(), side, best));
        }
        "corner that is left" => {
            let (side, best) = (check.side(), told.square("best"));
            check.is_true(side == found.side() && best == found.best && is_corner(best));
            check.is_true(!is_corner(found.mv) && check.could_take(&found.played_pv, side, best));
        }
        "pass" => {
            let at = check.after("moves");
            check.is_true(at.discs.must_pass() && at.side == check.side());
            check.is_true(!check.plays(&check.other(), check.side(), Move::Pass));
        }
        "no safe move" | "no safe move but one" => check.safe_moves(),
        "first without a safe move" => check.tempo(),
        "unbalanced edge" | "lone c-square" => check.weak_edge(),
        "stoner trap" => check.stoner_trap(),
        "wedge" => check.wedge(),
        kind if kind.starts_with("edge") => check.edge_value(),
        kind if kind.starts_with("last move") => check.last_move(),
        "wipe-out" => check.wipe_out(),
        "threat to wipe out" | "threat to the last disc" => check.wipe_out_threat(),
        "wall" => check.wall(),
        "stable discs" => check.stable_discs(),
        "legal moves" | "legal moves of the other side" => {
            let is_to_move = check.after("moves").side == check.side();
            check.is_true(is_to_move == (told.kind == "legal moves"));
            check.count(|at, side| at.seen_by(side).legal_squares().len());
        }
        "potential mobility" => {
            check.is_true(told.side("opponent") != check.side());
            check.count(Naive::n_potential_moves);
        }
        "frontier" => check.count(Naive::n_frontier_discs),
        "safe moves" => {
            check.is_true(told.side("opponent") != check.side());
            check.is_true(check.after("moves").side == check.side());
            check.count(|at, _| at.n_safe());
        }
        "turned discs" => check.turned(),
        "reply before the best move" => {
            let line = ["mv", "reply", "best"].map(|place| told.square(place).into());
            check.is_true(found.played_pv.starts_with(&line) && found.best == told.square("best"));
            check.is_true(found.mv != found.best && check.side() == found.side());
        }
        kind if kind.starts_with("reply on the best square") => check.takes_best(),
        "move that closes the best one" => check.closes_best(),
        kind if kind.starts_with("reply that turns") => check.loses_best(),
        kind if kind.starts_with("reply") => check.reply(),
        "opened squares" => check.opened(),
        kind => panic!("{kind} has no check"),
    }
}

/// Returns whether a side could play a square if it were its turn.
fn can(at: &Naive, side: Color, square: Square) -> bool {
    at.seen_by(side).legal_squares().contains(&(square.index() as u32))
}

fn is_corner(square: Square) -> bool {
    ["a1", "h1", "a8", "h8"].contains(&&*square.to_string())
}

fn distance(one: Square, other: Square) -> [u32; 2] {
    [one.column().abs_diff(other.column()), one.row().abs_diff(other.row())]
}

impl Check<'_> {
    #[track_caller]
    fn is_true(&self, claim: bool) {
        assert!(claim, "{:?}\n{:?}", self.told, self.found);
    }

    fn side(&self) -> Color {
        self.told.side("side")
    }

    fn start(&self) -> Naive {
        Naive::of(&self.found.position)
    }

    fn moves(&self, place: &str) -> Vec<Move> {
        self.told.moves(place, self.found)
    }

    fn after(&self, place: &str) -> Naive {
        self.start().after(&self.moves(place))
    }

    /// Returns the whole line that begins with the first move of some moves.
    fn line_of(&self, moves: &[Move]) -> &[Move] {
        if moves[0] == self.found.mv.into() { &self.found.played_pv } else { &self.found.pv }
    }

    /// Returns the line in which something does not happen: all of the one of the two lines in which it
    /// did not happen.
    fn other(&self) -> Vec<Move> {
        let other = self.moves("other");
        self.is_true(other == self.line_of(&other));
        other
    }

    /// Returns the ply at which a side plays a square, or passes, in a line, at the earliest after `from`.
    fn ply_of(&self, line: &[Move], from: usize, side: Color, mv: Move) -> Option<usize> {
        (from..line.len()).find(|&ply| line[ply] == mv && self.at(line, ply).side == side)
    }

    fn plays(&self, line: &[Move], side: Color, mv: Move) -> bool {
        self.ply_of(line, 0, side, mv).is_some()
    }

    fn at(&self, line: &[Move], ply: usize) -> Naive {
        self.start().after(&line[..ply])
    }

    /// Checks what is said of the square of the move: an X-square or a C-square of an empty corner, or
    /// neither.
    fn neighbour(&self, corner: Square) {
        let mv = self.found.mv.into();
        let is_beside = self.start().empty(corner)
            && is_corner(corner)
            && !self.plays(&self.found.pv, self.found.side(), mv);
        let expected = match distance(corner, self.found.mv) {
            [1, 1] if is_beside => "x-square, ",
            [0, 1] | [1, 0] if is_beside => "c-square, ",
            _ => "",
        };
        let (kind, _) = self.told.kind.split_at(self.told.kind.find("corner").unwrap());
        assert_eq!(kind, expected, "{:?}", self.told);
        self.is_true(kind.is_empty() || self.told.square("mv") == self.found.mv);
    }

    fn corner_at_once(&self) {
        let (side, corner) = (self.side(), self.told.square("corner"));
        self.neighbour(corner);
        let can_take = |mv: Square| {
            let after = self.start().after(&[mv.into()]);
            after.side == side && after.can_take(corner)
        };
        let [mv, best] = ["mv", "best"].map(|place| self.told.square(place));
        self.is_true([mv, best] == [self.found.mv, self.found.best]);
        self.is_true(is_corner(corner) && can_take(mv) && !can_take(best) && best != corner);
        self.is_true(!self.best_gives_a_corner());
        self.is_true(!self.could_take(&self.found.pv, side, corner));
        self.gains(&self.start().after(&[mv.into()]), corner);
    }

    /// Returns whether the opponent can take any corner at once after the best move.
    fn best_gives_a_corner(&self) -> bool {
        let after = self.start().after(&[self.found.best.into()]);
        let can_take = |corner| after.can_take(corner);
        after.side != self.found.side()
            && Square::ALL.into_iter().filter(|&of| is_corner(of)).any(can_take)
    }

    /// Returns whether a side has the chance to take a corner after the first move of a line: in its turns,
    /// or behind the line, if it were its turn.
    fn could_take(&self, line: &[Move], side: Color, corner: Square) -> bool {
        let legal = self.start().after(line).seen_by(side).legal_squares();
        let at_end = legal.contains(&(corner.index() as u32));
        let in_turn = |ply: usize| {
            let at = self.at(line, ply);
            at.side == side && at.can_take(corner)
        };
        at_end || (1..line.len()).any(in_turn)
    }

    fn corner_later(&self) {
        let (side, corner) = (self.side(), self.told.square("corner"));
        let (moves, other) = (self.moves("moves"), self.other());
        self.is_true(is_corner(corner) && moves[0] != other[0]);
        self.is_true(self.line_of(&moves)[moves.len()] == corner.into());
        self.is_true(self.start().after(&moves).side == side);
        self.is_true(!self.plays(&other, side, corner.into()));
        self.is_true(!self.could_take(&other, side, corner));
        if side == self.found.side() {
            self.is_true(moves[0] == self.found.best.into());
        } else {
            self.is_true(moves[0] == self.found.mv.into());
            self.neighbour(corner);
            self.is_true(!self.best_gives_a_corner() && self.found.best != corner);
            self.gains(&self.start().after(&moves), corner);
        }
    }

    fn safe_moves(&self) {
        let (at, best) = (self.after("moves"), self.after("best_moves"));
        self.is_true(at.side == self.side() && best.side == self.side());
        self.is_true(self.told.side("opponent") != self.side());
        self.is_true((at.n_safe(), best.n_safe()) == (0, self.told.number("best_number")));
        let legal: Vec<u32> =
            self.told.squares("legal").iter().map(|square| square.index() as u32).collect();
        self.is_true(at.discs.legal_squares() == legal);
        self.no_corner_can_be_taken(&at);
    }

    /// Checks that no side could take a corner, whoever is to move.
    fn no_corner_can_be_taken(&self, at: &Naive) {
        for side in [Color::Black, Color::White] {
            let legal = at.seen_by(side).legal_squares();
            let is_legal = |of: &Square| legal.contains(&(of.index() as u32));
            self.is_true(!Square::ALL.iter().filter(|of| is_corner(**of)).any(is_legal));
        }
    }

    fn tempo(&self) {
        let [side, opponent] = ["side", "opponent"].map(|place| self.told.side(place));
        for (moves, first) in [("moves", side), ("best_moves", opponent)] {
            let line = self.moves(moves);
            let last = self.start().after(&line);
            self.is_true(last.side == first && !last.discs.must_pass() && last.n_safe() == 0);
            self.is_true(!Square::ALL.into_iter().any(|of| is_corner(of) && last.can_take(of)));
            self.is_true((0..line.len()).all(|ply| 0 < self.at(&line, ply).n_safe()));
        }
        self.is_true(side != opponent);
    }

    /// Returns what a side has on an edge: `s` for its discs and `o` for the others.
    fn drawn(at: &Naive, side: Color, edge: [Square; 8]) -> String {
        let cell = |&square: &Square| match () {
            () if at.has(side, square) => 's',
            () if at.empty(square) => '.',
            () => 'o',
        };
        edge.iter().map(cell).collect()
    }

    /// Returns whether a side has the stated formation on an edge.
    fn is_weak(&self, at: &Naive, edge: [Square; 8]) -> bool {
        let drawn = Check::drawn(at, self.side(), edge);
        match self.told.kind {
            "unbalanced edge" | "edge, unbalanced" => drawn == "..sssss." || drawn == ".sssss..",
            _ => drawn.starts_with(".s.") || drawn.ends_with(".s."),
        }
    }

    /// Returns the edge with the stated formation, whose squares are checked.
    fn edge_of_formation(&self, at: &Naive) -> [Square; 8] {
        let edge_of = |squares: &[Square]| {
            let edges = naive_edges();
            edges.into_iter().find(|edge| squares.iter().all(|of| edge.contains(of))).unwrap()
        };
        if self.told.kind.ends_with("c-square") {
            let [disc, one, two] = ["disc", "one", "two"].map(|place| self.told.square(place));
            self.is_true(distance(disc, one) == distance(disc, two) && one != two);
            self.is_true(is_corner(one) && distance(disc, one).iter().sum::<u32>() == 1);
            self.is_true(at.has(self.side(), disc) && at.empty(one) && at.empty(two));
            edge_of(&[disc, one, two])
        } else {
            let discs = self.told.squares("discs");
            self.is_true(discs.len() == 5 && discs.iter().all(|&disc| at.has(self.side(), disc)));
            edge_of(&discs)
        }
    }

    fn weak_edge(&self) {
        let (moves, other, opponent) =
            (self.moves("moves"), self.other(), self.told.side("opponent"));
        let (at, corner) = (self.start().after(&moves), self.told.square("corner"));
        let edge = self.edge_of_formation(&at);
        self.is_true(self.is_weak(&at, edge) && opponent != self.side());
        self.is_true(!self.best_gives_a_corner());
        self.is_true(is_corner(corner) && edge.contains(&corner) && at.empty(corner));
        let line = self.line_of(&moves);
        let taken = self.ply_of(line, moves.len(), opponent, corner.into()).unwrap();
        let (before, after) = (self.at(line, taken), self.at(line, taken + 1));
        let formation = if self.told.has("discs") {
            self.told.squares("discs")
        } else {
            vec![self.told.square("disc")]
        };
        let is_flipped =
            |disc: &Square| before.has(self.side(), *disc) && after.has(opponent, *disc);
        self.is_true(formation.iter().any(is_flipped));
        self.is_true(!self.plays(&other, opponent, corner.into()));
        self.is_true(!(0..=other.len()).any(|ply| self.is_weak(&self.at(&other, ply), edge)));
    }

    fn stoner_trap(&self) {
        let [x_square, c_square, corner] =
            ["x", "c", "corner"].map(|place| self.told.square(place));
        let (moves, other) = (self.moves("moves"), self.other());
        self.is_true(moves[0] == self.found.mv.into());
        self.is_true(
            self.stoner_in(self.line_of(&moves), [x_square, c_square, corner]) == Some(moves.len()),
        );
        // None on any edge.
        for edge in naive_edges() {
            for (corner, c_square) in [(edge[0], edge[1]), (edge[7], edge[6])] {
                let inner = |line: u32| line.clamp(1, 6);
                let x_square = Square::from_coords(inner(corner.column()), inner(corner.row()));
                let traps = [edge[0], edge[7]].map(|corner| [x_square.unwrap(), c_square, corner]);
                self.is_true(traps.iter().all(|&trap| self.stoner_in(&other, trap).is_none()));
            }
        }
    }

    /// Returns the ply at which the side begins a Stoner trap with these squares in a line: the X-square,
    /// the C-square and the corner.
    fn stoner_in(&self, line: &[Move], [x_square, c_square, corner]: [Square; 3]) -> Option<usize> {
        let side = self.side();
        let edges = naive_edges().into_iter();
        let edge = { edges }
            .find(|edge| edge.contains(&c_square) && edge.contains(&corner) && is_corner(corner))?;
        let near = [edge[0], edge[7]].into_iter().find(|&near| {
            distance(near, x_square) == [1, 1] && distance(near, c_square).iter().sum::<u32>() == 1
        })?;
        let beside = edge.into_iter().find(|&of| distance(of, near).iter().sum::<u32>() == 2)?;
        let ply = self.ply_of(line, 0, side, x_square.into())?;
        let ply_of_c = self.ply_of(line, ply, side, c_square.into())?;
        self.ply_of(line, ply_of_c, side, corner.into())?;
        let (at, at_c) = (self.at(line, ply), self.at(line, ply_of_c));
        let n_discs = edge.iter().filter(|&&square| at.has(!side, square)).count();
        let is_trap = [c_square, edge[0], edge[7]].iter().all(|&square| at.empty(square))
            && 3 <= n_discs
            && at.has(!side, beside)
            && at_c.has(!side, beside)
            && self.at(line, ply_of_c + 1).has(side, c_square);
        is_trap.then_some(ply)
    }

    fn wedge(&self) {
        let [disc, one, two] = ["disc", "one", "two"].map(|place| self.told.square(place));
        let (moves, other) = (self.moves("moves"), self.other());
        self.is_true(self.told.side("opponent") == self.found.side());
        self.between(disc, one, two);
        let wedges = |line: &[Move], three: &[Square]| {
            let ply = self.ply_of(line, 0, self.side(), three[1].into())?;
            let after = self.at(line, ply + 1);
            (after.has(!self.side(), three[0]) && after.has(!self.side(), three[2])).then_some(ply)
        };
        self.is_true(wedges(self.line_of(&moves), &[one, disc, two]) == Some(moves.len()));
        // None on any edge.
        for edge in naive_edges() {
            self.is_true(!edge.windows(3).any(|three| wedges(&other, three).is_some()));
        }
    }

    /// Checks that a square is between its two neighbours on an edge.
    fn between(&self, disc: Square, one: Square, two: Square) {
        let is_between = |of: fn(Square) -> u32| 2 * of(disc) == of(one) + of(two);
        self.is_true(is_between(Square::column) && is_between(Square::row) && one != two);
        self.is_true(distance(disc, one).iter().sum::<u32>() == 1);
        self.is_true(
            naive_edges().iter().any(|edge| [disc, one, two].iter().all(|of| edge.contains(of))),
        );
    }

    fn edge_value(&self) {
        let (at, best) = (self.after("moves"), self.after("best_moves"));
        let [from, to] = ["from", "to"].map(|place| self.told.square(place));
        let edge = naive_edges().into_iter().find(|edge| edge[0] == from && edge[7] == to).unwrap();
        self.is_true(at.side == best.side && self.side() == self.found.side());
        self.is_true(self.moves("moves")[0] == self.found.mv.into());
        let sign = if at.side == self.side() { 1 } else { -1 };
        let (values, best_values) = (at.edge_values(edge), best.edge_values(edge));
        let lost = [0, 1].map(|table| sign * (best_values[table] - values[table]));
        self.is_true(2000 <= lost[0] && 250 <= lost[1]);
        self.is_true(self.has_feature(&at, edge) && !self.has_feature(&best, edge));
    }

    /// Returns whether an edge is as stated: the board after the best moves is checked like the board after the others.
    fn has_feature(&self, at: &Naive, edge: [Square; 8]) -> bool {
        let (side, told) = (self.side(), self.told);
        let corner = || {
            self.is_true(is_corner(told.square("corner")) && edge.contains(&told.square("corner")));
            told.square("corner")
        };
        match told.kind {
            "edge, corner lost" => at.has(told.side("opponent"), corner()),
            "edge, corner missing" => !at.has(side, corner()),
            "edge, x-square" => {
                self.is_true(distance(corner(), told.square("disc")) == [1, 1]);
                at.has(side, told.square("disc")) && at.empty(corner())
            }
            "edge, unbalanced" => {
                let discs = told.squares("discs");
                self.is_true(discs.len() == 5 && discs.iter().all(|disc| edge.contains(disc)));
                self.is_weak(at, edge) && discs.iter().all(|&disc| at.has(side, disc))
            }
            "edge, lone c-square" => {
                let [disc, one, two] = ["disc", "one", "two"].map(|place| told.square(place));
                self.is_true([disc, one, two].iter().all(|of| edge.contains(of)));
                self.is_true(is_corner(one) && is_between_neighbours(disc, one, two));
                at.has(side, disc) && at.empty(one) && at.empty(two)
            }
            "edge, wedge" => {
                let [disc, one, two] = ["disc", "one", "two"].map(|place| told.square(place));
                self.between(disc, one, two);
                self.is_true(edge.contains(&disc) && edge.contains(&one));
                at.has(told.side("opponent"), disc) && at.has(side, one) && at.has(side, two)
            }
            kind => panic!("{kind} has no check"),
        }
    }

    fn last_move(&self) {
        let start = self.start();
        let region: Vec<Square> = if self.told.kind == "last move of a region" {
            self.told.squares("region")
        } else {
            Square::ALL.into_iter().filter(|&square| start.empty(square)).collect()
        };
        self.is_true(region.iter().all(|&square| start.empty(square)));
        let is_in = |mv: &Move| mv.square().is_some_and(|square| region.contains(&square));
        for (moves, last) in [("moves", "opponent"), ("best_moves", "side")] {
            let line = self.moves(moves);
            let at_end = self.start().after(&line);
            self.is_true(region.iter().all(|&square| !at_end.empty(square)));
            let ply = line.iter().rposition(is_in).unwrap();
            self.is_true(self.at(&line, ply).side == self.told.side(last));
        }
        // A region is all empties that hang together.
        let is_outside = |square: Square| start.empty(square) && !region.contains(&square);
        self.is_true(!region.iter().any(|&square| Naive::touches(square, is_outside)));
        let is_connected = region.iter().skip(1).all(|&square| {
            Naive::touches(square, |other| other != square && region.contains(&other))
        });
        self.is_true(is_connected);
    }

    fn wipe_out(&self) {
        let (at, best) = (self.after("moves"), self.after("best_moves"));
        self.is_true(at.discs_of(self.side()).next().is_none() && at.discs.is_game_over());
        self.is_true(best.discs_of(self.side()).count() == self.told.number("best_number"));
    }

    fn wipe_out_threat(&self) {
        let (at, other, side) = (self.after("moves"), self.other(), self.side());
        self.is_true(at.side == side && self.told.side("opponent") != side);
        self.is_true(at.is_wiped_out_by(self.told.square("square"), side));
        let n_discs = at.discs_of(side).count();
        let number =
            if self.told.kind == "threat to wipe out" { self.told.number("number") } else { 1 };
        self.is_true(n_discs == number);
        let is_threatened = |ply: usize| {
            let at = self.at(&other, ply);
            at.side == side
                && Square::ALL.into_iter().any(|square| at.is_wiped_out_by(square, side))
        };
        self.is_true(!(0..=other.len()).any(is_threatened));
    }

    fn wall(&self) {
        let (at, best, side) = (self.after("moves"), self.after("best_moves"), self.side());
        let (discs, onto) = (self.told.squares("discs"), self.told.squares("onto"));
        let legal = at.seen_by(!side).legal_squares();
        let can_move = |square: &Square| legal.contains(&(square.index() as u32));
        self.is_true(2 <= onto.len() && onto.iter().all(can_move));
        let facing = at.facing_wall(side, &discs).into_iter().find(|facing| {
            facing.iter().filter(|square| can_move(square)).count() == onto.len()
                && onto.iter().all(|square| facing.contains(square))
        });
        self.is_true(facing.is_some() && 4 <= discs.len());
        self.is_true(discs.len() == self.told.number("number"));
        for line in naive_lines() {
            let is_wall = |four: &[Square]| !best.facing_wall(side, four).is_empty();
            self.is_true(!line.windows(4).any(is_wall));
        }
    }

    /// Checks two numbers of the same side after equally many moves.
    fn count(&self, counted: impl Fn(&Naive, Color) -> usize) {
        let (moves, best_moves) = (self.moves("moves"), self.moves("best_moves"));
        self.is_true(moves.len() == best_moves.len());
        let (at, best) = (self.after("moves"), self.after("best_moves"));
        let numbers = [&at, &best].map(|at| counted(at, self.side()));
        let told = ["number", "best_number"].map(|place| self.told.number(place));
        assert_eq!(numbers, told, "{:?}", self.told);
    }

    /// Checks how many discs the two moves turn.
    fn turned(&self) {
        self.is_true(self.side() == self.found.side());
        for (place, number, mv) in
            [("mv", "number", self.found.mv), ("best", "best_number", self.found.best)]
        {
            self.is_true(self.told.square(place) == mv);
            self.is_true(self.told.number(number) == self.n_turned(&self.start(), mv));
        }
    }

    /// Returns how many discs the side turns by a move.
    fn n_turned(&self, before: &Naive, mv: Square) -> usize {
        let after = before.after(&[mv.into()]);
        let is_turned =
            |square: &Square| before.has(!self.side(), *square) && after.has(self.side(), *square);
        Square::ALL.iter().filter(|square| is_turned(square)).count()
    }

    /// Checks how many discs the side turns on a square that it is given.
    fn gains(&self, before: &Naive, square: Square) {
        self.is_true(before.side == self.side());
        self.is_true(self.told.number("number") == self.n_turned(before, square));
    }

    /// Checks that the opponent's reply, the second move of the line, could not be played after the best move.
    fn reply(&self) {
        let [mover, told] = [self.found.side(), self.side()];
        let [mv, best] = ["mv", "best"].map(|place| self.told.square(place));
        self.is_true([mv, best] == [self.found.mv, self.found.best] && told != mover);
        let reply = self.reply_square();
        self.is_true(self.told.square("square") == reply && reply != best);
        let [after, after_best] = [mv, best].map(|of| self.start().after(&[of.into()]));
        self.is_true(after.can_take(reply) && !after_best.can_take(reply));
        self.gains(&after, reply);
        let is_left = self.told.kind == "reply on a square that is left";
        self.is_true(can(&self.start(), told, reply) == is_left);
    }

    fn reply_square(&self) -> Square {
        self.found.played_pv[1].square().unwrap()
    }

    /// Checks that the reply is on the best square, where nobody but the side could play, and that the discs
    /// which the move has turned open it.
    fn takes_best(&self) {
        let [mv, best] = ["mv", "best"].map(|place| self.told.square(place));
        let (opponent, start) = (self.side(), self.start());
        let after = start.after(&[mv.into()]);
        self.is_true([mv, best] == [self.found.mv, self.found.best] && opponent != start.side);
        self.is_true(self.reply_square() == best && after.side == opponent);
        self.is_true(!can(&start, opponent, best));
        self.gains(&after, best);
        if self.told.has("discs") {
            let discs = self.told.squares("discs");
            self.is_true(
                discs.iter().all(|&of| start.has(opponent, of) && !after.has(opponent, of)),
            );
            self.is_true(!can(&after.given(&discs, opponent), opponent, best));
        }
    }

    /// Checks that the side could play the best move before its move, that the discs it turns there keep it from
    /// doing so, and that the reply opens the square to it no more.
    fn closes_best(&self) {
        let [mv, best] = ["mv", "best"].map(|place| self.told.square(place));
        let (side, start, discs) = (self.side(), self.start(), self.told.squares("discs"));
        let (after, left) = (self.at(&self.found.played_pv, 1), self.at(&self.found.played_pv, 2));
        self.is_true([mv, best] == [self.found.mv, self.found.best] && side == start.side);
        self.is_true(start.can_take(best) && !can(&after, side, best) && !can(&left, side, best));
        self.is_true(discs.iter().all(|&of| start.has(!side, of) && after.has(side, of)));
        self.is_true(can(&after.given(&discs, !side), side, best));
    }

    /// Checks that the side could still play the best move after its move, with any of the discs alone, and cannot
    /// after the reply, which turns them.
    fn loses_best(&self) {
        let [mv, best] = ["mv", "best"].map(|place| self.told.square(place));
        let (side, reply) = (self.side(), self.told.square("reply"));
        let (after, left) = (self.at(&self.found.played_pv, 1), self.at(&self.found.played_pv, 2));
        self.is_true([mv, best] == [self.found.mv, self.found.best] && side == self.found.side());
        self.is_true(self.told.side("opponent") != side && reply == self.reply_square());
        self.is_true(can(&after, side, best) && left.side == side && !left.can_take(best));
        let discs = if self.told.has("disc") {
            vec![self.told.square("disc")]
        } else {
            self.told.squares("discs")
        };
        self.is_true(self.told.has("disc") == (discs.len() == 1));
        self.is_true(discs.iter().all(|&of| after.has(side, of) && left.has(!side, of)));
        self.is_true(!can(&after.given(&discs, !side), side, best));
        for disc in &discs {
            let others: Vec<Square> = discs.iter().copied().filter(|of| of != disc).collect();
            self.is_true(can(&after.given(&others, !side), side, best));
        }
    }

    /// Checks the squares where the opponent could not have played before the move.
    fn opened(&self) {
        let legal = |at: &Naive| at.seen_by(self.side()).legal_squares();
        let before = legal(&self.start());
        let opened = |place: &str, mv: Square| -> Vec<u32> {
            self.is_true(self.told.square(place) == mv);
            let after = legal(&self.start().after(&[mv.into()]));
            after.into_iter().filter(|square| !before.contains(square)).collect()
        };
        let [by_mv, by_best] = [opened("mv", self.found.mv), opened("best", self.found.best)];
        let told = self.told.squares("onto").iter().map(|of| of.index() as u32).collect::<Vec<_>>();
        self.is_true(self.side() != self.found.side() && told == by_mv);
        self.is_true(
            by_best.len() == self.told.number("best_number") && by_best.len() < told.len(),
        );
    }

    /// Checks numbers of stable discs. Random games are played: these must not flip more discs than the sentence
    /// allows, and must flip as many as it says. With few empties, and if they flip too few,
    /// all games are played that can follow.
    fn stable_discs(&self) {
        for (moves, number) in [("moves", "number"), ("best_moves", "best_number")] {
            let at = self.after(moves);
            let n_stable =
                |flipped: u64| (at.seen_by(self.side()).player & !flipped).count_ones() as usize;
            let [min, max] = self.told.bounds(number);
            let mut flipped = 0;
            for seed in 1..=400 {
                if 20 < seed && at.discs.n_empties() <= 10 {
                    break;
                }
                flipped |= flipped_in_random_games(&at.discs, 50, seed);
                if n_stable(flipped) <= max {
                    break;
                }
            }
            self.is_true(min <= n_stable(flipped));
            if at.discs.n_empties() <= 6 || max < n_stable(flipped) {
                let (n_empties, n_left) = (at.discs.n_empties(), n_stable(flipped));
                assert!(n_empties <= 12, "{n_empties} {n_left} {:?}", self.told);
                let n_stable = n_stable(flippable_discs(&at.discs));
                self.is_true((min..=max).contains(&n_stable));
            }
        }
    }
}

/// Returns whether two squares are the neighbours of one on both sides of it.
fn is_between_neighbours(disc: Square, one: Square, two: Square) -> bool {
    let sum = |of: fn(Square) -> u32| 2 * of(disc) == of(one) + of(two);
    sum(Square::column) && sum(Square::row) && distance(disc, one).iter().sum::<u32>() == 1
}
