//! `willow tree`: the tree that a player's search visits.

mod drawn;
mod text;

use std::time::Duration;

use willow_board::{Clock, Game, Position, TimeControl};
use willow_classics::paip::{
    Dialect, GeneralLimits, GeneralSearcher, LeafTree, Method, Problem, SearchWatch, Techniques,
    search_with_line,
};
use willow_classics::{SearchTree, TracedNode, Tracer, TreeUnit};
use willow_players::draughts::{self, DraughtsPlayer};
use willow_players::{
    BookSearch, BuildContext, Details, GameSetup, InfoField, MoveRequest, MoveSource, NoTree,
    PlayerError, PlayerSpec, PlayerTree, StopFlag, TreeLimits, book_search, build_player,
};

use self::drawn::DrawnNode;
use crate::args::{GameName, StartPosition, TreeArgs};
use crate::error::CliError;
use crate::status::Status;
use crate::{output, players, units};

/// Maximum number of positions of a tree that can be read.
const MAX_POSITIONS: usize = 3000;
/// The width of a line, in columns.
const WIDTH: usize = 80;

/// Runs the command.
pub(super) fn run(args: &TreeArgs) -> Result<Status, CliError> {
    let spec = match args.game {
        GameName::Othello => players::parse(&args.by)?,
        GameName::Draughts => players::parse_draughts(&args.by)?,
    };
    let (title, fields, root) = if let Some(leaves) = &args.leaves {
        let tree = of_leaves(leaves, &spec)?;
        let title = "Values for the side that moves first.".to_owned();
        (title, Vec::new(), DrawnNode::of(&tree, &|branch, _| branch_name(branch)))
    } else {
        match StartPosition::of_game(args.game, args.position)? {
            StartPosition::Othello(position) => of_position(args, position, &spec)?,
            StartPosition::Draughts(position) => of_draughts(args, position, &spec)?,
        }
    };
    let title = units::wrapped(&format!("{spec}. {title}"), 0, WIDTH);
    let fields = fields.iter().map(|InfoField { name, text }| {
        "\n".to_owned() + &units::wrapped(&format!("{name}: {text}"), 2, WIDTH)
    });
    output::print(&format!("{title}{}\n\n{}", fields.collect::<String>(), text::tree(&root)))?;
    Ok(Status::Done)
}

/// Searches a position as the player searches for its move.
fn of_position(
    args: &TreeArgs,
    position: Position,
    spec: &PlayerSpec,
) -> Result<(String, Vec<InfoField>, DrawnNode), CliError> {
    let color = position.side_to_move();
    if position.legal_moves().is_empty() {
        return Err(CliError::failed(format!("{color} has no legal move in this position")));
    }
    let mut player = build_player(spec, &BuildContext::new(0))?;
    let game = Game::from_position(position);
    let (clock, stop) = (Clock::new(TimeControl::Unlimited), StopFlag::new());
    let request = MoveRequest::new(&game, &clock, Duration::ZERO, &stop);
    let limits = TreeLimits { depth: args.depth, max_nodes: MAX_POSITIONS };
    let found = player
        .start_game(&GameSetup { start: position, color, seed: 0 })
        .and_then(|()| player.search_tree(&request, limits))
        .map_err(|error| refusal(&error, spec))?;
    let root = DrawnNode::of(&found.tree, &|square, _| square.to_string());
    let title = format!("{color} to move, {}. Values for {color}", search_of(&found));
    let remark = found.tree.remark.map(|remark| format!(" {remark}")).unwrap_or_default();
    let title = format!("{title}{}.{remark}", drawn::unit(found.tree.scale));
    // BILL's details are about the search; those of others are in the tree.
    let is_bill = matches!(found.thought.details, Some(Details::Bill(_)));
    let fields = if is_bill { found.thought.own_fields() } else { Vec::new() };
    Ok((title, fields, root))
}

/// Searches a position of draughts.
fn of_draughts(
    args: &TreeArgs,
    position: draughts::Position,
    spec: &PlayerSpec,
) -> Result<(String, Vec<InfoField>, DrawnNode), CliError> {
    let color = position.side_to_move();
    let Some(&first) = position.legal_moves().first() else {
        return Err(CliError::failed(format!("{color} has no legal move in this position")));
    };
    let mut player = DraughtsPlayer::build(spec, &BuildContext::new(0))?;
    player.start_game(0);
    let tree = player.search_tree(&position, args.depth, MAX_POSITIONS);
    let hint = "choose a smaller --depth, or a search with cutoffs";
    let tree = tree.map_err(|error| CliError::failed(error).with_hint(hint))?;
    let tree = tree.ok_or_else(|| {
        let name = spec.name();
        CliError::usage(format!("{name} does not tell which positions it searches"))
    })?;
    // Squares are numbered from the side that plays: a move is written by a position of its side.
    let other = position.play(first);
    let name = |mv, is_first: bool| {
        let side = if is_first { position } else { other };
        side.notation(mv)
    };
    let root = DrawnNode::of(&tree, &name);
    let depth = units::count_of(height(&tree.root), "ply", "plies");
    let title = format!("{color} to move, {depth}. Values for {color}{}.", drawn::unit(tree.scale));
    Ok((title, Vec::new(), root))
}

