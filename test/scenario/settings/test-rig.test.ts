import type { Command } from "@candor/domain/commands/commands";
import { NEWEST_RULES } from "@candor/domain/rules";
import type { PriceE8, Units } from "@candor/money/brand";
import { expect, test } from "vitest";
import { plain, SECOND, usdt } from "../../support/scenario/exchange-world.ts";
import { PERPETUAL, PerpetualWorld, SPOT_MARKET } from "../../support/scenario/perpetual-world.ts";

const MINUTE = 60 * SECOND;
/** Its source may not move the index by more than 5 % at once. */
const CAUTIOUS = { sourceStepPpm: 50_000 };

/** A test rig with two traders. */
const rig = (): PerpetualWorld =>
  new PerpetualWorld({}, NEWEST_RULES, CAUTIOUS, true).user("ana", "5000").user("ben", "100000");

const push = (price: number): Command => ({
  kind: "push-index",
  marketId: SPOT_MARKET,
  sourceId: 0,
  priceE8: Math.round(price * 1e8) as PriceE8,
});

const setBalance = (world: PerpetualWorld, name: string, amount: string): Command => ({
  kind: "set-balance",
  userId: world.id(name),
  wallet: "contract",
  assetId: 0,
  availableUnits: usdt(amount),
});

const FUNDING: Extract<Command, { kind: "settle-funding-now" }> = {
  kind: "settle-funding-now",
  marketId: PERPETUAL,
};

/** Everything that the treasury has issued, and what all accounts have. */
const treasury = (world: PerpetualWorld): string =>
  plain(world.exchange.systemBalance("sandbox-treasury", 0));

test("RIG-05 an exchange that did not begin as a test rig rejects every command of one, and changes nothing", () => {
  const world = new PerpetualWorld().user("ana", "5000");
  const before = world.exchange.snapshot();
  const commands: readonly Command[] = [
    { kind: "begin-scenario" },
    setBalance(world, "ana", "1"),
    push(50_000),
    FUNDING,
  ];
  for (const command of commands) {
    const { error, events } = world.execute(command);
    expect([command.kind, error, events.length]).toEqual([command.kind, "request.featureOff", 1]);
  }
  expect(world.wallet("ana")).toBe("5000 + 0");
  // Only the number of the last command differs.
  expect(world.exchange.snapshot()).toHaveLength(before.length);
});

test("RIG-05 a test rig is one from its first command on, and only then", () => {
  const world = rig();
  expect(world.exchange.settingsView().settings.find(({ setting }) => setting === "scenario")).toMatchObject({
    seq: 1,
    value: true,
  });
  expect(world.execute({ kind: "begin-scenario" }).error).toBe("request.featureOff");
});

test("RIG-06 a balance is set, the treasury gives or takes the difference, and the sum of all accounts is zero", () => {
  const world = rig();
  expect(treasury(world)).toBe("-105000");
  expect(world.execute(setBalance(world, "ana", "12.5")).error).toBeUndefined();
  expect([world.wallet("ana"), treasury(world)]).toEqual(["12.5 + 0", "-100012.5"]);
  world.execute(setBalance(world, "ana", "20000"));
  expect([world.wallet("ana"), treasury(world)]).toEqual(["20000 + 0", "-120000"]);
  world.limit("ana", "buy", "0.1", 59_000);
  world.execute(setBalance(world, "ana", "0"));
  expect(world.wallet("ana")).toMatch(/^0 \+ [1-9]/);
});

test("RIG-06 wrong users, wallets, assets and amounts are rejected and change nothing", () => {
  const world = rig();
  const good = setBalance(world, "ana", "1") as Extract<Command, { kind: "set-balance" }>;
  const wrong: readonly (readonly [object, string])[] = [
    [{ userId: 99_999 }, "request.parameterError"],
    [{ userId: -1 }, "request.parameterError"],
    [{ wallet: "purse" }, "request.parameterError"],
    [{ assetId: 7 }, "request.parameterError"],
    [{ availableUnits: -1 }, "wallet.amountError"],
    [{ availableUnits: 0.5 }, "wallet.amountError"],
    [{ availableUnits: Number.MAX_SAFE_INTEGER as Units }, "wallet.amountError"],
  ];
  for (const [fields, error] of wrong)
    expect(world.execute({ ...good, ...fields }).error, JSON.stringify(fields)).toBe(error);
  expect([world.wallet("ana"), treasury(world)]).toEqual(["5000 + 0", "-105000"]);
});

test("RIG-07 the index moves at once, however far, and liquidates a position", () => {
  const world = rig();
  world.leverage("ana", 20);
  world.limit("ben", "sell", "1", 60_000);
  world.place("ana", "buy", "1");
  expect(world.position("ana")).toContain("1 for 60000");
  // An ordinary source is not believed that far.
  world.execute({
    kind: "observe-price",
    marketId: SPOT_MARKET,
    sourceId: 0,
    priceE8: 5_000_000_000_000 as PriceE8,
    observedAtMs: world.timeMs,
  });
  expect(world.position("ana")).toContain("1 for 60000");
  expect(world.execute(push(50_000)).error).toBeUndefined();
  for (let command = 0; command < 5; command++) world.execute({ kind: "advance-time" });
  expect(world.position("ana")).toBe("none");
  expect(world.eventsOf("liquidation-step").length).toBeGreaterThan(0);
  // Nobody buys, and the fund is empty: Ben's winning side is closed against her at her bankruptcy price.
  expect(world.eventsOf("liquidation-step").map(({ method }) => method)).toEqual(["orders", "adl"]);
  expect([world.position("ben"), world.wallet("ana"), world.wallet("ben")]).toEqual([
    "none",
    "1970 + 0",
    "102988 + 0",
  ]);
  for (const wrong of [
    { marketId: PERPETUAL },
    { marketId: 9 },
    { sourceId: -1 },
    { priceE8: 0 },
    { priceE8: Number.MAX_SAFE_INTEGER },
  ])
    expect(world.execute({ ...push(50_000), ...wrong } as Command).error).toBe("request.parameterError");
});

test("RIG-08 funding is settled now, between the same traders, and the next one is due when it was", () => {
  const world = rig();
  world.limit("ben", "sell", "1", 60_000);
  world.place("ana", "buy", "1");
  world.wait(2 * MINUTE, 60_000);
  const dueAtMs = world.eventsOf("mark-changed").at(-1)?.nextFundingAtMs;
  expect(world.eventsOf("funding-settled")).toEqual([]);
  expect(world.execute(FUNDING).error).toBeUndefined();
  world.execute({ kind: "advance-time" });
  const [settled] = world.eventsOf("funding-settled");
  expect(settled).toMatchObject({ marketId: PERPETUAL, round: 1, ratePpm: 100, dueAtMs: world.timeMs });
  const paid = world.eventsOf("funding-paid").map(({ userId, amountUnits }) => [userId, plain(amountUnits)]);
  expect(paid).toEqual([
    [world.id("ben"), "6"],
    [world.id("ana"), "-6"],
  ]);
  expect(world.eventsOf("mark-changed").at(-1)?.nextFundingAtMs).toBe(dueAtMs);
  expect(world.execute({ ...FUNDING, marketId: SPOT_MARKET }).error).toBe("request.parameterError");
});
