//! The operator's table: who is where.

use std::fmt::Write as _;

use super::state::BridgeState;

impl BridgeState {
    /// Returns the table as text.
    #[must_use]
    pub fn status(&self) -> String {
        let up = |is_up: bool| if is_up { "connected" } else { "not connected" };
        let mut text = format!("Willow: {}\n", up(self.willow_is_up));
        for (login, &is_in) in &self.logins {
            // Writing to a string cannot fail.
            let _ = match self.settings.engine_of(login) {
                Some(engine) => writeln!(text, "engine {engine}: {}", up(is_in)),
                None => writeln!(text, "GGS {login}: {}", up(is_in)),
            };
        }
        let online = self.proxies.values().filter(|proxy| proxy.is_online).count();
        let _ = writeln!(text, "proxies: {online} of {}", self.proxies.len());
        if self.pairings.is_empty() {
            text.push_str("no matches\n");
            return text;
        }
        let titles = ["match", "person", "login", "remote", "phase", "GGS", "Willow", "plies"];
        let mut rows = vec![titles.map(str::to_owned).to_vec()];
        rows.extend(self.pairings.values().map(|pairing| {
            let games = pairing.willow_games.iter().map(|game| game.id.to_string());
            let plies = pairing.willow_games.iter().map(|game| game.game.n_plies().to_string());
            vec![
                pairing.id.to_string(),
                pairing.person.to_string(),
                pairing.login.clone(),
                pairing.remote.clone(),
                format!("{:?}", pairing.phase).to_lowercase(),
                pairing.ggs_match.map_or_else(|| "-".to_owned(), |id| format!(".{id}")),
                games.collect::<Vec<_>>().join("+"),
                plies.collect::<Vec<_>>().join("+"),
            ]
        }));
        text.push_str(&aligned(&rows));
        text
    }
}

/// Returns rows with aligned columns.
fn aligned(rows: &[Vec<String>]) -> String {
    let n_columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..n_columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}
