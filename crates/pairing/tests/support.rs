//! Tournaments made by hand.

use willow_pairing::tournament::{About, Change, GameNumber};
use willow_pairing::{GameResult, Player, PlayerId, Preset, Rules, Tournament};

/// Returns a tournament of these rules with `n` players.
pub(crate) fn event_of(rules: Rules, n: u32) -> Tournament {
    let about = About { name: "Test".to_owned(), ..About::default() };
    let mut tournament = Tournament::new(about, rules).unwrap();
    for number in 1..=n {
        let countries = ["FRA", "JPN", "GBR"];
        let player = Player {
            country: Some(countries[number as usize % 3].to_owned()),
            rating: Some(2500 - number as i32),
            ..Player::named(PlayerId(number), &format!("Player {number}"))
        };
        tournament.apply(Change::PlayerAdded(player)).unwrap();
    }
    tournament
}

/// Returns a Swiss by a preset.
pub(crate) fn swiss(preset: Preset, n: u32, rounds: u32, seed: u64) -> Tournament {
    event_of(preset.rules(rounds, seed), n)
}

/// Enters the result of the first game of a table.
pub(crate) fn enter(tournament: &mut Tournament, round: u32, table: u32, discs: [u8; 2]) {
    let game = GameNumber { round, table, game: 1 };
    let result = GameResult::Discs(discs[0], discs[1]);
    tournament.apply(Change::ResultEntered { game, result }).unwrap();
}

/// `SplitMix64`.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % n
    }
}

/// Enters results for all games of a round; better players win more often.
pub(crate) fn play_round(tournament: &mut Tournament, round: u32, random: &mut Random) {
    for game in tournament.missing(round) {
        let table = &tournament.rounds()[round as usize - 1].tables[game.table as usize - 1];
        if table.is_complete() {
            continue;
        }
        let [black, white] = table.players(game.game as usize - 1);
        let edge = i64::from(white.0) - i64::from(black.0);
        let discs = (32 + edge.clamp(-12, 12) + random.below(25) as i64 - 12).clamp(1, 63) as u8;
        let result = GameResult::Discs(discs, 64 - discs);
        tournament.apply(Change::ResultEntered { game, result }).unwrap();
    }
}
