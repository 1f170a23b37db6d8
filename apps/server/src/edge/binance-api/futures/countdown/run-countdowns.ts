import { Rejected } from "@candor/wire/rejection";
import type { BinancePorts } from "../../binance-ports.ts";
import type { Countdown } from "./countdown-state.ts";

/** Interval for checking countdowns. */
const LOOK_MS = 50;
/** Delay after a failed cancel. */
const RETRY_MS = 1_000;

/** Executes countdowns when they expire, including those that expired while the server was down. */
export function runCountdowns(ports: Pick<BinancePorts, "countdowns" | "door" | "log">): {
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
  const clock = setInterval(() => {
    if (running !== undefined || ports.countdowns.nowMs() < retryAtMs) return;
    const due = ports.countdowns.due();
    if (due.length > 0) running = carryOutAll(due);
  }, LOOK_MS);
  return {
    stop: async () => {
      clearInterval(clock);
      await running;
    },
  };
}

async function carryOut(
  { countdowns, door, log }: Pick<BinancePorts, "countdowns" | "door" | "log">,
  countdown: Countdown,
): Promise<void> {
  const { userId, symbol } = countdown;
  const reply = await door.performFor("cancelAll", { product: "contract", symbol }, userId);
  // A removed contract has no orders.
  if (reply instanceof Rejected)
    log.warn({ userId, symbol, error: reply.error }, "a countdown canceled nothing");
  await countdowns.markExecuted(countdown);
}
