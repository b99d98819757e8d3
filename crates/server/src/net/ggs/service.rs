//! The commands of the Othello service.

use willow_board::Move;
use willow_ggs::{
    ArchiveId, ClockTerms, Event, MatchId, MatchType, PlayedMove, RatedFlag, RequestId,
};
use willow_protocol::{BidValue, Command, GameId, HistoryFilter, SpeedClass, WatchTarget};

use super::dialect::{Dialect, Pending};
use super::followed_game::number_of;
use super::terms;

/// A command that is not done: what is said of it.
struct Refusal(String);

impl From<&str> for Refusal {
    fn from(text: &str) -> Refusal {
        Refusal(text.to_owned())
    }
}

impl From<String> for Refusal {
    fn from(text: String) -> Refusal {
        Refusal(text)
    }
}

/// What is said of an `ask` that has another form.
const ASK_FORM: &str = "ERR ask <.stored> | <type> <myclock> [ oppclock [ opponent ] ].";

/// The rows of a list, if nothing else is said.
const ROWS: usize = 20;

/// The largest result and value.
const MOST_DISCS: f64 = 64.0;

/// The names whose matches a client follows.
const MAX_TRACKED: usize = 64;

impl Dialect {
    /// Runs a command of the Othello service.
    pub(super) fn run_service(&mut self, command: &str) {
        let (word, rest) = command.split_once(' ').unwrap_or((command, ""));
        let rest = rest.trim();
        let words: Vec<&str> = rest.split_whitespace().collect();
        let done = match word {
            // Programs send `continue` every minute to keep the connection; it asks nobody here.
            "" | "continue" => Ok(()),
            "ask" => self.ask_match(&words),
            "accept" => self.accept(&words),
            "decline" | "cancel" => self.drop_requests(word, &words),
            "play" => self.play(&words),
            "resign" | "abort" | "break" | "undo" | "score" => self.run_in_match(word, &words),
            "tell" => self.tell_match(rest),
            "watch" => self.watch(&words),
            "track" => self.track(&words),
            "moves" => self.show_moves(&words),
            "open" | "rated" | "trust" | "client" | "hear" | "bell" | "vt100" | "notify" => {
                self.set(word, rest)
            }
            "request" if !rest.is_empty() => self.set(word, rest),
            "request" => {
                self.ask(Command::Games, Pending::Requests);
                Ok(())
            }
            _ => self.look_up(word, &words),
        };
        if let Err(Refusal(text)) = done {
            self.refuse(&text);
        }
    }

    /// Runs a command that only shows something.
    fn look_up(&mut self, word: &str, words: &[&str]) -> Result<(), Refusal> {
        let first = words.first().copied().unwrap_or_default();
        let name = self.names.find(first);
        let is_named = !first.is_empty();
        if is_named && name.is_none() && matches!(word, "finger" | "history" | "stored") {
            return Err(format!("ERR user '{first}' not found.").into());
        }
        let (command, pending) = match word {
            "match" => (Command::Games, Pending::Matches),
            "who" => (Command::Who, Pending::Who),
            "finger" => (Command::User { name }, Pending::Finger),
            "history" => {
                let limit = u32::try_from(ROWS).ok();
                let name = name.or_else(|| self.name().cloned());
                let filter = HistoryFilter { name, after: None, limit };
                (Command::History { filter }, Pending::History)
            }
            "stored" if name.as_ref().is_none_or(|name| self.is_me(name)) => {
                let name = self.name().ok_or("ERR")?.clone();
                (Command::Adjourned, Pending::Stored(name))
            }
            "stored" => return Err("ERR only your own stored matches are shown here.".into()),
            "top" => {
                let n = words.get(1).and_then(|n| n.parse().ok()).unwrap_or(ROWS);
                (Command::Top { class: pool(first) }, Pending::Top(n))
            }
            "rank" => {
                let class = pool(first);
                let player = words.get(1).and_then(|name| self.names.find(name));
                let player = player.or_else(|| self.name().cloned()).ok_or("ERR")?;
                (Command::User { name: Some(player) }, Pending::Rank(class))
            }
            "look" => {
                let id: ArchiveId =
                    first.parse().map_err(|_| format!("look ERR not found: {first}"))?;
                let game = Some(self.game_of(MatchId::of_match(id.0)));
                (Command::Moves { game }, Pending::Look)
            }
            _ => return Err(format!("ERR command '{word}' not recognized.").into()),
        };
        self.ask(command, pending);
        Ok(())
    }

