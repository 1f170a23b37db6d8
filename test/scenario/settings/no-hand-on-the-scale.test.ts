import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { COMMAND_KINDS, type Command, type CommandKind } from "@candor/domain/commands/commands";
import { LIMITS } from "@candor/domain/limits";
import { NEWEST_RULES } from "@candor/domain/rules";
import type { Units } from "@candor/money/brand";
import { LIVE_RISK_RULES } from "@candor/server/custody/withdrawals/withdrawal-rules";
import { expect, test } from "vitest";
import { contractOn } from "../../../packages/simulator/src/contracts-workload.ts";
import { WORKLOAD_LEVER } from "../../../packages/simulator/src/lever-workload.ts";
import type { Outcome } from "../../support/scenario/exchange-world.ts";
import { OptionWorld, TERMS } from "../../support/scenario/option-world.ts";
import { MARKET } from "../../support/scenario/spot-world.ts";

const ANA = LIMITS.firstUserId;
const BEN = ANA + 1;
const HASH = `0x${"ab".repeat(32)}`;
const ADDRESS = `0x${"cd".repeat(20)}`;

const order = {
  userId: ANA,
  marketId: 0,
  side: "buy",
  type: "market",
  timeInForce: "gtc",
  selfTrade: "expire-taker",
  quantityLots: 2,
  quoteUnits: 0,
  priceTicks: 0,
  stopTicks: 0,
  trailingPpm: 0,
  key: "",
} as const;
const contractOrder = {
  triggerBy: "mark",
  reduceOnly: false,
  leverage: 5,
  takeProfitTicks: 0,
  stopLossTicks: 0,
};

const CORRECTION = {
  proposalId: 1,
  userId: ANA,
  wallet: "main",
  assetId: 0,
  account: "fees",
  reason: "a test",
  proposedBy: "ann",
  confirmedBy: "bob",
} as const;

/** Who can cause a command. */
type Origin = "user" | "operator" | "chain" | "clock" | "prices";

/**
 * Every command by origin, with the ways it could try to influence an open option. A new kind does not compile without
 * a row.
 */
