import fc from "fast-check";
import { expect, test } from "vitest";
import { SequencedMap } from "./sequenced-map.ts";

test("DATA-08 a push that is not newer than the reply says nothing new", () => {
  const map = new SequencedMap<string>();
  map.replace([["a", "as of 10"]], 10);
  map.push("a", "push 10", 10);
  map.push("a", "push 9", 9);
  map.push("b", "closed before the list", 10);
  expect(map.values()).toEqual(["as of 10"]);
  map.push("a", "push 11", 11);
  map.push("a", "push 11 again, later in the same command", 11);
  map.push("b", "push 12", 12);
  expect(map.values()).toEqual(["push 11 again, later in the same command", "push 12"]);
});

test("DATA-08 a list that is older than what was pushed replaces only what it is newer than", () => {
  const map = new SequencedMap<string>();
  map.push("a", "a5", 5);
  map.push("b", "b20", 20);
  map.push("gone", "g7", 7);
  map.replace(
    [
      ["a", "a10"],
      ["b", "b10"],
      ["c", "c10"],
    ],
    10,
  );
  expect(map.values().sort()).toEqual(["a10", "b20", "c10"]);
  map.replace([], 4);
  expect(map.values().sort()).toEqual(["a10", "b20", "c10"]);
});

test("DATA-08 a reply to an own call and the pushes of the same command agree in any order", () => {
  const first = new SequencedMap<string>();
  first.reply("a", "final", 7);
  first.push("a", "accepted", 7);
  first.push("a", "final", 7);
  expect(first.values()).toEqual(["final"]);
  const second = new SequencedMap<string>();
  second.push("a", "accepted", 7);
  second.push("a", "final", 7);
  second.reply("a", "final", 7);
  second.reply("a", "older", 6);
  expect(second.values()).toEqual(["final"]);
});

test("DATA-08 what is over is forgotten, oldest first", () => {
  const map = new SequencedMap<string>();
  for (let seq = 1; seq <= 10; seq++) map.push(`id ${seq}`, seq % 2 === 0 ? "live" : `over ${seq}`, seq);
  map.forget((value) => value !== "live", 2);
  expect(map.size).toBe(7);
  expect(map.values().filter((value) => value !== "live")).toEqual(["over 7", "over 9"]);
});

test("DATA-08 pushes and lists in any order of arrival give the newest values", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.nat(3)), { minLength: 1, maxLength: 30 }),
      fc.array(fc.nat(29), { maxLength: 3 }),
      (changes, listsAt) => {
        // Expected state: change i has sequence number i + 1; quantity 0 removes the item from the list.
        const truthAt = (seq: number) => {
          const state = new Map<string, string>();
          for (const [i, [id, quantity]] of changes.slice(0, seq).entries())
            if (quantity === 0) state.delete(id);
            else state.set(id, `${quantity} at ${i + 1}`);
          return state;
        };
        const map = new SequencedMap<string>();
        // Pushes arrive in order; list replies arrive late, with the state at their sequence number.
        for (const [i, [id, quantity]] of changes.entries()) {
          map.push(id, quantity === 0 ? "gone" : `${quantity} at ${i + 1}`, i + 1);
          for (const seq of listsAt.filter((at) => at + 2 === i)) map.replace([...truthAt(seq)], seq);
        }
        const shown = map.values().filter((value) => value !== "gone");
        expect(shown.sort()).toEqual([...truthAt(changes.length).values()].sort());
      },
    ),
  );
});
