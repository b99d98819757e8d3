//! The old programs and their people: the facts of the page `docs/programs.md` and of `willow help programs`.
//!
//! Sources of the facts: Norvig, "Paradigms of Artificial Intelligence Programming" (1992), chapter 18; Lee
//! and Mahajan, "BILL: a table-based, knowledge-intensive Othello program" (1986), chapters 3 and 4 and
//! appendix I, also for IAGO; Korman, "Playing Othello with Artificial Intelligence" (2003); "Othello from
//! Paradigms of Artificial Intelligence Programming, re-written in Clojure". Games of tournaments are those of
//! the WTHOR archive. The ratings are those of `docs/ladder.md`; a test compares them.

use crate::PlayerSpec;

/// A program, or a family of programs, of one author.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramFacts {
    /// Its name.
    pub name: &'static str,
    /// When it was written or published.
    pub year: &'static str,
    /// Who wrote it.
    pub authors: &'static str,
    /// The language and the machine, as far as the source names them.
    pub machine: &'static str,
    /// What was new or is worth knowing: a few sentences.
    pub idea: &'static str,
    /// Some of its players with their measured strengths.
    pub strengths: &'static [ProgramStrength],
    /// The command to begin with.
    pub command: &'static str,
    /// The picture.
    pub picture: ProgramPicture,
}

/// A position that shows what a program is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramPicture {
    /// The moves that lead to it from the start of the game.
    pub moves: &'static str,
    /// Where it comes from and what it shows, in one or two sentences.
    pub caption: &'static str,
    /// A player and the move that it chooses there.
    pub plays: (&'static str, &'static str),
}

/// The measured strength of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramStrength {
    /// The SPEC of the player.
    pub spec: &'static str,
    /// The distance in Elo from random moves, in `docs/ladder.md`.
    pub elo: i32,
}

const fn rated(spec: &'static str, elo: i32) -> ProgramStrength {
    ProgramStrength { spec, elo }
}

