import { RULES } from "@candor/domain/rules";
import { expect, test } from "vitest";
import { usdt } from "../../support/scenario/exchange-world.ts";
import { OptionWorld, outcomeOf, TERMS } from "../../support/scenario/option-world.ts";

test("OPT-05 a winner gets stake and income out of the escrow, a loser's stake goes to the pool, with every balance emitted", () => {
  const world = new OptionWorld().user("ana", "100").user("ben", "100");
  world.observe(1_000);
  const bought = world.buy("ana", "up", "20");
  expect(bought.error).toBeUndefined();
  expect(bought.options[0]).toMatchObject({
    optionId: 1,
    status: "accepted",
    cause: "accepted",
    incomeUnits: usdt("17"),
    strikeSeq: 0,
    expiresAtMs: world.timeMs + 60_000,
  });
  world.buy("ben", "down", "10");
  expect(world.wallet("ana")).toBe("80");
  expect(world.wallet("ben")).toBe("90");
  expect(world.pool).toBe("974.5 | 55.5");

  // The strike is the next tick, even if the index did not change.
  const struck = world.at(0.4).observe(1_000);
  expect(struck.options.map(({ cause, strikeE8 }) => [cause, strikeE8])).toEqual([
    ["struck", 100_000_000_000],
    ["struck", 100_000_000_000],
  ]);
  world.at(58).observe(1_010);
  expect(world.at(59.999).advance().options).toEqual([]);
  const settled = world.at(60).advance();
  expect(settled.options.map(outcomeOf)).toEqual(["won 1000 → 1010 pays 37", "lost 1000 → 1010 pays 0"]);
  expect(settled.events.filter(({ kind }) => kind === "funds-posted")).toMatchObject([
    { record: "option-payout", amountUnits: usdt("37"), afterUnits: usdt("117"), refId: 1 },
  ]);
  expect(world.wallet("ana")).toBe("117");
  expect(world.wallet("ben")).toBe("90");
  expect(world.pool).toBe("993 | 0");
});

test("OPT-05 the settlement price is the median of the last three seconds: from their first millisecond on, and before the expiry", () => {
  const world = new OptionWorld().user("ana", "100");
  world.observe(1_000);
  world.buy("ana", "up", "20");
  world.at(1).observe(1_000);
  world.at(56.999).observe(5_000);
  world.at(57).observe(1_004);
  world.at(58).observe(1_001);
  world.at(59.999).observe(1_010);
  // A tick exactly at the expiry is too late.
  const settled = world.at(60).observe(900);
  expect(settled.options.map(outcomeOf)).toEqual(["won 1000 → 1004 pays 37"]);
  expect(settled.options[0]).toMatchObject({ tickCount: 3 });
});

test("OPT-05 of an even number of ticks it is the mean of the middle two, rounded down", () => {
  const world = new OptionWorld().user("ana", "100");
  world.observe(1_000);
  world.buy("ana", "down", "20");
  world.at(1).observe(1_000.00000001);
  world.at(58).observe(1_000.00000001);
  world.at(59).observe(1_000.00000002);
  // The floor is the strike itself.
  expect(world.at(61).advance().options.map(outcomeOf)).toEqual([
    "tied 1000.00000001 → 1000.00000001 pays 20",
  ]);
  expect(world.wallet("ana")).toBe("100");
  expect(world.pool).toBe("1000 | 0");
});

test("OPT-06 without a tick in the window, or without a strike, an option is void; the stake is refunded", () => {
  const world = new OptionWorld().user("ana", "100").user("ben", "100");
  world.observe(1_000);
  world.buy("ana", "up", "20");
  world.at(1).observe(1_000);
  world.at(56.9).observe(1_100);
  expect(world.at(60).advance().options.map(outcomeOf)).toEqual(["void 1000 → 0 pays 20"]);
  expect(world.wallet("ana")).toBe("100");

  // No source reports for a minute: no strike, and no settlement until the index is back.
  world.buy("ben", "up", "20");
  expect(world.at(125).advance().options).toEqual([]);
  const back = world.at(130).observe(1_000);
  expect(back.options.map(outcomeOf)).toEqual(["void 0 → 0 pays 20"]);
  expect(back.options[0]).toMatchObject({ cause: "voided" });
  expect(back.events.filter(({ kind }) => kind === "funds-posted")).toMatchObject([
    { record: "option-refund", amountUnits: usdt("20") },
  ]);
  expect(world.wallet("ben")).toBe("100");
  expect(world.pool).toBe("1000 | 0");
});

