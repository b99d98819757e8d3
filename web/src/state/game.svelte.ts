// One game in this tab: what the server has told of it, and what the user is doing with it.
import { fateOfPremove } from "../board/premove";
import { Refusal } from "../protocol/refusal";
import { gameOfRoom } from "../protocol/seen";
import type { Command, GameId, Notice, Side, Thought } from "../protocol/wire";
import type { Rules } from "../rules";
import { Alarm } from "./clock-timer.svelte";
import { Rematch } from "./game-rematch.svelte";
import { GameTalk, opensSpectators } from "./game-talk.svelte";
import { opponentOf } from "../board/squares";
import {
  heldMoveOf,
  isAwaited,
  recordAfter,
  recordOfArchived,
  type GameRecord,
  type SentMove,
} from "./game-record";
import { playerName } from "./player-name";

/** What a game needs of the tab. */
export interface GameHost {
  /** The name of the user; `null` for a visitor. */
  readonly self: string | null;
  /** The rules; `null` until a page shows a game. */
  readonly rules: Rules | null;
  /** Sends a command. Rejected by a `Refusal`. */
  ask(command: Command): Promise<Notice>;
  /** Offers a rematch of a game, or accepts one. Rejected by a `Refusal`. */
  rematch(game: GameId): Promise<unknown>;
  /** The server's time in milliseconds since 1970. */
  serverNow(): number;
  /** Says in words why something failed. */
  reasonOf(error: unknown): string;
  /** Hears what has just happened in a game, for sounds and speech. Events of the past are not told. */
  onNews(game: Game, notice: Notice): void;
  /** Hears that somebody else has said something. */
  onTalk(game: Game): void;
}

/** How far the state of a game was read. `missing`: there is no such game, or not for the user. */
export type Reading = "reading" | "known" | "missing" | "failed";

/** The ply that is on the board while the user looks back, and the length of the game when that began. */
interface LookBack {
  readonly ply: number;
  readonly from: number;
}

export interface BoardView {
  readonly ply: number;
  /** `null` until the game is read. */
  readonly position: string | null;
  readonly lastMove: string | null;
  readonly flipped: readonly string[];
  readonly legal: readonly string[];
  /** Whether the user may play a move. */
  readonly playable: boolean;
}

/** A game that this tab plays or watches. */
export class Game {
  record = $state.raw<GameRecord | null>(null);
  reading = $state<Reading>("reading");
  /** Why the last command was refused, in words. */
  problem = $state<string | null>(null);
  /** The user's move that the server has not told yet. */
  sent = $state.raw<SentMove | null>(null);
  /** The square that is played as soon as it is the user's turn. */
  premove = $state<string | null>(null);
  /** A good move, as the engine of the browser found it for a position. */
  hint = $state.raw<{ readonly position: string; readonly squares: readonly string[] } | null>(null);
  /** The offers of another game after this one. */
  readonly rematch = new Rematch();
  /** The last event of the game, for the line that tells it. */
  news = $state.raw<Notice | null>(null);
  /** What bots thought, by the number of the ply; read when the game is over. */
  thoughts = $state.raw<readonly Thought[]>([]);
  readonly talk: GameTalk;
  /** Rings when the user's time becomes low. */
  readonly lowTime = new Alarm();
  #look = $state.raw<LookBack | null>(null);
  readonly #host: GameHost;
  #asksThoughts = false;

