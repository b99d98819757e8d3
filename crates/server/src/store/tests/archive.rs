//! The archive against a list of games that is searched one by one.

mod changes;
mod remembered;
mod texts;

use proptest::prelude::*;
use willow_board::{Color, DiscDiff, Game, Move, Position, Square, Symmetry};
use willow_protocol::{
    ArchiveFilter, ArchivedGameSummary, EndKind, ExploreFilter, Explored, GameId, GameRatings,
    NamePart, PlayerRating, PositionQuery, RecordFormat, Role, Winner,
};
use willow_records::{RecordedEnding, RecordedGame, RecordedResult, ggf, transcript};

use crate::domain::{UserId, Write};
use crate::store::archive::{ArchiveEntry, Import, Imported, KnownGame, record_text};
use crate::store::test_support::{TestStore, game, user};
use crate::store::{ArchiveTiming, BackgroundWork, Batch};

impl TestStore {
    pub(crate) fn import(&mut self, records: &[RecordedGame]) -> Imported {
        let entries: Vec<ArchiveEntry> = records.iter().cloned().map(ArchiveEntry::from).collect();
        let mut import = Import::new("games.ggf");
        self.runtime.block_on(self.writer.import(&mut import, entries)).unwrap()
    }

    /// Commits as the server does when it is busy.
    pub(crate) fn commit_busy(&mut self, writes: Vec<Write>) {
        let batch = Batch::new(writes);
        let commit = self.writer.commit(&batch, ArchiveTiming::Deferred);
        self.runtime.block_on(commit).unwrap();
    }

    fn explore(&self, position: &Position) -> Explored {
        let position = Some(PositionQuery(*position));
        self.explore_games(ArchiveFilter { position, ..ArchiveFilter::default() })
    }

    /// Returns the moves that were played in a position, in some games.
    fn explore_games(&self, filter: ArchiveFilter) -> Explored {
        self.runtime.block_on(self.store.explore(&ExploreFilter { filter })).unwrap()
    }

    /// Returns all games of a filter, page by page.
    fn search(&self, filter: &ArchiveFilter) -> Vec<ArchivedGameSummary> {
        let mut filter = filter.clone();
        let mut found = Vec::new();
        loop {
            let page = self.runtime.block_on(self.store.search(&filter)).unwrap();
            assert!(page.games.len() <= filter.page() as usize);
            found.extend(page.games);
            match page.next {
                Some(next) => filter.after = Some(next),
                None => return found,
            }
        }
    }

    /// Returns the numbers of the games that some words find.
    fn found(&self, words: &str) -> Vec<u64> {
        self.search(&words.parse().unwrap()).iter().map(|game| game.game.0).collect()
    }

    fn text(&self, game: GameId, format: RecordFormat) -> Option<String> {
        let record = self.runtime.block_on(self.store.record(game, None)).ok()?;
        Some(record_text(&record, format).unwrap())
    }
}

/// Returns the writes of the domain for a game that ends.
pub(crate) fn own_game(number: u64, result: Option<i32>) -> Vec<Write> {
    let (started, mut ended) = game(number);
    ended.end.result = result.map(DiscDiff::clamped);
    if result.is_none() {
        ended.end.reason = EndKind::Aborted;
    }
    vec![Write::GameStarted(Box::new(started)), Write::GameEnded(Box::new(ended))]
}

/// Returns a record of two players.
pub(super) fn record_of(black: &str, white: &str, moves: &str, score: i32) -> RecordedGame {
    let mut record = RecordedGame::new(transcript::parse(moves).unwrap());
    record.player_mut(Color::Black).name = black.to_owned();
    record.player_mut(Color::White).name = white.to_owned();
    let score = f64::from(score);
    record.result = Some(RecordedResult { score, ending: RecordedEnding::Board });
    record
}

fn played(choices: &[u8], symmetry: Symmetry) -> Game {
    let mut game = Game::new();
    for &choice in choices {
        let moves: Vec<Square> = game.position().legal_moves().into_iter().collect();
        if !moves.is_empty() {
            // Few choices at the beginning, so that games have positions in common.
            game.place(moves[usize::from(choice) % moves.len().min(3)]).unwrap();
        }
    }
    let squares = game.moves().filter_map(Move::square).map(|square| square.transformed(symmetry));
    let mut turned = Game::from_position(Position::START.transformed(symmetry));
    squares.for_each(|square| turned.place(square).unwrap());
    turned
}

