import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Ticks } from "@candor/money/brand";
import { mulberry32, type RandomSource } from "@candor/simulator/order-flow-random";
import { ContractWorld, type WorldContract } from "@candor/simulator/perpetual-oracle/contract-world";
import { expect, test } from "vitest";
import { recording } from "../../support/feeds/recordings.ts";

/** `CRASH_SEED=123 npx vitest run test/scenario/perpetual/contract-crash.test.ts` repeats a run. */
const seed = Number(process.env["CRASH_SEED"] ?? 7);
const TRADERS = 2_000;
/** Interval of each price, four per recorded five minutes: no price goes stale, and each second has a book sample. */
const TICK_MS = 1_000;

interface Crash {
  readonly name: string;
  readonly file: string;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly contract: WorldContract;
}

const CRASHES: readonly Crash[] = [
  {
    name: "12 and 13 March 2020",
    file: "klines/BCHUSDT-spot-5m-2020-03-01_2020-04-01-CRASH-2020-03-12.csv.gz",
    fromMs: Date.UTC(2020, 2, 12),
    untilMs: Date.UTC(2020, 2, 13, 12),
    contract: { coin: "BCH", tick: "0.01", lot: "0.01", startUsdt: 0 },
  },
  {
    name: "8 to 10 November 2022",
    file: "klines/BTCUSDT-spot-5m-2022-10-25_2022-12-01-FTX.csv.gz",
    fromMs: Date.UTC(2022, 10, 8, 12),
    untilMs: Date.UTC(2022, 10, 10),
    contract: { coin: "BTC", tick: "0.1", lot: "0.0001", startUsdt: 0 },
  },
];

/** Open, the extremes in the order suggested by the bar's direction, close. */
function pathOf(crash: Crash, file: string): number[] {
  const path: number[] = [];
  for (const line of gunzipSync(readFileSync(file)).toString().trim().split("\n").slice(1)) {
    const [time = 0, open = 0, high = 0, low = 0, close = 0] = line.split(",").map(Number);
    if (time < crash.fromMs || time >= crash.untilMs) continue;
    path.push(open, ...(close < open ? [high, low] : [low, high]), close);
  }
  return path;
}

/** A market maker whose quotes thin out and widen as the price moves away. */
class Quotes {
  private readonly world: ContractWorld;
  private readonly userId: number;
  private earlier: number;

  constructor(world: ContractWorld) {
    this.world = world;
    this.userId = world.user(50_000_000);
    this.earlier = world.indexTicks(0);
    // With more leverage its quotes would exceed its tier's limit, and nobody could open a position before the crash.
    const marketId = world.marketOf(0);
    world.must({ kind: "set-leverage", userId: this.userId, marketId, leverage: 5, marginMode: "", key: "" });
  }

  renew(levelUsdt: number): void {
    const { world, userId } = this;
    const index = world.indexTicks(0);
    const run = Math.abs(index - this.earlier) / this.earlier;
    this.earlier = index;
    world.execute({ kind: "cancel-all", userId, key: "", marketId: world.marketOf(0) });
    const lots = Math.max(
      1,
      Math.round((levelUsdt / (1 + run * 4_000) / (world.indexUsdt[0] ?? 1)) * 10_000),
    );
    const inLots = Math.max(1, Math.round(lots * 0.0001 * (1 / Number(world.contracts[0]?.lot ?? 1))));
    for (let level = 1; level <= 4; level++) {
      const away = Math.max(level, Math.round(index * (0.0004 + run * 0.3) * level));
      world.order(userId, 0, "buy", { quantityLots: inLots, priceTicks: (index - away) as Ticks });
      world.order(userId, 0, "sell", { quantityLots: inLots, priceTicks: (index + away) as Ticks });
    }
  }
}

/** Opens 20 to 100 times the balance, usually long. */
function open(world: ContractWorld, userId: number, random: RandomSource): void {
  const leverage = 20 + random.below(81);
  if (random.chance(0.5))
    world.execute({
      kind: "set-leverage",
      userId,
      marketId: world.marketOf(0),
      leverage: 0,
      marginMode: random.chance(0.5) ? "cross" : "isolated",
      key: "",
    });
  const lotUsdt = (world.indexUsdt[0] ?? 1) * Number(world.contracts[0]?.lot ?? 1);
  const worth = (world.audit.walletOf(userId) / 1_000_000) * leverage * (0.3 + random.fraction() * 0.5);
  const quantityLots = Math.floor(worth / lotUsdt);
  if (quantityLots > 0)
    world.order(userId, 0, random.chance(0.7) ? "buy" : "sell", { quantityLots, leverage });
}

function run(crash: Crash, file: string, liquidationFeePpm: number): ContractWorld {
  const random = mulberry32(seed);
  const path = pathOf(crash, file);
  const world = new ContractWorld({
    contracts: [{ ...crash.contract, startUsdt: path[0] ?? 1 }],
    terms: { fundingIntervalMs: 120_000, liquidationFeePpm },
  });
  const quotes = new Quotes(world);
  const traders = Array.from({ length: TRADERS }, () => world.user(20 + random.below(2_000)));
  traders.forEach((userId, n) => {
    if (n % 20 === 0) quotes.renew(4_000_000);
    open(world, userId, random);
  });
  const opened = [...world.audit.openPositions()].length;
  expect(opened).toBeGreaterThan(TRADERS / 2);
  path.forEach((price) => {
    world.timeMs += TICK_MS;
    world.index(0, price);
    quotes.renew(400_000);
    for (let n = 0; n < 4; n++) open(world, traders[random.below(TRADERS)] as number, random);
  });
  expect(world.settle()).toBe(true);
  world.audit.compare(world.exchange);
  return world;
}

for (const crash of CRASHES) {
  const { file, absent } = recording(crash.file);
  if (absent) console.info(`${file} is absent: this crash is skipped`);
  for (const [fund, feePpm] of [
    ["that liquidations fill", 5_000],
    ["that stays empty", 0],
  ] as const) {
    test.skipIf(absent)(
      `PERP-03 MARK-03 ${crash.name}, ${TRADERS} traders at 20 to 100 times, with an insurance fund ${fund}: nobody falls below zero`,
      () => {
        const world = run(crash, file, feePpm);
        const { trades, fundings, steps, insuredLoss, missingFunding } = world.audit;
        const left = world.exchange.systemBalance("insurance", 0);
        const { marks, moved } = world.audit.marks;
        console.info(crash.name, {
          trades,
          fundings,
          ...steps,
          insuredLoss,
          missingFunding,
          left,
          marks,
          moved,
        });
        // The audit of every command is the proof; this checks that there was something to audit.
        expect(steps.orders).toBeGreaterThan(TRADERS / 10);
        expect(steps.book).toBeGreaterThan(TRADERS / 10);
        expect(moved).toBeGreaterThan(0);
        if (feePpm === 0) expect(insuredLoss + left).toBe(0);
        expect(world.audit.atRisk().filter((risk) => world.audit.takersOf(risk).length > 0)).toEqual([]);
      },
      240_000,
    );
  }
}
