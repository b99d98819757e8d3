//! `willow tree`: the tree that a search of PAIP visits.

mod drawn;
mod svg;
mod text;

use willow_board::Position;
use willow_classics::paip::{Dialect, LeafTree, Method, Problem, Strategy, search_with_tree};
use willow_players::paip_strategy;

use self::drawn::DrawnNode;
use crate::args::TreeArgs;
use crate::error::CliError;
use crate::status::Status;
use crate::{files, output, players};

/// The most positions of a tree that can be read.
const MOST_POSITIONS: u64 = 3000;
/// The most positions of a picture that can be read.
const MOST_POSITIONS_OF_PICTURE: usize = 300;

/// Runs the command.
pub(super) fn run(args: &TreeArgs) -> Result<Status, CliError> {
    let overwrite = files::overwrite(args.force);
    args.svg.iter().try_for_each(|file| files::check_free(file, overwrite))?;
    let spec = players::parse(&args.by)?;
    let strategy = paip_strategy(&spec).map_err(|error| players::usage(&error))?;
    let strategy = strategy.ok_or_else(|| {
        CliError::usage(format!("the tree of \"{}\" cannot be drawn", spec.name())).with_hint(
            "--by takes maximizer, minimax, alpha-beta, alpha-beta-sorted, alpha-beta-killer and iago",
        )
    })?;
    let (title, root) = match &args.leaves {
        Some(leaves) => {
            ("Values for the side that moves first.".to_owned(), of_leaves(leaves, &strategy)?)
        }
        None => of_position(args, &strategy)?,
    };
    if let Some(file) = &args.svg {
        if MOST_POSITIONS_OF_PICTURE < root.count() {
            return Err(CliError::failed(format!(
                "the tree has {} positions, and a picture holds {MOST_POSITIONS_OF_PICTURE}",
                root.count()
            ))
            .with_hint("choose a smaller --depth"));
        }
        files::write(file, svg::picture(&root)?.as_bytes(), overwrite)?;
    }
    output::print(&format!("{spec}. {title}\n\n{}", text::tree(&root)))?;
    Ok(Status::Done)
}

/// Searches a position.
fn of_position(args: &TreeArgs, strategy: &Strategy) -> Result<(String, DrawnNode), CliError> {
    let position = args.position.unwrap_or(Position::START);
    let depth = args.depth.unwrap_or(strategy.method().depth());
    let tree = strategy.tree(position.board(), depth, MOST_POSITIONS).ok_or_else(|| {
        CliError::failed(format!("the tree has more than {MOST_POSITIONS} positions"))
            .with_hint("choose a smaller --depth, or a search with cutoffs")
    })?;
    let color = position.side_to_move();
    let title = format!("{color} to move. Values for {color}.");
    Ok((title, DrawnNode::of(&tree, |square| square.to_string())))
}

/// Searches a tree that is given by its leaves.
fn of_leaves(leaves: &str, strategy: &Strategy) -> Result<DrawnNode, CliError> {
    let tree = LeafTree::parse(leaves).map_err(|error| {
        CliError::usage(format!("invalid value for '--leaves <TREE>': {error}"))
    })?;
    let method = match strategy.method() {
        // One ply has no depth of its own.
        Method::Maximizer if tree.depth() != 1 => {
            return Err(CliError::usage(
                "maximizer looks one ply ahead, and these leaves are deeper",
            ));
        }
        method => method.with_depth(tree.depth()),
    };
    let problem = Problem {
        game: &tree,
        evaluation: &tree,
        final_values: Dialect::Lisp.final_values(),
        dialect: strategy.dialect(),
        stop: &|_| false,
    };
    let root = search_with_tree(method, &problem, &LeafTree::ROOT).1;
    let root = root.expect("nobody stops the search");
    Ok(DrawnNode::of(&root, branch_name))
}

/// Returns the name of a branch: a letter, or its number if there are too many.
fn branch_name(branch: usize) -> String {
    match ('a'..='z').nth(branch) {
        Some(letter) => letter.to_string(),
        None => (branch + 1).to_string(),
    }
}
