//! Players of Japan by the names that they write: archives such as WTHOR have them in Latin letters alone.
//!
//! The names are those of the Japanese federation's own pages, but for Tamenori's given name: its history of a
//! hundred players and its lists of championships. `docs/browser.md` names them. Their readings are those of
//! WTHOR.

/// Family name, given name, and both in Latin letters. Letters of several forms are in the one that
/// `usual` returns.
const PLAYERS: [[&str; 4]; 30] = [
    ["青木", "和音", "Aoki", "Kazune"],
    ["石井", "健一", "Ishii", "Kenichi"],
    ["伊藤", "純哉", "Ito", "Junya"],
    ["井上", "博", "Inoue", "Hiroshi"],
    ["岡本", "一樹", "Okamoto", "Kazuki"],
    ["亀本", "修", "Kamemoto", "Osamu"],
    ["河村", "末告", "Kawamura", "Suetsugu"],
    ["北島", "秀樹", "Kitajima", "Hideki"],
    ["後藤", "昭彦", "Goto", "Akihiko"],
    ["後藤", "宏", "Goto", "Hiroshi"],
    ["坂口", "和大", "Sakaguchi", "Kazuhiro"],
    ["佐谷", "哲", "Satani", "Tetsu"],
    ["末国", "誠", "Suekuni", "Makoto"],
    ["菅原", "美紗", "Sugawara", "Misa"],
    ["高梨", "悠介", "Takanashi", "Yusuke"],
    ["高橋", "晃大", "Takahashi", "Akihiro"],
    ["滝沢", "雅樹", "Takizawa", "Masaki"],
    ["谷田", "邦彦", "Tanida", "Kunihiko"],
    ["為則", "英司", "Tamenori", "Hideshi"],
    ["土田", "英二", "Tsuchida", "Eiji"],
    ["富永", "健太", "Tominaga", "Kenta"],
    ["長尾", "広人", "Nagao", "Hiroto"],
    ["中島", "哲也", "Nakajima", "Tetsuya"],
    ["長谷川", "武", "Hasegawa", "Takeshi"],
    ["平川", "有宇樹", "Hirakawa", "Yuki"],
    ["丸岡", "秀範", "Maruoka", "Hidenori"],
    ["三村", "卓也", "Mimura", "Takuya"],
    ["宮岡", "環", "Miyaoka", "Tamaki"],
    ["村上", "健", "Murakami", "Takeshi"],
    ["薬師寺", "健太", "Yakushiji", "Kenta"],
];

/// Returns a name in Latin letters: a whole name, a family name or a given name. `None` if it is no
/// name of the table.
pub(super) fn in_latin_letters(word: &str) -> Option<String> {
    let word: String = word.chars().map(usual).collect();
    let found = |fits: fn(&[&str; 4], &str) -> bool| PLAYERS.iter().find(|row| fits(row, &word));
    if let Some([_, _, family, given]) =
        found(|[family, given, ..], word| word.strip_prefix(family) == Some(given))
    {
        return Some(format!("{family} {given}"));
    }
    let family = found(|[family, ..], word| word == *family).map(|row| row[2]);
    let given = || found(|[_, given, ..], word| word == *given).map(|row| row[3]);
    family.or_else(given).map(str::to_owned)
}

/// Returns the usual form of a letter that some families write in another one.
fn usual(letter: char) -> char {
    match letter {
        '國' => '国',
        '髙' => '高',
        '瀧' => '滝',
        '澤' => '沢',
        '冨' => '富',
        '廣' => '広',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::in_latin_letters;

    #[test]
    fn names_are_read_whole_and_in_parts() {
        for (word, latin) in [
            ("為則英司", "Tamenori Hideshi"),
            ("為則", "Tamenori"),
            ("英司", "Hideshi"),
            ("末國誠", "Suekuni Makoto"),
            ("瀧澤", "Takizawa"),
            ("後藤", "Goto"),
        ] {
            assert_eq!(in_latin_letters(word).as_deref(), Some(latin), "{word}");
        }
        for word in ["為則流", "牛", "tamenori", ""] {
            assert_eq!(in_latin_letters(word), None, "{word}");
        }
    }
}
