// All French text. It is of the type of the English text: a missing message does not compile.
//
// In the words of the French federation (ffothello.org): pion, case, bord, coin, case X, case C, retourner, passer,
// pion définitif, mobilité, frontière, parité, mur, partie nulle. A narrow no-break space
// stands before `:`, `;`, `!` and `?`, and inside of guillemets.
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

const fr: Words = {
  locale: "fr",
  translation: {
    by: "a machine, for the authors of Willow",
    signedBy: null,
    unsigned: "Traduction automatique, non relue : vos corrections sont les bienvenues.",
  },
  plural: pluralOf("fr"),
  numbers: numbersOf("fr"),
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

export default fr;
