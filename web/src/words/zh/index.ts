// All Chinese text (simplified). It is of the type of the English text: a missing message does not compile.
//
// In the words of players of 黑白棋: 棋子, 翻转, 角, 边, 星位 (X-square), C 位, 行动力, 稳定子, 前沿子, 奇偶性, 楔入, 停一手.
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

const zh: Words = {
  locale: "zh",
  translation: {
    by: "a machine, for the authors of Willow",
    signedBy: null,
    unsigned: "机器翻译，尚未经人校对，欢迎指正。",
  },
  plural: pluralOf("zh"),
  numbers: numbersOf("zh"),
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

export default zh;
