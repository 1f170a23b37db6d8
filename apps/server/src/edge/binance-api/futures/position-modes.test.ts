import { expect, test } from "vitest";
import { PositionModes } from "./position-modes.ts";

const USER = 7;

/** Modes of an engine that knows only whether the user trades in hedge mode. */
function modesOf(state: { isHedged: boolean }): PositionModes {
  const accountView = async () => ({ isHedged: state.isHedged });
  type Engine = ConstructorParameters<typeof PositionModes>[0];
  return new PositionModes({ accountView, on: () => () => undefined } as unknown as Engine);
}

test("HEDGE-24 a change waits for orders on their way, and orders that come meanwhile wait for it", async () => {
  const state = { isHedged: false };
  const modes = modesOf(state);
  const steps: string[] = [];
  const answer = Promise.withResolvers<void>();
  const first = modes.placeIn(USER, async () => {
    steps.push(`first in ${await modes.isHedged(USER)}`);
    await answer.promise;
    steps.push("first answered");
  });
  const changed = modes.change(USER, async () => {
    state.isHedged = true;
    steps.push("changed");
  });
  const second = modes.placeIn(USER, async () => void steps.push(`second in ${await modes.isHedged(USER)}`));
  const others = modes.placeIn(USER + 1, async () => void steps.push("another user's"));
  await others;
  answer.resolve();
  await Promise.all([first, changed, second]);
  expect(steps.toSorted()).toEqual(
    ["first in false", "another user's", "first answered", "changed", "second in true"].toSorted(),
  );
  expect(steps.slice(-3)).toEqual(["first answered", "changed", "second in true"]);
});

test("HEDGE-24 a change that fails, and orders that fail, hold up nothing", async () => {
  const modes = modesOf({ isHedged: false });
  const refuse = async () => await Promise.reject(new Error("refused"));
  const placed = modes.placeIn(USER, refuse);
  const changed = modes.change(USER, refuse);
  const later = modes.change(USER, async () => "changed");
  await expect(placed).rejects.toThrow("refused");
  await expect(changed).rejects.toThrow("refused");
  expect(await later).toBe("changed");
  expect(await modes.placeIn(USER, async () => "placed")).toBe("placed");
});
