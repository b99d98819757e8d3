// What a press in a game at one device does, and what is said and heard of it.
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { App } from "../../state/app.svelte";
import { testRules } from "../../tests/rules";
import { words } from "../../words";
import { TableSession } from "./session.svelte";
import { PLAIN, Table, type TableSetUp } from "./table.svelte";

const text = words.table;

vi.mock("../../study/library.svelte", () => ({ library: { keep: vi.fn() } }));
vi.mock("../../state/device-games.svelte", () => ({ deviceGames: { add: vi.fn() } }));

let end: () => void = () => undefined;
beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

function begin(setUp: Partial<TableSetUp> = {}) {
  const [said, heard]: [string[], string[]] = [[], []];
  const app = {
    announce: (what: string) => said.push(what),
    sounds: { play: (sound: string) => heard.push(sound) },
    settings: { choices: { speech: "normal" } },
  } as unknown as App;
  const table = new Table(testRules, { ...PLAIN, ...setUp });
  let session: TableSession | undefined;
  end = $effect.root(() => {
    session = new TableSession(table, app);
  });
  flushSync();
  if (!session) throw new Error("there is no session");
  return { table, session, said, heard };
}

test("a move is heard and said, and so is the pass after it", () => {
  const start = `${"XO------".padEnd(56, "-")}XXXXXXO- X`;
  const { session, said, heard } = begin({ start });
  session.play("a1");
  expect([said, heard]).toEqual([[], []]);
  session.play("c1");
  expect(heard).toEqual(["pass"]);
  expect(said).toEqual([expect.stringContaining("c1"), expect.stringContaining("passes")]);
  expect(session.status).toContain(text.passed.white);
  session.play("h8");
  expect(heard).toEqual(["pass", "disc", "end"]);
  expect([session.isPlayable, session.isOver, session.color]).toEqual([false, true, null]);
});

test("resigning waits for a second press with nothing in between", () => {
  const { session, table } = begin();
  const resign = () => session.twice("resign", () => session.resign());
  session.play("f5");
  resign();
  session.takeBack();
  resign();
  expect([session.waiting, table.isOver]).toEqual(["resign", false]);
  resign();
  expect([session.waiting, table.end?.loser]).toEqual([null, "black"]);
});

test("who looks back cannot play, but the command line goes on in the game", () => {
  const { session, table } = begin();
  session.play("f5");
  session.lookAt(0);
  expect([session.isPlayable, session.status]).toEqual([false, text.lookingBack(0, 1)]);
  session.play("d6");
  expect(table.plies).toBe(1);
  session.act({ kind: "move", square: "d6" });
  expect([table.plies, session.isPlayable]).toEqual([2, true]);
});

test("the flag falls by itself", () => {
  const { session, table, heard } = begin({ terms: { kind: "increment", main: 60_000, extra: 0 } });
  session.play("f5");
  flushSync();
  vi.advanceTimersByTime(59_000);
  expect(table.isOver).toBe(false);
  vi.advanceTimersByTime(1000);
  expect([table.end, heard.at(-1)]).toEqual([{ reason: "timeout", loser: "white" }, "end"]);
});

test("squares show how many discs they turn, or the hint", () => {
  const { session } = begin();
  expect(session.marks).toHaveLength(4);
  session.hint = { position: session.table.shown.position, squares: ["f5"] };
  expect(session.marks).toEqual([{ kind: "frame", square: "f5" }]);
  session.play("f5");
  expect(session.marks).toHaveLength(3);
});