fn record() -> impl Strategy<Value = RecordedGame> {
    let choices = prop::collection::vec(0_u8..3, 0..60);
    let symmetry = prop::sample::select(Symmetry::ALL.to_vec());
    let names = prop::sample::select(vec!["Doe Jane", "Roe_Jo", "Ito", "Janeway"]);
    let date = prop::sample::select(vec!["", "1995", "1995-06-30", "2001-01"]);
    let event = prop::sample::select(vec!["", "World Cup", "Paris Open", "Cup of Paris"]);
    let result = prop::option::of(-3_i32..=3);
    (choices, symmetry, names.clone(), names, (date, event), result).prop_map(
        |(choices, symmetry, black, white, (date, event), result)| {
            let mut record = RecordedGame::new(played(&choices, symmetry));
            record.event = event.to_owned();
            record.player_mut(Color::Black).name = black.to_owned();
            record.player_mut(Color::White).name = white.to_owned();
            record.date = date.to_owned();
            record.result = result.map(|result| RecordedResult {
                score: f64::from(result * 2),
                ending: RecordedEnding::Board,
            });
            record
        },
    )
}

/// Returns the places in a game at which a position or an image of it stands.
fn visits(record: &RecordedGame, wanted: &Position) -> Option<(usize, Symmetry)> {
    (0..=record.game.n_plies()).find_map(|ply| {
        let position = record.game.position_at(ply)?;
        let turns = |symmetry: &Symmetry| position.transformed(*symmetry) == *wanted;
        Symmetry::ALL.into_iter().find(turns).map(|symmetry| (ply, symmetry))
    })
}

fn result_of(record: &RecordedGame) -> Option<i32> {
    record.result.map(|result| result.score as i32)
}

/// What the explorer should say of a move: games, wins, draws, losses, for the side to move.
fn count(records: &[RecordedGame], wanted: &Position, mv: Move) -> [u64; 4] {
    let images = |symmetry: Symmetry| match mv {
        Move::Pass => Move::Pass,
        Move::Place(square) => square.transformed(symmetry).into(),
    };
    let own_images: Vec<Symmetry> = Symmetry::ALL
        .into_iter()
        .filter(|&symmetry| wanted.transformed(symmetry) == *wanted)
        .collect();
    let sign = if wanted.side_to_move() == Color::Black { 1 } else { -1 };
    let mut counts = [0; 4];
    for record in records {
        let Some((ply, symmetry)) = visits(record, wanted) else { continue };
        let Some(next) = record.game.moves().nth(ply) else { continue };
        let next = match next {
            Move::Pass => Move::Pass,
            Move::Place(square) => square.transformed(symmetry).into(),
        };
        if own_images.iter().any(|&symmetry| images(symmetry) == next) {
            counts[0] += 1;
            match result_of(record).map(|result| (result * sign).signum()) {
                Some(1) => counts[1] += 1,
                Some(0) => counts[2] += 1,
                Some(_) => counts[3] += 1,
                None => {}
            }
        }
    }
    counts
}

/// Returns the games that a search should find.
fn wanted(records: &[RecordedGame], filter: &ArchiveFilter) -> Vec<RecordedGame> {
    let wanted = |record: &&RecordedGame| {
        let names = record.players.each_ref().map(|player| player.name.to_lowercase());
        let is = |part: &Option<NamePart>, name: &str| {
            part.as_ref().is_none_or(|part| part.matches(name))
        };
        let result = result_of(record);
        let both = |one: usize, other: usize, sign: i32| {
            let wins = result.is_some_and(|result| result * sign > 0);
            let loses = result.is_some_and(|result| result * sign < 0);
            is(&filter.player, &names[one])
                && is(&filter.opponent, &names[other])
                && (filter.result != Some(Winner::Player) || wins)
                && (filter.result != Some(Winner::Opponent) || loses)
        };
        (both(0, 1, 1) || both(1, 0, -1))
            && is(&filter.event, &record.event.to_lowercase())
            && filter.score.is_none_or(|score| result == Some(score.value()))
            && filter.position.is_none_or(|spot| visits(record, &spot.0).is_some())
            && match filter.result {
                None | Some(Winner::Player | Winner::Opponent) => true,
                Some(Winner::Black) => result.is_some_and(|result| result > 0),
                Some(Winner::White) => result.is_some_and(|result| result < 0),
                Some(Winner::Draw) => result == Some(0),
            }
            && filter.from.is_none_or(|from| *record.date >= *from.to_string())
            && filter.to.is_none_or(|to| {
                record.date.starts_with(&to.to_string()) || *record.date <= *to.to_string()
            })
    };
    records.iter().filter(wanted).cloned().collect()
}