const EVERY: Readonly<Record<CommandKind, readonly [Origin, ...object[]]>> = {
  "list-asset": ["operator", { asset: { symbol: "ETH", name: "Ether", scale: 8, minTransfer: "1" } }],
  "list-market": [
    "operator",
    { market: { ...MARKET, tick: "100" }, minSources: 1 },
    { market: { ...MARKET, symbol: "BTCUSD2" }, minSources: 2 },
  ],
  "set-market-status": [
    "operator",
    { marketId: 0, status: "halted" },
    { marketId: 0, status: "cancel-only" },
    { marketId: 0, status: "trading" },
  ],
  "open-account": ["user", { userId: ANA, role: "labelled" }, { userId: BEN + 9, role: "trader" }],
  "freeze-account": [
    "operator",
    { userId: ANA, wallet: "option", isFrozen: true },
    { userId: ANA, wallet: "coin", isFrozen: true },
  ],
  "advance-time": ["clock", {}],
  "observe-price": ["prices", { marketId: 0, sourceId: 3, priceE8: 1, observedAtMs: 0 }],
  deposit: ["user", { userId: BEN, assetId: 0, amountUnits: 5_000_000, origin: "faucet", key: "" }],
  transfer: [
    "user",
    { userId: ANA, assetId: 0, from: "option", to: "main", amountUnits: 2_000_000, key: "" },
  ],
  "place-order": ["user", { ...order, kind: "place-order" }],
  "place-iceberg": [
    "user",
    { ...order, kind: "place-iceberg", type: "limit", priceTicks: 990, visibleLots: 1 },
  ],
  "place-again": [
    "user",
    { userId: ANA, marketId: 0, requestMs: 1, order: { ...order, kind: "place-order", key: "anew" } },
  ],
  "replace-order": [
    "user",
    { userId: ANA, marketId: 0, orderId: 1, requestMs: 0, order: { ...order, kind: "place-order" } },
  ],
  "change-price": ["user", { userId: ANA, marketId: 0, orderId: 1, priceTicks: 990, stopTicks: 0, key: "" }],
  "modify-order": ["user", { userId: ANA, marketId: 0, orderId: 1, quantityLots: 100, priceTicks: 990 }],
  "place-list": [
    "user",
    {
      ...order,
      above: { type: "stop-market", timeInForce: "gtc", priceTicks: 0, stopTicks: 1_010, key: "" },
      below: { type: "take-profit-market", timeInForce: "gtc", priceTicks: 0, stopTicks: 990, key: "" },
    },
  ],
  "place-oto": [
    "user",
    {
      userId: ANA,
      marketId: 0,
      key: "",
      working: { ...order, kind: "place-order", type: "limit", priceTicks: 990 },
      pending: [{ ...order, kind: "place-order", side: "sell" }],
    },
  ],
  "place-oco": ["user", { ...order, priceTicks: 990, stopTicks: 1_010, stopLimitTicks: 0 }],
  "cancel-order": ["user", { userId: ANA, orderId: 1, key: "" }, { userId: ANA, orderId: 0, key: "opt-1" }],
  "cancel-all": ["user", { userId: ANA, marketId: -1, key: "" }],
  "reduce-order": ["user", { userId: ANA, orderId: 1, quantityLots: 1, key: "" }],
  "credit-deposit": [
    "chain",
    { userId: BEN, assetId: 0, amountUnits: 9, chainIndex: 0, txHash: HASH, logIndex: 1, key: "" },
  ],
  "request-withdrawal": [
    "user",
    {
      userId: ANA,
      assetId: 0,
      chainIndex: 0,
      address: ADDRESS,
      amountUnits: 2_000_000,
      feeUnits: 1,
      needsReview: false,
      key: "",
    },
  ],
  "advance-withdrawal": ["operator", { withdrawalId: 1, status: "approved", txHash: "" }],
  "settle-withdrawal": ["operator", { withdrawalId: 1, outcome: "returned", txHash: "", reason: "no" }],
  "list-contract": ["operator", { contract: contractOn(MARKET), minSources: 1 }],
  "place-contract-order": ["user", { ...order, ...contractOrder, marketId: 1 }],
  "place-contract-terms": [
    "user",
    {
      ...order,
      ...contractOrder,
      kind: "place-contract-terms",
      marketId: 1,
      expiresAtMs: 2_000_000_000_000,
      closesPosition: false,
      priceProtect: false,
    },
  ],
  "set-protection": [
    "user",
    { userId: ANA, marketId: 1, takeProfitTicks: 0, stopLossTicks: 0, triggerBy: "index", key: "" },
  ],
  "close-position": ["user", { userId: ANA, marketId: 1, quantityLots: 0, priceTicks: 0, key: "" }],
  "close-all-positions": ["user", { userId: ANA, marketId: -1, key: "" }],
  "set-leverage": ["user", { userId: ANA, marketId: 1, leverage: 3, marginMode: "", key: "" }],
  "move-margin": ["user", { userId: ANA, marketId: 1, direction: "add", amountUnits: 1, key: "" }],
  "set-position-mode": ["user", { userId: ANA, dual: true, key: "" }],
  "endow-pool": [
    "operator",
    { pool: "option-pool", assetId: 0, totalUnits: 1 },
    { pool: "option-pool", assetId: 0, totalUnits: 5_000_000_000 },
  ],
  "set-mining-plan": [
    "operator",
    {
      planId: 0,
      plan: {
        name: "M",
        asset: "USDT",
        price: "10",
        totalOutput: "11",
        durationDays: 30,
        hashRateGhs: 1,
        stock: 1,
        limitPerUser: 1,
        refundPpm: 500_000,
      },
    },
  ],
  "buy-miners": ["user", { userId: ANA, planId: 0, quantity: 1, key: "" }],
  "claim-mining": ["user", { userId: ANA, minerId: 0, key: "" }],
  "recycle-miner": ["user", { userId: ANA, minerId: 1, expectedRefundUnits: 0, key: "" }],
  convert: [
    "user",
    {
      userId: ANA,
      wallet: "main",
      fromAssetId: 0,
      toAssetId: 1,
      fromUnits: 1_010_000_000,
      toUnits: 1,
      legs: [{ marketId: 0, side: "buy", quantityLots: 100 }],
      expiresAtMs: Number.MAX_SAFE_INTEGER,
      key: "",
    },
  ],
  "set-option-terms": [
    "operator",
    { terms: { ...TERMS, offers: [] } },
    {
      terms: {
        ...TERMS,
        minStake: "50",
        userCap: "60",
        poolCap: "60",
        offers: [{ symbol: "BTCUSDT", durations: [{ durationSeconds: 60, payoutPpm: 10_000 }] }],
      },
    },
  ],
  "place-option": [
    "user",
    {
      userId: BEN,
      marketId: 0,
      direction: "down",
      stakeUnits: 100_000_000 as Units,
      durationSeconds: 60,
      minPayoutPpm: 0,
      key: "",
    },
    {
      userId: ANA,
      marketId: 0,
      direction: "down",
      stakeUnits: 5_000_000 as Units,
      durationSeconds: 120,
      minPayoutPpm: 0,
      key: "",
    },
  ],
  "begin-scenario": ["operator", {}],
  "set-balance": [
    "operator",
    { userId: ANA, wallet: "option", assetId: 0, availableUnits: 0 },
    { userId: ANA, wallet: "option", assetId: 0, availableUnits: 500_000_000 },
  ],
  "push-index": [
    "operator",
    { marketId: 0, sourceId: 0, priceE8: 120_000_000_000 },
    { marketId: 0, sourceId: 1, priceE8: 80_000_000_000 },
  ],
  "settle-funding-now": ["operator", { marketId: 0 }],
  "set-inviter": ["user", { userId: ANA, inviterId: BEN }],
  "correct-balance": [
    "operator",
    { ...CORRECTION, wallet: "option", amountUnits: -1_000_000 },
    { ...CORRECTION, proposalId: 2, wallet: "option", amountUnits: 1_000_000, account: "outside-world" },
    { ...CORRECTION, proposalId: 3, amountUnits: 1_000_000, account: "option-pool" },
  ],
  "set-market-fees": ["operator", { marketId: 0, makerFeePpm: 0, takerFeePpm: 900_000 }],
  "set-lever-terms": ["operator", { marketId: 0, lever: WORKLOAD_LEVER }],
  "set-funding-terms": ["operator", { marketId: 0, interestPpm: 0, fundingCapPpm: 500 }],
  "set-withdrawal-fee": ["operator", { chain: "evm-1", assetId: 0, fee: "5" }],
  "adopt-rules": ["operator", { version: 0 }, { version: NEWEST_RULES }],
  "note-stores": [
    "operator",
    { stores: [{ store: "chat", generation: 1, records: 1, hash: "", first: "" }] },
  ],
  // While held, no price is accepted: that corresponds to silent sources, and operators cannot hold the clock.
  "hold-clock": ["clock", { isHeld: false, deviationMs: 0 }, { isHeld: false, deviationMs: -3_600_000 }],
  "announce-setting": [
    "operator",
    {
      command: { kind: "set-referral-rate", ratePpm: 500_000 },
      proposalId: 1,
      reason: "tariff of May",
      proposedBy: "ann",
      confirmedBy: "bob",
    },
  ],
  "withdraw-announcement": ["operator", { setting: "option-terms" }],
  "set-site": ["operator", { isOpen: false, message: "closed" }],
  "set-withdrawal-rules": ["operator", { rules: LIVE_RISK_RULES }],
  "set-referral-rate": ["operator", { ratePpm: 0 }, { ratePpm: 1_000_000 }],
  "list-lever": ["operator", { marketId: 0, lever: WORKLOAD_LEVER }],
  "place-lever-order": ["user", { ...order, effect: "borrow", leverage: 0 }],
  "repay-loan": ["user", { userId: ANA, marketId: 0, assetId: 0, amountUnits: 0, key: "" }],
  "move-lever-funds": [
    "user",
    { userId: ANA, marketId: 0, assetId: 0, direction: "in", amountUnits: 1_000_000, key: "" },
  ],
};

