import { Rejected } from "@candor/wire/rejection";
import { SYSTEM_TIMERS } from "../../../../market/prices/clock.ts";
import type { BinancePorts } from "../../binance-ports.ts";
import { hasEnded, livePlaced } from "../placed-orders.ts";
import type { Countdown } from "./countdown-state.ts";

/** Interval for checking countdowns. */
const LOOK_MS = 50;
/** Delay after a failed cancel. */
const RETRY_MS = 1_000;

type CountdownPorts = Pick<
  BinancePorts,
  "countdowns" | "door" | "engine" | "listings" | "orderLabels" | "log" | "revision" | "timers"
>;

/** Executes countdowns when they expire, including those that expired while the server was down. */
export function runCountdowns(ports: CountdownPorts): {
  stop(): Promise<void>;
} {
  let running: Promise<void> | undefined;
  let retryAtMs = 0;
  const carryOutAll = async (due: readonly Countdown[]) => {
    try {
      for (const countdown of due) await carryOut(ports, countdown);
    } catch (error) {
      retryAtMs = ports.countdowns.nowMs() + RETRY_MS;
      ports.log.error({ err: error }, "a countdown could not be executed yet");
    }
    running = undefined;
  };
  const clock = (ports.timers ?? SYSTEM_TIMERS).every(LOOK_MS, () => {
    if (running !== undefined || ports.countdowns.nowMs() < retryAtMs) return undefined;
    const due = ports.countdowns.due();
    if (due.length > 0) running = carryOutAll(due);
    return running;
  });
  return {
    stop: async () => {
      clock.cancel();
      await running;
    },
  };
}

async function carryOut(ports: CountdownPorts, countdown: Countdown): Promise<void> {
  const { countdowns, log } = ports;
  const { userId, symbol } = countdown;
  const reply =
    ports.revision === "2025" ? await cancelAll(ports, countdown) : await cancelPlaced(ports, countdown);
  // A removed contract has no orders.
  if (reply instanceof Rejected)
    log.warn({ userId, symbol, error: reply.error }, "a countdown canceled nothing");
  await countdowns.markExecuted(countdown);
}

const cancelAll = ({ door }: CountdownPorts, { symbol, userId }: Countdown) =>
  door.performFor("cancelAll", { product: "contract", symbol }, userId);

/** In the API of 2026, untriggered conditional orders stay. Returns the first rejection. */
async function cancelPlaced(
  ports: CountdownPorts,
  { symbol, userId }: Countdown,
): Promise<Rejected | undefined> {
  const market = ports.listings.marketBySymbol(symbol, "contract");
  if (market === undefined) return undefined;
  const orders = await livePlaced(ports, userId, market);
  const replies = await Promise.all(
    orders.map(({ orderId }) => ports.door.performFor("cancel", { orderId }, userId)),
  );
  return replies.find((reply) => reply instanceof Rejected && !hasEnded(reply)) as Rejected | undefined;
}
