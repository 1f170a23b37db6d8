import type { Command } from "@candor/domain/commands/commands";
import type { Executed } from "@candor/domain/events/events";
import { expect, test } from "vitest";
import { type Outcome } from "../../support/scenario/exchange-world.ts";
import { PERPETUAL, PerpetualWorld } from "../../support/scenario/perpetual-world.ts";

/** Ana is long one bitcoin at 60,000 with 5 % margin, and there is a bid for all of it. */
function opened(): PerpetualWorld {
  const world = new PerpetualWorld().user("ana", "10000").user("ben", "100000");
  world.limit("ben", "sell", "1", 60_000);
  world.place("ana", "buy", "1");
  world.limit("ben", "buy", "2", 59_990);
  return world;
}

const replayed = ({ error, events }: Outcome): number | string =>
  error ?? (events[0] as Executed).replayedSeq;

/** Executes a command twice: the repetition returns the first result, whatever it would do now, and changes nothing. */
function saysTwice(world: PerpetualWorld, command: Command): void {
  expect(world.execute(command).error).toBeUndefined();
  const seq = world.exchange.lastSeq;
  const before = [world.wallet("ana"), world.position("ana"), world.view("ana")];
  expect(replayed(world.execute(command))).toBe(seq);
  expect([world.wallet("ana"), world.position("ana"), world.view("ana")]).toEqual(before);
}

test("CORE-07 leverage, margin and protection resent with their key are set once; with other terms they are a conflict", () => {
  const world = opened();
  const userId = world.id("ana");
  const ana = { userId, marketId: PERPETUAL } as const;
  const leverage = { ...ana, kind: "set-leverage", leverage: 10, marginMode: "", key: "l" } as const;
  saysTwice(world, leverage);
  expect(world.wallet("ana")).toBe("3970 + 6000");
  // It was 10 and is now 20; the repetition does not restore 10.
  world.leverage("ana", 20);
  expect(replayed(world.execute(leverage))).toBeGreaterThan(0);
  expect(world.view("ana").leverage).toBe(20);

  const margin = {
    ...ana,
    kind: "move-margin",
    direction: "add",
    amountUnits: 500_000_000 as never,
    key: "m",
  } as const;
  saysTwice(world, margin);
  expect(world.wallet("ana")).toBe("3470 + 6500");

  const protection = {
    ...ana,
    kind: "set-protection",
    takeProfitTicks: 65_000,
    stopLossTicks: 55_000,
    triggerBy: "mark",
    key: "p",
  } as const;
  saysTwice(world, protection);

  const others: readonly Command[] = [
    { ...leverage, leverage: 11 },
    { ...leverage, marginMode: "isolated" },
    { ...leverage, marginMode: "cross" },
    { ...margin, direction: "remove" },
    { ...margin, amountUnits: 500_000_001 as never },
    { ...protection, takeProfitTicks: 65_001 },
    { ...protection, stopLossTicks: 55_001 },
    { ...protection, stopLossTicks: -1 },
    { ...protection, triggerBy: "last" },
    { ...margin, key: "l" },
    { ...protection, key: "m" },
    { ...leverage, key: "p" },
  ];
  expect(others.map((other) => world.execute(other).error)).toEqual(others.map(() => "request.keyConflict"));
  expect(world.wallet("ana")).toBe("3470 + 6500");
  expect(world.view("ana")).toMatchObject({ leverage: 20, takeProfitTicks: 65_000, stopLossTicks: 55_000 });
});

test("CORE-07 a close resent with its key closes once, for one position and for all", () => {
  const world = opened();
  const userId = world.id("ana");
  const part = {
    kind: "close-position",
    userId,
    marketId: PERPETUAL,
    quantityLots: 300,
    priceTicks: 0,
    key: "c",
  } as const;
  saysTwice(world, part);
  expect(world.position("ana")).toMatch(/^0\.7 for 42000, margin 2100,/);
  // 10,000 − 30; 3 lost and a fee of 8.9985.
  expect(world.wallet("ana")).toBe("7858.0015 + 2100");
  const others: readonly Command[] = [
    { ...part, quantityLots: 301 },
    { ...part, priceTicks: 60_000 },
    { kind: "close-all-positions", userId, marketId: PERPETUAL, key: "c" },
  ];
  expect(others.map((other) => world.execute(other).error)).toEqual(others.map(() => "request.keyConflict"));

  const all = { kind: "close-all-positions", userId, marketId: -1, key: "a" } as const;
  expect(world.execute(all).error).toBeUndefined();
  const seq = world.exchange.lastSeq;
  expect(world.position("ana")).toBe("none");
  // The repetition does not apply to a new position.
  world.place("ana", "sell", "0.1");
  expect(replayed(world.execute(all))).toBe(seq);
  expect(replayed(world.execute({ ...all, marketId: PERPETUAL }))).toBe("request.keyConflict");
  expect(world.position("ana")).toMatch(/^-0\.1 for 5999,/);
  // 7 lost, fees of 20.9965 and 2.9995; 5 % of 5,999 is margin.
  expect(world.wallet("ana")).toBe("9627.0555 + 299.95");
});
