import { type BenchResult, nanosecondsEach, runBench } from "./harness.ts";
import { MIDDLE_TICKS, PerpetualAccounts } from "./perpetual-accounts.ts";

const SIZES = [1_000, 10_000, 100_000] as const;
/** Accounts at 100× that a move of 0.5% would liquidate; the same number in every size. */
const AT_RISK = 100;
const LOTS = 100;
const TICKS = 2_000;
/** The index oscillates within 0.1%. */
const REACH_TICKS = 100;

/**
 * Cost of a second in which index and mark price move, by the number of accounts with an open position, with the same
 * number at risk in every size: relative to the smallest size in the same run. Nobody is liquidated, so the bench
 * measures the check itself.
 */
export async function* perpetualMarkTick(): AsyncGenerator<BenchResult> {
  const smallest = opened(SIZES[0]);
  const peer = { name: `${count(SIZES[0])} accounts`, measure: () => measure(smallest) };
  for (const size of SIZES) {
    const world = size === SIZES[0] ? smallest : opened(size);
    yield await runBench({
      name: `mark tick, ${count(size)} accounts, ${AT_RISK} at risk`,
      unit: "ns/tick",
      better: "lower",
      measure: () => measure(world),
      peer,
      bar: 0.5,
    });
  }
}

const count = (accounts: number): string => accounts.toLocaleString("en-US");

/** Pairs of a long and a short position, the first of them near liquidation. */
function opened(accounts: number): PerpetualAccounts {
  const world = new PerpetualAccounts();
  for (let n = 0; n < accounts; n += 2) {
    const leverage = n < AT_RISK ? 100 : 20;
    const seller = world.open(1_500, leverage, n < AT_RISK ? "isolated" : "cross");
    const buyer = world.open(1_500, leverage, n < AT_RISK ? "isolated" : "cross");
    // Accounts open at different prices, so that their triggers differ.
    const price = MIDDLE_TICKS + (n % 200) - 100;
    world.order(seller, "sell", LOTS, n < AT_RISK ? MIDDLE_TICKS : price);
    world.order(buyer, "buy", LOTS, n < AT_RISK ? MIDDLE_TICKS : price);
  }
  return world;
}

function measure(world: PerpetualAccounts): number {
  const nanoseconds = nanosecondsEach(TICKS, () => {
    for (let n = 0; n < TICKS; n++) {
      world.timeMs += 1_000;
      const step = n % (REACH_TICKS * 4);
      world.observe(MIDDLE_TICKS + Math.abs(step - REACH_TICKS * 2) - REACH_TICKS);
    }
  });
  if (world.steps > 0) throw new Error("somebody was liquidated");
  return nanoseconds;
}
