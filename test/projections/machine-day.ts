import { readEvents } from "@candor/codec/event-reader";
import { EventWriter } from "@candor/codec/event-writer";
import { Exchange } from "@candor/core/exchange/exchange";
import type { Command } from "@candor/domain/commands/commands";
import type { Units } from "@candor/money/brand";
import type { JournaledCommand } from "@candor/simulator/audited-run";
import { PLAN } from "../support/scenario/mining-world.ts";

/** Of those that buy, claim or release a machine. */
const COMMANDS_PER_MACHINE = 120;
const MACHINE_BUYERS = 6;

/** What sells machines, which the simulator's days do not have. */
export const MACHINE_SETTINGS: readonly Command[] = [
  { kind: "endow-pool", pool: "mining-reserve", assetId: 0, totalUnits: 2_000_000_000_000 as Units },
  {
    kind: "set-mining-plan",
    planId: 0,
    plan: { ...PLAN, price: "0.7", totalOutput: "0.77", stock: 100, limitPerUser: 5 },
  },
];

/** Users get money, buy machines, claim, and release every fourth one. */
function* miningCommands(users: readonly number[]): Generator<Command, never> {
  for (const userId of users) {
    const amountUnits = 5_000_000 as Units;
    yield { kind: "deposit", userId, assetId: 0, amountUnits, origin: "faucet", key: "" };
  }
  for (let n = 0; ; n++) {
    const userId = users[n % users.length] as number;
    yield { kind: "buy-miners", userId, planId: 0, quantity: 1, key: "" };
    yield { kind: "claim-mining", userId: users[(n * 5) % users.length] as number, minerId: 0, key: "" };
    const released = { userId, minerId: n - users.length, expectedRefundUnits: 0, key: "" };
    if (n % 4 === 3) yield { kind: "recycle-miner", ...released };
  }
}

/**
 * The simulator's day with machines: their commands take the places of rejected ones. All others keep their numbers,
 * which are the ids of the orders and withdrawals that later commands name.
 */
export function withMachines(journal: readonly JournaledCommand[]): readonly JournaledCommand[] {
  const users = journal.flatMap(({ command }) =>
    command.kind === "open-account" && command.role === "trader" ? [command.userId] : [],
  );
  const mining = miningCommands(users.slice(0, MACHINE_BUYERS));
  const exchange = new Exchange();
  const out = new EventWriter();
  let added = 0;
  return journal.map((each, index) => {
    out.reset();
    exchange.execute(each.command, index + 1, each.timeMs, out);
    const [executed] = readEvents(out.words, 0, out.length);
    const isRejected = executed?.kind === "executed" && executed.error !== undefined;
    if (!isRejected || index < added * COMMANDS_PER_MACHINE) return each;
    added++;
    return { command: mining.next().value, timeMs: each.timeMs };
  });
}
