// All English text. Its type is that of every language: a missing message does not compile.
import { numbersOf } from "../numbers";
import { pluralOf } from "../plural";
import type { Translation } from "../type";
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

const en = {
  locale: "en",
  /** `null` for languages in which the project itself writes. */
  translation: null as Translation | null,
  plural: pluralOf("en"),
  numbers: numbersOf("en"),
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

export default en;
