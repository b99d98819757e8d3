//! `willow book prove`: the proof that Othello is a draw.

use std::fmt::Write as _;
use std::io;

use serde::Serialize;
use willow_board::{Color, Position};
use willow_book::proven::{N_CLAIMS, Proof, Proven, SOURCE, Side};

use crate::args::BookProveArgs;
use crate::error::CliError;
use crate::json;
use crate::output;
use crate::status::Status;
use crate::units;

/// Runs the command.
pub(super) fn run(args: &BookProveArgs) -> Result<Status, CliError> {
    let position = args.position.unwrap_or(Position::START);
    let proven = Proven::knowledge();
    let proof = |side| proven.proof(position.board(), side).map(|proof| (side, proof));
    let proofs: Vec<(Side, Proof)> =
        [Side::AtLeastDraw, Side::AtMostDraw].into_iter().filter_map(proof).collect();
    if args.json {
        json::line(&mut io::stdout().lock(), &ProofJson::of(&position, &proofs))?;
    } else {
        output::print(&text(&position, &proofs, args.claims))?;
    }
    Ok(if proofs.is_empty() { Status::Incomplete } else { Status::Done })
}

fn text(position: &Position, proofs: &[(Side, Proof)], with_claims: bool) -> String {
    let claim = Proven::knowledge().claim(position.board());
    let side = position.side_to_move();
    let mut text = format!("{position:?}\n");
    // Writing to a string cannot fail.
    let _ = match claim.text() {
        Some(claim) => writeln!(text, "{claim} for {side}"),
        None => writeln!(text, "nothing is proven about this position"),
    };
    for (side_of_claim, proof) in proofs {
        let _ = writeln!(
            text,
            "- {} for {side}: {}, which rest on {} of the {} claims",
            words(*side_of_claim),
            units::count(proof.positions, "position"),
            units::grouped(proof.claims.len() as u64),
            units::grouped(N_CLAIMS as u64),
        );
        if with_claims {
            for (board, side) in &proof.claims {
                let position = Position::new(*board, Color::Black);
                let _ = writeln!(text, "{position} {}", sign(*side));
            }
        }
    }
    let note = "Each claim is about a position with 50 empty squares. It was proven there by searches to the \
                end of the game, which are not repeated here; what follows from the claims was computed now.";
    let _ = writeln!(text, "\nSource of the claims: {SOURCE}.\n{}", units::wrapped(note, 0, 80));
    text
}

const fn words(side: Side) -> &'static str {
    match side {
        Side::AtLeastDraw => "at least a draw",
        Side::AtMostDraw => "at most a draw",
    }
}

const fn sign(side: Side) -> &'static str {
    match side {
        Side::AtLeastDraw => ">=0",
        Side::AtMostDraw => "<=0",
    }
}

/// The proofs as `--json` prints them.
#[derive(Serialize)]
struct ProofJson {
    position: String,
    proven: Option<&'static str>,
    proofs: Vec<SideJson>,
    source: &'static str,
}

#[derive(Serialize)]
struct SideJson {
    claim: &'static str,
    positions: usize,
    claims: usize,
}

impl ProofJson {
    fn of(position: &Position, proofs: &[(Side, Proof)]) -> ProofJson {
        let side = |(side, proof): &(Side, Proof)| SideJson {
            claim: words(*side),
            positions: proof.positions,
            claims: proof.claims.len(),
        };
        ProofJson {
            position: position.to_string(),
            proven: Proven::knowledge().claim(position.board()).text(),
            proofs: proofs.iter().map(side).collect(),
            source: SOURCE,
        }
    }
}
