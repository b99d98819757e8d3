//! Reads a file of the WTHOR archive and counts the first moves and the wins of its games.
//!
//! `cargo run --release --example read_wthor -- WTH_2024.wtb`

use std::collections::BTreeMap;
use std::{env, fs};

use willow_board::{DiscDiff, Move};
use willow_records::wthor::WthorFile;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = env::args().nth(1).ok_or("give the name of a .wtb file")?;
    let bytes = fs::read(path)?;
    let file = WthorFile::parse(&bytes)?;
    let mut replies = BTreeMap::<String, u32>::new();
    let (mut black_wins, mut n_games) = (0, 0);
    for record in file.games() {
        let game = record.replay()?;
        n_games += 1;
        black_wins += u32::from(record.score().is_some_and(|score| score > DiscDiff::DRAW));
        let second = game.moves().nth(1).and_then(Move::square);
        *replies.entry(second.map_or("none".to_owned(), |mv| mv.to_string())).or_default() += 1;
    }
    println!("{n_games} games, {black_wins} won by Black; White's first moves: {replies:?}");
    Ok(())
}
