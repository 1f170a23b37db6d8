import { expect, test } from "vitest";
import { FilePlaces } from "./file-places.ts";

test("SEC-14 download slots are limited overall, less per network and least per user, and each is released once", () => {
  const places = new FilePlaces({ all: 8, user: 2, network: 4 });
  const first = places.take(1, "198.51.100.1");
  expect(places.take(1, "203.0.113.1")).toBeDefined();
  expect(places.take(1, "192.0.2.1")).toBeUndefined();
  for (const user of [2, 3, 4]) expect(places.take(user, `198.51.100.${user}`)).toBeDefined();
  expect(places.take(5, "198.51.100.5")).toBeUndefined();
  for (const user of [6, 7, 8]) expect(places.take(user, `2001:db8:${user}::1`)).toBeDefined();
  expect(places.take(9, "192.0.2.9")).toBeUndefined();
  first?.();
  first?.();
  expect(places.take(5, "198.51.100.5")).toBeDefined();
  expect(places.take(10, "192.0.2.10")).toBeUndefined();
});

test("SEC-14 the lines of one /48 share its places", () => {
  const places = new FilePlaces({ all: 8, user: 2, network: 3 });
  const took = Array.from({ length: 8 }, (_, line) => places.take(line, `2001:db8:1:${line}::1`));
  expect(took.filter((place) => place !== undefined).length).toBe(3);
});
