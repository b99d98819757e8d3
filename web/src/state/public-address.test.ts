// Links lead to the address that the operator has named.
import { expect, test } from "vitest";
import { PublicAddress } from "./public-address.svelte";

const welcome = (public_url?: string) =>
  ({ event: "welcome", server: "Willow", protocol: 2, public_url, time: 0 }) as const;

test("links use the page's own address until the server names another one", () => {
  const address = new PublicAddress("http://192.168.1.20:7711");
  expect(address.linkTo("/join/7")).toBe("http://192.168.1.20:7711/join/7");
  address.onNotice(welcome("https://club.example"));
  expect(address.linkTo("/game/17")).toBe("https://club.example/game/17");
  address.onNotice(welcome());
  expect(address.linkTo("/game/17")).toBe("http://192.168.1.20:7711/game/17");
});
