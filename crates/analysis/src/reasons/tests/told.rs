//! What a sentence says, read from its text alone.

use std::collections::BTreeMap;

use willow_board::{Color, Move, Square};

use crate::MoveAnalysis;
use crate::reasons::Language;

/// Each kind of sentence in English and in Japanese. What stands between braces differs from sentence to
/// sentence.
const KINDS: &[(&str, &str, &str)] = &[
    (
        "corner at once",
        "{mv} lets {side} take the corner {corner} at once, turning {number} discs; {best} does not let {side} take it at once.",
        "{mv}と打つと、{side}がすぐに隅{corner}を取り、石を{number}個返せます。{best}なら、すぐには取れません。",
    ),
    (
        "x-square, corner at once",
        "{mv} is an X-square beside the empty corner {corner}: {mv} lets {side} take the corner {corner} at once, turning {number} discs; {best} does not let {side} take it at once.",
        "{mv}は、隅{corner}が空いたままのX打ちです。{mv}と打つと、{side}がすぐに隅{corner}を取り、石を{number}個返せます。{best}なら、すぐには取れません。",
    ),
    (
        "c-square, corner at once",
        "{mv} is a C-square beside the empty corner {corner}: {mv} lets {side} take the corner {corner} at once, turning {number} discs; {best} does not let {side} take it at once.",
        "{mv}は、隅{corner}が空いたままのC打ちです。{mv}と打つと、{side}がすぐに隅{corner}を取り、石を{number}個返せます。{best}なら、すぐには取れません。",
    ),
    (
        "corner missed",
        "After {moves}, {side} takes the corner {corner} next; in the line {other}, {side} never can.",
        "{moves}のあと、次に{side}が隅{corner}を取ります。{other}の手順では、{side}は一度もこの隅を取れません。",
    ),
    (
        "corner",
        "After {moves}, {side} takes the corner {corner} next, turning {number} discs; in the line {other}, {side} never can.",
        "{moves}のあと、次に{side}が隅{corner}を取り、石を{number}個返します。{other}の手順では、{side}は一度もこの隅を取れません。",
    ),
    (
        "x-square, corner",
        "{mv} is an X-square beside the empty corner {corner}: after {moves}, {side} takes the corner {corner} next, turning {number} discs; in the line {other}, {side} never can.",
        "{mv}は、隅{corner}が空いたままのX打ちです。{moves}のあと、次に{side}が隅{corner}を取り、石を{number}個返します。{other}の手順では、{side}は一度もこの隅を取れません。",
    ),
    (
        "c-square, corner",
        "{mv} is a C-square beside the empty corner {corner}: after {moves}, {side} takes the corner {corner} next, turning {number} discs; in the line {other}, {side} never can.",
        "{mv}は、隅{corner}が空いたままのC打ちです。{moves}のあと、次に{side}が隅{corner}を取り、石を{number}個返します。{other}の手順では、{side}は一度もこの隅を取れません。",
    ),
    (
        "corner by the best move",
        "{side}'s best move {best} takes a corner; in the line {other}, {side} never can take it.",
        "{side}の最善手{best}は隅を取る手です。{other}の手順では、{side}は一度もこの隅を取れません。",
    ),
    (
        "corner that is left",
        "{side}'s best move {best} takes a corner.",
        "{side}の最善手{best}は隅を取る手です。",
    ),
    (
        "pass",
        "After {moves}, {side} must pass; in the line {other}, {side} never has to pass.",
        "{moves}のあと、{side}はパスになります。{other}の手順では、{side}は一度もパスになりません。",
    ),
    (
        "no safe move",
        "After {moves}, each of {side}'s legal moves ({legal}) lets {opponent} take a corner; after {best_moves}, {side} has {best_number} moves after which {opponent} can take none at once.",
        "{moves}のあと、{side}はどこに打っても（{legal}）、{opponent}が隅を取れる形になります。{best_moves}のあとなら、{side}には次に{opponent}に隅を取られない手が{best_number}つあります。",
    ),
    (
        "no safe move but one",
        "After {moves}, {side} has only one legal move, {legal}, and it lets {opponent} take a corner; after {best_moves}, {side} has {best_number} moves after which {opponent} can take none at once.",
        "{moves}のあと、{side}の打てる所は{legal}だけで、そこに打つと{opponent}が隅を取れる形になります。{best_moves}のあとなら、{side}には次に{opponent}に隅を取られない手が{best_number}つあります。",
    ),
    (
        "first without a safe move",
        "After {moves}, {side} is the first to be on move without a safe move: after every legal move {opponent} can take a corner. After {best_moves}, {opponent} is the first.",
        "{moves}のあと、自分の手番で先に安全な手がなくなるのは{side}で、どの手でも{opponent}が隅を取れる形になります。{best_moves}のあとなら、先になくなるのは{opponent}です。",
    ),
    (
        "unbalanced edge",
        "After {moves}, {side} has an unbalanced edge of five ({discs}), and later {opponent} takes the corner {corner} and flips discs of it; in the line {other}, neither happens.",
        "{moves}のあと、{side}の辺（{discs}）はウイングの形です。その後この手順で{opponent}が隅{corner}を取り、この辺の石を返します。{other}の手順では、どちらも起こりません。",
    ),
    (
        "lone c-square",
        "After {moves}, {side} has a lone disc on the C-square {disc} ({one} and {two} are empty), and later {opponent} takes the corner {corner} and flips this disc; in the line {other}, neither happens.",
        "{moves}のあと、{side}石{disc}は単独のCです（{one}と{two}は空き）。その後この手順で{opponent}が隅{corner}を取り、この石を返します。{other}の手順では、どちらも起こりません。",
    ),
    (
        "stoner trap",
        "After {moves}, {side} springs a Stoner trap: {side} plays the X-square {x}, then the C-square {c}, and then takes the corner {corner}; in the line {other}, {side} springs none.",
        "{moves}のあと、{side}のストナーが決まります（X打ち{x}、C打ち{c}、隅{corner}の順）。{other}の手順では、{side}のストナーは決まりません。",
    ),
    (
        "wedge",
        "After {moves}, {side} wedges at {disc} next, between {opponent}'s discs on {one} and {two}; in the line {other}, {side} does not wedge on any edge.",
        "{moves}のあと、次に{side}が{disc}に打ち、{opponent}石{one}と{two}の間に割り込みます。{other}の手順では、{side}はどの辺にも割り込みません。",
    ),
    (
        "edge, corner lost",
        "By the edge tables of the programs Iago and BILL, the edge {from}-{to} with its X-squares is worth more to {side} after {best_moves} than after {moves}, where {opponent} has the corner {corner}.",
        "{moves}のあと、隅{corner}は{opponent}が取っています。IagoとBILLの辺の評価表では、辺{from}-{to}（Xを含む）の{side}にとっての評価は、{best_moves}のあとのほうが高くなります。",
    ),
    (
        "edge, corner missing",
        "By the edge tables of the programs Iago and BILL, the edge {from}-{to} with its X-squares is worth more to {side} after {best_moves} than after {moves}, where {side} does not have the corner {corner}.",
        "{moves}のあと、{side}は隅{corner}を取っていません。IagoとBILLの辺の評価表では、辺{from}-{to}（Xを含む）の{side}にとっての評価は、{best_moves}のあとのほうが高くなります。",
    ),
    (
        "edge, x-square",
        "By the edge tables of the programs Iago and BILL, the edge {from}-{to} with its X-squares is worth more to {side} after {best_moves} than after {moves}, where {side} has a disc on the X-square {disc} beside the empty corner {corner}.",
        "{moves}のあと、{disc}のXに{side}石があり、その隣の隅{corner}は空いています。IagoとBILLの辺の評価表では、辺{from}-{to}（Xを含む）の{side}にとっての評価は、{best_moves}のあとのほうが高くなります。",
    ),
    (
        "edge, unbalanced",
        "By the edge tables of the programs Iago and BILL, the edge {from}-{to} with its X-squares is worth more to {side} after {best_moves} than after {moves}, where {side} has an unbalanced edge of five ({discs}).",
        "{moves}のあと、{side}の辺（{discs}）はウイングの形です。IagoとBILLの辺の評価表では、辺{from}-{to}（Xを含む）の{side}にとっての評価は、{best_moves}のあとのほうが高くなります。",
    ),
    (
        "edge, lone c-square",
        "By the edge tables of the programs Iago and BILL, the edge {from}-{to} with its X-squares is worth more to {side} after {best_moves} than after {moves}, where {side} has a lone disc on the C-square {disc} ({one} and {two} are empty).",
        "{moves}のあと、{side}石{disc}は単独のCです（{one}と{two}は空き）。IagoとBILLの辺の評価表では、辺{from}-{to}（Xを含む）の{side}にとっての評価は、{best_moves}のあとのほうが高くなります。",
    ),
    (
        "edge, wedge",
        "By the edge tables of the programs Iago and BILL, the edge {from}-{to} with its X-squares is worth more to {side} after {best_moves} than after {moves}, where {opponent}'s disc on {disc} stands between {side}'s discs on {one} and {two}.",
        "{moves}のあと、{opponent}石{disc}が{side}の{one}と{two}の間に割り込んでいます。IagoとBILLの辺の評価表では、辺{from}-{to}（Xを含む）の{side}にとっての評価は、{best_moves}のあとのほうが高くなります。",
    ),
    (
        "last move of a region",
        "In the line {moves}, {opponent} makes the last move in the region {region}; in the line {best_moves}, {side} makes it.",
        "{moves}の手順では、{region}の領域の手止まりを打つのは{opponent}です。{best_moves}の手順では{side}です。",
    ),
    (
        "last move of the game",
        "In the line {moves}, {opponent} makes the last move of the game; in the line {best_moves}, {side} makes it.",
        "{moves}の手順では、最後の手を打つのは{opponent}です。{best_moves}の手順では{side}です。",
    ),
    (
        "wipe-out",
        "After {moves}, {side} has no disc left; after {best_moves}, {side} has {best_number} discs.",
        "{moves}のあと、{side}は全滅します。{best_moves}のあとは、{side}石が{best_number}個あります。",
    ),
    (
        "threat to wipe out",
        "After {moves}, {opponent} threatens to wipe {side} out: if {side} passed, {square} would flip all {number} discs; in the line {other}, there is never such a threat.",
        "{moves}のあと、{opponent}は全滅を狙っています。もし{side}がパスなら、{square}で{side}石{number}個をすべて返せます。{other}の手順では、この狙いは一度もありません。",
    ),
    (
        "threat to the last disc",
        "After {moves}, {opponent} threatens to wipe {side} out: if {side} passed, {square} would flip the last disc; in the line {other}, there is never such a threat.",
        "{moves}のあと、{opponent}は全滅を狙っています。もし{side}がパスなら、{square}で{side}石をすべて返せます。{other}の手順では、この狙いは一度もありません。",
    ),
    (
        "wall",
        "After {moves}, {side} has a wall of {number} discs facing empty squares ({discs}), and {opponent}, if on move, can play {onto} outside it; after {best_moves}, {side} has no wall of four discs or more.",
        "{moves}のあと、{side}には空きマスに面した{number}石の壁（{discs}）があり、{opponent}番ならその外側の{onto}に打てます。{best_moves}のあとなら、{side}に4石以上並んだ壁はありません。",
    ),
    (
        "stable discs",
        "After {moves}, {side} has {number} stable discs (discs that can never be flipped); after {best_moves}, {side} has {best_number}.",
        "{moves}のあと、{side}の確定石（もう返らない石）は{number}、{best_moves}のあとは{best_number}です。",
    ),
    (
        "legal moves",
        "After {moves}, {side} is to move and has {number} legal moves; after {best_moves}, {side} has {best_number}.",
        "{moves}のあと、手番の{side}の着手可能数は{number}、{best_moves}のあとは{best_number}です。",
    ),
    (
        "legal moves of the other side",
        "If it were {side}'s turn, {side} would have {number} legal moves after {moves}, but {best_number} after {best_moves}.",
        "{moves}のあと、もし{side}番なら、{side}の着手可能数は{number}、{best_moves}のあとは{best_number}です。",
    ),
    (
        "potential mobility",
        "After {moves}, {side}'s potential mobility (the number of empty squares that touch {opponent}'s discs) is {number}; after {best_moves}, it is {best_number}.",
        "{moves}のあと、{side}の潜在着手可能数（{opponent}石の周囲の空きマスの数）は{number}、{best_moves}のあとは{best_number}です。",
    ),
    (
        "frontier",
        "After {moves}, {side} has {number} frontier discs (discs that touch empty squares); after {best_moves}, {side} has {best_number}.",
        "{moves}のあと、空きマスの隣にある{side}石（フロンティア）は{number}、{best_moves}のあとは{best_number}です。",
    ),
    (
        "safe moves",
        "After {moves}, {side} has {number} safe moves (those after which {opponent} can take no corner at once); after {best_moves}, {side} has {best_number}.",
        "{moves}のあと、{side}の安全な手（{opponent}にすぐ隅を取られない手）は{number}、{best_moves}のあとは{best_number}です。",
    ),
    (
        "turned discs",
        "{side}'s move {mv} turns {number} discs; {best} turns {best_number}.",
        "{side}の{mv}は{number}、{best}は{best_number}個の石を返します。",
    ),
    (
        "reply on the best square",
        "{mv} opens {best} to {side}, who could not play there before and plays there next, turning {number} discs.",
        "{mv}と打つと、それまで{side}の打てなかった{best}が{side}の打てる所になり、次に{side}がそこに打って{number}個の石を返します。",
    ),
    (
        "reply on the best square beside turned discs",
        "{mv} turns {discs} and so opens {best} to {side}, who could not play there before and plays there next, turning {number} discs.",
        "{mv}で{discs}を返すと、それまで{side}の打てなかった{best}が{side}の打てる所になり、次に{side}がそこに打って{number}個の石を返します。",
    ),
    (
        "reply on an opened square",
        "{mv} opens {square} to {side}, who plays there next, turning {number} discs; after {best}, {side} cannot.",
        "{mv}と打つと{square}が{side}の打てる所になり、次に{side}がそこに打って{number}個の石を返します。{best}のあとなら、{side}はそこに打てません。",
    ),
    (
        "reply on a square that is left",
        "{mv} leaves {square} to {side}, who plays there next, turning {number} discs; after {best}, {side} cannot.",
        "{mv}と打つと{square}が残り、次に{side}がそこに打って{number}個の石を返します。{best}のあとなら、{side}はそこに打てません。",
    ),
    (
        "move that closes the best one",
        "{mv} turns {discs}, and {side} can no longer play {best}.",
        "{mv}で{discs}を返すと、{side}は{best}に打てなくなります。",
    ),
    (
        "reply that turns what the best move needs",
        "After {mv}, {best} needs {side}'s disc on {disc}; {opponent}'s {reply} turns it.",
        "{mv}のあと、{best}には{disc}の{side}石が必要です。{opponent}の{reply}で{disc}が返されます。",
    ),
    (
        "reply that turns all that the best move needs",
        "After {mv}, {best} needs one of {side}'s discs on {discs}; {opponent}'s {reply} turns them all.",
        "{mv}のあと、{best}には{discs}のどれかの{side}石が必要です。{opponent}の{reply}ですべて返されます。",
    ),
    (
        "reply before the best move",
        "{side} plays {best}, the best move, only after {mv} {reply}.",
        "{side}が最善手の{best}に打つのは、{mv} {reply}のあとになります。",
    ),
    (
        "opened squares",
        "{mv} opens {onto} to {side}, where {side} could not play before; {best} opens only {best_number}.",
        "{mv}と打つと、それまで{side}の打てなかった{onto}に{side}が打てるようになります。{best}なら、新しく打てる所は{best_number}か所です。",
    ),
];

