import { RULES } from "@candor/domain/rules";
import { expect, test } from "vitest";
import { SECOND, START_MS } from "../../support/scenario/exchange-world.ts";
import { PERPETUAL, PerpetualWorld } from "../../support/scenario/perpetual-world.ts";

const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

/**
 * Ana is long one bitcoin against Ben, with quotes far above the index, so that the cap sets the rate under old rules.
 */
function held(): PerpetualWorld {
  const world = new PerpetualWorld({ fundingCapPpm: 3_000 }, RULES.boundedMark - 1);
  world.execute({ kind: "set-site", isOpen: true, message: "" });
  world.user("ana", "20000").user("ben", "20000").user("cat", "900000");
  world.leverage("ana", 10);
  world.leverage("ben", 10);
  world.limit("ben", "sell", "1", 60_000);
  world.place("ana", "buy", "1");
  world.limit("cat", "buy", "0.01", 61_000);
  world.limit("cat", "sell", "0.01", 61_100);
  return world;
}

const set = (world: PerpetualWorld, interestPpm: number, fundingCapPpm: number) =>
  world.execute({ kind: "set-funding-terms", marketId: PERPETUAL, interestPpm, fundingCapPpm });

/** Advances to the next fundings, minute by minute around their start and end. */
function rounds(world: PerpetualWorld, count: number): string[] {
  const before = world.eventsOf("funding-settled").length;
  while (world.eventsOf("funding-settled").length < before + count) world.wait(10 * 60 * SECOND, 60_000);
  return world
    .eventsOf("funding-settled")
    .slice(before)
    .map(({ dueAtMs, interestPpm, capPpm, ratePpm }) => {
      const hours = (dueAtMs - START_MS) / HOUR;
      return `${hours} h: ${ratePpm} of at most ${capPpm}, interest ${interestPpm}`;
    });
}

test("OPS-07 funding terms count from the first interval that begins a day after they were announced", () => {
  const world = held();
  world.wait(HOUR, 60_000);
  expect(set(world, 30, 1_000).error).toBeUndefined();
  // Announced at 1 h, effective from 25 h; the first interval to start after that starts at 32 h.
  expect(rounds(world, 5)).toEqual([
    "8 h: 3000 of at most 3000, interest 100",
    "16 h: 3000 of at most 3000, interest 100",
    "24 h: 3000 of at most 3000, interest 100",
    "32 h: 3000 of at most 3000, interest 100",
    "40 h: 1000 of at most 1000, interest 30",
  ]);
  const inForce = world.events.filter(({ kind }) => kind === "funding-terms-set");
  expect(inForce).toEqual([
    { kind: "funding-terms-set", marketId: PERPETUAL, interestPpm: 30, fundingCapPpm: 1_000 },
  ]);
});

test("OPS-07 announced exactly a day before an interval begins they count for it; a newer word replaces one that waits", () => {
  const OLD = "3000 of at most 3000, interest 100";
  const exact = held();
  rounds(exact, 3);
  expect(exact.timeMs).toBe(START_MS + DAY);
  set(exact, 30, 1_000);
  expect(rounds(exact, 4)).toEqual([
    `32 h: ${OLD}`,
    `40 h: ${OLD}`,
    `48 h: ${OLD}`,
    "56 h: 1000 of at most 1000, interest 30",
  ]);

  const replaced = held();
  rounds(replaced, 3);
  set(replaced, 30, 1_000);
  rounds(replaced, 2);
  // At 40 h, before the first announcement takes effect.
  set(replaced, 0, 500);
  expect(rounds(replaced, 4)).toEqual([
    `48 h: ${OLD}`,
    `56 h: ${OLD}`,
    `64 h: ${OLD}`,
    "72 h: 500 of at most 500, interest 0",
  ]);
  expect(replaced.events.filter(({ kind }) => kind === "funding-terms-set")).toHaveLength(1);
});

test("OPS-07 announcing and applying funding terms moves nobody's money, margin, liquidation price or mark", () => {
  const world = held();
  const seen = () => [
    world.position("ana"),
    world.position("ben"),
    world.wallet("ana"),
    world.wallet("ben"),
    world.exchange.exchangeView().markets[PERPETUAL]?.contract?.markTicks,
  ];
  const before = seen();
  const { events } = set(world, 300, 30_000);
  expect(events.map(({ kind }) => kind)).toEqual(["executed", "setting-changed"]);
  expect(seen()).toEqual(before);
});

test("OPS-07 out-of-range funding terms, and terms of an unknown contract, are rejected and change nothing", () => {
  const world = held();
  const before = Buffer.from(world.exchange.snapshot()).length;
  for (const [interestPpm, fundingCapPpm] of [
    [-1, 3_000],
    [301, 3_000],
    [100, 499],
    [100, 30_001],
    [0.5, 3_000],
    [100, Number.NaN],
  ] as const)
    expect(set(world, interestPpm, fundingCapPpm).error).toBe("request.parameterError");
  for (const marketId of [0, 2, -1]) {
    const command = { kind: "set-funding-terms", marketId, interestPpm: 100, fundingCapPpm: 3_000 } as const;
    expect(world.execute(command).error).toBe("request.parameterError");
  }
  expect(world.events.some(({ kind }) => kind === "funding-terms-set")).toBe(false);
  expect(Buffer.from(world.exchange.snapshot()).length).toBe(before);
});