/** When the interference happens: before the strike, between, in the window, at the expiry. */
const MOMENTS = [0.2, 30, 58, 59.999, 60] as const;

interface Ending {
  readonly ticks: readonly string[];
  readonly options: readonly string[];
  readonly postings: readonly string[];
}

/** Runs Ana's two options from sale to end, with commands inserted at one moment. */
function runDay(interfere?: { readonly moment: number; readonly commands: readonly Command[] }): Ending {
  const world = new OptionWorld().user("ana", "100").user("ben", "200");
  world.observe(1_000);
  world.buy("ana", "up", "20", 60, { key: "opt-1" });
  world.buy("ana", "down", "10", 60, { key: "opt-2" });
  const ending = { ticks: [] as string[], options: [] as string[], postings: [] as string[] };
  const note = ({ events }: Outcome): void => {
    for (const event of events) {
      if (event.kind === "option-ticked") ending.ticks.push(`${event.marketId} ${event.priceE8}`);
      if (event.kind === "option-changed" && event.optionId <= 2) {
        const { acceptedSeq: _a, strikeSeq: _s, firstTickSeq: _f, lastTickSeq: _l, ...told } = event;
        ending.options.push(JSON.stringify(told));
      }
      if (event.kind === "funds-posted" && event.userId === ANA && event.record.startsWith("option-"))
        if (event.refId <= 2) ending.postings.push(`${event.record} ${event.amountUnits} ${event.refId}`);
    }
  };
  const script: readonly (readonly [number, number])[] = [
    [0.5, 1_000],
    [29, 1_020],
    [57.5, 1_001],
    [58.5, 1_002],
    [59, 1_003],
  ];
  const steps = script.map(([at, price]) => ({ at, run: () => note(world.observe(price)) }));
  const { moment = 60, commands = [] } = interfere ?? {};
  steps.push({ at: moment, run: () => commands.forEach((command) => note(world.execute(command))) });
  for (const { at, run } of steps.sort((a, b) => a.at - b.at)) {
    world.at(at);
    run();
  }
  world.at(60);
  note(world.advance());
  return ending;
}

