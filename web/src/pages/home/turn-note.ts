// What a list says of a game of the user: whose turn it is, or what the game waits for.
import type { Games, MyGame } from "../../state/games.svelte";
import { words } from "../../words";
import { calledIn } from "../games/players";

export function turnNote(games: Games, game: MyGame): string {
  const state = game.record?.state;
  if (state?.adjourned_since != null) return words.home.adjourned;
  if (games.isMyTurn(game)) return state?.bidding ? words.home.yourBid : words.home.yourMove;
  return words.home.theirMove(calledIn(game, games.colorIn(game) === "black" ? "white" : "black"));
}
