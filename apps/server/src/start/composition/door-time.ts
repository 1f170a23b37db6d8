import type { EnginePort } from "@candor/domain/engine-port";
import { FrameFinder } from "@candor/journal/frame-finder";
import type { Environment } from "../../config/environment.ts";
import { DoorTime } from "../../edge/sandbox-door/manual-time.ts";
import { exchangeHome } from "../../engine/runtime/exchange-home.ts";
import type { ExchangeClock } from "../../market/prices/clock.ts";
import { ManualClock } from "../../market/prices/manual-clock.ts";
import type { PriceService } from "../../market/prices/price-service.ts";
import type { ProjectorPort } from "../../records/projections/projector-port.ts";
import type { Replay } from "./read-replay.ts";

interface TimedExchange {
  readonly environment: Pick<Environment, "home" | "rig">;
  readonly engine: EnginePort;
  readonly prices: Pick<PriceService, "journalTime">;
  readonly projector: ProjectorPort;
  readonly clock: ExchangeClock;
  readonly replay: Replay | undefined;
}

/** Returns what shows and moves the time of a sandbox; undefined if the clock is the system's. */
export function doorTimeOf({
  clock,
  engine,
  prices,
  projector,
  environment,
  replay,
}: TimedExchange): DoorTime | undefined {
  if (!(clock instanceof ManualClock)) return undefined;
  const finder = new FrameFinder(exchangeHome(environment.home).journalDirectory);
  return new DoorTime({
    clock,
    isPaced: environment.rig.clock === "recorded",
    recording: replay?.recording,
    journalTime: () => prices.journalTime(),
    flushed: async () => {
      await clock.settled();
      await projector.drain();
    },
    journalEnd: async () => {
      const seq = engine.durableSeq;
      return { seq, hash: (await finder.find(seq))?.hash ?? "" };
    },
  });
}
