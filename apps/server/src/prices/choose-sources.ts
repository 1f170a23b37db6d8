import type { Clock } from "./clock.ts";
import type { PriceSource } from "./price-source.ts";
import { isReachable, type PublicEndpoints, PublicSource } from "./public-source.ts";
import { RecordedSource } from "./recorded-source.ts";
import { SimulatedSource, type SimulationSettings } from "./simulated-source.ts";

/** How long the public prices may take to answer before `auto` does without them. */
const REACHABLE_WITHIN_MS = 3_000;

/** Where prices come from: the setting CANDOR_PRICES. */
export type PriceChoice =
  | { readonly kind: "auto" | "simulated" | "public" }
  | { readonly kind: "recorded"; readonly directory: string; readonly speed: number };

export interface ChooseSourcesOptions {
  readonly choice: PriceChoice;
  readonly symbols: readonly string[];
  readonly endpoints: PublicEndpoints;
  readonly simulation: SimulationSettings;
  readonly clock: Clock;
  /** 0 ≤ x < 1. */
  readonly random: () => number;
}

export interface ChosenSources {
  readonly sources: readonly PriceSource[];
  /** What was chosen and why, for the log. */
  readonly reason: string;
}

/** Makes the sources of a setting; `auto` takes the public ones when they answer within three seconds. */
export async function chooseSources(options: ChooseSourcesOptions): Promise<ChosenSources> {
  const { choice, symbols, endpoints, simulation, clock, random } = options;
  const publicSource = (): PriceSource => new PublicSource({ symbols, endpoints, clock, random });
  if (choice.kind === "recorded")
    return {
      sources: [new RecordedSource(choice, clock)],
      reason: `recorded prices from ${choice.directory} at speed ${choice.speed}, as set`,
    };
  if (choice.kind === "public") return { sources: [publicSource()], reason: "public prices, as set" };
  if (choice.kind === "simulated")
    return { sources: [new SimulatedSource(simulation, clock)], reason: "simulated prices, as set" };
  if (await isReachable(endpoints, REACHABLE_WITHIN_MS))
    return { sources: [publicSource()], reason: `public prices: ${endpoints.restUrl} answers` };
  return {
    sources: [new SimulatedSource(simulation, clock)],
    reason: `simulated prices: ${endpoints.restUrl} does not answer within ${REACHABLE_WITHIN_MS} ms`,
  };
}