const UNTOUCHED = runDay();

test("OPT-03 no command of any role changes a tick, an outcome or a payout of an open option", () => {
  expect(UNTOUCHED.options.at(-1)).toContain("lost");
  expect(UNTOUCHED.postings).toEqual(["option-payout 37000000 1"]);
  let tried = 0;
  for (const kind of COMMAND_KINDS) {
    const [origin, ...variants] = EVERY[kind];
    if (origin === "prices") continue;
    for (const fields of variants)
      for (const moment of MOMENTS) {
        const command = { ...fields, kind } as unknown as Command;
        expect(runDay({ moment, commands: [command] }), `${kind} of a ${origin} at ${moment} s`).toEqual(
          UNTOUCHED,
        );
        tried++;
      }
  }
  expect(tried).toBeGreaterThan(COMMAND_KINDS.length * 4);
});

test("OPT-03 all operator actions, together and at once, change nothing either", () => {
  const commands = COMMAND_KINDS.flatMap((kind) => {
    const [origin, ...variants] = EVERY[kind];
    return origin === "operator" ? variants.map((fields) => ({ ...fields, kind }) as unknown as Command) : [];
  });
  for (const moment of MOMENTS) expect(runDay({ moment, commands }), `at ${moment} s`).toEqual(UNTOUCHED);
});

test("OPT-03 the check detects an input that does decide: a source's price", () => {
  const observation = {
    kind: "observe-price",
    marketId: 0,
    sourceId: 0,
    priceE8: 99_000_000_000,
    observedAtMs: 0,
  };
  const commands = [observation, observation, observation, observation].map(
    (one, n) => ({ ...one, observedAtMs: 1_767_225_658_000 + n }) as unknown as Command,
  );
  expect(runDay({ moment: 58.1, commands })).not.toEqual(UNTOUCHED);
});

/** Returns the server files that create this kind of command. */
function makersOf(kind: CommandKind): readonly string[] {
  const root = path.resolve(import.meta.dirname, "../../../apps/server/src");
  return globSync("**/*.ts", { cwd: root, exclude: ["**/*.test.ts"] })
    .filter((file) => readFileSync(path.join(root, file), "utf8").includes(`kind: "${kind}"`))
    .sort();
}

test("OPT-03 in the server only the price service reports prices, and only the founding and operators' settings set terms and endow", () => {
  expect(makersOf("observe-price")).toEqual(["market/prices/price-service.ts"]);
  const setters = ["config/initialize-exchange.ts", "operators/settings/setting-forms.ts"];
  expect(makersOf("set-option-terms")).toEqual(setters);
  expect(makersOf("endow-pool")).toEqual(setters);
});