/// Returns how far the search of the tree went.
fn search_of(found: &PlayerTree) -> String {
    match found.tree.scale.unit {
        TreeUnit::Outcome => "search for the winner".to_owned(),
        // IAGO searches for the winner with a narrow window of discs.
        TreeUnit::Discs if found.thought.phase() == Some(MoveSource::Outcome) => {
            "search for the winner".to_owned()
        }
        TreeUnit::Discs => "search for the final score".to_owned(),
        TreeUnit::Units => {
            let depth = height(&found.tree.root).min(found.thought.depth.unwrap_or(0) as usize);
            units::count_of(depth, "ply", "plies")
        }
    }
}

/// Returns the plies below a node.
fn height<M>(node: &TracedNode<M>) -> usize {
    node.children.iter().map(|child| 1 + height(child)).max().unwrap_or_default()
}

/// Returns the error of a player that has no tree, with what can be done about it.
fn refusal(error: &PlayerError, spec: &PlayerSpec) -> CliError {
    let PlayerError::NoTree { reason, .. } = error else { return CliError::failed(error) };
    let solves = matches!(spec.name(), "bill" | "iago-1982");
    match reason {
        NoTree::Untold => CliError::usage(error).with_hint(
            "--by takes an old program: maximizer, minimax, alpha-beta, alpha-beta-sorted, \
             alpha-beta-killer, iago, iago-1982, bill, searcher and mlia",
        ),
        NoTree::Book => CliError::failed(error).with_hint("with book=off in the SPEC it searches"),
        NoTree::TooLarge(_) if solves => CliError::failed(error).with_hint(
            "choose a smaller --depth; near the end of the game endgame=off in the SPEC helps",
        ),
        NoTree::TooLarge(_) => {
            CliError::failed(error).with_hint("choose a smaller --depth, or a search with cutoffs")
        }
        _ => CliError::failed(error),
    }
}

/// Searches a tree that is given by its leaves.
fn of_leaves(leaves: &str, spec: &PlayerSpec) -> Result<SearchTree<usize>, CliError> {
    let search = book_search(spec)?.ok_or_else(|| {
        CliError::usage(format!("\"{}\" searches nothing but Othello", spec.name())).with_hint(
            "with --leaves, --by takes maximizer, minimax, alpha-beta, alpha-beta-sorted, \
             alpha-beta-killer, iago and searcher",
        )
    })?;
    let leaves = LeafTree::parse(leaves).map_err(|error| {
        CliError::usage(format!("invalid value for '--leaves <TREE>': {error}"))
    })?;
    let tracer = Tracer::new(MAX_POSITIONS);
    let dialect = match &search {
        BookSearch::Strategy(strategy) => strategy.dialect(),
        BookSearch::General(_) => Dialect::Lisp,
    };
    let problem = Problem {
        game: &leaves,
        evaluation: &leaves,
        final_values: Dialect::Lisp.final_values(),
        dialect,
        stop: &|_| tracer.is_full(),
    };
    match search {
        // One ply has no depth of its own.
        BookSearch::Strategy(strategy)
            if strategy.method() == Method::Maximizer && leaves.depth() != 1 =>
        {
            return Err(CliError::usage(
                "maximizer looks one ply ahead, and these leaves are deeper",
            ));
        }
        BookSearch::Strategy(strategy) => {
            let method = strategy.method().with_depth(leaves.depth());
            search_with_line(method, &problem, &LeafTree::ROOT, Some(&tracer));
        }
        BookSearch::General(techniques) => {
            refuse_static_values(techniques)?;
            let limits = GeneralLimits::depth(leaves.depth());
            let watch = SearchWatch { tracer: Some(&tracer), ..SearchWatch::NONE };
            GeneralSearcher::new(techniques).search(&problem, &LeafTree::ROOT, limits, &watch);
        }
    }
    let tree = tracer.into_tree().map_err(CliError::failed)?;
    Ok(tree.expect("nobody stops the search of a small tree"))
}

/// Refuses techniques that look at the static values of positions: only the leaves of a written tree have values.
fn refuse_static_values(techniques: Techniques) -> Result<(), CliError> {
    let needed = [
        ("metareasoning", techniques.metareasoning.is_some()),
        ("plausible", techniques.plausible.is_some()),
        ("non-speculative", techniques.non_speculative),
    ];
    match needed.into_iter().find(|(_, is_used)| *is_used) {
        Some((name, _)) => Err(CliError::usage(format!(
            "{name} needs the static values of positions, and only the leaves of this tree have values"
        ))
        .with_hint("leave it out of the SPEC")),
        None => Ok(()),
    }
}

/// Returns the name of a branch: a letter, or its number if there are too many.
fn branch_name(branch: usize) -> String {
    match ('a'..='z').nth(branch) {
        Some(letter) => letter.to_string(),
        None => (branch + 1).to_string(),
    }
}