test("OPT-06 without an index nothing is sold or settled; once it is back the window's own ticks decide", () => {
  const world = new OptionWorld().user("ana", "100").user("ben", "100");
  world.observe(1_000);
  world.at(1);
  world.buy("ana", "up", "20");
  world.at(2).observe(1_000);
  world.at(58).observe(1_002);
  // The engine is stopped from here on; when it resumes, the source has been silent for too long.
  expect(world.at(70).advance().options).toEqual([]);
  expect(world.buy("ben", "up", "20").error).toBe("trade.marketUnavailable");
  expect(world.at(3_600).advance().options).toEqual([]);
  expect(world.pool).toBe("983 | 37");
  const back = world.at(3_601).observe(5);
  expect(back.options.map(outcomeOf)).toEqual(["won 1000 → 1002 pays 37"]);
});

test("OPT-06 a market halted by the operator sells nothing and settles open options", () => {
  const world = new OptionWorld().user("ana", "100");
  world.observe(1_000);
  world.buy("ana", "up", "20");
  world.at(1).observe(1_000);
  world.execute({ kind: "set-market-status", marketId: 0, status: "halted" });
  expect(world.buy("ana", "up", "20")).toMatchObject({ error: "trade.marketUnavailable", params: [2, 0, 0] });
  world.at(59).observe(990);
  expect(world.at(60).advance().options.map(outcomeOf)).toEqual(["lost 1000 → 990 pays 0"]);
});

test("OPT-06 a restart at any moment of its life changes nothing", () => {
  const runDay = (restarts: boolean): readonly unknown[] => {
    const world = new OptionWorld().user("ana", "100");
    const step = (seconds: number, price: number): readonly unknown[] => {
      if (restarts) world.restart();
      return world.at(seconds).observe(price).events;
    };
    world.observe(1_000);
    world.buy("ana", "up", "20");
    if (restarts) world.restart();
    world.buy("ana", "down", "10", 120);
    return [1, 30, 57, 58, 59.5, 60, 61, 118, 119, 121].flatMap((at, n) => step(at, 1_000 + ((n * 7) % 5)));
  };
  expect(runDay(true)).toEqual(runDay(false));
});

test("OPT-07 rejections have the documented order and their parameters, and nothing moves", () => {
  const world = new OptionWorld("1000", { ...TERMS, maxStake: "100" }).user("ana", "50");
  const ana = world.id("ana");
  expect(world.buy("ana", "up", "20", 60, { marketId: 1 }).error).toBe("trade.invalidParameters");
  expect(world.buy("ana", "up", "20", 60, { userId: 0 }).error).toBe("trade.invalidParameters");
  expect(world.buy("ana", "up", "1", 0).error).toBe("trade.chooseTime");
  const amount = { error: "trade.amountError", params: [usdt("5"), usdt("100"), 1] };
  expect(world.buy("ana", "up", "20.001", 61)).toMatchObject(amount);
  expect(world.buy("ana", "up", "4.99", 61)).toMatchObject(amount);
  expect(world.buy("ana", "up", "100.01", 61)).toMatchObject(amount);
  world.adoptRules(RULES.namedBounds);
  const tooMuch = { error: "trade.amountError", params: [usdt("5"), usdt("100"), 3] };
  expect(world.buy("ana", "up", "100.01", 61)).toMatchObject(tooMuch);
  expect(world.buy("ana", "up", "60", 61).error).toBe("trade.timeError");
  const shown = { minPayoutPpm: 850_001 };
  expect(world.buy("ana", "up", "60", 60, shown)).toMatchObject({
    error: "option.rateChanged",
    params: [850_000, 0, 0],
  });
  // Cancel-only: no index yet.
  expect(world.buy("ana", "up", "60")).toMatchObject({ error: "trade.marketUnavailable", params: [1, 0, 0] });
  world.observe(1_000);
  const freeze = (isFrozen: boolean) =>
    world.execute({ kind: "freeze-account", userId: ana, wallet: "option", isFrozen });
  freeze(true);
  expect(world.buy("ana", "up", "60").error).toBe("account.optionFrozen");
  freeze(false);
  expect(world.buy("ana", "up", "60")).toMatchObject({
    error: "trade.insufficientBalance",
    params: [usdt("50"), 0, 0],
  });
  expect(world.wallet("ana")).toBe("50");
  expect(world.pool).toBe("1000 | 0");
});

