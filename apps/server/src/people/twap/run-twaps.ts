import type { ErrorName } from "@candor/domain/errors/errors";
import { SERVER_KEYS } from "@candor/wire/primitives";
import { type Outcome, Rejected, reject } from "@candor/wire/rejection";
import { SYSTEM_TIMERS, type Timers } from "../../market/prices/clock.ts";
import type { Twap } from "./twap-state.ts";
import { dueAtMs, type SliceResult, type Twaps } from "./twaps.ts";

/** Interval for looking at what is due. */
const LOOK_MS = 250;
/** Delay before an order whose outcome is unknown is sent again, under the same key. */
const RETRY_MS = 1_000;

/** Rejections that concern one slice: the next one may be accepted. All others end the TWAP. */
const PASSING: ReadonlySet<ErrorName> = new Set<ErrorName>([
  "trade.marketUnavailable",
  "trade.priceOutOfBand",
  "trade.amountError",
  "trade.tooManyOrders",
  "request.keyConflict",
]);
/** Nothing is known about the order: it is sent again. */
const UNKNOWN: ReadonlySet<ErrorName> = new Set<ErrorName>([
  "system.unavailable",
  "system.outcomeUnknown",
  "system.failure",
]);

export interface TwapRunnerPorts {
  readonly twaps: Twaps;
  /**
   * Places one slice as the user's ordinary order with this key, with all the checks of the time. The same key twice
   * places one order.
   */
  readonly place: (twap: Twap, key: string) => Promise<Outcome<SliceResult>>;
  /** The lots that a reduce-only TWAP has left to close; 0 if that does not limit its slices, or nothing is left. */
  readonly leftToClose: (twap: Twap) => Promise<number>;
  /** Whether the account exists and is not blocked. */
  readonly mayTrade: (userId: number) => boolean;
  /** Why nobody may place orders now; `undefined` while the site is open. */
  readonly siteClosed: () => Rejected | undefined;
  readonly timers?: Timers | undefined;
  readonly log: { error(details: object, message: string): void };
}

/** Places the slices of all TWAPs when they are due, including one that was in progress when the server stopped. */
export function runTwaps(ports: TwapRunnerPorts): { stop(): Promise<void> } {
  const busy = new Map<number, Promise<void>>();
  const retryAtMs = new Map<number, number>();
  const { twaps } = ports;
  const isDue = (twap: Twap, now: number): boolean =>
    !busy.has(twap.twapId) &&
    (retryAtMs.get(twap.twapId) ?? 0) <= now &&
    (twap.sentLots > 0 || dueAtMs(twap) <= now);
  const carryOut = async (twap: Twap): Promise<void> => {
    try {
      const isKnown = await runSlice(ports, twap);
      if (isKnown) retryAtMs.delete(twap.twapId);
      else retryAtMs.set(twap.twapId, twaps.nowMs() + RETRY_MS);
    } catch (error) {
      retryAtMs.set(twap.twapId, twaps.nowMs() + RETRY_MS);
      ports.log.error({ err: error, twapId: twap.twapId }, "a slice of a TWAP could not be placed yet");
    }
    busy.delete(twap.twapId);
  };
  const clock = (ports.timers ?? SYSTEM_TIMERS).every(LOOK_MS, () => {
    const now = twaps.nowMs();
    const due = [...twaps.running].filter((twap) => isDue(twap, now));
    for (const twap of due) busy.set(twap.twapId, carryOut(twap));
    return busy.size === 0 ? undefined : Promise.all(busy.values());
  });
  return {
    stop: async () => {
      clock.cancel();
      await Promise.all(busy.values());
    },
  };
}

/** @returns false if the order's outcome is unknown */
async function runSlice(
  { twaps, place, leftToClose, mayTrade, siteClosed }: TwapRunnerPorts,
  due: Twap,
): Promise<boolean> {
  if (due.sentLots === 0 && !mayTrade(due.userId)) {
    await twaps.fail(due, reject("user.frozen"));
    return true;
  }
  // A slice that was sent before the site closed is still settled.
  const closed = due.sentLots === 0 ? siteClosed() : undefined;
  const begun = due.sentLots > 0 ? due : await twaps.begin(due, await leftToClose(due));
  if (begun.status !== "running") return true;
  if (closed !== undefined) {
    await twaps.settle(begun, { lots: 0, units: 0 }, closed);
    return true;
  }
  const outcome = await place(begun, sliceKey(begun));
  // The account may have been closed meanwhile.
  const { userId, twapId } = begun;
  if (twaps.find(userId, twapId) === undefined) return true;
  if (!(outcome instanceof Rejected)) await twaps.settle(begun, outcome);
  else if (UNKNOWN.has(outcome.error)) return false;
  else if (PASSING.has(outcome.error)) await twaps.settle(begun, { lots: 0, units: 0 }, outcome);
  else await twaps.fail(begun, outcome);
  return true;
}

/** The order's key: the same for every attempt at a slice. */
const sliceKey = ({ twapId, nextSlice }: Twap): string => `${SERVER_KEYS}${twapId}:${nextSlice}`;
