//! The games that the book prints, and their players.

pub(super) const COUNT: &str = "eval=count-difference";
pub(super) const WEIGHTED: &str = "eval=weighted-squares";
pub(super) const MODIFIED: &str = "eval=modified-weighted-squares";

/// A game that the book prints.
pub(super) struct PrintedGame {
    pub(super) description: &'static str,
    black: (&'static str, &'static str),
    white: (&'static str, &'static str),
    /// What the book prints.
    pub(super) printed: &'static str,
    /// Black's discs less White's, as printed.
    pub(super) score: i32,
}

/// The games of sections 18.4, 18.6, exercise 18.2 with its answer, and 18.8, in the order of the
/// book.
pub(super) const GAMES: [PrintedGame; 7] = [
    PrintedGame {
        description: "18.4: minimax 3 count-difference, maximizer count-difference",
        black: ("minimax:depth=3", COUNT),
        white: ("maximizer", COUNT),
        printed: "+53",
        score: 53,
    },
    PrintedGame {
        description: "18.6: alpha-beta 4 count-difference, alpha-beta 4 weighted-squares",
        black: ("alpha-beta:depth=4", COUNT),
        white: ("alpha-beta:depth=4", WEIGHTED),
        printed: "-16",
        score: -16,
    },
    PrintedGame {
        description: "18.6: alpha-beta 6 count-difference, alpha-beta 4 weighted-squares",
        black: ("alpha-beta:depth=6", COUNT),
        white: ("alpha-beta:depth=4", WEIGHTED),
        printed: "-16",
        score: -16,
    },
    PrintedGame {
        description: "exercise 18.2: maximizers, weighted-squares and count-difference",
        black: ("maximizer", WEIGHTED),
        white: ("maximizer", COUNT),
        printed: "+20",
        score: 20,
    },
    PrintedGame {
        description: "exercise 18.2: maximizers, count-difference and weighted-squares",
        black: ("maximizer", COUNT),
        white: ("maximizer", WEIGHTED),
        printed: "all by the fifth move",
        score: 13,
    },
    PrintedGame {
        description: "18.8: alpha-beta 2 modified-weighted-squares, weighted-squares",
        black: ("alpha-beta:depth=2", MODIFIED),
        white: ("alpha-beta:depth=2", WEIGHTED),
        printed: "-28",
        score: -28,
    },
    PrintedGame {
        description: "18.8: alpha-beta 2 weighted-squares, modified-weighted-squares",
        black: ("alpha-beta:depth=2", WEIGHTED),
        white: ("alpha-beta:depth=2", MODIFIED),
        printed: "-40",
        score: -40,
    },
];

impl PrintedGame {
    /// Returns the SPECs of Black and White.
    pub(super) fn specs(&self) -> [String; 2] {
        [self.black, self.white].map(|(name, eval)| {
            format!("{name}{}{eval}", if name.contains(':') { "," } else { ":" })
        })
    }
}

/// Returns the names and the players of the games that the book prints.
pub(in crate::reproduce) fn book_games() -> impl Iterator<Item = (&'static str, [String; 2])> {
    GAMES.iter().map(|game| (game.description, game.specs()))
}
