import type { VenueEndpoints } from "../../config/public-endpoints.ts";
import { BINANCE } from "./binance-venue.ts";
import { BYBIT } from "./bybit-venue.ts";
import type { Clock } from "./clock.ts";
import { OKX } from "./okx-venue.ts";
import type { PriceSource } from "./price-source.ts";
import { isReachable, PublicSource } from "./public-source.ts";
import type { PublicVenue, VenueMarket } from "./public-venue.ts";
import { RecordedSource } from "./recorded-source.ts";
import type { Recording } from "./recording.ts";
import { timeText } from "./recording-span.ts";
import { ReplayedSource } from "./replayed-source.ts";
import { SimulatedSource, type SimulationSettings } from "./simulated-source.ts";

/** How long the public prices may take to answer before `auto` continues without them. */
const REACHABLE_WITHIN_MS = 3_000;

/** Files that are not replayed, in the log. */
const MAX_NAMED_FILES = 10;

/** Exchanges whose public prices are used; history comes from the first one that has it. */
const VENUES = [BINANCE, OKX, BYBIT] as const;

/** Where prices come from: the setting CANDOR_PRICES. */
export type PriceChoice =
  | { readonly kind: "auto" | "simulated" | "public" }
  /** The time is that of the recording. */
  | { readonly kind: "recorded"; readonly directory: string }
  | { readonly kind: "looped"; readonly directory: string; readonly speed: number };

export interface ChooseSourcesOptions {
  readonly choice: PriceChoice;
  readonly markets: readonly VenueMarket[];
  readonly endpoints: VenueEndpoints;
  readonly simulation: SimulationSettings;
  /** Scanned from the directory of recorded prices; undefined for all other choices. */
  readonly recording: Recording | undefined;
  readonly clock: Clock;
  /** 0 ≤ x < 1. */
  readonly random: () => number;
}

export interface ChosenSources {
  readonly sources: readonly PriceSource[];
  /** The choice and its reason, for the log. */
  readonly reason: string;
}

/** Creates the sources of a setting; `auto` uses the public ones that answer within three seconds. */
export async function chooseSources(options: ChooseSourcesOptions): Promise<ChosenSources> {
  const { choice, simulation, clock } = options;
  switch (choice.kind) {
    case "recorded":
      return replayed(options, choice.directory);
    case "looped":
      return {
        sources: [new RecordedSource(choice, clock)],
        reason: `recorded prices from ${choice.directory} in a loop at speed ${choice.speed}, as configured`,
      };
    case "public":
      return {
        sources: publicSources(VENUES, options),
        reason: `public prices of ${names(VENUES)}, as configured`,
      };
    case "simulated":
      return { sources: [new SimulatedSource(simulation, clock)], reason: "simulated prices, as configured" };
    case "auto":
      return await reachableSources(options);
  }
}

function replayed({ recording, clock }: ChooseSourcesOptions, directory: string): ChosenSources {
  if (recording === undefined) throw new TypeError("recorded prices without a recording");
  const symbols = recording.symbols.map(({ symbol, label, files, books }) => {
    const rows = files.reduce((sum, file) => sum + file.rows, 0);
    return `${symbol} (${label}, ${rows} rows${books === undefined ? "" : `; books from ${books.label}`})`;
  });
  const span = `${timeText(recording.beginMs)} to ${timeText(recording.endMs)}`;
  const others = recording.unused.length - MAX_NAMED_FILES;
  const unused = [...recording.unused.slice(0, MAX_NAMED_FILES), ...(others > 0 ? [`${others} more`] : [])];
  return {
    sources: [new ReplayedSource(recording, clock)],
    reason: `recorded prices from ${directory}, ${span}: ${symbols.join(", ")}${unused.length === 0 ? "" : `; not used: ${unused.join(", ")}`}`,
  };
}

async function reachableSources(options: ChooseSourcesOptions): Promise<ChosenSources> {
  const { endpoints, simulation, clock } = options;
  const answers = await Promise.all(
    VENUES.map((venue) => isReachable(venue, endpoints[venue.name], REACHABLE_WITHIN_MS)),
  );
  const silent = VENUES.filter((_, index) => answers[index] !== true);
  const venues = VENUES.filter((_, index) => answers[index] === true);
  const missing = `${names(silent)} ${silent.length === 1 ? "does" : "do"} not answer within ${REACHABLE_WITHIN_MS} ms`;
  if (venues.length === 0)
    return { sources: [new SimulatedSource(simulation, clock)], reason: `simulated prices: ${missing}` };
  return {
    sources: publicSources(venues, options),
    reason: `public prices of ${names(venues)}${silent.length === 0 ? "" : `; ${missing}`}`,
  };
}

function publicSources(
  venues: readonly PublicVenue[],
  { markets, endpoints, clock, random }: ChooseSourcesOptions,
): PriceSource[] {
  return venues.map(
    (venue) => new PublicSource({ venue, markets, endpoints: endpoints[venue.name], clock, random }),
  );
}

function names(venues: readonly PublicVenue[]): string {
  const listed = venues.map(({ name }) => name);
  return [listed.slice(0, -1).join(", "), ...listed.slice(-1)].filter((part) => part !== "").join(" and ");
}