/// What a sentence says: its kind, and what stands in its places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) kind: &'static str,
    places: BTreeMap<&'static str, String>,
}

/// The names of all kinds of sentences.
pub(super) fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|(kind, ..)| *kind)
}

impl Told {
    /// Reads a sentence that matches exactly one kind.
    pub(super) fn read(text: &str, language: Language) -> Told {
        let fitting = KINDS.iter().filter_map(|&(kind, english, japanese)| {
            let places = match language {
                Language::English => places(english, &in_plural(text))?,
                Language::Japanese => places(japanese, &in_english(text))?,
            };
            Some(Told { kind, places })
        });
        let mut fitting: Vec<Told> = fitting.collect();
        let told = fitting.pop().unwrap_or_else(|| panic!("no kind fits {text}"));
        assert!(fitting.is_empty(), "several kinds fit {text}: {fitting:?}");
        told
    }

    pub(super) fn has(&self, place: &str) -> bool {
        self.places.contains_key(place)
    }

    pub(super) fn text(&self, place: &str) -> &str {
        self.places.get(place).unwrap_or_else(|| panic!("{self:?} has no {place}"))
    }

    pub(super) fn side(&self, place: &str) -> Color {
        match self.text(place) {
            "Black" => Color::Black,
            "White" => Color::White,
            other => panic!("{other} is not a side: {self:?}"),
        }
    }