/// Returns what a search should show, in no order.
fn expected(records: &[RecordedGame], filter: &ArchiveFilter) -> Vec<String> {
    let mut found: Vec<String> = wanted(records, filter).iter().map(shown).collect();
    found.sort();
    found
}

fn shown(record: &RecordedGame) -> String {
    let [black, white] = record.players.each_ref().map(|player| &player.name);
    let moves = record.game.moves().filter_map(Move::square).count();
    format!("{black} {white} {} {:?} {moves}", record.date, result_of(record))
}

fn filters(spot: Position) -> Vec<ArchiveFilter> {
    let here = format!("position {}", spot.to_string().replace(' ', "/"));
    let words = [
        "limit 2".to_owned(),
        "player jane".to_owned(),
        "player doe_jane limit 1".to_owned(),
        "player roe opponent jane result black".to_owned(),
        "player nobody".to_owned(),
        "from 1995-06 to 2001".to_owned(),
        "to 1995".to_owned(),
        "from 1995-06 to 1995-06-30".to_owned(),
        "from 1995-07 to 2001-01".to_owned(),
        "from 1996 to 1995-06".to_owned(),
        "result draw limit 3".to_owned(),
        format!("{here} limit 2"),
        format!("{here} player ito"),
        format!("{here} player roe result black"),
        format!("{here} player jane opponent ito limit 1"),
        format!("{here} result white from 1995"),
        "event cup limit 2".to_owned(),
        "event =world_cup player jane".to_owned(),
        "event nothing".to_owned(),
        "player jane result player".to_owned(),
        "player ito opponent jane result opponent limit 1".to_owned(),
        "player =ito score 4".to_owned(),
        format!("{here} event paris"),
        format!("{here} event cup player jane result player"),
    ];
    words.iter().map(|words| words.parse().unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(12) })]

    #[test]
    fn the_archive_finds_what_a_list_finds(
        mut records in prop::collection::vec(record(), 1..40),
        place in any::<prop::sample::Index>(),
        turn in prop::sample::select(Symmetry::ALL.to_vec()),
    ) {
        let mut library = TestStore::new();
        let (first, second) = records.split_at(records.len() / 2);
        library.import(first);
        library.import(second);
        // Copies are one game.
        let mut seen = std::collections::HashSet::new();
        records.retain(|record| seen.insert(ArchiveEntry::from(record.clone()).digest()));
        let game = &records[place.index(records.len())].game;
        for ply in [0, game.n_plies().min(1), game.n_plies() / 2, game.n_plies()] {
            let position = game.position_at(ply).unwrap().transformed(turn);
            let explored = library.explore(&position);
            let here = records.iter().filter(|record| visits(record, &position).is_some());
            prop_assert_eq!(explored.games, here.count() as u64);
            let mut continued = 0;
            for row in &explored.moves {
                let counts = [row.games, row.wins, row.draws, row.losses];
                prop_assert_eq!(counts, count(&records, &position, row.mv), "{:?}", row.mv);
                continued += row.games;
            }
            let ended = records.iter().filter(|record| {
                visits(record, &position).is_some_and(|(ply, _)| ply == record.game.n_plies())
            });
            prop_assert_eq!(explored.games, continued + ended.count() as u64);
            prop_assert_eq!(explored.recent.len() as u64, explored.games.min(10));
            for filter in filters(position) {
                let found = library.search(&filter);
                let dates: Vec<_> = found.iter().map(|line| &line.date).collect();
                prop_assert!(dates.is_sorted_by(|one, other| one >= other));
                let mut found: Vec<String> = found
                    .iter()
                    .map(|line| {
                        let ArchivedGameSummary { black, white, date, result, moves, .. } = line;
                        let result = result.map(DiscDiff::value);
                        format!("{black} {white} {date} {result:?} {moves}")
                    })
                    .collect();
                found.sort();
                prop_assert_eq!(found, expected(&records, &filter), "{}", filter);
                let filter = ArchiveFilter { position: Some(PositionQuery(position)), ..filter };
                let of_filter = wanted(&records, &filter);
                let explored = library.explore_games(filter.clone());
                prop_assert_eq!(explored.games, of_filter.len() as u64, "explore {}", filter);
                for row in &explored.moves {
                    let counts = [row.games, row.wins, row.draws, row.losses];
                    prop_assert_eq!(counts, count(&of_filter, &position, row.mv), "{}", filter);
                }
                prop_assert_eq!(explored.recent.len() as u64, explored.games.min(10));
            }
        }
    }
}

