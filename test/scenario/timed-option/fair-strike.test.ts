import { NEWEST_RULES, RULES } from "@candor/domain/rules";
import { expect, test } from "vitest";
import { OptionWorld, outcomeOf, TERMS } from "../../support/scenario/option-world.ts";

/** Two sources at 1000, received at second 0, under these rules. */
function twoSources(rules: number, terms = TERMS): OptionWorld {
  const world = new OptionWorld("1000", terms).user("ana", "100").user("ben", "100");
  world.adoptRules(rules);
  world.observe(1_000);
  world.observe(1_000, 1);
  return world;
}

test("OPT-08 seeing one source jump before the other has no value: the strike waits until both have reported", () => {
  const strikeOf = (rules: number): readonly unknown[] => {
    const world = twoSources(rules);
    // Ana sees the first source at 1004 and buys before its observation arrives.
    world.at(1);
    world.buy("ana", "up", "20");
    const first = world.at(1.1).observe(1_004).options;
    const second = world.at(1.3).observe(1_004, 1).options;
    return [...first, ...second].map(({ strikeE8, strikeAtMs, acceptedAtMs }) => [
      strikeE8 / 1e8,
      strikeAtMs - acceptedAtMs,
    ]);
  };
  // Ana would have gained half of the jump.
  expect(strikeOf(RULES.namedBounds)).toEqual([[1_002, 100]]);
  expect(strikeOf(NEWEST_RULES)).toEqual([[1_004, 300]]);
});

test("OPT-08 a price that a source saw before the sale does not count, even if it arrives later", () => {
  const world = twoSources(NEWEST_RULES);
  world.at(1);
  world.buy("ana", "up", "20");
  world.at(1.1).observe(1_001);
  const old = world.execute({
    kind: "observe-price",
    marketId: 0,
    sourceId: 1,
    priceE8: 100_200_000_000 as never,
    observedAtMs: world.timeMs - 100,
  });
  expect(old.options).toEqual([]);
  expect(
    world
      .at(1.2)
      .observe(1_002, 1)
      .options.map(({ cause }) => cause),
  ).toEqual(["struck"]);
});

test("OPT-08 a source that falls silent meanwhile no longer counts: the next tick is the strike", () => {
  const world = twoSources(NEWEST_RULES);
  world.at(0.5);
  world.buy("ana", "down", "20");
  world.at(5).observe(1_001);
  world.at(10).observe(1_002);
  const struck = world.at(10.1).observe(1_003);
  expect(struck.options.map(({ cause, strikeE8 }) => [cause, strikeE8 / 1e8])).toEqual([["struck", 1_003]]);
  world.at(59).observe(1_000);
  expect(world.at(61).advance().options.map(outcomeOf)).toEqual(["won 1003 → 1000 pays 37"]);
  expect([world.wallet("ana"), world.pool]).toEqual(["117", "983 | 0"]);
});

test("OPT-09 without a strike within fifteen seconds the stake is refunded at once, also while sources disagree", () => {
  const world = twoSources(NEWEST_RULES);
  world.at(1);
  world.buy("ana", "up", "20");
  world.buy("ben", "down", "10", 120);
  expect(world.pool).toBe("974.2 | 55.8");
  for (let second = 1.1; second < 15.9; second += 3) {
    world.at(second).observe(1_000);
    expect(world.observe(500, 1).options).toEqual([]);
  }
  expect(world.at(15.999).advance().options).toEqual([]);
  world.restart();
  const refunded = world.at(16).advance();
  expect(refunded.options.map(outcomeOf)).toEqual(["void 0 → 0 pays 20", "void 0 → 0 pays 10"]);
  expect(refunded.events.filter(({ kind }) => kind === "funds-posted")).toMatchObject([
    { record: "option-refund", refId: 1 },
    { record: "option-refund", refId: 2 },
  ]);
  expect([world.wallet("ana"), world.wallet("ben"), world.pool]).toEqual(["100", "100", "1000 | 0"]);
  // It has ended: neither agreement of the sources nor its expiry restores it.
  world.at(17).observe(1_000);
  expect(world.observe(1_000, 1).options).toEqual([]);
  world.at(60).observe(1_000);
  expect(world.at(200).advance().options).toEqual([]);
});

test("OPT-09 a tick after the wait is not a strike; later buyers still get theirs", () => {
  const world = twoSources(NEWEST_RULES);
  world.at(1);
  world.buy("ana", "up", "20");
  // Engine and sources are down for 20 seconds.
  world.at(21).observe(1_000);
  const back = world.observe(1_000, 1);
  expect(back.options).toEqual([]);
  expect(world.wallet("ana")).toBe("100");
  world.at(22);
  world.buy("ben", "up", "10");
  world.at(23).observe(1_000);
  expect(world.observe(1_001, 1).options.map(({ optionId, cause }) => [optionId, cause])).toEqual([
    [2, "struck"],
  ]);
});

test("OPT-09 a thousand stakes are refunded a limited number per command, and a restart in between changes nothing", () => {
  const many = { ...TERMS, userCap: "1000000", expiryCap: "1000000", poolCap: "1000000" };
  const run = (restarts: boolean): readonly (readonly unknown[])[] => {
    const world = new OptionWorld("100000", many).user("ana", "100000");
    world.comparesEach = false;
    world.adoptRules(NEWEST_RULES);
    world.observe(1_000);
    for (let n = 0; n < 1_200; n++) world.buy("ana", "up", "5", n % 2 === 0 ? 60 : 120);
    return [15, 15, 15.5, 16].map((seconds) => {
      if (restarts) world.restart();
      return world.at(seconds).advance().events;
    });
  };
  const events = run(false);
  const counts = events.map((each) =>
    each.filter((event) => (event as { kind: string }).kind === "option-changed"),
  );
  expect(counts.map(({ length }) => length)).toEqual([500, 500, 200, 0]);
  expect(run(true)).toEqual(events);
});