test("OPT-07 a frozen option account buys nothing more; open options end and pay into it", () => {
  const world = new OptionWorld().user("ana", "100");
  world.observe(1_000);
  world.buy("ana", "up", "20");
  world.at(1).observe(1_000);
  world.execute({ kind: "freeze-account", userId: world.id("ana"), wallet: "option", isFrozen: true });
  world.at(59).observe(1_001);
  expect(world.at(60).advance().options.map(outcomeOf)).toEqual(["won 1000 → 1001 pays 37"]);
  expect(world.wallet("ana")).toBe("117");
});

test("OPT-07 a used key answers with the first option, and refuses other contents", () => {
  const world = new OptionWorld().user("ana", "100");
  world.observe(1_000);
  const first = world.buy("ana", "up", "20", 60, { key: "web-1" });
  expect(world.buy("ana", "up", "20", 60, { key: "web-1" })).toMatchObject({
    error: undefined,
    replayedSeq: first.seq,
    options: [],
  });
  expect(world.buy("ana", "down", "20", 60, { key: "web-1" }).error).toBe("request.keyConflict");
  expect(world.buy("ana", "up", "20", 120, { key: "web-1" }).error).toBe("request.keyConflict");
  expect(world.wallet("ana")).toBe("80");
});

test("OPT-04 the caps of user, expiry and pool, and the cover, each report the largest acceptable stake", () => {
  const world = new OptionWorld("1300").user("ana", "5000").user("ben", "5000").user("cem", "5000");
  world.observe(1_000);
  // The user's cap: 1,500 open at once.
  expect(world.buy("ana", "up", "1000").error).toBeUndefined();
  const byUser = world.buy("ana", "down", "500.01", 120);
  expect([byUser.error, world.largest(byUser)]).toEqual(["option.capReached", "500"]);
  // The minute's cap: 1,200 of payouts, 850 is used: 350 ÷ 0.85 = 411.76…
  const byExpiry = world.buy("ben", "up", "411.77");
  expect([byExpiry.error, world.largest(byExpiry)]).toEqual(["option.capReached", "411.76"]);
  expect(world.buy("ben", "up", "411.76").error).toBeUndefined();
  const full = world.buy("cem", "up", "5");
  expect([full.error, world.largest(full)]).toEqual(["option.capReached", "0"]);
  // Another minute is below its cap, but the pool has only 1,300 − 850 − 349.996 left: ÷ 0.88 = 113.64…
  const uncovered = world.buy("cem", "up", "113.65", 120);
  expect([uncovered.error, world.largest(uncovered)]).toEqual(["option.noCover", "113.64"]);
  expect(world.buy("cem", "up", "113.64", 120).error).toBeUndefined();
  expect(world.pool).toBe("0.0008 | 2825.3992");
  // Returned amounts are available as cover again.
  world.at(1).observe(1_000);
  world.at(59).observe(999);
  expect(
    world
      .at(60)
      .advance()
      .options.map(({ status }) => status),
  ).toEqual(["lost", "lost"]);
  expect(world.pool).toBe("2611.7568 | 213.6432");
  expect(world.buy("cem", "up", "1000", 120).error).toBeUndefined();
  expect(world.buy("ben", "up", "1000").error).toBeUndefined();
  // The pool's cap: 2,000 of payouts in total, 1,830.0032 is used: 169.9968 ÷ 0.88 = 193.17…
  const byPool = world.buy("ana", "down", "193.18", 120);
  expect([byPool.error, world.largest(byPool)]).toEqual(["option.capReached", "193.17"]);
  expect(world.buy("ana", "down", "193.17", 120).error).toBeUndefined();
});

