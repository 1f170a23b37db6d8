import type { Command } from "@candor/domain/commands/commands";
import type { Lots, Ppm, Ticks, Units } from "@candor/money/brand";
import { exchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { machineFactory } from "@candor/server/engine/runtime/exchange-machine";
import { LocalEngine } from "@candor/server/engine/runtime/local-engine";
import type { ReplayRequest } from "@candor/server/records/projections/start-read-models";
import { observation, orderNumber } from "../support/crash/kill-workload.ts";

export const STARTED_AT_MS = 1_767_225_600_000;
const FIRST_USER = 10_001;
const COMMANDS_AT_ONCE = 7;
/** The workload's first number that is not a cancel-all. */
const FIRST_PLACEMENT = 41;

/** The exchange in this thread, on the test's clock. */
export function engineIn(home: string, clock: () => number, snapshotInterval = 1_000_000) {
  return (replay?: ReplayRequest): Promise<LocalEngine> => {
    const replayed: Promise<void>[] = [];
    const engine = new LocalEngine({
      home: exchangeHome(home),
      factory: machineFactory,
      clock,
      snapshotInterval,
      ...(replay === undefined
        ? {}
        : {
            eventsAfterSeq: replay.eventsAfterSeq,
            onEvents: (batch) => replayed.push(replay.onReplayed(batch)),
          }),
    });
    return Promise.all(replayed).then(() => engine);
  };
}

/** Executes several commands at once, which share a journal frame; one at a time, each would wait for the disk. */
export async function executeAll(engine: LocalEngine, commands: readonly Command[]): Promise<void> {
  for (let at = 0; at < commands.length; at += COMMANDS_AT_ONCE)
    await Promise.all(commands.slice(at, at + COMMANDS_AT_ONCE).map((command) => engine.execute(command)));
}

/** Executes orders `from` to `to` of the workload, with some stops, reductions and repetitions in between. */
export async function work(
  engine: LocalEngine,
  from: number,
  to: number,
  nowMs: () => number,
): Promise<void> {
  const commands: Command[] = [];
  for (let number = from; number < to; number++) {
    if (number % 50 === 0) commands.push(observation(nowMs()));
    const order = orderNumber(number);
    commands.push(order);
    if (number % 17 === 0) commands.push(order);
    if (order.kind !== "place-order") continue;
    if (number % 23 === 0)
      commands.push({ ...order, timeInForce: "ioc", type: "market", priceTicks: 0 as Ticks, key: "" });
    if (number % 29 === 0) {
      const stopTicks = (order.priceTicks + (order.side === "buy" ? 40 : -40)) as Ticks;
      commands.push({
        ...order,
        type: "stop-limit",
        stopTicks,
        trailingPpm: 0 as Ppm,
        quoteUnits: 0 as Units,
        key: "",
      });
    }
  }
  await executeAll(engine, commands);
  for (let userId = FIRST_USER; userId < FIRST_USER + 3; userId++)
    await reduceAndCancel(engine, userId, nowMs());
}

async function reduceAndCancel(engine: LocalEngine, userId: number, nowMs: number): Promise<void> {
  await engine.execute(observation(nowMs));
  const far = { side: "buy", timeInForce: "gtc", priceTicks: 590_000 as Ticks, key: "" } as const;
  const limit = orderNumber(FIRST_PLACEMENT);
  if (limit.kind !== "place-order") throw new Error("no placement");
  const { events } = await engine.execute({ ...limit, ...far, userId });
  const placed = events.find((event) => event.kind === "order-changed");
  if (placed === undefined) throw new Error("nothing placed");
  const { orderId } = placed;
  await engine.execute({ kind: "reduce-order", userId, orderId, quantityLots: 500 as Lots, key: "" });
  await engine.execute({ kind: "cancel-all", userId, marketId: -1, key: "" });
}