/// All of them, in the order of their years.
pub const PROGRAMS: &[ProgramFacts] = &[
    ProgramFacts {
        name: "IAGO",
        year: "1982",
        authors: "Paul Rosenbloom",
        machine: "SAIL on a DEC 2060; 150 positions a second, 6.3 plies in a tournament",
        idea: "Winner of the North American championship of 1981, and one of the first programs of any game \
               that were believed to be as good as the best people. It weighs four things that people know: \
               edges, stable discs, moves, and chances of moves. It searches deeper and deeper, tries first \
               what refuted the move before, and solves the end of the game in two phases.",
        strengths: &[
            rated("iago-1982:nodes=25k", 1573),
            rated("iago-1982:nodes=5k", 1433),
            rated("iago-1982:nodes=1k", 1278),
        ],
        command: "willow play --white iago-1982:nodes=25k",
        picture: ProgramPicture {
            moves: "f5d6c3d3c4f4c5b4b3b5c6d2a3c7e3e6a6f3b6e2d1c2f7g6",
            caption: "IAGO (Black) against ODIN, 1981, after 24 moves. IAGO played e7 and won by 56 to 8.",
            plays: ("iago-1982:nodes=25k", "e7"),
        },
    },
    ProgramFacts {
        name: "The first BILL",
        year: "1985",
        authors: "Six high school students, with Kai-Fu Lee",
        machine: "Common Lisp on an IBM PC and a Perq; 3 plies",
        idea: "The project of a summer school in Pennsylvania. It counts the moves of both sides and looks up \
               edges and corners in simple tables. Counting moves was so slow that it could look three plies \
               ahead only, and still it beat all people that it met but one, and all programs but IAGO.",
        strengths: &[rated("bill:version=schoolchildren", 1054)],
        command: "willow play --white bill:version=schoolchildren",
        picture: ProgramPicture {
            moves: "f5d6c3d3c4f4f6g5e3f3g4",
            caption: "White to move counts moves: after h3 Black has ten of them, after b2 fifteen.",
            plays: ("bill:version=schoolchildren", "h3"),
        },
    },
    ProgramFacts {
        name: "BILL",
        year: "1986",
        authors: "Kai-Fu Lee and Sanjoy Mahajan, Carnegie Mellon University",
        machine: "C on a VAX-11/785; 1,100 positions a second, 8.0 plies in a tournament",
        idea: "Knowledge in tables: what an edge, a row or a diagonal is worth is computed before the game, so \
               that a position is judged by looking up some forty numbers. A list of replies for each move \
               orders the search, and the program thinks in its opponent's time. Second in the North American \
               championship of 1986. The report leaves some numbers open: \
               `constants=` chooses among ours. `version=` has the variants that the report describes or wishes for.",
        strengths: &[
            rated("bill:nodes=25k", 1641),
            rated("bill:nodes=5k", 1509),
            rated("bill:nodes=1k", 1375),
            rated("bill:nodes=25k,constants=tuned", 1684),
            rated("bill:nodes=5k,constants=tuned", 1504),
            rated("bill:nodes=1k,constants=tuned", 1410),
            rated("bill:version=estimated-edges,nodes=25k", 1707),
            rated("bill:version=bayesian,nodes=25k", 1666),
            rated("bill:version=counted-mobility,nodes=25k", 1693),
            rated("bill:version=edge-greedy", 544),
            rated("bill:version=minimum-disc", -69),
        ],
        command: "willow play --white bill:nodes=25k",
        picture: ProgramPicture {
            moves: "f5d6c3d3c4b3d2e1d1c1b4e3c5b6c6c7b5a6a5f6e6f3e7a4a3a2f4g4f7f8g5h5",
            caption: "BILL (Black) against Gupton's IAGO in the North American championship of 1986, the \
                      report's figure 2-2. The real BILL played e2 and won by 53 to 11.",
            plays: ("bill:nodes=25k", "e2"),
        },
    },
    ProgramFacts {
        name: "PAIP's strategies",
        year: "1992",
        authors: "Peter Norvig",
        machine: "Common Lisp",
        idea: "The textbook's way from random moves to a good player, one idea at a time: `maximizer` looks one \
               ply ahead, `minimax` further, `alpha-beta` leaves out what cannot matter, and \
               `alpha-beta-sorted` and `alpha-beta-killer` try good moves first. Each takes any evaluation, so \
               that searches and knowledge can be compared. The searches know nothing of Othello: the same \
               code plays English draughts.",
        strengths: &[
            rated("alpha-beta:depth=6,eval=modified-weighted-squares", 871),
            rated("alpha-beta:depth=4,eval=modified-weighted-squares", 637),
            rated("alpha-beta:depth=2,eval=mobility", 220),
            rated("alpha-beta:depth=1,eval=count-difference", 59),
            rated("random:seed=1", 0),
        ],
        command: "willow tree f5d6 --by alpha-beta:eval=count-difference --depth 2",
        picture: ProgramPicture {
            moves: "d3c5b6c3f5e3f2f3b2b3g2a1a3b4a5b5b1",
            caption: "The game that the book prints in section 18.6, after 17 moves: alpha-beta that counts \
                      discs (Black) against alpha-beta that weighs squares. Black has most of the discs, White \
                      has a corner, and wins by 40 to 24.",
            plays: ("alpha-beta:depth=4,eval=weighted-squares", "f6"),
        },
    },
    ProgramFacts {
        name: "PAIP's Iago",
        year: "1992",
        authors: "Peter Norvig, after Paul Rosenbloom",
        machine: "Common Lisp",
        idea: "Norvig's approximation of IAGO's evaluation: an edge table that is improved five times by looking \
               one move ahead, current mobility, and potential mobility, weighed by the number of the move. \
               The values of our edge table are those of the book's code. It plays in none of the games that the book prints.",
        strengths: &[
            rated("iago:depth=6", 1344),
            rated("iago:depth=4", 1162),
            rated("iago:depth=2", 722),
        ],
        command: "willow eval f5d6c3 --by iago:depth=4",
        picture: ProgramPicture {
            moves: "f5d6c3d3c4f4f6f3e6e7d7c5f7d8",
            caption: "Fourteen moves from the start, edges still empty: mobility decides.",
            plays: ("iago:depth=4", "c6"),
        },
    },
    ProgramFacts {
        name: "The general searcher",
        year: "1992",
        authors: "Peter Norvig's list, written for Willow",
        machine: "Rust",
        idea: "The further techniques of the book's section 18.13, one switch each: iterative deepening, \
               aspiration, zero windows, hashing, two kinds of forward pruning, thinking ahead, and \
               metareasoning, which decides when more search is not worth its time. It plays draughts too.",
        strengths: &[rated("searcher:boards=100k,hash=on,eval=mlia", 1666)],
        command: "willow match searcher:depth=5,hash=on alpha-beta:depth=5 --games 2",
        picture: ProgramPicture {
            moves: "",
            caption: "All four first moves are images of each other. Metareasoning by variances sees that after \
                      three plies, and chooses one of them at random.",
            plays: ("searcher:metareasoning=variance", "any"),
        },
    },
    ProgramFacts {
        name: "MLia",
        year: "2003",
        authors: "Michael Korman and David Walluck",
        machine: "OCaml",
        idea: "A student project with a server, a graphical client and a bridge to another server. Six \
               characteristics are weighed: corners, the squares beside them, mobility, the frontier, squares, \
               and discs. A corner that can be taken is taken at once. The authors planned an opening book and \
               weights found by a genetic algorithm; Willow has both.",
        strengths: &[
            rated("mlia:nodes=25k,weights=tuned", 1298),
            rated("mlia:nodes=25k", 1331),
            rated("mlia:nodes=5k", 1219),
            rated("mlia:nodes=1k", 1063),
        ],
        command: "willow lab book --show mlia f5f6",
        picture: ProgramPicture {
            moves: "d3c5f6e3c3f5g6g5e6f7c6c4b4d2c2f4h5g4h4f3d7d6d1d8f8b5a5h3e8c1e1f1c8a4a3e2c7b3e7h6a2b6f2a6a7g7h7",
            caption: "MLia against itself, 47 moves played: the corner h8 is free, and it is taken without a \
                      search.",
            plays: ("mlia:depth=4", "h8"),
        },
    },
    ProgramFacts {
        name: "The rewriting in Clojure",
        year: "after 1992",
        authors: "Not named in the document that we have",
        machine: "Clojure",
        idea: "Norvig's program up to section 18.8 with boards that never change. Of equal moves `maximizer` and \
               `minimax` take the last one, not the first. `alpha-beta` hands its own window to every child, so \
               that it cuts off hardly anything and visits about as many boards as minimax.",
        strengths: &[],
        command: "willow match random:seed=1 random:seed=2 --games 1 --print=clojure",
        picture: ProgramPicture {
            moves: "",
            caption: "The four first moves are equal. Norvig's program takes d3, the first of them; this one \
                      takes the last.",
            plays: ("minimax:depth=1,dialect=clojure", "e6"),
        },
    },
    ProgramFacts {
        name: "Willow",
        year: "2026",
        authors: "The authors of this project",
        machine: "Rust; a browser runs the same engine as WebAssembly",
        idea: "Today's state of the art, to measure the others by: patterns whose weights were learned from \
               labelled games, a selective search, exact endgames. Its lowest level looks one ply ahead and is \
               as strong as Iago at five plies.",
        strengths: &[
            rated("willow:level=12", 2274),
            rated("willow:level=8", 2201),
            rated("willow:level=5", 2037),
            rated("willow:level=3", 1958),
            rated("willow:level=1", 1362),
        ],
        command: "willow play",
        picture: ProgramPicture {
            moves: "f5d6c3d3c4f4c5b3c2",
            caption: "The opening that many tournament games begin with.",
            plays: ("willow:level=5", "e3"),
        },
    },
];