test("OPT-04 an empty pool sells nothing", () => {
  const world = new OptionWorld("0").user("ana", "100");
  world.observe(1_000);
  const refused = world.buy("ana", "up", "5");
  expect([refused.error, world.largest(refused)]).toEqual(["option.noCover", "0"]);
  expect(world.wallet("ana")).toBe("100");
});

test("OPT-04 new terms apply to new options only; sold ones keep their rate, expiry and cover", () => {
  const world = new OptionWorld().user("ana", "100");
  world.observe(1_000);
  world.buy("ana", "up", "20");
  world.at(1).observe(1_000);
  expect(world.execute({ kind: "set-option-terms", terms: { ...TERMS, offers: [] } }).error).toBeUndefined();
  expect(world.buy("ana", "up", "20").error).toBe("trade.timeError");
  world.restart();
  world.at(59).observe(1_001);
  expect(world.at(60).advance().options.map(outcomeOf)).toEqual(["won 1000 → 1001 pays 37"]);
  const refused = (terms: Partial<typeof TERMS>): string | undefined =>
    world.execute({ kind: "set-option-terms", terms: { ...TERMS, ...terms } }).error;
  const offer = (durationSeconds: number, payoutPpm: number) => ({
    offers: [{ symbol: "BTCUSDT", durations: [{ durationSeconds, payoutPpm }] }],
  });
  for (const wrong of [
    { asset: "XYZ" },
    { minStake: "0" },
    { minStake: "5.001" },
    { maxStake: "4" },
    { userCap: "-1" },
    { offers: [{ symbol: "ETHUSDT", durations: [] }] },
    offer(4, 850_000),
    offer(60, 1_000_001),
    offer(60, 0),
    offer(90_000, 850_000),
  ])
    expect(refused(wrong), JSON.stringify(wrong)).toBe("request.parameterError");
});

test("OPT-07 at each bound there still is one: the least and the greatest stake, the rate that was shown, the whole wallet", () => {
  const world = new OptionWorld("1000", { ...TERMS, maxStake: "100" }).user("ana", "5").user("ben", "100");
  world.observe(1_000);
  const shown = { minPayoutPpm: 850_000 };
  expect(world.buy("ana", "up", "5", 60, shown).error).toBeUndefined();
  expect(world.buy("ben", "down", "100", 60, shown).error).toBeUndefined();
  expect(world.wallet("ana")).toBe("0");
  expect(world.wallet("ben")).toBe("0");
  // 105 staked plus payouts of 89.25.
  expect(world.pool).toBe("910.75 | 194.25");
});

test("OPT-04 the coin of the terms is fixed while any option is open, and may change when none is", () => {
  const world = new OptionWorld().user("ana", "100");
  world.observe(1_000);
  world.buy("ana", "up", "20");
  world.at(1).observe(1_000);
  const inBitcoin = { kind: "set-option-terms", terms: { ...TERMS, asset: "BTC", offers: [] } } as const;
  expect(world.execute(inBitcoin).error).toBe("request.parameterError");
  world.at(59).observe(1_001);
  expect(world.at(60).advance().options.map(outcomeOf)).toEqual(["won 1000 → 1001 pays 37"]);
  expect(world.wallet("ana")).toBe("117");
  expect(world.execute(inBitcoin).error).toBeUndefined();
});

test("OPT-04 capacity below the minimum stake is not offered, and a shown rate below zero counts as none", () => {
  const world = new OptionWorld("3000").user("ana", "5000");
  world.observe(1_000);
  expect(world.buy("ana", "up", "1000").error).toBeUndefined();
  expect(world.buy("ana", "up", "496", 120).error).toBeUndefined();
  // Four of her 1,500 are left, and the minimum is five.
  const refused = world.buy("ana", "up", "5", 120);
  expect([refused.error, world.largest(refused)]).toEqual(["option.capReached", "0"]);
  expect(world.buy("ana", "up", "5", 120, { minPayoutPpm: -1 }).error).toBe("trade.invalidParameters");
  expect(world.wallet("ana")).toBe("3504");
});
