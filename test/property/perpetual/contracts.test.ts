import type { AtRisk } from "@candor/simulator/perpetual-oracle/audited-accounts";
import {
  ALL_CONDITIONAL,
  ContractWorkload,
  type WorkloadOptions,
} from "@candor/simulator/perpetual-oracle/contract-workload";
import { ContractWorld, type WorldContract } from "@candor/simulator/perpetual-oracle/contract-world";
import { expect, test } from "vitest";

/** `CONTRACT_SEED=123 npx vitest run test/property/perpetual/contracts.test.ts` repeats a run. */
const seed = Number(process.env["CONTRACT_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const COMMANDS = 40_000;
const HEDGED_COMMANDS = Number(process.env["HEDGED_COMMANDS"] ?? 20_000);
/** Seeds that once failed. */
const KEPT_SEEDS: readonly number[] = [1, 1_412_698_089];
const KEPT_HEDGED_SEEDS: readonly number[] = [39_595, 1_048_139_323, 1_190_579_664];
const MARK_EVERY_MS = 1_000;

const CONTRACTS: readonly WorldContract[] = [
  { coin: "BTC", tick: "0.1", lot: "0.001", startUsdt: 60_000 },
  { coin: "ETH", tick: "0.01", lot: "0.01", startUsdt: 3_000 },
];
const OPTIONS: WorkloadOptions = { users: 40, wholeUsdt: 20_000, stepPpm: 15_000, mostPassesMs: 12_000 };

const HEDGED: WorkloadOptions = { ...OPTIONS, conditional: ALL_CONDITIONAL, hedges: true, stepPpm: 40_000 };

console.info(`contract property tests: CONTRACT_SEED=${seed}`);

/**
 * At rest, nobody who could be taken over is below maintenance; checks every account. A position that found no taker waits
 * for its contract's next mark, a second later, even if somebody could take it over since.
 */
function expectNobodyAtRisk(world: ContractWorld): void {
  if (stuck(world).length > 0) world.timeMs += MARK_EVERY_MS;
  expect(stuck(world)).toEqual([]);
}

/** Those below maintenance, after an update of every index, whom somebody could take over. */
function stuck(world: ContractWorld): AtRisk[] {
  world.contracts.forEach((_, n) => {
    world.index(n);
  });
  expect(world.settle()).toBe(true);
  return world.audit.atRisk().filter((risk) => world.audit.takersOf(risk).length > 0);
}

function walk(drawn: number, commands: number, terms = {}, options = OPTIONS): ContractWorld {
  const world = new ContractWorld({ contracts: CONTRACTS, terms: { fundingIntervalMs: 600_000, ...terms } });
  const workload = new ContractWorkload(world, drawn, options);
  for (let n = 1; n <= commands; n++) {
    workload.step();
    if (n % 1_000 === 0) expectNobodyAtRisk(world);
  }
  world.audit.compare(world.exchange);
  return world;
}

test(`PERP-02 PERP-03 PERP-07 PERP-08 PERP-09 positions sum to zero and every rule holds in ${COMMANDS} random commands (CONTRACT_SEED=${seed})`, () => {
  const world = walk(seed, COMMANDS, {}, { ...OPTIONS, conditional: ALL_CONDITIONAL });
  const { trades, fundings, steps } = world.audit;
  const { takenLots, offeredLots } = world.audit;
  console.info(`seed ${seed}: ${trades} trades, ${fundings} funding payments, liquidation steps`, steps);
  console.info(`the fund took over ${takenLots} lots and offered ${offeredLots} of them on the book`);
}, 240_000);

test(`PERP-03 with an insurance fund that never fills and a jumping index nobody falls below zero either (CONTRACT_SEED=${seed})`, () => {
  const world = new ContractWorld({
    contracts: CONTRACTS,
    terms: { liquidationFeePpm: 0, fundingIntervalMs: 600_000 },
  });
  const workload = new ContractWorkload(world, seed + 1, { ...OPTIONS, stepPpm: 120_000 });
  for (let n = 1; n <= COMMANDS / 2; n++) workload.step();
  world.audit.compare(world.exchange);
  expect(world.exchange.systemBalance("insurance", 0)).toBe(0);
  expect(world.audit.insuredLoss).toBe(0);
  expect(world.audit.steps.adl).toBeGreaterThan(0);
}, 240_000);

test(`PERP-02 PERP-03 positions of hedge mode keep to their side, and every rule holds (CONTRACT_SEED=${seed})`, () => {
  const world = walk(seed + 2, HEDGED_COMMANDS, {}, HEDGED);
  console.info(`seed ${seed}: hedge mode, ${world.audit.trades} trades, steps`, world.audit.steps);
}, 240_000);

// A walk that no longer reaches an event proves nothing about it. Random ones may miss the rarest.
test("PERP-02 the walk of a kept seed reaches every event of contracts", () => {
  const world = walk(1, COMMANDS, {}, { ...OPTIONS, conditional: ALL_CONDITIONAL });
  for (const name of [
    "liquidation orders",
    "liquidation book",
    "funding-paid",
    "funding-closed",
    "order triggered",
    "position leverage",
    "position margin",
    "canceled reduce-only",
    "canceled position-closed",
    "expired fok",
  ])
    expect(world.count(name), name).toBeGreaterThan(0);
  expect(world.audit.trades).toBeGreaterThan(COMMANDS / 20);
  expect(world.audit.marks.moved).toBeGreaterThan(0);
  expect(world.audit.crossSteps).toBeGreaterThan(0);
  expect(world.audit.takenLots).toBeGreaterThan(0);
  expect(world.audit.offeredLots).toBeGreaterThan(0);
}, 120_000);

test.each(KEPT_SEEDS)(
  "PERP-02 the kept seed %i still adds up",
  (kept) => {
    walk(kept, COMMANDS);
  },
  120_000,
);

test.each(KEPT_HEDGED_SEEDS)(
  "PERP-02 the kept seed %i of hedge mode still adds up, and reaches every event of both positions",
  (kept) => {
    const world = walk(kept, HEDGED_COMMANDS, {}, HEDGED);
    for (const name of [
      "set-position-mode",
      "set-position-mode: trade.positionOpen",
      "long liquidated",
      "short liquidated",
      "liquidation book",
      "funding-paid",
      "place-contract-order: trade.reduceOnly",
      "canceled reduce-only",
      "canceled position-closed",
      "expired fok",
    ])
      expect(world.count(name), name).toBeGreaterThan(0);
    expect(world.audit.hedgedPairs).toBeGreaterThan(0);
  },
  120_000,
);