/// Returns the program that a player is a version of, or `None` for other engines, people and combined players.
#[must_use]
pub fn program_of(spec: &PlayerSpec) -> Option<&'static ProgramFacts> {
    let is_clojure = spec.value("dialect") == Some("clojure");
    let name = match (spec.name(), spec.value("version")) {
        ("iago-1982", _) => "IAGO",
        ("bill", Some("schoolchildren")) => "The first BILL",
        ("bill", _) => "BILL",
        ("random" | "maximizer" | "minimax" | "alpha-beta", _) if is_clojure => {
            "The rewriting in Clojure"
        }
        (
            "random" | "maximizer" | "minimax" | "alpha-beta" | "alpha-beta-sorted"
            | "alpha-beta-killer",
            _,
        ) => "PAIP's strategies",
        ("iago", _) => "PAIP's Iago",
        ("searcher", _) => "The general searcher",
        ("mlia", _) => "MLia",
        ("willow", _) => "Willow",
        _ => return None,
    };
    PROGRAMS.iter().find(|program| program.name == name)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use willow_board::{Action, Clock, Game, Move, TimeControl};

    use super::*;
    use crate::{
        BuildContext, GameSetup, HOUSE_BOTS, HouseBotGroup, MoveRequest, StopFlag, build_player,
    };

    const LADDER: &str = include_str!("../../../docs/ladder.md");

    #[test]
    fn strengths_are_those_of_the_tables() {
        for ProgramStrength { spec, elo } in PROGRAMS.iter().flat_map(|program| program.strengths) {
            let cell = format!("| `{spec}` |");
            let row = LADDER.lines().find(|line| line.contains(&cell));
            let row = row.unwrap_or_else(|| panic!("{spec} is not in the table"));
            let after = row.split_once(&cell).unwrap().1;
            assert!(after.contains(&format!(" {elo} |")), "{spec}: {elo}, but the table has {row}");
        }
    }

    #[test]
    fn every_player_of_a_program_is_known_as_its() {
        for program in PROGRAMS {
            let specs = program.strengths.iter().map(|strength| strength.spec);
            for spec in specs.chain([program.picture.plays.0]) {
                assert_eq!(program_of(&spec.parse().unwrap()), Some(program), "{spec}");
            }
        }
        for bot in HOUSE_BOTS.iter().filter(|bot| bot.group == HouseBotGroup::Historical) {
            let spec: PlayerSpec = bot.spec.parse().unwrap();
            assert_eq!(program_of(&spec).is_none(), spec.name() == "switch", "{}", bot.name);
        }
        assert_eq!(program_of(&"human".parse().unwrap()), None);
    }

    /// The pictures show what the programs really play.
    #[test]
    fn the_programs_play_what_the_pictures_say() {
        for program in PROGRAMS {
            let ProgramPicture { moves, plays: (spec, expected), .. } = program.picture;
            let mut game = Game::new();
            for square in moves.as_bytes().chunks(2) {
                game.place(std::str::from_utf8(square).unwrap().parse().unwrap()).unwrap();
            }
            let mut player = build_player(&spec.parse().unwrap(), &BuildContext::new(1)).unwrap();
            let color = game.position().side_to_move();
            player.start_game(&GameSetup { start: *game.start(), color, seed: 1 }).unwrap();
            let (clock, stop) = (Clock::new(TimeControl::Unlimited), StopFlag::new());
            let request = MoveRequest::new(&game, &clock, Duration::ZERO, &stop);
            let decision = player.choose(&request).unwrap();
            let Action::Play(Move::Place(chosen)) = decision.action else { panic!("{decision:?}") };
            assert!(expected == "any" || chosen.to_string() == expected, "{spec} plays {chosen}");
        }
    }
}