pub(crate) fn named(moves: &str) -> RecordedGame {
    let mut record = record_of("Doe Jane", "", moves, 12);
    (record.event, record.date) = ("World Cup".to_owned(), "1995-06".to_owned());
    record.result = Some(RecordedResult { score: 12.0, ending: RecordedEnding::Resigned });
    record
}

/// In a question `_` stands for a blank, so it finds that and itself, but no other letter of a whole name.
#[test]
fn a_whole_name_with_an_underscore_is_no_other_name() {
    let mut library = TestStore::new();
    let names =
        [("Ito Jun", "f5d6"), ("Ito_Jun", "f5d6c3"), ("Ito-Jun", "f5f6"), ("ItoxJun", "f5f4")];
    library.import(&names.map(|(name, moves)| record_of(name, "", moves, 2)));
    let found = |text: &str| {
        let filter = ArchiveFilter { player: Some(text.parse().unwrap()), ..Default::default() };
        let mut names: Vec<String> =
            library.search(&filter).into_iter().map(|game| game.black).collect();
        names.sort();
        names
    };
    for whole in ["=ito_jun", "=Ito Jun"] {
        assert_eq!(found(whole), ["Ito Jun", "Ito_Jun"], "{whole}");
    }
    assert_eq!(found("ito_jun").len(), 4, "a part has any letter there");
}

#[test]
fn a_second_import_adds_nothing() {
    let mut library = TestStore::new();
    let records = ["f5d6", "f5d6c3", "f5f6"].map(named);
    let known = |entry, game| KnownGame { entry, game: GameId(game) };
    assert_eq!(library.import(&records), Imported { added: 3, known: vec![] });
    let same = vec![known(0, 1), known(1, 2), known(2, 3)];
    assert_eq!(library.import(&records), Imported { added: 0, known: same });
    let more = ["f5f4", "f5d6", "f5f4"].map(named);
    let same = vec![known(1, 1), known(2, 4)];
    assert_eq!(library.import(&more), Imported { added: 1, known: same });
    assert_eq!(library.explore(&Position::START).games, 4);
}

#[test]
fn an_imported_game_comes_out_as_it_went_in() {
    let mut library = TestStore::new();
    library.import(&[named("f5d6c3")]);
    let game = library.search(&ArchiveFilter::default())[0].game;
    assert_eq!(library.text(game, RecordFormat::Transcript).unwrap(), "f5d6c3");
    let read = ggf::parse(&library.text(game, RecordFormat::Ggf).unwrap()).unwrap();
    assert_eq!((read.players[0].name.as_str(), read.date.as_str()), ("Doe Jane", "1995-06"));
    assert_eq!(read.result, named("f5d6c3").result);
    let listed = library.search(&ArchiveFilter::default());
    assert_eq!(listed[0].ending, Some(EndKind::Resigned), "not 12 discs on the board");
    let digits = library.text(game, RecordFormat::Wthor).unwrap();
    let bytes: Vec<u8> = digits
        .as_bytes()
        .chunks(2)
        .map(|two| u8::from_str_radix(std::str::from_utf8(two).unwrap(), 16).unwrap())
        .collect();
    let file = willow_records::WthorFile::parse(&bytes).unwrap();
    assert_eq!((file.len(), file.header().year), (1, 1995));
    assert_eq!(transcript::write(&file.games().next().unwrap().replay().unwrap()), "f5d6c3");
}

#[test]
fn own_games_enter_when_they_end_but_not_private_or_aborted_ones() {
    let mut library = TestStore::new();
    library.commit(own_game(7, Some(64)));
    library.commit(own_game(8, None));
    library.commit(own_game(1 << 41, Some(64)));
    let found = library.search(&ArchiveFilter::default());
    let [line] = &found[..] else { panic!("{found:?}") };
    assert_eq!(
        (line.game, line.result, line.date.as_str()),
        (GameId(7), Some(DiscDiff::MAX), "1970-01-02")
    );
    assert_eq!(library.explore(&Position::START).games, 1);
}

