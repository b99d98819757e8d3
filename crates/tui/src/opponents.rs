//! The opponents that can be chosen by name.

use willow_players::{HOUSE_BOTS, HouseBot, PlayerSpec};

/// What another person at this terminal is called.
const PERSON: &str = "another person";

/// An opponent that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opponent {
    pub(crate) name: String,
    /// How strong it is and how it plays.
    pub(crate) about: String,
    pub(crate) spec: PlayerSpec,
}

/// Returns another person and all programs that have a name: first the levels for people, the weakest
/// first.
pub(crate) fn opponents() -> Vec<Opponent> {
    let person = Opponent {
        name: PERSON.to_owned(),
        about: "Two people at this terminal.".to_owned(),
        spec: "human".parse().expect("a test reads the list"),
    };
    std::iter::once(person).chain(HOUSE_BOTS.iter().map(opponent_of)).collect()
}

fn opponent_of(bot: &HouseBot) -> Opponent {
    let elo = bot.elo.map(|elo| format!("Elo {} ± {}. ", elo.elo, elo.error)).unwrap_or_default();
    let spec = bot.spec.parse().expect("a test of `players` builds every opponent");
    Opponent { name: bot.name.to_owned(), about: elo + &bot.about(), spec }
}

/// Returns the name of a player: that of the program with this SPEC, or the SPEC.
pub(crate) fn name_of(spec: &PlayerSpec) -> String {
    let is_it = |bot: &&HouseBot| bot.spec.parse().is_ok_and(|known: PlayerSpec| known == *spec);
    let bot = HOUSE_BOTS.iter().find(is_it);
    bot.map_or_else(|| spec.to_string(), |bot| bot.name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_specs_belong_together() {
        let all = opponents();
        assert!(all[0].spec.is_human() && all[1].about.starts_with("Elo "), "{:?}", all[1]);
        for opponent in &all[1..] {
            assert_eq!(name_of(&opponent.spec), opponent.name);
        }
        assert_eq!(name_of(&"willow:level=7".parse().unwrap()), "willow:level=7");
    }
}
