import type { HealthLine } from "@candor/protocol/console/dashboard";
import type { ExchangeView } from "@candor/protocol/engine-port";
import type { SignerState } from "../chain/open-chains.ts";
import type { ConsoleExchange } from "./console-ports.ts";

/** A question to the engine that takes longer waits behind something. */
const SLOW_ENGINE_MS = 1_000;
/** Read models further behind than this show yesterday's news. */
const FAR_BEHIND = 10_000;

const number = (value: number): string => value.toLocaleString("en");

/**
 * How each part does, as it was just found. The engine's answers come after the journal has what they tell of, so that
 * their time is both's.
 */
export function healthLines(
  exchange: ConsoleExchange,
  view: ExchangeView,
  engineMs: number,
  signer: SignerState,
): HealthLine[] {
  const { engine, readModels } = exchange;
  const behind = Math.max(0, engine.durableSeq - readModels.reachedSeq);
  return [
    {
      part: "journal",
      name: "Journal",
      state: "well",
      detail: `command ${number(engine.durableSeq)} is durable`,
    },
    {
      part: "engine",
      name: "Engine",
      state: engineMs > SLOW_ENGINE_MS ? "delayed" : "well",
      detail: `answered in ${engineMs.toFixed(1)} ms, ${number(view.markets.length)} markets`,
    },
    {
      part: "read models",
      name: "Read models",
      state: behind > FAR_BEHIND ? "delayed" : "well",
      detail: behind === 0 ? "up to date" : `${number(behind)} commands behind`,
    },
    ...priceLines(exchange),
    ...chainLines(exchange),
    ...(signer === "none"
      ? []
      : [
          {
            part: "signer",
            name: "Signer",
            state: signer,
            detail: signer === "well" ? "answers" : "does not answer: nothing is paid out",
          } as const,
        ]),
  ];
}

function priceLines({ prices }: ConsoleExchange): HealthLine[] {
  const { sources, healthy } = prices();
  return sources.map(({ name, kind, state }) => ({
    part: "prices",
    name: `Prices, ${name}`,
    state: state === "connected" ? (healthy ? "well" : "delayed") : "down",
    detail: `${kind}, ${state}`,
  }));
}

function chainLines({ chains }: ConsoleExchange): HealthLine[] {
  return chains.chains.map(({ chainName, headBlock, paused }) => ({
    part: "chain",
    name: chainName,
    state: paused === undefined ? "well" : "down",
    detail: paused === undefined ? `block ${number(headBlock)}` : `paused: ${paused}`,
  }));
}