/// A rated private game is public when it is over, with what the board alone does not tell.
#[test]
fn a_rated_private_game_enters_and_an_export_has_times_and_the_ratings_of_rated_games() {
    let mut library = TestStore::new();
    let rating = PlayerRating { rating: 1700, deviation: 60, provisional: false };
    let ratings = Some(GameRatings { black: rating, white: rating });
    for (number, terms) in [(7, "5+3"), (1 << 41, "5+3 rated private")] {
        let (mut started, ended) = game(number);
        (started.terms, started.ratings) = (terms.parse().unwrap(), ratings);
        library
            .commit(vec![Write::GameStarted(Box::new(started)), Write::GameEnded(Box::new(ended))]);
    }
    let exported = library.runtime.block_on(library.store.export(&ArchiveFilter::default()));
    let (mut games, _) = exported.unwrap();
    games.sort_by_key(|game| game.players[0].rating.is_some());
    assert_eq!(games.len(), 2);
    for (record, rating) in games.iter().zip([None, Some(1700.0)]) {
        assert_eq!(record.players.each_ref().map(|player| player.rating), [rating; 2]);
        let times = (0..2).map(|ply| record.note(ply).and_then(|note| note.time).unwrap());
        assert_eq!(times.map(|time| time.as_millis()).collect::<Vec<_>>(), [2030, 5]);
    }
}

/// A profile has the user's own games, and not those of somebody else with the same name.
#[test]
fn only_the_games_of_this_server_are_those_of_its_users() {
    let mut library = TestStore::new();
    library.commit(own_game(7, Some(64)));
    library.import(&[record_of("Alice", "bob", "f5d6c3", 12)]);
    assert_eq!(library.found("player =alice").len(), 2);
    for words in [
        "only here",
        "player =alice only here",
        "player =alice opponent =bob only here",
        "player =alice result player only here",
        "opening f5d6 only here",
        "player =alice opening f5d6 only here",
    ] {
        assert_eq!(library.found(words), [7], "{words}");
        assert_eq!(library.explore_games(words.parse().unwrap()).games, 1, "{words}");
    }
    assert!(library.found("player =alice result opponent only here").is_empty());
}

/// A guest's name is free again after a day, and somebody else may take it.
#[test]
fn a_profile_has_no_games_of_a_guest_who_had_the_name_before() {
    let mut library = TestStore::new();
    library.commit(own_game(7, Some(64)));
    assert_eq!(library.found("player =alice only here"), [7], "nobody has the name now");
    library.commit(
        [(1, "Alice"), (9, "Bob")].map(|(id, name)| user(id, name, Role::Player, 0)).into(),
    );
    assert_eq!(library.found("player =alice only here"), [7]);
    for words in [
        "player =bob only here",
        "player =bob opponent =alice only here",
        "player =alice opponent =bob only here",
        "player =bob opening f5 only here",
    ] {
        assert!(library.found(words).is_empty(), "{words}");
        assert_eq!(library.explore_games(words.parse().unwrap()).games, 0, "{words}");
    }
    assert_eq!(library.found("player =bob"), [7], "the archive has all games");
}

/// Japanese has a wide blank.
#[test]
fn a_name_is_found_with_any_blanks() {
    let mut library = TestStore::new();
    let mut record = record_of("山田　太郎", "", "f5d6", 2);
    record.event = "名人　戦".to_owned();
    library.import(&[record]);
    for words in ["=山田　太郎", "=山田 太郎", "=山田_太郎", "山田 太", "太郎", "=名人 戦"]
    {
        let part = words.parse::<NamePart>().unwrap();
        let filter = ArchiveFilter { player: Some(part.clone()), ..Default::default() };
        let of_event = ArchiveFilter { event: Some(part), ..Default::default() };
        let n_found = library.search(&filter).len() + library.search(&of_event).len();
        assert_eq!(n_found, 1, "{words}");
    }
}

/// Returns the writes for a whole game that ends: its numbers of moves and positions are those of
/// real games.
fn whole_game(game: u64) -> Vec<Write> {
    let mut writes = own_game(game, Some(2));
    if let Some(Write::GameEnded(ended)) = writes.last_mut() {
        let mut rng = willow_testkit::TestRng::new(game);
        let mut random = Game::new();
        while !random.is_over() {
            let squares: Vec<Square> = random.position().legal_moves().squares().collect();
            let mv = match &squares[..] {
                [] => Move::Pass,
                squares => Move::Place(squares[rng.below(squares.len())]),
            };
            random.play(mv).unwrap();
        }
        ended.moves = transcript::write(&random);
        ended.times = vec![1; ended.moves.len() / 2];
    }
    writes
}