  /** The game as the server has told it. */
  readonly state = $derived(this.record?.state ?? null);
  /** The colour of the user; `null` for a spectator. */
  readonly color: Side | null = $derived.by(() => {
    const { state } = this;
    const { self } = this.#host;
    if (!state || self === null || this.record?.source) return null;
    return state.black === self ? "black" : state.white === self ? "white" : null;
  });
  readonly isOver = $derived(this.state?.end != null);
  /** Whether the game waits for the user to move or to bid, and nothing is on its way. */
  readonly isMyTurn = $derived(
    this.state !== null && this.color !== null && !this.sent && isAwaited(this.state, this.color),
  );
  /** Whether the user may play a move now. */
  readonly #mayMove = $derived(this.isMyTurn && this.state?.bidding !== true);
  /** The number of plies on the board at the end of the game so far, with the move that is on its way. */
  readonly plies = $derived((this.state?.moves.length ?? 0) + (this.sent ? 1 : 0));
  /** The moves so far, with the one that is on its way. */
  readonly moves: readonly string[] = $derived([
    ...(this.state?.moves ?? []),
    ...(this.sent ? [this.sent.square] : []),
  ]);
  readonly isLive = $derived(this.#look === null);
  /** How many moves have come since the user began to look back. */
  readonly newMoves = $derived(this.#look ? Math.max(0, this.plies - this.#look.from) : 0);
  readonly view: BoardView = $derived.by(() => this.#view());

  constructor(
    readonly number: GameId,
    host: GameHost,
  ) {
    this.#host = host;
    const openedAt = host.serverNow();
    const reader = {
      get self() {
        return host.self;
      },
      openedAt,
      say: (text: string) => host.ask({ do: "gsay", game: number, text }),
    };
    this.talk = new GameTalk(number, reader);
  }

  /** Hears an event of the server. `isPast` says that it happened long ago and is only told now. */
  onNotice(notice: Notice, isPast = false): void {
    if (this.talk.onNotice(notice) && !isPast) this.#host.onTalk(this);
    if (this.state?.end) this.rematch.onNotice(notice, this.state, this.#host.self);
    if (notice.event === "archived" && notice.summary.game === this.number) return this.#takeArchived(notice);
    if (notice.event === "thoughts" && notice.game === this.number) this.thoughts = notice.thoughts;
    const before = this.record;
    this.record = recordAfter(before, this.number, notice);
    if (this.record === before || !this.record) return;
    this.reading = "known";
    this.#settleSent(before);
    // After a takeback the user is about to think anew: an earlier choice is not played at once.
    if (before && this.record.state.moves.length < before.state.moves.length) this.premove = null;
    this.sent ??= heldMoveOf(this.record.state);
    if (notice.event === "moved" || notice.event === "ended") this.problem = null;
    if (notice.room != null && gameOfRoom(notice.room) === this.number && notice.event !== "spectators") {
      this.news = notice;
      if (!isPast) this.#host.onNews(this, notice);
    }
    if (this.record.isTorn) void this.read();
    if (this.color !== null && opensSpectators(notice, this.record.state)) void this.#readTalk();
    this.#playPremove();
  }

  /** Asks for the state, and for the events to come: on opening, and after a connection without `resume`. */
  async read(): Promise<void> {
    try {
      await this.#host.ask({ do: "watch", game: this.number });
      await this.#readTalk();
    } catch (error) {
      const isPast =
        error instanceof Refusal && (error.detail === "game-over" || error.detail === "no-such-game");
      if (isPast) return this.#readPast();
      this.#fail(error);
    }
  }

  /** Forgets what is the user's: another one uses the tab now. The state is read again. */
  reset(): void {
    this.record = this.sent = this.news = null;
    this.problem = this.premove = null;
    this.rematch.clear();
    this.reading = "reading";
    this.goLive();
  }

  /** Stops watching. */
  leave(): void {
    if (this.color === null && !this.isOver && this.reading === "known") {
      this.#host.ask({ do: "leave", game: this.number }).catch(() => undefined);
    }
  }

  /** Plays a square. It is shown at once, and stays unless the server refuses it. */
  play(square: string): void {
    const { state } = this;
    if (!state || !this.view.playable || !this.view.legal.includes(square)) return;
    const ply = state.moves.length;
    const sent = { ply, square, played: this.#host.rules?.play(state.position, square) ?? null };
    this.sent = sent;
    this.premove = this.problem = null;
    const command: Command = { do: "move", game: this.number, move: square, ply };
    this.#host.ask(command).catch((error: unknown) => {
      if (this.sent !== sent) return;
      this.sent = null;
      this.problem = this.#host.reasonOf(error);
    });
  }

  /** Chooses the square to play at the user's next turn; `null` takes the choice back. */
  choosePremove(square: string | null): void {
    this.premove = this.color !== null && !this.isOver && !this.#mayMove ? square : null;
  }

  /** Sends a command about this game, and shows why if it is refused. */
  do(command: Command): Promise<boolean> {
    return this.#try(() => this.#host.ask(command));
  }

  /** Offers a rematch, or accepts one, and shows why if it is refused. */
  askRematch(): Promise<boolean> {
    return this.#try(() => this.#host.rematch(this.number));
  }

  async #try(action: () => Promise<unknown>): Promise<boolean> {
    this.problem = null;
    try {
      await action();
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  /** Puts the position after a number of plies on the board. The last one is the game itself. */
  lookAt(ply: number): void {
    const wanted = Math.max(0, ply);
    this.#look = wanted >= this.plies ? null : { ply: wanted, from: this.#look?.from ?? this.plies };
  }

  /** Steps back or on by a number of plies. */
  step(plies: number): void {
    this.lookAt(this.view.ply + plies);
  }

  /** Goes back to the game as it stands. */
  goLive(): void {
    this.#look = null;
  }

  /** The room in which the user talks. */
  get ownRoom(): "players" | "spectators" {
    return this.color === null ? "spectators" : "players";
  }

  /** Says something in this room. */
  async say(text: string): Promise<void> {
    await this.talk[this.ownRoom].composer.say(text);
  }

  /** The legal moves at the end of the game so far; none while a move is on its way. */
  get legal(): readonly string[] {
    return this.sent ? [] : (this.state?.legal ?? []);
  }

  /** The position after a number of plies; `null` until the game is read. */
  positionAt(ply: number): string | null {
    const { record, sent } = this;
    if (!record) return null;
    if (sent && ply === sent.ply + 1) {
      const played = sent.played ?? this.#host.rules?.play(record.state.position, sent.square);
      return played?.position ?? record.state.position;
    }
    const { initial, moves, position } = record.state;
    if (ply === moves.length) return position;
    return this.#host.rules?.replay(moves, { start: initial, ply }).position ?? position;
  }

  #view(): BoardView {
    const ply = Math.min(this.#look?.ply ?? this.plies, this.plies);
    const isLive = ply === this.plies;
    const move = ply > 0 ? (this.moves[ply - 1] ?? null) : null;
    const playable = isLive && this.#mayMove && this.premove === null;
    return {
      ply,
      position: this.positionAt(ply),
      lastMove: move === "pass" ? (this.moves[ply - 2] ?? null) : move,
      flipped: this.#flippedBy(ply, move),
      legal: isLive ? this.legal : [],
      playable,
    };
  }

  #flippedBy(ply: number, move: string | null): readonly string[] {
    if (this.sent && ply === this.sent.ply + 1) return this.sent.played?.flipped ?? [];
    const before = ply > 0 && move !== null && move !== "pass" ? this.positionAt(ply - 1) : null;
    return before !== null && move !== null ? (this.#host.rules?.flips(before, move) ?? []) : [];
  }

  /** The move that was on its way has come back, or cannot come any more. */
  #settleSent(before: GameRecord | null): void {
    const { sent, state } = this;
    if (!sent || !state) return;
    const wasReached = before !== null && before.state.moves.length >= sent.ply;
    if (state.end || state.moves.length > sent.ply || (wasReached && state.moves.length < sent.ply))
      this.sent = null;
  }

  #playPremove(): void {
    const { premove, state } = this;
    if (premove === null || !state) return;
    const legal = state.legal ?? [];
    const over = this.isOver || this.color === null;
    // Without its legal moves, a turn is not known well enough.
    const myTurn = this.#mayMove && legal.length > 0;
    const fate = fateOfPremove(premove, { position: state.position, legal, myTurn, over });
    if (fate !== "wait") this.premove = null;
    if (fate !== "play") return;
    this.goLive();
    this.play(premove);
  }

  /** What was said before. A player's talk also comes by itself; lines that are known are left out. */
  async #readTalk(): Promise<void> {
    const rooms = this.color === null ? ["watchers"] : this.isOver ? ["players", "watchers"] : ["players"];
    for (const room of rooms) {
      const command: Command = { do: "sync", room: `${room}/${this.number}`, after: 0 };
      await this.#host.ask(command).catch(() => undefined);
    }
  }

  /** A game that the server does not hold in its memory: an old one, an imported one, or none. */
  async #readPast(): Promise<void> {
    try {
      await this.#host.ask({ do: "board", game: this.number });
    } catch (error) {
      if (error instanceof Refusal && error.code === "no-such-game") this.reading = "missing";
      else this.#fail(error);
      return;
    }
    if (!this.record?.source) await this.#readTalk();
  }

  #takeArchived(notice: Extract<Notice, { event: "archived" }>): void {
    const { transcript } = notice.summary;
    const squares = transcript?.match(/[a-h][1-8]/gi) ?? [];
    const replayed = this.#host.rules?.replay(squares, { start: notice.initial });
    this.record = recordOfArchived(notice, replayed?.moves ?? []);
    this.reading = "known";
  }

  #fail(error: unknown): void {
    this.problem = this.#host.reasonOf(error);
    if (!this.record) this.reading = "failed";
  }

  /** Asks once what bots thought, when the game is over. */
  async readThoughts(): Promise<void> {
    if (this.#asksThoughts || !this.isOver || this.record?.source) return;
    this.#asksThoughts = true;
    await this.#host.ask({ do: "thoughts", game: this.number }).catch(() => undefined);
  }

  /** The name that is shown for a colour. */
  nameOf(side: Side): string {
    const { state } = this;
    if (!state) return "";
    return state[`${side}_display_name`] ?? playerName(state[side]);
  }

  /** The colour of the opponent; for a spectator White. */
  get opponent(): Side {
    return this.color ? opponentOf(this.color) : "white";
  }
}
