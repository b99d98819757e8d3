// The one sentence that matters now in a game, and what the user may answer. Pure: the first case that fits is told.
import { joined, words } from "../words";
import type { Game } from "./game.svelte";
import { lastMoveOf, sideToMove } from "./game-record";
import { endSentence, newsSentence } from "./game-sentences";

/** What a button of the status does: a command of the protocol, or something of this tab. */
export type StatusAction =
  | "takeback"
  | "agree"
  | "adjourn"
  | "continue"
  | "refuse"
  | "rematch"
  | "claim"
  | "live"
  | "drop-premove"
  | "next"
  | "withdraw"
  | "decline";

/** A sentence with its buttons. */
export interface Status {
  readonly text: string;
  readonly actions: readonly {
    readonly action: StatusAction;
    readonly text: string;
    readonly isMain?: boolean;
  }[];
  readonly isProblem?: boolean;
}

/** What the status depends on besides the game. */
export interface StatusView {
  readonly self: string | null;
  readonly isOffline: boolean;
  /** The opponent has been away long enough. */
  readonly canClaim: boolean;
}

const text = words.game.status;
const CASES = [
  sentMove,
  problem,
  lookingBack,
  takeback,
  offeredResult,
  adjournment,
  claim,
  premove,
  rematch,
  offline,
  lastNews,
  turn,
];

/** Returns what is told of a game now. */
export function statusOf(game: Game, view: StatusView): Status {
  for (const find of CASES) {
    const status = find(game, view);
    if (status) return status;
  }
  return plain("");
}

function plain(sentence: string): Status {
  return { text: sentence, actions: [] };
}

function sentMove({ sent }: Game, { isOffline }: StatusView): Status | null {
  return sent && isOffline ? plain(text.offlineSent(sent.square)) : null;
}

function problem(game: Game): Status | null {
  return game.problem === null ? null : { text: game.problem, actions: [], isProblem: true };
}

function lookingBack(game: Game): Status | null {
  if (game.isLive) return null;
  const { newMoves, view, plies } = game;
  const sentence = newMoves > 0 ? text.goneOn(newMoves) : text.lookingBack(view.ply, plies);
  return { text: sentence, actions: [{ action: "live", text: text.back, isMain: newMoves > 0 }] };
}

function takeback(game: Game): Status | null {
  const { state, color } = game;
  if (!state?.takeback || game.isOver) return null;
  const name = game.nameOf(state.takeback);
  const move = lastMoveOf(state, state.takeback) ?? "";
  if (state.takeback === color) return plain(text.takebackAskedByYou(move, game.nameOf(game.opponent)));
  if (color === null) return plain(text.takebackAsked(name, move));
  return { text: text.takebackAsked(name, move), actions: answers("takeback") };
}

function offeredResult(game: Game): Status | null {
  const { state, color } = game;
  const offer = state?.offered_result;
  if (!offer || game.isOver) return null;
  const winner = offer.result === 0 ? null : game.nameOf(offer.result > 0 ? "black" : "white");
  const by = Math.abs(offer.result);
  const name = game.nameOf(offer.color);
  if (offer.color === color) return plain(text.resultOfferedByYou(winner, by, game.nameOf(game.opponent)));
  const sentence = text.resultOffered(name, winner, by);
  if (color === null) return plain(sentence);
  return { text: sentence, actions: answers("agree") };
}

function adjournment(game: Game): Status | null {
  const { state, color } = game;
  if (!state || game.isOver) return null;
  const { adjourn_asked: asker, adjourned_since: since } = state;
  const isAdjourned = since != null;
  if (asker == null) return isAdjourned ? plain(text.adjourned) : null;
  const name = game.nameOf(asker);
  if (asker === color) return plain(text.askedByYou(game.nameOf(game.opponent)));
  const sentence = isAdjourned ? text.continueAsked(name) : text.adjournAsked(name);
  if (color === null) return plain(sentence);
  return { text: sentence, actions: answers(isAdjourned ? "continue" : "adjourn") };
}

/** The buttons with which a player answers what the opponent asks for. */
function answers(action: StatusAction): Status["actions"] {
  return [
    { action, text: text.accept, isMain: true },
    { action: "refuse", text: text.refuse },
  ];
}

function claim(game: Game, { canClaim }: StatusView): Status | null {
  if (!canClaim || game.isOver || game.color === null) return null;
  return {
    text: words.game.away.claimNow(game.nameOf(game.opponent)),
    actions: [{ action: "claim", text: words.game.away.claim, isMain: true }],
  };
}

function premove({ premove, isOver }: Game): Status | null {
  if (premove === null || isOver) return null;
  return { text: text.premove(premove), actions: [{ action: "drop-premove", text: text.dropPremove }] };
}

function rematch(game: Game, { self }: StatusView): Status | null {
  if (!game.isOver || game.color === null) return null;
  const name = game.nameOf(game.opponent);
  const { offer, begun, isDeclined } = game.rematch;
  if (begun !== null) {
    return { text: text.rematchBegun, actions: [{ action: "next", text: text.toRematch, isMain: true }] };
  }
  if (isDeclined) return plain(text.rematchDeclined(name));
  if (!offer) return null;
  if (offer.from === self) {
    return { text: text.rematchOfferedByYou(name), actions: [{ action: "withdraw", text: text.withdraw }] };
  }
  return {
    text: text.rematchOffered(name),
    actions: [
      { action: "rematch", text: text.accept, isMain: true },
      { action: "decline", text: text.decline },
    ],
  };
}

function offline(game: Game, { isOffline }: StatusView): Status | null {
  return isOffline && !game.isOver ? plain(text.offline) : null;
}

/** What has happened last, until the next event; moves are seen on the board. */
function lastNews(game: Game): Status | null {
  const { state, news, sent } = game;
  if (!state || sent) return null;
  const viewpoint = viewpointOf(game);
  if (state.end) return plain(endSentence(state.end, viewpoint));
  const sentence = news && newsSentence(news, state, viewpoint);
  const next = turn(game);
  return sentence ? plain(joined(sentence, next?.text ?? "")) : null;
}

function turn(game: Game): Status | null {
  const { state, color } = game;
  const side = state && sideToMove(state.position);
  if (!state || !side || game.isOver) return null;
  const own = color === null ? "" : state[color];
  const hasActed = (state.waiting ?? []).includes(own);
  if (state.bidding) return plain(hasActed ? text.bidWaits : text.bid);
  if ((state.waiting ?? []).length > 0)
    return plain(hasActed ? text.moveWaits(game.sent?.square ?? null) : text.opponentWaits);
  if (game.sent) return plain(text.sent(game.sent.square));
  return plain(side === color ? text.yourTurn : text.turnOf(game.nameOf(side)));
}

/** From whose view sentences about a game are told. */
export function viewpointOf(game: Game) {
  return { color: game.color, nameOf: (side: "black" | "white") => game.nameOf(side) };
}