    pub(super) fn square(&self, place: &str) -> Square {
        self.text(place).parse().unwrap()
    }

    pub(super) fn squares(&self, place: &str) -> Vec<Square> {
        self.text(place).split(' ').map(|square| square.parse().unwrap()).collect()
    }

    /// Returns the least and the most that a number can be.
    pub(super) fn bounds(&self, place: &str) -> [usize; 2] {
        let text = self.text(place);
        match (text.strip_prefix("at least "), text.strip_prefix("at most ")) {
            (Some(least), _) => [least.parse().unwrap(), 64],
            (_, Some(most)) => [0, most.parse().unwrap()],
            _ => [text.parse().unwrap(); 2],
        }
    }

    pub(super) fn number(&self, place: &str) -> usize {
        self.text(place).parse().unwrap()
    }

    /// Returns moves of a finding's lines: the beginning of one of them, whichever begins with the first
    /// move. Of more than three the sentence has the first and the last one, and how many they are.
    pub(super) fn moves(&self, place: &str, found: &MoveAnalysis) -> Vec<Move> {
        let text = self.text(place);
        let first: Move = text.split(' ').next().unwrap().parse().unwrap();
        let line = if first == found.mv.into() { &found.played_pv } else { &found.pv };
        assert_eq!(first, line[0], "{self:?}");
        let Some((_, rest)) = text.split_once(" … ") else {
            let moves: Vec<Move> = text.split(' ').map(|mv| mv.parse().unwrap()).collect();
            assert!(line.starts_with(&moves) && moves.len() <= 3, "{self:?}");
            return moves;
        };
        let (last, number) = rest.split_once(" (").unwrap();
        let number = number.strip_suffix(')').unwrap();
        let (n_moves, n_passes) = match number.split_once(" moves and ") {
            None => (number.strip_suffix(" moves").unwrap(), 0),
            Some((n_moves, "a pass")) => (n_moves, 1),
            Some((n_moves, passes)) => {
                (n_moves, passes.strip_suffix(" passes").unwrap().parse().unwrap())
            }
        };
        let moves = &line[..n_moves.parse::<usize>().unwrap() + n_passes];
        let passes = moves.iter().filter(|mv| **mv == Move::Pass).count();
        assert_eq!((moves.last().unwrap().to_string(), passes), (last.to_owned(), n_passes));
        assert!(3 < moves.len(), "{self:?}");
        moves.to_vec()
    }
}