#[test]
fn games_that_wait_are_added_in_portions_and_again_after_a_kill() {
    const GAMES: u64 = 260;
    let mut library = TestStore::new();
    for game in 1..GAMES {
        library.commit_busy(whole_game(game));
    }
    assert_eq!(
        library.writer.background_work(ArchiveTiming::Deferred),
        BackgroundWork::Due,
        "there are many"
    );
    for _ in 0..70 {
        library.do_background_step();
    }
    let found = library.found("");
    assert_eq!(found, [0; 0], "the games are added together, and the addition has only begun");
    library = library.reopen();
    assert_eq!(library.found("").len() as u64, GAMES - 1);
    assert_eq!(library.explore(&Position::START).games, GAMES - 1, "each game counts once");
    library.commit_busy(whole_game(GAMES));
    assert_eq!(library.explore(&Position::START).games, GAMES - 1, "the game waits");
    assert_eq!(library.writer.background_work(ArchiveTiming::Deferred), BackgroundWork::WhenQuiet);
    assert_eq!(
        library.writer.background_work(ArchiveTiming::AtOnce),
        BackgroundWork::Due,
        "the server is quiet"
    );
    library.finish_background_work();
    assert_eq!(library.explore(&Position::START).games, GAMES);
    library.commit(whole_game(GAMES + 1));
    assert_eq!(library.explore(&Position::START).games, GAMES + 1, "at once in a quiet server");
    library = library.reopen();
    assert_eq!(library.explore(&Position::START).games, GAMES + 1);
}

/// A kill between the last portions: some games are done, and the others are added again.
#[test]
fn each_of_the_games_that_wait_is_added_once_though_an_addition_is_interrupted() {
    const GAMES: u64 = 30;
    let mut library = TestStore::new();
    for game in 1..=GAMES {
        library.commit_busy(whole_game(game));
    }
    let n_added = |library: &TestStore| library.explore(&Position::START).games;
    while n_added(&library) == 0 {
        assert!(library.do_background_step());
    }
    assert!(n_added(&library) < GAMES, "an addition ends in portions, too");
    library = library.reopen();
    assert_eq!(n_added(&library), GAMES);
    assert_eq!(library.found("").len() as u64, GAMES);
}

/// The same games, one by one and together.
#[test]
fn games_that_waited_are_counted_like_others() {
    let (mut one_by_one, mut together) = (TestStore::new(), TestStore::new());
    for game in 1..40 {
        one_by_one.commit(whole_game(game));
        together.commit_busy(whole_game(game));
    }
    together.finish_background_work();
    let mut game = Game::new();
    for _ in 0..12 {
        let position = *game.position();
        assert_eq!(together.explore(&position), one_by_one.explore(&position), "{position}");
        let first = position.legal_moves().squares().next().unwrap();
        game.place(first).unwrap();
    }
}

/// A game that is resigned after two moves counts as won by 64 discs.
#[test]
fn unfinished_games_are_counted_but_stay_out_of_averages() {
    let mut library = TestStore::new();
    let whole = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6";
    let mut finished = named(whole);
    assert!(finished.game.is_over(), "{}", finished.game.n_plies());
    finished.result = Some(RecordedResult { score: 10.0, ending: RecordedEnding::Board });
    let mut adjudicated = named("f5d6c3d3c4");
    adjudicated.result = Some(RecordedResult { score: 64.0, ending: RecordedEnding::Board });
    library.import(&[finished, adjudicated]);
    library.commit(own_game(7, Some(-64)));
    let late = *transcript::parse(&whole[..40]).unwrap().position();
    for (position, games, wins, losses) in [(Position::START, 3, 2, 1), (late, 1, 1, 0)] {
        let explored = library.explore(&position);
        let row = &explored.moves[0];
        let side = if position.side_to_move() == Color::Black { 10.0 } else { -10.0 };
        assert_eq!((row.games, row.wins, row.losses), (games, wins, losses), "{position}");
        assert_eq!(row.average, Some(side), "{position}");
    }
}

#[test]
fn imported_games_take_numbers_that_no_other_game_gets() {
    let mut library = TestStore::new();
    library.commit(vec![Write::Reserved(101)]);
    library.import(&["f5", "f5d6"].map(named));
    let mut numbers = library.found("");
    numbers.sort_unstable();
    assert_eq!(numbers, [101, 102]);
    assert_eq!(library.load(0).reserved, 103);
}
