import { type BenchResult, nanosecondsEach, runBench } from "./harness.ts";
import { MIDDLE_TICKS, PerpetualAccounts } from "./perpetual-accounts.ts";

const SIZES = [1_000, 10_000, 100_000] as const;
/** Accounts at a hundred times, which a move of half a percent would liquidate; as many in every size. */
const AT_RISK = 100;
const LOTS = 100;
const TICKS = 2_000;
/** The index goes to and fro within a thousandth. */
const REACH_TICKS = 100;

/**
 * What a second costs in which the index and the mark move, by the number of accounts with an open position, as many of
 * them at risk in every size: against the smallest size in the same run. Nobody is liquidated, so that what is measured
 * is finding out that nobody has to be.
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

/** Pairs of a long and a short position, the first of them near their liquidation. */
function opened(accounts: number): PerpetualAccounts {
  const world = new PerpetualAccounts();
  for (let n = 0; n < accounts; n += 2) {
    const leverage = n < AT_RISK ? 100 : 20;
    const seller = world.open(1_500, leverage, n < AT_RISK ? "isolated" : "cross");
    const buyer = world.open(1_500, leverage, n < AT_RISK ? "isolated" : "cross");
    // Accounts do not come in at one price, so that they do not wait at one price.
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
