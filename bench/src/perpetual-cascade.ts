import { type BenchResult, figure, quantile } from "./harness.ts";
import { CONTRACT_MARKET, MIDDLE_TICKS, PerpetualAccounts } from "./perpetual-accounts.ts";

const LIQUIDATED = 10_000;
const LOTS = 10;
/** They are liquidated at 981 USDT and bankrupt at 980. */
const LEVERAGE = 50;
const FALLS_TO_TICKS = 98_050;
const BIDS_FROM_TICKS = 98_040;
/** Orders are placed and canceled between two checks of the cascade's progress. */
const CALM_ORDERS = 5_000;
const MICROSECONDS = 1e3;

/**
 * One fall of the index liquidates 10,000 positions while others continue to trade: each of their commands processes
 * part of the cascade, at most fifty steps. Reports the duration of the cascade, and the p99 of an order during it next
 * to that of the same orders in a calm market.
 */
export async function* perpetualCascade(): AsyncGenerator<BenchResult> {
  runCascade();
  const runs = [runCascade(), runCascade(), runCascade()];
  const [first] = runs;
  if (first === undefined) throw new Error("no run");
  const best = runs.reduce((a, b) => (a.milliseconds < b.milliseconds ? a : b), first);
  yield figure(`cascade of ${LIQUIDATED.toLocaleString("en-US")} liquidations`, best.milliseconds, "ms");
  yield figure("  commands that it is spread over", best.commands, "commands");
  yield figure("  order, p50 meanwhile", best.during50, "µs");
  yield figure("  order, p99 meanwhile", best.during99, "µs");
  yield figure("  order, p99 in a calm market", best.calm99, "µs");
}

interface Cascade {
  readonly milliseconds: number;
  readonly commands: number;
  readonly during50: number;
  readonly during99: number;
  readonly calm99: number;
}

function runCascade(): Cascade {
  const world = new PerpetualAccounts();
  const whale = world.open(100_000_000, 5, "cross");
  const trader = world.open(100_000, 5, "cross");
  const users: number[] = [];
  for (let n = 0; n < LIQUIDATED; n++) {
    const user = world.open(30, LEVERAGE, "isolated");
    world.order(whale, "sell", LOTS, MIDDLE_TICKS);
    world.order(user, "buy", LOTS, MIDDLE_TICKS);
    users.push(user);
  }
  // Enough bids for all of them, over fifty prices.
  const bidder = world.open(100_000_000, 5, "cross");
  for (let n = 0; n < 50; n++)
    world.order(bidder, "buy", (LIQUIDATED * LOTS) / 40, BIDS_FROM_TICKS - (n % 25));
  const calm: number[] = [];
  for (let n = 0; n < CALM_ORDERS; n++) calm.push(timedOrder(world, trader));
  const during: number[] = [];
  const start = performance.now();
  world.timeMs += 1_000;
  world.observe(FALLS_TO_TICKS);
  let isUnderWay = true;
  while (isUnderWay) {
    during.push(timedOrder(world, trader));
    isUnderWay = world.steps > 0;
  }
  const milliseconds = performance.now() - start;
  check(world, users);
  return {
    milliseconds,
    commands: during.length * 2 + 1,
    during50: quantile(during, 0.5),
    during99: quantile(during, 0.99),
    calm99: quantile(calm, 0.99),
  };
}

/** Microseconds for a resting order far below; it is canceled again, so its events are those of the cancel. */
function timedOrder(world: PerpetualAccounts, userId: number): number {
  const start = performance.now();
  world.order(userId, "buy", 1, BIDS_FROM_TICKS - 1_000);
  const taken = (performance.now() - start) * MICROSECONDS;
  world.execute({ kind: "cancel-order", userId, orderId: world.lastOrderId, key: "" });
  return taken;
}

function check(world: PerpetualAccounts, users: readonly number[]): void {
  if (world.exchange.sumOf(0) !== 0n) throw new Error(`USDT sums to ${world.exchange.sumOf(0)}`);
  const contract = world.exchange.exchangeView().markets[CONTRACT_MARKET]?.contract;
  if (contract?.openInterestLots !== LIQUIDATED * LOTS) throw new Error("open interest went elsewhere");
  for (let n = 0; n < users.length; n += 97) {
    const [position] = world.exchange.accountView(users[n] as number).contracts?.positions ?? [];
    if (position?.lots !== 0) throw new Error(`user ${users[n]} was not liquidated`);
  }
}
