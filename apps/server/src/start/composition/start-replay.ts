import { ManualClock } from "../../market/prices/manual-clock.ts";
import { ReplayPace } from "../../market/prices/replay-pace.ts";
import type { Start } from "./start.ts";
import type { StartedExchange } from "./start-exchange.ts";

/** Lets recorded time pass from now on, unless someone else moves it. */
export function startReplay(
  { environment, closers, onFatal }: Pick<Start, "environment" | "closers" | "onFatal">,
  { clock }: Pick<StartedExchange, "clock">,
): void {
  const { prices, rig } = environment;
  if (prices.kind !== "recorded" || rig.clock !== "recorded" || !(clock instanceof ManualClock)) return;
  const pace = new ReplayPace(clock, prices, onFatal);
  pace.start();
  closers.add("replay", () => pace.stop());
}