    /// Asks for a match: `ask TYPE [CLOCK [CLOCK]] [NAME]` or `ask .STORED`.
    fn ask_match(&mut self, words: &[&str]) -> Result<(), Refusal> {
        let (first, rest) = words.split_first().ok_or(ASK_FORM)?;
        self.check_open()?;
        if let Ok(stored) = first.parse::<ArchiveId>() {
            let game = Some(self.game_of(MatchId::of_match(stored.0)));
            self.ask(Command::Continue { game }, Pending::Nothing);
            return Ok(());
        }
        let kind: MatchType = first.parse().map_err(|error| format!("{error}"))?;
        let clocks: Vec<ClockTerms> = rest.iter().map_while(|word| word.parse().ok()).collect();
        let own = clocks.first().copied().unwrap_or(ClockTerms::USUAL);
        if !clocks.iter().all(|clock| clock.is_plain()) {
            return Err("ERR only main time, increment and extension are known here.".into());
        }
        if clocks.iter().any(|clock| *clock != own) {
            return Err("ERR both players have the same clock here.".into());
        }
        let flag = if self.settings.rated { RatedFlag::Rated } else { RatedFlag::Unrated };
        let terms = terms::of_match(kind, own, flag).ok_or("illegal board type")?;
        let command = match rest[clocks.len()..] {
            _ if clocks.len() > 2 => return Err(ASK_FORM.into()),
            [] => Command::New { terms },
            [opponent] => {
                let name = self.names.find(opponent);
                let name = name.ok_or_else(|| format!("ERR user '{opponent}' not found."))?;
                Command::Challenge { name, terms }
            }
            _ => return Err(ASK_FORM.into()),
        };
        self.ask(command, Pending::Nothing);
        Ok(())
    }

    fn check_open(&self) -> Result<(), Refusal> {
        if self.n_matches() < self.settings.open {
            Ok(())
        } else {
            Err("ERR Your open value is too low for new matches.".into())
        }
    }

    /// Accepts a request, or one to go on with a stored match: `accept .REQUEST`.
    fn accept(&mut self, words: &[&str]) -> Result<(), Refusal> {
        let word = *words.first().ok_or("ERR accept <id>.")?;
        let missing = || Refusal(format!("ERR request '{word}' not found."));
        let id: RequestId = word.parse().map_err(|_| missing())?;
        self.check_open()?;
        let offered = self.offers.values().find(|offer| number_of(offer.game) == id.0);
        let command = match offered {
            Some(offer) if self.is_me(&offer.from) => {
                return Err("ERR you cannot accept your own match request.".into());
            }
            Some(offer) if offer.terms.rated && !self.settings.rated => {
                return Err("ERR rated variable mismatch.".into());
            }
            Some(offer) => Command::Join { game: Some(offer.game) },
            None => Command::Continue { game: Some(self.game_of(MatchId::of_match(id.0))) },
        };
        self.ask(command, Pending::Nothing);
        Ok(())
    }

    /// Declines or withdraws the requests that words name by number or by the other player. Without a word nothing
    /// happens.
    fn drop_requests(&mut self, command: &str, words: &[&str]) -> Result<(), Refusal> {
        let mut missing = Vec::new();
        for &word in words {
            let named = self.names.find(word);
            let meant: Vec<GameId> = self
                .offers
                .values()
                .filter(|offer| {
                    let is_own = self.is_me(&offer.from);
                    let other = if is_own { offer.to.as_ref() } else { Some(&offer.from) };
                    let is_named = match word.parse::<RequestId>() {
                        Ok(id) => number_of(offer.game) == id.0,
                        Err(_) => named.is_some() && other == named.as_ref(),
                    };
                    is_named && is_own == (command == "cancel")
                })
                .map(|offer| offer.game)
                .collect();
            if meant.is_empty() {
                missing.push(word);
            }
            for game in meant.into_iter().map(Some) {
                let command = match command {
                    "cancel" => Command::Cancel { game },
                    _ => Command::Decline { game },
                };
                self.ask(command, Pending::Nothing);
            }
        }
        if missing.is_empty() {
            return Ok(());
        }
        Err(format!("{command} ERR not found: {}", missing.join(" ")).into())
    }