/// Returns what stands in the places of a pattern; `None` if the text does not fit.
fn places(pattern: &'static str, text: &str) -> Option<BTreeMap<&'static str, String>> {
    let mut places = BTreeMap::new();
    let (first, pattern) = pattern.split_at(pattern.find('{').unwrap_or(pattern.len()));
    let mut rest = text.strip_prefix(first)?;
    for part in pattern.split('{').skip(1) {
        let (name, constant) = part.split_once('}').unwrap();
        let end = if constant.is_empty() { Some(rest.len()) } else { rest.find(constant) };
        let (value, behind) = rest.split_at(end?);
        rest = &behind[constant.len()..];
        let known = places.entry(name).or_insert_with(|| value.to_owned());
        if known != value || !is_fit(name, value) {
            return None;
        }
    }
    rest.is_empty().then_some(places)
}

/// Returns whether something can stand in a place.
fn is_fit(name: &str, value: &str) -> bool {
    let are_moves = |text: &str| text.split(' ').all(|mv| mv.parse::<Move>().is_ok());
    match name {
        "side" | "opponent" => ["Black", "White"].contains(&value),
        "moves" | "best_moves" | "other" => {
            let first = value.split(' ').next().unwrap_or_default();
            are_moves(value) || are_moves(first) && value.contains(" … ")
        }
        "number" | "best_number" => value.ends_with(|c: char| c.is_ascii_digit()),
        _ => are_moves(value),
    }
}

/// Returns a sentence of English with the plural of its only noun.
fn in_plural(text: &str) -> String {
    let text = &text.replace("opens none.", "opens only 0.");
    ["stable disc", "legal move", "safe move", "frontier disc", "disc"].iter().fold(
        text.to_owned(),
        |text, noun| {
            let one = format!(" 1 {noun}");
            let ends =
                [",", ".", ";", " "].map(|end| (format!("{one}{end}"), format!("{one}s{end}")));
            ends.iter().fold(text, |text, (one, more)| text.replace(one, more))
        },
    )
}

/// Returns a sentence of Japanese with the sides, moves and bounds as they are in English.
fn in_english(text: &str) -> String {
    let mut text = text.replace('黒', "Black").replace('白', "White");
    for (japanese, english) in [("以上", "at least "), ("以下", "at most ")] {
        while let Some(end) =
            text.find(&format!("個{japanese}、")).or_else(|| text.find(&format!("個{japanese}で")))
        {
            let start = text[..end].rfind(|c: char| !c.is_ascii_digit()).unwrap();
            let start = start + text[start..].chars().next().unwrap().len_utf8();
            let number = text[start..end].to_owned();
            text.replace_range(start..end + "個以上".len(), &format!("{english}{number}"));
        }
    }
    let text = text.replace("個、", "、").replace("個です", "です");
    let mut parts = text.split("（");
    let mut english = parts.next().unwrap().to_owned();
    for part in parts {
        let (inside, rest) = part.split_once('）').unwrap();
        let moves = inside
            .strip_suffix('手')
            .map(|n| format!(" ({n} moves)"))
            .or_else(|| {
                let (n, passes) = inside.split_once("手とパス")?;
                Some(match passes.strip_suffix('回')? {
                    "1" => format!(" ({n} moves and a pass)"),
                    passes => format!(" ({n} moves and {passes} passes)"),
                })
            })
            .filter(|_| english.contains(" … "));
        english += &moves.unwrap_or_else(|| format!("（{inside}）"));
        english += rest;
    }
    english
}
