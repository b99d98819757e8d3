// All Japanese text. It is of the type of the English text: a missing message does not compile.
//
// Written as Japanese players write, not translated word by word. The terms were checked against the glossaries of
// players (November 2026): bassy84.net/othello-word-k.html and its sister pages (確定石, 開放度理論, 縦取り, 一石返し,
// 大悪手, 最善手, 対局, 着手), karench.link/wordpress/othello-terminology (隅 is the proper word for 角; C, X, ウイング,
// ストナー), uenon1.com/archives/14223462.html (石損, 分岐, 変化, 空きマス), planotatico.com/archives/3387 (石差, 石数,
// 手止まり), rikezyo-mana.com/entry/hyoukachi (評価値, 解析), the rules of the championships of the Japanese federation at
// othello.gr.jp (黒番, 白番, 引き分け), waseda-othello.hatenablog.com (棋譜, 解析), and othelloq.com (局後検討). The place where
// one studies a game, and what one does there, is 検討; 解析 is the engine's run over the game alone, as in Zebra. The sentences of the analysis are in crates/analysis, in the same terms.
import { numbersOf } from "../numbers";
import { pluralOf } from "../plural";
import type { Words } from "../type";
import { account } from "./account";
import { analysis } from "./analysis";
import { archive } from "./archive";
import { board } from "./board";
import { book } from "./book";
import { engine } from "./engine";
import { errors } from "./errors";
import { frame } from "./frame";
import { game } from "./game";
import { games } from "./games";
import { home } from "./home";
import { library } from "./library";
import { lobby } from "./lobby";
import { moderation } from "./moderation";
import { people } from "./people";
import { settings } from "./settings";
import { table } from "./table";
import { terms } from "./terms";

const ja: Words = {
  locale: "ja",
  translation: null,
  plural: pluralOf("ja"),
  numbers: numbersOf("ja"),
  frame,
  analysis,
  board,
  book,
  game,
  library,
  lobby,
  games,
  terms,
  home,
  account,
  settings,
  table,
  engine,
  errors,
  archive,
  people,
  moderation,
};

export default ja;
