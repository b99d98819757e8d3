//! Plays in the terminal: `play [--plain] [--ascii] [--no-color] [--resume] [--clock TC] [--keep FILE] [BLACK [WHITE]]`.

use std::error::Error;
use std::io;

use willow_tui::{Colors, Glyphs, PlayOptions, Resume, run, run_plain};

fn main() -> Result<(), Box<dyn Error>> {
    let mut options = PlayOptions::new("human".parse()?, "willow:level=3".parse()?);
    let (mut plain, mut n_players) = (false, 0);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--plain" => plain = true,
            "--ascii" => options.glyphs = Glyphs::Ascii,
            "--no-color" => options.colors = Colors::Off,
            "--resume" => options.resume = Resume::Always,
            "--ask" => options.resume = Resume::Ask,
            "--clock" => options.clock = Some(arguments.next().ok_or("no clock")?.parse()?),
            "--keep" => options.unfinished = Some(arguments.next().ok_or("no file")?.into()),
            spec => {
                let seat = if n_players == 0 { &mut options.black } else { &mut options.white };
                *seat = spec.parse()?;
                n_players += 1;
            }
        }
    }
    let end =
        if plain { run_plain(options, io::stdin().lock(), io::stdout())? } else { run(options)? };
    eprintln!("{end:?}");
    Ok(())
}
