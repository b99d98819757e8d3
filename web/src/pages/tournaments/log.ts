// The log of a tournament: what happened, in sentences.
import type { GameNumber, PairingChange, PlayerId, TournamentChange } from "../../protocol/wire";
import type { TournamentNews } from "../../state/tournaments.svelte";
import { resultText } from "./result";
import { text } from "./words";

type NameOf = (player: PlayerId) => string;

/** Reads the server's file: an event in each line. */
export function readLog(file: string): TournamentNews[] {
  return file
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as TournamentNews);
}

/** Adds what was heard since to a log. */
export function withNews(
  log: readonly TournamentNews[],
  news: readonly TournamentNews[],
): readonly TournamentNews[] {
  const last = log.at(-1)?.number ?? 0;
  const later = news.filter(({ number }) => (number ?? 0) > last);
  return later.length === 0 ? log : [...log, ...later];
}

/** Says what happened; `null` if it is of no interest. */
export function sentenceOf({ by, change }: TournamentNews, nameOf: NameOf): string | null {
  const say = text.log;
  if ("planned" in change) return say.planned(change.planned.plan.name);
  if ("arbiter" in change) return (change.arbiter.on ? say.arbiterOn : say.arbiterOff)(change.arbiter.name);
  if ("registered" in change) {
    const { name, called, player } = change.registered;
    const who = called ?? name ?? nameOf(player ?? 0);
    return name === by ? say.entered : say.registered(who);
  }
  if ("corrected" in change)
    return say.corrected(change.corrected.called ?? nameOf(change.corrected.player ?? 0));
  if ("forgotten" in change) return say.forgotten(nameOf(change.forgotten.player));
  if ("present" in change)
    return (change.present.on ? say.returned : say.withdrawn)(nameOf(change.present.player));
  if ("phase" in change)
    return [say.phases[change.phase.phase], change.phase.reason].filter(Boolean).join(": ");
  if ("pairing" in change) return pairingSentence(change.pairing, nameOf);
  return gameSentence(change, nameOf);
}

function gameSentence(change: TournamentChange, nameOf: NameOf): string | null {
  const say = text.log;
  if ("begun" in change) return say.begun(change.begun.games.length);
  if ("claimed" in change) {
    const { player, game, result } = change.claimed;
    return say.claimed(nameOf(player), where(game), resultText(result));
  }
  if ("arena_paired" in change)
    return say.arenaPaired(nameOf(change.arena_paired.black), nameOf(change.arena_paired.white));
  if ("arena_ended" in change) {
    const { result } = change.arena_ended;
    return result ? say.arenaEnded(resultText(result)) : say.arenaVoid;
  }
  return null;
}

function pairingSentence(change: PairingChange, nameOf: NameOf): string | null {
  const say = text.log;
  if ("player_withdrawn" in change) return say.withdrawn(nameOf(change.player_withdrawn));
  if ("player_returned" in change) return say.returned(nameOf(change.player_returned));
  if ("bye_asked" in change) return say.bye(nameOf(change.bye_asked.player), change.bye_asked.round);
  if ("bye_taken_back" in change)
    return say.noBye(nameOf(change.bye_taken_back.player), change.bye_taken_back.round);
  if ("round_paired" in change) return say.paired(change.round_paired.round);
  if ("round_paired_by_hand" in change) {
    const { round, reason } = change.round_paired_by_hand;
    return say.pairedByHand(round, reason);
  }
  if ("round_taken_back" in change)
    return say.takenBack(change.round_taken_back.round, change.round_taken_back.reason);
  if ("result_entered" in change) {
    return say.result(where(change.result_entered.game), resultText(change.result_entered.result));
  }
  if ("result_corrected" in change) {
    const { game, result, reason } = change.result_corrected;
    return result
      ? say.correctedResult(where(game), resultText(result), reason)
      : say.noResult(where(game), reason);
  }
  return "rules_changed" in change ? say.rules : null;
}

const where = ({ round, table }: GameNumber): string => text.log.where(round, table);