    /// Returns the match that a word names, if it is the client's.
    fn own_match(&self, word: &str) -> Result<MatchId, Refusal> {
        let missing = || Refusal(format!("ERR match '{word}' not found."));
        let id: MatchId = word.parse().map_err(|_| missing())?;
        let game = self.games.get(&self.game_of(id)).ok_or_else(missing)?;
        let name = self.name().ok_or_else(missing)?;
        if game.is_player(name) { Ok(id) } else { Err(missing()) }
    }

    /// Plays a move, or bids with a first one: `play .MATCH MOVE[/VALUE[/SECONDS]]`.
    fn play(&mut self, words: &[&str]) -> Result<(), Refusal> {
        let [word, text] = words else {
            return Err("ERR play <match> <move> [eval] [time].".into());
        };
        let id = self.own_match(word)?;
        if let Err(error) = self.try_play(id, text) {
            self.tell(&Event::MatchError { id, text: error.to_owned() });
        }
        Ok(())
    }

    fn try_play(&mut self, id: MatchId, text: &str) -> Result<(), &'static str> {
        let played: PlayedMove = text.parse().map_err(|_| "corrupt move")?;
        let key = self.game_of(id);
        let game = self.games.get(&key).ok_or("not found")?;
        if game.kind.synchro != id.game.is_some() {
            return Err("game id needed (only) in synchro games");
        }
        let state = &game.state;
        let Move::Place(square) = played.mv else {
            // The server plays passes: this one will be played, or was.
            let is_known = state.position.legal_moves().is_empty();
            let was_played = state.moves.last() == Some(&Move::Pass);
            return if is_known || was_played { Ok(()) } else { Err("illegal move") };
        };
        let is_bidding = state.summary.details.bidding;
        let game = Some(key);
        if is_bidding {
            let bid = played.eval.unwrap_or(0.0);
            let hundredths = (bid.clamp(-MOST_DISCS, MOST_DISCS) * 100.0).round() as i32;
            let value = BidValue::of_hundredths(hundredths);
            self.ask(Command::Bid { game, square, value, mover: None }, Pending::InMatch(id));
        } else {
            self.games.entry(key).and_modify(|game| game.sent = Some(played.mv));
            self.ask(Command::Move { game, mv: played.mv, ply: None }, Pending::InMatch(id));
        }
        Ok(())
    }

    fn run_in_match(&mut self, word: &str, words: &[&str]) -> Result<(), Refusal> {
        let (text, value) = match (word, words) {
            ("score", [text, value]) => (*text, Some(*value)),
            ("resign" | "abort" | "break" | "undo", [text]) => (*text, None),
            ("score", _) => return Err("ERR score <match> <value>.".into()),
            _ => return Err(format!("ERR {word} <match>.").into()),
        };
        let id = self.own_match(text)?;
        let game = Some(self.game_of(id));
        let command = match word {
            "resign" => Command::Resign { game },
            "abort" => Command::Abort { game },
            "break" => Command::Adjourn { game },
            "undo" => Command::Takeback { game },
            _ => {
                let value: f64 =
                    value.unwrap_or_default().parse().map_err(|_| "ERR score <match> <value>.")?;
                Command::Score { game, result: value.clamp(-MOST_DISCS, MOST_DISCS).round() as i32 }
            }
        };
        self.ask(command, Pending::InMatch(id));
        Ok(())
    }

    /// Talks in a match: `tell [a|o|p] .MATCH TEXT`.
    fn tell_match(&mut self, rest: &str) -> Result<(), Refusal> {
        let rest = ["a ", "o ", "p "].iter().find_map(|tag| rest.strip_prefix(tag)).unwrap_or(rest);
        let (word, text) = rest.split_once(' ').unwrap_or((rest, ""));
        let id: MatchId = word.parse().map_err(|_| format!("ERR match '{word}' not found."))?;
        // The service puts variables in a second time.
        if let Ok(text) = self.expanded(text).parse() {
            let game = Some(self.game_of(id));
            self.ask(Command::Gsay { game, text }, Pending::InMatch(id));
        }
        Ok(())
    }

    /// Watches matches: `watch + .MATCH ...`, or is told who watches: `watch +`.
    fn watch(&mut self, words: &[&str]) -> Result<(), Refusal> {
        let (sign, words) = words.split_first().ok_or("ERR watch [+|-] <match> ...")?;
        if words.is_empty() {
            self.settings.watch = *sign == "+";
            return Ok(());
        }
        let mut missing = Vec::new();
        for &word in words {
            let Ok(id) = word.parse::<MatchId>() else {
                missing.push(word);
                continue;
            };
            if *sign == "+" {
                let target = WatchTarget::Game(self.game_of(id));
                self.ask(Command::Watch { target }, Pending::Watch(word.to_owned()));
                continue;
            }
            for game in self.games_of(id.number) {
                self.ask(Command::Leave { game: Some(game) }, Pending::Unwatch);
                self.games.remove(&game);
            }
        }
        if missing.is_empty() {
            return Ok(());
        }
        Err(format!("watch {sign} ERR not found: {}", missing.join(" ")).into())
    }

    /// Watches all matches of players, those that run at once: `track + NAME ...`.
    fn track(&mut self, words: &[&str]) -> Result<(), Refusal> {
        let (sign, words) = words.split_first().ok_or("ERR track [+|-] <name> ...")?;
        for &word in words {
            let key = word.to_ascii_lowercase();
            if *sign == "-" {
                self.settings.track.remove(&key);
            } else if self.settings.track.len() < MAX_TRACKED {
                self.settings.track.insert(key);
                if let Some(name) = self.names.find(word) {
                    let target = WatchTarget::Player(name);
                    self.ask(Command::Watch { target }, Pending::Watch(String::new()));
                }
            }
        }
        Ok(())
    }

    /// Shows the whole state of a match.
    fn show_moves(&mut self, words: &[&str]) -> Result<(), Refusal> {
        let [word] = words else { return Err("ERR moves <match>.".into()) };
        let id: MatchId = word.parse().map_err(|_| format!("ERR match '{word}' not found."))?;
        let mut games = self.games_of(id.number);
        if games.is_empty() {
            games.push(self.game_of(id));
        }
        for game in games.into_iter().map(Some) {
            self.ask(Command::Board { game }, Pending::Join);
        }
        Ok(())
    }

    /// Changes a setting.
    fn set(&mut self, word: &str, rest: &str) -> Result<(), Refusal> {
        if word == "open" {
            self.settings.open = rest.parse().map_err(|_| format!("ERR open <n != {rest}>."))?;
            return Ok(());
        }
        if word == "rated" && rest == "+" && self.is_guest {
            return Err("ERR you are not registered.".into());
        }
        // Bells and cursors are not known here; the server's clock counts.
        let mut unused = false;
        let switch = match word {
            "rated" => &mut self.settings.rated,
            "client" => &mut self.settings.is_compact,
            "request" => &mut self.settings.request,
            "notify" => &mut self.settings.notify_matches,
            _ => &mut unused,
        };
        *switch = match rest.split(' ').next().unwrap_or_default() {
            "+" => true,
            "-" => false,
            "" => !*switch,
            _ if word == "bell" => false,
            _ => return Err(format!("ERR {word} [+|-].").into()),
        };
        Ok(())
    }
}

/// Returns the class of clocks whose ratings a pool of GGS stands for: its usual clock is of the rapid class.
fn pool(word: &str) -> SpeedClass {
    word.parse().unwrap_or(SpeedClass::Rapid)
}
